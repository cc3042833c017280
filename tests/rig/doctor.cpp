// The mesh doctor: laws of its findings and cures, and twelve broken meshes made from good ones.
#include <cstdio>
#include <fmt/format.h>

#include "io/formats.h"
#include "rig/doctor/cures.h"
#include "rig/support.h"
#include "support/random_rig.h"

namespace marrow::test {
namespace {

constexpr std::array kAll{MeshCure::merge, MeshCure::inner, MeshCure::orient, MeshCure::holes};

Mesh human() {
  for (const Node& node : io::load(media() / "human.glb").scene.nodes)
    if (node.mesh) return *node.mesh;
  return {};
}

/// Only positions and faces: what a script can break by hand.
Mesh bare(const Mesh& mesh) {
  Mesh result;
  result.positions = mesh.positions;
  result.face_begin = mesh.face_begin;
  result.corner_vertex = mesh.corner_vertex;
  return result;
}

/// Adds a copy of the mesh, scaled about a point; `is_reversed`: its faces face inward.
void add_copy(Mesh& mesh, const Mesh& of, const glm::vec3& center, float scale, bool is_reversed) {
  const auto first = std::uint32_t(mesh.positions.size());
  for (const glm::vec3& position : of.positions)
    mesh.positions.push_back(center + scale * (position - center));
  for (std::size_t face = 0; face < of.face_count(); ++face) {
    std::vector<std::uint32_t> corners(of.corner_vertex.begin() + of.face_begin[face],
                                       of.corner_vertex.begin() + of.face_begin[face + 1]);
    if (is_reversed) std::reverse(corners.begin(), corners.end());
    for (const std::uint32_t v : corners) mesh.corner_vertex.push_back(first + v);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

Mesh ball(int around) { return bare(capped_cylinder(around, around, 0.2f, 0.1f)); }

/// Gives a share of the corners a vertex of their own, at most `jitter` beside the old one.
void split(Mesh& mesh, std::mt19937& random, float share, float jitter) {
  for (std::uint32_t& v : mesh.corner_vertex) {
    if (random_number(random, 0.0f, 1.0f) > share) continue;
    mesh.positions.push_back(mesh.positions[v] + random_vector(random, jitter));
    v = std::uint32_t(mesh.positions.size() - 1);
  }
}

void flip(Mesh& mesh, std::size_t face) {
  std::reverse(mesh.corner_vertex.begin() + mesh.face_begin[face],
               mesh.corner_vertex.begin() + mesh.face_begin[face + 1]);
}

void double_faces(Mesh& mesh, std::mt19937& random, int count) {
  for (int n = 0; n < count; ++n) {
    const auto face = std::size_t(random_index(random, 0, int(mesh.face_count()) - 1));
    for (std::uint32_t c = mesh.face_begin[face]; c < mesh.face_begin[face + 1]; ++c)
      mesh.corner_vertex.push_back(mesh.corner_vertex[c]);
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
}

/// Removes single faces far from each other.
void tear(Mesh& mesh, int count) {
  Mesh left = mesh;
  left.face_begin = {0};
  left.corner_vertex.clear();
  const std::size_t step = mesh.face_count() / std::size_t(count);
  for (std::size_t face = 0; face < mesh.face_count(); ++face) {
    if (face % step == step / 2) continue;
    left.corner_vertex.insert(left.corner_vertex.end(),
                              mesh.corner_vertex.begin() + mesh.face_begin[face],
                              mesh.corner_vertex.begin() + mesh.face_begin[face + 1]);
    left.face_begin.push_back(std::uint32_t(left.corner_vertex.size()));
  }
  mesh = std::move(left);
}

double volume(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t face = 0; face < mesh.face_count(); ++face)
    for (std::uint32_t c = mesh.face_begin[face] + 1; c + 1 < mesh.face_begin[face + 1]; ++c) {
      const auto at = [&](std::uint32_t corner) {
        return glm::dvec3(mesh.positions[mesh.corner_vertex[corner]]);
      };
      sum += glm::dot(at(mesh.face_begin[face]), glm::cross(at(c), at(c + 1))) / 6.0;
    }
  return sum;
}

struct Broken {
  const char* how;
  Mesh mesh;
};

std::vector<Broken> broken_meshes(const Mesh& good, std::mt19937& random) {
  std::vector<Broken> all;
  const auto add = [&](const char* how, const auto& harm) {
    all.push_back({how, good});
    harm(all.back().mesh);
  };
  const float size = bounds_of(good.positions).diagonal();
  const glm::vec3 inside = good.positions[0] * 0.0f + bounds_of(good.positions).center();
  add("soup: each corner its own vertex", [&](Mesh& m) { split(m, random, 1.0f, 0.0f); });
  add("soup with jitter", [&](Mesh& m) { split(m, random, 1.0f, 2e-6f * size); });
  add("a tenth of the corners split", [&](Mesh& m) { split(m, random, 0.1f, 0.0f); });
  add("200 faces twice", [&](Mesh& m) { double_faces(m, random, 200); });
  add("a ball inside", [&](Mesh& m) { add_copy(m, ball(8), glm::vec3(0), 0.1f, false); });
  add("a reversed ball inside", [&](Mesh& m) { add_copy(m, ball(8), glm::vec3(0), 0.1f, true); });
  for (std::size_t n = all.size() - 2; n < all.size(); ++n)  // to the middle of the body
    for (std::size_t v = good.positions.size(); v < all[n].mesh.positions.size(); ++v)
      all[n].mesh.positions[v] += inside;
  add("a fifth of the faces flipped", [&](Mesh& m) {
    for (std::size_t f = 0; f < m.face_count(); f += 5) flip(m, f);
  });
  add("all faces flipped", [&](Mesh& m) {
    for (std::size_t f = 0; f < m.face_count(); ++f) flip(m, f);
  });
  add("12 holes", [&](Mesh& m) { tear(m, 12); });
  add("holes in a flipped mesh", [&](Mesh& m) {
    tear(m, 6);
    for (std::size_t f = 0; f < m.face_count(); ++f) flip(m, f);
  });
  add("split and doubled", [&](Mesh& m) {
    double_faces(m, random, 50);
    split(m, random, 0.3f, 1e-6f * size);
  });
  add("holes, soup, a ball inside", [&](Mesh& m) {
    tear(m, 8);
    split(m, random, 1.0f, 0.0f);
    add_copy(m, ball(6), glm::vec3(0), 0.1f, false);
    for (std::size_t v = m.positions.size() - ball(6).positions.size(); v < m.positions.size(); ++v)
      m.positions[v] += inside;
  });
  return all;
}

}  // namespace

TEST_CASE("A sound closed mesh has no findings, and cures leave it as it is") {
  for (const Mesh& mesh : {human(), ball(12), bare(capped_cylinder(20, 30))}) {
    const MeshFindings findings = examine(mesh);
    CHECK(words_of(counts_of(findings)) == "");
    CHECK(is_closed(findings));
    CHECK(cured(mesh, kAll).mesh == mesh);
  }
}

TEST_CASE("Twelve broken meshes come back: vertices, faces, manifold, volume") {
  std::mt19937 random(41);
  const Mesh good = bare(human());
  const double full = volume(good);
  std::size_t back = 0;
  const std::vector<Broken> all = broken_meshes(good, random);
  REQUIRE(all.size() == 12);
  for (const Broken& broken : all) {
    CAPTURE(broken.how);
    const MeshFindings before = examine(broken.mesh);
    CHECK_FALSE(is_sound(before));
    const CuredMesh after = cured(broken.mesh, kAll);
    REQUIRE(why_invalid(after.mesh) == "");
    const MeshFindings left = examine(after.mesh);
    const bool is_back = after.mesh.positions.size() == good.positions.size() && is_closed(left) &&
                         is_sound(left) && std::abs(volume(after.mesh) / full - 1.0) < 1e-3;
    back += is_back;
    std::printf("%-34s %6zu -> %5zu vertices, %5zu faces, volume %.4f, %s; %s\n", broken.how,
                broken.mesh.positions.size(), after.mesh.positions.size(), after.mesh.face_count(),
                volume(after.mesh) / full, is_closed(left) ? "closed" : "open",
                words_of(counts_of(before)).c_str());
    CHECK(is_back);
    CHECK(cured(after.mesh, kAll).mesh == after.mesh);  // nothing is left to do
  }
  std::printf("%zu of %zu come back\n", back, all.size());
}

TEST_CASE("Merging keeps weights apart and touch-ups at their vertices") {
  Mesh mesh = bare(capped_cylinder(6, 8));
  const auto vertices = std::uint32_t(mesh.positions.size());
  mesh.positions.push_back(mesh.positions[3]);  // equal weights: merges
  mesh.positions.push_back(mesh.positions[5]);  // another weight: stays
  for (const std::uint32_t v : {3u, 5u})
    *std::find(mesh.corner_vertex.begin(), mesh.corner_vertex.end(), v) = vertices + (v == 5u);
  ExplicitWeights weights{.row_begin = {0}, .joint = {}, .weight = {}};
  for (std::uint32_t v = 0; v < vertices + 2; ++v) {
    weights.joint.push_back(v == vertices + 1 ? 8 : 7);
    weights.weight.push_back(1.0f);
    weights.row_begin.push_back(v + 1);
  }
  mesh.weights = weights;
  const MeshFindings findings = examine(mesh);
  CHECK(findings.duplicates == std::vector<std::uint32_t>{vertices});
  const CuredMesh after = merged(mesh, findings);
  CHECK(after.mesh.positions.size() == vertices + 1);
  CHECK(after.new_of_old[vertices] == 3);
  CHECK(after.mesh.weights->joint.back() == 8);
  TouchUps touch_ups;
  touch_ups.joint = {7, 8};
  touch_ups.difference = {0.5f, -0.5f};
  touch_ups.vertices = {vertices, vertices + 1};
  touch_ups.row_begin = {0, 1, 2};
  const TouchUps left = renamed(touch_ups, after.new_of_old);
  CHECK(left.vertices == std::vector<std::uint32_t>{3, vertices});
  CHECK(why_invalid(left, after.mesh.positions.size()) == "");
}

}  // namespace marrow::test
