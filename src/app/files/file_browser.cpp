#include <algorithm>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/index.h"
#include "base/text.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "platform/browser_files.h"
#include "platform/folders.h"

namespace marrow::app {

namespace {

namespace fs = std::filesystem;

bool place_row(const char* glyph, const char* label, const fs::path& folder,
               const FileBrowser& browser) {
  const std::string text = std::string(glyph) + "  " + label;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(8), px(8)));
  const bool clicked = ImGui::Selectable(as_shown(text).c_str(), folder == browser.folder);
  ImGui::PopStyleVar();
  tooltip(folder.string());
  return clicked;
}

/// Home, samples, folders of recent files.
void places(const Session& session, FileBrowser& browser) {
  std::optional<fs::path> chosen;
  const auto offer = [&](const char* glyph, const std::string& label, const fs::path& folder) {
    if (!folder.empty() && place_row(glyph, label.c_str(), folder, browser)) chosen = folder;
  };
  if (platform::has_private_files()) {
    // A chosen file arrives as if dropped: drop_file().
    if (!writes(browser.task) && text_button("This computer...", true)) platform::ask_for_files();
    offer(icon::kHome, "In this browser", platform::home_folder());
  } else {
    offer(icon::kHome, "Home", platform::home_folder());
  }
  offer(icon::kPerson, "Samples", media_folder());
  std::vector<fs::path> shown;
  for (const std::string& file : session.preferences.recent) {
    const fs::path folder = fs::path(file).parent_path();
    if (list_has(shown, folder) || folder == media_folder() ||
        (platform::has_private_files() && folder == platform::home_folder()))
      continue;
    if (shown.empty()) section("Recent");
    shown.push_back(folder);
    offer(icon::kFolder, ellipsis(folder.filename().string(), px(128)) + "##" + folder.string(),
          folder);
  }
  if (chosen) enter_folder(browser, *chosen);
}

void path_row(FileBrowser& browser) {
  if (icon_button("up", icon::kArrowUp, "One folder up (Backspace)", false, 28.0f))
    enter_folder(browser, fs::path(browser.folder).parent_path());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-FLT_MIN);
  if (bare_text_field("##path", &browser.path_text, ImGuiInputTextFlags_EnterReturnsTrue))
    enter_folder(browser, browser.path_text);
}

