// The words of joint names: the one table of what programs call a body's parts and its two sides.
// joint_roles.h makes roles of them, edit/mirror.h pairs.
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
  bool is_weak = false;  ///< means this only if no other name does: "arm_stretch.l", "NeckTwist01"
  std::string finger{};  ///< the number after "finger": "Bip01 L Finger01", "finger2-1.L"
};

/// The part of a name that states a side.
struct SideMark {
  std::size_t begin = 0, size = 0;  ///< in bytes
  BodySide side = BodySide::none;
  std::string_view opposite{};  ///< the mark of the other side, in lower case
};

/// A side as a word of its own ("arm.L", "Left_arm", "lt_arm"; at the end it counts first, then at
/// the beginning, then in the middle) or joined to the beginning of a limb's word ("lfemur"). A
/// namespace ("L:arm") has no side. None for a name without a side, and for a side joined to the
/// end of a word ("armleft"): parse_name() reads that one, but edits rename and pair by certain
/// sides only.
std::optional<SideMark> side_mark(std::string_view name);

/// One per joint, by its name. Words that most names share are of the program or the character and
/// have no meaning.
std::vector<ParsedName> parse_names(const Skeleton& skeleton);
/// One name by itself.
ParsedName parse_name(std::string_view name);

/// The name after the last ':' or '|'.
std::string_view without_prefix(std::string_view name);
bool is_name_digit(char c);
bool is_name_letter(char c);  ///< of any script

}  // namespace marrow
