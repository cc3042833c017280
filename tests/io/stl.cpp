// STL out: counted, measured and closed like the surface that it shows.
#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Triangle {
  glm::vec3 normal, a, b, c;
};

std::vector<Triangle> triangles_of(const std::string& bytes) {
  REQUIRE(bytes.size() >= 84);
  CHECK(bytes.substr(0, 5) != "solid");
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  REQUIRE(bytes.size() == 84 + 50 * std::size_t(count));
  std::vector<Triangle> triangles(count);
  for (std::size_t t = 0; t < count; ++t) {
    std::memcpy(&triangles[t], bytes.data() + 84 + 50 * t, sizeof(Triangle));
    CHECK(bytes.substr(84 + 50 * t + 48, 2) == std::string(2, '\0'));
  }
  return triangles;
}

std::vector<Triangle> saved(const std::filesystem::path& path, const Scene& scene,
                            const io::Derived& derived = {}) {
  io::save(path, scene, derived, {.purpose = io::Purpose::posed});
  return triangles_of(bytes_of(path));
}

double volume_of(const std::vector<Triangle>& triangles) {
  double volume = 0.0;
  for (const Triangle& t : triangles)
    volume += glm::dot(glm::dvec3(t.a), glm::cross(glm::dvec3(t.b), glm::dvec3(t.c))) / 6.0;
  return volume;
}

const std::string kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n";

}  // namespace

FOLDER_CASE(
    "a cube is twelve triangles of volume 1 that look outwards, wherever and however mirrored it "
    "stands") {
  Scene scene = io::load(put(folder / "x.obj", kCube)).scene;
  const auto plain = saved(folder / "x.stl", scene);
  CHECK(plain.size() == 12);
  CHECK(volume_of(plain) == doctest::Approx(1.0));
  for (const Triangle& t : plain) {
    CHECK(glm::length(t.normal) == doctest::Approx(1.0f));
    CHECK(glm::dot(t.normal, (t.a + t.b + t.c) / 3.0f - glm::vec3(0.5f)) == doctest::Approx(0.5f));
  }
  scene.nodes[0].local = glm::mat4(-2.0f);
  scene.nodes[0].local[3] = glm::vec4(5, 6, 7, 1);
  const auto mirrored = saved(folder / "x.stl", scene);
  CHECK(volume_of(mirrored) == doctest::Approx(8.0));
  CHECK(mirrored[0].a == glm::vec3(5, 4, 7));
}

FOLDER_CASE("the posed surface is written where there is one") {
  const Scene scene = io::load(put(folder / "x.obj", kCube)).scene;
  io::Derived derived;
  auto& posed = derived.meshes[scene.nodes[0].id];
  for (const glm::vec3& point : scene.nodes[0].mesh->positions)
    posed.positions.push_back(point * 3.0f);
  CHECK(volume_of(saved(folder / "x.stl", scene, derived)) == doctest::Approx(27.0));
}

FOLDER_CASE(
    "a face without area has no normal; a scene without faces is a file without triangles, and "
    "said; STL is not read") {
  const auto flat =
      saved(folder / "x.stl",
            io::load(put(folder / "x.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")).scene);
  REQUIRE(flat.size() == 1);
  CHECK(flat[0].normal == glm::vec3(0.0f));
  const auto warnings = io::save(folder / "y.stl", {}, {}, {.purpose = io::Purpose::posed});
  CHECK(any_contains(warnings, "no triangles"));
  CHECK(contains(refusal([&] { io::load(folder / "y.stl"); }),
                 "y.stl: is STL, which is only written"));
}
