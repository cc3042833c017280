#include "cli/grade/submission_builder.h"

#include <algorithm>
#include <fmt/format.h>

#include "cli/paths.h"
#include "io/error.h"
#include "io/file.h"
#include "io/write_file.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessages = 64u << 10;

constexpr const char* kMain = R"(#include "course/serve.h"
#include "rig/implementations.h"
int main() { marrow::course::serve(marrow::student::tasks(), marrow::course::kRequests, marrow::course::kReplies); }
)";

void copy_headers(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::directory_iterator(from))
    if (entry.path().extension() == ".h")
      fs::copy_file(entry.path(), to / entry.path().filename(), fs::copy_options::update_existing);
}

/// A name without special meaning to a shell, a compiler or a terminal.
std::string harmless_name(const fs::path& file, int task) {
  const std::string name = file.filename().string();
  const bool is_plain =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
      std::string::npos;
  return is_plain && name.size() <= 80 ? name : fmt::format("task{}_submission.cpp", task);
}

std::vector<std::string> compiler(const fs::path& stage) {
  return {kCompiler, "-std=c++20", "-O2", "-w", "-fmax-errors=20", "-I", (stage / "src").string()};
}

/// The object file; of a header the precompiled one, which saves most of the time of small files.
std::string object_of(const fs::path& stage, const fs::path& file) {
  return file.extension() == ".h" ? file.string() + ".gch"
                                  : (stage / file.filename()).string() + ".o";
}

/// The latest change of the inputs of compiling.
fs::file_time_type newest_in(const fs::path& src) {
  fs::file_time_type newest = fs::file_time_type::min();
  for (const char* room :
       {"base", "scene", "rig", "rig/ik", "rig/skinning", "rig/student", "course"})
    for (const fs::directory_entry& entry : fs::directory_iterator(src / room))
      newest = std::max(newest, entry.last_write_time());
  return newest;
}

/// Compiles what is older than `newest`, all at once: they are few and small.
void compile_all(const fs::path& stage, const std::vector<fs::path>& sources,
                 fs::file_time_type newest) {
  std::map<std::string, std::unique_ptr<course::Child>> compilers;
  for (const fs::path& file : sources) {
    const std::string object = object_of(stage, file);
    if (fs::exists(object) && fs::last_write_time(object) > newest) continue;
    std::vector<std::string> command = compiler(stage);
    if (file.extension() == ".h") command.insert(command.end(), {"-x", "c++-header"});
    command.insert(command.end(), {"-c", file.string(), "-o", object});
    compilers[file.string()] =
        std::make_unique<course::Child>(command, std::string(), kMostMessages);
  }
  for (const auto& [file, compiler] : compilers) {
    compiler->wait();
    if (compiler->status() != 0)
      throw io::Error(file, "", "expected a file that compiles: " + compiler->printed());
  }
}

}  // namespace

SubmissionBuilder::SubmissionBuilder(const fs::path& source, const fs::path& stage,
                                     const Sandbox& sandbox)
    : stage_(stage), sandbox_(sandbox) {
  if (!fs::exists(source / "src" / "rig" / "rig.h"))
    throw io::Error(source.string(), "--source",
                    "expected this repository: src/rig/rig.h is not there");
  for (const char* room :
       {"base", "scene", "rig", "rig/ik", "rig/skinning", "rig/student", "course"})
    copy_headers(source / "src" / room, stage / "src" / room);
  const fs::path src = source / "src";
  if (!fs::exists(stage / "main.cpp")) io::write_file(stage / "main.cpp", kMain);
  std::vector<fs::path> sources = {stage / "main.cpp",      src / "course/serve.cpp",
                                   src / "course/wire.cpp", src / "scene/skeleton.cpp",
                                   src / "scene/scene.cpp", src / "rig/student/tasks.cpp"};
  for (const fs::path& file : sources) objects_.push_back(object_of(stage, file));
  for (const fs::directory_entry& entry : fs::directory_iterator(src / "rig" / "student")) {
    const int task = task_of(entry.path());
    if (task == 0) continue;
    stubs_[task] = object_of(stage, entry.path());
    sources.push_back(entry.path());
  }
  const fs::file_time_type newest = newest_in(src);
  compile_all(stage, {stage / "src" / "rig" / "student" / "student.h"}, newest);
  compile_all(stage, sources, newest);
}

std::unique_ptr<course::Child> SubmissionBuilder::start(const Submission& submission,
                                                        const fs::path& work, unsigned user) const {
  fs::remove_all(work);
  fs::create_directories(work / "in");
  fs::create_directories(work / "out");
  std::vector<std::string> command = compiler(stage_);
  command.insert(command.end(), objects_.begin(), objects_.end());
  for (const auto& [task, stub] : stubs_) {
    const auto handed_in = submission.texts.find(task);
    if (handed_in == submission.texts.end()) {
      command.push_back(stub);
      continue;
    }
    const fs::path copy = work / "in" / harmless_name(submission.files.at(task), task);
    io::write_file(copy, handed_in->second);
    command.push_back(copy.string());
  }
  command.insert(command.end(), {"-o", program_in(work).string()});
  if (!sandbox_.isolates()) sandbox_.give(work, user);
  const SandboxLimits limits{kSeconds, 2048, 256};
  return std::make_unique<course::Child>(
      sandbox_.around(command, {{stage_, work / "in"}, work / "out"}, user, limits), std::string(),
      kMostMessages);
}

}  // namespace marrow::cli
