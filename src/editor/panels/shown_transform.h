// Conversion between matrices and the inspector's fields: translation, angles in degrees, scale.
#pragma once

#include <string>

#include "rig/joint_pose.h"
#include "scene/scene.h"

namespace marrow {

struct InspectorState;

struct ShownTransform {
  glm::vec3 translation{0.0f};
  glm::vec3 degrees{0.0f};
  glm::vec3 scale{1.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< the rotation of `degrees`
  bool has_shear = false;  ///< the fields cannot express the shear; an edit removes it
};
/// The fields for a matrix. Angles are the nearest to those shown last for the same id; 0 exactly
/// at rest; for a remembered matrix (remember_angles()) its former angles, so that Esc and undo
/// also restore whole turns.
ShownTransform shown_transform(InspectorState& state, Id id, const glm::mat4& matrix);
/// Remembers the angles just returned by shown_transform(). Call it while no gesture is under way.
void remember_angles(InspectorState& state, Id id, const glm::mat4& matrix);
glm::mat4 matrix_of(const ShownTransform& shown);
/// `start` with the differences between the fields applied. Unchanged fields keep their part of the
/// matrix, bit for bit if neither angles nor scale changed.
glm::mat4 edited_matrix(const glm::mat4& start, const ShownTransform& before,
                        const ShownTransform& after);
/// Whether two numbers are shown with the same digits.
bool has_same_digits(float a, float b, const char* format);
/// "0.966 0.000 0.259 0.000": w first, and not negative.
std::string quaternion_text(const glm::quat& rotation);

}  // namespace marrow
