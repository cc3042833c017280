// Commands of the Rig menu: joints and falloff.
#include "app/command_parts.h"
#include "app/sheet_model.h"

namespace marrow::app {

namespace {

template <Falloff kFalloff>
void use_falloff(Editor& editor) {
  set_falloff(editor, kFalloff);
}

template <Falloff kFalloff>
bool uses_falloff(const Editor& editor) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  return skeleton != nullptr && skeleton->falloff == kFalloff;
}

}  // namespace

std::vector<Command> rig_commands() {
  constexpr MenuPlace kMenu = MenuPlace::rig;
  return {
      {.id = "rig.add_joint",
       .label = "Add joint",
       .menu = kMenu,
       .shortcuts = {key(SDLK_n), key(SDLK_e)},
       .tooltip = "Click in the mesh: the new joint ends halfway through it.",
       .run =
           [](Editor& editor) {
             if (editor.tab != Tab::rig) set_tab(editor, Tab::rig);
             set_tool(editor, Tool::add_joint);
           }},
      {.id = "rig.add_skeleton",
       .label = "Add skeleton",
       .menu = kMenu,
       .tooltip = "An empty skeleton to add joints to.",
       .run = [](Editor& editor) { perform(editor, op::AddSkeleton{}); }},
      {.id = "rig.children_ride",
       .label = "Children follow a moved tip",
       .menu = kMenu,
       .tooltip = "Dragging the end of a bone moves the joints that begin there.",
       .run = [](Editor& editor) { editor.children_ride = !editor.children_ride; },
       .checked = [](const Editor& editor) { return editor.children_ride; },
       .separator_before = true},
      {.id = "rig.inverse",
       .label = "Falloff: inverse distance",
       .menu = kMenu,
       .tooltip = "Weight 1 / distance: the course's formula.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::inverse>,
       .checked = uses_falloff<Falloff::inverse>,
       .separator_before = true},
      {.id = "rig.linear",
       .label = "Falloff: linear",
       .menu = kMenu,
       .tooltip = "Weight (r - d) / r: no jump at the capsule's surface.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::linear>,
       .checked = uses_falloff<Falloff::linear>},
      {.id = "rig.smooth",
       .label = "Falloff: smooth",
       .menu = kMenu,
       .tooltip = "Smoothstep of the linear falloff.",
       .enabled = has_skeleton,
       .run = use_falloff<Falloff::smooth>,
       .checked = uses_falloff<Falloff::smooth>},
      {.id = "bench.range_of_motion",
       .label = "Range of motion\u2026",
       .menu = kMenu,
       .tooltip = "Bends and twists each joint in turn and shows them worst first.",
       .enabled = has_skeleton,
       .run = open_sheet,
       .separator_before = true},
  };
}

}  // namespace marrow::app
