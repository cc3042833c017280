#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/index.h"
#include "io/editor_data.h"
#include "platform/numbers.h"

namespace marrow::io {

static_assert(std::endian::native == std::endian::little, "glTF buffers are little-endian");

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const float* values, int count) {
  Json array = Json::array();
  for (int i = 0; i < count; ++i) array.push_back(json_number(values[i]));
  return array;
}

Json json_of(const glm::vec3& v) { return json_of(&v.x, 3); }
Json json_of(const glm::mat4& m) { return json_of(&m[0].x, 16); }

Json json_of(const Camera& camera) {
  return {{"target", json_of(camera.target)},
          {"distance", json_number(camera.distance)},
          {"yaw", json_number(camera.yaw)},
          {"pitch", json_number(camera.pitch)},
          {"field_of_view", json_number(camera.field_of_view)},
          {"orthographic", camera.orthographic}};
}

Json json_of(const CameraMove& move) {
  Json json = {{"from", json_of(move.from)}, {"to", json_of(move.to)}};
  for (const CameraKey& key : move.between)
    json["between"].push_back({{"share", json_number(key.share)}, {"camera", json_of(key.camera)}});
  return json;
}

/// Written as an object if that reads back as the same text, which holds for all text that Marrow
/// has read.
void add_carried(Json& json, const std::string& carried) {
  if (carried.empty()) return;
  const nlohmann::json parsed = nlohmann::json::parse(carried, nullptr, false);
  if (parsed.is_object() &&
      parsed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) == carried) {
    json["carried"] = Json(parsed);  // parsing into that type would take quadratic time
  } else {
    json["carried"] = carried;
  }
}

Json json_of(const Joint& joint) {
  Json json = {{"id", joint.id},
               {"name", joint.name},
               {"parent", joint.parent},
               {"bind_local", json_of(joint.bind_local)},
               {"user_local", json_of(joint.user_local)},
               {"extent", json_of(joint.extent)},
               {"radius", json_number(joint.radius)},
               {"extent_guessed", joint.extent_guessed}};
  if (joint.tip_radius) json["tip_radius"] = json_number(*joint.tip_radius);
  if (joint.locked) json["locked"] = true;
  if (joint.pinned) json["pinned"] = true;
  add_carried(json, joint.carried);
  if (joint.limits) {
    json["limits"] = {{"lower", json_of(joint.limits->lower)},
                      {"upper", json_of(joint.limits->upper)}};
    if (joint.limits->rest != glm::vec3(0.0f)) json["limits"]["rest"] = json_of(joint.limits->rest);
  }
  if (joint.pole) json["pole"] = json_of(*joint.pole);
  if (!joint.human_bone.empty()) json["human_bone"] = joint.human_bone;
  return json;
}

Json json_of(const Pose& pose) {
  Json entries = Json::array();
  for (const Pose::Entry& entry : pose.entries)
    entries.push_back({{"joint", entry.joint}, {"user_local", json_of(entry.user_local)}});
  return {{"name", pose.name}, {"entries", std::move(entries)}};
}

Json json_of(const Skeleton& skeleton) {
  Json joints = Json::array(), poses = Json::array();
  for (const Joint& joint : skeleton.joints) joints.push_back(json_of(joint));
  for (const Pose& pose : skeleton.poses) poses.push_back(json_of(pose));
  Json json = {{"falloff", choice_row(skeleton.falloff).id},
               {"joints", std::move(joints)},
               {"poses", std::move(poses)}};
  if (skeleton.metric != Metric::straight) json["metric"] = choice_row(skeleton.metric).id;
  if (skeleton.blend != Blend::linear) json["blend"] = choice_row(skeleton.blend).id;
  return json;
}

Json json_of(const SpringCollider& collider) {
  Json json = {{"target", collider.target},
               {"offset", json_of(collider.offset)},
               {"radius", json_number(collider.radius)}};
  if (collider.tail) json["tail"] = json_of(*collider.tail);
  if (collider.tail_radius) json["tail_radius"] = json_number(*collider.tail_radius);
  return json;
}

Json json_of(const SpringJoint& joint) {
  return {{"joint", joint.joint},
          {"hit_radius", json_number(joint.hit_radius)},
          {"stiffness", json_number(joint.stiffness)},
          {"gravity_power", json_number(joint.gravity_power)},
          {"gravity", json_of(joint.gravity)},
          {"drag", json_number(joint.drag)}};
}

