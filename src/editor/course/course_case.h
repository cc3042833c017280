// A failed check on show: its scene in place of the user's, the result colored by error, the
// expected mesh as a ghost; and the way back. No ImGui, no GL.
#pragma once

#include "editor/session.h"

namespace marrow {

struct CourseState;
struct ViewportState;

/// Parks the user's document, shows the case and flies to where it failed. Says so where the check
/// has no scene. Refused during a drag.
void show_case(Session& session, CourseState& course, ViewportState& viewport, std::size_t check);
void on_document_replaced(CourseState& course, DocumentChange change);

/// The expected mesh of the case on show, to compare by color; nullptr when it has none.
const Deformer* expected_of_case(const CourseState& course);
/// The tone of the points that a check asked about.
inline constexpr view::Color kAsked{1.0f, 1.0f, 1.0f, 1.0f};
/// The ghost, and lines from each place to the expected one; of normals arrows.
void add_case(view::Overlay& overlay, const Session& session, const CourseState& course);

}  // namespace marrow
