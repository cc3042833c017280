#include "cli/grade/submission_builder.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "cli/compiler.h"
#include "course/implementation_process.h"
#include "io/error.h"
#include "io/file.h"
#include "io/write_file.h"
#include "platform/users.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWordLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::size_t kMostMessages = 64u << 10;
constexpr int kCompilerMegabytes = 2048;

constexpr const char* kMain = R"(#include "course/serve.h"
#include "platform/pipes.h"
#include "rig/implementations.h"
int main() { marrow::course::serve(marrow::student::tasks(), marrow::platform::kRequests, marrow::platform::kReplies); }
)";

/// Folders of src/ whose sources are linked with a submission.
constexpr const char* kRooms[] = {"base", "platform",    "platform/posix", "scene",
                                  "rig",  "rig/student", "course",         "course/wasm"};

/// The header that submissions include. They see it and the headers that it includes, no others.
constexpr const char* kPublicHeader = "rig/student/student.h";
constexpr std::string_view kInclude = "#include \"";

void copy_header(const fs::path& src, const fs::path& to, const std::string& name) {
  fs::create_directories((to / name).parent_path());
  fs::copy_file(src / name, to / name, fs::copy_options::update_existing);
  std::istringstream lines(io::read_file(src / name));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kInclude))
      copy_header(src, to, line.substr(kInclude.size(), line.rfind('"') - kInclude.size()));
}

/// A name without special meaning to a shell, a compiler or a terminal.
std::string harmless_name(const fs::path& file, int task) {
  const std::string name = file.filename().string();
  const bool is_plain =
      name.find_first_not_of(std::string(kWordLetters) + ".-") == std::string::npos;
  return is_plain && name.size() <= 80 ? name : fmt::format("task{}_submission.cpp", task);
}

constexpr const char* kWasmPackages = "clang lld libc++-dev-wasm32 libclang-rt-dev-wasm32 nodejs";

std::string find_for_wasm(const char* name) {
  if (const fs::path found = platform::find_program(name); !found.empty()) return found.string();
  throw std::runtime_error(fmt::format("--wasm: {} is not in PATH (on Debian: apt-get install {})",
                                       name, kWasmPackages));
}

/// The option for Clang's library to check indices, which was renamed twice.
std::string library_checks(const std::string& compiler) {
  platform::Child version({compiler, "-dumpversion"}, std::string(), kMostMessages);
  version.wait();
  const int major = std::atoi(version.printed().c_str());
  return major < 15   ? "-D_LIBCPP_DEBUG=0"
         : major < 18 ? "-D_LIBCPP_ENABLE_ASSERTIONS=1"
                      : "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST";
}

/// The compiler's command. It enables the library's checks of indices: reading beyond a vector
/// stops the program with a message.
std::vector<std::string> compiler_with_options(const fs::path& stage, Target target) {
  std::vector<std::string> command = {
      target == Target::wasm ? find_for_wasm("clang++") : find_compiler(kCompiler), "-std=c++20",
      "-O2", "-w"};
  if (target == Target::wasm) {
    command.insert(command.end(), {"--target=wasm32-wasi", "-fexceptions", "-fignore-exceptions",
                                   "-fno-finite-loops", "-fno-crash-diagnostics",
                                   library_checks(command.front()), "-ferror-limit=20"});
  } else {
    command.insert(command.end(), {"-D_GLIBCXX_ASSERTIONS", "-fmax-errors=20"});
  }
  command.insert(command.end(), {"-I", (stage / "public").string()});
  return command;
}

/// Options for linking a module, with a stack as large as a program's. -O0, because Clang would
/// otherwise run wasm-opt if it is installed.
std::vector<std::string> module_options(int megabytes) {
  constexpr int kMostMegabytes = 4095;  // addresses have 32 bits
  return {
      "-mexec-model=reactor", "-O0", "-Wl,--strip-all,-z,stack-size=8388608",
      fmt::format("-Wl,--max-memory={}", std::uint64_t(std::min(megabytes, kMostMegabytes)) << 20)};
}

