#include "app/capture/shot_parts.h"

#include <algorithm>
#include <cmath>
#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/imgui_version.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

/// A path inside the home folder as "~/Pictures".
std::string shortened(const std::filesystem::path& folder) {
  const std::string text = folder.string(), home = folder_from_text("~").string();
  return text.starts_with(home) ? "~" + text.substr(home.size()) : text;
}

/// A swatch that opens a picker, and three numbers.
void color_field(const char* label, view::Color& color) {
  const IdScope id(label);
  field_label(label);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  constexpr ImGuiColorEditFlags kFlags =
      ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoAlpha;
  ImGui::ColorEdit3("##color", &color.x, kFlags);
  note_spot(label);
}

void background_fields(std::optional<view::Background>& background) {
  enum { present, plain, gradient };
  int kind = !background ? present : background->top == background->bottom ? plain : gradient;
  if (choice_field("Background", kind, {"As in the viewport", "One color", "Gradient"})) {
    constexpr view::Color kWhite{1.0f, 1.0f, 1.0f, 1.0f}, kGray{0.80f, 0.84f, 0.88f, 1.0f};
    if (kind == present)
      background.reset();
    else
      background = {kWhite, kind == plain ? kWhite : kGray};
  }
  if (!background) return;
  color_field(kind == plain ? "Color" : "Top", background->top);
  if (kind == plain)
    background->bottom = background->top;
  else
    color_field("Bottom", background->bottom);
}

void caption_fields(view::Caption& caption) {
  text_field("Caption", caption.text, "One line at the lower edge of the picture.");
  if (caption.text.empty()) return;
  segments("Place", caption.is_centered, {"Left", "Center"});
}

constexpr float kShotWidth = 860.0f, kShotGap = 20.0f;  // gap: between preview and settings

constexpr int kLargestPreview = 1024;  // pixels
constexpr ImU32 kSquare[] = {IM_COL32(92, 96, 101, 255), IM_COL32(118, 122, 127, 255)};

/// The largest size with the aspect of `size` that fits; whole pixels, at least 1.
glm::vec2 fitted(glm::ivec2 size, glm::vec2 room) {
  const glm::vec2 wanted = glm::max(glm::vec2(size), glm::vec2(1.0f));
  const float scale = std::min(room.x / wanted.x, room.y / wanted.y);
  return glm::max(glm::floor(wanted * scale), glm::vec2(1.0f));
}

bool looks_equal(const view::Picture& a, const view::Picture& b) {
  return a.camera == b.camera && a.show == b.show && a.ui_scale == b.ui_scale &&
         a.transparent == b.transparent && a.tones == b.tones && a.hatched == b.hatched;
}

/// Shows through transparent pictures.
void draw_checkerboard(ImVec2 low, ImVec2 high) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, high, kSquare[0]);
  const float side = px(8);
  int row = 0;
  for (float y = low.y; y < high.y; y += side, ++row) {
    int column = 0;
    for (float x = low.x; x < high.x; x += side, ++column)
      if ((row + column) % 2 == 1)
        list.AddRectFilled({x, y}, {std::min(x + side, high.x), std::min(y + side, high.y)},
                           kSquare[1]);
  }
}

}  // namespace

bool begin_shot_window(const char* id, const char* title) {
  ImGui::SetNextWindowSizeConstraints(
      {0.0f, 0.0f}, {ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y - px(16)});
  if (!begin_dialog(id, kShotWidth)) return false;
  title_text(title);
  ImGui::Dummy({0.0f, px(4)});
  return true;
}

void close_shot_window(const char* id) {
  if (ImGui::IsPopupOpen(id)) ImGui::ClosePopupToLevel(0, true);
}

glm::vec2 preview_room(float settings) {
  const float width = ImGui::GetContentRegionAvail().x - px(settings) - px(kShotGap);
  const float height = std::min(px(440), ImGui::GetIO().DisplaySize.y - px(190));
  return glm::max(glm::floor(glm::vec2(width, height)), glm::vec2(px(40)));
}

