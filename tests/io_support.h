// What the tests of io share: random scenes, a reading of glTF by the letter of its specification, small file helpers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "io/formats.h"
#include "io_pictures.h"
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

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts) {
    if (contains(text, part)) return true;
  }
  return false;
}

// ---- Random scenes --------------------------------------------------------------------------------------------------

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double probability) { return std::bernoulli_distribution(probability)(engine_); }
  float number(float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine_); }
  glm::vec3 vector(float size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

  /// Invertible: rotation-like columns of uneven lengths, sheared or mirrored now and then.
  glm::mat4 affine(bool may_shear = true) {
    const float angle = number(-3.0f, 3.0f), c = std::cos(angle), s = std::sin(angle);
    glm::mat4 turn(1.0f);
    const int a = whole(0, 2), b = (a + 1) % 3;
    turn[a][a] = turn[b][b] = c;
    turn[a][b] = s;
    turn[b][a] = -s;
    glm::mat4 size(1.0f);
    for (int axis = 0; axis < 3; ++axis) size[axis][axis] = number(0.5f, 2.0f) * (chance(0.1) ? -1.0f : 1.0f);
    if (may_shear && chance(0.4)) size[1][0] = number(-0.7f, 0.7f);
    glm::mat4 matrix = turn * size;
    matrix[3] = glm::vec4(vector(2.0f), 1.0f);
    return matrix;
  }

  std::string name() {
    static const std::vector<std::string> kNames = {
        "arm.L", "",     "a b\tc",      "\xC3\xA9l\xC3\xA8ve",       "\xF0\x9F\xA6\xB4", "\"quoted\\\"",     "null",
        "../x",  "%s%n", "line\nbreak", "\xE2\x80\xAEright to left", "\x01\x7F",         "i\xC4\xB0\xC4\xB1"};
    return kNames[static_cast<std::size_t>(whole(0, static_cast<int>(kNames.size()) - 1))];
  }

 private:
  std::mt19937 engine_;
};

/// Materials with and without a picture, some of them on some of the faces.
inline void add_random_materials(Random& random, Mesh& mesh) {
  std::shared_ptr<Texture> texture;
  const int count = random.whole(1, 4);
  for (int m = 0; m < count; ++m) {
    Material material{random.name(), {random.number(0, 1), random.number(0, 1), random.number(0, 1), random.number(0, 1)}, nullptr};
    if (random.chance(0.5)) {
      const int width = random.whole(1, 5), height = random.whole(1, 5);
      std::vector<std::uint8_t> rgba;
      for (int i = 0; i < 4 * width * height; ++i) rgba.push_back(static_cast<std::uint8_t>(random.whole(0, 255)));
      if (!texture || random.chance(0.5)) texture = png_texture(random.name(), width, height, rgba);
      texture->repeats = random.chance(0.5);
      material.base_color_texture = texture;
    }
    mesh.materials.push_back(std::move(material));
  }
  for (std::size_t f = 0; f < mesh.face_count() && count > 1; ++f) {
    mesh.face_material.push_back(random.chance(0.1) ? kNoIndex : static_cast<std::uint32_t>(random.whole(0, count - 1)));
  }
}

inline std::shared_ptr<const Mesh> random_mesh(Random& random, const std::vector<Id>& joints) {
  auto mesh = std::make_shared<Mesh>();
  const int vertices = random.whole(0, 40), faces = vertices < 3 ? 0 : random.whole(0, 30);
  for (int v = 0; v < vertices; ++v) mesh->positions.push_back(random.vector(1.0f));
  const bool has_normals = random.chance(0.6), has_uvs = random.chance(0.5), only_triangles = random.chance(0.4);
  for (int n = 0; has_normals && n < 20; ++n) mesh->normals.push_back(random.vector(2.0f));
  for (int t = 0; has_uvs && t < 10; ++t) mesh->uvs.emplace_back(random.number(-2.0f, 2.0f), random.number(-2.0f, 2.0f));
  for (int f = 0; f < faces; ++f) {
    const int corners = only_triangles ? 3 : random.whole(3, 7);
    for (int c = 0; c < corners; ++c) {
      mesh->corner_vertex.push_back(static_cast<std::uint32_t>(random.whole(0, vertices - 1)));
      if (has_normals) mesh->corner_normal.push_back(random.chance(0.1) ? kNoIndex : static_cast<std::uint32_t>(random.whole(0, 19)));
      if (has_uvs) mesh->corner_uv.push_back(random.chance(0.1) ? kNoIndex : static_cast<std::uint32_t>(random.whole(0, 9)));
    }
    mesh->face_begin.push_back(static_cast<std::uint32_t>(mesh->corner_vertex.size()));
  }
  if (random.chance(0.4)) add_random_materials(random, *mesh);
  if (joints.empty() || random.chance(0.3)) return mesh;
  ExplicitWeights weights{{0}, {}, {}};
  for (int v = 0; v < vertices; ++v) {
    const int count = random.whole(0, std::min<int>(7, static_cast<int>(joints.size())));
    for (int e = 0; e < count; ++e) {
      weights.joint.push_back(joints[static_cast<std::size_t>(e) * joints.size() / static_cast<std::size_t>(count)]);
      weights.weight.push_back(1.0f / static_cast<float>(count));
    }
    weights.row_begin.push_back(static_cast<std::uint32_t>(weights.joint.size()));
  }
  mesh->weights = std::move(weights);
  return mesh;
}

