#include "view/picture/strokes.h"

#include <algorithm>

namespace marrow::view {

namespace {
/// If the unit vectors of two neighboring pieces have a shorter sum, the line turns back sharply
/// there, and the pieces get square ends.
constexpr float kLeastBend = 0.7f;

struct Point {
  glm::vec4 clip;
  glm::vec2 pixel;  ///< from the center of the picture; valid only if in front
  bool is_in_front;
};

bool is_in_front(const glm::vec4& clip) { return clip.w > 0.0f && clip.z > -clip.w; }
glm::vec2 pixel_of(const glm::vec4& clip, const EyeView& view) {
  return glm::vec2(clip) / clip.w * view.size * 0.5f;
}

std::vector<Point> projected(std::span<const glm::vec3> points, const EyeView& view) {
  std::vector<Point> result;
  for (const glm::vec3& point : points) {
    const glm::vec4 clip = view.clip_from_world * glm::vec4(point, 1.0f);
    const bool in_front = is_in_front(clip);
    result.push_back({clip, in_front ? pixel_of(clip, view) : glm::vec2(0.0f), in_front});
  }
  return result;
}

/// Moves `point` towards `other`, which is in front of the eye, until it is just in front, too.
Point cut(const Point& point, const Point& other, const EyeView& view) {
  if (point.is_in_front) return point;
  const float behind = point.clip.z + point.clip.w, before = other.clip.z + other.clip.w;
  const glm::vec4 clip = glm::mix(point.clip, other.clip,
                                  std::min(behind / (behind - before) * 1.0001f + 1e-6f, 1.0f));
  return {clip, pixel_of(clip, view), true};
}

glm::vec2 unit_or(const glm::vec2& vector, const glm::vec2& otherwise) {
  const float length = glm::length(vector);
  return length > 1e-4f ? vector / length : otherwise;
}

glm::vec2 left_of(const glm::vec2& direction) { return {-direction.y, direction.x}; }

/// Vector from the middle of the line to its left edge at the point between two pieces, in half
/// widths.
glm::vec2 edge_between(const glm::vec2& along, const glm::vec2& other) {
  const glm::vec2 middle = along + other;
  if (glm::length(middle) < kLeastBend) return left_of(along);
  const glm::vec2 slant = left_of(middle);
  return slant / glm::dot(slant, left_of(along));
}

struct Piece {
  Point from, to;
  glm::vec2 along;
  bool shows = false;
};

std::vector<Piece> pieces_of(const std::vector<Point>& points, const EyeView& view) {
  std::vector<Piece> pieces;
  glm::vec2 along(1.0f, 0.0f);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    Piece piece{points[i], points[i + 1], along,
                points[i].is_in_front || points[i + 1].is_in_front};
    if (piece.shows) {
      piece.from = cut(points[i], points[i + 1], view);
      piece.to = cut(points[i + 1], points[i], view);
      piece.along = along = unit_or(piece.to.pixel - piece.from.pixel, along);
    }
    pieces.push_back(piece);
  }
  return pieces;
}
}  // namespace

glm::u8vec4 to_bytes(const Color& color) {
  return glm::u8vec4(glm::clamp(color, 0.0f, 1.0f) * 255.0f + 0.5f);
}

void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                std::span<const Color> colors, float width, const EyeView& view) {
  if (points.size() < 2 || !(width > 0.0f)) return;
  const bool closed = points.size() > 3 && points.front() == points.back();
  const std::vector<Piece> pieces = pieces_of(projected(points, view), view);
  const float half_width = std::max(width, 1.0f) * 0.5f;  // thinner lines become fainter instead
  const float faintness = std::min(width, 1.0f);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (!piece.shows) continue;
    const Piece* before = i > 0 ? &pieces[i - 1] : closed ? &pieces.back() : nullptr;
    const Piece* after = i + 1 < pieces.size() ? &pieces[i + 1]
                         : closed              ? &pieces.front()
                                               : nullptr;
    const auto add_end = [&](const Point& point, const Piece* neighbor, Color color) {
      const glm::vec2 edge = neighbor && neighbor->shows
                                 ? edge_between(piece.along, neighbor->along)
                                 : left_of(piece.along);
      const glm::vec2 offset = edge * (half_width + 1.0f) / (view.size * 0.5f) * point.clip.w;
      color.a *= faintness;
      for (const float side : {1.0f, -1.0f})
        strokes.push_back({point.clip + glm::vec4(offset * side, 0.0f, 0.0f),
                           side * (half_width + 1.0f) * point.clip.w, half_width, to_bytes(color)});
    };
    add_end(piece.from, before, colors[colors.size() == 1 ? 0 : i]);
    add_end(piece.to, after, colors[colors.size() == 1 ? 0 : i + 1]);
  }
}

void add_stroke(std::vector<StrokeVertex>& strokes, std::span<const glm::vec3> points,
                const Color& color, float width, const EyeView& view) {
  add_stroke(strokes, points, std::span(&color, 1), width, view);
}

}  // namespace marrow::view
