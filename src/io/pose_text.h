// A pose as readable JSON text, for the clipboard. Joints are identified by name.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

struct PoseText {
  struct Joint {
    std::string name;
    glm::mat4 user_local{1.0f};  ///< Ul
    bool operator==(const Joint&) const = default;
  };
  std::string skeleton;  ///< the name of the skeleton's node, for human readers only
  std::vector<Joint> joints;
};

/// {"marrow_pose": 1, "skeleton": ..., "joints": [{"name": ..., "translation": [x, y, z],
/// "rotation": [x, y, z, w], "scale": [x, y, z]}]}, one line per joint. Parts equal to rest are
/// omitted. A Ul that as_written() would change by more than kPoseTextUlps, because it shears or
/// has no finite decomposition, is written as "matrix": 16 numbers, column by column. Numbers are
/// the shortest decimals that read back as the same float, in any locale. Precondition: all finite.
std::string text_of(const PoseText& pose);

/// Largest difference after writing Ul as translation, rotation and scale and reading it, in ulp of
/// each column's largest element. A translation or a matrix reads back bit for bit.
inline constexpr float kPoseTextUlps = 4.0f;

/// Ul after a round trip through text.
glm::mat4 as_written(const glm::mat4& user_local);

/// Reads a pose. `source`: its name in messages ("the clipboard"). Ignores unknown members. Throws
/// Error (one line) for text over 8 MB, nesting deeper than 8, text that is not JSON or not a pose,
/// a later version, a joint without a name or with a duplicate one, a number that is not finite or
/// beyond 1e9, a rotation of length 0, or a matrix whose last row is not 0 0 0 1.
PoseText read_pose_text(std::string_view text, const std::string& source);

}  // namespace marrow::io
