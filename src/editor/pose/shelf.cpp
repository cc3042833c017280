#include "editor/pose/shelf.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "edit/pose_text.h"
#include "editor/commands/command_actions.h"
#include "editor/pose/transport.h"

namespace marrow {

namespace {

constexpr double kEaseSeconds = 0.15;
constexpr float kOpenHeight = 92.0f, kEmptyHeight = 44.0f, kFoldedHeight = 30.0f;  // design units

Id shelf_node(const Editor& editor) {
  if (const Id shown = shown_skeleton(editor); shown != kNoId) return shown;
  const Scene& scene = editor.document.scene();
  const Node* kept = find_node(scene, editor.shelf.skeleton);
  if (kept != nullptr && kept->skeleton) return kept->id;
  const auto first = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                  [](const Node& node) { return node.skeleton != nullptr; });
  return first == scene.nodes.end() ? kNoId : first->id;
}

std::vector<Id> selected_joints(const Editor& editor, const Skeleton& skeleton) {
  std::vector<Id> joints;
  for (const Id id : editor.document.selection())
    if (joint_index(skeleton, id) >= 0) joints.push_back(id);
  return joints;
}

/// The scene with an edit that may not be possible; nothing then.
std::optional<Scene> with(const Editor& editor, const Scene& scene, const Operation& operation) {
  return apply(scene, operation, editor.document.tasks()).scene;
}

/// The in-between of two scenes that differ in Ul: joints turn steadily.
std::optional<Scene> between(const Editor& editor, const Scene& from, const Scene& to, float t) {
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
  return with(editor, to, change);
}

void begin_ease(Editor& editor, const Scene& from) {
  if (editor.shelf.preview || from == editor.document.scene()) return;
  editor.shelf.ease = ShelfState::Ease{from, editor.document.scene(), editor.now, from};
}

void advance_ease(Editor& editor) {
  std::optional<ShelfState::Ease>& ease = editor.shelf.ease;
  if (!ease) return;
  const double share = (editor.now - ease->start) / kEaseSeconds;
  if (share >= 1.0 || !(ease->to == editor.document.scene())) return ease.reset();
  const auto t = static_cast<float>(std::max(share, 0.0));
  const std::optional<Scene> scene =
      between(editor, ease->from, ease->to, t * t * (3.0f - 2.0f * t));
  if (!scene) return ease.reset();
  ease->scene = *scene;
  editor.wants_redraw = true;
}

/// A file may give a pose and its stored twin different last digits.
bool looks_alike(const glm::mat4& a, const glm::mat4& b) {
  constexpr float kTolerance = 1e-5f;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!(std::abs(a[column][row] - b[column][row]) <=
            kTolerance * std::max(1.0f, std::abs(b[column][row]))))
        return false;
  return true;
}

op::SetUserLocal taking(const Editor& editor, const Skeleton& skeleton, const Pose& pose,
                        Taking how) {
  if (how == Taking::flipped)
    return flipped_pose(skeleton, pose.entries, {}, editor.document.tasks(),
                        "Apply pose " + pose.name + " flipped");
  if (how == Taking::whole)
    return taken_pose(skeleton, pose.entries, {}, "Apply pose " + pose.name);
  const std::vector<Id> joints = selected_joints(editor, skeleton);
  return taken_pose(skeleton, pose.entries, {joints},
                    fmt::format("Apply pose {} to {} joint{}", pose.name, joints.size(),
                                joints.size() == 1 ? "" : "s"));
}

void update_preview(Editor& editor) {
  ShelfState& shelf = editor.shelf;
  if (shelf.hovered != shelf.rests_on) shelf.is_muted = false;
  shelf.rests_on = shelf.hovered;
  if (shelf.preview && !(shelf.preview->base == editor.document.scene())) {
    shelf.preview.reset();
    shelf.is_muted = true;
  }
  if (shelf.hovered.empty() || shelf.is_muted || is_dragging(editor)) return shelf.preview.reset();
  if (shelf.preview && shelf.preview->name == shelf.hovered) return;
  shelf.preview.reset();
  const Skeleton* skeleton = shelf_skeleton(editor);
  const Pose* pose = skeleton != nullptr ? stored_pose(*skeleton, shelf.hovered) : nullptr;
  if (pose == nullptr) return;
  const Scene& base = editor.document.scene();
  if (std::optional<Scene> scene =
          with(editor, base, taking(editor, *skeleton, *pose, Taking::whole)))
    shelf.preview = ShelfState::Preview{shelf.hovered, base, std::move(*scene)};
}

/// A pose as one step, eased. False when it was refused or there is nothing to do, which is said.
bool perform_pose(Editor& editor, const op::SetUserLocal& operation,
                  const std::string& nothing_to_do) {
  if (operation.entries.empty()) {
    say(editor, nothing_to_do, true);
    return false;
  }
  const Scene before = shown_scene(editor);
  if (!perform(editor, operation)) return false;
  begin_ease(editor, before);
  return true;
}

