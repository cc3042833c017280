// marrow skin and marrow convert write what math.md defines for the numbers of the report.
#include <algorithm>

#include "cli/truth.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// S sum_j w_ij T_j v_i from the report's own numbers; an uncovered vertex stays at S v_i.
std::vector<glm::dvec3> skinned_by_report(const std::string& file, int mesh, const Truth& truth) {
  const Json report = report_of(file);
  const Json& skeleton =
      report["skeletons"][report["meshes"][std::size_t(mesh)]["skeleton"].get<std::size_t>()];
  std::map<std::string, glm::dmat4> skinning;
  for (const Json& joint : skeleton["joints"])
    skinning[joint["name"]] = matrix_of(joint["skinning"]);
  std::vector<glm::dmat4> blended(truth.positions.size(), glm::dmat4(0.0));
  std::vector<bool> covered(truth.positions.size(), false);
  for (const CsvRow& row : influences_of(file)) {
    if (row.mesh != mesh) continue;
    blended[std::size_t(row.vertex)] += std::stod(row.weight) * skinning.at(row.joint);
    covered[std::size_t(row.vertex)] = true;
  }
  const glm::dmat4 world = matrix_of(skeleton["world_from_skeleton"]);
  std::vector<glm::dvec3> positions;
  for (std::size_t v = 0; v < blended.size(); ++v) {
    positions.emplace_back(world * (covered[v] ? blended[v] : glm::dmat4(1.0)) *
                           glm::dvec4(truth.positions[v], 1.0));
  }
  return positions;
}

const Mesh& first_mesh(const Scene& scene) {
  for (const Node& node : scene.nodes) {
    if (node.mesh) return *node.mesh;
  }
  FAIL("no mesh");
  return *scene.nodes.front().mesh;
}

void check_skin(const std::string& file) {
  CAPTURE(file);
  const Scratch folder;
  const std::string out = folder / "skinned.obj";
  CHECK(run_well({"skin", file, "-o", out}).err.empty());
  const Scene before = io::load(file).scene, after = io::load(out).scene;
  const Truth truth = truths_of(before).at(0);
  const Mesh& written = first_mesh(after);
  CHECK(written.face_begin == truth.node->mesh->face_begin);
  CHECK(written.corner_vertex == truth.node->mesh->corner_vertex);
  const std::vector<glm::dvec3> wanted = skinned_by_report(file, 0, truth);
  REQUIRE(written.positions.size() == wanted.size());
  double worst = 0.0, moved = 0.0;
  for (std::size_t v = 0; v < wanted.size(); ++v) {
    worst = std::max(worst, glm::distance(glm::dvec3(written.positions[v]), wanted[v]));
    moved = std::max(moved, glm::distance(glm::dvec3(truth.world_from_skeleton *
                                                     glm::dvec4(truth.positions[v], 1.0)),
                                          wanted[v]));
  }
  CHECK(worst <= 1e-5 * truth.size);
  CHECK(moved > 1e-2 * truth.size);  // a rest pose would prove little
}

}  // namespace

SOLVED_FOLDER_CASE("skin writes S sum w T v, same vertices in the same order, same faces") {
  for (const char* name : {"human.glb", "ogre.glb", "capsule.glb", "bar.glb"})
    check_skin((media() / name).string());
  check_skin(saved(folder, "deep.glb", deep_scene(4)));
}

SOLVED_FOLDER_CASE("human.obj is human.glb at rest") {
  run_well({"pose", (media() / "human.glb").string(), "--reset", "-o", folder / "rest.glb"});
  run_well({"skin", folder / "rest.glb", "-o", folder / "rest.obj"});
  const Scene rest_scene = io::load(folder / "rest.obj").scene,
              sample_scene = io::load(media() / "human.obj").scene;
  const Mesh &rest = first_mesh(rest_scene), &sample = first_mesh(sample_scene);
  REQUIRE(rest.positions.size() == sample.positions.size());
  CHECK(rest.corner_vertex == sample.corner_vertex);
  float worst = 0.0f;
  for (std::size_t v = 0; v < rest.positions.size(); ++v)
    worst = std::max(worst, glm::distance(rest.positions[v], sample.positions[v]));
  CHECK(worst < 2e-6f);
}

SOLVED_FOLDER_CASE("a blend that was removed is read as another one, and a sentence names both") {
  const std::string human = (media() / "human.glb").string();
  const std::string said =
      "marrow: --blend: warning: direct delta mush was removed; delta mush is used instead\n";
  run_well({"skin", human, "--blend", "delta-mush", "-o", folder / "wanted.obj"});
  const Ran ran = run_well({"skin", human, "--blend", "direct-delta-mush", "-o", folder / "x.obj"});
  CHECK(ran.err == said);
  CHECK(bytes_of(folder / "x.obj") == bytes_of(folder / "wanted.obj"));
  const Ran many = run_well({"skin", "--blend", "direct-delta-mush", "--out-dir", folder / "out",
                             human, (media() / "bar.glb").string()});
  REQUIRE(contains(many.err, said));
  CHECK(many.err.find(said) == many.err.rfind(said));
}

