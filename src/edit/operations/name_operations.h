// Names and locks: edits that move nothing.
#pragma once

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Renames several joints at once, possibly swapping names. One name per joint, unique afterwards.
struct RenameJoints {
  std::vector<Id> joints;
  std::vector<std::string> names;

  MARROW_OPERATION(RenameJoints);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, joints}; }
};

/// Renames a node or a joint; a joint's name must be unique in its skeleton.
struct Rename {
  Id target = kNoId;
  std::string name;

  MARROW_OPERATION(Rename);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, {target}}; }
};

struct SetLocked {
  std::vector<Id> joints;
  bool locked = true;

  MARROW_OPERATION(SetLocked);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, joints}; }
};

}  // namespace marrow::op
