// The first ten seconds: the sample greets with its arm until somebody acts, and a card offers the
// doors. Greeting is a gesture that is always cancelled, so it leaves neither a step nor a trace.
#pragma once

#include "editor/session.h"

namespace marrow {

struct ViewportState;
struct WelcomeState;

/// First start: shows the card, and lets the sample wave if it has an arm for it.
void begin_welcome(Session& session, WelcomeState& welcome);

/// Once a frame, before the picture: the arm's next place. Asks for the next frame while it waves.
void advance_wave(Session& session, WelcomeState& welcome);
/// At the first key, click, wheel or drop: the arm is back where the file has it, bit for bit.
void end_wave(Session& session, WelcomeState& welcome);

/// Turn of the arm at a time since the wave began, radians: two swings to either side, fading in
/// and out; 0 before and after.
float wave_angle(double seconds);

// The doors of the card.
void take_pose_door(Session& session, ViewportState& viewport, WelcomeState& welcome);
void take_radius_door(Session& session, ViewportState& viewport, WelcomeState& welcome);
void dismiss_welcome(Session& session,
                     WelcomeState& welcome);  ///< for good: the next start is without it

}  // namespace marrow
