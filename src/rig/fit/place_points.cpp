#include "rig/fit/place_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace marrow {

namespace {

constexpr float kMostShare = 0.25f;  // of the shortest bone beside it
constexpr float kSamePlace = 1e-4f;  // of the skeleton's size: a bone ends in a joint
constexpr float kNearPlane = 1e-3f;  // likewise: a joint stands in the mirror's plane
constexpr float kNoBone = 1e-5f;     // likewise
constexpr float kUnlimited = std::numeric_limits<float>::infinity();

float skeleton_size(const std::vector<Bone>& bones) {
  Bounds bounds;
  for (const Bone& bone : bones) bounds.add(bone.start), bounds.add(bone.end);
  return bounds.diagonal();
}

/// Which bone, if any, ends in each joint: its parent's.
std::vector<int> enders_of(const Skeleton& skeleton, const std::vector<Bone>& bones, float size) {
  std::vector<int> enders(bones.size(), -1);
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    if (parent < 0) continue;
    const Bone& above = bones[std::size_t(parent)];
    const bool has_length = glm::distance(above.start, above.end) > kNoBone * size;
    if (has_length && glm::distance(above.end, bones[j].start) <= kSamePlace * size)
      enders[j] = parent;
  }
  return enders;
}

std::vector<char> can_move(const Skeleton& skeleton, const std::vector<int>& enders) {
  std::vector<char> can(enders.size(), 1);
  for (std::size_t j = 0; j < enders.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    if (joint.locked) can[j] = 0;
    if (joint.locked && joint.parent >= 0) can[std::size_t(joint.parent)] = 0;
    if (enders[j] >= 0 && skeleton.joints[std::size_t(enders[j])].locked) can[j] = 0;
  }
  return can;
}

/// The shortest bone that begins or ends in each joint, drawn or from joint to joint.
std::vector<float> shortest_beside(const Skeleton& skeleton, const std::vector<Bone>& bones,
                                   float size) {
  std::vector<float> shortest(bones.size(), kUnlimited);
  const auto count = [&](std::size_t joint, float length) {
    if (length > kNoBone * size) shortest[joint] = std::min(shortest[joint], length);
  };
  for (std::size_t j = 0; j < bones.size(); ++j) {
    count(j, glm::distance(bones[j].start, bones[j].end));
    if (skeleton.joints[j].parent < 0) continue;
    const auto parent = std::size_t(skeleton.joints[j].parent);
    const float length = glm::distance(bones[parent].start, bones[j].start);
    count(j, length), count(parent, length);
  }
  return shortest;
}

}  // namespace

std::vector<PlacePoint> place_points(const Skeleton& skeleton, const std::vector<Bone>& bones) {
  const float size = skeleton_size(bones);
  const std::vector<int> enders = enders_of(skeleton, bones, size);
  const std::vector<char> can = can_move(skeleton, enders);
  const std::vector<float> shortest = shortest_beside(skeleton, bones, size);
  std::vector<PlacePoint> points;
  std::vector<int> at_end_of(bones.size(), -1);  // the point where a bone ends
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const int ender = enders[j];
    int at = ender >= 0 ? at_end_of[std::size_t(ender)] : -1;
    if (at < 0) {
      at = int(points.size());
      points.push_back({bones[j].start, kUnlimited});
      if (ender >= 0) points.back().ends = {ender}, at_end_of[std::size_t(ender)] = at;
    }
    PlacePoint& point = points[std::size_t(at)];
    point.joints.push_back(int(j));
    const bool is_free = can[j] != 0 && shortest[j] < kUnlimited;
    point.most = std::min(point.most, is_free ? kMostShare * shortest[j] : 0.0f);
  }
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const float length = glm::distance(bones[j].start, bones[j].end);
    if (at_end_of[j] < 0 && length > kNoBone * size && !skeleton.joints[j].locked)
      points.push_back({bones[j].end, kMostShare * length, {}, {int(j)}});
  }
  std::erase_if(points, [](const PlacePoint& point) { return !(point.most > 0.0f); });
  return points;
}

glm::vec3 within(const PlacePoint& point, const glm::vec3& shift) {
  const float length = glm::length(shift);
  return length > point.most ? shift * (point.most / length) : shift;
}

double spent(const std::vector<PlacePoint>& points, const PlaceShifts& shifts) {
  double sum = 0.0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const glm::dvec3 share = glm::dvec3(shifts[p]) / double(points[p].most);
    sum += glm::dot(share, share);
  }
  return points.empty() ? 0.0 : sum / double(points.size());
}

