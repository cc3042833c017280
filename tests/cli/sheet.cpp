// marrow sheet: a contact sheet on disk, a table on the terminal; the message if there is nothing
// to try.

#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::uint32_t sheet_number(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::uint8_t(bytes.at(at + i));
  return value;
}

struct Size {
  std::uint32_t width = 0, height = 0;
};

Size size_of(const std::string& png) {
  REQUIRE(png.rfind("\x89PNG\r\n", 0) == 0);
  return {sheet_number(png, 16), sheet_number(png, 20)};
}

/// Lines of the table: joint, motion (two words), the rest, badness.
struct TableRow {
  std::string joint, motion;
  double badness = 0.0;
};

std::vector<TableRow> table_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  CHECK(contains(line, "joint"));
  std::vector<TableRow> rows;
  while (std::getline(lines, line) && !line.empty()) {  // then come the totals
    std::istringstream words(line);
    TableRow row;
    std::string kind, degrees, word;
    words >> row.joint >> kind >> degrees;
    row.motion = kind + " " + degrees;
    while (words >> word) {
    }
    row.badness = std::stod(word);
    rows.push_back(row);
  }
  return rows;
}

/// A bar without its skeleton: a mesh that no joint moves.
Scene without_skeleton() {
  Scene scene = deep_scene(5);
  scene.nodes[1].skeleton = nullptr;
  scene.nodes[2].bound_to = kNoId;
  return scene;
}

}  // namespace

SOLVED_FOLDER_CASE(
    "the sheet is a picture whose size follows tile and columns, the same each time") {
  const std::string bar = (media() / "bar.glb").string(),
                    out = folder / "sheet.png";  // four joints
  const auto sheet = [&](const std::string& tile, const std::string& columns) {
    run_well({"sheet", bar, "-o", out, "--tile", tile, "--columns", columns});
    return bytes_of(out);
  };
  const std::string first = sheet("120", "2");
  const Size two_by_two = size_of(first), in_a_row = size_of(sheet("120", "4")),
             larger = size_of(sheet("240", "2"));
  CHECK(two_by_two.width > 240);
  CHECK(two_by_two.height > 240);
  CHECK(in_a_row.width > two_by_two.width);
  CHECK(in_a_row.height < two_by_two.height);
  CHECK(std::abs(int(larger.width) - 2 * int(two_by_two.width)) <= 8);  // frames are whole pixels
  CHECK(sheet("120", "2") == first);
}

SOLVED_FOLDER_CASE("the table names each joint that moves a vertex once, worst first") {
  const std::string human = (media() / "human.glb").string();
  const std::string text =
      run_well({"sheet", human, "-o", folder / "sheet.png", "--tile", "64"}).out;
  CHECK(contains(text, "\n\n  Score "));
  CHECK(contains(text, "Fit all radii first"));
  const std::vector<TableRow> rows = table_of(text);
  std::vector<std::string> tried, moving;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) CHECK(rows[i].badness <= rows[i - 1].badness);
    CHECK((rows[i].motion == "flex +90" || rows[i].motion == "flex -90" ||
           rows[i].motion == "twist +90" || rows[i].motion == "twist -90"));
    tried.push_back(rows[i].joint);
  }
  const Json report = report_of(human);
  for (const Json& joint : report["skeletons"][0]["joints"]) {
    if (joint["captured"].get<int>() > 0) moving.push_back(joint["name"].get<std::string>());
  }
  std::sort(tried.begin(), tried.end());
  std::sort(moving.begin(), moving.end());
  CHECK(tried == moving);
}

SOLVED_FOLDER_CASE("several skeletons share a sheet, and their joints say whose they are") {
  const std::string both = saved(folder, "both.glb", merged(deep_scene(3), deep_scene(4)));
  const std::vector<TableRow> rows =
      table_of(run_well({"sheet", both, "-o", folder / "sheet.png", "--tile", "64"}).out);
  REQUIRE_FALSE(rows.empty());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].joint.rfind("bones", 0) == 0);
    if (i > 0) CHECK(rows[i].badness <= rows[i - 1].badness);
  }
  CHECK(size_of(bytes_of(folder / "sheet.png")).width > 64);
}

FOLDER_CASE(
    "a file without anything to try fails in one line that says what was expected, and writes "
    "nothing") {
  std::ofstream(folder / "bad.glb") << "this is not a model";
  const auto fails = [&](const std::string& file, const std::string& words) {
    const Ran ran = run({"sheet", file, "-o", folder / "no.png"});
    INFO(ran.err);
    CHECK(ran.status == 1);
    CHECK(ran.error_lines() == 1);
    CHECK(ran.err.rfind("marrow: " + file + ":", 0) == 0);
    CHECK(contains(ran.err, words));
    CHECK(ran.out.empty());
    CHECK_FALSE(fs::exists(folder / "no.png"));
  };
  fails(folder / "missing.glb", "");
  fails(folder / "bad.glb", "");
  fails(saved(folder, "rigid.glb", without_skeleton()), "expected a skeleton");
  Scene loose = deep_scene(6);
  for (Node& node : loose.nodes) node.bound_to = kNoId;
  fails(saved(folder, "loose.glb", loose), "expected a joint that moves a vertex");
}

SOLVED_FOLDER_CASE("a place that cannot be written fails with that place's name") {
  const std::string nowhere = folder / "nowhere/sheet.png";
  const Ran ran = run({"sheet", (media() / "bar.glb").string(), "-o", nowhere, "--tile", "64"});
  CHECK(ran.status == 1);
  CHECK(ran.error_lines() == 1);
  CHECK(ran.err.rfind("marrow: " + nowhere + ":", 0) == 0);
  CHECK(ran.out.empty());
}

TEST_CASE("wrong usage exits 2 and names the flag") {
  const std::string bar = (media() / "bar.glb").string();
  const auto refused = [&](const std::vector<std::string>& flags, const std::string& word) {
    std::vector<std::string> command = {"sheet"};
    command.insert(command.end(), flags.begin(), flags.end());
    run_badly(command, 2, word);
  };
  refused({bar}, "--out");
  refused({"-o", "out.png"}, "FILE");
  refused({bar, "-o", "out.png", "--tile", "3"}, "--tile");
  refused({bar, "-o", "out.png", "--tile", "9999"}, "--tile");
  refused({bar, "-o", "out.png", "--columns", "0"}, "--columns");
  refused({bar, bar, "-o", "out.png"}, "");
}
