#include "io/gltf/carried.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/index.h"
#include "io/avatar.h"
#include "io/gltf/packed/packed.h"
#include "io/gltf/vrm.h"
#include "io/json_members.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;
using PlaceOf = std::function<int(int)>;

std::string text_of(const PlainJson& json) { return json.empty() ? std::string() : json.dump(); }

const PlainJson& element(const PlainJson& root, const char* array, int index) {
  static const PlainJson kNone;
  const PlainJson& list = list_in(root, array);
  return index >= 0 && std::size_t(index) < list.size() ? list[std::size_t(index)] : kNone;
}

const PlainJson& extensions_of(const PlainJson& object) {
  static const PlainJson kNone = PlainJson::object();
  const PlainJson& extensions = member_of(object, "extensions");
  return extensions.is_object() ? extensions : kNone;
}

/// Copies a member if it exists and is valid.
template <typename Fits>
void keep(const PlainJson& from, PlainJson& to, const char* name, Fits fits) {
  const PlainJson& value = member_of(from, name);
  if (!value.is_null() && fits(value)) to[name] = value;
}

bool is_text(const PlainJson& value) { return value.is_string(); }
bool is_flag(const PlainJson& value) { return value.is_boolean(); }
bool is_number(const PlainJson& value) { return value.is_number(); }
bool is_positive(const PlainJson& value) { return value.is_number() && value.get<double>() > 0.0; }

bool are_numbers(const PlainJson& value, std::size_t count) {
  return value.is_array() && value.size() == count &&
         std::all_of(value.begin(), value.end(), is_number);
}

/// Clamps a number, or each number of an array, to [0, 1].
PlainJson in_unit_range(const PlainJson& value) {
  if (value.is_array()) {
    PlainJson list = PlainJson::array();
    for (const PlainJson& part : value) list.push_back(in_unit_range(part));
    return list;
  }
  const double number = value.get<double>();
  return number >= 0.0 && number <= 1.0 ? value : PlainJson(std::clamp(number, 0.0, 1.0));
}

constexpr const char* kTextureTransform = "KHR_texture_transform";
constexpr const char* kLights = "KHR_lights_punctual";
constexpr const char* kVisibility = "KHR_node_visibility";
/// Useless without its data in primitives, which is not kept.
constexpr const char* kVariants = "KHR_materials_variants";

/// Extensions whose data has no indices into lists that are renumbered on writing, except indices
/// of textures (in materials).
bool is_understood(const std::string& name) {
  static constexpr std::array<std::string_view, 2> kKnown = {kTextureTransform, kVisibility};
  const bool is_material =
      (name.rfind("KHR_materials_", 0) == 0 && name != kVariants) || name == "VRMC_materials_mtoon";
  return is_material || list_has(kKnown, name);
}

/// True if there is a whole number, which may be an index into a list that is written in another
/// order.
bool may_hold_indices(const PlainJson& value) {
  if (value.is_number_integer()) return true;
  return value.is_structured() && std::any_of(value.begin(), value.end(), may_hold_indices);
}

}  // namespace

bool is_texture_member(const std::string& name) { return name.ends_with("exture"); }

void read_texture_use(Material& material) {
  material.uv_set = 0;
  material.texel_from_uv = glm::mat3(1.0f);
  if (material.carried.find("baseColorTexture") == std::string::npos) return;
  const PlainJson carried = PlainJson::parse(material.carried, nullptr, false);
  const PlainJson& use = member_of(carried, "pbrMetallicRoughness", "baseColorTexture");
  const PlainJson& transform = member_of(use, "extensions", kTextureTransform);
  const auto is_set = [](const PlainJson& v) { return v.is_number_unsigned() && v <= 255u; };
  for (const PlainJson* from : {&use, &transform})
    if (const PlainJson& set = member_of(*from, "texCoord"); is_set(set))
      material.uv_set = set.get<int>();
  const auto pair = [&](const char* name, const glm::vec2& otherwise) {
    const PlainJson& value = member_of(transform, name);
    return are_numbers(value, 2) ? glm::vec2(value[0].get<float>(), value[1].get<float>())
                                 : otherwise;
  };
  const glm::vec2 offset = pair("offset", glm::vec2(0.0f)), scale = pair("scale", glm::vec2(1.0f));
  const PlainJson& rotation = member_of(transform, "rotation");
  const float angle = rotation.is_number() ? rotation.get<float>() : 0.0f;
  const float c = std::cos(angle), s = std::sin(angle);
  const glm::mat3 matrix(glm::vec3(c * scale.x, -s * scale.x, 0.0f),
                         glm::vec3(s * scale.y, c * scale.y, 0.0f), glm::vec3(offset, 1.0f));
  bool is_finite = true;
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row) is_finite &= std::isfinite(matrix[column][row]);
  if (is_finite) material.texel_from_uv = matrix;
}

// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws nothing
struct CarriedReader::Impl {
  PlainJson root;
  std::map<std::string, std::size_t> lost_extensions;
  std::map<std::string, std::size_t> lost;  ///< number of omissions, by a description for users
  std::set<int> used_cameras;

  /// Keeps the extensions of an object that can be written unchanged; counts the others as lost.
  void keep_extensions(const PlainJson& from, PlainJson& to) {
    for (const auto& [name, value] : extensions_of(from).items()) {
      // of_node(), read_springs() and with_carried_avatar() handle these
      if (name == kLights || name == kSpringBone || name == kVrm) continue;
      if (value.is_object() && name != kVariants &&
          (is_understood(name) || !may_hold_indices(value))) {
        to["extensions"][name] = value;
      } else {
        ++lost_extensions[name];
      }
    }
  }

  static void keep_extras(const PlainJson& from, PlainJson& to) {
    if (const PlainJson& extras = member_of(from, "extras"); !extras.is_null())
      to["extras"] = extras;
  }

  void count_extras(const char* array, const char* what) {
    for (const PlainJson& item : member_of(root, array)) {
      if (!item.is_object()) continue;
      lost[fmt::format("extras of {}", what)] += item.contains("extras");
      for (const auto& extension : extensions_of(item).items()) {
        if (image_extension(extension.key()) == nullptr) ++lost_extensions[extension.key()];
      }
    }
  }

  static const char* image_extension(std::string_view name) {
    static constexpr std::array<const char*, 2> kKnown = {"KHR_texture_basisu", "EXT_texture_webp"};
    const auto found = std::find(kKnown.begin(), kKnown.end(), name);
    return found == kKnown.end() ? nullptr : *found;
  }

  static PlainJson camera_of(const PlainJson& from) {
    PlainJson camera = PlainJson::object();
    const PlainJson &perspective = member_of(from, "perspective"),
                    &orthographic = member_of(from, "orthographic");
    const bool has_depth = is_positive(member_of(perspective, "znear")) &&
                           (member_of(perspective, "zfar").is_null() ||
                            (is_number(member_of(perspective, "zfar")) &&
                             member_of(perspective, "zfar") > member_of(perspective, "znear")));
    if (member_of(from, "type") == "perspective" && orthographic.is_null() && has_depth &&
        is_positive(member_of(perspective, "yfov")) &&
        member_of(perspective, "yfov").get<double>() < 3.14159) {
      for (const char* name : {"aspectRatio", "yfov", "zfar", "znear"})
        keep(perspective, camera["perspective"], name, is_positive);
    } else if (member_of(from, "type") == "orthographic" && perspective.is_null() &&
               is_number(member_of(orthographic, "znear")) &&
               member_of(orthographic, "znear").get<double>() >= 0.0 &&
               is_positive(member_of(orthographic, "zfar")) &&
               member_of(orthographic, "zfar") > member_of(orthographic, "znear") &&
               is_positive(member_of(orthographic, "xmag")) &&
               is_positive(member_of(orthographic, "ymag"))) {
      for (const char* name : {"xmag", "ymag", "zfar", "znear"})
        keep(orthographic, camera["orthographic"], name, is_number);
    } else {
      return camera;
    }
    camera["type"] = from["type"];
    keep(from, camera, "name", is_text);
    return camera;
  }

