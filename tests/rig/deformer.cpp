// The deformer against an evaluation of the definitions written here, and what it does again after
// each kind of edit.
#include "rig/skinning/deformer.h"

#include <functional>

#include "rig/support.h"

namespace marrow::test {

namespace {

// ---- The definitions, in double precision, from the joint up to its root, vertex by vertex

glm::dmat4 world_of(const Scene& scene, int node) {
  glm::dmat4 world(1.0);
  for (int at = node; at >= 0; at = scene.nodes[std::size_t(at)].parent)
    world = glm::dmat4(scene.nodes[std::size_t(at)].local) * world;
  return world;
}

double distance_to_segment(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& p) {
  const double length = glm::distance(a, b);
  if (length == 0.0) return glm::distance(a, p);
  const double along = glm::clamp(glm::dot(p - a, b - a) / length, 0.0, length);
  return glm::distance(a + (b - a) * (along / length), p);
}

double falloff_at(const Skeleton& skeleton, double d, double r) {
  const double x = (r - d) / r;
  if (skeleton.falloff == Falloff::inverse) return 1.0 / std::max(d, 1e-6);
  return std::max(1e-7, skeleton.falloff == Falloff::linear ? x : x * x * (3.0 - 2.0 * x));
}

struct Expected {
  glm::dvec3 position{0.0}, normal{0.0};
  bool near_a_surface = false;  ///< |d - r| is too small to decide which joints hold the vertex
  int held_by = 0;
};

/// Where vertex `v` of the scene's mesh node goes, in world space, by capsules.
Expected evaluated(const Scene& scene, int skeleton_node, int mesh_node, const glm::vec3& v,
                   const glm::vec3& n) {
  const Skeleton& skeleton = *scene.nodes[std::size_t(skeleton_node)].skeleton;
  const glm::dmat4 world_from_skeleton = world_of(scene, skeleton_node);
  const glm::dmat4 skeleton_from_mesh =
      glm::inverse(world_from_skeleton) * world_of(scene, mesh_node);
  const glm::dvec3 position(skeleton_from_mesh * glm::dvec4(glm::dvec3(v), 1.0));
  Expected expected;
  glm::dmat4 blended(0.0);
  double sum = 0.0;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const glm::dmat4 bind = walked_to_root(skeleton, int(j), false);
    const glm::dvec3 tip(bind * glm::dvec4(glm::dvec3(skeleton.joints[j].extent), 1.0));
    const double d = distance_to_segment(glm::dvec3(bind[3]), tip, position),
                 r = double(skeleton.joints[j].radius);
    if (std::abs(d - r) < 1e-5) expected.near_a_surface = true;
    if (d >= r) continue;
    ++expected.held_by;
    const double weight = falloff_at(skeleton, d, r);
    blended += weight * (walked_to_root(skeleton, int(j), true) * glm::inverse(bind));
    sum += weight;
  }
  blended = expected.held_by > 0 ? blended / sum : glm::dmat4(1.0);
  const glm::dmat4 whole = world_from_skeleton * blended * skeleton_from_mesh;
  expected.position = glm::dvec3(whole * glm::dvec4(glm::dvec3(v), 1.0));
  expected.normal = glm::normalize(glm::transpose(glm::inverse(glm::dmat3(whole))) * glm::dvec3(n));
  return expected;
}

glm::dvec3 world_normal(const DeformedMesh& mesh, std::size_t i) {
  return glm::normalize(
      glm::transpose(glm::inverse(glm::dmat3(glm::dmat4(mesh.world_from_output)))) *
      glm::dvec3(mesh.normals()[i]));
}

/// A parent node; under it a skeleton and its mesh; next to it a second skeleton and its mesh.
/// Everything turned and unevenly scaled.
Scene two_rigs(std::mt19937& random) {
  Scene scene;
  const auto add = [&](const char* name, int parent) -> Node& {
    Node& node = scene.nodes.emplace_back();
    node.id = Id(scene.nodes.size());
    node.name = name;
    node.parent = parent;
    node.local = random_affine(random);
    return node;
  };
  add("parent", -1);
  add("first rig", 0).skeleton = std::make_shared<const Skeleton>(random_skeleton(random, 6));
  Node& first = add("first skin", 0);
  first.mesh = random_mesh(random, 120, 1.2f);
  first.bound_to = 2;
  Skeleton other = random_skeleton(random, 4);
  for (Joint& joint : other.joints) joint.id += 50;
  add("second rig", -1).skeleton = std::make_shared<const Skeleton>(std::move(other));
  Node& second = add("second skin", 0);
  second.mesh = random_mesh(random, 90, 1.2f);
  second.bound_to = 4;
  scene.next_id = 1000;
  return scene;
}

bool same_rows(const Influences& a, const Influences& b) {
  if (a.vertex_count() != b.vertex_count()) return false;
  for (std::size_t i = 0; i < a.vertex_count(); ++i) {
    if (a.row_size(i) != b.row_size(i)) return false;
    for (std::uint32_t k = 0; k < a.row_size(i); ++k) {
      const std::uint32_t of_a = a.row_begin(i) + k, of_b = b.row_begin(i) + k;
      if (a.joint[of_a] != b.joint[of_b] || a.weight[of_a] != b.weight[of_b]) return false;
    }
  }
  return true;
}

bool same_result(const Deformer& a, const Deformer& b) {
  if (a.meshes().size() != b.meshes().size() || a.skeletons().size() != b.skeletons().size())
    return false;
  for (std::size_t m = 0; m < a.meshes().size(); ++m) {
    const DeformedMesh &x = a.meshes()[m], &y = b.meshes()[m];
    const bool same =
        x.node == y.node && x.skeleton == y.skeleton && x.mesh == y.mesh &&
        x.world_from_output == y.world_from_output && x.bind_positions == y.bind_positions &&
        x.bind_normals == y.bind_normals && x.positions() == y.positions() &&
        x.normals() == y.normals() && same_rows(x.influences, y.influences) &&
        x.coverage.covered == y.coverage.covered && x.coverage.histogram == y.coverage.histogram;
    if (!same) return false;
  }
  for (std::size_t s = 0; s < a.skeletons().size(); ++s) {
    const PosedSkeleton &x = a.skeletons()[s], &y = b.skeletons()[s];
    const bool same = x.node == y.node && x.world_from_skeleton == y.world_from_skeleton &&
                      x.bind == y.bind && x.posed == y.posed && x.skinning == y.skinning &&
                      x.captured == y.captured;
    if (!same) return false;
  }
  return true;
}

// ---- Functions that count their calls

struct Calls {
  int bind = 0, posed = 0, find = 0, skin = 0;
  bool operator==(const Calls&) const = default;
};
Calls calls;

Tasks counting_implementation(const Tasks& implementation) {
  static const Tasks* counted = nullptr;
  counted = &implementation;
  Tasks tasks = implementation;
  tasks.bind_matrices = [](const Skeleton& skeleton) {
    ++calls.bind;
    return counted->bind_matrices(skeleton);
  };
  tasks.posed_matrices = [](const Skeleton& skeleton) {
    ++calls.posed;
    return counted->posed_matrices(skeleton);
  };
  tasks.find_joints = [](const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                         const std::vector<glm::vec3>& positions) {
    ++calls.find;
    return counted->find_joints(skeleton, bind, positions);
  };
  tasks.skin = [](const std::vector<glm::mat4>& skinning, const Influences& influences,
                  const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
                  std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
    ++calls.skin;
    counted->skin(skinning, influences, positions, normals, out_positions, out_normals);
  };
  return tasks;
}

/// The calls that one update makes.
Calls calls_of(Deformer& deformer, const Scene& scene) {
  calls = {};
  deformer.update(scene);
  return calls;
}

struct Edit {
  const char* name;
  std::function<void(Scene&)> apply;
  Calls expected;
};

}  // namespace