/// What the blend in hand makes of the skeleton as it was before the drag; no entries when the pose
/// is gone.
op::SetUserLocal blend_operation(const Editor& editor, const ShelfState::Blend& blend,
                                 int* sheared = nullptr) {
  const Node* node = find_node(editor.document.gesture_start(), shelf_node(editor));
  const Pose* pose =
      node != nullptr && node->skeleton ? stored_pose(*node->skeleton, blend.name) : nullptr;
  if (pose == nullptr) return {};
  const std::string what = fmt::format("Blend {:.0f} % {}", blend.share * 100.0f, blend.name);
  return blended_pose(*node->skeleton, present_pose(*node->skeleton), pose->entries, blend.share,
                      {}, what, sheared);
}

constexpr const char* kAllLocked = "All joints of this pose are locked or gone: unlock one first.";

}  // namespace

const Scene& shown_scene(const Editor& editor) {
  const ShelfState& shelf = editor.shelf;
  const Scene& scene = editor.document.scene();
  if (shelf.preview && shelf.preview->base == scene) return shelf.preview->scene;
  if (const Scene* played = played_scene(editor)) return *played;
  return shelf.ease && shelf.ease->to == scene ? shelf.ease->scene : scene;
}

void update_shown(Editor& editor) {
  editor.shelf.skeleton = shelf_node(editor);
  update_preview(editor);
  advance_ease(editor);
  update_transport(editor);
}

void end_ease(Editor& editor) {
  if (!editor.shelf.ease) return;
  editor.shelf.ease.reset();
  editor.deformer.update(shown_scene(editor));
}

float shelf_height(const Editor& editor) {
  if (editor.tab != Tab::pose) return 0.0f;
  const Skeleton* skeleton = shelf_skeleton(editor);
  if (skeleton == nullptr) return 0.0f;
  if (!editor.shelf.is_open) return kFoldedHeight;
  return skeleton->poses.empty() ? kEmptyHeight : kOpenHeight;
}

const Pose* present_stored_pose(const Skeleton& skeleton) {
  const auto is_taken = [&](const Pose& pose) {
    return std::all_of(
        pose.entries.begin(), pose.entries.end(),
        [&, next = std::size_t{0}](const Pose::Entry& entry) mutable {
          // Poses are stored in the order of the joints, so the next one is nearly always meant.
          const bool is_next =
              next < skeleton.joints.size() && skeleton.joints[next].id == entry.joint;
          const int index = is_next ? static_cast<int>(next) : joint_index(skeleton, entry.joint);
          next = static_cast<std::size_t>(index + 1);
          return index < 0 ||
                 looks_alike(skeleton.joints[static_cast<std::size_t>(index)].user_local,
                             entry.user_local);
        });
  };
  const auto found = std::find_if(skeleton.poses.begin(), skeleton.poses.end(), is_taken);
  return found == skeleton.poses.end() ? nullptr : &*found;
}

void take_pose(Editor& editor, const std::string& name, Taking how) {
  const Skeleton* skeleton = shelf_skeleton(editor);
  const Pose* pose = skeleton != nullptr ? stored_pose(*skeleton, name) : nullptr;
  if (pose == nullptr) return;
  if (how == Taking::on_selection && selected_joints(editor, *skeleton).empty())
    return say(editor, "Select the joints that are to take the pose first.", true);
  const char* nothing =
      how == Taking::flipped
          ? "No joint of this pose has a partner on the other side that could take it."
          : kAllLocked;
  perform_pose(editor, taking(editor, *skeleton, *pose, how), nothing);
}

void step_pose(Editor& editor, int by) {
  const Skeleton* skeleton = shelf_skeleton(editor);
  if (skeleton == nullptr || skeleton->poses.empty()) return;
  const auto count = static_cast<int>(skeleton->poses.size());
  const Pose* present = present_stored_pose(*skeleton);
  const int here = present != nullptr ? static_cast<int>(present - skeleton->poses.data())
                   : by > 0           ? -1
                                      : 0;
  take_pose(
      editor,
      std::string(skeleton->poses[static_cast<std::size_t>((here + by + count) % count)].name));
}

void flip_present_pose(Editor& editor) {
  const Skeleton* skeleton = shelf_skeleton(editor);
  if (skeleton == nullptr) return;
  perform_pose(
      editor,
      flipped_pose(*skeleton, present_pose(*skeleton), {}, editor.document.tasks(), "Flip pose"),
      "No joint here has a partner on the other side: names end in .L and .R, or begin with Left "
      "and Right.");
}

void reset_pose(Editor& editor, bool all) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (skeleton == nullptr) return;
  const Scene before = shown_scene(editor);
  if (perform(editor, op::ResetPose{shown_skeleton(editor),
                                    all ? std::vector<Id>() : selected_joints(editor, *skeleton)}))
    begin_ease(editor, before);
}

std::string free_pose_name(const Skeleton& skeleton) {
  for (std::size_t number = skeleton.poses.size() + 1;; ++number)
    if (std::string name = fmt::format("Pose {}", number); stored_pose(skeleton, name) == nullptr)
      return name;
}

