#include "app/commands/help_layout.h"

#include <algorithm>
#include <limits>

namespace marrow::app {

namespace {

constexpr float kStep = 8.0f;         // pixels between the places that are tried
constexpr float kLargeTarget = 3.0f;  // label heights; a target so high has its label inside

bool overlap(const Rect& a, const Rect& b, float gap) {
  return a.corner.x < b.end().x + gap && b.corner.x < a.end().x + gap &&
         a.corner.y < b.end().y + gap && b.corner.y < a.end().y + gap;
}

bool holds(const Rect& outer, const Rect& inner) {
  return inner.corner.x >= outer.corner.x && inner.corner.y >= outer.corner.y &&
         inner.end().x <= outer.end().x && inner.end().y <= outer.end().y;
}

bool is_large(const Callout& callout) {
  return callout.target.size.x > callout.label.x * 1.1f &&
         callout.target.size.y > callout.label.y * kLargeTarget;
}

/// Distance between two rectangles; 0 if they touch.
float distance(const Rect& a, const Rect& b) {
  const glm::vec2 apart =
      glm::max(glm::max(a.corner - b.end(), b.corner - a.end()), glm::vec2(0.0f));
  return glm::length(apart);
}

/// Lower is better: near the target, and rather in line with its middle.
float cost(const Rect& label, const Callout& callout) {
  const glm::vec2 middle = label.corner + label.size * 0.5f,
                  wanted = callout.target.corner + callout.target.size * 0.5f;
  return distance(label, callout.target) + 0.05f * glm::distance(middle, wanted);
}

}  // namespace

std::vector<std::optional<glm::vec2>> place_labels(const std::vector<Callout>& callouts,
                                                   const std::vector<Rect>& blocked,
                                                   const Rect& window, float gap) {
  std::vector<std::optional<glm::vec2>> places;
  std::vector<Rect> taken;
  const Rect inside{window.corner + gap, glm::max(window.size - 2.0f * gap, glm::vec2(0.0f))};
  for (std::size_t i = 0; i < callouts.size(); ++i) {
    const Callout& callout = callouts[i];
    const auto is_free = [&](const Rect& label) {
      const auto hits = [&](const Rect& other) { return overlap(label, other, gap); };
      if (std::any_of(taken.begin(), taken.end(), hits) ||
          std::any_of(blocked.begin(), blocked.end(), hits))
        return false;
      for (std::size_t k = 0; k < callouts.size(); ++k) {
        if (is_large(callouts[k])) {
          if (k == i ? !holds(callout.target, label) : false) return false;
          continue;
        }
        if (overlap(label, callouts[k].target, k == i ? gap * 2.0f : gap)) return false;
      }
      return true;
    };
    std::optional<glm::vec2> best;
    float least = std::numeric_limits<float>::max();
    for (float y = inside.corner.y; y + callout.label.y <= inside.end().y; y += kStep)
      for (float x = inside.corner.x; x + callout.label.x <= inside.end().x; x += kStep) {
        const Rect label{{x, y}, callout.label};
        const float price = cost(label, callout);
        if (price >= least || !is_free(label)) continue;
        least = price;
        best = label.corner;
      }
    places.push_back(best);
    if (best) taken.push_back({*best, callout.label});
  }
  return places;
}

std::optional<CalloutLine> line_between(const Rect& label, const Rect& target) {
  if (overlap(label, target, 0.0f)) return std::nullopt;
  const glm::vec2 middle = label.corner + label.size * 0.5f;
  const glm::vec2 to = glm::clamp(middle, target.corner, target.end());
  const glm::vec2 from = glm::clamp(to, label.corner, label.end());
  return CalloutLine{from, to};
}

}  // namespace marrow::app
