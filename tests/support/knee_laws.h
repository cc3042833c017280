// Laws for a figure with pinned feet and moving hips: knees stay on their side, thighs stay apart,
// feet stay in place.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <string>

#include "edit/pose_edit.h"
#include "edit/support.h"

namespace marrow::test {

/// Names of a figure's joints, the left one first.
struct LegNames {
  std::string hips;
  std::array<std::string, 2> thigh, shin, foot;
};

/// A leg in world space.
struct LegPlace {
  glm::dvec3 hip{0.0}, knee{0.0}, ankle{0.0}, tip{0.0};
};

struct StandingFigure {
  Scene scene;
  LegNames names;
  const Tasks* tasks = nullptr;
  std::array<LegPlace, 2> start{};
  double leg = 0.0;          ///< length from hip to knee to ankle; that of the longer leg
  glm::dvec3 forward{0.0};   ///< where the toes point, perpendicular to the legs
  glm::dvec3 sideways{0.0};  ///< from the right hip to the left one, unit
};

inline glm::dvec3 origin_in_world(const Scene& scene, const std::string& name) {
  const JointRef ref = find_joint(scene, std::string_view(name));
  REQUIRE(ref.node >= 0);
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  glm::dmat4 posed(1.0);
  for (int j = ref.joint; j >= 0; j = skeleton.joints[std::size_t(j)].parent)
    posed = glm::dmat4(skeleton.joints[std::size_t(j)].bind_local) *
            glm::dmat4(skeleton.joints[std::size_t(j)].user_local) * posed;
  return glm::dvec3(glm::dmat4(world_from_node(scene, ref.node)) * posed[3]);
}

inline LegPlace leg_in(const Scene& scene, const LegNames& names, std::size_t side) {
  return {origin_in_world(scene, names.thigh[side]), origin_in_world(scene, names.shin[side]),
          origin_in_world(scene, names.foot[side]),
          *world_tip(scene, joint_named(scene, names.foot[side]).id)};
}

/// The figure with both feet pinned.
inline StandingFigure standing(Scene scene, const LegNames& names, const Tasks& tasks) {
  StandingFigure figure{std::move(scene), names, &tasks};
  const std::vector<Id> feet{joint_named(figure.scene, names.foot[0]).id,
                             joint_named(figure.scene, names.foot[1]).id};
  figure.scene = applied_to(figure.scene, op::SetPinned{feet, true});
  glm::dvec3 toes(0.0), down(0.0);
  for (const std::size_t side : {0u, 1u}) {
    const LegPlace leg = figure.start[side] = leg_in(figure.scene, names, side);
    figure.leg =
        std::max(figure.leg, glm::distance(leg.hip, leg.knee) + glm::distance(leg.knee, leg.ankle));
    toes += glm::normalize(leg.tip - leg.ankle);
    down += glm::normalize(leg.ankle - leg.hip);
  }
  down = glm::normalize(down);
  figure.forward = glm::normalize(toes - glm::dot(toes, down) * down);
  figure.sideways = glm::normalize(figure.start[0].hip - figure.start[1].hip);
  return figure;
}

/// An edit that moves the hips from their place in `scene` while the feet stay.
inline Operation hips_led(const StandingFigure& figure, const Scene& scene, const glm::vec3& by) {
  const op::ApplyIncrement move{
      {joint_named(scene, figure.names.hips).id}, glm::translate(glm::mat4(1.0f), by), "Move"};
  return holding_pins(scene, move, false);
}

inline Scene with_hips_led(const StandingFigure& figure, const glm::vec3& by) {
  Applied applied = apply(figure.scene, hips_led(figure, figure.scene, by), *figure.tasks);
  REQUIRE_MESSAGE(applied.scene.has_value(), applied.reason);
  return std::move(*applied.scene);
}

/// The least distance between two segments, at samples along one.
inline double apart(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                    const glm::dvec3& d) {
  double least = 1e300;
  for (int i = 0; i <= 32; ++i) {
    const glm::dvec3 p = glm::mix(a, b, double(i) / 32.0), cd = d - c;
    const double t = glm::clamp(glm::dot(p - c, cd) / glm::dot(cd, cd), 0.0, 1.0);
    least = std::min(least, glm::distance(p, c + t * cd));
  }
  return least;
}

/// The worst values seen; lengths are shares of the leg's length.
struct KneeFigures {
  double side = 1.0;       ///< least distance of a knee in front of the line hip to ankle
  double order = 1.0;      ///< least distance of the left knee to the left of the right one
  double thighs = 1.0;     ///< least distance of the thighs, over that of the hips
  double slip = 0.0;       ///< largest movement of a tip or ankle that the leg reaches
  double roll = 0.0;       ///< largest turn of a foot that the leg reaches, radians
  double bend = 0.0;       ///< largest bend of a knee whose ankle is out of reach, radians
  double shortfall = 0.0;  ///< largest distance of a tip, less the unavoidable one
  int reached = 0, beyond = 0;

