// The functions of the contract as a list: name, task, and where the pointer stands in Tasks.
// Whoever goes through all of them does it here.
#pragma once

#include <string_view>
#include <tuple>

#include "rig/rig.h"

namespace marrow {

template <typename Pointer>
struct Body {
  std::string_view name;  ///< as in rig.h: "find_joints"
  int task;               ///< 1..5
  Pointer Tasks::*in_tasks;
};

/// In the order of Tasks.
inline constexpr std::tuple kContract{
    Body{"bind_matrices", 1, &Tasks::bind_matrices},
    Body{"posed_matrices", 1, &Tasks::posed_matrices},
    Body{"skinning_matrices", 1, &Tasks::skinning_matrices},
    Body{"posed_from_skinning", 1, &Tasks::posed_from_skinning},
    Body{"bind_local_from_bind", 1, &Tasks::bind_local_from_bind},
    Body{"user_local_from_posed", 1, &Tasks::user_local_from_posed},
    Body{"user_local_after_increment", 2, &Tasks::user_local_after_increment},
    Body{"user_local_after_local_increment", 2, &Tasks::user_local_after_local_increment},
    Body{"closest_on_line_segment", 3, &Tasks::closest_on_line_segment},
    Body{"find_joints", 3, &Tasks::find_joints},
    Body{"inverse_distance_weights", 4, &Tasks::inverse_distance_weights},
    Body{"skin", 4, &Tasks::skin},
    Body{"ik_gradient", 5, &Tasks::ik_gradient}};

/// Calls visit(body) for each of them, in order.
template <typename Visit>
void for_each_body(const Visit& visit) {
  std::apply([&](const auto&... body) { (visit(body), ...); }, kContract);
}

}  // namespace marrow
