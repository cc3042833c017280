#include "editor/pose/shelf.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "edit/keying.h"
#include "edit/pose_edit.h"
#include "editor/pose/transport.h"
#include "editor/selection_actions.h"
#include "editor/session.h"
#include "rig/playback.h"

namespace marrow {

namespace {

constexpr double kEaseSeconds = 0.15;
// Design units.
constexpr float kOpenHeight = 92.0f, kEmptyHeight = 44.0f, kFoldedHeight = 30.0f,
                kStripHeight = 34.0f;

std::vector<Id> selected_joints(const Session& session, const Skeleton& skeleton) {
  std::vector<Id> joints;
  for (const Id id : session.document.selection())
    if (joint_index(skeleton, id) >= 0) joints.push_back(id);
  return joints;
}

/// The scene after an edit; none if refused.
std::optional<Scene> with(const Session& session, const Scene& scene, const Operation& operation) {
  return apply(scene, operation, session.document.tasks()).scene;
}

/// Interpolates between two scenes that differ in Ul: joints turn at a constant rate.
std::optional<Scene> between(const Session& session, const Scene& from, const Scene& to, float t) {
  op::SetUserLocal change;
  for (const Node& node : to.nodes) {
    const Node* before = find_node(from, node.id);
    if (!node.skeleton || before == nullptr || !before->skeleton ||
        before->skeleton == node.skeleton)
      continue;
    const op::SetUserLocal part = blended_pose(*node.skeleton, present_pose(*before->skeleton),
                                               present_pose(*node.skeleton), t, {}, {});
    change.entries.insert(change.entries.end(), part.entries.begin(), part.entries.end());
  }
  return with(session, to, change);
}

void begin_ease(Session& session, ShelfState& shelf, const Scene& from) {
  if (shelf.preview || from == session.document.scene()) return;
  shelf.ease = ShelfState::Ease{from, session.document.scene(), session.now, from};
}

void advance_ease(Session& session, ShelfState& shelf) {
  std::optional<ShelfState::Ease>& ease = shelf.ease;
  if (!ease) return;
  const double share = (session.now - ease->start) / kEaseSeconds;
  if (share >= 1.0 || !(ease->to == session.document.scene())) return ease.reset();
  const auto t = float(std::max(share, 0.0));
  const std::optional<Scene> scene =
      between(session, ease->from, ease->to, t * t * (3.0f - 2.0f * t));
  if (!scene) return ease.reset();
  ease->scene = *scene;
  session.wants_redraw = true;
}

/// Rounding in a file may make a pose and its stored twin differ in the last digits.
bool looks_alike(const glm::mat4& a, const glm::mat4& b) {
  constexpr float kTolerance = 1e-5f;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!(std::abs(a[column][row] - b[column][row]) <=
            kTolerance * std::max(1.0f, std::abs(b[column][row]))))
        return false;
  return true;
}

op::SetUserLocal pose_operation(const Session& session, const Skeleton& skeleton, const Pose& pose,
                                PoseUse how) {
  if (how == PoseUse::flipped)
    return flipped_pose(skeleton, pose.entries, {}, session.document.tasks(),
                        "Apply pose " + pose.name + " flipped");
  if (how == PoseUse::whole)
    return taken_pose(skeleton, pose.entries, {}, "Apply pose " + pose.name);
  const std::vector<Id> joints = selected_joints(session, skeleton);
  return taken_pose(skeleton, pose.entries, {joints},
                    fmt::format("Apply pose {} to {} joint{}", pose.name, joints.size(),
                                joints.size() == 1 ? "" : "s"));
}

void update_preview(Session& session, ShelfState& shelf) {
  if (shelf.hovered != shelf.rests_on) shelf.is_muted = false;
  shelf.rests_on = shelf.hovered;
  const bool is_of_pose = shelf.preview && shelf.preview->motion == nullptr;
  if (is_of_pose && !(shelf.preview->base == session.document.scene())) {
    shelf.preview.reset();
    shelf.is_muted = true;
  }
  if (shelf.hovered.empty() || shelf.is_muted || is_dragging(session)) {
    if (is_of_pose) shelf.preview.reset();
    return;
  }
  if (is_of_pose && shelf.preview && shelf.preview->name == shelf.hovered) return;
  shelf.preview.reset();
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  const Pose* pose = skeleton != nullptr ? stored_pose(*skeleton, shelf.hovered) : nullptr;
  if (pose == nullptr) return;
  const Scene& base = session.document.scene();
  if (std::optional<Scene> scene =
          with(session, base, pose_operation(session, *skeleton, *pose, PoseUse::whole)))
    shelf.preview = ShelfState::Preview{shelf.hovered, nullptr, base, std::move(*scene)};
}

/// True if the picture shows a time of the chosen motion, without edits that are not keys yet.
bool shows_keys_only(const Session& session, const TransportState& transport) {
  const Document& document = session.document;
  const Motion* motion = chosen_motion(session, transport);
  const std::optional<MotionTime> time = document.shown_time();
  return motion != nullptr && time && !is_dragging(session) &&
         changed_poses(at_time(document.committed(), *motion, time->seconds), document.scene())
             .empty();
}

/// Previews the result of "Change motion" at the time shown, unless a stored pose is previewed.
void preview_motion(const Session& session, ShelfState& shelf, const TransportState& transport) {
  std::optional<ShelfState::Preview>& preview = shelf.preview;
  if (preview && preview->motion == nullptr) return;
  const std::shared_ptr<const Motion> made = transport.previewed();
  const Document& document = session.document;
  if (made != nullptr && preview && preview->motion == made && preview->base == document.scene())
    return;
  preview.reset();
  if (made == nullptr || !shows_keys_only(session, transport)) return;
  preview =
      ShelfState::Preview{{},
                          made,
                          document.scene(),
                          at_time(document.committed(), *made, document.shown_time()->seconds)};
}

/// Performs a pose as one step, eased. False and a toast if refused or without effect.
bool perform_pose(Session& session, ShelfState& shelf, const op::SetUserLocal& operation,
                  const std::string& nothing_to_do) {
  if (operation.entries.empty()) {
    say(session, nothing_to_do, true);
    return false;
  }
  const Scene before = shown_scene(session, shelf);
  if (!perform(session, operation)) return false;
  begin_ease(session, shelf, before);
  return true;
}

/// The blend of the pose before the drag with the stored one; no entries if that is gone.
op::SetUserLocal blend_operation(const Session& session, const ShelfState& shelf,
                                 const ShelfState::Blend& blend, int* sheared = nullptr) {
  const Node* node = find_node(session.document.gesture_start(), shelf_node(session, shelf));
  const Pose* pose =
      node != nullptr && node->skeleton ? stored_pose(*node->skeleton, blend.name) : nullptr;
  if (pose == nullptr) return {};
  const std::string what = fmt::format("Blend {:.0f} % {}", blend.share * 100.0f, blend.name);
  return blended_pose(*node->skeleton, present_pose(*node->skeleton), pose->entries, blend.share,
                      {}, what, sheared);
}

constexpr const char* kAllLocked = "All joints of this pose are locked or gone: unlock one first.";

}  // namespace

