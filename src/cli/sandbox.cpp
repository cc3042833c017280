#include "cli/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include "course/child.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBubblewrap = "/usr/bin/bwrap";
constexpr const char* kLimiter = "/usr/bin/prlimit";

/// The system without its data: programs and libraries, an empty /tmp.
std::vector<std::string> walls() {
  std::vector<std::string> words = {kBubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv",
                                    "PATH",      "/usr/bin:/bin", "--ro-bind",         "/usr",          "/usr"};
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64"}) {
    if (fs::is_symlink(name)) {
      add({"--symlink", fs::read_symlink(name).string(), name});
    } else if (fs::is_directory(name)) {
      add({"--ro-bind", name, name});
    }
  }
  for (const char* name : {"/etc/alternatives", "/etc/ld.so.cache"}) add({"--ro-bind-try", name, name});
  add({"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"});
  return words;
}

}  // namespace

Sandbox::Sandbox() {
  if (access(kBubblewrap, X_OK) != 0) {
    problem_ = "bubblewrap (bwrap) is not installed";
    return;
  }
  try {
    std::vector<std::string> words = walls();
    words.insert(words.end(), {"--chdir", "/tmp", "--", "/usr/bin/true"});
    course::Child child(words, {}, 500);
    child.wait();
    if (child.status() == 0) return;
    problem_ = fmt::format("bubblewrap does not work here ({})", child.printed().substr(0, child.printed().find('\n')));
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

std::vector<std::string> Sandbox::around(const std::vector<std::string>& command, const View& view, const SandboxLimits& limits) const {
  std::vector<std::string> words;
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  if (isolates()) {
    words = walls();
    for (const fs::path& path : view.readable) add({"--ro-bind", path.string(), path.string()});
    if (!view.writable.empty()) add({"--bind", view.writable.string(), view.writable.string()});
    add({"--chdir", view.writable.empty() ? "/tmp" : view.writable.string(), "--"});
  }
  if (access(kLimiter, X_OK) == 0) {
    add({kLimiter, fmt::format("--as={}", std::uint64_t(limits.megabytes) << 20), fmt::format("--cpu={}", int(limits.seconds) + 2),
         fmt::format("--fsize={}", std::uint64_t(limits.file_megabytes) << 20), "--core=0"});
  }
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace marrow::cli
