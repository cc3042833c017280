// The swipe view: the document at the left of a divider, the scene with other settings at its
// right, with the same camera and pose. Only apply_side() and deformer_for() know the meaning of a
// side's settings.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "editor/editor.h"
#include "rig/fit/fit.h"

namespace marrow {

/// The settings of a side that differ from the document's.
struct CompareSide {
  std::optional<Backend> implementation{};  ///< none: the document's
  SkeletonChoices choices{};
  float radius_factor = 1.0f;  ///< multiplies every radius of the shown skeleton
  /// Fitted capsules, instead of the skeleton's own.
  std::optional<CapsuleSettings> capsules{};
  bool operator==(const CompareSide&) const = default;
};

struct CompareState {
  bool is_on = false;
  /// Colors the left side by each vertex's distance from its place on the right side.
  bool shows_difference = false;
  float divider = 0.5f;  ///< share of the picture's width
  CompareSide right{.choices = {.falloff = Falloff::linear}};

  // The right side as of the last update_compare(), and its inputs.
  Scene scene;
  std::optional<Deformer> deformer;  ///< up to date with `scene`
  Scene made_from;
  CompareSide made_with;
  Id made_for = kNoId;  ///< the skeleton
  bool made_hurried = false;
};

/// The scene with a side's settings for one skeleton; unchanged if they are the document's.
Scene apply_side(const Scene& scene, Id skeleton, const CompareSide& side);
/// A deformer with a side's implementation. It calls a student's function only if a run of all
/// checks found the function safe.
Deformer deformer_for(const Session& session, const CourseState& course, const CompareSide& side);
/// The implementations that this program can compare.
std::vector<Backend> implementations_to_compare();
/// "the engine", "the textbook", "the student".
const char* implementation_title(Backend implementation);
/// Sets the implementation of the right side; none: the document's. A student's functions that the
/// checks have not tried are refused with a toast, and the checks start.
void set_implementation(Session& session, CompareState& compare, CourseState& course,
                        std::optional<Backend> implementation);

/// Begins or ends the comparison. Refused with a toast if there is no skeleton.
void set_comparing(Editor& editor, bool on);
void on_document_replaced(CompareState& compare, DocumentChange change);
/// Updates the right side; cheap if neither the document nor the side changed.
void update_compare(Editor& editor);
/// Updates the right side like deformed_exactly(), for a picture that is kept.
void measure_compared(CompareState& compare);
/// The comparison is on and the right side is ready.
bool is_comparing(const CompareState& compare);
bool shows_difference(const CompareState& compare);
/// Gives the document the right side's settings, as one undo step, and ends the comparison. Returns
/// false if refused.
bool apply_comparison(Editor& editor);

/// The right side's picture, with the camera and marks of `left`. Precondition: is_comparing().
view::Picture right_picture(const Session& session, const CompareState& compare,
                            const view::Picture& left);

/// "inverse distance (the document)", "linear, radii x 1.20".
std::string left_caption(const Session& session);
std::string right_caption(const Session& session, const CompareState& compare);
/// The left and the right caption without the settings that both share, for narrow places.
std::pair<std::string, std::string> short_captions(const Session& session,
                                                   const CompareState& compare);

/// The divider's distance from the left edge of the viewport, pixels.
float divider_pixel(const Session& session, const CompareState& compare);
bool is_on_divider(const Session& session, const CompareState& compare, float x);
/// Keeps a margin to both edges, so that the divider can always be grabbed.
void move_divider(Session& session, CompareState& compare, float x);

}  // namespace marrow
