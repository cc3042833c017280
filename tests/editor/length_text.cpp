// Lengths have as many digits as the size of their figure needs.
#include "editor/length_text.h"

#include "editor/radius_edit.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "support/app_scene.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// The arm in units that are a hundred times larger, so that its numbers are small.
Scene small_arm() {
  Scene scene = arm_scene();
  for (Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    auto skeleton = std::make_shared<Skeleton>(*node.skeleton);
    for (Joint& joint : skeleton->joints) {
      joint.bind_local[3] = glm::vec4(0.01f * glm::vec3(joint.bind_local[3]), 1.0f);
      joint.extent *= 0.01f;
      joint.radius *= 0.01f;
    }
    node.skeleton = skeleton;
  }
  return scene;
}

}  // namespace

TEST_CASE("A length is told to a thousandth of the size it belongs to") {
  CHECK(length_text(0.0543f, 1.8f) == "0.054");
  CHECK(length_text(0.000543f, 0.018f) == "0.00054");
  CHECK(length_text(5.43f, 180.0f) == "5.4");
  CHECK(length_text(543.0f, 18000.0f) == "543");
  CHECK(length_digits(0.0f) == 3);
  CHECK(length_digits(1e-30f) == 9);
}

TEST_CASE("The size of a skeleton is the longest way along its bones") {
  const Scene scene = arm_scene();
  CHECK(skeleton_size(scene, kElbow) == doctest::Approx(2.0f));
  CHECK(skeleton_size(scene, kArmSkeleton) == doctest::Approx(2.0f));
  CHECK(skeleton_size(scene, kArmMesh) == 1.0f);
  CHECK(skeleton_size(small_arm(), kElbow) == doctest::Approx(0.02f));
}

SOLVED_CASE("The radius of a small figure does not read 0.000") {
  Editor editor = editor_with(small_arm());
  CHECK(radius_text(editor, kElbow, 0.0006f) == "0.00060");
  CHECK(radii_text(editor, kElbow, {0.006f, 0.003f}) == "0.00600 \u2192 0.00300");
  editor.tab = Tab::rig;
  editor.tool = Tool::radius;
  editor.document.select({kElbow});
  REQUIRE(begin_radius_drag(editor, editor.viewport, kElbow, {.pixel = {400.0f, 300.0f}}, true));
  CHECK(drag_text(editor).find("Radius elbow   0.00600") == 0);
}
