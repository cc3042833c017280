// Where many props find the joints they hang on.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/index.h"
#include "scene/skeleton.h"

namespace marrow {

/// Places of joints by skeleton, each worked out once: many props may hang on one skeleton. A
/// skeleton that was asked for must outlive this.
class JointPlaces {
 public:
  enum class Where { rest, posed };
  explicit JointPlaces(Where where) : where_(where) {}

  /// What rest_place() or posed_place() gives for the joint with this id; null where
  /// the skeleton has no such joint. Precondition: parents stand before their children.
  const glm::dmat4* find(const Skeleton& skeleton, Id joint) {
    auto& [places, indices] = known_[&skeleton];
    if (places.empty()) {
      indices = index_by_id(skeleton.joints);
      places.reserve(skeleton.joints.size());
      for (const Joint& link : skeleton.joints) {
        glm::dmat4 place(link.bind_local);
        if (where_ == Where::posed) place *= glm::dmat4(link.user_local);
        places.push_back(link.parent < 0 ? place
                                         : places[static_cast<std::size_t>(link.parent)] * place);
      }
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
