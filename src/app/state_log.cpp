#include "app/state_log.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/viewport_gizmo.h"
#include "io/formats.h"

namespace marrow::app {

namespace {

using nlohmann::json;

const char* tab_name(Tab tab) { return tab == Tab::layout ? "layout" : tab == Tab::rig ? "rig" : "pose"; }

const char* tool_name(Tool tool) {
  constexpr const char* kNames[] = {"select", "move", "rotate", "scale", "radius", "add_joint"};
  return kNames[static_cast<std::size_t>(tool)];
}

std::string name_of(const Scene& scene, Id id) {
  if (const JointRef ref = find_joint(scene, id); ref.node >= 0)
    return scene.nodes[static_cast<std::size_t>(ref.node)].skeleton->joints[static_cast<std::size_t>(ref.joint)].name;
  const Node* node = find_node(scene, id);
  return node != nullptr ? node->name : std::string();
}

json rect(const Rect& place) { return {place.corner.x, place.corner.y, place.size.x, place.size.y}; }

json pixel(const Editor& editor, const Layout& layout, const glm::vec3& world) {
  const Projected seen = project(editor.camera, world, editor.viewport.size);
  if (!seen.visible) return nullptr;
  return {seen.pixel.x + layout.viewport.corner.x, seen.pixel.y + layout.viewport.corner.y};
}

/// Name, origin in pixels, radius of every joint.
json joints(const Editor& editor, const Layout& layout) {
  json all = json::object();
  for (const Node& node : editor.document.scene().nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints)
      if (const std::optional<glm::mat4> frame = world_from_joint(editor, joint.id))
        all[joint.name] = {{"pixel", pixel(editor, layout, glm::vec3((*frame)[3]))}, {"radius", joint.radius}};
  }
  return all;
}

/// A quarter of the way along each handle's line: away from where lines of several handles cross.
json handles(const Editor& editor, const Layout& layout) {
  constexpr const char* kNames[] = {"none", "x", "y", "z", "yz", "zx", "xy", "center"};
  json all = json::object();
  const std::optional<GizmoTarget> target = gizmo_target(editor);
  if (!target) return all;
  for (const GizmoShape& shape : shapes(gizmo_on(editor, *target)))
    if (!shape.line.empty()) all[kNames[static_cast<std::size_t>(shape.handle)]] = pixel(editor, layout, shape.line[shape.line.size() / 4]);
  return all;
}

}  // namespace

std::string state_json(const Editor& editor, const Layout& layout, std::uint64_t frames) {
  const Scene& scene = editor.document.scene();
  const History& history = editor.document.history();
  const ShellState& shell = editor.shell;
  json state = {{"frames", frames},
                {"tab", tab_name(editor.tab)},
                {"tool", tool_name(editor.tool)},
                {"name", document_name(editor)},
                {"path", editor.document.path().string()},
                {"dirty", editor.document.is_dirty()},
                {"step", history.current()},
                {"steps", history.steps().size()},
                {"label", history.steps()[history.current()].label},
                {"dragging", is_dragging(editor)},
                {"ui_scale", editor.ui_scale},
                {"viewport", rect(layout.viewport)},
                {"right", rect(layout.right)},
                {"left", rect(layout.left)}};
  state["selection"] = json::array();
  for (Id id : editor.document.selection()) state["selection"].push_back(name_of(scene, id));
  state["dialog"] = shell.browser ? "browser" : shell.pending ? "unsaved" : shell.dropped ? "dropped" : shell.shows_help ? "help" : "";
  state["toast"] = editor.toasts.empty() ? "" : editor.toasts.back().text;
  state["joints"] = joints(editor, layout);
  state["handles"] = handles(editor, layout);
  state["cost"] = {{"bind", shell.cost.bind}, {"kinematics", shell.cost.kinematics},
                   {"skin", shell.cost.skin}, {"upload", shell.cost.upload},
                   {"draw", shell.cost.draw}, {"fps", shell.cost.frames_per_second}};
  return state.dump(1, ' ', false, json::error_handler_t::replace);
}

void write_state(const std::string& path, const Editor& editor, const Layout& layout, std::uint64_t frames) {
  static bool said = false;
  try {
    io::write_file(path, state_json(editor, layout, frames) + "\n");
  } catch (const io::Error& error) {
    if (!said) std::fprintf(stderr, "marrow: %s\n", error.what());
    said = true;
  }
}

}  // namespace marrow::app
