// A failed check to look at: its scene in the place of the user's own, what came out with the error
// painted on it, what was expected as a ghost; and the way back. No ImGui, no GL.
#pragma once

#include "editor/session.h"

namespace marrow {

struct CourseState;
struct ViewportState;

/// Parks the user's document and shows the case, flown to where it failed. Says so where the check
/// has no scene. Refused during a drag.
void show_case(Session& session, CourseState& course, ViewportState& viewport, std::size_t check);
void on_document_replaced(CourseState& course, DocumentChange change);

/// What the mesh on show should be, to be compared with by colour; nullptr when the case has none.
const Deformer* expected_of_case(const CourseState& course);
/// The ghost, and what joins each place to where it should be.
void add_case(view::Overlay& overlay, const Session& session, const CourseState& course);

}  // namespace marrow