FOLDER_CASE("converting a scene to either kind of glTF loses nothing") {
  const std::string human = (media() / "human.glb").string();
  run_well({"convert", human, folder / "a.gltf"});
  const Ran ran = run_well({"convert", folder / "a.gltf", folder / "b.glb"});
  CHECK(same_content(io::load(human).scene, io::load(folder / "b.glb").scene));
  CHECK(ran.err.empty());
}

FOLDER_CASE("converting to OBJ writes the mesh as it is posed and says that the skeleton is lost") {
  const std::string human = (media() / "human.glb").string();
  const Ran ran = run_well({"convert", human, folder / "a.obj"});
  CHECK(contains(ran.err, "skeleton"));
  run_well({"skin", human, "-o", folder / "b.obj"});
  CHECK(first_mesh(io::load(folder / "a.obj").scene).positions ==
        first_mesh(io::load(folder / "b.obj").scene).positions);
}

SOLVED_FOLDER_CASE("for other programs no vertex keeps more influences than asked") {
  Scene scene = deep_scene(6);
  for (Joint& joint : edit_skeleton(scene, 1).joints) joint.radius = 5.0f;  // all nine everywhere
  const std::string many = saved(folder, "many.glb", scene);
  for (const std::size_t limit : {4u, 8u}) {
    const std::string out = folder / fmt::format("{}.glb", limit);
    run_well({"convert", many, out, "--influences", std::to_string(limit)});
    const Json histogram = report_of(out)["meshes"][0]["influence_histogram"];
    CHECK(histogram.size() <= limit + 1);
  }
  CHECK(run({"convert", many, folder / "5.glb", "--influences", "5"}).status == 2);
}

SOLVED_FOLDER_CASE(
    "convert --export writes the rig with its animation, the rig in its pose, or the posed surface "
    "alone") {
  Scene scene = io::load(media() / "bar.glb").scene;
  const auto holder = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                   [](const Node& node) { return bool(node.skeleton); });
  REQUIRE(holder != scene.nodes.end());
  const auto node = int(holder - scene.nodes.begin());
  Joint& joint = edit_skeleton(scene, node).joints.back();
  joint.user_local = glm::rotate(glm::mat4(1.0f), 0.7f, glm::vec3(0, 0, 1));
  MotionTrack track;
  track.target = joint.id;
  track.channels = {
      {MotionProperty::translation, Interpolation::linear, {0.0f, 1.0f}, {0, 0, 0, 0, 1, 0}}};
  auto motion = std::make_shared<Motion>();
  motion->name = "stretch";
  motion->tracks = {track};
  scene.motions = {motion};
  const std::string file = saved(folder, "bar.glb", scene);
  const auto exported = [&](const std::string& as) {
    const std::string out = folder / (as + ".glb");
    run_well({"convert", file, out, "--export", as});
    return io::load(out).scene;
  };
  const auto has_skeleton = [](const Scene& s) {
    return std::any_of(s.nodes.begin(), s.nodes.end(),
                       [](const Node& n) { return bool(n.skeleton); });
  };
  const Scene animation = exported("animation"), pose = exported("pose"), posed = exported("posed");
  REQUIRE(animation.motions.size() == 1);
  CHECK(animation.motions[0]->name == "stretch");
  CHECK(has_skeleton(animation));
  CHECK(pose.motions.empty());
  CHECK(has_skeleton(pose));
  CHECK(posed.motions.empty());
  CHECK_FALSE(has_skeleton(posed));
  // The surface alone is where `skin` puts it.
  run_well({"skin", file, "-o", folder / "skin.obj"});
  run_well({"convert", folder / "posed.glb", folder / "posed.obj"});
  CHECK(bounds_of(first_mesh(io::load(folder / "skin.obj").scene).positions).high.x ==
        doctest::Approx(
            bounds_of(first_mesh(io::load(folder / "posed.obj").scene).positions).high.x));
  CHECK(run({"convert", file, folder / "x.glb", "--export", "all"}).status == 2);
}

TEST_CASE("skin names the kinds of file that it writes") {
  const Ran ran = run({"skin", "--help"});
  for (const char* kind : {".obj", ".stl", ".glb", ".gltf"}) CHECK(contains(ran.out, kind));
}

FOLDER_CASE("--backend gpu, which was removed, is named once, and the fast result is written") {
  const std::string bar = (media() / "bar.glb").string(),
                    capsule = (media() / "capsule.glb").string();
  run_well({"skin", bar, "-o", folder / "fast.obj"});
  const Ran one = run({"skin", bar, "-o", folder / "one.obj", "--backend", "gpu"});
  CHECK(one.status == 0);
  CHECK(one.err ==
        "marrow: --backend gpu: warning: GPU skinning was removed; the fast backend is used\n");
  CHECK(bytes_of(folder / "one.obj") == bytes_of(folder / "fast.obj"));
  const Ran many =
      run({"skin", "--backend", "gpu", "--jobs", "2", "--out-dir", folder / "out", bar, capsule});
  CHECK(many.status == 0);
  CHECK(many.err == one.err);
  CHECK(bytes_of(folder / "out/bar.obj") == bytes_of(folder / "fast.obj"));
  CHECK(run({"report", bar, "--backend", "gpu"}).status == 2);
}
