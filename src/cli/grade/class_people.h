// Assigns students to the rows of a class.
#pragma once

#include "cli/grade/class_pages.h"
#include "cli/grade/roster.h"

namespace marrow::cli {

/// The rows with names, email addresses and ids from the roster, otherwise from the platform. A
/// group gets one row per student. With a roster, hand-ins of unlisted students are marked, and
/// listed students who handed in nothing follow with one row each, in the order of the roster.
std::vector<ClassRow> with_people(const std::vector<ClassRow>& rows,
                                  const std::vector<HandIn>& hand_ins, const Roster* roster);

}  // namespace marrow::cli
