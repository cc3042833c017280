#include "edit/operations/label_words.h"

#include <cmath>
#include <fmt/format.h>

namespace marrow {

std::string shown_name(const Scene& scene, Id id) {
  if (const Node* node = find_node(scene, id)) return node->name;
  const JointRef ref = find_joint(scene, id);
  if (ref.node < 0) return fmt::format("#{}", id);
  return scene.nodes[static_cast<std::size_t>(ref.node)]
      .skeleton->joints[static_cast<std::size_t>(ref.joint)]
      .name;
}

std::string names_of(const Scene& scene, const std::vector<Id>& ids) {
  if (ids.size() == 1) return shown_name(scene, ids.front());
  const bool are_nodes = !ids.empty() && find_node(scene, ids.front()) != nullptr;
  return fmt::format("{} {}", ids.size(), are_nodes ? "objects" : "joints");
}

std::string number(float value, int digits) {
  const float size = std::abs(value);
  if (size >= std::pow(10.0f, static_cast<float>(digits)) && size < 1e7f)
    return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}g}", value, digits);
}

std::string change(float before, float after) {
  constexpr int kUsual = 3, kAll = 9;
  int digits = kUsual;
  while (digits < kAll && before != after && number(before, digits) == number(after, digits))
    ++digits;
  return number(before, digits) + " -> " + number(after, digits);
}

}  // namespace marrow