inline std::shared_ptr<const Skeleton> random_skeleton(Random& random, Scene& scene) {
  auto skeleton = std::make_shared<Skeleton>();
  const int joints = random.chance(0.2) ? 0 : random.whole(1, 9);
  for (int j = 0; j < joints; ++j) {
    Joint joint;
    joint.id = take_id(scene);
    joint.name = unique_joint_name(*skeleton, random.name() + "j");
    joint.parent = random.whole(-1, j - 1);
    joint.bind_local = random.affine();
    if (random.chance(0.5)) joint.user_local = random.affine();
    if (random.chance(0.05)) joint.user_local = glm::mat4(0.0f), joint.user_local[3].w = 1.0f;
    joint.extent = random.vector(1.0f);
    joint.radius = random.number(0.0f, 1.0f);
    joint.extent_guessed = random.chance(0.5);
    skeleton->joints.push_back(std::move(joint));
  }
  skeleton->falloff = static_cast<Falloff>(random.whole(0, 2));
  for (int p = random.whole(0, 2); p > 0 && joints > 0; --p) {
    Pose pose{random.name(), {}};
    for (const Joint& joint : skeleton->joints) {
      if (random.chance(0.5)) pose.entries.push_back({joint.id, random.affine()});
    }
    skeleton->poses.push_back(std::move(pose));
  }
  return skeleton;
}

/// Nodes of every kind; why_invalid() finds nothing.
inline Scene random_scene(unsigned seed) {
  Random random(seed);
  Scene scene;
  std::vector<std::size_t> skeletons;
  const int count = random.whole(0, 12);
  for (int n = 0; n < count; ++n) {
    Node node;
    node.id = take_id(scene);
    node.name = random.name();
    node.parent = random.whole(-1, n - 1);
    node.local = random.affine();
    node.visible = random.chance(0.8);
    if (random.chance(0.4)) {
      node.skeleton = random_skeleton(random, scene);
      skeletons.push_back(static_cast<std::size_t>(n));
    }
    if (random.chance(0.5) && !skeletons.empty()) {
      const Node& holder = skeletons.back() == static_cast<std::size_t>(n) ? node : scene.nodes[skeletons.back()];
      std::vector<Id> joints;
      for (const Joint& joint : holder.skeleton->joints) joints.push_back(joint.id);
      node.mesh = random_mesh(random, joints);
      node.bound_to = holder.id;
      node.explicit_weights = node.mesh->weights && random.chance(0.7);
    } else if (random.chance(0.5)) {
      node.mesh = n > 0 && scene.nodes.back().mesh && random.chance(0.3) ? scene.nodes.back().mesh : random_mesh(random, {});
    }
    scene.nodes.push_back(std::move(node));
  }
  if (random.chance(0.5))
    scene.camera = Camera{random.vector(2.0f), random.number(0.1f, 9.0f), 1.0f / 3.0f, -0.1f, 0.7f, random.chance(0.5)};
  scene.next_id += static_cast<Id>(random.whole(0, 5));
  return scene;
}

// ---- math.md, written down a second time ----------------------------------------------------------------------------

inline std::vector<glm::dmat4> posed_joints(const Skeleton& skeleton, bool at_bind) {
  std::vector<glm::dmat4> result;
  for (const Joint& joint : skeleton.joints) {
    const glm::dmat4 above = joint.parent < 0 ? glm::dmat4(1.0) : result[static_cast<std::size_t>(joint.parent)];
    result.push_back(above * glm::dmat4(joint.bind_local) * (at_bind ? glm::dmat4(1.0) : glm::dmat4(joint.user_local)));
  }
  return result;
}

