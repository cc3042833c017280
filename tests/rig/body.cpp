// Distances through the body on shapes with known shortest paths.
#include "rig/body/body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <map>
#include <random>

#include "rig/skinning/deformer.h"
#include "rig/skinning/field_rows.h"
#include "rig/support.h"
#include "rig/vertex_explanation.h"
#include "scene/scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The surface of unit cubes in a lattice, `fine` quads along each of their edges, welded.
Mesh cubes(const glm::ivec3& size, int fine,
           const std::function<bool(const glm::ivec3&)>& is_full) {
  Mesh mesh;
  std::map<std::array<int, 3>, std::uint32_t> known;
  const auto vertex = [&](const glm::ivec3& at) {
    const auto [found, is_new] =
        known.try_emplace({at.x, at.y, at.z}, std::uint32_t(mesh.positions.size()));
    if (is_new) mesh.positions.push_back(glm::vec3(at) / float(fine));
    return found->second;
  };
  const auto has = [&](const glm::ivec3& at) {
    return glm::all(glm::greaterThanEqual(at, glm::ivec3(0))) &&
           glm::all(glm::lessThan(at, size)) && is_full(at);
  };
  glm::ivec3 at;
  for (at.x = 0; at.x < size.x; ++at.x)
    for (at.y = 0; at.y < size.y; ++at.y)
      for (at.z = 0; at.z < size.z; ++at.z) {
        if (!has(at)) continue;
        for (int axis = 0; axis < 3; ++axis)
          for (const int way : {0, 1}) {
            glm::ivec3 other = at;
            other[axis] += 2 * way - 1;
            if (has(other)) continue;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int i = 0; i < fine; ++i)
              for (int j = 0; j < fine; ++j) {
                std::array<glm::ivec3, 4> corners;
                corners.fill(at * fine);
                for (glm::ivec3& corner : corners) corner[axis] += way * fine;
                const std::array<std::array<int, 2>, 4> offsets = {
                    {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
                for (std::size_t k = 0; k < 4; ++k) {
                  const auto& offset = offsets[way == 1 ? k : 3 - k];
                  corners[k][u] += i + offset[0];
                  corners[k][v] += j + offset[1];
                  mesh.corner_vertex.push_back(vertex(corners[k]));
                }
                mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
              }
          }
      }
  return mesh;
}

BodyMesh part_of(Mesh mesh) {
  BodyMesh part;
  part.surface = std::make_shared<const Surface>(make_surface(mesh));
  part.mesh = std::make_shared<const Mesh>(std::move(mesh));
  return part;
}

/// Two legs of 1 x 5 x 1 with a gap of 1 between them, joined at the bottom.
bool is_in_u(const glm::ivec3& at) { return at.x != 1 || at.y == 0; }
const glm::ivec3 kUSize{3, 5, 1};

/// From the right leg's inner side to the left leg's middle, over both corners, at equal z.
double way_in_u(const glm::dvec2& from, const glm::dvec2& to) {
  const glm::dvec2 right(2.0, 1.0), left(1.0, 1.0);
  return glm::distance(from, right) + 1.0 + glm::distance(left, to);
}

}  // namespace

TEST_CASE("in a convex body the distance through it is the straight one") {
  const Body body({part_of(cubes({3, 2, 2}, 4, [](const glm::ivec3&) { return true; }))}, 1u << 17);
  CHECK(body.solid().count() > 10000);
  const Bone bone{{0.4f, 0.7f, 0.9f}, {1.7f, 1.1f, 1.2f}};
  const BoneFields fields = body.fields({bone}, {10.0f});
  const Mesh& mesh = *body.parts()[0].mesh;
  REQUIRE(fields[0]->parts[0].vertices.size() == mesh.positions.size());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    CHECK(fields[0]->parts[0].distance[v] == float(distance_to(bone, mesh.positions[v])));
}

