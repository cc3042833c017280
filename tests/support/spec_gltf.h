// A second glTF 2.0 reader, by the letter of the specification, in double precision: nodes,
// samplers, skins. It checks nothing, so files must be valid.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/base64.h"

namespace marrow::test {

using Numbers = std::vector<double>;

/// Appendix C: the value of a sampler at a time. `is_turn`: quaternions, with a unit result.
inline Numbers sampled(const Numbers& times, const Numbers& values,
                       const std::string& interpolation, bool is_turn, double seconds) {
  const bool is_cubic = interpolation == "CUBICSPLINE";
  const std::size_t width = values.size() / times.size() / (is_cubic ? 3 : 1);
  const auto row = [&](std::size_t key, std::size_t part) {
    const auto begin = values.begin() + std::ptrdiff_t((is_cubic ? 3 * key + part : key) * width);
    return Numbers(begin, begin + std::ptrdiff_t(width));
  };
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  const std::size_t k = after == times.begin() ? 0 : std::size_t(after - times.begin()) - 1;
  Numbers result = row(k, 1);
  const bool is_held = after == times.begin() || after == times.end() || interpolation == "STEP";
  if (!is_held) {
    const double span = times[k + 1] - times[k], t = (seconds - times[k]) / span;
    const Numbers from = result, to = row(k + 1, 1);
    if (is_cubic) {
      const Numbers out = row(k, 2), in = row(k + 1, 0);
      for (std::size_t i = 0; i < width; ++i) {
        result[i] = (2 * t * t * t - 3 * t * t + 1) * from[i] +
                    span * (t * t * t - 2 * t * t + t) * out[i] +
                    (-2 * t * t * t + 3 * t * t) * to[i] + span * (t * t * t - t * t) * in[i];
      }
    } else if (is_turn) {
      const glm::dquat turn =
          glm::slerp(glm::normalize(glm::dquat(from[3], from[0], from[1], from[2])),
                     glm::normalize(glm::dquat(to[3], to[0], to[1], to[2])), t);
      return {turn.x, turn.y, turn.z, turn.w};
    } else {
      for (std::size_t i = 0; i < width; ++i) result[i] = from[i] + t * (to[i] - from[i]);
    }
  }
  if (!is_turn) return result;
  double square = 0.0;
  for (const double number : result) square += number * number;
  for (double& number : result) number /= std::sqrt(square);
  return result;
}

/// A file: JSON, numbers, and places of nodes and vertices, as stored or at a time of an animation.
class SpecGltf {
 public:
  using Json = nlohmann::json;

  explicit SpecGltf(const std::filesystem::path& path) : folder_(path.parent_path()) {
    const std::string bytes = read(path);
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

  Json json;  ///< after changing its nodes call place_all()

  /// Places all nodes as in the file.
  void place_all() {
    resting_.clear();
    for (const Json& node : json.value("nodes", Json::array())) resting_.push_back(place_of(node));
    places_ = resting_;
    find_order();
    multiply();
  }

  /// Places all nodes at a time of an animation; others stay as in the file.
  void pose(std::size_t animation, double seconds) {
    places_ = resting_;
    for (const Channel& channel : channels_of(animation)) {
      Place& place = places_[channel.node];
      const Numbers value = sampled(channel.times, channel.values, channel.interpolation,
                                    channel.path == "rotation", seconds);
      if (channel.path == "translation") place.translation = {value[0], value[1], value[2]};
      if (channel.path == "scale") place.scale = {value[0], value[1], value[2]};
      if (channel.path == "rotation") place.rotation = {value[3], value[0], value[1], value[2]};
      if (channel.path == "weights") place.weights = value;
      place.matrix.reset();
    }
    multiply();
  }

  /// Seconds until the last key of an animation.
  double duration(std::size_t animation) {
    double last = 0.0;
    for (const Channel& channel : channels_of(animation))
      last = std::max(last, channel.times.back());
    return last;
  }

  /// Nodes of the default scene, parents before children.
  const std::vector<std::size_t>& order() const { return order_; }
  /// A node's world matrix; the identity if the node is not in the default scene.
  const glm::dmat4& world(std::size_t node) const { return world_[node]; }
  /// A node's weights of morph targets, else its mesh's; empty: all 0.
  const Numbers& weights(std::size_t node) const { return places_[node].weights; }

  Numbers numbers(int index) const {
    const Json& accessor = json["accessors"][std::size_t(index)];
    static const std::map<std::string, std::size_t> kSizes = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::size_t width = kSizes.at(accessor["type"]), count = accessor["count"];
    const int type = accessor["componentType"];
    const bool normalized = accessor.value("normalized", false);
    Numbers result = accessor.contains("bufferView")
                         ? strided(accessor, type, width, count, normalized)
                         : Numbers(count * width, 0.0);
    if (!accessor.contains("sparse")) return result;
    const Json& sparse = accessor["sparse"];
    const Numbers at =
        strided(sparse["indices"], sparse["indices"]["componentType"], 1, sparse["count"], false);
    const Numbers values = strided(sparse["values"], type, width, sparse["count"], normalized);
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (std::size_t c = 0; c < width; ++c)
        result[std::size_t(at[i]) * width + c] = values[i * width + c];
    }
    return result;
  }

