// Commands that run apart from the rest of the machine, with bubblewrap; or, where that is not to
// be had, only with limits.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/grade/access_monitor.h"

namespace marrow::cli {

struct SandboxLimits {
  double seconds = 60.0;  ///< of work
  int megabytes = 4096;   ///< address space
  int file_megabytes = 256;
};

class Sandbox {
 public:
  /// Looks for bubblewrap in PATH and tries it out.
  Sandbox();
  bool isolates() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }  ///< why there is no isolation, or empty

  /// What the command may read besides /usr: folders and files of this machine, under the same
  /// names.
  struct View {
    std::vector<std::filesystem::path> readable;
    std::filesystem::path writable;  ///< one folder, or empty
  };
  /// `command` in a sandbox: no network, no other processes, and nothing to read or write but the
  /// view. Its first word is a path.
  std::vector<std::string> around(const std::vector<std::string>& command, const View& view,
                                  const SandboxLimits& limits) const;

  /// The same for a program that sees nothing of this machine but itself; everything else is the
  /// decoys of `monitor`. The monitor is prepared for it, and used by one such command at a time.
  std::vector<std::string> around_stranger(const std::filesystem::path& program,
                                           const AccessMonitor& monitor,
                                           const SandboxLimits& limits) const;
  /// Leaves room for what stands in every sandbox.
  static void prepare(AccessMonitor& monitor);

 private:
  std::string bubblewrap_;  ///< its path
  std::string problem_;
};

}  // namespace marrow::cli
