#include "edit/operations/scene_operations.h"

#include <algorithm>
#include <memory>

#include "edit/name_rules.h"
#include "edit/operations/shared.h"
#include "io/avatar.h"

namespace marrow {
namespace {

/// Angles in radians.
void line_camera(Line& line, Camera& camera) {
  line.vector(camera.target);
  line.number("distance", camera.distance);
  line.number("yaw", camera.yaw);
  line.number("pitch", camera.pitch);
  line.number("field-of-view", camera.field_of_view);
  line.choice(camera.orthographic, "orthographic", "perspective");
}

void line_collider(Line& line, SpringCollider& collider) {
  line.id(collider.target);
  line.vector("from", collider.offset);
  if (line.has("to", collider.tail)) line.vector(*collider.tail);
  line.number("radius", collider.radius);
  if (line.has("tail", collider.tail_radius)) line.number(*collider.tail_radius);
}

void line_indices(Line& line, std::vector<std::size_t>& indices) {
  line.list(indices, "none", [&](std::size_t& index) { line.number(index); });
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

/// Chains and groups need no name.
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

Applied op::SetCameraMove::applied(const Scene& scene, const Tasks&) const {
  if (move && !is_valid(*move))
    return refused(
        "A view needs a finite place and direction and a distance above 0; views in between need "
        "rising shares between 0 and 1.");
  Scene changed = scene;
  changed.camera_move = move;
  return {std::move(changed), {}};
}

std::string op::SetCameraMove::label(const Scene&) const {
  return move ? "Camera move" : "Remove camera move";
}

void op::SetCameraMove::line(Line& line) {
  line.word("move-camera");
  if (!line.has("from", move)) return line.word("nowhere");
  line_camera(line, move->from);
  line.word("to");
  line_camera(line, move->to);
  if (!line.has("through", !move->between.empty())) return;
  line.list(move->between, "none", [&](CameraKey& key) {
    line.number(key.share);
    line_camera(line, key.camera);
  });
}

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
  if (line.has("colliders", springs)) {
    line.block(springs->colliders,
               [&](SpringCollider& collider) { line_collider(line, collider); });
    line.word("groups");
    line.block(springs->groups, [&](SpringGroup& group) {
      line.text(group.name);
      line.word("of");
      line_indices(line, group.colliders);
    });
    line.word("chains");
    line.block(springs->chains, [&](SpringChain& chain) { line_chain(line, chain); });
  } else {
    line.word("none");
  }
  line.text_unless("as", what, "");
}

Applied op::SetAvatar::applied(const Scene& scene, const Tasks&) const {
  Scene changed = scene;
  changed.carried = io::with_avatar_meta(scene.carried, {name, authors, license});
  return {std::move(changed), {}};
}

std::string op::SetAvatar::label(const Scene&) const { return "Name the model's authors"; }

void op::SetAvatar::line(Line& line) {
  line.word("avatar");
  line.text(name);
  line.word("by");
  line.list(authors, "none", [&](std::string& author) { line.text(author); });
  line.text("license", license);
}

}  // namespace marrow
