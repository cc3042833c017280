// The note next to an autosaved scene: JSON that lists its files with their sizes and checksums. It
// is written last, so all listed files are complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

struct RecoveryNote {
  std::filesystem::path document;  ///< the path that Save would write to; empty: never saved
  std::string name;                ///< the name that the window shows ("human.glb")
  std::string label;               ///< label of the last step ("Rotate elbow.L")
  std::uint64_t steps = 0;         ///< edits since the scene was opened
  std::int64_t time = 0;           ///< time of the autosave: seconds since 1970, UTC
  std::string version;             ///< the program's version

  /// A file in the note's folder, with its expected size and checksum.
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::string checksum;
    bool operator==(const File&) const = default;
  };
  /// Where to find the mesh of scene node `node`: at node `mesh` of the file meshes[file].
  struct Place {
    Id node = kNoId;
    std::size_t file = 0;
    Id mesh = kNoId;
    bool operator==(const Place&) const = default;
  };
  File scene;  ///< the scene without its meshes
  std::vector<File> meshes;
  std::vector<Place> places;

  /// The edits before the autosaved state, and the undone ones after it.
  struct Past {
    File scene;  ///< the scene before the first edit, without meshes
    std::vector<Place> places;
    std::string label;                ///< label of the step that produced `scene`
    std::vector<std::string> lines;   ///< the edits
    std::vector<std::string> labels;  ///< labels of the steps, one per line
    std::size_t current = 0;          ///< number of lines that are done
    bool operator==(const Past&) const = default;
  };
  std::optional<Past> past{};  ///< none in notes of older versions
  bool operator==(const RecoveryNote&) const = default;
};

/// Writes the JSON. A document path that is not UTF-8 is omitted, because Save must not write to a
/// wrong path.
std::string text_of(const RecoveryNote& note);

/// Reads a note. Throws Error if the file is missing or not JSON, a member is missing or of the
/// wrong type, or a file name leads out of the folder.
RecoveryNote read_recovery_note(const std::filesystem::path& path);

/// A File with the given name, and the size and checksum of the bytes.
RecoveryNote::File described(std::string name, const std::string& bytes);

/// Throws Error if the file in `folder` does not match the note.
void check_file(const std::filesystem::path& folder, const RecoveryNote::File& file);

}  // namespace marrow::io
