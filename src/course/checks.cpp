#include <array>
#include <exception>
#include <fmt/format.h>

#include "course/cases.h"

namespace marrow::course {

std::string_view title_of(int task) {
  constexpr std::array<std::string_view, kTasks> kTitles{
      "Kinematics", "Increments",       "Capsules",   "Skinning",           "Inverse kinematics",
      "Splines",    "Dual quaternions", "Delta mush", "Centers of rotation"};
  return kTitles.at(std::size_t(task - 1));
}

std::string_view name_of(Stage stage) {
  static constexpr std::array<std::string_view, std::size_t(Stage::center_blend) + 1> kNames{
      "kinematics",  "increment",     "closest point",   "find_joints",
      "weights",     "skin",          "normals",         "gradient",
      "unit spline", "curve",         "dual quaternion", "blended motion",
      "smooth",      "surface_frame", "delta_mush",      "blend about the center"};
  return std::size_t(stage) < kNames.size() ? kNames[std::size_t(stage)] : "";
}

Outcome without_result(std::string got, std::string reason) {
  Outcome outcome;
  outcome.passed = false;
  outcome.expected = "a result";
  outcome.got = std::move(got);
  outcome.names_mistake = !reason.empty();
  outcome.likely_reason = std::move(reason);
  return outcome;
}

/// Recognizes exceptions of std::vector by their text.
static std::string reason_of(const std::exception& error) {
  const std::string what = error.what();
  // The texts of GCC's and of LLVM's library.
  if (what.find("_M_range_check") != std::string::npos || what == "vector")
    return "an index beyond the end of a vector: at() threw";
  if (what.find("max_size()") != std::string::npos ||
      what.find("length_error") != std::string::npos)
    return "a size that no vector can have: a negative number, or one that was never set?";
  return "the function threw this itself: a result is expected for every input that rig.h allows";
}

static bool is_complete(const Tasks& tasks) {
  bool has_all = true;
  for_each_function(
      [&](const auto& body) { has_all = has_all && tasks.*body.in_tasks != nullptr; });
  return has_all;
}

static unsigned current_seed = 1;
void set_input_seed(unsigned seed) { current_seed = seed; }
unsigned input_seed() { return current_seed; }

static Variant current_variant;
void set_variant(Variant variant) { current_variant = std::move(variant); }
const Variant& variant() { return current_variant; }

/// The outcome of a check that passed, after another run with changed inputs.
static Outcome run_varied(const Check& check, const Tasks& tasks, const Outcome& passed) {
  Outcome outcome = check.run(varied(tasks, {.shrinks = check.task == 3}));
  if (outcome.passed) return passed;
  call_with_other_inputs(tasks, check.task);  // so that no function keeps anything of these inputs
  const Outcome beside_others = check.run(varied(tasks, {.moves = false, .calls_others = true}));
  if (!beside_others.passed) outcome = beside_others;
  outcome.names_mistake = !beside_others.passed;
  outcome.likely_reason =
      beside_others.passed
          ? "right for these inputs, but not where everything is moved, rotated and scaled by one "
            "motion, and the result brought back: does a limit hold for one size only?"
          : "right when called once, but between calls with other inputs of the same size the "
            "function keeps something of them: no static or global variables";
  return outcome;
}

Outcome run_check(const Check& check, const Tasks& tasks) {
  if (!is_complete(tasks))
    return without_result("an implementation is missing",
                          "every function of the contract must be in the table of tasks");
  try {
    const Outcome outcome = check.run(tasks);
    return outcome.passed && !check.is_timed ? run_varied(check, tasks, outcome) : outcome;
  } catch (const std::exception& error) {
    return without_result(fmt::format("an exception: {}", error.what()), reason_of(error));
  } catch (...) {
    return without_result("an exception", {});
  }
}

}  // namespace marrow::course
