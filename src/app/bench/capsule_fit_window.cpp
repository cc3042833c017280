#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/capsule_fit.h"
#include "editor/bench/compare.h"
#include "editor/editor.h"
#include "editor/viewport/heat_modes.h"

namespace marrow::app {

namespace {

constexpr float kFitCurveHeight = 64.0f;
constexpr const char* kEach = "the best of all";

/// A choice that may be left to the fit: then `chosen` is none.
template <NamedChoice Value>
void free_choice(const char* label, std::optional<Value>& chosen, const char* tip) {
  std::vector<std::string> entries{kEach};
  int now = 0;
  for (const auto& row : ChoiceTable<Value>::rows) {
    if (chosen == row.value) now = int(entries.size());
    entries.push_back(row.title);
  }
  if (choice_field(label, now, entries, tip))
    chosen = now == 0 ? std::nullopt
                      : std::optional(ChoiceTable<Value>::rows[std::size_t(now) - 1].value);
  note_spot(label);
}

void fit_motion_choice(const Session& session, CapsuleFitChoices& choices) {
  std::vector<std::string> words;
  for (const auto& motion : session.document.committed().motions)
    words.push_back(as_shown(motion->name.empty() ? "(no name)" : motion->name));
  choice_field("Motion", choices.motion, words);
}

void choice_fields(Editor& editor, CapsuleFitChoices& choices) {
  std::vector<std::string> targets;
  for (const FitToRow& row : kFitTargets) targets.push_back(row.title);
  choice_field("Fit to", choices.to, targets, kFitTargets[std::size_t(choices.to)].help);
  note_spot("Fit to");
  if (choices.to == FitTo::clip && !editor.document.committed().motions.empty())
    fit_motion_choice(editor, choices);
  flag("Selected joints only", choices.only_selected,
       "Other joints keep their capsules, and the skeleton its falloff and distance.");
  ImGui::BeginDisabled(choices.only_selected);
  free_choice("Falloff", choices.falloff,
              "How the weight falls from the bone to the capsule's surface.");
  free_choice("Distance", choices.metric, "How far a vertex is from a bone.");
  ImGui::EndDisabled();
  flag("Tapered capsules", choices.tapers, "The radius may differ between a bone's two ends.");
}

/// The error over the tries so far.
void draw_error_curve(const std::vector<float>& curve) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(kFitCurveHeight);
  ImGui::Dummy({width, height});
  note_spot("error curve");
  tooltip("The error, from the first try to the last.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, colors().well, px(4));
  if (curve.size() < 2) return;
  const float low = *std::min_element(curve.begin(), curve.end()),
              range = std::max(*std::max_element(curve.begin(), curve.end()) - low, 1e-12f),
              pad = px(8);
  const auto place = [&](std::size_t i) {
    const float x = float(i) / float(curve.size() - 1);
    return ImVec2{corner.x + pad + x * (width - 2.0f * pad),
                  corner.y + height - pad - (curve[i] - low) / range * (height - 2.0f * pad)};
  };
  std::vector<ImVec2> points;
  const std::size_t step = std::max<std::size_t>(curve.size() / 512, 1);
  for (std::size_t i = 0; i < curve.size(); i += step) points.push_back(place(i));
  points.push_back(place(curve.size() - 1));
  list.AddPolyline(points.data(), int(points.size()), colors().accent_text, 0, px(1.5f));
  const std::string words = fmt::format("{:.4g} \u2192 {:.4g}", curve.front(), curve.back());
  draw_text({corner.x + width - pad - text_width(words), corner.y + px(4)}, colors().text_dim,
            words);
}

/// Draws the words, on several lines if `room` is narrow; the numbers are then on the first.
void measure_words(const char* words, float room) {
  if (text_width(words) <= room) return colored_text(words, colors().text);
  ImGui::BeginGroup();
  wrapped_text(words, room);
  ImGui::EndGroup();
}

/// One row per measure: before and after.
void draw_measures(const FoundCapsules& found) {
  const float right = ImGui::GetContentRegionAvail().x;
  const float after = right, before = right - px(76);
  const auto number = [](const std::string& text, float end, ImU32 tone) {
    ImGui::SameLine(0.0f, 0.0f);
    ImGui::SetCursorPosX(ImGui::GetCursorStartPos().x + end - text_width(text));
    colored_text(text, tone);
  };
  ImGui::TextUnformatted("");
  number("before", before, colors().text_dim);
  number("after", after, colors().text_dim);
  for (const FitMeasure& measure : found.measures) {
    const std::string first = measure.text(measure.before);
    measure_words(measure.words, before - text_width(first) - px(8));
    number(first, before, colors().text_dim);
    number(measure.text(measure.after), after, colors().text);
  }
  const CapsuleSettings& capsules = found.fit.capsules;
  small_note(fmt::format("Falloff: {}; distance: {}. {} tried.", choice_row(capsules.falloff).title,
                         choice_row(capsules.metric).title,
                         found.fit.choices.size() == 1
                             ? std::string("One choice")
                             : fmt::format("{} choices", found.fit.choices.size())));
}

void draw_running(Editor& editor, float share) {
  progress_bar(share);
  small_note(fmt::format("Fitting: {:.0f} %", 100.0f * share));
  ImGui::SameLine();
  if (small_button("Cancel")) stop_capsule_fit(editor);
  note_spot("Cancel fit");
}

void draw_found(Editor& editor, CapsuleFitState& state, const FoundCapsules& found) {
  draw_measures(found);
  const std::vector<Node>& nodes = editor.document.committed().nodes;
  if (std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
        return node.bound_to == found.fit.skeleton && node.explicit_weights;
      }))
    small_note("The mesh then follows the capsules; the file's weights are kept.");
  flag("Show before and after", state.shows_both,
       "Divides the picture: the document left of the line, the fitted capsules right of it.");
  if (state.choices.to != FitTo::weights) return;
  bool is_mapped = editor.show.colors == view::MeshColors::misplaced;
  flag("Color what is off", is_mapped,
       "Colors vertices by how much weight is on other joints than in the file.");
  if (is_mapped != (editor.show.colors == view::MeshColors::misplaced))
    set_heat_mode(editor, is_mapped ? view::MeshColors::misplaced : view::MeshColors::plain);
}

}  // namespace

