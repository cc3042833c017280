// Checks the shape of a glTF document: the table in rules.h, and the rules that do not fit into a
// table.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/text.h"
#include "io/error.h"
#include "io/gltf/check/rules.h"
#include "io/gltf/check/text_check.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;

using Kind = Rule::Kind;

constexpr double kLargestFloat = 3.4028234e38;

class Checker {
 public:
  Checker(const std::string& file, const PlainJson& root, std::vector<std::string>& warnings)
      : file_(file), root_(root), warnings_(warnings) {}

  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const {
    throw Error(file_, pointer, expected);
  }

  void apply(const Rule& rule) const {
    std::string pointer;
    descend(rule, rule.path, root_, pointer);
  }

  std::size_t size_of(const char* array) const {
    return root_.contains(array) ? root_[array].size() : 0;
  }

 private:
  /// `pointer` grows and shrinks in place, because it is needed only for faults.
  void descend(const Rule& rule, std::string_view path, const PlainJson& at,
               std::string& pointer) const {
    const std::size_t slash = path.find('/');
    const std::string_view key = path.substr(0, slash);
    const std::string_view rest =
        slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    const auto visit = [&](const std::string& name, const PlainJson& value) {
      const std::size_t length = pointer.size();
      pointer.append("/").append(name);
      rest.empty() ? check(rule, value, pointer) : descend(rule, rest, value, pointer);
      pointer.resize(length);
    };
    if (key == "*") {
      std::size_t index = 0;
      if (at.is_array()) {
        for (const PlainJson& element : at) visit(std::to_string(index++), element);
      } else if (at.is_object()) {
        for (const auto& [name, value] : at.items()) visit(name, value);
      }
      return;
    }
    if (!at.is_object()) return;
    const auto found = at.find(key);
    if (found != at.end()) return visit(std::string(key), *found);
    if (rest.empty() && rule.required) refuse(pointer, fmt::format("expected a member {}", key));
  }

  void check(const Rule& rule, const PlainJson& value, const std::string& pointer) const {
    switch (rule.kind) {
      case Kind::object:
        return expect(value.is_object(), pointer, "expected an object");
      case Kind::objects:
        return check_array(rule, value, pointer, "objects",
                           [](const PlainJson& v) { return v.is_object(); });
      case Kind::text:
        return expect(value.is_string(), pointer, "expected a text");
      case Kind::texts:
        return check_array(rule, value, pointer, "texts",
                           [](const PlainJson& v) { return v.is_string(); });
      case Kind::boolean:
        return expect(value.is_boolean(), pointer, "expected true or false");
      case Kind::whole:
        return check_whole(rule, value, pointer);
      case Kind::number:
        return expect(is_float(value), pointer, "expected a number");
      case Kind::numbers:
        return check_array(rule, value, pointer, "numbers", is_float);
      case Kind::reference:
        return check_reference(rule, value, pointer);
      case Kind::references:
        return check_references(rule, value, pointer);
    }
  }

  void expect(bool is_right, const std::string& pointer, const char* expected) const {
    if (!is_right) refuse(pointer, expected);
  }

  static bool is_float(const PlainJson& value) {
    return value.is_number() && std::abs(value.get<double>()) <= kLargestFloat;
  }

  /// 3.0 counts as 3, as in JSON Schema.
  static bool is_whole(const PlainJson& value) {
    return value.is_number() && value.get<double>() == std::floor(value.get<double>()) &&
           std::abs(value.get<double>()) <= kMostWhole;
  }

