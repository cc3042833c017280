#include "app/dialogs.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <utility>

#include "app/commands/command_windows.h"
#include "app/files/file_windows.h"
#include "app/pose/pose_panels.h"
#include "app/widgets/dialog.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/scripts.h"
#include "editor/lesson/lessons.h"
#include "editor/pose/shelf.h"
#include "editor/shell_state.h"
#include "editor/version.h"

namespace marrow::app {

namespace {

/// True for motion files: their formats can be loaded, but not saved.
bool is_motion(const std::string& path) {
  const io::Format* format = io::format_of(path);
  return format != nullptr && !format->can_save();
}

void dialog_text(const std::string& text) {
  paragraph(text, colors().text_dim);
  ImGui::Dummy({0.0f, px(8)});
}

/// One per Pending::Kind, in its order.
constexpr const char* kConsequences[] = {"Another file is about to replace it.",
                                         "The sample is about to replace it.",
                                         "An empty scene is about to replace it.",
                                         "An autosave is about to replace it.",
                                         "The version on disk is about to replace it.",
                                         "Another file is about to replace it.",
                                         "Marrow is about to close."};

void unsaved_dialog(Editor& editor) {
  constexpr const char* kDialog = "###unsaved";
  if (!editor.files.pending || !begin_dialog(kDialog, 440.0f)) return;
  dialog_headline(("Save " + document_name(editor) + "?").c_str());
  dialog_text(std::string("It has unsaved changes. ") +
              kConsequences[std::size_t(editor.files.pending->kind)]);
  std::optional<Answer> answer;
  align_buttons({"Discard", "Cancel", "Save"});
  if (text_button("Discard", false, "Key D") || letter_answers('d')) answer = Answer::discard;
  ImGui::SameLine();
  if (text_button("Cancel") || key_answers(ImGuiKey_Escape)) answer = Answer::cancel;
  ImGui::SameLine();
  if (text_button("Save", true) || key_answers(ImGuiKey_Enter)) answer = Answer::save;
  if (answer) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (answer) answer_pending(editor, *answer);
}

void drop_dialog(Editor& editor) {
  constexpr const char* kDialog = "###dropped";
  if (!editor.files.dropped || !begin_dialog(kDialog, 480.0f)) return;
  dialog_headline(std::filesystem::path(*editor.files.dropped).filename().string().c_str());
  const io::Format* format = io::format_of(*editor.files.dropped);
  const bool has_motions = format != nullptr && format->can_load_motion() &&
                           shelf_skeleton(editor, editor.shelf) != nullptr;
  dialog_text(has_motions
                  ? "Open it in place of this scene, add it to this scene, or only its motions?"
                  : "Open it in place of this scene, or add it to this scene?");
  if (has_motions)
    align_buttons({"Only motions", "Add to this scene", "Cancel", "Open"});
  else
    align_buttons({"Add to this scene", "Cancel", "Open"});
  const bool motions =
      has_motions && (text_button("Only motions", false, "Key M") || letter_answers('m'));
  if (has_motions) ImGui::SameLine();
  const bool import = text_button("Add to this scene", false, "Key A") || letter_answers('a');
  ImGui::SameLine();
  const bool cancel = text_button("Cancel") || key_answers(ImGuiKey_Escape);
  ImGui::SameLine();
  const bool open = text_button("Open", true) || key_answers(ImGuiKey_Enter);
  const bool is_answered = open || import || motions || cancel;
  if (is_answered) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!is_answered) return;
  const std::string path = *editor.files.dropped;
  editor.files.dropped.reset();
  if (open) request_open(editor, path);
  if (import) request_import(editor, path);
  if (motions) request_import_motions(editor, path);
}

void about_dialog(ShellState& shell) {
  constexpr const char* kDialog = "###about";
  if (!shell.shows_about || !begin_dialog(kDialog, 440.0f)) return;
  dialog_headline((std::string("Marrow ") + kVersion).c_str());
  dialog_text(
      "A rigging editor: capsules around bones decide which joints move a vertex, and the mesh "
      "follows while you edit.\n\n"
      "Built on Dear ImGui, SDL2, OpenGL, GLM, tinygltf, oneTBB, Highway, fmt, nlohmann/json; set "
      "in Inter and Fork Awesome.");
  align_buttons({"Close"});
  if (text_button("Close", true) || key_answers(ImGuiKey_Escape) || key_answers(ImGuiKey_Enter)) {
    shell.shows_about = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_dialogs(Editor& editor) {
  if (std::exchange(editor.shots.wants_folder, false))
    open_browser(editor, editor.bench, editor.files, FileTask::picture_folder);
  unsaved_dialog(editor);
  drop_dialog(editor);
  draw_retarget(editor);
  draw_share(editor);
  draw_preferences(editor, editor.help, editor.viewport);
  about_dialog(editor.shell);
  // The shade behind a dialog fades in over some frames.
  if (ImGui::GetTopMostPopupModal() != nullptr && GImGui->DimBgRatio < 1.0f)
    editor.wants_redraw = true;
}

void drop_file(Editor& editor, const std::string& path) {
  if (editor.files.browser && !writes(editor.files.browser->task))
    return finish_browser(editor, path);
  if (has_dialog(editor))
    return say(editor, "Answer the open question first, then drop the file again.", true);
  if (accepts(FileTask::run_script, std::filesystem::path(path)))
    run_script_file(editor, path);
  else if (std::filesystem::path(path).extension() == ".md")
    begin_lesson(editor, path);
  else if (editor.document.scene().nodes.empty())
    request_open(editor, path);
  else if (is_motion(path) && shelf_skeleton(editor, editor.shelf) != nullptr)
    request_import(editor, path);
  else
    editor.files.dropped = path;
}

}  // namespace marrow::app
