#include "edit/operations/spring_operations.h"

#include <algorithm>
#include <memory>

#include "edit/name_rules.h"
#include "edit/operations/line.h"
#include "edit/operations/shared.h"

namespace marrow {
namespace {

void line_collider(Line& line, SpringCollider& collider) {
  line.id(collider.target);
  line.vector("from", collider.offset);
  const bool is_capsule = line.has("to", collider.tail.has_value());
  if (line.reads()) collider.tail = is_capsule ? std::optional(glm::vec3(0.0f)) : std::nullopt;
  if (is_capsule) line.vector(*collider.tail);
  line.number("radius", collider.radius);
  const bool is_tapered = line.has("tail", collider.tail_radius.has_value());
  if (line.reads()) collider.tail_radius = is_tapered ? std::optional(0.0f) : std::nullopt;
  if (is_tapered) line.number(*collider.tail_radius);
}

void line_indices(Line& line, std::vector<std::size_t>& indices) {
  line.list(indices, "none", [&](std::size_t& index) { line.number(index); });
}

void line_group(Line& line, SpringGroup& group) {
  line.text(group.name);
  line.word("of");
  line_indices(line, group.colliders);
}

void line_joint(Line& line, SpringJoint& joint) {
  line.id(joint.joint);
  line.number("hit", joint.hit_radius);
  line.number("stiffness", joint.stiffness);
  line.number("gravity", joint.gravity_power);
  line.vector("along", joint.gravity);
  line.number("drag", joint.drag);
}

void line_chain(Line& line, SpringChain& chain) {
  line.text(chain.name);
  line.block(chain.joints, [&](SpringJoint& joint) { line_joint(line, joint); });
  line.id("end", chain.end);
  line.id("center", chain.center);
  line.word("out-of");
  line_indices(line, chain.groups);
}

/// Chains and groups need none.
std::string why_bad_names(const Springs& springs) {
  std::string why;
  const auto look_at = [&](const auto& named) {
    if (why.empty() && !named.name.empty()) why = why_bad_name(named.name);
  };
  std::for_each(springs.groups.begin(), springs.groups.end(), look_at);
  std::for_each(springs.chains.begin(), springs.chains.end(), look_at);
  return why;
}

}  // namespace

Applied op::SetSprings::applied(const Scene& scene, const Tasks&) const {
  Scene changed = scene;
  changed.springs.reset();
  if (!springs || *springs == Springs{}) return {std::move(changed), {}};
  if (const std::string why = why_invalid(*springs); !why.empty())
    return refused("These springs cannot be used: {}.", why);
  if (std::string why = why_bad_names(*springs); !why.empty())
    return {std::nullopt, std::move(why)};
  changed.springs = std::make_shared<const Springs>(*springs);
  return {std::move(changed), {}};
}

std::string op::SetSprings::label(const Scene&) const {
  if (!what.empty()) return what;
  return springs ? "Springs" : "Remove springs";
}

void op::SetSprings::line(Line& line) {
  line.word("set-springs");
  const bool is_there = line.has("colliders", springs.has_value());
  if (line.reads()) springs = is_there ? std::optional(Springs{}) : std::nullopt;
  if (is_there) {
    line.block(springs->colliders,
               [&](SpringCollider& collider) { line_collider(line, collider); });
    line.word("groups");
    line.block(springs->groups, [&](SpringGroup& group) { line_group(line, group); });
    line.word("chains");
    line.block(springs->chains, [&](SpringChain& chain) { line_chain(line, chain); });
  } else {
    line.word("none");
  }
  line.text_unless("as", what, "");
}

}  // namespace marrow
