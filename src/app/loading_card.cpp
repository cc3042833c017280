#include "app/loading_card.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/card.h"
#include "app/theme.h"
#include "app/widgets.h"

namespace marrow::app {

namespace {

constexpr double kShownAfter = 0.3;  // seconds

std::string phase_of(const Loading& loading) {
  if (loading.is_done()) return "Ready; it comes when you are done with what is open.";
  return loading.is_preparing() ? "Preparing the mesh..." : fmt::format("Reading, {:.0f} %", 100.0 * loading.share());
}

void content(Editor& editor) {
  const LoadingState& state = editor.loading;
  const char* const verb = state.job.kind == LoadJob::Kind::import ? "Importing " : "Opening ";
  card_heading(verb + std::filesystem::path(state.job.path).filename().string());
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(static_cast<float>(state.now->share()));
  ImGui::Dummy({0.0f, px(3)});
  ImGui::AlignTextToFramePadding();
  dim_text(phase_of(*state.now));
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Cancel").x - px(28));
  if (card_button("Cancel", false, "Esc. What is open stays as it is.")) stop_loading(editor);
}

}  // namespace

float draw_loading_card(Editor& editor, const Rect& viewport) {
  float y = first_card_top(viewport);
  const bool is_shown = is_loading(editor) && editor.now - editor.loading.began >= kShownAfter && !viewport.empty();
  if (is_shown) draw_card("##loading", viewport, y, [&] { content(editor); });
  return y;
}

const char* words_for_nothing(const Editor& editor) {
  if (is_loading(editor)) return "A file is being opened.";
  return "Nothing is open. Drop a .glb, .gltf or .obj file on the window, or press Ctrl+O.";
}

}  // namespace marrow::app