  template <typename IsRight>
  void check_array(const Rule& rule, const PlainJson& value, const std::string& pointer,
                   const char* what, IsRight is_right) const {
    if (!value.is_array()) refuse(pointer, fmt::format("expected an array of {}", what));
    const auto size = double(value.size());
    if (size < rule.low || size > rule.high) {
      refuse(pointer, rule.low == rule.high
                          ? fmt::format("expected {} {}, found {}", rule.low, what, size)
                          : fmt::format("expected at least {} and at most {} {}, found {}",
                                        rule.low, rule.high, what, size));
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!is_right(value[i]))
        refuse(fmt::format("{}/{}", pointer, i), fmt::format("expected an array of {}", what));
    }
  }

  void check_whole(const Rule& rule, const PlainJson& value, const std::string& pointer) const {
    if (!is_whole(value))
      refuse(pointer, fmt::format("expected a whole number up to {:.0f}", kMostWhole));
    const double number = value.get<double>();
    if (number >= rule.low && number <= rule.high) return;
    refuse(pointer, rule.high == kMostWhole
                        ? fmt::format("expected at least {}, found {}", rule.low, number)
                        : fmt::format("expected a number from {} to {}, found {}", rule.low,
                                      rule.high, number));
  }

  void check_reference(const Rule& rule, const PlainJson& value, const std::string& pointer) const {
    const std::size_t count = size_of(rule.target);
    if (!value.is_number_unsigned())
      refuse(pointer, fmt::format("expected an index into {}", rule.target));
    if (value.get<std::uint64_t>() >= count)
      refuse(pointer, fmt::format("{} {} does not exist; the file has {}", rule.target,
                                  value.get<std::uint64_t>(), count));
  }

  void check_references(const Rule& rule, const PlainJson& value,
                        const std::string& pointer) const {
    const bool is_too_short = value.is_array() && double(value.size()) < rule.low;
    if (!value.is_array() || is_too_short)
      refuse(pointer, fmt::format("expected at least one index into {}", rule.target));
    if (value.empty()) warnings_.push_back(pointer + ": the array is empty");
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string element = fmt::format("{}/{}", pointer, i);
      check_reference(rule, value[i], element);
      if (!seen.insert(value[i].get<std::uint64_t>()).second) refuse(element, "duplicate index");
    }
  }

  const std::string& file_;
  const PlainJson& root_;
  std::vector<std::string>& warnings_;
};

/// Rewrites 1.0 as 1, which JSON Schema treats alike, because the parser would silently drop 1.0.
void write_whole(PlainJson& value) {
  if (value.is_array()) {
    for (PlainJson& element : value) write_whole(element);
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number == std::floor(number) && number >= 0.0 && number <= kMostWhole)
      value = std::uint64_t(number);
  }
}

void write_whole(std::string_view path, PlainJson& at) {
  const std::size_t slash = path.find('/');
  const std::string_view key = path.substr(0, slash);
  const bool is_last = slash == std::string_view::npos;
  const auto visit = [&](PlainJson& value) {
    is_last ? write_whole(value) : write_whole(path.substr(slash + 1), value);
  };
  if (key == "*" && at.is_structured()) {
    for (PlainJson& value : at) visit(value);
  } else if (at.is_object()) {
    if (const auto found = at.find(key); found != at.end()) visit(*found);
  }
}

std::size_t whole(const PlainJson& object, const char* member, std::size_t otherwise = 0) {
  return object.contains(member) ? std::size_t(object[member].get<double>()) : otherwise;
}

/// Versions 2.x only add to 2.0.
void check_version(const Checker& checker, const PlainJson& asset,
                   std::vector<std::string>& warnings) {
  bool warned = false;
  for (const char* member : {"version", "minVersion"}) {
    const std::string version = asset.value(member, "2.0");
    if (version.substr(0, 2) != "2.")
      checker.refuse(fmt::format("/asset/{}", member),
                     "expected glTF 2.x, found " + in_quotes(version));
    if (version == "2.0" || warned) continue;
    warnings.push_back(
        fmt::format("/asset/{}: {} is newer than 2.0; what is new in it was not read", member,
                    in_quotes(version)));
    warned = true;
  }
}

/// Extensions that are read, or that do not change how the file is read.
bool is_harmless_extension(const std::string& name) {
  static constexpr std::string_view kHarmless[] = {"KHR_texture_transform",
                                                   "KHR_texture_basisu",
                                                   "EXT_texture_webp",
                                                   "EXT_texture_avif",
                                                   "MSFT_texture_dds",
                                                   "KHR_lights_punctual",
                                                   "KHR_xmp",
                                                   "KHR_xmp_json_ld",
                                                   "KHR_animation_pointer",
                                                   "KHR_node_visibility",
                                                   "VRM",
                                                   "VRMC_vrm",
                                                   "VRMC_springBone"};
  return name.rfind("KHR_materials_", 0) == 0 || is_storage_extension(name) ||
         std::find(std::begin(kHarmless), std::end(kHarmless), name) != std::end(kHarmless);
}