Id shelf_node(const Session& session, const ShelfState& shelf) {
  if (const Id shown = shown_skeleton(session); shown != kNoId) return shown;
  const Scene& scene = session.document.scene();
  const Node* kept = find_node(scene, shelf.skeleton);
  if (kept != nullptr && kept->skeleton) return kept->id;
  const Node* first = first_node_with(&Node::skeleton, scene);
  return first != nullptr ? first->id : kNoId;
}

const Skeleton* shelf_skeleton(const Session& session, const ShelfState& shelf) {
  const Node* node = find_node(session.document.scene(), shelf_node(session, shelf));
  return node != nullptr ? node->skeleton.get() : nullptr;
}

const Scene& shown_scene(const Session& session, const ShelfState& shelf) {
  const Scene& scene = session.document.scene();
  if (shelf.preview && shelf.preview->base == scene) return shelf.preview->scene;
  return shelf.ease && shelf.ease->to == scene ? shelf.ease->scene : scene;
}

void update_shown(Session& session, ShelfState& shelf, TransportState& transport) {
  shelf.skeleton = shelf_node(session, shelf);
  update_preview(session, shelf);
  advance_ease(session, shelf);
  update_transport(session, transport);
  preview_motion(session, shelf, transport);
}

void end_ease(Session& session, ShelfState& shelf) {
  if (!shelf.ease) return;
  shelf.ease.reset();
  session.deformer.update(shown_scene(session, shelf));
}

float shelf_height(const Session& session, const ShelfState& shelf) {
  if (session.tab != Tab::pose) return 0.0f;
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  if (skeleton == nullptr) return 0.0f;
  if (!shelf.is_open) return kFoldedHeight;
  return skeleton->poses.empty() ? kEmptyHeight : kOpenHeight;
}

float transport_height(const Session& session, const ShelfState& shelf,
                       const TransportState& transport) {
  if (chosen_motion(session, transport) != nullptr) return kStripHeight;
  return session.tab == Tab::pose && shelf.is_open && shelf_skeleton(session, shelf) != nullptr
             ? kStripHeight
             : 0.0f;
}

