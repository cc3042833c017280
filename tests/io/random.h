// Random scenes with everything that a scene can hold.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "support/pictures.h"

namespace marrow::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double probability) { return std::bernoulli_distribution(probability)(engine_); }
  float number(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  glm::vec3 vector(float size) {
    return {number(-size, size), number(-size, size), number(-size, size)};
  }

  /// Invertible: rotation-like columns of uneven lengths, sometimes sheared or mirrored.
  glm::mat4 affine(bool may_shear = true) {
    const float angle = number(-3.0f, 3.0f), c = std::cos(angle), s = std::sin(angle);
    glm::mat4 turn(1.0f);
    const int a = whole(0, 2), b = (a + 1) % 3;
    turn[a][a] = turn[b][b] = c;
    turn[a][b] = s;
    turn[b][a] = -s;
    glm::mat4 size(1.0f);
    for (int axis = 0; axis < 3; ++axis)
      size[axis][axis] = number(0.5f, 2.0f) * (chance(0.1) ? -1.0f : 1.0f);
    if (may_shear && chance(0.4)) size[1][0] = number(-0.7f, 0.7f);
    glm::mat4 matrix = turn * size;
    matrix[3] = glm::vec4(vector(2.0f), 1.0f);
    return matrix;
  }

  std::string name() {
    static const std::vector<std::string> kNames = {"arm.L",
                                                    "",
                                                    "a b\tc",
                                                    "\xC3\xA9l\xC3\xA8ve",
                                                    "\xF0\x9F\xA6\xB4",
                                                    "\"quoted\\\"",
                                                    "null",
                                                    "../x",
                                                    "%s%n",
                                                    "line\nbreak",
                                                    "\xE2\x80\xAEright to left",
                                                    "\x01\x7F",
                                                    "i\xC4\xB0\xC4\xB1"};
    return kNames[std::size_t(whole(0, int(kNames.size()) - 1))];
  }

 private:
  std::mt19937 engine_;
};

/// Materials with and without a picture, some used by some of the faces.
inline void add_random_materials(Random& random, Mesh& mesh) {
  std::shared_ptr<Texture> texture;
  const int count = random.whole(1, 4);
  for (int m = 0; m < count; ++m) {
    Material material{
        random.name(),
        {random.number(0, 1), random.number(0, 1), random.number(0, 1), random.number(0, 1)},
        nullptr};
    if (random.chance(0.5)) {
      const int width = random.whole(1, 5), height = random.whole(1, 5);
      std::vector<std::uint8_t> rgba;
      for (int i = 0; i < 4 * width * height; ++i)
        rgba.push_back(std::uint8_t(random.whole(0, 255)));
      if (!texture || random.chance(0.5)) texture = png_texture(random.name(), width, height, rgba);
      texture->repeats = random.chance(0.5);
      material.base_color_texture = texture;
    }
    mesh.materials.push_back(std::move(material));
  }
  for (std::size_t f = 0; f < mesh.face_count() && count > 1; ++f) {
    mesh.face_material.push_back(random.chance(0.1) ? kNoIndex
                                                    : std::uint32_t(random.whole(0, count - 1)));
  }
}

