// Compiles a submission into a program that serves its functions (course/serve.h), with only the
// public headers: the compiler cannot see the textbook's functions.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "cli/grade/sandbox.h"
#include "cli/grade/submission.h"
#include "course/child.h"

namespace marrow::cli {

class SubmissionBuilder {
 public:
  /// Copies headers and stubs of `source` to `stage`, and compiles the shared parts. Throws
  /// io::Error.
  SubmissionBuilder(const std::filesystem::path& source, const std::filesystem::path& stage,
                    const Sandbox& sandbox);

  /// Starts compiling a submission, with stubs for missing files, as `user` where there are users.
  /// `work`, an absolute path, is made anew; the program will be program_in(work).
  std::unique_ptr<course::Child> start(const Submission& submission,
                                       const std::filesystem::path& work, unsigned user) const;
  static std::filesystem::path program_in(const std::filesystem::path& work) {
    return work / "out" / "bodies";
  }

  static constexpr double kSeconds = 120.0;  ///< that a submission may take to compile

 private:
  std::filesystem::path stage_;
  const Sandbox& sandbox_;
  std::map<int, std::string> stubs_;  ///< compiled, by task
  std::vector<std::string> objects_;
};

}  // namespace marrow::cli
