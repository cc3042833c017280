#include "rig/bones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rig/rig_check.h"

namespace marrow {

namespace {

/// Consecutive vertices are mostly close, so a bone far from the whole block is skipped for all of
/// it.
constexpr std::size_t kBlock = 64;
/// A later bone is nearer if its squared distance is less than this share of the earlier one's.
constexpr float kNearer = 1.0f - 1e-5f;

/// A block of positions for the inner loop: one array per coordinate; the first pads it.
struct Block {
  std::array<float, kBlock> x, y, z;
  std::array<float, kBlock> best;  ///< squared distance to the nearest bone so far
  std::array<int, kBlock> joint;

  Block(const glm::vec3* positions, std::size_t count) {
    for (std::size_t i = 0; i < kBlock; ++i) {
      const glm::vec3& position = positions[i < count ? i : 0];
      x[i] = position.x, y[i] = position.y, z[i] = position.z;
    }
    best.fill(std::numeric_limits<float>::max());
    joint.fill(0);
  }

  void compare(const Bone& bone, int index) {
    const glm::vec3 along = bone.end - bone.start;
    const float length_squared = glm::dot(along, along);
    const glm::vec3 share = length_squared > 0.0f ? along / length_squared : glm::vec3(0.0f);
    for (std::size_t i = 0; i < kBlock; ++i) {
      const float px = x[i] - bone.start.x, py = y[i] - bone.start.y, pz = z[i] - bone.start.z;
      const float t = std::min(std::max(px * share.x + py * share.y + pz * share.z, 0.0f), 1.0f);
      const float dx = px - t * along.x, dy = py - t * along.y, dz = pz - t * along.z;
      const float squared = dx * dx + dy * dy + dz * dz;
      const bool is_nearer = squared < best[i] * kNearer;
      best[i] = is_nearer ? squared : best[i];
      joint[i] = is_nearer ? index : joint[i];
    }
  }
};

/// Finds the bones that may be nearest to a position within `ball` of `center`, ascending.
void find_candidates(const std::vector<Bone>& bones, const glm::vec3& center, double ball,
                     std::vector<double>& distances, std::vector<int>& candidates) {
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t j = 0; j < bones.size(); ++j) {
    distances[j] = distance_to(bones[j], center);
    nearest = std::min(nearest, distances[j]);
  }
  candidates.clear();
  for (std::size_t j = 0; j < bones.size(); ++j) {
    if (distances[j] <= (nearest + 2.0 * ball) * 1.0001) candidates.push_back(int(j));
  }
}

float largest_coordinate(const glm::vec3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

}  // namespace

std::vector<Bone> bones_of(const Skeleton& skeleton, const std::vector<glm::mat4>& bind) {
  RIG_CHECK(bind.size() == skeleton.joints.size());
  std::vector<Bone> bones(bind.size());
  for (std::size_t j = 0; j < bind.size(); ++j)
    bones[j] = {glm::vec3(bind[j][3]),
                glm::vec3(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f))};
  return bones;
}

namespace {

/// Path from the start of the bone to its point nearest to a position, then to the position.
struct Foot {
  double t;
  glm::dvec3 along, away;
};

Foot foot_of(const Bone& bone, const glm::vec3& position) {
  const glm::dvec3 start(bone.start);
  const glm::dvec3 along = glm::dvec3(bone.end) - start;
  const glm::dvec3 to = glm::dvec3(position) - start;
  const double length_squared = glm::dot(along, along);
  const double t =
      length_squared > 0.0 ? glm::clamp(glm::dot(to, along) / length_squared, 0.0, 1.0) : 0.0;
  return {t, t * along, to - t * along};
}

}  // namespace

double parameter_on(const Bone& bone, const glm::vec3& position) {
  return foot_of(bone, position).t;
}

float radius_at(const Joint& joint, const Bone& bone, const glm::vec3& position) {
  return joint.tip_radius ? joint.radii().at(parameter_on(bone, position)) : joint.radius;
}

glm::vec3 closest_on(const Bone& bone, const glm::vec3& position) {
  return glm::vec3(glm::dvec3(bone.start) + foot_of(bone, position).along);
}

double distance_to(const Bone& bone, const glm::vec3& position) {
  return glm::length(foot_of(bone, position).away);
}

double distance_slack(const Bone& bone, const glm::vec3& position) {
  return 1e-6 * double(std::max({largest_coordinate(bone.start), largest_coordinate(bone.end),
                                 largest_coordinate(position)}));
}

NearestBones nearest_bones(const std::vector<Bone>& bones, const std::vector<glm::vec3>& positions,
                           std::size_t count) {
  NearestBones nearest{.joint = std::vector<int>(count, -1),
                       .distance = std::vector<float>(count, 0.0f)};
  if (bones.empty()) return nearest;
  std::vector<double> distances(bones.size());
  std::vector<int> candidates;
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t size = std::min(kBlock, count - first);
    Bounds bounds;
    for (std::size_t i = 0; i < size; ++i) bounds.add(positions[first + i]);
    find_candidates(bones, bounds.center(), 0.5 * double(bounds.diagonal()), distances, candidates);
    Block block(&positions[first], size);
    for (const int j : candidates) block.compare(bones[std::size_t(j)], j);
    for (std::size_t i = 0; i < size; ++i) {
      nearest.joint[first + i] = block.joint[i];
      nearest.distance[first + i] =
          float(distance_to(bones[std::size_t(block.joint[i])], positions[first + i]));
    }
  }
  return nearest;
}

}  // namespace marrow
