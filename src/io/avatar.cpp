#include "io/avatar.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/index.h"
#include "io/json_members.h"
#include "io/number_text.h"
#include "scene/joint_roles.h"

namespace marrow::io {
namespace {

using AvatarJson = nlohmann::json;

constexpr const char* kLicense = "https://vrm.dev/licenses/1.0/";

/// A bone and its parent in VRM's hierarchy; if a figure lacks that, the parent's parent.
struct BoneRow {
  std::string name, above;
  bool is_required = false;
};

/// Parents come before children.
const std::vector<BoneRow>& bone_rows() {
  static const std::vector<BoneRow> rows = [] {
    std::vector<BoneRow> all = {
        {"hips", "", true},      {"spine", "hips", true}, {"chest", "spine", false},
        {"upperChest", "chest"}, {"neck", "upperChest"},  {"head", "neck", true},
        {"leftEye", "head"},     {"rightEye", "head"},    {"jaw", "head"}};
    for (const std::string side : {"left", "right"}) {
      const auto add = [&](const char* name, const std::string& above, bool is_required) {
        all.push_back({side + name, above, is_required});
      };
      add("UpperLeg", "hips", true);
      add("LowerLeg", side + "UpperLeg", true);
      add("Foot", side + "LowerLeg", true);
      add("Toes", side + "Foot", false);
      add("Shoulder", "upperChest", false);
      add("UpperArm", side + "Shoulder", true);
      add("LowerArm", side + "UpperArm", true);
      add("Hand", side + "LowerArm", true);
      for (const char* finger : {"Thumb", "Index", "Middle", "Ring", "Little"}) {
        const bool is_thumb = std::string_view(finger) == "Thumb";
        std::string above = side + "Hand";
        for (const char* part : {is_thumb ? "Metacarpal" : "Proximal",
                                 is_thumb ? "Proximal" : "Intermediate", "Distal"}) {
          add((std::string(finger) + part).c_str(), above, false);
          above = all.back().name;
        }
      }
    }
    return all;
  }();
  return rows;
}

const BoneRow* find_row(const std::string& name) {
  const auto found = std::find_if(bone_rows().begin(), bone_rows().end(),
                                  [&](const BoneRow& row) { return row.name == name; });
  return found == bone_rows().end() ? nullptr : &*found;
}

std::string spine_bone(int rank, int spines) {
  if (rank == 0) return "spine";
  if (rank == spines - 1 && spines >= 3) return "upperChest";
  return rank == std::max(spines - 2, 1) ? "chest" : "";
}

/// Empty: VRM has no such bone.
std::string bone_of(const JointRole& role, int spines) {
  static const std::map<BodyPart, std::string> kMiddle = {{BodyPart::hips, "hips"},
                                                          {BodyPart::head, "head"}},
                                               kSided = {{BodyPart::clavicle, "Shoulder"},
                                                         {BodyPart::upper_arm, "UpperArm"},
                                                         {BodyPart::forearm, "LowerArm"},
                                                         {BodyPart::hand, "Hand"},
                                                         {BodyPart::thigh, "UpperLeg"},
                                                         {BodyPart::shin, "LowerLeg"},
                                                         {BodyPart::foot, "Foot"},
                                                         {BodyPart::toe, "Toes"}},
                                               kFingers = {{BodyPart::thumb, "Thumb"},
                                                           {BodyPart::index, "Index"},
                                                           {BodyPart::middle, "Middle"},
                                                           {BodyPart::ring, "Ring"},
                                                           {BodyPart::little, "Little"}};
  if (role.part == BodyPart::spine) return spine_bone(role.rank, spines);
  if (role.part == BodyPart::neck) return role.rank == 0 ? "neck" : "";
  if (const auto found = kMiddle.find(role.part); found != kMiddle.end()) return found->second;
  if (role.side == BodySide::none) return {};
  const std::string side = role.side == BodySide::left ? "left" : "right";
  if (const auto found = kSided.find(role.part); found != kSided.end()) return side + found->second;
  const auto finger = kFingers.find(role.part);
  if (finger == kFingers.end() || role.rank < 0 || role.rank > 2) return {};
  constexpr std::array<const char*, 3> kThumb = {"Metacarpal", "Proximal", "Distal"},
                                       kOthers = {"Proximal", "Intermediate", "Distal"};
  return side + finger->second +
         (role.part == BodyPart::thumb ? kThumb : kOthers)[std::size_t(role.rank)];
}

bool is_below_joint(const Skeleton& skeleton, int joint, int above) {
  for (int up = skeleton.joints[at(joint)].parent; up >= 0; up = skeleton.joints[at(up)].parent)
    if (up == above) return true;
  return false;
}

/// Removes bones until each bone's joint is below the joint of the nearest VRM bone above it. Of a
/// wrong pair, the upper bone is removed if VRM does not require it, else the lower one.
void drop_misplaced(const Skeleton& skeleton, std::map<std::string, int>& bones) {
  const auto misplaced = [&]() -> const BoneRow* {
    for (const BoneRow& row : bone_rows()) {
      const auto found = bones.find(row.name);
      if (found == bones.end() || row.above.empty()) continue;
      const BoneRow* above = find_row(row.above);
      while (above && bones.count(above->name) == 0) above = find_row(above->above);
      if (!above || is_below_joint(skeleton, found->second, bones.at(above->name))) continue;
      return above->is_required ? &row : above;
    }
    return nullptr;
  };
  while (const BoneRow* row = misplaced()) bones.erase(row->name);
}

std::map<std::string, int> bones_of(const Skeleton& skeleton) {
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  const auto spines = int(std::count_if(roles.begin(), roles.end(), [](const JointRole& role) {
    return role.part == BodyPart::spine;
  }));
  std::map<std::string, int> bones;
  for (int j = 0; j < int(roles.size()); ++j) {
    const std::string& own = skeleton.joints[at(j)].human_bone;
    std::string bone = bone_of(roles[at(j)], spines);
    if (own == "leftEye" || own == "rightEye" || own == "jaw") bone = own;
    if (!bone.empty()) bones.emplace(bone, j);
  }
  drop_misplaced(skeleton, bones);
  return bones;
}

AvatarJson parsed_object(const std::string& text) {
  AvatarJson json = text.empty() ? AvatarJson::object() : AvatarJson::parse(text, nullptr, false);
  return json.is_object() ? json : AvatarJson::object();
}

/// The member if it is an object; else an empty object.
AvatarJson object_in(const AvatarJson& from, const char* name) {
  const AvatarJson& object = member_of(from, name);
  return object.is_object() ? object : AvatarJson::object();
}

/// Replaces every `node` and `material` in `json`. Returns false if one has no replacement; a list
/// then drops the element.
bool replace_places(AvatarJson& json, const std::function<AvatarJson(const AvatarJson&)>& node,
                    const std::function<AvatarJson(const AvatarJson&)>& material) {
  if (json.is_array())
    return std::erase_if(json.get_ref<AvatarJson::array_t&>(),
                         [&](AvatarJson& part) { return !replace_places(part, node, material); }),
           true;
  if (!json.is_object()) return true;
  for (auto& [name, value] : json.items()) {
    if ((name == "node" || name == "material") && !value.is_structured()) {
      value = (name == "node" ? node : material)(value);
      if (value.is_null()) return false;
    } else if (!replace_places(value, node, material)) {
      return false;
    }
  }
  return true;
}

/// Members of VRMC_vrm that are carried in addition to the meta.
constexpr std::array<const char*, 3> kKept = {"expressions", "firstPerson", "lookAt"};

std::optional<int> as_index(const AvatarJson& value) {
  constexpr int kMost = 1 << 30;
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= kMost;
  return fits ? std::optional(value.get<int>()) : std::nullopt;
}

AvatarJson meta_of_version_0(const AvatarJson& meta) {
  AvatarJson made = {{"name", text_in(meta, "title")}};
  if (const std::string author = text_in(meta, "author"); !author.empty())
    made["authors"] = {author};
  if (const std::string license = text_in(meta, "otherLicenseUrl"); !license.empty())
    made["otherLicenseUrl"] = license;
  return made;
}

}  // namespace

AvatarMeta avatar_meta(const Scene& scene) {
  const AvatarJson meta = object_in(object_in(parsed_object(scene.carried), "vrm"), "meta");
  AvatarMeta result{text_in(meta, "name"), {}, text_in(meta, "otherLicenseUrl")};
  for (const AvatarJson& author : list_in(meta, "authors"))
    if (author.is_string()) result.authors.push_back(clean_name(author.get<std::string>()));
  std::erase(result.authors, std::string());
  return result;
}

std::string with_avatar_meta(const std::string& carried, const AvatarMeta& meta) {
  AvatarJson document = parsed_object(carried), vrm = object_in(document, "vrm"),
             kept = object_in(vrm, "meta");
  const auto put = [&](const char* name, const auto& value) {
    if (value.empty())
      kept.erase(name);
    else
      kept[name] = value;
  };
  put("name", meta.name);
  put("authors", meta.authors);
  put("otherLicenseUrl", meta.license);
  vrm["meta"] = std::move(kept);
  document["vrm"] = std::move(vrm);
  return document.dump(-1, ' ', false, AvatarJson::error_handler_t::replace);
}

Humanoid humanoid_of(const Scene& scene) {
  Humanoid best;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    std::map<std::string, int> bones = bones_of(*scene.nodes[n].skeleton);
    if (best.node < 0 || bones.size() > best.bones.size()) best = {int(n), std::move(bones)};
  }
  return best;
}

