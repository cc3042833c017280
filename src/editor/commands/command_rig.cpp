// Commands of the Rig menu: joints, objects on them, falloff, blending; capsules: symmetry, fits,
// comparison, uncovered islands.
#include <fmt/format.h>
#include <utility>

#include "edit/figure/figure_skeleton.h"
#include "editor/bench/body_measuring.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/bench/islands.h"
#include "editor/bench/sheet_model.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/panels/joint_actions.h"
#include "editor/tools.h"
#include "editor/viewport/drag.h"

namespace marrow {

namespace {

bool has_unbound_mesh(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (is_unbound_mesh(scene, int(n))) return true;
  return false;
}

void add_human(Editor& editor) {
  const Scene& scene = editor.document.scene();
  const std::vector<FigureBone> bones = human_bones_in(bounds_of_unbound(scene));
  if (bones.empty()) return say(editor, "Each mesh has a skeleton, or is flat.", true);
  if (!perform(editor, human_skeleton(scene, bones))) return;
  set_tab(editor, editor.viewport, Tab::rig);
  set_tool(editor, editor.viewport, Tool::move);
  say(editor, fmt::format("{} joints: click one, drag its arrows into place; then Fit all radii",
                          bones.size()));
}

template <int kPieces>
void split(Editor& editor) {
  split_selected(editor, kPieces);
}

template <int kPieces>
Command split_command(const char* id, const char* label) {
  return {.id = id,
          .label = label,
          .tooltip =
              "Cuts the selected bones into a chain of shorter ones; what hangs on them keeps its "
              "place.",
          .enabled = has_joint,
          .run = split<kPieces>,
          .submenu = "Split bone in"};
}

/// True if the shown skeleton already has these choices.
bool has_choices(const Editor& editor, const SkeletonChoices& choices) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  return skeleton != nullptr && choices.differing_from(*skeleton) == SkeletonChoices();
}

template <Falloff kFalloff>
Command falloff_command() {
  static const std::string id = std::string("rig.") + choice_row(kFalloff).id;
  static const std::string label = std::string("Falloff: ") + choice_row(kFalloff).title;
  return {
      .id = id.c_str(),
      .label = label.c_str(),
      .tooltip = choice_row(kFalloff).help,
      .enabled = has_skeleton,
      .run = [](Editor& editor) { set_choices(editor, {.falloff = kFalloff}); },
      .checked = [](const Editor& editor) { return has_choices(editor, {.falloff = kFalloff}); },
      .separator_before = kFalloff == kFalloffs.front().value,
      .submenu = "Falloff"};
}

bool measures_through_body(const Editor& editor) {
  return has_choices(editor, {.metric = Metric::body});
}

template <Blend kBlend>
Command blend_command() {
  static const std::string id = std::string("rig.blend_") + choice_row(kBlend).id;
  return {.id = id.c_str(),
          .label = choice_row(kBlend).title,
          .tooltip = choice_row(kBlend).help,
          .enabled = has_skeleton,
          .run = [](Editor& editor) { set_choices(editor, {.blend = kBlend}); },
          .checked = [](const Editor& editor) { return has_choices(editor, {.blend = kBlend}); },
          .submenu = "Blending"};
}

template <std::size_t... kIndex>
void add_blends(std::vector<Command>& commands, std::index_sequence<kIndex...>) {
  (commands.push_back(blend_command<Blend(kIndex)>()), ...);
}

void use_next_blend(Editor& editor) {
  const auto present = std::size_t(skeleton_on_show(editor)->blend);
  set_choices(editor, {.blend = static_cast<Blend>((present + 1) % kBlends.size())});
}

template <std::size_t... kIndex>
void add_falloffs(std::vector<Command>& commands, std::index_sequence<kIndex...>) {
  (commands.push_back(falloff_command<Falloff(kIndex)>()), ...);
}

}  // namespace

