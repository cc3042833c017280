// Tabs, tools and axes: no menu, the tool strip and the keyboard have them.
#include "app/command_parts.h"

namespace marrow::app {

namespace {

template <Tab kTab>
void go_to(Editor& editor) {
  set_tab(editor, kTab);
}

template <Tab kTab>
bool is_on(const Editor& editor) {
  return editor.tab == kTab;
}

void use_tool(Editor& editor, Tool tool) {
  if (transforms_at_once(editor.shell.preferences.keymap))
    begin_transform(editor, tool);
  else
    set_tool(editor, tool);
}

template <Tool kTool>
void transform(Editor& editor) {
  use_tool(editor, kTool);
}

}  // namespace

std::vector<Command> tool_commands() {
  constexpr MenuPlace kMenu = MenuPlace::none;
  return {
      {.id = "tab.layout",
       .label = "Layout",
       .menu = kMenu,
       .tooltip = "Place meshes and skeletons in the world.",
       .run = go_to<Tab::layout>,
       .checked = is_on<Tab::layout>},
      {.id = "tab.rig",
       .label = "Rig",
       .menu = kMenu,
       .tooltip = "Edit bones and what they reach.",
       .run = go_to<Tab::rig>,
       .checked = is_on<Tab::rig>},
      {.id = "tab.pose",
       .label = "Pose",
       .menu = kMenu,
       .tooltip = "Turn joints; the mesh follows.",
       .run = go_to<Tab::pose>,
       .checked = is_on<Tab::pose>},
      {.id = "tab.toggle",
       .label = "Rig / Pose",
       .menu = kMenu,
       .shortcuts = {key(SDLK_TAB)},
       .tooltip = "Between Rig and Pose.",
       .run = [](Editor& editor) { set_tab(editor, editor.tab == Tab::rig ? Tab::pose : Tab::rig); }},
      {.id = "tool.select",
       .label = "Select",
       .menu = kMenu,
       .tooltip = "Clicks and boxes select; no handles are in the way.",
       .run = [](Editor& editor) { set_tool(editor, Tool::select); }},
      {.id = "tool.move",
       .label = "Move",
       .menu = kMenu,
       .shortcuts = {key(SDLK_g)},
       .tooltip = "Arrows and squares; in Rig they drag the end of a bone.",
       .run = transform<Tool::move>},
      {.id = "tool.rotate",
       .label = "Rotate",
       .menu = kMenu,
       .shortcuts = {key(SDLK_r)},
       .tooltip = "Rings about the joint's origin.",
       .run = transform<Tool::rotate>},
      {.id = "tool.scale",
       .label = "Scale, in Rig the radius",
       .menu = kMenu,
       .shortcuts = {key(SDLK_s)},
       .tooltip = "Boxes on the axes; in Rig, how far the joint reaches.",
       .run = [](Editor& editor) { use_tool(editor, editor.tab == Tab::rig ? Tool::radius : Tool::scale); }},
      {.id = "view.orientation",
       .label = "World or joint axes",
       .menu = kMenu,
       .shortcuts = {key(SDLK_COMMA)},
       .tooltip = "Along which axes the handles stand.",
       .run =
           [](Editor& editor) {
             const bool world = editor.orientation == GizmoOrientation::world;
             editor.orientation = world ? GizmoOrientation::joint : GizmoOrientation::world;
             editor.wants_redraw = true;
           }},
  };
}

}  // namespace marrow::app
