#include "scene/joint_words.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace marrow {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Splits "LeftForeArm.001" into left, fore, arm, 001.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_name_letter(c) && !is_name_digit(c)) continue;
    const char before = i > 0 ? name[i - 1] : ' ';
    const bool goes_on = is_name_digit(c) ? is_name_digit(before) : is_name_letter(before);
    const bool is_hump =
        is_upper(c) && (!is_upper(before) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (words.empty() || !goes_on || is_hump) words.emplace_back();
    words.back() += lower(c);
  }
  return words;
}

using Dictionary = std::unordered_map<std::string_view, Word>;

const Dictionary& dictionary() {
  static const Dictionary words = [] {
    const std::vector<std::pair<Word, std::vector<std::string_view>>> table = {
        {Word::root, {"root", "reference", "master", "origin"}},
        {Word::hips, {"hips", "pelvis", "bodylow", "bodylower", "lowerbody"}},
        {Word::hip, {"hip"}},
        {Word::spine,
         {"spine",        "chest",        "upperchest", "torso",    "abdomen",    "waist",
          "lowerback",    "upperback",    "thorax",     "back",     "ribcage",    "spineupper",
          "spinelower",   "lowerspine",   "upperspine", "spinemid", "stomach",    "belly",
          "bodyup",       "bodyupper",    "upperbody",  "ab",       "chestlower", "chestupper",
          "abdomenlower", "abdomenupper", "lowerchest"}},
        {Word::neck, {"neck", "lowerneck", "upperneck", "necklower", "neckupper"}},
        {Word::head, {"head", "skull"}},
        {Word::clavicle, {"clavicle", "collar", "collarbone", "clav", "scapula"}},
        {Word::shoulder, {"shoulder"}},
        {Word::upper_arm, {"upperarm", "uparm", "uarm", "armupper", "humerus", "shldr"}},
        {Word::arm, {"arm"}},
        {Word::forearm,
         {"forearm", "lowerarm", "lowarm", "loarm", "farm", "armlower", "radius", "ulna", "elbow"}},
        {Word::wrist, {"wrist"}},
        {Word::hand, {"hand"}},
        {Word::palm, {"palm", "fist"}},
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
      "proximal", "intermediate", "distal",    "bend",     "avg",     "x",
      "bind",     "skin",         "deform",    "rl"};
  return noise.count(word) > 0;
}

bool is_helper(std::string_view word) {
  static const std::set<std::string_view> helpers = {"twist", "roll",   "helper", "ik",  "fk",
                                                     "pole",  "target", "end",    "nub", "tip",
                                                     "site",  "mch",    "adj",    "ctrl"};
  return helpers.count(word) > 0;
}

BodySide side_of(std::string_view word) {
  if (word == "l" || word == "left" || word == "lft" || word == "lt") return BodySide::left;
  if (word == "r" || word == "right" || word == "rgt" || word == "rt") return BodySide::right;
  return BodySide::none;
}

using Words = std::set<std::string, std::less<>>;

/// Words that three of four names have are of the program or the character: "Bob_LeftUpLeg". Words
/// with a meaning are not.
Words shared_words(const Skeleton& skeleton) {
  constexpr std::size_t kFew = 6;
  std::map<std::string, std::size_t> counts;
  for (const Joint& joint : skeleton.joints) {
    const std::vector<std::string> words = words_of(without_prefix(joint.name));
    for (const std::string& word : std::set(words.begin(), words.end())) ++counts[word];
  }
  Words shared;
  for (const auto& [word, count] : counts)
    if (count >= kFew && 4 * count >= 3 * skeleton.joints.size() && !is_name_digit(word[0]) &&
        word_of(word) == Word::none && side_of(word) == BodySide::none)
      shared.insert(word);
  return shared;
}

/// A side without a separator, before or after: "lfemur", "leftupleg", "uplegright".
ParsedName parse_joined(std::string_view key) {
  for (const std::string_view side : {"left", "right", "l", "r"}) {
    ParsedName read{.side = side_of(side)};
    if (key.starts_with(side)) read.word = word_of(key.substr(side.size()));
    if (side.size() > 1 && key.ends_with(side) && read.word == Word::none)
      read.word = word_of(key.substr(0, key.size() - side.size()));
    if (read.word != Word::none) return read;
  }
  return {};
}

ParsedName parsed(std::string_view name, const Words& shared) {
  // MakeHuman puts an offset joint, "__" and the name, in front of a joint
  if (name.starts_with("__")) return {};
  ParsedName read;
  std::string all, key, last;  // with and without noise
  bool is_metacarpal = false;
  for (const std::string& word : words_of(without_prefix(name))) {
    if (last == "finger" && is_name_digit(word[0]) && read.finger.empty()) read.finger = word;
    last = word;
    if (shared.count(word) > 0 || is_name_digit(word[0])) continue;
    if (word == "stretch" || (word == "twist" && key == "neck")) {
      read.is_weak = true;
      continue;
    }
    if (is_helper(word)) return {};
    is_metacarpal |= word == "metacarpal";
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
  if (is_metacarpal && read.word > Word::thumb) return {};
  if (read.word != Word::none || !read.finger.empty()) return read;
  return read.side != BodySide::none || key.size() < 2 ? ParsedName{} : parse_joined(key);
}

/// Numbered fingers count from 0 (Biped) or from 1 up to 5 (MakeHuman), the thumb first.
void name_fingers(std::vector<ParsedName>& names) {
  const auto has = [&](const char* finger) {
    return std::any_of(names.begin(), names.end(),
                       [&](const ParsedName& read) { return read.finger == finger; });
  };
  if (!has("0") && !has("5")) return;
  const char first = has("0") ? '0' : '1';
  for (ParsedName& read : names) {
    const int finger = read.finger.empty() ? -1 : read.finger[0] - first;
    if (read.word == Word::none && finger >= 0 && finger < 5)
      read.word = static_cast<Word>(int(Word::thumb) + finger);
  }
}

void drop_weak(std::vector<ParsedName>& names) {
  std::set<std::pair<Word, BodySide>> strong;
  for (const ParsedName& read : names)
    if (!read.is_weak) strong.insert({read.word, read.side});
  for (ParsedName& read : names)
    if (read.is_weak && strong.count({read.word, read.side}) > 0) read = {};
}

}  // namespace

bool is_name_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_letter(char c) {
  return is_upper(c) || is_lower(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view without_prefix(std::string_view name) {
  const std::size_t at = name.find_last_of(":|");
  return at == std::string_view::npos || at + 1 == name.size() ? name : name.substr(at + 1);
}

ParsedName parse_name(std::string_view name) { return parsed(name, {}); }

std::vector<ParsedName> parse_names(const Skeleton& skeleton) {
  const Words shared = shared_words(skeleton);
  std::vector<ParsedName> names;
  for (const Joint& joint : skeleton.joints) names.push_back(parsed(joint.name, shared));
  name_fingers(names);
  drop_weak(names);
  return names;
}

}  // namespace marrow
