#include "cli/grade/submission_builder.h"

#include <algorithm>
#include <fmt/format.h>

#include "cli/compiler.h"
#include "io/error.h"
#include "io/file.h"
#include "io/write_file.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMessages = 64u << 10;

constexpr const char* kMain = R"(#include "course/serve.h"
#include "platform/pipes.h"
#include "rig/implementations.h"
int main() { marrow::course::serve(marrow::student::tasks(), marrow::platform::kRequests, marrow::platform::kReplies); }
)";

/// What programs of functions are made of.
constexpr const char* kRooms[] = {"base",   "platform",     "platform/posix", "scene", "rig",
                                  "rig/ik", "rig/skinning", "rig/student",    "course"};

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

/// With the library's checks of indices: reading beyond a vector stops the program with a message.
std::vector<std::string> compiler(const fs::path& stage) {
  return {kCompiler, "-std=c++20",      "-O2", "-D_GLIBCXX_ASSERTIONS",
          "-w",      "-fmax-errors=20", "-I",  (stage / "src").string()};
}

/// The object file; of a header the precompiled one, which saves most of the time of small files.
std::string object_of(const fs::path& stage, const fs::path& file) {
  return file.extension() == ".h" ? file.string() + ".gch"
                                  : (stage / file.filename()).string() + ".o";
}

std::string left_out(int task) { return fmt::format("left_out_{}", task); }

/// The latest change of the inputs of compiling.
fs::file_time_type newest_in(const fs::path& src) {
  fs::file_time_type newest = fs::file_time_type::min();
  for (const char* room : kRooms)
    for (const fs::directory_entry& entry : fs::directory_iterator(src / room))
      newest = std::max(newest, entry.last_write_time());
  return newest;
}

/// Compiles what is older than `newest`, all at once: they are few and small.
void compile_all(const fs::path& stage, const std::vector<fs::path>& sources,
                 fs::file_time_type newest) {
  std::map<std::string, std::unique_ptr<platform::Child>> compilers;
  for (const fs::path& file : sources) {
    const std::string object = object_of(stage, file);
    if (fs::exists(object) && fs::last_write_time(object) > newest) continue;
    std::vector<std::string> command = compiler(stage);
    if (file.extension() == ".h") command.insert(command.end(), {"-x", "c++-header"});
    command.insert(command.end(), {"-c", file.string(), "-o", object});
    compilers[file.string()] =
        std::make_unique<platform::Child>(command, std::string(), kMostMessages);
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
  for (const char* room : kRooms) copy_headers(source / "src" / room, stage / "src" / room);
  const fs::path src = source / "src";
  if (!fs::exists(stage / "main.cpp") || io::read_file(stage / "main.cpp") != kMain)
    io::write_file(stage / "main.cpp", kMain);
  std::vector<fs::path> sources = {stage / "main.cpp",           src / "course/serve.cpp",
                                   src / "course/wire.cpp",      src / "platform/posix/pipes.cpp",
                                   src / "scene/skeleton.cpp",   src / "scene/scene.cpp",
                                   src / "rig/student/tasks.cpp"};
  for (const fs::path& file : sources) objects_.push_back(object_of(stage, file));
  for (const fs::directory_entry& entry : fs::directory_iterator(src / "rig" / "student")) {
    const int task = task_of(entry.path());
    if (task == 0) continue;
    stubs_[task] = object_of(stage, entry.path());
    sources.push_back(entry.path());
  }
  newest_ = newest_in(src);
  compile_all(stage, {stage / "src" / "rig" / "student" / "student.h"}, newest_);
  compile_all(stage, sources, newest_);
}

/// All that an object of the task's file depends on besides the stage. The object's name is only a
/// hash, so it is compared.
static std::string inputs_of(const Submission& submission, int task) {
  std::string text = std::to_string(task) + "\n" + submission.texts.at(task);
  for (const auto& [name, header] : submission.headers) text += "\n" + name + "\n" + header;
  return text;
}

static fs::path compiled_name(const fs::path& stage, const std::string& inputs) {
  Submission key;
  key.texts[0] = inputs;
  return stage / "compiled" / (fingerprint(key, "") + ".o");
}

/// The object of an equal file; empty without one.
std::string SubmissionBuilder::compiled_before(const Submission& submission, int task) const {
  const std::string inputs = inputs_of(submission, task);
  const fs::path object = compiled_name(stage_, inputs), text = object.string() + ".txt";
  const bool is_there = fs::exists(object) && fs::exists(text) &&
                        fs::last_write_time(object) > newest_ && io::read_file(text) == inputs;
  return is_there ? object.string() : std::string();
}

void SubmissionBuilder::keep_compiled(const Submission& submission, const fs::path& work) const {
  fs::create_directories(stage_ / "compiled");
  for (const auto& [task, text] : submission.texts) {
    const fs::path made = work / "out" / fmt::format("{}.o", task);
    if (was_left_out(work, task) || !fs::is_regular_file(fs::symlink_status(made))) continue;
    const std::string inputs = inputs_of(submission, task);
    const fs::path object = compiled_name(stage_, inputs);
    io::write_file(object, io::read_file(made));
    io::write_file(object.string() + ".txt", inputs);
  }
}

static std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + "'";
}

