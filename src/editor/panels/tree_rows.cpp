#include "editor/panels/tree_rows.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

#include "base/index.h"
#include "base/text.h"
#include "editor/panels/panel_state.h"

namespace marrow {
namespace {

/// children[i + 1] are the indices whose parent is i; children[0] the roots.
template <typename Items>
std::vector<std::vector<int>> children_of(const Items& items) {
  std::vector<std::vector<int>> children(items.size() + 1);
  for (std::size_t i = 0; i < items.size(); ++i)
    children[std::size_t(items[i].parent + 1)].push_back(int(i));
  return children;
}

class Builder {
 public:
  Builder(const Scene& scene, const TreeState& state)
      : scene_(scene), state_(state), nodes_below_(children_of(scene.nodes)) {
    for (const Node& node : scene.nodes)
      if (node.joint != kNoId) props_on_[node.joint].push_back(int(&node - scene.nodes.data()));
  }

  std::vector<TreeRow> rows() {
    TreeRow root{.kind = RowKind::scene, .has_children = !scene_.nodes.empty()};
    rows_.push_back(root);
    for (const int node : nodes_below_[0]) add_node(node, 1);
    if (!state_.search.empty()) keep_matches();
    return std::move(rows_);
  }

 private:
  bool is_open(Id id) const { return !state_.search.empty() || state_.closed.count(id) == 0; }

  void add_node(int index, int depth) {
    const Node& node = scene_.nodes[std::size_t(index)];
    const std::vector<int>& below = nodes_below_[std::size_t(index) + 1];
    TreeRow row{.kind = RowKind::group, .id = node.id, .depth = depth, .node = index};
    if (node.skeleton) row.kind = RowKind::skeleton;
    if (node.mesh) row.kind = RowKind::mesh;
    row.has_children = !below.empty() || (node.skeleton && !node.skeleton->joints.empty());
    row.is_open = is_open(node.id);
    rows_.push_back(row);
    if (!row.is_open) return;
    if (node.skeleton) {
      const std::vector<std::vector<int>> joints_below = children_of(node.skeleton->joints);
      for (const int joint : joints_below[0]) add_joint(index, joint, joints_below, depth + 1);
    }
    for (const int child : below)
      if (scene_.nodes[std::size_t(child)].joint == kNoId) add_node(child, depth + 1);
  }

  std::vector<int> props_on(Id joint) const {
    const auto found = props_on_.find(joint);
    return found == props_on_.end() ? std::vector<int>() : found->second;
  }

  /// Without recursion: a chain of joints may be thousands long.
  void add_joint(int node, int first, const std::vector<std::vector<int>>& joints_below,
                 int first_depth) {
    const Skeleton& skeleton = *scene_.nodes[std::size_t(node)].skeleton;
    std::vector<std::pair<int, int>> waiting{{first, first_depth}};
    while (!waiting.empty()) {
      const auto [joint, depth] = waiting.back();
      waiting.pop_back();
      const std::vector<int>& below = joints_below[std::size_t(joint) + 1];
      const Id id = skeleton.joints[std::size_t(joint)].id;
      const std::vector<int> props = props_on(id);
      const bool has_children = !below.empty() || !props.empty();
      rows_.push_back({RowKind::joint, id, depth, node, joint, has_children, is_open(id), true});
      if (!rows_.back().is_open) continue;
      for (const int prop : props) add_node(prop, depth + 1);
      for (auto child = below.rbegin(); child != below.rend(); ++child)
        waiting.emplace_back(*child, depth + 1);
    }
  }

  /// From the last row to the first: keeps a row that matches or has a kept row directly below it.
  void keep_matches() {
    std::vector<TreeRow> kept;
    int needed_depth = -1;  // a row of less depth is an ancestor of a kept row
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
      row->is_match =
          row->kind != RowKind::scene && holds_in_any_case(row_name(scene_, *row), state_.search);
      const bool is_ancestor = needed_depth > row->depth;
      if (!row->is_match && !is_ancestor && row->kind != RowKind::scene) continue;
      if (row->is_match || is_ancestor) needed_depth = row->depth;
      kept.push_back(*row);
    }
    std::reverse(kept.begin(), kept.end());
    rows_ = std::move(kept);
  }

  const Scene& scene_;
  const TreeState& state_;
  std::vector<std::vector<int>> nodes_below_;
  std::unordered_map<Id, std::vector<int>> props_on_;
  std::vector<TreeRow> rows_;
};

bool is_node_in_subtree(const Scene& scene, int ancestor, int node) {
  while (node > ancestor) node = scene.nodes[std::size_t(node)].parent;
  return node == ancestor;
}

std::optional<Operation> drop_joint(const Scene& scene, const JointRef& ref, Id dragged,
                                    const TreeRow& onto) {
  if (onto.node != ref.node) return std::nullopt;
  const Skeleton& skeleton = *scene.nodes[std::size_t(ref.node)].skeleton;
  const int parent = skeleton.joints[std::size_t(ref.joint)].parent;
  if (onto.kind != RowKind::joint)
    return parent < 0 ? std::nullopt : std::optional<Operation>(op::ReparentJoint{dragged, kNoId});
  if (onto.joint == parent || is_in_subtree(skeleton, ref.joint, onto.joint)) return std::nullopt;
  return op::ReparentJoint{dragged, onto.id};
}

}  // namespace

bool holds_in_any_case(std::string_view text, std::string_view wanted) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), same) != text.end();
}

