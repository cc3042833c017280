// marrow course: a course's folder, and the page made of it, in which no hidden check is.
#include "cli/class_support.h"

namespace marrow::test {

namespace {

/// In place of a built page, which takes minutes to make.
void make_page(const fs::path& folder) {
  hand_in(folder / "course.html", "<!doctype html>");
  hand_in(folder / "course.json", "{}");
  hand_in(folder / "course/judge.wasm.gz", "judge");
}

std::vector<std::string> build_words(const Scratch& folder) {
  return {"course", "build", folder / "mine", "-o", folder / "site", "--page", folder / "page"};
}

/// Wrong usage or a failure, in one line.
std::string refusal(const std::vector<std::string>& words, int status = 1) {
  const Ran ran = run(words);
  CHECK(ran.status == status);
  CHECK(ran.error_lines() == 1);
  return ran.err;
}

}  // namespace

FOLDER_CASE("a new course has every key with its default, and changes nothing that is graded") {
  run_well({"course", "new", folder / "mine"});
  const Json json = Json::parse(bytes_of(folder / "mine/course.json"));
  CHECK(json["tasks"].size() == std::size_t(kTasks));
  CHECK(json["letters"]["Ul"] == "Ul");
  CHECK(json["weights"] == "inverse");
  CHECK(json["vectors"] == "column");
  for (const char* key : {"deadline", "late_days", "per_day"}) CHECK(json.contains(key));
  const std::string all = run_well({"grade", "--list"}).out,
                    own =
                        run_well({"grade", "--list", "--course", folder / "mine/course.json"}).out;
  CHECK(own == all);
  const std::string readme = bytes_of(folder / "mine/README.md");
  CHECK(std::count(readme.begin(), readme.end(), '\n') <= 25);
  CHECK(fs::exists(folder.path / "mine/sheet.md"));
  CHECK(contains(refusal({"course", "new", folder / "mine"}), "mine: expected an empty folder"));
  CHECK(contains(refusal({"course", "new", folder / "b", "-o", "x"}, 2), "-o: needs"));
  CHECK(contains(refusal({"course", "build", folder / "mine"}, 2), "expected -o SITE"));
}

FOLDER_CASE("a course's page is the built page with the course's files, and again with new ones") {
  run_well({"course", "new", folder / "mine"});
  CHECK(contains(refusal({"course", "build", folder / "mine", "-o", folder / "site", "--page",
                          folder / "page"}),
                 "page: --page: expected a built page with course.html: deps/bootstrap.sh web"));
  make_page(folder.path / "page");
  hand_in(folder.path / "mine/hidden/wave.json", R"({"name": "hidden.wave", "task": 4})");
  hand_in(folder.path / "mine/hidden/wave.glb", "the scene of a hidden check");
  hand_in(folder.path / "mine/course.json", R"({"vectors": "row"})");
  run_well(build_words(folder));
  CHECK(bytes_of(folder / "site/course.json") == R"({"vectors": "row"})");
  CHECK(contains(bytes_of(folder / "site/sheet.md"), "text of your course"));
  CHECK(bytes_of(folder / "site/course/judge.wasm.gz") == "judge");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder / "site")) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    CHECK_FALSE(contains(entry.path().string(), "wave"));
    CHECK_FALSE(contains(bytes_of(entry.path()), "wave"));
    CHECK_FALSE(contains(bytes_of(entry.path()), "the scene of"));
  }
  hand_in(folder.path / "mine/sheet.md", "Welcome.\n");
  run_well(build_words(folder));
  CHECK(bytes_of(folder / "site/sheet.md") == "Welcome.\n");
}

FOLDER_CASE("a page that would show a hidden check, or that is broken, is refused") {
  run_well({"course", "new", folder / "mine"});
  make_page(folder.path / "page");
  hand_in(folder.path / "mine/hidden/wave.json", R"({"name": "hidden.wave", "task": 4})");
  hand_in(folder.path / "mine/hidden/wave.glb", "the scene of a hidden check");
  const auto refused = [&](const fs::path& file, const std::string& text, const char* secret) {
    const std::string before = fs::exists(file) ? bytes_of(file) : "";
    hand_in(file, text);
    const std::string line = refusal(build_words(folder));
    CAPTURE(line);
    CHECK(contains(line, file.filename().string() + ": expected nothing of a hidden check"));
    CHECK(contains(line, secret));
    CHECK_FALSE(fs::exists(folder.path / "site"));
    hand_in(file, before);
  };
  refused(folder.path / "mine/sheet.md", "Try hidden.wave at home\n", "wave.json/name");
  refused(folder.path / "page/tar", "x the scene of a hidden check x", "wave.glb");
  hand_in(folder.path / "site/thesis.txt", "other work");
  CHECK(contains(refusal(build_words(folder)), "site: -o: expected an empty folder"));
  fs::remove_all(folder.path / "site");
  hand_in(folder.path / "mine/course.json", R"({"vectors": "slanted"})");
  CHECK(contains(refusal(build_words(folder)), "/vectors: expected column or row"));
}

}  // namespace marrow::test
