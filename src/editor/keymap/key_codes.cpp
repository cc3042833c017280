#include "editor/keymap/key_codes.h"

#include <array>

namespace marrow {
namespace {

struct NamedKey {
  KeyCode key;
  const char* name;
};
constexpr std::array<NamedKey, 19> kNamed{{{keys::kBackspace, "Backspace"},
                                           {keys::kTab, "Tab"},
                                           {keys::kReturn, "Enter"},
                                           {keys::kEscape, "Esc"},
                                           {keys::kSpace, "Space"},
                                           {keys::kDelete, "Del"},
                                           {keys::kHome, "Home"},
                                           {keys::kEnd, "End"},
                                           {keys::kPageUp, "PageUp"},
                                           {keys::kPageDown, "PageDown"},
                                           {keys::kLeft, "Left"},
                                           {keys::kRight, "Right"},
                                           {keys::kUp, "Up"},
                                           {keys::kDown, "Down"},
                                           {keys::kPadMinus, "Keypad -"},
                                           {keys::kPadPlus, "Keypad +"},
                                           {keys::kPadEnter, "Keypad Enter"},
                                           {keys::kPadPeriod, "Keypad ."},
                                           {keys::kPad0, "Keypad 0"}}};

}  // namespace

std::string key_name(KeyCode key) {
  for (const NamedKey& named : kNamed)
    if (named.key == key) return named.name;
  if (key >= keys::kF1 && key <= keys::kF12) return "F" + std::to_string(key - keys::kF1 + 1);
  if (key >= keys::pad(1) && key <= keys::pad(9))
    return "Keypad " + std::to_string(key - keys::pad(0));
  if (key < 33 || key > 126) return {};
  const char letter = char(key);
  return std::string(1, letter >= 'a' && letter <= 'z' ? char(letter - 'a' + 'A') : letter);
}

}  // namespace marrow
