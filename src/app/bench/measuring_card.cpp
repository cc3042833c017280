#include "app/bench/measuring_card.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/body_measuring.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

void measuring_words(const BodyMeasuring& measuring) {
  card_heading("Measuring distances through the body");
  card_words("The picture shows straight distances until it is done. Go on working.");
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(measuring.share());
  ImGui::Dummy({0.0f, px(3)});
}

std::string measuring_phase(const BodyMeasuring& measuring) {
  return measuring.share() > 0.0f ? fmt::format("Bones, {:.0f} %", 100.0f * measuring.share())
                                  : "Finding the inside of the mesh...";
}

}  // namespace

float draw_measuring_card(Editor& editor, const Rect& viewport, float y) {
  const BodyMeasuringState& state = editor.measuring;
  if (viewport.empty() || !shows_measuring(editor)) return y;
  bool is_cancelled = false;
  draw_card(
      "##measuring", viewport, y, [&] { measuring_words(*state.now); },
      [&] {
        is_cancelled = phase_and_cancel(measuring_phase(*state.now),
                                        "Esc. Distances are straight again then.");
      });
  if (is_cancelled) cancel_measuring(editor);
  return y;
}

}  // namespace marrow::app
