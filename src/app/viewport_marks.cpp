#include "app/viewport_marks.h"

#include <fmt/format.h>

namespace marrow::app {
namespace {

bool shows_bleeding(const Editor& editor) { return editor.tab == Tab::rig && editor.bench.shows_bleeding && active_joint(editor) != kNoId; }

}  // namespace

void update_marks(Editor& editor) {
  view::VertexMarks marks;
  if (shows_bleeding(editor)) {
    for (const Bleed::Patch& patch : measures_of(editor).bleed(active_joint(editor)).patches) {
      const auto old = editor.viewport.hatched.find(patch.mesh);
      const bool is_same = old != editor.viewport.hatched.end() && *old->second == patch.vertices;
      marks[patch.mesh] = is_same ? old->second : std::make_shared<const std::vector<std::uint32_t>>(patch.vertices);
    }
  }
  if (marks == editor.viewport.hatched) return;
  editor.viewport.hatched = std::move(marks);
  editor.wants_redraw = true;
}

std::string bleed_text(Editor& editor, Id joint) {
  if (!editor.bench.shows_bleeding) return {};
  const Bleed& bleed = measures_of(editor).bleed(joint);
  if (bleed.count == 0) return {};
  if (bleed.safe_radius <= 0.0f) return fmt::format("{} bleed", bleed.count);
  return fmt::format("{} bleed; up to r {:.3f} none", bleed.count, bleed.safe_radius);
}

}  // namespace marrow::app
