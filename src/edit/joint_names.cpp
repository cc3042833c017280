#include "edit/joint_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <utility>

#include "base/index.h"
#include "base/names.h"
#include "scene/joint_roles.h"

namespace marrow {
namespace {

constexpr BodyPart kNamed[] = {
    BodyPart::root,      BodyPart::hips,    BodyPart::head, BodyPart::clavicle,
    BodyPart::upper_arm, BodyPart::forearm, BodyPart::hand, BodyPart::thigh,
    BodyPart::shin,      BodyPart::foot,    BodyPart::toe,  BodyPart::thumb,
    BodyPart::index,     BodyPart::middle,  BodyPart::ring, BodyPart::little};

/// The words of a convention: left, right, and the parts in the order of kNamed. "@" is a
/// placeholder for the side, "#" for a finger's number; empty: no such name.
using NameWords = const char * [2 + std::size(kNamed)];

/// One per NameConvention, in its order.
constexpr NameWords kWords[] = {
    {"Left", "Right", "", "mixamorig:Hips", "mixamorig:Head", "mixamorig:@Shoulder",
     "mixamorig:@Arm", "mixamorig:@ForeArm", "mixamorig:@Hand", "mixamorig:@UpLeg",
     "mixamorig:@Leg", "mixamorig:@Foot", "mixamorig:@ToeBase", "mixamorig:@HandThumb#",
     "mixamorig:@HandIndex#", "mixamorig:@HandMiddle#", "mixamorig:@HandRing#",
     "mixamorig:@HandPinky#"},
    {"Left", "Right", "", "Hips", "Head", "@Shoulder", "@UpperArm", "@LowerArm", "@Hand",
     "@UpperLeg", "@LowerLeg", "@Foot", "@Toes", "@Thumb#", "@Index#", "@Middle#", "@Ring#",
     "@Little#"},
    {"l", "r", "root", "pelvis", "head", "clavicle_@", "upperarm_@", "lowerarm_@", "hand_@",
     "thigh_@", "calf_@", "foot_@", "ball_@", "thumb_#_@", "index_#_@", "middle_#_@", "ring_#_@",
     "pinky_#_@"},
    {"L", "R", "Root", "J_Bip_C_Hips", "J_Bip_C_Head", "J_Bip_@_Shoulder", "J_Bip_@_UpperArm",
     "J_Bip_@_LowerArm", "J_Bip_@_Hand", "J_Bip_@_UpperLeg", "J_Bip_@_LowerLeg", "J_Bip_@_Foot",
     "J_Bip_@_ToeBase", "J_Bip_@_Thumb#", "J_Bip_@_Index#", "J_Bip_@_Middle#", "J_Bip_@_Ring#",
     "J_Bip_@_Little#"},
    {"L", "R", "root", "spine", "", "shoulder.@", "upper_arm.@", "forearm.@", "hand.@", "thigh.@",
     "shin.@", "foot.@", "toe.@", "thumb.#.@", "f_index.#.@", "f_middle.#.@", "f_ring.#.@",
     "f_pinky.#.@"},
    {"Left", "Right", "Reference", "Hips", "Head", "@Shoulder", "@Arm", "@ForeArm", "@Hand",
     "@UpLeg", "@Leg", "@Foot", "@ToeBase", "@HandThumb#", "@HandIndex#", "@HandMiddle#",
     "@HandRing#", "@HandPinky#"},
};

const char* word_for(const NameWords& words, BodyPart part) {
  const auto found = std::find(std::begin(kNamed), std::end(kNamed), part);
  return found == std::end(kNamed) ? "" : words[2 + (found - std::begin(kNamed))];
}

std::string replaced(std::string text, char mark, const std::string& word) {
  const std::size_t place = text.find(mark);
  return place == std::string::npos ? text : text.replace(place, 1, word);
}

class Naming {
 public:
  Naming(const std::vector<JointRole>& roles, NameConvention convention)
      : words_(kWords[std::size_t(convention)]), convention_(convention) {
    for (const JointRole& role : roles) {
      spines_ += role.part == BodyPart::spine ? 1 : 0;
      necks_ += role.part == BodyPart::neck ? 1 : 0;
    }
  }

