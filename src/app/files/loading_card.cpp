#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/widgets/card.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/body_measuring.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/load_questions.h"
#include "editor/ground.h"
#include "editor/long_edit.h"

namespace marrow::app {

namespace {

constexpr double kProgressInterval = 0.1;  // seconds between two updates of an export's progress

void card_progress(float share) {
  ImGui::Dummy({0.0f, px(3)});
  progress_bar(share);
  ImGui::Dummy({0.0f, px(3)});
}

/// A card about work in the background. True if it is canceled.
bool work_card(const Session& session, const char* id, const Rect& viewport, float& y,
               const std::string& heading, const char* words, const Progress& progress,
               const std::string& phase, const char* tip) {
  bool is_canceled = false;
  const auto say_what = [&] {
    card_heading(heading);
    if (words != nullptr) card_words(words);
    card_progress(progress.share());
  };
  draw_card(session, id, viewport, y, say_what,
            [&] { is_canceled = phase_and_cancel(phase, tip); });
  return is_canceled;
}

void reading_card(Editor& editor, const Rect& viewport, float& y) {
  const LoadingState& state = editor.files.loading;
  const Progress& progress = state.reading.progress();
  const std::string verb = state.request.adds() ? "Importing " : "Opening ";
  const std::string phase =
      state.reading.is_done() ? "Ready. It opens once you close the dialog." : progress.text();
  if (work_card(editor, "##loading", viewport, y,
                verb + std::filesystem::path(state.request.path).filename().string(), nullptr,
                progress, phase, "The open document stays as it is (Esc)"))
    stop_loading(editor.files);
}

void saving_words(const FilesState& files) {
  const Progress& progress = files.saving.writing.progress();
  card_heading("Writing " + std::filesystem::path(files.saving.path).filename().string());
  card_words("You can keep working. Later changes will not be in this file.");
  if (progress.share() > 0.0f && progress.can_stop()) card_progress(progress.share());
}

void saving_button(FilesState& files) {
  const Progress& progress = files.saving.writing.progress();
  if (!files.saving.is_export || !progress.can_stop()) return;
  if (phase_and_cancel(progress.text(), "No file is written (Esc)")) stop_export(files);
}

/// Three significant digits; large numbers whole.
std::string short_number(float value) {
  return value < 1000.0f ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

/// "homer is 178 units large", or how far it is off the ground.
void question_words(const Session& session, const SizeQuestion& question) {
  const std::string& name = find_node(session.document.scene(), question.node)->name;
  if (question.size > 0.0f) {
    card_heading(name + " is " + short_number(question.size) + " units large");
    card_words("OBJ files do not say their unit, nor which way is up.");
  } else {
    const float height = height_above_ground(session);
    card_heading(fmt::format("{} is {} units {} the ground", name, short_number(std::abs(height)),
                             height > 0.0f ? "above" : "below"));
    card_words("Steps and shadows look right when its feet are at height 0.");
  }
  ImGui::Dummy({0.0f, px(4)});
}

/// A button of the card about size and height.
struct CardAnswer {
  std::string words;
  bool is_primary;
  const char* tip;
  std::function<void()> act;
};

/// The buttons that apply, the primary one last, as in dialogs.
std::vector<CardAnswer> answers(Session& session, FilesState& files, const SizeQuestion& question) {
  const bool asks_size = question.size != 0.0f;
  std::vector<CardAnswer> found;
  found.push_back({question.is_scaled || question.stands ? "Done" : "Keep as is", false,
                   "Closes this card", [&] { forget_size(files); }});
  if (height_above_ground(session) != 0.0f)
    found.push_back({"Stand on the ground", !asks_size,
                     "Moves it up or down until its lowest point is at height 0; Ctrl+Z undoes it",
                     [&] { put_on_ground(session, files); }});
  if (asks_size && !question.stands)
    found.push_back({"Z is up", false, "Turns it so that Z points up; Ctrl+Z undoes it",
                     [&] { stand_up(session, files); }});
  if (asks_size && !question.is_scaled)
    found.push_back({"Scale to " + short_number(question.size * size_factor(question.size)), true,
                     "Scales it to this size, as if measured in meters; Ctrl+Z undoes it",
                     [&] { scale_asked(session, files); }});
  return found;
}

void question_buttons(Session& session, FilesState& files, const SizeQuestion& question) {
  bool is_first = true;
  for (const CardAnswer& answer : answers(session, files, question)) {
    if (!is_first) beside_or_below(answer.words.c_str());
    is_first = false;
    if (text_button(answer.words.c_str(), answer.is_primary, answer.tip)) return answer.act();
  }
}

void normals_words(const NormalsQuestion& question) {
  card_heading(
      fmt::format("On {:.0f} % of the surface, normals point inward", 100.0 * question.share));
  wrapped_text(
      "The picture has dark patches there. Recalculate computes the normals from the faces; "
      "otherwise they are saved as the file has them.",
      ImGui::GetContentRegionAvail().x);
  ImGui::Dummy({0.0f, px(4)});
}

void normals_buttons(Session& session, FilesState& files) {
  if (text_button("Leave as is", false,
                  "Closes this card; Rig > Mesh > Recalculate normals does it later"))
    return forget_normals(files);
  beside_or_below("Recalculate normals");
  if (text_button("Recalculate normals", true, "One step of the history; Ctrl+Z undoes it"))
    recalculate_asked(session, files);
}

void long_edit_card(Editor& editor, const Rect& viewport, float& y) {
  LongEditState& state = editor.long_edit;
  const Progress& progress = state.job.progress();
  if (work_card(editor, "##long_edit", viewport, y, state.edit.title,
                "Look around meanwhile. An edit of the scene makes it begin again.", progress,
                progress.text(), "Nothing is changed (Esc)"))
    state.job.cancel();
}

/// Draws the card of a fit of radii, or of distances that are being measured through the body.
void measuring_card(Editor& editor, const Rect& viewport, float& y) {
  const BodyMeasuringState& state = editor.measuring;
  const bool is_fitting = state.fit.job.has_begun();
  const Progress& progress = is_fitting ? state.fit.job.progress() : state.job.progress();
  if (work_card(editor, "##measuring", viewport, y,
                is_fitting ? "Fitting radii" : "Measuring distances through the body",
                is_fitting ? "Look around meanwhile. An edit of the scene stops it."
                           : "Until then, distances are straight lines. You can keep working.",
                progress, progress.text(),
                is_fitting ? "No radius changes (Esc)" : "Distances stay straight (Esc)"))
    cancel_measuring(editor);
}

}  // namespace

double seconds_to_saving_card(const Session& session, const FilesState& files) {
  const double seconds = files.saving.began + kCardAfter - session.now;
  if (!is_saving(files)) return 1e9;
  if (seconds > 0.0) return seconds;
  return files.saving.is_export ? kProgressInterval : 1e9;
}

float draw_loading_card(Editor& editor, const Rect& viewport) {
  FilesState& files = editor.files;
  float y = first_card_top(viewport);
  if (viewport.empty()) return y;
  if (is_loading(files) && editor.now - files.loading.began >= kCardAfter)
    reading_card(editor, viewport, y);
  if (is_saving(files) && editor.now - files.saving.began >= kCardAfter)
    draw_card(
        editor, "##saving", viewport, y, [&] { saving_words(files); },
        [&] { saving_button(files); });
  if (const SizeQuestion* question = size_question(editor, files))
    draw_card(
        editor, "##size", viewport, y, [&] { question_words(editor, *question); },
        [&] { question_buttons(editor, files, *question); });
  if (const NormalsQuestion* normals = normals_question(editor, files))
    draw_card(
        editor, "##normals", viewport, y, [&] { normals_words(*normals); },
        [&] { normals_buttons(editor, files); });
  draw_mesh_card(editor, viewport, y);
  if (editor.long_edit.job.has_begun() && editor.now - editor.long_edit.began >= kCardAfter)
    long_edit_card(editor, viewport, y);
  if (shows_measuring(editor)) measuring_card(editor, viewport, y);
  return y;
}

const char* words_for_nothing(const FilesState& files) {
  if (is_loading(files)) return "A file is being opened.";
  return "Nothing is open. Drop a .glb, .gltf or .obj file on the window, or press Ctrl+O.";
}

}  // namespace marrow::app
