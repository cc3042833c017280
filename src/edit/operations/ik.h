// Inverse kinematics as an edit, and what it keeps to: pins and limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Inverse kinematics (rig/ik/ik.h): turns joints of one skeleton so that the tip of each handle's
/// posed bone comes as near as can be to its target in world space, all handles solved together.
/// The tips of pinned joints that are no handles are held where they are, with priority over
/// handles; their bases too, as far as possible. Locked joints never turn.
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
  /// Joints that neither turn nor move: those that the user is dragging.
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

/// What is wrong with the gradient of `tasks` for this operation in `scene` (see
/// why_wrong_gradient() in rig/ik/ik.h). Empty if nothing is wrong, or if there is nothing to
/// solve.
std::string why_wrong_gradient(const Scene& scene, const op::SolveIk& operation,
                               const Tasks& tasks);

}  // namespace marrow