void look_fields(ShotLook& look, const char* transparent_tip) {
  const float first = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                      text_width("Uncovered vertices") + px(14);
  const float second =
      ImGui::GetCursorPosX() + std::floor(std::max(ImGui::GetContentRegionAvail().x * 0.5f, first));
  flag("Capsules", look.capsules, "What each joint reaches.");
  ImGui::SameLine(second);
  flag("Joints", look.joints, "Balls and bones.");
  flag("Uncovered vertices", look.uncovered, "Crosses on the vertices that no capsule holds.");
  ImGui::SameLine(second);
  flag("Selection", look.selection, "What is selected is amber.");
  flag("Ground", look.grid, "The grid, and shade where a mesh touches the ground.");
  ImGui::SameLine(second);
  flag("Shadow", look.staging.shadow, "The ground catches the shadow of the meshes.");
  flag("No background", look.transparent, transparent_tip);
  ImGui::BeginDisabled(look.transparent);
  background_fields(look.staging.background);
  ImGui::EndDisabled();
  caption_fields(look.staging.caption);
}

void folder_field(Preferences& preferences) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(px(8), std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)));
  field_label("Folder");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  std::string& folder = preferences.picture_folder;
  const std::string hint = has_place_for_pictures(preferences) ? shortened(pictures_folder())
                                                               : "Asked at the first picture";
  bare_text_field("##folder", &folder, 0, as_shown(hint).c_str());
  note_spot("Folder");
  if (!ImGui::IsItemActive()) tooltip(folder_from_text(folder).string());
  ImGui::PopStyleVar();
}

void problem_line(const std::string& problem) {
  if (!problem.empty()) paragraph(problem, colors().error);
}

view::Renderer& ShotPreview::renderer() {
  if (!workshop_) workshop_ = std::make_unique<Workshop>();
  return workshop_->renderer;
}

void ShotPreview::reset() {
  workshop_.reset();
  drawn_.reset();
}

void ShotPreview::upload(const view::Image& image) {
  view::gl::upload(workshop_->texture, image.width, image.height, image.rgba.data());
}

void ShotPreview::show(glm::ivec2 size, glm::vec2 room) const {
  const glm::vec2 shown = fitted(size, room);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 low{corner.x + std::floor(0.5f * (room.x - shown.x)),
                   corner.y + std::floor(0.5f * (room.y - shown.y))};
  const ImVec2 high{low.x + shown.x, low.y + shown.y};
  ImGui::Dummy({room.x, room.y});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + room.x, corner.y + room.y}, colors().well, px(4));
  draw_checkerboard(low, high);
  list.AddImage(texture_id(workshop_->texture.name()), low, high);
}

void ShotPreview::draw(const Editor& editor, const view::Picture& picture,
                       const view::Caption& caption, glm::ivec2 size, glm::vec2 room,
                       const PreviewMoment& moment) {
  const glm::ivec2 pixels = glm::min(glm::ivec2(fitted(size, room)), glm::ivec2(kLargestPreview));
  const std::uint64_t revision = editor.document.revision();
  const bool is_straight = editor.deformer.measures_straight_meanwhile();
  const bool is_there = drawn_ && drawn_->revision == revision && drawn_->pixels == pixels &&
                        drawn_->is_straight == is_straight && drawn_->moment == moment &&
                        drawn_->caption == caption && looks_equal(drawn_->picture, picture);
  if (!is_there) {
    view::Picture small = picture;
    small.ui_scale *= float(pixels.y) / float(std::max(size.y, 1));
    renderer().draw(small, pixels.x, pixels.y, 4);
    view::Image image = workshop_->renderer.read();
    view::draw_caption(image, caption);
    upload(image);
    drawn_ = Drawn{picture, caption, revision, pixels, moment, is_straight};
  }
  show(size, room);
}

void ShotPreview::draw(const view::Image& image, glm::vec2 room) {
  renderer();
  upload(image);
  drawn_.reset();
  show({image.width, image.height}, room);
}

}  // namespace marrow::app
