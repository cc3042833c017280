// Compiles a submission into a program that serves its functions (course/serve.h), with only the
// public headers: the compiler cannot see the textbook's functions.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "cli/grade/sandbox.h"
#include "cli/grade/submission.h"
#include "platform/child.h"

namespace marrow::cli {

class SubmissionBuilder {
 public:
  /// Copies headers and stubs of `source` to `stage`, and compiles the shared parts. Throws
  /// io::Error.
  SubmissionBuilder(const std::filesystem::path& source, const std::filesystem::path& stage,
                    const Sandbox& sandbox);

  /// Starts compiling a submission, as `user` where there are users: each file by itself, with
  /// stubs for missing files and for those that do not compile or link. `work`, an absolute path,
  /// is emptied first; the program will be program_in(work).
  std::unique_ptr<platform::Child> start(const Submission& submission,
                                         const std::filesystem::path& work, unsigned user) const;
  static std::filesystem::path program_in(const std::filesystem::path& work) {
    return work / "out" / "bodies";
  }

  /// Keeps the compiled files of a submission that was built in `work`. Equal files of later
  /// submissions, and of later runs with this stage, are not compiled again.
  void keep_compiled(const Submission& submission, const std::filesystem::path& work) const;

  /// Whether a stub replaces the task's file.
  static bool was_left_out(const std::filesystem::path& work, int task);
  /// The compiler's messages about a task's file.
  static std::string messages_of(const std::string& messages, int task);

  static constexpr double kSeconds = 120.0;       ///< processor time, per file
  static constexpr double kMostSeconds = 1200.0;  ///< wall time, for a whole submission

 private:
  std::filesystem::path stage_;
  std::filesystem::file_time_type newest_;  ///< of the headers and stubs
  const Sandbox& sandbox_;
  std::map<int, std::string> stubs_;  ///< compiled, by task
  std::vector<std::string> objects_;

  std::string script(const Submission& submission,
                     const std::map<int, std::filesystem::path>& sources,
                     const std::filesystem::path& work) const;
  std::string compiled_before(const Submission& submission, int task) const;
};

}  // namespace marrow::cli
