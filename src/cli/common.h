// Functions of all batch commands: open, save, and turn an error into one line and an exit status.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/outputs.h"
#include "cli/usage_error.h"
#include "io/formats.h"
#include "rig/implementations.h"
#include "rig/skinning/deformer.h"

namespace marrow::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

/// Runs a command; an exception becomes "marrow: FILE: place: what was expected" on standard error
/// and the exit status.
int guarded(const std::string& file, const std::function<void()>& body);

/// The exit status of a program that ends with `status`: kFailed, with a line on standard error,
/// where not all that it printed could be written.
int with_output_written(int status);

/// io::load() with a progress bar on a terminal. `outputs`: what the command will write; throws
/// what check_outputs() throws. Ctrl-C stops it: std::runtime_error.
io::Loaded load(const std::string& file, const std::vector<Output>& outputs = {});

/// A moment of one of the file's motions, to be skinned or drawn instead of the saved pose.
struct Moment {
  std::optional<float> seconds{};  ///< >= 0, clamped to the motion; none: the pose in the file
  std::string motion{};            ///< its name; empty: the first one
};

/// The scene's motion of that name, or of "#N" the N-th from 0 on; the first where it is empty.
/// Throws io::Error, which says that `option` wanted it, without a motion or one of that name.
std::shared_ptr<const Motion> motion_named(const std::string& file, const Scene& scene,
                                           const std::string& option, const std::string& name);

/// The scene at a moment of a motion. Throws io::Error without a motion, or without one of that
/// name.
Scene at_moment(const std::string& file, Scene scene, const Moment& moment);

/// Prints warnings to standard error, one line each: "marrow: FILE: warning: ...".
void print_warnings(const std::string& file, const std::vector<std::string>& warnings);

/// The implementation of a command. A student's unfinished functions run in a process of their own:
/// only that ends when they crash or loop, and require_implementation() reports it. To be called
/// first, while the command has no threads.
const Tasks& implementation_of(Backend backend);
/// The same for any implementation, one per program. `seconds`: limit for all calls together.
const Tasks& contained(const Tasks& implementation, double seconds);
/// Throws std::runtime_error, "find_joints was stopped by signal 11 (Segmentation fault)", if they
/// went down: results since then are useless.
void require_implementation();
/// The scene bound, posed and skinned by the functions of a backend, all of them alive.
Deformer deformed(const Scene& scene, Backend backend);

/// Writes the scene in the format of `path`: with skeleton and pose, or the deformed surface only
/// (OBJ). `options` may ask for an export. Returns what was lost. Throws io::Error.
std::vector<std::string> save_scene(const std::string& path, const Scene& scene, Backend backend,
                                    io::SaveOptions options = {});

}  // namespace marrow::cli
