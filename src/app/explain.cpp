#include "app/explain.h"

#include "app/theme.h"
#include "app/viewport_pick.h"
#include "view/picking.h"

namespace marrow::app {

namespace {

constexpr view::Color kBlend{1.0f, 1.0f, 1.0f, 1.0f};
constexpr view::Color kRim{0.05f, 0.06f, 0.07f, 0.9f};

glm::vec3 moved(const glm::mat4& matrix, const glm::vec3& point) { return glm::vec3(matrix * glm::vec4(point, 1.0f)); }

}  // namespace

void explain_at(Editor& editor, glm::vec2 pixel) {
  editor.deformer.update(editor.document.scene());
  editor.bench.explain = {};
  editor.wants_redraw = true;
  for (const view::Pick& pick : view::pick(picture_of(editor), pixel, editor.viewport.size, false)) {
    if (pick.kind != view::PickKind::mesh || pick.vertex < 0) continue;
    const auto vertex = static_cast<std::uint32_t>(pick.vertex);
    if (explain_vertex(editor.document.scene(), editor.deformer, pick.id, vertex))
      editor.bench.explain = {pick.id, vertex};
    else
      say(editor, "No skeleton moves this mesh, so there is nothing to explain about its vertices.");
    return;
  }
}

std::optional<VertexExplanation> present_explanation(const Editor& editor) {
  const ExplainState& taken = editor.bench.explain;
  if (taken.mesh == kNoId) return std::nullopt;
  return explain_vertex(editor.document.scene(), editor.deformer, taken.mesh, taken.vertex);
}

void add_explanation(view::Overlay& overlay, const Editor& editor) {
  const std::optional<VertexExplanation> explained = present_explanation(editor);
  if (!explained) return;
  const PosedSkeleton& posed = *editor.deformer.skeleton(explained->skeleton);
  const glm::mat4& world = posed.world_from_skeleton;
  const glm::vec3 blend = moved(world, explained->posed);
  for (std::size_t i = 0; i < explained->in_count; ++i) {
    const VertexTerm& term = explained->terms[i];
    const view::Color color = view::joint_color(term.index);
    const glm::vec3 candidate = moved(world, term.candidate);
    const glm::vec3 on_bone = moved(world, moved(posed.skinning[term.index], term.closest));
    overlay.lines.push_back({{candidate, on_bone}, color, 2.0f});
    overlay.lines.push_back({{candidate, blend}, glm::vec4(1.0f, 1.0f, 1.0f, 0.55f), 1.0f});
    overlay.dots.push_back({on_bone, color, 3.0f, kRim});
    overlay.dots.push_back({candidate, color, 3.5f + 2.5f * term.weight, kRim});
  }
  overlay.dots.push_back({blend, explained->in_count > 0 ? kBlend : colors().picture.uncovered, 4.5f, kRim});
}

}  // namespace marrow::app