Json json_of(const Springs& springs) {
  Json colliders = Json::array(), groups = Json::array(), chains = Json::array();
  for (const SpringCollider& collider : springs.colliders) colliders.push_back(json_of(collider));
  for (const SpringGroup& group : springs.groups)
    groups.push_back({{"name", group.name}, {"colliders", group.colliders}});
  for (const SpringChain& chain : springs.chains) {
    Json joints = Json::array();
    for (const SpringJoint& joint : chain.joints) joints.push_back(json_of(joint));
    chains.push_back({{"name", chain.name},
                      {"joints", std::move(joints)},
                      {"end", chain.end},
                      {"center", chain.center},
                      {"groups", chain.groups}});
  }
  return {{"colliders", std::move(colliders)},
          {"groups", std::move(groups)},
          {"chains", std::move(chains)}};
}

Json json_of(const glm::quat& q) { return json_of(std::array{q.x, q.y, q.z, q.w}.data(), 4); }

/// True for data that version 1 cannot hold.
bool needs_version_2(const Mesh& mesh) {
  const auto carries = [](const Material& material) {
    const auto& picture = material.base_color_texture;
    return !material.carried.empty() || !material.textures.empty() ||
           (picture && !picture->sampler.empty());
  };
  return !mesh.attributes.empty() || !mesh.morph_targets.empty() || !mesh.groups.empty() ||
         !mesh.face_group.empty() || !mesh.carried.empty() ||
         std::any_of(mesh.materials.begin(), mesh.materials.end(), carries);
}

bool needs_version_2(const Scene& scene) {
  if (!scene.carried.empty() || !scene.motions.empty()) return true;
  const auto carries = [](const Joint& joint) { return !joint.carried.empty(); };
  return std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
    return !node.carried.empty() || !node.morph_weights.empty() ||
           (node.mesh && needs_version_2(*node.mesh)) ||
           (node.skeleton &&
            std::any_of(node.skeleton->joints.begin(), node.skeleton->joints.end(), carries));
  });
}

bool any_channel(const Scene& scene, const std::function<bool(const MotionChannel&)>& is_one) {
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    for (const MotionTrack& track : motion->tracks)
      if (std::any_of(track.channels.begin(), track.channels.end(), is_one)) return true;
  return false;
}

/// Version 4 has no inverse kinematics in motions.
bool needs_version_5(const MotionChannel& channel) { return is_ik(channel.property); }

/// Version 3 would play a key that holds, between other keys, as one that slows to rest.
bool needs_version_4(const MotionChannel& channel) {
  return list_has(channel.shapes, KeyShape::step);
}

/// Version 8 has no tapered colliders.
bool needs_version_9(const Scene& scene) {
  return scene.springs &&
         std::any_of(
             scene.springs->colliders.begin(), scene.springs->colliders.end(),
             [](const SpringCollider& collider) { return collider.tail_radius.has_value(); });
}

/// Version 7 has no tapered capsules, no centers of rotation and no touch-ups.
bool needs_version_8(const Node& node) {
  if (node.touch_ups || node.touch_up_strength != 1.0f) return true;
  if (!node.skeleton) return false;
  return node.skeleton->blend == Blend::centers ||
         std::any_of(node.skeleton->joints.begin(), node.skeleton->joints.end(),
                     [](const Joint& joint) { return joint.tip_radius.has_value(); });
}

/// Version 6 would use linear blending.
bool needs_version_7(const Node& node) {
  return node.skeleton && node.skeleton->blend != Blend::linear;
}

/// Version 5 would measure straight distances.
bool needs_version_6(const Node& node) {
  return node.skeleton && node.skeleton->metric != Metric::straight;
}

/// The lowest version whose readers show the scene correctly.
int version_needed(const Scene& scene) {
  if (needs_version_9(scene)) return 9;
  if (std::any_of(scene.nodes.begin(), scene.nodes.end(), needs_version_8)) return 8;
  if (std::any_of(scene.nodes.begin(), scene.nodes.end(), needs_version_7)) return 7;
  if (std::any_of(scene.nodes.begin(), scene.nodes.end(), needs_version_6)) return 6;
  if (any_channel(scene, needs_version_5)) return 5;
  if (any_channel(scene, needs_version_4)) return 4;
  const auto hangs = [](const Node& node) { return node.joint != kNoId; };
  if (std::any_of(scene.nodes.begin(), scene.nodes.end(), hangs)) return 3;
  return needs_version_2(scene) ? 2 : 1;
}

class MeshWriter {
 public:
  MeshWriter(std::string& buffer, const SharedParts& shared) : buffer_(buffer), shared_(shared) {}