SOLVED_CASE(
    "positions, normals and coverage are those of the definitions, for any nodes, falloffs and "
    "poses") {
  std::mt19937 random(71);
  std::size_t compared = 0, held = 0;
  for (int round = 0; round < 12; ++round) {
    Scene scene = two_rigs(random);
    edit_skeleton(scene, 1).falloff = Falloff(round % 3);
    if (round % 4 == 1)
      scene.nodes[2].local *=
          scaling({-1.0f, 1.0f, 1.0f});  // a mirrored mesh, and below a mirrored skeleton
    if (round % 4 == 2) scene.nodes[3].local *= scaling({1.0f, 1.0f, -1.0f});
    Deformer deformer = deformed(scene);
    CHECK(deformer.problems().empty());
    for (const auto& [skeleton_node, mesh_node] : {std::pair{1, 2}, std::pair{3, 4}}) {
      const DeformedMesh& mesh = *deformer.mesh(scene.nodes[std::size_t(mesh_node)].id);
      std::uint32_t covered = 0, unsure = 0;
      for (std::size_t i = 0; i < mesh.positions().size(); ++i) {
        const std::size_t source = mesh.surface->source[i];
        const Expected expected = evaluated(scene, skeleton_node, mesh_node,
                                            mesh.mesh->positions[source], mesh.surface->normals[i]);
        if (source == i) covered += expected.held_by > 0 ? 1 : 0;
        if (source == i) unsure += expected.near_a_surface ? 1 : 0;
        if (expected.near_a_surface) continue;
        CHECK(is_near(image(mesh.world_from_output, mesh.positions()[i]),
                      glm::vec3(expected.position), 2e-4f));
        CHECK(glm::dot(world_normal(mesh, i), expected.normal) > 0.999);
        CHECK(mesh.influences.row_size(i) == std::uint32_t(expected.held_by));
        ++compared;
        held += expected.held_by > 0 ? 1 : 0;
      }
      CHECK(std::abs(int(covered) - int(mesh.coverage.covered)) <= int(unsure));
      CHECK(mesh.coverage.covered + mesh.coverage.uncovered == mesh.mesh->positions.size());
    }
  }
  CHECK(held * 20 > compared);
  CHECK(held < compared);
}

