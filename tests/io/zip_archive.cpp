// Zip archives from strangers: names that lead elsewhere, sizes that lie, damage. What we gzip.
#include "io/zip_archive.h"

#include <fstream>
#include <functional>
#include <zlib.h>

#include "io/error.h"
#include "support/random_rig.h"
#include "support/support.h"
#include "support/zip_files.h"

namespace marrow::test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMany = 1000;
constexpr std::uint64_t kCap = 1u << 20;

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const io::Error& error) {
    return error.what();
  }
  return {};
}

std::string numbers_to(int last) {
  std::string text;
  for (int i = 0; i <= last; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::string unpacked(const std::string& packed, std::size_t size) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string bytes(size + 1, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  CHECK(stream.avail_in == 0);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

}  // namespace

TEST_CASE("what was zipped is read again: folders, names beyond ASCII, empty files") {
  const fs::path folder = scratch("zip");
  const std::string text = numbers_to(20'000);
  write_zip(folder / "a.zip", {{"src/", "", 0040755},
                               {"./src//t\xC3\xA4sk.cpp", text},
                               {"empty.h", ""},
                               {"caf\xE9.h", "not UTF-8"}});
  const io::ZipArchive archive(folder / "a.zip", kMany);
  REQUIRE(archive.entries().size() == 4);
  CHECK(archive.entries()[0].is_folder);
  CHECK(archive.entries()[0].path == "src");
  CHECK(archive.entries()[1].path == "src/t\xC3\xA4sk.cpp");
  CHECK(archive.entries()[1].size == text.size());
  CHECK(archive.read(1, kCap) == text);
  CHECK(archive.read(2, kCap).empty());
  CHECK(archive.entries()[3].path == "caf\xEF\xBF\xBD.h");
  CHECK(archive.read(3, kCap) == "not UTF-8");
  CHECK(contains(error_of([&] { archive.read(0, kCap); }), "src: is a folder"));
  fs::remove_all(folder);
}

TEST_CASE("what leads out of a folder, links, devices and odd names are refused, each by itself") {
  const fs::path folder = scratch("zip");
  const std::vector<std::pair<ZippedFile, const char*>> refused = {
      {{"../x.cpp", "x"}, "leads out of its folder"},
      {{"a/../../x.cpp", "x"}, "leads out of its folder"},
      {{"a/..", "x"}, "leads out of its folder"},
      {{"/etc/passwd", "x"}, "has an absolute path"},
      {{"C:/x.cpp", "x"}, "has an absolute path"},
      {{"a\\..\\x.cpp", "x"}, "has a backslash in its name"},
      {{"a\nb.cpp", "x"}, "has a control character in its name"},
      {{"a\x1b[2Jb.cpp", "x"}, "has a control character in its name"},
      {{"link.cpp", "/etc/passwd", 0120777}, "is a link"},
      {{"null.cpp", "", 0020644}, "is a device or a pipe"},
      {{"pipe.cpp", "", 0010644}, "is a device or a pipe"},
      {{std::string(300, 'a'), "x"}, "has too long a name"},
      {{std::string(3000, 'a'), "x"}, "has too long a name, or none"},
      {{"", "x"}, "has too long a name, or none"}};
  std::vector<ZippedFile> files = {{"good.cpp", "good"}};
  for (const auto& [file, why] : refused) files.push_back(file);
  write_zip(folder / "a.zip", files);
  const io::ZipArchive archive(folder / "a.zip", kMany);
  REQUIRE(archive.entries().size() == files.size());
  CHECK(archive.read(0, kCap) == "good");
  for (std::size_t i = 0; i < refused.size(); ++i) {
    CAPTURE(refused[i].first.name);
    CHECK(archive.entries()[i + 1].refusal == refused[i].second);
    CHECK(contains(error_of([&] { archive.read(i + 1, kCap); }), refused[i].second));
  }
  fs::remove_all(folder);
}

TEST_CASE("a bomb is refused by its size; a size that lies is damage") {
  const fs::path folder = scratch("zip");
  write_zip(folder / "a.zip", {{"bomb.cpp", std::string(64u << 20, ' ')}});
  CHECK(fs::file_size(folder / "a.zip") < 100'000);
  CHECK(contains(error_of([&] { io::ZipArchive(folder / "a.zip", kMany).read(0, kCap); }),
                 "bomb.cpp: has 67,108,864 bytes; expected at most 1,048,576"));
  std::string bytes = bytes_of(folder / "a.zip");
  const std::string size("\0\0\0\x04", 4);  // 64 MB in both headers
  for (std::size_t at = 0; (at = bytes.find(size, at)) != std::string::npos; at += 4)
    bytes.replace(at, 4, std::string("\x10\0\0\0", 4));
  write(folder / "a.zip", bytes);
  const io::ZipArchive lying(folder / "a.zip", kMany);
  CHECK(lying.entries()[0].size == 16);
  CHECK(contains(error_of([&] { lying.read(0, kCap); }), "bomb.cpp: the archive is damaged here"));
  fs::remove_all(folder);
}

TEST_CASE("other files, folders, encrypted and too long lists are refused in one line") {
  const fs::path folder = scratch("zip");
  const auto opening = [&](std::size_t most = kMany) {
    return error_of([&] { io::ZipArchive(folder / "a.zip", most).read(0, kCap); });
  };
  CHECK(contains(opening(), "expected a zip archive"));
  write(folder / "a.zip", "");
  CHECK(contains(opening(), "this is not one, or it is damaged"));
  write(folder / "a.zip", "PK but no archive");
  CHECK(contains(opening(), "this is not one, or it is damaged"));
  write_zip(folder / "a.zip", {{"a.cpp", "a"}, {"b.cpp", "b"}, {"c.cpp", "c"}});
  CHECK(opening().empty());
  CHECK(contains(opening(2), "lists 3 files; expected at most 2"));
  std::string bytes = bytes_of(folder / "a.zip");
  bytes[bytes.find("PK\x01\x02") + 8] |= 1;
  write(folder / "a.zip", bytes);
  CHECK(contains(opening(), "a.cpp: is encrypted"));
  fs::remove(folder / "a.zip");
  fs::create_directory(folder / "a.zip");
  CHECK(contains(opening(), "expected a zip archive"));
  fs::remove_all(folder);
}

TEST_CASE("damaged anywhere, an archive is read or refused, within its bounds") {
  const fs::path folder = scratch("zip");
  write_zip(folder / "a.zip", {{"a.cpp", numbers_to(300)}, {"b/c.h", numbers_to(9)}, {"d/", ""}});
  const std::string whole = bytes_of(folder / "a.zip");
  const auto read_all = [&](const std::string& bytes) {
    write(folder / "b.zip", bytes);
    error_of([&] {
      const io::ZipArchive archive(folder / "b.zip", kMany);
      for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        std::size_t size_read = 0;
        error_of([&] { size_read = archive.read(i, kCap).size(); });
        CHECK(size_read <= kCap);
      }
    });
  };
  for (std::size_t size = 0; size < whole.size(); size += 3) read_all(whole.substr(0, size));
  for (auto& random : rounds<Random>(7, trials(2000))) {
    std::string bytes = whole;
    for (int n = 1 + random.below(4); n > 0; --n)
      bytes[std::size_t(random.below(int(bytes.size())))] = char(random.below(256));
    read_all(bytes);
  }
  fs::remove_all(folder);
}

TEST_CASE("What is gzipped comes back the same, empty and random bytes too") {
  Random random(5);
  for (const std::size_t size : {0u, 1u, 65'535u, 65'536u, 300'000u})
    for (const int kinds : {1, 3, 256}) {
      std::string bytes(size, '\0');
      for (char& byte : bytes) byte = char(random.below(kinds));
      const std::string packed = io::gzipped(bytes);
      CHECK(unpacked(packed, size) == bytes);
      CHECK(io::gzipped(bytes) == packed);
      if (kinds == 1) CHECK(packed.size() < 30 + size / 500);
    }
}

}  // namespace marrow::test
