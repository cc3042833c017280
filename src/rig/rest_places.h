// Joints in other places at rest: a knee that moves while hip and foot stay where they are.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace marrow {

/// Where a joint stands at rest and where its bone ends.
struct RestPlace {
  glm::vec3 origin{0.0f};  ///< the translation of L: in the parent's bind frame (a root: skeleton
                           ///< space)
  glm::vec3 extent{0.0f};  ///< e: in the joint's own bind frame
  bool operator==(const RestPlace&) const = default;
};

/// One per joint.
std::vector<RestPlace> rest_places_of(const Skeleton& skeleton);

/// The places that joints have when their origins and the ends of their bones move by these
/// displacements in skeleton space, one of each per joint. Frames do not turn and joints below do
/// not ride along: B' = T(d) B. Where nothing moves a place is the old one to the bit.
/// Precondition: B is invertible.
std::vector<RestPlace> displaced(const Skeleton& skeleton, const std::vector<glm::vec3>& origins,
                                 const std::vector<glm::vec3>& ends);

/// The scene with joints of a skeleton in other places, one per joint. Meshes and spring colliders
/// stay where they are at rest; props keep N, and edit's apply() puts them back. Ul stays in the
/// pose now, in stored poses and in motions: joints turn as they did, about their new places.
/// Unchanged without a skeleton of as many joints.
Scene with_rest_places(const Scene& scene, Id skeleton, const std::vector<RestPlace>& places);

/// A motion of `before` for `after`, a scene that differs in places of joints. Tracks hold L Ul:
/// translations go as far as that of L went, so Ul stays.
Motion motion_for_places(const Motion& motion, const Scene& before, const Scene& after);
/// The same for all motions of `after`.
void keep_user_locals(const Scene& before, Scene& after);

}  // namespace marrow
