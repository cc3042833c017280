// What presets make of a scene before it leaves: names, keys, a T-pose that faces +z.
#include "edit/export_presets.h"

#include <glm/gtc/matrix_transform.hpp>

#include "edit/figure/figure_skeleton.h"
#include "edit/motions/linear_keys.h"
#include "io/avatar.h"
#include "io/formats.h"
#include "rig/implementations.h"
#include "scene/stance.h"
#include "support/cases.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

const Skeleton& figure_of(const Scene& scene) {
  const int node = io::humanoid_of(scene).node;
  REQUIRE(node >= 0);
  return *scene.nodes[std::size_t(node)].skeleton;
}

/// World directions: of the left arm, of the figure's left, upwards.
struct Stance {
  glm::dvec3 arm, left, up;
};
Stance stance_of(const Scene& scene) {
  const glm::dmat3 world(exact_world_from_node(scene, io::humanoid_of(scene).node));
  const Skeleton& skeleton = figure_of(scene);
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> rest = world_at_rest(skeleton);
  const BodyJoints::Limb& arm = body.arms[0];
  return {glm::normalize(
              world * glm::dvec3(rest[std::size_t(arm.end)][3] - rest[std::size_t(arm.upper)][3])),
          world * leftwards(body, rest), world * upwards(body, rest)};
}

}  // namespace

TEST_CASE("presets have ways of export that exist, and refuse other endings") {
  for (const ExportPreset& preset : export_presets()) {
    CAPTURE(preset.name);
    CHECK(io::find_export_way(preset.way) != nullptr);
    CHECK(find_export_preset(preset.name) == &preset);
    CHECK_FALSE(preset.says.empty());
    CHECK_FALSE(fits(preset, "x.stl"));
    CHECK_FALSE(fits(preset, "x"));
  }
  CHECK(fits(*find_export_preset("unity"), "a.b/x.GLB"));
  CHECK(find_export_preset("maya") == nullptr);
}

SOLVED_CASE("VRM and Mixamo get a T-pose that faces +z, whichever way the figure stood") {
  for (const char* name : {"vrm", "mixamo"})
    for (const float degrees : {0.0f, 90.0f, 180.0f}) {
      CAPTURE(name);
      CAPTURE(degrees);
      Scene scene = io::load(media() / "human.glb").scene;
      for (Node& node : scene.nodes)
        if (node.parent < 0)
          node.local =
              glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 1.0f, 0.0f}) * node.local;
      const Scene made =
          prepared_export(scene, {find_export_preset(name), ""}, tasks_of(Backend::fast)).scene;
      CHECK(why_invalid(made).empty());
      const Stance stance = stance_of(made);
      CHECK(stance.arm.x > 0.999);
      CHECK(stance.left.x > 0.99);
      CHECK(stance.up.y > 0.9);
      for (const Joint& joint : figure_of(made).joints) CHECK(joint.user_local == glm::mat4(1.0f));
    }
}

TEST_CASE("reserved characters leave names, and no two joints get one name") {
  Scene scene;
  Skeleton skeleton;
  for (const char* name : {"hip.L", "hip:L", "a b"})
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 2), .name = name});
  scene.nodes = {{.id = 1, .name = "S.1", .skeleton = std::make_shared<Skeleton>(skeleton)}};
  scene.next_id = 10;
  const Scene made =
      prepared_export(scene, {find_export_preset("three"), ""}, tasks_of(Backend::fast)).scene;
  const std::vector<Joint>& joints = made.nodes[0].skeleton->joints;
  CHECK(made.nodes[0].name == "S_1");
  CHECK(joints[0].name == "hip_L");
  CHECK(joints[1].name == "hip_L_001");
  CHECK(joints[2].name == "a_b");
}

TEST_CASE("asked names replace a preset's, and as-they-are keeps them") {
  const Scene scene = io::load(media() / "human.glb").scene;
  const auto hips = [&](const char* preset, const char* names) {
    const ExportChoice choice{find_export_preset(preset), names};
    return prepared_export(scene, choice, tasks_of(Backend::fast))
        .scene.nodes[0]
        .skeleton->joints[0]
        .name;
  };
  CHECK(hips("unity", "") == "Hips");
  CHECK(hips("unity", "mixamo") == "mixamorig:Hips");
  CHECK(hips("unity", "as-they-are") == "hips");
  CHECK(hips("blender", "") == "hips");
}

TEST_CASE("a motion of straight keys has the curve's values at frames and keys") {
  const Scene scene = io::load(media() / "human.glb").scene;
  const Motion& curve = *scene.motions.front();
  const Motion straight = with_linear_keys(curve);
  CHECK(why_invalid(straight).empty());
  for (std::size_t t = 0; t < curve.tracks.size(); ++t)
    for (std::size_t c = 0; c < curve.tracks[t].channels.size(); ++c) {
      const MotionChannel &was = curve.tracks[t].channels[c], &is = straight.tracks[t].channels[c];
      CHECK(is.interpolation == Interpolation::linear);
      CHECK(is.times.size() > was.times.size());
      for (const float time : is.times) CHECK(value_at(is, time) == value_at(was, time));
    }
}
