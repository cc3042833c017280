#include "editor/ground.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "editor/camera_move.h"
#include "editor/session.h"

namespace marrow {
namespace {

constexpr float kGroundTolerance = 0.02f;  // share of the height

}  // namespace

float height_above_ground(const Session& session) {
  const Bounds bounds = world_bounds(session.deformer, session.document.scene());
  if (bounds.empty() || !std::isfinite(bounds.low.y)) return 0.0f;
  const float height = bounds.high.y - bounds.low.y;
  return std::abs(bounds.low.y) > kGroundTolerance * height ? bounds.low.y : 0.0f;
}

Operation lowered(const Scene& scene, float height) {
  const glm::mat4 down = glm::translate(glm::mat4(1.0f), {0.0f, -height, 0.0f});
  op::Sequence moves{{}, "Stand on the ground"};
  for (const Node& node : scene.nodes)
    if (node.parent < 0) moves.operations.push_back(op::SetNodeLocal{node.id, down * node.local});
  return moves;
}

void stand_on_ground(Session& session) {
  deformed(session);
  const float height = height_above_ground(session);
  if (height == 0.0f) return say(session, "It stands on the ground already.");
  if (perform(session, lowered(session.document.scene(), height))) frame_all(session);
}

}  // namespace marrow