  void keep_camera(const PlainJson& from, PlainJson& to) {
    if (!member_of(from, "camera").is_number_unsigned()) return;
    const int index = from["camera"].get<int>();
    const PlainJson& source = element(root, "cameras", index);
    used_cameras.insert(index);
    PlainJson camera = camera_of(source);
    if (camera.empty()) {
      ++lost["cameras that break the standard's rules"];
      return;
    }
    keep_extras(source, camera);
    keep_extensions(source, camera);
    to["camera"] = std::move(camera);
  }

  void keep_light(const PlainJson& from, PlainJson& to) {
    const PlainJson& use = member_of(extensions_of(from), kLights);
    if (!member_of(use, "light").is_number_unsigned()) return;
    const PlainJson& source =
        element(member_of(extensions_of(root), kLights), "lights", use["light"].get<int>());
    const PlainJson& type = member_of(source, "type");
    const bool is_sound = type == "directional" || type == "point" ||
                          (type == "spot" && member_of(source, "spot").is_object());
    if (!is_sound) {
      ++lost["lights that break the standard's rules"];
      return;
    }
    PlainJson light = PlainJson::object();
    for (const char* name : {"type", "name", "color", "intensity", "range", "spot", "extras"})
      keep(source, light, name, [](const PlainJson&) { return true; });
    to["extensions"][kLights]["light"] = std::move(light);
  }

  /// The JSON of a texture's use; null if its picture is missing.
  PlainJson texture_use(const PlainJson& from, const PlaceOf& place_of) {
    PlainJson use = PlainJson::object();
    if (!from.is_object() || !member_of(from, "index").is_number_unsigned()) return nullptr;
    const int place = place_of(from["index"].get<int>());
    if (place < 0) return nullptr;
    use["index"] = place;
    keep(from, use, "texCoord", [](const PlainJson& v) {
      return v.is_number_unsigned() && v.get<std::uint64_t>() > 0 && v <= 255u;
    });
    keep(from, use, "scale", is_number);
    if (is_number(member_of(from, "strength"))) use["strength"] = in_unit_range(from["strength"]);
    keep_extras(from, use);
    keep_extensions(from, use);
    return use;
  }

  void keep_texture(const PlainJson& from, PlainJson& to, const char* name,
                    const PlaceOf& place_of) {
    if (PlainJson use = texture_use(member_of(from, name), place_of); !use.is_null())
      to[name] = std::move(use);
  }

  /// Replaces texture indices anywhere in a material's extension by indices into the material's own
  /// list.
  void renumber(PlainJson& value, const PlaceOf& place_of) {
    if (!value.is_structured()) return;
    for (auto at = value.begin(); at != value.end();) {
      const bool is_texture = value.is_object() && is_texture_member(at.key()) && at->is_object() &&
                              at->contains("index");
      if (is_texture) *at = texture_use(*at, place_of);
      if (is_texture && at->is_null()) {
        at = value.erase(at);
        continue;
      }
      if (!is_texture) renumber(*at, place_of);
      ++at;
    }
  }

  PlainJson node_data(int node) {
    PlainJson kept = PlainJson::object();
    const PlainJson& source = element(root, "nodes", node);
    keep_camera(source, kept);
    keep_light(source, kept);
    keep_extras(source, kept);
    keep_extensions(source, kept);
    return kept;
  }

  void keep_surface(const PlainJson& from, PlainJson& surface, bool base_is_drawn,
                    const PlaceOf& place_of) {
    keep_texture(from, surface, "metallicRoughnessTexture", place_of);
    PlainJson base = texture_use(member_of(from, "baseColorTexture"),
                                 base_is_drawn ? [](int) { return 0; } : place_of);
    if (base_is_drawn && base.is_object()) base.erase("index");
    if (base.is_object() && !base.empty()) surface["baseColorTexture"] = std::move(base);
    if (is_number(member_of(from, "roughnessFactor")))
      surface["roughnessFactor"] = in_unit_range(from["roughnessFactor"]);
    const PlainJson metal = is_number(member_of(from, "metallicFactor"))
                                ? in_unit_range(from["metallicFactor"])
                                : PlainJson(1.0);
    // in the scene, a missing factor means no metal
    if (metal != 0) surface["metallicFactor"] = metal;
    keep_extras(from, surface);
    keep_extensions(from, surface);
  }
};