/// One row; true when double-clicked.
bool entry_row(FileBrowser& browser, int index) {
  const FileBrowser::Entry& entry = browser.entries[std::size_t(index)];
  const bool is_marked = index == browser.marked;
  const IdScope id(index);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  bool used = false;
  if (ImGui::Selectable("##row", is_marked, ImGuiSelectableFlags_AllowDoubleClick,
                        {0.0f, px(24)})) {
    mark(browser, index);
    used = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  if (is_marked && browser.scroll_to_marked) {
    ImGui::SetScrollHereY();
    browser.scroll_to_marked = false;
  }
  const float y = corner.y + std::floor((px(24) - ImGui::GetFontSize()) * 0.5f);
  draw_text({corner.x + px(6), y}, entry.is_folder ? colors().accent_text : colors().text_dim,
            entry.is_folder ? icon::kFolder : icon::kFile);
  draw_text({corner.x + px(30), y}, colors().text, ellipsis(entry.name, width - px(120)));
  if (!entry.is_folder) {
    const std::string size = bytes_text(entry.bytes);
    draw_text({corner.x + width - text_width(size) - px(8), y}, colors().text_dim, size);
  }
  return used;
}

/// The folder's rows; true when one was double-clicked.
bool entry_list(FileBrowser& browser, float height) {
  bool used = false;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, colors().well);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
  if (ImGui::BeginChild("##entries", {0.0f, height}, false, ImGuiWindowFlags_NoNav)) {
    if (browser.entries.empty()) {
      ImGui::SetCursorPosX(px(12));
      empty_hint(chooses_folder(browser.task)
                     ? "No folders in this one."
                     : "No files of a known format here. Go up, or tick \"All files\".");
    }
    ImGuiListClipper clipper;
    clipper.Begin(int(browser.entries.size()), px(24));
    if (browser.scroll_to_marked)
      clipper.ForceDisplayRangeByIndices(browser.marked, browser.marked + 1);
    while (clipper.Step())
      for (int index = clipper.DisplayStart;
           index < clipper.DisplayEnd && index < int(browser.entries.size()); ++index)
        used |= entry_row(browser, index);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  return used;
}

void name_row(FileBrowser& browser) {
  field_label("Name");
  ImGui::SetNextItemWidth(-FLT_MIN);
  if (browser.wants_focus) focus_next_item();
  browser.wants_focus = false;
  if (std::string typed = browser.name; bare_text_field("##name", &typed)) {
    mark(browser, -1);
    browser.name = std::move(typed);
  }
}

void program_row(FileBrowser& browser) {
  std::vector<std::string> labels = {"Any program"};
  for (const ExportPreset& preset : export_presets()) labels.emplace_back(preset.label);
  std::size_t choice = browser.preset;
  if (choice_field("For", choice, labels,
                   "Sets what this program needs; the rows below change it."))
    choose_preset(browser, choice);
}

void names_row(FileBrowser& browser) {
  std::vector<std::string> labels = {"As they are"};
  labels.insert(labels.end(), kNameConventionLabels.begin(), kNameConventionLabels.end());
  choice_field("Joint names", browser.names, labels,
               "Joints that are not part of a body keep their names.");
}

/// Authors are one line, separated by commas.
void avatar_rows(FileBrowser& browser) {
  std::string authors;
  for (const std::string& author : browser.meta.authors)
    authors += (authors.empty() ? "" : ", ") + author;
  const auto row = [](const char* label, const char* tip, const char* id, std::string& text) {
    field_label(label, tip);
    ImGui::SetNextItemWidth(-FLT_MIN);
    return bare_text_field(id, &text);
  };
  row("Model", "The model's name.", "##model", browser.meta.name);
  if (row("Authors", "Who made it, separated by commas. VRM requires one.", "##authors", authors)) {
    browser.meta.authors.clear();
    for (std::size_t at = 0; at < authors.size();) {
      const std::size_t end = std::min(authors.find(',', at), authors.size());
      const std::size_t begin = std::min(authors.find_first_not_of(' ', at), end);
      browser.meta.authors.push_back(authors.substr(begin, end - begin));
      at = end + 1;
    }
    if (authors.ends_with(',')) browser.meta.authors.emplace_back();
  }
  row("License", "The address of a license besides that of VRM.", "##license",
      browser.meta.license);
}

constexpr int kAvatarRows = 3;

/// The choice among io::export_ways().
void way_row(FileBrowser& browser) {
  std::vector<const char*> labels;
  for (const io::ExportWay& way : io::export_ways()) labels.push_back(way.label.c_str());
  int choice = int(browser.way);
  if (segments("Export", choice, labels)) choose_way(browser, std::size_t(choice));
}

/// A problem, else the question about overwriting, else what the format loses.
void message_row(const FileBrowser& browser) {
  if (!browser.problem.empty()) return paragraph(browser.problem, colors().error);
  if (browser.asks_overwrite)
    return paragraph(target_of(browser).filename().string() + " is already there. Replace it?",
                     colors().amber);
  const std::string words = words_below(browser);
  paragraph(words.empty() ? " " : words, colors().text_dim);
}

enum class Pressed { nothing, use, cancel };

Pressed button_row(FileBrowser& browser) {
  bool all = browser.all_files;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(2), px(2)));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(4));
  if (chooses_folder(browser.task)) {
    ImGui::Dummy({0.0f, ImGui::GetFrameHeight()});
  } else if (ImGui::Checkbox("All files", &all)) {
    browser.all_files = all;
    read_entries(browser);
  }
  ImGui::PopStyleVar();
  const char* verb = browser.asks_overwrite ? "Replace" : verb_of(browser.task);
  const float width = text_width(verb) + text_width("Cancel") + px(4 * 14 + 8);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - px(4));
  if (text_button("Cancel")) return Pressed::cancel;
  ImGui::SameLine();
  return text_button(verb, true) ? Pressed::use : Pressed::nothing;
}

