#include "editor/lesson/lessons.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "editor/files/scripts.h"
#include "editor/files/welcome.h"
#include "io/file.h"

namespace marrow {

namespace {

constexpr std::size_t kLessonCap = 1u << 20;  // bytes

Lesson read_lesson(const std::filesystem::path& path) {
  try {
    return parse_lesson(io::read_file(path.string(), kLessonCap));
  } catch (const std::invalid_argument& error) {
    throw io::Error(path.string(), "", error.what());
  }
}

std::vector<LessonFile> shipped_lessons() {
  std::vector<LessonFile> lessons;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(media_folder() / "lessons", error)) {
    if (entry.path().extension() != ".md") continue;
    try {
      lessons.push_back({entry.path(), read_lesson(entry.path()).title});
    } catch (const io::Error&) {
      // the list omits files that are not lessons
    }
  }
  std::sort(lessons.begin(), lessons.end(),
            [](const LessonFile& a, const LessonFile& b) { return a.path < b.path; });
  return lessons;
}

}  // namespace

void show_lessons(Editor& editor) {
  editor.lesson.is_open = true;
  if (editor.lesson.files.empty()) editor.lesson.files = shipped_lessons();
  editor.right_tab = RightTab::lesson;
  editor.wants_redraw = true;
}

void begin_lesson(Editor& editor, const std::filesystem::path& path) {
  try {
    editor.lesson.lesson = read_lesson(path);
  } catch (const io::Error& error) {
    return say(editor, error.what(), true);
  }
  editor.lesson.path = path;
  editor.lesson.step = 0;
  editor.lesson.answers.assign(editor.lesson.lesson->steps.size(), std::nullopt);
  editor.lesson.are_reached.assign(editor.lesson.lesson->steps.size(), false);
  editor.lesson.checked.reset();
  show_lessons(editor);
  dismiss_welcome(editor, editor.welcome);
  editor.lesson.awaits_scene = true;
  if (editor.lesson.owns_scene)
    open_sample(editor);
  else
    request_sample(editor);
}

void advance_lesson(Editor& editor) {
  LessonState& state = editor.lesson;
  if (!editor.files.pending) state.awaits_scene = false;  // the sample is open, or the user refused
  if (!state.must_begin) return;
  state.must_begin = false;
  if (state.lesson && !state.lesson->begin.empty())
    do_script(editor, state.lesson->title, state.lesson->begin);
}

void on_document_replaced(LessonState& state) {
  state.owns_scene = state.must_begin = std::exchange(state.awaits_scene, false);
  state.checked.reset();
}

bool is_step_done(const LessonState& state) {
  const LessonStep& step = state.lesson->steps[state.step];
  const bool is_answered = !step.question || state.answers[state.step] == step.question->right;
  return is_answered && (step.until.empty() || state.are_reached[state.step]);
}

const std::vector<ConditionState>& check_step(const Editor& editor, LessonState& state) {
  const LessonState::Checked now{state.step, editor.document.revision(),
                                 coverage(editor.deformer).covered};
  std::vector<ConditionState>& states = state.conditions;
  if (std::exchange(state.checked, now) == now) return states;
  states.clear();
  for (const std::string& condition : state.lesson->steps[state.step].until) {
    try {
      states.push_back(state_of(condition, editor.document, editor.deformer));
    } catch (const std::invalid_argument& error) {
      states.push_back({false, fmt::format("Not on this scene: {}", error.what())});
    }
  }
  if (!states.empty() && std::all_of(states.begin(), states.end(),
                                     [](const ConditionState& one) { return one.is_met; }))
    state.are_reached[state.step] = true;
  return states;
}

void do_step(Editor& editor, const LessonState& state) {
  const LessonStep& step = state.lesson->steps[state.step];
  do_script(editor, step.title, step.script);
}

const LessonFile* next_lesson(const LessonState& state) {
  for (std::size_t i = 0; i + 1 < state.files.size(); ++i)
    if (state.files[i].path == state.path) return &state.files[i + 1];
  return nullptr;
}

}  // namespace marrow
