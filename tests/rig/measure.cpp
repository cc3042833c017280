// The meters: numbers that can be worked out by hand, and laws on random rigs.
#include <algorithm>
#include <map>
#include <set>

#include "rig/measure_support.h"

namespace marrow::test {

namespace {

// ---- The definitions, written here anew

struct Place {
  glm::vec3 at;
  bool operator<(const Place& other) const {
    return std::tie(at.x, at.y, at.z) < std::tie(other.at.x, other.at.y, other.at.z);
  }
};

/// The first source vertex at the same place.
std::vector<std::uint32_t> welded(const Mesh& mesh) {
  std::map<Place, std::uint32_t> first;
  std::vector<std::uint32_t> result;
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v)
    result.push_back(first.emplace(Place{mesh.positions[v]}, v).first->second);
  return result;
}

std::map<std::uint32_t, double> row_of(const Influences& influences, std::uint32_t v) {
  std::map<std::uint32_t, double> row;
  for (std::uint32_t k = influences.row_begin(v); k < influences.row_end(v); ++k)
    row[influences.joint[k]] = double(influences.weight[k]);
  return row;
}

struct Expected {
  double volume = 0.0, bind_volume = 0.0;  ///< of the joint's cones
  double stretch = -1.0, jump = -1.0;
};

void expect_edge(const DeformedMesh& mesh, std::uint32_t a, std::uint32_t b, std::size_t joints,
                 std::vector<Expected>& expected) {
  const auto row_a = row_of(mesh.influences, a), row_b = row_of(mesh.influences, b);
  const double bind =
      glm::distance(glm::dvec3(mesh.bind_positions[a]), glm::dvec3(mesh.bind_positions[b]));
  const double now =
      glm::distance(glm::dvec3(mesh.positions()[a]), glm::dvec3(mesh.positions()[b]));
  for (std::uint32_t j = 0; j <= joints; ++j) {  // the last one means all joints
    double jump = row_a.empty() != row_b.empty() ? 1.0 : 0.0;
    for (std::uint32_t k = 0; k < joints; ++k) {
      if (k != j && j != joints) continue;
      jump = std::max(jump, std::abs((row_a.count(k) ? row_a.at(k) : 0.0) -
                                     (row_b.count(k) ? row_b.at(k) : 0.0)));
    }
    if (j != joints && !row_a.count(j) && !row_b.count(j)) continue;
    expected[j].jump = std::max(expected[j].jump, jump);
    if (bind > 0.0) expected[j].stretch = std::max(expected[j].stretch, now / bind);
  }
}

/// Entry J is the model's.
std::vector<Expected> expected_meters(const Measured& measured) {
  const DeformedMesh& mesh = measured.mesh();
  const PosedSkeleton& posed = *measured.deformer.skeleton(kRig);
  const std::size_t joints = posed.bind.size();
  const std::vector<std::uint32_t> weld = welded(*mesh.mesh);
  std::vector<Expected> expected(joints + 1);
  for (std::size_t t = 0; t < mesh.surface->triangles.size(); t += 3) {
    std::uint32_t v[3];
    for (std::size_t k = 0; k < 3; ++k)
      v[k] = weld[mesh.surface->source[mesh.surface->triangles[t + k]]];
    for (std::size_t k = 0; k < 3; ++k) {
      if (v[k] != v[(k + 1) % 3]) expect_edge(mesh, v[k], v[(k + 1) % 3], joints, expected);
    }
    for (std::uint32_t j = 0; j < joints; ++j) {
      double weight = 0.0;
      for (const std::uint32_t corner : v) {
        const auto row = row_of(mesh.influences, corner);
        weight += row.count(j) ? row.at(j) / 3.0 : 0.0;
      }
      const auto cone = [&](const std::vector<glm::vec3>& at, const glm::vec3& apex) {
        const glm::dvec3 o(apex), a(at[v[0]]), b(at[v[1]]), c(at[v[2]]);
        return weight * glm::dot(a - o, glm::cross(b - o, c - o)) / 6.0;
      };
      expected[j].volume += cone(mesh.positions(), glm::vec3(posed.posed[j][3]));
      expected[j].bind_volume += cone(mesh.bind_positions, glm::vec3(posed.bind[j][3]));
    }
    const auto whole = [&](const std::vector<glm::vec3>& at) {
      return glm::dot(glm::dvec3(at[v[0]]),
                      glm::cross(glm::dvec3(at[v[1]]), glm::dvec3(at[v[2]]))) /
             6.0;
    };
    expected[joints].volume += whole(mesh.positions());
    expected[joints].bind_volume += whole(mesh.bind_positions);
  }
  return expected;
}

void check_meters(const Meters& meters, const Expected& expected) {
  CHECK(is_same(meters.stretch.value, expected.stretch < 0.0 ? std::nan("") : expected.stretch,
                1e-4));
  CHECK(
      is_same(meters.weight_jump.value, expected.jump < 0.0 ? std::nan("") : expected.jump, 1e-6));
  if (!std::isnan(meters.volume.value)) {
    CHECK(meters.volume.value ==
          doctest::Approx(expected.volume / expected.bind_volume).epsilon(0.001));
  }
}

double jump_of_cylinder(const Tasks& tasks, int rings, Falloff falloff) {
  Measured measured(two_bone_cylinder(rings, 24, 0.75f, falloff), tasks);
  REQUIRE(measured.mesh().coverage.uncovered == 0);
  CHECK(measured.measures.joint(kLower).weight_jump.value ==
        doctest::Approx(measured.model().weight_jump.value));
  return measured.model().weight_jump.value;
}

double stretch_of_bend(const Tasks& tasks, int rings, Falloff falloff) {
  Scene scene = two_bone_cylinder(rings, 24, 0.75f, falloff);
  pose_joint(scene, 1, rotation(90.0f, {1.0f, 0.0f, 0.0f}));
  return Measured(scene, tasks).model().stretch.value;
}

}  // namespace

