#include "rig/implementations.h"
#include "rig/solution/textbook.h"

namespace marrow::solution {

const Tasks& tasks() {
  static const Tasks table{.name = "solution",
                           .bind_matrices = bind_matrices,
                           .posed_matrices = posed_matrices,
                           .skinning_matrices = skinning_matrices,
                           .posed_from_skinning = posed_from_skinning,
                           .bind_local_from_bind = bind_local_from_bind,
                           .user_local_from_posed = user_local_from_posed,
                           .user_local_after_increment = user_local_after_increment,
                           .user_local_after_local_increment = user_local_after_local_increment,
                           .closest_on_line_segment = closest_on_line_segment,
                           .find_joints = find_joints,
                           .inverse_distance_weights = inverse_distance_weights,
                           .skin = skin,
                           .ik_gradient = ik_gradient,
                           .cubic_unit_spline = cubic_unit_spline,
                           .catmull_rom = catmull_rom,
                           .dual_quaternion = dual_quaternion,
                           .blend_dual_quaternions = blend_dual_quaternions,
                           .smooth = smooth,
                           .surface_frame = surface_frame,
                           .delta_mush = delta_mush,
                           .blend_about_center = blend_about_center};
  return table;
}

}  // namespace marrow::solution
