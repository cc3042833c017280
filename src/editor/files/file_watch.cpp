#include "editor/files/file_watch.h"

#include <chrono>
#include <new>
#include <system_error>

#include "io/editor_data.h"
#include "io/error.h"
#include "io/file.h"

namespace marrow {

namespace {

std::string checksum_of(const std::filesystem::path& path) {
  try {
    const std::string bytes = io::read_file(path);
    return io::checksum({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
  } catch (const io::Error&) {
    return {};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace

FileStamp stamp_without_content(const std::filesystem::path& path) {
  std::error_code no_time, no_size;
  const auto time = std::filesystem::last_write_time(path, no_time);
  const std::uint64_t bytes = std::filesystem::file_size(path, no_size);
  if (no_time) return {};
  using Nanoseconds = std::chrono::nanoseconds;
  return {true,
          std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch()).count(),
          no_size ? 0 : bytes,
          {}};
}

FileStamp stamp_of(const std::filesystem::path& path) {
  FileStamp stamp = stamp_without_content(path);
  if (stamp.exists) stamp.checksum = checksum_of(path);
  return stamp;
}

DiskChange change_since(FileStamp& known, const std::filesystem::path& path) {
  FileStamp now = stamp_without_content(path);
  if (!now.exists) return known.exists ? DiskChange::vanished : DiskChange::same;
  if (known.exists && now.time == known.time && now.bytes == known.bytes) return DiskChange::same;
  now.checksum = checksum_of(path);
  if (!known.exists || now.checksum != known.checksum || now.bytes != known.bytes)
    return DiskChange::changed;
  known = now;
  return DiskChange::same;
}

}  // namespace marrow
