#include "editor/pose/retarget_setup.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <utility>

#include "base/index.h"
#include "editor/long_edit.h"
#include "editor/pose/transport.h"

namespace marrow {

namespace {

constexpr std::size_t kFloorTimes = 60;

const Node* first_skeleton(const Scene& scene) {
  const auto found = std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& node) {
    return node.skeleton != nullptr && !node.skeleton->joints.empty();
  });
  return found == scene.nodes.end() ? nullptr : &*found;
}

const Skeleton& actor_of(const RetargetDialog& dialog) {
  return *find_node(dialog.actor, dialog.actor_node)->skeleton;
}

/// The up axis in a node's own space.
glm::vec3 up_in(const Scene& scene, Id node) {
  const glm::dmat3 world(world_from_node(scene, node_index(scene, node)));
  const glm::dvec3 up = glm::inverse(world) * glm::dvec3(0.0, 1.0, 0.0);
  return glm::vec3(glm::normalize(up));
}

/// The target skeleton; nullptr if it no longer exists.
std::shared_ptr<const Skeleton> onto_of(const Session& session, const RetargetDialog& dialog) {
  const Node* node = find_node(session.document.scene(), dialog.onto);
  return node == nullptr ? nullptr : node->skeleton;
}

glm::dmat4 world_of_onto(const Session& session, const RetargetDialog& dialog) {
  const Scene& scene = session.document.scene();
  return glm::dmat4(world_from_node(scene, node_index(scene, dialog.onto)));
}

std::vector<glm::dmat4> in_world(const glm::dmat4& world, std::vector<glm::dmat4> joints) {
  for (glm::dmat4& joint : joints) joint = world * joint;
  return joints;
}

glm::dmat4 upright_of_file(const RetargetDialog::Trial& trial) {
  return glm::rotate(glm::dmat4(1.0), double(trial.file_yaw), glm::dvec3(0, 1, 0)) *
         glm::dmat4(turn_of(trial.choices.reading.up, UpAxis::y));
}

float floor_of(const std::vector<glm::dmat4>& joints) {
  return float(heights_of(joints, {0.0, 1.0, 0.0}).low);
}

float height_of(const std::vector<glm::dmat4>& joints) {
  const Heights heights = heights_of(joints, {0.0, 1.0, 0.0});
  return std::max(float(heights.high - heights.low), 1e-9f);
}

/// The angle about y, radians, that turns one body to face like the other; 0 if one has no left
/// side.
float yaw_between(const glm::dvec3& left, const glm::dvec3& other_left) {
  const glm::dvec2 a(left.x, left.z), b(other_left.x, other_left.z);
  if (glm::length(a) < 1e-3 || glm::length(b) < 1e-3) return 0.0f;
  return float(std::atan2(a.y, a.x) - std::atan2(b.y, b.x));
}

/// Floors, heights and headings of both figures.
void measure(const Session& session, const RetargetDialog& dialog, RetargetDialog::Trial& trial) {
  const Skeleton &file = trial.result.from, &onto = *trial.onto;
  const Motion& motion = dialog.motion();
  trial.file_yaw = 0.0f;
  const glm::dmat4 upright = upright_of_file(trial), world = world_of_onto(session, dialog);
  trial.file_height = height_of(in_world(upright, world_at_rest(file)));
  trial.file_floor = std::numeric_limits<float>::infinity();
  for (const float time : sample_times(motion, kFloorTimes))
    trial.file_floor =
        std::min(trial.file_floor, floor_of(in_world(upright, world_at_time(file, motion, time))));
  const std::vector<glm::dmat4> rest = in_world(world, world_at_rest(onto));
  trial.onto_floor = floor_of(rest);
  trial.onto_height = height_of(rest);
  trial.file_yaw = yaw_between(
      leftwards(body_joints(file), in_world(upright, world_at_time(file, motion, 0.0f))),
      leftwards(body_joints(onto),
                in_world(world, world_at_time(onto, trial.result.motion, 0.0f))));
}

