// The start screen: ways to begin while the scene is empty. Recent files, here and in the menu.
#include <algorithm>
#include <cmath>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/widgets/card.h"
#include "app/widgets/menu.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "editor/files/recent.h"
#include "editor/files/safety.h"

namespace marrow::app {

namespace {

constexpr float kStartWidth = 660.0f, kDoorHeight = 60.0f, kTileWidth = 112.0f, kTileGap = 10.0f;

/// A large button: a title, and below it the wrapped text `how`. `picture`: a file whose thumbnail
/// replaces the icon where there is room; may be empty.
bool door(Session& session, FilesState& files, const char* title, const char* how,
          const char* symbol, const std::string& picture, float width) {
  const bool is_narrow = width < px(230),
             has_picture = !is_narrow && !picture.empty() &&
                           thumbnail_of(session, files, picture).texture != 0;
  const glm::vec2 shown{px(66), px(44)};
  const float inset = has_picture ? shown.x + px(20) : px(is_narrow ? 36 : 48);
  ImFont* small = fonts().small;
  const float wrap = width - inset - px(8);
  ImFont* bold = fonts().semibold;
  const float heading = bold->CalcTextSizeA(bold->FontSize, FLT_MAX, wrap, title).y,
              words = heading + px(3) + small->CalcTextSizeA(small->FontSize, FLT_MAX, wrap, how).y;
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size{width, std::max(px(kDoorHeight), words + px(16))};
  const bool clicked = ImGui::InvisibleButton(title, size);
  note_spot(title);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                     ImGui::IsItemHovered() ? colors().raised_hover : colors().raised, px(6));
  if (has_picture)
    draw_thumbnail(session, files, picture, {at.x + px(8), at.y + px(8)}, shown, false);
  else
    draw_text(
        {at.x + px(is_narrow ? 10 : 17), at.y + std::floor((size.y - ImGui::GetFontSize()) * 0.5f)},
        colors().accent_text, symbol);
  const float left = at.x + inset, top = at.y + std::floor((size.y - words) * 0.5f);
  list.AddText(bold, bold->FontSize, {left, top}, colors().text, title, nullptr, wrap);
  list.AddText(small, small->FontSize, {left, top + heading + px(3)}, colors().text_dim, how,
               nullptr, wrap);
  return clicked;
}

void draw_doors(Editor& editor) {
  const float gap = px(kTileGap), room = ImGui::GetContentRegionAvail().x;
  const bool is_narrow = room < px(480);  // then one below the other
  const float width = is_narrow ? room : std::floor((room - gap) * 0.5f);
  const std::string sample = recent_key(media_folder() / "human.glb");
  if (door(editor, editor.files, "Open the sample", "a rigged human to pose", icon::kPerson, sample,
           width))
    request_sample(editor);
  if (!is_narrow) ImGui::SameLine(0.0f, gap);
  const std::string keys = command("file.open").shortcuts.empty()
                               ? ""
                               : shortcut_text(command("file.open").shortcuts.front());
  const std::string how = (keys.empty() ? "" : keys + ", ") + "or drop a .glb, .gltf, .obj here";
  if (door(editor, editor.files, "Open a file", how.c_str(), icon::kFolderOpen, {}, width))
    run_command(editor, "file.open");
}

/// A recent file: picture and name. A missing file is gray and disabled.
void draw_tile(Editor& editor, const std::string& path, float width) {
  const bool is_there = is_present(editor, editor.files, path);
  const std::filesystem::path file(path);
  const ImVec2 at = ImGui::GetCursorScreenPos(), picture{width, std::floor(width * 2.0f / 3.0f)};
  const ImVec2 size{picture.x, picture.y + px(6) + fonts().small->FontSize};
  ImGui::PushID(path.c_str());
  const bool clicked = ImGui::InvisibleButton("##tile", size);
  note_spot(file.filename().string());
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip(is_there ? path : path + "\nno longer exists");
  ImGui::PopID();
  draw_thumbnail(editor, editor.files, path, {at.x, at.y}, {picture.x, picture.y}, !is_there);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_hovered && is_there)
    list.AddRect({at.x - px(1), at.y - px(1)}, {at.x + picture.x + px(1), at.y + picture.y + px(1)},
                 colors().accent_text, px(5), 0, px(2));
  ImGui::PushFont(fonts().small);
  const std::string name = ellipsis(file.filename().string(), picture.x);
  draw_text({at.x, at.y + picture.y + px(5)}, is_there ? colors().text : colors().text_faint, name);
  ImGui::PopFont();
  if (clicked && is_there) request_open(editor, path);
}

