// Vertices that a capsule holds although they belong to another limb, and radii that avoid this.
#pragma once

#include "rig/measure/findings.h"
#include "rig/measure/measured.h"
#include "rig/skinning/own_skin.h"

namespace marrow {

/// A rig and each joint's own skin. `meshes` and `walks`: one entry per mesh of the rig.
struct SkinnedRig {
  const MeasuredSkeleton* rig = nullptr;
  std::vector<SkinnedMesh> meshes;
  std::vector<SurfaceWalk>* walks = nullptr;
};

/// The vertices that one joint holds, as of each mesh's bind revision.
struct Held {
  struct OfMesh {
    std::uint64_t bind_revision = 0;
    /// Source vertices, ascending; empty for a mesh with explicit weights.
    std::vector<std::uint32_t> vertices;
  };
  std::vector<OfMesh> meshes;  ///< parallel to rig.meshes
};

/// Updates `held`, reading only rows that changed. True if a list changed.
bool update_held(const MeasuredSkeleton& rig, std::size_t joint, Held& held);

Bleed bleed_of(const SkinnedRig& rig, std::size_t joint, const Held& held);

/// See Fit. `radii` (one per joint) give only the capsules' shapes; their sizes do not matter.
/// Fit::radius is 0 for a joint without own skin, or with all of it in one point of its bone; else
/// the percentile times FalloffRow::fit_margin: weights that fade are almost 0 near a capsule's
/// surface and, once normalized, change fast there, so the skin needs room. (Sample model, linear
/// falloff: the largest weight jump is 0.99 with a margin of 1.05, and 0.29 with 1.4.)
Fit fit_of(const SkinnedRig& rig, std::size_t joint, const std::vector<Radii>& radii);

/// Shrinks fits that bleed until they no longer do, as far as other joints hold the released
/// vertices and each joint keeps a quarter of its own skin. Locked joints keep their radii. `fits`:
/// one per joint.
void draw_in(const SkinnedRig& rig, std::vector<Fit>& fits);

/// See Measures::tapered_fit().
Radii tapered_fit_of(const SkinnedRig& rig, std::size_t joint);

}  // namespace marrow
