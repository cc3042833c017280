// Files collected because other loaders fell over them.
#include <string>

#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Refused with file and reason, or loaded into a valid scene, which is saved at `saved` and opened
/// again: one of four where trials() are fewer.
void check_either_way(const std::filesystem::path& path, const std::filesystem::path& saved = {}) {
  CAPTURE(path.string());
  io::Loaded loaded;
  const std::string message = refusal([&] { loaded = io::load(path); });
  if (message.empty()) {
    CHECK(why_invalid(loaded.scene) == "");
    static int sound = 0;
    if (saved.empty() || ++sound % (5 - trials(4)) != 0) return;
    io::save(saved, loaded.scene, {});
    CHECK(refusal([&] { loaded = io::load(saved); }) == "");
  } else {
    CHECK(message.rfind(path.string() + ": ", 0) == 0);
    CHECK(message.size() > path.string().size() + 8);
    CHECK(message.find('\n') == std::string::npos);
  }
}

}  // namespace

DATA_CASE("every bad file is refused with file and reason, or loads into a sound scene") {
  const Scratch folder("bad");
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "bad")) {
    if (!entry.is_regular_file()) continue;
    ++files;
    if (io::format_of(entry.path()) != nullptr)
      check_either_way(entry.path(), folder / "saved.glb");
    // And under every name that we would open: JSON as .gltf, material libraries as .obj.
    const std::string bytes = bytes_of(entry.path());
    for (const char* name : {"x.gltf", "x.glb", "x.obj"})
      check_either_way(put(folder / name, bytes));
    check_either_way(
        put(folder / "x.gltf", "{\"asset\":{\"version\":\"2.0\"},\"extras\":" + bytes + "}"));
  }
  CHECK(files > 0);
}

DATA_CASE("every FBX file, sound or not, is refused with file and reason, or loads") {
  const Scratch folder("fbx_bad");
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "fbx"))
    if (entry.path().extension() == ".fbx")
      ++files, check_either_way(entry.path(), folder / "saved.glb");
  CHECK(files > 0);
}

DATA_CASE("what the validator calls an error is refused or said") {
  int errors = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(data / "bad" / "gltf_validator")) {
    const std::filesystem::path report = entry.path().string() + ".report.json";
    if (io::format_of(entry.path()) == nullptr || !std::filesystem::exists(report)) continue;
    if (nlohmann::json::parse(bytes_of(report))["issues"]["numErrors"] == 0) continue;
    CAPTURE(entry.path().string());
    ++errors;
    io::Loaded loaded;
    const bool is_refused = !refusal([&] { loaded = io::load(entry.path()); }).empty();
    CHECK((is_refused || !loaded.warnings.empty()));
  }
  CHECK(errors > 0);
}

DATA_CASE("awkward strings survive as names of nodes, joints and poses") {
  const Scratch folder("bad");
  const auto strings =
      nlohmann::json::parse(bytes_of(data / "bad/strings/big-list-of-naughty-strings/__blns.json"));
  Scene scene;
  for (const auto& string : strings) {
    Node node{.id = take_id(scene), .name = string.get<std::string>()};
    auto skeleton = std::make_shared<Skeleton>();
    skeleton->joints.push_back(
        {.id = take_id(scene), .name = node.name.empty() ? "joint" : node.name});
    skeleton->poses.push_back({node.name, {}});
    node.skeleton = skeleton;
    scene.nodes.push_back(std::move(node));
  }
  REQUIRE(why_invalid(scene) == "");
  for (const char* name : {"x.glb", "x.gltf"}) {
    io::save(folder / name, scene, {});
    CHECK(same_content(io::load(folder / name).scene, scene));
  }
}
