#include "bench/painting.h"

#include <algorithm>
#include <numeric>

namespace marrow::bench {

namespace {

constexpr std::size_t kDabs = 32;
constexpr float kShare = 0.005f;  // of the vertices, under a dab

/// The radius that holds so many of the vertices about a point.
float radius_about(const std::vector<glm::vec3>& positions, const glm::vec3& middle,
                   std::size_t count) {
  std::vector<float> away;
  away.reserve(positions.size());
  for (const glm::vec3& position : positions) away.push_back(glm::distance(position, middle));
  std::nth_element(away.begin(), away.begin() + std::ptrdiff_t(count), away.end());
  return away[count];
}

}  // namespace

PaintWalk::PaintWalk(const Case& source, Brush brush, bool is_mirrored)
    : scene_(scene_of(source.model)), settings_{brush, 0.3f, false}, target_(source.size.vertices) {
  deformer_.update(scene_);
  const DeformedMesh& mesh = deformer_.meshes().front();
  const std::vector<glm::vec3>& positions = mesh.positions();
  const std::size_t vertices = mesh.mesh->positions.size();
  brush_on_.skeleton = scene_.nodes[0].skeleton.get();
  brush_on_.joint = int(scene_.nodes[0].skeleton->joints.size() / 2);
  brush_on_.graph =
      std::make_shared<const Connectivity>(connectivity_of(*mesh.mesh, *mesh.surface));
  if (is_mirrored) {
    brush_on_.mirror = PaintMirror{{0, positions[vertices / 2].x}, {}};
    brush_on_.mirror->other.resize(scene_.nodes[0].skeleton->joints.size());
    std::iota(brush_on_.mirror->other.begin(), brush_on_.mirror->other.end(), 0);
  }
  const float radius =
      radius_about(positions, positions[vertices / 2], std::size_t(kShare * float(vertices)));
  for (std::size_t n = 0; n < kDabs; ++n)
    dabs_.push_back({positions[vertices / 2 + n * vertices / 4 / kDabs / 100], radius, {0, 0, 1}});
  begin_stroke();
  deformer_.reorder();
}

void PaintWalk::begin_stroke() {
  const auto& before = scene_.nodes[1].touch_ups;
  stroke_ = std::make_unique<PaintStroke>(brush_on_, settings_, before,
                                          scene_.nodes[1].mesh->positions.size());
  next_ = 0;
}

void PaintWalk::run() {
  if (next_ == dabs_.size()) {
    scene_.nodes[1].touch_ups.reset();
    begin_stroke();
  }
  if (stroke_->dab(*deformer_.mesh(scene_.nodes[1].id), {&dabs_[next_++], 1})) {
    const TouchUps changed = stroke_->changed();
    vertices_ = changed.vertices.size();
    scene_.nodes[1].touch_ups = std::make_shared<const TouchUps>(with_rows(TouchUps(), changed));
  }
  deformer_.update(scene_);
  deformer_.meshes().front().positions();  // what the next dab and the pointer's ray ask for
}

void PaintWalk::draw() { deformer_.meshes().front().write_vertices(target_.target()); }

}  // namespace marrow::bench
