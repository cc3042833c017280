// Atomic writing: the path always holds either the whole old file or the whole new one.
#include "io/write_file.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <system_error>

#include "io/error.h"
#include "platform/browser_files.h"
#include "platform/files.h"
#include "platform/processes.h"
#include "platform/unfinished.h"

namespace marrow::io {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what, std::error_code code) {
  std::string reason = code.message();
  if (code == std::errc::no_space_on_device) reason = "the disk is full";
  if (code == std::errc::read_only_file_system) reason = "the disk is read-only";
  if (code == std::errc::permission_denied || code == std::errc::operation_not_permitted)
    reason = "no permission to write there";
  if (code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory)
    reason = "the folder does not exist";
  throw Error(path.string(), "",
              what + ": " + reason + "; nothing was changed, save elsewhere or try again");
}

void check(const fs::path& path, const std::string& what, std::error_code code) {
  if (code) fail(path, what, code);
}

/// The target of a symbolic link, because the link is kept and its target replaced. The target need
/// not exist.
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

/// True if an existing file will be replaced. Throws if `target` cannot be written.
bool exists_checked(const fs::path& shown, const fs::path& target) {
  if (!target.has_filename()) throw Error(shown.string(), "", "expected the name of a file");
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return false;
  if (fs::is_directory(status))
    throw Error(shown.string(), "", "is a folder; expected the name of a file");
  if (!fs::is_regular_file(status))
    throw Error(shown.string(), "", "is not a regular file; expected the name of a file");
  check(shown, "is write-protected", platform::write_protection_of(target));
  return true;
}

/// Short, because the target's name may have the maximum length. Contains the process id, which
/// shows whether the writer may still be running.
std::string temporary_name(const char* extension) {
  return fmt::format(".marrow-{}-{}.{}", platform::process_number(), std::random_device()(),
                     extension);
}

/// Removes temporary files that killed programs left in a folder: files with such a name that are
/// at least 10 minutes old and whose process no longer exists. Runs once per folder, because a
/// folder may have many files.
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
    const bool is_dead = process > 0 && !platform::is_running(process);
    if (is_old && is_dead && entry->symlink_status(unknown).type() == fs::file_type::regular)
      fs::remove(entry->path(), unknown);
  }
}

/// A temporary file in the target's folder. Removed by the destructor unless it was renamed.
class Temporary {
 public:
  Temporary(const fs::path& shown, const fs::path& target) : shown_(shown) {
    sweep(folder_of(target));
    std::error_code error = std::make_error_code(std::errc::file_exists);
    for (int attempt = 0; attempt < 100 && error == std::errc::file_exists; ++attempt) {
      path_ = folder_of(target) / temporary_name("tmp");
      file_.reset();
      noted_.emplace(path_);
      file_.emplace(path_, error);
    }
    check(shown_, "cannot be written", error);
  }

  const fs::path& path() const { return path_; }

  /// Copies the permissions of `old`, if not nullptr.
  void write(std::string_view bytes, const fs::path* old) {
    if (old != nullptr) check(shown_, "cannot be written", file_->copy_permissions_of(*old));
    check(shown_, "cannot be written", file_->write(bytes));
    check(shown_, "cannot be written to the disk", file_->flush_and_close());
  }

  void rename_to(const fs::path& target) {
    check(shown_, "cannot be put in place", file_->replace(target));
  }

 private:
  fs::path shown_, path_;
  std::optional<platform::Unfinished> noted_;
  std::optional<platform::NewFile> file_;
};

/// Writes few large parts, because in a web page each file system call may wait for a frame.
std::error_code copy_over(const fs::path& from, const fs::path& to) {
  constexpr std::size_t kPart = 16u << 20;  // bytes
  std::error_code error;
  const platform::InputFile old(from, error);
  if (error) return error;
  platform::NewFile fresh(folder_of(to) / temporary_name("bak"), error);
  if (!error) error = fresh.copy_permissions_of(from);
  std::string part(kPart, '\0');
  std::uint64_t at = 0;
  for (std::size_t count = kPart; !error && count > 0; at += count) {
    count = old.read_at(at, part.data(), part.size(), error);
    if (!error) error = fresh.write(std::string_view(part).substr(0, count));
  }
  if (!error) error = fresh.flush_and_close();
  return error ? error : fresh.replace(to);
}

/// Makes the backup a hard link to the old file, or a copy if links are not supported. The old file
/// itself exists all the time.
void keep_as_backup(const fs::path& shown, const fs::path& target) {
  constexpr const char* kFailed = "no backup copy can be made";
  fs::path backup = target;
  backup += ".bak";
  const fs::path fresh = folder_of(target) / temporary_name("bak");
  std::error_code error;
  fs::create_hard_link(target, fresh, error);
  if (error) return check(shown, kFailed, copy_over(target, backup));
  const std::error_code failed = platform::rename_over(fresh, backup);
  fs::remove(fresh, error);  // a rename does nothing if both names are links to one file
  check(shown, kFailed, failed);
}

void flush_folder(const fs::path& shown, const fs::path& folder) {
  if (const std::error_code error = platform::flush_folder(folder))
    throw Error(shown.string(), "",
                "was written, but the disk did not confirm it: " + error.message());
}

}  // namespace

void check_writable(const fs::path& path) {
  const fs::path target = behind_links(path);
  exists_checked(path, target);
  const Temporary tried(path, target);
}

namespace {

/// A file that is on the disk, but not yet in its place.
struct Step {
  fs::path shown, target;
  bool keeps_old = false;
  std::unique_ptr<Temporary> temporary{};
};

void put_in_place(const std::vector<Step>& steps) {
  const platform::PuttingInPlace guard;
  for (const Step& step : steps) {
    if (step.keeps_old) keep_as_backup(step.shown, step.target);
    step.temporary->rename_to(step.target);
  }
  for (const Step& step : steps) flush_folder(step.shown, folder_of(step.target));
  std::vector<fs::path> written;
  for (const Step& step : steps) written.push_back(step.target);
  platform::save_to_computer(written);
}

}  // namespace

void write_files(const std::vector<FileToWrite>& files) {
  std::vector<Step> steps;
  for (const FileToWrite& file : files) {
    Step step{.shown = file.path, .target = behind_links(file.path)};
    const bool exists = exists_checked(file.path, step.target);
    step.keeps_old = file.keep_backup && exists;
    step.temporary = std::make_unique<Temporary>(file.path, step.target);
    step.temporary->write(file.bytes, exists ? &step.target : nullptr);
    steps.push_back(std::move(step));
  }
  put_in_place(steps);
}

struct PendingFile::Inside {
  std::vector<Step> step;
};

PendingFile::PendingFile(const fs::path& path) : inside_(std::make_unique<Inside>()) {
  Step step{.shown = path, .target = behind_links(path)};
  exists_checked(path, step.target);
  step.temporary = std::make_unique<Temporary>(path, step.target);
  inside_->step.push_back(std::move(step));
}

PendingFile::~PendingFile() = default;

const fs::path& PendingFile::temporary_path() const { return inside_->step[0].temporary->path(); }

void PendingFile::put_in_place() {
  const Step& step = inside_->step[0];
  const bool exists = exists_checked(step.shown, step.target);
  step.temporary->write({}, exists ? &step.target : nullptr);
  marrow::io::put_in_place(inside_->step);
}

void write_file(const fs::path& path, std::string_view bytes, bool keep_backup) {
  write_files({{path, bytes, keep_backup}});
}

}  // namespace marrow::io
