// Does the skin nearest to a bone turn with it?
#include <algorithm>
#include <filesystem>

#include "io/formats.h"
#include "rig/fit/fit.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

/// The mean weight of the upper joint on the vertices nearest to its bone, vertex by vertex.
double upper_share(Measured& measured) {
  const NearestBones& nearest = measured.measures.nearest(kSkin);
  const Influences& rows = measured.mesh().influences;
  double sum = 0.0, count = 0.0;
  for (std::uint32_t v = 0; v < rows.vertex_count(); ++v) {
    if (nearest.joint[v] != 1) continue;
    count += 1.0;
    for (std::uint32_t i = rows.row_begin(v); i < rows.row_end(v); ++i)
      if (rows.joint[i] == 1) sum += double(rows.weight[i]);
  }
  return sum / count;
}

/// How far all vertices move in sum when a joint turns by 60 degrees across its bone.
double way_of(const Scene& scene, const std::string& joint) {
  Deformer deformer = Deformer::with(tasks_of(Backend::fast));
  deformer.update(scene);
  std::vector<std::vector<glm::vec3>> rest;
  for (const DeformedMesh& mesh : deformer.meshes()) rest.push_back(mesh.positions());
  Scene turned = scene;
  for (std::size_t n = 0; n < turned.nodes.size(); ++n)
    if (turned.nodes[n].skeleton)
      for (Joint& one : edit_skeleton(turned, int(n)).joints)
        if (one.name == joint) one.user_local = rotation(60.0f, {1, 0, 0}) * one.user_local;
  deformer.update(turned);
  double way = 0.0;
  for (std::size_t m = 0; m < rest.size(); ++m)
    for (std::size_t v = 0; v < rest[m].size(); ++v)
      way += double(glm::distance(rest[m][v], deformer.meshes()[m].positions()[v]));
  return way;
}

/// Heights of the joints in the middle of a figure, and how far in front its spine is.
struct Spine {
  float hips, belly, chest, head, front;
};

/// 14 joints for homer.obj, drawn as users draw them.
Skeleton drawn_figure(const Spine& at) {
  constexpr float kMiddle = 0.499f;
  Skeleton skeleton;
  std::vector<glm::vec3> starts;
  const auto add = [&](const char* name, int parent, const glm::vec3& start, const glm::vec3& end) {
    Joint joint;
    joint.id = Id(100 + skeleton.joints.size());
    joint.name = name;
    joint.parent = parent;
    joint.bind_local = translation(parent < 0 ? start : start - starts[std::size_t(parent)]);
    joint.extent = end - start;
    joint.radius = 0.03f;
    starts.push_back(start);
    skeleton.joints.push_back(joint);
    return int(skeleton.joints.size()) - 1;
  };
  const glm::vec3 belly{kMiddle, at.belly, at.front}, chest{kMiddle, at.chest, at.front},
      head{kMiddle, at.head, 0.49f};
  const int hips = add("hips", -1, {kMiddle, at.hips, 0.47f}, belly);
  const int upper = add("chest", add("belly", hips, belly, chest), chest, head);
  add("head", upper, head, {kMiddle, 0.97f, 0.48f});
  for (const float side : {1.0f, -1.0f}) {
    const auto place = [&](float x, float y, float z) {
      return glm::vec3(kMiddle + side * (x - kMiddle), y, z);
    };
    const glm::vec3 elbow = place(0.345f, 0.66f, 0.5f), knee = place(0.44f, 0.32f, 0.47f),
                    ankle = place(0.43f, 0.2f, 0.46f);
    const int arm = add("upper_arm", upper, place(0.43f, 0.715f, 0.49f), elbow);
    add("forearm", arm, elbow, place(0.29f, 0.6f, 0.54f));
    const int thigh = add("thigh", hips, place(0.445f, 0.45f, 0.47f), knee);
    add("foot", add("shin", thigh, knee, ankle), ankle, place(0.42f, 0.18f, 0.55f));
  }
  return skeleton;
}

}  // namespace

LAW_CASE("a joint follows by the weights on its own skin, a root by all, in any pose") {
  for (const Falloff falloff : {Falloff::inverse, Falloff::linear})
    for (const float radius : {0.55f, 0.75f, 1.5f}) {
      Measured measured(two_bone_cylinder(31, 12, radius, falloff), tasks);
      CAPTURE(radius);
      CHECK(measured.measures.follows(kLower).value == doctest::Approx(1.0));
      const Meter upper = measured.measures.follows(kUpper);
      CHECK(upper.value == doctest::Approx(upper_share(measured)));
      CHECK(upper.value > 0.5);
      CHECK(measured.measures.joint(kUpper).follows.value == upper.value);
      CHECK(measured.model().follows.value == upper.value);
      pose_joint(measured.scene, 1, rotation(70.0f, {1, 0, 0}));
      measured.update();
      CHECK(measured.measures.joint(kUpper).follows.value == upper.value);
    }
}

