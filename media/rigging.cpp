#include "rigging.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "editor/session.h"

namespace marrow::media {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string on_right_side(std::string name) {
  if (ends_with(name, ".L")) name.back() = 'R';
  return name;
}

glm::dvec3 mirrored(const glm::dvec3& point) { return {-point.x, point.y, point.z}; }

/// The bone's rest frame in the world.
glm::dmat4 frame_of(const Bone& bone) {
  const glm::dvec3 along = glm::normalize(bone.tip - bone.base);
  const glm::dvec3 forward(0, 0, 1), up(0, 1, 0);
  const glm::dvec3 hint = std::abs(along.z) < 0.7 ? forward : up;
  const glm::dvec3 side = glm::normalize(glm::cross(along, hint));
  return glm::dmat4(glm::dvec4(side, 0.0), glm::dvec4(along, 0.0),
                    glm::dvec4(glm::cross(side, along), 0.0), glm::dvec4(bone.base, 1.0));
}

std::vector<glm::dmat4> bind_of(const Skeleton& skeleton) {
  std::vector<glm::dmat4> bind;
  for (const Joint& joint : skeleton.joints) {
    bind.push_back(
        (joint.parent < 0 ? glm::dmat4(1.0) : bind[static_cast<std::size_t>(joint.parent)]) *
        glm::dmat4(joint.bind_local));
  }
  return bind;
}

double distance_to_bone(const Joint& joint, const glm::dmat4& bind, const glm::dvec3& point) {
  const glm::dvec3 base(bind[3]), along = glm::dvec3(bind * glm::dvec4(joint.extent, 1.0)) - base;
  const double length2 = glm::dot(along, along);
  const double t =
      length2 > 0.0 ? std::clamp(glm::dot(point - base, along) / length2, 0.0, 1.0) : 0.0;
  return glm::distance(point, base + t * along);
}

}  // namespace

std::vector<Bone> with_right_side(const std::vector<Bone>& bones) {
  std::vector<Bone> all = bones;
  for (const Bone& bone : bones) {
    if (!ends_with(bone.name, ".L")) continue;
    all.push_back({on_right_side(bone.name), on_right_side(bone.parent), mirrored(bone.base),
                   mirrored(bone.tip), bone.radius});
  }
  return all;
}

Skeleton skeleton_of(const std::vector<Bone>& bones, Scene& scene) {
  Skeleton skeleton;
  for (const Bone& bone : bones) {
    const auto parent = std::find_if(bones.begin(), bones.end(),
                                     [&](const Bone& other) { return other.name == bone.parent; });
    Joint joint;
    joint.id = take_id(scene);
    joint.name = bone.name;
    joint.parent = parent == bones.end() ? -1 : static_cast<int>(parent - bones.begin());
    const glm::dmat4 parent_bind = parent == bones.end() ? glm::dmat4(1.0) : frame_of(*parent);
    joint.bind_local = glm::mat4(glm::inverse(parent_bind) * frame_of(bone));
    joint.extent = glm::vec3(0.0, glm::distance(bone.base, bone.tip), 0.0);
    joint.radius = static_cast<float>(bone.radius);
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

void fit_radii(Skeleton& skeleton, const std::vector<glm::vec3>& points, double slack) {
  const std::vector<glm::dmat4> bind = bind_of(skeleton);
  std::vector<double> farthest(skeleton.joints.size(), 0.0);
  for (const glm::vec3& point : points) {
    std::size_t owner = 0;
    double least = 1e30, distance = 0.0;
    for (std::size_t j = 0; j < farthest.size(); ++j) {
      const double d = distance_to_bone(skeleton.joints[j], bind[j], point);
      const double excess = d - static_cast<double>(skeleton.joints[j].radius);
      if (excess < least) {
        least = excess;
        owner = j;
        distance = d;
      }
    }
    if (least > -slack) farthest[owner] = std::max(farthest[owner], distance);
  }
  for (std::size_t j = 0; j < farthest.size(); ++j) {
    if (farthest[j] > 0.0)
      skeleton.joints[j].radius =
          static_cast<float>(std::ceil((farthest[j] + slack) * 1000.0) / 1000.0);
  }
}

std::size_t uncovered(const Skeleton& skeleton, const std::vector<glm::vec3>& points) {
  const std::vector<glm::dmat4> bind = bind_of(skeleton);
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [&](const glm::vec3& point) {
        for (std::size_t j = 0; j < bind.size(); ++j) {
          if (distance_to_bone(skeleton.joints[j], bind[j], point) <
              static_cast<double>(skeleton.joints[j].radius))
            return false;
        }
        return true;
      }));
}

void uncover(Skeleton& skeleton, const std::string& joint, const std::vector<glm::vec3>& points,
             std::size_t wanted) {
  float& radius = skeleton.joints.at(static_cast<std::size_t>(joint_index(skeleton, joint))).radius;
  int millimeters = static_cast<int>(std::lround(radius * 1000.0f));
  while (millimeters > 0 && uncovered(skeleton, points) < wanted)
    radius = static_cast<float>(--millimeters) / 1000.0f;
}

std::size_t Poser::index(const std::string& joint) const {
  const int found = joint_index(skeleton_, joint);
  if (found < 0) throw std::runtime_error("no joint " + joint);
  return static_cast<std::size_t>(found);
}

std::vector<glm::dmat4> Poser::posed() const {
  std::vector<glm::dmat4> posed;
  for (const Joint& joint : skeleton_.joints) {
    const glm::dmat4 parent =
        joint.parent < 0 ? glm::dmat4(1.0) : posed[static_cast<std::size_t>(joint.parent)];
    posed.push_back(parent * glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local));
  }
  return posed;
}

/// Ul' = L^-1 W_p^-1 U W.
void Poser::apply(std::size_t j, const glm::dmat4& increment) {
  const std::vector<glm::dmat4> w = posed();
  Joint& joint = skeleton_.joints[j];
  const glm::dmat4 parent =
      joint.parent < 0 ? glm::dmat4(1.0) : w[static_cast<std::size_t>(joint.parent)];
  joint.user_local =
      glm::mat4(glm::inverse(parent * glm::dmat4(joint.bind_local)) * increment * w[j]);
  for (int column = 0; column < 3; ++column) joint.user_local[column][3] = 0.0f;
  joint.user_local[3][3] = 1.0f;
}

glm::dvec3 Poser::base(const std::string& joint) const {
  return glm::dvec3(posed()[index(joint)][3]);
}

glm::dvec3 Poser::tip(const std::string& joint) const {
  const std::size_t j = index(joint);
  return glm::dvec3(posed()[j] * glm::dvec4(skeleton_.joints[j].extent, 1.0));
}

}  // namespace marrow::media
