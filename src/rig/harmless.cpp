// Implements without() of implementations.h: functions that replace unsafe ones and do no harm.
#include "base/index.h"
#include "rig/contract.h"
#include "rig/implementations.h"

namespace marrow {
namespace {

using Matrices = std::vector<glm::mat4>;
using Vectors = std::vector<glm::vec3>;

Matrices rest(const Skeleton& skeleton) {
  return Matrices(skeleton.joints.size(), glm::mat4(1.0f));
}

void unmoved(const Matrices&, const Influences&, const Vectors& positions, const Vectors& normals,
             Vectors& out_positions, Vectors& out_normals) {
  out_positions = positions;
  out_normals = normals;
}

std::vector<float> first_takes_all(const std::vector<float>& distances) {
  std::vector<float> weights(distances.size(), 0.0f);
  if (!weights.empty()) weights[0] = 1.0f;
  return weights;
}

const Tasks& harmless_tasks() {
  static const Tasks table{
      .name = "harmless",
      .bind_matrices = rest,
      .posed_matrices = rest,
      .skinning_matrices = [](const Matrices& posed,
                              const Matrices&) { return Matrices(posed.size(), glm::mat4(1.0f)); },
      .posed_from_skinning = [](const glm::mat4&, const glm::mat4& bind) { return bind; },
      .bind_local_from_bind = [](const glm::mat4&, const glm::mat4&) { return glm::mat4(1.0f); },
      .user_local_from_posed = [](const glm::mat4&, const glm::mat4&,
                                  const glm::mat4&) { return glm::mat4(1.0f); },
      .user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&,
                                       const glm::mat4&) { return glm::mat4(1.0f); },
      .user_local_after_local_increment = [](const glm::mat4& user_local,
                                             const glm::mat4&) { return user_local; },
      .closest_on_line_segment = [](const glm::vec3& start, const glm::vec3&,
                                    const glm::vec3&) { return start; },
      .find_joints = [](const Skeleton&, const Matrices&,
                        const Vectors& positions) { return JointLists(positions.size()); },
      .inverse_distance_weights = first_takes_all,
      .skin = unmoved,
      .ik_gradient =
          [](const Skeleton&, const Matrices&, const glm::mat4&, const std::vector<IkPull>&,
             const std::vector<int>& free) { return Vectors(free.size(), glm::vec3(0.0f)); },
      .cubic_unit_spline = [](float, float, float, float, float) { return 0.0f; },
      .catmull_rom = [](const std::vector<Knot>&, float) { return 0.0f; },
      .dual_quaternion = [](const glm::mat4&) { return DualQuaternion(); },
      .blend_dual_quaternions = [](const std::vector<DualQuaternion>&,
                                   const std::vector<float>&) { return glm::mat4(1.0f); },
      .smooth = [](const std::vector<std::vector<int>>&, const Vectors& positions,
                   int) { return positions; },
      .surface_frame = [](const glm::vec3&, const glm::vec3&) { return glm::mat3(1.0f); },
      .delta_mush = [](const MushSurface&, const Vectors&, const Vectors& posed,
                       int) { return posed; },
      .blend_about_center = [](const Matrices&, const std::vector<float>&,
                               const glm::vec3&) { return glm::mat4(1.0f); }};
  return table;
}

}  // namespace

Tasks without(Tasks tasks, const std::vector<std::string>& functions) {
  for_each_function([&](const auto& body) {
    const bool named = list_has(functions, body.name);
    if (named) tasks.*body.in_tasks = harmless_tasks().*body.in_tasks;
  });
  return tasks;
}

}  // namespace marrow