std::string why_no_avatar(const Scene& scene) {
  const Humanoid humanoid = humanoid_of(scene);
  if (humanoid.node < 0) return "VRM holds a human figure, and the scene has no skeleton";
  std::string missing;
  for (const BoneRow& row : bone_rows())
    if (row.is_required && humanoid.bones.count(row.name) == 0)
      missing += (missing.empty() ? "" : ", ") + row.name;
  if (!missing.empty())
    return fmt::format(
        "VRM needs a complete human figure; missing in skeleton {}: {}. Name the joints after "
        "these parts of the body, each below the one that holds it",
        in_quotes(scene.nodes[at(humanoid.node)].name), missing);
  if (avatar_meta(scene).authors.empty())
    return "VRM states who made the model: name an author, with --vrm-author NAME or on the export "
           "card";
  return {};
}

std::string with_carried_avatar(const std::string& carried, const std::string& document,
                                const std::function<Id(int)>& node_id,
                                std::vector<std::string>& warnings) {
  // most files have no VRM data and need not be parsed again
  if (document.find("\"humanoid\"") == std::string::npos) return carried;
  const AvatarJson root = AvatarJson::parse(document, nullptr, false);
  const AvatarJson extensions = object_in(root, "extensions"), from = object_in(extensions, kVrm);
  AvatarJson vrm = AvatarJson::object();
  if (const AvatarJson old = object_in(object_in(extensions, "VRM"), "meta"); !old.empty())
    vrm["meta"] = meta_of_version_0(old);
  if (const AvatarJson meta = object_in(from, "meta"); !meta.empty()) vrm["meta"] = meta;
  if (vrm.contains("meta") && vrm["meta"].erase("thumbnailImage") > 0)
    warnings.push_back("not kept: the thumbnail of the VRM file");
  for (const char* name : kKept)
    if (AvatarJson part = object_in(from, name); !part.empty()) vrm[name] = std::move(part);
  replace_places(
      vrm,
      [&](const AvatarJson& index) {
        const std::optional<int> node = as_index(index);
        const Id id = node ? node_id(*node) : kNoId;
        return id == kNoId ? AvatarJson() : AvatarJson(id);
      },
      [&](const AvatarJson& index) {
        const std::optional<int> place = as_index(index);
        const AvatarJson& list = list_in(root, "materials");
        if (!place || at(*place) >= list.size()) return AvatarJson();
        return AvatarJson(text_in(list[at(*place)], "name"));
      });
  if (vrm.empty()) return carried;
  AvatarJson kept = parsed_object(carried);
  kept["vrm"] = std::move(vrm);
  return kept.dump();
}

