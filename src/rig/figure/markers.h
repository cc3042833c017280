// Markers: the places of a figure's joints. The template decides which markers there are.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/choice.h"

namespace marrow {

/// A kind of figure. Each has a set of markers, a finder for them, and bones between them
/// (edit/figure/figure_bones.h).
enum class FigureTemplate {
  humanoid,   ///< Marker
  quadruped,  ///< QuadrupedMarker; the tail's markers are last, and missing without a tail
  chain,      ///< one marker at each joint, and one at the end
  bird,       ///< BirdMarker
  hand,       ///< HandMarker, then fingers; without sides
  count,      ///< the number of templates
};
inline constexpr std::array<ChoiceRow<FigureTemplate>, std::size_t(FigureTemplate::count)>
    kTemplates = {{
        {.value = FigureTemplate::humanoid,
         .id = "humanoid",
         .title = "human figure",
         .help = "Stands on two legs and has two arms and a head."},
        {.value = FigureTemplate::quadruped,
         .id = "quadruped",
         .title = "four-legged animal",
         .help = "Has four legs below a trunk, a neck, a head, and perhaps a tail."},
        {.value = FigureTemplate::chain,
         .id = "chain",
         .title = "chain",
         .help = "Is long and has no limbs: a snake, a tail, a rope."},
        {.value = FigureTemplate::bird,
         .id = "bird",
         .title = "bird",
         .help = "Stands on two legs, has two wings off the body, a head and a tail."},
        {.value = FigureTemplate::hand,
         .id = "hand",
         .title = "hand",
         .help = "Is a hand alone, from the wrist to fingers that stand apart."},
    }};
template <>
struct ChoiceTable<FigureTemplate> {
  static constexpr const auto& rows = kTemplates;
  static constexpr const char *word = "template", *label = "Skeleton of";
  static constexpr const char* question = "What kind of figure the skeleton is made for";
};
static_assert(has_all_rows<FigureTemplate>(), "each template needs a row, in order");

/// Indices of a humanoid's markers: the middle, the left side, the right side in the same order;
/// fingers follow (add_fingers()).
struct Marker {
  enum Index : std::size_t {
    head_top,
    head,   ///< base of the skull
    neck,   ///< base of the neck
    chest,  ///< base of the rib cage
    hips,   ///< pelvis
    shoulder_l,
    elbow_l,
    wrist_l,
    hand_end_l,
    hip_l,
    knee_l,
    ankle_l,
    ball_l,  ///< where the toes begin
    toe_end_l,
    shoulder_r,
    elbow_r,
    wrist_r,
    hand_end_r,
    hip_r,
    knee_r,
    ankle_r,
    ball_r,
    toe_end_r
  };
};
/// Indices of a quadruped's markers: the middle, the left side, the right side, the tail.
struct QuadrupedMarker {
  enum Index : std::size_t {
    nose,
    head,   ///< base of the skull
    neck,   ///< base of the neck
    chest,  ///< between the shoulder blades
    spine,
    hips,
    shoulder_l,
    elbow_l,
    wrist_l,
    front_toe_l,
    hip_l,
    knee_l,   ///< stifle
    ankle_l,  ///< hock
    ball_l,
    hind_toe_l,
    shoulder_r,
    tail = shoulder_r + 9,
    tail_low,
    tail_high,
    tail_end
  };
};

/// Indices of a bird's markers: the middle, the left side, the right side.
struct BirdMarker {
  enum Index : std::size_t {
    beak,
    head,  ///< base of the skull
    neck,  ///< base of the neck
    chest,
    hips,
    tail,
    tail_end,
    shoulder_l,
    elbow_l,
    wrist_l,
    wing_end_l,
    hip_l,
    knee_l,
    ankle_l,  ///< the joint that bends back
    ball_l,   ///< where the toes begin
    toe_end_l
  };
};
struct HandMarker {
  enum Index : std::size_t { wrist, palm /** where fingers begin */ };
};

/// The fingers that a hand may have, in order.
inline constexpr std::array<const char*, 5> kFingers = {"thumb", "index", "middle", "ring",
                                                        "little"};
/// Markers of a finger: its joints from the palm outwards, and its tip.
inline constexpr std::size_t kFingerMarkers = 4;

struct MarkerPlace {
  std::string name{};
  std::size_t parent = 0;   ///< the next marker towards the root; a root: itself
  std::size_t partner = 0;  ///< the same marker of the other side; a middle marker: itself
  glm::vec3 position{0.0f};
  std::string doubt{};  ///< why the position may be wrong, in plain words; empty: no reason
};

struct FigureMarkers {
  FigureTemplate shape = FigureTemplate::humanoid;
  std::vector<MarkerPlace> places{};
  glm::vec3 up{0.0f, 1.0f, 0.0f}, front{0.0f, 0.0f, 1.0f};  ///< unit vectors
  float height = 0.0f;
  std::string front_doubt{};  ///< why front and back may be exchanged; empty: no reason
  bool has_twists = false;    ///< forearms and shins of a humanoid get twist joints

  MarkerPlace& operator[](std::size_t marker) { return places[marker]; }
  const MarkerPlace& operator[](std::size_t marker) const { return places[marker]; }
  std::size_t mirrored(std::size_t marker) const { return places[marker].partner; }
  bool is_left(std::size_t marker) const { return mirrored(marker) > marker; }
  /// The position of a left marker, or of its partner on the right.
  glm::vec3& at(std::size_t left, bool is_right) {
    return places[is_right ? mirrored(left) : left].position;
  }
  std::optional<std::size_t> find(std::string_view name) const;  ///< a marker's index
  void swap_sides();
  /// For markers in figure space: the front becomes +z or, for a negative `z`, -z.
  void turn_to(float z);
};

/// All markers of a template except fingers, at the origin. `joints`: number of joints of a chain.
FigureMarkers markers_of(FigureTemplate shape, int joints = 1);

/// One per finger of kFingers.
using FingerChoice = std::array<bool, kFingers.size()>;
inline bool has_hands(FigureTemplate shape) {
  return shape == FigureTemplate::humanoid || shape == FigureTemplate::hand;
}
/// True if the template has a left and a right side.
inline bool has_sides(FigureTemplate shape) {
  return shape != FigureTemplate::chain && shape != FigureTemplate::hand;
}
/// Adds markers of these fingers at the origin: "thumb_1" to "thumb_3" and "thumb_end" of a hand,
/// and with ".L" and ".R" on both sides of a humanoid.
void add_fingers(FigureMarkers& markers, const FingerChoice& which);

inline constexpr int kMostChainJoints = 64;  ///< a search makes more only if asked to

inline constexpr int kAutoFingers = -1;  ///< those that the mesh clearly has

struct FigureWish {
  FigureTemplate shape = FigureTemplate::humanoid;
  int joints = 0;  ///< number of joints of a chain; 0: by its length and thickness
  /// Number of fingers per hand, 0 to 5; at least 1 for a hand alone. Those that are not separate
  /// in the mesh are in doubt.
  int fingers = kAutoFingers;
  bool has_twists = false;  ///< FigureMarkers::has_twists of the result
};

}  // namespace marrow
