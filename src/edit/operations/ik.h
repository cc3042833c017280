// Inverse kinematics as an edit, and what it keeps to: pins and limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Inverse kinematics (rig/ik/ik.h): turns joints of one skeleton so that the tip of each handle's
/// posed bone comes as near as can be to its target in world space, all handles solved together.
/// Pinned joints that are no handles are held where they are, before any handle gets its way, and
/// where nothing speaks against it their bases too. Locked joints never turn.
struct SolveIk {
  struct Handle {
    Id joint = kNoId;
    glm::vec3 target{0.0f};
    /// Where the bone's base shall be, as far as the tips leave it free: a foot stays flat.
    std::optional<glm::vec3> base{};
    bool operator==(const Handle&) const = default;
  };
  Id skeleton_node = kNoId;
  std::vector<Handle> handles;
  /// Every ancestor may turn; otherwise those up to the next joint that branches.
  bool whole_body = false;
  /// Joints that neither turn nor are moved by what turns: those in the user's hand.
  std::vector<Id> held{};

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SolveIk&) const = default;
};

struct SetPinned {
  std::vector<Id> joints;
  bool pinned = true;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetPinned&) const = default;
};

struct SetLimits {
  Id joint = kNoId;
  std::optional<RotationLimits> limits;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetLimits&) const = default;
};

}  // namespace marrow::op

namespace marrow {

/// What is wrong with the gradient of `tasks` where they are asked to reach in `scene`
/// (why_wrong_gradient() in rig/ik/ik.h); empty when nothing is, or when there is nothing to reach.
std::string why_wrong_gradient(const Scene& scene, const op::SolveIk& operation,
                               const Tasks& tasks);

}  // namespace marrow
