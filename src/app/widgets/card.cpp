#include "app/widgets/card.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>
#include <iterator>
#include <optional>
#include <vector>

#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "view/picture/capsule_shape.h"

namespace marrow::app {

namespace {

constexpr float kTop = 52.0f, kLeastWidth = 220.0f, kLeastHeight = 80.0f;
constexpr float kPadding = 12.0f;
constexpr float kLikelyHeight = 150.0f;  // assumed for a card that was not drawn yet

/// Places for cards: the middle, or a corner, where they may be narrower.
struct CardPlace {
  float share, width;  ///< share of the free width that is left of the card; design units
};
constexpr CardPlace kPlaces[] = {{0.5f, 460.0f}, {1.0f, 460.0f}, {0.0f, 460.0f}, {1.0f, 340.0f},
                                 {0.0f, 340.0f}, {1.0f, 280.0f}, {0.0f, 280.0f}};

/// The card's rectangle, window pixels. A card in the middle of the picture leaves the tools free.
Rect rect_of(const CardPlace& place, const Rect& viewport, float y, float height) {
  const float low = card_left(viewport), room = viewport.end().x - px(12) - low,
              width = std::min(px(place.width), room);
  const float left = place.share == 0.5f ? viewport.corner.x + (viewport.size.x - width) * 0.5f
                                         : low + (room - width) * place.share;
  return {{std::max(std::floor(left), low), y}, {width, height}};
}

/// Window pixels of some vertices of the shown meshes in the last picture's pose.
std::vector<glm::vec2> figure_pixels(const Session& session, const Rect& viewport) {
  constexpr std::size_t kMost = 512;  // points per mesh
  std::vector<glm::vec2> pixels;
  for (const DeformedMesh& mesh : session.deformer.meshes()) {
    if (!mesh.surface || !view::is_shown(session.document.scene(), mesh.node)) continue;
    const std::vector<std::uint32_t>& corners = mesh.surface->triangles;
    std::vector<std::uint32_t> some;
    for (std::size_t c = 0; c < corners.size(); c += corners.size() / kMost + 1)
      some.push_back(corners[c]);
    for (const glm::vec3& position : mesh.positions_of(some)) {
      const glm::vec3 world(mesh.world_from_output * glm::vec4(position, 1.0f));
      const Projected seen = project(session.camera, world, session.picture_size);
      if (seen.visible) pixels.push_back(viewport.corner + seen.pixel);
    }
  }
  return pixels;
}

/// The index in kPlaces of the place that hides least of the figure; a corner must hide less than
/// half of what the middle hides. -1: there is no figure.
int place_for(const Session& session, const Rect& viewport, float y) {
  const std::vector<glm::vec2> figure = figure_pixels(session, viewport);
  if (figure.empty()) return -1;
  std::ptrdiff_t least = 0;
  int best = 0;
  for (int i = 0; i < static_cast<int>(std::size(kPlaces)); ++i) {
    const Rect card = rect_of(kPlaces[i], viewport, y, px(kLikelyHeight));
    const auto hidden = std::count_if(figure.begin(), figure.end(), [&](const glm::vec2& pixel) {
      return card.meets({pixel, glm::vec2(0.0f)}, px(4));
    });
    const std::ptrdiff_t harm = i == 0 ? hidden : 2 * hidden + 1;
    if (i == 0 || harm < least) least = harm, best = i;
  }
  return best;
}

/// Draws a part and returns its height, pixels.
float height_of(const std::function<void()>& part) {
  const float top = ImGui::GetCursorPosY();
  part();
  return ImGui::GetCursorPosY() - top;
}

/// The words scroll if they leave too little of `room` for the buttons; heights are those of
/// the last frame.
void draw_parts(float room, const std::function<void()>& words,
                const std::function<void()>& buttons) {
  ImGuiStorage& heights = *ImGui::GetStateStorage();
  const ImGuiID of_words = ImGui::GetID("words"), of_buttons = ImGui::GetID("buttons");
  const float for_words = room - heights.GetFloat(of_buttons);
  const bool scrolls = heights.GetFloat(of_words) > for_words;
  if (scrolls) ImGui::BeginChild("scrolled", {0.0f, std::max(for_words, ImGui::GetFrameHeight())});
  heights.SetFloat(of_words, height_of(words));
  if (scrolls) ImGui::EndChild();
  heights.SetFloat(of_buttons, height_of(buttons));
}

}  // namespace

bool is_under_card(const Rect& place) {
  constexpr const char* kCards[] = {"card", "welcome", "explain", "lens", "toast"};
  return std::any_of(std::begin(kCards), std::end(kCards),
                     [&](const char* name) { return lay_under(name, place); });
}

float card_left(const Rect& viewport) {
  const std::optional<Rect> tools = area_named("tools");
  const float first = viewport.corner.x + px(12),
              beside = tools ? std::max(tools->end().x + px(8), first) : first;
  return viewport.end().x - px(12) - beside < px(kLeastWidth) ? first : beside;
}

float first_card_top(const Rect& viewport) { return viewport.corner.y + px(kTop); }

void draw_card(const Session& session, const char* id, const Rect& viewport, float& y,
               const std::function<void()>& words, const std::function<void()>& buttons) {
  // A card does not move when one above it closes or the figure moves: the next click must not hit
  // another button.
  ImGuiWindow* const last = ImGui::FindWindowByName(id);
  const bool was_there = last != nullptr && last->WasActive;
  if (was_there) y = std::max(y, last->Pos.y);
  const float room = viewport.end().y - px(8) - y, most = std::max(room, px(kLeastHeight));
  if (y > first_card_top(viewport) && room < px(kLeastHeight)) return;
  int place = was_there ? last->StateStorage.GetInt(last->GetID("place"), -1) : -1;
  if (place < 0) place = place_for(session, viewport, y);
  const Rect wished = rect_of(kPlaces[std::max(place, 0)], viewport, y, 0.0f);
  const float width = wished.size.x;
  ImGui::SetNextWindowPos({wished.corner.x, y});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, most});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(px(1), 1.0f));
  ImGui::PushStyleColor(ImGuiCol_Border, colors().line);
  if (begin_bare_window(id, {px(14), px(kPadding)}, px(8), colors().panel, ImGuiWindowFlags_NoMove))
    draw_parts(most - px(kPadding) * 2.0f, words, buttons);
  ImGui::GetStateStorage()->SetInt(ImGui::GetID("place"), place);
  y += end_bare_window("card").y + px(8);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

