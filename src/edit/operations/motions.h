// Motions of the scene: added, renamed, deleted.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Adds a motion at the end of the scene's; its name is made unique.
struct AddMotion {
  std::shared_ptr<const Motion> motion;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const AddMotion&) const;
};

struct RenameMotion {
  std::size_t motion = 0;  ///< index into Scene::motions
  std::string name;        ///< no other motion's

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const RenameMotion&) const = default;
};

struct DeleteMotion {
  std::size_t motion = 0;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const DeleteMotion&) const = default;
};

}  // namespace marrow::op