/// The object file; for a header the precompiled header, which speeds up small files most.
std::string object_of(const fs::path& stage, const fs::path& file) {
  return file.extension() == ".h" ? file.string() + ".gch"
                                  : (stage / file.filename()).string() + ".o";
}

/// The first error among a compiler's or a linker's messages, without the folder of its file.
std::string first_error(const std::string& messages) {
  const std::size_t error = std::min(messages.find("error:"), messages.find("undefined reference"));
  if (error == std::string::npos) return messages.substr(0, 200);
  const std::size_t line = messages.rfind('\n', error), end = messages.find('\n', error);
  std::string text = messages.substr(line + 1, end - line - 1);
  return text.substr(text.rfind("/in/") == std::string::npos ? 0 : text.rfind("/in/") + 4)
      .substr(0, 200);
}

/// The text between the first `before` and the next `after`; empty if one of them is missing.
std::string between(const std::string& text, std::string_view before, std::string_view after) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + before.size(), end = text.find(after, begin);
  return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// The unknown name that the first error is about; empty for other errors.
std::string unknown_name(const std::string& messages) {
  const std::string error = first_error(messages);
  const auto begin_of = [&](std::string_view text) { return error.find(text); };
  constexpr std::string_view kKinds[] = {"declared", "member", "undefined reference",
                                         "undefined symbol"};
  if (std::ranges::all_of(kKinds, [&](auto kind) { return begin_of(kind) == error.npos; }))
    return {};
  // The last byte of an opening quote in UTF-8 is one of these as well.
  const std::size_t quote =
      error.find_first_of("'`\x98", std::min(begin_of("error:"), begin_of("undefined reference")));
  if (quote == error.npos) return {};
  std::string name = error.substr(quote + 1);
  if (name.starts_with("marrow::")) name.erase(0, 8);
  return name.substr(0, name.find_first_not_of(kWordLetters));
}

/// Whether a header of the editor's mathematics declares a function of this name.
bool is_function_of_editor(const fs::path& src, const std::string& name) {
  for (const char* room : {"scene", "rig"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(src / room)) {
      if (name.empty() || entry.path().extension() != ".h") continue;
      std::istringstream lines(io::read_file(entry.path()));
      for (std::string line; std::getline(lines, line);)
        if (std::isalpha(static_cast<unsigned char>(line[0])) && !line.starts_with("inline") &&
            line.find(" " + name + "(") != line.npos)
          return true;
    }
  return false;
}

/// The part of the editor that a submission uses but must not: "calls rest_place() of the editor:
/// ...". Empty if the messages are about other errors.
std::string forbidden_use(const fs::path& src, const std::string& messages) {
  std::string header = between(messages, "fatal error: ", "\n");
  if (header.starts_with('\'')) header.erase(0, 1);  // Clang's quote
  header = header.substr(0, header.find_first_of(":'"));
  const bool is_inside = !header.empty() && header[0] != '/' && header.find("..") == header.npos;
  if (is_inside && fs::is_regular_file(src / header))
    return fmt::format("includes {} of the editor: what may be used is in rig.h", header);
  const std::string name = unknown_name(messages);
  if (!is_function_of_editor(src, name)) return {};
  return fmt::format("calls {}() of the editor: write it yourself; what may be called is in rig.h",
                     name);
}

/// The text without comments and blanks.
std::string code_of(const std::string& text) {
  std::string code;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      at = std::min(text.find("*/", at + 2), text.size() - 1) + 1;
    } else if (!std::isspace(static_cast<unsigned char>(text[at]))) {
      code += text[at];
    }
  }
  return code;
}

/// The time of the latest change to a source or header.
fs::file_time_type newest_in(const fs::path& src) {
  fs::file_time_type newest = fs::file_time_type::min();
  for (const char* room : kRooms)
    for (const fs::directory_entry& entry : fs::directory_iterator(src / room))
      newest = std::max(newest, entry.last_write_time());
  return newest;
}

