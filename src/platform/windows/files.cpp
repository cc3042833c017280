#include "platform/files.h"

#include <algorithm>
#include <utility>
#include <windows.h>

#include "platform/windows/error.h"

namespace marrow::platform {
namespace {

namespace fs = std::filesystem;

constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE handle_of(Handle handle) { return reinterpret_cast<HANDLE>(handle); }

std::error_code result(BOOL is_done) { return is_done ? std::error_code() : last_error(); }

/// The absolute path, with \\?\ in front if it has 240 characters or more.
std::wstring long_path(const fs::path& path) {
  // Without the prefix, CreateDirectoryW() refuses 248 characters and more; 240 leaves a margin.
  constexpr std::size_t kOldLimit = 240;
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  std::wstring text = error ? path.native() : full.native();
  std::replace(text.begin(), text.end(), L'/', L'\\');
  if (text.size() < kOldLimit || text.starts_with(L"\\\\?\\")) return text;
  return text.starts_with(L"\\\\") ? L"\\\\?\\UNC" + text.substr(1) : L"\\\\?\\" + text;
}

Handle open(const fs::path& path, DWORD access, DWORD disposition, DWORD flags) {
  return reinterpret_cast<Handle>(
      ::CreateFileW(long_path(path).c_str(), access, kShare, nullptr, disposition, flags, nullptr));
}

OVERLAPPED offset_at(std::uint64_t begin) {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(begin);
  at.OffsetHigh = static_cast<DWORD>(begin >> 32);
  return at;
}

}  // namespace

/// FILE_FLAG_BACKUP_SEMANTICS opens folders as well, so that status() can report them.
InputFile::InputFile(const fs::path& path, std::error_code& error)
    : handle_(open(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS)) {
  error = result(handle_ != kNoHandle);
}

InputFile::~InputFile() {
  if (handle_ != kNoHandle) ::CloseHandle(handle_of(handle_));
}

InputFile::Status InputFile::status(std::error_code& error) const {
  error.clear();
  if (::GetFileType(handle_of(handle_)) != FILE_TYPE_DISK) return {fs::file_type::unknown, 0};
  BY_HANDLE_FILE_INFORMATION about{};
  error = result(::GetFileInformationByHandle(handle_of(handle_), &about));
  if (error) return {};
  const bool is_folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return {is_folder ? fs::file_type::directory : fs::file_type::regular,
          std::uint64_t(about.nFileSizeHigh) << 32 | about.nFileSizeLow};
}

std::size_t InputFile::read_at(std::uint64_t begin, char* bytes, std::size_t size,
                               std::error_code& error) const {
  constexpr std::size_t kBytesAtOnce = 1u << 30;
  OVERLAPPED at = offset_at(begin);
  DWORD got = 0;
  const bool is_read = ::ReadFile(handle_of(handle_), bytes,
                                  static_cast<DWORD>(std::min(size, kBytesAtOnce)), &got, &at) != 0;
  const bool is_at_end = !is_read && ::GetLastError() == ERROR_HANDLE_EOF;
  error = result(is_read || is_at_end);
  return is_read ? got : 0;
}

NewFile::NewFile(fs::path path, std::error_code& error)
    : path_(std::move(path)),
      handle_(open(path_, GENERIC_WRITE | DELETE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL)) {
  error = result(handle_ != kNoHandle);
  if (error) path_.clear();
}

NewFile::~NewFile() {
  if (handle_ != kNoHandle) ::CloseHandle(handle_of(handle_));
  if (!path_.empty()) ::DeleteFileW(long_path(path_).c_str());
}

/// Does nothing: ReplaceFileW() keeps the permissions of the replaced file.
std::error_code NewFile::copy_permissions_of(const fs::path&) const { return {}; }

std::error_code NewFile::write(std::string_view bytes) const {
  constexpr std::size_t kBytesAtOnce = 1u << 26;  // network shares refuse more
  while (!bytes.empty()) {
    DWORD wrote = 0;
    const auto size = static_cast<DWORD>(std::min(bytes.size(), kBytesAtOnce));
    if (!::WriteFile(handle_of(handle_), bytes.data(), size, &wrote, nullptr)) return last_error();
    if (wrote == 0) return std::make_error_code(std::errc::io_error);
    bytes.remove_prefix(wrote);
  }
  return {};
}

std::error_code NewFile::flush_and_close() {
  if (!::FlushFileBuffers(handle_of(handle_))) return last_error();
  return result(::CloseHandle(handle_of(std::exchange(handle_, kNoHandle))));
}

std::error_code NewFile::replace(const fs::path& target) {
  const std::wstring from = long_path(path_), to = long_path(target);
  constexpr DWORD kFlags = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  std::error_code error;
  // ReplaceFileW() fails if the target does not exist, and on some file systems.
  if (!::ReplaceFileW(to.c_str(), from.c_str(), nullptr, kFlags, nullptr, nullptr))
    error = rename_over(path_, target);
  if (!error) path_.clear();
  return error;
}

std::error_code rename_over(const fs::path& from, const fs::path& to) {
  constexpr DWORD kFlags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return result(::MoveFileExW(long_path(from).c_str(), long_path(to).c_str(), kFlags));
}

/// Does nothing: the file system's journal keeps renames.
std::error_code flush_folder(const fs::path&) { return {}; }

std::error_code write_protection_of(const fs::path& path) {
  const DWORD attributes = ::GetFileAttributesW(long_path(path).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return last_error();
  return (attributes & FILE_ATTRIBUTE_READONLY) != 0
             ? std::make_error_code(std::errc::permission_denied)
             : std::error_code();
}

/// Sets no permissions: the folder inherits those of its parent, which is one of the user's
/// folders.
std::error_code make_private_folder(const fs::path& path) {
  return result(::CreateDirectoryW(long_path(path).c_str(), nullptr));
}

void remove_at_once(const wchar_t* path) noexcept { ::DeleteFileW(path); }

std::optional<FileLock> FileLock::take(const fs::path& path) {
  const Handle opened = open(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS,
                             FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT);
  if (opened == kNoHandle) return std::nullopt;
  OVERLAPPED at = offset_at(0);
  constexpr DWORD kFlags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  if (::LockFileEx(handle_of(opened), kFlags, 0, 1, 0, &at)) return FileLock(opened);
  ::CloseHandle(handle_of(opened));
  return std::nullopt;
}

FileLock::~FileLock() {
  if (handle_ != kNoHandle) ::CloseHandle(handle_of(handle_));
}

void give_back_pages(std::string_view part) {
  constexpr std::uintptr_t kPage = 4096;
  const auto from = reinterpret_cast<std::uintptr_t>(part.data());
  const std::uintptr_t begin = (from + kPage - 1) / kPage * kPage,
                       end = (from + part.size()) / kPage * kPage;
  if (begin < end)
    ::VirtualAlloc(reinterpret_cast<void*>(begin), end - begin, MEM_RESET, PAGE_READWRITE);
}

}  // namespace marrow::platform
