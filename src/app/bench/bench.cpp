// The Bench tab: measures what the radii do to the mesh, and offers remedies.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "app/bench/bench_panel.h"
#include "app/bench/bench_parts.h"
#include "app/files/file_windows.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/posed_joints.h"

namespace marrow::app {
namespace {

/// Why there is nothing to measure; nullptr when there is a bound skeleton with joints.
const char* reason_for_nothing(const Session& session, const FilesState& files) {
  const Scene& scene = session.document.scene();
  if (scene.nodes.empty()) return words_for_nothing(files);
  if (first_node_with(&Node::skeleton, scene) == nullptr)
    return "There is no skeleton yet. In Rig mode, choose the + tool (N), press inside the mesh "
           "and drag to draw the first bone.";
  const Node* shown = find_node(scene, shown_skeleton(session));
  if (shown == nullptr || !shown->skeleton)
    return "Select a skeleton or one of its joints. The bench measures one skeleton at a time.";
  if (shown->skeleton->joints.empty())
    return "This skeleton has no joints yet. In Rig mode, choose the + tool (N) and draw the first "
           "bone.";
  const auto is_bound = [&](const Node& node) { return node.mesh && node.bound_to == shown->id; };
  if (std::none_of(scene.nodes.begin(), scene.nodes.end(), is_bound))
    return "No mesh is bound to this skeleton. Select the mesh and choose the skeleton under Bound "
           "to in the Inspector.";
  return nullptr;
}

/// Warns that radii have no effect on meshes with file weights.
void file_weights_note(Session& session, Id skeleton) {
  const std::vector<Id> meshes = meshes_with_file_weights(session.document.scene(), skeleton);
  if (meshes.empty()) return;
  small_note(meshes.size() == 1
                 ? "The mesh uses the weights of its file: radii and falloff change nothing."
                 : "Meshes use the weights of their file: radii and falloff do not change those.",
             colors().amber);
  if (!link("Use the capsules",
            "Computes the weights from radii and falloff; undo restores the file's"))
    return;
  for (const Id mesh : meshes) perform(session, op::UseExplicitWeights{mesh, false});
}

/// The buttons for fits, above everything of changing height, so that they stay under the pointer.
void fit_row(Editor& editor) {
  constexpr std::array<std::pair<const char*, const char*>, 3> kFits{
      {{"Fit selected", "rig.fit"},
       {"Fit all", "rig.fit_all"},
       {"Fit thoroughly\u2026", "rig.fit_to"}}};
  for (const auto& [words, id] : kFits) {
    const bool is_first = words == kFits.front().first;
    if (!is_first) ImGui::SameLine(0.0f, px(4));
    if (small_button_width(words) > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::BeginDisabled(is_first ? selected_joints(editor).empty()
                                  : !is_enabled(editor, command(id)));
    if (small_button(words, command_tooltip(editor, command(id)).c_str())) run_command(editor, id);
    ImGui::EndDisabled();
  }
  ImGui::Dummy({0.0f, px(4)});
}

}  // namespace

ImU32 band_tone(Band band) { return colors().band[std::size_t(band)]; }

const char* band_sign(Band band) {
  constexpr const char* kSigns[] = {"", icon::kCheck, "!", icon::kWarning};
  return kSigns[std::size_t(band)];
}

void csv_button(Session& session, BenchState& bench, FilesState& files, CsvKind kind) {
  const IdScope id{int(kind)};
  if (link("Export CSV\u2026", "Writes the numbers as a table for other programs")) {
    bench.panel.csv = kind;
    open_browser(session, bench, files, FileTask::export_csv);
  }
}

void show_more_link(bool& shows_all, std::size_t more, const char* id) {
  const std::string words = shows_all ? "Show fewer" : fmt::format("Show {} more", more);
  if (link((words + "###" + id).c_str())) shows_all = !shows_all;
}

void draw_bench(Editor& editor) {
  if (const char* reason = reason_for_nothing(editor, editor.files)) return empty_hint(reason);
  const Id skeleton = shown_skeleton(editor);
  fit_row(editor);
  file_weights_note(editor, skeleton);
  // Checked before each section: an edit in the section above may have replaced the scene.
  constexpr void (*kSections[])(Editor&, Id) = {draw_bench_coverage, draw_bench_meters,
                                                draw_bench_sweep, draw_bench_weights,
                                                draw_bench_sides};
  for (const auto draw : kSections) {
    if (reason_for_nothing(editor, editor.files) != nullptr) return;
    measures_of(editor);
    draw(editor, skeleton);
  }
}

}  // namespace marrow::app
