// A new mesh on an old rig, and weights taken from another mesh, as edits.
#include "edit/operations/new_mesh.h"

#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct RiggedFigure : DressedFigure {
  Operation replacement() const {
    return op::ReplaceMesh{body, new_mesh_of(file, scene, body).scene};
  }
};

}  // namespace

TEST_CASE_FIXTURE(RiggedFigure,
                  "a new mesh keeps id, name, place, skeleton and capsules of the old one") {
  const Scene after = applied_to(scene, replacement());
  REQUIRE(after.nodes.size() == 2);
  const Node &was = scene.nodes[1], &is = after.nodes[1];
  CHECK(is.id == was.id);
  CHECK(is.name == was.name);
  CHECK(is.local == was.local);
  CHECK(is.bound_to == was.bound_to);
  CHECK(is.explicit_weights);
  CHECK(is.touch_up_strength == was.touch_up_strength);
  CHECK(after.nodes[0] == scene.nodes[0]);
  REQUIRE(is.mesh->positions.size() == fine->positions.size());
  for (std::size_t v = 0; v < fine->positions.size(); ++v)
    CHECK(glm::distance(is.mesh->positions[v], fine->positions[v]) < 1e-5f);
  REQUIRE(is.mesh->weights);
  REQUIRE(is.touch_ups);
  CHECK(is.touch_ups->joint.front() == low);
  for (std::size_t v = 0; v < fine->positions.size(); ++v) {
    const float y = fine->positions[v].y;
    if (y > 0.79f && y < 1.01f) continue;  // between the halves
    const std::uint32_t k = is.mesh->weights->row_begin[v];
    CHECK(is.mesh->weights->row_begin[v + 1] == k + 1);
    CHECK(is.mesh->weights->joint[k] == (y < 0.9f ? low : high));
  }
  CHECK(contains(label(scene, replacement()), "Replace the mesh of body"));
}

TEST_CASE_FIXTURE(RiggedFigure, "replacing is one step; undoing it is bit-identical") {
  Document document(implementation(), scene);
  const Scene before = document.scene();
  REQUIRE(document.perform(replacement()));
  CHECK(document.history().steps().size() == 2);
  const Scene after = document.scene();
  REQUIRE(document.undo());
  CHECK(document.scene() == before);
  REQUIRE(document.redo());
  CHECK(document.scene() == after);
}

TEST_CASE_FIXTURE(RiggedFigure,
                  "of several meshes the named one is taken, then the one of the node's name, "
                  "then the one that fits") {
  const auto name = [&](const std::string& wanted) {
    return new_mesh_of(file, scene, body, wanted).scene.nodes.front().name;
  };
  CHECK(name("") == "remeshed");
  CHECK(name("a hat") == "a hat");
  file.nodes[0].name = "body";
  CHECK(name("") == "body");
  CHECK(contains(new_mesh_of(file, scene, body, "shoe").reason, "shoe"));
  CHECK(contains(new_mesh_of(Scene(), scene, body).reason, "no mesh"));
  CHECK_FALSE(new_mesh_of(file, scene, rig).reason.empty());
}

TEST_CASE_FIXTURE(RiggedFigure,
                  "a mesh that has lost its place in the world stands as the old one does") {
  file.nodes[1].local = glm::mat4(1.0f);
  const Scene after = applied_to(scene, replacement());
  CHECK(after.nodes[1].mesh->positions == fine->positions);
  const MeshEdit edit = with_new_mesh(scene, body, new_mesh_of(file, scene, body).scene);
  CHECK(edit.counts.found == fine->positions.size());
  CHECK(words_of(edit.counts) ==
        "338 of 338 vertices found their weights, 0 were filled in smoothly");
}

TEST_CASE_FIXTURE(RiggedFigure, "a mirrored place turns the faces with it") {
  file.nodes[1].local = scene.nodes[0].local * glm::scale(glm::mat4(1.0f), {-1, 1, 1});
  const Scene after = applied_to(scene, replacement());
  const Mesh& mesh = *after.nodes[1].mesh;
  const std::vector<glm::vec3> normals = smooth_normals(mesh, mesh.positions);
  for (std::size_t v = 0; v < normals.size(); ++v) {
    const glm::vec3 outward = mesh.positions[v] - glm::vec3(0, 1, 0);
    CHECK(glm::dot(normals[v], outward) > 0.0f);
  }
}

TEST_CASE_FIXTURE(RiggedFigure,
                  "a mesh held by capsules has no weights of its own afterwards either") {
  auto bare = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  bare->weights.reset();
  scene.nodes[1].mesh = bare;
  scene.nodes[1].explicit_weights = false;
  const Scene after = applied_to(scene, replacement());
  CHECK_FALSE(after.nodes[1].mesh->weights);
  CHECK(after.nodes[1].touch_ups);
}

