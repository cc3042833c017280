// The pose side: everything that changes Ul, and stored poses. ApplyIncrement moves nodes too.
#pragma once

#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// World-space increment U on nodes or joints (not both); only the top-most of `targets` take it.
/// Joints: Ul' = L^-1 W_p^-1 U W; nodes: the same with the node's parent.
struct ApplyIncrement {
  std::vector<Id> targets;
  glm::mat4 increment{1.0f};
  std::string verb = "Move";  ///< names the step ("Rotate")

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const ApplyIncrement&) const = default;
};

/// Numeric fields, pasted and blended poses.
struct SetUserLocal {
  std::vector<Pose::Entry> entries;
  std::string what{};  ///< the step's name ("Paste pose"); empty: named after the joints

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetUserLocal&) const = default;
};

/// Ul = I.
struct ResetPose {
  Id skeleton_node = kNoId;
  std::vector<Id> joints;  ///< none: all

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const ResetPose&) const = default;
};

/// Keeps the present pose; replaces one of that name.
struct StorePose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const StorePose&) const = default;
};

struct ApplyPose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const ApplyPose&) const = default;
};

struct DeletePose {
  Id skeleton_node = kNoId;
  std::string name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const DeletePose&) const = default;
};

struct RenamePose {
  Id skeleton_node = kNoId;
  std::string name;
  std::string new_name;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const RenamePose&) const = default;
};

}  // namespace marrow::op
