#include "app/widgets/text_field.h"

#include <SDL.h>
#include <algorithm>
#include <cmath>
#include <imgui_internal.h>
#include <imgui_stdlib.h>
#include <utility>

#include "app/imgui_version.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "platform/browser_files.h"
#include "view/type/reading_order.h"

namespace marrow::app {

namespace {

std::string typed_apart;  // input for the focused field, in its next frame

int insert_typed(ImGuiInputTextCallbackData* data) {
  if (typed_apart.empty()) return 0;
  if (data->HasSelection())
    data->DeleteChars(std::min(data->SelectionStart, data->SelectionEnd),
                      std::abs(data->SelectionEnd - data->SelectionStart));
  data->InsertChars(data->CursorPos, typed_apart.c_str());
  data->SelectionStart = data->SelectionEnd = data->CursorPos;
  typed_apart.clear();
  return 0;
}

/// Shows a text in reading order below a field that holds it in another order.
void show_below(const std::string& reads) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImVec2 size = ImGui::CalcTextSize(reads.c_str());
  const ImVec2 at{low.x, high.y + px(2)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(at, {at.x + size.x + px(16), at.y + size.y + px(8)}, colors().popup, px(4));
  list.AddRect(at, {at.x + size.x + px(16), at.y + size.y + px(8)}, colors().line, px(4));
  list.AddText({at.x + px(8), at.y + px(4)}, colors().text, reads.c_str());
}

void show_in_field(const std::string& reads) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImVec2 pad = ImGui::GetStyle().FramePadding;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(low, {high.x - pad.x, high.y}, true);
  list.AddText({low.x + pad.x, low.y + pad.y}, ImGui::GetColorU32(ImGuiCol_Text), reads.c_str());
  list.PopClipRect();
}

const char* read_for_field() {
  static std::string held;
  held = clipboard_text();
  if (std::optional<std::string> typed = as_typed(held)) held = std::move(*typed);
  return held.c_str();
}

void write_from_field(const char* text) { set_clipboard_text(as_written(text)); }

}  // namespace

std::string clipboard_text() {
  char* const held = SDL_GetClipboardText();
  std::string text = held != nullptr ? held : "";
  SDL_free(held);
  return text;
}

std::string set_clipboard_text(const std::string& text) {
  if (SDL_SetClipboardText(text.c_str()) != 0) return SDL_GetError();
  platform::copy_to_browser(text);
  return {};
}

bool bare_text_field(const char* id, std::string* text, ImGuiInputTextFlags flags,
                     const char* hint) {
  const std::optional<std::string> typed = as_typed(*text);
  std::string held = typed ? *typed : *text;
  // ImGui itself selects the text at the first focus only.
  flags |= ImGuiInputTextFlags_AutoSelectAll;
  flags |= typed ? ImGuiInputTextFlags_CallbackAlways : ImGuiInputTextFlags_ReadOnly;
  const ImGuiInputTextCallback callback = typed ? insert_typed : nullptr;
  const std::string reads = as_shown(*text);
  const bool was_active = ImGui::GetActiveID() == ImGui::GetID(id);
  const bool shows_itself = reads == held || was_active;
  if (!shows_itself) ImGui::PushStyleColor(ImGuiCol_Text, 0u);
  const bool result = hint != nullptr ? ImGui::InputTextWithHint(id, hint, &held, flags, callback)
                                      : ImGui::InputText(id, &held, flags, callback);
  if (!shows_itself) ImGui::PopStyleColor();
  const bool is_active = ImGui::IsItemActive();
  if (!shows_itself && !is_active) show_in_field(reads);
  if (typed && held != *typed) *text = as_written(held);
  if (!is_active) return result;
  if (const std::string now = as_shown(*text); now != held) show_below(now);
  return result;
}

bool text_field(const char* label, std::string& text, const char* tip) {
  const RowPadding padding;
  const IdScope id_scope(label);
  field_label(label, tip);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  // During typing the text is in ImGui's buffer; `text` changes once, at the end. ImGui loses its
  // buffer when an item drawn earlier gets the keyboard, so the last text is kept here.
  static ImGuiID held_for = 0;
  static std::string held;
  std::string typed = text;
  bare_text_field("##text", &typed);
  note_spot(label);
  const ImGuiID id = ImGui::GetItemID();
  const bool ends = ImGui::IsItemDeactivatedAfterEdit();
  if (ends && held_for == id && typed == text && !key_pressed(ImGuiKey_Escape)) typed = held;
  if (ImGui::IsItemActive()) {
    held_for = id;
    held = typed;
  }
  const bool changed = ends && typed != text;
  if (changed) text = typed;
  return changed;
}

bool rename_field(const char* id, std::string& name, bool& began, bool& is_canceled) {
  if (!began) focus_next_item();
  const bool entered = bare_text_field(id, &name, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = std::exchange(began, true) && ImGui::IsItemDeactivated();
  is_canceled = key_pressed(ImGuiKey_Escape);
  return entered || left;
}

bool search_box(const char* id, std::string& text, const char* hint) {
  const IdScope id_scope(id);
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, glass = px(24);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(glass + px(2), px(5)));
  ImGui::SetNextItemWidth(width);
  // The cross overlaps the field.
  bool changed = draw_below([&] { return bare_text_field("##search", &text, 0, hint); });
  ImGui::PopStyleVar();
  const float height = ImGui::GetItemRectSize().y;
  const float text_y = corner.y + std::floor((height - ImGui::GetFontSize()) * 0.5f);
  ImGui::GetWindowDrawList()->AddText({corner.x + style.FramePadding.x, text_y},
                                      colors().text_faint, icon::kSearch);
  if (!text.empty()) {
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({corner.x + width - glass, corner.y});
    if (ImGui::InvisibleButton("##clear", {glass, height})) {
      text.clear();
      changed = true;
    }
    const ImU32 cross = ImGui::IsItemHovered() ? colors().text : colors().text_dim;
    ImGui::GetWindowDrawList()->AddText({corner.x + width - glass + px(4), text_y}, cross,
                                        icon::kClose);
    ImGui::SetCursorScreenPos(after);
  }
  return changed;
}

bool is_typed_apart(const char* text) {
  const std::u32string codes = view::code_points(text);
  return std::any_of(codes.begin(), codes.end(),
                     [](char32_t c) { return c > 0xffff || (c >= 0xe000 && c < 0xf900); });
}

void type_into_field(const char* text) {
  if (!ImGui::GetIO().WantTextInput) return;  // no field is focused
  if (const std::optional<std::string> typed = as_typed(text)) typed_apart += *typed;
}

void connect_clipboard() { use_clipboard<read_for_field, write_from_field>(); }

}  // namespace marrow::app
