#include "scene/joint_roles.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/index.h"
#include "base/text.h"

namespace marrow {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) {
  return is_upper(c) || is_lower(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view without_prefix(std::string_view name) {
  const std::size_t at = name.find_last_of(":|");
  return at == std::string_view::npos || at + 1 == name.size() ? name : name.substr(at + 1);
}

/// Splits "LeftForeArm.001" into left, fore, arm, 001.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c) && !is_digit(c)) continue;
    const char before = i > 0 ? name[i - 1] : ' ';
    const bool goes_on = is_digit(c) ? is_digit(before) : is_letter(before);
    const bool is_hump =
        is_upper(c) && (!is_upper(before) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (words.empty() || !goes_on || is_hump) words.emplace_back();
    words.back() += lower(c);
  }
  return words;
}

/// The meaning of a word by itself. Some meanings depend on other joints: see resolved().
enum class Word {
  none,
  root,
  hips,
  spine,
  neck,
  head,
  clavicle,
  shoulder,
  upper_arm,
  arm,
  forearm,
  wrist,
  hand,
  hip,
  thigh,
  leg,
  shin,
  ankle,
  foot,
  toe,
  thumb,
  index,
  middle,
  ring,
  little
};

using Dictionary = std::unordered_map<std::string_view, Word>;

const Dictionary& dictionary() {
  static const Dictionary words = [] {
    const std::vector<std::pair<Word, std::vector<std::string_view>>> table = {
        {Word::root, {"root", "reference", "master", "origin"}},
        {Word::hips, {"hips", "pelvis", "bodylow", "bodylower", "lowerbody"}},
        {Word::hip, {"hip"}},
        {Word::spine,
         {"spine",      "chest",      "upperchest", "torso",    "abdomen", "waist",
          "lowerback",  "upperback",  "thorax",     "back",     "ribcage", "spineupper",
          "spinelower", "lowerspine", "upperspine", "spinemid", "stomach", "belly",
          "bodyup",     "bodyupper",  "upperbody"}},
        {Word::neck, {"neck", "lowerneck", "upperneck", "necklower", "neckupper"}},
        {Word::head, {"head", "skull"}},
        {Word::clavicle, {"clavicle", "collar", "collarbone", "clav", "scapula"}},
        {Word::shoulder, {"shoulder"}},
        {Word::upper_arm, {"upperarm", "uparm", "armupper", "humerus", "shldr"}},
        {Word::arm, {"arm"}},
        {Word::forearm,
         {"forearm", "lowerarm", "lowarm", "loarm", "armlower", "radius", "ulna", "elbow"}},
        {Word::wrist, {"wrist"}},
        {Word::hand, {"hand", "palm", "fist"}},
        {Word::thigh, {"thigh", "upleg", "upperleg", "legupper", "femur"}},
        {Word::leg, {"leg"}},
        {Word::shin, {"shin", "calf", "lowerleg", "lowleg", "loleg", "leglower", "tibia", "knee"}},
        {Word::ankle, {"ankle"}},
        {Word::foot, {"foot"}},
        {Word::toe, {"toe", "toes", "toebase", "ball", "forefoot"}},
        {Word::thumb, {"thumb", "handthumb", "fingerthumb", "thumbfinger"}},
        {Word::index, {"index", "handindex", "fingerindex", "indexfinger"}},
        {Word::middle, {"middle", "handmiddle", "fingermiddle", "middlefinger", "mid"}},
        {Word::ring, {"ring", "handring", "fingerring", "ringfinger"}},
        {Word::little,
         {"little", "pinky", "handpinky", "fingerpinky", "pinkyfinger", "handlittle",
          "littlefinger"}},
    };
    Dictionary all;
    for (const auto& [word, names] : table)
      for (const std::string_view name : names) all.emplace(name, word);
    return all;
  }();
  return words;
}

Word word_of(std::string_view key) {
  const auto found = dictionary().find(key);
  return found == dictionary().end() ? Word::none : found->second;
}

/// Words that programs put before or after every name, and words for the bones of a finger, which
/// its rank counts.
bool is_noise(std::string_view word) {
  static const std::set<std::string_view> noise = {
      "bip",      "biped",        "valve",     "def",      "org",     "jnt",
      "joint",    "bone",         "j",         "b",        "bn",      "m",
      "c",        "cc",           "f",         "rig",      "sk",      "base",
      "skel",     "character",    "mixamorig", "armature", "phalanx", "metacarpal",
      "proximal", "intermediate", "distal"};
  return noise.count(word) > 0;
}

bool is_helper(std::string_view word) {
  static const std::set<std::string_view> helpers = {"twist", "roll",   "helper",  "ik",  "fk",
                                                     "pole",  "target", "end",     "nub", "tip",
                                                     "site",  "mch",    "stretch", "adj", "ctrl"};
  return helpers.count(word) > 0;
}

BodySide side_of(std::string_view word) {
  if (word == "l" || word == "left" || word == "lft" || word == "lt") return BodySide::left;
  if (word == "r" || word == "right" || word == "rgt" || word == "rt") return BodySide::right;
  return BodySide::none;
}

struct ParsedName {
  Word word = Word::none;
  BodySide side = BodySide::none;
};

ParsedName parse_name(std::string_view name) {
  // MakeHuman puts an offset joint, "__" and the name, in front of a joint
  if (name.starts_with("__")) return {};
  ParsedName read;
  std::string all, key;  // with and without noise
  for (const std::string& word : words_of(without_prefix(name))) {
    if (is_helper(word)) return {};
    if (is_digit(word[0])) continue;
    if (const BodySide side = side_of(word);
        side != BodySide::none && read.side == BodySide::none) {
      read.side = side;
      continue;
    }
    all += word;
    if (!is_noise(word)) key += word;
  }
  read.word = word_of(all);
  if (read.word == Word::none) read.word = word_of(key);
  if (read.word != Word::none || read.side != BodySide::none || key.size() < 2) return read;
  const BodySide side = side_of(key.substr(0, 1));  // "lfemur"
  const Word word = word_of(std::string_view(key).substr(1));
  return side != BodySide::none && word != Word::none ? ParsedName{word, side} : ParsedName{};
}

/// A finger is on the side of its arm: some rigs have thumbs named for the other side.
void correct_fingers(const Skeleton& skeleton, std::vector<ParsedName>& names) {
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (names[j].word < Word::thumb) continue;
    for (int above = skeleton.joints[j].parent; above >= 0;
         above = skeleton.joints[at(above)].parent) {
      const ParsedName& arm = names[at(above)];
      const bool is_arm = arm.word >= Word::clavicle && arm.word <= Word::hand;
      if (!is_arm || arm.side == BodySide::none) continue;
      names[j].side = arm.side;
      break;
    }
  }
}

