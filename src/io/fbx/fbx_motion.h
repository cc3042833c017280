// Animation stacks of an FBX file as animations of a glTF document.
#pragma once

#include <vector>

#include "io/fbx/fbx_mesh.h"
#include "io/loaded.h"

namespace marrow::io {

/// A mesh with blend shapes, and the node of the document that shows it.
struct FbxMorphs {
  int node = -1;
  const std::vector<FbxTarget>* targets = nullptr;
};

struct FbxMotionLimits {
  std::size_t memory = 0;  ///< bytes that ufbx may use for one animation; for all of them twice
  MemoryBudget& budget;    ///< for keys of shapes, which are as many as keys times shapes
  LoadProgress& progress;  ///< one stage, up to kFbxMoved
};

/// Adds an animation for each stack that moves something. ufbx evaluates layers, curves, pivots and
/// rotation orders; its samples lie at multiples of the file's frame, kSampleRate or more a second,
/// and keys that a straight line replaces within kSampleError are left out. Channels of steps stay
/// steps. `node_of`: the document's node by the file's index; -1: none. Animations beyond the
/// limits are left out and counted.
void add_motions(const ufbx_scene& scene, const std::vector<int>& node_of,
                 const std::vector<FbxMorphs>& morphs, FbxMotionLimits limits,
                 FbxDocument& document, FbxNotes& notes);

inline constexpr double kSampleRate = 60.0, kSampleError = 1e-7, kFbxMoved = 0.9;

}  // namespace marrow::io
