// Real OBJ files: all open, and come back from OBJ and from our file with the same shape.
#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

void check_same_shape(const Mesh& before, const Mesh& after) {
  CHECK(before.positions == after.positions);
  CHECK(before.normals == after.normals);
  CHECK(before.uvs == after.uvs);
  CHECK(before.corner_vertex == after.corner_vertex);
  CHECK(before.face_begin == after.face_begin);
  CHECK(before.face_material == after.face_material);
}

}  // namespace

DATA_CASE(
    "every real OBJ file opens and comes back the same from glTF, and from OBJ with every float") {
  const Scratch folder("shared");
  int files = 0;
  for (const char* part : {"obj", "rigs"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data / part)) {
      const io::Format* format = io::format_of(entry.path());
      if (format == nullptr || format->extensions[0] != "obj") continue;
      CAPTURE(entry.path().string());
      ++files;
      io::Loaded loaded;
      REQUIRE(refusal([&] { loaded = io::load(entry.path()); }) == "");
      io::save(folder / "x.glb", loaded.scene, {});
      CHECK(same_content(io::load(folder / "x.glb").scene, loaded.scene));
      io::save(folder / "x.obj", loaded.scene, {}, {.purpose = io::Purpose::posed});
      check_same_shape(*loaded.scene.nodes[0].mesh,
                       *io::load(folder / "x.obj").scene.nodes[0].mesh);
    }
  }
  CHECK(files > 0);
}
