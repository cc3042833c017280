// Functions with which the batch commands open and save scenes, and check which files they may
// write. The rule: nothing is destroyed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/options.h"
#include "cli/printing.h"
#include "io/formats.h"
#include "rig/implementations.h"
#include "rig/skinning/deformer.h"

namespace marrow::cli {

/// The kind of a file that a command writes. The file's name must have a matching ending.
enum class Content {
  scene,    ///< a format that can be written
  surface,  ///< a format that can hold the posed surface
  picture,  ///< .png
  film,     ///< .mp4, .webm, .webp, .gif, or numbered .png
  text      ///< any ending but those of scenes and pictures
};

struct Output {
  const char* option;  ///< for messages: "-o"
  std::string path;    ///< empty: not requested; "-": standard output
  Content content;
};

/// Whether two paths lead to one file; false if one of them does not exist.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UsageError if a name has a wrong ending or two outputs are one file, and io::Error if an
/// output is one of the files in `read`. Only a scene may replace the first of these; the old file
/// is kept as .bak. Must be called before anything is computed, and again when all files are known.
void check_outputs(const std::vector<Output>& outputs,
                   const std::vector<std::filesystem::path>& read);

/// Makes a folder if it does not exist. Throws io::Error, which mentions `option`, if it cannot.
void make_folder(const std::string& folder, const char* option);

/// Writes to a file, to standard output ("-"), or into an existing device or pipe.
void write_text(const std::string& path, const std::string& text);

/// io::load() with a progress bar on a terminal. `outputs`: the files that the command will write.
/// Throws like io::load() and check_outputs(), and std::runtime_error after Ctrl-C.
io::Loaded load(const std::string& file, const std::vector<Output>& outputs = {});

/// A time of one of the file's motions, to be skinned or drawn instead of the saved pose.
struct Moment {
  std::optional<float> seconds{};  ///< >= 0, clamped to the motion; none: the pose in the file
  std::string motion{};            ///< its name; empty: the first one
};

/// The scene's motion called `name`; for "#N" the N-th from 0; for an empty name the first. Throws
/// io::Error, which mentions `option`, if there is no such motion.
std::shared_ptr<const Motion> motion_named(const std::string& file, const Scene& scene,
                                           const std::string& option, const std::string& name);

/// The scene at a time of a motion. Throws io::Error if there is no such motion.
Scene at_moment(const std::string& file, Scene scene, const Moment& moment);

/// Prints warnings to standard error, one line each: "marrow: FILE: warning: ...".
void print_warnings(const std::string& file, const std::vector<std::string>& warnings);

/// The implementation that a command uses. A student's unfinished functions run in a separate
/// process: if they crash or loop, only that process ends, and require_implementation() reports it.
/// Must be called first, before the command has threads.
const Tasks& implementation_of(Backend backend);
/// Runs any implementation in a separate process, one per program. `seconds`: limit for all calls
/// together.
const Tasks& contained(const Tasks& implementation, double seconds);
/// Throws std::runtime_error, "find_joints was stopped by signal 11 (Segmentation fault)", if that
/// process has ended: results since then are useless.
void require_implementation();
/// The scene bound, posed and skinned by a backend. Throws like require_implementation().
Deformer deformed(const Scene& scene, Backend backend);

/// Writes the scene in the format of `path`: with skeleton and pose, or only the deformed surface
/// (OBJ). `options` may request an export. A VRM file gets the scene as its preset prepares it
/// (edit/export_presets.h), or as it is if `is_at_rest`. Returns a list of what was lost. Throws
/// io::Error.
std::vector<std::string> save_scene(const std::string& path, const Scene& scene, Backend backend,
                                    io::SaveOptions options = {}, bool is_at_rest = false);

}  // namespace marrow::cli
