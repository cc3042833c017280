// Makes motions from a motion: with another timing, with another path over the ground, or mixed
// with a second motion.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/motion.h"
#include "scene/scene.h"

namespace marrow {

/// Maps new times to old ones, in seconds: a monotone cubic (Fritsch and Carlson 1980) through at
/// least two points (new time, old time), rising in both. Time never runs backwards.
class TimeCurve {
 public:
  explicit TimeCurve(std::vector<glm::dvec2> points);
  const std::vector<glm::dvec2>& points() const { return points_; }
  bool is_straight() const;  ///< one speed throughout
  double old_at(double seconds) const;
  double new_at(double seconds) const;  ///< the inverse, by halving

 private:
  std::vector<glm::dvec2> points_;
  std::vector<double> slopes_;  ///< old seconds per new one, at the points
};

/// `points` made valid for a TimeCurve: starts at (0, 0), without points that do not rise in both.
/// Returns at least two points; for a motion of 0 seconds they span one second.
std::vector<glm::dvec2> sound_points(std::vector<glm::dvec2> points, double old_length);

/// The motion that shows at t what `motion` shows at old_at(t). A straight curve only moves keys
/// and stretches tangents; any other curve samples channels at each frame and key, linearly, and
/// moves the keys of step channels. Length and loop are mapped, too; frame rate and name stay.
Motion retimed(const Motion& motion, const TimeCurve& curve);

/// The joint that carries the figure: the highest in the tree of those that the motion translates.
struct Carrier {
  int node = -1;
  Id joint = kNoId;
  glm::dmat3 across{1.0};  ///< projects a path onto the ground, in the space of the joint's parent
  glm::dmat3 skeleton_from_parent{1.0};  ///< at rest
};
/// None if the motion translates no joint. Up is taken from the motion, else from the rest pose,
/// else it is y of the skeleton.
std::optional<Carrier> carrier_of(const Scene& scene, const Motion& motion);

/// The figure stays above its place at the first key: the carrier's keys keep their times, shapes
/// and heights. Returns `motion` unchanged without a carrier.
Motion in_place(const Scene& scene, const Motion& motion);

/// Why travel_on_node() is impossible, for the user; empty when it is possible.
std::string why_no_travel_on_node(const Scene& scene, const Motion& motion);
/// As in_place(), but the skeleton's node travels instead, so that joints stay where they were in
/// the world. The node's keys are at the carrier's times, with their tangents.
Motion travel_on_node(const Scene& scene, const Motion& motion);

enum class MixKind {
  cross_fade,  ///< the second follows the first
  add,         ///< the second's difference from its own beginning is added to the first
  replace,     ///< the second replaces the first
};

struct Mix {
  MixKind kind = MixKind::cross_fade;
  double begin = 0.0;   ///< when the second begins, in seconds of the first
  double fade = 0.5;    ///< seconds in which the second fades in (add and replace: and out)
  double weight = 1.0;  ///< add, replace: weight of the second motion, 0 or more
  bool repeats = true;  ///< add, replace: the second starts again until the first ends
  Id limb = kNoId;      ///< add, replace: only this joint and those below it; kNoId: everything
  /// cross_fade: the second motion continues from the place where the figure is in the first;
  /// otherwise it starts where its keys put it.
  bool goes_on = true;
  bool operator==(const Mix&) const = default;
};

/// T, S and weights of morph targets are blended linearly, R by slerp; shares rise by smoothstep,
/// x^2 (3 - 2x). add: R = R_first slerp(1, R_second(0)^-1 R_second(t), weight), T and S
/// accordingly. If only one motion moves a target, the other keeps it as it is in the scene.
/// Targets outside of `limb` keep their keys. Name and timing are those of the first; a cross-fade
/// lasts until the second ends. Preconditions: both are valid, and moves() is true for both.
Motion mixed(const Scene& scene, const Motion& first, const Motion& second, const Mix& mix);

}  // namespace marrow
