// The rows of the scene panel: folding, search, ranges, drops.
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
  int node = -1;   ///< index of the node; for a joint, of its skeleton's node
  int joint = -1;  ///< index of the joint
  bool has_children = false;
  bool is_open = true;
  bool is_match = true;  ///< false: shown only because a row below it matches the search
};

/// The node of a row; for a joint, its skeleton's node. Precondition: not the row of the scene.
inline const Node& node_of(const Scene& scene, const TreeRow& row) {
  return scene.nodes[at(row.node)];
}

/// Whether `text` contains `wanted`, ignoring the case of ASCII letters.
bool holds_in_any_case(std::string_view text, std::string_view wanted);

/// All visible rows, depth first, siblings in scene order. A search keeps rows whose name contains
/// the searched text and all their ancestors, folded or not.
std::vector<TreeRow> tree_rows(const Scene& scene, const TreeState& state);

/// "Scene" for the row of the scene.
const std::string& row_name(const Scene& scene, const TreeRow& row);

/// Unfolds everything above a node or joint.
void reveal(const Scene& scene, TreeState& state, Id id);

/// Ids of all rows between two rows, inclusive, in row order; empty if one is missing.
std::vector<Id> rows_between(const std::vector<TreeRow>& rows, Id from, Id to);

/// The edit of dropping `dragged` onto a row. A joint gets a new parent, or becomes a root on its
/// skeleton's node; a node gets a new parent, or becomes a prop on a joint. None for invalid drops
/// (onto itself, a joint onto another skeleton).
std::optional<Operation> drop_operation(const Scene& scene, Id dragged, const TreeRow& onto);
/// The edit of dropping several nodes or joints, as one step: moves the top-most ones that are not
/// there already. None if the row is one of them or below one.
std::optional<Operation> drop_operation(const Scene& scene, const std::vector<Id>& dragged,
                                        const TreeRow& onto);

/// The `ids` that have no ancestor among them, parents before children: nodes first, then joints.
/// Joints below a listed node are left out.
std::vector<Id> top_most(const Scene& scene, const std::vector<Id>& ids);

}  // namespace marrow
