// Small ImGui helpers shared by all panels. All sizes are design units (see px()).
#pragma once

#include <glm/glm.hpp>
#include <imgui.h>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "editor/panels/field_edit.h"

namespace marrow::app {

struct NumberStyle {
  float speed = 0.005f;            ///< change per pixel of dragging
  float low = -1e6f, high = 1e6f;  ///< limits, for typed values too; never NaN or infinite
  /// `low` and `high` limit drags only; typed values may be from -1e6 to 1e6.
  bool types_beyond = false;
  const char* format = "%.3f";    ///< may end in a unit: "%.1f\u00b0"
  const char* tooltip = nullptr;  ///< shown over label and field
  bool filled = false;            ///< shows the value between low and high as a bar
  ImU32 fill = 0;                 ///< the bar's color; 0: the accent color
};

/// NumberStyle::format for lengths within an object of this size.
const char* length_format(float size);

/// While it lives, text is in this font.
struct FontScope {
  explicit FontScope(ImFont* font) { ImGui::PushFont(font); }
  ~FontScope() { ImGui::PopFont(); }
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};
/// While it lives, item ids are relative to this one.
struct IdScope {
  template <typename Value>
  explicit IdScope(Value id) {
    ImGui::PushID(id);
  }
  ~IdScope() { ImGui::PopID(); }
  IdScope(const IdScope&) = delete;
  IdScope& operator=(const IdScope&) = delete;
};

inline constexpr float kRowHeight = 24.0f;
inline constexpr float kLabelWidth = 88.0f;

/// A semibold heading with air above it and an optional gray note at the right edge.
void section(const char* title, const char* note = nullptr);
/// A heading that folds: a triangle, the title, and a status at the right edge, visible also when
/// folded. Returns `is_open`, which a click flips.
bool fold_header(const char* title, bool& is_open, std::string_view status, ImU32 status_tone);
/// A gray label in the label column; the next item fills the field column.
void field_label(const char* label, const char* tooltip = nullptr);
/// A row: label and number. Drag, or double-click or Ctrl+click to type. A label that is not unique
/// in the window needs an id after "##".
FieldEvents number_field(const char* label, float& value, const NumberStyle& style = {});
/// A row: label and x, y, z.
FieldEvents vector_field(const char* label, glm::vec3& value, const NumberStyle& style = {});
/// A drop-down `width` pixels wide, like ImGui::BeginCombo(). If true, draw entries and
/// call ImGui::EndCombo().
bool begin_choice(const char* id, const char* shown, float width);
float choice_room(float width);  ///< width for the words in it, pixels
/// A row: label and a drop-down. True when another entry was chosen.
bool choice_field(const char* label, int& choice, const std::vector<std::string>& entries,
                  const char* tooltip = nullptr);
/// A row: label and buttons side by side, one of them pressed. True when another was chosen.
/// `only_first`: the other buttons are grayed.
bool segments(const char* label, int& choice, const std::vector<const char*>& words,
              const char* tip = nullptr, bool only_first = false);
/// choice_field() and segments() for an enumeration, an index or a switch, whose value is the index
/// of the chosen word.
template <typename Value>
bool choice_field(const char* label, Value& value, const std::vector<std::string>& entries,
                  const char* tooltip = nullptr) {
  int choice = int(value);
  const bool changed = choice_field(label, choice, entries, tooltip);
  if (changed) value = static_cast<Value>(choice);
  return changed;
}
template <typename Value>
bool segments(const char* label, Value& value, const std::vector<const char*>& words,
              const char* tip = nullptr) {
  int choice = int(value);
  const bool changed = segments(label, choice, words, tip);
  if (changed) value = static_cast<Value>(choice);
  return changed;
}
/// A tick box with its label.
void flag(const char* label, bool& value, const char* tip);
/// A row: label and read-only text, which lines up with the fields above.
void value_row(const char* label, const std::string& value, const char* tooltip = nullptr);

inline constexpr float kProgressHeight = 6.0f;
/// A bar across the window's content, filled to `share`, 0 to 1; `height` in design units.
void progress_bar(float share, float height = kProgressHeight);

enum class ChipKind { neutral, uncovered, good, error };
/// A rounded pill; true when clicked.
bool chip(const char* text, ChipKind kind, const char* tooltip = nullptr);

/// A square icon button (24 units high by default); `active` in the accent. True when clicked.
bool icon_button(const char* id, const char* icon, const char* tooltip, bool active = false,
                 float size = 24.0f);
/// A button as wide as its text, `primary` in the accent.
bool text_button(const char* label, bool primary = false, const char* tooltip = nullptr);
/// Like text_button(); grayed and never clicked unless `enabled`.
bool text_button_if(bool enabled, const char* label, bool primary = false,
                    const char* tooltip = nullptr);
float text_button_width(const char* label);  ///< pixels

/// A flat button as high as a line of a list, for a row's action. True when clicked.
bool small_button(const char* label, const char* tip = nullptr);
/// Width of small_button() with a label, pixels.
float small_button_width(const char* label);
/// A text button: accent text without a ground. True when clicked.
bool link(const char* label, const char* tip = nullptr);

/// One line of text cut to `width` pixels; when cut, the whole text is its tooltip.
void fitting_text(std::string_view text, float width, ImU32 tone);
void title_text(const char* text);
/// Text at a place of the window, in the present font and in one line.
void draw_text(const ImVec2& at, ImU32 tone, std::string_view text);
/// Width of text in the present font, pixels.
float text_width(std::string_view text);
/// Highlights the row under the pointer, a little wider than the content.
void draw_row_veil(const ImVec2& corner, float width, float height);
/// Calls draw(i) for the visible rows of a list in a child window; `height` of a row in pixels.
template <typename Draw>
void for_visible_rows(std::size_t count, float height, const Draw& draw) {
  ImGuiListClipper clipper;
  clipper.Begin(int(count), height);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw(std::size_t(row));
}
/// Text that wraps at spaces only, so that "0.054" is not split; `width` pixels.
void wrapped_text(std::string_view text, float width);
/// Text that wraps at the right edge.
void paragraph(std::string_view text, ImU32 tone);
/// Text in the small font that wraps at the right edge; gray without a tone.
void small_note(std::string_view text, ImU32 tone = 0);

/// A tooltip for the last item, after a short rest of the pointer; nullptr: none.
void tooltip(const char* text);
inline void tooltip(const std::string& text) { tooltip(text.c_str()); }
void colored_text(std::string_view text, ImU32 tone);
void dim_text(std::string_view text);
/// Right-aligned in the present row, ending `inset` units before the window's content edge.
void right_text(std::string_view text, ImU32 text_color, float inset = 0.0f);
/// Gray wrapped words in an empty panel: what to do.
void empty_hint(const char* text);
/// `text` cut with an ellipsis so that it fits `width` pixels in the present font.
std::string ellipsis(std::string_view text, float width);

/// While it lives, framed items are `height` high, with `x` left and right of their content.
struct RowPadding {
  explicit RowPadding(float x = 8.0f, float height = kRowHeight);
  ~RowPadding();
  RowPadding(const RowPadding&) = delete;
  RowPadding& operator=(const RowPadding&) = delete;
};

/// The field of number_field() without its label, `width` pixels wide.
FieldEvents bare_number(const char* id, float& value, const NumberStyle& style, float width);

/// True while the user types into a number's field.
bool is_typing_number();

}  // namespace marrow::app
