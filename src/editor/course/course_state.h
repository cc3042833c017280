// State of the Course tab: results, the run under way, the case on show. No ImGui, no GL.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/runner.h"
#include "edit/document.h"
#include "rig/contract.h"
#include "rig/skinning/deformer.h"

namespace marrow {

struct CheckCase {
  std::size_t check = 0;             ///< index into course::checks()
  std::optional<Deformer> expected;  ///< of the scene with the expected mesh; none if unknown
  // World space.
  std::vector<std::vector<glm::vec3>> ghost;           ///< edges of the expected mesh
  std::vector<glm::vec3> expected_points, got_points;  ///< that differ
  std::vector<glm::vec3> arrows_from;                  ///< one per point if points are arrow tips
  std::vector<glm::vec3> asked_points;                 ///< whose nearest points the check asked for
  std::optional<std::pair<glm::vec3, glm::vec3>> worst;  ///< expected and got of the named point
  glm::vec3 worst_from{0.0f};                            ///< its arrow's start
};

struct CourseState {
  bool is_open = false;           ///< the tab exists
  std::filesystem::path program;  ///< this program, which runs the checks; empty: unknown
  std::unique_ptr<course::Runner> runner;
  std::vector<std::size_t> asked;          ///< the checks of the run, indices into course::checks()
  bool times_textbook = false;             ///< the run only times the textbook's functions
  std::vector<course::Result> results;     ///< one per check; empty before the first run
  std::map<std::string, double> textbook;  ///< milliseconds by check, if the textbook is built in
  std::array<bool, kTasks> is_unfolded{};  ///< by task
  std::optional<std::size_t> chosen;       ///< the check whose details are shown
  std::optional<CheckCase> shown;

  // A student's functions are called in this process only after a run has tried them.
  Tasks* implementation = nullptr;  ///< of document and deformer; nullptr: the engine
  bool is_trying = false;           ///< the first run is under way: only harmless stubs are called
  std::vector<course::UnsafeFunction> unsafe;
  std::unique_ptr<Tasks> tried;  ///< without the unsafe ones; nullptr until all checks were run
};

}  // namespace marrow
