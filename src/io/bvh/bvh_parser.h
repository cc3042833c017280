// Parses the text of a BVH file; bvh.h makes a skeleton of the result. Independent of the locale;
// accepts keywords in any case, any blanks and line ends, braces anywhere. Reads the dialects of
// the CMU library, MotionBuilder, Blender and MakeHuman, which differ in channels, in spaces after
// "Frames:", and in names.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/loaded.h"

namespace marrow::io {

inline constexpr std::size_t kMostBvhJoints = 1'000'000;
/// With more, frame times would no longer differ as floats.
inline constexpr std::size_t kMostBvhFrames = 10'000'000;
inline constexpr float kMostBvhNumber = 1e9f;  ///< larger offsets, positions and angles are refused
inline constexpr std::uint64_t kMostBvhBytes = 2ull << 30;

struct BvhChannel {
  bool is_rotation = false;
  int axis = 0;  ///< 0 x, 1 y, 2 z
};

struct BvhJoint {
  std::string name;  ///< cleaned; may be empty or a duplicate
  int parent = -1;   ///< index, always smaller than the joint's own; -1: root
  glm::vec3 offset{0.0f};
  std::optional<glm::vec3> tip;  ///< OFFSET of its End Site, in the joint's frame
  std::vector<BvhChannel> channels;
  std::size_t first_channel = 0;  ///< index of its first channel in a frame's numbers
};

struct BvhText {
  std::vector<BvhJoint> joints;  ///< in the order of the file, at least one
  std::size_t channels = 0;      ///< of all joints together, so numbers per frame
  std::size_t frames = 0;        ///< complete frames that the file has
  double frame_time = 0.0;       ///< seconds, > 0; 0 without frames
  std::vector<float> numbers;    ///< frames * channels: degrees and lengths
  std::vector<std::string> warnings;
};

/// One stage of `progress`, up to `share`. Throws Error naming `file` and the line for an
/// unexpected word, a number that is not finite, beyond kMostBvhNumber or written with a comma, a
/// frame with too few or too many numbers, and more joints, frames or bytes than the limits above.
BvhText read_bvh_text(const std::string& file, std::string_view text, LoadProgress& progress,
                      double share);

}  // namespace marrow::io