/// All names of a figure, to resolve words whose meaning depends on other joints.
class Context {
 public:
  explicit Context(const std::vector<ParsedName>& names) {
    for (const ParsedName& read : names) there_.insert({read.word, read.side});
  }

  BodyPart resolved(const ParsedName& read) const {
    const auto has = [&](Word word) { return there_.count({word, read.side}) > 0; };
    const bool is_sided = read.side != BodySide::none;
    if (!is_sided && !is_of_the_middle(read.word)) return BodyPart::none;
    switch (read.word) {
      case Word::none:
        return BodyPart::none;
      case Word::root:
        return has(Word::hips) || has(Word::hip) ? BodyPart::root : BodyPart::hips;
      case Word::hips:
        return is_sided ? BodyPart::none : BodyPart::hips;
      case Word::hip:
        return !is_sided                                            ? BodyPart::hips
               : has(Word::thigh) || is_leg_of_one_joint(read.side) ? BodyPart::none
                                                                    : BodyPart::thigh;
      case Word::shoulder:
        if (has(Word::upper_arm) || has(Word::arm))
          return has(Word::clavicle) ? BodyPart::none : BodyPart::clavicle;
        return BodyPart::upper_arm;
      case Word::arm:
        return !has(Word::upper_arm) ? BodyPart::upper_arm
               : has(Word::forearm)  ? BodyPart::none
                                     : BodyPart::forearm;
      case Word::wrist:
        return BodyPart::hand;
      case Word::hand:
        return has(Word::wrist) ? BodyPart::none : BodyPart::hand;
      case Word::leg:
        if (is_leg_of_one_joint(read.side)) return BodyPart::thigh;
        if (has(Word::thigh) || has(Word::hip))
          return has(Word::shin) ? BodyPart::none : BodyPart::shin;
        return BodyPart::thigh;
      case Word::ankle:
        return BodyPart::foot;
      case Word::foot:
        return !has(Word::ankle) ? BodyPart::foot : has(Word::toe) ? BodyPart::none : BodyPart::toe;
      case Word::spine:
        return is_sided ? BodyPart::none : BodyPart::spine;
      case Word::neck:
        return is_sided ? BodyPart::none : BodyPart::neck;
      case Word::head:
        return is_sided ? BodyPart::none : BodyPart::head;
      default:
        return limb_part(read);
    }
  }

