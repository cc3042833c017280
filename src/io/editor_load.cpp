#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/index.h"
#include "io/editor_data.h"
#include "io/error.h"
#include "io/file.h"
#include "io/gltf/check/text_check.h"
#include "io/image_file.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;

/// A JSON value with its pointer. Every access is checked and throws Error with the place of the
/// fault.
class Value {
 public:
  Value(const std::string& file, const PlainJson& json, std::string pointer)
      : file_(file), json_(json), pointer_(std::move(pointer)) {}

  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(file_, pointer_, expected);
  }

  Value operator[](const char* member) const {
    if (!json_.is_object() || !json_.contains(member))
      refuse(std::string("expected an object with the member ") + member);
    return Value(file_, json_[member], pointer_ + "/" + member);
  }
  /// Reads JSON text, stored as text or as a value. The depth of a text has not been checked yet.
  std::string carried() const {
    if (!json_.is_string()) return json_.dump();
    std::vector<std::string> ignored;
    return checked_json_text(file_, text(), ignored);
  }
  bool has(const char* member) const { return json_.is_object() && json_.contains(member); }

  std::size_t size() const {
    if (!json_.is_array()) refuse("expected an array");
    return json_.size();
  }
  Value operator[](std::size_t index) const {
    return Value(file_, json_[index], fmt::format("{}/{}", pointer_, index));
  }

  template <typename Whole>
  Whole count(Whole most) const {
    if (!json_.is_number_unsigned() || json_.get<std::uint64_t>() > std::uint64_t(most))
      refuse(fmt::format("expected a whole number of at most {}", most));
    return json_.get<Whole>();
  }
  Id id() const { return count(std::numeric_limits<Id>::max()); }
  int parent() const {
    if (json_.is_number_integer() && json_ == -1) return -1;
    return count(std::numeric_limits<int>::max());
  }
  bool boolean() const {
    if (!json_.is_boolean()) refuse("expected true or false");
    return json_.get<bool>();
  }
  const std::string& text() const {
    if (!json_.is_string()) refuse("expected a text");
    return json_.get_ref<const std::string&>();
  }
  /// The index of the text among some names.
  template <std::size_t kCount>
  std::size_t one_of(const std::array<std::string_view, kCount>& names) const {
    const auto found = std::find(names.begin(), names.end(), text());
    if (found == names.end()) refuse(fmt::format("expected one of {}", fmt::join(names, ", ")));
    return std::size_t(found - names.begin());
  }
  float number() const {
    float value = 0.0f;
    if (!read_float(json_, value)) refuse("expected a number that a float can hold");
    return value;
  }
  void numbers(float* values, std::size_t count) const {
    if (!json_.is_array() || json_.size() != count)
      refuse(fmt::format("expected {} numbers", count));
    for (std::size_t i = 0; i < count; ++i) {
      if (!read_float(json_[i], values[i]))
        (*this)[i].refuse("expected a number that a float can hold");
    }
  }
  glm::vec3 vector() const {
    glm::vec3 v;
    numbers(&v.x, 3);
    return v;
  }
  glm::mat4 matrix() const {
    glm::mat4 m;
    numbers(&m[0].x, 16);
    return m;
  }

 private:
  static bool read_float(const PlainJson& json, float& value) {
    const double wide = json.is_number() ? json.get<double>() : std::nan("");
    if (!(std::abs(wide) <= std::numeric_limits<float>::max())) return false;
    value = float(wide);
    return true;
  }

  const std::string& file_;
  const PlainJson& json_;
  std::string pointer_;
};

/// The text of a member "carried", exactly as saved.
std::string carried_of(const Value& value) {
  return value.has("carried") ? value["carried"].carried() : std::string();
}

Camera camera_of(const Value& value) {
  Camera camera;
  camera.target = value["target"].vector();
  camera.distance = value["distance"].number();
  camera.yaw = value["yaw"].number();
  camera.pitch = value["pitch"].number();
  camera.field_of_view = value["field_of_view"].number();
  camera.orthographic = value["orthographic"].boolean();
  if (!(camera.distance > 0.0f)) value["distance"].refuse("expected a distance above 0");
  if (!(camera.field_of_view > 0.0f && camera.field_of_view < 3.14f))
    value["field_of_view"].refuse("expected an angle between 0 and pi");
  return camera;
}

