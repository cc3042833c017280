#include "app/bench/measuring_card.h"

#include <imgui.h>

#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/body_measuring.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

void measuring_words(const Progress& progress) {
  card_heading("Measuring distances through the body");
  card_words("The picture shows straight distances until it is done. Go on working.");
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(progress.share());
  ImGui::Dummy({0.0f, px(3)});
}

}  // namespace

float draw_measuring_card(Editor& editor, const Rect& viewport, float y) {
  if (viewport.empty() || !shows_measuring(editor)) return y;
  const Progress& progress = editor.measuring.job.progress();
  bool is_canceled = false;
  draw_card(
      "##measuring", viewport, y, [&] { measuring_words(progress); },
      [&] {
        is_canceled = phase_and_cancel(progress.text(), "Esc. Distances are straight again then.");
      });
  if (is_canceled) cancel_measuring(editor);
  return y;
}

}  // namespace marrow::app
