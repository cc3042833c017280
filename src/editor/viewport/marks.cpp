#include "editor/viewport/marks.h"

#include <fmt/format.h>
#include <map>

#include "editor/bench/islands.h"

namespace marrow {
namespace {

bool shows_bleeding(const Editor& editor) {
  return editor.tab == Tab::rig && editor.bench.shows_bleeding && active_joint(editor) != kNoId;
}

/// The same marks under the identity that they have in `old`, if they are there.
void add_marks(view::VertexMarks& marks, const view::VertexMarks& old, Id mesh,
               const std::vector<std::uint32_t>& vertices) {
  const auto known = old.find(mesh);
  const bool is_same = known != old.end() && *known->second == vertices;
  marks[mesh] =
      is_same ? known->second : std::make_shared<const std::vector<std::uint32_t>>(vertices);
}

view::VertexMarks bleeding_marks(Editor& editor) {
  view::VertexMarks marks;
  if (!shows_bleeding(editor)) return marks;
  for (const Bleed::Patch& patch : measures_of(editor).bleed(active_joint(editor)).patches)
    add_marks(marks, editor.viewport.hatched, patch.mesh, patch.vertices);
  return marks;
}

view::VertexMarks island_marks(Editor& editor) {
  view::VertexMarks marks;
  if (editor.bench.flashed_island == kNoId) return marks;
  std::map<Id, std::vector<std::uint32_t>>
      vertices;  // a joint may be the nearest of several islands
  for (const Island& island : uncovered_islands(editor))
    if (island.joint == editor.bench.flashed_island)
      vertices[island.mesh].insert(vertices[island.mesh].end(), island.vertices.begin(),
                                   island.vertices.end());
  for (const auto& [mesh, its] : vertices) add_marks(marks, editor.viewport.emphasized, mesh, its);
  return marks;
}

}  // namespace

void update_marks(Editor& editor) {
  editor.viewport.hatched = bleeding_marks(editor);
  editor.viewport.emphasized = island_marks(editor);
}

std::string bleed_text(Editor& editor, Id joint) {
  if (!editor.bench.shows_bleeding) return {};
  const Bleed& bleed = measures_of(editor).bleed(joint);
  if (bleed.count == 0) return {};
  if (bleed.safe_radius <= 0.0f) return fmt::format("{} bleed", bleed.count);
  return fmt::format("{} bleed; up to r {:.3f} none", bleed.count, bleed.safe_radius);
}

}  // namespace marrow
