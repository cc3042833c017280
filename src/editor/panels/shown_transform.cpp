#include "editor/panels/shown_transform.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <optional>

#include "editor/panels/panel_state.h"

namespace marrow {
namespace {

constexpr std::size_t kMaxRemembered = 64;
constexpr float kLeastShear = 1e-4f;  // share of the largest element: less counts as none

/// The angles remembered for exactly this matrix.
std::optional<glm::vec3> remembered_euler(const InspectorState& state, Id id,
                                          const glm::mat4& matrix) {
  const auto found = state.remembered.find(id);
  if (found == state.remembered.end()) return std::nullopt;
  const auto& known = found->second;
  const auto it = std::find_if(known.rbegin(), known.rend(),
                               [&](const auto& remembered) { return remembered.matrix == matrix; });
  return it == known.rend() ? std::nullopt : std::optional(it->euler);
}

}  // namespace

void remember_angles(InspectorState& state, Id id, const glm::mat4& matrix) {
  std::vector<InspectorState::RememberedAngles>& known = state.remembered[id];
  if (!known.empty() && known.back().matrix == matrix) {
    known.back().euler = state.eulers[id];
    return;
  }
  std::erase_if(known, [&](const auto& remembered) { return remembered.matrix == matrix; });
  if (known.size() >= kMaxRemembered) known.erase(known.begin());
  known.push_back({matrix, state.eulers[id]});
}

bool has_same_digits(float a, float b, const char* format) {
  char texts[2][64];
  std::snprintf(texts[0], sizeof texts[0], format, double(a));
  std::snprintf(texts[1], sizeof texts[1], format, double(b));
  return std::strcmp(texts[0], texts[1]) == 0;
}

ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix) {
  float shear = 0.0f;
  const JointPose pose = decompose(matrix, &shear);
  glm::vec3& euler = state.eulers[id];
  const bool is_at_rest = glm::mat3(matrix) == glm::mat3(1.0f);
  const std::optional<glm::vec3> known = remembered_euler(state, id, matrix);
  euler = is_at_rest ? glm::vec3(0.0f) : known ? *known : euler_near(pose.rotation, euler);
  return {pose.translation, glm::degrees(euler), pose.scale, pose.rotation, shear > kLeastShear};
}

glm::mat4 matrix_of(const ShownTransform& shown) {
  return compose({shown.translation, quat_from_euler(glm::radians(shown.degrees)), shown.scale});
}

glm::mat4 edited_matrix(const glm::mat4& start, const ShownTransform& before,
                        const ShownTransform& after) {
  glm::mat4 matrix = start;
  const bool turned = after.degrees != before.degrees;
  if (turned || after.scale != before.scale) {
    const glm::quat rotation =
        turned ? quat_from_euler(glm::radians(after.degrees)) : before.rotation;
    matrix = compose({before.translation, rotation, after.scale});
  }
  for (int axis = 0; axis < 3; ++axis)
    matrix[3][axis] = after.translation[axis] == before.translation[axis] ? start[3][axis]
                                                                          : after.translation[axis];
  return matrix;
}

std::string quaternion_text(const glm::quat& rotation) {
  const glm::quat q = rotation.w < 0.0f ? -rotation : rotation;
  // No "-0.000".
  const auto digits = [](float value) { return std::abs(value) < 0.0005f ? 0.0f : value; };
  return fmt::format("{:.3f}  {:.3f}  {:.3f}  {:.3f}", digits(q.w), digits(q.x), digits(q.y),
                     digits(q.z));
}

}  // namespace marrow
