// From polygons to shading vertices and triangles.
#include <algorithm>
#include <map>

#include "scene/mesh.h"
#include "support/random_rig.h"
#include "support/support.h"
#include "support/thread_limit.h"

using namespace marrow;
using test::Random;

namespace {

Mesh polygon(const std::vector<glm::vec3>& points) {
  Mesh mesh;
  mesh.positions = points;
  for (std::size_t c = 0; c < points.size(); ++c) mesh.corner_vertex.push_back(std::uint32_t(c));
  mesh.face_begin.push_back(std::uint32_t(points.size()));
  return mesh;
}

/// The length of the triangles' summed vector areas, and the sum of their lengths: equal unless a
/// triangle is turned over.
std::pair<double, double> areas(const Mesh& mesh, const Surface& surface) {
  glm::dvec3 sum(0.0);
  double lengths = 0.0;
  for (std::size_t t = 0; t < surface.triangles.size(); t += 3) {
    const auto at = [&](std::size_t c) {
      return glm::dvec3(mesh.positions[surface.source[surface.triangles[t + c]]]);
    };
    const glm::dvec3 area = glm::cross(at(1) - at(0), at(2) - at(0)) * 0.5;
    sum += area;
    lengths += glm::length(area);
  }
  return {glm::length(sum), lengths};
}

}  // namespace

TEST_CASE("a concave polygon is cut without overlap, whichever way it faces") {
  for (auto& random : test::rounds<Random>(2, 200)) {
    const int corners = 4 + random.below(40);
    std::vector<glm::vec3> star;
    const glm::mat4 place = random.rigid(3.0f);
    for (int c = 0; c < corners; ++c) {  // star-shaped, so simple, mostly concave
      const float angle = 6.2831853f * float(c) / float(corners);
      const float reach = random.uniform(0.2f, 1.0f);
      star.push_back(glm::vec3(
          place * glm::vec4(reach * std::cos(angle), reach * std::sin(angle), 0.0f, 1.0f)));
    }
    const Mesh mesh = polygon(star);
    const Surface surface = make_surface(mesh);
    REQUIRE(surface.triangles.size() == 3 * (star.size() - 2));
    const auto [net, gross] = areas(mesh, surface);
    CHECK(gross == doctest::Approx(net).epsilon(1e-5));
  }
}

TEST_CASE("degenerate and self-crossing polygons still give n - 2 triangles") {
  const std::vector<glm::vec3> one_place(7, glm::vec3(1.0f));
  CHECK(make_surface(polygon(one_place)).triangles.size() == 15);
  CHECK(make_surface(polygon({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}})).triangles.size() == 6);
  CHECK(make_surface(polygon({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}})).triangles.size() == 6);
  std::vector<glm::vec3> huge(20000);
  for (std::size_t c = 0; c < huge.size(); ++c) huge[c] = {float(c % 100), float(c), 0.0f};
  CHECK(make_surface(polygon(huge)).triangles.size() == 3 * 19998);
}

TEST_CASE("a mesh without normals gets smooth unit ones, and no vertex is split") {
  const Mesh mesh = test::capped_cylinder(9, 16);
  const Surface surface = make_surface(mesh);
  CHECK(surface.source.size() == mesh.positions.size());
  for (std::size_t v = 0; v < surface.source.size(); ++v) {
    CHECK(surface.source[v] == v);
    CHECK(glm::length(surface.normals[v]) == doctest::Approx(1.0f));
  }
  const glm::vec3 side = surface.normals[4 * 16];  // middle ring, at angle 0
  CHECK(side.x == doctest::Approx(1.0f).epsilon(1e-3));
}

