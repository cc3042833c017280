// The rest side from the other side of the body: one joint, or all of a side.
#pragma once

#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Gives `to` what mirrors `from` across the plane of mirror_pairs(): B' = R B F, e' = F e and the
/// radius, where R reflects skeleton space and F one axis of the joint's own frame (or all three),
/// so that the frame stays a proper one. F is the one by which `to` already is most like a mirror
/// image: the rig keeps its own habit of how axes run. Children of `to` keep their bind matrices;
/// Ul stays.
struct MirrorJoint {
  Id from = kNoId;
  Id to = kNoId;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const MirrorJoint&) const = default;
};

/// Mirrors one side onto the other: each of `joints` that takes a side by its name is mirrored onto
/// its partner as by MirrorJoint; where there is none one is made, below the mirrored parent.
/// Children of a joint that is mirrored too follow.
struct MirrorSide {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;     ///< none: all of the side
  bool left_to_right = true;  ///< "L" -> "R"

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const MirrorSide&) const = default;
};

}  // namespace marrow::op

namespace marrow {

/// The plan of op::MirrorSide, joint by joint, parents first.
struct MirrorPlan {
  enum class Fate {
    make,       ///< a joint called `name` will be made
    overwrite,  ///< `to` will be changed
    alone,      ///< `from` stays without an image: `why`
  };
  struct Row {
    Fate fate = Fate::alone;
    Id from = kNoId, to = kNoId;  ///< `to` is kNoId for one that will be made
    std::string name;             ///< of the one on the other side; empty when there is none
    std::string why;              ///< "forearm.L above it has no partner"
  };
  std::vector<Row> rows;
  /// Why nothing can be mirrored, for the user; empty when apply() will do it.
  std::string refusal;
};
/// Listed as `alone` are also joints of the other side that nothing is mirrored onto and, when no
/// joints are named, those whose names take no side though they stand off the plane.
MirrorPlan mirror_plan(const Scene& scene, const op::MirrorSide& operation, const Tasks& tasks);

}  // namespace marrow
