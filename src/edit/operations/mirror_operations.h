// Mirroring of the rest side: one joint, or a whole side.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Gives `to` the mirror image of `from` across the plane of mirror_pairs(): B' = R B F, e' = F e
/// and the radius, where R reflects skeleton space and F one axis of the joint's own frame (or all
/// three), so that the frame stays right-handed. F is chosen so that B' is nearest to the present
/// `to`, which keeps the rig's axes. Children of `to` keep their bind matrices; Ul stays.
struct MirrorJoint {
  Id from = kNoId;
  Id to = kNoId;

  MARROW_OPERATION(MirrorJoint);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, {from, to}}; }
};

/// Mirrors one side onto the other: each of `joints` with a side in its name onto its partner, as
/// MirrorJoint does; a missing partner is created below the mirrored parent. Mirrored children of a
/// mirrored joint follow it. Chains of springs are mirrored by mirror_chains(). If `joints` is
/// empty, touch-ups of the meshes are mirrored, too.
struct MirrorSide {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;     ///< empty: all joints of the side
  bool left_to_right = true;  ///< "L" -> "R"

  MARROW_OPERATION(MirrorSide);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, joints}; }
};

}  // namespace marrow::op

namespace marrow {

/// The plan of op::MirrorSide, joint by joint, parents first.
struct MirrorPlan {
  enum class Fate {
    make,       ///< a joint called `name` will be created
    overwrite,  ///< `to` will be changed
    alone,      ///< `from` gets no image; the reason is `why`
  };
  struct Row {
    Fate fate = Fate::alone;
    Id from = kNoId, to = kNoId;  ///< `to` is kNoId for a joint that will be created
    std::string name;             ///< name of the joint on the other side; empty if none
    std::string why;              ///< "forearm.L above it has no partner"
  };
  std::vector<Row> rows;
  /// The reason, for the user, why nothing can be mirrored; empty when apply() will do it.
  std::string refusal;
};
/// Lists as `alone`, too: joints of the other side that get no image, and joints without a side,
/// either those named by the operation or, if it names none, those off the plane.
MirrorPlan mirror_plan(const Scene& scene, const op::MirrorSide& operation, const Tasks& tasks);

}  // namespace marrow
