// What the tests of io share: random scenes, a reading of glTF by the letter of its specification,
// small file helpers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "io/formats.h"
#include "io/pictures.h"
#include "io/random.h"
#include "scene/scene.h"
#include "support/support.h"

namespace marrow::test {

/// A temporary folder that goes away with its owner.
struct Scratch {
  explicit Scratch(const std::string& name) : folder(scratch(name)) {}
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return folder / name; }
  std::filesystem::path folder;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::filesystem::path put(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

/// What Error says; empty when `work` throws none. Any other exception fails the test.
template <typename Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const io::Error& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts) {
    if (contains(text, part)) return true;
  }
  return false;
}

// ---- math.md, written down a second time

inline std::vector<glm::dmat4> posed_joints(const Skeleton& skeleton, bool at_bind) {
  std::vector<glm::dmat4> result;
  for (const Joint& joint : skeleton.joints) {
    const glm::dmat4 above =
        joint.parent < 0 ? glm::dmat4(1.0) : result[static_cast<std::size_t>(joint.parent)];
    result.push_back(above * glm::dmat4(joint.bind_local) *
                     (at_bind ? glm::dmat4(1.0) : glm::dmat4(joint.user_local)));
  }
  return result;
}

/// S sum w T S^-1 M v for a bound mesh, M v for a rigid one or an empty row. `rows`: weights by
/// joint index.
inline std::vector<glm::dvec3> world_positions(const Scene& scene, std::size_t n,
                                               const Influences* rows) {
  const Node& node = scene.nodes[n];
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  const glm::dmat4 world_from_mesh(world[n]);
  std::vector<glm::dvec3> result;
  std::vector<glm::dmat4> moved;
  if (rows) {
    const auto s = static_cast<std::size_t>(node_index(scene, node.bound_to));
    const std::vector<glm::dmat4> bind = posed_joints(*scene.nodes[s].skeleton, true),
                                  posed = posed_joints(*scene.nodes[s].skeleton, false);
    const glm::dmat4 world_from_skeleton(world[s]);
    for (std::size_t j = 0; j < bind.size(); ++j) {
      moved.push_back(world_from_skeleton * posed[j] * glm::inverse(bind[j]) *
                      glm::inverse(world_from_skeleton) * world_from_mesh);
    }
  }
  for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
    const glm::dvec4 position(node.mesh->positions[v], 1.0);
    glm::dvec4 sum(0.0);
    double total = 0.0;
    for (std::uint32_t e = rows ? rows->row_begin(v) : 0; rows && e < rows->row_end(v); ++e) {
      sum += static_cast<double>(rows->weight[e]) * (moved[rows->joint[e]] * position);
      total += rows->weight[e];
    }
    result.emplace_back(total > 0.0 ? sum / total : world_from_mesh * position);
  }
  return result;
}

inline Influences rows_of(const Scene& scene, const Node& node) {
  const Node* holder = find_node(scene, node.bound_to);
  Influences rows;
  for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
    const ExplicitWeights& weights = *node.mesh->weights;
    for (std::uint32_t e = weights.row_begin[v]; e < weights.row_begin[v + 1]; ++e) {
      rows.joint.push_back(
          static_cast<std::uint32_t>(joint_index(*holder->skeleton, weights.joint[e])));
      rows.weight.push_back(weights.weight[e]);
    }
    rows.end_row();
  }
  return rows;
}

/// What the editor would hand to save(): influences (a mesh's own, or random ones in place of
/// capsules) and the posed surface.
inline io::Derived random_derived(const Scene& scene, unsigned seed) {
  Random random(seed);
  io::Derived derived;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.bound_to == kNoId) continue;
    const auto joints = static_cast<int>(find_node(scene, node.bound_to)->skeleton->joints.size());
    io::Derived::Skinned skinned;
    if (node.explicit_weights) {
      skinned.influences = rows_of(scene, node);
    } else {
      for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
        const int count = random.whole(0, std::min(joints, 9));
        for (int e = 0; e < count; ++e) {
          skinned.influences.joint.push_back(static_cast<std::uint32_t>(e));
          skinned.influences.weight.push_back(1.0f / static_cast<float>(count));
        }
        skinned.influences.end_row();
      }
    }
    for (const glm::dvec3& position : world_positions(scene, n, &skinned.influences))
      skinned.positions.emplace_back(position);
    skinned.normals.assign(skinned.positions.size(), glm::vec3(0.0f, 1.0f, 0.0f));
    derived.meshes.emplace(node.id, std::move(skinned));
  }
  return derived;
}