  /// World positions of a node's mesh without morph targets. Attributes that primitives share count
  /// once. NaN for vertices without weights.
  std::vector<glm::dvec3> world_positions(std::size_t n) const {
    std::vector<glm::dvec3> points;
    std::vector<Json> seen;
    const Json& mesh = json["meshes"][json["nodes"][n]["mesh"].get<std::size_t>()];
    for (const Json& primitive : mesh["primitives"]) {
      if (std::find(seen.begin(), seen.end(), primitive["attributes"]) != seen.end()) continue;
      seen.push_back(primitive["attributes"]);
      append(primitive["attributes"], n, points);
    }
    return points;
  }

  /// World positions of each node that has a mesh, in order().
  std::vector<std::vector<glm::dvec3>> world_positions() const {
    std::vector<std::vector<glm::dvec3>> result;
    for (const std::size_t n : order_) {
      if (json["nodes"][n].contains("mesh")) result.push_back(world_positions(n));
    }
    return result;
  }

 private:
  /// A node's local transform: a matrix, or translation, rotation and scale.
  struct Place {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 scale{1.0};
    std::optional<glm::dmat4> matrix;
    Numbers weights;
  };

  struct Channel {
    std::size_t node = 0;
    std::string path, interpolation;
    Numbers times, values;
  };

