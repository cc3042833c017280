// A skeleton as bones of Scotty3D, which begin at their parents' tips and turn about their own
// axes.
#pragma once

#include <string>
#include <vector>

#include "io/js3d/js3d_value.h"
#include "scene/skeleton.h"

namespace marrow::io {

struct BonesOut {
  std::vector<std::uint32_t> bone_of;         ///< index of each joint's bone
  std::vector<std::string> inexact, tapered;  ///< names of joints that change when written
  std::size_t links = 0;  ///< bones without radius that were added, from a tip to a joint
};
/// `json` becomes the member "skeleton".
BonesOut bones_out_of(const Skeleton& skeleton, nlohmann::json& json);

/// A vector's numbers, as JSON.
template <typename Vector>
nlohmann::json json_numbers(const Vector& vector) {
  auto list = nlohmann::json::array();
  for (int i = 0; i < Vector::length(); ++i) list.push_back(float(vector[i]));
  return list;
}

}  // namespace marrow::io
