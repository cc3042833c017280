// Tabs, tools and axes: in the tool strip and on the keyboard, in no menu.
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

void next_orientation(Session& session) {
  session.orientation =
      static_cast<GizmoOrientation>((static_cast<int>(session.orientation) + 1) % 4);
}

void next_pivot(Session& session) {
  session.pivot = static_cast<Pivot>((static_cast<int>(session.pivot) + 1) % 3);
}

}  // namespace

std::vector<Command> tool_commands() {
  constexpr MenuPlace kMenu = MenuPlace::none;
  return {
      {.id = "tab.layout",
       .label = "Layout",
       .menu = kMenu,
       .tooltip = "Where meshes and skeletons stand in the world. Joints are left alone.",
       .run = go_to<Tab::layout>,
       .checked = is_on<Tab::layout>},
      {.id = "tab.rig",
       .label = "Rig",
       .menu = kMenu,
       .tooltip = "The skeleton at rest: where bones begin and end and how far they reach. The "
                  "mesh is not bent by it.",
       .run = go_to<Tab::rig>,
       .checked = is_on<Tab::rig>},
      {.id = "tab.pose",
       .label = "Pose",
       .menu = kMenu,
       .tooltip = "Turn joints and the mesh follows. The rest position stays as it is.",
       .run = go_to<Tab::pose>,
       .checked = is_on<Tab::pose>},
      {.id = "tab.toggle",
       .label = "Rig / Pose",
       .menu = kMenu,
       .shortcuts = {key(keys::kTab)},
       .tooltip = "Switches between Rig mode, where the skeleton is made, and Pose mode, where it "
                  "is posed.",
       .run =
           [](Editor& editor) {
             set_tab(editor, editor.viewport, editor.tab == Tab::rig ? Tab::pose : Tab::rig);
           }},
      {.id = "tool.select",
       .label = "Select",
       .menu = kMenu,
       .tooltip = "Clicks and boxes select, and no handles are in the way.",
       .run = [](Editor& editor) { set_tool(editor, editor.viewport, Tool::select); }},
      {.id = "tool.move",
       .label = "Move",
       .menu = kMenu,
       .shortcuts = {key('g')},
       .tooltip = "Arrows move along an axis, squares in a plane. In Rig mode they drag the end of "
                  "a bone.",
       .run = transform<Tool::move>},
      {.id = "tool.rotate",
       .label = "Rotate",
       .menu = kMenu,
       .shortcuts = {key('r')},
       .tooltip = "Rings turn a joint about its origin. In Pose mode this bends the mesh.",
       .run = transform<Tool::rotate>},
      {.id = "tool.scale",
       .label = "Scale, in Rig the radius",
       .menu = kMenu,
       .shortcuts = {key('s')},
       .tooltip = "Boxes scale along the axes; in Rig mode they change the radius.",
       .run =
           [](Editor& editor) {
             use_tool(editor, editor.tab == Tab::rig ? Tool::radius : Tool::scale);
           }},
      {.id = "tool.paint",
       .label = "Paint weights",
       .menu = kMenu,
       .shortcuts = {key('d')},
       .tooltip = "A brush on the mesh: more or less weight for the selected joint, smoother or "
                  "sharper borders. Capsules stay alive below it.",
       .run = [](Editor& editor) { use_brush(editor, editor.painting.brush); }},
      {.id = "view.orientation",
       .label = "Axes of the handles",
       .menu = kMenu,
       .shortcuts = {key(',')},
       .tooltip = "Along which axes handles, typed numbers and steps run: the world's, the "
                  "parent's, the own, the view's.",
       .run = [](Editor& editor) { next_orientation(editor); }},
      {.id = "view.pivot",
       .label = "Pivot",
       .menu = kMenu,
       .shortcuts = {key('.')},
       .tooltip = "What turns and scales go about: each one's own base, the middle of the "
                  "selection, the skeleton's base.",
       .run = [](Editor& editor) { next_pivot(editor); }},
      {.id = "tool.snap",
       .label = "Snap always",
       .menu = kMenu,
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
       .menu = kMenu,
       .shortcuts = {key('b')},
       .tooltip = "Drag a box, also where handles or joints are in the way; with Shift it adds, "
                  "with Ctrl it takes away.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { arm_box(editor, editor.viewport); }},
      {.id = "pose.symmetric",
       .label = "Symmetric posing",
       .menu = MenuPlace::pose,
       .shortcuts = {shift('x')},
       .tooltip = "Turning a joint turns its partner (.L and .R, Left and Right) as its mirror "
                  "image. Off by default.",
       .enabled =
           [](const Editor& editor) {
             return editor.tab == Tab::pose && editor.tool != Tool::paint;
           },
       .run = [](Editor& editor) { editor.is_symmetric_pose = !editor.is_symmetric_pose; },
       .checked = [](const Editor& editor) { return editor.is_symmetric_pose; },
       .separator_before = true,
       .needs = "only in the Pose tab, and not with the brush"},
  };
}

}  // namespace marrow
