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
  std::size_t memory = 0;  ///< bytes that ufbx may use per animation; twice that for all
  MemoryBudget& budget;    ///< for keys of shapes: one number per key and shape
  LoadProgress& progress;  ///< one stage, up to kFbxMoved
};

/// Adds an animation for each stack that moves something. ufbx evaluates layers, curves, pivots and
/// rotation orders; it samples at a multiple of the file's frame rate, at least kSampleRate per
/// second, and leaves out keys that a straight line replaces within kSampleError. Step channels
/// stay steps. `node_of`: the document's node, indexed by the file's node; -1: none. Animations
/// beyond the limits are left out and counted.
void add_motions(const ufbx_scene& scene, const std::vector<int>& node_of,
                 const std::vector<FbxMorphs>& morphs, FbxMotionLimits limits,
                 FbxDocument& document, FbxNotes& notes);

inline constexpr double kSampleRate = 60.0, kSampleError = 1e-7, kFbxMoved = 0.9;

}  // namespace marrow::io