/// Compiles what is older than `newest`, all at once: they are few and small.
void compile_all(const std::vector<std::string>& compiler, Target target, const fs::path& stage,
                 const std::vector<fs::path>& sources, fs::file_time_type newest) {
  std::map<std::string, std::unique_ptr<platform::Child>> compilers;
  for (const fs::path& file : sources) {
    const std::string object = object_of(stage, file);
    if (fs::exists(object) && fs::last_write_time(object) > newest) continue;
    std::vector<std::string> command = compiler;
    if (file.extension() == ".h") command.insert(command.end(), {"-x", "c++-header"});
    command.insert(command.end(), {"-c", file.string(), "-o", object});
    compilers[file.string()] =
        std::make_unique<platform::Child>(command, std::string(), kMostMessages);
  }
  for (const auto& [file, one] : compilers) {
    one->wait();
    if (one->status() == 0) continue;
    const std::string& messages = one->printed();
    const std::string first = between(messages, "fatal error: ", "\n");  // Clang quotes the header
    const bool lacks_glm = first.starts_with("glm/") || first.starts_with("'glm/");
    const bool lacks_header = first.find("not found") != first.npos;
    const std::string needed =
        lacks_glm ? "GLM's headers are needed to compile submissions (on Debian: apt-get install "
                    "libglm-dev): "
        : lacks_header && target == Target::wasm
            ? fmt::format(
                  "a C++ library for WebAssembly is needed (on Debian: apt-get install {}): ",
                  kWasmPackages)
            : "expected a file that compiles: ";
    throw io::Error(file, "", needed + (lacks_glm || lacks_header ? first : messages));
  }
}

}  // namespace

std::string find_compiler(const std::string& built_with) {
  if (platform::may_run(built_with)) return built_with;
  for (const char* name : {"g++", "c++", "clang++"})
    if (const fs::path found = platform::find_program(name); !found.empty()) return found.string();
  throw std::runtime_error(
      fmt::format("submissions are compiled, and there is no C++ compiler: neither {} nor g++, c++ "
                  "or clang++ in PATH; install one and GLM (on Debian: apt-get install g++ "
                  "libglm-dev)",
                  built_with));
}

SubmissionBuilder::SubmissionBuilder(const fs::path& source, const fs::path& stage,
                                     const Sandbox& sandbox, double seconds, Target target,
                                     int megabytes)
    : src_(source / "src"),
      stage_(stage),
      sandbox_(sandbox),
      seconds_(seconds),
      target_(target),
      compiler_(compiler_with_options(stage, target)),
      precompiled_(object_of(stage, stage / "public" / kPublicHeader)) {
  if (!fs::exists(source / "src" / "rig" / "rig.h"))
    throw io::Error(source.string(), "--source",
                    "expected this repository: src/rig/rig.h is not there");
  const fs::path &src = src_, shown = stage / "public";
  copy_header(src, shown, kPublicHeader);
  if (!fs::exists(stage / "main.cpp") || io::read_file(stage / "main.cpp") != kMain)
    io::write_file(stage / "main.cpp", kMain);
  std::vector<fs::path> sources = {src / "course/reply.cpp", src / "course/wire.cpp",
                                   src / "platform/posix/pipes.cpp", src / "scene/skeleton.cpp",
                                   src / "rig/student/tasks.cpp"};
  if (target == Target::wasm) {
    sources.push_back(src / "course/wasm/module.cpp");
    linker_options_ = module_options(megabytes);
    host_ = {find_for_wasm("node"), "--stack-size=7000",  // kB, of a stack of 8 MB
             (src / "course/wasm/host.mjs").string()};
  } else {
    sources.insert(sources.end(), {stage / "main.cpp", src / "course/serve.cpp"});
  }
  for (const fs::path& file : sources) objects_.push_back(object_of(stage, file));
  for (const fs::directory_entry& entry : fs::directory_iterator(src / "rig" / "student")) {
    const int task = task_of(entry.path());
    if (task == 0) continue;
    names_[task] = entry.path().filename().string();
    codes_[task] = code_of(io::read_file(entry.path()));
    stubs_[task] = object_of(stage, entry.path());
    sources.push_back(entry.path());
  }
  newest_ = newest_in(src);
  compile_all(compiler_, target, stage, {shown / kPublicHeader}, newest_);
  std::vector<std::string> with_all_headers = compiler_;
  with_all_headers.insert(with_all_headers.end(), {"-I", src.string()});
  compile_all(with_all_headers, target, stage, sources, newest_);
}

