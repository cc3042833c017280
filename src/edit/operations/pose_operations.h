// Edits of the pose: everything that changes Ul, and stored poses. ApplyIncrement moves nodes, too.
#pragma once

#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Applies a world-space increment U to the top-most of `targets`, nodes or joints (not both).
/// Joints: Ul' = L^-1 W_p^-1 U W; nodes: the same formula with the node's parent.
struct ApplyIncrement {
  std::vector<Id> targets;
  glm::mat4 increment{1.0f};
  std::string verb = "Move";  ///< names the step ("Rotate")

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::refuse, targets}; }
  bool operator==(const ApplyIncrement&) const = default;
};

/// Sets Ul of some joints: numeric fields, pasted and blended poses.
struct SetUserLocal {
  std::vector<Pose::Entry> entries;
  std::string what{};  ///< the step's name ("Paste pose"); empty: named after the joints

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetUserLocal&) const = default;
};

/// Sets Ul = I.
struct ResetPose {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;  ///< empty: all

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, joints}; }
  bool operator==(const ResetPose&) const = default;
};

/// Stores the present pose; replaces a stored pose of that name.
struct StorePose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const StorePose&) const = default;
};

struct ApplyPose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, {}}; }
  bool operator==(const ApplyPose&) const = default;
};

struct DeletePose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const DeletePose&) const = default;
};

struct RenamePose {
  Id skeleton_node = kNoId;
  std::string name;
  std::string new_name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const RenamePose&) const = default;
};

}  // namespace marrow::op
