#include "editor/course/explain.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"
#include "editor/camera_move.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/shown_transform.h"
#include "editor/picture_theme.h"
#include "editor/pose/shelf.h"
#include "editor/posed_joints.h"
#include "rig/joint_pose.h"
#include "view/picture/picking.h"

namespace marrow {

namespace {

constexpr view::Color kBlend{1.0f, 1.0f, 1.0f, 1.0f};
constexpr view::Color kRim{0.05f, 0.06f, 0.07f, 0.9f};
constexpr double kSecondsPerStage = 2.4;
constexpr double kMovingShare = 0.75;  // share of a stage; for the rest of it nothing moves
constexpr int kPathPoints = 12;        // points per stage
constexpr double kLitSeconds = 0.9;
// Shares of the picture's height that the tools cover from above and the card from below.
constexpr float kToolShare = 0.2f, kCardShare = 0.43f;
constexpr float kSeen = 0.0005f;  // a smaller change of a cell changes no shown digit

glm::vec3 moved(const glm::mat4& matrix, const glm::vec3& point) {
  return glm::vec3(matrix * glm::vec4(point, 1.0f));
}

}  // namespace

std::optional<VertexExplanation> present_explanation(const Session& session,
                                                     const ExplainState& taken) {
  if (taken.mesh == kNoId) return std::nullopt;
  return explain_vertex(session.document.scene(), session.deformer, taken.mesh, taken.vertex);
}

namespace {

/// The bone of a joint, in the joint's frame; zero if unknown.
glm::vec3 extent_of(const Session& session, const VertexExplanation& explained, std::size_t joint) {
  const Node* node = find_node(session.document.scene(), explained.skeleton);
  const bool is_there = node && node->skeleton && joint < node->skeleton->joints.size();
  return is_there ? node->skeleton->joints[joint].extent : glm::vec3(0.0f);
}

/// The axes of the skeleton's own frame, to which B^-1 brings the bones.
void add_origin_axes(view::Overlay& overlay, const glm::mat4& world, float length) {
  const view::Color tones[] = {view::kAxisX, view::kAxisY, view::kAxisZ};
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 end(0.0f);
    end[axis] = length;
    overlay.lines.push_back(
        {{moved(world, glm::vec3(0.0f)), moved(world, end)}, tones[axis], 2.0f});
  }
}

/// Adds one holding joint: its bone, and the vertex with its path so far.
void add_carried(view::Overlay& overlay, const Session& session, const VertexExplanation& explained,
                 const VertexTerm& term, float stage) {
  const PosedSkeleton& skeleton = *session.deformer.skeleton(explained.skeleton);
  const glm::mat4 &world = skeleton.world_from_skeleton, &bind = skeleton.bind[term.index],
                  &posed = skeleton.posed[term.index];
  const view::Color color = view::joint_color(term.index);
  const auto place = [&](float at) {
    return moved(world, term_at_stage(explained, term, bind, posed, at));
  };
  view::Overlay::Line way{{}, glm::vec4(glm::vec3(color), 0.45f), 1.5f};
  const int points = int(std::ceil(stage * float(kPathPoints)));
  for (int i = 0; i <= points; ++i)
    way.points.push_back(place(std::min(float(i) / float(kPathPoints), stage)));
  if (way.points.size() > 1) overlay.lines.push_back(std::move(way));
  const glm::mat4 frame =
      world * skinning_at_stage(bind, posed, std::min(stage, kStagePosed)) * bind;
  const glm::vec3 base(frame[3]), tip = moved(frame, extent_of(session, explained, term.index)),
                                  vertex = place(stage);
  overlay.lines.push_back({{base, tip}, color, 4.0f});
  overlay.dots.push_back({base, color, 4.0f, kRim});
  if (stage <= kStagePosed)
    overlay.lines.push_back({{base, vertex}, glm::vec4(1.0f, 1.0f, 1.0f, 0.4f), 1.0f});
  overlay.dots.push_back({vertex, color, 4.0f + 3.0f * term.weight, kBlend});
}

void add_slow_motion(view::Overlay& overlay, const Session& session,
                     const VertexExplanation& explained, float stage) {
  const PosedSkeleton& skeleton = *session.deformer.skeleton(explained.skeleton);
  const glm::mat4& world = skeleton.world_from_skeleton;
  float longest = 0.0f;
  for (std::size_t i = 0; i < explained.in_count; ++i)
    longest =
        std::max(longest, glm::length(extent_of(session, explained, explained.terms[i].index)));
  add_origin_axes(overlay, world, 0.6f * longest);
  overlay.dots.push_back(
      {moved(world, explained.bind), glm::vec4(glm::vec3(kBlend), 0.35f), 3.5f, kRim});
  overlay.dots.push_back(
      {moved(world, explained.posed), glm::vec4(glm::vec3(kBlend), 0.35f), 4.5f, kRim});
  for (std::size_t i = 0; i < explained.in_count; ++i)
    add_carried(overlay, session, explained, explained.terms[i], stage);
}

}  // namespace

