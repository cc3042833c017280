// Islands, bleeding and fitting radii: two legs with known numbers, and laws on random rigs.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "rig/measure/measure.h"
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

constexpr Id kBridge = 100, kLeft = 101, kRight = 102;

/// The surface of unit cubes at the given cells: quads outwards, shared corners; planes x = 0, 1,
/// ... at `x_of`.
Mesh cubes(const std::set<std::array<int, 3>>& cells, const std::vector<float>& x_of) {
  Mesh mesh;
  std::map<std::array<int, 3>, std::uint32_t> vertices;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, is_new] = vertices.emplace(at, std::uint32_t(mesh.positions.size()));
    if (is_new) mesh.positions.push_back({x_of[std::size_t(at[0])], float(at[1]), float(at[2])});
    return found->second;
  };
  for (const std::array<int, 3>& cell : cells) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        std::array<int, 3> beyond = cell, corner = cell;
        beyond[axis] += 2 * side - 1;
        if (cells.count(beyond)) continue;
        corner[axis] += side;
        const std::size_t u = (axis + (side ? 1 : 2)) % 3, v = (axis + (side ? 2 : 1)) % 3;
        std::array<int, 3> a = corner, b = corner, c = corner;
        ++a[u], ++b[u], ++b[v], ++c[v];
        for (const auto& at : {corner, a, b, c}) mesh.corner_vertex.push_back(vertex(at));
        mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
      }
    }
  }
  return mesh;
}

/// Two legs of height 8 below a bridge at y = 8 to 9. Inner sides at x = 1 and x = 1 + gap.
Mesh two_legs(float gap, int depth) {
  std::set<std::array<int, 3>> cells;
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < 9; ++y) cells.insert({{0, y, z}, {3, y, z}});
    cells.insert({{1, 8, z}, {2, 8, z}});
  }
  return cubes(cells, {0.0f, 1.0f, 1.0f + 0.5f * gap, 1.0f + gap, 2.0f + gap});
}

/// A bone along each leg and one along the bridge, their parent.
Skeleton leg_bones(float gap, int depth, float radius) {
  const float z = 0.5f * float(depth), right = 1.5f + gap;
  Skeleton skeleton;
  const auto add = [&](Id id, const char* name, const glm::vec3& from, const glm::vec3& to) {
    skeleton.joints.push_back(
        {.id = id,
         .name = name,
         .parent = id == kBridge ? -1 : 0,
         .bind_local = translation(id == kBridge ? from : from - glm::vec3(0.5f, 8.5f, z)),
         .extent = to - from,
         .radius = radius});
  };
  add(kBridge, "bridge", {0.5f, 8.5f, z}, {right, 8.5f, z});
  add(kLeft, "left", {0.5f, 8.0f, z}, {0.5f, 0.0f, z});
  add(kRight, "right", {right, 8.0f, z}, {right, 0.0f, z});
  return skeleton;
}

Scene legs(float gap, int depth, float radius) {
  return bound_scene(leg_bones(gap, depth, radius),
                     std::make_shared<const Mesh>(two_legs(gap, depth)));
}

std::set<std::uint32_t> all_of(const Bleed& bleed) {
  std::set<std::uint32_t> vertices;
  for (const Bleed::Patch& patch : bleed.patches)
    vertices.insert(patch.vertices.begin(), patch.vertices.end());
  return vertices;
}

void set_radius(Measured& measured, std::size_t joint, float radius) {
  edit_skeleton(measured.scene, 0).joints[joint].radius = radius;
  measured.update();
}

