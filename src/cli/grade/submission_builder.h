// Compiles a submission into a program that serves its functions (course/serve.h), or into a
// WebAssembly module whose functions Node.js serves (course/wasm). Submissions see rig.h and the
// plain structs that it includes, and are linked with scene/skeleton.cpp only.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/grade/sandbox.h"
#include "cli/grade/submission.h"
#include "platform/child.h"

namespace marrow::cli {

/// `built_with` if it can be run, else the first of g++, c++ and clang++ in PATH. Throws
/// std::runtime_error, which names what to install, if there is none.
std::string find_compiler(const std::string& built_with);

class SubmissionBuilder;

/// What a submission becomes: a program of this machine, or a WebAssembly module, which has no
/// access to the machine.
enum class Target { native, wasm };

/// A submission that is being compiled: each file by itself, then all linked, with stubs for
/// missing files and for those that do not compile or link.
class Build {
 public:
  /// Does the next step without blocking. Returns true once all steps are done.
  bool poll();
  /// Why there is no program; empty if there is one.
  const std::string& problem() const { return problem_; }
  /// Tasks whose file a stub replaces, and why: "task 4 does not compile: a.cpp:1:9: error: ...".
  const std::map<int, std::string>& left_out() const { return left_out_; }
  const std::string& messages() const { return messages_; }  ///< of the compiler
  /// Whether something outside killed the compiler: another time the submission may compile.
  bool was_killed() const { return was_killed_; }

 private:
  friend class SubmissionBuilder;
  /// `link_with`: links that task's object with those accepted so far.
  enum class Kind { compile, link_all, link_with, link_accepted };
  struct Step {
    Kind kind;
    int task = 0;
  };

  Build(const SubmissionBuilder& builder, const Submission& submission,
        const std::filesystem::path& work, unsigned user);
  std::filesystem::path object_of(int task) const;
  std::vector<std::string> command_of(const Step& step) const;
  void begin(const Step& step);
  void end(const Step& step);
  void leave_out(int task, bool in_time, const std::string& messages);

  const SubmissionBuilder& builder_;
  const Submission& submission_;
  const std::filesystem::path work_;
  const unsigned user_;
  std::map<int, std::filesystem::path> sources_;
  std::map<int, std::string> own_, accepted_;  ///< objects, by task
  std::deque<Step> steps_;
  std::unique_ptr<platform::Child> child_;
  std::map<int, std::string> left_out_;
  std::string problem_, messages_;
  bool was_killed_ = false;
};

class SubmissionBuilder {
 public:
  /// Copies the public headers of `source` to `stage`, and compiles the shared parts. `seconds`:
  /// processor time for a file of a submission; `megabytes`: memory of a module. Throws io::Error,
  /// and std::runtime_error that names what to install.
  SubmissionBuilder(const std::filesystem::path& source, const std::filesystem::path& stage,
                    const Sandbox& sandbox, double seconds, Target target = Target::native,
                    int megabytes = 1024);

  /// The names of the tasks' files, as students get them.
  const std::map<int, std::string>& names() const { return names_; }
  /// Whether the task's file is still the stub, apart from comments and blanks.
  bool is_untouched(const Submission& submission, int task) const;

  /// Starts compiling a submission, which must outlive the result, as `user` if the sandbox has
  /// users. `work`, an absolute path, is emptied first; the program will be program_in(work).
  std::unique_ptr<Build> start(const Submission& submission, const std::filesystem::path& work,
                               unsigned user) const;
  static std::filesystem::path program_in(const std::filesystem::path& work) {
    return work / "out" / "bodies";
  }
  /// The command that starts a process which serves the program's functions.
  std::vector<std::string> command_for(const std::filesystem::path& program) const;

  /// Keeps the compiled files of a build that has ended. Equal files of later submissions, and of
  /// later runs with this stage, are not compiled again.
  void keep_compiled(const Build& build) const;

 private:
  friend class Build;

  std::filesystem::path src_, stage_;
  std::filesystem::file_time_type newest_;  ///< of the headers and stubs
  const Sandbox& sandbox_;
  const double seconds_;
  const Target target_;
  const std::vector<std::string> compiler_;
  const std::string precompiled_;
  std::vector<std::string> linker_options_, host_;
  std::map<int, std::string> names_, codes_, stubs_;  ///< the stubs by task: name, code, object
  std::vector<std::string> objects_;

  std::string compiled_before(const Submission& submission, int task) const;
};

}  // namespace marrow::cli
