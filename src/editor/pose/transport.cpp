#include "editor/pose/transport.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "editor/editor.h"
#include "editor/pose/shelf_skeleton.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport_state.h"
#include "scene/playback.h"

namespace marrow {

namespace {

constexpr float kStripHeight = 34.0f;  // design units
constexpr double kEnd = 1e-6;          // seconds: nearer to the end than this is at the end

double length_of(const Motion* motion) {
  return motion != nullptr ? static_cast<double>(duration_of(*motion)) : 0.0;
}

/// Advances by the time since the last frame.
void advance(Session& session, TransportState& transport, const Motion& motion) {
  const double passed =
                   std::max(session.now - std::exchange(transport.played_at, session.now), 0.0),
               length = length_of(&motion);
  if (!transport.is_playing || transport.is_scrubbed) return;
  transport.seconds += passed;
  if (transport.seconds >= length) {
    const bool goes_round = transport.loops && length > kEnd;
    transport.seconds = goes_round ? std::fmod(transport.seconds, length) : length;
    transport.is_playing = goes_round;
  }
  session.wants_redraw = true;
}

void turn_on(Session& session, TransportState& transport) {
  if (!transport.is_on) transport.shown.reset();
  transport.is_on = true;
  transport.played_at = session.now;
}

op::SetMorphWeights shapes_of(const Node& node) {
  op::SetMorphWeights shapes{node.id, std::vector<std::size_t>(node.morph_weights.size()),
                             node.morph_weights};
  std::iota(shapes.shapes.begin(), shapes.shapes.end(), std::size_t{0});
  return shapes;
}

/// The edits that turn one scene's pose into another's; locked joints are counted and left out.
std::vector<Operation> edits_between(const Scene& document, const Scene& played,
                                     const std::string& what, int& locked) {
  std::vector<Operation> edits;
  op::SetUserLocal pose{{}, what};
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    const Node &before = document.nodes[n], &after = played.nodes[n];
    if (before.local != after.local) edits.push_back(op::SetNodeLocal{before.id, after.local});
    if (before.morph_weights != after.morph_weights) edits.push_back(shapes_of(after));
    if (before.skeleton == after.skeleton) continue;
    for (std::size_t j = 0; j < before.skeleton->joints.size(); ++j) {
      const Joint &joint = before.skeleton->joints[j], &moved = after.skeleton->joints[j];
      if (joint.user_local == moved.user_local) continue;
      if (joint.locked)
        ++locked;
      else
        pose.entries.push_back({joint.id, moved.user_local});
    }
  }
  if (!pose.entries.empty()) edits.insert(edits.begin(), Operation(std::move(pose)));
  return edits;
}

const Node* first_skeleton(const Scene& scene) {
  const auto found = std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& node) {
    return node.skeleton != nullptr && !node.skeleton->joints.empty();
  });
  return found == scene.nodes.end() ? nullptr : &*found;
}

/// The up axis in a node's own space.
glm::vec3 up_in(const Scene& scene, Id node) {
  const glm::dmat3 world(world_from_node(scene, node_index(scene, node)));
  const glm::dvec3 up = glm::inverse(world) * glm::dvec3(0.0, 1.0, 0.0);
  return glm::vec3(glm::normalize(up));
}

}  // namespace

const Motion* chosen_motion(const Session& session, const TransportState& transport) {
  const auto& motions = session.document.scene().motions;
  return motions.empty() ? nullptr : motions[std::min(transport.motion, motions.size() - 1)].get();
}

void choose_motion(Session& session, TransportState& transport, std::size_t motion) {
  if (motion >= session.document.scene().motions.size() || transport.motion == motion) return;
  transport.motion = motion;
  transport.seconds = 0.0;
}

const Scene* played_scene(const Session& session, const TransportState& transport) {
  const bool is_there = transport.is_on && transport.shown && !is_dragging(session) &&
                        transport.shown->base == session.document.scene();
  return is_there ? &transport.shown->scene : nullptr;
}

void update_transport(Session& session, TransportState& transport) {
  const Scene& scene = session.document.scene();
  transport.motion =
      scene.motions.empty() ? 0 : std::min(transport.motion, scene.motions.size() - 1);
  const Motion* motion = chosen_motion(session, transport);
  transport.seconds = std::clamp(transport.seconds, 0.0, length_of(motion));
  if (!transport.is_on) return;
  const bool is_overtaken = transport.shown && !(transport.shown->base == scene);
  if (motion == nullptr || is_overtaken || is_dragging(session))
    return stop_motion(session, transport);
  advance(session, transport, *motion);
  const bool is_shown = transport.shown && transport.shown->seconds == transport.seconds &&
                        transport.shown->motion == transport.motion;
  if (is_shown) return;
  transport.shown =
      TransportState::Shown{scene, transport.seconds, transport.motion,
                            at_time(scene, *motion, static_cast<float>(transport.seconds))};
}

void toggle_playing(Session& session, TransportState& transport) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr)
    return say(
        session,
        "There is no motion to play yet: drop a .bvh file on the window, or choose File > Import.",
        true);
  if (is_dragging(session)) return;
  if (transport.is_on && transport.is_playing) {
    transport.is_playing = false;
  } else {
    if (transport.seconds >= length_of(motion) - kEnd) transport.seconds = 0.0;
    turn_on(session, transport);
    transport.is_playing = true;
  }
}

