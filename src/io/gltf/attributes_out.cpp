#include "io/gltf/attributes_out.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

namespace marrow::io {

namespace {

constexpr int kFloat = 5126;

std::size_t size_of(int component) {
  if (component == 5120 || component == 5121) return 1;
  return component == 5122 || component == 5123 ? 2 : 4;
}

const char* type_of(int width) {
  static constexpr const char* kNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
  return kNames[width - 1];
}

const VertexAttribute* find(const Mesh& mesh, const std::string& name) {
  const auto found = std::find_if(mesh.attributes.begin(), mesh.attributes.end(),
                                  [&](const VertexAttribute& one) { return one.name == name; });
  return found == mesh.attributes.end() ? nullptr : &*found;
}

bool is_fraction(const VertexAttribute& attribute) {
  return attribute.component_type == kFloat ||
         (attribute.normalized &&
          (attribute.component_type == 5121 || attribute.component_type == 5123));
}

bool is_coordinates(const VertexAttribute& attribute) {
  return attribute.width == 2 && is_fraction(attribute);
}
bool is_color(const VertexAttribute& attribute) {
  return attribute.width >= 3 && is_fraction(attribute);
}
bool is_tangent(const VertexAttribute& attribute) {
  return attribute.width == 4 && attribute.component_type == kFloat;
}
bool is_custom(const VertexAttribute& attribute) {
  return attribute.name.size() > 1 && attribute.name[0] == '_' && attribute.component_type != 5125;
}

/// The attributes that can be written under their own names; numbered families must have no gaps.
std::vector<const VertexAttribute*> writable(const Mesh& mesh, bool has_uvs, int& uv_sets) {
  std::vector<const VertexAttribute*> list;
  if (const VertexAttribute* tangent = find(mesh, "TANGENT"); tangent && is_tangent(*tangent))
    list.push_back(tangent);
  uv_sets = has_uvs ? 1 : 0;
  for (const VertexAttribute* next = nullptr; uv_sets > 0; ++uv_sets) {
    next = find(mesh, "TEXCOORD_" + std::to_string(uv_sets));
    if (!next || !is_coordinates(*next)) break;
    list.push_back(next);
  }
  for (int set = 0;; ++set) {
    const VertexAttribute* color = find(mesh, "COLOR_" + std::to_string(set));
    if (!color || !is_color(*color)) break;
    list.push_back(color);
  }
  std::set<std::string_view> names;
  for (const VertexAttribute& attribute : mesh.attributes) {
    if (is_custom(attribute) && names.insert(attribute.name).second) list.push_back(&attribute);
  }
  return list;
}

/// Adjusts values to the standard's rules for the name.
void tidy(const VertexAttribute& attribute, float* values) {
  if (attribute.name.rfind("COLOR_", 0) == 0) {
    for (int c = 0; c < attribute.width; ++c) values[c] = std::clamp(values[c], 0.0f, 1.0f);
  } else if (attribute.name == "TANGENT") {
    const float length =
        std::sqrt(values[0] * values[0] + values[1] * values[1] + values[2] * values[2]);
    const bool is_direction = length > 1e-6f && std::isfinite(length);
    constexpr float kTolerance = 1e-3f;
    for (int c = 0; c < 3 && !(std::abs(length - 1.0f) <= kTolerance); ++c)
      values[c] = is_direction ? values[c] / length : (c == 0 ? 1.0f : 0.0f);
    if (std::abs(values[3]) != 1.0f) values[3] = values[3] < 0.0f ? -1.0f : 1.0f;
  }
}

/// One element per shading vertex, each at a multiple of 4 bytes.
std::string gathered(const VertexAttribute& attribute, const std::vector<std::uint32_t>& source,
                     std::size_t stride) {
  const std::size_t size = size_of(attribute.component_type) * std::size_t(attribute.width);
  std::string bytes(source.size() * stride, '\0');
  for (std::size_t s = 0; s < source.size(); ++s) {
    char* const to = bytes.data() + s * stride;
    std::memcpy(to, attribute.bytes.data() + source[s] * size, size);
    if (attribute.component_type != kFloat) continue;
    float values[4] = {};
    std::memcpy(values, to, size);
    tidy(attribute, values);
    std::memcpy(to, values, size);
  }
  return bytes;
}

int write_attribute(out::File& file, const VertexAttribute& attribute,
                    const std::vector<std::uint32_t>& source, SharedParts& shared) {
  const std::size_t size = size_of(attribute.component_type) * std::size_t(attribute.width),
                    stride = (size + 3) / 4 * 4;
  const std::string bytes = gathered(attribute, source, stride);
  out::Accessor accessor;
  accessor.stride = stride == size ? 0 : stride;
  accessor.target = out::Target::vertices;
  accessor.component = static_cast<out::Component>(attribute.component_type);
  accessor.normalized = attribute.normalized;
  accessor.type = type_of(attribute.width);
  accessor.count = source.size();
  const int index = out::add_accessor(file, bytes.data(), bytes.size(), std::move(accessor));
  const bool is_same =
      bytes.size() >= attribute.bytes.size() &&
      std::memcmp(bytes.data(), attribute.bytes.data(), attribute.bytes.size()) == 0;
  if (is_same) shared.arrays[attribute.bytes.data()] = file.accessors.back().offset;
  return index;
}

int write_differences(out::File& file, const std::vector<glm::vec3>& differences,
                      const std::vector<std::uint32_t>& source, SharedParts& shared) {
  std::vector<glm::vec3> values;
  values.reserve(source.size());
  out::Accessor accessor;
  accessor.low.assign(3, 0.0f);
  accessor.high.assign(3, 0.0f);
  for (const std::uint32_t vertex : source) {
    const glm::vec3 value = differences.empty() ? glm::vec3(0.0f) : differences[vertex];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float number = value[int(axis)];
      accessor.low[axis] = values.empty() ? number : std::min(accessor.low[axis], number);
      accessor.high[axis] = values.empty() ? number : std::max(accessor.high[axis], number);
    }
    values.push_back(value);
  }
  accessor.target = out::Target::vertices;
  accessor.type = "VEC3";
  accessor.count = values.size();
  const int index = out::add_accessor(file, values.data(), values.size() * sizeof(glm::vec3),
                                      std::move(accessor));
  if (!differences.empty())
    // The first shading vertices are the source vertices.
    shared.arrays[differences.data()] = file.accessors.back().offset;
  return index;
}

}  // namespace

CarriedVertices write_carried_vertices(out::File& file, const Mesh& mesh,
                                       const std::vector<std::uint32_t>& source, bool has_uvs,
                                       SharedParts& shared) {
  CarriedVertices written;
  const std::vector<const VertexAttribute*> attributes = writable(mesh, has_uvs, written.uv_sets);
  bool has_tangents = false;
  for (const VertexAttribute* attribute : attributes) {
    has_tangents |= attribute->name == "TANGENT";
    written.attributes.emplace_back(attribute->name,
                                    write_attribute(file, *attribute, source, shared));
  }
  written.left_out = mesh.attributes.size() - attributes.size();
  for (const MorphTarget& target : mesh.morph_targets) {
    out::Attributes list = {
        {"POSITION", write_differences(file, target.positions, source, shared)}};
    if (!target.normals.empty())
      list.emplace_back("NORMAL", write_differences(file, target.normals, source, shared));
    if (!target.tangents.empty() && has_tangents)
      list.emplace_back("TANGENT", write_differences(file, target.tangents, source, shared));
    written.targets.push_back(std::move(list));
  }
  return written;
}

}  // namespace marrow::io
