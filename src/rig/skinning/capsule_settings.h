// The settings of capsules that an artist edits, as one value.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// Radii, falloff and metric of a skeleton's capsules. With meshes they determine all rows.
struct CapsuleSettings {
  Falloff falloff = Falloff::inverse;
  Metric metric = Metric::straight;
  std::vector<Radii> radii{};  ///< one per joint
  bool operator==(const CapsuleSettings&) const = default;
};

CapsuleSettings capsule_settings_of(const Skeleton& skeleton);
/// The scene with these capsules. All meshes of the skeleton then use them, including meshes with
/// explicit weights. Unchanged without a skeleton that has this number of joints.
Scene with_capsules(const Scene& scene, Id skeleton, const CapsuleSettings& capsules);

}  // namespace marrow
