// Delta mush: against a plain evaluation in double precision, and by the laws that it must keep.
#include <functional>

#include "rig/support.h"
#include "scene/connectivity.h"

namespace marrow::test {

namespace {

using Exact = std::vector<glm::dvec3>;

/// A bent sheet of quads, held by two joints; its first column is uncovered.
Scene held_sheet(std::mt19937& random, Blend blend) {
  constexpr int kSide = 12;
  auto mesh = std::make_shared<Mesh>();
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      mesh->positions.push_back(
          {0.1f * float(x), 0.1f * float(y), random_number(random, 0, 0.03f)});
  for (int y = 0; y + 1 < kSide; ++y)
    for (int x = 0; x + 1 < kSide; ++x) {
      const auto at = std::uint32_t(y * kSide + x);
      mesh->corner_vertex.insert(mesh->corner_vertex.end(),
                                 {at, at + 1, at + kSide + 1, at + kSide});
      mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
    }
  ExplicitWeights weights{{0}, {}, {}};
  for (int v = 0; v < kSide * kSide; ++v) {
    const float share = float(v / kSide) / float(kSide - 1);
    if (v % kSide > 0) {
      weights.joint.insert(weights.joint.end(), {Id(100), Id(101)});
      weights.weight.insert(weights.weight.end(), {1.0f - share, share});
    }
    end_row(weights);
  }
  Skeleton skeleton = plain_joints(2);
  for (Joint& joint : skeleton.joints) joint.user_local = random_rigid(random);
  skeleton.blend = blend;
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

/// Step by step as in the paper.
struct Plain {
  Connectivity graph;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<bool> moves;

  Exact smoothed(Exact at) const {
    for (int step = 0; step < 10; ++step) {
      const Exact before = at;
      for (std::uint32_t v = 0; v < at.size(); ++v) {
        if (!moves[v]) continue;
        glm::dvec3 mean(0.0);
        const std::uint32_t first = graph.neighbor_begin[v], last = graph.neighbor_begin[v + 1];
        for (std::uint32_t k = first; k < last; ++k)
          mean += before[graph.neighbors[k]] / double(last - first);
        at[v] = 0.5 * before[v] + 0.5 * mean;
      }
    }
    return at;
  }
  /// False where the surface is so folded that single precision cannot decide which way it faces.
  bool is_clear(const Exact& at, std::uint32_t v) const {
    glm::dvec3 normal(0.0);
    double size = 0.0;
    for (const auto& t : triangles)
      if (t[0] == v || t[1] == v || t[2] == v) {
        const glm::dvec3 its = glm::cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]);
        normal += its;
        size += glm::length(its);
      }
    const glm::dvec3 edge = at[graph.neighbors[graph.neighbor_begin[v]]] - at[v];
    return size > 1e-4 && glm::length(normal) > 0.2 * size &&
           glm::length(glm::cross(normal, edge)) > 0.2 * glm::length(normal) * glm::length(edge);
  }
  glm::dmat3 frame(const Exact& at, std::uint32_t v) const {
    glm::dvec3 normal(0.0);
    for (const auto& t : triangles)
      if (t[0] == v || t[1] == v || t[2] == v)
        normal += glm::cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]);
    normal = glm::normalize(normal);
    const glm::dvec3 edge = at[graph.neighbors[graph.neighbor_begin[v]]] - at[v],
                     tangent = glm::normalize(edge - glm::dot(edge, normal) * normal);
    return {normal, tangent, glm::cross(normal, tangent)};
  }
};

Plain plain_of(const DeformedMesh& mesh) {
  Plain plain{connectivity_of(*mesh.mesh, *mesh.surface), {}, {}};
  const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
  for (std::size_t t = 0; t + 2 < corners.size(); t += 3)
    plain.triangles.push_back({mesh.surface->source[corners[t]],
                               mesh.surface->source[corners[t + 1]],
                               mesh.surface->source[corners[t + 2]]});
  for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v)
    plain.moves.push_back(mesh.influences.row_size(v) > 0);
  return plain;
}

Exact exact_points(const std::vector<glm::vec3>& points, std::size_t count) {
  return {points.begin(), points.begin() + std::ptrdiff_t(count)};
}

}  // namespace