// ---- By hand

LAW_CASE("inverse distance jumps by 0.40 at the capsule's surface, however fine the mesh") {
  const double jump = (1.0 / 0.75) / (1.0 / 0.5 + 1.0 / 0.75);
  for (const int rings : {81, 161, 321, 641})
    CHECK(jump_of_cylinder(tasks, rings, Falloff::inverse) == doctest::Approx(jump).epsilon(0.02));

  Measured measured(two_bone_cylinder(321, 24), tasks);
  const Meter worst = measured.measures.joint(kUpper).weight_jump;
  CHECK(worst.band == Band::poor);
  REQUIRE(worst.where.mesh == kSkin);
  const std::vector<glm::vec3>& at = measured.mesh().bind_positions;
  const float end =
      std::sqrt(0.75f * 0.75f - 0.5f * 0.5f);  // how far beyond the bone its capsule meets the skin
  const float low = std::min(at[worst.where.a].y, at[worst.where.b].y),
              high = std::max(at[worst.where.a].y, at[worst.where.b].y);
  const bool is_at_upper_end = low <= 1.0f + end && high >= 1.0f + end,
             is_at_lower_end = low <= 1.0f - end && high >= 1.0f - end;
  CHECK((is_at_upper_end || is_at_lower_end));
}

LAW_CASE("the linear falloff's largest jump goes to 0 with the length of the edges") {
  double jump = jump_of_cylinder(tasks, 81, Falloff::linear);
  CHECK(jump < 0.15);
  for (const int rings : {161, 321, 641}) {
    const double finer = jump_of_cylinder(tasks, rings, Falloff::linear);
    CHECK(finer <= 0.65 * jump);
    jump = finer;
  }
}

LAW_CASE(
    "bent by 90 degrees, the worst stretch grows with the fineness under inverse distance and "
    "settles under the linear falloff") {
  for (const int rings : {81, 161}) {
    const double tear = stretch_of_bend(tasks, 2 * rings - 1, Falloff::inverse) /
                        stretch_of_bend(tasks, rings, Falloff::inverse);
    CHECK(tear == doctest::Approx(2.0).epsilon(0.1));
    const double sound = stretch_of_bend(tasks, 2 * rings - 1, Falloff::linear) /
                         stretch_of_bend(tasks, rings, Falloff::linear);
    CHECK(sound < 1.15);
  }
}

