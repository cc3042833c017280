#include "cli/grade/sandbox.h"

#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <unistd.h>

#include "course/child.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLimiter = "/usr/bin/prlimit";
constexpr const char* kSystem[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64"};

/// The program's path as a shell finds it, or empty.
std::string in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / program;
    if (file.is_absolute() && access(file.c_str(), X_OK) == 0) return file.string();
  }
  return {};
}

/// The system without its data: programs and libraries, an empty /tmp, and the monitor's root or
/// nothing. Mount points are at the top level: a link from inside cannot replace them, which the
/// next command's mounts would follow.
std::vector<std::string> walls(const std::string& bubblewrap, const AccessMonitor* monitor) {
  std::vector<std::string> words = {bubblewrap,      "--unshare-all", "--die-with-parent",
                                    "--new-session", "--clearenv",    "--setenv",
                                    "PATH",          "/usr/bin:/bin"};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (monitor) add({"--bind", monitor->root().string(), "/"});
  add({"--ro-bind", "/usr", "/usr", "--tmpfs", "/etc"});
  for (const char* name : kSystem) {
    if (!fs::is_symlink(name)) {
      if (fs::is_directory(name)) add({"--ro-bind", name, name});
    } else if (!monitor) {
      add({"--symlink", fs::read_symlink(name).string(), name});
    }
  }
  for (const char* name : {"/etc/alternatives", "/etc/ld.so.cache"})
    add({"--ro-bind-try", name, name});
  add({"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"});
  if (!monitor) return words;
  for (const fs::directory_entry& entry : fs::directory_iterator(monitor->root() / "tmp"))
    add({"--bind", entry.path().string(), ("/tmp" / entry.path().filename()).string()});
  return words;
}

void add_limits(std::vector<std::string>& words, const SandboxLimits& limits) {
  if (access(kLimiter, X_OK) != 0) return;
  for (const std::string& word :
       {std::string(kLimiter), fmt::format("--as={}", std::uint64_t(limits.megabytes) << 20),
        fmt::format("--cpu={}", int(limits.seconds) + 2),
        fmt::format("--fsize={}", std::uint64_t(limits.file_megabytes) << 20),
        std::string("--core=0")})
    words.push_back(word);
}

}  // namespace

Sandbox::Sandbox() {
  bubblewrap_ = in_path("bwrap");
  if (bubblewrap_.empty()) {
    problem_ = "bubblewrap (bwrap) is not installed";
    return;
  }
  try {
    AccessMonitor monitor;
    prepare(monitor);
    std::vector<std::string> words = walls(bubblewrap_, &monitor);
    words.insert(words.end(), {"--chdir", "/tmp", "--", "/usr/bin/true"});
    course::Child child(words, {}, 500);
    child.wait();
    if (child.status() == 0) return;
    problem_ = fmt::format("bubblewrap does not work here ({})",
                           child.printed().substr(0, child.printed().find('\n')));
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

std::vector<std::string> Sandbox::around(const std::vector<std::string>& command, const View& view,
                                         const SandboxLimits& limits) const {
  std::vector<std::string> words;
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (isolates()) {
    words = walls(bubblewrap_, nullptr);
    for (const fs::path& path : view.readable) add({"--ro-bind", path.string(), path.string()});
    if (!view.writable.empty()) add({"--bind", view.writable.string(), view.writable.string()});
    add({"--chdir", view.writable.empty() ? "/tmp" : view.writable.string(), "--"});
  }
  add_limits(words, limits);
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::vector<std::string> Sandbox::around_stranger(const fs::path& program,
                                                  const AccessMonitor& monitor,
                                                  const SandboxLimits& limits) const {
  const std::string inside = "/tmp/" + program.filename().string();
  std::vector<std::string> words = walls(bubblewrap_, &monitor);
  words.insert(words.end(), {"--ro-bind", program.string(), inside, "--chdir", "/tmp", "--"});
  add_limits(words, limits);
  words.push_back(inside);
  return words;
}

void Sandbox::prepare(AccessMonitor& monitor) {
  for (const char* name : {"/usr", "/etc", "/proc", "/dev", "/tmp"}) monitor.leave_room(name);
  for (const char* name : kSystem) {
    if (fs::is_symlink(name)) {
      fs::create_symlink(fs::read_symlink(name), monitor.root() / fs::path(name).relative_path());
    } else if (fs::is_directory(name)) {
      monitor.leave_room(name);
    }
  }
}

}  // namespace marrow::cli
