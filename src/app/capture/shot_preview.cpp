#include "app/capture/shot_preview.h"

#include <algorithm>
#include <cmath>
#include <epoxy/gl.h>
#include <imgui.h>

#include "app/imgui_version.h"
#include "app/widgets/theme.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

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

/// The background of transparent pictures.
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
    small.ui_scale *= static_cast<float>(pixels.y) / static_cast<float>(std::max(size.y, 1));
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
