#include "edit/gesture.h"

#include "base/index.h"
#include "edit/ik_edits.h"
#include "edit/mirror.h"
#include "edit/symmetry.h"

namespace marrow {
namespace {

struct Meaning {
  const Scene& start;
  const GestureRules& rules;
  const Tasks& tasks;

  Operation mirrored(const Operation& edit) const {
    return rules.is_symmetric ? with_symmetry(start, edit, tasks) : edit;
  }

  /// If both partners are dragged, neither gets a mirror image of the other.
  Operation each_by_itself(const Grasp& grasp) const {
    op::Sequence all;
    for (const auto& [id, increment] : grasp.each) {
      const op::ApplyIncrement one{{id}, increment, grasp.verb};
      const Id partner = mirror_partner(start, id);
      const bool has_both = list_has(grasp.ids, partner);
      all.operations.push_back(has_both ? Operation(one) : mirrored(one));
    }
    all.what = op::ApplyIncrement{grasp.ids, grasp.increment, grasp.verb}.label(start);
    return all;
  }

  Operation of(const Grasp& grasp) const {
    switch (grasp.moves) {
      case GestureMoves::tip:
        return mirrored(op::MoveTip{grasp.ids.back(), grasp.increment, grasp.children_ride});
      case GestureMoves::base:
        return mirrored(op::MoveBase{grasp.ids.back(), grasp.increment});
      case GestureMoves::nodes:
      case GestureMoves::joints:
        break;
    }
    if (!grasp.each.empty()) return each_by_itself(grasp);
    return mirrored(op::ApplyIncrement{grasp.ids, grasp.increment, grasp.verb});
  }
};

}  // namespace

Operation gesture(const Scene& start, const Grasp& grasp, const GestureRules& rules,
                  const Tasks& tasks) {
  return holding_pins(start, Meaning{start, rules, tasks}.of(grasp), rules.whole_body);
}

Operation gesture(const Scene& start, const Operation& edit, const GestureRules& rules,
                  const Tasks& tasks) {
  return holding_pins(start, Meaning{start, rules, tasks}.mirrored(edit), rules.whole_body);
}

}  // namespace marrow
