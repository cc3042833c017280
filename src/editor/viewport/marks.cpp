#include "editor/viewport/marks.h"

#include <fmt/format.h>
#include <map>

#include "editor/bench/auto_fit.h"
#include "editor/bench/bench_state.h"
#include "editor/bench/islands.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

bool shows_bleeding(const Session& session, const BenchState& bench) {
  return session.tab == Tab::rig && bench.shows_bleeding && active_joint(session) != kNoId &&
         measures_active_joint(session);
}

/// Reuses the pointer of equal marks in `old`.
void add_marks(view::VertexMarks& marks, const view::VertexMarks& old, Id mesh,
               const std::vector<std::uint32_t>& vertices) {
  const auto known = old.find(mesh);
  const bool is_same = known != old.end() && *known->second == vertices;
  marks[mesh] =
      is_same ? known->second : std::make_shared<const std::vector<std::uint32_t>>(vertices);
}

view::VertexMarks bleeding_marks(Session& session, BenchState& bench, ViewportState& viewport) {
  view::VertexMarks marks;
  if (!shows_bleeding(session, bench)) return marks;
  for (const Bleed::Patch& patch : measures_of(session).bleed(active_joint(session)).patches)
    add_marks(marks, viewport.hatched, patch.mesh, patch.vertices);
  return marks;
}

view::VertexMarks island_marks(Session& session, BenchState& bench, ViewportState& viewport) {
  view::VertexMarks marks;
  if (bench.flashed_island == kNoId) return marks;
  // By mesh; a joint may be the nearest to several islands.
  std::map<Id, std::vector<std::uint32_t>> vertices;
  for (const Island& island : uncovered_islands(session))
    if (island.joint == bench.flashed_island)
      vertices[island.mesh].insert(vertices[island.mesh].end(), island.vertices.begin(),
                                   island.vertices.end());
  for (const auto& [mesh, marked] : vertices) add_marks(marks, viewport.emphasized, mesh, marked);
  return marks;
}

}  // namespace

void update_marks(Session& session, BenchState& bench, ViewportState& viewport) {
  viewport.hatched = bleeding_marks(session, bench, viewport);
  viewport.emphasized = island_marks(session, bench, viewport);
}

std::string bleed_text(Session& session, BenchState& bench, Id joint) {
  if (!bench.shows_bleeding) return {};
  const Bleed& bleed = measures_of(session).bleed(joint);
  if (bleed.count == 0) return {};
  if (bleed.safe_radius <= 0.0f) return fmt::format("{} bleed", bleed.count);
  return fmt::format("{} bleed; up to r {} none", bleed.count,
                     radius_text(session, joint, bleed.safe_radius));
}

}  // namespace marrow