/// A representative's distance from the joint's own skin, slowly, by the definition.
std::vector<float> slow_distances(const Connectivity& graph,
                                  const std::vector<glm::vec3>& positions,
                                  const std::vector<int>& nearest, int joint, float limit) {
  const std::size_t vertices = positions.size();
  const std::vector<EdgePlace> edges = edges_of(graph);
  std::vector<int> part(vertices, -1);
  std::vector<int> sizes;
  for (std::uint32_t seed = 0; seed < vertices; ++seed) {
    if (graph.representative[seed] != seed || nearest[seed] != joint || part[seed] >= 0) continue;
    part[seed] = int(sizes.size());
    sizes.push_back(1);
    for (bool grows = true; grows;) {
      grows = false;
      for (const EdgePlace& edge : edges) {
        for (const auto& [a, b] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
          if (part[a] != part[seed] || part[b] >= 0 || nearest[b] != joint) continue;
          part[b] = part[a];
          ++sizes.back();
          grows = true;
        }
      }
    }
  }
  std::vector<float> distance(vertices, std::numeric_limits<float>::infinity());
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  for (std::size_t v = 0; v < vertices; ++v) {
    if (part[v] == largest) distance[v] = 0.0f;
  }
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (const EdgePlace& edge : edges) {
      const float length = glm::distance(positions[edge.a], positions[edge.b]);
      for (const auto& [a, b] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
        if (distance[a] + length >= distance[b] || distance[a] + length > limit) continue;
        distance[b] = distance[a] + length;
        shrinks = true;
      }
    }
  }
  return distance;
}

}  // namespace

// ---- Bleeding

LAW_CASE(
    "a capsule that reaches over to the other leg bleeds where the way along the skin is longer "
    "than twice its radius") {
  Measured measured(legs(2.0f, 1, 0.9f), tasks);
  REQUIRE(measured.mesh().coverage.uncovered == 0);
  CHECK(measured.measures.bleed(kLeft).count == 0);
  CHECK(measured.measures.bleed(kLeft).safe_radius == 0.9f);

  // The other leg's inner side is sqrt(2.5^2 + 0.5^2) = 2.5495 away. Own skin ends at y = 7 (at y =
  // 8 the bridge is as near and comes first): 3 + (8 - y) along the skin, more than 2 * 2.6 up to y
  // = 5: six rows of two.
  set_radius(measured, 1, 2.6f);
  const Bleed& bleed = measured.measures.bleed(kLeft);
  CHECK(bleed.count == 12);
  REQUIRE(bleed.patches.size() == 1);
  CHECK(bleed.patches[0].mesh == kSkin);
  CHECK(bleed.patches[0].vertices.size() == 12);
  for (const std::uint32_t v : bleed.patches[0].vertices) {
    const glm::vec3 at = measured.mesh().bind_positions[v];
    CHECK((at.x == 3.0f && at.y < 5.5f));
  }
  const Skeleton& skeleton = *measured.scene.nodes[0].skeleton;
  CHECK(bleeding_pairs(skeleton, measured.measures) == std::vector<BleedingPair>{{1, 2, 12, true}});
  const float safe = bleed.safe_radius;
  CHECK(safe == doctest::Approx(std::sqrt(2.5 * 2.5 + 0.25)).epsilon(1e-4));
  set_radius(measured, 1, safe);
  CHECK(measured.measures.bleed(kLeft).count == 0);
  set_radius(measured, 1, safe * 1.001f);
  CHECK(measured.measures.bleed(kLeft).count == 12);
  CHECK(measured.measures.bleed(kRight).count == 0);

  set_radius(measured, 1, 3.0f);  // 11 - y > 6
  CHECK(measured.measures.bleed(kLeft).count == 10);
  CHECK(measured.measures.bleed(kLeft).safe_radius ==
        doctest::Approx(std::sqrt(2.5 * 2.5 + 0.25)).epsilon(1e-4));
  set_radius(measured, 1, 6.5f);  // nothing is further along the skin than 12 of its edges
  CHECK(measured.measures.bleed(kLeft).count == 0);
}

