// Lessons: text, questions and small things to do on the sample (edit/lesson.h). No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"
#include "editor/lesson/lesson_state.h"

namespace marrow {

/// Shows the Lesson tab, with the list of lessons if none is under way.
void show_lessons(Editor& editor);
/// Begins a lesson on the sample, after asking about unsaved work. A file that is none is reported.
void begin_lesson(Editor& editor, const std::filesystem::path& path);
/// Once a frame: brings the sample, once it is open, to the lesson's beginning.
void advance_lesson(Editor& editor);
void on_document_replaced(LessonState& state);
/// Whether the step can be left: its question is answered rightly and its conditions were met.
bool is_step_done(const LessonState& state);
/// The states of the step's conditions. A condition that does not fit the scene says so.
std::vector<ConditionState> check_step(const Editor& editor, LessonState& state);
/// Does the step's script.
void do_step(Editor& editor, const LessonState& state);
/// The lesson after this one in the list; nullptr: none.
const LessonFile* next_lesson(const LessonState& state);

}  // namespace marrow
