// make_samples FOLDER: writes human.glb, human.obj, ogre.glb, capsule.glb and bar.glb. Every run
// writes the same bytes.
#include <filesystem>
#include <fmt/format.h>

#include "edit/derived.h"
#include "editor/session.h"
#include "samples.h"

namespace {

namespace fs = std::filesystem;
using namespace marrow;

void write(const fs::path& path, const Scene& scene, io::Purpose purpose) {
  const std::string broken = why_invalid(scene);
  if (!broken.empty()) throw std::runtime_error(path.string() + ": " + broken);
  Deformer deformer(Backend::textbook);
  deformer.update(scene);
  fs::remove(path);  // a generated file needs no backup
  io::save(path, scene, derived_from(deformer, scene), {.purpose = purpose});
  for (const DeformedMesh& mesh : deformer.meshes()) {
    fmt::print("{}: {} vertices, {} uncovered, {} bytes\n", path.filename().string(),
               mesh.mesh->positions.size(), mesh.coverage.uncovered, fs::file_size(path));
  }
}

/// Only the mesh, at rest.
Scene without_skeleton(Scene scene) {
  scene.nodes.erase(scene.nodes.begin());
  scene.nodes.front().bound_to = kNoId;
  return scene;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: make_samples FOLDER\n");
    return 2;
  }
  try {
    const fs::path folder = argv[1];
    const Scene human = media::human_scene();
    write(folder / "human.glb", human, io::Purpose::scene);
    write(folder / "human.obj", without_skeleton(human), io::Purpose::posed);
    write(folder / "ogre.glb", media::ogre_scene(), io::Purpose::scene);
    write(folder / "capsule.glb", media::capsule_scene(), io::Purpose::scene);
    write(folder / "bar.glb", media::bar_scene(), io::Purpose::scene);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "make_samples: {}\n", error.what());
    return 1;
  }
}