LAW_CASE("the safe radius goes on down where a smaller one bleeds elsewhere") {
  // The right leg leans away by 0.1 per row. Row y is held wrongly between sqrt((2.5 + 0.1 (8 -
  // y))^2 + 0.25) and half of 3 + (8 - y) sqrt(1.01): each range ends above the next lower radius,
  // down to row 5; row 6 has none.
  Scene scene = legs(2.0f, 1, 3.4f);
  Mesh leaning = *scene.nodes[1].mesh;
  for (glm::vec3& at : leaning.positions)
    at.x += at.x > 2.5f ? 0.1f * (8.0f - std::min(at.y, 8.0f)) : 0.0f;
  scene.nodes[1].mesh = std::make_shared<const Mesh>(leaning);
  Measured measured(scene, tasks);
  CHECK(measured.measures.bleed(kLeft).safe_radius ==
        doctest::Approx(std::sqrt(2.8 * 2.8 + 0.25)).epsilon(1e-4));
  set_radius(measured, 1, measured.measures.bleed(kLeft).safe_radius);
  CHECK(measured.measures.bleed(kLeft).count == 0);
}

LAW_CASE("what bleeds and the safe radius are what their definitions give, on random rigs") {
  int bleeding = 0;
  for (auto& random : seeds<std::mt19937>(1, 61)) {
    Skeleton skeleton = random_skeleton(random, 5);
    Measured measured(bound_scene(skeleton, random_mesh(random, 80, 1.0f)), tasks);
    const Connectivity& graph = measured.measures.connectivity(kSkin);
    const std::vector<glm::vec3>& positions = measured.mesh().bind_positions;
    const std::vector<Bone> bones = bones_of(skeleton, measured.deformer.skeleton(kRig)->bind);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const float radius = skeleton.joints[j].radius;
      const std::vector<float> d = distances_to(bones[j], positions);
      const std::vector<int>& nearest = measured.measures.nearest(kSkin).joint;
      if (std::find(nearest.begin(), nearest.end(), int(j)) == nearest.end()) continue;
      const std::vector<float> along =
          slow_distances(graph, positions, nearest, int(j), 2.0f * radius);
      const auto held_wrongly = [&](float r) {
        std::set<std::uint32_t> found;
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
          if (d[v] < r && along[v] > 2.0f * r) found.insert(v);
        }
        return found;
      };
      const Bleed& bleed = measured.measures.bleed(skeleton.joints[j].id);
      CHECK(all_of(bleed) == held_wrongly(radius));
      CHECK(bleed.count == held_wrongly(radius).size());
      CHECK(held_wrongly(bleed.safe_radius).empty());
      bleeding += bleed.count > 0;
      for (const float candidate :
           d) {  // no smaller distance without wrong vertices exceeds the safe radius
        if (candidate < radius && held_wrongly(candidate).empty())
          CHECK(bleed.safe_radius >= candidate - 1e-5f);
      }
    }
  }
  CHECK(bleeding > 5);
}

LAW_CASE("a separate button bleeds only into bones that are not next to its own") {
  Mesh mesh = two_legs(2.0f, 1);
  const auto first = std::uint32_t(mesh.positions.size());
  for (const glm::vec3& at :
       {glm::vec3(4.1f, 3.0f, 0.4f), glm::vec3(4.1f, 3.2f, 0.4f), glm::vec3(4.1f, 3.0f, 0.6f)})
    mesh.positions.push_back(at);
  for (std::uint32_t k = 0; k < 3; ++k) mesh.corner_vertex.push_back(first + k);
  mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  Skeleton skeleton = leg_bones(2.0f, 1, 0.75f);
  for (Joint& joint : skeleton.joints) joint.radius = 6.5f;
  Measured measured(bound_scene(skeleton, std::make_shared<const Mesh>(mesh)), tasks);
  CHECK(all_of(measured.measures.bleed(kLeft)) ==
        std::set<std::uint32_t>{first, first + 1, first + 2});
  CHECK(measured.measures.bleed(kBridge).count == 0);  // the right leg's parent
  CHECK(measured.measures.bleed(kRight).count == 0);

  Skeleton& chained = edit_skeleton(
      measured.scene, 0);  // the right leg becomes the left one's child and stays where it is
  chained.joints[2].bind_local = translation({3.0f, 0.0f, 0.0f});
  chained.joints[2].parent = 1;
  measured.update();
  CHECK(measured.measures.bleed(kLeft).count == 0);
}