// ---- glTF by the letter of its specification

/// Reads accessors and places vertices as the standard says; no check of anything. For files that
/// are known to be right.
class SpecGltf {
 public:
  using Json = nlohmann::json;

  explicit SpecGltf(const std::filesystem::path& path) : folder_(path.parent_path()) {
    const std::string bytes = bytes_of(path);
    if (bytes.substr(0, 4) == "glTF") {
      const std::size_t length = u32(bytes, 12);
      json = Json::parse(bytes.substr(20, length));
      if (bytes.size() > 28 + length) binary_ = bytes.substr(28 + length);
    } else {
      json = Json::parse(bytes);
    }
    for (const Json& buffer : json.value("buffers", Json::array()))
      buffers_.push_back(buffer_bytes(buffer));
    place_all();
  }

  /// After nodes were changed.
  void place_all() {
    world_.assign(json.value("nodes", Json::array()).size(), glm::dmat4(1.0));
    order_.clear();
    const Json& scene = json["scenes"][json.value("scene", 0)];
    for (const Json& root : scene.value("nodes", Json::array())) place(root, glm::dmat4(1.0));
  }

  std::vector<double> numbers(int index) const {
    const Json& accessor = json["accessors"][static_cast<std::size_t>(index)];
    static const std::map<std::string, std::size_t> kSizes = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::size_t components = kSizes.at(accessor["type"]), count = accessor["count"];
    const int type = accessor["componentType"];
    const std::size_t size = type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
    if (!accessor.contains("bufferView")) return std::vector<double>(count * components, 0.0);
    const Json& view = json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t stride = view.value("byteStride", size * components);
    const std::size_t begin =
        view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    const std::string& buffer = buffers_[view["buffer"].get<std::size_t>()];
    std::vector<double> result;
    for (std::size_t e = 0; e < count; ++e) {
      for (std::size_t c = 0; c < components; ++c)
        result.push_back(number(buffer.data() + begin + e * stride + c * size, type,
                                accessor.value("normalized", false)));
    }
    return result;
  }

  /// World positions of the vertices of each primitive of each node that has a mesh, node by node.
  std::vector<std::vector<glm::dvec3>> world_positions() const {
    std::vector<std::vector<glm::dvec3>> result;
    for (const std::size_t n : order_) {
      const Json& node = json["nodes"][n];
      if (!node.contains("mesh")) continue;
      std::vector<glm::dvec3> points;
      std::vector<Json> seen;
      for (const Json& primitive : json["meshes"][node["mesh"].get<std::size_t>()]["primitives"]) {
        if (std::find(seen.begin(), seen.end(), primitive["attributes"]) != seen.end()) continue;
        seen.push_back(primitive["attributes"]);
        append(primitive["attributes"], n, points);
      }
      result.push_back(std::move(points));
    }
    return result;
  }

  Json json;

 private:
  static std::size_t u32(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  }

  static double number(const char* at, int type, bool normalized) {
    const auto read = [&](auto value, double most) {
      std::memcpy(&value, at, sizeof value);
      return normalized ? std::max(-1.0, static_cast<double>(value) / most)
                        : static_cast<double>(value);
    };
    if (type == 5120) return read(std::int8_t{}, 127.0);
    if (type == 5121) return read(std::uint8_t{}, 255.0);
    if (type == 5122) return read(std::int16_t{}, 32767.0);
    if (type == 5123) return read(std::uint16_t{}, 65535.0);
    return type == 5125 ? read(std::uint32_t{}, 4294967295.0) : read(float{}, 1.0);
  }

  std::string buffer_bytes(const Json& buffer) const {
    if (!buffer.contains("uri")) return binary_;
    const std::string uri = buffer["uri"];
    if (uri.rfind("data:", 0) != 0) return bytes_of(folder_ / uri);
    return from_base64(uri.substr(uri.find(',') + 1));
  }

