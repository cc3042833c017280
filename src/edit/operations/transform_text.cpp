#include "edit/operations/transform_text.h"

#include <array>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

#include "platform/numbers.h"

namespace marrow {
namespace {

using Kind = TransformText::Kind;

constexpr std::array<std::string_view, 4> kKinds{"turn", "move", "scale", "transform"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};

bool same_bits(const glm::mat4& a, const glm::mat4& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

glm::dmat4 about_pivot(const glm::dvec3& pivot, const glm::dmat4& matrix) {
  const glm::dmat4 identity(1.0);
  return glm::translate(identity, pivot) * matrix * glm::translate(identity, -pivot);
}

glm::dmat4 turn_by(const TransformText& turn) {
  glm::dvec3 axis(0.0);
  axis[turn.axis] = 1.0;
  return glm::rotate(glm::dmat4(1.0), glm::radians(turn.degrees), axis);
}

/// The float as a person would type it: 0.1, not 0.10000000149.
double as_typed(float value) {
  std::array<char, 40> digits{};
  const auto end = platform::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  double typed = 0.0;
  platform::from_chars(digits.data(), end, typed);
  return typed;
}

/// Rounds to multiples of 1 / steps, without a minus sign before a zero.
glm::dvec3 rounded(const glm::dvec3& v, double steps) {
  return glm::round(v * steps) / steps + 0.0;
}

/// The text if it gives the matrix exactly, else with `pivot` in as few decimals as possible; none
/// if that is not exact either.
std::optional<TransformText> if_exact(TransformText text, const glm::mat4& matrix,
                                      const glm::vec3& usual_pivot, const glm::dvec3& pivot) {
  const auto is_exact = [&] { return same_bits(matrix_of(text, usual_pivot), matrix); };
  if (is_exact()) return text;
  double steps = 1.0;
  for (int decimals = 0; decimals < 10; ++decimals, steps *= 10.0) {
    text.pivot = rounded(pivot, steps);
    if (is_exact()) return text;
  }
  text.pivot = pivot;
  return is_exact() ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<TransformText> as_move(const glm::mat4& matrix) {
  TransformText text{.kind = Kind::move, .offset = glm::vec3(matrix[3])};
  const bool is_exact = same_bits(matrix_of(text, glm::vec3(0.0f)), matrix);
  return is_exact ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<TransformText> as_scale(const glm::mat4& matrix, const glm::vec3& usual_pivot) {
  for (const bool is_typed : {true, false}) {
    TransformText text{.kind = Kind::scale};
    glm::dvec3 pivot(0.0);
    for (int i = 0; i < 3; ++i) {
      const double factor = is_typed ? as_typed(matrix[i][i]) : double(matrix[i][i]);
      text.factors[i] = factor;
      if (factor != 1.0) pivot[i] = double(matrix[3][i]) / (1.0 - factor);
    }
    if (auto exact = if_exact(std::move(text), matrix, usual_pivot, pivot)) return exact;
  }
  return std::nullopt;
}

/// The point that a rotation leaves unmoved, in the plane across the axis: (I - R) pivot = t.
glm::dvec3 pivot_of_turn(const glm::mat4& matrix, const TransformText& turn) {
  const int u = (turn.axis + 1) % 3, v = (turn.axis + 2) % 3;
  const double tu = matrix[3][u], tv = matrix[3][v];
  // (I - R)^-1 = 1/2 (I + cot(angle / 2) J)
  const double half = 0.5 / std::tan(0.5 * glm::radians(turn.degrees));
  glm::dvec3 pivot(0.0);
  pivot[u] = 0.5 * tu - half * tv;
  pivot[v] = 0.5 * tv + half * tu;
  // Rounding turns the axis itself a little, which determines the pivot's position along it.
  const glm::dmat4 turned = turn_by(turn);
  const double left = 1.0 - turned[turn.axis][turn.axis];
  if (left != 0.0) pivot[turn.axis] = double(matrix[3][turn.axis]) / left;
  return pivot;
}

/// The angle with as few decimals as possible; none if none is exact.
std::optional<double> degrees_of(const glm::mat4& matrix, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double sine = matrix[u][v], cosine = matrix[u][u];
  const double degrees = glm::degrees(std::atan2(sine, cosine));
  glm::mat4 wanted = matrix;
  wanted[3] = glm::vec4(0.0f, 0.0f, 0.0f, matrix[3].w);
  double steps = 1.0;
  for (int decimals = 0; decimals < 12; ++decimals, steps *= 10.0) {
    const TransformText turn{
        .kind = Kind::turn, .axis = axis, .degrees = std::round(degrees * steps) / steps};
    if (same_bits(matrix_of(turn, glm::vec3(0.0f)), wanted)) return turn.degrees;
  }
  return std::nullopt;
}

std::optional<TransformText> as_turn(const glm::mat4& matrix, const glm::vec3& usual_pivot) {
  int axis = 0;
  while (axis < 3 && matrix[axis][axis] != 1.0f) ++axis;
  const std::optional<double> degrees = axis < 3 ? degrees_of(matrix, axis) : std::nullopt;
  if (!degrees) return std::nullopt;
  const TransformText turn{.kind = Kind::turn, .axis = axis, .degrees = *degrees};
  return if_exact(turn, matrix, usual_pivot, pivot_of_turn(matrix, turn));
}

TransformText as_numbers(const glm::mat4& matrix) {
  TransformText text{.kind = Kind::matrix};
  glm::mat4 affine = matrix;
  for (int column = 0; column < 4; ++column) affine[column].w = column == 3 ? 1.0f : 0.0f;
  const int rows = same_bits(affine, matrix) ? 3 : 4;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < rows; ++row) text.elements.push_back(matrix[column][row]);
  return text;
}

/// True if the matrix has too few zeros for a rotation about an axis or a scale along the axes.
bool is_sheared(const glm::mat4& matrix) {
  int zeros = 0;
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row) zeros += matrix[column][row] == 0.0f ? 1 : 0;
  return zeros < 4;
}

}  // namespace

glm::mat4 matrix_of(const TransformText& text, const glm::vec3& usual_pivot) {
  const glm::dmat4 identity(1.0);
  const glm::dvec3 pivot = text.pivot.value_or(glm::dvec3(usual_pivot));
  switch (text.kind) {
    case Kind::turn:
      return glm::mat4(about_pivot(pivot, turn_by(text)));
    case Kind::scale:
      return glm::mat4(about_pivot(pivot, glm::scale(identity, text.factors)));
    case Kind::move:
      return glm::translate(glm::mat4(1.0f), text.offset);
    case Kind::matrix:
      break;
  }
  glm::mat4 matrix(1.0f);
  const int rows = text.elements.size() == 16 ? 4 : 3;
  for (std::size_t i = 0; i < text.elements.size(); ++i)
    matrix[int(i) / rows][int(i) % rows] = text.elements[i];
  return matrix;
}

TransformText text_of(const glm::mat4& matrix, const glm::vec3& usual_pivot) {
  if (auto move = as_move(matrix)) return *move;
  if (is_sheared(matrix)) return as_numbers(matrix);
  if (auto turn = as_turn(matrix, usual_pivot)) return *turn;
  if (auto scale = as_scale(matrix, usual_pivot)) return *scale;
  return as_numbers(matrix);
}

void line_kind(Line& line, TransformText& text) {
  line.one_of(text.kind, kKinds);
  if (std::size_t(text.kind) < kKinds.size()) return;
  text.kind = Kind::move;
  line.fail("turn, move, scale or transform");
}

void line_rest(Line& line, TransformText& text, std::string_view space) {
  if (text.kind == Kind::turn) {
    auto axis = std::size_t(text.axis);
    line.word("about");
    line.word(space);
    line.pick(axis, kAxes);
    if (axis >= kAxes.size()) line.fail("x, y or z");
    text.axis = int(axis % kAxes.size());
  }
  line.word("by");
  if (text.kind == Kind::turn) line.number(text.degrees);
  if (text.kind == Kind::move) line.vector(text.offset);
  if (text.kind == Kind::matrix) {
    line.numbers(text.elements);
    const std::size_t count = text.elements.size();
    if (line.reads() && count != 12 && count != 16) {
      line.fail("12 or 16 numbers before this");
      text.elements.clear();
    }
  }
  if (text.kind == Kind::scale)
    for (int i = 0; i < 3; ++i) line.number(text.factors[i]);
  const bool can_have_pivot = text.kind == Kind::turn || text.kind == Kind::scale;
  if (can_have_pivot && line.has("at", text.pivot))
    for (int i = 0; i < 3; ++i) line.number((*text.pivot)[i]);
}

void line_matrix(Line& line, glm::mat4& matrix, std::string_view space) {
  if (line.mode() == Line::Mode::count) return;
  const glm::vec3 origin(0.0f);
  TransformText text = line.reads() ? TransformText{} : text_of(matrix, origin);
  line_kind(line, text);
  line_rest(line, text, space);
  if (line.reads()) matrix = matrix_of(text, origin);
}

}  // namespace marrow
