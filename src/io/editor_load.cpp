#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/index.h"
#include "io/editor_fields.h"
#include "io/error.h"
#include "io/file.h"
#include "io/gltf/carried.h"
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
  /// Reads JSON text, stored as text or as a value. Checks the nesting of a text.
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
  /// The text's index in `names`.
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

void check(const Value& value, Camera& camera) {
  if (!(camera.distance > 0.0f)) value["distance"].refuse("expected a distance above 0");
  if (!(camera.field_of_view > 0.0f && camera.field_of_view < 3.14f))
    value["field_of_view"].refuse("expected an angle between 0 and pi");
}

void check(const Value& value, CameraMove& move) {
  CameraMove begun{move.from, move.to, {}};
  for (std::size_t i = 0; i < move.between.size(); ++i) {
    begun.between.push_back(move.between[i]);
    if (!is_valid(begun))
      value["between"][i]["share"].refuse("expected shares that rise between 0 and 1");
  }
}

void check(const Value&, Joint& joint) {
  if (joint.tip_radius) joint.set_radii({joint.radius, *joint.tip_radius});
}

void check(const Value& value, Springs& springs) {
  if (const std::string why = why_invalid(springs); !why.empty()) value.refuse("there is " + why);
}

void check(const Value& value, Node& node) {
  if (!(node.touch_up_strength >= 0.0f && node.touch_up_strength <= 1.0f))
    value["touch_up_strength"].refuse("expected a strength between 0 and 1");
}

/// Marks a picture that cannot be decoded as only carried. Returns true for WebP, which not every
/// build decodes.
bool is_only_kept(Texture& texture) {
  texture.mime = picture_type(texture.file);
  texture.width = texture.height = 0;
  return texture.mime == "image/webp";
}

/// Reads the scene's parts; `meshes` and textures must be read before the parts that refer to them.
class DataReader {
 public:
  DataReader(std::span<const unsigned char> buffer, std::vector<std::string>& warnings)
      : warnings_(warnings),
        buffer_(buffer),
        budget_(std::min<std::uint64_t>(16 * buffer.size(), kDecodedCap)) {}

  template <typename T>
  void read(const Value& value, T& to);

  /// A texture that cannot be decoded is left out, with a warning; a WebP picture is carried.
  void read_textures(const Value& values) {
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
        warnings_.push_back(fmt::format("texture {} {}; surfaces have their color only",
                                        in_quotes(texture.name), why));
      const bool is_kept = why.empty() || is_only_kept(texture);
      textures_.push_back(is_kept ? std::make_shared<const Texture>(std::move(texture)) : nullptr);
    }
  }

  /// nullptr: it cannot be decoded.
  const std::shared_ptr<const Texture>& texture(const Value& index) const {
    if (textures_.empty()) index.refuse("the file has no textures");
    return textures_[index.count(textures_.size() - 1)];
  }

  template <typename T>
  std::vector<T> array(const Value& value) {
    const std::size_t offset = value["offset"].count(buffer_.size());
    const std::size_t count = value["count"].count((buffer_.size() - offset) / sizeof(T));
    take(count * sizeof(T), value);
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), buffer_.data() + offset, count * sizeof(T));
    return values;
  }

  /// Arrays may overlap, so a small file could ask for many copies of the whole buffer.
  void take(std::uint64_t bytes, const Value& value) {
    if (bytes > budget_) value.refuse("the arrays ask for far more than the buffer holds");
    budget_ -= bytes;
  }

  std::vector<std::shared_ptr<const Mesh>> meshes;

 private:
  /// Warns, once per file, if Marrow no longer has the choice.
  template <NamedChoice Choice>
  Choice choice_of(const Value& value) {
    const std::optional<Choice> choice = choice_from_id<Choice>(value.text());
    if (!choice) value.refuse("expected " + choice_ids<Choice>());
    const auto* const removed = removed_choice<Choice>(value.text());
    if (removed && !list_has(warnings_, removed->notice)) warnings_.push_back(removed->notice);
    return *choice;
  }

  std::vector<std::string>& warnings_;
  std::span<const unsigned char> buffer_;
  std::uint64_t budget_, picture_budget_ = kPictureBudget;
  std::vector<std::shared_ptr<const Texture>> textures_;
};

/// The `io` of fields() that reads members of an object.
class FieldReader {
 public:
  FieldReader(DataReader& data, const Value& value) : data_(data), value_(value) {}

  template <typename T>
  void operator()(const char* name, T& to) {
    data_.read(value_[name], to);
  }
  template <typename T>
  void unless(const char* name, T& to, const T&) {
    if (value_.has(name)) (*this)(name, to);
  }
  template <typename T>
  void maybe(const char* name, T& to) {
    if (value_.has(name)) (*this)(name, to);
  }
  template <typename T>
  void maybe(const char* name, std::optional<T>& to) {
    if (value_.has(name)) (*this)(name, to.emplace());
  }
  template <typename T>
  void maybe(const char* name, std::shared_ptr<const T>& to) {
    if (!value_.has(name)) return;
    auto made = std::make_shared<T>();
    (*this)(name, *made);
    to = std::move(made);
  }
  template <typename T>
  void array(const char* name, std::vector<T>& to) {
    to = data_.array<T>(value_[name]);
  }
  template <typename T>
  void maybe_array(const char* name, std::vector<T>& to) {
    if (value_.has(name)) array(name, to);
  }
  template <typename Enum, typename Names>
  void named(const char* name, Enum& to, const Names& names) {
    to = static_cast<Enum>(value_[name].one_of(names));
  }
  template <typename Enum, typename Names>
  void maybe_named(const char* name, std::vector<Enum>& to, const Names& names) {
    for (std::size_t i = 0; value_.has(name) && i < value_[name].size(); ++i)
      to.push_back(static_cast<Enum>(value_[name][i].one_of(names)));
  }
  void whole(const char* name, int& to, int most) { to = value_[name].count(most); }
  void exact(const char* name, float& to) { to = value_[name].number(); }
  void carried(std::string& text) { text = carried_of(value_); }