const Pose* present_stored_pose(const Skeleton& skeleton) {
  const auto is_taken = [&](const Pose& pose) {
    return std::all_of(
        pose.entries.begin(), pose.entries.end(),
        [&, next = std::size_t{0}](const Pose::Entry& entry) mutable {
          // Poses are stored in the order of the joints: the next one nearly always matches.
          const bool is_next =
              next < skeleton.joints.size() && skeleton.joints[next].id == entry.joint;
          const int index = is_next ? int(next) : joint_index(skeleton, entry.joint);
          next = std::size_t(index + 1);
          return index < 0 ||
                 looks_alike(skeleton.joints[std::size_t(index)].user_local, entry.user_local);
        });
  };
  const auto found = std::find_if(skeleton.poses.begin(), skeleton.poses.end(), is_taken);
  return found == skeleton.poses.end() ? nullptr : &*found;
}

void apply_pose(Session& session, ShelfState& shelf, const std::string& name, PoseUse how) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  const Pose* pose = skeleton != nullptr ? stored_pose(*skeleton, name) : nullptr;
  if (pose == nullptr) return;
  if (how == PoseUse::on_selection && selected_joints(session, *skeleton).empty())
    return say(session, "Select the joints for the pose first.", true);
  const char* nothing = how == PoseUse::flipped
                            ? "No joint of this pose has a partner on the other side."
                            : kAllLocked;
  perform_pose(session, shelf, pose_operation(session, *skeleton, *pose, how), nothing);
}

void step_pose(Session& session, ShelfState& shelf, int by) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  if (skeleton == nullptr || skeleton->poses.empty()) return;
  const auto count = int(skeleton->poses.size());
  const Pose* present = present_stored_pose(*skeleton);
  const int here = present != nullptr ? int(present - skeleton->poses.data()) : by > 0 ? -1 : 0;
  apply_pose(session, shelf,
             std::string(skeleton->poses[std::size_t((here + by + count) % count)].name));
}

void flip_present_pose(Session& session, ShelfState& shelf) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  if (skeleton == nullptr) return;
  perform_pose(
      session, shelf,
      flipped_pose(*skeleton, present_pose(*skeleton), {}, session.document.tasks(), "Flip pose"),
      "No joint here has a partner on the other side: names end in .L and .R, or begin with Left "
      "and Right.");
}

void reset_pose(Session& session, ShelfState& shelf, bool all) {
  const Skeleton* skeleton = skeleton_on_show(session);
  if (skeleton == nullptr) return;
  const Scene before = shown_scene(session, shelf);
  // A reset of the whole skeleton ignores pins, so that the skeleton is as in Rig.
  const op::ResetPose whole{shown_skeleton(session), {}};
  const Operation reset =
      all ? Operation(whole)
          : gesture(session,
                    op::ResetPose{whole.skeleton_node, selected_joints(session, *skeleton)});
  if (perform(session, reset)) begin_ease(session, shelf, before);
}

void store_pose(Session& session, ShelfState& shelf) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  if (skeleton == nullptr) return;
  std::size_t number = skeleton->poses.size() + 1;
  while (stored_pose(*skeleton, fmt::format("Pose {}", number)) != nullptr) ++number;
  const std::string name = fmt::format("Pose {}", number);
  if (perform(session, op::StorePose{shelf_node(session, shelf), name}))
    say(session, "Stored this pose as \"" + name + "\"");
}

void replace_pose(Session& session, ShelfState& shelf, const std::string& name) {
  if (perform(session, op::StorePose{shelf_node(session, shelf), name}))
    say(session, "\"" + name + "\" is the present pose now");
}