LAW_CASE("when nothing changed nothing is computed and no revision moves") {
  std::mt19937 random(72);
  const Tasks counting = counting_implementation(tasks);
  const Scene scene = two_rigs(random);
  Deformer deformer(counting);
  CHECK(calls_of(deformer, scene) == Calls{2, 2, 2, 2});
  const DeformedMesh& mesh = deformer.meshes()[0];
  const std::vector<std::uint64_t> before{mesh.shape_revision, mesh.bind_revision,
                                          mesh.pose_revision};
  Scene copy = scene;  // equal by value, skeletons in other places
  edit_skeleton(copy, 1);
  edit_skeleton(copy, 3);
  CHECK(calls_of(deformer, copy) == Calls{});
  const DeformedMesh& after = deformer.meshes()[0];
  CHECK(std::vector<std::uint64_t>{after.shape_revision, after.bind_revision,
                                   after.pose_revision} == before);
}

LAW_CASE(
    "each kind of edit does again what it must, for the rig it touches, and the result is that of "
    "a fresh start") {
  const Tasks counting = counting_implementation(tasks);
  const auto joint = [](Scene& scene, std::size_t j) -> Joint& {
    return edit_skeleton(scene, 1).joints[j];
  };
  std::mt19937 random(73);
  const glm::mat4 other_place = random_affine(random);
  const std::shared_ptr<const Mesh> other_mesh = random_mesh(random, 50, 1.0f);
  const std::vector<Edit> edits{
      {"pose", [&](Scene& s) { joint(s, 1).user_local = other_place; }, {0, 1, 0, 1}},
      {"radius", [&](Scene& s) { joint(s, 1).radius *= 1.5f; }, {1, 1, 1, 1}},
      {"extent", [&](Scene& s) { joint(s, 2).extent += glm::vec3(0.3f); }, {1, 1, 1, 1}},
      {"rest", [&](Scene& s) { joint(s, 2).bind_local = other_place; }, {1, 1, 1, 1}},
      {"parent",
       [&](Scene& s) { joint(s, 5).parent = joint(s, 5).parent == -1 ? 0 : -1; },
       {1, 1, 1, 1}},
      {"falloff", [](Scene& s) { edit_skeleton(s, 1).falloff = Falloff::smooth; }, {1, 1, 1, 1}},
      {"fewer joints", [](Scene& s) { edit_skeleton(s, 3).joints.resize(1); }, {1, 1, 1, 1}},
      {"mesh", [&](Scene& s) { s.nodes[2].mesh = other_mesh; }, {0, 0, 1, 1}},
      {"mesh node", [&](Scene& s) { s.nodes[2].local = other_place; }, {0, 0, 1, 1}},
      {"skeleton node", [&](Scene& s) { s.nodes[3].local = other_place; }, {0, 0, 1, 1}},
      {"bound to the other", [](Scene& s) { s.nodes[2].bound_to = 4; }, {0, 0, 1, 1}},
      {"unbound", [](Scene& s) { s.nodes[2].bound_to = kNoId; }, {0, 0, 0, 0}},
      {"name", [&](Scene& s) { joint(s, 1).name = "renamed"; }, {0, 0, 0, 0}},
      {"hidden", [](Scene& s) { s.nodes[2].visible = false; }, {0, 0, 0, 0}},
  };
  for (const Edit& edit : edits) {
    CAPTURE(edit.name);
    const Scene scene = two_rigs(random);
    Deformer deformer = deformed(scene, counting);
    Scene edited = scene;
    edit.apply(edited);
    CHECK(calls_of(deformer, edited) == edit.expected);
    Deformer fresh = deformed(edited, tasks);
    CHECK(same_result(deformer, fresh));
    deformer.update(scene);  // and undo
    Deformer first = deformed(scene, tasks);
    CHECK(same_result(deformer, first));
  }
}