  void corners(const char* name, std::vector<std::uint32_t>& to, const Mesh& mesh) {
    const Value value = value_[name];
    if (value.has("offset")) return array(name, to);
    if (value.text() != "corner_vertex") value.refuse("expected an array or \"corner_vertex\"");
    data_.take(mesh.corner_vertex.size() * sizeof(std::uint32_t), value);
    to = mesh.corner_vertex;
  }
  void textures_of(Material& material) {
    for (std::size_t t = 0; value_.has("textures") && t < value_["textures"].size(); ++t) {
      material.textures.push_back(data_.texture(value_["textures"][t]));
      if (!material.textures.back())
        value_["textures"][t].refuse("expected a texture that is carried or can be decoded");
    }
    if (!value_.has("texture")) return;
    material.base_color_texture = data_.texture(value_["texture"]);
    if (!material.base_color_texture || !material.base_color_texture->rgba.empty()) return;
    if (material.base_color_texture->mime == "image/webp")
      material.base_color_texture = nullptr;
    else
      value_["texture"].refuse("expected a texture that is drawn, not only carried");
  }
  void texture_use_of(Material& material) { read_texture_use(material); }
  void mesh_of(Node& node) {
    if (!value_.has("mesh")) return;
    const Value index = value_["mesh"];
    if (data_.meshes.empty()) index.refuse("the file has no meshes");
    node.mesh = data_.meshes[index.count(data_.meshes.size() - 1)];
    (*this)("bound_to", node.bound_to);
    (*this)("explicit_weights", node.explicit_weights);
    maybe("touch_ups", node.touch_ups);
    if (!node.touch_ups) return;
    const Value rows = value_["touch_ups"];
    if (node.touch_ups->vertices.empty()) rows["vertices"].refuse("expected a vertex at least");
    if (const std::string why = why_invalid(*node.touch_ups, node.mesh->positions.size());
        !why.empty())
      rows.refuse("there is " + why);
  }

 private:
  DataReader& data_;
  const Value& value_;
};

template <typename T>
void DataReader::read(const Value& value, T& to) {
  if constexpr (std::is_same_v<T, float>) {
    to = value.number();
  } else if constexpr (std::is_same_v<T, bool>) {
    to = value.boolean();
  } else if constexpr (std::is_same_v<T, int>) {
    to = value.parent();
  } else if constexpr (std::is_same_v<T, Id>) {
    to = value.id();
  } else if constexpr (std::is_same_v<T, std::size_t>) {
    to = value.count(std::size_t(std::numeric_limits<std::uint32_t>::max()));
  } else if constexpr (std::is_same_v<T, std::string>) {
    to = value.text();
  } else if constexpr (std::is_same_v<T, glm::quat>) {
    float turn[4];
    value.numbers(turn, 4);
    to = glm::quat(turn[3], turn[0], turn[1], turn[2]);
  } else if constexpr (std::is_same_v<T, glm::vec3> || std::is_same_v<T, glm::vec4>) {
    value.numbers(&to.x, std::size_t(T::length()));
  } else if constexpr (std::is_same_v<T, glm::mat4>) {
    value.numbers(&to[0].x, 16);
  } else if constexpr (NamedChoice<T>) {
    to = choice_of<T>(value);
  } else if constexpr (requires { to.emplace_back(); }) {
    for (std::size_t i = 0; i < value.size(); ++i) read(value[i], to.emplace_back());
  } else {
    FieldReader io(*this, value);
    fields(io, to);
    if constexpr (requires { check(value, to); }) check(value, to);
  }
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
  DataReader reader(buffer, warnings);
  FieldReader io(reader, data);
  io("next_id", scene.next_id);
  io.maybe("camera", scene.camera);
  io.maybe("camera_move", scene.camera_move);
  io.maybe("springs", scene.springs);
  if (data.has("textures")) reader.read_textures(data["textures"]);
  for (std::size_t m = 0; m < data["meshes"].size(); ++m) {
    const auto mesh = std::make_shared<Mesh>();
    reader.read(data["meshes"][m], *mesh);
    reader.meshes.push_back(mesh);
  }
  io("nodes", scene.nodes);
  for (std::size_t m = 0; data.has("motions") && m < data["motions"].size(); ++m) {
    const auto motion = std::make_shared<Motion>();
    reader.read(data["motions"][m], *motion);
    scene.motions.push_back(motion);
  }
  scene.carried = carried_of(data);
  return scene;
}

}  // namespace marrow::io