inline std::shared_ptr<const Mesh> random_mesh(Random& random, const std::vector<Id>& joints) {
  auto mesh = std::make_shared<Mesh>();
  const int vertices = random.whole(0, 40), faces = vertices < 3 ? 0 : random.whole(0, 30);
  for (int v = 0; v < vertices; ++v) mesh->positions.push_back(random.vector(1.0f));
  const bool has_normals = random.chance(0.6), has_uvs = random.chance(0.5),
             only_triangles = random.chance(0.4);
  for (int n = 0; has_normals && n < 20; ++n) mesh->normals.push_back(random.vector(2.0f));
  for (int t = 0; has_uvs && t < 10; ++t)
    mesh->uvs.emplace_back(random.number(-2.0f, 2.0f), random.number(-2.0f, 2.0f));
  for (int f = 0; f < faces; ++f) {
    const int corners = only_triangles ? 3 : random.whole(3, 7);
    for (int c = 0; c < corners; ++c) {
      mesh->corner_vertex.push_back(std::uint32_t(random.whole(0, vertices - 1)));
      if (has_normals)
        mesh->corner_normal.push_back(random.chance(0.1) ? kNoIndex
                                                         : std::uint32_t(random.whole(0, 19)));
      if (has_uvs)
        mesh->corner_uv.push_back(random.chance(0.1) ? kNoIndex
                                                     : std::uint32_t(random.whole(0, 9)));
    }
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
  }
  if (random.chance(0.4)) add_random_materials(random, *mesh);
  if (joints.empty() || random.chance(0.3)) return mesh;
  ExplicitWeights weights{{0}, {}, {}};
  for (int v = 0; v < vertices; ++v) {
    const int count = random.whole(0, std::min<int>(7, int(joints.size())));
    for (int e = 0; e < count; ++e) {
      weights.joint.push_back(joints[std::size_t(e) * joints.size() / std::size_t(count)]);
      weights.weight.push_back(1.0f / float(count));
    }
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  mesh->weights = std::move(weights);
  return mesh;
}

inline std::shared_ptr<const Skeleton> random_skeleton(Random& random, Scene& scene) {
  auto skeleton = std::make_shared<Skeleton>();
  const int joints = random.chance(0.2) ? 0 : random.whole(1, 9);
  for (int j = 0; j < joints; ++j) {
    Joint joint{.id = take_id(scene),
                .name = unique_joint_name(*skeleton, random.name() + "j"),
                .parent = random.whole(-1, j - 1),
                .bind_local = random.affine()};
    if (random.chance(0.5)) joint.user_local = random.affine();
    if (random.chance(0.05)) joint.user_local = glm::mat4(0.0f), joint.user_local[3].w = 1.0f;
    joint.extent = random.vector(1.0f);
    joint.radius = random.number(0.0f, 1.0f);
    joint.extent_guessed = random.chance(0.5);
    if (joint.extent_guessed) joint.human_bone = joint.name;
    skeleton->joints.push_back(std::move(joint));
  }
  skeleton->falloff = static_cast<Falloff>(random.whole(0, 2));
  skeleton->metric = static_cast<Metric>(random.whole(0, 1));
  skeleton->blend = static_cast<Blend>(random.whole(0, 2));
  for (int p = random.whole(0, 2); p > 0 && joints > 0; --p) {
    Pose pose{random.name(), {}};
    for (const Joint& joint : skeleton->joints) {
      if (random.chance(0.5)) pose.entries.push_back({joint.id, random.affine()});
    }
    skeleton->poses.push_back(std::move(pose));
  }
  return skeleton;
}

// ---- What scenes carry

inline VertexAttribute random_attribute(Random& random, const std::string& name, int width,
                                        int component, bool normalized, std::size_t vertices) {
  VertexAttribute attribute{name, width, component, normalized, {}};
  for (std::size_t i = 0; i < vertices * std::size_t(width); ++i) {
    const float value = random.number(0.0f, 1.0f);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    attribute.bytes.insert(attribute.bytes.end(), bytes,
                           bytes + (component >= 5125   ? 4
                                    : component == 5123 ? 2
                                                        : 1));
  }
  return attribute;
}

inline void add_random_carried(Random& random, Mesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  if (random.chance(0.3))
    mesh.attributes.push_back(random_attribute(random, "COLOR_0", 4, 5121, true, vertices));
  if (random.chance(0.3))
    mesh.attributes.push_back(random_attribute(random, "TANGENT", 4, 5126, false, vertices));
  if (random.chance(0.3))
    mesh.attributes.push_back(random_attribute(random, "TEXCOORD_1", 2, 5123, true, vertices));
  if (random.chance(0.3))
    mesh.attributes.push_back(random_attribute(random, "_ODD", 3, 5121, false, vertices));
  if (random.chance(0.2))
    mesh.attributes.push_back(
        random_attribute(random, "no name of glTF", 1, 5125, false, vertices));
  for (int t = random.chance(0.3) ? random.whole(1, 3) : 0; t > 0; --t) {
    MorphTarget target{random.name(), {}, {}, {}};
    for (auto* differences : {&target.positions, &target.normals, &target.tangents}) {
      for (std::size_t v = 0; v < vertices && random.chance(0.999); ++v)
        differences->push_back(random.vector(1.0f));
      if (differences->size() != vertices) differences->clear();
    }
    mesh.morph_targets.push_back(std::move(target));
  }
  if (random.chance(0.3)) mesh.groups = {random.name(), "b"};
  for (std::size_t f = 0; f < mesh.face_count() && !mesh.groups.empty(); ++f)
    mesh.face_group.push_back(random.chance(0.2) ? kNoIndex : std::uint32_t(random.whole(0, 1)));
  if (random.chance(0.3)) mesh.carried = R"({"extras":{"a":[1,2.5,null]}})";
  for (Material& material : mesh.materials) {
    if (random.chance(0.3))
      material.carried =
          R"({"doubleSided":true,"normalTexture":{"index":0,"scale":0.5},"alphaMode":"BLEND"})";
    Texture picture{"carried", "", {1, 2, 3, std::uint8_t(random.whole(0, 255))}, 0, 0, {}};
    picture.sampler = random.chance(0.5) ? R"({"magFilter":9728})" : "";
    if (random.chance(0.3))
      material.textures.push_back(std::make_shared<const Texture>(std::move(picture)));
    if (random.chance(0.3) && material.base_color_texture)
      material.textures.push_back(material.base_color_texture);
  }
}

inline MotionChannel random_channel(Random& random, MotionProperty property) {
  MotionChannel channel{property, static_cast<Interpolation>(random.whole(0, 2)), {}, {}};
  float time = 0.0f;
  for (int key = random.whole(1, 5); key > 0; --key) {
    channel.times.push_back(time += random.number(0.01f, 1.0f));
    for (int row = channel.interpolation == Interpolation::cubic ? 3 : 1; row > 0; --row) {
      const glm::quat turn = glm::normalize(glm::quat(1.0f, random.vector(1.0f)));
      const glm::vec3 value = random.vector(2.0f) + glm::vec3(2.5f);
      if (property == MotionProperty::rotation)
        channel.values.insert(channel.values.end(), {turn.x, turn.y, turn.z, turn.w});
      else
        channel.values.insert(channel.values.end(), {value.x, value.y, value.z});
    }
  }
  return channel;
}

inline std::shared_ptr<const Motion> random_motion(Random& random, const Scene& scene) {
  auto motion = std::make_shared<Motion>();
  motion->name = random.name();
  const auto add = [&](Id target) {
    MotionTrack track{.target = target,
                      .translation = random.vector(1.0f),
                      .rotation = glm::normalize(glm::quat(1.0f, random.vector(1.0f)))};
    for (const auto property :
         {MotionProperty::translation, MotionProperty::rotation, MotionProperty::scale}) {
      if (random.chance(0.4)) track.channels.push_back(random_channel(random, property));
    }
    motion->tracks.push_back(std::move(track));
  };
  for (const Node& node : scene.nodes) {
    if (random.chance(0.3)) add(node.id);
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j) {
      if (random.chance(0.5)) add(node.skeleton->joints[j].id);
    }
  }
  return motion;
}

