// The first start: the sample waves its arm until the first input, and a card offers ways to begin.
// Waving is a gesture that is always canceled, so it leaves no step.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Shows the card; the sample waves if it has an arm.
void begin_welcome(Session& session, WelcomeState& welcome);

/// Call once per frame, before drawing: moves the arm and requests a frame while it waves.
void advance_wave(Session& session, WelcomeState& welcome);
/// Call at the first key, click, wheel turn or drop: restores the arm bit for bit.
void end_wave(Session& session, WelcomeState& welcome);

/// Angle of the arm, radians, by the time since the wave began: two swings to either side, fading
/// in and out; 0 before and after.
float wave_angle(double seconds);

// The card's ways to begin.
void begin_with_pose(Session& session, ViewportState& viewport, WelcomeState& welcome);
void begin_with_radius(Session& session, ViewportState& viewport, WelcomeState& welcome);
void begin_with_assignment(Session& session, CourseState& course, WelcomeState& welcome);
/// Closes the card for good: later starts do not show it.
void dismiss_welcome(Session& session, WelcomeState& welcome);

}  // namespace marrow
