#include "app/widgets/menu.h"

#include <algorithm>
#include <imgui.h>

#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"

namespace marrow::app {

namespace {

/// True while the press that opened this menu lasts, to its release, if it was not dragged.
bool is_being_opened() {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_pressed =
      ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  bool& began = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("##began_pressed"));
  began = is_pressed && (began || ImGui::IsWindowAppearing());
  return began && io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <
                      io.MouseDragThreshold * io.MouseDragThreshold;
}

}  // namespace

bool begin_menu(const char* label, bool is_enabled) {
  if (!ImGui::BeginMenu(label, is_enabled)) return false;
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, 1.0f);
  ImGui::BeginDisabled(is_being_opened());
  ImGui::PopStyleVar();
  return true;
}

void end_menu() {
  ImGui::EndDisabled();
  ImGui::EndMenu();
}

std::string menu_words(std::string_view words) {
  constexpr float kMost = 420.0f, kBeside = 215.0f;  // design units; keys, ticks and another menu
  return ellipsis(words,
                  std::clamp(ImGui::GetMainViewport()->Size.x - px(kBeside), px(60), px(kMost)));
}

}  // namespace marrow::app