TEST_CASE("in a bent tube it is the way along the tube, and finer cells come closer") {
  // Both corners are right angles, the worst case: a cell gives their place to 0.6 of it.
  double first = 0.0, last = 0.0;
  for (const int bits : {12, 15, 18}) {
    const Body body({part_of(cubes(kUSize, 4, is_in_u))}, std::size_t(1) << bits);
    const Bone bone{{0.5f, 4.5f, 0.5f}, {0.5f, 3.5f, 0.5f}};
    const BoneFields fields = body.fields({bone}, {100.0f});
    const double cell = double(body.solid().edge());
    double worst = 0.0;
    const Mesh& mesh = *body.parts()[0].mesh;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      const glm::vec3& p = mesh.positions[v];
      const float d = fields[0]->parts[0].of(std::uint32_t(v));
      CHECK(double(d) >= distance_to(bone, p) - 1e-6);
      if (p.x != 2.0f || p.y < 1.0f || p.z != 0.5f) continue;
      worst = std::max(worst, std::abs(double(d) - way_in_u({p.x, p.y}, {0.5, 3.5})));
      const std::vector<glm::vec3> way = body.path(*fields[0], 0, std::uint32_t(v));
      REQUIRE(way.size() > 2);
      CHECK(way.front() == p);
      double length = 0.0;
      for (std::size_t k = 0; k + 1 < way.size(); ++k)
        length += double(glm::distance(way[k], way[k + 1]));
      CHECK(std::abs(length - double(d)) < 0.05 * length);
    }
    CHECK(worst <= 1.25 * cell);
    if (bits == 12) first = worst;
    last = worst;
  }
  CHECK(last < 0.25 * first);
}

namespace {

/// A skeleton with these bones, each a root, in a node, and the mesh bound to it.
Scene scene_of(Mesh mesh, const std::vector<Bone>& bones, float radius) {
  Skeleton skeleton;
  skeleton.metric = Metric::body;
  Id id = 10;
  for (const Bone& bone : bones) {
    Joint joint{.id = id++, .name = "bone" + std::to_string(skeleton.joints.size())};
    joint.bind_local[3] = glm::vec4(bone.start, 1.0f);
    joint.extent = bone.end - bone.start;
    joint.radius = radius;
    skeleton.joints.push_back(joint);
  }
  Scene scene;
  scene.nodes.push_back({.id = 1, .name = "skeleton"});
  scene.nodes.push_back({.id = 2, .name = "mesh"});
  scene.nodes[0].skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes[1].mesh = std::make_shared<const Mesh>(std::move(mesh));
  scene.nodes[1].bound_to = 1;
  scene.next_id = id;
  return scene;
}

const std::vector<Bone> kLegs = {{{0.5f, 4.5f, 0.5f}, {0.5f, 1.5f, 0.5f}},
                                 {{2.5f, 4.5f, 0.5f}, {2.5f, 1.5f, 0.5f}},
                                 {{0.5f, 0.5f, 0.5f}, {2.5f, 0.5f, 0.5f}}};

/// Joints, weights and distances of each row.
std::vector<std::vector<float>> rows_of(const DeformedMesh& mesh) {
  std::vector<std::vector<float>> rows;
  for (std::size_t v = 0; v < mesh.influences.vertex_count(); ++v) {
    rows.emplace_back();
    for (std::uint32_t k = mesh.influences.row_begin(v); k < mesh.influences.row_end(v); ++k)
      rows.back().insert(rows.back().end(),
                         {float(mesh.influences.joint[k]), mesh.influences.weight[k],
                          mesh.influences.distance[k]});
  }
  return rows;
}

void set_radius(Scene& scene, std::size_t joint, float radius) {
  edit_skeleton(scene, 0).joints[joint].radius = radius;
}

}  // namespace