void check_extensions(const Checker& checker, const PlainJson& root) {
  if (!root.contains("extensionsRequired")) return;
  for (std::size_t i = 0; i < root["extensionsRequired"].size(); ++i) {
    const std::string& name = root["extensionsRequired"][i].get_ref<const std::string&>();
    if (!is_harmless_extension(name))
      checker.refuse(
          fmt::format("/extensionsRequired/{}", i),
          "the file needs the extension " + in_quotes(name) + ", which Marrow does not know");
  }
}

/// True for the buffer that is the .glb's binary chunk: the first one, if it has no URI.
bool is_chunk(const PlainJson& buffer, std::size_t index, std::size_t binary_size) {
  return index == 0 && binary_size > 0 && !buffer.contains("uri");
}

void check_buffers(const Checker& checker, const PlainJson& root, std::size_t binary_size) {
  for (std::size_t b = 0; b < checker.size_of("buffers"); ++b) {
    const PlainJson& buffer = root["buffers"][b];
    const std::string pointer = fmt::format("/buffers/{}", b);
    if (is_chunk(buffer, b, binary_size) && whole(buffer, "byteLength") > binary_size)
      checker.refuse(pointer + "/byteLength",
                     fmt::format("expected at most the {} bytes of the binary chunk", binary_size));
  }
  for (std::size_t v = 0; v < checker.size_of("bufferViews"); ++v) {
    const PlainJson& view = root["bufferViews"][v];
    const std::size_t length = whole(root["buffers"][whole(view, "buffer")], "byteLength");
    const std::size_t offset = whole(view, "byteOffset"), size = whole(view, "byteLength");
    if (offset > length || size > length - offset)
      checker.refuse(fmt::format("/bufferViews/{}", v),
                     fmt::format("bytes {} to {} lie outside the buffer of {} bytes", offset,
                                 std::uint64_t(offset) + size, length));
    if (whole(view, "byteStride", 4) % 4 != 0)
      checker.refuse(fmt::format("/bufferViews/{}/byteStride", v), "expected a multiple of 4");
  }
}

void check_images(const Checker& checker, const PlainJson& root) {
  for (std::size_t i = 0; i < checker.size_of("images"); ++i) {
    const PlainJson& image = root["images"][i];
    if (image.contains("uri") == image.contains("bufferView"))
      checker.refuse(fmt::format("/images/{}", i), "expected either a uri or a bufferView");
  }
}

void check_animations(const Checker& checker, const PlainJson& root) {
  for (std::size_t a = 0; a < checker.size_of("animations"); ++a) {
    const PlainJson& animation = root["animations"][a];
    for (std::size_t c = 0; c < animation["channels"].size(); ++c) {
      if (whole(animation["channels"][c], "sampler") < animation["samplers"].size()) continue;
      checker.refuse(fmt::format("/animations/{}/channels/{}/sampler", a, c),
                     fmt::format("the animation has {} samplers", animation["samplers"].size()));
    }
  }
}

/// Checks members whose value is one of a few words. The parser would refuse other words without
/// naming the place.
void check_choices(const Checker& checker, const PlainJson& root) {
  static constexpr std::string_view kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                                "MAT2",   "MAT3", "MAT4"};
  for (std::size_t a = 0; a < checker.size_of("accessors"); ++a) {
    const auto& type = root["accessors"][a]["type"].get_ref<const std::string&>();
    if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes))
      checker.refuse(fmt::format("/accessors/{}/type", a),
                     "expected SCALAR, VEC2 to VEC4 or MAT2 to MAT4, found " + in_quotes(type));
  }
  for (std::size_t c = 0; c < checker.size_of("cameras"); ++c) {
    const auto& type = root["cameras"][c]["type"].get_ref<const std::string&>();
    if (type != "perspective" && type != "orthographic")
      checker.refuse(fmt::format("/cameras/{}/type", c),
                     "expected perspective or orthographic, found " + in_quotes(type));
    if (!root["cameras"][c].contains(type))
      checker.refuse(fmt::format("/cameras/{}", c), "expected a member " + type);
  }
  const PlainJson::json_pointer lights("/extensions/KHR_lights_punctual/lights");
  for (std::size_t l = 0; root.contains(lights) && l < root[lights].size(); ++l) {
    if (root[lights][l]["type"] == "spot" && !root[lights][l].contains("spot"))
      checker.refuse(fmt::format("{}/{}", lights.to_string(), l), "expected a member spot");
  }
}

