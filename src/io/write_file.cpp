// The atomic write: the path always holds the whole old file or the whole new one.
#include "io/write_file.h"

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "io/error.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what, int code) {
  std::string reason = std::generic_category().message(code);
  if (code == ENOSPC || code == EDQUOT) reason = "the disk is full";
  if (code == EROFS) reason = "the disk is read-only";
  if (code == EACCES || code == EPERM) reason = "no permission to write there";
  if (code == ENOENT || code == ENOTDIR) reason = "the folder does not exist";
  throw Error(path.string(), "",
              what + ": " + reason + "; nothing was changed, save elsewhere or try again");
}

/// The target of a symbolic link, which is written through, not replaced; it need not exist.
fs::path behind_links(fs::path path) {
  std::error_code ignored;
  for (int hops = 0; hops < 40 && fs::is_symlink(path, ignored); ++hops) {
    const fs::path target = fs::read_symlink(path, ignored);
    if (ignored) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// Rights and owner of the file that is replaced; for a new file, what the umask allows.
struct Rights {
  bool exists = false;
  struct stat status {};
};

Rights checked_rights(const fs::path& shown, const fs::path& target) {
  Rights rights;
  rights.exists = ::stat(target.c_str(), &rights.status) == 0;
  if (!rights.exists) return rights;
  if (S_ISDIR(rights.status.st_mode))
    throw Error(shown.string(), "", "is a folder; expected the name of a file");
  if (!S_ISREG(rights.status.st_mode))
    throw Error(shown.string(), "", "is not a regular file; expected the name of a file");
  if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
    fail(shown, "is write-protected", errno);
  return rights;
}

/// A temporary file beside the target, removed again unless it was renamed.
class Temporary {
 public:
  Temporary(const fs::path& shown, const fs::path& target) : shown_(shown) {
    std::random_device random;
    for (int attempt = 0; attempt < 100 && fd_ < 0; ++attempt) {
      path_ = folder_of(target) / (".marrow-" + std::to_string(random()) +
                                   ".tmp");  // short: the target's name may be at its limit
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd_ < 0 && errno != EEXIST) break;
    }
    if (fd_ < 0) fail(shown_, "cannot be written", errno);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (fd_ >= 0) ::close(fd_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  void take_rights(const struct stat& status) const {
    // The owner can often not be kept; the rights must be, or a private file would become readable.
    [[maybe_unused]] const int owner = ::fchown(fd_, status.st_uid, status.st_gid);
    if (::fchmod(fd_, status.st_mode & 07777) != 0) fail(shown_, "cannot be written", errno);
  }

  void write_all(const std::string& bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t wrote = ::write(fd_, bytes.data() + done, bytes.size() - done);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) fail(shown_, "cannot be written", wrote < 0 ? errno : EIO);
      done += static_cast<std::size_t>(wrote);
    }
  }

  void flush_and_close() {
    if (::fsync(fd_) != 0) fail(shown_, "cannot be written to the disk", errno);
    const int fd = fd_;
    fd_ = -1;
    if (::close(fd) != 0) fail(shown_, "cannot be written to the disk", errno);
  }

  void rename_to(const fs::path& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) fail(shown_, "cannot be put in place", errno);
    path_.clear();
  }

 private:
  fs::path shown_, path_;
  int fd_ = -1;
};

/// A hard link to the old file, or a copy without links. The old file itself is never away.
void keep_as_backup(const fs::path& shown, const fs::path& target) {
  fs::path backup = target;
  backup += ".bak";
  const fs::path fresh =
      folder_of(target) / (".marrow-" + std::to_string(std::random_device()()) + ".bak");
  if (::link(target.c_str(), fresh.c_str()) != 0) {
    std::error_code error;
    if (!fs::copy_file(target, fresh, error))
      fail(shown, "no backup copy can be made", error.value());
  }
  if (::rename(fresh.c_str(), backup.c_str()) != 0) {
    const int code = errno;
    ::unlink(fresh.c_str());
    fail(shown, "no backup copy can be made", code);
  }
  ::unlink(fresh.c_str());  // rename() does nothing when both names are already the same file
}

/// After the rename: makes it survive a power cut. Some file systems cannot flush a folder
/// (EINVAL).
void flush_folder(const fs::path& shown, const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int synced = fd < 0 ? -1 : ::fsync(fd);
  const int code = errno;
  if (fd >= 0) ::close(fd);
  if (synced != 0 && code != EINVAL && code != EACCES) {
    throw Error(
        shown.string(), "",
        "was written, but the disk did not confirm it: " + std::generic_category().message(code));
  }
}

}  // namespace

void check_writable(const fs::path& path) {
  const fs::path target = behind_links(path);
  if (!target.has_filename()) throw Error(path.string(), "", "expected the name of a file");
  checked_rights(path, target);
  const Temporary tried(path, target);
}

void write_file(const fs::path& path, const std::string& bytes, bool keep_backup) {
  const fs::path target = behind_links(path);
  if (!target.has_filename()) throw Error(path.string(), "", "expected the name of a file");
  const Rights rights = checked_rights(path, target);
  Temporary temporary(path, target);
  if (rights.exists) temporary.take_rights(rights.status);
  temporary.write_all(bytes);
  temporary.flush_and_close();
  if (keep_backup && rights.exists) keep_as_backup(path, target);
  temporary.rename_to(target);
  flush_folder(path, folder_of(target));
}

}  // namespace marrow::io
