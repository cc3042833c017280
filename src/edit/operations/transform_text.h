// A matrix in words if they are exact: "turn about world z by 45", "move by 0 1 0", "scale by 2 2 2
// at 0 1 0"; otherwise its numbers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "edit/operations/line.h"

namespace marrow {

struct TransformText {
  enum class Kind { turn, move, scale, matrix };
  Kind kind = Kind::move;
  int axis = 0;                       ///< of a turn: 0 x, 1 y, 2 z
  double degrees = 0.0;               ///< of a turn
  glm::vec3 offset{0.0f};             ///< of a move
  glm::dvec3 factors{1.0};            ///< of a scale
  std::optional<glm::dvec3> pivot{};  ///< of a turn or a scale; nothing: the usual one
  std::vector<float> elements{};      ///< of a matrix: 12, columns first, above 0 0 0 1, or 16
};

glm::mat4 matrix_of(const TransformText& text, const glm::vec3& usual_pivot);

/// Words from which matrix_of() makes the same matrix, bit for bit.
TransformText text_of(const glm::mat4& matrix, const glm::vec3& usual_pivot);

/// "turn", "move", "scale" or "transform"
void line_kind(Line& line, TransformText& text);
/// The words after the kind: "about SPACE z by 45", "by 0 1 0", "by 2 2 2 at 0 1 0", "by [...]".
void line_rest(Line& line, TransformText& text, std::string_view space);

/// Both, for a matrix whose usual pivot is the origin.
void line_matrix(Line& line, glm::mat4& matrix, std::string_view space);

}  // namespace marrow