LAW_CASE("capsules hold nothing of a mesh that uses weights of its own") {
  Scene scene = legs(2.0f, 1, 2.6f);
  Mesh mesh = *scene.nodes[1].mesh;
  mesh.weights.emplace();
  mesh.weights->row_begin.assign(mesh.positions.size() + 1, 0);
  scene.nodes[1].mesh = std::make_shared<const Mesh>(mesh);
  Measured measured(scene, tasks);
  for (const bool is_explicit : {false, true, false}) {
    measured.scene.nodes[1].explicit_weights = is_explicit;
    measured.update();
    CHECK(measured.measures.bleed(kLeft).count == (is_explicit ? 0 : 12));
    CHECK(measured.measures.islands(kRig).empty() != is_explicit);
  }
}

// ---- Fitting radii

LAW_CASE("the fit is the own skin's reach and 5 percent, and each radius that fits holds it") {
  Measured measured(legs(2.0f, 1, 0.2f), tasks);
  const std::vector<Fit> fits = measured.measures.fit_all(kRig);
  REQUIRE(fits.size() == 3);
  for (std::size_t j = 0; j < 3; ++j) {
    CHECK(fits[j].joint == kBridge + j);
    CHECK(fits[j].has_skin);
    const double half_diagonal =
        std::sqrt(j == 0 ? 0.75 : 0.5);  // of a cube at the bridge's end, of a square across a leg
    CHECK(fits[j].percentile == doctest::Approx(half_diagonal));
    CHECK(fits[j].radius == doctest::Approx(1.05 * half_diagonal));
    CHECK(!fits[j].is_held_back);
    CHECK(fits[j].bleeding == 0);
    edit_skeleton(measured.scene, 0).joints[j].radius = fits[j].radius;
  }
  measured.update();
  CHECK(measured.mesh().coverage.uncovered == 0);
}

LAW_CASE(
    "a fit is held back from the other leg as far as its own skin allows, and says what it holds "
    "even so") {
  // Thin legs 0.018 apart: the other's inner side is sqrt(0.518^2 + 0.5^2) = 0.71997 away, between
  // reach and wish.
  Measured near(legs(0.018f, 1, 0.2f), tasks);
  Fit fit = near.measures.fit(kLeft);
  CHECK(fit.is_held_back);
  CHECK(fit.radius == doctest::Approx(std::sqrt(0.518 * 0.518 + 0.25)).epsilon(1e-4));
  CHECK(fit.bleeding == 0);
  set_radius(near, 1, fit.radius);
  CHECK(near.measures.bleed(kLeft).count == 0);

  // Legs of depth 2, 0.1 apart: own corners at sqrt(0.5^2 + 1) = 1.118, the other's inner side at
  // 0.6. From y = 7 the path is 1 + 0.1 + (8 - y), more than twice 1.118 up to y = 6.
  Measured wide(legs(0.1f, 2, 0.2f), tasks);
  fit = wide.measures.fit(kLeft);
  CHECK(fit.is_held_back);
  CHECK(fit.radius == doctest::Approx(std::sqrt(1.25)).epsilon(1e-4));
  CHECK(fit.bleeding == 7);
  set_radius(wide, 1, fit.radius);
  CHECK(wide.measures.bleed(kLeft).count == 7);
  CHECK(wide.measures.bleed(kLeft).safe_radius == doctest::Approx(0.6).epsilon(1e-4));
}

LAW_CASE("of all fits those that bleed are drawn in as far as others hold what they let go") {
  Scene scene = legs(0.1f, 2, 0.2f);  // see above: from 1.118 to 0.6
  Skeleton& skeleton = edit_skeleton(scene, 0);
  Joint second = skeleton.joints[1];  // in the same place, so that no skin is its own
  second.id = 200;
  second.name = "second";
  second.radius = 1.2f;
  skeleton.joints.push_back(second);
  Measured measured(scene, tasks);
  const Fit alone = measured.measures.fit(kLeft);
  CHECK(alone.bleeding == 7);
  Fit drawn = measured.measures.fit_all(kRig)[1];
  CHECK(drawn.radius == doctest::Approx(0.6).epsilon(1e-4));
  CHECK(drawn.bleeding == 0);
  CHECK(drawn.is_held_back);

  set_radius(measured, 3, 1.0f);  // leaves the corners
  CHECK(measured.measures.fit_all(kRig)[1].radius == alone.radius);
  set_radius(measured, 3, 1.2f);
  edit_skeleton(measured.scene, 0).joints[1].locked = true;
  measured.update();
  CHECK(measured.measures.fit_all(kRig)[1].radius == alone.radius);
}