CarriedReader::CarriedReader(const std::string& document) : impl_(std::make_unique<Impl>()) {
  impl_->root = PlainJson::parse(document, nullptr, false);
}

CarriedReader::~CarriedReader() = default;

std::string CarriedReader::of_document() {
  const PlainJson& root = impl_->root;
  PlainJson document = PlainJson::object();
  const PlainJson& asset = member_of(root, "asset");
  keep(asset, document["asset"], "copyright", is_text);
  Impl::keep_extras(asset, document["asset"]);
  impl_->keep_extensions(asset, document["asset"]);
  if (document["asset"].empty()) document.erase("asset");
  Impl::keep_extras(root, document);
  if (member_of(document, "extras").is_object()) {
    document["extras"].erase("marrow");
    if (document["extras"].empty()) document.erase("extras");
  }
  impl_->keep_extensions(root, document);
  PlainJson scene = PlainJson::object();
  const PlainJson& shown = element(
      root, "scenes", member_of(root, "scene").is_number_unsigned() ? root["scene"].get<int>() : 0);
  keep(shown, scene, "name", is_text);
  Impl::keep_extras(shown, scene);
  impl_->keep_extensions(shown, scene);
  if (!scene.empty()) document["scenes"] = PlainJson::array({std::move(scene)});
  PlainJson required = PlainJson::array();
  for (const PlainJson& name : member_of(root, "extensionsRequired"))
    if (!name.is_string() || !is_storage_extension(name.get_ref<const std::string&>()))
      required.push_back(name);
  if (!required.empty()) document["extensionsRequired"] = std::move(required);
  return text_of(document);
}

std::string CarriedReader::of_node(int node) { return text_of(impl_->node_data(node)); }

bool CarriedReader::has_node_data(int node) { return !impl_->node_data(node).empty(); }

bool CarriedReader::hides(int node) const {
  const PlainJson& stated =
      member_of(element(impl_->root, "nodes", node), "extensions", kVisibility, "visible");
  return stated.is_boolean() && !stated.get<bool>();
}

std::string carried_visibility(const std::string& carried, bool visible) {
  if (visible && carried.find(kVisibility) == std::string::npos) return carried;
  PlainJson kept = PlainJson::parse(carried, nullptr, false);
  if (!kept.is_object()) kept = PlainJson::object();
  PlainJson& extensions = kept["extensions"];
  if (!visible)
    extensions[kVisibility]["visible"] = false;
  else if (extensions.is_object())
    extensions.erase(kVisibility);
  if (extensions.empty()) kept.erase("extensions");
  return text_of(kept);
}

std::string CarriedReader::of_mesh(int mesh) {
  PlainJson kept = PlainJson::object();
  const PlainJson& source = element(impl_->root, "meshes", mesh);
  Impl::keep_extras(source, kept);
  if (member_of(kept, "extras").is_object()) {
    kept["extras"].erase("targetNames");  // these are the names of the morph targets
    if (kept["extras"].empty()) kept.erase("extras");
  }
  impl_->keep_extensions(source, kept);
  return text_of(kept);
}

std::vector<std::string> CarriedReader::target_names(int mesh) const {
  std::vector<std::string> names;
  for (const PlainJson& name :
       member_of(element(impl_->root, "meshes", mesh), "extras", "targetNames")) {
    names.push_back(name.is_string() ? clean_name(name.get<std::string>()) : std::string());
  }
  return names;
}

