// The atomic write: the path always holds the whole old file or the whole new one.
#include "io/write_file.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <random>
#include <set>
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
  constexpr mode_t kMayWrite = S_IWUSR | S_IWGRP | S_IWOTH;  // root may whatever it says
  if ((rights.status.st_mode & kMayWrite) == 0) fail(shown, "is write-protected", EACCES);
  if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
    fail(shown, "is write-protected", errno);
  return rights;
}

/// Paths of unfinished files where a signal handler can read them: no locks, no allocation.
struct Slot {
  std::atomic<bool> is_taken = false, is_set = false;
  char path[PATH_MAX];
};
Slot slots[16];

Slot* slot_for(const fs::path& path) {
  for (Slot& slot : slots) {
    if (path.native().size() >= sizeof slot.path || slot.is_taken.exchange(true)) continue;
    std::memcpy(slot.path, path.c_str(), path.native().size() + 1);
    slot.is_set = true;
    return &slot;
  }
  return nullptr;
}

void free_slot(Slot* slot) {
  if (slot == nullptr) return;
  slot->is_set = false;
  slot->is_taken = false;
}

std::atomic<int> in_place = 0;  ///< how many are putting files in place
std::atomic<void (*)()> after_in_place = nullptr;

struct PuttingInPlace {
  PuttingInPlace() { ++in_place; }
  PuttingInPlace(const PuttingInPlace&) = delete;
  PuttingInPlace& operator=(const PuttingInPlace&) = delete;
  ~PuttingInPlace() {
    if (--in_place > 0) return;
    if (void (*then)() = after_in_place) then();
  }
};

/// Short: the target's name may be at its limit. The process says whether it can still be at work.
std::string temporary_name(const char* extension) {
  return fmt::format(".marrow-{}-{}.{}", ::getpid(), std::random_device()(), extension);
}

/// Removes what killed programs left in a folder: by its name, 10 minutes old at least, of a
/// process that is no more. Once per folder: there may be many files in it.
void sweep(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> swept;
  const std::lock_guard lock(mutex);
  std::error_code error;
  if (!swept.insert(fs::absolute(folder, error)).second) return;
  constexpr auto kAge = std::chrono::minutes(10);
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    long process = 0;
    unsigned long number = 0;
    int length = 0;
    if (std::sscanf(name.c_str(), ".marrow-%ld-%lu.%n", &process, &number, &length) != 2 ||
        (name.substr(std::size_t(length)) != "tmp" && name.substr(std::size_t(length)) != "bak"))
      continue;
    std::error_code unknown;
    const auto changed = entry->last_write_time(unknown);
    const bool is_old = !unknown && fs::file_time_type::clock::now() - changed > kAge;
    const bool is_dead = process > 0 && ::kill(pid_t(process), 0) != 0 && errno == ESRCH;
    if (is_old && is_dead && entry->symlink_status(unknown).type() == fs::file_type::regular)
      fs::remove(entry->path(), unknown);
  }
}

/// A temporary file beside the target, removed again unless it was renamed.
class Temporary {
 public:
  Temporary(const fs::path& shown, const fs::path& target) : shown_(shown) {
    sweep(folder_of(target));
    for (int attempt = 0; attempt < 100 && fd_ < 0; ++attempt) {
      path_ = folder_of(target) / temporary_name("tmp");
      free_slot(slot_);
      slot_ = slot_for(path_);
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd_ < 0 && errno != EEXIST) break;
    }
    if (fd_ >= 0) return;
    const int code = errno;
    free_slot(slot_);
    fail(shown_, "cannot be written", code);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (fd_ >= 0) ::close(fd_);
    if (!path_.empty()) ::unlink(path_.c_str());
    free_slot(slot_);
  }

  void take_rights(const struct stat& status) const {
    // The owner can often not be kept; the rights must be, or a private file would become readable.
    [[maybe_unused]] const int owner = ::fchown(fd_, status.st_uid, status.st_gid);
    if (::fchmod(fd_, status.st_mode & 07777) != 0) fail(shown_, "cannot be written", errno);
  }

  void write_all(std::string_view bytes) const {
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
  Slot* slot_ = nullptr;
};

/// A hard link to the old file, or a copy without links. The old file itself is never away.
void keep_as_backup(const fs::path& shown, const fs::path& target) {
  fs::path backup = target;
  backup += ".bak";
  const fs::path fresh = folder_of(target) / temporary_name("bak");
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

void write_files(const std::vector<FileToWrite>& files) {
  struct Step {
    fs::path target;
    bool keeps_old = false;
    std::unique_ptr<Temporary> temporary;
  };
  std::vector<Step> steps;
  for (const FileToWrite& file : files) {
    Step step;
    step.target = behind_links(file.path);
    if (!step.target.has_filename())
      throw Error(file.path.string(), "", "expected the name of a file");
    const Rights rights = checked_rights(file.path, step.target);
    step.keeps_old = file.keep_backup && rights.exists;
    step.temporary = std::make_unique<Temporary>(file.path, step.target);
    if (rights.exists) step.temporary->take_rights(rights.status);
    step.temporary->write_all(file.bytes);
    step.temporary->flush_and_close();
    steps.push_back(std::move(step));
  }
  const PuttingInPlace guard;
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (steps[f].keeps_old) keep_as_backup(files[f].path, steps[f].target);
    steps[f].temporary->rename_to(steps[f].target);
  }
  for (std::size_t f = 0; f < files.size(); ++f)
    flush_folder(files[f].path, folder_of(steps[f].target));
}

void write_file(const fs::path& path, std::string_view bytes, bool keep_backup) {
  write_files({{path, bytes, keep_backup}});
}

bool is_putting_in_place() noexcept { return in_place > 0; }
void call_after_putting_in_place(void (*then)()) { after_in_place = then; }

void remove_unfinished() noexcept {
  for (Slot& slot : slots) {
    if (slot.is_set) ::unlink(slot.path);
  }
}

}  // namespace marrow::io