  void note(const StandingFigure& figure, const Scene& scene) {
    std::array<LegPlace, 2> legs;
    for (const std::size_t side_index : {0u, 1u}) {
      legs[side_index] = leg_in(scene, figure.names, side_index);
      note_leg(figure, scene, side_index, legs[side_index]);
    }
    order = std::min(order, glm::dot(legs[0].knee - legs[1].knee, figure.sideways) / figure.leg);
    thighs = std::min(thighs, apart(legs[0].hip, legs[0].knee, legs[1].hip, legs[1].knee) /
                                  glm::distance(legs[0].hip, legs[1].hip));
  }

 private:
  void note_leg(const StandingFigure& figure, const Scene& scene, std::size_t side_index,
                const LegPlace& leg) {
    const LegPlace& start = figure.start[side_index];
    const glm::dvec3 along = glm::normalize(leg.ankle - leg.hip);
    const glm::dvec3 knee = leg.knee - leg.hip;
    side =
        std::min(side, glm::dot(knee - glm::dot(knee, along) * along, figure.forward) / figure.leg);
    const double length = glm::distance(leg.hip, leg.knee) + glm::distance(leg.knee, leg.ankle);
    const double foot = glm::distance(leg.ankle, leg.tip);
    if (glm::distance(leg.hip, start.ankle) <= length) {
      ++reached;
      slip = std::max({slip, glm::distance(leg.ankle, start.ankle) / figure.leg,
                       glm::distance(leg.tip, start.tip) / figure.leg});
      const glm::mat4 before = world_of(figure.scene, figure.names.foot[side_index]),
                      after = world_of(scene, figure.names.foot[side_index]);
      for (int c = 0; c < 3; ++c)
        roll = std::max(roll, double(glm::distance(glm::normalize(glm::vec3(before[c])),
                                                   glm::normalize(glm::vec3(after[c])))));
      return;
    }
    ++beyond;
    const double straight = glm::clamp(
        glm::dot(glm::normalize(leg.knee - leg.hip), glm::normalize(leg.ankle - leg.knee)), -1.0,
        1.0);
    bend = std::max(bend, std::acos(straight));
    const double least = std::max(0.0, glm::distance(leg.hip, start.tip) - length - foot);
    shortfall = std::max(shortfall, (glm::distance(leg.tip, start.tip) - least) / figure.leg);
  }

  static glm::mat4 world_of(const Scene& scene, const std::string& name) {
    return world_from_joints(scene).at(joint_named(scene, name).id);
  }
};

/// A random path of the hips from their place through places within `most` of it on each axis.
inline std::vector<glm::vec3> random_path(Random& random, float most, int places, int steps) {
  std::vector<glm::vec3> path{glm::vec3(0.0f)};
  for (int place = 0; place < places; ++place) {
    const glm::vec3 from = path.back(), to = random.vec3(most);
    for (int step = 1; step <= steps; ++step)
      path.push_back(glm::mix(from, to, float(step) / float(steps)));
  }
  return path;
}

}  // namespace marrow::test