SOLVED_CASE("a long walk of random edits ends where a fresh start does") {
  std::mt19937 random(74);
  Scene scene = two_rigs(random);
  Deformer deformer;
  for (int step = 0; step < 150; ++step) {
    const int rig = random_index(random, 0, 1) == 0 ? 1 : 3;
    auto& joints = edit_skeleton(scene, rig).joints;
    Joint& joint = joints[std::size_t(random_index(random, 0, int(joints.size()) - 1))];
    const std::function<void()> edits[] = {
        [&] { joint.user_local = random_affine(random); },
        [&] { joint.radius = random_number(random, 0.0f, 1.0f); },
        [&] { joint.extent = random_vector(random, 1.0f); },
        [&] { joint.bind_local = random_affine(random); },
        [&] { scene.nodes[std::size_t(random_index(random, 0, 4))].local = random_affine(random); },
        // no rig, the first, the second
        [&] { scene.nodes[2].bound_to = Id(random_index(random, 0, 2) * 2); },
        [&] { edit_skeleton(scene, rig).falloff = Falloff(random_index(random, 0, 2)); },
    };
    edits[random_index(random, 0, 6)]();
    deformer.update(scene);
    Deformer fresh = deformed(scene);
    REQUIRE(same_result(deformer, fresh));
  }
}

LAW_CASE("functions evaluated each time are called each time, and equal results move no revision") {
  std::mt19937 random(75);
  const Tasks counting = counting_implementation(tasks);
  const Scene scene = two_rigs(random);
  Deformer deformer(counting, Evaluate::each_time);
  deformer.update(scene);
  const std::uint64_t revision = deformer.meshes()[0].pose_revision;
  CHECK(calls_of(deformer, scene) == Calls{0, 2, 0, 2});
  CHECK(deformer.meshes()[0].pose_revision == revision);
}

SOLVED_CASE(
    "a radius edit deforms the posed mesh at once and changes bind and pose revisions, not the "
    "shape's") {
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 10,
                             .name = "bone",
                             .user_local = translation({0, 0, 5}),
                             .extent = {0, 1, 0},
                             .radius = 0.25f});
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0.5f, 0.5f, 0.0f}, {0.125f, 0.5f, 0.0f}, {9.0f, 0.0f, 0.0f}};
  Scene scene = bound_scene(skeleton, mesh);
  Deformer deformer = deformed(scene);
  const DeformedMesh& before = deformer.meshes()[0];
  CHECK(before.positions() ==
        std::vector<glm::vec3>{{0.5f, 0.5f, 0.0f}, {0.125f, 0.5f, 5.0f}, {9.0f, 0.0f, 0.0f}});
  CHECK(before.coverage.covered == 1);
  const std::uint64_t shape = before.shape_revision, bind = before.bind_revision,
                      pose = before.pose_revision;
  edit_skeleton(scene, 0).joints[0].radius = 0.75f;
  deformer.update(scene);
  const DeformedMesh& after = deformer.meshes()[0];
  CHECK(after.positions() ==
        std::vector<glm::vec3>{{0.5f, 0.5f, 5.0f}, {0.125f, 0.5f, 5.0f}, {9.0f, 0.0f, 0.0f}});
  CHECK(after.coverage.covered == 2);
  CHECK(after.coverage.histogram == std::vector<std::uint32_t>{1, 2});
  CHECK(deformer.skeleton(1)->captured == std::vector<std::uint32_t>{2});
  CHECK(after.shape_revision == shape);
  CHECK(after.bind_revision != bind);
  CHECK(after.pose_revision != pose);
}

SOLVED_CASE("copies that shading needs follow their source vertex") {
  std::mt19937 random(76);
  auto mesh = random_mesh(random, 60, 1.0f);
  for (std::size_t c = 0; c < mesh->corner_vertex.size();
       ++c) {  // every corner has a normal of its own
    mesh->normals.push_back(
        glm::normalize(random_vector(random, 1.0f) + glm::vec3(0.0f, 0.0f, 2.0f)));
    mesh->corner_normal.push_back(std::uint32_t(c));
  }
  Deformer deformer = deformed(bound_scene(random_skeleton(random, 5), mesh));
  const DeformedMesh& deformed = deformer.meshes()[0];
  REQUIRE(deformed.positions().size() > 60);
  REQUIRE(deformed.influences.vertex_count() == deformed.positions().size());
  for (std::size_t i = 0; i < deformed.positions().size(); ++i) {
    const std::size_t source = deformed.surface->source[i];
    CHECK(deformed.positions()[i] == deformed.positions()[source]);
    CHECK(deformed.influences.row_size(i) == deformed.influences.row_size(source));
  }
  CHECK(deformed.coverage.covered + deformed.coverage.uncovered == 60);
}

