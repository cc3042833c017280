// Numbers are written and read with a point, whatever the locale.
#include <locale>

#include "io/support.h"
#include "support/comma_locales.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Writes and reads with the present locale and compares with files written before.
void check_same_files(const Scratch& folder, const Scene& scene) {
  io::save(folder / "other.gltf", scene, {});
  io::save(folder / "other.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(bytes_of(folder / "plain.gltf") == bytes_of(folder / "other.gltf"));
  CHECK(bytes_of(folder / "plain.obj") == bytes_of(folder / "other.obj"));
  CHECK(same_content(scene, io::load(folder / "plain.gltf").scene));
  const auto mesh = io::load(folder / "plain.obj").scene.nodes[0].mesh;
  CHECK(mesh->positions == scene.nodes[0].mesh->positions);
  CHECK(io::format_of("A.GLTF") != nullptr);
  CHECK(contains(refusal([&] { io::load(put(folder / "comma.obj", "v 0,5 1 2\n")); }), "line 1"));
}

/// 1.234.567,5 as in German.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

Scene scene_with_numbers() {
  Scene scene;
  Node node;
  node.id = take_id(scene);
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0.5f, 1234567.5f, -1e-5f}, {1.0f / 3.0f, 0.1f, 3e20f}, {0.0f, 1.0f, 0.0f}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->face_begin = {0, 3};
  node.mesh = mesh;
  scene.nodes.push_back(node);
  scene.camera = Camera();
  return scene;
}

}  // namespace

TEST_CASE("the locale changes neither what is written nor what is read") {
  const Scratch folder("locale");
  const Scene scene = scene_with_numbers();
  io::save(folder / "plain.gltf", scene, {});
  io::save(folder / "plain.obj", scene, {}, {.purpose = io::Purpose::posed});

  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  check_same_files(folder, scene);
  std::locale::global(before);

  under_comma_locales([&] { check_same_files(folder, scene); });
}

TEST_CASE(
    "scenes saved, loaded and saved again under a comma locale are the same bytes as without one") {
  const Scratch folder("locale");
  constexpr unsigned kScenes = 40;
  const auto written = [&] {  // twice: from the scene, and from what its file gave
    std::vector<std::string> files;
    for (unsigned seed = 0; seed < kScenes; ++seed) {
      const Scene scene = random_scene(seed);
      const io::Derived derived = random_derived(scene, seed);
      for (const char* name : {"x.glb", "x.gltf"}) {
        io::save(folder / name, scene, derived);
        files.push_back(bytes_of(folder / name));
        const io::Loaded loaded = io::load(folder / name);
        CHECK(same_content(loaded.scene, scene));
        io::save(folder / name, loaded.scene, derived);
        CHECK(bytes_of(folder / name) == files.back());
      }
    }
    return files;
  };
  const std::vector<std::string> plain = written();
  under_comma_locales([&] { CHECK(written() == plain); });
}