SOLVED_CASE("a capsule of one leg holds nothing of the other across the gap") {
  Scene scene = scene_of(cubes(kUSize, 4, is_in_u), kLegs, 2.2f);
  const auto held_across = [&] {
    const Deformer deformer = deformed(scene);
    const DeformedMesh& mesh = *deformer.mesh(2);
    std::size_t count = 0;
    for (std::uint32_t v = 0; v < mesh.mesh->positions.size(); ++v) {
      const glm::vec3& p = mesh.mesh->positions[v];
      CHECK(mesh.influences.row_size(v) > 0);
      for (std::uint32_t k = mesh.influences.row_begin(v); k < mesh.influences.row_end(v); ++k) {
        const std::uint32_t joint = mesh.influences.joint[k];
        count += p.y > 3.5f && joint < 2 && (p.x > 1.5f) != (joint == 1) ? 1 : 0;
      }
    }
    return count;
  };
  CHECK(held_across() == 0);
  edit_skeleton(scene, 0).metric = Metric::straight;
  CHECK(held_across() > 50);
}

SOLVED_CASE("rows follow radii as if they were made anew, by the engine and by the textbook") {
  std::mt19937 random(7);
  for (const Falloff falloff : {Falloff::inverse, Falloff::linear}) {
    Scene scene = scene_of(cubes(kUSize, 3, is_in_u), kLegs, 0.8f);
    edit_skeleton(scene, 0).falloff = falloff;
    Deformer deformer = deformed(scene);
    for (int step = 0; step < trials(30); ++step) {
      set_radius(scene, random() % 3, float(random() % 1000) * 0.004f);
      if (step % 7 == 0) set_radius(scene, random() % 3, 0.0f);
      deformer.update(scene);
      const Deformer fresh = deformed(scene);
      const DeformedMesh &mesh = *deformer.mesh(2), &anew = *fresh.mesh(2);
      REQUIRE(rows_of(mesh) == rows_of(anew));
      CHECK(mesh.coverage.covered == anew.coverage.covered);
      CHECK(mesh.captured == anew.captured);
      CHECK(mesh.positions() == anew.positions());
      for (const std::vector<float>& row : rows_of(anew)) {
        double sum = 0.0;
        for (std::size_t k = 1; k < row.size(); k += 3) sum += double(row[k]);
        CHECK((row.empty() || std::abs(sum - 1.0) < 1e-6));
      }
      if (step % 20 == 0 && has_solution())
        CHECK(rows_of(*deformed(scene, Backend::textbook).mesh(2)) == rows_of(anew));
    }
  }
}

SOLVED_CASE("pieces that touch nowhere, and sheets without an inside, are held as well") {
  // Three cubes in a row with gaps, a bone in the first: the way leads over both gaps.
  const Scene robot =
      scene_of(cubes({5, 1, 1}, 3, [](const glm::ivec3& at) { return at.x % 2 == 0; }),
               {{{0.2f, 0.5f, 0.5f}, {0.8f, 0.5f, 0.5f}}}, 10.0f);
  CHECK(deformed(robot).mesh(2)->coverage.uncovered == 0);
  Mesh sheet;
  for (int v = 0; v < 100; ++v)
    sheet.positions.emplace_back(float(v % 10) * 0.1f, float(v / 10) * 0.1f, 0.0f);
  for (std::uint32_t at = 0; at < 89; ++at) {
    if (at % 10 == 9) continue;
    sheet.corner_vertex.insert(sheet.corner_vertex.end(), {at, at + 1, at + 11, at + 10});
    sheet.face_begin.push_back(std::uint32_t(sheet.corner_vertex.size()));
  }
  Scene flat = scene_of(sheet, {{{0.2f, 0.3f, 0.1f}, {0.8f, 0.3f, 0.1f}}}, 0.35f);
  const std::uint32_t through = deformed(flat).mesh(2)->coverage.covered;
  CHECK(through > 20);
  edit_skeleton(flat, 0).metric = Metric::straight;
  CHECK(deformed(flat).mesh(2)->coverage.covered == through);
}

