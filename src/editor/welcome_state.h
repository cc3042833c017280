#pragma once

namespace marrow {

/// The card and the wave of the first start. No ImGui.
struct WelcomeState {
  bool is_shown = false;    ///< the card with ways to begin
  bool waves = false;       ///< the sample's arm waves until the first input
  double wave_began = 0.0;  ///< seconds of the app's clock
};

}  // namespace marrow