void delete_pose(Session& session, ShelfState& shelf, const std::string& name) {
  if (perform(session, op::DeletePose{shelf_node(session, shelf), name}))
    say(session, "Deleted the pose \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

void rename_pose(Session& session, ShelfState& shelf, const std::string& name,
                 const std::string& new_name) {
  if (name != new_name)
    perform(session, op::RenamePose{shelf_node(session, shelf), name, new_name});
}

bool begin_blend(Session& session, ShelfState& shelf, const std::string& name) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  if (is_dragging(session) || skeleton == nullptr || stored_pose(*skeleton, name) == nullptr)
    return false;
  shelf.preview.reset();
  shelf.ease.reset();
  shelf.blend = ShelfState::Blend{name, 0.0f};
  session.document.begin();
  return true;
}

void update_blend(Session& session, ShelfState& shelf, float share) {
  std::optional<ShelfState::Blend>& blend = shelf.blend;
  if (!blend) return;
  if (!session.document.in_gesture()) {  // Esc
    blend.reset();
    shelf.blend_was_canceled = true;
    return;
  }
  const float wanted = std::clamp(share, 0.0f, kMostBlend);
  if (std::exchange(blend->share, wanted) == wanted) return;  // a resting pointer needs no frame
  session.document.update(blend_operation(session, shelf, *blend));
}

void end_blend(Session& session, ShelfState& shelf) {
  if (!shelf.blend) return;
  const ShelfState::Blend blend = *std::exchange(shelf.blend, std::nullopt);
  shelf.is_muted = true;  // the pointer is still on the card: show the blend, no preview
  if (!session.document.in_gesture()) return;
  int sheared = 0;
  blend_operation(session, shelf, blend, &sheared);
  if (commit_gesture(session) && sheared > 0 && blend.share != 1.0f)
    say(session, fmt::format("{} of the blended joints {} a shear, which the blend leaves out",
                             sheared, sheared == 1 ? "has" : "have"));
}

void key_stored_pose(Session& session, ShelfState& shelf, TransportState& transport,
                     const std::string& name, double seconds) {
  const Motion* motion = chosen_motion(session, transport);
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  const Pose* pose = skeleton != nullptr ? stored_pose(*skeleton, name) : nullptr;
  if (motion == nullptr || pose == nullptr || is_dragging(session)) return;
  const op::SetUserLocal taken = taken_pose(*skeleton, pose->entries, {}, {});
  if (taken.entries.empty()) return say(session, kAllLocked, true);
  const double at = std::clamp(seconds, 0.0, double(duration_of(*motion)));
  const MotionTime time{transport.motion, float(at)};
  const Scene before = at_time(session.document.committed(), *motion, time.seconds);
  const std::optional<Scene> after = with(session, before, taken);
  if (!after) return;
  std::vector<Id> joints;
  for (const auto& entry : taken.entries) joints.push_back(entry.joint);
  const std::string what = fmt::format("Key pose {} at {}", name, time_text(at));
  if (perform(session,
              key_edit(session.document.committed(), *after, time, joints, Keyed::pose, what)))
    seek(session, transport, at);
}

void drop_pose(Session& session, ShelfState& shelf, TransportState& transport, float seconds) {
  if (!shelf.blend) return;
  const std::string name = std::exchange(shelf.blend, std::nullopt)->name;
  if (!session.document.in_gesture()) return;
  session.document.cancel();
  key_stored_pose(session, shelf, transport, name, double(seconds));
}

std::string copy_pose(Session& session) {
  const Skeleton* skeleton = skeleton_on_show(session);
  if (session.tab == Tab::layout) {
    say(session, "Poses are copied in Rig and Pose: press Tab, then Ctrl+C.", true);
    return {};
  }
  if (skeleton == nullptr) {
    say(session, "There is no pose to copy: select a joint of a skeleton first.", true);
    return {};
  }
  const std::size_t chosen = selected_joints(session, *skeleton).size();
  say(session, chosen == 0
                   ? fmt::format("Copied the pose of all {} joints", skeleton->joints.size())
               : chosen == 1 ? std::string("Copied the pose of 1 joint")
                             : fmt::format("Copied the pose of {} joints", chosen));
  return copied_pose(*skeleton, find_node(session.document.scene(), shown_skeleton(session))->name,
                     session.document.selection());
}

void paste_pose(Session& session, ShelfState& shelf, const std::string& text, bool flipped) {
  const Skeleton* skeleton = skeleton_on_show(session);
  if (session.tab == Tab::layout)
    return say(session, "Poses are pasted in Rig and Pose: press Tab, then paste again.", true);
  if (skeleton == nullptr)
    return say(session, "There is no skeleton to paste a pose on: select a joint of one first.",
               true);
  if (text.empty())
    return say(session, "The clipboard holds no text: copy a pose first (Ctrl+C).", true);
  const PastedPose pose = pasted_pose(text, *skeleton);
  if (!pose.reason.empty()) return say(session, pose.reason, true);
  const op::SetUserLocal operation =
      flipped ? flipped_pose(*skeleton, pose.entries, {}, session.document.tasks(),
                             "Paste flipped pose")
              : taken_pose(*skeleton, pose.entries, {}, "Paste pose");
  const char* nothing = flipped ? "No joint of the copied pose has a partner here." : kAllLocked;
  if (!perform_pose(session, shelf, operation, nothing) || pose.not_found.empty()) return;
  say(session, fmt::format("Pasted on {} of {} joints; not here: {}", pose.entries.size(),
                           pose.entries.size() + pose.not_found.size(), some_of(pose.not_found)));
}

void on_document_replaced(ShelfState& shelf, DocumentChange change) {
  if (change == DocumentChange::opened) return;
  shelf.preview.reset();
  shelf.ease.reset();
}

}  // namespace marrow
