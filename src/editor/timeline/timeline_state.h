// State of the timeline: its rows, the keys that are selected and what is done to them. No ImGui.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "editor/timeline/ghosts_state.h"
#include "editor/timeline/motion_meters_state.h"
#include "scene/keys.h"

namespace marrow {

/// A row of the timeline and the keys that it shows: of everything, of a limb, of a joint or node,
/// of one property of those.
struct TimelineRow {
  enum class Kind { all, limb, target, channel };
  /// Keys at one time.
  struct Mark {
    float seconds = 0.0f;
    KeyShape shape = KeyShape::smooth;
    bool is_selected = false;  ///< one of them at least
  };

  Kind kind = Kind::all;
  std::string name{};
  Id id = kNoId;  ///< of the joint or node; of a limb its first joint; all: kNoId
  std::optional<MotionProperty> property{};  ///< of a channel
  int depth = 0;
  bool has_children = false, is_open = false;
  bool is_selected = false;   ///< its joint or node is
  std::vector<Id> targets{};  ///< whose keys it shows
  std::vector<Mark> marks{};  ///< by time
};

/// A key that was copied.
struct CopiedKey {
  Id target = kNoId;
  MotionProperty property = MotionProperty::translation;
  Key key;  ///< its time from the first key that was copied
};

/// What a drag does to the selected keys.
enum class KeyDrag {
  move,   ///< along the time
  scale,  ///< away from the time that is shown
};

/// A key on a curve, in the curve's numbers.
struct CurveKey {
  KeyPlace place;
  float value = 0.0f;
  float in = 0.0f, out = 0.0f;  ///< slopes before and after it, per second
  KeyShape shape = KeyShape::smooth;
  bool is_selected = false;
};

/// One number of one channel.
struct Curve {
  std::string name;  ///< "forearm.L rotation x"
  std::string part;  ///< "rotation x"
  int component = 0;
  std::vector<glm::dvec2> points;  ///< seconds and value, by time
  std::vector<CurveKey> keys;
};

inline constexpr std::size_t kMostCurves = 24;

/// Seconds.
struct CurveSpan {
  double begin = 0.0, end = 0.0, step = 1.0;
  bool operator==(const CurveSpan&) const = default;
};

/// Curves, and what they were made of.
struct ShownCurves {
  std::shared_ptr<const Motion> motion;
  KeyPlaces selected;
  std::vector<Id> chosen;  ///< joints and nodes
  std::uint64_t commits = 0;
  CurveSpan span;
  std::vector<Curve> curves;
  std::vector<std::string> problems;  ///< of the course's function that draws some
};

struct TimelineState {
  bool is_open = false;
  bool has_room = true;           ///< the window is high enough for it
  bool snaps = true;              ///< keys and times that are dragged go to whole frames
  bool ripples = false;           ///< moved keys take all later ones along
  bool shows_curves = false;      ///< of what is selected, in place of the rows
  bool only_selected = false;     ///< rows of the selected joints and nodes alone
  double begin = 0.0, end = 0.0;  ///< seconds in the picture; both 0: the whole motion

  KeyPlaces selected;
  bool has_keyboard = false;  ///< the last press was in it: Delete, Ctrl+A, Ctrl+C and Ctrl+V mean keys

  /// A drag of keys under way.
  struct Drag {
    KeyDrag kind = KeyDrag::move;
    float grabbed = 0.0f;  ///< the time of the key in hand
    float about = 0.0f;    ///< what stays where it is when keys are scaled
    KeyPlaces selected;    ///< before it
    std::string done;      ///< what it does now, for its step: "Move 3 keys by 0.50 s"
  };
  std::optional<Drag> drag;

  /// What the pointer has in hand.
  enum class Hold {
    none,
    scrub,
    range,
    range_begin,
    range_end,
    length,
    keys,
    box,
    curve_key,
    slope
  };
  Hold hold = Hold::none;
  float held_from = 0.0f;  ///< the time of the press, seconds
  float held_row = 0.0f;   ///< likewise, rows from the top
  KeyPlaces before_box;
  int held_curve = 0;               ///< index of the curve in hand
  float held_value = 0.0f;          ///< the value of its key at the press
  bool is_held_out = false;         ///< of a tangent, its end after the key
  glm::dvec2 value_span{0.0, 1.0};  ///< lowest and highest value in the picture; kept in a drag

  /// A drag of values on a curve under way.
  struct ValueDrag {
    int component = 0;
    float grabbed = 0.0f;  ///< the value of the key in hand, as its curve shows it
    std::vector<std::pair<KeyPlace, std::vector<float>>> keys;  ///< and the numbers shown of each
    std::string what;                                           ///< the step's name
  };
  std::optional<ValueDrag> value_drag;

  std::vector<Id> revealed;  ///< the selected joints and nodes whose rows were brought into view

  std::vector<CopiedKey> copied;
  std::shared_ptr<const Motion> copied_from;
  float copied_first = 0.0f;  ///< seconds of that motion: the time of the first key

  using Folds = std::map<std::pair<Id, bool>, bool>;
  Folds folds;  ///< rows opened or closed by hand: {id, is a limb}

  /// The rows of what is shown, made again when that changes.
  struct Rows {
    std::shared_ptr<const Motion> motion;
    KeyPlaces selected;
    std::vector<Id> chosen;  ///< joints and nodes
    std::uint64_t commits = 0;
    bool only_selected = false;
    Folds folds;
    std::vector<TimelineRow> rows;
  };
  Rows shown;
  ShownCurves curves;
  GhostsState ghosts;
  MotionMetersState meters;
};

}  // namespace marrow
