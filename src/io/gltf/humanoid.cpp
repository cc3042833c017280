#include "io/gltf/humanoid.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/number_text.h"

namespace marrow::io {

namespace {

using HumanoidJson = nlohmann::json;

/// Adds `bone` at the node of an entry of either version.
void add_human_bone(const HumanoidJson& entry, const std::string& bone,
                    std::map<int, std::string>& bones) {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  if (!entry.is_object() || !entry.contains("node")) return;
  const HumanoidJson& node = entry["node"];
  if (!node.is_number_unsigned() || node.get<std::uint64_t>() > kMost) return;
  if (const std::string name = clean_name(bone); !name.empty())
    bones.emplace(node.get<int>(), name);
}

/// The value at extensions/NAME/humanoid/humanBones; null if there is none.
HumanoidJson map_in(const HumanoidJson& root, const char* extension) {
  const HumanoidJson* value = &root;
  for (const char* member : {"extensions", extension, "humanoid", "humanBones"}) {
    if (!value->is_object() || !value->contains(member)) return nullptr;
    value = &(*value)[member];
  }
  return *value;
}

}  // namespace

std::map<int, std::string> read_human_bones(const std::string& document) {
  std::map<int, std::string> bones;
  // most files have none and need not be parsed once more
  if (document.find("\"humanBones\"") == std::string::npos) return bones;
  const HumanoidJson root = HumanoidJson::parse(document, nullptr, false);
  if (const HumanoidJson of_1 = map_in(root, "VRMC_vrm"); of_1.is_object())
    for (const auto& [bone, entry] : of_1.items()) add_human_bone(entry, bone, bones);
  if (const HumanoidJson of_0 = map_in(root, "VRM"); of_0.is_array())
    for (const HumanoidJson& entry : of_0)
      if (entry.is_object() && entry.contains("bone") && entry["bone"].is_string())
        add_human_bone(entry, entry["bone"].get<std::string>(), bones);
  return bones;
}

}  // namespace marrow::io