/// S sum w T S^-1 M v for a bound mesh, M v for a rigid one or an empty row. `rows`: weights by joint index.
inline std::vector<glm::dvec3> world_positions(const Scene& scene, std::size_t n, const Influences* rows) {
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
      moved.push_back(world_from_skeleton * posed[j] * glm::inverse(bind[j]) * glm::inverse(world_from_skeleton) * world_from_mesh);
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
      rows.joint.push_back(static_cast<std::uint32_t>(joint_index(*holder->skeleton, weights.joint[e])));
      rows.weight.push_back(weights.weight[e]);
    }
    rows.end_row();
  }
  return rows;
}

/// What the editor would hand to save(): influences (a mesh's own, or random ones in place of capsules) and the posed surface.
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
    for (const glm::dvec3& position : world_positions(scene, n, &skinned.influences)) skinned.positions.emplace_back(position);
    skinned.normals.assign(skinned.positions.size(), glm::vec3(0.0f, 1.0f, 0.0f));
    derived.meshes.emplace(node.id, std::move(skinned));
  }
  return derived;
}

// ---- glTF by the letter of its specification ------------------------------------------------------------------------

/// Reads accessors and places vertices as the standard says; no check of anything. For files that are known to be right.
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
    for (const Json& buffer : json.value("buffers", Json::array())) buffers_.push_back(buffer_bytes(buffer));
    const std::size_t count = json.value("nodes", Json::array()).size();
    world_.assign(count, glm::dmat4(1.0));
    const Json& scene = json["scenes"][json.value("scene", 0)];
    for (const Json& root : scene.value("nodes", Json::array())) place(root, glm::dmat4(1.0));
  }

  std::vector<double> numbers(int index) const {
    const Json& accessor = json["accessors"][static_cast<std::size_t>(index)];
    static const std::map<std::string, std::size_t> kSizes = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::size_t components = kSizes.at(accessor["type"]), count = accessor["count"];
    const int type = accessor["componentType"];
    const std::size_t size = type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
    const Json& view = json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t stride = view.value("byteStride", size * components);
    const std::size_t begin = view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    const std::string& buffer = buffers_[view["buffer"].get<std::size_t>()];
    std::vector<double> result;
    for (std::size_t e = 0; e < count; ++e) {
      for (std::size_t c = 0; c < components; ++c)
        result.push_back(number(buffer.data() + begin + e * stride + c * size, type, accessor.value("normalized", false)));
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
      return normalized ? std::max(-1.0, static_cast<double>(value) / most) : static_cast<double>(value);
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
      for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = node["matrix"][static_cast<std::size_t>(i)];
      return matrix;
    }
    const std::array<double, 3> t = node.value("translation", std::array<double, 3>{0, 0, 0}),
                                s = node.value("scale", std::array<double, 3>{1, 1, 1});
    const std::array<double, 4> q = node.value("rotation", std::array<double, 4>{0, 0, 0, 1});
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const glm::dmat3 turn(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 2 * (x * y - z * w), 1 - 2 * (x * x + z * z),
                          2 * (y * z + x * w), 2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
    for (int axis = 0; axis < 3; ++axis) matrix[axis] = glm::dvec4(turn[axis] * s[static_cast<std::size_t>(axis)], 0.0);
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
      const std::vector<double> inverse =
          skin.contains("inverseBindMatrices") ? numbers(skin["inverseBindMatrices"]) : std::vector<double>();
      for (std::size_t j = 0; j < skin["joints"].size(); ++j) {
        glm::dmat4 matrix(1.0);
        for (std::size_t i = 0; i < 16 && !inverse.empty(); ++i)
          matrix[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = inverse[16 * j + i];
        moved.push_back(world_[skin["joints"][j].get<std::size_t>()] * matrix);
      }
    }
    for (std::size_t v = 0; v < positions.size() / 3; ++v) {
      const glm::dvec4 position(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], 1.0);
      points.emplace_back(is_skinned ? skinned(attributes, moved, v, position) : world_[n] * position);
    }
  }

  glm::dvec4 skinned(const Json& attributes, const std::vector<glm::dmat4>& moved, std::size_t v, const glm::dvec4& position) const {
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

/// Largest distance between two lists of points of the same length; points that are NaN in `expected` do not count.
inline double farthest(const std::vector<glm::dvec3>& expected, const std::vector<glm::dvec3>& found) {
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
