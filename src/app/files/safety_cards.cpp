#include <ctime>
#include <fmt/format.h>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/dialog.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/recent.h"
#include "editor/files/safety.h"

namespace marrow::app {

namespace {

constexpr float kPictureWidth = 150.0f, kPictureHeight = 100.0f;

/// "2 of 3" and a link to the next offer: right of the heading, or below it if the heading fills
/// the row.
void offer_count(FilesState& files, const char* heading) {
  const SafetyState& safety = files.safety;
  if (safety.offers.size() < 2) return;
  const std::string count = fmt::format("{} of {}", safety.offer + 1, safety.offers.size());
  const float width = text_width(count) + text_width("Next") + px(8);
  ImGui::PushFont(fonts().semibold);
  const float taken = text_width(heading) + px(12);
  ImGui::PopFont();
  if (taken + width + px(4) <= ImGui::GetContentRegionAvail().x)
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width - px(4));
  ImGui::AlignTextToFramePadding();
  dim_text(count);
  ImGui::SameLine(0.0f, px(8));
  if (link("Next", "Shows the next older autosave")) next_offer(files);
}

void offer_words(FilesState& files, const OrphanedRecovery& offer) {
  const bool is_damaged = !offer.problem.empty();
  const char* const heading = is_damaged ? "An autosave is damaged" : "Marrow was interrupted";
  if (files.safety.offers.size() > 1) ImGui::AlignTextToFramePadding();  // level with the link
  card_heading(heading);
  offer_count(files, heading);
  if (is_damaged) return paragraph(offer.problem, colors().error);
  const std::string when = moment_text(offer.note.time, std::int64_t(std::time(nullptr)));
  paragraph(offer.note.name + ", " + when, colors().text);
  card_words("Last step: " + offer.note.label);
}

void offer_buttons(Editor& editor, const OrphanedRecovery& offer) {
  const bool can_restore = offer.problem.empty();
  align_buttons(can_restore ? std::initializer_list<const char*>{"Discard", "Later", "Restore"}
                            : std::initializer_list<const char*>{"Discard", "Later"});
  if (text_button("Discard", false, "Deletes this autosave for good"))
    return discard_offer(editor, editor.files);
  beside_or_below("Later");
  if (text_button("Later", false,
                  "Asks again at the next start; until then: File, Recover unsaved work"))
    return postpone_offers(editor.files);
  if (!can_restore) return;
  beside_or_below("Restore");
  if (text_button("Restore", true,
                  "Opens the autosaved version; your file stays as it is until you save"))
    restore_offer(editor);
}

/// A link that discards the old autosaves, if there are any.
void discard_old_link(FilesState& files) {
  const std::size_t old = old_offer_count(files);
  if (old == 0) return;
  ImGui::Dummy({0.0f, px(2)});
  dim_text(fmt::format("{} autosaves, {} of them old.", files.safety.offers.size(), old));
  beside_or_below("Discard old autosaves");
  if (link("Discard old autosaves", "Any older than 30 days, and all but the ten newest"))
    discard_old_offers(files);
}

void offer_card(Editor& editor, const Rect& viewport, float& y) {
  // A copy: the buttons remove the offer from the list.
  const OrphanedRecovery offer = editor.files.safety.offers[editor.files.safety.offer];
  float inset = 0.0f;  // indent of the text: the picture's width; 0 without room for a picture
  const auto words = [&] {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (ImGui::GetContentRegionAvail().x > px(kPictureWidth + 14 + 190))
      inset = px(kPictureWidth + 14);
    if (inset > 0.0f) {
      draw_thumbnail(editor, editor.files, offer.note.document.string(), {corner.x, corner.y},
                     {px(kPictureWidth), px(kPictureHeight)}, false);
      ImGui::Indent(inset);
    }
    offer_words(editor.files, offer);
    ImGui::Dummy({0.0f, px(4)});
    if (inset > 0.0f) ImGui::Unindent(inset);
  };
  draw_card(editor, "##recovery", viewport, y, words, [&] {
    if (inset > 0.0f) ImGui::Indent(inset);
    offer_buttons(editor, offer);
    if (has_offer(editor.files)) discard_old_link(editor.files);
    if (inset > 0.0f) ImGui::Unindent(inset);
  });
}

void file_changed_text(const Editor& editor) {
  card_heading(document_name(editor) + " was changed by another program");
  paragraph(editor.document.is_dirty() ? "The file does not have your changes."
                                       : "You see the file as it was before.",
            colors().text_dim);
  ImGui::Dummy({0.0f, px(4)});
}

void changed_buttons(Editor& editor) {
  align_buttons({"Keep mine", "Reload"});
  const bool is_ours = editor.files.safety.file == editor.document.path();
  if (text_button(
          "Keep mine", false,
          is_ours ? "Keeps your version; saving will replace the file" : "Keeps your version"))
    return keep_mine(editor, editor.files);
  beside_or_below("Reload");
  if (text_button("Reload", true, "Reads the file again; asks first if you have unsaved changes"))
    request_reload(editor);
}

}  // namespace

float draw_safety_cards(Editor& editor, const Rect& viewport, float y) {
  if (viewport.empty()) return y;
  if (editor.files.safety.file_changed)
    draw_card(
        editor, "##file_changed", viewport, y, [&] { file_changed_text(editor); },
        [&] { changed_buttons(editor); });
  if (has_offer(editor.files)) offer_card(editor, viewport, y);
  return y;
}

void draw_overwrite_dialog(Editor& editor) {
  constexpr const char* kTitle = "###overwrite";
  if (!editor.files.safety.asks_overwrite || !begin_dialog(kTitle, 470.0f)) return;
  dialog_headline(("Replace " + document_name(editor) + "?").c_str());
  paragraph(
      "Another program changed the file since you opened it. Replacing the file keeps the "
      "other version next to it as .bak.",
      colors().text_dim);
  ImGui::Dummy({0.0f, px(8)});
  std::optional<OverwriteAnswer> answer;
  align_buttons({"Replace", "Cancel", "Save as..."});
  if (text_button("Replace")) answer = OverwriteAnswer::replace;
  ImGui::SameLine();
  if (text_button("Cancel") || key_answers(ImGuiKey_Escape)) answer = OverwriteAnswer::cancel;
  ImGui::SameLine();
  if (text_button("Save as...", true) || key_answers(ImGuiKey_Enter))
    answer = OverwriteAnswer::save_as;
  if (answer) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (answer) answer_overwrite(editor, *answer);
}

}  // namespace marrow::app
