// Users of this machine and their programs, and watching folders for access.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace marrow::platform {

/// Whether an untrusted program can be kept from files, memory and processor time. If not, a class
/// is not graded.
bool can_limit_programs();
/// Whether this process may run commands as another user.
bool is_administrator();
/// Changes the owner of a file, a link (not its target) or a folder (not its contents) to a user
/// and the group with the same number.
std::error_code give_to_user(const std::filesystem::path& path, unsigned user);
bool may_run(const std::filesystem::path& program);
/// The program's path as a shell finds it; empty if none.
std::filesystem::path find_program(const std::string& name);
/// Makes a temporary folder that only this user may read. Throws std::runtime_error.
std::filesystem::path make_temporary_folder(const std::string& name_begins);

/// Records which files are opened and changed in folders.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// Why folders cannot be watched; empty if they can.
  const std::string& problem() const { return problem_; }
  /// Watches a folder from now on, without its subfolders. Returns the folder's number in events,
  /// or a negative number if the system cannot watch more folders.
  int add(const std::filesystem::path& folder);

  struct Event {
    int folder = -1;       ///< see add()
    std::string name;      ///< of the entry; empty: the folder itself
    bool changes = false;  ///< created, written, renamed or removed; else only opened
    bool makes_folder = false;
  };
  /// The events since the last call.
  std::vector<Event> take();

 private:
  [[maybe_unused]] int queue_ = -1;
  std::string problem_;
};

}  // namespace marrow::platform
