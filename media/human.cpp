// The mannequin's skeleton, its capsules and its poses.
#include "human.h"

#include <memory>
#include <utility>

#include "edit/keying.h"
#include "editor/session.h"
#include "rigging.h"
#include "samples.h"
#include "scene/keys.h"

namespace marrow::media {
namespace {

using glm::dvec3;

std::vector<Bone> bones() {
  return with_right_side(
      {{"hips", "", kHips, kSpine, 0.150},
       {"spine", "hips", kSpine, kChest, 0.140},
       {"chest", "spine", kChest, kNeck - dvec3(0, 0.075, -0.004), 0.170},
       {"neck", "chest", kNeck, kHead, 0.066},
       {"head", "neck", kHead, kCrown, 0.118},
       {"clavicle.L", "chest", kClavicle, glm::mix(kClavicle, kShoulder, 0.90), 0.062},
       {"upper_arm.L", "clavicle.L", kShoulder, kElbow, 0.056},
       {"forearm.L", "upper_arm.L", kElbow, kWrist, 0.046},
       {"hand.L", "forearm.L", kWrist, kFingers, 0.066},
       {"thigh.L", "hips", kHip, kKnee, 0.084},
       {"shin.L", "thigh.L", kKnee, kAnkle, 0.062},
       {"foot.L", "shin.L", kAnkle, kBall, 0.072},
       {"toe.L", "foot.L", kBall, kToe, 0.046}});
}

/// Hands at the sides, both feet under the hips.
void stand_relaxed(Skeleton& skeleton) {
  Poser pose(skeleton);
  for (const std::string side : {"L", "R"}) {
    const double x = side == "L" ? 1.0 : -1.0;
    pose.aim("upper_arm." + side, {0.36 * x, -1.0, -0.02}, 12.0 * x);
    pose.aim("forearm." + side, {0.16 * x, -1.0, 0.20}, 10.0 * x);
    pose.aim("hand." + side, {0.06 * x, -1.0, 0.18}, 5.0 * x);
  }
}

/// Waves: weight on the left leg, the right hand up.
void wave(Skeleton& skeleton) {
  stand_relaxed(skeleton);
  Poser pose(skeleton);
  const dvec3 left_ankle = pose.base("foot.L"), right_ankle = pose.base("foot.R");
  pose.move("hips", {0.022, -0.006, 0.0});
  pose.turn("hips", {0, 0, 1}, 2.5);
  pose.turn("spine", {0, 0, 1}, -2.5);
  pose.turn("chest", {0, 0, 1}, -2.0);
  pose.turn("neck", {0, 0, 1}, 2.0);
  pose.turn("head", {0, 0, 1}, 6.0);

  pose.two_bone_ik("thigh.L", "shin.L", left_ankle, {0.1, 0, 1});
  pose.level("foot.L", 0.0);
  pose.two_bone_ik("thigh.R", "shin.R", right_ankle + dvec3(-0.035, 0.0, 0.055), {-0.25, 0, 1});
  pose.level("foot.R", -14.0);

  pose.turn("clavicle.R", {0, 0, 1}, -13.0);
  pose.aim("upper_arm.R", {-1.0, 0.20, 0.08}, 14.0);
  pose.aim("forearm.R", {-0.80, 1.0, 0.20}, 30.0);
  pose.aim("hand.R", {-0.34, 1.0, 0.12}, 26.0);
}

/// The right forearm and hand swing to both sides of the saved pose, twice in two seconds.
Motion wave_motion(const Scene& scene) {
  constexpr std::pair<float, double> kShares[] = {{0.0f, 0.0},  {0.25f, 1.0},  {0.75f, -1.0},
                                                  {1.25f, 1.0}, {1.75f, -1.0}, {2.0f, 0.0}};
  Motion motion{.name = "Wave", .tracks = {}};
  for (const auto& [name, degrees] : {std::pair("forearm.R", 18.0), std::pair("hand.R", 10.0)}) {
    MotionTrack track;
    std::vector<Key> keys;
    for (const auto& [seconds, share] : kShares) {
      Scene swung = scene;
      Skeleton skeleton = *scene.nodes.front().skeleton;
      Poser(skeleton).turn(name, {0, 0, 1}, degrees * share);
      swung.nodes.front().skeleton = std::make_shared<const Skeleton>(skeleton);
      for (const Joint& joint : skeleton.joints)
        if (joint.name == name) track = track_as_it_stands(swung, joint.id);
      const glm::quat& turn = track.rotation;
      keys.push_back({seconds, {turn.x, turn.y, turn.z, turn.w}, {}, {}});
    }
    track.channels = {channel_of(MotionProperty::rotation, std::move(keys))};
    motion.tracks.push_back(std::move(track));
  }
  return motion;
}

}  // namespace

Scene human_scene() {
  constexpr double kSlack = 0.002, kSampling = 0.008;
  // Share of the vertices. Repairing this is what a user does in the first minute.
  constexpr double kLeftUncovered = 0.012;
  const Field field = human_field();
  const Mesh mesh = mesh_of(
      skin_of(field, {{0.0, -0.05, -0.25}, {0.95, 1.80, 0.30}}, kSampling, human_edge_length),
      field);

  Scene scene;
  Skeleton skeleton = skeleton_of(bones(), scene);
  fit_radii(skeleton, mesh.positions, kSlack);
  uncover(skeleton, "shin.L", mesh.positions,
          static_cast<std::size_t>(kLeftUncovered * static_cast<double>(mesh.positions.size())));

  store_pose(skeleton, "rest");
  stand_relaxed(skeleton);
  store_pose(skeleton, "relaxed");
  reset_pose(skeleton);
  wave(skeleton);
  store_pose(skeleton, "wave");
  scene.camera = Camera{.target = {-0.10f, 0.90f, 0.0f},
                        .distance = 3.75f,
                        .yaw = 0.32f,
                        .pitch = 0.10f,
                        .field_of_view = 0.6f};
  scene = rigged(std::move(scene), "Human", std::move(skeleton), mesh);
  scene.motions = {std::make_shared<const Motion>(wave_motion(scene))};
  return scene;
}

}  // namespace marrow::media