LAW_CASE("on random rigs all fits together hold what each by itself does, and bleed less") {
  int drawn = 0;
  for (auto& random : seeds<std::mt19937>(1, 41)) {
    Measured measured(bound_scene(random_skeleton(random, 5), random_mesh(random, 80, 1.0f)),
                      tasks);
    const std::vector<Fit> fits = measured.measures.fit_all(kRig);
    const auto uncovered = [&](const auto& fit_of_joint) {
      Skeleton& skeleton = edit_skeleton(measured.scene, 0);
      for (std::size_t j = 0; j < fits.size(); ++j)
        skeleton.joints[j].radius = fit_of_joint(j).radius;
      measured.update();
      return measured.mesh().coverage.uncovered;
    };
    std::vector<Fit> alone;
    for (const Fit& fit : fits) alone.push_back(measured.measures.fit(fit.joint));
    const std::uint32_t left = uncovered([&](std::size_t j) { return alone[j]; });
    CHECK(uncovered([&](std::size_t j) { return fits[j]; }) == left);
    for (std::size_t j = 0; j < fits.size(); ++j) {
      CHECK(fits[j].radius <= alone[j].radius);
      CHECK((fits[j].radius == alone[j].radius) == (fits[j].bleeding == alone[j].bleeding));
      CHECK(fits[j].bleeding <= alone[j].bleeding);
      if (fits[j].has_skin) CHECK(measured.measures.bleed(fits[j].joint).count == fits[j].bleeding);
      drawn += fits[j].radius < alone[j].radius;
    }
  }
  CHECK(drawn > 10);
}

LAW_CASE("both sides of a figure are drawn in alike, whichever comes first") {
  int drawn = 0;
  for (auto& random : seeds<std::mt19937>(1, 31)) {
    Mesh mesh = *random_mesh(random, 40, 1.0f);
    const auto vertices = std::uint32_t(mesh.positions.size());
    const std::vector<std::uint32_t> corners = mesh.corner_vertex, faces = mesh.face_begin;
    for (std::uint32_t v = 0; v < vertices; ++v)
      mesh.positions.push_back(mesh.positions[v] * glm::vec3(-1.0f, 1.0f, 1.0f));
    for (const std::uint32_t corner : corners) mesh.corner_vertex.push_back(vertices + corner);
    for (std::size_t f = 1; f < faces.size(); ++f)
      mesh.face_begin.push_back(std::uint32_t(corners.size()) + faces[f]);
    Skeleton skeleton;
    for (int pair = 0; pair < 4; ++pair) {
      const glm::vec3 at = random_vector(random, 1.0f), extent = random_vector(random, 0.5f);
      for (const float side : {1.0f, -1.0f}) {
        const glm::vec3 mirror(side, 1.0f, 1.0f);
        Joint joint;
        joint.id = Id(100 + skeleton.joints.size());
        joint.name = std::to_string(joint.id);
        joint.bind_local = translation(at * mirror);
        joint.extent = extent * mirror;
        skeleton.joints.push_back(joint);
      }
    }
    Measured measured(bound_scene(skeleton, std::make_shared<const Mesh>(mesh)), tasks);
    const std::vector<Fit> fits = measured.measures.fit_all(kRig);
    for (std::size_t j = 0; j < fits.size(); j += 2) {
      CHECK(fits[j].radius == fits[j + 1].radius);
      CHECK(fits[j].bleeding == fits[j + 1].bleeding);
      drawn += fits[j].radius < measured.measures.fit(fits[j].joint).radius;
    }
  }
  CHECK(drawn > 5);
}

