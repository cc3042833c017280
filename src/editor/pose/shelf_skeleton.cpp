#include "editor/pose/shelf_skeleton.h"

#include <algorithm>

#include "editor/pose/shelf_state.h"
#include "editor/session.h"

namespace marrow {

Id shelf_node(const Session& session, const ShelfState& shelf) {
  if (const Id shown = shown_skeleton(session); shown != kNoId) return shown;
  const Scene& scene = session.document.scene();
  const Node* kept = find_node(scene, shelf.skeleton);
  if (kept != nullptr && kept->skeleton) return kept->id;
  const auto first = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                  [](const Node& node) { return node.skeleton != nullptr; });
  return first == scene.nodes.end() ? kNoId : first->id;
}

const Skeleton* shelf_skeleton(const Session& session, const ShelfState& shelf) {
  const Node* node = find_node(session.document.scene(), shelf_node(session, shelf));
  return node != nullptr ? node->skeleton.get() : nullptr;
}

}  // namespace marrow
