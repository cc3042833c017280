#include "io/guess.h"

#include <algorithm>
#include <cmath>

#include "scene/scene.h"

namespace marrow::io {

namespace {

constexpr double kContinues = 0.866;    ///< cosine of 30 degrees
constexpr double kHeldFraction = 0.95;  ///< share of a joint's vertices that its capsule encloses
/// a bone shorter than this share of the skeleton's size has no direction
constexpr double kTiniest = 1e-6;

double quantile(std::vector<double>& values, double fraction) {
  const auto at = std::ptrdiff_t(std::ceil(fraction * double(values.size()))) - 1;
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[std::size_t(at)];
}

double distance_to_segment(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& p) {
  const glm::dvec3 along = b - a;
  const double length2 = glm::dot(along, along);
  const double t = length2 > 0.0 ? std::clamp(glm::dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
  return glm::distance(p, a + t * along);
}

class Guesser {
 public:
  Guesser(Skeleton& skeleton, const std::vector<std::optional<glm::vec3>>& tips,
          const std::vector<HeldVertex>& held)
      : skeleton_(skeleton),
        tips_(tips),
        children_(skeleton.joints.size()),
        held_(skeleton.joints.size()) {
    Bounds bounds;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      const glm::dmat4 local(joint.bind_local);
      bind_.push_back(joint.parent < 0 ? local : bind_[std::size_t(joint.parent)] * local);
      if (joint.parent >= 0) children_[std::size_t(joint.parent)].push_back(j);
      bounds.add(glm::vec3(origin(j)));
    }
    std::vector<std::size_t> counts(held_.size(), 0);
    for (const HeldVertex& vertex : held) ++counts[vertex.joint];
    for (std::size_t j = 0; j < held_.size(); ++j) held_[j].reserve(counts[j]);
    for (const HeldVertex& vertex : held) {
      held_[vertex.joint].emplace_back(vertex.position);
      bounds.add(vertex.position);
    }
    size_ = bounds.diagonal() > 0.0f ? bounds.diagonal() : 1.0;
  }

  void guess() {
    tip_.resize(bind_.size());
    // parents come first, because a leaf uses its parent's bone
    for (std::size_t j = 0; j < bind_.size(); ++j) {
      tip_[j] = guessed_tip(j);
      Joint& joint = skeleton_.joints[j];
      joint.extent = glm::vec3(glm::inverse(bind_[j]) * glm::dvec4(tip_[j], 1.0));
      if (!is_finite(joint.extent)) joint.extent = glm::vec3(0.0f);
      joint.extent_guessed = true;
      joint.radius = float(guessed_radius(j));
    }
  }

 private:
  glm::dvec3 origin(std::size_t j) const { return glm::dvec3(bind_[j][3]); }

  glm::dvec3 guessed_tip(std::size_t j) const {
    if (!children_[j].empty()) {
      const glm::dvec3 tip = tip_among_children(j);
      if (glm::distance(tip, origin(j)) > kTiniest * size_) return tip;
    }
    if (tips_[j]) {
      const glm::dvec3 tip(bind_[j] * glm::dvec4(*tips_[j], 1.0));
      if (glm::distance(tip, origin(j)) > kTiniest * size_) return tip;
    }
    return tip_of_leaf(j);
  }

  glm::dvec3 tip_among_children(std::size_t j) const {
    glm::dvec3 mean(0.0);
    for (const std::size_t child : children_[j])
      mean += origin(child) / double(children_[j].size());
    const int parent = skeleton_.joints[j].parent;
    if (children_[j].size() == 1 || parent < 0) return mean;
    const glm::dvec3 line = origin(j) - origin(std::size_t(parent));
    double best = kContinues;
    for (const std::size_t child : children_[j]) {
      const glm::dvec3 bone = origin(child) - origin(j);
      const double lengths = glm::length(line) * glm::length(bone);
      const double cosine = lengths > 0.0 ? glm::dot(line, bone) / lengths : -1.0;
      if (cosine <= best) continue;
      best = cosine;
      mean = origin(child);
    }
    return mean;
  }

  glm::dvec3 tip_of_leaf(std::size_t j) const {
    const int parent = skeleton_.joints[j].parent;
    // in most programs a bone runs along its own y axis
    glm::dvec3 direction = glm::dmat3(bind_[j]) * glm::dvec3(0.0, 1.0, 0.0);
    double length = 0.25 * size_;
    if (parent >= 0) {
      const glm::dvec3 line = origin(j) - origin(std::size_t(parent));
      const glm::dvec3 bone = tip_[std::size_t(parent)] - origin(std::size_t(parent));
      if (glm::length(line) > kTiniest * size_) direction = line;
      length = glm::length(bone);
    }
    const double scale = glm::length(direction);
    if (!(scale > 0.0)) return origin(j);
    if (!(length > kTiniest * size_)) length = 0.1 * size_;
    direction /= scale;
    const double share =
        held_[j].empty() ? 0.8 : std::clamp(held_length(j, direction) / length, 0.6, 1.0);
    return origin(j) + direction * (length * share);
  }

  /// The extent of the joint's vertices along a direction.
  double held_length(std::size_t j, const glm::dvec3& direction) const {
    std::vector<double> along;
    along.reserve(held_[j].size());
    for (const glm::dvec3 vertex : held_[j])
      along.push_back(glm::dot(vertex - origin(j), direction));
    return quantile(along, kHeldFraction);
  }

  double guessed_radius(std::size_t j) const {
    const double smallest = 1e-3 * size_;
    if (held_[j].empty()) return std::max(0.25 * glm::distance(origin(j), tip_[j]), smallest);
    std::vector<double> distances;
    distances.reserve(held_[j].size());
    for (const glm::dvec3 vertex : held_[j])
      distances.push_back(distance_to_segment(origin(j), tip_[j], vertex));
    return std::max(1.001 * quantile(distances, kHeldFraction), smallest);
  }

  Skeleton& skeleton_;
  const std::vector<std::optional<glm::vec3>>& tips_;
  std::vector<glm::dmat4> bind_;  ///< B_j
  std::vector<glm::dvec3> tip_;   ///< skeleton space
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::vector<glm::vec3>> held_;
  double size_ = 1.0;
};

}  // namespace

void guess_bones(Skeleton& skeleton, const std::vector<std::optional<glm::vec3>>& tips,
                 const std::vector<HeldVertex>& held) {
  Guesser(skeleton, tips, held).guess();
}

}  // namespace marrow::io
