// State of the timeline: rows, selected keys and drags of them, curves, meters. No ImGui.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/growing_list.h"
#include "platform/background_job.h"
#include "rig/measure/motion_trial.h"
#include "scene/keys.h"

namespace marrow {

/// A row of the timeline with keys of the whole motion, of a limb, of a joint or node, or of one
/// property of a joint or node.
struct TimelineRow {
  enum class Kind { all, limb, target, channel };
  /// All keys of the row at one time.
  struct Mark {
    float seconds = 0.0f;
    KeyShape shape = KeyShape::smooth;
    bool is_selected = false;  ///< at least one of the keys
  };

  Kind kind = Kind::all;
  std::string name{};
  Id id = kNoId;                             ///< joint or node; limb: its first joint; all: kNoId
  std::optional<MotionProperty> property{};  ///< for Kind::channel
  int depth = 0;
  bool has_children = false, is_open = false;
  bool is_selected = false;   ///< the joint or node is selected
  std::vector<Id> targets{};  ///< joints and nodes that have its keys
  std::vector<Mark> marks{};  ///< sorted by time
};

struct CopiedKey {
  Id target = kNoId;
  MotionProperty property = MotionProperty::translation;
  Key key;  ///< `seconds` since the first copied key
};

/// What a drag does to the selected keys.
enum class KeyDrag {
  move,   ///< along the time
  scale,  ///< away from the time shown or towards it
};

/// A key on a curve, in the curve's units.
struct CurveKey {
  KeyPlace place;
  float value = 0.0f;
  float in = 0.0f, out = 0.0f;  ///< slopes before and after the key, per second
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

/// Curves and their inputs.
struct ShownCurves {
  std::shared_ptr<const Motion> motion;
  KeyPlaces selected;
  std::vector<Id> chosen;  ///< joints and nodes
  std::uint64_t commits = 0;
  CurveSpan span;
  std::vector<Curve> curves;
  std::vector<std::string> problems;  ///< errors of the course's catmull_rom()
};

/// Meters over the chosen motion.
struct MotionMetersState {
  bool is_open = false;                         ///< the strips replace the rows
  platform::BackgroundJob<std::monostate> job;  ///< on a copy of the scene; fills `measured`
  std::shared_ptr<const GrowingList<MotionSample>> measured;
  std::vector<MotionSample> samples;  ///< taken from `measured` so far, by time
  std::vector<WorstOfMotion> worst;   ///< one per joint, the worst first

  /// Inputs of the job.
  struct MadeOf {
    std::shared_ptr<const Motion> motion;
    Id skeleton = kNoId;
    std::uint64_t commits = 0;
    bool operator==(const MadeOf&) const = default;
  } made_of;
};

struct TimelineState {
  bool is_open = false;
  bool has_room = true;           ///< the window is high enough for the timeline
  bool snaps = true;              ///< keys and times that are dragged go to whole frames
  bool ripples = false;           ///< moving keys also moves all later keys
  bool shows_curves = false;      ///< curves of the selection replace the rows
  bool only_selected = false;     ///< rows of only the selected joints and nodes
  double begin = 0.0, end = 0.0;  ///< visible seconds; both 0: the whole motion

  KeyPlaces selected;
  /// The last press was in the timeline: Delete, Ctrl+A, Ctrl+C and Ctrl+V apply to keys.
  bool has_keyboard = false;

  /// The present drag of keys.
  struct Drag {
    KeyDrag kind = KeyDrag::move;
    float grabbed = 0.0f;  ///< time of the grabbed key
    float about = 0.0f;    ///< scale: the fixed time
    KeyPlaces selected;    ///< before the drag
    std::string done;      ///< name of its step: "Move 3 keys by 0.50 s"
    float longer = 0.0f;   ///< the motion's new length, seconds; 0: unchanged
  };
  std::optional<Drag> drag;

  /// What the pointer drags.
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
  float held_from = 0.0f;  ///< time of the press, seconds
  float held_row = 0.0f;   ///< row of the press, from the top
  KeyPlaces before_box;
  int held_curve = 0;               ///< index of the grabbed curve
  float held_value = 0.0f;          ///< value of the grabbed key at the press
  bool is_held_out = false;         ///< tangents: the end after the key
  glm::dvec2 value_span{0.0, 1.0};  ///< lowest and highest visible value; fixed in a drag

  /// The present drag of values on a curve.
  struct ValueDrag {
    int component = 0;
    float grabbed = 0.0f;  ///< value of the grabbed key as its curve shows it
    std::vector<std::pair<KeyPlace, std::vector<float>>> keys;  ///< each with its shown numbers
    std::string what;                                           ///< the step's name
  };
  std::optional<ValueDrag> value_drag;

  std::vector<Id> revealed;  ///< selected joints and nodes whose rows were scrolled to

  std::vector<CopiedKey> copied;
  std::shared_ptr<const Motion> copied_from;
  float copied_first = 0.0f;  ///< time of the first key in that motion, seconds

  using Folds = std::map<std::pair<Id, bool>, bool>;
  Folds folds;  ///< rows opened or closed by hand: {id, is a limb}

  /// The shown rows and their inputs.
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
  MotionMetersState meters;
};

}  // namespace marrow
