#include "cli/grade/sample_picture.h"

#include <algorithm>
#include <cmath>

#include "rig/skinning/deformer.h"
#include "view/picture/image.h"

namespace marrow::cli {
namespace {

int first_mesh(const Scene& scene) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].mesh && node_index(scene, scene.nodes[n].bound_to) >= 0) return int(n);
  return -1;
}

struct Canvas {
  view::Image image;
  std::vector<float> depth;

  void triangle(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, float light) {
    const glm::vec3 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
    const int x0 = int(std::max(low.x, 0.0f)),
              x1 = int(std::min(high.x + 1.0f, float(image.width - 1)));
    const int y0 = int(std::max(low.y, 0.0f)),
              y1 = int(std::min(high.y + 1.0f, float(image.height - 1)));
    const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (std::abs(area) < 1e-6f) return;
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const float px = float(x) + 0.5f, py = float(y) + 0.5f;
        const float v = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
        const float w = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
        if (v < 0.0f || w < 0.0f || v + w > 1.0f) continue;
        plot(x, y, a.z + v * (b.z - a.z) + w * (c.z - a.z), light);
      }
    }
  }

  void plot(int x, int y, float z, float light) {
    const std::size_t at = std::size_t(y) * std::size_t(image.width) + std::size_t(x);
    if (z <= depth[at]) return;
    depth[at] = z;
    const glm::vec3 color = light * glm::vec3(205.0f, 190.0f, 170.0f);
    for (int i = 0; i < 3; ++i)
      image.rgba[4 * at + std::size_t(i)] =
          static_cast<unsigned char>(std::clamp(color[i], 0.0f, 255.0f));
  }
};

Canvas blank(int width, int height) {
  Canvas canvas;
  canvas.image.width = width;
  canvas.image.height = height;
  canvas.image.rgba.assign(std::size_t(width) * std::size_t(height) * 4, 48);
  for (std::size_t i = 3; i < canvas.image.rgba.size(); i += 4) canvas.image.rgba[i] = 255;
  canvas.depth.assign(std::size_t(width) * std::size_t(height), -1e30f);
  return canvas;
}

}  // namespace

course::Outcome posed_sample(const Scene& scene, const Tasks& tasks) {
  course::Outcome sitting;
  Deformer deformer = Deformer::with(tasks);
  deformer.update(scene);
  const int node = first_mesh(scene);
  if (node < 0) return sitting;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.node != scene.nodes[std::size_t(node)].id) continue;
    for (const glm::vec3& position : mesh.positions())
      sitting.got_points.push_back(glm::vec3(mesh.world_from_output * glm::vec4(position, 1.0f)));
  }
  return sitting;
}

std::string sample_picture_png(const Scene& scene, const course::Outcome& sitting, int width,
                               int height) {
  const int node = first_mesh(scene);
  if (node < 0) return {};
  const Surface surface = make_surface(*scene.nodes[std::size_t(node)].mesh);
  if (surface.source.size() != sitting.got_points.size()) return {};
  // Framed by the mesh at rest, so that all pictures of a class compare; stray vertices leave it.
  Bounds bounds;
  const glm::mat4 world = world_from_node(scene, node);
  for (const glm::vec3& point : scene.nodes[std::size_t(node)].mesh->positions)
    bounds.add(glm::vec3(world * glm::vec4(point, 1.0f)));
  const glm::vec3 size = glm::max(bounds.high - bounds.low, glm::vec3(1e-6f));
  const float scale = 0.8f * std::min(float(width) / size.x, float(height) / size.y);
  std::vector<glm::vec3> points;
  for (const glm::vec3& point : sitting.got_points) {
    const glm::vec3 from_middle =
        glm::clamp((point - bounds.center()) * scale, glm::vec3(-1e5f), glm::vec3(1e5f));
    points.push_back(
        {0.5f * float(width) + from_middle.x, 0.5f * float(height) - from_middle.y, from_middle.z});
  }
  Canvas canvas = blank(width, height);
  for (std::size_t t = 0; t + 2 < surface.triangles.size(); t += 3) {
    const glm::vec3 &a = points[surface.triangles[t]], &b = points[surface.triangles[t + 1]],
                    &c = points[surface.triangles[t + 2]];
    const glm::vec3 normal = glm::cross(b - a, c - a);
    const float length = glm::length(normal);
    if (length > 0.0f)
      canvas.triangle(
          a, b, c,
          0.35f + 0.65f * std::abs(glm::dot(normal / length, glm::normalize(glm::vec3(-1, 1, 2)))));
  }
  return view::png_bytes(canvas.image);
}

}  // namespace marrow::cli
