#include "cli/grade/access_monitor.h"

#include <fmt/format.h>
#include <fstream>

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;

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

}  // namespace marrow::cli
