// The note beside an autosaved scene: JSON that lists its files and their content. Written last, so
// all listed files are complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace marrow::io {

struct RecoveryNote {
  std::filesystem::path document;  ///< where Save would have gone; empty: never saved
  std::string name;                ///< what the window called it ("human.glb")
  std::string label;               ///< of the last step ("Rotate elbow.L")
  std::uint64_t steps = 0;         ///< edits since it was opened
  std::int64_t time = 0;           ///< of that state: seconds since 1970, UTC
  std::string version;             ///< of the program

  /// A file in the note's folder, with the size and checksum that it must have.
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::string checksum;
    bool operator==(const File&) const = default;
  };
  /// The mesh of a node of the scene: that of node `mesh` in meshes[file].
  struct Place {
    Id node = kNoId;
    std::size_t file = 0;
    Id mesh = kNoId;
    bool operator==(const Place&) const = default;
  };
  File scene;  ///< all but the meshes
  std::vector<File> meshes;
  std::vector<Place> places;

  /// The edits before that state and the undone ones after it.
  struct Past {
    File scene;  ///< that they begin with, all but the meshes
    std::vector<Place> places;
    std::string label;                ///< of the step that has it
    std::vector<std::string> lines;   ///< of the edits
    std::vector<std::string> labels;  ///< of the steps, one per line
    std::size_t current = 0;          ///< lines done
    bool operator==(const Past&) const = default;
  };
  std::optional<Past> past{};  ///< notes of older versions have none
  bool operator==(const RecoveryNote&) const = default;
};

/// The JSON. A document's path that is not UTF-8 is left out, rather than a wrong one saved to.
std::string text_of(const RecoveryNote& note);

/// Reads a note. Throws Error: missing, not JSON, a member missing or of the wrong type, a file
/// name that leads out of the folder.
RecoveryNote read_recovery_note(const std::filesystem::path& path);

/// Size and checksum of a file's bytes, under a name.
RecoveryNote::File described(std::string name, const std::string& bytes);

/// Throws Error when the file in `folder` does not match the note.
void check_file(const std::filesystem::path& folder, const RecoveryNote::File& file);

}  // namespace marrow::io
