// Meters over a motion: measured in the background, restarted by changes; a click leads to the
// worst time.
#include "editor/timeline/motion_meters.h"

#include <cmath>

#include "editor/pose/transport.h"
#include "editor/timeline/timeline_state.h"
#include "scene/keys.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The sample arm with a motion that turns its second joint by 100 degrees until 1 s, and back.
Scene bent_arm() {
  Motion motion = *elbow_motion("bend", {0.0f, 1.0f, 2.0f}, {0.0f, glm::radians(100.0f), 0.0f});
  motion.timing.frame_rate = 10.0f;
  return arm_with({std::make_shared<const Motion>(motion)});
}

struct Metered {
  Editor editor = editor_with(bent_arm());
  MotionMetersState& meters = editor.timeline.meters;
  Metered() {
    editor.tab = Tab::pose;
    meters.is_open = true;
  }
  void finish() {
    update_motion_meters(editor, editor.transport, meters);
    REQUIRE(meters.job.has_begun());
    REQUIRE(meters.job.wait(1e9));
    update_motion_meters(editor, editor.transport, meters);
  }
};

}  // namespace

ENGINE_CASE("The strips are what the motion's trial says, at each of its frames") {
  Metered m;
  m.finish();
  CHECK(m.meters.job.progress().share() == 1.0f);
  REQUIRE(m.meters.samples.size() == 21);
  std::vector<float> times;
  for (const MotionSample& sample : m.meters.samples) times.push_back(sample.seconds);
  const Scene& scene = m.editor.document.scene();
  const std::vector<MotionSample> expected = try_motion(
      scene, m.meters.made_of.skeleton, *scene.motions.front(), times, tasks_of(Backend::fast));
  for (std::size_t i = 0; i < times.size(); ++i) {
    CHECK(double(times[i]) == doctest::Approx(0.1 * double(i)));
    for (std::size_t j = 0; j < expected[i].joints.size(); ++j)
      for (std::size_t k = 0; k < 4; ++k) {
        const float a = m.meters.samples[i].joints[j][k], b = expected[i].joints[j][k];
        CHECK((a == b || (std::isnan(a) && std::isnan(b))));
      }
  }
  // Once all is measured no further frame is asked for.
  m.editor.wants_redraw = false;
  update_motion_meters(m.editor, m.editor.transport, m.meters);
  CHECK_FALSE(m.editor.wants_redraw);
}

ENGINE_CASE("The way to the worst time: that time, that joint, one place; the history stays") {
  Metered m;
  m.editor.picture_size = {800, 600};
  go_to_worst_time(m.editor);  // nothing is measured yet: a toast
  CHECK(m.editor.transport.seconds == 0.0);
  m.finish();
  REQUIRE(!m.meters.worst.empty());
  go_to_worst_time(m.editor);
  CHECK(m.editor.transport.seconds == doctest::Approx(1.0));
  const Skeleton& skeleton =
      *find_node(m.editor.document.scene(), m.meters.made_of.skeleton)->skeleton;
  CHECK(m.editor.document.active() ==
        skeleton.joints[std::size_t(m.meters.worst.front().joint)].id);
  CHECK(steps(m.editor) == 1);
}

ENGINE_CASE(
    "A new radius or key measures again; a drag under way does not; shut, nothing is kept") {
  Metered m;
  m.finish();
  const auto first = m.meters.measured;
  const Id joint =
      find_node(m.editor.document.scene(), m.meters.made_of.skeleton)->skeleton->joints[1].id;
  m.editor.document.begin();
  m.editor.document.update(op::SetRadius{{joint}, {0.9f}});
  update_motion_meters(m.editor, m.editor.transport, m.meters);
  CHECK(m.meters.measured == first);
  m.editor.document.commit();
  m.finish();
  CHECK(m.meters.measured != first);
  CHECK(m.meters.samples.size() == 21);
  m.meters.is_open = false;
  update_motion_meters(m.editor, m.editor.transport, m.meters);
  CHECK_FALSE(m.meters.job.has_begun());
  CHECK(m.meters.samples.empty());
}
