#include "editor/step_notes.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "editor/session.h"

namespace marrow {
namespace {

StepNotesState present_coverage(const Session& session) {
  StepNotesState state{session.document.commits(), coverage(session.deformer).uncovered, {}};
  for (const Node& node : session.document.scene().nodes) {
    const PosedSkeleton* posed = node.skeleton ? session.deformer.skeleton(node.id) : nullptr;
    if (posed == nullptr) continue;
    for (std::size_t j = 0; j < std::min(node.skeleton->joints.size(), posed->captured.size()); ++j)
      state.captured[node.skeleton->joints[j].id] = posed->captured[j];
  }
  return state;
}

std::string vertices(std::int64_t count) {
  return with_separators(std::uint64_t(count)) + (count == 1 ? " vertex" : " vertices");
}

std::string captured_note(const Scene& scene, const op::SetRadius& edit,
                          const StepNotesState& before, const StepNotesState& after) {
  std::vector<CapturedChange> changes;
  for (const Id joint : edit.joints) {
    const auto was = before.captured.find(joint), is = after.captured.find(joint);
    if (was == before.captured.end() || is == after.captured.end()) return {};
    changes.push_back({joint, std::int64_t(is->second) - std::int64_t(was->second)});
  }
  return captured_words(scene, changes);
}

std::string covered_note(const StepNotesState& before, const StepNotesState& after) {
  const std::int64_t more = std::int64_t(after.uncovered) - std::int64_t(before.uncovered);
  if (more == 0) return {};
  return more > 0 ? vertices(more) + " uncovered" : fmt::format("+{} covered", vertices(-more));
}

}  // namespace

std::string captured_words(const Scene& scene, const std::vector<CapturedChange>& changes) {
  const auto sign = [](std::int64_t more) { return more < 0 ? "-" : "+"; };
  const bool are_equal = std::all_of(changes.begin(), changes.end(), [&](const auto& change) {
    return change.more == changes.front().more;
  });
  if (changes.empty() || (are_equal && changes.front().more == 0)) return {};
  const std::int64_t first = changes.front().more;
  if (are_equal)
    return sign(first) + vertices(std::abs(first)) + (changes.size() > 1 ? " each" : "");
  if (changes.size() == 2) {
    std::string words;
    for (const CapturedChange& change : changes) {
      const Joint* joint = joint_of(scene, change.joint);
      if (!joint) return {};
      words += fmt::format("{}{} {}{}", words.empty() ? "" : ", ", joint->name, sign(change.more),
                           with_separators(std::uint64_t(std::abs(change.more))));
    }
    return words + " vertices";
  }
  std::int64_t all = 0;
  for (const CapturedChange& change : changes) all += change.more;
  return fmt::format("{}{} in all", sign(all), vertices(std::abs(all)));
}

void note_step_effects(Session& session, StepNotesState& known) {
  Document& document = session.document;
  if (document.in_gesture() || document.commits() == known.commits) return;
  if (session.deformer.measures_straight_meanwhile()) return;  // provisional numbers
  const StepNotesState before = std::exchange(known, present_coverage(session));
  const History::Step& step = document.history().steps()[document.history().current()];
  const bool is_one_step = before.commits + 1 == document.commits();
  if (!is_one_step || !step.operation || step.is_noted) return;
  const auto* radius = std::get_if<op::SetRadius>(&*step.operation);
  const std::string held =
      radius != nullptr ? captured_note(document.scene(), *radius, before, known) : std::string();
  document.annotate(held.empty() ? covered_note(before, known) : held);
  session.wants_redraw = true;
}

}  // namespace marrow