 private:
  /// True for a hip and a leg without a knee and a foot: the hip is then only where the leg is
  /// fixed.
  bool is_leg_of_one_joint(BodySide side) const {
    const auto has = [&](Word word) { return there_.count({word, side}) > 0; };
    return has(Word::leg) && !has(Word::thigh) && !has(Word::shin) && !has(Word::ankle) &&
           !has(Word::foot);
  }

  static bool is_of_the_middle(Word word) {
    return word == Word::root || word == Word::hips || word == Word::hip || word == Word::spine ||
           word == Word::neck || word == Word::head;
  }

  /// Words that mean the same in every figure.
  static BodyPart limb_part(const ParsedName& read) {
    static const std::map<Word, BodyPart> parts = {
        {Word::clavicle, BodyPart::clavicle}, {Word::upper_arm, BodyPart::upper_arm},
        {Word::forearm, BodyPart::forearm},   {Word::thigh, BodyPart::thigh},
        {Word::shin, BodyPart::shin},         {Word::toe, BodyPart::toe},
        {Word::thumb, BodyPart::thumb},       {Word::index, BodyPart::index},
        {Word::middle, BodyPart::middle},     {Word::ring, BodyPart::ring},
        {Word::little, BodyPart::little},
    };
    const auto found = parts.find(read.word);
    return found == parts.end() ? BodyPart::none : found->second;
  }

  std::set<std::pair<Word, BodySide>> there_;
};

bool is_chain(BodyPart part) {
  return part == BodyPart::spine || part == BodyPart::neck || part >= BodyPart::thumb;
}

}  // namespace

std::vector<JointRole> joint_roles(const Skeleton& skeleton) {
  std::vector<ParsedName> stated, names;
  for (const Joint& joint : skeleton.joints) {
    stated.push_back(parse_name(joint.human_bone));
    names.push_back(parse_name(joint.name));
  }
  correct_fingers(skeleton, names);
  const Context by_statement(stated), by_name(names);
  std::set<std::pair<BodyPart, BodySide>> in_statements;
  for (const ParsedName& read : stated)
    in_statements.insert({by_statement.resolved(read), read.side});
  std::map<std::pair<BodyPart, BodySide>, int> given;
  std::vector<JointRole> roles;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool is_stated = !skeleton.joints[j].human_bone.empty();
    const ParsedName& read = is_stated ? stated[j] : names[j];
    JointRole role{(is_stated ? by_statement : by_name).resolved(read), read.side, 0};
    const bool is_taken = !is_stated && in_statements.count({role.part, role.side}) > 0;
    if (role.part != BodyPart::none && !is_taken) {
      role.rank = given[{role.part, role.side}]++;
      if (role.rank > 0 && !is_chain(role.part)) role = {};
    }
    if (role.part == BodyPart::none || is_taken) role = {};
    roles.push_back(role);
  }
  return roles;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : without_prefix(name))
    if (is_letter(c) || is_digit(c)) plain += lower(c);
  return plain;
}

}  // namespace marrow