SOLVED_CASE("delta mush follows its paper with every implementation of linear blending") {
  int compared = 0;
  for (const Backend backend : correct_backends())
    for (auto& random : seeds<std::mt19937>(900, 910)) {
      Scene scene = held_sheet(random, Blend::linear);
      Deformer deformer = deformed(scene, backend);
      const std::size_t vertices = scene.nodes[1].mesh->positions.size();
      const Exact linear = exact_points(deformer.meshes()[0].positions(), vertices);
      edit_skeleton(scene, 0).blend = Blend::delta_mush;
      deformer.update(scene);
      const DeformedMesh& mesh = deformer.meshes()[0];
      const Exact rest = exact_points(mesh.bind_positions, vertices);
      const Plain plain = plain_of(mesh);
      const Exact smooth_rest = plain.smoothed(rest), smooth = plain.smoothed(linear);
      for (std::uint32_t v = 0; v < vertices; ++v) {
        CAPTURE(v);
        if (!plain.moves[v]) {
          REQUIRE(mesh.positions()[v] == mesh.bind_positions[v]);
          continue;
        }
        if (!plain.is_clear(smooth, v)) continue;
        ++compared;
        const glm::dmat3 turn =
            plain.frame(smooth, v) * glm::transpose(plain.frame(smooth_rest, v));
        REQUIRE(
            is_near(mesh.positions()[v], glm::vec3(smooth[v] + turn * (rest[v] - smooth_rest[v]))));
        REQUIRE(glm::distance(glm::dvec3(mesh.normals()[v]),
                              turn * glm::dvec3(mesh.bind_normals[v])) < 1e-4);
      }
    }
  CHECK(compared > 1000);
}

SOLVED_CASE("at rest delta mush changes nothing, and what moves as one moves as one") {
  for (const Backend backend : correct_backends()) {
    std::mt19937 random(921);
    Scene scene = held_sheet(random, Blend::delta_mush);
    const glm::mat4 moved = random_rigid(random);
    for (const glm::mat4& all : {glm::mat4(1.0f), moved}) {
      for (Joint& joint : edit_skeleton(scene, 0).joints) joint.user_local = all;
      Deformer deformer = deformed(scene, backend);
      const DeformedMesh& mesh = deformer.meshes()[0];
      for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
        // Uncovered vertices stay, and pull at those within ten edges of them.
        if (all != glm::mat4(1.0f) && v % 12 < 11) continue;
        REQUIRE(is_near(mesh.positions()[v], image(all, mesh.bind_positions[v]), 1e-5f));
      }
    }
  }
}

ENGINE_CASE("poses, rows, morphs and blends one after the other end where a fresh start does") {
  std::mt19937 random(931);
  Scene scene = held_sheet(random, Blend::delta_mush);
  Deformer deformer;
  for (int step = 0; step < 40; ++step) {
    Skeleton& skeleton = edit_skeleton(scene, 0);
    const std::function<void()> edits[] = {
        [&] { skeleton.joints[0].user_local = random_rigid(random); },
        [&] { skeleton.joints[1].radius = random_number(random, 0.0f, 1.0f); },
        [&] { scene.nodes[1].explicit_weights = !scene.nodes[1].explicit_weights; },
        [&] { skeleton.blend = Blend(random_index(random, 0, int(kBlends.size()) - 1)); },
    };
    edits[random_index(random, 0, 3)]();
    deformer.update(scene);
    Deformer fresh = deformed(scene);
    const DeformedMesh& mesh = deformer.meshes()[0];
    REQUIRE(mesh.positions() == fresh.meshes()[0].positions());
    REQUIRE(mesh.normals() == fresh.meshes()[0].normals());
    REQUIRE(mesh.bounds().low == fresh.meshes()[0].bounds().low);
    std::vector<glm::vec3> at(mesh.order().size()), facing(at.size());
    mesh.write_vertices({&at[0].x, &facing[0].x});
    for (std::size_t n = 0; n < at.size(); ++n) {
      REQUIRE(at[n] == mesh.positions()[mesh.order()[n]]);
      REQUIRE(facing[n] == mesh.normals()[mesh.order()[n]]);
    }
  }
}

}  // namespace marrow::test
