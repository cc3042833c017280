// Reads animations of a glTF file as motions: with the file's keys if possible, otherwise sampled.
#pragma once

#include <array>
#include <map>

#include "io/gltf/access.h"
#include "io/gltf/skin.h"
#include "scene/motion.h"

namespace marrow::io {

struct GltfProperty {
  const char* path;
  const char* type;  ///< the accessor's type
  int width;         ///< numbers per element of the accessor
};
/// Indexed by MotionProperty; the other properties are not in glTF.
inline constexpr std::array<GltfProperty, 4> kGltfProperties = {{{"translation", "VEC3", 3},
                                                                 {"rotation", "VEC4", 4},
                                                                 {"scale", "VEC3", 3},
                                                                 {"weights", "SCALAR", 1}}};
/// Indexed by Interpolation.
inline constexpr std::array<const char*, 3> kGltfInterpolations = {"STEP", "LINEAR", "CUBICSPLINE"};

/// Counts of repairs and omissions in the whole file; reported once.
struct MotionNotes {
  std::size_t bad_channels = 0, bad_times = 0, bad_rotations = 0, repeated_targets = 0,
              pointers = 0, sampled = 0, sheared = 0, ignored = 0;
  void report(std::vector<std::string>& warnings) const;
};

/// Tracks by the file's node, in the frame of the node's parent. The caller sets their targets.
using NodeTracks = std::map<int, MotionTrack>;

/// Reads an animation's channels, by node. Leaves out channels that break a rule of scene/motion.h,
/// and times that do not increase.
NodeTracks read_node_tracks(AccessorReader& reader, const tinygltf::Model& model, int animation,
                            const NodeTree& tree, MotionNotes& notes);

/// A joint's motion in the frame of its parent joint: `outer` times the transforms of `chain`, the
/// nodes from the joint's node upwards. If only the joint's node moves, and the other transforms
/// scale uniformly, its keys are kept one for one; otherwise the product is sampled. Precondition:
/// a node of the chain moves.
MotionTrack joint_track(const NodeTracks& tracks, const std::vector<int>& chain,
                        const glm::dmat4& outer, const NodeTree& tree, MotionNotes& notes);

}  // namespace marrow::io
