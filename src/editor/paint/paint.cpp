#include "editor/paint/paint.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edit/mirror.h"
#include "editor/editor.h"
#include "editor/picture_theme.h"
#include "editor/pose/transport.h"
#include "editor/rays.h"
#include "editor/tools.h"
#include "editor/viewport_state.h"
#include "platform/background_job.h"
#include "rig/paint/stroke.h"
#include "scene/connectivity.h"
#include "view/picture/capsule_shape.h"
#include "view/picture/ray_boxes.h"

namespace marrow {

/// The neighbors of a mesh's vertices, for smoothing; found by a background job.
class PaintGraph {
 public:
  PaintGraph(const std::shared_ptr<const Mesh>& mesh, std::shared_ptr<const Surface> surface);
  bool is_of(const std::shared_ptr<const Mesh>& mesh) const { return mesh_.lock() == mesh; }
  /// Waits for the job. nullptr if there was not enough memory.
  std::shared_ptr<const Connectivity> graph() const;

 private:
  std::weak_ptr<const Mesh> mesh_;  ///< weak: must not keep a mesh that the scene has dropped
  platform::BackgroundJob<std::shared_ptr<const Connectivity>> job_;
};

PaintGraph::PaintGraph(const std::shared_ptr<const Mesh>& mesh,
                       std::shared_ptr<const Surface> surface)
    : mesh_(mesh) {
  job_.begin({}, [mesh, surface = std::move(surface)](Progress&) {
    return std::optional<std::shared_ptr<const Connectivity>>(
        std::make_shared<const Connectivity>(connectivity_of(*mesh, *surface)));
  });
}

std::shared_ptr<const Connectivity> PaintGraph::graph() const {
  job_.wait(platform::Job::kAsLongAsItTakes);
  const std::shared_ptr<const Connectivity>* found = job_.result();
  return found != nullptr ? *found : nullptr;
}

namespace {

constexpr float kSpacing = 0.25f;       // between dabs, share of the radius
constexpr float kMaxDabsAtOnce = 8.0f;  // dabs per movement of the pointer
constexpr float kRadiusStep = 1.15f, kStrengthStep = 0.05f;

struct BrushHit {
  Id mesh = kNoId;
  BrushPlace place;
};

/// Unit normal of the hit triangle, towards the viewer.
glm::vec3 normal_at(const DeformedMesh& mesh, const view::MeshHit& hit, const Ray& ray) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  std::vector<std::uint32_t> corners(triangles.begin() + std::ptrdiff_t(3 * hit.triangle),
                                     triangles.begin() + std::ptrdiff_t(3 * hit.triangle + 3));
  const std::vector<glm::vec3> at = mesh.positions_of(corners);
  const glm::mat3 linear(mesh.world_from_output);
  const glm::vec3 across = glm::cross(linear * (at[1] - at[0]), linear * (at[2] - at[0]));
  const float length = glm::length(across);
  if (!(length > 0.0f)) return -ray.direction;
  return across * ((glm::dot(across, ray.direction) > 0.0f ? -1.0f : 1.0f) / length);
}

/// The nearest point of a mesh under a pixel; `only`: only of this mesh, unless kNoId.
std::optional<BrushHit> brush_hit(const Editor& editor, glm::vec2 pixel, Id only = kNoId) {
  const Ray ray = ray_at(editor, pixel);
  std::optional<BrushHit> nearest;
  float least = 0.0f;
  for (const DeformedMesh& mesh : editor.deformer.meshes()) {
    if (only != kNoId && mesh.node != only) continue;
    const Node* node = find_node(editor.document.scene(), mesh.node);
    if (!node || !node->visible) continue;
    const auto hits = view::mesh_hits(mesh, ray, 1, editor.viewport.ray_boxes.get());
    if (hits.empty() || (nearest && hits.front().t >= least)) continue;
    least = hits.front().t;
    const float radius = editor.painting.radius * editor.ui_scale *
                         world_per_pixel(editor.camera, hits.front().point, editor.picture_size.y);
    nearest = BrushHit{mesh.node, {hits.front().point, normal_at(mesh, hits.front(), ray), radius}};
  }
  return nearest;
}

/// Why this mesh cannot be painted with this brush; empty if it can.
std::string why_not(const Session& session, Id mesh, Brush brush) {
  const Scene& scene = session.document.scene();
  const Node& node = *find_node(scene, mesh);
  const DeformedMesh* deformed = session.deformer.mesh(mesh);
  if (!deformed || deformed->skeleton == kNoId)
    return fmt::format("\"{}\" follows no skeleton: bind it to one first.", node.name);
  if (node.touch_up_strength == 0.0f)
    return fmt::format("Touch-ups of \"{}\" are dialed down to 0: turn them up in the inspector.",
                       node.name);
  if (session.deformer.measures_straight_meanwhile())
    return "Distances through the body are still being measured: paint when that is done.";
  if (!choice_row(brush).needs_joint) return {};
  const JointRef ref = find_joint(scene, active_joint(session));
  if (ref.node < 0) return "Select the joint whose weight is painted: Ctrl+click, or in the tree.";
  const Node& rig = scene.nodes[std::size_t(ref.node)];
  const Joint& joint = rig.skeleton->joints[std::size_t(ref.joint)];
  if (rig.id != deformed->skeleton)
    return fmt::format("{} belongs to another skeleton than \"{}\".", joint.name, node.name);
  if (joint.locked) return fmt::format("{} is locked: unlock it in the tree first.", joint.name);
  return {};
}

/// The cached graph of a mesh; begins a new one for another mesh.
const PaintGraph& graph_of(ViewportState& viewport, const DeformedMesh& mesh) {
  if (!viewport.paint_graph || !viewport.paint_graph->is_of(mesh.mesh))
    viewport.paint_graph = std::make_shared<const PaintGraph>(mesh.mesh, mesh.surface);
  return *viewport.paint_graph;
}

bool needs_graph(Brush brush) { return brush == Brush::smooth || brush == Brush::sharpen; }

PaintTarget target_for(Editor& editor, const DeformedMesh& mesh, const Skeleton& skeleton,
                       Brush brush) {
  PaintTarget target{.skeleton = &skeleton, .joint = -1, .held = {}, .graph = {}, .mirror = {}};
  if (choice_row(brush).needs_joint) target.joint = joint_index(skeleton, active_joint(editor));
  for (const Joint& joint : skeleton.joints) target.held.push_back(joint.locked ? 1 : 0);
  if (needs_graph(brush)) target.graph = graph_of(editor.viewport, mesh).graph();
  const PosedSkeleton* posed = editor.deformer.skeleton(mesh.skeleton);
  if (!editor.is_symmetric || !posed) return target;
  MirrorPairs pairs = mirror_pairs(skeleton, posed->bind);
  target.mirror = PaintMirror{{pairs.axis, pairs.offset}, std::move(pairs.other)};
  return target;
}

glm::vec3 to_viewer(const Session& session, const glm::vec3& from) {
  const glm::vec3 eye = eye_of(session.camera);
  return session.camera.orthographic ? eye - session.camera.target : eye - from;
}

/// Paints dabs under some pixels. Returns false if they change nothing.
bool dab_at(Editor& editor, PaintDrag& held, std::span<const glm::vec2> pixels) {
  std::vector<Dab> dabs;
  for (const glm::vec2& pixel : pixels) {
    const std::optional<BrushHit> hit = brush_hit(editor, pixel, held.operation.mesh_node);
    editor.viewport.brush = hit ? std::optional(hit->place) : std::nullopt;
    if (!hit) continue;
    const BrushPlace& place = hit->place;
    dabs.push_back({place.middle, place.radius, to_viewer(editor, place.middle)});
  }
  return !dabs.empty() && held.stroke->dab(*editor.deformer.mesh(held.operation.mesh_node), dabs);
}

/// Painting needs the mesh as it is visible: during a motion that is the mesh of the last picture.
void bring_up_to_date(Session& session) {
  if (!shows_motion(session)) deformed(session);
}

void apply_dabs(Session& session, PaintDrag& held) {
  held.has_painted = true;
  held.operation.changed = held.stroke->changed();
  session.document.update(held.operation);
  bring_up_to_date(session);
}

}  // namespace

