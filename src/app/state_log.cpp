#include "app/state_log.h"

#include <cstdio>
#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/legible.h"
#include "app/widgets/spots.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/files/safety.h"
#include "editor/open_dialogs.h"
#include "editor/pose/shelf.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport.h"
#include "editor/pose/transport_state.h"
#include "editor/posed_joints.h"
#include "editor/shell_state.h"
#include "editor/viewport/gizmo_target.h"
#include "io/error.h"
#include "io/write_file.h"

namespace marrow::app {

namespace {

const char* tab_name(Tab tab) {
  return tab == Tab::layout ? "layout" : tab == Tab::rig ? "rig" : "pose";
}

const char* tool_name(Tool tool) {
  switch (tool) {
    case Tool::select:
      return "select";
    case Tool::move:
      return "move";
    case Tool::rotate:
      return "rotate";
    case Tool::scale:
      return "scale";
    case Tool::radius:
      return "radius";
    case Tool::add_joint:
      return "add_joint";
    case Tool::paint:
      return "paint";
  }
  return "";
}

/// "X Y" in window pixels; none for a point behind the eye.
std::optional<std::string> pixel(const Session& session, const Layout& layout,
                                 const glm::vec3& world) {
  const Projected seen = project(session.camera, world, session.picture_size);
  if (!seen.visible) return std::nullopt;
  return fmt::format("{:.1f} {:.1f}", seen.pixel.x + layout.viewport.corner.x,
                     seen.pixel.y + layout.viewport.corner.y);
}

std::string joint_lines(const Session& session, const Layout& layout) {
  std::string lines;
  for (const Node& node : session.document.scene().nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      const std::optional<glm::mat4> frame = world_from_joint(session, joint.id);
      const std::optional<std::string> at =
          frame ? pixel(session, layout, glm::vec3((*frame)[3])) : std::nullopt;
      if (at) lines += fmt::format("joint {} {} {:.4f}\n", joint.name, *at, joint.radius);
    }
  }
  return lines;
}

/// A third of the way along each handle's line: away from where several lines cross.
std::string handle_lines(const Session& session, const TransportState& transport,
                         const ViewportState& viewport, const Layout& layout) {
  constexpr const char* kNames[] = {"none", "x", "y", "z", "yz", "zx", "xy", "center"};
  std::string lines;
  const std::optional<GizmoTarget> target = gizmo_target(session, transport, viewport);
  if (!target) return lines;
  for (const GizmoShape& shape : shapes(gizmo_on(session, *target)))
    if (!shape.line.empty())
      if (const std::optional<std::string> at =
              pixel(session, layout, shape.line[shape.line.size() / 3]))
        lines += fmt::format("handle {} {}\n", kNames[static_cast<std::size_t>(shape.handle)], *at);
  return lines;
}

/// The grab point of the active joint's rim, in the middle of its bone.
std::string rim_line(const Session& session, const Layout& layout) {
  const std::optional<view::WorldCapsule> capsule = world_capsule(session, active_joint(session));
  if (!capsule) return {};
  const glm::vec3 middle = (capsule->base + capsule->tip) * 0.5f;
  const glm::vec3 across =
      glm::cross(capsule->tip - capsule->base, middle - eye_of(session.camera));
  if (!(glm::length(across) > 0.0f)) return {};
  const std::optional<std::string> at =
      pixel(session, layout, middle + glm::normalize(across) * capsule->radii.at(0.5));
  return at ? fmt::format("rim {}\n", *at) : std::string();
}

std::string measure_lines(Session& session) {
  const CoverageSummary covered = coverage(session.deformer);
  std::string lines = fmt::format("covered {}\nuncovered {}\n", covered.covered, covered.uncovered);
  const Meters& meters = measures_of(session).joint(active_joint(session));
  return lines + fmt::format("meters volume {:.4f} section {:.4f} stretch {:.4f} step {:.4f}\n",
                             meters.volume.value, meters.section.value, meters.stretch.value,
                             meters.step.value);
}

/// The shelf's poses, the shown pose, and the number of joints out of rest.
std::string pose_lines(const Session& session, const ShelfState& shelf,
                       const TransportState& transport) {
  const Skeleton* skeleton = shelf_skeleton(session, shelf);
  std::size_t posed = 0;
  for (const Joint& joint : skeleton != nullptr ? skeleton->joints : std::vector<Joint>())
    posed += joint.user_local != glm::mat4(1.0f);
  const char* state = !shows_motion(session) ? "off" : transport.is_playing ? "plays" : "stands";
  return fmt::format("poses {}\nposed {}\npreview {}\nblend {:.2f}\n",
                     skeleton != nullptr ? skeleton->poses.size() : 0, posed,
                     shelf.preview ? shelf.preview->name : "none",
                     shelf.blend ? shelf.blend->share : 0.0f) +
         fmt::format("motions {}\nmotion {} {:.3f}\n", session.document.scene().motions.size(),
                     state, transport.seconds);
}

/// Words of the last frame that are cut by an edge, hidden by others, or shortened.
std::string legibility_lines() {
  std::string lines;
  if (const ImDrawData* drawn = ImGui::GetDrawData())
    for (const HarmedWords& one : harmed_words(*drawn)) {
      const bool is_cut = one.harm == Harm::cut;
      lines += fmt::format("{} {:.0f} {:.0f} {}{}\n", is_cut ? "cut" : "hidden", one.low.x,
                           one.low.y, one.words, is_cut ? "" : ", by " + one.by);
    }
  for (const std::string& words : shortened_words()) lines += "shortened " + words + "\n";
  return lines;
}

std::string place_line(const char* name, const Rect& place) {
  return fmt::format("place {} {} {} {} {}\n", name, place.corner.x, place.corner.y, place.size.x,
                     place.size.y);
}

}  // namespace