std::vector<Command> rig_commands() {
  std::vector<Command> commands = {
      {.id = "rig.add_joint",
       .label = "Add joint",
       .shortcuts = {key('n')},
       .tooltip = "Click in the mesh: the new bone ends halfway through it, where bones belong.",
       .run =
           [](Editor& editor) {
             if (editor.tab != Tab::rig) set_tab(editor, editor.viewport, Tab::rig);
             set_tool(editor, editor.viewport, Tool::add_joint);
           }},
      {.id = "rig.extrude",
       .label = "Extrude",
       .shortcuts = {key('e')},
       .tooltip = "Grows a new bone from the tip of the selected one, under the pointer; a click "
                  "places it.",
       .enabled = has_nodes,
       .run = extrude},
      {.id = "rig.add_skeleton",
       .label = "Add empty skeleton",
       .tooltip = "An empty skeleton to add joints to. Meshes follow it once they are bound.",
       .run = [](Editor& editor) { perform(editor, op::AddSkeleton{}); }},
      {.id = "rig.add_human",
       .label = "Add human skeleton",
       .tooltip = "21 named joints in the box of the mesh, to be dragged into place.",
       .enabled = has_mesh,
       .run = add_human,
       .needs = "there is no mesh"},
      {.id = "rig.take_skeleton",
       .label = "Take the skeleton of a file...",
       .tooltip = "Finds the joints of this figure and of the file's, and carries the skeleton "
                  "over: names, limits, springs, radii.",
       .enabled = has_unbound_mesh,
       .run = browse<FileTask::skeleton_of>,
       .needs = "there is no mesh without a skeleton"},
      split_command<2>("rig.split_2", "2 pieces"),
      split_command<3>("rig.split_3", "3 pieces"),
      split_command<4>("rig.split_4", "4 pieces"),
      split_command<5>("rig.split_5", "5 pieces"),
      {.id = "rig.mirror",
       .label = "Mirror\u2026",
       .shortcuts = {key('m')},
       .tooltip = "Makes one side of the body the mirror image of the other, after a preview.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { open_mirror(editor, editor.panels); },
       .separator_before = true},
      {.id = "rig.mirror_selected",
       .label = "Mirror to the other side",
       .shortcuts = {shift('m')},
       .tooltip = "Mirrors the selected joints onto their partners by name (.L and .R, Left and "
                  "Right); creates missing partners.",
       .enabled = has_joint,
       .run = [](Editor& editor) { mirror_selected(editor); }},
      {.id = "rig.rename_many",
       .label = "Find and replace in names\u2026",
       .shortcuts = {{keys::kF2, true, false, false}},
       .tooltip = "Renames many joints at once, after a preview.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { open_find(editor, editor.panels); }},
      {.id = "rig.lock",
       .label = "Lock",
       .tooltip = "Edits of a locked joint are refused; it only follows its parents.",
       .enabled = has_joint,
       .run = toggle_locked,
       .live_label =
           [](const Editor& editor) { return std::string(are_locked(editor) ? "Unlock" : "Lock"); },
       .separator_before = true},
      {.id = "rig.hide",
       .label = "Hide capsule",
       .shortcuts = {key('h')},
       .tooltip = "Hides the capsules of the selected joints; their weights stay.",
       .enabled = has_joint,
       .run = toggle_hidden,
       .live_label =
           [](const Editor& editor) {
             return std::string(are_hidden(editor) ? "Show capsule" : "Hide capsule");
           }},
      {.id = "rig.show_all",
       .label = "Show all capsules",
       .shortcuts = {alt('h')},
       .tooltip = "Shows the capsules that were hidden one by one.",
       .enabled = [](const Editor& editor) { return !editor.show.hidden.empty(); },
       .run = [](Editor& editor) { show_all_capsules(editor); },
       .needs = "none is hidden"},
      {.id = "rig.hang_on_joint",
       .label = "Hang on selected joint",
       .tooltip =
           "The selected objects follow the selected joint rigidly from now on, like a sword "
           "in a hand; they stay where they are.",
       .enabled = [](const Editor& editor) { return hang_on_joint_operation(editor).has_value(); },
       .run = hang_on_joint,
       .separator_before = true,
       .needs = "select objects and one joint"},
      {.id = "rig.take_off_joint",
       .label = "Take off joint",
       .tooltip = "The selected objects stay where they are and follow no joint any longer.",
       .enabled = [](const Editor& editor) { return take_off_joint_operation(editor).has_value(); },
       .run = take_off_joint,
       .needs = "select an object that hangs on a joint"},
      {.id = "rig.children_ride",
       .label = "Children follow a moved tip",
       .tooltip = "Dragging the end of a bone moves its child joints along; otherwise "
                  "they keep their place.",
       .run = [](Editor& editor) { editor.children_ride = !editor.children_ride; },
       .checked = [](const Editor& editor) { return editor.children_ride; },
       .separator_before = true},
  };
  add_falloffs(commands, std::make_index_sequence<kFalloffs.size()>());
  commands.push_back({.id = "rig.through_body",
                      .label = "Distance through the body",
                      .shortcuts = {alt('b')},
                      .tooltip = choice_row(Metric::body).help,
                      .enabled = has_skeleton,
                      .run =
                          [](Editor& editor) {
                            set_choices(editor,
                                        {.metric = measures_through_body(editor) ? Metric::straight
                                                                                 : Metric::body});
                          },
                      .checked = measures_through_body});
  add_blends(commands, std::make_index_sequence<kBlends.size()>());
  commands.push_back({.id = "rig.next_blend",
                      .label = "Next blending",
                      .shortcuts = {alt('q')},
                      .tooltip = "The next blending of the submenu; after the last, linear again.",
                      .enabled = has_skeleton,
                      .run = use_next_blend,
                      .submenu = "Blending"});
  commands.push_back({.id = "bench.range_of_motion",
                      .label = "Range of motion\u2026",
                      .tooltip = "Bends and twists each joint in turn and lists the worst first.",
                      .enabled = has_skeleton,
                      .run = [](Editor& editor) { open_sheet(editor, editor.sheet); },
                      .separator_before = true});
  return commands;
}

namespace {

/// The present tab's switch for symmetric editing.
template <typename AnyEditor>
auto& symmetry_of(AnyEditor& editor) {
  return editor.tab == Tab::pose && editor.tool != Tool::paint ? editor.is_symmetric_pose
                                                               : editor.is_symmetric;
}

}  // namespace

std::vector<Command> capsule_commands() {
  return {
      {.id = "rig.symmetric",
       .label = "Symmetric",
       .shortcuts = {shift('x')},
       .tooltip = "Edits of a joint also change its partner (.L and .R, Left and Right); strokes "
                  "of the brush go to the other side, too. Posing has a switch of its own, off by "
                  "default.",
       .run = [](Editor& editor) { symmetry_of(editor) = !symmetry_of(editor); },
       .checked = [](const Editor& editor) { return symmetry_of(editor); },
       .separator_before = true},
      {.id = "rig.fit",
       .label = "Fit radii",
       .shortcuts = {key('a')},
       .tooltip = "Fits the radii of the selected joints to their skin; without a selection, of "
                  "all joints.",
       .enabled = has_nodes,
       .run =
           [](Editor& editor) {
             begin_fit(editor, editor.measuring.fit, selected_joints(editor));
           }},
      {.id = "rig.fit_all",
       .label = "Fit all radii",
       .shortcuts = {shift('a')},
       .tooltip = "Fits every joint's radius to its skin, and enlarges it where vertices would "
                  "stay uncovered; one step.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { begin_fit(editor, editor.measuring.fit, {}); }},
      {.id = "rig.taper",
       .label = "Taper the capsule",
       .shortcuts = {alt('s')},
       .tooltip = "The selected joints' capsules get a radius at each end that fits their skin; "
                  "again, one radius. Not the course's formula.",
       .enabled = has_joint,
       .run = [](Editor& editor) { taper(editor); },
       .checked =
           [](const Editor& editor) {
             const Joint* joint = joint_of(editor.document.scene(), active_joint(editor));
             return joint && joint->tip_radius.has_value();
           },
       .needs = "select a joint first"},
      {.id = "rig.fit_to",
       .label = "Fit thoroughly\u2026",
       .shortcuts = {alt_shift('a')},
       .tooltip = "Solves for radii, falloff and distance: so that every joint bends well, or for "
                  "the weights in the file. Takes a while, and shows before and after.",
       .enabled = [](const Editor& editor) { return has_engine() && has_skeleton(editor); },
       .run = open_capsule_fit,
       .needs =
           has_engine() ? "no skeleton is shown" : "a handout lacks the program's own functions"},
      {.id = "view.show_uncovered",
       .label = "Go to uncovered vertices",
       .tooltip = "Flies to the largest island of uncovered vertices; again, to the next one.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { show_next_island(editor, editor.viewport); }},
      {.id = "rig.compare",
       .label = "Compare two settings",
       .shortcuts = {key('\\')},
       .tooltip = "A divider in the picture: the document on its left, another falloff or other "
                  "radii on its right.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { set_comparing(editor, !editor.compare.is_on); },
       .checked = [](const Editor& editor) { return editor.compare.is_on; },
       .separator_before = true},
  };
}

}  // namespace marrow
