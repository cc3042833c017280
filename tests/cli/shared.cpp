// Real rigged files open, pose and render; the influences of three of them agree with math.md.
#include <algorithm>

#include "cli/truth.h"

using namespace marrow;
using namespace marrow::test;

namespace {

std::vector<fs::path> gltf_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(shared_data() / "gltf")) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".glb" || extension == ".gltf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The weights in effect are the file's: no row is lost, doubled or changed.
void check_influences(const std::string& file) {
  CAPTURE(file);
  const Scene scene = io::load(file).scene;
  std::map<int, std::map<int, Row>> found;
  for (const CsvRow& row : influences_of(file))
    found[row.mesh][row.vertex][row.joint].weight += std::stod(row.weight);
  const std::map<int, Truth> truths = truths_of(scene);
  REQUIRE_FALSE(truths.empty());
  for (const auto& [mesh, truth] : truths) {
    std::size_t wrong = 0;
    for (std::size_t v = 0; v < truth.rows.size(); ++v) {
      const Row& theirs = found[mesh][int(v)];
      bool agrees = truth.is_close_call[v] || truth.rows[v].size() == theirs.size();
      for (const auto& [name, influence] : truth.rows[v]) {
        const auto same = theirs.find(name);
        agrees =
            agrees &&
            (truth.is_close_call[v] ||
             (same != theirs.end() && std::abs(same->second.weight - influence.weight) <= 2e-5));
      }
      wrong += agrees ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

/// The file with its painted weights off: capsules, as if the user had chosen them.
std::string with_capsules(const Scratch& folder, const fs::path& file) {
  Scene scene = io::load(file).scene;
  for (Node& node : scene.nodes) node.explicit_weights = false;
  return saved(folder, file.stem().string() + ".glb", scene);
}

}  // namespace

TEST_CASE(
    "the influences of three real files agree with math.md, with the file's weights and with "
    "capsules") {
  if (shared_data().empty()) return skip("real files: ../shared/data is not here");
  if (lacks_implementation("report --influences")) return;
  const Scratch folder;
  for (const char* name : {"CesiumMan.glb", "Fox.glb", "q_KnightCharacter.glb"}) {
    const fs::path file = shared_data() / "gltf" / name;
    check_influences(file.string());
    check_influences(with_capsules(folder, file));
  }
}

TEST_CASE("every rigged file opens, poses, skins and renders") {
  if (shared_data().empty()) return skip("real files: ../shared/data is not here");
  const Scratch folder;
  std::size_t rigged = 0;
  std::size_t number = 0;
  for (const fs::path& file : gltf_files()) {
    if (is_sanitized() && ++number % 4 != 1) continue;  // io/shared_models.cpp opens all of them
    CAPTURE(file.string());
    const Ran report = run({"report", file.string(), "--json", "-"});
    INFO(report.err);
    CHECK(report.status == 0);
    if (report.status != 0) continue;
    const Json skeletons = Json::parse(report.out)["skeletons"];
    if (skeletons.empty() || skeletons[0]["joints"].empty()) continue;
    ++rigged;
    const Json& joints = skeletons[0]["joints"];
    const std::string joint = "#" + std::to_string(joints.size() / 2), posed = folder / "posed.glb";
    run_well({"pose", file.string(), "--joint", joint, "--rotate", "0,0,1,25", "-o", posed});
    run_well({"skin", posed, "-o", folder / "posed.obj"});
    run_well({"render", posed, "-o", folder / "posed.png", "--size", "200x150"});
    CHECK(fs::file_size(folder / "posed.png") > 500);
  }
  CHECK(rigged >= (is_sanitized() ? 4 : 20));
}
