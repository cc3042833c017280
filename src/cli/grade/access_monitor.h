// Detects accesses of a sandboxed program to private files: the sandbox's root has decoys, which
// are empty folders and files with the names of private ones, and accesses to them are recorded.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "platform/users.h"

namespace marrow::cli {

class AccessMonitor {
 public:
  /// Creates a temporary folder, in which `plant` puts the decoys. Throws std::runtime_error if
  /// that fails.
  explicit AccessMonitor(std::function<void(AccessMonitor&)> plant);
  ~AccessMonitor();  ///< removes it
  AccessMonitor(const AccessMonitor&) = delete;
  AccessMonitor& operator=(const AccessMonitor&) = delete;

  /// Replaces the folder by a new one with the same decoys, as no check may find what another left
  /// behind. Findings are kept.
  void renew();

  const std::filesystem::path& root() const { return root_; }
  const std::filesystem::path& program() const { return program_; }

  /// Makes a folder for a mount. Absolute paths, here and below.
  void leave_room(const std::filesystem::path& folder);
  /// A private folder, or a private file in one; `whose` for messages: "good's folder".
  void plant_folder(const std::filesystem::path& path, const std::string& whose);
  void plant_file(const std::filesystem::path& path);
  /// The program to run, where its user can reach it.
  void place_program(const std::filesystem::path& path);
  /// Starts recording accesses, once everything is planted.
  void watch();

  /// Reads the accesses since the last call.
  void look();
  /// "wrote outside its folder: /class/good/marks", "tried to read good's folder:
  /// /class/good/task3.cpp"; a few, then a count.
  std::vector<std::string> findings() const;
  /// Whether the program writes so much that it should be stopped.
  bool is_overrun() const { return written_.size() > kMostWritten; }

 private:
  static constexpr std::size_t kMostWritten = 64;
  void watch_folder(const std::filesystem::path& folder);
  void make_root();
  void remove_root();
  void note(const std::filesystem::path& path, const platform::FolderWatch::Event& event);

  std::function<void(AccessMonitor&)> plant_;
  std::filesystem::path root_, program_;
  std::unique_ptr<platform::FolderWatch> watch_;
  std::string blindness_;                                ///< why watching fails, or empty
  std::map<int, std::filesystem::path> watched_;         ///< as the sandbox sees them
  std::map<std::filesystem::path, std::string> owners_;  ///< of private folders
  std::set<std::filesystem::path> read_, written_;
};

}  // namespace marrow::cli
