// The motions of another file, to choose from before they are retargeted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "edit/retarget/retarget_check.h"
#include "scene/scene.h"

namespace marrow {

/// The node with the skeleton that the file's motions move most; the first skeleton if they move
/// none. kNoId: no skeleton.
Id actor_node(const Scene& file);

/// One motion of another file, with inverse kinematics as keys.
struct Clip {
  std::shared_ptr<const Motion> motion;
  bool is_chosen = true;
};
/// The motions that move the actor's joints, in the file's order.
std::vector<Clip> clips_of(const Scene& file, Id actor_node);

/// The number of rows whose joint follows a joint that the motion moves.
std::size_t followed(const Motion& motion, const RetargetTable& table);

/// The motion for `onto`, as try_retarget() makes it, without measures.
Motion retargeted(const Motion& motion, const Skeleton& from, const ActorReading& reading,
                  const Skeleton& onto, const RetargetTable& table, RetargetOptions options);

}  // namespace marrow
