#include "cli/grade/sandbox.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "platform/child.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 3;  // findings of each kind

void add_words(std::vector<std::string>& lines, const std::string& words, std::size_t index,
               std::size_t count) {
  if (index < kMostNamed) lines.push_back(words);
  if (index == kMostNamed)
    lines.push_back(fmt::format("and {} more of that kind", count - kMostNamed));
}

constexpr const char* kLimiter = "/usr/bin/prlimit";
constexpr const char* kUserChanger = "/usr/bin/setpriv";
constexpr const char* kSystem[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64"};

/// Folders in memory that a sandboxed program may write to.
constexpr const char* kInMemory[] = {"/tmp", "/dev/shm"};

/// The size of each of these folders.
int megabytes_in_memory(int megabytes) { return std::clamp(megabytes / 8, 1, 64); }

/// `in_memory`: megabytes of the memory limit that are kept for files in memory.
void add_limits(std::vector<std::string>& words, const SandboxLimits& limits, int in_memory) {
  if (!platform::may_run(kLimiter)) return;
  const int seconds = int(limits.seconds);  // SIGXCPU shows the reason, before SIGKILL
  for (const std::string& word :
       {std::string(kLimiter),
        fmt::format("--as={}", std::uint64_t(limits.megabytes - in_memory) << 20),
        fmt::format("--cpu={}:{}", seconds + 2, seconds + 12),
        fmt::format("--fsize={}", std::uint64_t(limits.file_megabytes) << 20),
        std::string("--core=0")})
    words.push_back(word);
  if (limits.processes > 0) words.push_back(fmt::format("--nproc={}", limits.processes));
}

}  // namespace

AccessMonitor::AccessMonitor(std::function<void(AccessMonitor&)> plant) : plant_(std::move(plant)) {
  make_root();
}

void AccessMonitor::make_root() {
  root_ = platform::make_temporary_folder("marrow-grade");
  plant_(*this);
}

void AccessMonitor::remove_root() {
  watch_.reset();
  watched_.clear();
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

AccessMonitor::~AccessMonitor() { remove_root(); }

void AccessMonitor::renew() {
  look();
  remove_root();
  make_root();
}

void AccessMonitor::place_program(const fs::path& path) {
  program_ = path;
  if (!platform::is_administrator()) return;  // runs as the same user, who can reach the path
  program_ = root_ / "program";
  fs::permissions(path, fs::perms(0555));
  std::error_code error;
  fs::create_hard_link(path, program_, error);  // root owns it: its user cannot change it
  if (error) fs::copy_file(path, program_);
}

void AccessMonitor::leave_room(const fs::path& folder) {
  fs::create_directories(root_ / folder.relative_path());
}

void AccessMonitor::plant_folder(const fs::path& path, const std::string& whose) {
  leave_room(path);
  owners_[path] = whose;
}

void AccessMonitor::plant_file(const fs::path& path) {
  leave_room(path.parent_path());
  std::ofstream{root_ / path.relative_path()};
}

/// Folders beyond the kernel's number of watches go unwatched, but are discarded like all others.
void AccessMonitor::watch_folder(const fs::path& folder) {
  const int number = watch_->add(root_ / folder.relative_path());
  if (number >= 0) watched_[number] = folder;
}

void AccessMonitor::watch() {
  watch_ = std::make_unique<platform::FolderWatch>();
  blindness_ = watch_->problem();
  if (!blindness_.empty()) return;
  std::vector<fs::path> folders = {"/"};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_))
    if (entry.symlink_status().type() == fs::file_type::directory)
      folders.push_back("/" / entry.path().lexically_relative(root_));
  for (const fs::path& folder : folders) watch_folder(folder);
}

void AccessMonitor::note(const fs::path& path, const platform::FolderWatch::Event& event) {
  if (event.changes) {
    written_.insert(path);
    if (event.makes_folder) watch_folder(path);
    return;
  }
  for (fs::path place = path; place.has_relative_path(); place = place.parent_path()) {
    if (owners_.contains(place)) return read_.insert(path), void();
  }
}

void AccessMonitor::look() {
  if (!watch_) return;
  for (std::vector<platform::FolderWatch::Event> events = watch_->take(); !events.empty();
       events = watch_->take()) {  // folders that were made meanwhile are watched, too
    for (const platform::FolderWatch::Event& event : events) {
      const auto folder = watched_.find(event.folder);
      if (folder == watched_.end()) continue;
      note(event.name.empty() ? folder->second : folder->second / event.name, event);
    }
  }
}

std::vector<std::string> AccessMonitor::findings() const {
  std::vector<std::string> lines;
  if (!blindness_.empty()) lines.push_back("what it wrote and read was not watched: " + blindness_);
  std::size_t index = 0;
  for (const fs::path& path : written_)
    add_words(lines, "wrote outside its folder: " + path.string(), index++, written_.size());
  std::set<fs::path> only_read;
  for (const fs::path& path : read_)
    if (!written_.contains(path)) only_read.insert(path);
  index = 0;
  for (const fs::path& path : only_read) {
    fs::path owned = path;
    while (!owners_.contains(owned)) owned = owned.parent_path();
    add_words(lines, fmt::format("tried to read {}: {}", owners_.at(owned), path.string()), index++,
              only_read.size());
  }
  return lines;
}

Sandbox::Sandbox() {
  has_users_ = platform::is_administrator() && platform::may_run(kUserChanger);
  if (has_users_) take_users();
  bubblewrap_ = platform::find_program("bwrap").string();
  if (bubblewrap_.empty()) {
    problem_ = "bubblewrap (bwrap) is not installed";
    return;
  }
  platform::Child help({bubblewrap_, "--help"}, {}, 65536);
  help.wait();
  sizes_ = help.printed().find("--size BYTES") != std::string::npos;
  drops_user_ = has_users_ && works(true);
  isolates_ = drops_user_ || works(false);
  if (isolates_) problem_.clear();
}