CameraMove camera_move_of(const Value& value) {
  CameraMove move{camera_of(value["from"]), camera_of(value["to"]), {}};
  for (std::size_t i = 0; value.has("between") && i < value["between"].size(); ++i) {
    const Value key = value["between"][i];
    move.between.push_back({key["share"].number(), camera_of(key["camera"])});
    if (!is_valid(move)) key["share"].refuse("expected shares that rise between 0 and 1");
  }
  return move;
}

Joint joint_of(const Value& value) {
  Joint joint{.id = value["id"].id(),
              .name = value["name"].text(),
              .parent = value["parent"].parent(),
              .bind_local = value["bind_local"].matrix(),
              .user_local = value["user_local"].matrix(),
              .extent = value["extent"].vector(),
              .radius = value["radius"].number()};
  if (value.has("tip_radius")) joint.set_radii({joint.radius, value["tip_radius"].number()});
  joint.extent_guessed = value["extent_guessed"].boolean();
  joint.carried = carried_of(value);
  if (value.has("locked")) joint.locked = value["locked"].boolean();
  if (value.has("pinned")) joint.pinned = value["pinned"].boolean();
  if (value.has("limits"))
    joint.limits = {
        value["limits"]["lower"].vector(), value["limits"]["upper"].vector(),
        value["limits"].has("rest") ? value["limits"]["rest"].vector() : glm::vec3(0.0f)};
  if (value.has("pole")) joint.pole = value["pole"].vector();
  if (value.has("human_bone")) joint.human_bone = value["human_bone"].text();
  return joint;
}

Pose pose_of(const Value& value) {
  Pose pose{.name = value["name"].text()};
  const Value entries = value["entries"];
  for (std::size_t e = 0; e < entries.size(); ++e)
    pose.entries.push_back({entries[e]["joint"].id(), entries[e]["user_local"].matrix()});
  return pose;
}

void add_once(const std::string& warning, std::vector<std::string>& warnings) {
  if (!list_has(warnings, warning)) warnings.push_back(warning);
}

/// Warns where the value was removed.
template <NamedChoice Choice>
Choice choice_of(const Value& value, std::vector<std::string>& warnings) {
  const std::optional<Choice> choice = choice_from_id<Choice>(value.text());
  if (!choice) value.refuse("expected " + choice_ids<Choice>());
  if (const auto* const removed = removed_choice<Choice>(value.text()))
    add_once(removed->notice, warnings);
  return *choice;
}

std::shared_ptr<const Skeleton> skeleton_of(const Value& value,
                                            std::vector<std::string>& warnings) {
  auto skeleton = std::make_shared<Skeleton>();
  skeleton->falloff = choice_of<Falloff>(value["falloff"], warnings);
  if (value.has("metric")) skeleton->metric = choice_of<Metric>(value["metric"], warnings);
  if (value.has("blend")) skeleton->blend = choice_of<Blend>(value["blend"], warnings);
  const Value joints = value["joints"], poses = value["poses"];
  for (std::size_t j = 0; j < joints.size(); ++j) skeleton->joints.push_back(joint_of(joints[j]));
  for (std::size_t p = 0; p < poses.size(); ++p) skeleton->poses.push_back(pose_of(poses[p]));
  return skeleton;
}

SpringCollider spring_collider_of(const Value& value) {
  SpringCollider collider;
  collider.target = value["target"].id();
  collider.offset = value["offset"].vector();
  if (value.has("tail")) collider.tail = value["tail"].vector();
  collider.radius = value["radius"].number();
  if (value.has("tail_radius")) collider.tail_radius = value["tail_radius"].number();
  return collider;
}

SpringJoint spring_joint_of(const Value& value) {
  return {.joint = value["joint"].id(),
          .hit_radius = value["hit_radius"].number(),
          .stiffness = value["stiffness"].number(),
          .gravity_power = value["gravity_power"].number(),
          .gravity = value["gravity"].vector(),
          .drag = value["drag"].number()};
}

