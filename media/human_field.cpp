// The mannequin's body: about 1.75 m, arms half lowered, feet on the ground.
#include <algorithm>
#include <cmath>

#include "human.h"

namespace marrow::media {
namespace {

using glm::dvec3;

Part torso() {
  return {.blobs = {ellipsoid({0, 0.925, -0.006}, {0.126, 0.100, 0.098}, 0.03),
                    ellipsoid({0, 1.045, 0.004}, {0.120, 0.140, 0.094}, 0.07),
                    ellipsoid({0, 1.220, -0.010}, {0.146, 0.165, 0.106}, 0.07),
                    round_cone({0, 1.33, -0.024}, {0, 1.45, -0.018}, 0.080, 0.046, 0.06)},
          .blend = 0.03};
}

/// The parts on both sides of the torso: shoulders, a hint of a chest, the seat.
Part flanks() {
  return {.blobs = {round_cone({0.03, 1.384, -0.024}, {0.142, 1.368, -0.020}, 0.050, 0.050, 0.03),
                    ellipsoid({0.064, 1.290, 0.034}, {0.076, 0.072, 0.050}, 0.06),
                    ellipsoid({0.064, 0.890, -0.044}, {0.072, 0.082, 0.066}, 0.05)},
          .blend = 0.06,
          .mirrored = true};
}

Part head() {
  return {.blobs = {round_cone({0, 1.43, -0.022}, {0, 1.55, -0.004}, 0.045, 0.045, 0.02),
                    ellipsoid({0, 1.638, -0.002}, {0.090, 0.112, 0.104}, 0.03),
                    ellipsoid({0, 1.580, 0.028}, {0.071, 0.062, 0.074}, 0.06)},
          .blend = 0.03};
}

Part nose() {
  return {.blobs = {round_cone({0, 1.620, 0.096}, {0, 1.600, 0.104}, 0.008, 0.0125, 0.02)},
          .blend = 0.014};
}

Part ears() {
  return {.blobs = {ellipsoid({0.090, 1.612, -0.006}, {0.011, 0.026, 0.018}, 0.006),
                    carved(ellipsoid({0.101, 1.614, -0.002}, {0.006, 0.014, 0.009}, 0.006))},
          .blend = 0.008,
          .mirrored = true};
}

/// Two oval dents in a soft hollow: a doll's eyes, visible only by shading.
Part eye_hollows() {
  return {.blobs = {ellipsoid({0.036, 1.630, 0.135}, {0.030, 0.026, 0.036}, 0.01)},
          .blend = 0.020,
          .mirrored = true,
          .carves = true};
}
Part eyes() {
  return {.blobs = {ellipsoid({0.0345, 1.632, 0.0955}, {0.0095, 0.0135, 0.0075}, 0.01)},
          .blend = 0.005,
          .mirrored = true,
          .carves = true};
}

/// A groove that rises to both sides.
Part smile() {
  Part part{.blobs = {}, .blend = 0.007, .mirrored = true, .carves = true};
  constexpr int kSteps = 5;
  dvec3 before(0.0);
  for (int i = 0; i <= kSteps; ++i) {
    const double x = 0.025 * i / kSteps;
    const dvec3 here(x, 1.564 + 13.0 * x * x, 0.1128 - 6.5 * x * x);
    if (i > 0) part.blobs.push_back(round_cone(before, here, 0.0055, 0.0055, 0.001));
    before = here;
  }
  return part;
}

/// A frame of the hand: (along the fingers, towards the thumb, out of the palm), meters from the
/// wrist.
struct HandFrame {
  dvec3 along = glm::normalize(kFingers - kWrist);
  dvec3 thumb = glm::normalize(dvec3(0, 0, 1) - along * along.z);
  dvec3 palm = glm::cross(along, thumb);
  HandFrame() {
    // The palm is turned half-way to the front, so that a wave and a relaxed arm both need little
    // twist.
    const double turn = glm::radians(30.0);
    const dvec3 t = thumb, p = palm;
    thumb = std::cos(turn) * t - std::sin(turn) * p;
    palm = std::sin(turn) * t + std::cos(turn) * p;
  }
  dvec3 operator()(double u, double v, double w) const {
    return kWrist + u * along + v * thumb + w * palm;
  }
};

Blob palm(const HandFrame& hand) {
  Blob blob = round_cone(hand(0.034, 0.0, 0.0), hand(0.072, 0.001, 0.001), 0.030, 0.037, 0.012);
  blob.frame = glm::dmat3(hand.along, hand.thumb, hand.palm);
  blob.stretch = {1.0, 1.0, 0.44};
  return blob;
}

Part hand() {
  struct Finger {
    double side, angle, length, radius;
  };
  static constexpr Finger kFingersOfHand[] = {{0.0290, 17.0, 0.062, 0.0102},
                                              {0.0100, 5.5, 0.070, 0.0106},
                                              {-0.0095, -6.5, 0.064, 0.0102},
                                              {-0.0275, -19.0, 0.050, 0.0092}};
  const HandFrame frame;
  Part part{.blobs = {palm(frame)}, .blend = 0.016, .mirrored = true};
  part.blobs.push_back(round_cone(frame(-0.01, 0, 0), frame(0.03, 0, 0), 0.026, 0.022, 0.012));
  for (const Finger& f : kFingersOfHand) {
    const double s = std::sin(glm::radians(f.angle)), c = std::cos(glm::radians(f.angle));
    const dvec3 base = frame(0.086, f.side, 0.001);
    const dvec3 middle =
        base + 0.55 * f.length * (c * frame.along + s * frame.thumb) + 0.002 * frame.palm;
    const dvec3 tip = base + f.length * (c * frame.along + s * frame.thumb) + 0.009 * frame.palm;
    part.blobs.push_back(round_cone(base, middle, f.radius, f.radius * 0.97, 0.010));
    part.blobs.push_back(round_cone(middle, tip, f.radius * 0.97, f.radius * 0.86, 0.003));
  }
  part.blobs.push_back(
      round_cone(frame(0.026, 0.020, 0.006), frame(0.056, 0.048, 0.012), 0.0155, 0.0125, 0.012));
  part.blobs.push_back(
      round_cone(frame(0.056, 0.048, 0.012), frame(0.084, 0.060, 0.013), 0.0125, 0.0105, 0.003));
  return part;
}

Part arm() {
  return {.blobs = {ellipsoid(kShoulder + dvec3(0.002, -0.008, 0.001), {0.058, 0.058, 0.056}, 0.02),
                    round_cone(kShoulder, kElbow, 0.049, 0.0385, 0.03),
                    round_cone(kElbow, kWrist, 0.0385, 0.0265, 0.008)},
          .blend = 0.035,
          .mirrored = true};
}

Part leg() {
  const dvec3 calf = glm::mix(kKnee, kAnkle, 0.23) + dvec3(0.002, 0.0, -0.008);
  const dvec3 thigh = glm::mix(kHip, kKnee, 0.30) + dvec3(0.004, 0.0, 0.008);
  return {.blobs = {round_cone(kHip, kKnee, 0.073, 0.0485, 0.02),
                    ellipsoid(thigh, {0.069, 0.14, 0.072}, 0.05),
                    round_cone(kKnee, kAnkle, 0.0485, 0.0345, 0.012),
                    ellipsoid(calf, {0.0485, 0.10, 0.0485}, 0.05)},
          .blend = 0.035,
          .mirrored = true};
}

/// A soft shoe, cut flat where the ground is.
Part foot() {
  constexpr double kGround = 100.0;  // a ball so large that it is a plane
  Blob instep = round_cone(kAnkle + dvec3(0.002, -0.024, 0.016), kBall + dvec3(0, 0.005, 0), 0.040,
                           0.033, 0.03);
  Blob toes =
      round_cone(kBall + dvec3(0, 0.005, 0), kToe + dvec3(0, 0.001, 0.0), 0.033, 0.027, 0.008);
  instep.stretch = toes.stretch = {1.22, 0.92, 1.0};
  return {
      .blobs = {round_cone(kAnkle + dvec3(0, 0.02, 0), kAnkle + dvec3(0, -0.03, 0), 0.034, 0.037,
                           0.02),
                ellipsoid({0.124, 0.030, -0.042}, {0.035, 0.036, 0.040}, 0.04), instep, toes,
                carved(round_cone({0, -kGround, 0}, {0, -kGround, 0}, kGround, kGround, 0.012))},
      .blend = 0.02,
      .mirrored = true};
}

double ease(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace

Field human_field() {
  return {{torso(), flanks(), head(), nose(), ears(), eye_hollows(), eyes(), smile(), arm(), hand(),
           leg(), foot()}};
}

double human_edge_length(const dvec3& point) {
  constexpr double kBody = 0.0195, kFace = 0.0055, kFine = 0.0072, kFeet = 0.013;
  const dvec3 p(std::abs(point.x), point.y, point.z);
  double length = kBody;
  length = std::min(
      length,
      glm::mix(kFace, kBody, ease(0.035, 0.15, glm::distance(p, dvec3(0.02, 1.60, 0.095)))));
  length = std::min(
      length, glm::mix(kFine, kBody,
                       ease(0.085, 0.20, glm::distance(p, kFingers + dvec3(0.02, -0.02, 0.0)))));
  length = std::min(
      length, glm::mix(kFeet, kBody, ease(0.10, 0.25, glm::distance(p, dvec3(0.13, 0.02, 0.05)))));
  return length;
}

}  // namespace marrow::media