/// Adds a chain for each skeleton, of its joints in array order: some are not below the one before.
/// One collider's joint is missing.
inline void add_random_springs(Random& random, Scene& scene) {
  Springs springs;
  springs.colliders = {{.target = scene.next_id + 7, .radius = 1.0f}};
  springs.groups = {{random.name(), {0}}, {"", {}}};
  for (const Node& node : scene.nodes) {
    springs.colliders.push_back(
        {.target = node.id, .offset = random.vector(1.0f), .radius = random.number(0.0f, 1.0f)});
    if (random.chance(0.5)) springs.colliders.back().tail = random.vector(1.0f);
    springs.groups[0].colliders.push_back(springs.colliders.size() - 1);
    if (!node.skeleton || node.skeleton->joints.empty()) continue;
    SpringChain chain{.name = random.name(), .groups = {0, 1}};
    for (const Joint& joint : node.skeleton->joints)
      chain.joints.push_back({joint.id, random.number(0.0f, 1.0f), random.number(0.0f, 9.0f),
                              random.number(-2.0f, 2.0f), random.vector(1.0f),
                              random.number(0.0f, 1.0f)});
    if (random.chance(0.3)) chain.center = node.id;
    if (random.chance(0.3)) {
      chain.end = chain.joints.back().joint;
      if (chain.joints.size() > 1) chain.joints.pop_back();
    }
    springs.chains.push_back(std::move(chain));
  }
  scene.springs = std::make_shared<const Springs>(std::move(springs));
}

inline void add_random_carried(Random& random, Scene& scene) {
  std::map<std::shared_ptr<const Mesh>, std::shared_ptr<const Mesh>> richer;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (random.chance(0.3))
      node.carried =
          R"({"camera":{"perspective":{"yfov":0.5,"znear":0.1},"type":"perspective"},"extras":"a"})";
    if (node.skeleton && !node.skeleton->joints.empty())
      edit_skeleton(scene, int(n)).joints[0].carried = R"({"extras":7})";
    if (!node.mesh) continue;
    auto& made = richer[node.mesh];
    if (!made) {
      auto copy = std::make_shared<Mesh>(*node.mesh);
      add_random_carried(random, *copy);
      made = std::move(copy);
    }
    node.mesh = made;
    if (random.chance(0.5))
      node.morph_weights.assign(made->morph_targets.size(), random.number(0.0f, 1.0f));
  }
  for (int m = random.whole(0, 2); m > 0; --m)
    scene.motions.push_back(random_motion(random, scene));
  if (random.chance(0.3))
    scene.carried = R"({"asset":{"copyright":"c"},"extras":{"b":1},"scenes":[{"name":"s"}]})";
  if (random.chance(0.5)) add_random_springs(random, scene);
}