bool paints(const Session& session) {
  return session.tool == Tool::paint && session.tab != Tab::layout;
}

bool begin_paint_drag(Editor& editor, const Pointer& pointer) {
  if (is_dragging(editor) || editor.document.in_gesture()) return false;
  bring_up_to_date(editor);
  const std::optional<BrushHit> hit = brush_hit(editor, pointer.pixel);
  if (!hit) return false;
  const Brush brush = pointer.precise ? Brush::smooth : editor.painting.brush;
  if (std::string why = why_not(editor, hit->mesh, brush); !why.empty()) {
    say(editor, std::move(why), true);
    return true;
  }
  const DeformedMesh& mesh = *editor.deformer.mesh(hit->mesh);
  if (needs_graph(brush) && graph_of(editor.viewport, mesh).graph() == nullptr) {
    say(editor, "There is not enough memory to smooth so large a mesh.", true);
    return true;
  }
  const Scene& scene = editor.document.scene();
  PaintDrag held;
  held.skeleton = find_node(scene, mesh.skeleton)->skeleton;
  held.operation = {
      hit->mesh, brush, choice_row(brush).needs_joint ? active_joint(editor) : kNoId, {}};
  held.stroke = std::make_shared<PaintStroke>(
      target_for(editor, mesh, *held.skeleton, brush),
      BrushSettings{brush, editor.painting.strength, editor.painting.front_only},
      find_node(scene, hit->mesh)->touch_ups, mesh.mesh->positions.size());
  held.last = pointer.pixel;
  editor.document.begin();
  if (dab_at(editor, held, {&pointer.pixel, 1})) apply_dabs(editor, held);
  editor.drag = std::move(held);
  return true;
}

