// Commands that run apart from the rest of the machine, with bubblewrap; or, where that is not to be had, only with limits.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace marrow::cli {

struct SandboxLimits {
  double seconds = 60.0;  ///< of work
  int megabytes = 4096;   ///< address space
  int file_megabytes = 256;
};

class Sandbox {
 public:
  /// Tries bubblewrap out.
  Sandbox();
  bool isolates() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }  ///< why there is no isolation, or empty

  /// What it may see besides /usr: folders and files of this machine, under the same names.
  struct View {
    std::vector<std::filesystem::path> readable;
    std::filesystem::path writable;  ///< one folder, or empty
  };
  /// `command` with walls around it: no network, no other processes, nothing to be seen or written but the view. Its first word is a path.
  std::vector<std::string> around(const std::vector<std::string>& command, const View& view, const SandboxLimits& limits) const;

 private:
  std::string problem_;
};

}  // namespace marrow::cli
