// Parts of retarget/retarget.cpp: both skeletons at rest, and their alignment.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <unordered_map>
#include <vector>

#include "edit/retarget/table.h"
#include "io/trs.h"

namespace marrow::retargeting {

inline constexpr double kTiny = 1e-6;  // share of a skeleton's size

/// A skeleton at rest.
struct Rest {
  const Skeleton& skeleton;
  std::vector<io::Trs> local;      ///< L; the nearest one if it shears
  std::vector<glm::dquat> turned;  ///< R(B)
  std::vector<glm::dmat4> world;   ///< B
  std::unordered_map<Id, int> index;

  explicit Rest(const Skeleton& of);
  int parent(std::size_t joint) const { return skeleton.joints[joint].parent; }
  glm::dvec3 origin(std::size_t joint) const { return glm::dvec3(world[joint][3]); }
  glm::dvec3 tip(std::size_t joint) const;
  int find(Id id) const;  ///< -1: not in the skeleton
  bool is_below(int joint, int ancestor) const;
};

/// A row of the table whose joints both exist.
struct Pair {
  int onto = -1, from = -1;
  RestMatch rest = RestMatch::carried;
  int held_by = -1;  ///< a joint of `onto`; -1: none
};
/// In the order of `onto`. Rows whose joints do not exist are left out.
std::vector<Pair> pairs_of(const Rest& from, const Rest& onto, const RetargetTable& table,
                           bool matches_rest);

/// A: the quarter turn under which the paired joints are most alike, preferably the identity. Tries
/// only turns that bring `from_up` near to `onto_up`, or all if `from_up` is zero.
glm::dmat3 alignment(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
                     const glm::dvec3& from_up, const glm::dvec3& onto_up);

/// k of retarget.h; `carrier.onto` is the joint whose place is carried.
double size_ratio(const Rest& from, const Rest& onto, const std::vector<Pair>& pairs,
                  const Pair& carrier, const glm::dvec3& from_up, const glm::dvec3& onto_up);

/// s_rest of retarget.h. `motion_floor` returns the height of the lowest joint of the whole motion.
glm::dvec3 standing(const Rest& from, int carrier, const glm::dvec3& up, const glm::dvec3& first,
                    const std::function<double()>& motion_floor);

/// C of retarget.h, one per joint of `onto`; unpaired joints have the C of their parent.
std::vector<glm::dquat> matched_turns(const Rest& from, const Rest& onto,
                                      const std::vector<Pair>& pairs, const glm::dmat3& align);

}  // namespace marrow::retargeting
