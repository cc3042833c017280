// The swipe view: the document on the left of a divider, the same scene under another setting on
// the right; one camera, one pose. What a side is stands in apply_side() and deformer_for() alone,
// so that another blending or other functions of the contract can take a side too. No ImGui.
#pragma once

#include <string>
#include <vector>

#include "editor/session.h"

namespace marrow {

struct CompareSide;
struct CompareState;
struct CourseState;
struct Editor;

/// The skeleton whose settings are compared: the one on show, else the first; kNoId when there is
/// none.
Id compared_skeleton(const Session& session);

/// The scene as it would be under a side's settings of one skeleton. Settings that are the
/// document's leave it as it is.
Scene apply_side(const Scene& scene, Id skeleton, const CompareSide& side);
/// A deformer with the functions that a side is made by. Of a student's only those that a run of
/// all checks found safe.
Deformer deformer_for(const Session& session, const CourseState& course, const CompareSide& side);
/// The functions that can take a side here; a student's need a run of all checks first.
std::vector<Backend> implementations_to_compare();
const char* implementation_title(
    Backend implementation);  ///< "the engine", "the textbook", "the student"
/// Gives the right side other functions; none: the document's. Says so, and runs the checks, where
/// a student's have not been tried.
void set_implementation(Session& session, CompareState& compare, CourseState& course,
                        std::optional<Backend> implementation);

/// Begins or ends the comparison. Refused, with a toast, when there is no skeleton.
void set_comparing(Editor& editor, bool on);
void on_document_replaced(CompareState& compare, DocumentChange change);
/// Brings the right side up to date; costs next to nothing when neither the document nor the side
/// changed.
void update_compare(Editor& editor);
/// The comparison is on and the right side has been made.
bool is_comparing(const CompareState& compare);
bool shows_difference(const CompareState& compare);
/// Makes the right side the document's setting, one undo step, and ends the comparison. False when
/// it was refused.
bool take_over(Editor& editor);

/// What the right side shows, for the same camera and the same marks as `left`. Precondition:
/// is_comparing().
view::Picture right_picture(const Session& session, const CompareState& compare,
                            const view::Picture& left);

/// "inverse distance (the document)", "linear, radii x 1.20".
std::string left_caption(const Session& session);
std::string right_caption(const Session& session, const CompareState& compare);

/// Where the divider stands, in pixels of the viewport from its left edge.
float divider_pixel(const Session& session, const CompareState& compare);
bool is_on_divider(const Session& session, const CompareState& compare, float x);
/// Keeps a margin to both edges, so that it can always be taken hold of.
void move_divider(Session& session, CompareState& compare, float x);

}  // namespace marrow
