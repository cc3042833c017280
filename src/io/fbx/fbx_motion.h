// Animation stacks of an FBX file as animations of a glTF document.
#pragma once

#include <vector>

#include "io/fbx/fbx_mesh.h"

namespace marrow::io {

/// A mesh with blend shapes, and the node of the document that shows it.
struct FbxMorphs {
  int node = -1;
  const std::vector<FbxTarget>* targets = nullptr;
};

/// Adds an animation for each stack that moves something. ufbx evaluates layers, curves, pivots and
/// rotation orders; its samples lie at multiples of the file's frame, kSampleRate or more a second,
/// and keys that a straight line replaces within kSampleError are left out. Channels of steps stay
/// steps. `node_of`: the document's node by the file's index; -1: none. `limit`: bytes for one
/// animation's samples.
void add_motions(const ufbx_scene& scene, const std::vector<int>& node_of,
                 const std::vector<FbxMorphs>& morphs, std::size_t limit, FbxDocument& document,
                 FbxNotes& notes);

inline constexpr double kSampleRate = 60.0, kSampleError = 1e-7;

}  // namespace marrow::io