std::vector<std::size_t> indices_of(const Value& values) {
  std::vector<std::size_t> indices(values.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
    indices[i] = values[i].count(std::numeric_limits<std::uint32_t>::max());
  return indices;
}

std::shared_ptr<const Springs> springs_of(const Value& value) {
  auto springs = std::make_shared<Springs>();
  const Value colliders = value["colliders"], groups = value["groups"], chains = value["chains"];
  for (std::size_t c = 0; c < colliders.size(); ++c)
    springs->colliders.push_back(spring_collider_of(colliders[c]));
  for (std::size_t g = 0; g < groups.size(); ++g)
    springs->groups.push_back({groups[g]["name"].text(), indices_of(groups[g]["colliders"])});
  for (std::size_t c = 0; c < chains.size(); ++c) {
    SpringChain chain;
    chain.name = chains[c]["name"].text();
    const Value joints = chains[c]["joints"];
    for (std::size_t j = 0; j < joints.size(); ++j)
      chain.joints.push_back(spring_joint_of(joints[j]));
    chain.end = chains[c]["end"].id();
    chain.center = chains[c]["center"].id();
    chain.groups = indices_of(chains[c]["groups"]);
    springs->chains.push_back(std::move(chain));
  }
  if (const std::string why = why_invalid(*springs); !why.empty()) value.refuse("there is " + why);
  return springs;
}

class MeshReader {
 public:
  explicit MeshReader(std::span<const unsigned char> buffer)
      : buffer_(buffer), budget_(std::min<std::uint64_t>(16 * buffer.size(), kDecodedCap)) {}

  /// Must run before the meshes that use textures are read. A texture that cannot be decoded is
  /// left out, with a warning.
  void read_textures(const Value& values, std::vector<std::string>& warnings) {
    for (std::size_t t = 0; t < values.size(); ++t) {
      Texture texture;
      texture.name = values[t]["name"].text();
      texture.repeats = values[t]["repeats"].boolean();
      texture.file = array<std::uint8_t>(values[t]["file"]);
      if (values[t].has("sampler")) texture.sampler = values[t]["sampler"].text();
      if (values[t].has("carried") && values[t]["carried"].boolean()) {
        if (texture.file.empty()) values[t]["file"].refuse("expected the bytes of a picture");
        texture.mime = picture_type(texture.file);
        textures_.push_back(std::make_shared<const Texture>(std::move(texture)));
        continue;
      }
      const std::string why = decode_picture(texture, picture_budget_);
      if (!why.empty())
        warnings.push_back(fmt::format("texture {} {}; surfaces have their color only",
                                       in_quotes(texture.name), why));
      textures_.push_back(why.empty() ? std::make_shared<const Texture>(std::move(texture))
                                      : nullptr);
    }
  }

  std::shared_ptr<const Mesh> read(const Value& value) {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = array<glm::vec3>(value["positions"]);
    mesh->face_begin = array<std::uint32_t>(value["face_begin"]);
    mesh->corner_vertex = array<std::uint32_t>(value["corner_vertex"]);
    mesh->normals = array<glm::vec3>(value["normals"]);
    mesh->corner_normal = corners(value, "corner_normal", *mesh);
    mesh->uvs = array<glm::vec2>(value["uvs"]);
    mesh->corner_uv = corners(value, "corner_uv", *mesh);
    if (value.has("materials")) mesh->materials = materials(value["materials"]);
    if (value.has("face_material"))
      mesh->face_material = array<std::uint32_t>(value["face_material"]);
    if (value.has("weights")) {
      const Value weights = value["weights"];
      mesh->weights = ExplicitWeights{array<std::uint32_t>(weights["row_begin"]),
                                      array<Id>(weights["joint"]), array<float>(weights["weight"])};
    }
    read_carried(value, *mesh);
    return mesh;
  }

  /// `vertices`: of the mesh to which the touch-ups belong.
  std::shared_ptr<const TouchUps> read_touch_ups(const Value& value, std::size_t vertices) {
    auto touch_ups = std::make_shared<TouchUps>();
    touch_ups->vertices = array<std::uint32_t>(value["vertices"]);
    touch_ups->row_begin = array<std::uint32_t>(value["row_begin"]);
    touch_ups->joint = array<Id>(value["joint"]);
    touch_ups->difference = array<float>(value["difference"]);
    if (touch_ups->vertices.empty()) value["vertices"].refuse("expected a vertex at least");
    if (const std::string why = why_invalid(*touch_ups, vertices); !why.empty())
      value.refuse("there is " + why);
    return touch_ups;
  }

  std::shared_ptr<const Motion> read_motion(const Value& value) {
    auto motion = std::make_shared<Motion>();
    motion->name = value["name"].text();
    const Value tracks = value["tracks"];
    for (std::size_t t = 0; t < tracks.size(); ++t) motion->tracks.push_back(track(tracks[t]));
    if (!value.has("timing")) return motion;
    const Value timing = value["timing"];
    motion->timing.length = timing["length"].number();
    motion->timing.frame_rate = timing["frame_rate"].number();
    motion->timing.loop_begin = timing["loop_begin"].number();
    motion->timing.loop_end = timing["loop_end"].number();
    return motion;
  }

 private:
  void read_carried(const Value& value, Mesh& mesh) {
    mesh.carried = carried_of(value);
    if (value.has("groups")) {
      const Value groups = value["groups"];
      for (std::size_t g = 0; g < groups.size(); ++g) mesh.groups.push_back(groups[g].text());
    }
    if (value.has("face_group")) mesh.face_group = array<std::uint32_t>(value["face_group"]);
    for (std::size_t a = 0; value.has("attributes") && a < value["attributes"].size(); ++a) {
      const Value from = value["attributes"][a];
      VertexAttribute attribute;
      attribute.name = from["name"].text();
      attribute.width = from["width"].count(4);
      attribute.component_type = from["component_type"].count(5126);
      attribute.normalized = from["normalized"].boolean();
      attribute.bytes = array<std::uint8_t>(from["bytes"]);
      mesh.attributes.push_back(std::move(attribute));
    }
    for (std::size_t t = 0; value.has("morph_targets") && t < value["morph_targets"].size(); ++t) {
      const Value from = value["morph_targets"][t];
      mesh.morph_targets.push_back({from["name"].text(), array<glm::vec3>(from["positions"]),
                                    array<glm::vec3>(from["normals"]),
                                    array<glm::vec3>(from["tangents"])});
    }
  }

  MotionTrack track(const Value& value) {
    MotionTrack made;
    made.target = value["target"].id();
    made.translation = value["translation"].vector();
    std::array<float, 4> turn{};
    value["rotation"].numbers(turn.data(), 4);
    made.rotation = glm::quat(turn[3], turn[0], turn[1], turn[2]);
    made.scale = value["scale"].vector();
    const Value channels = value["channels"];
    for (std::size_t c = 0; c < channels.size(); ++c) {
      MotionChannel channel;
      channel.property =
          static_cast<MotionProperty>(channels[c]["property"].one_of(kPropertyNames));
      channel.interpolation =
          static_cast<Interpolation>(channels[c]["interpolation"].one_of(kInterpolationNames));
      channel.times = array<float>(channels[c]["times"]);
      channel.values = array<float>(channels[c]["values"]);
      for (std::size_t k = 0; channels[c].has("shapes") && k < channels[c]["shapes"].size(); ++k)
        channel.shapes.push_back(
            static_cast<KeyShape>(channels[c]["shapes"][k].one_of(kShapeNames)));
      made.channels.push_back(std::move(channel));
    }
    return made;
  }

  std::vector<Material> materials(const Value& values) const {
    std::vector<Material> list(values.size());
    for (std::size_t m = 0; m < list.size(); ++m) {
      list[m].name = values[m]["name"].text();
      values[m]["base_color"].numbers(&list[m].base_color.x, 4);
      list[m].carried = carried_of(values[m]);
      for (std::size_t t = 0; values[m].has("textures") && t < values[m]["textures"].size(); ++t) {
        const Value index = values[m]["textures"][t];
        if (textures_.empty()) index.refuse("the file has no textures");
        const auto& texture = textures_[index.count(textures_.size() - 1)];
        if (!texture) index.refuse("expected a texture that is carried or can be decoded");
        list[m].textures.push_back(texture);
      }
      if (!values[m].has("texture")) continue;
      if (textures_.empty()) values[m]["texture"].refuse("the file has no textures");
      list[m].base_color_texture = textures_[values[m]["texture"].count(textures_.size() - 1)];
      if (list[m].base_color_texture && list[m].base_color_texture->rgba.empty())
        values[m]["texture"].refuse("expected a texture that is drawn, not only carried");
    }
    return list;
  }

  template <typename T>
  std::vector<T> array(const Value& value) {
    const std::size_t offset = value["offset"].count(buffer_.size());
    const std::size_t count = value["count"].count((buffer_.size() - offset) / sizeof(T));
    // Arrays may overlap, so a small file could ask for copies of the whole buffer many times.
    if (count * sizeof(T) > budget_)
      value.refuse("the arrays ask for far more than the buffer holds");
    budget_ -= count * sizeof(T);
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), buffer_.data() + offset, count * sizeof(T));
    return values;
  }

  std::vector<std::uint32_t> corners(const Value& mesh_value, const char* member,
                                     const Mesh& mesh) {
    const Value value = mesh_value[member];
    if (value.has("offset")) return array<std::uint32_t>(value);
    if (value.text() != "corner_vertex") value.refuse("expected an array or \"corner_vertex\"");
    if (mesh.corner_vertex.size() * sizeof(std::uint32_t) > budget_)
      value.refuse("the arrays ask for far more than the buffer holds");
    budget_ -= mesh.corner_vertex.size() * sizeof(std::uint32_t);
    return mesh.corner_vertex;
  }

  std::span<const unsigned char> buffer_;
  std::uint64_t budget_, picture_budget_ = kPictureBudget;
  std::vector<std::shared_ptr<const Texture>> textures_;  ///< nullptr: cannot be decoded
};

