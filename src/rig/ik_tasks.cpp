// The solver of inverse kinematics with the gradient of a Tasks: the contract speaks of posed matrices in single precision.
#include "rig/bodies.h"
#include "rig/guarded.h"
#include "rig/ik_parts.h"

namespace marrow {
namespace {

std::vector<glm::dvec3> gradient_by(const Tasks& tasks, const IkProblem& problem, std::span<const glm::dmat4> user_locals) {
  Skeleton skeleton = *problem.skeleton;
  const std::vector<glm::dmat4> frames = ik_frames(problem, user_locals);
  std::vector<glm::mat4> posed;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    posed.emplace_back(frames[j] * user_locals[j]);
    skeleton.joints[j].user_local = glm::mat4(user_locals[j]);
  }
  std::vector<IkPull> pulls;
  for (const IkHandle& handle : problem.handles)
    pulls.push_back({handle.joint, glm::vec3(ik_end(problem, handle)), glm::vec3(handle.target), static_cast<float>(handle.weight)});
  guarded::Problems unheard;
  const std::vector<glm::vec3> gradient =
      guarded::ik_gradient(tasks, skeleton, posed, problem.world_from_skeleton, pulls, problem.free, unheard);
  return {gradient.begin(), gradient.end()};
}

}  // namespace

IkGradient ik_gradient_of(const Tasks& tasks) {
  if (has_engine() && &tasks == &tasks_of(Backend::fast)) return {};
  return [&tasks](const IkProblem& problem, std::span<const glm::dmat4> user_locals) { return gradient_by(tasks, problem, user_locals); };
}

}  // namespace marrow