LAW_CASE("the fit depends on no radius, and a joint without skin keeps its own") {
  Scene scene = legs(2.0f, 1, 0.75f);
  Skeleton& skeleton = edit_skeleton(scene, 0);
  Joint far = skeleton.joints[0];
  far.id = 200;
  far.name = "far";
  far.bind_local = translation({50.0f, 0.0f, 0.0f});
  skeleton.joints.push_back(far);
  Measured measured(scene, tasks);
  const Fit before = measured.measures.fit(kLeft);
  CHECK(!measured.measures.fit(200).has_skin);
  CHECK(measured.measures.fit(200).radius == 0.75f);
  for (std::size_t j = 0; j < 4; ++j) set_radius(measured, j, 0.1f * float(j));
  CHECK(measured.measures.fit(kLeft).radius == before.radius);
  CHECK(measured.measures.fit(200).radius == 0.3f);
}

LAW_CASE(
    "skin far beyond the others is left to a neighbor, and falloffs that end at 0 get more room") {
  Measured measured(legs(2.0f, 1, 0.2f), tasks);
  const Fit plain = measured.measures.fit(kLeft);
  Scene spiked = measured.scene;
  Node& node = *std::find_if(spiked.nodes.begin(), spiked.nodes.end(),
                             [](const Node& one) { return one.mesh != nullptr; });
  Mesh mesh = *node.mesh;
  const std::vector<int> nearest = measured.measures.nearest(node.id).joint;
  const auto of_left = std::size_t(std::find(nearest.begin(), nearest.end(), 1) - nearest.begin());
  mesh.positions[of_left].z += 3.0f;  // the legs are 1 thick
  node.mesh = std::make_shared<const Mesh>(mesh);
  CHECK(Measured(spiked, tasks).measures.fit(kLeft).percentile <= 1.5f * plain.percentile);

  for (const Falloff falloff : {Falloff::linear, Falloff::smooth}) {
    edit_skeleton(measured.scene, 0).falloff = falloff;
    measured.update();
    CHECK(measured.measures.fit(kLeft).percentile == plain.percentile);
    CHECK(measured.measures.fit(kLeft).radius == doctest::Approx(plain.radius * 1.4 / 1.05));
  }
}

LAW_CASE(
    "an island says for each joint the radius that would take it, the nearest one's among them") {
  Measured measured(legs(2.0f, 1, 0.2f), tasks);
  const std::vector<Island> islands = measured.measures.islands(kRig);
  REQUIRE(!islands.empty());
  for (const Island& island : islands) {
    const std::vector<float> needed = measured.measures.needed_radii(island);
    REQUIRE(needed.size() == 3);
    CHECK(needed[island.joint - kBridge] == island.needed_radius);
    for (std::size_t j = 0; j < 3; ++j) {
      Measured wide(measured.scene, tasks);
      set_radius(wide, j, needed[j]);
      for (const std::uint32_t v : island.vertices) CHECK(wide.mesh().influences.row_size(v) > 0);
    }
  }
}

// ---- Islands

LAW_CASE("each uncovered vertex is in one island, and the needed radius takes all of an island") {
  int islands = 0;
  for (auto& random : seeds<std::mt19937>(1u, 21u)) {
    Skeleton skeleton = random_skeleton(random, 6);
    for (Joint& joint : skeleton.joints) joint.radius *= 0.5f;
    auto mesh = random.seed % 2 ? std::make_shared<Mesh>(capped_cylinder(20, 12))
                                : random_mesh(random, 150, 1.0f);
    Measured measured(bound_scene(skeleton, mesh), tasks);
    std::set<std::uint32_t> met;
    std::size_t before = std::numeric_limits<std::size_t>::max();
    const std::vector<Island> found = measured.measures.islands(kRig);
    for (const Island& island : found) {
      CHECK(island.vertices.size() <= before);
      before = island.vertices.size();
      for (const std::uint32_t v : island.vertices) {
        CHECK(met.insert(v).second);
        CHECK(measured.mesh().influences.row_size(v) == 0);
        CHECK(skeleton.joints[std::size_t(measured.measures.nearest(kSkin).joint[v])].id ==
              island.joint);
        CHECK(measured.measures.nearest(kSkin).distance[v] >= island.distance);
        CHECK(measured.measures.nearest(kSkin).distance[v] < island.needed_radius);
      }
    }
    CHECK(met.size() == measured.mesh().coverage.uncovered);
    for (const Island& island : found) {
      Scene cured = measured.scene;
      edit_skeleton(cured, 0).joints[std::size_t(joint_index(skeleton, island.joint))].radius =
          island.needed_radius;
      Deformer deformer = deformed(cured, tasks);
      std::size_t uncovered = 0;
      for (const std::uint32_t v : island.vertices)
        uncovered += deformer.mesh(kSkin)->influences.row_size(v) == 0;
      CHECK(uncovered == 0);
      ++islands;
    }
  }
  CHECK(islands > 40);
}