Node node_of(const Value& value, const std::vector<std::shared_ptr<const Mesh>>& meshes,
             MeshReader& reader, std::vector<std::string>& warnings) {
  Node node;
  node.id = value["id"].id();
  node.name = value["name"].text();
  node.parent = value["parent"].parent();
  node.local = value["local"].matrix();
  if (value.has("joint")) node.joint = value["joint"].id();
  node.visible = value["visible"].boolean();
  if (value.has("mesh")) {
    if (meshes.empty()) value["mesh"].refuse("the file has no meshes");
    node.mesh = meshes[value["mesh"].count(meshes.size() - 1)];
    node.bound_to = value["bound_to"].id();
    node.explicit_weights = value["explicit_weights"].boolean();
    if (value.has("touch_ups"))
      node.touch_ups = reader.read_touch_ups(value["touch_ups"], node.mesh->positions.size());
  }
  if (value.has("touch_up_strength")) {
    const Value strength = value["touch_up_strength"];
    node.touch_up_strength = strength.number();
    if (!(node.touch_up_strength >= 0.0f && node.touch_up_strength <= 1.0f))
      strength.refuse("expected a strength between 0 and 1");
  }
  if (value.has("skeleton")) node.skeleton = skeleton_of(value["skeleton"], warnings);
  if (value.has("morph_weights")) {
    node.morph_weights.resize(value["morph_weights"].size());
    value["morph_weights"].numbers(node.morph_weights.data(), node.morph_weights.size());
  }
  node.carried = carried_of(value);
  return node;
}