void add_explanation(view::Overlay& overlay, const Session& session, const ExplainState& explain) {
  const std::optional<VertexExplanation> explained = present_explanation(session, explain);
  if (!explained) return;
  if (const float stage = explain.stage; stage < kStageBlended && explained->in_count > 0)
    return add_slow_motion(overlay, session, *explained, stage);
  const PosedSkeleton& posed = *session.deformer.skeleton(explained->skeleton);
  const glm::mat4& world = posed.world_from_skeleton;
  const glm::vec3 blend = moved(world, explained->posed);
  for (std::size_t i = 0; i < explained->in_count; ++i) {
    const VertexTerm& term = explained->terms[i];
    const view::Color color = view::joint_color(term.index);
    const glm::vec3 candidate = moved(world, term.candidate);
    view::Overlay::Line way{{candidate}, color, 2.0f};
    for (std::size_t k = 1; k < term.path.size(); ++k)
      way.points.push_back(moved(world, moved(posed.skinning[term.index], term.path[k])));
    const glm::vec3 on_bone = way.points.back();
    overlay.lines.push_back(std::move(way));
    overlay.lines.push_back({{candidate, blend}, glm::vec4(1.0f, 1.0f, 1.0f, 0.55f), 1.0f});
    overlay.dots.push_back({on_bone, color, 3.0f, kRim});
    overlay.dots.push_back({candidate, color, 3.5f + 2.5f * term.weight, kRim});
  }
  overlay.dots.push_back(
      {blend, explained->in_count > 0 ? kBlend : tones_of(session).uncovered, 4.5f, kRim});
}

namespace {

/// Bounds of bones and vertex over all stages, world space.
Bounds way_of(const Session& session, const VertexExplanation& explained) {
  const PosedSkeleton& skeleton = *session.deformer.skeleton(explained.skeleton);
  const glm::mat4& world = skeleton.world_from_skeleton;
  Bounds way;
  way.add(moved(world, glm::vec3(0.0f)));
  for (std::size_t i = 0; i < explained.in_count; ++i) {
    const VertexTerm& term = explained.terms[i];
    const glm::mat4 &bind = skeleton.bind[term.index], &posed = skeleton.posed[term.index];
    for (float stage = 0.0f; stage <= kStageBlended; stage += 0.25f) {
      const glm::mat4 carried =
          world * skinning_at_stage(bind, posed, std::min(stage, kStagePosed));
      way.add(moved(world, term_at_stage(explained, term, bind, posed, stage)));
      way.add(moved(carried * bind, glm::vec3(0.0f)));
      way.add(moved(carried * bind, extent_of(session, explained, term.index)));
    }
  }
  return way;
}

/// True if the bounds are in the picture, above the card.
bool is_in_view(const Session& session, const Bounds& way) {
  for (const glm::vec3& point : way.corners()) {
    const Projected seen = project(session.camera, point, session.picture_size);
    const glm::vec2 most = session.picture_size * glm::vec2(1.0f, 1.0f - kCardShare);
    if (!seen.visible || glm::any(glm::lessThan(seen.pixel, glm::vec2(0.0f))) ||
        glm::any(glm::greaterThan(seen.pixel, most)))
      return false;
  }
  return true;
}

/// Moves the camera so that the whole slow motion is in view.
void show_way(Session& session, ExplainState& explain) {
  const std::optional<VertexExplanation> explained = present_explanation(session, explain);
  if (!explained || explained->in_count == 0) return;
  Bounds way = way_of(session, *explained);
  if (is_in_view(session, way)) return;
  const float height = std::max(way.high.y - way.low.y, 0.5f * way.diagonal());
  way.low.y -= kCardShare / (1.0f - kCardShare) * height;
  way.high.y += kToolShare * height;
  move_camera(session, way);
}

}  // namespace

