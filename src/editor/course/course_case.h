// The case of a failed check: its scene in place of the user's, the result colored by error, the
// expected mesh as a ghost. No ImGui, no GL.
#pragma once

#include "editor/editor.h"

namespace marrow {

struct CheckCase;

/// Shows the case in place of the user's document and flies to the failure. If the check has no
/// scene, a toast reports that. Refused during a drag.
void show_case(Session& session, CourseState& course, ViewportState& viewport, std::size_t check);
void on_document_replaced(CourseState& course, DocumentChange change);

/// The expected mesh of the shown case, for colors by error; nullptr if none.
const Deformer* expected_of_case(const CourseState& course);
/// True if the wrong result for the reported point is in the picture; show_case() does not fly to
/// results that are far away.
bool is_result_in_picture(const Session& session, const CheckCase& shown);
/// Color of CheckCase::asked_points.
inline constexpr view::Color kAsked{1.0f, 1.0f, 1.0f, 1.0f};
/// Adds the ghost and lines from each result to the expected point; for normals, arrows.
void add_case(view::Overlay& overlay, const Session& session, const CourseState& course);

}  // namespace marrow
