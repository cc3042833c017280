// A lesson: Markdown whose headings are steps, with questions, scripts and conditions in fenced
// blocks. The lessons that ship are in media/lessons.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/document.h"
#include "rig/skinning/deformer.h"

namespace marrow {

/// "Predict, then reveal": a block ```predict with the question, wrong answers after "- " and the
/// right one after "* ".
struct LessonQuestion {
  std::string text;
  std::vector<std::string> answers;
  std::size_t right = 0;
};

/// From one heading "## ..." to the next.
struct LessonStep {
  std::string title;
  std::vector<std::string> paragraphs;
  std::optional<LessonQuestion> question;
  std::vector<std::string> revealed;  ///< paragraphs after the question, read once it is answered
  std::string script;                 ///< a block ```marrow, edit/script.h: does what the step asks
  std::vector<std::string> until;     ///< lines of a block ```until, see state_of()
};

struct Lesson {
  std::string title;  ///< the heading "# ..." of the first line
  std::string begin;  ///< the script before the first step, which prepares the scene
  std::vector<LessonStep> steps;
};

/// Throws std::invalid_argument: "line 12: expected ...".
Lesson parse_lesson(std::string_view text);

struct ConditionState {
  bool is_met = false;
  std::string words;  ///< "forearm.L: turned by 12 of 30 degrees"
};

/// A condition is "turned JOINT by DEGREES" (the joint's own turn, user_local), "covered PERCENT"
/// (of the vertices bound to capsules), or a line of a script: met if that edit would change
/// nothing. Precondition: `deformer` is up to date. Throws std::invalid_argument if the condition
/// is none of these, or names something that is not in the scene.
ConditionState state_of(const std::string& condition, const Document& document,
                        const Deformer& deformer);

}  // namespace marrow
