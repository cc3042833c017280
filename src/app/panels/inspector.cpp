// Fields of the active joint, mesh node or skeleton node. Sections are in inspector_*.cpp.
#include "app/panels/inspector.h"

#include <algorithm>
#include <imgui.h>

#include "app/files/file_windows.h"
#include "app/panels/panels.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/editor.h"

namespace marrow::app {
namespace {

void draw_nothing_selected(Editor& editor) {
  const Scene& scene = editor.document.scene();
  if (scene.nodes.empty()) return empty_hint(words_for_nothing(editor.files));
  const auto has_skeleton = [](const Node& one) { return one.skeleton != nullptr; };
  if (editor.tab != Tab::layout &&
      std::none_of(scene.nodes.begin(), scene.nodes.end(), has_skeleton))
    return empty_hint(
        "There is no skeleton yet. In Rig mode, choose the + tool (N), press inside the mesh and "
        "drag to draw the first bone.");
  empty_hint(
      editor.tab == Tab::layout
          ? "Click a mesh or a skeleton, in the picture or in the tree."
          : "Click a limb in the picture, or a joint in the tree, to see its radius and its pose.");
  const int node = node_index(scene, shown_skeleton(editor));
  if (node >= 0 && scene.nodes[static_cast<std::size_t>(node)].skeleton)
    draw_skeleton_sections(editor, node);
}

}  // namespace

void draw_inspector(Editor& editor) {
  const Scene& scene = editor.document.scene();
  const Id active = editor.document.active();
  ImGui::PushID(static_cast<int>(active));
  if (const JointRef ref = find_joint(scene, active); ref.node >= 0)
    draw_joint_inspector(editor, ref);
  else if (const int node = node_index(scene, active); node >= 0)
    draw_node_inspector(editor, node);
  else
    draw_nothing_selected(editor);
  ImGui::PopID();
}

}  // namespace marrow::app
