#include "rig/measure/patch_sums.h"

#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kPatchesAdded = 512;  ///< patches per piece of work

void add_patch(const PatchMeters& found, std::uint32_t mesh, std::uint32_t patch, PatchSums& sums) {
  sums.bind_moments += found.bind.moments;
  sums.posed_moments += found.posed.moments;
  sums.all += {.area = found.area,
               .bind = found.bind.fan,
               .posed = found.posed.fan,
               .step = {.value = found.step.value, .mesh = mesh, .patch = patch},
               .stretch = {.value = found.stretch.value, .mesh = mesh, .patch = patch}};
  for (const PatchMeters::OfJoint& of : found.joints)
    sums.joints[of.joint] += {.area = of.area,
                              .bind = of.bind,
                              .posed = of.posed,
                              .step = {.value = of.step.value, .mesh = mesh, .patch = patch},
                              .stretch = {.value = of.stretch.value, .mesh = mesh, .patch = patch}};
}

}  // namespace

void PatchSum::operator+=(const PatchSum& other) {
  area += other.area;
  bind += other.bind;
  posed += other.posed;
  step.take(other.step);
  stretch.take(other.stretch);
}

void PatchSums::operator+=(const PatchSums& other) {
  for (std::size_t j = 0; j < joints.size(); ++j) joints[j] += other.joints[j];
  all += other.all;
  bind_moments += other.bind_moments;
  posed_moments += other.posed_moments;
}

PatchSums sums_of(const std::vector<PatchMeters>& patches, std::size_t mesh, std::size_t joints) {
  std::vector<PatchSums> parts((patches.size() + kPatchesAdded - 1) / kPatchesAdded,
                               PatchSums(joints));
  parallel_for(patches.size(), kPatchesAdded, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      add_patch(patches[p], std::uint32_t(mesh), std::uint32_t(p), parts[begin / kPatchesAdded]);
  });
  PatchSums sums(joints);
  for (const PatchSums& part : parts) sums += part;
  return sums;
}

}  // namespace marrow