void play_slow_motion(Session& session, ExplainState& explain, bool on) {
  if (on && explain.stage >= kStageBlended) show_way(session, explain);
  explain.plays = on && explain.mesh != kNoId;
  if (explain.stage >= kStageBlended) explain.stage = 0.0f;
  explain.play_began = session.now - double(explain.stage) * kSecondsPerStage;
}

void advance_slow_motion(Session& session, ExplainState& explain) {
  if (!explain.plays) return;
  const double stages = std::max(session.now - explain.play_began, 0.0) / kSecondsPerStage,
               whole = std::floor(stages);
  const double share = std::min((stages - whole) / kMovingShare, 1.0);
  explain.stage = float(whole + share * share * (3.0 - 2.0 * share));
  session.wants_redraw = true;
  if (explain.stage < kStageBlended) return;
  explain.stage = kStageBlended;
  explain.plays = false;
}

void set_stage(Session& session, ExplainState& explain, float stage) {
  if (explain.stage >= kStageBlended && stage < kStageBlended) show_way(session, explain);
  explain.plays = false;
  explain.stage = std::clamp(stage, 0.0f, kStageBlended);
}

const char* stage_words(float stage) {
  if (stage <= 0.0f) return "v: the vertex at bind, in skeleton space.";
  if (stage <= kStageHome)
    return "B\u207b\u00b9 brings each joint home to the origin, and the vertex with it: v as the "
           "joint sees it.";
  if (stage <= kStagePosed)
    return "W takes each joint out to its pose, and the vertex with it: where that joint alone "
           "would put it.";
  return "The mean of these places by weight: v\u2032.";
}

const LetterInfo& letter_info(Letter letter) {
  static constexpr LetterInfo kInfos[kLetters] = {
      {"L", "joint to parent, at rest",
       "L, bind_local: the joint relative to its parent in the rest pose. Given with the rig; L = "
       "B_p^-1 B.\n"
       "CMU: X^ from bone to parent. (Their L is the scene graph's local-to-world: here S, the "
       "skeleton node's.)"},
      {"Ul", "your change, its own frame",
       "Ul, user_local: what you did to the joint, in its own frame; the identity is the rest "
       "pose.\n"
       "CMU: the turn by Bone::pose inside X. Seed 003's joint pose is L Ul."},
      {"W", "= W_p L Ul",
       "W, posed: joint to skeleton in the present pose, parents first. In world space it is S "
       "W.\nCMU: P_j, Skeleton::current_pose()."},
      {"B", "= B_p L",
       "B, bind: joint to skeleton at rest.\nCMU: B_j, Skeleton::bind_pose(). glTF stores its "
       "inverse."},
      {"T", "= W B^-1",
       "T, skinning: takes a vertex from rest to where this joint alone would put it; the identity "
       "at rest.\n"
       "CMU: P_j B_j^-1. Seed 003: K_j, written for row vectors."}};
  return kInfos[std::size_t(letter)];
}

std::optional<std::array<glm::mat4, kLetters>> letters_of(const Session& session,
                                                          const ShelfState& shelf, Id joint) {
  const Scene& scene = shown_scene(session, shelf);
  const JointRef ref = find_joint(scene, joint);
  if (ref.node < 0) return std::nullopt;
  const Node& node = scene.nodes[std::size_t(ref.node)];
  const PosedSkeleton* posed = session.deformer.skeleton(node.id);
  const auto j = std::size_t(ref.joint);
  if (posed == nullptr || j >= posed->posed.size()) return std::nullopt;
  const Joint& its = node.skeleton->joints[j];
  return std::array<glm::mat4, kLetters>{its.bind_local, its.user_local, posed->posed[j],
                                         posed->bind[j], posed->skinning[j]};
}

void watch_letters(MatrixWatch& watch, Id joint, const std::array<glm::mat4, kLetters>& now,
                   double seconds) {
  if (watch.joint != joint) {
    watch = {joint, now, {}};
    return;
  }
  for (std::size_t letter = 0; letter < kLetters; ++letter)
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 4; ++row) {
        float& seen = watch.seen[letter][column][row];
        const float value = now[letter][column][row];
        if (!(std::abs(value - seen) > kSeen)) continue;
        seen = value;
        watch.changed_at[letter][std::size_t(column * 4 + row)] = seconds;
      }
}

