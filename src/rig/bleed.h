// What a capsule holds although it belongs to another limb, and radii that avoid it.
#pragma once

#include "rig/measured.h"
#include "rig/own_skin.h"

namespace marrow {

/// A rig whose skins are known. `meshes` stand beside rig.meshes.
struct SkinnedRig {
  const MeasuredSkeleton* rig = nullptr;
  std::vector<SkinnedMesh> meshes;
};

/// `held`: one list a mesh, ascending: the vertices that the joint holds. See Bleed.
Bleed bleed_of(const SkinnedRig& rig, std::size_t joint, const std::vector<std::vector<std::uint32_t>>& held, SurfaceWalk& walk);

/// How much larger than the skin's distance a fitting radius is. Linear and smooth weights are almost 0 near a capsule's end: skin that
/// lies there has next to nothing to divide, and shares change fast, so they get room. (The sample, linear: with 1.05 the biggest step is
/// 0.99, with this room 0.29.)
float fit_margin(Falloff falloff);

/// See Fit; depends on no radius. A joint without skin, or with all of it in one point of its bone, gets 0.
Fit fit_of(const SkinnedRig& rig, std::size_t joint, SurfaceWalk& walk);

}  // namespace marrow
