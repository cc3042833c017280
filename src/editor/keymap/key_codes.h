// Keys as numbers: printable keys are their lower-case character, others have bit 30 set. The
// numbers are SDL's (app/input.cpp asserts it).
#pragma once

#include <cstdint>
#include <string>

namespace marrow {

using KeyCode = std::int32_t;

namespace keys {

inline constexpr KeyCode beyond_text(int scancode) { return scancode | (1 << 30); }

inline constexpr KeyCode kBackspace = 8, kTab = 9, kReturn = 13, kEscape = 27, kSpace = 32,
                         kDelete = 127;
inline constexpr KeyCode kF1 = beyond_text(58), kF2 = kF1 + 1, kF6 = kF1 + 5, kF10 = kF1 + 9,
                         kF12 = kF1 + 11;
inline constexpr KeyCode kHome = beyond_text(74), kPageUp = beyond_text(75), kEnd = beyond_text(77),
                         kPageDown = beyond_text(78);
inline constexpr KeyCode kRight = beyond_text(79), kLeft = beyond_text(80), kDown = beyond_text(81),
                         kUp = beyond_text(82);
inline constexpr KeyCode kPadMinus = beyond_text(86), kPadPlus = beyond_text(87),
                         kPadEnter = beyond_text(88);
inline constexpr KeyCode kPad0 = beyond_text(98), kPadPeriod = beyond_text(99);
/// Precondition: 1 to 9.
inline constexpr KeyCode pad(int digit) { return beyond_text(88 + digit); }

}  // namespace keys

/// "S", "F12", "Keypad 1", "Del", for menus; empty for other keys.
std::string key_name(KeyCode key);

}  // namespace marrow
