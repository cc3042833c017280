// File operations that std::filesystem does not offer. None throws; failures are error codes that
// compare with std::errc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace marrow::platform {

/// The system's handle of an open file; kNoHandle: none.
using Handle = std::intptr_t;
inline constexpr Handle kNoHandle = -1;

/// A file that is open for reading. Any thread may read at any position.
class InputFile {
 public:
  /// Opens any type of file and never blocks, not even for a FIFO's writer.
  InputFile(const std::filesystem::path& path, std::error_code& error);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  struct Status {
    std::filesystem::file_type type = std::filesystem::file_type::none;
    std::uint64_t bytes = 0;  ///< the size of a regular file
  };
  Status status(std::error_code& error) const;
  /// Reads at most `size` bytes from byte `begin` of the file. Returns the number of bytes read: 0
  /// at the end and after an error.
  std::size_t read_at(std::uint64_t begin, char* bytes, std::size_t size,
                      std::error_code& error) const;

 private:
  Handle handle_ = kNoHandle;
};

/// A new file that replaces another one once it is complete.
class NewFile {
 public:
  /// `error` is std::errc::file_exists if the name is taken.
  NewFile(std::filesystem::path path, std::error_code& error);
  ~NewFile();  ///< removes the file unless replace() succeeded
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Copies the permissions of another file and, where possible, its owner.
  std::error_code copy_permissions_of(const std::filesystem::path& other) const;
  std::error_code write(std::string_view bytes) const;
  /// After it returns, the bytes survive a power cut.
  std::error_code flush_and_close();
  /// Renames the file to `target`, which need not exist. A program that opens `target` gets the
  /// whole old file or the whole new one. Precondition: flushed and closed.
  std::error_code replace(const std::filesystem::path& target);

 private:
  std::filesystem::path path_;
  Handle handle_ = kNoHandle;
};

/// Renames a file within its folder, atomically, and replaces a file with the new name.
std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes renames in a folder survive a power cut. No error if the system cannot flush a folder.
std::error_code flush_folder(const std::filesystem::path& folder);

/// An error if the permissions of an existing file forbid writing it.
std::error_code write_protection_of(const std::filesystem::path& path);

/// Makes a folder that only this user may read. std::errc::file_exists if the path is taken.
std::error_code make_private_folder(const std::filesystem::path& path);

/// Removes a file. For a signal handler: allocates nothing, takes no locks.
void remove_at_once(const std::filesystem::path::value_type* path) noexcept;

/// An exclusive lock, released when the process ends in any way.
class FileLock {
 public:
  /// Locks a file and creates it if it does not exist. None if this or another process holds the
  /// lock, or if the file cannot be written.
  static std::optional<FileLock> take(const std::filesystem::path& path);
  FileLock(FileLock&& other) noexcept : handle_(std::exchange(other.handle_, kNoHandle)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FileLock();

 private:
  explicit FileLock(Handle handle) : handle_(handle) {}
  Handle handle_ = kNoHandle;
};

/// Returns the memory of whole pages within `part` of the heap to the system, if it supports that.
/// The addresses stay allocated, but the bytes must not be read before they are written again.
void give_back_pages(std::string_view part);

}  // namespace marrow::platform
