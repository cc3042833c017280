// Finds joints and nodes of a scene by name.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "scene/scene.h"

namespace marrow {

/// The scene must outlive it.
class IdNames {
 public:
  explicit IdNames(const Scene& scene);
  /// The name if it is unique in the scene; otherwise none.
  std::optional<std::string_view> shown_name(Id id) const;
  /// The number of joints and nodes with the name; sets `id` to the first of them.
  int find(std::string_view name, Id& id) const;

 private:
  struct Bearers {
    Id first = kNoId;
    int count = 0;
  };
  void add(Id id, std::string_view name);

  std::unordered_map<Id, std::string_view> names_;
  std::unordered_map<std::string_view, Bearers> bearers_;
};

}  // namespace marrow