void draw_recent(Editor& editor) {
  const std::vector<std::string> recent = editor.preferences.recent;
  if (recent.empty()) return;
  ImGui::Dummy({0.0f, px(6)});
  ImGui::PushFont(fonts().semibold);
  ImGui::AlignTextToFramePadding();  // level with the link
  ImGui::TextUnformatted("Recent");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - text_width("Clear list"));
  if (link("Clear list", "Clears this list; the files themselves are kept"))
    clear_recent(editor, editor.files);
  const float gap = px(kTileGap), room = ImGui::GetContentRegionAvail().x;
  const float fitting = std::max(1.0f, std::floor((room + gap) / (px(kTileWidth) + gap)));
  const float tile = std::floor((room + gap) / fitting) - gap;
  const auto columns = std::size_t(fitting);
  for (std::size_t i = 0; i < recent.size(); ++i) {
    if (i % columns != 0) ImGui::SameLine(0.0f, gap);
    draw_tile(editor, recent[i], tile);
    if (i % columns == columns - 1 && i + 1 < recent.size()) ImGui::Dummy({0.0f, px(2)});
  }
}

constexpr float kRecentRow = 44.0f, kPicture = 60.0f, kRecentWidth = 340.0f;

void draw_recent_row(Editor& editor, const std::string& path) {
  const bool is_there = is_present(editor, editor.files, path);
  const std::filesystem::path file(path);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = px(kRecentRow), text = px(kPicture + 14),
              width = px(kRecentWidth) - text - px(4);
  const bool clicked =
      ImGui::Selectable(("##" + path).c_str(), false, is_there ? 0 : ImGuiSelectableFlags_Disabled,
                        {px(kRecentWidth), height});
  note_spot("Recent " + file.filename().string());
  tooltip(is_there ? path : path + "\nno longer exists");
  draw_thumbnail(editor, editor.files, path, {at.x, at.y + px(2)}, {px(kPicture), height - px(4)},
                 !is_there);
  const std::string name = ellipsis(file.filename().string(), width);
  draw_text({at.x + text, at.y + px(5)}, is_there ? colors().text : colors().text_faint, name);
  ImGui::PushFont(fonts().small);
  const std::string folder =
      ellipsis(is_there ? file.parent_path().string() : "no longer exists", width);
  draw_text({at.x + text, at.y + px(24)}, is_there ? colors().text_dim : colors().text_faint,
            folder);
  ImGui::PopFont();
  if (clicked) request_open(editor, path);
}

}  // namespace

void draw_thumbnail(Session& session, FilesState& files, const std::string& path, glm::vec2 corner,
                    glm::vec2 size, bool is_dim) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low{corner.x, corner.y}, high{corner.x + size.x, corner.y + size.y};
  const Thumbnail picture = path.empty() ? Thumbnail{} : thumbnail_of(session, files, path);
  if (picture.texture != 0) {
    const auto texture = texture_id(picture.texture);
    list.AddImageRounded(texture, low, high, {0.0f, 0.0f}, {1.0f, 1.0f},
                         IM_COL32(255, 255, 255, is_dim ? 70 : 255), px(4));
    return;
  }
  list.AddRectFilled(low, high, colors().well, px(4));
  const ImVec2 sign = ImGui::CalcTextSize(icon::kPerson);
  draw_text(
      {std::floor(low.x + (size.x - sign.x) * 0.5f), std::floor(low.y + (size.y - sign.y) * 0.5f)},
      colors().text_faint, icon::kPerson);
}

void draw_start_screen(Editor& editor, const Rect& viewport, float top) {
  if (!editor.document.scene().nodes.empty() || is_loading(editor.files) || viewport.empty())
    return;
  // Between the tools and the axis balls, centered; below a card if there is one.
  const std::optional<Rect> balls = area_named("axes");
  const float low = card_left(viewport),
              high = balls ? balls->corner.x - px(8) : viewport.end().x - px(12);
  const float width = std::min(px(kStartWidth), high - low);
  const float middle = std::floor(std::clamp(viewport.corner.x + viewport.size.x * 0.5f,
                                             low + width * 0.5f, high - width * 0.5f));
  const bool has_card = has_offer(editor.files) || editor.files.safety.file_changed;
  const float above = has_card ? top : viewport.corner.y + px(48);  // below the mode's name
  const float room = viewport.end().y - px(12) - above;
  const float y = has_card ? top : above + std::floor(room * 0.5f);
  ImGui::SetNextWindowPos({middle, y}, ImGuiCond_Always, {0.5f, has_card ? 0.0f : 0.5f});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(room, px(120))});
  const float padding = px(width < px(300) ? 10 : 20);
  if (begin_bare_window("##start", {padding, px(18)}, px(10), colors().panel,
                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove)) {
    title_text("An empty scene");
    ImGui::Dummy({0.0f, px(2)});
    draw_doors(editor);
    draw_recent(editor);
  }
  end_bare_window("card");
}

void draw_recent_menu(Editor& editor) {
  const std::vector<std::string> recent = editor.preferences.recent;
  const bool is_open = begin_menu("Open recent", !recent.empty());
  note_spot("Open recent");
  if (!is_open) return;
  for (const std::string& path : recent) draw_recent_row(editor, path);
  ImGui::Separator();
  if (ImGui::MenuItem("Clear list")) clear_recent(editor, editor.files);
  note_spot("Clear list");
  tooltip("Clears this list; the files themselves are kept");
  end_menu();
}

}  // namespace marrow::app
