// Commands isolated from the machine with bubblewrap, or where it is missing only with limits.
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

  /// Paths that the command may read besides /usr, under the same names.
  struct View {
    std::vector<std::filesystem::path> readable;
    std::filesystem::path writable;  ///< one folder, or empty
  };
  /// `command` in a sandbox: no network, no other processes, no files but the view. Its first word
  /// is a path.
  std::vector<std::string> around(const std::vector<std::string>& command, const View& view,
                                  const SandboxLimits& limits) const;

  /// The same for a program that sees only itself and the decoys of `monitor`, which was prepared
  /// for it and serves one such command at a time.
  std::vector<std::string> around_stranger(const std::filesystem::path& program,
                                           const AccessMonitor& monitor,
                                           const SandboxLimits& limits) const;
  /// Makes folders for the mounts of every sandbox.
  static void prepare(AccessMonitor& monitor);

 private:
  std::string bubblewrap_;  ///< its path
  std::string problem_;
};

}  // namespace marrow::cli
