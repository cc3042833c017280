#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/dialog.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/text.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/share.h"
#include "platform/browser_files.h"

namespace marrow::app {

namespace {

using Way = ShareCard::Way;

std::string words_on_page(const ShareCard& card) {
  return fmt::format(
      "One file that holds the scene and a viewer: any browser opens it without a network; "
      "there you turn the scene and play its motions. About {}.",
      bytes_text(page_bytes(card)));
}

std::string words_on_link(const Editor& editor, const ShareCard& card) {
  const std::size_t length = link_length(editor, card);
  if (length > kLongestLink)
    return fmt::format(
        "The scene is too large for a link: it is {} when packed, and a link holds about {}. This "
        "link names the file {}.glb instead: save the scene under that name and put that file next "
        "to the page on the server.",
        bytes_text(card.packing.result()->size()), bytes_text(kLongestLink / 4 * 3),
        std::filesystem::path(document_name(editor)).stem().string());
  std::string text = fmt::format("The {} itself holds the scene. It has {} characters.",
                                 card.way == Way::code ? "HTML" : "link", with_separators(length));
  if (card.way == Way::link && length > kLongestInMessage)
    text += fmt::format(
        " Browsers accept it, but many mail and chat programs cut links longer than {} "
        "characters. For those, choose Page.",
        with_separators(kLongestInMessage));
  return text;
}

/// Reads the address at every key press, not only at Enter, so that the button below works at once.
void address_field(ShareCard& card) {
  const RowPadding padding;
  field_label("Address", "The address of Marrow's page, such as https://...");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  bare_text_field("##address", &card.address);
  note_spot("Address");
}

void fields(ShareCard& card) {
  segments("As", card.way, {"Page", "Link", "Embedded"},
           "A page is a file; a link opens Marrow's own page; embedded is HTML for a page of "
           "yours.");
  if (card.way == Way::link)
    segments("Opens", card.opens_editor, {"Viewer", "Editor"},
             "The viewer turns and plays the scene; in the editor it can be posed too.");
  if (!(card.way == Way::link && card.opens_editor))
    text_field("Caption", card.caption, "A line below the picture.");
  if (card.way != Way::page && platform::page_address().empty()) address_field(card);
}

/// A page cannot be made here: the button exports the scene instead.
bool exports_instead(const ShareCard& card) {
  return card.way == Way::page && !platform::has_private_files() && !why_no_page().empty();
}

/// Whether the button can be pressed, and the words above it.
struct Outlook {
  bool is_ready;
  std::string words;
};

Outlook outlook(const Editor& editor, const ShareCard& card) {
  if (exports_instead(card)) return {true, why_no_page()};
  if (is_preparing(card))
    return {false, card.packing.is_done() ? "Fetching the viewer" : "Packing the scene"};
  if (std::string problem = card.packing.problem(); !problem.empty())
    return {false, std::move(problem)};
  if (card.way != Way::page) {
    std::string problem = why_no_link(card);
    if (!problem.empty()) return {false, std::move(problem)};
    return {true, words_on_link(editor, card)};
  }
  if (!viewer_file().empty()) return {true, words_on_page(card)};
  return {false, why_no_page()};
}

void copy(Editor& editor, const ShareCard& card) {
  const std::string link = link_of(editor, card);
  const std::string problem = editor.clipboard.write(link);
  const char* const what = card.way == Way::code ? "HTML" : "link";
  if (!problem.empty()) return say(editor, problem, true);
  say(editor, fmt::format("Copied the {}, {} characters", what, with_separators(link.size())));
  editor.preferences.page_address = card.address;
  editor.files.share.reset();
}

}  // namespace

void draw_share(Editor& editor) {
  constexpr const char* kTitle = "###share";
  if (!editor.files.share || asks_something_else(editor.files) || !begin_dialog(kTitle, 480.0f))
    return;
  ShareCard& card = *editor.files.share;
  dialog_headline(("Share " + document_name(editor)).c_str());
  // The same height for every choice, so that no button moves from under the pointer.
  const float top = ImGui::GetCursorPosY();
  const float fields_height = px(platform::page_address().empty() ? 4 * 28 : 3 * 28);
  fields(card);
  ImGui::Dummy({0.0f, px(4)});
  const Outlook found = outlook(editor, card);
  card_words(found.words);
  ImGui::SetCursorPosY(
      std::max(ImGui::GetCursorPosY(),
               top + fields_height + 4.0f * ImGui::GetTextLineHeightWithSpacing()) +
      px(8));
  const bool exports = exports_instead(card);
  const char* const verb = exports                 ? "Export glTF..."
                           : card.way == Way::page ? "Save page..."
                           : card.way == Way::link ? "Copy link"
                                                   : "Copy HTML";
  align_buttons({"Cancel", verb});
  const bool is_left = text_button("Cancel", false, "Esc") || dialog_is_left();
  ImGui::SameLine();
  ImGui::BeginDisabled(!found.is_ready);
  const bool goes_on = text_button(verb, true, "Enter") ||
                       (found.is_ready && !ImGui::IsAnyItemActive() && key_answers(ImGuiKey_Enter));
  ImGui::EndDisabled();
  if (is_left || goes_on) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (is_left) return editor.files.share.reset();
  if (!goes_on) return;
  if (exports) {
    editor.files.share.reset();
    run_command(editor, "file.export_exchange");
  } else if (card.way == Way::page)
    open_browser(editor, editor.bench, editor.files, FileTask::share_page);
  else
    copy(editor, card);
}

}  // namespace marrow::app
