#include "platform/files.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <random>

#include "platform/processes.h"
#include "platform/unfinished.h"
#include "support/support.h"

using namespace marrow;
namespace fs = std::filesystem;

namespace {

/// A folder whose name has several scripts, as users' folders do.
struct Folder {
  fs::path path = fs::temp_directory_path() /
                  (fs::path(u8"Ада 太郎 \U0001F9B4 ") += std::to_string(std::random_device()()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::size_t entries_in(const fs::path& folder) {
  return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a path of narrow characters is UTF-8") {
  // characters of two, three and four bytes
  const std::string name = "\xD0\xB0\xE6\xBC\xA2\xF0\x9F\xA6\xB4 a";
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
  CHECK(test::bytes_of(path / "old") == "the old one");
  {
    platform::NewFile fresh(path / "fresh", error);
    REQUIRE(!error);
    CHECK(!fresh.copy_permissions_of(path / "old"));
    CHECK(!fresh.write("all\r\n"));
    CHECK(!fresh.write(" of it"));
    CHECK(!fresh.flush_and_close());
    CHECK(!fresh.replace(path / "old"));
  }
  CHECK(!platform::flush_folder(path));
  CHECK(entries_in(path) == 1);
  CHECK(test::bytes_of(path / "old") == "all\r\n of it");
  platform::NewFile nowhere(path / "no folder" / "x", error);
  CHECK(error == std::errc::no_such_file_or_directory);
}

TEST_CASE_FIXTURE(Folder, "another machine's folder is read, written and listed by its name") {
  const std::string drive = path.string();
  // not Windows, which shares its drives with other machines by this name:
  if (drive[1] != ':') return;
  const fs::path share = R"(\\localhost\)" + drive.substr(0, 1) + "$" + drive.substr(2);
  std::error_code error;
  if (!fs::exists(share, error)) return test::skip(share.string() + " may not be seen");
  CHECK(share.is_absolute());
  CHECK(fs::absolute(share) == share);
  const fs::path round_about = "//localhost/" + share.string().substr(12) + "/x/./y/../..";
  CHECK(fs::absolute(round_about, error) / "" == share / "");
  CHECK(round_about.lexically_normal() / "" == share / "");
  CHECK(fs::weakly_canonical(share / "x" / ".." / "y", error) == share / "y");
  CHECK(!error);
  put(path / "old", "the old one");
  CHECK(fs::canonical(share / "old") == share / "old");
  CHECK(fs::canonical(share / "old", error) == share / "old");
  CHECK(!error);
  CHECK(fs::canonical(share / "missing", error).empty());
  CHECK(error == std::errc::no_such_file_or_directory);
  CHECK_THROWS_AS(static_cast<void>(fs::canonical(share / "missing")), fs::filesystem_error);

  const std::string long_name(200, 'x');
  const fs::path deep = share / long_name / long_name;
  REQUIRE(!platform::make_private_folder(deep.parent_path()));
  REQUIRE(!platform::make_private_folder(deep));
  for (const fs::path& folder : {share, deep}) {
    const std::optional<platform::FileLock> lock = platform::FileLock::take(folder / "lock");
    CHECK(lock);
    for (const char* bytes : {"all", "all of it"}) {
      platform::NewFile fresh(folder / "fresh", error);
      REQUIRE(!error);
      CHECK(!fresh.write(bytes));
      CHECK(!fresh.flush_and_close());
      if (folder == share) CHECK(!fresh.replace(folder / "old"));
    }
    const platform::InputFile file(folder / (folder == share ? "old" : "lock"), error);
    CHECK(!error);
  }
  CHECK(test::bytes_of(path / "old") == "all of it");
  CHECK(entries_in(share) == 3);
  CHECK(fs::directory_iterator(share)->path().parent_path() == share);
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
