// State of the Assignment tab: results, the run under way, the case on show. No ImGui, no GL.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/runner.h"
#include "edit/document.h"
#include "rig/contract.h"
#include "rig/skinning/deformer.h"

namespace marrow {

struct CheckCase {
  std::size_t check = 0;             ///< index into course::checks()
  std::optional<Deformer> expected;  ///< of the same scene with its mesh where it should be; none:
                                     ///< the check says no such thing
  std::vector<std::vector<glm::vec3>> ghost;  ///< edges of that mesh, world space
  std::vector<glm::vec3> expected_points,
      got_points;  ///< that differ, where they are no mesh; world space
  std::vector<glm::vec3>
      arrows_from;  ///< one per point: both are tips of arrows from there; or none
  std::vector<glm::vec3> asked_points;  ///< world space: whose nearest the check asked for
  std::optional<std::pair<glm::vec3, glm::vec3>>
      worst;                   ///< expected and got of the vertex or point that the check names
  glm::vec3 worst_from{0.0f};  ///< where both are tips of arrows
};

struct CourseState {
  bool is_open = false;  ///< the tab is there
  std::filesystem::path
      program;  ///< this program, which runs the checks; empty: they cannot be run
  std::unique_ptr<course::Runner> runner;
  std::vector<std::size_t> asked;  ///< the checks of the run, indices into course::checks()
  bool times_textbook =
      false;  ///< the run is of the textbook's functions, for their milliseconds alone
  std::vector<course::Result> results;     ///< one per check; empty until something was run
  std::map<std::string, double> textbook;  ///< milliseconds by check, where the textbook is here
  std::array<bool, kTasks> is_unfolded{};  ///< by task
  std::optional<std::size_t> chosen;       ///< the check whose details are shown
  std::optional<CheckCase> shown;

  // A student's functions in this process: none of them before a run has tried them.
  Tasks* implementation =
      nullptr;             ///< what document and deformer call; nullptr where that is the engine
  bool is_trying = false;  ///< the first run is under way: functions are all harmless so far
  std::vector<course::UnsafeFunction> unsafe;
  std::unique_ptr<Tasks>
      tried;  ///< the student's functions without those; nothing until all checks were run
};

}  // namespace marrow