LAW_CASE(
    "a mesh that is split at every seam has the islands, the bleeding and the fits of the whole "
    "one") {
  Scene scene = legs(0.1f, 2, 1.0f);
  edit_skeleton(scene, 0).joints[2].radius = 0.9f;
  edit_skeleton(scene, 0).joints[1].radius = 1.3f;
  Measured whole(scene, tasks);
  std::vector<std::uint32_t> place;
  scene.nodes[1].mesh = std::make_shared<const Mesh>(split_at_seams(*scene.nodes[1].mesh, place));
  Measured split(scene, tasks);
  const auto placed = [&](const std::vector<std::uint32_t>& vertices) {
    std::set<std::uint32_t> places;
    for (const std::uint32_t v : vertices) places.insert(place[v]);
    return places;
  };
  const std::vector<Island> a = whole.measures.islands(kRig);
  std::map<std::set<std::uint32_t>, float> islands, split_islands;
  for (const Island& island : a)
    islands[{island.vertices.begin(), island.vertices.end()}] = island.needed_radius;
  for (const Island& island : split.measures.islands(kRig))
    split_islands[placed(island.vertices)] = island.needed_radius;
  CHECK(!a.empty());
  CHECK(islands == split_islands);
  std::size_t bleeding = 0;
  for (const Id joint : {kBridge, kLeft, kRight}) {
    std::set<std::uint32_t> places;
    for (const std::uint32_t v : all_of(split.measures.bleed(joint))) places.insert(place[v]);
    CHECK(places == all_of(whole.measures.bleed(joint)));
    CHECK(split.measures.bleed(joint).safe_radius == whole.measures.bleed(joint).safe_radius);
    CHECK(split.measures.fit(joint).radius == whole.measures.fit(joint).radius);
    bleeding += places.size();
  }
  CHECK(bleeding > 0);
}

LAW_CASE("of vertices at one place only those that no joint holds are listed") {
  std::vector<std::uint32_t> place;
  Mesh mesh = split_at_seams(capped_cylinder(5, 6), place);
  mesh.weights.emplace();
  mesh.weights->row_begin.assign(1, 0);
  std::vector<std::uint32_t> free;
  for (std::uint32_t v = 0; v < place.size(); ++v) {
    const bool is_held = v % 3 != 0;
    if (!is_held) free.push_back(v);
    mesh.weights->joint.insert(mesh.weights->joint.end(), is_held ? 1 : 0, kLower);
    mesh.weights->weight.insert(mesh.weights->weight.end(), is_held ? 1 : 0, 1.0f);
    end_row(*mesh.weights);
  }
  Scene scene = bound_scene(two_bones(), std::make_shared<const Mesh>(mesh));
  scene.nodes[1].explicit_weights = true;
  Measured measured(scene, tasks);
  std::vector<std::uint32_t> listed;
  for (const Island& island : measured.measures.islands(kRig))
    listed.insert(listed.end(), island.vertices.begin(), island.vertices.end());
  std::sort(listed.begin(), listed.end());
  CHECK(listed == free);
}

}  // namespace marrow::test
