// Computes where joints are. Loading and saving use this instead of a student's functions, which
// could damage files. Submissions are not linked with it.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/index.h"
#include "scene/skeleton.h"

namespace marrow {

/// B_j and W_j, skeleton space. The identity for joint -1.
glm::dmat4 rest_place(const Skeleton& skeleton, int joint);
glm::dmat4 posed_place(const Skeleton& skeleton, int joint);
/// B and W of all joints. Precondition: parents come before their children.
std::vector<glm::dmat4> rest_places(const Skeleton& skeleton);
std::vector<glm::dmat4> posed_places(const Skeleton& skeleton);

/// Joint -> skeleton matrices for many props, computed once per skeleton. Skeletons passed to
/// find() must outlive this object.
class JointPlaces {
 public:
  enum class Where { rest, posed };
  explicit JointPlaces(Where where) : where_(where) {}

  /// The result of rest_place() or posed_place() for the joint with this id; null if the skeleton
  /// has no such joint. Precondition: parents come before their children.
  const glm::dmat4* find(const Skeleton& skeleton, Id joint) {
    auto& [places, indices] = known_[&skeleton];
    if (places.empty()) {
      indices = index_by_id(skeleton.joints);
      places = where_ == Where::posed ? posed_places(skeleton) : rest_places(skeleton);
    }
    const auto found = indices.find(joint);
    return found == indices.end() ? nullptr : &places[found->second];
  }

 private:
  struct Known {
    std::vector<glm::dmat4> places;
    std::unordered_map<Id, std::size_t> indices;
  };
  Where where_;
  std::unordered_map<const Skeleton*, Known> known_;
};

}  // namespace marrow