/// Checks that a node has at most one parent and is not its own descendant.
void check_node_tree(const Checker& checker, const PlainJson& root) {
  const std::size_t count = checker.size_of("nodes");
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> parent(count, kNone);
  for (std::size_t n = 0; n < count; ++n) {
    const PlainJson& node = root["nodes"][n];
    if (!node.contains("children")) continue;
    for (std::size_t c = 0; c < node["children"].size(); ++c) {
      std::size_t& its_parent = parent[node["children"][c].get<std::size_t>()];
      if (its_parent != kNone)
        checker.refuse(fmt::format("/nodes/{}/children/{}", n, c),
                       fmt::format("this node already is a child of node {}", its_parent));
      its_parent = n;
    }
  }
  // 1: on the current path to the root, 2: known to end at a root
  std::vector<char> seen(count, 0);
  for (std::size_t n = 0; n < count; ++n) {
    std::size_t at = n;
    for (; at != kNone && seen[at] == 0; at = parent[at]) seen[at] = 1;
    if (at != kNone && seen[at] == 1)
      checker.refuse(fmt::format("/nodes/{}", at), "this node is below itself");
    for (at = n; at != kNone && seen[at] == 1; at = parent[at]) seen[at] = 2;
  }
  for (std::size_t s = 0; s < checker.size_of("scenes"); ++s) {
    const PlainJson& scene = root["scenes"][s];
    for (std::size_t i = 0; scene.contains("nodes") && i < scene["nodes"].size(); ++i) {
      if (parent[scene["nodes"][i].get<std::size_t>()] == kNone) continue;
      checker.refuse(fmt::format("/scenes/{}/nodes/{}", s, i), "expected a node without a parent");
    }
  }
}

/// The parser's message without its "[json.exception...]".
std::string without_tag(const std::string& what) {
  const std::size_t end = what.find("] ");
  return what.substr(end == std::string::npos ? 0 : end + 2, 200);
}

PlainJson parsed(const std::string& file, const std::string& json) {
  try {
    return PlainJson::parse(json);
  } catch (const PlainJson::parse_error& problem) {
    throw Error(file, fmt::format("byte {}", problem.byte),
                "is not JSON: " + without_tag(problem.what()));
  } catch (const PlainJson::exception& problem) {  // a number beyond the largest double
    throw Error(file, "", "is not JSON: " + without_tag(problem.what()));
  }
}

/// Replaces the URI of each buffer, because its bytes are read elsewhere.
constexpr const char* kOneByte = "data:application/octet-stream;base64,AA==";

/// True for a buffer that EXT_meshopt_compression marks as the place of unpacked data.
bool is_placeholder(const PlainJson& buffer) {
  const PlainJson extensions = buffer.value("extensions", PlainJson());
  return extensions.is_object() &&
         std::any_of(extensions.begin(), extensions.end(), [](const PlainJson& extension) {
           return extension.is_object() && extension.value("fallback", PlainJson()) == true;
         });
}

std::vector<BufferSource> take_buffers(PlainJson& root, std::size_t binary_size) {
  std::vector<BufferSource> sources;
  if (!root.contains("buffers")) return sources;
  PlainJson& buffers = root["buffers"];
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    BufferSource source;
    source.byte_length = whole(buffers[b], "byteLength");
    const bool is_place = is_placeholder(buffers[b]);
    if (is_chunk(buffers[b], b, binary_size)) source.from = BufferSource::From::chunk;
    if (buffers[b].contains("uri")) {
      source.from = BufferSource::From::uri;
      source.uri = std::move(buffers[b]["uri"].get_ref<std::string&>());
    }
    if (is_place && (has_meshopt() || source.from == BufferSource::From::nowhere))
      source.from = BufferSource::From::placeholder;
    sources.push_back(std::move(source));
    buffers[b] = {{"byteLength", 1}, {"uri", kOneByte}};
  }
  return sources;
}

