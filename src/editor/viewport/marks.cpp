#include "editor/viewport/marks.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/index.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/fit_radii.h"
#include "editor/bench/islands.h"
#include "editor/picture_theme.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/session.h"
#include "editor/viewport_state.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/eye_view.h"

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
  if (viewport.emphasized.empty()) viewport.emphasized = viewport.faults;
}

std::string bleed_text(Session& session, BenchState& bench, Id joint) {
  if (!bench.shows_bleeding) return {};
  const Bleed& bleed = measures_of(session).bleed(joint);
  if (bleed.count == 0) return {};
  if (bleed.safe_radius <= 0.0f) return fmt::format("{} bleed", bleed.count);
  return fmt::format("{} bleed; up to r {} none", bleed.count,
                     radius_text(session, joint, bleed.safe_radius));
}

namespace {

bool is_same(const Joint& a, const Joint& b) {
  return a.bind_local == b.bind_local && a.user_local == b.user_local && a.extent == b.extent &&
         a.radius == b.radius && a.name == b.name && a.locked == b.locked && a.pinned == b.pinned;
}

Id parent_id(const Skeleton& skeleton, const Joint& joint) {
  return joint.parent < 0 ? kNoId : skeleton.joints[std::size_t(joint.parent)].id;
}

void add_changed_joints(std::vector<Id>& ids, const Skeleton& before, const Skeleton& after) {
  for (const Joint& joint : after.joints) {
    const int old = joint_index(before, joint.id);
    if (old < 0) {
      ids.push_back(joint.id);
      continue;
    }
    const Joint& was = before.joints[std::size_t(old)];
    if (!is_same(joint, was) || parent_id(after, joint) != parent_id(before, was))
      ids.push_back(joint.id);
  }
  for (const Joint& joint : before.joints)  // the parent of a deleted joint flashes
    if (joint_index(after, joint.id) < 0 && joint_index(after, parent_id(before, joint)) >= 0)
      ids.push_back(parent_id(before, joint));
}

std::vector<Id> changed(const Scene& before, const Scene& after) {
  std::vector<Id> ids;
  for (const Node& node : after.nodes) {
    const Node* was = find_node(before, node.id);
    if (!was) {
      ids.push_back(node.id);
      continue;
    }
    if (node.local != was->local || node.mesh != was->mesh || node.bound_to != was->bound_to)
      ids.push_back(node.id);
    if (node.skeleton && was->skeleton && node.skeleton != was->skeleton)
      add_changed_joints(ids, *was->skeleton, *node.skeleton);
  }
  return ids;
}

bool flashes(const std::vector<Id>& ids, const view::CapsuleShape& shape) {
  return list_has(ids, shape.joint) || list_has(ids, shape.skeleton);
}

}  // namespace

void update_flash(Session& session, ViewportState& viewport) {
  if (session.document.in_gesture()) return;
  Flash& flash = viewport.flash;
  const History& history = session.document.history();
  const std::size_t step = history.current(), steps = history.steps().size();
  // An edit adds a step; undo and redo only change the position.
  const bool has_traveled = flash.steps == steps && flash.step != step;
  if (has_traveled) {
    flash.ids = changed(flash.seen, session.document.scene());
    flash.begun = session.now;
  }
  if (has_traveled || !(flash.seen == session.document.scene()))
    flash.seen = session.document.scene();
  flash.step = step;
  flash.steps = steps;
  if (flash_strength(session, viewport) > 0.0f) session.wants_redraw = true;
}

float flash_strength(const Session& session, const ViewportState& viewport) {
  const Flash& flash = viewport.flash;
  if (flash.ids.empty()) return 0.0f;
  return float(std::clamp(1.0 - (session.now - flash.begun) / kFlashSeconds, 0.0, 1.0));
}

void add_flash(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  const float strength = flash_strength(session, viewport);
  if (strength <= 0.0f) return;
  view::Color tone = tones_of(session).handle_lit;
  tone.a *= strength;
  const view::EyeView view =
      view::make_eye_view(session.camera, session.picture_size, session.ui_scale);
  for (const view::CapsuleShape& shape :
       view::capsule_shapes(session.document.scene(), session.deformer))
    if (flashes(viewport.flash.ids, shape))
      if (const std::vector<glm::vec3> outline = view::silhouette(shape, view.eye, 24);
          !outline.empty())
        overlay.lines.push_back({outline, tone, 2.0f + 3.0f * strength});
  for (const Id id : viewport.flash.ids)
    if (const std::optional<view::WorldCapsule> capsule = world_capsule(session, id)) {
      overlay.lines.push_back({{capsule->base, capsule->tip}, tone, 3.0f});
      overlay.dots.push_back({capsule->base, tone, 5.0f + 5.0f * strength, view::Color(0.0f)});
    }
}

}  // namespace marrow
