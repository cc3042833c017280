#include "editor/files/welcome.h"

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "base/index.h"
#include "editor/camera_move.h"
#include "editor/course/course.h"
#include "editor/posed_joints.h"
#include "editor/preferences_state.h"
#include "editor/session.h"
#include "editor/shell_state.h"
#include "editor/tools.h"

namespace marrow {

namespace {

constexpr const char* kWavingJoint = "forearm.R";
constexpr double kWaveDelay = 0.6, kWaveSeconds = 2.4;
constexpr float kSwing = 0.42f;  // radians

Id waving_joint(const Session& session) {
  const Scene& scene = session.document.scene();
  const JointRef ref = find_joint(scene, std::string_view(kWavingJoint));
  return ref.node < 0 ? kNoId : scene.nodes[at(ref.node)].skeleton->joints[at(ref.joint)].id;
}

/// The joint nearest to the largest uncovered island, else the first joint.
Id joint_to_try(Session& session) {
  const Scene& scene = session.document.scene();
  for (const Node& node : scene.nodes) {
    if (!node.skeleton || node.skeleton->joints.empty()) continue;
    const std::vector<Island>& islands = measures_of(session).islands(node.id);
    return islands.empty() ? node.skeleton->joints.front().id : islands.front().joint;
  }
  return kNoId;
}

}  // namespace

void begin_welcome(Session& session, WelcomeState& welcome) {
  welcome.is_shown = !session.preferences.welcome_is_dismissed;
  if (!welcome.is_shown || waving_joint(session) == kNoId) return;
  welcome.shows_greeting = true;
  welcome.wave_began = session.now;
  session.document.begin();
}

float wave_angle(double seconds) {
  const double t = (seconds - kWaveDelay) / kWaveSeconds;
  if (t <= 0.0 || t >= 1.0) return 0.0f;
  const double fade = std::sin(glm::pi<double>() * t);
  return kSwing * float(fade * std::sin(2.0 * glm::two_pi<double>() * t));
}

void advance_wave(Session& session, WelcomeState& welcome) {
  if (!welcome.shows_greeting) return;
  const double seconds = session.now - welcome.wave_began;
  if (seconds >= kWaveDelay + kWaveSeconds || !session.document.in_gesture())
    return end_wave(session, welcome);
  session.wants_redraw = true;
  const Id joint = waving_joint(session);
  const std::optional<glm::mat4> frame = world_from_joint(session, joint);
  if (!frame) return end_wave(session, welcome);
  // The turn leaves the elbow in place, so its position in the shown scene is right.
  const glm::vec3 elbow((*frame)[3]);
  const glm::mat4 turn =
      glm::rotate(glm::mat4(1.0f), wave_angle(seconds), glm::vec3(0.0f, 0.0f, 1.0f));
  const glm::mat4 increment =
      glm::translate(glm::mat4(1.0f), elbow) * turn * glm::translate(glm::mat4(1.0f), -elbow);
  session.document.update(op::ApplyIncrement{{joint}, increment, "Wave"});
}

void end_wave(Session& session, WelcomeState& welcome) {
  if (!welcome.shows_greeting) return;
  welcome.shows_greeting = false;
  session.document.cancel();
  session.wants_redraw = true;
}

void begin_with_pose(Session& session, ViewportState& viewport, WelcomeState& welcome) {
  dismiss_welcome(session, welcome);
  set_tab(session, viewport, Tab::pose);
  if (const Id joint = waving_joint(session); joint != kNoId) session.document.select({joint});
}

void begin_with_radius(Session& session, ViewportState& viewport, WelcomeState& welcome) {
  dismiss_welcome(session, welcome);
  set_tab(session, viewport, Tab::rig);
  set_tool(session, viewport, Tool::radius);
  session.show.uncovered = true;
  session.right_tab = RightTab::bench;
  if (const Id joint = joint_to_try(session); joint != kNoId) session.document.select({joint});
  frame_selected(session);
}

void begin_with_assignment(Session& session, CourseState& course, WelcomeState& welcome) {
  dismiss_welcome(session, welcome);
  show_course_tab(session, course);
  if (course.results.empty() && why_no_checks(course).empty()) run_all_checks(session, course);
}

void dismiss_welcome(Session& session, WelcomeState& welcome) {
  end_wave(session, welcome);
  welcome.is_shown = false;
  session.preferences.welcome_is_dismissed = true;
}

}  // namespace marrow
