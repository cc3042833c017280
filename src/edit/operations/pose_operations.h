// Edits of the pose: everything that changes Ul, and stored poses. ApplyIncrement moves nodes, too.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Applies a world-space increment U to the top-most of `targets`, nodes or joints (not both).
/// Joints: Ul' = L^-1 W_p^-1 U W; nodes: the same formula with the node's parent.
struct ApplyIncrement {
  std::vector<Id> targets;
  glm::mat4 increment{1.0f};
  std::string verb = "Move";  ///< names the step ("Rotate")

  MARROW_OPERATION(ApplyIncrement);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, targets}; }
};

/// Sets Ul of some joints: numeric fields, pasted and blended poses.
struct SetUserLocal {
  std::vector<Pose::Entry> entries;
  std::string what{};  ///< the step's name ("Paste pose"); empty: named after the joints

  MARROW_OPERATION(SetUserLocal);
  Locks locks(const Scene& before) const;
};

/// Sets Ul = I.
struct ResetPose {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;  ///< empty: all

  MARROW_OPERATION(ResetPose);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, joints}; }
};

/// Stores the present pose; replaces a stored pose of that name.
struct StorePose {
  Id skeleton_node = kNoId;
  std::string name;

  MARROW_OPERATION(StorePose);
  Locks locks(const Scene&) const { return {}; }
};

struct ApplyPose {
  Id skeleton_node = kNoId;
  std::string name;

  MARROW_OPERATION(ApplyPose);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, {}}; }
};

struct DeletePose {
  Id skeleton_node = kNoId;
  std::string name;

  MARROW_OPERATION(DeletePose);
  Locks locks(const Scene&) const { return {}; }
};

struct RenamePose {
  Id skeleton_node = kNoId;
  std::string name;
  std::string new_name;

  MARROW_OPERATION(RenamePose);
  Locks locks(const Scene&) const { return {}; }
};

}  // namespace marrow::op
