// Commands of tabs, tools and axes: in the tool strip and on the keyboard, not in menus.
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/paint/paint.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"

namespace marrow {

namespace {

template <Tab kTab>
void go_to(Editor& editor) {
  set_tab(editor, editor.viewport, kTab);
}

template <Tab kTab>
bool is_on(const Editor& editor) {
  return editor.tab == kTab;
}

void use_tool(Editor& editor, Tool tool) {
  if (transforms_at_once(editor.preferences.keymap))
    begin_transform(editor, tool);
  else
    set_tool(editor, editor.viewport, tool);
}

template <Tool kTool>
void transform(Editor& editor) {
  use_tool(editor, kTool);
}

/// The next of `count` values; after the last, the first.
template <typename Value>
void step(Value& value, int count) {
  value = static_cast<Value>((int(value) + 1) % count);
}

}  // namespace

std::vector<Command> tool_commands() {
  return {
      {.id = "tab.layout",
       .label = "Layout",
       .tooltip = "Place meshes and skeletons in the world. Joints stay as they are.",
       .run = go_to<Tab::layout>,
       .checked = is_on<Tab::layout>},
      {.id = "tab.rig",
       .label = "Rig",
       .tooltip =
           "The skeleton at rest: place bones and set how far they reach. The mesh does not bend.",
       .run = go_to<Tab::rig>,
       .checked = is_on<Tab::rig>},
      {.id = "tab.pose",
       .label = "Pose",
       .tooltip = "Turn joints and the mesh follows. The rest position stays as it is.",
       .run = go_to<Tab::pose>,
       .checked = is_on<Tab::pose>},
      {.id = "tab.toggle",
       .label = "Rig / Pose",
       .shortcuts = {key(keys::kTab)},
       .tooltip = "Switches between Rig mode, where the skeleton is made, and Pose mode, where it "
                  "is posed.",
       .run =
           [](Editor& editor) {
             set_tab(editor, editor.viewport, editor.tab == Tab::rig ? Tab::pose : Tab::rig);
           }},
      {.id = "tool.select",
       .label = "Select",
       .tooltip = "Clicks and boxes select, and no handles are in the way.",
       .run = [](Editor& editor) { set_tool(editor, editor.viewport, Tool::select); }},
      {.id = "tool.move",
       .label = "Move",
       .shortcuts = {key('g')},
       .tooltip = "Arrows move along an axis, squares in a plane. In Rig mode they drag the end of "
                  "a bone.",
       .run = transform<Tool::move>},
      {.id = "tool.rotate",
       .label = "Rotate",
       .shortcuts = {key('r')},
       .tooltip = "Rings turn a joint about its origin. In Pose mode this bends the mesh.",
       .run = transform<Tool::rotate>},
      {.id = "tool.scale",
       .label = "Scale, in Rig the radius",
       .shortcuts = {key('s')},
       .tooltip = "Boxes scale along the axes; in Rig mode they change the radius.",
       .run =
           [](Editor& editor) {
             use_tool(editor, editor.tab == Tab::rig ? Tool::radius : Tool::scale);
           }},
      {.id = "tool.paint",
       .label = "Paint weights",
       .shortcuts = {key('d')},
       .tooltip = "A brush on the mesh: more or less weight for the selected joint, smoother or "
                  "sharper borders. Capsules can still be edited.",
       .run = [](Editor& editor) { use_brush(editor, editor.painting.brush); }},
      {.id = "view.orientation",
       .label = "Axes of the handles",
       .shortcuts = {key(',')},
       .tooltip = "Axes of handles, typed numbers and steps: the world's, the parent's, the "
                  "joint's own, the view's.",
       .run = [](Editor& editor) { step(editor.orientation, 4); }},
      {.id = "view.pivot",
       .label = "Pivot",
       .shortcuts = {key('.')},
       .tooltip = "Center of turns and scales: each joint's own base, the middle of the selection, "
                  "the skeleton's base.",
       .run = [](Editor& editor) { step(editor.pivot, 3); }},
      {.id = "tool.snap",
       .label = "Snap always",
       .shortcuts = {shift(keys::kTab)},
       .tooltip =
           "Drags go in whole steps; holding Ctrl turns that off. Without this, Ctrl turns it on.",
       .run =
           [](Editor& editor) {
             editor.preferences.snaps_always = !editor.preferences.snaps_always;
           },
       .checked = [](const Editor& editor) { return editor.preferences.snaps_always; }},
      {.id = "select.box",
       .label = "Box select",
       .shortcuts = {key('b')},
       .tooltip = "Drag a box, also over handles and joints; Shift adds, Ctrl removes.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { arm_box(editor, editor.viewport); }},
  };
}

}  // namespace marrow
