// The ogre: stocky, with long arms, about 2.1 m tall.
#include <algorithm>
#include <cmath>

#include "editor/session.h"
#include "samples.h"

namespace marrow::media {
namespace {

using glm::dvec3;

const dvec3 kHips{0, 0.72, -0.02}, kSpine{0, 0.96, 0.0}, kChest{0, 1.20, -0.02},
    kNeck{0, 1.56, 0.04}, kHead{0, 1.68, 0.12}, kCrown{0, 1.86, 0.18};
const dvec3 kClavicle{0.06, 1.46, -0.02}, kShoulder{0.40, 1.45, -0.04}, kElbow{0.745, 1.235, -0.04},
    kWrist{1.025, 1.020, 0.04};
const dvec3 kKnuckles{1.205, 0.860, 0.090};
const dvec3 kHip{0.185, 0.66, -0.02}, kKnee{0.235, 0.38, 0.03}, kAnkle{0.245, 0.12, -0.03},
    kToes{0.285, 0.05, 0.23};

Part body() {
  return {.blobs = {ellipsoid({0, 0.72, -0.02}, {0.29, 0.20, 0.23}, 0.05),
                    ellipsoid({0, 0.97, 0.06}, {0.35, 0.36, 0.33}, 0.10),
                    ellipsoid({0, 1.33, -0.01}, {0.36, 0.28, 0.25}, 0.16),
                    carved(ellipsoid({0, 0.885, 0.385}, {0.014, 0.018, 0.020}, 0.012))},
          .blend = 0.08};
}

Part flanks() {
  return {.blobs = {round_cone({0.10, 1.53, -0.09}, {0.35, 1.46, -0.06}, 0.150, 0.150, 0.05),
                    ellipsoid({0.165, 1.34, 0.165}, {0.17, 0.13, 0.10}, 0.08),
                    ellipsoid({0.14, 0.68, -0.17}, {0.15, 0.16, 0.13}, 0.08)},
          .blend = 0.10,
          .mirrored = true};
}

Part head() {
  return {.blobs = {ellipsoid({0, 1.775, 0.13}, {0.148, 0.160, 0.165}, 0.05),
                    ellipsoid({0, 1.685, 0.215}, {0.158, 0.088, 0.130}, 0.06)},
          .blend = 0.07};
}

Part nose() {
  return {.blobs = {round_cone({0, 1.785, 0.285}, {0, 1.755, 0.318}, 0.024, 0.036, 0.02)},
          .blend = 0.03};
}

Part face() {
  return {.blobs = {round_cone({0.030, 1.826, 0.268}, {0.098, 1.840, 0.235}, 0.026, 0.022, 0.02),
                    ellipsoid({0.040, 1.748, 0.318}, {0.022, 0.018, 0.018}, 0.02)},
          .blend = 0.03,
          .mirrored = true};
}

Part eyes() {
  return {.blobs = {ellipsoid({0.058, 1.796, 0.272}, {0.017, 0.021, 0.016}, 0.01)},
          .blend = 0.010,
          .mirrored = true,
          .carves = true};
}

Part mouth() {
  Part part{.blobs = {}, .blend = 0.010, .mirrored = true, .carves = true};
  constexpr int kSteps = 5;
  dvec3 before(0.0);
  for (int i = 0; i <= kSteps; ++i) {
    const double x = 0.105 * i / kSteps;
    const dvec3 here(x, 1.690 + 2.2 * x * x, 0.352 - 4.2 * x * x);
    if (i > 0) part.blobs.push_back(round_cone(before, here, 0.012, 0.012, 0.002));
    before = here;
  }
  return part;
}

Part tusks() {
  return {.blobs = {round_cone({0.066, 1.676, 0.322}, {0.072, 1.742, 0.350}, 0.019, 0.009, 0.01)},
          .blend = 0.006,
          .mirrored = true};
}

Part ears() {
  Blob ear = round_cone({0.135, 1.775, 0.11}, {0.285, 1.835, 0.055}, 0.050, 0.012, 0.02);
  ear.stretch = {1.0, 1.0, 0.55};
  Blob hollow = round_cone({0.175, 1.792, 0.125}, {0.255, 1.824, 0.096}, 0.022, 0.006, 0.012);
  return {.blobs = {ear, carved(hollow)}, .blend = 0.025, .mirrored = true};
}

Part arm() {
  return {.blobs = {ellipsoid(kShoulder + dvec3(0.01, -0.01, 0), {0.165, 0.165, 0.155}, 0.05),
                    round_cone(kShoulder, kElbow, 0.135, 0.098, 0.04),
                    round_cone(kElbow, kWrist, 0.102, 0.082, 0.02),
                    ellipsoid(glm::mix(kElbow, kWrist, 0.35), {0.112, 0.115, 0.112}, 0.10)},
          .blend = 0.07,
          .mirrored = true};
}

Part hand() {
  const dvec3 along = glm::normalize(kKnuckles - kWrist);
  const dvec3 thumb = glm::normalize(dvec3(0, 0, 1) - along * along.z);
  const dvec3 palm = glm::cross(along, thumb);
  const auto at = [&](double u, double v, double w) {
    return kWrist + u * along + v * thumb + w * palm;
  };
  Blob back = round_cone(at(0.03, 0, 0), at(0.12, 0, 0), 0.085, 0.105, 0.03);
  back.frame = glm::dmat3(along, thumb, palm);
  back.stretch = {1.0, 1.0, 0.62};
  Part part{.blobs = {back}, .blend = 0.03, .mirrored = true};
  for (const double side : {-1.0, 0.0, 1.0}) {
    const dvec3 base = at(0.17, 0.062 * side, 0.0),
                tip = at(0.265 - 0.012 * side * side, 0.082 * side, 0.035);
    part.blobs.push_back(round_cone(base, tip, 0.036, 0.030, 0.018));
  }
  part.blobs.push_back(
      round_cone(at(0.06, 0.07, 0.02), at(0.155, 0.145, 0.045), 0.042, 0.031, 0.03));
  return part;
}

Part leg() {
  return {.blobs = {round_cone(kHip, kKnee, 0.165, 0.125, 0.04),
                    round_cone(kKnee, kAnkle, 0.122, 0.098, 0.02)},
          .blend = 0.06,
          .mirrored = true};
}

Part foot() {
  constexpr double kGround = 100.0;
  Blob sole = round_cone(kAnkle + dvec3(0, -0.05, -0.01), kToes + dvec3(-0.01, 0.01, -0.05), 0.098,
                         0.080, 0.04);
  sole.stretch = {1.2, 0.9, 1.0};
  Part part{.blobs = {round_cone(kAnkle, kAnkle + dvec3(0, -0.04, 0), 0.096, 0.098, 0.03), sole},
            .blend = 0.04,
            .mirrored = true};
  for (const double side : {-1.0, 0.0, 1.0}) {
    const dvec3 base = kToes + dvec3(0.070 * side, 0.0, -0.02 * side * side - 0.02);
    part.blobs.push_back(
        round_cone(base, base + dvec3(0.008 * side, -0.005, 0.045), 0.042, 0.036, 0.016));
  }
  part.blobs.push_back(
      carved(round_cone({0, -kGround, 0}, {0, -kGround, 0}, kGround, kGround, 0.02)));
  return part;
}

Field ogre_field() {
  return {{body(), flanks(), head(), nose(), face(), eyes(), mouth(), tusks(), ears(), arm(),
           hand(), leg(), foot()}};
}

double edge_length(const dvec3& point) {
  constexpr double kBody = 0.040, kFace = 0.0115, kHands = 0.020;
  const dvec3 p(std::abs(point.x), point.y, point.z);
  const auto near = [&](const dvec3& place, double inner, double outer, double fine) {
    return glm::mix(fine, kBody,
                    std::clamp((glm::distance(p, place) - inner) / (outer - inner), 0.0, 1.0));
  };
  return std::min({near({0.05, 1.74, 0.30}, 0.10, 0.45, kFace),
                   near({0.20, 1.80, 0.09}, 0.10, 0.40, 0.018), near(kKnuckles, 0.17, 0.5, kHands),
                   near(kToes, 0.12, 0.4, 0.022)});
}

std::vector<Bone> bones() {
  return with_right_side(
      {{"hips", "", kHips, kSpine, 0.33},
       {"spine", "hips", kSpine, kChest, 0.34},
       {"chest", "spine", kChest, kNeck - dvec3(0, 0.08, 0.03), 0.34},
       {"neck", "chest", kNeck, kHead, 0.17},
       {"head", "neck", kHead, kCrown, 0.20},
       {"clavicle.L", "chest", kClavicle, glm::mix(kClavicle, kShoulder, 0.88), 0.160},
       {"upper_arm.L", "clavicle.L", kShoulder, kElbow, 0.15},
       {"forearm.L", "upper_arm.L", kElbow, kWrist, 0.125},
       {"hand.L", "forearm.L", kWrist, kKnuckles, 0.13},
       {"thigh.L", "hips", kHip, kKnee, 0.17},
       {"shin.L", "thigh.L", kKnee, kAnkle, 0.135},
       {"foot.L", "shin.L", kAnkle, kToes, 0.13}});
}

/// Both fists up.
void cheer(Skeleton& skeleton) {
  Poser pose(skeleton);
  const dvec3 left_ankle = pose.base("foot.L"), right_ankle = pose.base("foot.R");
  pose.move("hips", {0.0, -0.025, 0.0});
  pose.turn("spine", {1, 0, 0}, -6.0);
  pose.turn("chest", {0, 1, 0}, 8.0);
  pose.turn("head", {1, 0, 0}, -4.0);
  pose.turn("head", {0, 0, 1}, 7.0);
  pose.two_bone_ik("thigh.L", "shin.L", left_ankle, {0.4, 0, 1});
  pose.level("foot.L", 0.0);
  pose.two_bone_ik("thigh.R", "shin.R", right_ankle + dvec3(-0.06, 0.0, 0.10), {-0.4, 0, 1});
  pose.level("foot.R", -10.0);
  for (const std::string side : {"L", "R"}) {
    const double x = side == "L" ? 1.0 : -1.0;
    pose.turn("clavicle." + side, {0, 0, 1}, 12.0 * x);
    pose.aim("upper_arm." + side, {x, side == "L" ? -0.30 : -0.10, 0.25}, -8.0 * x);
    pose.aim("forearm." + side, {1.0 * x, 1.0, 0.40}, -20.0 * x);
    pose.aim("hand." + side, {0.45 * x, 1.0, 0.25}, -15.0 * x);
  }
}

}  // namespace

Scene ogre_scene() {
  constexpr double kSlack = 0.004, kSampling = 0.018;
  const Field field = ogre_field();
  Mesh mesh = mesh_of(
      skin_of(field, {{0.0, -0.06, -0.5}, {1.60, 2.10, 0.6}}, kSampling, edge_length), field);
  Scene scene;
  Skeleton skeleton = skeleton_of(bones(), scene);
  fit_radii(skeleton, mesh.positions, kSlack);
  store_pose(skeleton, "0");
  cheer(skeleton);
  store_pose(skeleton, "1");
  scene.camera = Camera{.target = {0.0f, 1.02f, 0.0f},
                        .distance = 4.9f,
                        .yaw = 0.35f,
                        .pitch = 0.10f,
                        .field_of_view = 0.6f};
  return rigged(std::move(scene), "Ogre", std::move(skeleton), std::move(mesh));
}

}  // namespace marrow::media
