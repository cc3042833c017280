// A matrix as fields show it: translation, rotation in degrees, scale; and back.
#pragma once

#include <string>

#include "rig/joint_pose.h"
#include "scene/scene.h"

namespace marrow {

struct InspectorState;

/// Translation, angles in degrees nearest to those shown last for the same id, scale.
struct ShownTransform {
  glm::vec3 translation{0.0f};
  glm::vec3 degrees{0.0f};
  glm::vec3 scale{1.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< what `degrees` say
  bool has_shear = false;  ///< the fields cannot say all of the matrix: editing them loses the rest
};
/// Exactly at rest the angles are 0, whatever was shown before; of a matrix that stood still before
/// (settle_transform()) they are those of then: after Esc or undo of a drag through whole turns.
ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix);
/// The matrix stands still as shown_transform() just said: no gesture changes it.
void settle_transform(InspectorState& state, Id id, const glm::mat4& matrix);
glm::mat4 matrix_of(const ShownTransform& shown);
/// `start` with the differences applied: an untouched row keeps its part, bit for bit where neither
/// angles nor factors changed.
glm::mat4 edited_matrix(const glm::mat4& start, const ShownTransform& before,
                        const ShownTransform& after);
/// Whether two numbers are shown as the same digits.
bool reads_the_same(float a, float b, const char* format);
/// "0.966 0.000 0.259 0.000": w first, and not negative.
std::string quaternion_text(const glm::quat& rotation);

}  // namespace marrow