/// Two graders with the same users would end each other's processes. The system releases a lock
/// when the grader ends in any way.
void Sandbox::take_users() {
  const fs::path folder =
      platform::write_protection_of("/run") ? fs::temp_directory_path() : fs::path("/run");
  for (unsigned grader = 0; grader < kGraders && !users_; ++grader) {
    first_user_ = kFirstUser + grader * kUsers;
    users_ = platform::FileLock::take(folder / fmt::format("marrow-grade-{}.lock", first_user_));
  }
  if (!users_)
    throw std::runtime_error(
        fmt::format("no user is free for submissions: {}/marrow-grade-*.lock are held by {} other "
                    "graders, or cannot be written",
                    folder.string(), kGraders));
}

bool Sandbox::works(bool as_user) try {
  AccessMonitor monitor([](AccessMonitor& made) { prepare(made); });
  if (as_user) give(monitor.root(), user_of(0));
  std::vector<std::string> words = beginning(user_of(0), as_user);
  add_walls(words, &monitor, 64);
  close_walls(words);
  words.insert(words.end(), {"--chdir", "/tmp", "--", "/usr/bin/true"});
  platform::Child child(words, {}, 500);
  child.wait();
  if (child.status() == 0) return true;
  problem_ = fmt::format("bubblewrap does not work here ({})",
                         child.printed().substr(0, child.printed().find('\n')));
  return false;
} catch (const std::exception& error) {
  problem_ = error.what();
  return false;
}

/// Empties the environment: a program could read it from bubblewrap's own process.
std::vector<std::string> Sandbox::beginning(unsigned user, bool as_user) const {
  std::vector<std::string> words = {"/usr/bin/env", "-i", "PATH=/usr/bin:/bin"};
  if (as_user)
    words.insert(words.end(), {kUserChanger, fmt::format("--reuid={}", user),
                               fmt::format("--regid={}", user), "--clear-groups"});
  return words;
}

/// The system without its data: programs and libraries, an empty /tmp, and the monitor's root or
/// nothing. Mount points are at the top level, where a program cannot replace them by links, which
/// the next command's mounts would follow. Always in a user namespace, even for root: with root's
/// own capabilities a program could mount /usr again, writable.
void Sandbox::add_walls(std::vector<std::string>& words, const AccessMonitor* monitor,
                        int megabytes) const {
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  add({bubblewrap_, "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"});
  add({"--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"});
  add({"--setenv", "PATH", "/usr/bin:/bin"});
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
  add({"--proc", "/proc", "--dev", "/dev"});
  const std::uint64_t bytes = std::uint64_t(megabytes_in_memory(megabytes)) << 20;
  for (const char* name : kInMemory) {
    if (sizes_) add({"--size", std::to_string(bytes)});
    add({"--tmpfs", name});
  }
  if (!monitor) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(monitor->root() / "tmp"))
    add({"--bind", entry.path().string(), ("/tmp" / entry.path().filename()).string()});
}

/// After all other mounts: makes /dev, /etc and in-memory folders without a size read-only.
void Sandbox::close_walls(std::vector<std::string>& words) const {
  for (const char* name : {"/dev", "/etc"}) words.insert(words.end(), {"--remount-ro", name});
  if (sizes_) return;
  for (const char* name : kInMemory) words.insert(words.end(), {"--remount-ro", name});
}

std::vector<std::string> Sandbox::around(const std::vector<std::string>& command, const View& view,
                                         unsigned user, const SandboxLimits& limits) const {
  std::vector<std::string> words = beginning(user, has_users_ && !isolates());
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  const std::string folder = view.writable.string();
  if (isolates()) {
    add_walls(words, nullptr, limits.megabytes);
    for (const fs::path& path : view.readable) add({"--ro-bind", path.string(), path.string()});
    if (!folder.empty()) add({"--bind", folder, folder, "--setenv", "TMPDIR", folder});
    close_walls(words);
    add({"--chdir", folder.empty() ? "/tmp" : folder, "--"});
  }
  add_limits(words, limits,
             isolates() ? int(std::size(kInMemory)) * megabytes_in_memory(limits.megabytes) : 0);
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::vector<std::string> Sandbox::around_stranger(const AccessMonitor& monitor, unsigned user,
                                                  const SandboxLimits& limits) const {
  const std::string inside = "/tmp/" + monitor.program().filename().string();
  std::vector<std::string> words = beginning(user, drops_user_);
  add_walls(words, &monitor, limits.megabytes);
  words.insert(words.end(), {"--ro-bind", monitor.program().string(), inside});
  close_walls(words);
  words.insert(words.end(), {"--chdir", "/tmp", "--"});
  add_limits(words, limits, int(std::size(kInMemory)) * megabytes_in_memory(limits.megabytes));
  words.push_back(inside);
  return words;
}

void Sandbox::give(const fs::path& folder, unsigned user) const {
  if (!has_users_) return;
  const auto hand_over = [&](const fs::path& path) {
    if (const std::error_code error = platform::give_to_user(path, user))
      throw std::runtime_error(
          fmt::format("{}: cannot be given to another user: {}", path.string(), error.message()));
  };
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    hand_over(entry.path());
  hand_over(folder);
}

void Sandbox::end_all_of(unsigned user) const {
  if (!has_users_ || isolates()) return;
  std::vector<std::string> words = beginning(user, true);
  words.insert(
      words.end(),
      {"/bin/sh", "-c",
       fmt::format("kill -9 -1; find /tmp /var/tmp /dev/shm /run/lock -xdev -user {} -delete",
                   user)});
  platform::Child(words, {}, 500).wait();
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
