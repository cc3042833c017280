// A matrix as words if they are exact: "turn about world z by 45", "move by 0 1 0", "scale by 2 2 2
// at 0 1 0"; otherwise as numbers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "edit/operations/line.h"

namespace marrow {

struct TransformText {
  enum class Kind { turn, move, scale, matrix };
  Kind kind = Kind::move;
  int axis = 0;                       ///< turn: 0 x, 1 y, 2 z
  double degrees = 0.0;               ///< turn
  glm::vec3 offset{0.0f};             ///< move
  glm::dvec3 factors{1.0};            ///< scale
  std::optional<glm::dvec3> pivot{};  ///< turn, scale; none: the usual pivot
  std::vector<float> elements{};      ///< matrix: 12, column-major, above 0 0 0 1, or all 16
};

glm::mat4 matrix_of(const TransformText& text, const glm::vec3& usual_pivot);

/// The text for which matrix_of() returns this matrix, bit for bit.
TransformText text_of(const glm::mat4& matrix, const glm::vec3& usual_pivot);

/// "turn", "move", "scale" or "transform"
void line_kind(Line& line, TransformText& text);
/// The words after the kind: "about SPACE z by 45", "by 0 1 0", "by 2 2 2 at 0 1 0", "by [...]".
void line_rest(Line& line, TransformText& text, std::string_view space);

/// line_kind() and line_rest() for a matrix whose usual pivot is the origin.
void line_matrix(Line& line, glm::mat4& matrix, std::string_view space);

}  // namespace marrow