std::vector<Bone> bones_at_rest(const Skeleton& skeleton) {
  std::vector<glm::mat4> bind;
  for (const Joint& joint : skeleton.joints)
    bind.push_back(joint.parent < 0 ? joint.bind_local
                                    : bind[std::size_t(joint.parent)] * joint.bind_local);
  return bones_of(skeleton, bind);
}

std::array<glm::vec3, 3> ways_of(const Bone& bone) {
  glm::vec3 along = bone.end - bone.start;
  along = glm::length(along) > 0.0f ? glm::normalize(along) : glm::vec3(0.0f, 1.0f, 0.0f);
  const bool is_along_x = std::abs(along.x) >= 0.7f;
  const glm::vec3 side = glm::normalize(
      glm::cross(along, is_along_x ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f)));
  return {along, side, glm::cross(along, side)};
}

std::vector<Bone> bones_at(const std::vector<PlacePoint>& points, const PlaceShifts& shifts,
                           std::vector<Bone> bones) {
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const int j : points[p].joints) bones[std::size_t(j)].start += shifts[p];
    for (const int j : points[p].ends) bones[std::size_t(j)].end += shifts[p];
  }
  return bones;
}

std::vector<RestPlace> places_at(const std::vector<PlacePoint>& points, const PlaceShifts& shifts,
                                 const Skeleton& skeleton) {
  const auto stays = [](const glm::vec3& shift) { return shift == glm::vec3(0.0f); };
  if (std::all_of(shifts.begin(), shifts.end(), stays)) return {};
  std::vector<glm::vec3> origins(skeleton.joints.size(), glm::vec3(0.0f)), ends = origins;
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const int j : points[p].joints) origins[std::size_t(j)] = shifts[p];
    for (const int j : points[p].ends) ends[std::size_t(j)] = shifts[p];
  }
  return displaced(skeleton, origins, ends);
}

namespace {

/// Where the two sides are each other's mirror images.
struct SidesPlane {
  glm::vec3 normal{0.0f};
  float at = 0.0f;
};

SidesPlane mirror_plane(const std::vector<std::pair<int, int>>& sides,
                        const std::vector<Bone>& bones) {
  glm::dvec3 across(0.0);
  for (const auto& [a, b] : sides) {
    const glm::dvec3 one(bones[std::size_t(a)].start - bones[std::size_t(b)].start);
    across += glm::dot(one, across) < 0.0 ? -one : one;
  }
  SidesPlane plane;
  if (!(glm::length(across) > 0.0)) return plane;
  plane.normal = glm::vec3(glm::normalize(across));
  for (const auto& [a, b] : sides)
    plane.at += 0.5f *
                glm::dot(plane.normal, bones[std::size_t(a)].start + bones[std::size_t(b)].start) /
                float(sides.size());
  return plane;
}

}  // namespace

std::vector<PlaceGroup> place_groups(const std::vector<PlacePoint>& points,
                                     const std::vector<std::pair<int, int>>& sides,
                                     const std::vector<Bone>& bones) {
  const SidesPlane plane = mirror_plane(sides, bones);
  std::vector<int> point_of(bones.size(), -1), end_of = point_of, other = point_of;
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const int j : points[p].joints) point_of[std::size_t(j)] = int(p);
    if (points[p].joints.empty()) end_of[std::size_t(points[p].bone())] = int(p);
  }
  for (const auto& [a, b] : sides) other[std::size_t(a)] = b, other[std::size_t(b)] = a;
  std::vector<PlaceGroup> groups;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const int partner = other[std::size_t(points[p].bone())];
    if (partner >= 0) {
      const int image = (points[p].joints.empty() ? end_of : point_of)[std::size_t(partner)];
      if (image > int(p)) groups.push_back({{p, std::size_t(image)}, plane.normal});
      continue;  // it went with its image, or that may not move
    }
    const float away = std::abs(glm::dot(plane.normal, points[p].at) - plane.at);
    const bool is_between = away <= kNearPlane * skeleton_size(bones);
    groups.push_back({{p}, is_between ? plane.normal : glm::vec3(0.0f)});
  }
  return groups;
}

void move_group(const std::vector<PlacePoint>& points, const PlaceGroup& group, const glm::vec3& by,
                PlaceShifts& shifts) {
  const auto along = [&](const glm::vec3& way) {
    return group.across * glm::dot(group.across, way);
  };
  const std::size_t first = group.points.front();
  if (group.points.size() == 1) {
    shifts[first] = within(points[first], shifts[first] + by - along(by));
    return;
  }
  const std::size_t image = group.points.back();
  PlacePoint least = points[first];
  least.most = std::min(least.most, points[image].most);
  shifts[first] = within(least, shifts[first] + by);
  shifts[image] = shifts[first] - 2.0f * along(shifts[first]);
}

}  // namespace marrow
