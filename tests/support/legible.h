// Unreadable words of the last frame, from Dear ImGui's output: it knows no panel, so no panel can
// be forgotten.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

struct ImDrawData;

namespace marrow::test {

enum class Harm {
  cut,      ///< by the edge of its window, unless that scrolls there, or by the screen's
  covered,  ///< by what was drawn later: a shape, other words, a window that is not in front on
            ///< purpose (as menus and dialogs are)
};

struct HarmedWords {
  Harm harm = Harm::cut;
  std::string words;                ///< those drawn without a gap, icons too
  glm::vec2 low{0.0f}, high{0.0f};  ///< pixels
  std::string window;               ///< Dear ImGui's name
  std::string by;                   ///< covered: the words, or the window, that lie over them
};

/// In drawing order. ImGui is current, and `drawn` its last frame's, between frames.
std::vector<HarmedWords> harmed_words(const ImDrawData& drawn);

}  // namespace marrow::test
