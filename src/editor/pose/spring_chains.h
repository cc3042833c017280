// Chains of joints that swing. Each edit is one undo step; with symmetric editing it changes both
// sides. No ImGui.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edit/spring_edits.h"
#include "editor/editor.h"

namespace marrow {

/// The place of the active joint in a chain; none if it is in no chain.
std::optional<SpringPlace> active_spring(const Session& session);

/// Adds a chain from the active joint down; a toast reports its joints.
void add_spring_chain(Editor& editor);
bool can_add_spring_chain(const Editor& editor);
/// Removes the active joint's chain and the colliders that no other chain needs.
void remove_spring_chain(Editor& editor);

/// The capsules of the other selected joints become colliders of the active joint's chain.
void add_spring_colliders(Editor& editor);
bool can_add_spring_colliders(const Editor& editor);
void remove_spring_colliders(Editor& editor);
bool has_spring_colliders(const Editor& editor);

/// True if there is a motion and a joint that swings.
bool can_bake_springs(const Editor& editor);

/// Where a joint (and, with symmetric editing, its partner) is in a chain. Joints in no chain are
/// left out.
std::vector<SpringPlace> springs_meant(const Session& session, Id joint);

/// The edit that applies `change` to a joint, those below it in its chain, and their partners.
template <typename Change>
op::SetSprings spring_operation(const Session& session, Id joint, std::string what,
                                const Change& change) {
  Springs springs = springs_of(session.document.scene());
  for (const SpringPlace& place : springs_meant(session, joint))
    change_from(springs, place, change);
  return {std::move(springs), std::move(what)};
}

}  // namespace marrow