namespace {

void stop(TransportState& transport) {
  transport.is_on = transport.is_playing = transport.is_scrubbed = false;
  transport.shown.reset();
}

}  // namespace

void stop_motion(Session& session, TransportState& transport) {
  if (transport.is_on) session.wants_redraw = true;
  stop(transport);
}

void on_document_replaced(TransportState& transport, DocumentChange change) {
  if (change != DocumentChange::opened) stop(transport);
}

void seek(Session& session, TransportState& transport, double seconds) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr || is_dragging(session)) return;
  turn_on(session, transport);
  transport.seconds = std::clamp(seconds, 0.0, length_of(motion));
}

void keep_pose(Session& session, TransportState& transport) {
  const Motion* motion = chosen_motion(session, transport);
  const Scene* played = played_scene(session, transport);
  if (motion == nullptr || played == nullptr) return;
  int locked = 0;
  const std::string what =
      fmt::format("Pose of {} at {}", motion->name, time_text(transport.seconds));
  std::vector<Operation> edits = edits_between(session.document.scene(), *played, what, locked);
  const bool is_done =
      !edits.empty() &&
      perform(session, edits.size() == 1 ? edits.front() : op::Sequence{std::move(edits), what});
  stop_motion(session, transport);
  if (!is_done) return;
  say(session, locked == 0
                   ? "Kept the pose at " + time_text(transport.seconds)
                   : fmt::format("Kept the pose at {}; {} locked joint{} stayed",
                                 time_text(transport.seconds), locked, locked == 1 ? "" : "s"));
}

void rename_motion(Session& session, TransportState& transport, const std::string& name) {
  if (chosen_motion(session, transport) != nullptr)
    perform(session, op::RenameMotion{transport.motion, name});
}

void delete_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  const std::string name = motion->name;
  stop_motion(editor, editor.transport);
  if (perform(editor, op::DeleteMotion{editor.transport.motion}))
    say(editor, "Deleted the motion \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport) {
  if (chosen_motion(session, transport) != nullptr) return kStripHeight;
  return session.tab == Tab::pose && shelf.is_open && shelf_skeleton(session, shelf) != nullptr
             ? kStripHeight
             : 0.0f;
}

std::string time_text(double seconds) {
  const auto hundredths = static_cast<long long>(std::floor(std::max(seconds, 0.0) * 100.0 + 0.5));
  return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100);
}

bool can_retarget(const Session& session, const Scene& loaded) {
  const bool shows_something = std::any_of(loaded.nodes.begin(), loaded.nodes.end(),
                                           [](const Node& node) { return node.mesh != nullptr; });
  return !shows_something && !loaded.motions.empty() && first_skeleton(loaded) != nullptr &&
         first_skeleton(session.document.scene()) != nullptr;
}

void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded) {
  RetargetDialog dialog;
  dialog.path = path;
  dialog.name = loaded.scene.motions.front()->name;
  dialog.actor_node = first_skeleton(loaded.scene)->id;
  dialog.actor = std::move(loaded.scene);
  dialog.warnings = std::move(loaded.warnings);
  transport.retarget = std::move(dialog);
  const Id shown = shown_skeleton(session);
  choose_onto(session, transport,
              shown != kNoId ? shown : first_skeleton(session.document.scene())->id);
}

void choose_onto(Session& session, TransportState& transport, Id skeleton_node) {
  if (!transport.retarget) return;
  RetargetDialog& dialog = *transport.retarget;
  dialog.onto = skeleton_node;
  dialog.table = guessed_table(*find_node(dialog.actor, dialog.actor_node)->skeleton,
                               *find_node(session.document.scene(), skeleton_node)->skeleton);
  dialog.problem.clear();
}

bool finish_retarget(Session& session, TransportState& transport) {
  if (!transport.retarget) return false;
  RetargetDialog& dialog = *transport.retarget;
  const Node* onto = find_node(session.document.scene(), dialog.onto);
  if (onto == nullptr || !onto->skeleton) {
    dialog.problem = "This skeleton is no longer exists.";
    return false;
  }
  Motion motion = retarget(
      *dialog.actor.motions.front(), *find_node(dialog.actor, dialog.actor_node)->skeleton,
      *onto->skeleton, dialog.table,
      {up_in(session.document.scene(), dialog.onto), dialog.begins_here, dialog.matches_rest});
  const std::size_t joints =
      onto->skeleton->joints.size();  // of a scene that the next line may replace
  if (!session.document.perform(op::AddMotion{std::make_shared<const Motion>(std::move(motion))})) {
    dialog.problem = session.document.reason();
    return false;
  }
  const std::string name = session.document.scene().motions.back()->name;
  say(session, fmt::format("Added the motion \"{}\": {} of {} joints follow it", name,
                           paired(dialog.table), joints));
  transport.retarget.reset();
  choose_motion(session, transport, session.document.scene().motions.size() - 1);
  transport.seconds = 0.0;
  turn_on(session, transport);
  transport.is_playing = true;
  return true;
}

}  // namespace marrow
