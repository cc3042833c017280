#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "io/gltf/check/faults.h"
#include "io/gltf/check/rules.h"
#include "io/gltf/packed/packed.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;

std::size_t count_of(const PlainJson& root, const char* list) {
  return root.contains(list) ? root[list].size() : 0;
}

void warn_of_extensions(const PlainJson& root, std::vector<std::string>& warnings) {
  std::set<std::string> names, declared, of_bulk;
  for (const char* list : kBulkLists) {
    if (root.contains(list)) collect_extensions(root[list], of_bulk);
  }
  std::erase_if(of_bulk, is_storage_extension);
  for (const std::string& name : of_bulk)
    warnings.push_back("not kept: data of the extension " + in_quotes(name) +
                       " in accessors or buffers");
  collect_extensions(root, names);
  bool twice = false;
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    std::set<std::string> in_list;
    if (!root.contains(list)) continue;
    for (const PlainJson& name : root[list])
      twice |= !in_list.insert(name.get<std::string>()).second;
    declared.insert(in_list.begin(), in_list.end());
  }
  if (twice) warnings.push_back("/extensionsUsed: an extension is named twice");
  for (const std::string& name : names) {
    if (declared.count(name) == 0)
      warnings.push_back("/extensionsUsed: the extension " + in_quotes(name) +
                         " is used but not declared");
  }
  const auto holds = [&](const char* list) {
    return root.contains(list) &&
           std::count(root[list].begin(), root[list].end(), "KHR_mesh_quantization") > 0;
  };
  if (holds("extensionsUsed") && !holds("extensionsRequired"))
    warnings.push_back("/extensionsRequired: expected KHR_mesh_quantization");
}

void warn_of_small_faults(const PlainJson& root, std::vector<std::string>& warnings) {
  for (const Rule& rule : gltf_rules()) {
    const std::string name(rule.path);
    if (rule.kind == Rule::Kind::objects && root.contains(name) && root[name].empty())
      warnings.push_back("/" + name + ": the array is empty");
  }
  for (std::size_t s = 0; s < count_of(root, "skins"); ++s) {
    const PlainJson& skin = root["skins"][s];
    const bool is_bad = skin.contains("skeleton") &&
                        (!skin["skeleton"].is_number_unsigned() ||
                         skin["skeleton"].get<std::uint64_t>() >= count_of(root, "nodes"));
    if (is_bad)
      warnings.push_back(fmt::format("/skins/{}/skeleton: no such node; it was left out", s));
  }
  for (std::size_t c = 0; c < count_of(root, "cameras"); ++c) {
    if (root["cameras"][c].contains("perspective") == root["cameras"][c].contains("orthographic"))
      warnings.push_back(
          fmt::format("/cameras/{}: expected either perspective or orthographic", c));
  }
}

/// Reports members that require or exclude another.
void warn_of_dependencies(const PlainJson& root, std::vector<std::string>& warnings) {
  Faults faults;
  for (std::size_t a = 0; a < count_of(root, "accessors"); ++a) {
    const PlainJson& accessor = root["accessors"][a];
    if (accessor.contains("byteOffset") && !accessor.contains("bufferView"))
      faults.add(fmt::format("/accessors/{}", a),
                 "a byteOffset without a bufferView means nothing");
  }
  for (std::size_t i = 0; i < count_of(root, "images"); ++i) {
    const PlainJson& image = root["images"][i];
    if (image.contains("bufferView") && !image.contains("mimeType"))
      faults.add(fmt::format("/images/{}", i),
                 "a picture in a bufferView needs a mimeType; its bytes were looked at");
  }
  for (std::size_t n = 0; n < count_of(root, "nodes"); ++n) {
    const PlainJson& node = root["nodes"][n];
    const bool has_parts =
        node.contains("translation") || node.contains("rotation") || node.contains("scale");
    if (node.contains("matrix") && has_parts)
      faults.add(fmt::format("/nodes/{}", n),
                 "a matrix and a translation, rotation or scale; the matrix was used");
  }
  faults.report(warnings);
}

/// True if the light follows the rules of KHR_lights_punctual, section "Light".
bool is_light(const PlainJson& light) {
  if (!light.is_object()) return false;
  const auto is_within = [](const PlainJson& object, const char* name, double low, double high) {
    const auto found = object.find(name);
    return found == object.end() ||
           (found->is_number() && found->get<double>() >= low && found->get<double>() <= high);
  };
  constexpr double kQuarter = 1.5707964, kLeastRange = 1e-30, kMost = 3.4028234e38;
  const auto type = light.find("type");
  if (type == light.end()) return false;
  if (*type != "directional" && *type != "point" && *type != "spot") return false;
  if (!is_within(light, "intensity", 0.0, kMost) || !is_within(light, "range", kLeastRange, kMost))
    return false;
  if (const auto color = light.find("color"); color != light.end()) {
    const auto is_part = [](const PlainJson& part) {
      return part.is_number() && part.get<double>() >= 0.0 && part.get<double>() <= 1.0;
    };
    if (!color->is_array() || color->size() != 3 ||
        !std::all_of(color->begin(), color->end(), is_part))
      return false;
  }
  const auto spot = light.find("spot");
  if ((*type == "spot") != (spot != light.end())) return false;
  if (spot == light.end()) return true;
  if (!spot->is_object() || !is_within(*spot, "innerConeAngle", 0.0, kQuarter) ||
      !is_within(*spot, "outerConeAngle", 0.0, kQuarter))
    return false;
  return spot->value("innerConeAngle", 0.0) < spot->value("outerConeAngle", kQuarter / 2.0);
}

void warn_of_lights(const PlainJson& root, std::vector<std::string>& warnings) {
  const PlainJson::json_pointer of_document("/extensions/KHR_lights_punctual/lights"),
      of_node("/extensions/KHR_lights_punctual/light");
  Faults faults;
  const PlainJson lights = root.contains(of_document) ? root[of_document] : PlainJson::array();
  for (std::size_t l = 0; l < lights.size(); ++l) {
    if (!lights.is_array() || !is_light(lights[l]))
      faults.add(fmt::format("{}/{}", of_document.to_string(), l),
                 "this light breaks the rules of KHR_lights_punctual");
  }
  for (std::size_t n = 0; n < count_of(root, "nodes"); ++n) {
    const PlainJson& node = root["nodes"][n];
    if (!node.contains(of_node)) continue;
    const PlainJson& light = node[of_node];
    if (!light.is_number_unsigned() || light.get<std::uint64_t>() >= lights.size())
      faults.add(fmt::format("/nodes/{}", n), "names a light that does not exist");
  }
  faults.report(warnings);
}

}  // namespace

void warn_of_shape(const nlohmann::json& root, std::vector<std::string>& warnings) {
  warn_of_extensions(root, warnings);
  warn_of_small_faults(root, warnings);
  warn_of_dependencies(root, warnings);
  warn_of_lights(root, warnings);
}

}  // namespace marrow::io
