// Brushes and touch-ups (Rig).
#include <utility>

#include "editor/commands/command_parts.h"
#include "editor/drag_state.h"
#include "editor/paint/paint.h"

namespace marrow {

namespace {

constexpr const char* kSubmenu = "Touch-ups";

bool has_brush(const Editor& editor) { return paints(editor); }

template <Brush kBrush>
Command brush_command(const char* id) {
  return {
      .id = id,
      .label = choice_row(kBrush).title,
      .menu = MenuPlace::rig,
      .tooltip = choice_row(kBrush).help,
      .enabled = has_nodes,
      .run = [](Editor& editor) { use_brush(editor, kBrush); },
      .checked =
          [](const Editor& editor) { return paints(editor) && editor.painting.brush == kBrush; },
      .submenu = kSubmenu};
}

/// Meshes with touch-ups: the active one, else those of the skeleton on show.
std::vector<Id> touched_meshes(const Session& session) {
  const Scene& scene = session.document.scene();
  const Node* active = find_node(scene, session.document.active());
  if (active && active->touch_ups) return {active->id};
  std::vector<Id> meshes;
  const Id skeleton = shown_skeleton(session);
  for (const Node& node : scene.nodes)
    if (node.touch_ups && node.bound_to == skeleton) meshes.push_back(node.id);
  return meshes;
}

void remove_touch_ups(Editor& editor) {
  op::Sequence removal;
  for (const Id mesh : touched_meshes(editor))
    removal.operations.push_back(op::RemoveTouchUps{mesh});
  if (removal.operations.size() == 1)
    perform(editor, removal.operations.front());
  else
    perform(editor, removal);
}

}  // namespace

std::vector<Command> paint_commands() {
  constexpr MenuPlace kMenu = MenuPlace::rig;
  constexpr const char* kNeeds = "only with the brush";
  return {
      brush_command<Brush::add>("paint.add"),
      brush_command<Brush::take_away>("paint.take_away"),
      brush_command<Brush::smooth>("paint.smooth"),
      brush_command<Brush::sharpen>("paint.sharpen"),
      brush_command<Brush::erase>("paint.erase"),
      {.id = "paint.next_brush",
       .label = "Next brush",
       .menu = kMenu,
       .shortcuts = {key('c')},
       .tooltip = "Add, take away, smooth, sharpen, back to the capsule.",
       .enabled = has_nodes,
       .run = next_brush,
       .separator_before = true,
       .submenu = kSubmenu},
      {.id = "paint.larger",
       .label = "Larger brush",
       .menu = kMenu,
       .shortcuts = {key('='), key('+'), shift('+'), shift('='), key(keys::kPadPlus)},
       .tooltip = "The brush paints further around the pointer.",
       .enabled = has_brush,
       .run = [](Editor& editor) { resize_brush(editor, true); },
       .submenu = kSubmenu,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.smaller",
       .label = "Smaller brush",
       .menu = kMenu,
       .shortcuts = {key('-'), key(keys::kPadMinus)},
       .tooltip = "The brush paints less far around the pointer.",
       .enabled = has_brush,
       .run = [](Editor& editor) { resize_brush(editor, false); },
       .submenu = kSubmenu,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.stronger",
       .label = "Stronger brush",
       .menu = kMenu,
       .shortcuts = {alt('='), alt('+'), alt_shift('+'), alt_shift('='), alt(keys::kPadPlus)},
       .tooltip = "A stroke changes weights by more.",
       .enabled = has_brush,
       .run = [](Editor& editor) { strengthen_brush(editor, true); },
       .submenu = kSubmenu,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.weaker",
       .label = "Weaker brush",
       .menu = kMenu,
       .shortcuts = {alt('-'), alt(keys::kPadMinus)},
       .tooltip = "A stroke changes weights by less.",
       .enabled = has_brush,
       .run = [](Editor& editor) { strengthen_brush(editor, false); },
       .submenu = kSubmenu,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.front_only",
       .label = "Front only",
       .menu = kMenu,
       .shortcuts = {shift('d')},
       .tooltip = "The brush spares what faces away from you; otherwise it goes through.",
       .enabled = has_brush,
       .run = [](Editor& editor) { editor.painting.front_only = !editor.painting.front_only; },
       .checked = [](const Editor& editor) { return editor.painting.front_only; },
       .submenu = kSubmenu,
       .needs = kNeeds},
      {.id = "paint.dab",
       .label = "Dab",
       .menu = kMenu,
       .shortcuts = {alt('d')},
       .tooltip = "One dab of the brush under the pointer; in the middle of the picture where the "
                  "pointer is elsewhere.",
       .enabled = has_brush,
       .run = paint_dab,
       .submenu = kSubmenu,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.remove",
       .label = "Remove touch-ups",
       .menu = kMenu,
       .tooltip = "Takes away all that was painted on the meshes of this skeleton, or on the "
                  "selected one: the capsules' weights come back.",
       .enabled = [](const Editor& editor) { return !touched_meshes(editor).empty(); },
       .run = remove_touch_ups,
       .separator_before = true,
       .submenu = kSubmenu,
       .needs = "nothing is painted"},
  };
}

}  // namespace marrow
