// The rows of the scene panel, made from the scene: what is open, what is searched, what a range of
// rows holds, what a drop means. No ImGui.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "edit/operation.h"

namespace marrow {

struct TreeState;

enum class RowKind { scene, group, mesh, skeleton, joint };

struct TreeRow {
  RowKind kind = RowKind::scene;
  Id id = kNoId;  ///< kNoId for the row of the scene itself
  int depth = 0;
  int node = -1;   ///< index of the node, for a joint of its skeleton's node
  int joint = -1;  ///< index of the joint
  bool has_children = false;
  bool is_open = true;
  bool is_match = true;  ///< false: shown only because something below matches the search
};

/// The node of a row that is not the scene's own; of a joint, its skeleton's.
inline const Node& node_of(const Scene& scene, const TreeRow& row) {
  return scene.nodes[at(row.node)];
}

/// What a search box means by a match; letters beyond ASCII count as they are written.
bool holds_in_any_case(std::string_view text, std::string_view wanted);

/// Rows from top to bottom, depth first, siblings in scene order. A search shows what contains it
/// (in any case) with all its ancestors, folded or not.
std::vector<TreeRow> tree_rows(const Scene& scene, const TreeState& state);

const std::string& row_name(const Scene& scene,
                            const TreeRow& row);  ///< "Scene" for the scene itself

/// Unfolds everything above a node or joint.
void reveal(const Scene& scene, TreeState& state, Id id);

/// Ids of all rows between two, both included, in row order; empty when one of them is not there.
std::vector<Id> rows_between(const std::vector<TreeRow>& rows, Id from, Id to);

/// What dropping `dragged` onto a row does: a joint gets a new parent (onto its skeleton's node:
/// becomes a root), a node another place in the tree. Nothing when it would mean nothing (onto
/// itself, a joint onto another skeleton, a node onto a joint).
std::optional<Operation> drop_operation(const Scene& scene, Id dragged, const TreeRow& onto);
/// The same for several, as one step: the top-most of them are moved, the others come along; those
/// that hang there already stay. Nothing when the row is one of them or below one.
std::optional<Operation> drop_operation(const Scene& scene, const std::vector<Id>& dragged,
                                        const TreeRow& onto);

/// Those of `ids` that stand below none of the others, parents before children: nodes first, then
/// joints. Joints of a skeleton whose node (or one above it) is among them are left out too.
std::vector<Id> top_most(const Scene& scene, const std::vector<Id>& ids);

}  // namespace marrow