/// An accessor into a missing buffer loses its view, so its values are zeros.
void drop_views_of_nothing(PlainJson& root, const std::vector<BufferSource>& sources) {
  if (!root.contains("accessors") || !root.contains("bufferViews")) return;
  const auto is_nowhere = [&](const PlainJson& view) {
    const auto buffer = root["bufferViews"][view.get<std::size_t>()]["buffer"].get<std::size_t>();
    return sources[buffer].from >= BufferSource::From::nowhere;
  };
  for (PlainJson& accessor : root["accessors"]) {
    if (accessor.contains("bufferView") && is_nowhere(accessor["bufferView"]))
      accessor.erase("bufferView");
    if (!accessor.contains("sparse")) continue;
    const PlainJson& sparse = accessor["sparse"];
    if (is_nowhere(sparse["indices"]["bufferView"]) || is_nowhere(sparse["values"]["bufferView"]))
      accessor.erase("sparse");
  }
}

std::vector<ZeroIndices> take_zero_indices(PlainJson& root) {
  std::vector<ZeroIndices> taken;
  for (std::size_t m = 0; root.contains("meshes") && m < root["meshes"].size(); ++m) {
    PlainJson& primitives = root["meshes"][m]["primitives"];
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const int accessor = primitives[p].value("indices", -1);
      if (accessor < 0 || root["accessors"][std::size_t(accessor)].contains("bufferView")) continue;
      taken.push_back({m, p, accessor});
      primitives[p].erase("indices");
    }
  }
  return taken;
}

std::vector<int> take_image_views(PlainJson& root) {
  std::vector<int> views;
  for (std::size_t i = 0; root.contains("images") && i < root["images"].size(); ++i) {
    PlainJson& image = root["images"][i];
    if (image.contains("uri")) {
      std::string& uri = image["uri"].get_ref<std::string&>();
      if (lower(uri.substr(0, 5)) == "data:") uri.replace(0, 5, "data:");  // the parser's spelling
    }
    views.push_back(image.value("bufferView", -1));
    if (views.back() < 0) continue;
    image.erase("bufferView");
    image["uri"] = kOneByte;
  }
  return views;
}

CheckedGltf split_document(const std::string& file, PlainJson& root, std::size_t binary_size) {
  CheckedGltf checked;
  checked.packed = take_packed_parts(file, root, binary_size);
  const PlainJson::json_pointer ours("/extras/marrow");
  if (root.contains(ours)) {
    checked.editor_data = root[ours].dump();
    root["extras"].erase("marrow");
  }
  checked.buffers = take_buffers(root, binary_size);
  std::map<std::string, PlainJson> aside_put;
  for (const char* bulk : kBulkLists) {
    if (root.contains(bulk)) aside_put[bulk] = std::move(root[bulk]);
    root.erase(bulk);
  }
  checked.document = root.dump();
  for (auto& [name, list] : aside_put) root[name] = std::move(list);
  drop_views_of_nothing(root, checked.buffers);
  checked.zero_indices = take_zero_indices(root);
  checked.image_views = take_image_views(root);
  checked.for_parser = root.dump();
  blank_extras(checked.for_parser);
  return checked;
}

}  // namespace

CheckedGltf check_gltf_shape(const std::string& file, const std::string& json,
                             std::size_t binary_size, std::vector<std::string>& warnings) {
  PlainJson root = parsed(file, json);
  for (const Rule& rule : gltf_rules()) {
    if (rule.kind == Kind::whole || rule.kind == Kind::reference || rule.kind == Kind::references)
      write_whole(rule.path, root);
  }
  const Checker checker(file, root, warnings);
  if (!root.is_object()) checker.refuse("", "expected a JSON object");
  for (const Rule& rule : gltf_rules()) checker.apply(rule);
  check_version(checker, root["asset"], warnings);
  check_extensions(checker, root);
  check_buffers(checker, root, binary_size);
  check_images(checker, root);
  check_animations(checker, root);
  check_choices(checker, root);
  check_node_tree(checker, root);
  warn_of_shape(root, warnings);
  return split_document(file, root, binary_size);
}

}  // namespace marrow::io
