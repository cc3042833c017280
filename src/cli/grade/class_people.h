// Whose the rows of a class are.
#pragma once

#include "cli/grade/class_pages.h"
#include "cli/grade/roster.h"

namespace marrow::cli {

/// The rows with names, email addresses and ids as the roster has them, or else as the platform
/// wrote them; of a group a row for each of its students. With a roster, what is of nobody in it is
/// remarked on, and its students who handed in nothing follow with a row each, in its order.
std::vector<ClassRow> with_people(const std::vector<ClassRow>& rows,
                                  const std::vector<HandIn>& hand_ins, const Roster* roster);

}  // namespace marrow::cli
