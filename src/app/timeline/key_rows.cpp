// The rows of the timeline: names at the left, keys over time.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "app/timeline/timeline_parts.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/index.h"
#include "base/text.h"
#include "editor/timeline/rows.h"

namespace marrow::app {

namespace {

constexpr float kKeyRow = 20.0f, kKeySize = 5.0f, kKeyGrab = 7.0f, kDense = 4.0f,
                kRowIndent = 12.0f, kFarEnough = 3.0f;

/// The rows and their places on the screen.
struct RowPlaces {
  const std::vector<TimelineRow>& rows;
  float top = 0.0f;  ///< of the first row, which may be scrolled away, pixels
  float row_height = 1.0f;
  int row_at(float y) const { return int(std::floor((y - top) / row_height)); }
  float middle(int row) const { return top + (float(row) + 0.5f) * row_height; }
  bool is_row(int row) const { return row >= 0 && row < int(rows.size()); }
};

void select_targets(Editor& editor, const TimelineRow& row) {
  if (row.targets.empty() || is_dragging(editor)) return;
  std::vector<Id> chosen;
  if (ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift) chosen = editor.document.selection();
  if (row.is_selected && ImGui::GetIO().KeyCtrl)
    std::erase_if(chosen, [&](Id id) { return list_has(row.targets, id); });
  else
    chosen.insert(chosen.end(), row.targets.begin(), row.targets.end());
  editor.document.select(std::move(chosen));
  editor.timeline.revealed = editor.document.selection();
  editor.wants_redraw = true;
}

void draw_name(const TimelineFrame& frame, const TimelineRow& row, ImVec2 corner, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_all = row.kind == TimelineRow::Kind::all;
  const float indent = px(kRowIndent) * float(row.depth + (is_all ? 0 : 1));
  const float width = frame.names - px(4);
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("##name", {width, height});
  note_spot("row " + row.name);
  const bool is_over = ImGui::IsItemHovered();
  if (row.is_selected || is_over)
    list.AddRectFilled(corner, {corner.x + width, corner.y + height},
                       row.is_selected ? colors().amber_row : colors().veil, px(3));
  const bool folds = row.has_children && !is_all;
  const float text = corner.x + indent + px(folds || is_all ? 4 : 14);
  if (ImGui::IsItemClicked()) {
    if (folds && ImGui::GetIO().MousePos.x < text + px(12))  // on the triangle
      fold_row(frame.editor.timeline, row, !row.is_open);
    else
      select_targets(frame.editor, row);
  }
  const float base = corner.y + (height - ImGui::GetFontSize()) * 0.5f;
  const ImU32 tone = row.is_selected                          ? colors().amber
                     : row.kind == TimelineRow::Kind::channel ? colors().text_dim
                                                              : colors().text;
  if (folds)
    draw_text({text, base}, colors().text_dim, row.is_open ? icon::kTreeOpen : icon::kTreeShut);
  const float from = text + (folds ? px(13) : 0.0f), room = corner.x + width - from - px(4);
  std::string words = row.name;
  if (row.kind == TimelineRow::Kind::limb) words += fmt::format(" \u00b7 {}", row.targets.size());
  draw_text({from, base}, tone, as_shown(ellipsis(words, room)));
  if (is_over) tooltip(words);
}

ImU32 tone_of(const TimelineRow::Mark& mark, bool is_group) {
  return mark.is_selected ? colors().amber : is_group ? colors().text_dim : colors().text;
}

/// Square: the value holds until the next key. Triangle: linear. Diamond: any other shape.
void draw_mark(float x, float y, const TimelineRow::Mark& mark, bool is_group) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = px(is_group ? kKeySize - 1.0f : kKeySize);
  const ImU32 tone = tone_of(mark, is_group);
  if (mark.shape == KeyShape::step) {
    list.AddRectFilled({x - size * 0.8f, y - size * 0.8f}, {x + size * 0.8f, y + size * 0.8f},
                       tone);
  } else if (mark.shape == KeyShape::linear) {
    list.AddTriangleFilled({x - size, y + size * 0.8f}, {x, y - size}, {x + size, y + size * 0.8f},
                           tone);
  } else {
    list.AddQuadFilled({x - size, y}, {x, y - size}, {x + size, y}, {x, y + size}, tone);
  }
}

/// Marks of a row; marks that would overlap become a bar.
void draw_marks(const TimelineFrame& frame, const TimelineRow& row, float y) {
  const bool is_group = row.kind == TimelineRow::Kind::all || row.kind == TimelineRow::Kind::limb;
  const double rate = double(frame.motion.timing.frame_rate);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float last = -1e9f;
  const auto first = std::lower_bound(
      row.marks.begin(), row.marks.end(), frame.time.seconds(frame.time.left - px(kKeySize)),
      [](const TimelineRow::Mark& mark, double seconds) { return double(mark.seconds) < seconds; });
  for (auto mark = first; mark != row.marks.end(); ++mark) {
    const float x = frame.time.x(double(mark->seconds));
    if (x > frame.time.right + px(kKeySize)) break;
    if (x - last < px(kDense)) {
      list.AddRectFilled({last, y - px(2)}, {std::max(x, last + 1.0f), y + px(2)},
                         tone_of(*mark, is_group));
      if (mark->is_selected) draw_mark(x, y, *mark, is_group);
    } else {
      draw_mark(x, y, *mark, is_group);
      note_spot(fmt::format("key {} {}", row.name, std::lround(double(mark->seconds) * rate)),
                {x, y});
    }
    last = x;
  }
}

/// The mark under the pointer; nullptr if there is none.
const TimelineRow::Mark* mark_at(const TimelineFrame& frame, const RowPlaces& places,
                                 ImVec2 mouse) {
  const int index = places.row_at(mouse.y);
  if (!places.is_row(index)) return nullptr;
  const TimelineRow::Mark* nearest = nullptr;
  float best = px(kKeyGrab);
  for (const TimelineRow::Mark& mark : places.rows[at(index)].marks) {
    const float distance = std::abs(frame.time.x(double(mark.seconds)) - mouse.x);
    if (distance <= best) nearest = &mark, best = distance;
  }
  return nearest;
}

void press_keys(const TimelineFrame& frame, const RowPlaces& places) {
  TimelineState& timeline = frame.editor.timeline;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  timeline.held_from = float(frame.time.seconds(mouse.x));
  timeline.held_row = (mouse.y - places.top) / places.row_height;
  const TimelineRow::Mark* mark = mark_at(frame, places, mouse);
  if (mark == nullptr) {
    timeline.hold = TimelineState::Hold::box;
    timeline.before_box = timeline.selected;
    return;
  }
  const TimelineRow& row = places.rows[at(places.row_at(mouse.y))];
  const KeyPlaces keys = keys_between(frame.motion, row, mark->seconds, mark->seconds);
  timeline.held_from = mark->seconds;
  timeline.hold = TimelineState::Hold::keys;
  if (how_to_choose() != Choosing::replace || !mark->is_selected)
    choose_keys(timeline, keys, how_to_choose());
}

void hold_box(const TimelineFrame& frame, const RowPlaces& places) {
  const TimelineState& timeline = frame.editor.timeline;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto to = float(frame.time.seconds(mouse.x));
  const float row_now = (mouse.y - places.top) / places.row_height;
  const int first = std::max(int(std::floor(std::min(timeline.held_row, row_now))), 0),
            last = std::min(int(std::floor(std::max(timeline.held_row, row_now))),
                            int(places.rows.size()) - 1);
  KeyPlaces keys;
  for (int row = first; row <= last; ++row) {
    const KeyPlaces more =
        keys_between(frame.motion, places.rows[at(row)], std::min(timeline.held_from, to),
                     std::max(timeline.held_from, to));
    keys.insert(keys.end(), more.begin(), more.end());
  }
  sort_unique(keys);
  hold_key_box(frame, keys,
               {frame.time.x(double(timeline.held_from)),
                places.top + timeline.held_row * places.row_height});
}

void hold_keys(const TimelineFrame& frame) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const float moved = ImGui::GetIO().MousePos.x - ImGui::GetIO().MouseClickedPos[0].x;
  if (!timeline.drag) {
    if (std::abs(moved) < px(kFarEnough)) return;
    const KeyDrag kind = ImGui::GetIO().KeyAlt ? KeyDrag::scale : KeyDrag::move;
    if (!begin_key_drag(editor, editor.transport, timeline, timeline.held_from, kind)) {
      timeline.hold = TimelineState::Hold::none;
      return;
    }
  }
  drag_keys(editor, editor.transport, timeline,
            double(timeline.held_from) + frame.time.seconds_of(moved));
  if (!timeline.drag) timeline.hold = TimelineState::Hold::none;  // Esc
}

