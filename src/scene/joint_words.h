// The words of joint names: the one table of what programs call a body's parts and its two sides.
// joint_roles.h finds roles by them, edit/mirror.h pairs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/skeleton.h"

namespace marrow {

/// The meaning of a word by itself. Some meanings depend on other joints: see joint_roles.cpp.
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
  palm,
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

enum class BodySide { none, left, right };

struct ParsedName {
  Word word = Word::none;
  BodySide side = BodySide::none;
  bool is_weak = false;  ///< counts only if no other name means it: "arm_stretch.l", "NeckTwist01"
  std::string finger{};  ///< the number after "finger": "Bip01 L Finger01", "finger2-1.L"
};

/// The part of a name that states a side.
struct SideMark {
  std::size_t begin = 0, size = 0;  ///< in bytes
  BodySide side = BodySide::none;
  std::string_view opposite{};  ///< the mark of the other side, in lower case
};

/// Finds a side that is a separate word ("arm.L", "Left_arm", "lt_arm"; the last word of the name
/// is tried first, then the others in order) or is joined to the beginning of a limb's word
/// ("lfemur"). A namespace ("L:arm") has no side. None for a name without a side, and for a side
/// joined to the end of a word ("armleft"): parse_name() reads it, but edits use only certain
/// sides.
std::optional<SideMark> side_mark(std::string_view name);

/// One per joint. Ignores words that most names share: they belong to the program or the character.
std::vector<ParsedName> parse_names(const Skeleton& skeleton);
/// Parses a name without comparing it with others.
ParsedName parse_name(std::string_view name);

/// The name after the last ':' or '|'.
std::string_view without_prefix(std::string_view name);
bool is_name_digit(char c);
bool is_name_letter(char c);  ///< true for letters of any script

}  // namespace marrow