float cell_light(const MatrixWatch& watch, Letter letter, std::size_t cell, double seconds) {
  const double at = watch.changed_at[std::size_t(letter)][cell];
  return at > 0.0 ? float(std::clamp(1.0 - (seconds - at) / kLitSeconds, 0.0, 1.0)) : 0.0f;
}

std::string matrix_words(const glm::mat4& matrix) {
  float shear = 0.0f;
  const JointPose pose = decompose(matrix, &shear);
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (glm::any(glm::greaterThan(glm::abs(pose.scale - 1.0f), glm::vec3(kSeen))))
    add(fmt::format("scales {:.3g} {:.3g} {:.3g}", pose.scale.x, pose.scale.y, pose.scale.z));
  if (shear > 1e-4f) add("shears");
  return text;
}

std::string turn_words(const glm::mat4& matrix) {
  const glm::quat turn = decompose(matrix).rotation;
  const float degrees = glm::degrees(
      2.0f * std::atan2(glm::length(glm::vec3(turn.x, turn.y, turn.z)), std::abs(turn.w)));
  return degrees > 0.05f ? fmt::format("{:.1f}\u00b0", degrees) : std::string();
}

void show_explain_tab(Session& session) { session.right_tab = RightTab::explain; }

void on_document_replaced(ExplainState& explain, DocumentChange change) {
  if (change != DocumentChange::opened) explain = {};
}

namespace {

constexpr float kLockDegrees = 5.0f;

glm::vec3 unit(const glm::vec3& v) {
  const float length = glm::length(v);
  return length > 0.0f ? v / length : v;
}

const Joint& joint_in(const Scene& scene, const JointRef& ref) {
  return scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)];
}

void take_axes(Lens& lens, const glm::mat3& parent, const glm::mat3& bind_local) {
  lens.in_parent = unit(glm::inverse(parent) * lens.world);
  lens.in_joint = unit(glm::inverse(parent * bind_local) * lens.world);
  lens.transposed = unit(glm::transpose(parent * bind_local) * lens.world);
  lens.transpose_differs = glm::distance(lens.transposed, lens.in_joint) > 1e-3f;
}

void take_angles(Lens& lens, const PanelsState& panels, Id joint) {
  InspectorState shown;
  if (const auto last = panels.inspector.eulers.find(joint); last != panels.inspector.eulers.end())
    shown.eulers[joint] = last->second;
  lens.euler_before = shown_transform(shown, joint, lens.before).degrees;
  lens.euler_after = shown_transform(shown, joint, lens.after).degrees;
  const float from_lock = std::abs(std::remainder(lens.euler_after.y - 90.0f, 180.0f));
  lens.is_near_lock = from_lock < kLockDegrees;
}

}  // namespace

bool lens_is_on(const Session& session, const ExplainPanelState& explain_panel) {
  return explain_panel.lens.value_or(session.right_tab == RightTab::explain);
}

std::optional<Lens> lens_of(const Session& session, const ExplainPanelState& explain_panel,
                            const PanelsState& panels) {
  const auto* held = std::get_if<HandleDrag>(&session.drag);
  if (held == nullptr || !lens_is_on(session, explain_panel)) return std::nullopt;
  const GizmoTarget& target = held->target;
  if (target.moves != GizmoMoves::joints || target.mode != GizmoMode::rotate) return std::nullopt;
  const Id id = target.ids.back();
  const Scene &start = session.document.gesture_start(), &now = session.document.scene();
  const JointRef ref = find_joint(now, id);
  const std::optional<GizmoFrames> frames = joint_frames(session, id);
  if (ref.node < 0 || find_joint(start, id).node < 0 || !frames) return std::nullopt;
  const Joint& joint = joint_in(now, ref);
  Lens lens;
  lens.joint = joint.name;
  lens.parent = joint.parent < 0 ? "the skeleton" : joint_in(now, {ref.node, joint.parent}).name;
  lens.degrees = glm::degrees(held->drag.value());
  lens.world = held->drag.turn_axis();
  lens.before = joint_in(start, find_joint(start, id)).user_local;
  lens.after = joint.user_local;
  take_axes(lens, glm::mat3(frames->parent), glm::mat3(joint.bind_local));
  take_angles(lens, panels, id);
  return lens;
}

}  // namespace marrow
