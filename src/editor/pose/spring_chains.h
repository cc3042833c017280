// Chains of joints that swing: made, set and baked by menus and the inspector. Each is one step, on
// both sides while symmetric editing is on. No ImGui.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edit/spring_edits.h"
#include "editor/session.h"

namespace marrow {

struct Editor;

/// The place of the active joint in a chain; none for another joint.
std::optional<SpringPlace> active_spring(const Session& session);

/// A chain from the active joint down. A toast says what it holds, or why there is none.
void add_spring_chain(Editor& editor);
bool can_add_spring_chain(const Editor& editor);
/// The active joint's chain, with colliders that no other chain needs.
void remove_spring_chain(Editor& editor);

/// The other selected joints become capsules that the active joint's chain stays out of.
void add_spring_colliders(Editor& editor);
bool can_add_spring_colliders(const Editor& editor);
void remove_spring_colliders(Editor& editor);
bool has_spring_colliders(const Editor& editor);

/// There is a motion, and something that swings.
bool can_bake_springs(const Editor& editor);

/// The place of a joint in its chain and, while symmetry is on, of its partner.
std::vector<SpringPlace> springs_meant(const Session& session, Id joint);

/// The edit that changes a joint that swings, those below it in its chain, and their partners.
template <typename Change>
op::SetSprings spring_operation(const Session& session, Id joint, std::string what,
                                const Change& change) {
  Springs springs = springs_of(session.document.scene());
  for (const SpringPlace& place : springs_meant(session, joint))
    change_from(springs, place, change);
  return {std::move(springs), std::move(what)};
}

}  // namespace marrow
