#include "edit/retarget/table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/index.h"
#include "scene/joint_roles.h"

namespace marrow {
namespace {

using Joints = std::vector<std::size_t>;
/// Joints of one part and side, from the body outwards.
using Parts = std::map<std::pair<BodyPart, BodySide>, Joints>;

Parts parts_of(const std::vector<JointRole>& roles) {
  Parts parts;
  for (std::size_t j = 0; j < roles.size(); ++j)
    if (roles[j].part != BodyPart::none) parts[{roles[j].part, roles[j].side}].push_back(j);
  return parts;
}

bool is_finger(BodyPart part) { return part >= BodyPart::thumb; }

RestMatch rest_of(BodyPart part) {
  switch (part) {
    case BodyPart::upper_arm:
    case BodyPart::forearm:
    case BodyPart::thigh:
    case BodyPart::shin:
      return RestMatch::bone;
    case BodyPart::root:
    case BodyPart::hips:
    case BodyPart::foot:
    case BodyPart::toe:
      return RestMatch::kept;
    default:
      return RestMatch::carried;
  }
}

class Guess {
 public:
  Guess(const Skeleton& from, const Skeleton& onto)
      : from_(from), onto_(onto), follows_(onto.joints.size(), -1) {}

  RetargetTable table() {
    const auto [from_roles, from_by_shape] = body_roles(from_);
    const auto [onto_roles, onto_by_shape] = body_roles(onto_);
    const Parts from_parts = parts_of(from_roles), onto_parts = parts_of(onto_roles);
    for (const auto& [key, joints] : onto_parts)
      if (const auto found = from_parts.find(key); found != from_parts.end())
        pair(found->second, joints, is_finger(key.first));
    if (!from_by_shape && !onto_by_shape) pair_by_name(from_roles, onto_roles);
    RetargetTable table;
    const int hips = joint_of(onto_parts, BodyPart::hips);
    const int carrier = hips >= 0 && follows_[at(hips)] >= 0 ? carrier_above(hips, onto_parts) : -1;
    if (carrier != hips && carrier >= 0) {
      follows_[at(carrier)] = std::exchange(follows_[at(hips)], -1);
      table.pivot = onto_.joints[at(hips)].id;
    }
    if (carrier >= 0) table.carrier = onto_.joints[at(carrier)].id;
    for (std::size_t j = 0; j < onto_.joints.size(); ++j) {
      const Id from = follows_[j] < 0 ? kNoId : from_.joints[at(follows_[j])].id;
      table.rows.push_back({onto_.joints[j].id, from,
                            int(j) == carrier ? RestMatch::kept : rest_match(j, onto_roles[j].part),
                            from == kNoId ? kNoId : holder_of(j, onto_roles[j], onto_parts)});
    }
    return table;
  }

 private:
  static int joint_of(const Parts& parts, BodyPart part, BodySide side = BodySide::none) {
    const auto found = parts.find({part, side});
    return found == parts.end() ? -1 : int(found->second.front());
  }

  /// The hips, or the lowest joint above them that has both thighs below it.
  int carrier_above(int hips, const Parts& parts) const {
    int carrier = hips;
    for (const BodySide side : {BodySide::left, BodySide::right}) {
      const int thigh = joint_of(parts, BodyPart::thigh, side);
      while (thigh >= 0 && carrier >= 0 && !is_in_subtree(onto_, carrier, thigh))
        carrier = onto_.joints[at(carrier)].parent;
    }
    return carrier < 0 ? hips : carrier;
  }

  RestMatch rest_match(std::size_t joint, BodyPart part) const {
    const bool begins_limb = part == BodyPart::upper_arm || part == BodyPart::thigh;
    const bool is_leaf =
        std::none_of(onto_.joints.begin(), onto_.joints.end(),
                     [&](const Joint& other) { return other.parent == int(joint); });
    return begins_limb && is_leaf && onto_.joints[joint].extent_guessed ? RestMatch::carried
                                                                        : rest_of(part);
  }

  /// The shin of a foot, or the forearm of a hand, that is not connected with it; else kNoId.
  Id holder_of(std::size_t joint, const JointRole& role, const Parts& parts) const {
    if (role.part != BodyPart::foot && role.part != BodyPart::hand) return kNoId;
    const BodyPart above = role.part == BodyPart::foot ? BodyPart::shin : BodyPart::forearm;
    const int holder = joint_of(parts, above, role.side);
    if (holder < 0 || follows_[at(holder)] < 0) return kNoId;
    const bool is_connected =
        is_in_subtree(onto_, holder, int(joint)) || is_in_subtree(onto_, int(joint), holder);
    return is_connected ? kNoId : onto_.joints[at(holder)].id;
  }

  /// Pairs each joint of the shorter list: fingers from the first on, others so that the last
  /// joints match.
  void pair(const Joints& from, const Joints& onto, bool from_the_first) {
    const std::size_t count = std::min(from.size(), onto.size());
    const auto nth = [&](const Joints& joints, std::size_t i) {
      return joints[from_the_first ? i : ((i + 1) * joints.size() + count - 1) / count - 1];
    };
    for (std::size_t i = 0; i < count; ++i) follows_[nth(onto, i)] = int(nth(from, i));
  }

  void pair_by_name(const std::vector<JointRole>& from_roles,
                    const std::vector<JointRole>& onto_roles) {
    std::map<std::string, int> by_name;
    for (std::size_t j = 0; j < from_roles.size(); ++j)
      if (from_roles[j].part == BodyPart::none)
        by_name.emplace(plain_name(from_.joints[j].name), int(j));
    for (std::size_t j = 0; j < onto_roles.size(); ++j) {
      if (onto_roles[j].part != BodyPart::none) continue;
      const auto found = by_name.find(plain_name(onto_.joints[j].name));
      if (found == by_name.end()) continue;
      follows_[j] = found->second;
      by_name.erase(found);
    }
  }

  const Skeleton &from_, &onto_;
  std::vector<int> follows_;  ///< one per joint of onto_: a joint of from_, or -1
};

}  // namespace

RetargetTable guessed_table(const Skeleton& from, const Skeleton& onto) {
  return Guess(from, onto).table();
}

std::size_t paired(const RetargetTable& table) {
  return std::size_t(std::count_if(table.rows.begin(), table.rows.end(),
                                   [](const RetargetRow& row) { return row.from != kNoId; }));
}

}  // namespace marrow
