// The files of a page are in its memory. They all belong to it, and no other process can lock them.
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <utility>

#include "platform/files.h"
#include "platform/posix/error.h"

namespace marrow::platform {
namespace {

/// The handle and path of each lock held.
std::set<std::pair<Handle, std::filesystem::path>> locked;

}  // namespace

std::error_code write_protection_of(const std::filesystem::path& path) {
  constexpr mode_t kMayWrite = S_IWUSR | S_IWGRP | S_IWOTH;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return last_error();
  return (status.st_mode & kMayWrite) == 0 ? std::make_error_code(std::errc::permission_denied)
                                           : std::error_code();
}

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  static Handle next = 0;
  if (!std::ofstream(path, std::ios::app)) return std::nullopt;
  std::error_code error;
  const std::filesystem::path full = std::filesystem::weakly_canonical(path, error);
  for (const auto& [handle, taken] : locked)
    if (taken == full) return std::nullopt;
  locked.emplace(next, full);
  return FileLock(next++);
}

FileLock::~FileLock() {
  std::erase_if(locked, [&](const auto& lock) { return lock.first == handle_; });
}

}  // namespace marrow::platform
