// marrow render: pictures without a window or a display.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::uint8_t(bytes.at(at + i));
  return value;
}

std::string picture(const Scratch& folder, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {"render", (media() / "human.glb").string(),
                                      "-o",     folder / "picture.png",
                                      "--size", "160x120"};
  command.insert(command.end(), flags.begin(), flags.end());
  run_well(command);
  return bytes_of(folder / "picture.png");
}

}  // namespace

FOLDER_CASE("a picture is a PNG of the size asked for, the same each time") {
  const std::string first = picture(folder, {});
  CHECK(first.rfind("\x89PNG\r\n", 0) == 0);
  CHECK(big_endian(first, 16) == 160);
  CHECK(big_endian(first, 20) == 120);
  CHECK(first == picture(folder, {}));
}

FOLDER_CASE("what is shown and from where makes a difference") {
  std::vector<std::string> pictures;
  for (const char* view : {"persp", "front", "side", "top"})
    pictures.push_back(picture(folder, {"--view", view}));
  for (const char* show : {"mesh", "capsules", "joints", "mesh,uncovered"})
    pictures.push_back(picture(folder, {"--show", show}));
  // Stubs give no weights to show.
  for (const char* show : {"mesh,weights:upper_arm.R", "weights:head", "distance:head",
                           "distance:upper_arm.R,joints", "influences", "all-joints,capsules"}) {
    if (has_solution()) pictures.push_back(picture(folder, {"--show", show}));
  }
  for (const char* vision : {"protan", "deutan", "tritan", "grey"})
    pictures.push_back(picture(folder, {"--vision", vision}));
  for (const char* palette : {"cividis", "magma"}) {
    if (has_solution())
      pictures.push_back(picture(folder, {"--show", "weights:head", "--palette", palette}));
  }
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(pictures[i] != pictures[j]);
    }
  }
}

FOLDER_CASE("a mesh without joints is shown as a mesh, and nothing of it as capsules or joints") {
  std::ofstream(folder / "x.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const auto shown = [&](const char* words) {
    run_well(
        {"render", folder / "x.obj", "-o", folder / "x.png", "--size", "64x48", "--show", words});
    return bytes_of(folder / "x.png");
  };
  CHECK(shown("mesh") != shown("capsules"));
  CHECK(shown("joints") == shown("capsules"));
}

FOLDER_CASE(
    "a scale draws more pixels of the same picture, and a transparent one has no background") {
  const std::string once = picture(folder, {});
  const std::string thrice = picture(folder, {"--scale", "3"});
  CHECK(big_endian(thrice, 16) == 480);
  CHECK(big_endian(thrice, 20) == 360);
  const std::string cut_out = picture(folder, {"--transparent"});
  CHECK(big_endian(cut_out, 16) == 160);
  CHECK(cut_out != once);
}

FOLDER_CASE("words that are not known are refused by name, with those that are") {
  const auto refused = [&](const std::vector<std::string>& flags, int status,
                           const std::vector<std::string>& words) {
    std::vector<std::string> command = {"render", (media() / "human.glb").string(), "-o",
                                        folder / "no.png"};
    command.insert(command.end(), flags.begin(), flags.end());
    const Ran ran = run(command);
    INFO(ran.err);
    CHECK(ran.status == status);
    CHECK(ran.error_lines() == 1);
    for (const std::string& word : words) CHECK(contains(ran.err, word));
    CHECK_FALSE(fs::exists(folder / "no.png"));
  };
  refused({"--show", "mesh,hair"}, 2, {"hair", "capsules", "weights:NAME"});
  refused({"--view", "below"}, 2, {"below", "front", "persp"});
  refused({"--show", "weights:tail"}, 1, {"weights:tail"});
  refused({"--show", "distance:tail"}, 1, {"distance:tail"});
  for (const char* word : {"weights", "weights:", "distance", "influences:head", "all-joints:"})
    refused({"--show", word}, 2, {word});
  refused({"--show", "weights:head,influences"}, 2, {"weights:head", "influences"});
  refused({"--palette", "rainbow"}, 2, {"rainbow", "viridis", "cividis", "magma"});
  refused({"--vision", "cat"}, 2, {"cat", "protan", "deutan", "tritan", "grey"});
}