SOLVED_CASE(
    "a mesh's own weights are used until capsules are asked for, and a deleted joint re-binds "
    "them") {
  Skeleton skeleton;
  skeleton.joints.push_back(
      {.id = 10, .name = "a", .user_local = translation({0, 0, 4}), .radius = 0.0f});
  skeleton.joints.push_back({.id = 11, .name = "b", .extent = {0, 1, 0}, .radius = 9.0f});
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{1, 0, 0}};
  mesh->weights = ExplicitWeights{{0, 2}, {10, 11}, {0.25f, 0.75f}};
  Scene scene = bound_scene(skeleton, mesh);
  Deformer deformer;
  scene.nodes[1].explicit_weights = true;
  deformer.update(scene);
  CHECK(deformer.meshes()[0].positions()[0] == glm::vec3(1, 0, 1));
  CHECK(deformer.meshes()[0].influences.distance.empty());
  edit_skeleton(scene, 0).joints.pop_back();
  deformer.update(scene);
  CHECK(deformer.meshes()[0].positions()[0] == glm::vec3(1, 0, 4));
  scene.nodes[1].explicit_weights = false;  // the capsule left has no radius
  deformer.update(scene);
  CHECK(deformer.meshes()[0].positions()[0] == glm::vec3(1, 0, 0));
  CHECK(deformer.meshes()[0].coverage.uncovered == 1);
}

TEST_CASE("a rigid mesh stays in its own space and counts as covered") {
  std::mt19937 random(77);
  Scene scene = bound_scene({}, random_mesh(random, 20, 1.0f));
  scene.nodes[1].bound_to = kNoId;
  scene.nodes[1].local = random_affine(random);
  Deformer deformer = deformed(scene);
  const DeformedMesh& mesh = deformer.meshes()[0];
  CHECK(mesh.skeleton == kNoId);
  CHECK(mesh.positions() == scene.nodes[1].mesh->positions);
  CHECK(mesh.world_from_output == scene.nodes[1].local);
  CHECK(mesh.coverage.covered == 20);
  CHECK(mesh.influences.vertex_count() == 20);
}

SOLVED_CASE(
    "a rigid motion of the roots moves every covered vertex rigidly, and of the skeleton node "
    "everything") {
  for (auto& random : rounds<std::mt19937>(78, 20)) {
    Skeleton skeleton = random_skeleton(random, 6);
    const Scene before = bound_scene(skeleton, random_mesh(random, 80, 1.2f));
    const glm::mat4 motion = random_rigid(random);
    for (Joint& joint : skeleton.joints) {
      if (joint.parent < 0)
        joint.user_local =
            glm::affineInverse(joint.bind_local) * motion * joint.bind_local * joint.user_local;
    }
    const Scene after = bound_scene(skeleton, before.nodes[1].mesh);
    Deformer was, is;
    was.update(before);
    is.update(after);
    for (std::size_t i = 0; i < was.meshes()[0].positions().size(); ++i) {
      const bool covered = was.meshes()[0].influences.row_size(i) > 0;
      const glm::vec3 old = was.meshes()[0].positions()[i];
      CHECK(is_near(is.meshes()[0].positions()[i], covered ? image(motion, old) : old, 2e-4f));
    }
  }
}

SOLVED_CASE(
    "bounds hold all deformed vertices in world space, and the joints of a skeleton that deforms "
    "nothing") {
  std::mt19937 random(79);
  const Scene scene = two_rigs(random);
  Deformer deformer = deformed(scene);
  Bounds expected;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    for (const glm::vec3& position : mesh.positions())
      expected.add(image(mesh.world_from_output, position));
  }
  CHECK(world_bounds(deformer, scene).low == expected.low);
  CHECK(world_bounds(deformer, scene).high == expected.high);

  Skeleton lonely;
  lonely.joints.push_back(
      {.id = 10, .name = "bone", .bind_local = translation({1, 2, 3}), .extent = {0, 4, 0}});
  Scene bones = bound_scene(lonely, nullptr);
  bones.nodes.pop_back();
  bones.nodes[0].local = scaling({2, 2, 2});
  deformer.update(bones);
  CHECK(world_bounds(deformer, bones).low == glm::vec3(2, 4, 6));
  CHECK(world_bounds(deformer, bones).high == glm::vec3(2, 12, 6));
  deformer.update({});
  CHECK(world_bounds(deformer, {}).empty());
}

}  // namespace marrow::test
