#include "io/stl/stl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "io/error.h"
#include "io/number_text.h"
#include "io/write_file.h"

namespace marrow::io {

static_assert(std::endian::native == std::endian::little, "STL numbers are little-endian");

namespace {

constexpr std::size_t kStlHeader = 80, kTriangle = 50;  // 12 floats and 2 zero bytes

/// World positions, one per source vertex.
std::vector<glm::vec3> points_of(const Node& node, const glm::mat4& world_from_mesh,
                                 const Derived& derived) {
  if (const Derived::Skinned* posed = derived.posed(node)) return posed->positions;
  const std::vector<glm::vec3>& at_rest = node.mesh->positions;
  std::vector<glm::vec3> points;
  points.reserve(at_rest.size());
  for (const glm::vec3& point : at_rest)
    points.emplace_back(world_from_mesh * glm::vec4(point, 1.0f));
  return points;
}

glm::vec3 normal_of(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  const glm::dvec3 across =
      glm::cross(glm::dvec3(b) - glm::dvec3(a), glm::dvec3(c) - glm::dvec3(a));
  const double length = glm::length(across);
  return length > 0.0 ? glm::vec3(across / length) : glm::vec3(0.0f);
}

void append_triangle(std::string& bytes, const glm::vec3& a, const glm::vec3& b,
                     const glm::vec3& c) {
  const std::array<glm::vec3, 4> vectors = {normal_of(a, b, c), a, b, c};
  char triangle[kTriangle] = {};
  std::memcpy(triangle, vectors.data(), sizeof vectors);
  bytes.append(triangle, kTriangle);
}

std::string stl_from_scene(const std::string& file, const Scene& scene, const Derived& derived,
                           std::vector<std::string>& warnings) {
  // must not begin with "solid", which would mean the text format
  std::string bytes = "Binary STL by Marrow, lengths as in the scene";
  bytes.resize(kStlHeader + sizeof(std::uint32_t), '\0');
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  std::uint64_t count = 0;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!node.mesh) continue;
    const std::vector<glm::vec3> points = points_of(node, world[n], derived);
    if (!std::all_of(points.begin(), points.end(),
                     [](const glm::vec3& point) { return is_finite(point); })) {
      throw Error(file, "",
                  "a vertex of " + in_quotes(node.name) +
                      " is farther away than a float can hold; scale the scene down");
    }
    const Surface surface = make_surface(*node.mesh);
    count += surface.triangles.size() / 3;
    if (count > std::numeric_limits<std::uint32_t>::max())
      throw Error(file, "", "has more triangles than an STL file can count");
    // A mirroring matrix reverses the winding of triangles, but the surface must still face
    // outwards.
    const bool is_mirrored = glm::determinant(glm::mat3(world[n])) < 0.0f;
    for (std::size_t t = 0; t < surface.triangles.size(); t += 3) {
      const auto point = [&](std::size_t corner) {
        return points[surface.source[surface.triangles[t + corner]]];
      };
      append_triangle(bytes, point(0), point(is_mirrored ? 2 : 1), point(is_mirrored ? 1 : 2));
    }
  }
  const auto triangles = std::uint32_t(count);
  std::memcpy(bytes.data() + kStlHeader, &triangles, sizeof triangles);
  if (triangles == 0) warnings.push_back("there are no triangles; the file is empty");
  return bytes;
}

}  // namespace

std::vector<std::string> save_stl(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options) {
  std::vector<std::string> warnings;
  const std::string bytes = stl_from_scene(path.string(), scene, derived, warnings);
  write_file(path, bytes, options.keep_backup);
  return warnings;
}

}  // namespace marrow::io