bool begin_bare_window(const char* id, ImVec2 padding, float rounding, ImU32 background,
                       ImGuiWindowFlags more) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, rounding);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  return ImGui::Begin(id, nullptr,
                      more | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
}

ImVec2 end_bare_window(const char* name) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  note_area(name, {at.x, at.y}, {at.x + size.x, at.y + size.y});
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return size;
}

void card_heading(const std::string& words) {
  const FontScope font(fonts().semibold);
  wrapped_text(words, ImGui::GetContentRegionAvail().x);
}

void card_words(const std::string& words) {
  ImGui::PushStyleColor(ImGuiCol_Text, colors().text_dim);
  wrapped_text(words, ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
}

void beside_or_below(const char* label) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < text_button_width(label)) ImGui::NewLine();
}

bool phase_and_cancel(const std::string& phase, const char* tip) {
  ImGui::AlignTextToFramePadding();
  const float x = ImGui::GetWindowContentRegionMax().x - text_width("Cancel") - px(28);
  if (ImGui::GetContentRegionAvail().x > px(320)) {
    dim_text(phase);
    ImGui::SameLine(x);
  } else {  // whatever the phase, so that the button does not move
    card_words(phase);
    ImGui::SetCursorPosX(x);
  }
  return text_button("Cancel", false, tip);
}

}  // namespace marrow::app