SOLVED_CASE("clothes take the weights that move the body now, and its skeleton") {
  RiggedFigure figure;
  Scene& scene = figure.scene;
  const Id shirt = figure.add_shirt();
  const std::shared_ptr<const Mesh> wide = scene.nodes[2].mesh;
  const Operation take = op::TakeWeights{shirt, figure.body};
  const Scene after = applied_to(scene, take);
  const Node& node = after.nodes[2];
  CHECK(node.bound_to == figure.rig);
  CHECK(node.explicit_weights);
  CHECK(node.mesh->positions == wide->positions);
  CHECK(after.nodes[1] == scene.nodes[1]);
  CHECK(label(scene, take) == "Weights of shirt from body");
  for (std::size_t v = 0; v < wide->positions.size(); ++v) {
    const float y = wide->positions[v].y;
    if ((y > 0.79f && y < 1.01f) || y < 0.2f) continue;  // the halves meet, or painted
    const std::uint32_t k = node.mesh->weights->row_begin[v];
    CHECK(node.mesh->weights->joint[k] == (y < 0.9f ? figure.low : figure.high));
  }
  // Touch-ups of the body count: its vertex 0 moves by half of 0.75 to `high`.
  bool has_painted = false;
  for (std::size_t v = 0; v < wide->positions.size(); ++v)
    if (wide->positions[v].y < 0.1f)
      for (std::uint32_t k = node.mesh->weights->row_begin[v];
           k < node.mesh->weights->row_begin[v + 1]; ++k)
        has_painted |= node.mesh->weights->joint[k] == figure.high;
  CHECK(has_painted);
  Document document(implementation(), scene);
  REQUIRE(document.perform(take));
  REQUIRE(document.undo());
  CHECK(document.scene() == scene);
}

SOLVED_CASE("weights are only taken from a mesh that follows a skeleton") {
  RiggedFigure figure;
  Scene& scene = figure.scene;
  const Id shirt = figure.add_shirt();
  check_refused(scene, op::TakeWeights{figure.body, shirt}, "shirt");
  check_refused(scene, op::TakeWeights{shirt, shirt}, "own weights");
  check_refused(scene, op::TakeWeights{shirt, figure.rig}, "rig");
  check_refused(scene, op::ReplaceMesh{figure.rig, figure.file}, "rig");
  check_refused(scene, op::ReplaceMesh{figure.body, Scene()}, "no new mesh");
}

SOLVED_CASE("weights of another file's body: onto the own skeleton by names, or with the other's") {
  RiggedFigure figure;
  figure.add_shirt();
  Scene bodies = figure.scene, shirts = figure.scene;
  bodies.nodes.resize(2);
  const Id body = figure.body, shirt = figure.scene.nodes[2].id;
  shirts.nodes[1].mesh.reset();
  shirts.nodes[1].bound_to = kNoId;
  shirts.nodes[1].explicit_weights = false;
  shirts.nodes[1].touch_ups.reset();
  shirts.nodes[2].bound_to = figure.rig;
  const MeshEdit here = with_weights_of(figure.scene, shirt, body, implementation());
  const MeshEdit kept = with_weights_from(shirts, shirt, bodies, body, implementation());
  REQUIRE(here.applied.scene);
  REQUIRE(kept.applied.scene);
  CHECK(why_invalid(*kept.applied.scene).empty());
  CHECK(kept.applied.scene->nodes.size() == 3);
  CHECK(kept.applied.scene->nodes[2].bound_to == figure.rig);
  CHECK(*kept.applied.scene->nodes[2].mesh->weights == *here.applied.scene->nodes[2].mesh->weights);
  shirts.nodes[2].bound_to = kNoId;
  const MeshEdit dressed = with_weights_from(shirts, shirt, bodies, body, implementation());
  REQUIRE(dressed.applied.scene);
  const Scene& both = *dressed.applied.scene;
  CHECK(why_invalid(both).empty());
  REQUIRE(both.nodes.size() == 5);
  CHECK(both.nodes[2].bound_to == both.nodes[3].id);
  CHECK(both.nodes[2].mesh->weights->weight == here.applied.scene->nodes[2].mesh->weights->weight);
  shirts.nodes[2].bound_to = figure.rig;
  edit_skeleton(shirts, 0).joints[1].name = "top";
  const MeshEdit none = with_weights_from(shirts, shirt, bodies, body, implementation());
  CHECK_FALSE(none.applied.scene);
  CHECK(contains(none.applied.reason, "has no joint \"high\""));
}