ENGINE_CASE("a joint whose skin stays with another is poor, and the sheet shows it") {
  Scene scene = two_bone_cylinder(31, 12, 1.5f);
  edit_skeleton(scene, 0).joints[1].set_radii({0.3f, 0.3f});
  const std::vector<JointTrial> trials = range_of_motion(scene, kRig, tasks_of(Backend::fast));
  REQUIRE(trials.size() == 2);
  CHECK(trials.front().joint == kUpper);
  CHECK(trials.front().meters.follows.value < 0.01);  // one vertex, in the middle of the cap
  CHECK(trials.front().meters.follows.band == Band::poor);
  const TrialSummary summary = summary_of(trials, *scene.nodes[0].skeleton, 0, true);
  CHECK(summary.poor >= 1);
  CHECK(summary.score <= 50.0);
  CHECK(summary.remedy.starts_with("Fit all radii"));
  const BendScore score = bend_score(scene, kRig);
  CHECK(score.joints == 2);
  CHECK(score.follows < 0.01);
  CHECK(score.poor >= 1);
}

ENGINE_CASE("after fitting all radii no joint of a real figure leaves its own skin") {
  std::vector<std::filesystem::path> files{media() / "human.glb", media() / "ogre.glb"};
  if (shared_data().empty()) {
    skip("real figures: ../shared/data is not here");
  } else {
    for (const char* name : {"CesiumMan.glb", "Fox.glb", "godot_enemy.glb"})
      files.push_back(shared_data() / "gltf" / name);
  }
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.string());
    const Scene scene = io::load(file).scene;
    for (const Node& node : scene.nodes) {
      if (!node.skeleton) continue;
      CapsuleSettings capsules = capsule_settings_of(*node.skeleton);
      Measured measured(with_capsules(scene, node.id, capsules), tasks_of(Backend::fast));
      const std::vector<Fit> fits = measured.measures.fit_all(node.id);
      for (std::size_t j = 0; j < fits.size(); ++j)
        capsules.radii[j] = capsules.radii[j].with_largest(fits[j].radius);
      measured.scene = with_capsules(scene, node.id, capsules);
      measured.update();
      for (const Fit& fit : fits) {
        CAPTURE(fit.joint);
        if (fit.has_skin) CHECK(measured.measures.follows(fit.joint).value >= 0.2);
      }
    }
  }
}

DATA_CASE("after fitting all radii of a drawn skeleton each joint moves skin of its own") {
  if (!has_engine()) return skip("fits of homer.obj: rig/fast is not here");
  const Scene file = io::load(data / "obj" / "homer.obj").scene;
  const auto mesh = std::find_if(file.nodes.begin(), file.nodes.end(),
                                 [](const Node& node) { return node.mesh != nullptr; });
  REQUIRE(mesh != file.nodes.end());
  for (const Falloff falloff : {Falloff::inverse, Falloff::linear})
    for (const Spine& spine : {Spine{0.464f, 0.56f, 0.655f, 0.789f, 0.459f},
                               Spine{0.441f, 0.555f, 0.648f, 0.788f, 0.449f}}) {
      Skeleton skeleton = drawn_figure(spine);
      skeleton.falloff = falloff;
      Measured measured(bound_scene(skeleton, mesh->mesh), tasks_of(Backend::fast));
      const std::vector<Fit> fits = measured.measures.fit_all(kRig);
      std::vector<std::uint32_t> own(fits.size(), 0);
      for (const int joint : measured.measures.nearest(kSkin).joint) ++own[std::size_t(joint)];
      for (std::size_t j = 0; j < fits.size(); ++j)
        edit_skeleton(measured.scene, 0).joints[j].radius = fits[j].radius;
      measured.update();
      for (std::size_t j = 0; j < fits.size(); ++j) {
        CAPTURE(skeleton.joints[j].name);
        CAPTURE(fits[j].radius);
        REQUIRE(fits[j].has_skin);
        CHECK(measured.deformer.skeleton(kRig)->captured[j] >= own[j] / 8);
        CHECK(measured.measures.follows(fits[j].joint).value >= 0.25);
      }
    }
}

TEST_CASE("a joint that tears nothing because it moves nothing scores nothing") {
  CHECK(trial_score(0.0, 0.0) == 0.0);
  CHECK(trial_score(0.0, 0.9) == 100.0);
  CHECK(trial_score(0.0, 1.0) == 100.0);
  CHECK(trial_score(1.0, std::nan("")) == 50.0);
  CHECK(trial_score(0.5, 0.3) < trial_score(0.5, 0.4));
}

ENGINE_CASE("toes, hands and head of the fitted sample move at least half of what they moved") {
  const Scene sample = io::load(media() / "human.glb").scene;
  const Node* rig = nullptr;
  for (const Node& node : sample.nodes)
    if (node.skeleton) rig = &node;
  REQUIRE(rig != nullptr);
  const CapsuleFit fit = fit_to_range(sample, rig->id, {});
  REQUIRE(fit.problem.empty());
  const Scene fitted = with_capsules(sample, rig->id, fit.capsules);
  for (const char* joint : {"toe.L", "toe.R", "hand.L", "hand.R", "head", "foot.L", "foot.R"}) {
    CAPTURE(joint);
    CHECK(way_of(fitted, joint) >= 0.5 * way_of(sample, joint));
  }
  CHECK(bend_score(fitted, rig->id).score > bend_score(sample, rig->id).score);
}

}  // namespace marrow::test
