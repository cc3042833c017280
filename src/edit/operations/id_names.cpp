#include "edit/operations/id_names.h"

namespace marrow {

IdNames::IdNames(const Scene& scene) {
  for (const Node& node : scene.nodes) {
    add(node.id, node.name);
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) add(joint.id, joint.name);
  }
}

void IdNames::add(Id id, std::string_view name) {
  names_.emplace(id, name);
  Bearers& bearers = bearers_[name];
  if (bearers.count++ == 0) bearers.first = id;
}

std::optional<std::string_view> IdNames::shown_name(Id id) const {
  const auto found = names_.find(id);
  const bool is_alone = found != names_.end() && bearers_.at(found->second).count == 1;
  return is_alone && id != kNoId ? std::optional(found->second) : std::nullopt;
}

int IdNames::find(std::string_view name, Id& id) const {
  const auto found = bearers_.find(name);
  if (found == bearers_.end()) return 0;
  id = found->second.first;
  return found->second.count;
}

}  // namespace marrow
