// Sums over a mesh's patches, per joint and in total.
#pragma once

#include "rig/measure/patch_meters.h"

namespace marrow {

/// The largest value found so far and its patch.
struct WorstPatch {
  float value = -1.0f;  ///< negative: no value yet
  std::uint32_t mesh = 0, patch = 0;
  void take(const WorstPatch& other) {
    if (other.value > value) *this = other;
  }
};

/// Sum for one joint, or the total.
struct PatchSum {
  double area = 0.0;
  Fan bind, posed;
  WorstPatch step, stretch;  ///< stretch squared
  void operator+=(const PatchSum& other);
};

struct PatchSums {
  explicit PatchSums(std::size_t joint_count) : joints(joint_count) {}
  std::vector<PatchSum> joints;
  PatchSum all;
  glm::dvec3 bind_moments{0.0}, posed_moments{0.0};
  void operator+=(const PatchSums& other);
};

/// `mesh`: its index, for WorstPatch. Sums in the same order for any number of threads.
PatchSums sums_of(const std::vector<PatchMeters>& patches, std::size_t mesh, std::size_t joints);

}  // namespace marrow
