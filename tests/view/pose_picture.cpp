// The content of small pictures of poses.
#include <memory>

#include "support/support.h"
#include "view/export/small_pictures.h"
#include "view/picture/capsule_shape.h"

using namespace marrow;

TEST_CASE("a pose's picture shows its skeleton and meshes wherever they hang, and nothing else") {
  Skeleton skeleton;
  Joint joint{.id = 20, .name = "a"};
  skeleton.joints = {joint};
  const auto mesh = std::make_shared<const Mesh>();
  Scene scene;
  scene.nodes = {
      {.id = 1, .name = "hidden group", .visible = false},
      {.id = 2, .name = "group", .parent = 0},
      {.id = 3, .name = "skeleton", .parent = 1, .skeleton = std::make_shared<Skeleton>(skeleton)},
      {.id = 4, .name = "bound", .parent = 1, .mesh = mesh, .bound_to = 3},
      {.id = 5, .name = "other", .parent = 1, .mesh = mesh}};
  const Scene posed = view::scene_of_pose(scene, 3, {});
  CHECK(view::is_shown(posed, 3));
  CHECK(view::is_shown(posed, 4));
  CHECK_FALSE(view::is_shown(posed, 5));
}
