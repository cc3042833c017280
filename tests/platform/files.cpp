#include "platform/files.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <random>

#include "platform/processes.h"
#include "platform/unfinished.h"

using namespace marrow;
namespace fs = std::filesystem;

namespace {

/// A folder whose name is in several scripts, as users' folders are.
struct Folder {
  fs::path path = fs::temp_directory_path() /
                  (fs::path(u8"Ада 太郎 \U0001F9B4 ") += std::to_string(std::random_device()()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

std::string content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::size_t entries_in(const fs::path& folder) {
  return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a path of narrow characters is UTF-8") {
  const std::string name = "\xD0\xB0\xE6\xBC\xA2\xF0\x9F\xA6\xB4 a";  // two, three, four bytes
  CHECK(fs::path(name).string() == name);
  CHECK(fs::path(name) == fs::path(u8"а漢\U0001F9B4 a"));
  CHECK((fs::path("b") / name.c_str()).filename().string() == name);
}

TEST_CASE_FIXTURE(Folder, "a file is read at any place, byte for byte, line ends included") {
  std::string bytes = "\r\n\x1a\n";
  std::mt19937 random(1);
  for (int i = 0; i < 10000; ++i) bytes += char(random());
  put(path / "x", bytes);
  std::error_code error;
  const platform::InputFile file(path / "x", error);
  REQUIRE(!error);
  const auto status = file.status(error);
  CHECK(!error);
  CHECK(status.type == fs::file_type::regular);
  CHECK(status.bytes == bytes.size());
  for (int i = 0; i < 100; ++i) {
    const std::size_t begin = random() % (bytes.size() + 1), size = random() % 300;
    std::string part(size, '\0');
    part.resize(file.read_at(begin, part.data(), size, error));
    CHECK(!error);
    CHECK(part == bytes.substr(begin, size));
  }
}

TEST_CASE_FIXTURE(Folder, "what is no file says so") {
  std::error_code error;
  const platform::InputFile missing(path / "missing", error);
  CHECK(error == std::errc::no_such_file_or_directory);
  const platform::InputFile folder(path, error);
  REQUIRE(!error);
  CHECK(folder.status(error).type == fs::file_type::directory);
}

TEST_CASE_FIXTURE(Folder, "a new file takes a place whole, or is gone") {
  put(path / "old", "the old one");
  std::error_code error;
  {
    platform::NewFile fresh(path / "fresh", error);
    REQUIRE(!error);
    CHECK(!fresh.write("a part"));
    platform::NewFile second(path / "fresh", error);
    CHECK(error == std::errc::file_exists);
  }
  CHECK(entries_in(path) == 1);
  CHECK(content_of(path / "old") == "the old one");
  {
    platform::NewFile fresh(path / "fresh", error);
    REQUIRE(!error);
    CHECK(!fresh.take_rights_of(path / "old"));
    CHECK(!fresh.write("all\r\n"));
    CHECK(!fresh.write(" of it"));
    CHECK(!fresh.flush_and_close());
    CHECK(!fresh.take_place_of(path / "old"));
  }
  CHECK(!platform::flush_folder(path));
  CHECK(entries_in(path) == 1);
  CHECK(content_of(path / "old") == "all\r\n of it");
  platform::NewFile nowhere(path / "no folder" / "x", error);
  CHECK(error == std::errc::no_such_file_or_directory);
}

TEST_CASE_FIXTURE(Folder, "what is unfinished is removed at once, the rest stays") {
  put(path / "whole", "");
  put(path / "half", "");
  {
    const platform::Unfinished noted(path / "half");
    const platform::Unfinished too_long(path / std::string(5000, 'x'));
    platform::remove_unfinished();
  }
  CHECK(fs::exists(path / "whole"));
  CHECK(!fs::exists(path / "half"));
  put(path / "half", "");
  platform::remove_unfinished();
  CHECK(fs::exists(path / "half"));
}

TEST_CASE_FIXTURE(Folder, "a file without the right to write is protected") {
  put(path / "x", "");
  CHECK(!platform::write_protection_of(path / "x"));
  fs::permissions(path / "x", fs::perms::owner_read);
  CHECK(platform::write_protection_of(path / "x") == std::errc::permission_denied);
  fs::permissions(path / "x", fs::perms::owner_all);
  CHECK(platform::write_protection_of(path / "y") == std::errc::no_such_file_or_directory);
}

TEST_CASE_FIXTURE(Folder, "a lock is one's own until it is let go") {
  std::optional<platform::FileLock> lock = platform::FileLock::take(path / "lock");
  REQUIRE(lock);
  CHECK(!platform::FileLock::take(path / "lock"));
  platform::FileLock moved = std::move(*lock);
  lock.reset();
  CHECK(!platform::FileLock::take(path / "lock"));
  moved = *platform::FileLock::take(path / "other");
  CHECK(platform::FileLock::take(path / "lock"));
  CHECK(!platform::FileLock::take(path / "no folder" / "lock"));
}

TEST_CASE_FIXTURE(Folder, "a private folder is new") {
  CHECK(!platform::make_private_folder(path / "own"));
  CHECK(fs::is_directory(path / "own"));
  CHECK(platform::make_private_folder(path / "own") == std::errc::file_exists);
}

TEST_CASE("memory that was given back can be written again") {
  std::string big(3 << 20, 'x');
  platform::give_back_pages(big);
  platform::give_back_pages(std::string_view(big).substr(1, 2));
  std::fill(big.begin(), big.end(), 'y');
  CHECK(big == std::string(big.size(), 'y'));
}

TEST_CASE("this process runs") { CHECK(platform::is_running(platform::process_number())); }