void use_pointer(const TimelineFrame& frame, const RowPlaces& places) {
  Editor& editor = frame.editor;
  TimelineState& timeline = editor.timeline;
  const bool is_over = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated() && !is_dragging(editor)) press_keys(frame, places);
  const bool holds =
      timeline.hold == TimelineState::Hold::keys || timeline.hold == TimelineState::Hold::box;
  if (holds && !ImGui::IsItemActive()) {
    end_key_drag(editor, timeline);
    timeline.hold = TimelineState::Hold::none;
  }
  if (timeline.hold == TimelineState::Hold::keys) hold_keys(frame);
  if (timeline.hold == TimelineState::Hold::box) hold_box(frame, places);
  if (!is_over || timeline.hold != TimelineState::Hold::none) return;
  const TimelineRow::Mark* mark = mark_at(frame, places, mouse);
  if (mark != nullptr) {
    const TimelineRow& row = places.rows[at(places.row_at(mouse.y))];
    tooltip(fmt::format(
        "{} \u00b7 {} \u00b7 frame {:.4g} \u00b7 {}", row.name, time_text(double(mark->seconds)),
        double(mark->seconds) * double(frame.motion.timing.frame_rate), word_of(mark->shape)));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !mark->is_selected)
      choose_keys(timeline, keys_between(frame.motion, row, mark->seconds, mark->seconds),
                  Choosing::replace);
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("##keys_menu");
  move_by_wheel(frame);
}

