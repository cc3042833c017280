// Writes the window's state as lines "key value" for `--log-state`, so that scripts that drive the
// real window can wait for a state. Linked into the program itself, in builds with tests.
//
// Among the keys are tab, tool, selection, steps, open dialog, coverage, the active joint's meters,
// and in window pixels: joints ("joint NAME X Y RADIUS"), gizmo handles ("handle NAME X Y"), the
// active capsule's rim, and buttons ("spot X Y WORDS").
#include <cstdio>
#include <fmt/format.h>
#include <imgui.h>

#include "app/app.h"
#include "app/widgets/spots.h"
#include "editor/drag_state.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/files/safety.h"
#include "editor/open_dialogs.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/posed_joints.h"
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

/// Each handle's point a third of the way along its line, away from places where lines cross.
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
        lines += fmt::format("handle {} {}\n", kNames[std::size_t(shape.handle)], *at);
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
  std::string lines = fmt::format("uncovered {}\n", covered.uncovered);
  const Meters& meters = measures_of(session).joint(active_joint(session));
  return lines +
         fmt::format("meters volume {:.4f} thickness {:.4f} stretch {:.4f} weight_jump {:.4f}\n",
                     meters.volume.value, meters.thickness.value, meters.stretch.value,
                     meters.weight_jump.value);
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

/// Autosave, recovery, and whether another program changed the file.
std::string safety_lines(const FilesState& files) {
  const SafetyState& safety = files.safety;
  std::string lines;
  if (safety.autosave) {
    const Autosave::Report report = safety.autosave->report();
    lines += fmt::format("autosave {} {} snapshots {} edits {} of {} bytes {} ms {:.1f}\n",
                         report.is_idle ? "idle" : "busy", report.has_snapshot ? "kept" : "none",
                         report.snapshots, report.commits, safety.edits, report.bytes,
                         report.seconds * 1000.0);
  }
  lines += has_offer(files) ? fmt::format("recovery offered {} {} after {}\n", safety.offers.size(),
                                          safety.offers[safety.offer].note.name,
                                          safety.offers[safety.offer].note.label)
                            : fmt::format("recovery none {}\n", safety.offers.size());
  return lines + (safety.file_changed ? "disk changed\n" : "disk same\n");
}

std::string document_lines(Editor& editor) {
  const History& history = editor.document.history();
  std::string text =
      fmt::format("tab {}\ntool {}\nname {}\npath {}\ndirty {:d}\n", tab_name(editor.tab),
                  tool_name(editor.tool), document_name(editor), editor.document.path().string(),
                  editor.document.is_dirty());
  text += fmt::format("step {}\nsteps {}\nlabel {}\n", history.current(), history.steps().size(),
                      history.steps()[history.current()].label);
  text += fmt::format("dragging {:d}\ntyping {:d}\ndialog {}\nselection", is_dragging(editor),
                      ImGui::GetIO().WantTextInput, open_dialog(editor));
  for (Id id : editor.document.selection()) text += " " + name_of(editor.document.scene(), id);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  text += fmt::format("\npointer {:.0f} {:.0f}", pointer.x, pointer.y);
  return text + "\ntoast " + (editor.toasts.empty() ? "" : editor.toasts.back().text) + "\n";
}

/// Updates deformer and measures.
std::string state_text(App& app) {
  Editor& editor = app.editor();
  std::string text = fmt::format("frames {}\n", app.frames()) + document_lines(editor) +
                     pose_lines(editor, editor.shelf, editor.transport);
  for (const Spot& spot : spots())
    text += fmt::format("spot {:.0f} {:.0f} {}\n", spot.middle.x, spot.middle.y, spot.name);
  // Reads the drawn places first: measuring deforms the document's scene, not a motion's shown
  // time.
  const std::string drawn = joint_lines(editor, app.layout()) +
                            handle_lines(editor, editor.transport, editor.viewport, app.layout()) +
                            rim_line(editor, app.layout());
  return text + safety_lines(editor.files) + measure_lines(editor) + drawn;
}

/// Replaces the file. A failure to write is reported once, on standard error.
void write_state(const std::string& path, App& app) {
  static bool has_failed = false;
  try {
    io::write_file(path, state_text(app));
  } catch (const io::Error& error) {
    if (!has_failed) std::fprintf(stderr, "marrow: %s\n", error.what());
    has_failed = true;
  }
}

[[maybe_unused]] const bool is_registered = (state_writer = write_state, true);

}  // namespace

}  // namespace marrow::app
