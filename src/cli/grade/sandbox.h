// A sandbox for commands, and a monitor that records when a program in it accesses private files:
// the sandbox's root has decoys, empty folders and files with the names of private ones.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/files.h"
#include "platform/users.h"

namespace marrow::cli {

class AccessMonitor {
 public:
  /// Creates a temporary folder, in which `plant` puts the decoys. Throws std::runtime_error if
  /// that fails.
  explicit AccessMonitor(std::function<void(AccessMonitor&)> plant);
  ~AccessMonitor();  ///< removes the folder
  AccessMonitor(const AccessMonitor&) = delete;
  AccessMonitor& operator=(const AccessMonitor&) = delete;

  /// Replaces the folder by a new one with the same decoys, because no check may find what another
  /// left behind. Findings are kept.
  void renew();

  const std::filesystem::path& root() const { return root_; }
  const std::filesystem::path& program() const { return program_; }

  /// Makes a folder to mount something on. Paths are absolute, here and below.
  void leave_room(const std::filesystem::path& folder);
  /// Plants a decoy folder, or a decoy file in one; `whose` for messages: "good's folder".
  void plant_folder(const std::filesystem::path& path, const std::string& whose);
  void plant_file(const std::filesystem::path& path);
  /// Puts the program to run where its user can reach it.
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
  std::map<int, std::filesystem::path> watched_;         ///< paths as the sandbox sees them
  std::map<std::filesystem::path, std::string> owners_;  ///< of private folders
  std::set<std::filesystem::path> read_, written_;
};

struct SandboxLimits {
  double seconds = 60.0;  ///< processor time
  /// Address space, and in a sandbox what is written to /tmp and /dev/shm, together.
  int megabytes = 4096;
  int file_megabytes = 256;  ///< of each file
  int processes = 0;         ///< of the user at a time; 0: any number
};

class Sandbox {
 public:
  /// Looks for bubblewrap in PATH and tries it out. Throws std::runtime_error if the grader is root
  /// and other graders have all users.
  Sandbox();
  bool isolates() const { return isolates_; }
  /// Whether the grader is root, so that it can run commands as other users.
  bool has_users() const { return has_users_; }
  const std::string& problem() const { return problem_; }  ///< why nothing is isolated, or empty

  static constexpr unsigned kUsers = 256;  ///< per grader
  /// A user without an account that only this grader uses, distinct for n < kUsers: submissions
  /// that run at the same time must not reach one another.
  unsigned user_of(std::size_t n) const { return first_user_ + unsigned(n % kUsers); }

  /// Paths that the command may read besides /usr, under the same names.
  struct View {
    std::vector<std::filesystem::path> readable;
    std::filesystem::path writable;  ///< one folder, or empty
  };
  /// `command` in a sandbox: no network, no other processes, no files but the view, no environment;
  /// its temporary files are in the writable folder. Its first word is a path. Without isolation it
  /// runs as `user` if has_users().
  std::vector<std::string> around(const std::vector<std::string>& command, const View& view,
                                  unsigned user, const SandboxLimits& limits) const;

  /// Like around(), for the program of `monitor`, which sees only itself and the decoys; always as
  /// `user` if has_users().
  std::vector<std::string> around_stranger(const AccessMonitor& monitor, unsigned user,
                                           const SandboxLimits& limits) const;
  /// Makes folders for the mounts of every sandbox.
  static void prepare(AccessMonitor& monitor);

  /// Hands a folder and its contents to `user`, if has_users().
  void give(const std::filesystem::path& folder, unsigned user) const;
  /// If submissions are isolated by users alone: kills the processes that the user's commands left
  /// running, and removes the files that they wrote in public folders.
  void end_all_of(unsigned user) const;

 private:
  static constexpr unsigned kFirstUser = 61184, kGraders = 16;

  void take_users();
  void add_walls(std::vector<std::string>& words, const AccessMonitor* monitor,
                 int megabytes) const;
  void close_walls(std::vector<std::string>& words) const;
  bool works(bool as_user);
  std::vector<std::string> beginning(unsigned user, bool as_user) const;

  std::string bubblewrap_;  ///< its path
  std::string problem_;
  bool isolates_ = false, has_users_ = false;
  bool sizes_ = false;       ///< bubblewrap can limit files in memory; else none are writable
  bool drops_user_ = false;  ///< bubblewrap itself runs as another user
  unsigned first_user_ = kFirstUser;
  std::optional<platform::FileLock> users_;  ///< keeps the users for this grader alone
};

}  // namespace marrow::cli
