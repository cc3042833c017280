#include "io/gltf/attributes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tiny_gltf.h>

namespace marrow::io {

namespace {

/// True for attributes that are members of Mesh.
bool is_read_elsewhere(const std::string& name) {
  return name == "POSITION" || name == "NORMAL" || name == "TEXCOORD_0" ||
         name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
}

const char* vector_name(int width) {
  static constexpr const char* kNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
  return kNames[width - 1];
}

/// 0 for a matrix. The constants for VEC2 to VEC4 are consecutive.
int width_of(int type) {
  if (type == TINYGLTF_TYPE_SCALAR) return 1;
  return type >= TINYGLTF_TYPE_VEC2 && type <= TINYGLTF_TYPE_VEC4 ? type - TINYGLTF_TYPE_VEC2 + 2
                                                                  : 0;
}

/// True for custom attributes ("_NAME"), and where the standard allows unsigned integers as
/// fractions. Other types, from extensions, become floats.
bool keeps_integers(const std::string& name, const tinygltf::Accessor& accessor) {
  if (name.starts_with("_")) return true;
  const bool is_fraction =
      accessor.normalized && (accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                              accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT);
  return is_fraction && (name.starts_with("TEXCOORD_") || name.starts_with("COLOR_"));
}

double filling(const std::string& name, int component) {
  if (name.starts_with("COLOR_")) return 1.0;
  return name == "TANGENT" && (component == 0 || component == 3) ? 1.0 : 0.0;
}

template <typename T>
void append(std::vector<std::uint8_t>& bytes, double number, bool normalized) {
  T value;
  if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<T>(number);
  } else {
    constexpr double kMost = double(std::numeric_limits<T>::max());
    value = static_cast<T>(std::clamp(std::round(normalized ? number * kMost : number),
                                      double(std::numeric_limits<T>::lowest()), kMost));
  }
  const auto* begin = reinterpret_cast<const std::uint8_t*>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof value);
}

/// Changes the width; new components get default values.
std::vector<double> widened(const std::string& name, const std::vector<double>& numbers, int from,
                            int to) {
  std::vector<double> wide;
  wide.reserve(numbers.size() / std::size_t(from) * std::size_t(to));
  for (std::size_t v = 0; v < numbers.size(); v += std::size_t(from)) {
    for (int c = 0; c < to; ++c)
      wide.push_back(c < from ? numbers[v + std::size_t(c)] : filling(name, c));
  }
  return wide;
}

}  // namespace

void AttributeReader::fill(const std::string& name, Column& column, std::size_t vertices) {
  const auto width = std::size_t(column.width);
  std::vector<double>& numbers = column.numbers;
  const std::size_t wanted = vertices * width, missing = wanted - std::min(wanted, numbers.size());
  if (missing == 0) return;
  reader_.budget().take(missing * sizeof(double), "/meshes");
  numbers.reserve(std::max(wanted, numbers.size() + numbers.size() / 2));
  while (numbers.size() < wanted) numbers.push_back(filling(name, int(numbers.size() % width)));
}

void AttributeReader::fill(std::vector<glm::vec3>& differences, std::size_t vertices) {
  if (vertices <= differences.size()) return;
  reader_.budget().take((vertices - differences.size()) * sizeof(glm::vec3), "/meshes");
  differences.resize(vertices, glm::vec3(0.0f));
}

void AttributeReader::add(const tinygltf::Primitive& primitive, std::size_t first,
                          std::size_t count, const std::string& pointer) {
  for (const auto& [name, accessor] : primitive.attributes) {
    if (!is_read_elsewhere(name))
      add_attribute(name, accessor, first, pointer + "/attributes/" + name);
  }
  if (targets_.size() < primitive.targets.size()) targets_.resize(primitive.targets.size());
  for (std::size_t t = 0; t < primitive.targets.size(); ++t)
    add_target(t, primitive.targets[t], first, count, pointer + "/targets/" + std::to_string(t));
}

void AttributeReader::add_attribute(const std::string& name, int index, std::size_t first,
                                    const std::string& pointer) {
  const tinygltf::Accessor& accessor = model_.accessors[std::size_t(index)];
  const int width = width_of(accessor.type);
  if (width == 0 || name.empty()) {
    ++not_read_;
    return;
  }
  Values values = reader_.read(index, vector_name(width), pointer);
  for (double& number : values.numbers) {
    if (fits_float(number)) continue;
    ++bad_numbers_;
    number = 0.0;
  }
  const bool is_whole = keeps_integers(name, accessor);
  const int component = is_whole ? accessor.componentType : TINYGLTF_COMPONENT_TYPE_FLOAT;
  const bool normalized = is_whole && accessor.normalized;
  const auto [found, is_new] = columns_.try_emplace(name);
  Column& column = found->second;
  if (is_new) column = {width, component, normalized, {}};
  if (column.component != component || column.normalized != normalized) {
    column.component = TINYGLTF_COMPONENT_TYPE_FLOAT;
    column.normalized = false;
  }
  const int wide = std::max(column.width, width);
  if (wide != column.width) column.numbers = widened(name, column.numbers, column.width, wide);
  column.width = wide;
  fill(name, column, first);
  const std::vector<double> numbers =
      wide == width ? std::move(values.numbers) : widened(name, values.numbers, width, wide);
  column.numbers.insert(column.numbers.end(), numbers.begin(), numbers.end());
}

void AttributeReader::add_target(std::size_t target, const std::map<std::string, int>& attributes,
                                 std::size_t first, std::size_t count, const std::string& pointer) {
  MorphTarget& morph = targets_[target];
  for (const auto& [name, index] : attributes) {
    std::vector<glm::vec3>* to = name == "POSITION" ? &morph.positions
                                 : name == "NORMAL" ? &morph.normals
                                                    : &morph.tangents;
    const bool is_known = name == "POSITION" || name == "NORMAL" || name == "TANGENT";
    if (!is_known || reader_.count(index) != count ||
        model_.accessors[std::size_t(index)].type != TINYGLTF_TYPE_VEC3) {
      ++not_read_;
      continue;
    }
    const Values values = reader_.read(index, "VEC3", pointer + "/" + name);
    fill(*to, first);
    for (std::size_t v = 0; v < count; ++v) {
      glm::vec3 difference(0.0f);
      for (int c = 0; c < 3; ++c) {
        const double number = values.at(v, std::size_t(c));
        bad_numbers_ += !fits_float(number);
        difference[c] = float(fits_float(number) ? number : 0.0);
      }
      to->push_back(difference);
    }
  }
}

VertexAttribute AttributeReader::encoded(const std::string& name, const Column& column) {
  VertexAttribute attribute{name, column.width, column.component, column.normalized, {}};
  for (const double number : column.numbers)
    with_component_type(column.component, [&]<typename T>(T) {
      append<T>(attribute.bytes, number, column.normalized);
    });
  return attribute;
}

void AttributeReader::finish(Mesh& mesh, const std::vector<std::string>& names) {
  const std::size_t vertices = mesh.positions.size();
  for (auto& [name, column] : columns_) {
    fill(name, column, vertices);
    mesh.attributes.push_back(encoded(name, column));
  }
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    MorphTarget& target = targets_[t];
    for (auto* differences : {&target.positions, &target.normals, &target.tangents}) {
      if (!differences->empty()) fill(*differences, vertices);
    }
    if (t < names.size()) target.name = names[t];
    mesh.morph_targets.push_back(std::move(target));
  }
}

}  // namespace marrow::io