std::string state_text(Editor& editor, const Layout& layout, std::uint64_t frames) {
  const History& history = editor.document.history();
  const FrameCost& cost = editor.shell.cost;
  std::string text = fmt::format("frames {}\nseconds {:.3f}\ntab {}\ntool {}\n", frames, editor.now,
                                 tab_name(editor.tab), tool_name(editor.tool));
  text += fmt::format("name {}\npath {}\ndirty {:d}\n", document_name(editor),
                      editor.document.path().string(), editor.document.is_dirty());
  text += fmt::format("step {}\nsteps {}\nlabel {}\n", history.current(), history.steps().size(),
                      history.steps()[history.current()].label);
  text +=
      fmt::format("dragging {:d}\ntyping {:d}\ndialog {}\nui_scale {:.2f}\n", is_dragging(editor),
                  ImGui::GetIO().WantTextInput, open_dialog(editor), editor.ui_scale);
  text += "selection";
  for (Id id : editor.document.selection()) text += " " + name_of(editor.document.scene(), id);
  text += "\ntoast " + (editor.toasts.empty() ? "" : editor.toasts.back().text) + "\n";
  text += fmt::format(
      "cost measures {:.3f} bind {:.3f} kinematics {:.3f} skin {:.3f} upload {:.3f} draw {:.2f} "
      "fps "
      "{:.1f} start {:.0f} other {:.3f}\n",
      cost.measures, cost.bind, cost.kinematics, cost.skin, cost.upload, cost.draw,
      cost.frames_per_second, cost.start_up, cost.other);
  text += place_line("left", layout.left) + place_line("viewport", layout.viewport) +
          place_line("right", layout.right);
  text += pose_lines(editor, editor.shelf, editor.transport);
  for (const Spot& spot : spots())
    text += fmt::format("spot {:.0f} {:.0f} {}\n", spot.middle.x, spot.middle.y, spot.name);
  text += legibility_lines();
  // What was drawn comes first: measures ask about the document's scene, which then stands
  // deformed.
  const std::string drawn = joint_lines(editor, layout) +
                            handle_lines(editor, editor.transport, editor.viewport, layout) +
                            rim_line(editor, layout);
  return text + safety_lines(editor.files) + measure_lines(editor) + drawn;
}

void write_state(const std::string& path, Editor& editor, const Layout& layout,
                 std::uint64_t frames) {
  static bool said = false;
  try {
    io::write_file(path, state_text(editor, layout, frames));
  } catch (const io::Error& error) {
    if (!said) std::fprintf(stderr, "marrow: %s\n", error.what());
    said = true;
  }
}

}  // namespace marrow::app
