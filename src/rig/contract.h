// The only list of the contract's functions: name, task, member of Tasks.
#pragma once

#include <string_view>
#include <tuple>

#include "rig/rig.h"

namespace marrow {

template <typename Pointer>
struct ContractFunction {
  std::string_view name;  ///< as in rig.h: "find_joints"
  int task;               ///< 1..kTasks
  Pointer Tasks::*in_tasks;
};
// Clang makes a guide for an aggregate only since version 17.
template <typename Pointer>
ContractFunction(std::string_view, int, Pointer Tasks::*) -> ContractFunction<Pointer>;

/// In the order of Tasks.
inline constexpr std::tuple kContract{
    ContractFunction{"bind_matrices", 1, &Tasks::bind_matrices},
    ContractFunction{"posed_matrices", 1, &Tasks::posed_matrices},
    ContractFunction{"skinning_matrices", 1, &Tasks::skinning_matrices},
    ContractFunction{"posed_from_skinning", 1, &Tasks::posed_from_skinning},
    ContractFunction{"bind_local_from_bind", 1, &Tasks::bind_local_from_bind},
    ContractFunction{"user_local_from_posed", 1, &Tasks::user_local_from_posed},
    ContractFunction{"user_local_after_increment", 2, &Tasks::user_local_after_increment},
    ContractFunction{"user_local_after_local_increment", 2,
                     &Tasks::user_local_after_local_increment},
    ContractFunction{"closest_on_line_segment", 3, &Tasks::closest_on_line_segment},
    ContractFunction{"find_joints", 3, &Tasks::find_joints},
    ContractFunction{"inverse_distance_weights", 4, &Tasks::inverse_distance_weights},
    ContractFunction{"skin", 4, &Tasks::skin},
    ContractFunction{"ik_gradient", 5, &Tasks::ik_gradient},
    ContractFunction{"cubic_unit_spline", 6, &Tasks::cubic_unit_spline},
    ContractFunction{"catmull_rom", 6, &Tasks::catmull_rom},
    ContractFunction{"dual_quaternion", 7, &Tasks::dual_quaternion},
    ContractFunction{"blend_dual_quaternions", 7, &Tasks::blend_dual_quaternions},
    ContractFunction{"smooth", 8, &Tasks::smooth},
    ContractFunction{"surface_frame", 8, &Tasks::surface_frame},
    ContractFunction{"delta_mush", 8, &Tasks::delta_mush},
    ContractFunction{"blend_about_center", 9, &Tasks::blend_about_center}};

/// Tasks are numbered from 1 to this.
inline constexpr int kTasks = std::get<std::tuple_size_v<decltype(kContract)> - 1>(kContract).task;

/// Calls visit(function) for each ContractFunction, in order.
template <typename Visit>
void for_each_function(const Visit& visit) {
  std::apply([&](const auto&... body) { (visit(body), ...); }, kContract);
}

}  // namespace marrow
