#include "editor/welcome.h"

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/files/stored_preferences.h"
#include "editor/viewport/gizmo.h"

namespace marrow {

namespace {

constexpr const char* kSample = "human.glb";
constexpr const char* kWavingJoint = "forearm.R";
constexpr double kWaveDelay = 0.6, kWaveSeconds = 2.4;
constexpr float kSwing = 0.42f;  // radians

Id waving_joint(const Editor& editor) {
  const Scene& scene = editor.document.scene();
  const JointRef ref = find_joint(scene, std::string_view(kWavingJoint));
  return ref.node < 0
             ? kNoId
             : scene.nodes[std::size_t(ref.node)].skeleton->joints[std::size_t(ref.joint)].id;
}

float aspect_of(const Editor& editor) {
  return editor.viewport.size.x / std::max(editor.viewport.size.y, 1.0f);
}

/// The joint whose capsule leaves the most open beside it, else the first of all.
Id joint_to_try(Editor& editor) {
  const Scene& scene = editor.document.scene();
  for (const Node& node : scene.nodes) {
    if (!node.skeleton || node.skeleton->joints.empty()) continue;
    const std::vector<Island>& islands = measures_of(editor).islands(node.id);
    return islands.empty() ? node.skeleton->joints.front().id : islands.front().joint;
  }
  return kNoId;
}

}  // namespace

bool open_sample(Editor& editor) {
  const std::filesystem::path sample = media_folder() / kSample;
  const Preferences kept = editor.shell.preferences;
  std::error_code error;
  if (!std::filesystem::exists(sample, error)) {
    say(editor,
        "The sample scene media/human.glb is not here; drop a file on the window, or choose File, "
        "Open.",
        true);
    return false;
  }
  if (!open_file(editor, sample.string())) return false;
  editor.shell.preferences = kept;  // nobody's last file, and nobody's file to save over
  editor.document.set_path({});
  editor.source_name = kSample;
  return true;
}

void begin_welcome(Editor& editor) {
  WelcomeState& welcome = editor.bench.welcome;
  welcome.is_shown = !editor.shell.preferences.welcome_is_dismissed;
  if (!welcome.is_shown || waving_joint(editor) == kNoId) return;
  welcome.waves = true;
  welcome.wave_began = editor.now;
  editor.document.begin();
}

float wave_angle(double seconds) {
  const double t = (seconds - kWaveDelay) / kWaveSeconds;
  if (t <= 0.0 || t >= 1.0) return 0.0f;
  const double fade = std::sin(glm::pi<double>() * t);
  return kSwing * float(fade * std::sin(2.0 * glm::two_pi<double>() * t));
}

void advance_wave(Editor& editor) {
  WelcomeState& welcome = editor.bench.welcome;
  if (!welcome.waves) return;
  const double seconds = editor.now - welcome.wave_began;
  if (seconds >= kWaveDelay + kWaveSeconds || !editor.document.in_gesture())
    return end_wave(editor);
  editor.wants_redraw = true;
  const Id joint = waving_joint(editor);
  const std::optional<glm::mat4> frame = world_from_joint(editor, joint);
  if (!frame) return end_wave(editor);
  const glm::vec3 elbow((*frame)[3]);  // turning about it leaves it where it is, so it may be read
                                       // from the scene as shown
  const glm::mat4 turn =
      glm::rotate(glm::mat4(1.0f), wave_angle(seconds), glm::vec3(0.0f, 0.0f, 1.0f));
  const glm::mat4 increment =
      glm::translate(glm::mat4(1.0f), elbow) * turn * glm::translate(glm::mat4(1.0f), -elbow);
  editor.document.update(op::ApplyIncrement{{joint}, increment, "Wave"});
}

void end_wave(Editor& editor) {
  WelcomeState& welcome = editor.bench.welcome;
  if (!welcome.waves) return;
  welcome.waves = false;
  editor.document.cancel();
  editor.wants_redraw = true;
}

void take_pose_door(Editor& editor) {
  dismiss_welcome(editor);
  set_tab(editor, Tab::pose);
  if (const Id joint = waving_joint(editor); joint != kNoId) editor.document.select({joint});
}

void take_radius_door(Editor& editor) {
  dismiss_welcome(editor);
  set_tab(editor, Tab::rig);
  set_tool(editor, Tool::radius);
  editor.show.uncovered = true;
  editor.shell.right_tab = RightTab::bench;
  if (const Id joint = joint_to_try(editor); joint != kNoId) editor.document.select({joint});
  frame_selected(editor, aspect_of(editor));
}

void dismiss_welcome(Editor& editor) {
  end_wave(editor);
  editor.bench.welcome.is_shown = false;
  editor.shell.preferences.welcome_is_dismissed = true;
  editor.wants_redraw = true;
}

}  // namespace marrow