/// Some touch-ups are for joints that do not exist.
inline void add_random_touch_ups(Random& random, Scene& scene) {
  for (Node& node : scene.nodes) {
    if (!node.mesh || random.chance(0.4)) continue;
    if (random.chance(0.5)) node.touch_up_strength = random.number(0.0f, 1.0f);
    TouchUps touch_ups;
    for (std::uint32_t v = 0; v < node.mesh->positions.size(); ++v) {
      Id joint = Id(random.whole(0, 3));
      for (int entries = random.whole(-1, 3); entries > 0; --entries) {
        joint += Id(random.whole(1, 5));
        touch_ups.joint.push_back(joint);
        touch_ups.difference.push_back(random.number(-1.0f, 1.0f));
      }
      if (touch_ups.joint.size() > touch_ups.row_begin.back()) touch_ups.end_row(v);
    }
    if (!touch_ups.vertices.empty())
      node.touch_ups = std::make_shared<const TouchUps>(std::move(touch_ups));
  }
}

/// Turns some rigid nodes below a skeleton's node into props of one of its joints.
inline void hang_some_on_joints(Random& random, Scene& scene) {
  for (Node& node : scene.nodes) {
    const bool is_rigid = node.parent >= 0 && !node.skeleton && node.bound_to == kNoId;
    if (!is_rigid || !random.chance(0.7)) continue;
    const auto& skeleton = scene.nodes[std::size_t(node.parent)].skeleton;
    if (!skeleton || skeleton->joints.empty()) continue;
    const int last = int(skeleton->joints.size()) - 1;
    node.joint = skeleton->joints[std::size_t(random.whole(0, last))].id;
    if (!why_invalid(scene).empty()) node.joint = kNoId;  // a node below it cannot be on a prop
  }
}

inline void taper_some(Random& random, Node& rig) {
  Skeleton skeleton = *rig.skeleton;
  for (Joint& joint : skeleton.joints)
    if (random.chance(0.3)) joint.set_radii({joint.radius, random.number(0.0f, 1.0f)});
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
}

/// Nodes of every kind. why_invalid() accepts the scene.
inline Scene random_scene(unsigned seed) {
  Random random(seed);
  Scene scene;
  std::vector<std::size_t> skeletons;
  const int count = random.whole(0, 12);
  for (int n = 0; n < count; ++n) {
    Node node{.id = take_id(scene),
              .name = random.name(),
              .parent = random.whole(-1, n - 1),
              .local = random.affine(),
              .visible = random.chance(0.8)};
    if (random.chance(0.4)) {
      node.skeleton = random_skeleton(random, scene);
      skeletons.push_back(std::size_t(n));
    }
    if (random.chance(0.5) && !skeletons.empty()) {
      const Node& holder =
          skeletons.back() == std::size_t(n) ? node : scene.nodes[skeletons.back()];
      std::vector<Id> joints;
      for (const Joint& joint : holder.skeleton->joints) joints.push_back(joint.id);
      node.mesh = random_mesh(random, joints);
      node.bound_to = holder.id;
      node.explicit_weights = node.mesh->weights && random.chance(0.7);
    } else if (random.chance(0.5)) {
      node.mesh = n > 0 && scene.nodes.back().mesh && random.chance(0.3) ? scene.nodes.back().mesh
                                                                         : random_mesh(random, {});
    }
    scene.nodes.push_back(std::move(node));
  }
  if (random.chance(0.5))
    scene.camera = Camera{random.vector(2.0f), random.number(0.1f, 9.0f), 1.0f / 3.0f, -0.1f, 0.7f,
                          random.chance(0.5)};
  scene.next_id += Id(random.whole(0, 5));
  Random carried(seed + 7919);
  if (carried.chance(0.5)) add_random_carried(carried, scene);
  Random props(seed + 104729);
  if (props.chance(0.5)) hang_some_on_joints(props, scene);
  Random tapers(seed + 32452843);
  for (Node& node : scene.nodes)
    if (node.skeleton && tapers.chance(0.5)) taper_some(tapers, node);
  Random paint(seed + 15485863);
  if (paint.chance(0.5)) add_random_touch_ups(paint, scene);
  return scene;
}

}  // namespace marrow::test
