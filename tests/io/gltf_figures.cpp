// Motions without a mesh: VRM animations, and glTF files that only move the nodes of a figure.
#include "io/gltf_builder.h"
#include "io/support.h"
#include "scene/stance.h"
#include "support/vrma.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A standing figure of 17 joints, with a turn of its left arm and a step of its hips.
Skeleton figure() {
  Skeleton skeleton;
  const auto add = [&](const char* name, int parent, const glm::vec3& place) {
    Joint joint{.id = Id(skeleton.joints.size() + 1), .name = name, .parent = parent};
    joint.bind_local[3] = glm::vec4(place, 1.0f);
    skeleton.joints.push_back(joint);
    return int(skeleton.joints.size()) - 1;
  };
  const int hips = add("hips", -1, {0, 1, 0}), spine = add("spine", hips, {0, 0.3f, 0});
  add("head", add("neck", spine, {0, 0.2f, 0}), {0, 0.1f, 0});
  for (const float side : {1.0f, -1.0f}) {
    const bool left = side > 0.0f;
    const int arm = add(left ? "upper_arm.L" : "upper_arm.R", spine, {0.2f * side, 0.15f, 0});
    const int low = add(left ? "forearm.L" : "forearm.R", arm, {0.3f * side, 0, 0});
    add(left ? "hand.L" : "hand.R", low, {0.25f * side, 0, 0});
    const int leg = add(left ? "thigh.L" : "thigh.R", hips, {0.1f * side, -0.05f, 0});
    const int shin = add(left ? "shin.L" : "shin.R", leg, {0, -0.45f, 0.01f});
    add(left ? "foot.L" : "foot.R", shin, {0, -0.45f, -0.01f});
  }
  return skeleton;
}

Motion moved(const Skeleton& skeleton) {
  const auto track = [&](const char* name, MotionProperty property, std::vector<float> values) {
    const Joint& joint = skeleton.joints[std::size_t(joint_index(skeleton, name))];
    return MotionTrack{.target = joint.id,
                       .translation = glm::vec3(joint.bind_local[3]),
                       .channels = {{property, Interpolation::linear, {0.0f, 1.0f}, values}}};
  };
  const float half = std::sqrt(0.5f);
  return {"step",
          {track("hips", MotionProperty::translation, {0, 1, 0, 0, 1.1f, 0.5f}),
           track("upper_arm.L", MotionProperty::rotation, {0, 0, 0, 1, 0, 0, half, half})}};
}

}  // namespace

FOLDER_CASE("a .vrma file is a skeleton with the parts that its map states, at rest as its nodes") {
  const Skeleton wanted = figure();
  const Motion motion = moved(wanted);
  const io::Loaded loaded = io::load(put(folder / "step.vrma", vrma(wanted, motion)));
  REQUIRE(!loaded.scene.motions.empty());
  const auto node = std::find_if(loaded.scene.nodes.begin(), loaded.scene.nodes.end(),
                                 [](const Node& one) { return one.skeleton != nullptr; });
  REQUIRE(node != loaded.scene.nodes.end());
  const Skeleton& read = *node->skeleton;
  REQUIRE(read.joints.size() == wanted.joints.size());
  CHECK(read.joints[0].human_bone == "hips");
  CHECK_FALSE(body_roles(read).by_shape);
  const std::vector<JointRole> roles = body_roles(read).roles,
                               wanted_roles = body_roles(wanted).roles;
  const auto place = [&](std::size_t j) {  // the file's order is another one
    return std::size_t(joint_index(read, "n" + std::to_string(j)));
  };
  for (std::size_t j = 0; j < wanted.joints.size(); ++j) CHECK(roles[place(j)] == wanted_roles[j]);
  for (const float time : {0.0f, 0.4f, 1.0f}) {
    const auto a = world_at_time(wanted, motion, time),
               b = world_at_time(read, *loaded.scene.motions[0], time);
    for (std::size_t j = 0; j < a.size(); ++j)
      for (int c = 0; c < 4; ++c) CHECK(glm::distance(a[j][c], b[place(j)][c]) < 1e-5);
  }
  const auto notes =
      std::count_if(loaded.warnings.begin(), loaded.warnings.end(), [](const std::string& warning) {
        return warning == "not kept: the expressions and the gaze of the VRM animation";
      });
  CHECK(notes == 1);
}

FOLDER_CASE("a glTF of moved nodes without mesh is a skeleton if it is large enough for a figure") {
  const Skeleton skeleton = figure();
  Gltf gltf;
  const std::string bytes = vrma(skeleton, moved(skeleton));
  const auto length = std::size_t(static_cast<unsigned char>(bytes[12])) |
                      std::size_t(static_cast<unsigned char>(bytes[13])) << 8 |
                      std::size_t(static_cast<unsigned char>(bytes[14])) << 16;
  gltf.json = Gltf::Json::parse(bytes.substr(20, length));
  gltf.buffer = bytes.substr(20 + length + 8);
  gltf.json.erase("extensions");
  gltf.json.erase("extensionsUsed");
  const auto skeletons = [&] {
    const Scene scene = gltf.load(folder).scene;
    return std::count_if(scene.nodes.begin(), scene.nodes.end(),
                         [](const Node& node) { return node.skeleton != nullptr; });
  };
  CHECK(skeletons() == 1);
  gltf.json["nodes"][0]["children"] = {1};  // a trunk of four nodes, moved; limbs are not reached
  for (std::size_t j = 2; j < skeleton.joints.size(); ++j)
    if (skeleton.joints[j].parent == 0) gltf.json["scenes"][0]["nodes"].push_back(j);
  gltf.json["nodes"][1]["children"] = {2};
  CHECK(skeletons() == 0);
}