void update_paint_drag(Editor& editor, PaintDrag& held, const Pointer& pointer) {
  const float length = glm::distance(held.last, pointer.pixel),
              spacing = std::max(editor.painting.radius * editor.ui_scale * kSpacing, 1.0f),
              step = std::max(spacing, length / kMaxDabsAtOnce);
  const glm::vec2 from = held.last;
  std::vector<glm::vec2> pixels;
  for (int dab = 1; step * float(dab) <= length * 1.0001f; ++dab) {
    held.last = from + (pointer.pixel - from) * std::min(step * float(dab) / length, 1.0f);
    pixels.push_back(held.last);
  }
  if (dab_at(editor, held, pixels)) apply_dabs(editor, held);
  update_brush(editor, pointer.pixel);
}

void finish_paint_drag(Session& session, const PaintDrag& held) {
  if (!held.has_painted) return session.document.cancel();
  const std::size_t vertices = held.operation.changed.vertices.size();
  if (!session.document.commit(
          fmt::format("{} {}", vertices, vertices == 1 ? "vertex" : "vertices")))
    say(session, session.document.reason(), true);
}

void paint_dab(Editor& editor) {
  const glm::vec2 pixel =
      editor.viewport.is_over ? editor.viewport.pointer.pixel : editor.picture_size * 0.5f;
  if (!begin_paint_drag(editor, {.pixel = pixel}))
    return say(editor, "There is no mesh under the brush: turn or move the view.", true);
  if (!std::holds_alternative<PaintDrag>(editor.drag)) return;
  const Drag held = std::exchange(editor.drag, std::monostate{});
  finish_paint_drag(editor, std::get<PaintDrag>(held));
  deformed(editor);
}

std::string why_no_paint(const Session& session) {
  if (!choice_row(session.painting.brush).needs_joint || active_joint(session) != kNoId) return {};
  return "Select the joint whose weight is painted: Ctrl+click its limb, or in the tree";
}

void use_brush(Editor& editor, Brush brush) {
  if (editor.tab == Tab::layout) set_tab(editor, editor.viewport, Tab::pose);
  set_tool(editor, editor.viewport, Tool::paint);
  editor.painting.brush = brush;
}

void next_brush(Editor& editor) {
  const auto next = (std::size_t(editor.painting.brush) + 1) % kBrushes.size();
  use_brush(editor, Brush(next));
  say(editor, fmt::format("{}: {}", kBrushes[next].title, kBrushes[next].help));
}

void resize_brush(Session& session, bool larger) {
  const float radius = session.painting.radius * (larger ? kRadiusStep : 1.0f / kRadiusStep);
  session.painting.radius = std::clamp(radius, kSmallestBrush, kLargestBrush);
}

void strengthen_brush(Session& session, bool stronger) {
  const float strength = session.painting.strength + (stronger ? kStrengthStep : -kStrengthStep);
  session.painting.strength = std::clamp(std::round(strength * 100.0f) / 100.0f, 0.0f, 1.0f);
}

void update_brush(Editor& editor, glm::vec2 pixel) {
  const auto* held = std::get_if<PaintDrag>(&editor.drag);
  const std::optional<BrushHit> hit =
      brush_hit(editor, pixel, held ? held->operation.mesh_node : kNoId);
  editor.viewport.brush = hit ? std::optional(hit->place) : std::nullopt;
  const DeformedMesh* mesh = hit ? editor.deformer.mesh(hit->mesh) : nullptr;
  // Begins the job before the stroke, which would have to wait for it.
  if (mesh && mesh->skeleton != kNoId && !held && needs_graph(editor.painting.brush))
    graph_of(editor.viewport, *mesh);
}

void add_brush(view::Overlay& overlay, const Session& session, const ViewportState& viewport) {
  if (!paints(session) || !viewport.brush) return;
  if (is_dragging(session) && !std::holds_alternative<PaintDrag>(session.drag)) return;
  const BrushPlace& place = *viewport.brush;
  const std::vector<glm::vec3> ring = view::circle(place.middle, place.normal, place.radius);
  overlay.lines.push_back({ring, kHalo, 4.0f});
  overlay.lines.push_back({ring, tones_of(session).handle_lit, 2.0f});
  overlay.dots.push_back({place.middle, tones_of(session).handle_lit, 2.0f, kHalo});
}

float painted_share(const Session& session, Id skeleton, std::size_t joint) {
  const PosedSkeleton* posed = session.deformer.skeleton(skeleton);
  if (!posed || joint >= posed->captured.size()) return 0.0f;
  double painted = 0.0, reached = posed->captured[joint];
  for (const DeformedMesh& mesh : session.deformer.meshes()) {
    const PaintedCounts& counts = mesh.painted().counts();
    if (mesh.skeleton != skeleton || joint >= counts.painted.size()) continue;
    painted += counts.painted[joint];
    reached += counts.lost[joint];
  }
  return reached > 0.0 ? float(painted / reached) : 0.0f;
}

std::string painted_words(const Session& session, Id skeleton, std::size_t joint) {
  const float share = painted_share(session, skeleton, joint);
  return share > 0.0f ? fmt::format("{:.0f} % painted", std::max(100.0f * share, 1.0f))
                      : std::string();
}

}  // namespace marrow
