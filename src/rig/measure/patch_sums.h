// Sums of a mesh's patches, for each joint and for all.
#pragma once

#include "rig/measure/patch_meters.h"

namespace marrow {

/// The largest value met so far and the patch it was met in.
struct WorstPatch {
  float value = -1.0f;  ///< negative: none met
  std::uint32_t mesh = 0, patch = 0;
  void take(const WorstPatch& other) {
    if (other.value > value) *this = other;
  }
};

/// Of one joint, or of all.
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

/// `mesh`: its index, for WorstPatch. Always in the same order, whatever the number of threads.
PatchSums sums_of(const std::vector<PatchMeters>& patches, std::size_t mesh, std::size_t joints);

}  // namespace marrow
