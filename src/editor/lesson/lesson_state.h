// State of the Lesson tab. No ImGui, no GL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "edit/lesson.h"

namespace marrow {

struct LessonFile {
  std::filesystem::path path;
  std::string title;
};

struct LessonState {
  bool is_open = false;           ///< the tab exists
  std::vector<LessonFile> files;  ///< that ship with the program, read when the tab is opened
  std::optional<Lesson> lesson;   ///< none: the list is shown
  std::filesystem::path path;     ///< its file
  bool awaits_scene = false;      ///< the sample is being opened, or the user asked
  bool owns_scene = false;        ///< the document is the lesson's: it may be replaced unasked
  bool must_begin = false;        ///< Lesson::begin has to be done to it
  std::size_t step = 0;
  // One per step.
  std::vector<std::optional<std::size_t>> answers;  ///< the last one that was chosen
  std::vector<char> are_reached;  ///< the step's conditions were met; an undo does not change that
};

}  // namespace marrow
