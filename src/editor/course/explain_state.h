// State of the Explain tab, a vertex's card and the increment lens. No ImGui, no GL.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>

#include "scene/mesh.h"

namespace marrow {

/// The explained vertex and the stage of its slow motion.
struct ExplainState {
  Id mesh = kNoId;  ///< node; kNoId: none
  std::uint32_t vertex = 0;
  /// 0: v, 1: B^-1 v, 2: W B^-1 v, 3: the weighted mean, as in the mesh (rig/vertex_explanation.h).
  float stage = 3.0f;
  bool plays = false;
  glm::vec2 card_corner{
      0.0f};                  ///< lower right, screen pixels: fixed while the card's height changes
  glm::vec2 card_size{0.0f};  ///< when last drawn
  int held_frames = 0;        ///< frames for which the corner is still fixed
  double play_began = 0.0;    ///< seconds of the app's clock at stage 0
};

/// The matrices of a joint, in the order of the Explain tab.
enum class Letter { bind_local, user_local, posed, bind, skinning };
inline constexpr std::size_t kLetters = 5;

/// The matrices shown last: cells that changed are highlighted for a moment.
struct MatrixWatch {
  Id joint = kNoId;
  std::array<glm::mat4, kLetters> seen{};
  /// Seconds of the app's clock, column by column; 0: not since the joint is shown.
  std::array<std::array<double, 16>, kLetters> changed_at{};
};

struct ExplainPanelState {
  MatrixWatch watch;
  std::optional<bool> lens;  ///< the increment lens; none: on while the Explain tab is open
};

}  // namespace marrow