TEST_CASE("corners that disagree about normal or uv split their vertex; those that agree share") {
  Mesh mesh = polygon({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  mesh.corner_vertex.insert(mesh.corner_vertex.end(), {0, 2, 1});
  mesh.face_begin.push_back(6);
  mesh.normals = {{0, 0, 2}, {0, 0, -3}, {0, 0, 5}};
  mesh.corner_normal = {0, 0, 2, 1, 1, 1};
  const Surface surface = make_surface(mesh);
  CHECK(surface.source == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 1});
  CHECK(surface.normals[0] == glm::vec3(0, 0, 1));
  CHECK(surface.normals[3] == glm::vec3(0, 0, -1));
  mesh.uvs = {{0, 0}, {1, 0}};
  mesh.corner_normal.clear();
  mesh.corner_uv = {0, 0, 0, 1, 0, 0};
  CHECK(make_surface(mesh).source == std::vector<std::uint32_t>{0, 1, 2, 0});
}

TEST_CASE("corners without a normal take the smooth one, beside corners that have one") {
  Mesh mesh = polygon({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  mesh.normals = {{1, 0, 0}};
  mesh.corner_normal = {0, kNoIndex, kNoIndex};
  const Surface surface = make_surface(mesh);
  CHECK(surface.normals[0] == glm::vec3(1, 0, 0));
  CHECK(surface.normals[1] == glm::vec3(0, 0, 1));
}

TEST_CASE("a cone's apex with 100,000 different normals takes linear time") {
  Mesh mesh;
  const std::uint32_t count = 100000;
  mesh.positions.assign(3, glm::vec3(0.0f));
  for (std::uint32_t f = 0; f < count; ++f) {
    mesh.corner_vertex.insert(mesh.corner_vertex.end(), {0, 1, 2});
    mesh.face_begin.push_back(3 * (f + 1));
    mesh.normals.push_back({1.0f, float(f), 0.0f});
    mesh.corner_normal.insert(mesh.corner_normal.end(), {f, f, f});
  }
  CHECK(make_surface(mesh).triangles.size() == 3 * count);
}

TEST_CASE(
    "triangles stand together by material, clay last, each group in the order of its faces, and "
    "vertices do not depend on it") {
  for (auto& random : test::rounds<Random>(9, 50)) {
    Mesh mesh = test::capped_cylinder(5, 8);
    mesh.uvs = {{0, 0}, {1, 0}, {1, 1}};
    for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c)
      mesh.corner_uv.push_back(std::uint32_t(random.below(3)));
    const Surface plain = make_surface(mesh);
    const auto count = std::uint32_t(1 + random.below(4));
    mesh.materials.resize(count);
    // Triangles by material; the last list is clay.
    std::vector<std::vector<std::uint32_t>> wanted(count + 1);
    std::size_t triangle = 0;
    for (std::size_t f = 0; f < mesh.face_count(); ++f) {
      const auto material = std::uint32_t(random.below(int(count) + 1));
      mesh.face_material.push_back(material == count ? kNoIndex : material);
      const std::size_t corners = mesh.face_begin[f + 1] - mesh.face_begin[f];
      for (std::size_t i = 0; i < 3 * (corners - 2); ++i)
        wanted[material].push_back(plain.triangles[triangle++]);
    }
    const Surface surface = make_surface(mesh);
    CHECK(surface.source == plain.source);
    CHECK(surface.uvs == plain.uvs);
    REQUIRE(surface.triangles.size() == plain.triangles.size());
    std::uint32_t end = 0;
    for (const Surface::Part& part : surface.parts) {
      CHECK(part.begin == end);
      REQUIRE(part.end > part.begin);
      const std::size_t group = part.material == kNoIndex ? count : part.material;
      const auto begin = surface.triangles.begin();
      CHECK(std::vector<std::uint32_t>(begin + part.begin, begin + part.end) == wanted[group]);
      if (end > 0)
        CHECK(part.material >
              surface.parts[std::size_t(&part - surface.parts.data()) - 1].material);
      end = part.end;
    }
    CHECK(end == surface.triangles.size());
  }
}

TEST_CASE(
    "a mesh without a material for each face is one part: of the first material, or of clay") {
  Mesh mesh = test::capped_cylinder(3, 5);
  const auto end = std::uint32_t(make_surface(mesh).triangles.size());
  CHECK(make_surface(mesh).parts == std::vector<Surface::Part>{{kNoIndex, 0, end}});
  mesh.materials.resize(2);
  CHECK(make_surface(mesh).parts == std::vector<Surface::Part>{{0, 0, end}});
  mesh.face_material.assign(mesh.face_count(), 1);
  CHECK(make_surface(mesh).parts == std::vector<Surface::Part>{{1, 0, end}});
  CHECK(make_surface(mesh).triangles == make_surface(test::capped_cylinder(3, 5)).triangles);
  CHECK(make_surface(Mesh()).parts.empty());
}

namespace {

/// Triangles between random vertices; normals and uvs are from small pools, so that corners agree.
Mesh random_triangles(Random& random, int faces) {
  Mesh mesh;
  const int vertices = 1 + random.below(faces + 3);
  for (int v = 0; v < vertices; ++v) mesh.positions.push_back(random.vec3());
  for (int n = random.below(12); n > 0; --n)
    mesh.normals.push_back(random.chance(0.2f) ? glm::vec3(0.0f) : random.vec3());
  // Another index with the same direction.
  if (!mesh.normals.empty()) mesh.normals.push_back(2.0f * mesh.normals[0]);
  for (int t = random.below(6); t > 0; --t)
    mesh.uvs.push_back({float(random.below(2)), float(random.below(2))});
  const auto index = [&](std::size_t count) {
    return random.chance(0.1f) ? kNoIndex : std::uint32_t(random.below(int(count)));
  };
  for (int c = 0; c < 3 * faces; ++c) {
    mesh.corner_vertex.push_back(std::uint32_t(random.below(vertices)));
    if (!mesh.normals.empty()) mesh.corner_normal.push_back(index(mesh.normals.size()));
    if (!mesh.uvs.empty()) mesh.corner_uv.push_back(index(mesh.uvs.size()));
    if (c % 3 == 2) mesh.face_begin.push_back(std::uint32_t(c + 1));
  }
  return mesh;
}

/// make_surface() by its description, one corner after another.
Surface split_plainly(const Mesh& mesh) {
  Mesh bare = mesh;
  bare.corner_normal.clear();
  bare.corner_uv.clear();
  Surface surface = make_surface(bare);  // sums smooth normals without splitting
  const std::vector<glm::vec3> smooth = surface.normals;
  if (std::count(mesh.corner_normal.begin(), mesh.corner_normal.end(), kNoIndex) == 0 &&
      !mesh.corner_normal.empty())
    surface.normals.assign(smooth.size(), glm::vec3(0.0f));
  if (!mesh.corner_uv.empty()) surface.uvs.resize(smooth.size());
  std::map<std::uint32_t, std::vector<std::uint32_t>> copies;
  for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c) {
    const std::uint32_t vertex = mesh.corner_vertex[c];
    const bool has_normal = !mesh.corner_normal.empty() && mesh.corner_normal[c] != kNoIndex;
    const bool has_uv = !mesh.corner_uv.empty() && mesh.corner_uv[c] != kNoIndex;
    const glm::dvec3 given =
        has_normal ? glm::dvec3(mesh.normals[mesh.corner_normal[c]]) : glm::dvec3(0.0);
    const glm::vec3 unit =
        glm::length(given) > 0.0 ? glm::vec3(given / glm::length(given)) : glm::vec3(0.0f);
    const glm::vec3 normal = has_normal ? unit : smooth[vertex];
    const glm::vec2 uv = has_uv ? mesh.uvs[mesh.corner_uv[c]] : glm::vec2(0.0f);
    std::vector<std::uint32_t>& known = copies[vertex];
    const auto found = std::find_if(known.begin(), known.end(), [&](std::uint32_t at) {
      return surface.normals[at] == normal && (surface.uvs.empty() || surface.uvs[at] == uv);
    });
    surface.triangles[c] = found != known.end() ? *found
                           : known.empty()      ? vertex
                                                : std::uint32_t(surface.source.size());
    if (found != known.end()) continue;
    if (known.empty()) {
      surface.normals[vertex] = normal;
      if (!surface.uvs.empty()) surface.uvs[vertex] = uv;
    } else {
      surface.source.push_back(vertex);
      surface.normals.push_back(normal);
      if (!surface.uvs.empty()) surface.uvs.push_back(uv);
    }
    known.push_back(surface.triangles[c]);
  }
  return surface;
}

}  // namespace

TEST_CASE("vertices are split as if one corner came after another, with any number of threads") {
  for (auto& random : test::seeds<Random>(120u)) {
    const Mesh mesh =
        random_triangles(random, random.seed % 40 == 39 ? 60000 : 1 + random.below(200));
    const Surface plain = split_plainly(mesh);
    for (const int threads : {1, 2, 5}) {
      const test::ThreadLimit limit(threads);
      const Surface surface = make_surface(mesh);
      CHECK(surface.source == plain.source);
      CHECK(surface.normals == plain.normals);
      CHECK(surface.uvs == plain.uvs);
      CHECK(surface.triangles == plain.triangles);
    }
  }
}
