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
  const char* type;  ///< of the accessor
  int width;         ///< numbers per element of the accessor
};
/// By MotionProperty; the other properties are not in glTF.
inline constexpr std::array<GltfProperty, 4> kGltfProperties = {{{"translation", "VEC3", 3},
                                                                 {"rotation", "VEC4", 4},
                                                                 {"scale", "VEC3", 3},
                                                                 {"weights", "SCALAR", 1}}};
/// By Interpolation.
inline constexpr std::array<const char*, 3> kGltfInterpolations = {"STEP", "LINEAR", "CUBICSPLINE"};

/// Counts of repairs and omissions in the whole file; reported once.
struct MotionNotes {
  std::size_t bad_channels = 0, bad_times = 0, bad_rotations = 0, repeated_targets = 0,
              pointers = 0, sampled = 0, sheared = 0, ignored = 0;
  void report(std::vector<std::string>& warnings) const;
};

/// Tracks by node of the file, in its parent's frame. The caller sets their targets.
using NodeTracks = std::map<int, MotionTrack>;

/// Reads an animation's channels, by node. Leaves out channels that break a rule of scene/motion.h,
/// and times that do not increase.
NodeTracks read_node_tracks(AccessorReader& reader, const tinygltf::Model& model, int animation,
                            const NodeTree& tree, MotionNotes& notes);

/// A joint's motion in its parent joint: `outer` times the nodes of `chain`, from the joint's own
/// node upwards. If only that node moves, and all others rotate, translate and scale evenly, its
/// keys are kept one for one; otherwise the product is sampled. Precondition: a node of the chain
/// moves.
MotionTrack joint_track(const NodeTracks& tracks, const std::vector<int>& chain,
                        const glm::dmat4& outer, const NodeTree& tree, MotionNotes& notes);

}  // namespace marrow::io
