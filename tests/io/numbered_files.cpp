// Files whose names count up: patterns, and putting them in place.
#include "io/numbered_files.h"

#include <fstream>
#include <vector>

#include "io/error.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::io;

namespace {

namespace fs = std::filesystem;

struct FramesFolder {
  fs::path path = test::scratch("frames");
  FramesFolder() = default;
  FramesFolder(const FramesFolder&) = delete;
  FramesFolder& operator=(const FramesFolder&) = delete;
  ~FramesFolder() { fs::remove_all(path); }
};

void write_three(const fs::path& pattern) {
  NumberedFiles files(pattern);
  for (const char* bytes : {"one", "two", "three"}) files.add(bytes);
  files.put_in_place();
}

}  // namespace

TEST_CASE("patterns of numbered names are those of printf") {
  const auto name = [](const char* pattern, std::size_t number) {
    const auto read = read_number_pattern(pattern);
    return read ? read->name(number) : "";
  };
  CHECK(name("walk_%04d.png", 7) == "walk_0007.png");
  CHECK(name("%d", 12) == "12");
  CHECK(name("a%%b%2d", 3) == "a%b03");
  CHECK(name("%06d.png", 12345678) == "12345678.png");
  for (const char* wrong : {"", "walk.png", "%", "%d%d", "%s", "%04", "100%", "%-4d", "%04x"})
    CHECK(name(wrong, 1) == "");
  CHECK(name((as_in_pattern("50%d") + "%d").c_str(), 1) == "50%d1");
}

TEST_CASE("names of a pattern are known again, and no others") {
  const NumberPattern pattern = *read_number_pattern("a_%03d.png");
  for (const char* yes : {"a_001.png", "a_999.png", "a_1000.png", "a_000.png"})
    CHECK(pattern.is_name(yes));
  for (const char* no : {"a_01.png", "a_0001.png", "a_001.PNG", "b_001.png", "a_.png", "a_0x1.png",
                         "a_001.png.bak", ".png", ""})
    CHECK_FALSE(pattern.is_name(no));
}

TEST_CASE("numbered files appear together, in a folder that is made or in one that is there") {
  const FramesFolder folder;
  {
    NumberedFiles files(folder.path / "new" / "f_%02d.txt");
    files.add("one");
    CHECK_FALSE(fs::exists(folder.path / "new"));
  }
  CHECK(test::names_in(folder.path).empty());
  write_three(folder.path / "new" / "f_%02d.txt");
  CHECK(test::names_in(folder.path) == std::vector<std::string>{"new"});
  CHECK(test::names_in(folder.path / "new") ==
        std::vector<std::string>{"f_01.txt", "f_02.txt", "f_03.txt"});
  write_three(folder.path / "f_%d.txt");
  CHECK(test::names_in(folder.path) ==
        std::vector<std::string>{"f_1.txt", "f_2.txt", "f_3.txt", "new"});
}

TEST_CASE("older files of the pattern go, others stay, and a film given up takes none away") {
  const FramesFolder folder;
  for (const char* name : {"f_001.txt", "f_400.txt", "f_4.txt", "notes.txt"})
    std::ofstream(folder.path / name) << "old";
  const std::vector<std::string> before = test::names_in(folder.path);
  {
    NumberedFiles files(folder.path / "f_%03d.txt");
    files.add("new");
  }
  CHECK(test::names_in(folder.path) == before);
  write_three(folder.path / "f_%03d.txt");
  CHECK(test::names_in(folder.path) ==
        std::vector<std::string>{"f_001.txt", "f_002.txt", "f_003.txt", "f_4.txt", "notes.txt"});
}

TEST_CASE("numbered files without a number or a folder are refused") {
  const FramesFolder folder;
  std::ofstream(folder.path / "file") << "";
  CHECK_THROWS_AS(NumberedFiles(folder.path / "f.txt"), Error);
  CHECK_THROWS_AS(NumberedFiles(folder.path / "no" / "such" / "f_%d.txt"), Error);
  CHECK_THROWS_AS(NumberedFiles(folder.path / "file" / "f_%d.txt"), Error);
}
