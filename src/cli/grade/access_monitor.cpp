#include "cli/grade/access_monitor.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <sys/inotify.h>
#include <unistd.h>

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kWriting =
    IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
constexpr std::size_t kMostNamed = 3;  // findings of a kind

void add_words(std::vector<std::string>& lines, const std::string& words, std::size_t index,
               std::size_t count) {
  if (index < kMostNamed) lines.push_back(words);
  if (index == kMostNamed)
    lines.push_back(fmt::format("and {} more of that kind", count - kMostNamed));
}

}  // namespace

AccessMonitor::AccessMonitor(std::function<void(AccessMonitor&)> plant) : plant_(std::move(plant)) {
  make_root();
}

void AccessMonitor::make_root() {
  std::string name = (fs::temp_directory_path() / "marrow-grade-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error(
        fmt::format("{}: no folder for a sandbox: {}", name, std::strerror(errno)));
  root_ = name;
  plant_(*this);
}

void AccessMonitor::remove_root() {
  if (queue_ >= 0) close(queue_);
  queue_ = -1;
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
  if (geteuid() != 0) return;  // runs as the same user, who can reach the path
  program_ = root_ / "program";
  fs::permissions(path, fs::perms(0555));
  std::error_code error;
  fs::create_hard_link(path, program_, error);  // still root's: its user cannot change it
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

/// Accesses beyond the kernel's number of watches go unnoticed; they are discarded like all others.
void AccessMonitor::watch_folder(const fs::path& folder) {
  const fs::path place = root_ / folder.relative_path();
  const int number =
      inotify_add_watch(queue_, place.c_str(), kWriting | IN_OPEN | IN_ONLYDIR | IN_DONT_FOLLOW);
  if (number >= 0) watched_[number] = folder;
}

void AccessMonitor::watch() {
  queue_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (queue_ < 0) {
    blindness_ = std::strerror(errno);
    return;
  }
  std::vector<fs::path> folders = {"/"};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_))
    if (entry.symlink_status().type() == fs::file_type::directory)
      folders.push_back("/" / entry.path().lexically_relative(root_));
  for (const fs::path& folder : folders) watch_folder(folder);
}

void AccessMonitor::note(const fs::path& path, unsigned event) {
  if ((event & kWriting) != 0) {
    written_.insert(path);
    if ((event & IN_ISDIR) != 0 && (event & IN_CREATE) != 0) watch_folder(path);
    return;
  }
  for (fs::path place = path; place.has_relative_path(); place = place.parent_path()) {
    if (owners_.contains(place)) return read_.insert(path), void();
  }
}

void AccessMonitor::look() {
  alignas(inotify_event) char events[1 << 16];
  for (;;) {
    const ssize_t size = queue_ < 0 ? -1 : read(queue_, events, sizeof events);
    if (size <= 0) return;
    for (const char* at = events; at < events + size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof *event + event->len;
      const auto folder = watched_.find(event->wd);
      if (folder == watched_.end()) continue;
      note(event->len > 0 ? folder->second / event->name : folder->second, event->mask);
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

}  // namespace marrow::cli
