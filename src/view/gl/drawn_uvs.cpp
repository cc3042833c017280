#include "view/gl/drawn_uvs.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace marrow::view {

namespace {

constexpr int kFloat = 5126, kUnsignedByte = 5121, kUnsignedShort = 5123;

template <typename T>
float number_at(const std::uint8_t* bytes, float most) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return float(value) / most;
}

/// One component of a set of texture coordinates.
float component_at(const VertexAttribute& set, std::size_t index) {
  if (set.component_type == kFloat)
    return number_at<float>(set.bytes.data() + index * sizeof(float), 1.0f);
  if (set.component_type == kUnsignedByte)
    return number_at<std::uint8_t>(set.bytes.data() + index, 255.0f);
  return number_at<std::uint16_t>(set.bytes.data() + index * sizeof(std::uint16_t), 65535.0f);
}

const VertexAttribute* uv_set(const Mesh& mesh, int number) {
  const std::string name = "TEXCOORD_" + std::to_string(number);
  const auto found =
      std::find_if(mesh.attributes.begin(), mesh.attributes.end(), [&](const VertexAttribute& one) {
        const bool is_fraction = one.component_type == kFloat ||
                                 one.component_type == kUnsignedByte ||
                                 one.component_type == kUnsignedShort;
        return one.name == name && one.width == 2 && is_fraction;
      });
  return found == mesh.attributes.end() ? nullptr : &*found;
}

}  // namespace

std::vector<glm::vec2> drawn_uvs(const Mesh& mesh, const Surface& surface) {
  std::vector<glm::vec2> uvs = surface.uvs;
  for (const Surface::Part& part : surface.parts) {
    if (part.material >= mesh.materials.size() || uvs.empty()) continue;
    const int number = mesh.materials[part.material].uv_set;
    const VertexAttribute* set = number > 0 ? uv_set(mesh, number) : nullptr;
    if (!set) continue;
    for (std::size_t corner = part.begin; corner < part.end; ++corner) {
      const std::uint32_t vertex = surface.triangles[corner];
      const std::size_t source = surface.source[vertex];
      uvs[vertex] = {component_at(*set, 2 * source), 1.0f - component_at(*set, 2 * source + 1)};
    }
  }
  return uvs;
}

}  // namespace marrow::view