Pressed keyboard(FileBrowser& browser) {
  if (key_pressed(ImGuiKey_DownArrow)) move_mark(browser, 1);
  if (key_pressed(ImGuiKey_UpArrow)) move_mark(browser, -1);
  if (key_pressed(ImGuiKey_PageDown)) move_mark(browser, 10);
  if (key_pressed(ImGuiKey_PageUp)) move_mark(browser, -10);
  if (key_pressed(ImGuiKey_Backspace) && browser.name.empty() && !ImGui::IsItemActive())
    enter_folder(browser, fs::path(browser.folder).parent_path());
  if (key_answers(ImGuiKey_Escape)) return Pressed::cancel;
  return key_answers(ImGuiKey_Enter) ? Pressed::use : Pressed::nothing;
}

void content(Editor& editor) {
  FileBrowser& browser = *editor.files.browser;
  title_text(title_of(browser.task));
  ImGui::Dummy({0.0f, px(4)});
  const fs::path folder_before = browser.folder;
  path_row(browser);
  // Enter in the path field enters a folder: it must not confirm the dialog.
  const bool types_path = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  // Below the list: the name, a message of at least two lines, the buttons.
  const float message_height =
      std::max(2.0f * ImGui::GetTextLineHeight(),
               ImGui::CalcTextSize(as_shown(words_below(browser)).c_str(), nullptr, false,
                                   ImGui::GetContentRegionAvail().x)
                   .y);
  const bool exports = browser.task == FileTask::export_scene, is_avatar = holds_avatar(browser);
  const int rows = exports ? (is_avatar ? 3 + kAvatarRows : 4) : 1;
  const float rest = float(rows) * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y) +
                     message_height + px(28) + 2.0f * ImGui::GetStyle().ItemSpacing.y;
  const float height = std::max(ImGui::GetContentRegionAvail().y - rest, px(48));
  if (ImGui::BeginChild("##places", {px(160), height}, false, ImGuiWindowFlags_NoNav))
    places(editor, browser);
  ImGui::EndChild();
  ImGui::SameLine();
  const bool used = entry_list(browser, height);
  if (exports) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(6));
    program_row(browser);
    if (is_avatar)
      avatar_rows(browser);
    else
      way_row(browser);
    names_row(browser);
  }
  if (!chooses_folder(browser.task)) name_row(browser);
  const ImVec2 message = ImGui::GetCursorPos();
  message_row(browser);
  ImGui::SetCursorPos({message.x, message.y + message_height + ImGui::GetStyle().ItemSpacing.y});
  Pressed pressed = button_row(browser);
  if (pressed == Pressed::nothing && !types_path) pressed = keyboard(browser);
  if (types_path && key_answers(ImGuiKey_Escape)) pressed = Pressed::cancel;
  if (used && browser.folder == folder_before) pressed = Pressed::use;
  if (pressed == Pressed::cancel) {
    editor.files.browser.reset();
    editor.files.after_save.reset();
  } else if (pressed == Pressed::use) {
    if (const auto file = choose(browser, browser.asks_overwrite))
      finish_browser(editor, file->string());
  }
}

}  // namespace

void draw_file_browser(Editor& editor) {
  constexpr const char* kBrowserTitle = "###file_browser";
  if (!editor.files.browser) return;
  if (!ImGui::IsPopupOpen(kBrowserTitle)) ImGui::OpenPopup(kBrowserTitle);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::min(px(760), window.x - px(16)), std::min(px(560), window.y - px(16))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(20), px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8), px(6)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(8), px(8)));
  // No navigation: arrows and Enter are for the list, and ImGui would press other rows with them.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav;
  if (ImGui::BeginPopupModal(kBrowserTitle, nullptr, kFlags)) {
    content(editor);
    if (!editor.files.browser) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(3);
}

}  // namespace marrow::app
