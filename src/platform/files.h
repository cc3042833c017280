// Files as the operating system has them, below what std::filesystem offers. Nothing here throws:
// how something failed is an error code that compares with std::errc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace marrow::platform {

/// What the system knows an open file by; kNoHandle: none.
using Handle = std::intptr_t;
inline constexpr Handle kNoHandle = -1;

/// A file that is open for reading. Any thread may read, at any place.
class InputFile {
 public:
  /// Opens what is there, of whatever type, and never waits: not for a pipe's writer either.
  InputFile(const std::filesystem::path& path, std::error_code& error);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  struct Status {
    std::filesystem::file_type type = std::filesystem::file_type::none;
    std::uint64_t bytes = 0;  ///< the size of a regular file
  };
  Status status(std::error_code& error) const;
  /// Reads at most `size` bytes that begin at byte `begin` of the file. Returns how many came: 0 at
  /// the end and after an error.
  std::size_t read_at(std::uint64_t begin, char* bytes, std::size_t size,
                      std::error_code& error) const;

 private:
  Handle handle_ = kNoHandle;
};

/// A file that is being made, to take another's place when it is whole.
class NewFile {
 public:
  /// `error` is std::errc::file_exists where the name is taken.
  NewFile(std::filesystem::path path, std::error_code& error);
  ~NewFile();  ///< removes it unless it has taken a place
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Who may read and write that file may do so with this one; its owner, too, where possible.
  std::error_code take_rights_of(const std::filesystem::path& other) const;
  std::error_code write(std::string_view bytes) const;
  /// When it returns, a power cut does not take the bytes away.
  std::error_code flush_and_close();
  /// Becomes `target`, which need not exist. Whoever opens that gets the whole old file or the
  /// whole new one. Precondition: flushed and closed.
  std::error_code take_place_of(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
  Handle handle_ = kNoHandle;
};

/// Gives a file another name in the same folder, at once, also where that name is taken.
std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes what was renamed in a folder outlive a power cut. No error where a folder cannot be
/// flushed.
std::error_code flush_folder(const std::filesystem::path& folder);

/// Why an existing file may not be written, by its own rights; no error where it may.
std::error_code write_protection_of(const std::filesystem::path& path);

/// A new folder that only this user may look into. std::errc::file_exists where there is something.
std::error_code make_private_folder(const std::filesystem::path& path);

/// Removes a file. For a signal handler: allocates nothing, takes no locks.
void remove_at_once(const std::filesystem::path::value_type* path) noexcept;

/// An exclusive lock, released when the process ends, however it ends.
class FileLock {
 public:
  /// On a file that is made where there is none. None while another has it, in this process or
  /// another, or where the file cannot be written.
  static std::optional<FileLock> take(const std::filesystem::path& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(Handle handle) : handle_(handle) {}
  Handle handle_ = kNoHandle;
};

/// Returns whole pages within `part` of the heap to the system, where it takes them: the memory
/// stays allocated, its bytes must not be read before they are written again.
void give_back_pages(std::string_view part);

}  // namespace marrow::platform
