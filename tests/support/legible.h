// Finds unreadable words of the last frame in Dear ImGui's output. It needs no list of panels, so
// it cannot miss one.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

struct ImDrawData;

namespace marrow::test {

enum class Harm {
  /// By the edge of its window, unless the window scrolls there, or by the edge of the screen.
  cut,
  /// By what was drawn later: a shape, other words, or a window (but not a menu or dialog).
  covered,
};

struct HarmedWords {
  Harm harm = Harm::cut;
  std::string words;                ///< words and icons drawn without a gap
  glm::vec2 low{0.0f}, high{0.0f};  ///< pixels
  std::string window;               ///< Dear ImGui's name of the window
  std::string by;                   ///< if covered: the words or the window in front of them
};

/// In drawing order. Called between frames, with the last frame of the current ImGui context.
std::vector<HarmedWords> harmed_words(const ImDrawData& drawn);

}  // namespace marrow::test
