#include "scene/joint_words.h"

#include <algorithm>
#include <array>
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

/// A word of a name, in lower case: "LeftForeArm.001" has left, fore, arm, 001.
struct NameWord {
  std::string text;
  std::size_t begin = 0;
};

/// The words after the prefix.
std::vector<NameWord> words_of(std::string_view name) {
  std::vector<NameWord> words;
  for (std::size_t i = name.size() - without_prefix(name).size(); i < name.size(); ++i) {
    const char c = name[i];
    if (!is_name_letter(c) && !is_name_digit(c)) continue;
    const char before = i > 0 ? name[i - 1] : ' ';
    const bool goes_on = is_name_digit(c) ? is_name_digit(before) : is_name_letter(before);
    const bool is_hump =
        is_upper(c) && (!is_upper(before) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (words.empty() || !goes_on || is_hump) words.push_back({{}, i});
    words.back().text += lower(c);
  }
  return words;
}

using Dictionary = std::unordered_map<std::string_view, Word>;

const Dictionary& dictionary() {
  static const Dictionary words = [] {
    const std::vector<std::pair<Word, std::vector<std::string_view>>> table = {
        {Word::root, {"root", "reference", "master", "origin"}},
        {Word::hips, {"hips", "pelvis", "bodylow", "bodylower", "lowerbody"}},
        {Word::hip, {"hip", "hipjoint"}},
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
/// JointRole::rank numbers.
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

/// Left and right, in lower case.
constexpr std::array<std::array<std::string_view, 2>, 4> kSides{
    {{"left", "right"}, {"l", "r"}, {"lft", "rgt"}, {"lt", "rt"}}};

std::optional<SideMark> mark_of(std::string_view word, std::size_t begin) {
  for (const auto& [left, right] : kSides) {
    if (word == left) return SideMark{begin, left.size(), BodySide::left, right};
    if (word == right) return SideMark{begin, right.size(), BodySide::right, left};
  }
  return std::nullopt;
}

bool is_of_limb(std::string_view key) { return word_of(key) > Word::head; }

/// Left or right at the beginning of a limb's word, without a separator: "lfemur", "leftupleg".
/// The trunk has no sides: "lab" is not a left "ab".
std::string_view joined_side(std::string_view key) {
  for (const std::string_view side : {"left", "right", "l", "r"})
    if (key.starts_with(side) && is_of_limb(key.substr(side.size()))) return side;
  return {};
}

using Words = std::set<std::string, std::less<>>;

/// Unknown words that three of four names share belong to the program or character: "Bob_LeftArm".
Words shared_words(const Skeleton& skeleton) {
  constexpr std::size_t kFew = 6;
  std::map<std::string, std::size_t> counts;
  for (const Joint& joint : skeleton.joints) {
    std::set<std::string> words;
    for (const NameWord& word : words_of(joint.name)) words.insert(word.text);
    for (const std::string& word : words) ++counts[word];
  }
  Words shared;
  for (const auto& [word, count] : counts)
    if (count >= kFew && 4 * count >= 3 * skeleton.joints.size() && !is_name_digit(word[0]) &&
        word_of(word) == Word::none && !mark_of(word, 0))
      shared.insert(word);
  return shared;
}

/// A side without a separator, before or after: "lfemur", "leftupleg", "uplegright".
ParsedName parse_joined(std::string_view key) {
  if (const std::string_view side = joined_side(key); !side.empty())
    return {.word = word_of(key.substr(side.size())), .side = mark_of(side, 0)->side};
  for (const std::string_view side : {"left", "right"})
    if (key.ends_with(side) && is_of_limb(key.substr(0, key.size() - side.size())))
      return {.word = word_of(key.substr(0, key.size() - side.size())),
              .side = mark_of(side, 0)->side};
  return {};
}

ParsedName parsed(std::string_view name, const Words& shared) {
  // MakeHuman puts an offset joint above a joint, with "__" before the joint's name
  if (name.starts_with("__")) return {};
  ParsedName read;
  std::string all, key, last;  // `all` has the noise words, `key` does not
  bool is_metacarpal = false;
  const std::optional<SideMark> mark = side_mark(name);
  for (const auto& [word, begin] : words_of(name)) {
    if (last == "finger" && is_name_digit(word[0]) && read.finger.empty()) read.finger = word;
    last = word;
    if (shared.count(word) > 0 || is_name_digit(word[0])) continue;
    if (word == "stretch" || (word == "twist" && key == "neck")) {
      read.is_weak = true;
      continue;
    }
    if (is_helper(word)) return {};
    is_metacarpal |= word == "metacarpal";
    if (mark && begin == mark->begin && word.size() == mark->size) {
      read.side = mark->side;
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

std::optional<SideMark> side_mark(std::string_view name) {
  std::vector<NameWord> words = words_of(name);
  std::erase_if(words, [](const NameWord& word) { return is_name_digit(word.text[0]); });
  // a single letter is a name, not a side
  if (words.empty() || (words.size() == 1 && words[0].text.size() == 1)) return std::nullopt;
  const bool names_limb = std::any_of(words.begin(), words.end(),
                                      [](const NameWord& word) { return is_of_limb(word.text); });
  std::rotate(words.begin(), words.end() - 1, words.end());
  for (const auto& [word, begin] : words) {
    const std::size_t end = begin + word.size();
    // "L4" is the fourth lumbar vertebra, "thumb_L1" the first joint of a thumb
    const bool is_numbered = word.size() == 1 && end < name.size() && is_name_digit(name[end]);
    if (is_numbered && !names_limb) continue;
    if (const std::optional<SideMark> mark = mark_of(word, begin)) return mark;
  }
  std::rotate(words.begin(), words.begin() + 1, words.end());
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string key;  // all words to the end of the name: "lfore_arm"
    for (std::size_t w = first; w < words.size(); ++w)
      if (w == first || !is_noise(words[w].text)) key += words[w].text;
    const std::string_view side = joined_side(key);
    if (!side.empty() && side.size() < words[first].text.size())
      return mark_of(side, words[first].begin);
  }
  return std::nullopt;
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
