#include "cli/common.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <fstream>

#include "base/text.h"
#include "course/implementation_process.h"
#include "edit/derived.h"
#include "edit/export_presets.h"
#include "io/error.h"
#include "io/numbered_files.h"
#include "io/write_file.h"
#include "rig/playback.h"
#include "view/export/film_writer.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

bool names_file(const Output& output) { return !output.path.empty() && output.path != "-"; }

bool ends_right(const Output& output) {
  const io::Format* format = io::format_of(output.path);
  const bool is_picture = lower(fs::path(output.path).extension().string()) == ".png";
  if (output.content == Content::scene) return format != nullptr && format->can_save();
  if (output.content == Content::surface) return format != nullptr && format->can_save_posed();
  if (output.content == Content::picture) return is_picture;
  if (output.content == Content::text) return format == nullptr && !is_picture;
  return is_picture ? io::read_number_pattern(fs::path(output.path).filename().string()).has_value()
                    : view::film_format_of(output.path).has_value();
}

/// ".glb, .gltf or .obj"
std::string endings(bool (io::Format::*can)() const) {
  std::vector<std::string> all;
  for (const io::Format& format : io::formats())
    if ((format.*can)()) all.insert(all.end(), format.extensions.begin(), format.extensions.end());
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += (i == 0 ? "." : i + 1 < all.size() ? ", ." : " or .") + all[i];
  return text;
}

std::string expected_ending(Content content) {
  const std::string name = "a name that ends in ";
  if (content == Content::scene) return name + endings(&io::Format::can_save);
  if (content == Content::surface) return name + endings(&io::Format::can_save_posed);
  if (content == Content::picture) return name + ".png";
  if (content == Content::film) return name + ".mp4, .webm, .webp or .gif, or NAME_%04d.png";
  return "the name of a text, not of a scene or a picture";
}

/// Whether two paths lead to the same place, even if no file exists there.
bool is_same_place(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return is_same_file(a, b) || fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

/// The process of the student's functions, once a command uses them.
std::unique_ptr<course::ImplementationProcess> implementation_process;

}  // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

void check_outputs(const std::vector<Output>& outputs, const std::vector<fs::path>& read) {
  for (const Output& output : outputs)
    if (names_file(output) && !ends_right(output))
      throw UsageError(std::string(output.option) + " " + output.path + ": expected " +
                       expected_ending(output.content));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (names_file(outputs[i]) && names_file(outputs[j]) &&
          is_same_place(outputs[i].path, outputs[j].path))
        throw UsageError(std::string(outputs[j].option) + ", " + outputs[i].option +
                         ": expected two files, both are " + outputs[i].path);
  for (const Output& output : outputs)
    for (std::size_t i = 0; names_file(output) && i < read.size(); ++i)
      if (is_same_file(output.path, read[i]) && (i > 0 || output.content != Content::scene))
        throw io::Error(output.path, output.option,
                        "expected another file, this one is read" +
                            (i > 0 ? " with " + read.front().string() : std::string()));
}

void make_folder(const std::string& folder, const char* option) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw io::Error(folder, option, "expected a folder that can be written: " + error.message());
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    print(text);
  } else if (std::error_code error; std::filesystem::is_other(path, error)) {
    std::ofstream stream(path, std::ios::binary);
    if (!(stream << text << std::flush)) throw io::Error(path, "", "cannot be written");
  } else {
    io::write_file(path, text);
  }
}

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
                                    io::SaveOptions options, bool is_at_rest) {
  const io::Format* format = io::format_of(path);
  if (const ExportPreset* vrm = find_export_preset("vrm"); fits(*vrm, path) && !is_at_rest) {
    PreparedExport made = prepared_export(scene, {vrm, "as-they-are"}, implementation_of(backend));
    const std::vector<std::string> losses = save_scene(path, made.scene, backend, options, true);
    made.notes.insert(made.notes.end(), losses.begin(), losses.end());
    return made.notes;
  }
  const Deformer deformer = deformed(scene, backend);
  if (format != nullptr && !format->can_save_rig() && format->can_save_posed())
    options.purpose = io::Purpose::posed;
  std::vector<std::string> warnings = deformer.problems();
  const std::vector<std::string> losses =
      io::save(path, scene, derived_from(deformer, scene), options);
  warnings.insert(warnings.end(), losses.begin(), losses.end());
  return warnings;
}

}  // namespace marrow::cli
