// The table of all file formats, for menus, drag and drop, browser and command line. All loading
// and saving goes through load() and save() below.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/error.h"
#include "io/export.h"
#include "io/loaded.h"

namespace marrow::io {

/// One kind of export to other programs, with the name that `convert --export` uses.
struct ExportWay {
  std::string name;    ///< "animation"
  std::string label;   ///< for a dialog
  std::string writes;  ///< the content of the file, for users
  std::string loses;   ///< data that the file cannot hold, for users
  SaveOptions options;
};
/// Four kinds: the rig with its animation (the default), the rig with its animation and its
/// blending as morph targets, the rig in its pose, the posed surface alone.
const std::vector<ExportWay>& export_ways();
const ExportWay* find_export_way(std::string_view name);  ///< nullptr: unknown name

/// Reads a whole file. load() checks why_invalid() afterwards. Throws Error and Stopped.
using Loader = Loaded (*)(const std::filesystem::path& path, LoadProgress& progress);
/// Writes a valid scene with write_file(); keeps the old file as .bak if options.keep_backup.
/// Throws Error. Returns warnings about data that the format could not hold.
using Saver = std::vector<std::string> (*)(const std::filesystem::path& path, const Scene& scene,
                                           const Derived& derived, const SaveOptions& options);

/// A row of the table. No member has a default, so that an incomplete row does not compile.
struct Format {
  std::string name;                     ///< "glTF binary"
  std::vector<std::string> extensions;  ///< lower case, no dot: {"glb"}
  Loader load;                          ///< nullptr: only written
  /// for Purpose::exchange, and Purpose::scene if `loses` is empty; nullptr: not supported
  Saver save_scene;
  Saver save_posed;   ///< for Purpose::posed; nullptr: not supported
  std::string loses;  ///< completes "saving as X loses ..."; empty: lossless

  bool can_load() const { return load != nullptr; }
  bool can_load_motion() const { return can_load() && loses.find("motions") == std::string::npos; }
  bool can_save_rig() const { return save_scene != nullptr; }
  bool can_save_scene() const { return can_save_rig() && loses.empty(); }
  bool can_save_posed() const { return save_posed != nullptr; }
  bool can_save() const { return can_save_rig() || can_save_posed(); }
};

const std::vector<Format>& formats();
/// The format for a path's extension, in any case; nullptr if it is unknown.
const Format* format_of(const std::filesystem::path& path);

/// Reads a whole file into a scene with why_invalid(scene) == "". Throws only Error, or Stopped
/// when `progress` returned false. Reports 1 at the end; shares never decrease and never come from
/// two threads at once.
Loaded load(const std::filesystem::path& path, const ProgressCallback& progress = {});

/// Writes atomically (temporary file in the same folder, fsync, rename, the old file kept as .bak
/// if `keep_backup`). Throws Error; the old file is then unchanged. Returns warnings (what the
/// format could not hold, the worst error of dropped influences).
std::vector<std::string> save(const std::filesystem::path& path, const Scene& scene,
                              const Derived& derived, const SaveOptions& options = {});

}  // namespace marrow::io
