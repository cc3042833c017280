#include "editor/pose/spring_chains.h"

#include <fmt/format.h>

#include "base/index.h"
#include "edit/motions/bake_springs.h"
#include "editor/editor.h"
#include "editor/pose/transport.h"
#include "editor/radius_edit.h"

namespace marrow {

namespace {

std::optional<SpringPlace> spring_at(const Session& session, Id joint) {
  const std::shared_ptr<const Springs>& springs = session.document.scene().springs;
  return springs && joint != kNoId ? find_spring(*springs, joint) : std::nullopt;
}

std::vector<Id> other_selected_joints(const Session& session) {
  std::vector<Id> joints;
  for (const Id id : session.document.selection())
    if (id != active_joint(session) && joint_of(session.document.scene(), id) != nullptr)
      joints.push_back(id);
  return joints;
}

/// The joints' partners; the joint itself where it has none.
std::vector<Id> mirrored(const Session& session, const std::vector<Id>& joints) {
  std::vector<Id> images;
  for (const Id joint : joints) {
    const Id partner = mirror_partner(session, joint);
    images.push_back(partner == kNoId ? joint : partner);
  }
  return images;
}

}  // namespace

std::optional<SpringPlace> active_spring(const Session& session) {
  return spring_at(session, active_joint(session));
}

std::vector<SpringPlace> springs_meant(const Session& session, Id joint) {
  std::vector<SpringPlace> places;
  for (const Id one : with_partners(session, {joint}))
    if (const auto place = spring_at(session, one)) places.push_back(*place);
  return places;
}

bool can_add_spring_chain(const Editor& editor) {
  const Id joint = active_joint(editor);
  return joint != kNoId && !spring_at(editor, joint);
}

void add_spring_chain(Editor& editor) {
  const Id joint = active_joint(editor);
  const Scene scene = editor.document.scene();
  if (chain_from(scene, joint).empty()) return;
  Springs springs = springs_of(scene);
  std::size_t count = 0;
  Scene now = scene;
  for (const Id first : with_partners(editor, {joint})) {
    if (chain_from(now, first).empty()) continue;
    count += springs.chains[add_chain(springs, now, first)].joints.size();
    now.springs = std::make_shared<const Springs>(springs);
  }
  const std::string name = name_of(scene, joint);
  if (!perform(editor, op::SetSprings{std::move(springs), "Springs from " + name})) return;
  say(editor, fmt::format("{} {} from {} on swing; bake them into a motion to see it", count,
                          count == 1 ? "joint" : "joints", name));
}

void remove_spring_chain(Editor& editor) {
  const Id joint = active_joint(editor);
  Springs springs = springs_of(editor.document.scene());
  std::vector<std::size_t> chains;
  for (const SpringPlace& place : springs_meant(editor, joint)) chains.push_back(place.chain);
  sort_unique(chains);
  for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain) remove_chain(springs, *chain);
  if (chains.empty()) return;
  perform(editor, op::SetSprings{std::move(springs),
                                 "Remove springs of " + name_of(editor.document.scene(), joint)});
}

bool can_add_spring_colliders(const Editor& editor) {
  return active_spring(editor) && !other_selected_joints(editor).empty();
}

void add_spring_colliders(Editor& editor) {
  const std::vector<Id> joints = other_selected_joints(editor);
  const Id joint = active_joint(editor);
  const Scene scene = editor.document.scene();
  Springs springs = springs_of(scene);
  const std::vector<SpringPlace> places = springs_meant(editor, joint);
  for (std::size_t side = 0; side < places.size(); ++side)
    add_colliders(springs, scene, places[side].chain,
                  side == 0 ? joints : mirrored(editor, joints));
  perform(editor,
          op::SetSprings{std::move(springs), "Colliders for springs of " + name_of(scene, joint)});
}

bool has_spring_colliders(const Editor& editor) {
  const auto place = active_spring(editor);
  return place && !colliders_of(*editor.document.scene().springs, place->chain).empty();
}

void remove_spring_colliders(Editor& editor) {
  const Id joint = active_joint(editor);
  Springs springs = springs_of(editor.document.scene());
  for (const SpringPlace& place : springs_meant(editor, joint))
    remove_colliders(springs, place.chain);
  perform(editor, op::SetSprings{std::move(springs), "Remove colliders for springs of " +
                                                         name_of(editor.document.scene(), joint)});
}

bool can_bake_springs(const Editor& editor) {
  return why_no_bake(editor.document.scene(), editor.transport.motion).empty();
}

}  // namespace marrow
