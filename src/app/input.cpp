#include "app/input.h"

#include <utility>

#include "app/imgui_version.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "base/index.h"
#include "editor/keymap/key_codes.h"

namespace marrow::app {

namespace {

// The editor's key numbers are SDL's.
static_assert(SDLK_F1 == keys::kF1 && SDLK_F2 == keys::kF2 && SDLK_F6 == keys::kF6 &&
              SDLK_F10 == keys::kF10 && SDLK_F12 == keys::kF12);
static_assert(SDLK_HOME == keys::kHome && SDLK_END == keys::kEnd && SDLK_PAGEUP == keys::kPageUp &&
              SDLK_PAGEDOWN == keys::kPageDown);
static_assert(SDLK_LEFT == keys::kLeft && SDLK_RIGHT == keys::kRight && SDLK_UP == keys::kUp &&
              SDLK_DOWN == keys::kDown);
static_assert(SDLK_KP_0 == keys::kPad0 && SDLK_KP_1 == keys::pad(1) && SDLK_KP_9 == keys::pad(9) &&
              SDLK_KP_PERIOD == keys::kPadPeriod);
static_assert(SDLK_KP_MINUS == keys::kPadMinus && SDLK_KP_PLUS == keys::kPadPlus &&
              SDLK_KP_ENTER == keys::kPadEnter);
static_assert(SDLK_DELETE == keys::kDelete && SDLK_ESCAPE == keys::kEscape &&
              SDLK_RETURN == keys::kReturn && SDLK_TAB == keys::kTab);

/// SDL counts left, middle, right, X1, X2 from 1; ImGui left, right, middle from 0. -1: unknown.
int imgui_button(Uint8 button) {
  constexpr int kButtons[] = {-1, 0, 2, 1, 3, 4};
  return button < std::size(kButtons) ? kButtons[button] : -1;
}

// SDL's modifier keys follow each other: the left ones, then the right ones.
static_assert(SDLK_LSHIFT == SDLK_LCTRL + 1 && SDLK_LALT == SDLK_LCTRL + 2 &&
              SDLK_LGUI == SDLK_LCTRL + 3 && SDLK_RCTRL == SDLK_LCTRL + 4 &&
              SDLK_RSHIFT == SDLK_LCTRL + 5 && SDLK_RALT == SDLK_LCTRL + 6 &&
              SDLK_RGUI == SDLK_LCTRL + 7);
bool is_modifier(SDL_Keycode code) { return code >= SDLK_LCTRL && code <= SDLK_RGUI; }

/// True for keys that edit a text field without typing a letter. ImGui handles a frame's letters
/// before its keys, so a frame must not mix them.
bool edits_text(SDL_Keycode code) {
  return (code & SDLK_SCANCODE_MASK) != 0 || code < SDLK_SPACE || code == SDLK_DELETE;
}

bool is_key(const SDL_Event& event) { return event.type == SDL_KEYDOWN || event.type == SDL_KEYUP; }
bool is_button(const SDL_Event& event) {
  return event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP;
}

bool is_focus_loss(const SDL_Event& event) {
  return event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST;
}
bool is_of_touch(const SDL_Event& event) {
  return (event.type == SDL_MOUSEMOTION && event.motion.which == SDL_TOUCH_MOUSEID) ||
         (is_button(event) && event.button.which == SDL_TOUCH_MOUSEID);
}
int sign_of(Sint32 value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

void Input::begin_frame() {
  moved_ = clicked_ = scrolled_ = typed_ = edited_ = keyed_ = wants_quit_ = focused_ = false;
  alt_tapped_ = false;
  wheel_ = {0.0f, 0.0f};
  touch_.pan = glm::vec2(0.0f);
  touch_.zoom = 1.0f;
  event_ticks_.reset();
  keys_.clear();
  pressed_.clear();
  dropped_.clear();
}

bool Input::take() {
  bool any = false;
  SDL_Event event;
  while (true) {
    if (leftover_) {
      event = *leftover_;
      leftover_.reset();
    } else if (!SDL_PollEvent(&event)) {
      return any;
    }
    any = true;
    if (take(event)) continue;
    leftover_ = event;
    return any;
  }
}

bool Input::take(const SDL_Event& event) {
  if (contradicts(event)) return false;
  if (had_several_fingers_ && event.type == SDL_MOUSEMOTION && is_of_touch(event)) return true;
  if (event.type == SDL_TEXTINPUT && is_typed_apart(event.text.text))
    type_into_field(event.text.text);
  else if (event.type != SDL_MOUSEWHEEL && !is_focus_loss(event))
    ImGui_ImplSDL2_ProcessEvent(&event);
  note(event);
  return true;
}

bool Input::contradicts(const SDL_Event& event) const {
  if (event.type == SDL_MOUSEMOTION) return clicked_ || scrolled_ || keyed_;
  if (is_button(event)) return moved_ || clicked_ || scrolled_ || keyed_;
  if (event.type == SDL_MOUSEWHEEL) return clicked_ || keyed_;
  if (event.type == SDL_FINGERDOWN || event.type == SDL_FINGERUP)
    return !fingers_.empty() && (moved_ || clicked_);
  if (event.type == SDL_TEXTINPUT) return edited_;
  if (!is_key(event)) return false;
  if (is_modifier(event.key.keysym.sym)) return moved_ || clicked_ || scrolled_ || keyed_;
  if (list_has(keys_, event.key.keysym.scancode)) return true;
  return clicked_ || scrolled_ || (typed_ && edits_text(event.key.keysym.sym));
}

void Input::note(const SDL_Event& event) {
  event_ticks_ = event.common.timestamp;
  switch (event.type) {
    case SDL_MOUSEMOTION:
      moved_ = true;
      pointer_ = {float(event.motion.x), float(event.motion.y)};
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      clicked_ = true;
      alt_alone_ = false;
      pointer_ = {float(event.button.x), float(event.button.y)};
      if (const int button = imgui_button(event.button.button); button >= 0) {
        const auto index = std::size_t(button);
        buttons_[index] = event.type == SDL_MOUSEBUTTONDOWN;
        if (index == 0) touch_.presses = buttons_[0] && is_of_touch(event);
        if (buttons_[index]) note_click(index, event.button);
      }
      break;
    case SDL_MOUSEWHEEL:
      scrolled_ = true;
      alt_alone_ = false;
      wheel_.x += float(sign_of(event.wheel.x));
      wheel_.y += float(sign_of(event.wheel.y));
      break;
    case SDL_TEXTINPUT:
      typed_ = true;
      break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      note_key(event.key);
      break;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
      note_finger(event.tfinger);
      break;
    case SDL_WINDOWEVENT:
      note_window(event.window);
      break;
    case SDL_DROPFILE:
      if (event.drop.file != nullptr) dropped_.emplace_back(event.drop.file);
      SDL_free(event.drop.file);
      break;
    case SDL_QUIT:
      wants_quit_ = true;
      break;
    default:
      break;
  }
}

void Input::note_click(std::size_t button, const SDL_MouseButtonEvent& event) {
  constexpr Uint32 kDoubleClick = 400;  // milliseconds from press to press, as on most desktops
  Click& last = clicks_[button];
  const ImVec2 at{float(event.x), float(event.y)};
  const float x = at.x - last.at.x, y = at.y - last.at.y,
              most = ImGui::GetIO().MouseDoubleClickMaxDist;
  const bool again =
      last.count > 0 && event.timestamp - last.ticks < kDoubleClick && x * x + y * y < most * most;
  last = {event.timestamp, at, static_cast<ImU16>(again ? last.count + 1 : 1)};
}

void Input::note_key(const SDL_KeyboardEvent& event) {
  const SDL_Keycode key = event.keysym.sym;
  const bool is_down = event.type == SDL_KEYDOWN, is_alt = key == SDLK_LALT || key == SDLK_RALT;
  if (!is_alt) alt_alone_ = false;
  if (is_modifier(key)) {
    modifiers_[std::size_t(key - SDLK_LCTRL)] = is_down;
    if (is_alt && is_down && event.repeat == 0) alt_alone_ = !holds(kCtrl) && !holds(kShift);
    if (is_alt && !is_down) alt_tapped_ = std::exchange(alt_alone_, false);
    return;
  }
  keyed_ = true;
  edited_ |= is_down && edits_text(key);
  keys_.push_back(event.keysym.scancode);
  if (is_down)
    pressed_.push_back({{key, holds(kCtrl), holds(kShift), holds(kAlt)}, event.repeat != 0});
}

void Input::note_window(const SDL_WindowEvent& event) {
  const bool holds_button = list_has(buttons_, true);
  if (event.event == SDL_WINDOWEVENT_LEAVE && !holds_button) pointer_ = {-FLT_MAX, -FLT_MAX};
  focused_ |= event.event == SDL_WINDOWEVENT_FOCUS_GAINED;
  if (event.event != SDL_WINDOWEVENT_FOCUS_LOST) return;
  // Releases of held keys and fingers will not be reported.
  release_keys(ImGui::GetIO());
  modifiers_ = {};
  alt_alone_ = false;
  fingers_.clear();
  touch_ = {};
  had_several_fingers_ = false;
}

void Input::note_finger(const SDL_TouchFingerEvent& event) {
  int width = 0, height = 0;
  SDL_GetWindowSize(SDL_GetWindowFromID(event.windowID), &width, &height);
  const glm::vec2 at(event.x * float(width), event.y * float(height));
  // The fingers' center, and the sum of their distances from it.
  const auto spread = [this] {
    glm::vec2 center(0.0f);
    for (const auto& [finger, place] : fingers_) center += place;
    center /= float(fingers_.size());
    float distance = 0.0f;
    for (const auto& [finger, place] : fingers_) distance += glm::distance(place, center);
    return std::pair(center, distance);
  };
  if (event.type == SDL_FINGERUP) {
    fingers_.erase(event.fingerId);
  } else if (event.type == SDL_FINGERDOWN) {
    fingers_[event.fingerId] = at;
  } else if (const auto moved = fingers_.find(event.fingerId); moved != fingers_.end()) {
    const auto [center, distance] = spread();
    moved->second = at;
    const auto [new_center, new_distance] = spread();
    touch_.pan += new_center - center;
    if (fingers_.size() > 1 && distance > 0.0f && new_distance > 0.0f)
      touch_.zoom *= new_distance / distance;
  }
  touch_.fingers = int(fingers_.size());
  had_several_fingers_ = touch_.fingers > 1 || (had_several_fingers_ && touch_.fingers > 0);
  if (touch_.fingers > 0) touch_.center = spread().first;
  if (touch_.fingers == 0) pointer_ = {-FLT_MAX, -FLT_MAX};  // nothing is hovered
}

void Input::scroll_by_touch() {
  constexpr float kPerNotch = 40.0f;  // pixels at UI scale 1
  if (touch_.fingers < 2) return;
  wheel_.x -= touch_.pan.x / px(kPerNotch);
  wheel_.y += touch_.pan.y / px(kPerNotch);
}

void Input::write_to(ImGuiIO& io) const {
  write_held(io, {.pointer = pointer_,
                  .buttons = buttons_,
                  .ctrl = holds(kCtrl),
                  .shift = holds(kShift),
                  .alt = holds(kAlt),
                  .super = holds(kSuper),
                  .wheel = wheel_});
}

void Input::write_clicks(ImGuiIO& io) const {
  for (std::size_t button = 0; button < clicks_.size(); ++button) {
    if (!io.MouseClicked[button]) continue;
    io.MouseClickedCount[button] = io.MouseClickedLastCount[button] = clicks_[button].count;
    io.MouseDoubleClicked[button] = clicks_[button].count == 2;
  }
}

}  // namespace marrow::app