bool SubmissionBuilder::is_untouched(const Submission& submission, int task) const {
  const auto text = submission.texts.find(task);
  const auto code = codes_.find(task);
  return text != submission.texts.end() && code != codes_.end() &&
         code_of(text->second) == code->second;
}

/// All that the object of a task's file depends on, besides the stage. This text is compared,
/// because the object's name is only its hash.
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

/// The object of an equal file; empty if there is none.
std::string SubmissionBuilder::compiled_before(const Submission& submission, int task) const {
  const std::string inputs = inputs_of(submission, task);
  const fs::path object = compiled_name(stage_, inputs), text = object.string() + ".txt";
  const bool is_there = fs::exists(object) && fs::exists(text) &&
                        fs::last_write_time(object) > newest_ && io::read_file(text) == inputs;
  return is_there ? object.string() : std::string();
}

void SubmissionBuilder::keep_compiled(const Build& build) const {
  fs::create_directories(stage_ / "compiled");
  for (const auto& [task, made] : build.own_) {
    const fs::path file = made;
    if (build.left_out_.contains(task) || file.parent_path() == stage_ / "compiled" ||
        !fs::is_regular_file(fs::symlink_status(file)))
      continue;
    const std::string inputs = inputs_of(build.submission_, task);
    const fs::path object = compiled_name(stage_, inputs);
    io::write_file(object, io::read_file(file));
    io::write_file(object.string() + ".txt", inputs);
  }
}

std::vector<std::string> SubmissionBuilder::command_for(const fs::path& program) const {
  std::vector<std::string> command = host_;
  command.push_back(program.string());
  return command;
}

std::unique_ptr<Build> SubmissionBuilder::start(const Submission& submission, const fs::path& work,
                                                unsigned user) const {
  return std::unique_ptr<Build>(new Build(*this, submission, work, user));
}

Build::Build(const SubmissionBuilder& builder, const Submission& submission, const fs::path& work,
             unsigned user)
    : builder_(builder),
      submission_(submission),
      work_(work),
      user_(user),
      accepted_(builder.stubs_) {
  fs::remove_all(work);
  fs::create_directories(work / "in");
  fs::create_directories(work / "out");
  for (const auto& [name, text] : submission.headers) io::write_file(work / "in" / name, text);
  for (const auto& [task, text] : submission.texts) {
    sources_[task] = work / "in" / harmless_name(submission.files.at(task), task);
    io::write_file(sources_[task], text);
    if (const std::string kept = builder.compiled_before(submission, task); !kept.empty()) {
      own_[task] = kept;
    } else {
      steps_.push_back({Kind::compile, task});
    }
  }
  steps_.push_back({Kind::link_all});
  if (!builder.sandbox_.isolates()) builder.sandbox_.give(work, user);
}

fs::path Build::object_of(int task) const { return work_ / "out" / fmt::format("{}.o", task); }

