// The swipe view: the document left of a divider, the same scene under another setting right of it;
// one camera, one pose. Only apply_side() and deformer_for() know what a side is. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

struct CompareSide;
struct CompareState;
struct CourseState;
struct Editor;

/// The skeleton whose settings are compared: the one on show, else the first, else kNoId.
Id compared_skeleton(const Session& session);

/// The scene under a side's settings of one skeleton; unchanged where the settings are the
/// document's.
Scene apply_side(const Scene& scene, Id skeleton, const CompareSide& side);
/// A deformer with a side's functions; of a student's only those that a run of all checks found
/// safe.
Deformer deformer_for(const Session& session, const CourseState& course, const CompareSide& side);
/// The implementations that can take a side here.
std::vector<Backend> implementations_to_compare();
const char* implementation_title(
    Backend implementation);  ///< "the engine", "the textbook", "the student"
/// Gives the right side another implementation; none: the document's. A student's untried functions
/// are refused in words, and the checks start.
void set_implementation(Session& session, CompareState& compare, CourseState& course,
                        std::optional<Backend> implementation);

/// Begins or ends the comparison. Refused, with a toast, when there is no skeleton.
void set_comparing(Editor& editor, bool on);
void on_document_replaced(CompareState& compare, DocumentChange change);
/// Brings the right side up to date; cheap when neither the document nor the side changed.
void update_compare(Editor& editor);
/// Measures what the right side waits for, for a picture that is kept: see deformed_exactly().
void measure_compared(CompareState& compare);
/// The comparison is on and the right side has been made.
bool is_comparing(const CompareState& compare);
bool shows_difference(const CompareState& compare);
/// Gives the document the right side's setting, one undo step, and ends the comparison. False:
/// refused.
bool take_over(Editor& editor);

/// The right side's picture, with the camera and marks of `left`. Precondition: is_comparing().
view::Picture right_picture(const Session& session, const CompareState& compare,
                            const view::Picture& left);

/// "inverse distance (the document)", "linear, radii x 1.20".
std::string left_caption(const Session& session);
std::string right_caption(const Session& session, const CompareState& compare);

/// The divider's place, in pixels of the viewport from its left edge.
float divider_pixel(const Session& session, const CompareState& compare);
bool is_on_divider(const Session& session, const CompareState& compare, float x);
/// Keeps a margin to both edges, so that it can always be taken hold of.
void move_divider(Session& session, CompareState& compare, float x);

}  // namespace marrow