std::string avatar_out(const Scene& scene, const AvatarPlaces& places) {
  const AvatarJson carried = object_in(parsed_object(scene.carried), "vrm");
  const AvatarMeta known = avatar_meta(scene);
  AvatarJson meta = object_in(carried, "meta");
  meta["name"] = known.name.empty() ? std::string("Model") : known.name;
  meta["authors"] = known.authors;
  meta["licenseUrl"] = kLicense;
  AvatarJson vrm = {{"specVersion", "1.0"}, {"meta", std::move(meta)}};
  for (const char* name : kKept)
    if (AvatarJson part = object_in(carried, name); !part.empty()) vrm[name] = std::move(part);
  const auto found = [](int index) { return index < 0 ? AvatarJson() : AvatarJson(index); };
  replace_places(
      vrm,
      [&](const AvatarJson& id) {
        const std::optional<int> known_id = as_index(id);
        return found(known_id ? places.mesh(Id(*known_id)) : -1);
      },
      [&](const AvatarJson& name) {
        return found(name.is_string() ? places.material(name.get<std::string>()) : -1);
      });
  const Humanoid humanoid = humanoid_of(scene);
  const Skeleton& skeleton = *scene.nodes[at(humanoid.node)].skeleton;
  for (const auto& [bone, joint] : humanoid.bones)
    if (const int node = places.joint(skeleton.joints[at(joint)].id); node >= 0)
      vrm["humanoid"]["humanBones"][bone]["node"] = node;
  return vrm.dump(-1, ' ', false, AvatarJson::error_handler_t::replace);
}

}  // namespace marrow::io
