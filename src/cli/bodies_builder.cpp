#include "cli/bodies_builder.h"

#include <fmt/format.h>

#include "cli/paths.h"
#include "io/file.h"
#include "io/formats.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessages = 64u << 10;

constexpr const char* kMain = R"(#include "course/serve.h"
#include "rig/bodies.h"
int main() { marrow::course::serve(marrow::student::tasks(), marrow::course::kRequests, marrow::course::kReplies); }
)";

void copy_headers(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::directory_iterator(from))
    if (entry.path().extension() == ".h") fs::copy_file(entry.path(), to / entry.path().filename(), fs::copy_options::overwrite_existing);
}

/// A name that means nothing to a shell, a compiler or a terminal.
std::string harmless_name(const fs::path& file, int task) {
  const std::string name = file.filename().string();
  const bool is_plain = name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == std::string::npos;
  return is_plain && name.size() <= 80 ? name : fmt::format("task{}_submission.cpp", task);
}

std::vector<std::string> compiler(const fs::path& stage) {
  return {kCompiler, "-std=c++20", "-O2", "-w", "-fmax-errors=20", "-I", (stage / "src").string()};
}

std::string object_of(const fs::path& stage, const fs::path& file) { return (stage / file.filename()).string() + ".o"; }

/// All at once: there are few, and they are small.
void compile_all(const fs::path& stage, const std::vector<fs::path>& sources) {
  std::vector<std::unique_ptr<course::Child>> compilers;
  for (const fs::path& file : sources) {
    std::vector<std::string> command = compiler(stage);
    command.insert(command.end(), {"-c", file.string(), "-o", object_of(stage, file)});
    compilers.push_back(std::make_unique<course::Child>(command, std::string(), kMostMessages));
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    compilers[i]->wait();
    if (compilers[i]->status() != 0) throw io::Error(sources[i].string(), "", "expected a file that compiles: " + compilers[i]->printed());
  }
}

}  // namespace

BodiesBuilder::BodiesBuilder(const fs::path& source, const fs::path& stage, const Sandbox& sandbox) : stage_(stage), sandbox_(sandbox) {
  if (!fs::exists(source / "src" / "rig" / "rig.h"))
    throw io::Error(source.string(), "--source", "expected this repository: src/rig/rig.h is not there");
  for (const char* room : {"scene", "rig", "rig/student", "course"}) copy_headers(source / "src" / room, stage / "src" / room);
  io::write_file(stage / "main.cpp", kMain);
  const fs::path src = source / "src";
  std::vector<fs::path> sources = {stage / "main.cpp",         src / "course/serve.cpp", src / "course/wire.cpp",
                                   src / "scene/skeleton.cpp", src / "scene/scene.cpp",  src / "rig/student/tasks.cpp"};
  for (const fs::path& file : sources) objects_.push_back(object_of(stage, file));
  for (const fs::directory_entry& entry : fs::directory_iterator(src / "rig" / "student")) {
    const int task = task_of(entry.path());
    if (task == 0) continue;
    stubs_[task] = object_of(stage, entry.path());
    sources.push_back(entry.path());
  }
  compile_all(stage, sources);
}

std::unique_ptr<course::Child> BodiesBuilder::start(const Submission& submission, const fs::path& work) const {
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
  const SandboxLimits limits{kSeconds, 2048, 256};
  return std::make_unique<course::Child>(sandbox_.around(command, {{stage_, work / "in"}, work / "out"}, limits), std::string(),
                                         kMostMessages);
}

}  // namespace marrow::cli
