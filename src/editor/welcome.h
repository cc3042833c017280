// The first ten seconds: the sample greets with its arm until somebody acts, and a card offers the
// doors. Greeting is a gesture that is always cancelled, so it leaves neither a step nor a trace.
#pragma once

#include "editor/editor.h"

namespace marrow {

/// Opens the sample that ships with the program, under no path: saving asks for a name. False and a
/// word about it when it is not there.
bool open_sample(Editor& editor);

/// First start: shows the card, and lets the sample wave if it has an arm for it.
void begin_welcome(Editor& editor);

/// Once a frame, before the picture: the arm's next place. Asks for the next frame while it waves.
void advance_wave(Editor& editor);
/// At the first key, click, wheel or drop: the arm is back where the file has it, bit for bit.
void end_wave(Editor& editor);

/// Turn of the arm at a time since the wave began, radians: two swings to either side, fading in
/// and out; 0 before and after.
float wave_angle(double seconds);

// The doors of the card.
void take_pose_door(Editor& editor);
void take_radius_door(Editor& editor);
void dismiss_welcome(Editor& editor);  ///< for good: the next start is without it

}  // namespace marrow