LAW_CASE("the border of a hole is a jump of 1") {
  Scene scene = two_bone_cylinder(81, 24, 0.75f, Falloff::linear);
  edit_skeleton(scene, 0).joints[1].radius = 0.4f;  // holds the top cap's middle only
  Measured measured(scene, tasks);
  REQUIRE(measured.mesh().coverage.uncovered > 0);
  for (const Meter& jump :
       {measured.model().weight_jump, measured.measures.joint(kLower).weight_jump,
        measured.measures.joint(kUpper).weight_jump}) {
    CHECK(jump.value == 1.0);
    CHECK(jump.band == Band::poor);
    const Influences& influences = measured.mesh().influences;
    CHECK((influences.row_size(jump.where.a) == 0) != (influences.row_size(jump.where.b) == 0));
  }
}

LAW_CASE(
    "a sheet has no volume to lose, and a mesh that looks inwards has the same as one that looks "
    "outwards") {
  Scene scene = two_bone_cylinder(21, 12);
  pose_joint(scene, 1, rotation(60.0f, {1.0f, 0.0f, 0.0f}));
  Mesh turned = *scene.nodes[1].mesh, sheet = turned;
  for (std::size_t f = 0; f < turned.face_count(); ++f) {
    std::reverse(turned.corner_vertex.begin() + turned.face_begin[f],
                 turned.corner_vertex.begin() + turned.face_begin[f + 1]);
  }
  for (glm::vec3& position : sheet.positions) position.z *= 0.001f;
  Measured outwards(scene, tasks);
  scene.nodes[1].mesh = std::make_shared<const Mesh>(turned);
  Measured inwards(scene, tasks);
  CHECK(outwards.model().volume.value < 0.99);
  CHECK(inwards.model().volume.value ==
        doctest::Approx(outwards.model().volume.value).epsilon(1e-4));
  CHECK(inwards.measures.joint(kUpper).volume.value ==
        doctest::Approx(outwards.measures.joint(kUpper).volume.value).epsilon(1e-4));
  scene.nodes[1].mesh = std::make_shared<const Mesh>(sheet);
  Measured flat(scene, tasks);
  CHECK(flat.model().volume.band == Band::unknown);
  CHECK(flat.model().stretch.band != Band::unknown);
}

LAW_CASE("meshes of one skeleton add up, whichever way they look") {
  Scene scene = two_bone_cylinder(21, 12);
  pose_joint(scene, 1, rotation(60.0f, {1.0f, 0.0f, 0.0f}));
  const double alone = Measured(scene, tasks).model().volume.value;
  Mesh turned = *scene.nodes[1].mesh;
  for (std::size_t f = 0; f < turned.face_count(); ++f) {
    std::reverse(turned.corner_vertex.begin() + turned.face_begin[f],
                 turned.corner_vertex.begin() + turned.face_begin[f + 1]);
  }
  scene.nodes.push_back(scene.nodes[1]);
  scene.nodes[2].id = 3;
  scene.nodes[2].name = "lining";
  scene.nodes[2].mesh = std::make_shared<const Mesh>(turned);
  Measured both(scene, tasks);
  CHECK(both.model().volume.value == doctest::Approx(alone).epsilon(1e-4));
  CHECK(both.measures.joint(kUpper).volume.band != Band::unknown);
}

LAW_CASE("a vertex that two joints share jumps by 1 to an uncovered one as well") {
  Mesh triangle;
  triangle.positions = {{0.1f, 1.0f, 0.0f}, {-0.1f, 1.0f, 0.0f}, {0.0f, 1.0f, 5.0f}};
  triangle.corner_vertex = {0, 1, 2};
  triangle.face_begin = {0, 3};
  Measured measured(bound_scene(two_bones(), std::make_shared<const Mesh>(triangle)), tasks);
  REQUIRE(measured.mesh().influences.row_size(0) == 2);
  REQUIRE(measured.mesh().coverage.uncovered == 1);
  CHECK(measured.model().weight_jump.value == 1.0);
  CHECK(measured.measures.joint(kLower).weight_jump.value == 1.0);
}

