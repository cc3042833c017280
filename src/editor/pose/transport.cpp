#include "editor/pose/transport.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "editor/pose/shelf_skeleton.h"
#include "scene/playback.h"

namespace marrow {

namespace {

constexpr float kStripHeight = 34.0f;  // design units
constexpr double kEnd = 1e-6;          // seconds: nearer to the end than this is at the end

double length_of(const Motion* motion) {
  return motion != nullptr ? static_cast<double>(duration_of(*motion)) : 0.0;
}

/// Time went on since the last frame.
void advance(Editor& editor, const Motion& motion) {
  TransportState& transport = editor.transport;
  const double passed = std::max(editor.now - std::exchange(transport.played_at, editor.now), 0.0),
               length = length_of(&motion);
  if (!transport.is_playing || transport.is_scrubbed) return;
  transport.seconds += passed;
  if (transport.seconds >= length) {
    const bool goes_round = transport.loops && length > kEnd;
    transport.seconds = goes_round ? std::fmod(transport.seconds, length) : length;
    transport.is_playing = goes_round;
  }
  editor.wants_redraw = true;
}

void turn_on(Editor& editor) {
  TransportState& transport = editor.transport;
  if (!transport.is_on) transport.shown.reset();
  transport.is_on = true;
  transport.played_at = editor.now;
  editor.wants_redraw = true;
}

op::SetMorphWeights shapes_of(const Node& node) {
  op::SetMorphWeights shapes{node.id, std::vector<std::size_t>(node.morph_weights.size()),
                             node.morph_weights};
  std::iota(shapes.shapes.begin(), shapes.shapes.end(), std::size_t{0});
  return shapes;
}

/// The edits that bring one scene's pose into another; joints that are locked are counted and left
/// out.
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

/// Upwards in a node's own space.
glm::vec3 up_in(const Scene& scene, Id node) {
  const glm::dmat3 world(world_from_node(scene, node_index(scene, node)));
  const glm::dvec3 up = glm::inverse(world) * glm::dvec3(0.0, 1.0, 0.0);
  return glm::vec3(glm::normalize(up));
}

}  // namespace

const Motion* chosen_motion(const Editor& editor) {
  const auto& motions = editor.document.scene().motions;
  return motions.empty() ? nullptr
                         : motions[std::min(editor.transport.motion, motions.size() - 1)].get();
}

void choose_motion(Editor& editor, std::size_t motion) {
  TransportState& transport = editor.transport;
  if (motion >= editor.document.scene().motions.size() || transport.motion == motion) return;
  transport.motion = motion;
  transport.seconds = 0.0;
  editor.wants_redraw = true;
}

const Scene* played_scene(const Editor& editor) {
  const TransportState& transport = editor.transport;
  const bool is_there = transport.is_on && transport.shown && !is_dragging(editor) &&
                        transport.shown->base == editor.document.scene();
  return is_there ? &transport.shown->scene : nullptr;
}

void update_transport(Editor& editor) {
  TransportState& transport = editor.transport;
  const Scene& scene = editor.document.scene();
  transport.motion =
      scene.motions.empty() ? 0 : std::min(transport.motion, scene.motions.size() - 1);
  const Motion* motion = chosen_motion(editor);
  transport.seconds = std::clamp(transport.seconds, 0.0, length_of(motion));
  if (!transport.is_on) return;
  const bool is_overtaken = transport.shown && !(transport.shown->base == scene);
  if (motion == nullptr || is_overtaken || is_dragging(editor)) return stop_motion(editor);
  advance(editor, *motion);
  const bool is_shown = transport.shown && transport.shown->seconds == transport.seconds &&
                        transport.shown->motion == transport.motion;
  if (is_shown) return;
  transport.shown =
      TransportState::Shown{scene, transport.seconds, transport.motion,
                            at_time(scene, *motion, static_cast<float>(transport.seconds))};
}

void toggle_playing(Editor& editor) {
  TransportState& transport = editor.transport;
  const Motion* motion = chosen_motion(editor);
  if (motion == nullptr)
    return say(
        editor,
        "There is no motion to play yet: drop a .bvh file on the window, or choose File > Import.",
        true);
  if (is_dragging(editor)) return;
  if (transport.is_on && transport.is_playing) {
    transport.is_playing = false;
  } else {
    if (transport.seconds >= length_of(motion) - kEnd) transport.seconds = 0.0;
    turn_on(editor);
    transport.is_playing = true;
  }
  editor.wants_redraw = true;
}

void stop_motion(Editor& editor) {
  TransportState& transport = editor.transport;
  if (transport.is_on) editor.wants_redraw = true;
  transport.is_on = transport.is_playing = transport.is_scrubbed = false;
  transport.shown.reset();
}

void seek(Editor& editor, double seconds) {
  const Motion* motion = chosen_motion(editor);
  if (motion == nullptr || is_dragging(editor)) return;
  turn_on(editor);
  editor.transport.seconds = std::clamp(seconds, 0.0, length_of(motion));
}

void keep_pose(Editor& editor) {
  const Motion* motion = chosen_motion(editor);
  const Scene* played = played_scene(editor);
  if (motion == nullptr || played == nullptr) return;
  int locked = 0;
  const std::string what =
      fmt::format("Pose of {} at {}", motion->name, time_text(editor.transport.seconds));
  std::vector<Operation> edits = edits_between(editor.document.scene(), *played, what, locked);
  const bool is_done =
      !edits.empty() &&
      perform(editor, edits.size() == 1 ? edits.front() : op::Sequence{std::move(edits), what});
  stop_motion(editor);
  if (!is_done) return;
  say(editor, locked == 0 ? "Kept the pose at " + time_text(editor.transport.seconds)
                          : fmt::format("Kept the pose at {}; {} locked joint{} stayed",
                                        time_text(editor.transport.seconds), locked,
                                        locked == 1 ? "" : "s"));
}

void rename_motion(Editor& editor, const std::string& name) {
  if (chosen_motion(editor) != nullptr)
    perform(editor, op::RenameMotion{editor.transport.motion, name});
}

void delete_motion(Editor& editor) {
  const Motion* motion = chosen_motion(editor);
  if (motion == nullptr) return;
  const std::string name = motion->name;
  stop_motion(editor);
  if (perform(editor, op::DeleteMotion{editor.transport.motion}))
    say(editor, "Deleted the motion \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

float transport_height(const Editor& editor) {
  if (chosen_motion(editor) != nullptr) return kStripHeight;
  return editor.tab == Tab::pose && editor.shelf.is_open && shelf_skeleton(editor) != nullptr
             ? kStripHeight
             : 0.0f;
}

std::string time_text(double seconds) {
  const auto hundredths = static_cast<long long>(std::floor(std::max(seconds, 0.0) * 100.0 + 0.5));
  return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100);
}

// ---- retargeting
// -------------------------------------------------------------------------------------------------

bool can_retarget(const Editor& editor, const Scene& loaded) {
  const bool shows_something = std::any_of(loaded.nodes.begin(), loaded.nodes.end(),
                                           [](const Node& node) { return node.mesh != nullptr; });
  return !shows_something && !loaded.motions.empty() && first_skeleton(loaded) != nullptr &&
         first_skeleton(editor.document.scene()) != nullptr;
}

void begin_retarget(Editor& editor, const std::string& path, io::Loaded loaded) {
  RetargetDialog dialog;
  dialog.path = path;
  dialog.name = loaded.scene.motions.front()->name;
  dialog.actor_node = first_skeleton(loaded.scene)->id;
  dialog.actor = std::move(loaded.scene);
  dialog.warnings = std::move(loaded.warnings);
  editor.transport.retarget = std::move(dialog);
  const Id shown = shown_skeleton(editor);
  choose_onto(editor, shown != kNoId ? shown : first_skeleton(editor.document.scene())->id);
}

void choose_onto(Editor& editor, Id skeleton_node) {
  if (!editor.transport.retarget) return;
  RetargetDialog& dialog = *editor.transport.retarget;
  dialog.onto = skeleton_node;
  dialog.table = guessed_table(*find_node(dialog.actor, dialog.actor_node)->skeleton,
                               *find_node(editor.document.scene(), skeleton_node)->skeleton);
  dialog.problem.clear();
  editor.wants_redraw = true;
}

bool finish_retarget(Editor& editor) {
  if (!editor.transport.retarget) return false;
  RetargetDialog& dialog = *editor.transport.retarget;
  const Node* onto = find_node(editor.document.scene(), dialog.onto);
  if (onto == nullptr || !onto->skeleton) {
    dialog.problem = "This skeleton is not there any more.";
    return false;
  }
  Motion motion = retarget(
      *dialog.actor.motions.front(), *find_node(dialog.actor, dialog.actor_node)->skeleton,
      *onto->skeleton, dialog.table,
      {up_in(editor.document.scene(), dialog.onto), dialog.begins_here, dialog.matches_rest});
  const std::size_t joints =
      onto->skeleton->joints.size();  // of a scene that the next line may replace
  if (!editor.document.perform(op::AddMotion{std::make_shared<const Motion>(std::move(motion))})) {
    dialog.problem = editor.document.reason();
    return false;
  }
  const std::string name = editor.document.scene().motions.back()->name;
  say(editor, fmt::format("Added the motion \"{}\": {} of {} joints follow it", name,
                          paired(dialog.table), joints));
  editor.transport.retarget.reset();
  choose_motion(editor, editor.document.scene().motions.size() - 1);
  editor.transport.seconds = 0.0;
  turn_on(editor);
  editor.transport.is_playing = true;
  return true;
}

}  // namespace marrow