  Json write(const Mesh& mesh) {
    const auto found = shared_.meshes.find(&mesh);
    static const SharedArrays kNone;
    const SharedArrays& at = found == shared_.meshes.end() ? kNone : found->second;
    Json json;
    json["positions"] = array(mesh.positions, at.positions);
    json["face_begin"] = array(mesh.face_begin);
    json["corner_vertex"] = array(mesh.corner_vertex, at.corner_vertex);
    json["normals"] = array(mesh.normals, at.normals);
    json["corner_normal"] = corners(mesh.corner_normal, mesh);
    json["uvs"] = array(mesh.uvs);
    json["corner_uv"] = corners(mesh.corner_uv, mesh);
    if (mesh.weights)
      json["weights"] = {{"row_begin", array(mesh.weights->row_begin)},
                         {"joint", array(mesh.weights->joint)},
                         {"weight", array(mesh.weights->weight)}};
    if (!mesh.materials.empty()) json["materials"] = materials(mesh);
    if (!mesh.face_material.empty()) json["face_material"] = array(mesh.face_material);
    if (!mesh.groups.empty()) json["groups"] = mesh.groups;
    if (!mesh.face_group.empty()) json["face_group"] = array(mesh.face_group);
    for (const VertexAttribute& attribute : mesh.attributes)
      json["attributes"].push_back(json_of_attribute(attribute));
    for (const MorphTarget& target : mesh.morph_targets) {
      json["morph_targets"].push_back({{"name", target.name},
                                       {"positions", array(target.positions)},
                                       {"normals", array(target.normals)},
                                       {"tangents", array(target.tangents)}});
    }
    add_carried(json, mesh.carried);
    return json;
  }

  Json write(const TouchUps& touch_ups) {
    return {{"vertices", array(touch_ups.vertices)},
            {"row_begin", array(touch_ups.row_begin)},
            {"joint", array(touch_ups.joint)},
            {"difference", array(touch_ups.difference)}};
  }

  Json write(const Motion& motion) {
    Json tracks = Json::array();
    for (const MotionTrack& track : motion.tracks) {
      Json channels = Json::array();
      for (const MotionChannel& channel : track.channels) {
        channels.push_back(
            {{"property", kPropertyNames[std::size_t(channel.property)]},
             {"interpolation", kInterpolationNames[std::size_t(channel.interpolation)]},
             {"times", array(channel.times)},
             {"values", array(channel.values)}});
        for (const KeyShape shape : channel.shapes)
          channels.back()["shapes"].push_back(kShapeNames[std::size_t(shape)]);
      }
      tracks.push_back({{"target", track.target},
                        {"translation", json_of(track.translation)},
                        {"rotation", json_of(track.rotation)},
                        {"scale", json_of(track.scale)},
                        {"channels", std::move(channels)}});
    }
    Json json = {{"name", motion.name}, {"tracks", std::move(tracks)}};
    const MotionTiming& timing = motion.timing;
    if (timing != MotionTiming{})
      json["timing"] = {{"length", timing.length},
                        {"frame_rate", timing.frame_rate},
                        {"loop_begin", timing.loop_begin},
                        {"loop_end", timing.loop_end}};
    return json;
  }

  /// The textures of all meshes so far, each once.
  const Json& textures() const { return textures_; }

 private:
  Json json_of_attribute(const VertexAttribute& attribute) {
    return {{"name", attribute.name},
            {"width", attribute.width},
            {"component_type", attribute.component_type},
            {"normalized", attribute.normalized},
            {"bytes", array(attribute.bytes)}};
  }

  Json materials(const Mesh& mesh) {
    Json list = Json::array();
    for (const Material& material : mesh.materials) {
      list.push_back({{"name", material.name}, {"base_color", json_of(&material.base_color.x, 4)}});
      if (material.base_color_texture)
        list.back()["texture"] = texture(*material.base_color_texture);
      for (const std::shared_ptr<const Texture>& carried : material.textures)
        list.back()["textures"].push_back(texture(*carried));
      add_carried(list.back(), material.carried);
    }
    return list;
  }

  std::size_t texture(const Texture& texture) {
    const auto [found, is_new] = texture_index_.emplace(&texture, textures_.size());
    if (is_new) {
      const auto shared = shared_.textures.find(&texture);
      const std::uint64_t at = shared == shared_.textures.end() ? kNotShared : shared->second;
      textures_.push_back({{"name", texture.name},
                           {"repeats", texture.repeats},
                           {"file", array(texture.file, at)}});
      if (texture.rgba.empty()) textures_.back()["carried"] = true;
      if (!texture.sampler.empty()) textures_.back()["sampler"] = texture.sampler;
    }
    return found->second;
  }

