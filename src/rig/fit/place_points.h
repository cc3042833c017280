// The places of joints as unknowns of a fit: points, each with what of bones begins or ends there.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "rig/bones.h"
#include "rig/rest_places.h"
#include "scene/skeleton.h"

namespace marrow {

/// A point at rest that may move, skeleton space.
struct PlacePoint {
  glm::vec3 at{0.0f};
  float most = 0.0f;          ///< how far it may move
  std::vector<int> joints{};  ///< whose origin it is; none: the bone ends in no joint
  std::vector<int> ends{};    ///< whose bone ends there, and follows

  int bone() const { return joints.empty() ? ends.front() : joints.front(); }
};

/// Joints and free ends of bones that may move, parents first, ends last: a quarter as far as the
/// shortest bone that begins or ends there. Left out are locked joints, those beside one (their
/// parent, their children), as these would get another L or extent, and those without a bone that
/// has length.
std::vector<PlacePoint> place_points(const Skeleton& skeleton, const std::vector<Bone>& bones);

/// One displacement per point, none of more than it may be.
using PlaceShifts = std::vector<glm::vec3>;
glm::vec3 within(const PlacePoint& point, const glm::vec3& shift);
/// 0 where nothing moved, 1 where all points moved as far as they may: the mean of squares.
double spent(const std::vector<PlacePoint>& points, const PlaceShifts& shifts);

std::vector<Bone> bones_at_rest(const Skeleton& skeleton);
/// Unit vectors along a bone and, twice, across.
std::array<glm::vec3, 3> ways_of(const Bone& bone);

std::vector<Bone> bones_at(const std::vector<PlacePoint>& points, const PlaceShifts& shifts,
                           std::vector<Bone> bones);
/// None where no point moved.
std::vector<RestPlace> places_at(const std::vector<PlacePoint>& points, const PlaceShifts& shifts,
                                 const Skeleton& skeleton);

/// Points that move together: one alone, or two on two sides, the second as the first's mirror
/// image. Points in the mirror's plane stay in it.
struct PlaceGroup {
  std::vector<std::size_t> points;
  glm::vec3 across{0.0f};  ///< the mirror's normal; zero: free
};
/// `sides`: joints, by index.
std::vector<PlaceGroup> place_groups(const std::vector<PlacePoint>& points,
                                     const std::vector<std::pair<int, int>>& sides,
                                     const std::vector<Bone>& bones);
/// Moves the group's points, as far as they may.
void move_group(const std::vector<PlacePoint>& points, const PlaceGroup& group, const glm::vec3& by,
                PlaceShifts& shifts);

}  // namespace marrow
