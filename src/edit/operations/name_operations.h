// Names and locks: edits that move nothing.
#pragma once

#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Renames several joints at once, possibly swapping names. One name per joint, unique afterwards.
struct RenameJoints {
  std::vector<Id> joints;
  std::vector<std::string> names;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, joints}; }
  bool operator==(const RenameJoints&) const = default;
};

/// A node or a joint; a joint's name must be unique in its skeleton.
struct Rename {
  Id target = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, {target}}; }
  bool operator==(const Rename&) const = default;
};

struct SetLocked {
  std::vector<Id> joints;
  bool locked = true;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::ignore, joints}; }
  bool operator==(const SetLocked&) const = default;
};

}  // namespace marrow::op
