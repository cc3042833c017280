#include "editor/bench/islands.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "editor/camera_move.h"
#include "editor/session.h"
#include "editor/viewport_state.h"

namespace marrow {
namespace {

/// The camera turns if the cosine of the angle between the island's normal and the direction to the
/// eye is less.
constexpr float kMinFacing = 0.3f;
constexpr float kMaxPitch = 1.2f;  // radians: beyond it the view loses its sense of up
/// Margin around the island, share of the scene's size: shows where on the body the island is.
constexpr float kMarginShare = 0.08f;
/// Least length of the mean normal. Islands with less, like rings around knees, face all ways.
constexpr float kMinMeanNormal = 0.25f;

/// The place of an island in world space; `normal` is the mean of its vertices' unit normals.
struct Place {
  Bounds bounds;
  glm::vec3 normal{0.0f};
};

Place place_of(const Session& session, const Island& island) {
  Place place;
  const DeformedMesh* mesh = session.deformer.mesh(island.mesh);
  if (!mesh || island.vertices.empty()) return place;
  const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(mesh->world_from_output)));
  for (const std::uint32_t vertex : island.vertices) {
    if (vertex >= mesh->bind_positions.size()) continue;
    place.bounds.add(
        glm::vec3(mesh->world_from_output * glm::vec4(mesh->positions()[vertex], 1.0f)));
    const glm::vec3 normal = turn * mesh->normals()[vertex];
    if (const float length = glm::length(normal); length > 1e-12f) place.normal += normal / length;
  }
  place.normal /= float(island.vertices.size());
  return place;
}

}  // namespace

std::string percent_text(const CoverageSummary& coverage) {
  if (coverage.uncovered == 0) return "100 %";
  return fmt::format("{:.1f} %", std::min(coverage.percent(), 99.9));
}

std::vector<Island> uncovered_islands(Session& session) {
  std::vector<Island> islands;
  Measures& measures = measures_of(session);
  for (const Node& node : session.document.scene().nodes) {
    if (!node.skeleton) continue;
    const std::vector<Island>& found = measures.islands(node.id);
    islands.insert(islands.end(), found.begin(), found.end());
  }
  const auto is_larger = [](const Island& a, const Island& b) {
    return a.vertices.size() > b.vertices.size();
  };
  std::stable_sort(islands.begin(), islands.end(), is_larger);
  return islands;
}

Camera camera_on(const Session& session, const Island& island) {
  Place place = place_of(session, island);
  if (place.bounds.empty()) return session.camera;
  const glm::vec3 margin(kMarginShare *
                         world_bounds(session.deformer, session.document.scene()).diagonal());
  place.bounds.low -= margin;
  place.bounds.high += margin;
  Camera camera = framed(session.camera, place.bounds, picture_aspect(session));
  const float length = glm::length(place.normal);
  if (length < kMinMeanNormal) return camera;
  const glm::vec3 normal = place.normal / length;
  if (glm::dot(normal, glm::normalize(eye_of(camera) - camera.target)) >= kMinFacing) return camera;
  const float across = std::hypot(normal.x, normal.z);
  if (across > 1e-3f) camera.yaw = std::atan2(normal.x, normal.z);
  camera.pitch = std::clamp(std::atan2(normal.y, across), -kMaxPitch, kMaxPitch);
  return camera;
}

void show_next_island(Session& session, ViewportState& viewport) {
  session.show.uncovered = true;
  session.right_tab = RightTab::bench;
  const std::vector<Island> islands = uncovered_islands(session);
  if (islands.empty()) return say(session, "Every bound vertex is held: there is nothing to show.");
  if (std::exchange(viewport.island_revision, session.document.revision()) !=
      session.document.revision())
    viewport.island_turn = 0;
  const Island& island = islands[viewport.island_turn++ % islands.size()];
  move_camera(session, camera_on(session, island));
}

}  // namespace marrow
