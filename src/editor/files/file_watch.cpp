#include "editor/files/file_watch.h"

#include <new>
#include <sys/stat.h>

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
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  const std::int64_t time =
      std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
  return {true, time, static_cast<std::uint64_t>(status.st_size), {}};
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
