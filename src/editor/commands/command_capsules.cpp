// Commands about capsules: symmetry, Auto-fit, comparing settings, going to what is uncovered.
#include "editor/bench/auto_fit.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/bench/islands.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"

namespace marrow {

std::vector<Command> capsule_commands() {
  return {
      {.id = "rig.symmetric",
       .label = "Symmetric editing",
       .menu = MenuPlace::rig,
       .shortcuts = {shift('x')},
       .tooltip = "In Rig mode, edits of a joint also change its partner (.L and .R, Left and "
                  "Right); strokes of the brush go to the other side, too. Pose mode has a switch "
                  "of its own.",
       .enabled =
           [](const Editor& editor) {
             return editor.tab != Tab::pose || editor.tool == Tool::paint;
           },
       .run = [](Editor& editor) { editor.is_symmetric = !editor.is_symmetric; },
       .checked = [](const Editor& editor) { return editor.is_symmetric; },
       .separator_before = true,
       .needs = "not in the Pose tab"},
      {.id = "rig.fit",
       .label = "Auto-fit radius",
       .menu = MenuPlace::rig,
       .shortcuts = {key('a')},
       .tooltip = "The selected joints get the radius that holds their skin; with no joint "
                  "selected, all of them.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { auto_fit(editor); }},
      {.id = "rig.fit_all",
       .label = "Auto-fit all radii",
       .menu = MenuPlace::rig,
       .shortcuts = {shift('a')},
       .tooltip = "Every joint gets the radius that holds its skin, and a little more where "
                  "something is left over: one step.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { auto_fit_all(editor); }},
      {.id = "rig.taper",
       .label = "Taper the capsule",
       .menu = MenuPlace::rig,
       .shortcuts = {alt('s')},
       .tooltip = "The selected joints' capsules get a radius at each end that fits their skin; "
                  "again, one radius. Not the course's formula.",
       .enabled = [](const Editor& editor) { return active_joint(editor) != kNoId; },
       .run = [](Editor& editor) { taper(editor); },
       .checked =
           [](const Editor& editor) {
             const Joint* joint = joint_of(editor.document.scene(), active_joint(editor));
             return joint && joint->tip_radius.has_value();
           },
       .needs = "select a joint first"},
      {.id = "rig.fit_to",
       .label = "Fit the capsules to\u2026",
       .menu = MenuPlace::rig,
       .shortcuts = {alt_shift('a')},
       .tooltip = "Solves for radii, falloff and distance: to the weights that the file came with, "
                  "or so that every joint bends well.",
       .enabled = [](const Editor& editor) { return has_engine() && has_skeleton(editor); },
       .run = open_capsule_fit,
       .needs =
           has_engine() ? "no skeleton is shown" : "a handout lacks the program's own functions"},
      {.id = "view.show_uncovered",
       .label = "Go to what is uncovered",
       .menu = MenuPlace::rig,
       .tooltip = "Flies to the largest island of uncovered vertices; again, to the next one.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { show_next_island(editor, editor.viewport); }},
      {.id = "rig.compare",
       .label = "Compare two settings",
       .menu = MenuPlace::rig,
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
