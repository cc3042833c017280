#include "editor/selection_actions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "editor/panels/panel_state.h"
#include "editor/panels/tree_rows.h"
#include "editor/picture_theme.h"
#include "editor/session.h"

namespace marrow {
namespace {

constexpr float kXrayOpacity = 0.35f;

const Joint& joint_at(const Scene& scene, const JointRef& ref) {
  return scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)];
}

bool holds(const std::vector<Id>& ids, Id id) { return list_has(ids, id); }

/// Deletes `ids` as one edit. Without `subtree`, joints below a deleted joint stay, so all selected
/// joints are listed; objects that are deleted with their parent are not.
op::Sequence deletion_of(const Scene& scene, const std::vector<Id>& ids, bool subtree) {
  op::Sequence deletion;
  const std::vector<Id> tops = top_most(scene, ids);
  std::vector<char> is_gone(scene.nodes.size(), 0);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    is_gone[n] = holds(tops, node.id) || (node.parent >= 0 && is_gone[std::size_t(node.parent)]);
    if (holds(tops, node.id)) deletion.operations.push_back(op::DeleteNode{node.id});
  }
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton || is_gone[n]) continue;
    for (const Joint& joint : scene.nodes[n].skeleton->joints)
      if (holds(subtree ? tops : ids, joint.id))
        deletion.operations.push_back(op::DeleteJoint{joint.id, subtree});
  }
  return deletion;
}

struct Missing {
  std::string what;  ///< "knee.L", "knee.L and knee.R", "5 joints"
  bool is_one = false;
};
/// The objects and joints that `after` lacks. A deleted node and its descendants count as one.
Missing missing_in(const Scene& before, const Scene& after) {
  std::vector<std::string> gone;
  std::size_t joints = 0;
  for (const Node& node : before.nodes) {
    const Node* kept = find_node(after, node.id);
    const bool goes_with_parent =
        node.parent >= 0 && find_node(after, before.nodes[std::size_t(node.parent)].id) == nullptr;
    if (kept == nullptr && !goes_with_parent) gone.push_back(node.name);
    if (kept == nullptr || !node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      if (find_joint(after, joint.id).node >= 0) continue;
      gone.push_back(joint.name);
      ++joints;
    }
  }
  if (gone.size() == 1) return {gone[0], true};
  if (gone.size() == 2) return {gone[0] + " and " + gone[1], false};
  return {fmt::format("{} {}", gone.size(),
                      joints == gone.size() ? "joints"
                      : joints == 0         ? "objects"
                                            : "objects and joints"),
          false};
}

void say_deleted(Session& session, const Missing& missing, std::uint32_t uncovered_before) {
  const std::uint32_t uncovered = coverage(deformed(session)).uncovered;
  std::string text = "Deleted " + missing.what;
  if (uncovered > uncovered_before) {
    const std::uint32_t more = uncovered - uncovered_before;
    text += fmt::format(" \u2013 {} {} now uncovered", with_separators(more),
                        more == 1 ? "vertex is" : "vertices are");
  }
  say(session, text + " \u00b7 Ctrl+Z brings " + (missing.is_one ? "it" : "them") + " back");
}

void select_one(Session& session, PanelsState& panels, Id id) {
  session.document.select({id});
  panels.tree.scroll_to = id;
}

}  // namespace

void delete_selected(Session& session, bool subtree) {
  const Scene before = session.document.scene();
  op::Sequence deletion = deletion_of(before, session.document.selection(), subtree);
  if (deletion.operations.empty()) return;
  const std::size_t count = deletion.operations.size();
  const std::uint32_t uncovered = coverage(deformed(session)).uncovered;
  const bool only_joints =
      std::holds_alternative<op::DeleteJoint>(deletion.operations.front());  // objects come first
  if (count > 1)
    deletion.what = fmt::format("Delete {} {}", count, only_joints ? "joints" : "items");
  const Operation operation =
      count == 1 ? deletion.operations.front() : Operation(std::move(deletion));
  if (perform(session, gesture(session, operation)))
    say_deleted(session, missing_in(before, session.document.scene()), uncovered);
}

void select_parent(Session& session, PanelsState& panels) {
  const Scene& scene = session.document.scene();
  const Id active = session.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0) {
    const int parent = joint_at(scene, ref).parent;
    return select_one(session, panels,
                      parent >= 0 ? joint_at(scene, {ref.node, parent}).id
                                  : scene.nodes[std::size_t(ref.node)].id);
  }
  const Node* node = find_node(scene, active);
  if (node != nullptr && node->parent >= 0)
    select_one(session, panels, scene.nodes[std::size_t(node->parent)].id);
}

void select_child(Session& session, PanelsState& panels) {
  const Scene& scene = session.document.scene();
  const Id active = session.document.active();
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0) {
    for (const Joint& joint : scene.nodes[std::size_t(ref.node)].skeleton->joints)
      if (joint.parent == ref.joint) return select_one(session, panels, joint.id);
    return;
  }
  const int index = node_index(scene, active);
  if (index < 0) return;
  const Node& node = scene.nodes[std::size_t(index)];
  if (node.skeleton && !node.skeleton->joints.empty())
    return select_one(session, panels, node.skeleton->joints.front().id);
  for (const Node& child : scene.nodes)
    if (child.parent == index) return select_one(session, panels, child.id);
}

void select_chain(Session& session) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, session.document.active());
  if (ref.node < 0) return;
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  std::vector<Id> chain = session.document.selection();
  for (int joint = 0; joint < int(skeleton.joints.size()); ++joint) {
    const Id id = skeleton.joints[std::size_t(joint)].id;
    if (is_in_subtree(skeleton, ref.joint, joint) && !list_has(chain, id)) chain.push_back(id);
  }
  session.document.select(std::move(chain));
}

void select_all(Session& session) {
  std::vector<Id> all;
  const Skeleton* skeleton = skeleton_on_show(session);
  if (session.tab != Tab::layout && skeleton != nullptr) {
    for (const Joint& joint : skeleton->joints) all.push_back(joint.id);
  } else {
    for (const Node& node : session.document.scene().nodes) all.push_back(node.id);
  }
  session.document.select(std::move(all));
}

const Skeleton* skeleton_on_show(const Session& session) {
  const Node* node = find_node(session.document.scene(), shown_skeleton(session));
  return node != nullptr ? node->skeleton.get() : nullptr;
}

void set_choices(Session& session, const SkeletonChoices& choices) {
  perform(session, op::SetSkeletonChoices{shown_skeleton(session), choices});
}

void change_ui_scale(Session& session, int steps) {
  const float stepped = std::round(session.ui_scale * 10.0f + float(steps)) * 0.1f;
  const float scale =
      steps == 0 ? session.display_scale : std::clamp(stepped, kMinUiScale, kMaxUiScale);
  session.ui_scale = scale;
  session.preferences.ui_scale = steps == 0 ? 0.0f : scale;
  say(session, fmt::format("UI scale {:.0f} %", scale * 100.0f));
}

void toggle_xray(Session& session) {
  session.show.mesh_opacity = session.show.mesh_opacity < 1.0f ? 1.0f : kXrayOpacity;
}

}  // namespace marrow
