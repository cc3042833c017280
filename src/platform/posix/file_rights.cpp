// Permissions and locks between processes, which a browser does not have.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/files.h"
#include "platform/posix/error.h"

namespace marrow::platform {

std::error_code write_protection_of(const std::filesystem::path& path) {
  constexpr mode_t kMayWrite = S_IWUSR | S_IWGRP | S_IWOTH;  // root may write in any case
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return last_error();
  if ((status.st_mode & kMayWrite) == 0) return std::make_error_code(std::errc::permission_denied);
  return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 ? last_error()
                                                                    : std::error_code();
}

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  const int opened =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (opened < 0) return std::nullopt;
  if (::flock(opened, LOCK_EX | LOCK_NB) == 0) return FileLock(opened);
  ::close(opened);
  return std::nullopt;
}

FileLock::~FileLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace marrow::platform