RetargetOptions options_of(const Session& session, const RetargetDialog& dialog) {
  const RetargetChoices& choices = dialog.choices;
  return {.up = up_in(session.document.scene(), dialog.onto),
          .begins_here = choices.begins_here,
          .matches_rest = choices.matches_rest,
          .in_place = choices.in_place,
          .on_floor = choices.on_floor};
}

/// The trial of the present choices; nullptr if the skeleton no longer exists.
const RetargetDialog::Trial* present_trial(const Session& session, RetargetDialog& dialog) {
  const std::shared_ptr<const Skeleton> onto = onto_of(session, dialog);
  if (!onto) return nullptr;
  if (dialog.trial && dialog.trial->choices == dialog.choices && dialog.trial->onto == onto)
    return &*dialog.trial;
  const RetargetChoices& choices = dialog.choices;
  RetargetDialog::Trial trial;
  trial.choices = choices;
  trial.onto = onto;
  trial.result = try_retarget(dialog.motion(), actor_of(dialog), choices.reading, *onto,
                              choices.table, options_of(session, dialog));
  measure(session, dialog, trial);
  dialog.trial = std::move(trial);
  return &*dialog.trial;
}

Preview preview_of(const Skeleton& skeleton, const std::vector<glm::dmat4>& world, float floor,
                   float height) {
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  const int hips = std::max(body_joints(skeleton).hips, 0);
  const glm::dvec3 place(world[at(hips)][3]);
  const glm::dvec3 origin(place.x, double(floor), place.z);
  const auto shown = [&](const glm::dvec4& point) {
    return glm::vec3((glm::dvec3(point) - origin) / double(height));
  };
  Preview preview;
  preview.travel = glm::vec2(place.x, place.z) / height;
  std::vector<char> is_parent(world.size(), 0);
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    if (parent < 0) continue;
    is_parent[at(parent)] = 1;
    // A line from a root that is not the hips is not a bone.
    if (skeleton.joints[at(parent)].parent < 0 && parent != hips) continue;
    preview.bones.push_back({shown(world[at(parent)][3]), shown(world[j][3]), roles[j].side});
  }
  for (std::size_t j = 0; j < world.size(); ++j)
    if (is_parent[j] == 0)
      preview.bones.push_back(
          {shown(world[j][3]),
           shown(world[j] * glm::dvec4(glm::dvec3(skeleton.joints[j].extent), 1.0)),
           roles[j].side});
  return preview;
}

}  // namespace

std::string why_no_motions(const Session& session, const Scene& loaded) {
  if (first_skeleton(session.document.scene()) == nullptr)
    return "this scene has no skeleton that could move. Open the file instead.";
  if (loaded.motions.empty()) return "the file has no motion.";
  if (clips_of(loaded, actor_node(loaded)).empty())
    return "no motion of the file moves a skeleton.";
  return {};
}

bool can_retarget(const Session& session, const Scene& loaded) {
  const bool shows_something = first_node_with(&Node::mesh, loaded) != nullptr;
  return !shows_something && why_no_motions(session, loaded).empty();
}

void begin_retarget(Session& session, TransportState& transport, const std::string& path,
                    io::Loaded loaded) {
  RetargetDialog dialog;
  dialog.path = path;
  dialog.actor_node = actor_node(loaded.scene);
  dialog.clips = clips_of(loaded.scene, dialog.actor_node);
  dialog.actor = std::move(loaded.scene);
  dialog.warnings = std::move(loaded.warnings);
  dialog.guess = guessed_reading(actor_of(dialog), dialog.motion());
  dialog.choices.reading = dialog.guess.reading;
  dialog.preview_played_at = session.now;
  transport.retarget = std::move(dialog);
  const Id shown = shown_skeleton(session);
  choose_onto(session, transport,
              shown != kNoId ? shown : first_skeleton(session.document.scene())->id);
}