std::string CarriedReader::of_material(int material, bool base_is_drawn, const PlaceOf& place_of) {
  const PlainJson& source = element(impl_->root, "materials", material);
  PlainJson kept = PlainJson::object(), surface = PlainJson::object();
  impl_->keep_surface(member_of(source, "pbrMetallicRoughness"), surface, base_is_drawn, place_of);
  if (!surface.empty()) kept["pbrMetallicRoughness"] = std::move(surface);
  for (const char* name : {"normalTexture", "occlusionTexture", "emissiveTexture"})
    impl_->keep_texture(source, kept, name, place_of);
  if (are_numbers(member_of(source, "emissiveFactor"), 3))
    kept["emissiveFactor"] = in_unit_range(source["emissiveFactor"]);
  keep(source, kept, "alphaMode",
       [](const PlainJson& v) { return v == "OPAQUE" || v == "MASK" || v == "BLEND"; });
  const bool is_cut = member_of(kept, "alphaMode") == "MASK";
  keep(source, kept, "alphaCutoff",
       [&](const PlainJson& v) { return is_cut && is_number(v) && v.get<double>() >= 0.0; });
  keep(source, kept, "doubleSided", is_flag);
  Impl::keep_extras(source, kept);
  impl_->keep_extensions(source, kept);
  if (kept.contains("extensions")) impl_->renumber(kept["extensions"], place_of);
  return text_of(kept);
}

int CarriedReader::image_in_extension(int texture) const {
  for (const auto& [name, value] :
       extensions_of(element(impl_->root, "textures", texture)).items()) {
    const PlainJson& image = member_of(value, "source");
    const bool exists = image.is_number_unsigned() &&
                        image.get<std::uint64_t>() < member_of(impl_->root, "images").size();
    if (Impl::image_extension(name) != nullptr && exists) return image.get<int>();
  }
  return -1;
}

std::string CarriedReader::of_sampler(int sampler) const {
  const auto one_of = [](std::initializer_list<unsigned> values) {
    return [values](const PlainJson& v) {
      return v.is_number_unsigned() && list_has(values, v.get<unsigned>());
    };
  };
  const PlainJson& source = element(impl_->root, "samplers", sampler);
  PlainJson kept = PlainJson::object();
  keep(source, kept, "magFilter", one_of({9728, 9729}));
  keep(source, kept, "minFilter", one_of({9728, 9729, 9984, 9985, 9986, 9987}));
  for (const char* wrap : {"wrapS", "wrapT"})
    keep(source, kept, wrap, one_of({33071, 33648, 10497}));
  keep(source, kept, "name", is_text);
  Impl::keep_extras(source, kept);
  constexpr unsigned kRepeat = 10497, kClamp = 33071;
  const auto wraps = [&](unsigned value) {
    return kept.value("wrapS", kRepeat) == value && kept.value("wrapT", kRepeat) == value;
  };
  const std::size_t wrap_members = kept.contains("wrapS") + kept.contains("wrapT");
  const bool has_wrapping_only = kept.size() == wrap_members && (wraps(kRepeat) || wraps(kClamp));
  return has_wrapping_only ? std::string() : text_of(kept);
}

void CarriedReader::report(std::vector<std::string>& warnings) const {
  Impl& all = *impl_;
  for (const PlainJson& mesh : member_of(all.root, "meshes")) {
    for (const PlainJson& primitive : member_of(mesh, "primitives")) {
      all.lost["extras of primitives"] += primitive.contains("extras");
      for (const auto& extension : extensions_of(primitive).items())
        ++all.lost_extensions[extension.key()];
    }
  }
  all.count_extras("textures", "textures");
  all.count_extras("images", "images");
  all.count_extras("skins", "skins");
  all.count_extras("animations", "animations");
  const std::size_t cameras = member_of(all.root, "cameras").size();
  all.lost["cameras of no node"] = cameras - std::min(cameras, all.used_cameras.size());
  std::string names;
  for (const auto& [name, count] : all.lost_extensions)
    names += (names.empty() ? "" : ", ") + in_quotes(name);
  if (!names.empty())
    warnings.push_back("not kept: data of the extensions " + names +
                       ", which may refer to parts that get new numbers");
  for (const auto& [what, count] : all.lost) {
    if (count > 0) warnings.push_back(fmt::format("not kept: {} ({})", what, count));
  }
}

}  // namespace marrow::io