  static glm::dmat4 local(const Json& node) {
    glm::dmat4 matrix(1.0);
    if (node.contains("matrix")) {
      for (int i = 0; i < 16; ++i)
        matrix[i / 4][i % 4] = node["matrix"][static_cast<std::size_t>(i)];
      return matrix;
    }
    const std::array<double, 3> t = node.value("translation", std::array<double, 3>{0, 0, 0}),
                                s = node.value("scale", std::array<double, 3>{1, 1, 1});
    const std::array<double, 4> q = node.value("rotation", std::array<double, 4>{0, 0, 0, 1});
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const glm::dmat3 turn(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
                          2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                          2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
    for (int axis = 0; axis < 3; ++axis)
      matrix[axis] = glm::dvec4(turn[axis] * s[static_cast<std::size_t>(axis)], 0.0);
    matrix[3] = glm::dvec4(t[0], t[1], t[2], 1.0);
    return matrix;
  }

  void place(std::size_t n, const glm::dmat4& above) {
    const Json& node = json["nodes"][n];
    world_[n] = above * local(node);
    order_.push_back(n);
    for (const Json& child : node.value("children", Json::array())) place(child, world_[n]);
  }

  void append(const Json& attributes, std::size_t n, std::vector<glm::dvec3>& points) const {
    const Json& node = json["nodes"][n];
    const std::vector<double> positions = numbers(attributes["POSITION"]);
    const bool is_skinned = node.contains("skin") && attributes.contains("JOINTS_0");
    std::vector<glm::dmat4> moved;
    if (is_skinned) {
      const Json& skin = json["skins"][node["skin"].get<std::size_t>()];
      const std::vector<double> inverse = skin.contains("inverseBindMatrices")
                                              ? numbers(skin["inverseBindMatrices"])
                                              : std::vector<double>();
      for (std::size_t j = 0; j < skin["joints"].size(); ++j) {
        glm::dmat4 matrix(1.0);
        for (std::size_t i = 0; i < 16 && !inverse.empty(); ++i)
          matrix[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = inverse[16 * j + i];
        moved.push_back(world_[skin["joints"][j].get<std::size_t>()] * matrix);
      }
    }
    for (std::size_t v = 0; v < positions.size() / 3; ++v) {
      const glm::dvec4 position(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], 1.0);
      points.emplace_back(is_skinned ? skinned(attributes, moved, v, position)
                                     : world_[n] * position);
    }
  }

  glm::dvec4 skinned(const Json& attributes, const std::vector<glm::dmat4>& moved, std::size_t v,
                     const glm::dvec4& position) const {
    glm::dvec4 sum(0.0);
    double total = 0.0;
    for (int set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
      const std::vector<double>& joints = cached(attributes["JOINTS_" + std::to_string(set)]);
      const std::vector<double>& weights = cached(attributes["WEIGHTS_" + std::to_string(set)]);
      for (std::size_t c = 4 * v; c < 4 * v + 4; ++c) {
        if (!(weights[c] > 0.0)) continue;
        sum += weights[c] * (moved[static_cast<std::size_t>(joints[c])] * position);
        total += weights[c];
      }
    }
    return total > 0.0 ? sum / total : glm::dvec4(NAN);
  }

  const std::vector<double>& cached(int accessor) const {
    auto& values = cache_[accessor];
    if (values.empty()) values = numbers(accessor);
    return values;
  }

  std::filesystem::path folder_;
  std::string binary_;
  std::vector<std::string> buffers_;
  std::vector<glm::dmat4> world_;
  std::vector<std::size_t> order_;
  mutable std::map<int, std::vector<double>> cache_;
};

/// Largest distance between two lists of points of the same length; points that are NaN in
/// `expected` do not count.
inline double farthest(const std::vector<glm::dvec3>& expected,
                       const std::vector<glm::dvec3>& found) {
  double most = expected.size() == found.size() ? 0.0 : 1e30;
  for (std::size_t i = 0; i < expected.size() && most < 1e30; ++i) {
    if (!std::isnan(expected[i].x)) most = std::max(most, glm::distance(expected[i], found[i]));
  }
  return most;
}

inline double size_of(const std::vector<glm::dvec3>& points) {
  glm::dvec3 low(1e30), high(-1e30);
  for (const glm::dvec3& point : points) {
    if (std::isnan(point.x)) continue;
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  return points.empty() ? 1.0 : glm::length(high - low);
}

}  // namespace marrow::test
