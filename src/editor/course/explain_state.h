// State of the Explain tab, a vertex's card and the increment lens. No ImGui, no GL.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>

#include "scene/mesh.h"

namespace marrow {

/// The vertex whose influences are explained, and where its slow motion stands.
struct ExplainState {
  Id mesh = kNoId;  ///< node; kNoId: none
  std::uint32_t vertex = 0;
  float stage = 3.0f;  ///< 0: v, 1: B^-1 v, 2: W B^-1 v, 3: the weighted mean, where the mesh has
                       ///< it (rig/vertex_explanation.h)
  bool plays = false;
  glm::vec2 card_corner{
      0.0f};  ///< lower right of the card, screen pixels: kept while it gets shorter and higher
  glm::vec2 card_size{0.0f};  ///< as it was drawn last
  int held_frames = 0;        ///< for so many frames to come
  double play_began = 0.0;    ///< seconds of the app's clock, when stage was 0
};

/// The letters of a joint, in the order in which the Explain tab has them.
enum class Letter { bind_local, user_local, posed, bind, skinning };
inline constexpr std::size_t kLetters = 5;

/// The matrices shown last: cells that changed since light up for a moment.
struct MatrixWatch {
  Id joint = kNoId;
  std::array<glm::mat4, kLetters> seen{};
  std::array<std::array<double, 16>, kLetters>
      changed_at{};  ///< seconds of the app's clock, column by column; 0: not since it is shown
};

struct ExplainPanelState {
  MatrixWatch watch;
  std::optional<bool>
      lens;  ///< the increment lens as it was asked for; none: on while the Explain tab is open
};

}  // namespace marrow