std::vector<std::string> Build::command_of(const Step& step) const {
  std::vector<std::string> command = builder_.compiler_;
  if (step.kind == Kind::compile) {
    // GCC uses the precompiled header when a file includes it; Clang needs an option.
    if (builder_.target_ == Target::wasm &&
        submission_.texts.at(step.task).find(std::string(kInclude) + kPublicHeader) !=
            std::string::npos)
      command.insert(command.end(), {"-include-pch", builder_.precompiled_});
    command.insert(command.end(),
                   {"-c", sources_.at(step.task).string(), "-o", object_of(step.task).string()});
    return command;
  }
  std::map<int, std::string> objects = accepted_;
  for (const auto& [task, object] : own_)
    if (step.kind == Kind::link_all || (step.kind == Kind::link_with && task == step.task))
      objects[task] = object;
  for (const std::vector<std::string>& part : {builder_.linker_options_, builder_.objects_})
    command.insert(command.end(), part.begin(), part.end());
  for (const auto& [task, object] : objects) command.push_back(object);
  command.insert(command.end(), {"-o", SubmissionBuilder::program_in(work_).string()});
  return command;
}

void Build::begin(const Step& step) {
  const SandboxLimits limits{builder_.seconds_, kCompilerMegabytes, 256};
  child_ = std::make_unique<platform::Child>(
      builder_.sandbox_.around(command_of(step), {{builder_.stage_, work_ / "in"}, work_ / "out"},
                               user_, limits),
      std::string(), kMostMessages);
}

bool Build::poll() {
  while (!steps_.empty()) {
    if (!child_) begin(steps_.front());
    if (!child_->poll() && child_->seconds() < course::wall_limit(builder_.seconds_)) return false;
    const Step step = steps_.front();
    steps_.pop_front();
    end(step);
    child_.reset();
  }
  return true;
}

/// If linking fails, links one file after the other, to find those that lack a function or define
/// one that another file has.
void Build::end(const Step& step) {
  const bool in_time = child_->has_ended();
  child_->kill();
  const bool is_good = in_time && child_->status() == 0;
  const std::string messages = child_->printed();
  if (!messages.empty())
    messages_ += (step.task > 0 ? fmt::format("== task {}\n", step.task) : "== all\n") + messages;
  if (step.kind == Kind::compile && is_good) {
    own_[step.task] = object_of(step.task).string();
  } else if (step.kind == Kind::link_with && is_good) {
    accepted_[step.task] = own_.at(step.task);
  } else if (step.kind == Kind::compile || step.kind == Kind::link_with) {
    leave_out(step.task, in_time, messages);
  } else if (step.kind == Kind::link_all && !is_good) {
    for (const auto& [task, object] : own_) steps_.push_back({Kind::link_with, task});
    steps_.push_back({Kind::link_accepted});
  } else if (!is_good) {
    problem_ = "does not link: " + first_error(messages);
  }
}

void Build::leave_out(int task, bool in_time, const std::string& messages) {
  const auto has = [&](const char* part) { return messages.find(part) != std::string::npos; };
  std::string twice = between(messages, "multiple definition of `", "'");
  if (twice.empty()) twice = between(messages, "duplicate symbol: ", "\n");
  std::string how;
  if (!in_time) {
    how = "does not compile in time";
  } else if (has("Killed signal terminated program") || platform::was_killed(child_->status())) {
    how = "was not compiled: the compiler was killed from outside: grade again";
    was_killed_ = true;
  } else if (has("virtual memory exhausted") || has("out of memory allocating") ||
             has("command failed with exit code 134")) {
    how = fmt::format("does not compile within {} MB of memory", kCompilerMegabytes);
  } else if (has("signal terminated program") || has("libclang")) {  // Clang dumps its stack
    how = fmt::format("does not compile within {:.0f} s of processor time", builder_.seconds_);
  } else if (twice == "main") {
    how = "has a main() of its own, but the grader's program calls its functions: take main() out";
  } else if (!twice.empty()) {
    how = fmt::format(
        "defines {}(), which another file defines as well: make it static, or give it another name",
        twice.substr(0, twice.find('(')));
  } else if (how = forbidden_use(builder_.src_, messages); how.empty()) {
    how = "does not compile: " + first_error(messages);
  }
  left_out_[task] = fmt::format("task {} {}", task, how);
}

}  // namespace marrow::cli
