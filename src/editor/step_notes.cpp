#include "editor/step_notes.h"

#include <fmt/format.h>
#include <utility>

#include "base/text.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "editor/step_notes_state.h"

namespace marrow {

namespace {

StepNotesState present(const Session& session) {
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
  return with_separators(static_cast<std::uint64_t>(count)) +
         (count == 1 ? " vertex" : " vertices");
}

/// The change of the number of vertices that a radius edit's joint holds.
std::string captured_note(const op::SetRadius& edit, const StepNotesState& before,
                          const StepNotesState& after) {
  if (edit.joints.size() != 1) return {};
  const auto was = before.captured.find(edit.joints[0]), is = after.captured.find(edit.joints[0]);
  if (was == before.captured.end() || is == after.captured.end() || was->second == is->second)
    return {};
  const std::int64_t more = std::int64_t(is->second) - std::int64_t(was->second);
  return fmt::format("{}{}", more > 0 ? "+" : "-", vertices(std::abs(more)));
}

std::string covered_note(const StepNotesState& before, const StepNotesState& after) {
  const std::int64_t more = std::int64_t(after.uncovered) - std::int64_t(before.uncovered);
  if (more == 0) return {};
  return more > 0 ? vertices(more) + " uncovered" : fmt::format("+{} covered", vertices(-more));
}

}  // namespace

void note_what_came(Session& session, FilesState& files) {
  Document& document = session.document;
  StepNotesState& known = files.safety.notes;
  if (document.in_gesture() || document.commits() == known.commits) return;
  const StepNotesState before = std::exchange(known, present(session));
  const History::Step& step = document.history().steps()[document.history().current()];
  if (before.commits > document.commits() || !step.operation || step.is_noted)
    return;  // another document, undone, told already
  const auto* radius = std::get_if<op::SetRadius>(&*step.operation);
  const std::string held =
      radius != nullptr ? captured_note(*radius, before, known) : std::string();
  document.annotate(held.empty() ? covered_note(before, known) : held);
  session.wants_redraw = true;
}

}  // namespace marrow