void draw_rows(const TimelineFrame& frame, const RowPlaces& places, int first, int last) {
  for (int i = first; i < last; ++i) {
    const TimelineRow& row = places.rows[at(i)];
    ImGui::PushID(int(row.id));
    ImGui::PushID(int(row.kind) * 8 + (row.property ? int(*row.property) : 0));
    const float top = places.top + float(i) * places.row_height;
    draw_name(frame, row, {frame.time.left - frame.names, top}, places.row_height);
    ImGui::PopID();
    ImGui::PopID();
  }
}

void draw_all_marks(const TimelineFrame& frame, const RowPlaces& places, int first, int last) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = first; i < last; ++i) {
    const TimelineRow& row = places.rows[at(i)];
    const float top = places.top + float(i) * places.row_height;
    if (row.kind == TimelineRow::Kind::all || row.kind == TimelineRow::Kind::limb)
      list.AddRectFilled({frame.time.left, top}, {frame.time.right, top + places.row_height},
                         colors().veil);
    draw_marks(frame, row, places.middle(i));
  }
}

/// After a selection made elsewhere, scrolls to its row. Call inside the rows' child window.
void reveal_selection(Editor& editor, const RowPlaces& places) {
  TimelineState& timeline = editor.timeline;
  if (timeline.revealed == editor.document.selection()) return;
  timeline.revealed = editor.document.selection();
  const auto found = std::find_if(places.rows.begin(), places.rows.end(),
                                  [](const TimelineRow& row) { return row.is_selected; });
  if (found == places.rows.end()) return;
  const float top = places.row_height * float(found - places.rows.begin()),
              scroll = ImGui::GetScrollY(), visible = ImGui::GetWindowHeight();
  if (top < scroll || top + places.row_height > scroll + visible)
    ImGui::SetScrollY(std::max(top - visible * 0.4f, 0.0f));
}

}  // namespace

void draw_key_menu(Editor& editor) {
  if (!ImGui::BeginPopup("##keys_menu")) return;
  for (const char* id : kShapeCommands) command_entry(editor, id);
  ImGui::Separator();
  for (const char* id :
       {"keys.copy", "keys.paste", "keys.paste_flipped", "keys.delete", "keys.select_all"})
    command_entry(editor, id);
  ImGui::Separator();
  for (const char* id : {"motion.key", "motion.key_pose"}) command_entry(editor, id);
  ImGui::EndPopup();
}

void draw_key_rows(const TimelineFrame& frame) {
  Editor& editor = frame.editor;
  const std::vector<TimelineRow>& rows = shown_rows(editor, editor.transport, editor.timeline);
  const ImGuiIO& io = ImGui::GetIO();
  const bool scrolls = !io.KeyCtrl && !io.KeyShift;
  const float row_height = px(kKeyRow),
              room = ImGui::GetContentRegionAvail().y,  // pixels; only whole rows are shown
      visible = std::max(std::floor(room / row_height), 1.0f) * row_height;
  ImGui::BeginChild("##rows", {0.0f, visible}, false,
                    scrolls ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollWithMouse);
  const float content = row_height * float(rows.size());
  const ImVec2 window = ImGui::GetWindowPos();
  const RowPlaces places{rows, ImGui::GetCursorScreenPos().y, row_height};
  const int first = std::max(int(ImGui::GetScrollY() / row_height), 0),
            last = std::min(first + int(visible / row_height) + 2, int(rows.size()));
  reveal_selection(editor, places);
  draw_rows(frame, places, first, last);
  const ImVec2 low{frame.time.left, window.y}, high{frame.time.right, window.y + visible};
  ImGui::SetCursorScreenPos({frame.time.left, places.top});
  ImGui::InvisibleButton("##keys",
                         {frame.time.right - frame.time.left, std::max(content, visible - px(2))},
                         ImGuiButtonFlags_MouseButtonLeft);
  ImGui::PushClipRect(low, high, true);
  draw_time_lines(frame, low, high);
  draw_playhead(frame, low, high);
  draw_all_marks(frame, places, first, last);
  use_pointer(frame, places);
  ImGui::PopClipRect();
  draw_key_menu(editor);
  ImGui::EndChild();
}

}  // namespace marrow::app