void draw_capsule_fit(Editor& editor) {
  CapsuleFitState& state = editor.capsule_fit;
  update_capsule_fit(editor);
  if (!state.is_open) return;
  begin_float("###capsule_fit", state.wants_focus, FloatPlace::inside_inspector);
  state.wants_focus = false;
  bool closes = float_headline("Fit thoroughly");
  const Node* node = find_node(editor.document.committed(), shown_or_first_skeleton(editor));
  value_row("Skeleton", node != nullptr ? as_shown(node->name) : "none");
  choice_fields(editor, state.choices);
  const std::string why = why_no_capsule_fit(editor, state);
  if (const auto curve = state.job.has_begun() ? state.curve->from(0) : std::vector<float>();
      state.job.is_running() || curve.size() > 1)
    draw_error_curve(curve);
  if (state.job.is_running()) draw_running(editor, state.job.progress().share());
  const FoundCapsules* found = state.job.result();
  if (found != nullptr) draw_found(editor, state, *found);
  if (!why.empty()) small_note(why, colors().amber);
  if (const std::string problem = state.job.problem(); !problem.empty())
    small_note(problem, colors().amber);
  const bool is_found = found != nullptr;
  const bool can_be_done = is_found || (why.empty() && !state.job.is_running());
  if (float_footer(is_found ? "Use these###fit_done" : "Fit###fit_done", can_be_done, closes)) {
    if (!is_found)
      start_capsule_fit(editor);
    else
      closes |= apply_capsule_fit(editor);
  }
  ImGui::End();
  if (closes) close_capsule_fit(editor);
}

}  // namespace marrow::app
