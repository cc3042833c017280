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
  std::string skeleton;  ///< its node's name: a word for the reader, nothing depends on it
  std::vector<Joint> joints;
};

/// {"marrow_pose": 1, "skeleton": ..., "joints": [{"name": ..., "translation": [x, y, z],
/// "rotation": [x, y, z, w], "scale": [x, y, z]}]}, one line per joint, without parts equal to
/// rest. A Ul that as_written() would change by more than kPoseTextUlps, because it shears or has
/// no finite answer, is "matrix": 16 numbers, columns first. Numbers are the shortest that read
/// back the same in any locale. Precondition: all finite.
std::string text_of(const PoseText& pose);

/// Largest difference between a Ul written as translation, rotation and scale and the one read, in
/// ulp of each column's largest element. A translation or a matrix comes back bit for bit.
inline constexpr float kPoseTextUlps = 4.0f;

/// Ul as it comes back from text.
glm::mat4 as_written(const glm::mat4& user_local);

/// Reads a pose. `source`: its name in messages ("the clipboard"). Throws Error, one line: more
/// than 8 MB, nested deeper than 8, not JSON, no pose, of a later version, a joint without a name
/// or named twice, a number that is not finite or beyond 1e9, a rotation without length, a matrix
/// whose last row is not 0 0 0 1. Ignores unknown members.
PoseText read_pose_text(std::string_view text, const std::string& source);

}  // namespace marrow::io