// ---- Laws

LAW_CASE("on random rigs volume, stretch and weight jump are what their definitions give") {
  int volumes = 0;
  for (auto& random : seeds<std::mt19937>(1u, 13u)) {
    Skeleton skeleton = random_skeleton(random, 6);
    skeleton.falloff = Falloff(random.seed % 3);
    auto cloud = random_mesh(random, 60, 1.0f);
    for (int k = 0; k < 10; ++k)
      cloud->positions[std::size_t(random_index(random, 0, 59))] =
          cloud->positions[std::size_t(k)];  // seams
    Measured measured(
        bound_scene(skeleton,
                    random.seed % 2 ? cloud : std::make_shared<Mesh>(capped_cylinder(9, 7))),
        tasks);
    const std::vector<Expected> expected = expected_meters(measured);
    Meters model = measured.model();
    if (random.seed % 2)
      model
          .volume = {};  // what an open mesh encloses depends on the point that it is measured from
    check_meters(model, expected.back());
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      check_meters(measured.measures.joint(skeleton.joints[j].id), expected[j]);
      volumes += measured.measures.joint(skeleton.joints[j].id).volume.band != Band::unknown;
    }
  }
  CHECK(volumes > 20);  // that the law was tested at all
}

LAW_CASE(
    "a rigid motion of everything leaves all meters at 1, a uniform scale s brings s, s and s "
    "cubed") {
  for (auto& random : seeds<std::mt19937>(1u, 9u)) {
    const float scale = random.seed % 2 ? 1.0f : random_number(random, 0.5f, 2.0f);
    Scene scene = two_bone_cylinder(21, 12);
    if (random.seed > 4) {  // with a hole in the top
      Mesh open = *scene.nodes[1].mesh;
      open.face_begin.pop_back();
      open.corner_vertex.resize(open.face_begin.back());
      scene.nodes[1].mesh = std::make_shared<const Mesh>(open);
    }
    pose_joint(scene, 0, random_rigid(random) * scaling(glm::vec3(scale)));
    Measured measured(scene, tasks);
    for (const Meters& meters :
         {measured.model(), measured.measures.joint(kLower), measured.measures.joint(kUpper)}) {
      CHECK(meters.volume.value == doctest::Approx(double(scale * scale * scale)).epsilon(1e-4));
      CHECK(meters.thickness.value == doctest::Approx(double(scale)).epsilon(1e-4));
      CHECK(meters.stretch.value == doctest::Approx(double(scale)).epsilon(1e-4));
    }
  }
}

LAW_CASE("the model's meters are the worst of the joints' and bands follow the values") {
  for (auto& random : seeds<Random>(1, 7)) {
    Skeleton skeleton =
        random_skeleton(random, {.joints = 5, .roots = 1, .posed = true, .scaled = false});
    for (Joint& joint : skeleton.joints) joint.radius = 3.0f;
    Measured measured(bound_scene(skeleton, std::make_shared<const Mesh>(capped_cylinder(15, 9))),
                      tasks);
    double thickness = std::numeric_limits<double>::infinity(), stretch = 0.0, jump = 0.0;
    for (const Joint& joint : skeleton.joints) {
      const Meters& meters = measured.measures.joint(joint.id);
      if (meters.thickness.band != Band::unknown)
        thickness = std::min(thickness, meters.thickness.value);
      stretch = std::max(stretch, meters.stretch.value);
      jump = std::max(jump, meters.weight_jump.value);
      if (meters.thickness.band != Band::unknown)
        CHECK((meters.thickness.band == Band::poor) == (meters.thickness.value <= 0.5));
      CHECK((meters.stretch.band == Band::good) == (meters.stretch.value < 2.0));
      CHECK((meters.weight_jump.band == Band::good) == (meters.weight_jump.value < 0.15));
    }
    CHECK(is_same(measured.model().thickness.value,
                  std::isinf(thickness) ? std::nan("") : thickness));
    CHECK(measured.model().stretch.value == stretch);
    CHECK(measured.model().weight_jump.value == jump);
  }
}