void show_clip(const Session& session, RetargetDialog& dialog, std::size_t clip) {
  if (clip >= dialog.clips.size() || clip == dialog.shown) return;
  dialog.shown = clip;
  const bool is_guessed = dialog.choices.reading == dialog.guess.reading;
  dialog.guess = guessed_reading(actor_of(dialog), dialog.motion());
  if (is_guessed) dialog.choices.reading = dialog.guess.reading;
  dialog.trial.reset();
  dialog.preview_seconds = 0.0;
  dialog.preview_played_at = session.now;
}

void choose_all_clips(RetargetDialog& dialog, bool is_chosen) {
  for (Clip& clip : dialog.clips) clip.is_chosen = is_chosen;
}

std::size_t chosen_clips(const RetargetDialog& dialog) {
  return std::size_t(std::count_if(dialog.clips.begin(), dialog.clips.end(),
                                   [](const Clip& clip) { return clip.is_chosen; }));
}

std::string clips_title(const RetargetDialog& dialog) {
  if (dialog.clips.size() == 1) return fmt::format("Motion \"{}\"", dialog.motion().name);
  return fmt::format("{} of {} motions", chosen_clips(dialog), dialog.clips.size());
}

void choose_onto(Session& session, TransportState& transport, Id skeleton_node) {
  if (!transport.retarget) return;
  RetargetDialog& dialog = *transport.retarget;
  dialog.onto = skeleton_node;
  dialog.choices.table = guessed_table(
      actor_of(dialog), *find_node(session.document.scene(), skeleton_node)->skeleton);
  dialog.problem.clear();
}

namespace {

/// Input of a job: the chosen clips, and how to read them.
struct ChosenClips {
  std::vector<std::shared_ptr<const Motion>> motions;
  std::optional<ActorReading> reading;  ///< none: guessed for each
  std::shared_ptr<const Skeleton> actor, onto;
  RetargetTable table;
  RetargetOptions options;
};

ChosenClips chosen_of(const Session& session, const RetargetDialog& dialog) {
  const RetargetChoices& choices = dialog.choices;
  ChosenClips chosen{.motions = {},
                     .reading = std::nullopt,
                     .actor = find_node(dialog.actor, dialog.actor_node)->skeleton,
                     .onto = onto_of(session, dialog),
                     .table = choices.table,
                     .options = options_of(session, dialog)};
  if (choices.reading != dialog.guess.reading) chosen.reading = choices.reading;
  for (const Clip& clip : dialog.clips)
    if (clip.is_chosen) chosen.motions.push_back(clip.motion);
  return chosen;
}

std::string added_words(const ChosenClips& chosen, const Scene& after) {
  const std::size_t count = chosen.motions.size();
  return fmt::format("Added {}: {} of {} joints matched",
                     count == 1 ? fmt::format("the motion \"{}\"", after.motions.back()->name)
                                : fmt::format("{} motions", count),
                     paired(chosen.table), chosen.table.rows.size());
}

FoundEdit found_motions(const ChosenClips& chosen, const Scene& scene, const Tasks& tasks,
                        Progress& progress) {
  op::Sequence all;
  const std::size_t count = chosen.motions.size();
  progress.set_words("Retargeting");
  for (const std::shared_ptr<const Motion>& motion : chosen.motions) {
    progress.set_share(double(all.operations.size()) / double(count));
    if (progress.wants_stop()) throw Stopped();
    const ActorReading reading =
        chosen.reading ? *chosen.reading : guessed_reading(*chosen.actor, *motion).reading;
    all.operations.emplace_back(op::AddMotion{std::make_shared<const Motion>(
        retargeted(*motion, *chosen.actor, reading, *chosen.onto, chosen.table, chosen.options))});
  }
  if (count > 1) all.what = fmt::format("Add {} motions", count);
  Applied applied = apply(scene, all, tasks);
  std::string words = applied.scene ? added_words(chosen, *applied.scene) : std::string();
  return {std::move(all), std::move(applied), std::move(words)};
}

}  // namespace