void store_pose(Editor& editor) {
  const Skeleton* skeleton = shelf_skeleton(editor);
  if (skeleton == nullptr) return;
  const std::string name = free_pose_name(*skeleton);
  if (perform(editor, op::StorePose{shelf_node(editor), name}))
    say(editor, "Stored this pose as \"" + name + "\"");
}

void replace_pose(Editor& editor, const std::string& name) {
  if (perform(editor, op::StorePose{shelf_node(editor), name}))
    say(editor, "\"" + name + "\" is the present pose now");
}

void delete_pose(Editor& editor, const std::string& name) {
  if (perform(editor, op::DeletePose{shelf_node(editor), name}))
    say(editor, "Deleted the pose \"" + name + "\" \u00b7 Ctrl+Z brings it back");
}

void rename_pose(Editor& editor, const std::string& name, const std::string& new_name) {
  if (name != new_name) perform(editor, op::RenamePose{shelf_node(editor), name, new_name});
}

bool begin_blend(Editor& editor, const std::string& name) {
  const Skeleton* skeleton = shelf_skeleton(editor);
  if (is_dragging(editor) || skeleton == nullptr || stored_pose(*skeleton, name) == nullptr)
    return false;
  editor.shelf.preview.reset();
  editor.shelf.ease.reset();
  editor.shelf.blend = ShelfState::Blend{name, 0.0f};
  editor.document.begin();
  editor.wants_redraw = true;
  return true;
}

void update_blend(Editor& editor, float share) {
  std::optional<ShelfState::Blend>& blend = editor.shelf.blend;
  if (!blend) return;
  if (!editor.document.in_gesture()) {  // Esc
    blend.reset();
    editor.shelf.blend_was_cancelled = true;
    return;
  }
  const float wanted = std::clamp(share, 0.0f, kMostBlend);
  if (std::exchange(blend->share, wanted) == wanted)
    return;  // a pointer that stands still asks for no further frame
  editor.document.update(blend_operation(editor, *blend));
  editor.wants_redraw = true;
}

void end_blend(Editor& editor) {
  if (!editor.shelf.blend) return;
  const ShelfState::Blend blend = *std::exchange(editor.shelf.blend, std::nullopt);
  editor.shelf.is_muted = true;  // the pointer may rest on the card still: what was dragged is to
                                 // be seen, not the whole pose
  if (!editor.document.in_gesture()) return;
  int sheared = 0;
  blend_operation(editor, blend, &sheared);
  const std::string refusal = editor.document.reason();
  const bool is_done = editor.document.commit();
  if (!refusal.empty()) say(editor, refusal, true);
  if (is_done && sheared > 0 && blend.share != 1.0f)
    say(editor, fmt::format("{} of the blended joints {} a shear, which the blend leaves out",
                            sheared, sheared == 1 ? "has" : "have"));
  editor.wants_redraw = true;
}

std::string copy_pose(Editor& editor) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (editor.tab == Tab::layout) {
    say(editor, "Poses are copied in Rig and Pose: press Tab, then Ctrl+C.", true);
    return {};
  }
  if (skeleton == nullptr) {
    say(editor, "There is no pose to copy: select a joint of a skeleton first.", true);
    return {};
  }
  const std::size_t chosen = selected_joints(editor, *skeleton).size();
  say(editor, chosen == 0 ? fmt::format("Copied the pose of all {} joints", skeleton->joints.size())
              : chosen == 1 ? std::string("Copied the pose of 1 joint")
                            : fmt::format("Copied the pose of {} joints", chosen));
  return copied_pose(*skeleton, find_node(editor.document.scene(), shown_skeleton(editor))->name,
                     editor.document.selection());
}

void paste_pose(Editor& editor, const std::string& text, bool flipped) {
  const Skeleton* skeleton = skeleton_on_show(editor);
  if (editor.tab == Tab::layout)
    return say(editor, "Poses are pasted in Rig and Pose: press Tab, then paste again.", true);
  if (skeleton == nullptr)
    return say(editor, "There is no skeleton to paste a pose on: select a joint of one first.",
               true);
  if (text.empty())
    return say(editor, "The clipboard holds no text: copy a pose first (Ctrl+C).", true);
  const PastedPose pose = pasted_pose(text, *skeleton);
  if (!pose.reason.empty()) return say(editor, pose.reason, true);
  const op::SetUserLocal operation =
      flipped
          ? flipped_pose(*skeleton, pose.entries, {}, editor.document.tasks(), "Paste flipped pose")
          : taken_pose(*skeleton, pose.entries, {}, "Paste pose");
  const char* nothing =
      flipped ? "No joint of the copied pose has a partner here that could take it." : kAllLocked;
  if (!perform_pose(editor, operation, nothing) || pose.not_found.empty()) return;
  say(editor, fmt::format("Pasted on {} of {} joints; not here: {}", pose.entries.size(),
                          pose.entries.size() + pose.not_found.size(), some_of(pose.not_found)));
}

}  // namespace marrow