/// The reason why well-formed data cannot be used; empty: it can.
std::string why_stale(const Value& data, std::span<const unsigned char> buffer) {
  const unsigned version = data["version"].count(1u << 30);
  if (version > unsigned{kEditorDataVersion})
    return fmt::format("a newer Marrow wrote this file (version {})", version);
  const Value seal = data["buffer"];
  if (seal["length"].count(std::numeric_limits<std::uint64_t>::max()) != buffer.size() ||
      seal["checksum"].text() != checksum(buffer)) {
    return "another program changed this file";
  }
  return {};
}

}  // namespace

std::optional<Scene> scene_from_editor_data(const std::string& file, const std::string& json,
                                            std::span<const unsigned char> buffer,
                                            std::vector<std::string>& warnings) {
  const PlainJson parsed = PlainJson::parse(json);
  const Value data(file, parsed, "/extras/marrow");
  if (const std::string why = why_stale(data, buffer); !why.empty()) {
    warnings.push_back(why + "; opened as plain glTF: bone ends and radii are guessed again");
    return std::nullopt;
  }
  Scene scene;
  scene.next_id = data["next_id"].id();
  if (data.has("camera")) scene.camera = camera_of(data["camera"]);
  if (data.has("camera_move")) scene.camera_move = camera_move_of(data["camera_move"]);
  if (data.has("springs")) scene.springs = springs_of(data["springs"]);
  MeshReader reader(buffer);
  std::vector<std::shared_ptr<const Mesh>> meshes;
  const Value mesh_values = data["meshes"], node_values = data["nodes"];
  if (data.has("textures")) reader.read_textures(data["textures"], warnings);
  for (std::size_t m = 0; m < mesh_values.size(); ++m)
    meshes.push_back(reader.read(mesh_values[m]));
  for (std::size_t n = 0; n < node_values.size(); ++n)
    scene.nodes.push_back(node_of(node_values[n], meshes, reader, warnings));
  for (std::size_t m = 0; data.has("motions") && m < data["motions"].size(); ++m)
    scene.motions.push_back(reader.read_motion(data["motions"][m]));
  scene.carried = carried_of(data);
  return scene;
}

}  // namespace marrow::io
