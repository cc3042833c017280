// The plate of a check's case while it is shown in place of the user's scene.
#include "app/course/course_panels.h"
#include "app/widgets/theme.h"
#include "editor/course/course.h"
#include "editor/course/course_case.h"
#include "editor/course/course_state.h"

namespace marrow::app {

void draw_case_note(const CourseState& course, const Area& area) {
  if (!course.shown) return;
  const CheckCase& shown = *course.shown;
  const view::Tones& tones = colors().picture;
  const auto packed = [](const view::Color& color) {
    return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1.0f});
  };
  PlateLines lines{{"Case: " + check_title(course::checks()[shown.check]), colors().text}};
  if (shown.worst && shown.expected_points.empty()) {
    lines.emplace_back("the vertex in question", packed(tones.capsule_hovered));
  } else if (shown.worst) {
    const bool has_arrows = !shown.arrows_from.empty();
    if (!shown.asked_points.empty()) lines.emplace_back("the point asked about", packed(kAsked));
    lines.emplace_back(has_arrows       ? "expected normals"
                       : shown.expected ? "expected: the ghost"
                                        : "expected",
                       packed(tones.capsule_hovered));
    lines.emplace_back(has_arrows       ? "yours: the thick arrows are the vertex in question"
                       : shown.expected ? "yours: brighter means farther off"
                                        : "yours",
                       packed(tones.uncovered));
  }
  lines.emplace_back("Esc: back to your scene", colors().text_dim);
  draw_plate(area, {area.low.x + px(56), area.low.y + px(44)}, lines);
}

}  // namespace marrow::app
