#include "scene/joint_roles.h"

#include <map>
#include <set>
#include <utility>

#include "base/index.h"
#include "base/text.h"

namespace marrow {
namespace {

/// Gives fingers the side of their arm, because some rigs name thumbs for the other side.
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
      case Word::palm:
        return has(Word::wrist) || has(Word::hand) ? BodyPart::none : BodyPart::hand;
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
  /// True if the leg is a single joint, without knee and foot. A hip is then only its attachment.
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

/// One chain of spines from the hips to the head, as Rigify numbers them: the first spine is the
/// hips if both thighs are below it, unless hips are named. Of the spines beyond the chest, which
/// has the arms, the last is the head and the others are necks, unless a head or a neck is named.
class SpineChain {
 public:
  SpineChain(const Skeleton& skeleton, const std::vector<ParsedName>& names,
             std::vector<JointRole>& roles)
      : skeleton_(skeleton), names_(names), roles_(roles) {}

  void divide() {
    std::vector<int> spines;
    for (std::size_t j = 0; j < roles_.size(); ++j)
      if (roles_[j].part == BodyPart::spine) spines.push_back(int(j));
    if (spines.size() < 2) return;
    if (is_hips(spines.front())) {
      if (const int root = find(BodyPart::hips); root >= 0)
        roles_[at(root)] = {BodyPart::root, BodySide::none, 0};
      roles_[at(spines.front())] = {BodyPart::hips, BodySide::none, 0};
      spines.erase(spines.begin());
    }
    const int chest = chest_above_arms();
    const bool has_head = find(BodyPart::head) >= 0 || find(BodyPart::neck) >= 0;
    int ranks[2] = {0, 0};  // next ranks: of a spine, of a neck
    for (std::size_t s = 0; s < spines.size(); ++s) {
      const bool is_above = !has_head && chest >= 0 && spines[s] != chest &&
                            is_in_subtree(skeleton_, chest, spines[s]);
      const bool is_last = s + 1 == spines.size();
      roles_[at(spines[s])] = is_above && is_last
                                  ? JointRole{BodyPart::head, BodySide::none, 0}
                                  : JointRole{is_above ? BodyPart::neck : BodyPart::spine,
                                              BodySide::none, ranks[is_above ? 1 : 0]++};
    }
  }

 private:
  int find(BodyPart part, BodySide side = BodySide::none) const {
    for (std::size_t j = 0; j < roles_.size(); ++j)
      if (roles_[j].part == part && roles_[j].side == side) return int(j);
    return -1;
  }
  bool is_hips(int spine) const {
    const int hips = find(BodyPart::hips);
    if (hips >= 0 &&
        (names_[at(hips)].word != Word::root || !is_in_subtree(skeleton_, hips, spine)))
      return false;
    const int left = find(BodyPart::thigh, BodySide::left),
              right = find(BodyPart::thigh, BodySide::right);
    return left >= 0 && right >= 0 && is_in_subtree(skeleton_, spine, left) &&
           is_in_subtree(skeleton_, spine, right);
  }
  /// The nearest spine above the left arm in the tree; -1: none.
  int chest_above_arms() const {
    int joint = find(BodyPart::clavicle, BodySide::left);
    if (joint < 0) joint = find(BodyPart::upper_arm, BodySide::left);
    while (joint >= 0 && roles_[at(joint)].part != BodyPart::spine)
      joint = skeleton_.joints[at(joint)].parent;
    return joint;
  }

  const Skeleton& skeleton_;
  const std::vector<ParsedName>& names_;
  std::vector<JointRole>& roles_;
};

bool is_chain(BodyPart part) {
  return part == BodyPart::spine || part == BodyPart::neck || part >= BodyPart::thumb;
}

}  // namespace

std::vector<JointRole> joint_roles(const Skeleton& skeleton) {
  std::vector<ParsedName> stated, names = parse_names(skeleton);
  for (const Joint& joint : skeleton.joints) stated.push_back(parse_name(joint.human_bone));
  correct_fingers(skeleton, names);
  const Context by_statement(stated), by_name(names);
  std::set<std::pair<BodyPart, BodySide>> in_statements;
  for (const ParsedName& read : stated)
    in_statements.insert({by_statement.resolved(read), read.side});
  const bool has_hips = in_statements.count({BodyPart::hips, BodySide::none}) > 0;
  std::map<std::pair<BodyPart, BodySide>, int> given;
  std::vector<JointRole> roles;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool is_stated = !skeleton.joints[j].human_bone.empty();
    const ParsedName& read = is_stated ? stated[j] : names[j];
    JointRole role{(is_stated ? by_statement : by_name).resolved(read), read.side, 0};
    if (!is_stated && read.word == Word::root && has_hips) role.part = BodyPart::root;
    const bool is_taken = !is_stated && in_statements.count({role.part, role.side}) > 0;
    if (role.part != BodyPart::none && !is_taken) {
      role.rank = given[{role.part, role.side}]++;
      if (role.rank > 0 && !is_chain(role.part)) role = {};
    }
    if (role.part == BodyPart::none || is_taken) role = {};
    roles.push_back(role);
  }
  SpineChain(skeleton, names, roles).divide();
  return roles;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : without_prefix(name))
    if (is_name_letter(c) || is_name_digit(c)) plain += lower(c);
  return plain;
}

}  // namespace marrow
