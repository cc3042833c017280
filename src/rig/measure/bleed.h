// Vertices that a capsule holds although they belong to another limb, and radii that avoid this.
#pragma once

#include "rig/measure/findings.h"
#include "rig/measure/measured.h"
#include "rig/skinning/own_skin.h"

namespace marrow {

/// A rig with the own skins of its joints. `meshes` and `walks`: one entry per entry of rig.meshes.
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

/// See Fit. Depends on no radius; `radii` (one per joint) give only a capsule's shape. Radius 0 for
/// a joint without skin, or with all of it in one point of its bone. The radius is the skin's
/// distance times FalloffRow::fit_margin: weights that fade are almost 0 near a capsule's end,
/// where shares change fast, so the skin needs room there. (The sample, linear: with 1.05 the
/// largest weight jump is 0.99, with 1.4 it is 0.29.)
Fit fit_of(const SkinnedRig& rig, std::size_t joint, const std::vector<Radii>& radii);

/// Shrinks the radii of joints whose fits bleed until they bleed no more, as far as other joints
/// hold the vertices that they release and each keeps a quarter of its own skin.
/// Locked joints stay. `fits`: one per joint.
void draw_in(const SkinnedRig& rig, std::vector<Fit>& fits);

/// See Measures::tapered_fit().
Radii tapered_fit_of(const SkinnedRig& rig, std::size_t joint);

}  // namespace marrow
