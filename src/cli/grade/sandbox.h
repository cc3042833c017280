// Commands isolated from the machine with bubblewrap; where that is not possible, run as another
// user; where that is not possible either, only with limits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/grade/access_monitor.h"
#include "platform/files.h"

namespace marrow::cli {

struct SandboxLimits {
  double seconds = 60.0;  ///< of work
  /// Address space, and in a sandbox what is written to /tmp and /dev/shm, together.
  int megabytes = 4096;
  int file_megabytes = 256;  ///< of each file
  int processes = 0;         ///< of that user; 0: any number
};

class Sandbox {
 public:
  /// Looks for bubblewrap in PATH and tries it out. Throws std::runtime_error if the grader is root
  /// and other graders have all users.
  Sandbox();
  bool isolates() const { return isolates_; }
  /// Whether the grader can give commands another user's rights: it is root.
  bool has_users() const { return has_users_; }
  const std::string& problem() const { return problem_; }  ///< why nothing is isolated, or empty

  static constexpr unsigned kUsers = 256;  ///< of a grader
  /// A user without an account, of this grader alone, for n < kUsers: submissions that run at
  /// the same time must not reach one another.
  unsigned user_of(std::size_t n) const { return first_user_ + unsigned(n % kUsers); }

  /// Paths that the command may read besides /usr, under the same names.
  struct View {
    std::vector<std::filesystem::path> readable;
    std::filesystem::path writable;  ///< one folder, or empty
  };
  /// `command` in a sandbox: no network, no other processes, no files but the view, no environment;
  /// its temporary files are in the writable folder.
  /// Its first word is a path. Without isolation it runs as `user` where there are users.
  std::vector<std::string> around(const std::vector<std::string>& command, const View& view,
                                  unsigned user, const SandboxLimits& limits) const;

  /// Like around(), for the program of `monitor`, which sees only itself and the decoys; always as
  /// `user` where there are users.
  std::vector<std::string> around_stranger(const AccessMonitor& monitor, unsigned user,
                                           const SandboxLimits& limits) const;
  /// Makes folders for the mounts of every sandbox.
  static void prepare(AccessMonitor& monitor);

  /// Hands a folder and what is in it to `user`, where there are users.
  void give(const std::filesystem::path& folder, unsigned user) const;
  /// If only the user is isolated: kills the processes that a user's commands left running, and
  /// removes the files that they wrote in public folders.
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
  bool sizes_ = false;       ///< bubblewrap can limit what is written to memory; else nothing is
  bool drops_user_ = false;  ///< bubblewrap itself runs as another user
  unsigned first_user_ = kFirstUser;
  std::optional<platform::FileLock> users_;  ///< others take other users while it exists
};

}  // namespace marrow::cli
