// Lessons: text, questions and small things to do on the sample (edit/lesson.h). No ImGui.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "edit/lesson.h"
#include "editor/editor.h"

namespace marrow {

struct LessonFile {
  std::filesystem::path path;
  std::string title;
};

struct LessonState {
  bool is_open = false;           ///< the tab exists
  std::vector<LessonFile> files;  ///< lessons that ship with the program, read when the tab opens
  std::optional<Lesson> lesson;   ///< none: the list is shown
  std::filesystem::path path;     ///< the lesson's file
  bool awaits_scene = false;      ///< the sample is being opened, or the user is asked first
  bool owns_scene = false;        ///< the document is the lesson's: it may be replaced unasked
  bool must_begin = false;        ///< Lesson::begin must still be run on the document
  std::size_t step = 0;
  // One per step.
  std::vector<std::optional<std::size_t>> answers;  ///< the answer chosen last
  std::vector<char> are_reached;  ///< the step's conditions were met; an undo does not change that

  /// The states of the step's conditions, kept until one of these values changes.
  struct Checked {
    std::size_t step = 0;
    std::uint64_t revision = 0;  ///< Document::revision()
    std::uint32_t covered = 0;   ///< CoverageSummary::covered: bodies are measured later
    bool operator==(const Checked&) const = default;
  };
  std::optional<Checked> checked;
  std::vector<ConditionState> conditions;
};

/// Shows the Lesson tab, with the list of lessons if none is under way.
void show_lessons(Editor& editor);
/// Begins a lesson on the sample; asks about unsaved work. A file that is not a lesson is reported.
void begin_lesson(Editor& editor, const std::filesystem::path& path);
/// Call once per frame: runs Lesson::begin once the sample is open.
void advance_lesson(Editor& editor);
void on_document_replaced(LessonState& state);
/// Whether the step can be left: its question is answered correctly and its conditions were met.
bool is_step_done(const LessonState& state);
/// The states of the step's conditions. A condition that does not fit the scene reports that.
const std::vector<ConditionState>& check_step(const Editor& editor, LessonState& state);
/// Runs the step's script.
void do_step(Editor& editor, const LessonState& state);
/// The lesson after the current one in the list; nullptr if none.
const LessonFile* next_lesson(const LessonState& state);

}  // namespace marrow
