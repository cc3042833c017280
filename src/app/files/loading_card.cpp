#include "app/files/loading_card.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/files/files.h"
#include "editor/files/files_state.h"
#include "editor/files/loading_state.h"
#include "editor/files/normals_question.h"
#include "editor/files/size_question.h"
#include "editor/session.h"

namespace marrow::app {

namespace {

constexpr double kShownAfter = 0.3;  // seconds

std::string phase_of(const Loading& loading) {
  if (loading.is_done()) return "Ready. It opens once you close the dialog.";
  return loading.is_preparing() ? "Preparing the mesh..."
                                : fmt::format("Reading, {:.0f} %", 100.0 * loading.share());
}

void loading_content(FilesState& files) {
  const LoadingState& state = files.loading;
  const char* const verb = state.job.kind == LoadJob::Kind::import ? "Importing " : "Opening ";
  card_heading(verb + std::filesystem::path(state.job.path).filename().string());
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(static_cast<float>(state.now->share()));
  ImGui::Dummy({0.0f, px(3)});
  ImGui::AlignTextToFramePadding();
  dim_text(phase_of(*state.now));
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Cancel").x - px(28));
  if (card_button("Cancel", false, "Esc. What is open stays as it is.")) stop_loading(files);
}

/// Three significant digits; large numbers whole.
std::string short_number(float value) {
  return value < 1000.0f ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

void question_content(Session& session, FilesState& files, const SizeQuestion& question) {
  const std::string name = find_node(session.document.scene(), question.node)->name;
  card_heading(name + " is " + short_number(question.size) + " units large");
  dim_text("OBJ files do not say their unit, nor which way is up.");
  ImGui::Dummy({0.0f, px(4)});
  if (!question.is_scaled) {
    const std::string words =
        "Scale to " + short_number(question.size * size_factor(question.size));
    if (card_button(words.c_str(), true,
                    "Scales it to this size, as if measured in metres; Ctrl+Z undoes it")) {
      return scale_asked(session, files);
    }
    ImGui::SameLine();
  }
  if (!question.stands) {
    if (card_button("Z is up", false, "Turns it so that Z points up; Ctrl+Z undoes it"))
      return stand_up(session, files);
    ImGui::SameLine();
  }
  const bool is_touched = question.is_scaled || question.stands;
  if (card_button(is_touched ? "Done" : "Keep as is", false, "Closes this card"))
    forget_size(files);
}

void normals_content(Session& session, FilesState& files, const NormalsQuestion& question) {
  card_heading(
      fmt::format("Normals point away from {:.0f} % of the surface", 100.0 * question.share));
  wrapped_text(
      "The picture has dark patches there. Recalculating makes the normals anew from the "
      "faces; otherwise they are saved as the file has them.",
      ImGui::GetContentRegionAvail().x);
  ImGui::Dummy({0.0f, px(4)});
  if (card_button("Leave as is", false,
                  "Closes this card; Rig > Recalculate normals does it later"))
    return forget_normals(files);
  ImGui::SameLine();
  if (card_button("Recalculate normals", true, "One step of the history; Ctrl+Z takes it back"))
    recalculate_asked(session, files);
}

}  // namespace

float draw_loading_card(Session& session, FilesState& files, const Rect& viewport) {
  float y = first_card_top(viewport);
  const bool is_shown =
      is_loading(files) && session.now - files.loading.began >= kShownAfter && !viewport.empty();
  if (is_shown) draw_card("##loading", viewport, y, [&] { loading_content(files); });
  const SizeQuestion* question = size_question(session, files);
  if (viewport.empty()) return y;
  if (question != nullptr)
    draw_card("##size", viewport, y, [&] { question_content(session, files, *question); });
  if (const NormalsQuestion* normals = normals_question(session, files))
    draw_card("##normals", viewport, y, [&] { normals_content(session, files, *normals); });
  return y;
}

const char* words_for_nothing(const FilesState& files) {
  if (is_loading(files)) return "A file is being opened.";
  return "Nothing is open. Drop a .glb, .gltf or .obj file on the window, or press Ctrl+O.";
}

}  // namespace marrow::app
