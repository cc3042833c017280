#include "cli/common.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <memory>

#include "cli/printing.h"
#include "course/implementation_process.h"
#include "edit/derived.h"
#include "rig/playback.h"

namespace marrow::cli {
namespace {

/// The process of the student's functions, once a command uses them.
std::unique_ptr<course::ImplementationProcess> implementation_process;

}  // namespace

io::Loaded load(const std::string& file, const std::vector<Output>& outputs) {
  check_outputs(outputs, {file});
  using Clock = std::chrono::steady_clock;
  const auto shown_after = Clock::now() + std::chrono::milliseconds(300);
  ProgressBar progress(100);
  io::Loaded loaded = io::load(file, [&, show = progress.callback(file)](double share) {
    return Clock::now() < shown_after || show(share);
  });
  check_outputs(outputs, loaded.files);
  return loaded;
}

std::shared_ptr<const Motion> motion_named(const std::string& file, const Scene& scene,
                                           const std::string& option, const std::string& name) {
  if (scene.motions.empty())
    throw io::Error(file, option, "expected a file with a motion, this one has none");
  if (name.empty()) return scene.motions.front();
  std::size_t index = 0;
  if (const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), index);
      name.front() == '#' && error == std::errc() && end == name.data() + name.size() &&
      index < scene.motions.size())
    return scene.motions[index];
  std::string names;
  for (const std::shared_ptr<const Motion>& one : scene.motions) {
    if (one->name == name) return one;
    names += (names.empty() ? "" : ", ") + one->name;
  }
  throw io::Error(file, option + " " + name,
                  fmt::format("expected the name of a motion in this file: {} (or its number, "
                              "#0 to #{})",
                              names, scene.motions.size() - 1));
}

Scene at_moment(const std::string& file, Scene scene, const Moment& moment) {
  if (!moment.seconds) return scene;
  const char* option = moment.motion.empty() || scene.motions.empty() ? "--time" : "--motion";
  const auto motion = motion_named(file, scene, option, moment.motion);
  return at_time(scene, *motion, *moment.seconds);
}

void print_warnings(const std::string& file, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) print_error(file + ": warning: " + warning);
}

const Tasks& contained(const Tasks& implementation, double seconds) {
  constexpr std::size_t kMostBytes = std::size_t(4) << 30;
  implementation_process.reset();
  implementation_process = std::make_unique<course::ImplementationProcess>(
      implementation, course::Limits{seconds, kMostBytes});
  return implementation_process->tasks();
}

const Tasks& implementation_of(Backend backend) {
  constexpr double kSeconds = 60.0;
  const Tasks& own = tasks_of(backend);
  if (&own != &student::tasks()) return own;
  return implementation_process ? implementation_process->tasks() : contained(own, kSeconds);
}

void require_implementation() {
  if (implementation_process && implementation_process->end())
    throw std::runtime_error(implementation_process->end()->what +
                             "; nothing was written. marrow grade names the check that shows it");
}

Deformer deformed(const Scene& scene, Backend backend) {
  Deformer deformer = Deformer::with(implementation_of(backend));
  deformer.update(scene);
  require_implementation();
  return deformer;
}

std::vector<std::string> save_scene(const std::string& path, const Scene& scene, Backend backend,
                                    io::SaveOptions options) {
  const io::Format* format = io::format_of(path);
  const Deformer deformer = deformed(scene, backend);
  if (format != nullptr && !format->can_save_scene() && format->can_save_posed())
    options.purpose = io::Purpose::posed;
  std::vector<std::string> warnings = deformer.problems();
  const std::vector<std::string> losses =
      io::save(path, scene, derived_from(deformer, scene), options);
  warnings.insert(warnings.end(), losses.begin(), losses.end());
  return warnings;
}

}  // namespace marrow::cli
