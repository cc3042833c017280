// Commands of brushes and touch-ups, in the Rig menu.
#include "editor/commands/command_parts.h"
#include "editor/drag_state.h"
#include "editor/paint/paint.h"

namespace marrow {

namespace {

bool has_brush(const Editor& editor) { return paints(editor); }

template <Brush kBrush>
Command brush_command(const char* id) {
  return {
      .id = id,
      .label = choice_row(kBrush).title,
      .tooltip = choice_row(kBrush).help,
      .enabled = has_nodes,
      .run = [](Editor& editor) { use_brush(editor, kBrush); },
      .checked =
          [](const Editor& editor) { return paints(editor) && editor.painting.brush == kBrush; }};
}

/// Meshes with touch-ups: the active one, else those of the shown skeleton.
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
  constexpr const char* kNeeds = "only with the brush";
  return {
      brush_command<Brush::add>("paint.add"),
      brush_command<Brush::take_away>("paint.take_away"),
      brush_command<Brush::smooth>("paint.smooth"),
      brush_command<Brush::sharpen>("paint.sharpen"),
      brush_command<Brush::erase>("paint.erase"),
      {.id = "paint.next_brush",
       .label = "Next brush",
       .shortcuts = {key('c')},
       .tooltip = "Add, take away, smooth, sharpen, back to the capsule.",
       .enabled = has_nodes,
       .run = next_brush,
       .separator_before = true},
      {.id = "paint.larger",
       .label = "Larger brush",
       .shortcuts = {key('='), key('+'), shift('+'), shift('='), key(keys::kPadPlus)},
       .tooltip = "The brush paints further around the pointer.",
       .enabled = has_brush,
       .run = [](Editor& editor) { resize_brush(editor, true); },
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.smaller",
       .label = "Smaller brush",
       .shortcuts = {key('-'), key(keys::kPadMinus)},
       .tooltip = "The brush paints less far around the pointer.",
       .enabled = has_brush,
       .run = [](Editor& editor) { resize_brush(editor, false); },
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.stronger",
       .label = "Stronger brush",
       .shortcuts = {alt('='), alt('+'), alt_shift('+'), alt_shift('='), alt(keys::kPadPlus)},
       .tooltip = "A stroke changes weights by more.",
       .enabled = has_brush,
       .run = [](Editor& editor) { strengthen_brush(editor, true); },
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.weaker",
       .label = "Weaker brush",
       .shortcuts = {alt('-'), alt(keys::kPadMinus)},
       .tooltip = "A stroke changes weights by less.",
       .enabled = has_brush,
       .run = [](Editor& editor) { strengthen_brush(editor, false); },
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.front_only",
       .label = "Front only",
       .shortcuts = {shift('d')},
       .tooltip = "The brush paints only what faces you; otherwise it goes through the mesh.",
       .enabled = has_brush,
       .run = [](Editor& editor) { editor.painting.front_only = !editor.painting.front_only; },
       .checked = [](const Editor& editor) { return editor.painting.front_only; },
       .needs = kNeeds},
      {.id = "paint.dab",
       .label = "Dab",
       .shortcuts = {alt('d')},
       .tooltip = "One dab of the brush under the pointer, or in the middle of the picture if the "
                  "pointer is elsewhere.",
       .enabled = has_brush,
       .run = paint_dab,
       .needs = kNeeds,
       .repeats = true},
      {.id = "paint.remove",
       .label = "Remove touch-ups",
       .tooltip = "Removes the painted weights from the selected mesh, or from all meshes of this "
                  "skeleton: the capsules' weights come back.",
       .enabled = [](const Editor& editor) { return !touched_meshes(editor).empty(); },
       .run = remove_touch_ups,
       .separator_before = true,
       .needs = "nothing is painted"},
  };
}

}  // namespace marrow
