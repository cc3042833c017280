// A figure with weights of its own, a finer mesh for it, and a shirt.
#pragma once

#include "support/random_rig.h"

namespace marrow::test {

inline ExplicitWeights halves(const Mesh& mesh, Id low, Id high) {
  ExplicitWeights weights{{0}, {}, {}};
  for (const glm::vec3& position : mesh.positions) {
    weights.joint.push_back(position.y < 1.0f ? low : high);
    weights.weight.push_back(1.0f);
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  return weights;
}

/// A cylinder with weights and touch-ups of its own on two bones, a child of its skeleton's node;
/// and a finer one, in a file where it stands at the same place of the world.
struct DressedFigure {
  Random random{3};
  Scene scene, file;
  Id rig = 0, body = 0, low = 0, high = 0;
  std::shared_ptr<const Mesh> fine = std::make_shared<Mesh>(capped_cylinder(21, 16));

  DressedFigure() {
    rig = take_id(scene), body = take_id(scene), low = take_id(scene), high = take_id(scene);
    const Skeleton skeleton{
        .joints = {{.id = low, .name = "low", .extent = {0, 1, 0}, .radius = 0.7f},
                   {.id = high,
                    .name = "high",
                    .parent = 0,
                    .bind_local = glm::translate(glm::mat4(1.0f), {0, 1, 0}),
                    .extent = {0, 1, 0},
                    .radius = 0.7f}}};
    const glm::mat4 place = random.rigid(2.0f);
    scene.nodes.push_back({.id = rig,
                           .name = "rig",
                           .local = place,
                           .skeleton = std::make_shared<const Skeleton>(skeleton)});
    auto mesh = std::make_shared<Mesh>(capped_cylinder(11, 12));
    mesh->weights = halves(*mesh, low, high);
    TouchUps painted{{}, {0}, {low, high}, {-0.5f, 0.5f}};
    painted.end_row(0);
    scene.nodes.push_back({.id = body,
                           .name = "body",
                           .parent = 0,
                           .mesh = mesh,
                           .bound_to = rig,
                           .explicit_weights = true,
                           .touch_ups = std::make_shared<const TouchUps>(painted),
                           .touch_up_strength = 0.75f});
    file.nodes = {{.id = 1, .name = "a hat", .mesh = std::make_shared<Mesh>(capped_cylinder(4, 5))},
                  {.id = 2, .name = "remeshed", .local = place, .mesh = fine}};
    file.nodes[0].local = glm::translate(glm::mat4(1.0f), {9, 9, 9});
    file.next_id = 3;
  }
  /// Adds a wider cylinder that follows nothing.
  Id add_shirt() {
    const Id shirt = take_id(scene);
    scene.nodes.push_back({.id = shirt,
                           .name = "shirt",
                           .parent = 0,
                           .mesh = std::make_shared<Mesh>(capped_cylinder(15, 20, 2.0f, 0.54f))});
    return shirt;
  }
};

}  // namespace marrow::test