std::vector<TreeRow> tree_rows(const Scene& scene, const TreeState& state) {
  return Builder(scene, state).rows();
}

const std::string& row_name(const Scene& scene, const TreeRow& row) {
  static const std::string scene_name = "Scene";
  if (row.kind == RowKind::scene) return scene_name;
  const Node& node = scene.nodes[std::size_t(row.node)];
  return row.kind == RowKind::joint ? node.skeleton->joints[std::size_t(row.joint)].name
                                    : node.name;
}

static void reveal_joint(const Scene& scene, TreeState& state, const JointRef& ref) {
  const Node& holder = scene.nodes[std::size_t(ref.node)];
  const std::vector<Joint>& joints = holder.skeleton->joints;
  for (int joint = joints[std::size_t(ref.joint)].parent; joint >= 0;
       joint = joints[std::size_t(joint)].parent)
    state.closed.erase(joints[std::size_t(joint)].id);
  state.closed.erase(holder.id);
  reveal(scene, state, holder.id);
}

void reveal(const Scene& scene, TreeState& state, Id id) {
  if (const JointRef ref = find_joint(scene, id); ref.node >= 0)
    return reveal_joint(scene, state, ref);
  const int index = node_index(scene, id);
  if (index < 0) return;
  const Node& node = scene.nodes[std::size_t(index)];
  if (const JointRef ref = find_joint(scene, node.joint); ref.node >= 0) {
    state.closed.erase(node.joint);
    return reveal_joint(scene, state, ref);
  }
  if (node.parent < 0) return;
  const Id parent = scene.nodes[std::size_t(node.parent)].id;
  state.closed.erase(parent);
  reveal(scene, state, parent);
}

std::vector<Id> rows_between(const std::vector<TreeRow>& rows, Id from, Id to) {
  const auto is = [](Id id) { return [id](const TreeRow& row) { return row.id == id; }; };
  auto first = std::find_if(rows.begin(), rows.end(), is(from));
  auto last = std::find_if(rows.begin(), rows.end(), is(to));
  if (first == rows.end() || last == rows.end()) return {};
  if (last < first) std::swap(first, last);
  std::vector<Id> ids;
  for (auto row = first; row <= last; ++row)
    if (row->id != kNoId) ids.push_back(row->id);
  return ids;
}

std::optional<Operation> drop_operation(const Scene& scene, Id dragged, const TreeRow& onto) {
  if (dragged == kNoId || dragged == onto.id) return std::nullopt;
  if (const JointRef ref = find_joint(scene, dragged); ref.node >= 0)
    return drop_joint(scene, ref, dragged, onto);
  const int node = node_index(scene, dragged);
  if (node < 0) return std::nullopt;
  const Node& moved = scene.nodes[std::size_t(node)];
  if (onto.kind == RowKind::scene)
    return moved.parent < 0 ? std::nullopt
                            : std::optional<Operation>(op::ReparentNode{dragged, kNoId});
  const Id onto_joint = onto.kind == RowKind::joint ? onto.id : kNoId;
  const bool is_there = onto.node == moved.parent && onto_joint == moved.joint;
  if (is_there || is_node_in_subtree(scene, node, onto.node)) return std::nullopt;
  return op::ReparentNode{dragged, onto.id};
}

std::optional<Operation> drop_operation(const Scene& scene, const std::vector<Id>& dragged,
                                        const TreeRow& onto) {
  const std::vector<Id> tops = top_most(scene, dragged);
  std::vector<Id> with_target = tops;
  with_target.push_back(onto.id);
  const std::vector<Id> outermost = top_most(scene, with_target);
  const auto holds = [&](const std::vector<Id>& ids) { return list_has(ids, onto.id); };
  if (onto.id != kNoId && (holds(tops) || !holds(outermost))) return std::nullopt;
  op::Sequence moves;
  for (const Id id : tops)
    if (std::optional<Operation> one = drop_operation(scene, id, onto))
      moves.operations.push_back(std::move(*one));
  if (moves.operations.empty()) return std::nullopt;
  if (moves.operations.size() == 1) return moves.operations.front();
  const bool to_top = onto.kind == RowKind::scene;
  moves.what = fmt::format("Move {} {} {}", moves.operations.size(),
                           find_node(scene, tops.front()) ? "objects" : "joints",
                           to_top ? "to the top" : "below " + row_name(scene, onto));
  return moves;
}

std::vector<Id> top_most(const Scene& scene, const std::vector<Id>& ids) {
  const std::set<Id> wanted(ids.begin(), ids.end());
  std::vector<Id> tops;
  std::vector<char> is_covered(scene.nodes.size(), 0);  // in `ids`, or below such a node
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    const bool is_below = node.parent >= 0 && is_covered[std::size_t(node.parent)];
    is_covered[n] = is_below || wanted.count(node.id) > 0;
    if (is_covered[n] && !is_below) tops.push_back(node.id);
  }
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton || is_covered[n]) continue;
    const std::vector<Joint>& joints = scene.nodes[n].skeleton->joints;
    std::vector<char> is_taken(joints.size(), 0);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const bool is_below = joints[j].parent >= 0 && is_taken[std::size_t(joints[j].parent)];
      is_taken[j] = is_below || wanted.count(joints[j].id) > 0;
      if (is_taken[j] && !is_below) tops.push_back(joints[j].id);
    }
  }
  return tops;
}

}  // namespace marrow