SOLVED_CASE("in a hurry a moved bone is measured straight, and through the body afterwards") {
  Scene scene = scene_of(cubes(kUSize, 3, is_in_u), kLegs, 2.2f);
  Deformer deformer = deformed(scene);
  const auto before = rows_of(*deformer.mesh(2));
  deformer.set_hurried(true);
  deformer.update(scene);
  CHECK_FALSE(deformer.measures_straight_meanwhile());  // nothing moved
  edit_skeleton(scene, 0).joints[0].bind_local[3].y = 4.0f;
  deformer.update(scene);
  CHECK(deformer.measures_straight_meanwhile());
  CHECK(deformer.body(1) == nullptr);
  Scene straight = scene;
  edit_skeleton(straight, 0).metric = Metric::straight;
  CHECK(rows_of(*deformer.mesh(2)) == rows_of(*deformed(straight).mesh(2)));
  deformer.set_hurried(false);
  deformer.update(scene);
  CHECK_FALSE(deformer.measures_straight_meanwhile());
  CHECK(rows_of(*deformer.mesh(2)) == rows_of(*deformed(scene).mesh(2)));
  edit_skeleton(scene, 0).joints[0].bind_local[3].y = 4.5f;
  deformer.update(scene);
  CHECK(rows_of(*deformer.mesh(2)) == before);
}

TEST_CASE("who needs the same body shares it") {
  const BodyMesh part = part_of(cubes({2, 1, 1}, 2, [](const glm::ivec3&) { return true; }));
  const std::shared_ptr<const Body> one = Body::of({part}), other = Body::of({part});
  CHECK(one == other);
  const Bone bone{{0.5f, 0.5f, 0.5f}, {1.5f, 0.5f, 0.5f}};
  const BoneFields kept = one->fields({bone}, {1.0f});
  CHECK(kept[0]->reach > 0.0f);
  CHECK(other->fields({bone}, {1.0f}) == kept);
}

SOLVED_CASE("a vertex is explained by these distances and the ways to its bones") {
  Scene scene = scene_of(cubes(kUSize, 4, is_in_u), kLegs, 2.2f);
  const auto explained_at = [&](const glm::vec3& place) {
    const Deformer deformer = deformed(scene);
    const std::vector<glm::vec3>& positions = deformer.mesh(2)->mesh->positions;
    const auto found = std::find(positions.begin(), positions.end(), place);
    REQUIRE(found != positions.end());
    return *explain_vertex(scene, deformer, 2, std::uint32_t(found - positions.begin()));
  };
  const VertexExplanation high = explained_at({2.0f, 4.5f, 0.5f});
  CHECK(high.metric == Metric::body);
  CHECK(follows_contract(high));
  CHECK(high.terms[0].index == 1);
  CHECK(high.terms[0].path == std::vector<glm::vec3>{{2.0f, 4.5f, 0.5f}, {2.5f, 4.5f, 0.5f}});
  CHECK_FALSE(std::isfinite(high.terms.back().distance));
  CHECK(contains(explanation_text(high), "d through the body"));
  CHECK(contains(explanation_text(high), " far "));
  const VertexExplanation low = explained_at({2.0f, 1.0f, 0.5f});
  CHECK(follows_contract(low));
  bool leads_around = false;
  for (const VertexTerm& term : low.terms) leads_around |= term.index == 0 && term.path.size() > 2;
  CHECK(leads_around);
}

TEST_CASE("bones and loose vertices that are far away cost nothing") {
  Mesh mesh = cubes({2, 1, 1}, 2, [](const glm::ivec3&) { return true; });
  mesh.positions.emplace_back(3e18f, -2e18f, 1e18f);  // in no face
  const Body body({part_of(mesh)});
  const BoneFields fields = body.fields(
      {{{0.5f, 0.5f, 0.5f}, {1.5f, 0.5f, 0.5f}}, {{1e7f, 0.0f, 0.0f}, {1e7f, 1.0f, 0.0f}}},
      {1.0f, 2e7f});
  CHECK(fields[0]->parts[0].vertices.size() >= mesh.positions.size() - 1);
  CHECK(fields[1]->parts[0].vertices.size() >= mesh.positions.size() - 1);
  CHECK(fields[1]->parts[0].of(0) == doctest::Approx(1e7f));
}
