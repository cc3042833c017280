// Users of this machine, programs that they may run, and watching what a program does to folders.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace marrow::platform {

/// A program that is not trusted can be kept from files, memory and processor time. Where not, a
/// class is not graded.
bool can_limit_programs();
/// This process may give commands another user's rights.
bool is_administrator();
/// Hands a file, a link itself or a folder without what is in it to a user and the group of the
/// same number.
std::error_code give_to_user(const std::filesystem::path& path, unsigned user);
bool may_run(const std::filesystem::path& program);
/// The program's path as a shell finds it, or empty.
std::filesystem::path find_program(const std::string& name);
/// A new folder among the temporary ones that only this user may look into. Throws
/// std::runtime_error.
std::filesystem::path make_temporary_folder(const std::string& name_begins);

/// Notes what is opened and changed in folders.
class FolderWatch {
 public:
  FolderWatch();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// Why nothing can be watched, or empty.
  const std::string& problem() const { return problem_; }
  /// From now on; what is in its folders is not noted. The number of the folder in events, or a
  /// negative one where the system watches no more.
  int add(const std::filesystem::path& folder);

  struct Event {
    int folder = -1;       ///< see add()
    std::string name;      ///< of what is in it; empty: the folder itself
    bool changes = false;  ///< made, written, renamed or removed; else only opened
    bool makes_folder = false;
  };
  /// What happened since the last call.
  std::vector<Event> take();

 private:
  [[maybe_unused]] int queue_ = -1;
  std::string problem_;
};

}  // namespace marrow::platform