  static std::string read(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static std::size_t u32(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  }

  static double number(const char* at, int type, bool normalized) {
    const auto get = [&](auto value, double most) {
      std::memcpy(&value, at, sizeof value);
      return normalized ? std::max(-1.0, double(value) / most) : double(value);
    };
    if (type == 5120) return get(std::int8_t{}, 127.0);
    if (type == 5121) return get(std::uint8_t{}, 255.0);
    if (type == 5122) return get(std::int16_t{}, 32767.0);
    if (type == 5123) return get(std::uint16_t{}, 65535.0);
    return type == 5125 ? get(std::uint32_t{}, 4294967295.0) : get(float{}, 1.0);
  }

  /// `source`: an accessor, or a part of a sparse one.
  Numbers strided(const Json& source, int type, std::size_t width, std::size_t count,
                  bool normalized) const {
    const std::size_t size = type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
    const Json& view = json["bufferViews"][source["bufferView"].get<std::size_t>()];
    const std::size_t stride = view.value("byteStride", size * width);
    const std::size_t begin =
        view.value("byteOffset", std::size_t{0}) + source.value("byteOffset", std::size_t{0});
    const std::string& buffer = buffers_[view["buffer"].get<std::size_t>()];
    Numbers result;
    for (std::size_t e = 0; e < count; ++e) {
      for (std::size_t c = 0; c < width; ++c)
        result.push_back(number(buffer.data() + begin + e * stride + c * size, type, normalized));
    }
    return result;
  }

  std::string buffer_bytes(const Json& buffer) const {
    if (!buffer.contains("uri")) return binary_;
    const std::string uri = buffer["uri"];
    if (uri.rfind("data:", 0) != 0) return read(folder_ / uri);
    return from_base64(uri.substr(uri.find(',') + 1));
  }

  Place place_of(const Json& node) const {
    Place place;
    if (node.contains("matrix")) {
      place.matrix.emplace(1.0);
      for (int i = 0; i < 16; ++i) (*place.matrix)[i / 4][i % 4] = node["matrix"][std::size_t(i)];
    }
    const std::array<double, 3> t = node.value("translation", std::array<double, 3>{0, 0, 0}),
                                s = node.value("scale", std::array<double, 3>{1, 1, 1});
    const std::array<double, 4> r = node.value("rotation", std::array<double, 4>{0, 0, 0, 1});
    place.translation = {t[0], t[1], t[2]};
    place.rotation = {r[3], r[0], r[1], r[2]};
    place.scale = {s[0], s[1], s[2]};
    if (!node.contains("mesh")) return place;
    const Json& mesh = json["meshes"][node["mesh"].get<std::size_t>()];
    place.weights = node.value("weights", mesh.value("weights", Numbers()));
    return place;
  }

  static glm::dmat4 matrix_of(const Place& place) {
    if (place.matrix) return *place.matrix;
    const glm::dquat& q = place.rotation;
    const glm::dmat3 turn(
        1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w),
        2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w),
        2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y));
    glm::dmat4 matrix(1.0);
    for (int axis = 0; axis < 3; ++axis)
      matrix[axis] = glm::dvec4(turn[axis] * place.scale[axis], 0.0);
    matrix[3] = glm::dvec4(place.translation, 1.0);
    return matrix;
  }

  std::vector<std::size_t> children_of(std::size_t node) const {
    return json["nodes"][node].value("children", std::vector<std::size_t>());
  }

  void find_order() {
    parent_.assign(places_.size(), kNone);
    for (std::size_t n = 0; n < places_.size(); ++n) {
      for (const std::size_t child : children_of(n)) parent_[child] = n;
    }
    order_.clear();
    std::vector<std::size_t> waiting;  // from the last root to the first
    if (json.contains("scenes")) {
      const Json& scene = json["scenes"][json.value("scene", std::size_t{0})];
      waiting = scene.value("nodes", waiting);
    } else {
      for (std::size_t n = 0; n < places_.size(); ++n)
        if (parent_[n] == kNone) waiting.push_back(n);
    }
    std::reverse(waiting.begin(), waiting.end());
    while (!waiting.empty()) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      order_.push_back(node);
      const std::vector<std::size_t> children = children_of(node);
      waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
  }

  void multiply() {
    world_.assign(places_.size(), glm::dmat4(1.0));
    for (const std::size_t node : order_) {
      const glm::dmat4 local = matrix_of(places_[node]);
      world_[node] = parent_[node] == kNone ? local : world_[parent_[node]] * local;
    }
  }

  const std::vector<Channel>& channels_of(std::size_t animation) {
    const auto [found, is_new] = channels_.try_emplace(animation);
    if (!is_new) return found->second;
    const Json& source = json["animations"][animation];
    for (const Json& channel : source["channels"]) {
      if (!channel["target"].contains("node")) continue;
      const Json& sampler = source["samplers"][channel["sampler"].get<std::size_t>()];
      found->second.push_back({channel["target"]["node"], channel["target"]["path"],
                               sampler.value("interpolation", "LINEAR"), numbers(sampler["input"]),
                               numbers(sampler["output"])});
    }
    return found->second;
  }

  void append(const Json& attributes, std::size_t n, std::vector<glm::dvec3>& points) const {
    const Json& node = json["nodes"][n];
    const Numbers& positions = cached(attributes["POSITION"]);
    const bool is_skinned = node.contains("skin") && attributes.contains("JOINTS_0");
    std::vector<glm::dmat4> moved;
    if (is_skinned) {
      const Json& skin = json["skins"][node["skin"].get<std::size_t>()];
      const Numbers inverse =
          skin.contains("inverseBindMatrices") ? numbers(skin["inverseBindMatrices"]) : Numbers();
      for (std::size_t j = 0; j < skin["joints"].size(); ++j) {
        glm::dmat4 matrix(1.0);
        for (std::size_t i = 0; i < 16 && !inverse.empty(); ++i)
          matrix[int(i / 4)][int(i % 4)] = inverse[16 * j + i];
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
      const Numbers& joints = cached(attributes["JOINTS_" + std::to_string(set)]);
      const Numbers& weights = cached(attributes["WEIGHTS_" + std::to_string(set)]);
      for (std::size_t c = 4 * v; c < 4 * v + 4; ++c) {
        if (!(weights[c] > 0.0)) continue;
        sum += weights[c] * (moved[std::size_t(joints[c])] * position);
        total += weights[c];
      }
    }
    return total > 0.0 ? sum / total : glm::dvec4(NAN);
  }

  const Numbers& cached(int accessor) const {
    auto& values = cache_[accessor];
    if (values.empty()) values = numbers(accessor);
    return values;
  }

  static constexpr std::size_t kNone = std::size_t(-1);

  std::filesystem::path folder_;
  std::string binary_;
  std::vector<std::string> buffers_;
  std::vector<Place> resting_, places_;  ///< by node: as in the file, as placed now
  std::vector<std::size_t> parent_;      ///< by node
  std::vector<glm::dmat4> world_;        ///< by node
  std::vector<std::size_t> order_;
  std::map<std::size_t, std::vector<Channel>> channels_;  ///< by animation
  mutable std::map<int, Numbers> cache_;                  ///< by accessor
};

}  // namespace marrow::test