LAW_CASE("a mesh that is split at every seam has the meters of the whole one") {
  for (auto& random : seeds<std::mt19937>(1, 5)) {
    Scene scene = two_bone_cylinder(21, 12, 0.6f);
    pose_joint(scene, 1, random_rotation(random));
    Measured whole(scene, tasks);
    std::vector<std::uint32_t> place;
    scene.nodes[1].mesh = std::make_shared<const Mesh>(split_at_seams(*scene.nodes[1].mesh, place));
    Measured split(scene, tasks);
    CHECK(whole.measures.connectivity(kSkin).neighbors.size() ==
          split.measures.connectivity(kSkin).neighbors.size());
    for (const Id joint : {kLower, kUpper}) {
      const Meters a = whole.measures.joint(joint), b = split.measures.joint(joint);
      CHECK(is_same(a.volume.value, b.volume.value, 1e-5));
      CHECK(is_same(a.thickness.value, b.thickness.value, 1e-5));
      CHECK(is_same(a.stretch.value, b.stretch.value, 1e-6));
      CHECK(a.weight_jump.value == b.weight_jump.value);
    }
  }
}

TEST_CASE(
    "the graph of a mesh has each edge of its triangles once, between the first vertices of their "
    "places") {
  std::mt19937 random(5);
  auto mesh = random_mesh(random, 80, 1.0f);
  for (int k = 0; k < 25; ++k)
    mesh->positions[std::size_t(random_index(random, 0, 79))] = mesh->positions[std::size_t(k)];
  mesh->positions[3] = {0.0f, 1.0f, 2.0f};
  mesh->positions[70] = {-0.0f, 1.0f, 2.0f};  // the same place
  const Surface surface = make_surface(*mesh);
  const Connectivity graph = connectivity_of(*mesh, surface);
  const std::vector<std::uint32_t> weld = welded(*mesh);
  CHECK(graph.representative == weld);
  CHECK(graph.representative[70] == 3);
  std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
  for (std::size_t corner = 0; corner < surface.triangles.size(); ++corner) {
    const std::size_t next = corner % 3 == 2 ? corner - 2 : corner + 1;
    const std::uint32_t a = weld[surface.source[surface.triangles[corner]]],
                        b = weld[surface.source[surface.triangles[next]]];
    if (a != b) expected.emplace(std::min(a, b), std::max(a, b));
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> listed;
  for (const EdgePlace& edge : edges_of(graph)) listed.emplace_back(edge.a, edge.b);
  CHECK(listed ==
        std::vector<std::pair<std::uint32_t, std::uint32_t>>(expected.begin(), expected.end()));
  for (std::uint32_t v = 0; v < mesh->positions.size(); ++v) {
    for (std::uint32_t k = graph.neighbor_begin[v]; k < graph.neighbor_begin[v + 1]; ++k) {
      found.emplace(std::min(v, graph.neighbors[k]), std::max(v, graph.neighbors[k]));
    }
  }
  CHECK(found == expected);
  CHECK(graph.neighbors.size() == 2 * expected.size());
}

TEST_CASE("the nearest bone is the one with the least distance, whatever the radii") {
  for (auto& random : seeds<std::mt19937>(1u, 7u)) {
    const Skeleton skeleton = random_skeleton(random, random.seed == 6 ? 1 : 40);
    const auto mesh = random_mesh(random, 500, 2.0f);
    const Scene scene = bound_scene(skeleton, mesh);
    Deformer deformer = deformed(scene);
    Measures measures;
    measures.update(scene, deformer);
    std::vector<std::vector<float>> distances;
    for (const Bone& bone : bones_of(skeleton, deformer.skeleton(kRig)->bind))
      distances.push_back(distances_to(bone, mesh->positions));
    const NearestBones& nearest = measures.nearest(kSkin);
    REQUIRE(nearest.joint.size() == mesh->positions.size());
    for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
      float least = std::numeric_limits<float>::max();
      for (const std::vector<float>& one : distances) least = std::min(least, one[v]);
      CHECK(nearest.distance[v] == distances[std::size_t(nearest.joint[v])][v]);
      CHECK(nearest.distance[v] <= least * 1.00002f);
    }
  }
}

}  // namespace marrow::test