static std::string shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += quoted(word) + " ";
  return text;
}

/// $o1 and so on: the objects of the tasks. A file that compiles but does not fit the others, as it
/// lacks a function or has another's, is found by linking each among stubs.
std::string SubmissionBuilder::script(const Submission& submission,
                                      const std::map<int, fs::path>& sources,
                                      const fs::path& work) const {
  const std::string program = program_in(work).string(), cc = shell_words(compiler(stage_));
  std::string all, stubs, text;
  for (const auto& [task, stub] : stubs_) {
    text += fmt::format("s{0}={1}; o{0}=$s{0}\n", task, quoted(stub));
    all += fmt::format("\"$o{}\" ", task);
  }
  text += fmt::format("link() {{ {} {} \"$@\" -o {} 2>&1; }}\n", cc, shell_words(objects_),
                      quoted(program));
  for (const auto& [task, source] : sources) {
    if (const std::string kept = compiled_before(submission, task); !kept.empty()) {
      text += fmt::format("o{}={}\n", task, quoted(kept));
      continue;
    }
    const std::string object = quoted((work / "out" / fmt::format("{}.o", task)).string());
    text += fmt::format(
        "echo '== task {0}'\nif {1} -c {2} -o {3} 2>&1; then o{0}={3}; else : > {4}; fi\n", task,
        cc, quoted(source.string()), object, quoted((work / "out" / left_out(task)).string()));
  }
  text += "echo '== all'\nlink " + all + " && exit 0\n";
  for (const auto& [task, source] : sources) {
    std::string among_stubs;
    for (const auto& [other, stub] : stubs_)
      among_stubs += fmt::format("\"${}{}\" ", other == task ? 'o' : 's', other);
    text += fmt::format("echo '== task {0}'\nlink {1} || {{ o{0}=$s{0}; : > {2}; }}\n", task,
                        among_stubs, quoted((work / "out" / left_out(task)).string()));
  }
  return text + "echo '== all'\nlink " + all + "\n";
}

bool SubmissionBuilder::was_left_out(const fs::path& work, int task) {
  return fs::exists(work / "out" / left_out(task));
}

std::string SubmissionBuilder::messages_of(const std::string& messages, int task) {
  const std::string head = fmt::format("== task {}\n", task);
  std::string text;
  for (std::size_t at = 0; (at = messages.find(head, at)) != std::string::npos;) {
    at += head.size();
    text += messages.substr(at, messages.find("\n== ", at) - at) + "\n";
  }
  return text;
}

std::unique_ptr<platform::Child> SubmissionBuilder::start(const Submission& submission,
                                                          const fs::path& work,
                                                          unsigned user) const {
  fs::remove_all(work);
  fs::create_directories(work / "in");
  fs::create_directories(work / "out");
  for (const auto& [name, text] : submission.headers) io::write_file(work / "in" / name, text);
  std::map<int, fs::path> sources;
  for (const auto& [task, text] : submission.texts) {
    sources[task] = work / "in" / harmless_name(submission.files.at(task), task);
    io::write_file(sources[task], text);
  }
  const std::vector<std::string> command = {"/bin/sh", "-c", script(submission, sources, work)};
  if (!sandbox_.isolates()) sandbox_.give(work, user);
  const SandboxLimits limits{kSeconds, 2048, 256};
  return std::make_unique<platform::Child>(
      sandbox_.around(command, {{stage_, work / "in"}, work / "out"}, user, limits), std::string(),
      kMostMessages);
}

}  // namespace marrow::cli
