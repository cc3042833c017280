// The engine against the textbook and double precision, on real files.
#include <algorithm>
#include <filesystem>

#include "instructor/engine_error.h"
#include "io/formats.h"

namespace marrow::test {

namespace {

namespace fs = std::filesystem;

/// Every joint of the scene turned a little, so that files that came at rest move.
void bend(Scene& scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    float angle = 10.0f;
    for (Joint& joint : edit_skeleton(scene, int(n)).joints) {
      joint.user_local = joint.user_local * rotation(angle = -angle, {0.3f, 0.8f, 0.5f});
    }
  }
}

std::vector<fs::path> rigged_files() {
  std::vector<fs::path> files;
  const auto add_all = [&](const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".glb" || extension == ".gltf") files.push_back(entry.path());
    }
  };
  add_all(media());
  if (shared_data().empty()) {
    skip("real files: ../shared/data is not here");
  } else {
    add_all(shared_data() / "gltf");
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE(
    "on every file that opens, with the file's weights and with capsules, the engine agrees with "
    "textbook and double precision") {
  Worst worst;
  int compared = 0;
  for (const fs::path& file : rigged_files()) {
    CAPTURE(file.string());
    Scene scene;
    try {
      scene = io::load(file).scene;
    } catch (const io::Error&) {
      continue;  // other tests are about those
    }
    bend(scene);
    Deformer fast;
    worst.add(compare(scene, fast));
    for (Node& node : scene.nodes) node.explicit_weights = false;
    worst.add(compare(scene, fast));
    ++compared;
  }
  MESSAGE(compared, " files; worst error: positions ", worst.position, " of the size, normals ",
          worst.normal);
  CHECK(compared >= 4);  // media alone has so many
  CHECK(worst.position < 2e-6);
  CHECK(worst.normal < 2e-4);
}

}  // namespace marrow::test
