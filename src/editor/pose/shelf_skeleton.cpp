#include "editor/pose/shelf_skeleton.h"

namespace marrow {

const Skeleton* shelf_skeleton(const Editor& editor) {
  const Node* node = find_node(editor.document.scene(), shelf_node(editor));
  return node != nullptr ? node->skeleton.get() : nullptr;
}

}  // namespace marrow
