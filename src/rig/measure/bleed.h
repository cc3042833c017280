// Vertices that a capsule holds although they belong to another limb, and radii that avoid it.
#pragma once

#include "rig/measure/findings.h"
#include "rig/measure/measured.h"
#include "rig/skinning/own_skin.h"

namespace marrow {

/// A rig with its joints' own skins. `meshes`, `walks`: one entry per entry of rig.meshes.
struct SkinnedRig {
  const MeasuredSkeleton* rig = nullptr;
  std::vector<SkinnedMesh> meshes;
  std::vector<SurfaceWalk>* walks = nullptr;
};

/// The vertices that one joint holds, as of a bind revision of each mesh.
struct Held {
  struct OfMesh {
    std::uint64_t bind_revision = 0;
    std::vector<std::uint32_t>
        vertices;  ///< source vertices, ascending; none of a mesh with explicit weights
  };
  std::vector<OfMesh> meshes;  ///< beside rig.meshes
};

/// Updates `held`, reading only rows that changed. True if a list changed.
bool update_held(const MeasuredSkeleton& rig, std::size_t joint, Held& held);

Bleed bleed_of(const SkinnedRig& rig, std::size_t joint, const Held& held);

/// See Fit; depends on no radius but for a capsule's shape, which that of `radii` (one per joint)
/// is. 0 for a joint without skin, or with all of it in one point of its
/// bone. The radius is the skin's distance times FalloffRow::fit_margin: weights that fade are
/// almost 0 near a capsule's end, where shares change fast, so skin gets room there. (The sample,
/// linear: with 1.05 the biggest step is 0.99, with 1.4 it is 0.29.)
Fit fit_of(const SkinnedRig& rig, std::size_t joint, const std::vector<Radii>& radii);

/// Joints whose fits bleed get smaller radii: down to where they bleed no more, as far as other
/// joints hold what they let go. Locked ones stay as they are. `fits`: one per joint.
void draw_in(const SkinnedRig& rig, std::vector<Fit>& fits);

/// See Measures::tapered_fit().
Radii tapered_fit_of(const SkinnedRig& rig, std::size_t joint);

}  // namespace marrow
