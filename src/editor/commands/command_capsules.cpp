// Commands of capsules, in the Rig menu: symmetry, fits, comparison, uncovered islands.
#include "editor/bench/body_measuring.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/bench/islands.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"

namespace marrow {

namespace {

/// The switch of the present tab.
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