  template <typename T>
  Json array(const std::vector<T>& values, std::uint64_t shared = kNotShared) {
    const auto found = values.empty() ? shared_.arrays.end() : shared_.arrays.find(values.data());
    if (found != shared_.arrays.end()) shared = found->second;
    const std::uint64_t offset =
        shared != kNotShared ? shared
                             : append_aligned(buffer_, values.data(), values.size() * sizeof(T));
    return {{"offset", offset}, {"count", values.size()}};
  }

  /// Corner indices are often equal to those of the vertices; then the name of that array is
  /// written instead.
  Json corners(const std::vector<std::uint32_t>& values, const Mesh& mesh) {
    if (!values.empty() && values == mesh.corner_vertex) return "corner_vertex";
    return array(values);
  }

  std::string& buffer_;
  const SharedParts& shared_;
  Json textures_ = Json::array();
  std::map<const Texture*, std::size_t> texture_index_;
};

}  // namespace

double json_number(float value) {
  char buffer[32];
  const auto text = platform::to_chars(buffer, buffer + sizeof buffer, value);
  double wide = 0.0;
  platform::from_chars(buffer, text.ptr, wide);
  // the shortest decimal of the largest float is slightly larger than that float
  const bool fits = std::abs(wide) <= std::numeric_limits<float>::max();
  return fits && float(wide) == value ? wide : double(value);
}

std::string checksum(std::span<const unsigned char> bytes) {
  Fnv1a hash;
  for (const unsigned char byte : bytes) hash.add(byte);
  return hex_digits(hash.value());
}

std::uint64_t append_aligned(std::string& buffer, const void* data, std::size_t size) {
  buffer.resize((buffer.size() + 3) / 4 * 4, '\0');
  const std::uint64_t offset = buffer.size();
  if (size > 0) buffer.append(static_cast<const char*>(data), size);
  return offset;
}

std::string editor_data(const Scene& scene, const SharedParts& shared, std::string& buffer) {
  MeshWriter mesh_writer(buffer, shared);
  std::map<const Mesh*, std::size_t> mesh_index;
  Json meshes = Json::array(), nodes = Json::array();
  for (const Node& node : scene.nodes) {
    Json json = {{"id", node.id},
                 {"name", node.name},
                 {"parent", node.parent},
                 {"local", json_of(node.local)}};
    if (node.joint != kNoId) json["joint"] = node.joint;
    if (node.mesh) {
      const auto [found, is_new] = mesh_index.emplace(node.mesh.get(), meshes.size());
      if (is_new) meshes.push_back(mesh_writer.write(*node.mesh));
      json["mesh"] = found->second;
      json["bound_to"] = node.bound_to;
      json["explicit_weights"] = node.explicit_weights;
    }
    if (node.touch_ups) json["touch_ups"] = mesh_writer.write(*node.touch_ups);
    if (node.touch_up_strength != 1.0f)
      json["touch_up_strength"] = json_number(node.touch_up_strength);
    if (node.skeleton) json["skeleton"] = json_of(*node.skeleton);
    json["visible"] = node.visible;
    if (!node.morph_weights.empty())
      json["morph_weights"] = json_of(node.morph_weights.data(), int(node.morph_weights.size()));
    add_carried(json, node.carried);
    nodes.push_back(std::move(json));
  }
  Json data = {{"version", version_needed(scene)}, {"next_id", scene.next_id}};
  if (scene.camera) data["camera"] = json_of(*scene.camera);
  if (const auto& move = scene.camera_move) data["camera_move"] = json_of(*move);
  if (scene.springs) data["springs"] = json_of(*scene.springs);
  data["nodes"] = std::move(nodes);
  data["meshes"] = std::move(meshes);
  if (!mesh_writer.textures().empty()) data["textures"] = mesh_writer.textures();
  for (const std::shared_ptr<const Motion>& motion : scene.motions)
    data["motions"].push_back(mesh_writer.write(*motion));
  add_carried(data, scene.carried);
  const auto* bytes = reinterpret_cast<const unsigned char*>(buffer.data());
  data["buffer"] = {{"length", buffer.size()}, {"checksum", checksum({bytes, buffer.size()})}};
  return data.dump();
}

}  // namespace marrow::io
