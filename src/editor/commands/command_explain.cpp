// Commands of explanations (a joint's matrices, a vertex in slow motion, the increment lens) and of
// the assignment.
#include "editor/commands/command_parts.h"
#include "editor/course/course.h"
#include "editor/course/explain.h"
#include "editor/course/explain_state.h"
#include "editor/course/lens.h"
#include "editor/editor.h"

namespace marrow {

std::vector<Command> explain_commands() {
  return {
      {.id = "view.explain",
       .label = "Explain: the joint's matrices",
       .tooltip = "L, Ul, W, B and T of the active joint, live, with their formulas; copied as C++ "
                  "or NumPy.",
       .run = [](Editor& editor) { show_explain_tab(editor); },
       .checked = [](const Editor& editor) { return editor.right_tab == RightTab::explain; },
       .separator_before = true},
      {.id = "view.slow_motion",
       .label = "Skinning in slow motion",
       .tooltip = "The explained vertex goes from v to B\u207b\u00b9 v, to W B\u207b\u00b9 v, to "
                  "the weighted mean, with each joint that holds it.",
       .enabled = [](const Editor& editor) { return editor.explain.mesh != kNoId; },
       .run =
           [](Editor& editor) { play_slow_motion(editor, editor.explain, !editor.explain.plays); },
       .checked = [](const Editor& editor) { return editor.explain.plays; },
       .needs = "Alt+click a vertex first"},
      {.id = "view.lens",
       .label = "Increment lens",
       .tooltip = "While a ring turns a joint: the axis in the world, in the parent's frame and in "
                  "the joint's, and the resulting Ul.",
       .run =
           [](Editor& editor) {
             editor.explain_panel.lens = !lens_is_on(editor, editor.explain_panel);
           },
       .checked = [](const Editor& editor) { return lens_is_on(editor, editor.explain_panel); }},
      {.id = "view.course",
       .label = "Course",
       .tooltip =
           "The tasks of the assignment with their checks: run them, and go to where one failed.",
       .run = [](Editor& editor) { show_course_tab(editor, editor.course); },
       .checked = [](const Editor& editor) { return editor.right_tab == RightTab::course; }},
  };
}

std::vector<Command> course_commands() {
  return {
      {.id = "course.run_all",
       .label = "Run all checks",
       .tooltip = "Every check of the assignment on src/rig/student, each in a process of its own.",
       .enabled = [](const Editor& editor) { return why_no_checks(editor.course).empty(); },
       .run =
           [](Editor& editor) {
             show_course_tab(editor, editor.course);
             run_all_checks(editor, editor.course);
           },
       .needs = "checks cannot be run here: see View, Course"},
      {.id = "course.leave",
       .label = "Back from a check's case",
       .tooltip = "Returns to your own document, as you left it.",
       .enabled = [](const Editor& editor) { return is_visiting(editor); },
       .run = [](Editor& editor) { return_to_own(editor); },
       .needs = "no case is on show"},
  };
}

}  // namespace marrow
