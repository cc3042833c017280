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
// Clang deduces the template arguments of an aggregate only since version 17.
template <typename Pointer>
ContractFunction(std::string_view, int, Pointer Tasks::*) -> ContractFunction<Pointer>;

/// Expands FUNCTION(task, name) for each function, in the order of Tasks.
#define MARROW_CONTRACT(FUNCTION)               \
  FUNCTION(1, bind_matrices)                    \
  FUNCTION(1, posed_matrices)                   \
  FUNCTION(1, skinning_matrices)                \
  FUNCTION(1, posed_from_skinning)              \
  FUNCTION(1, bind_local_from_bind)             \
  FUNCTION(1, user_local_from_posed)            \
  FUNCTION(2, user_local_after_increment)       \
  FUNCTION(2, user_local_after_local_increment) \
  FUNCTION(3, closest_on_line_segment)          \
  FUNCTION(3, find_joints)                      \
  FUNCTION(4, inverse_distance_weights)         \
  FUNCTION(4, skin)                             \
  FUNCTION(5, ik_gradient)                      \
  FUNCTION(6, cubic_unit_spline)                \
  FUNCTION(6, catmull_rom)                      \
  FUNCTION(7, dual_quaternion)                  \
  FUNCTION(7, blend_dual_quaternions)           \
  FUNCTION(8, smooth)                           \
  FUNCTION(8, surface_frame)                    \
  FUNCTION(8, delta_mush)                       \
  FUNCTION(9, blend_about_center)

/// A Tasks of the functions that have the contract's names in the scope where the macro is used.
#define MARROW_TASKS(title) \
  Tasks { .name = title, MARROW_CONTRACT(MARROW_MEMBER) }
#define MARROW_MEMBER(task, function) .function = function,

#define MARROW_IN_CONTRACT(task, function) ContractFunction{#function, task, &Tasks::function},
inline constexpr std::tuple kContract{MARROW_CONTRACT(MARROW_IN_CONTRACT)};
#undef MARROW_IN_CONTRACT

/// Tasks are numbered from 1 to this.
inline constexpr int kTasks = std::get<std::tuple_size_v<decltype(kContract)> - 1>(kContract).task;

/// Calls visit(function) for each ContractFunction, in order.
template <typename Visit>
void for_each_function(const Visit& visit) {
  std::apply([&](const auto&... body) { (visit(body), ...); }, kContract);
}

}  // namespace marrow