  /// Empty: the convention has no name for the role.
  std::string name(const JointRole& role) const {
    if (convention_ == NameConvention::rigify)
      if (const int number = number_in_chain(role); number > 0)
        return fmt::format("spine.{:03}", number);
    if (role.part == BodyPart::spine) return spine(role.rank);
    if (role.part == BodyPart::neck) return neck(role.rank);
    const std::string named = replaced(word_for(words_, role.part), '#', finger(role.rank));
    if (role.part >= BodyPart::thumb && finger(role.rank).empty()) return {};
    return replaced(named, '@', words_[role.side == BodySide::left ? 0 : 1]);
  }

 private:
  /// Rigify numbers one chain from the hips to the head.
  int number_in_chain(const JointRole& role) const {
    return role.part == BodyPart::spine  ? 1 + role.rank
           : role.part == BodyPart::neck ? 1 + spines_ + role.rank
           : role.part == BodyPart::head ? 1 + spines_ + necks_
                                         : 0;
  }

  std::string spine(int rank) const {
    const std::string number = rank == 0 ? "" : std::to_string(rank);
    switch (convention_) {
      case NameConvention::mixamo:
        return "mixamorig:Spine" + number;
      case NameConvention::humanik:
        return "Spine" + number;
      case NameConvention::unreal:
        return fmt::format("spine_{:02}", rank + 1);
      default:
        break;
    }
    const std::string prefix = convention_ == NameConvention::vrm ? "J_Bip_C_" : "";
    return rank == 0                             ? prefix + "Spine"
           : rank == spines_ - 1 && spines_ >= 3 ? prefix + "UpperChest"
           : rank == std::max(spines_ - 2, 1)    ? prefix + "Chest"
                                                 : std::string();
  }

  std::string neck(int rank) const {
    const std::string number = rank == 0 ? "" : std::to_string(rank);
    switch (convention_) {
      case NameConvention::mixamo:
        return "mixamorig:Neck" + number;
      case NameConvention::unreal:
        return fmt::format("neck_{:02}", rank + 1);
      case NameConvention::vrm:
        return rank == 0 ? "J_Bip_C_Neck" : "";
      case NameConvention::unity:
        return rank == 0 ? "Neck" : "";
      default:
        return "Neck" + number;
    }
  }

  std::string finger(int rank) const {
    constexpr const char* kUnity[] = {"Proximal", "Intermediate", "Distal"};
    if (convention_ == NameConvention::unity) return rank < 3 ? kUnity[rank] : "";
    const bool has_zero =
        convention_ == NameConvention::unreal || convention_ == NameConvention::rigify;
    return has_zero ? fmt::format("{:02}", rank + 1) : std::to_string(rank + 1);
  }

  const NameWords& words_;
  NameConvention convention_;
  int spines_ = 0, necks_ = 0;
};

}  // namespace

std::vector<std::string> names_by(const Skeleton& skeleton, NameConvention convention) {
  const std::vector<JointRole> roles = body_roles(skeleton).roles;
  const Naming naming(roles, convention);
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const JointRole& role : roles) {
    names.push_back(role.part == BodyPart::none ? std::string() : naming.name(role));
    if (!names.back().empty() && !taken.insert(names.back()).second) names.back().clear();
  }
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (!names[j].empty()) continue;
    names[j] = unique_name(skeleton.joints[j].name,
                           [&](const std::string& name) { return taken.count(name) > 0; });
    taken.insert(names[j]);
  }
  return names;
}

Skeleton with_names(Skeleton skeleton, NameConvention convention) {
  std::vector<std::string> names = names_by(skeleton, convention);
  for (std::size_t j = 0; j < names.size(); ++j) skeleton.joints[j].name = std::move(names[j]);
  return skeleton;
}

}  // namespace marrow