bool finish_retarget(Editor& editor) {
  if (!editor.transport.retarget) return false;
  RetargetDialog& dialog = *editor.transport.retarget;
  if (!onto_of(editor, dialog)) {
    dialog.problem = "This skeleton no longer exists.";
    return false;
  }
  const ChosenClips chosen = chosen_of(editor, dialog);
  const std::size_t count = chosen.motions.size(), before = editor.document.scene().motions.size();
  if (count == 0) return false;
  const auto moves = [&](const auto& motion) { return followed(*motion, chosen.table) > 0; };
  if (std::none_of(chosen.motions.begin(), chosen.motions.end(), moves)) {
    dialog.problem = "Nothing would move here: choose below which joint follows which.";
    return false;
  }
  editor.transport.retarget.reset();
  perform_long(editor, {.title = count == 1 ? std::string("Adding a motion")
                                            : fmt::format("Adding {} motions", count),
                        .find =
                            [chosen, tasks = &editor.document.tasks()](const Scene& scene,
                                                                       Progress& progress) {
                              return found_motions(chosen, scene, *tasks, progress);
                            },
                        .then = [before](Editor& e) { play_from_start(e, e.transport, before); }});
  return true;
}

std::string retarget_summary(const RetargetDialog& dialog) {
  const std::size_t pairs = paired(dialog.choices.table), joints = dialog.choices.table.rows.size();
  std::string text =
      pairs == 0 ? "No joint matches by name or shape: choose below which joint follows which."
                 : fmt::format("{} of {} joints matched.", pairs, joints);
  for (const std::string& note : dialog.guess.notes) text += " " + note;
  return text;
}

std::vector<std::string> retarget_doubts(const Session& session, RetargetDialog& dialog) {
  std::vector<std::string> doubts;
  if (dialog.choices.reading == dialog.guess.reading) doubts = dialog.guess.doubts;
  if (const RetargetDialog::Trial* trial = present_trial(session, dialog))
    doubts.insert(doubts.end(), trial->result.doubts.begin(), trial->result.doubts.end());
  return doubts;
}

void apply_cure(RetargetDialog& dialog, const RetargetCure& cure) {
  dialog.choices.reading = cure.reading;
  dialog.choices.table = cure.table;
  dialog.choices.matches_rest = cure.options.matches_rest;
  dialog.choices.on_floor = cure.options.on_floor;
}

void advance_preview(const Session& session, RetargetDialog& dialog) {
  const double passed =
      std::max(session.now - std::exchange(dialog.preview_played_at, session.now), 0.0);
  const double length = double(duration_of(dialog.motion()));
  if (dialog.preview_is_held) return;
  dialog.preview_seconds = length > 1e-6 ? std::fmod(dialog.preview_seconds + passed, length) : 0.0;
}

Preview preview_of_file(const Session& session, RetargetDialog& dialog) {
  const RetargetDialog::Trial* trial = present_trial(session, dialog);
  if (trial == nullptr) return {};
  const Skeleton& file = trial->result.from;
  return preview_of(file,
                    in_world(upright_of_file(*trial),
                             world_at_time(file, dialog.motion(), float(dialog.preview_seconds))),
                    trial->file_floor, trial->file_height);
}

Preview preview_of_figure(const Session& session, RetargetDialog& dialog) {
  const RetargetDialog::Trial* trial = present_trial(session, dialog);
  if (trial == nullptr) return {};
  return preview_of(
      *trial->onto,
      in_world(world_of_onto(session, dialog),
               world_at_time(*trial->onto, trial->result.motion, float(dialog.preview_seconds))),
      trial->onto_floor, trial->onto_height);
}

}  // namespace marrow
