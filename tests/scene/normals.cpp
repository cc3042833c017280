// Finding wrong normals and recalculating them.
#include "scene/normals.h"

#include <cmath>

#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using test::Random;

namespace {

/// A ball of `rings` times `2 rings` faces with a seam of double vertices and outward normals.
Mesh ball(int rings) {
  Mesh mesh;
  const int across = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    for (int k = 0; k <= across; ++k) {
      const double down = std::acos(-1.0) * i / rings,
                   round = 2.0 * std::acos(-1.0) * (k % across) / across;
      mesh.positions.emplace_back(std::sin(down) * std::cos(round), std::cos(down),
                                  -std::sin(down) * std::sin(round));
    }
  }
  for (int i = 0; i < rings; ++i) {
    for (int k = 0; k < across; ++k) {
      const auto at = [&](int down, int right) {
        return std::uint32_t((i + down) * (across + 1) + k + right);
      };
      for (const std::uint32_t v : {at(0, 0), at(1, 0), at(1, 1), at(0, 1)})
        mesh.corner_vertex.push_back(v);
      mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
    }
  }
  mesh.normals = mesh.positions;
  mesh.corner_normal = mesh.corner_vertex;
  return mesh;
}

/// A cube of 6 quads, each with its own 4 vertices.
Mesh cube() {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      for (const glm::vec2 corner :
           {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
        glm::vec3 point;
        point[axis] = side;
        point[(axis + 1) % 3] = corner.x * side;
        point[(axis + 2) % 3] = corner.y;
        mesh.corner_vertex.push_back(std::uint32_t(mesh.positions.size()));
        mesh.positions.push_back(point);
      }
      mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
    }
  }
  return mesh;
}

}  // namespace

TEST_CASE("normals that point away from their faces are counted by area") {
  Random random(1);
  Mesh mesh = ball(24);
  CHECK(flipped_share(mesh) == 0.0);
  for (const double share : {0.05, 0.2, 0.4}) {
    Mesh turned = mesh;
    double away = 0.0, all = 0.0;
    std::vector<char> is_turned(mesh.normals.size());
    for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
      const double weight =
          std::sqrt(1.0 - double(mesh.positions[v].y) * double(mesh.positions[v].y));
      is_turned[v] = random.chance(float(share));
      if (is_turned[v]) turned.normals[v] = -turned.normals[v], away += weight;
      all += weight;
    }
    CHECK(flipped_share(turned) == doctest::Approx(away / all).epsilon(0.02));
    CHECK(flipped_share(turned) > kMaxFlippedShare);
    // the faces are wound the other way
    for (glm::vec3& normal : turned.normals) normal = -5.0f * normal;
    CHECK(flipped_share(turned) == doctest::Approx(away / all).epsilon(0.02));
  }
}

TEST_CASE(
    "a face counts by its area, however many corners it has; one without area keeps its own") {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},   // a square of area 1
                    {2, 0, 0}, {4, 0, 0}, {2, 1, 0}, {9, 9, 9}};  // a triangle of area 1; a point
  mesh.normals = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}};
  mesh.corner_vertex = {0, 1, 2, 3, 4, 5, 6, 7, 7, 7};
  mesh.corner_normal = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2};
  mesh.face_begin.insert(mesh.face_begin.end(), {4, 7, 10});
  REQUIRE(why_invalid(mesh) == "");
  CHECK(flipped_share(mesh) == doctest::Approx(0.5));
  CHECK(with_recalculated_normals(mesh).normals[7] == glm::vec3(1.0f, 0.0f, 0.0f));
}

TEST_CASE("without normals, area or finite numbers nothing is counted") {
  Mesh mesh = ball(4);
  mesh.corner_normal.clear();
  CHECK(flipped_share(mesh) == 0.0);
  CHECK(flipped_share(Mesh()) == 0.0);
  mesh = ball(4);
  mesh.corner_normal.assign(mesh.corner_vertex.size(), kNoIndex);
  CHECK(flipped_share(mesh) == 0.0);
  mesh = ball(4);
  for (glm::vec3& position : mesh.positions) position = {1, 2, 3};
  CHECK(flipped_share(mesh) == 0.0);
  CHECK(why_invalid(with_recalculated_normals(mesh)) == "");
}

TEST_CASE("normals are made from faces, smooth over a seam, sharp at an edge, outside as before") {
  Random random(2);
  for (const float side : {1.0f, -1.0f}) {
    Mesh mesh = ball(24);
    for (glm::vec3& normal : mesh.normals) normal *= random.chance(0.2f) ? -side : side;
    const Mesh fixed = with_recalculated_normals(mesh);
    CHECK(why_invalid(fixed) == "");
    CHECK(flipped_share(fixed) == 0.0);
    CHECK(fixed.positions == mesh.positions);
    for (std::size_t v = 0; v < fixed.positions.size(); ++v)
      CHECK(glm::dot(fixed.normals[v], side * fixed.positions[v]) > 0.99f);
    for (std::size_t v = 0; v + 49 <= fixed.positions.size(); v += 49)
      CHECK(glm::distance(fixed.normals[v], fixed.normals[v + 48]) < 1e-6f);
  }
  const Mesh sharp = with_recalculated_normals(cube());
  for (std::size_t v = 0; v < sharp.positions.size(); ++v) {
    const int axis = int(v / 8);
    CHECK(sharp.normals[v][axis] == doctest::Approx(sharp.positions[v][axis]));
  }
}

TEST_CASE("many vertices at one place take linear time") {
  Mesh mesh;
  for (std::uint32_t f = 0; f < 100000; ++f) {
    for (int k = 0; k < 3; ++k) {
      mesh.corner_vertex.push_back(3 * f + std::uint32_t(k));
      mesh.positions.push_back(
          k == 0 ? glm::vec3(0.0f)
                 : glm::vec3(float(f), k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f));
    }
    mesh.face_begin.push_back(3 * f + 3);
  }
  CHECK(with_recalculated_normals(mesh).normals.size() == mesh.positions.size());
}
