// Random rigs with a left and a right side.
#pragma once

#include <string>
#include <vector>

#include "edit/support.h"
#include "editor/session.h"

namespace marrow::test {

struct SidedOptions {
  int axis = 0;         ///< of the plane's normal
  float offset = 0.0f;  ///< place of the plane on that axis
  int pairs = 5;
  bool same_tree = true;  ///< false: some joint's parent is not the partner of its partner's parent
};

/// "hips", "chest" and pairs "j0.L" "j0.R", ... at rest. Bones and radii of a pair are mirrored,
/// frames are random. Ids from 100.
inline Skeleton sided_skeleton(Random& random, const SidedOptions& options = {}) {
  glm::mat4 mirror(1.0f);
  mirror[options.axis][options.axis] = -1.0f;
  mirror[3][options.axis] = 2.0f * options.offset;
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  const auto add = [&](std::string name, int parent, const glm::mat4& joint_bind,
                       const glm::vec3& tip, float radius) {
    Joint joint{.id = Id(100 + skeleton.joints.size()), .name = std::move(name), .parent = parent};
    joint.bind_local =
        parent < 0 ? joint_bind : glm::inverse(bind[std::size_t(parent)]) * joint_bind;
    joint.extent = glm::vec3(glm::inverse(joint_bind) * glm::vec4(tip, 1.0f));
    joint.radius = radius;
    skeleton.joints.push_back(joint);
    bind.push_back(joint_bind);
  };
  const auto in_plane = [&](glm::vec3 point) {
    point[options.axis] = options.offset;
    return point;
  };
  const auto frame_at = [&](const glm::vec3& origin) {
    return glm::translate(glm::mat4(1.0f), origin) * random.rotation();
  };
  add("hips", -1, frame_at(in_plane(random.vec3())), in_plane(random.vec3()), 0.3f);
  add("chest", 0, frame_at(in_plane(random.vec3())), in_plane(random.vec3()), 0.3f);
  for (int pair = 0; pair < options.pairs; ++pair) {
    // The parent: a joint in the middle, or a left one.
    const int above = pair < 2 ? random.below(2) : 2 + 2 * random.below(pair);
    glm::vec3 origin = random.vec3();
    origin[options.axis] = options.offset + random.uniform(0.5f, 3.0f);
    const glm::vec3 tip = origin + random.vec3(0.4f);
    const float radius = random.uniform(0.1f, 0.5f);
    const std::string name = std::string("j").append(std::to_string(pair));
    add(name + ".L", above, frame_at(origin), tip, radius);
    const bool hangs_elsewhere = !options.same_tree && random.chance(0.4f);
    const int other_above = hangs_elsewhere ? random.below(2) : above < 2 ? above : above + 1;
    add(name + ".R", other_above, frame_at(glm::vec3(mirror * glm::vec4(origin, 1.0f))),
        glm::vec3(mirror * glm::vec4(tip, 1.0f)), radius);
  }
  return skeleton;
}

/// A scene of one node, id 1, with this skeleton. The next id is 1000.
inline Scene scene_of(Skeleton skeleton) {
  Scene scene;
  scene.nodes = {{.id = 1,
                  .name = "Skeleton",
                  .skeleton = std::make_shared<const Skeleton>(std::move(skeleton))}};
  scene.next_id = 1000;
  return scene;
}

}  // namespace marrow::test
