// The mesh doctor: laws of its findings and cures, and twelve broken meshes made from good ones.
#include <cstdio>

#include "editor/broken_meshes.h"
#include "io/formats.h"
#include "rig/doctor/cures.h"

namespace marrow::test {
namespace {

constexpr std::array kAll{MeshCure::merge, MeshCure::inner, MeshCure::orient, MeshCure::holes};

Mesh human() {
  for (const Node& node : io::load(media() / "human.glb").scene.nodes)
    if (node.mesh) return *node.mesh;
  return {};
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
