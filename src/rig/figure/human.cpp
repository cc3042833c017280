// Finds the joints of a human figure, from the shoulders and elbows to the knees and feet.
#include <algorithm>
#include <cmath>

#include "rig/figure/finders.h"
#include "rig/figure/landmarks.h"

namespace marrow {
namespace {

// For a figure whose legs are hidden: the height where its trunk begins, used until its shoulders
// are known; then the crotch, as a share of the shoulders' height.
constexpr float kRobeBottom = 0.28f, kRobeCrotch = 0.58f;
constexpr float kEven = 0.06f;  // sides that differ by less become mirror images
constexpr double kRobeSymmetry = 0.7, kRobeDepth = 0.75;

struct HumanFinder {
  const FigureFrame& frame;
  const FigureCells& cells;
  FigureMarkers found = markers_of(FigureTemplate::humanoid);

  void put(std::size_t marker, const glm::vec3& at) { found[marker].position = at; }
  void doubt(std::size_t marker, const std::string& why) {
    for (const std::size_t one : {marker, found.mirrored(marker)})
      if (found[one].doubt.empty()) found[one].doubt = why;
  }
  void place_arms(const std::array<FigureArm, 2>& arms);
  void reach_fingertips(const std::vector<Shell>& shells);
  void place_legs(const FigureLegs& legs, const std::array<FigureFoot, 2>& feet, float neck);
  void place_trunk(const FigureNeck& neck, const std::array<FigureArm, 2>& arms, float shoulders);
  std::string why_no_human() const;
  void find_front(const std::array<FigureFoot, 2>& feet);
  void place_fingers(const std::vector<Shell>& shells, const std::array<FigureArm, 2>& arms,
                     int wanted, const Checkpoint& checkpoint);
  FigureFrame hand_frame(bool is_right);
};

/// The triangles of an arm that are near its hand, in hand space (find_fingers()).
std::vector<Shell> hand_shells(const std::vector<Shell>& shells, const FigureFrame& hand,
                               const FigureCells& cells, const std::vector<char>& is_arm) {
  constexpr float kAside = 0.9f, kBelow = -0.3f, kAbove = 1.25f;  // shares of the hand's length
  const auto is_of_hand = [&](const glm::vec3& point) {
    const glm::vec3 at = hand.to_figure(point);
    if (at.y < kBelow || at.y > kAbove || std::hypot(at.x, at.z) > kAside) return false;
    bool is_beside = false, is_own = false;  // fingers may be thinner than a cell
    cells.solid.visit_around(
        point, 1, [&](int cell) { (is_arm[std::size_t(cell)] ? is_own : is_beside) = true; });
    return is_own || !is_beside;
  };
  std::vector<Shell> of_hand;
  for (const Shell& shell : shells) {
    Shell part{shell.positions, {}};
    for (std::size_t t = 0; t + 2 < shell.triangles.size(); t += 3) {
      const std::uint32_t* corner = &shell.triangles[t];
      if (std::all_of(corner, corner + 3,
                      [&](std::uint32_t v) { return is_of_hand(shell.positions[v]); }))
        part.triangles.insert(part.triangles.end(), corner, corner + 3);
    }
    if (part.triangles.empty()) continue;
    for (glm::vec3& position : part.positions) position = hand.to_figure(position);
    of_hand.push_back(std::move(part));
  }
  return of_hand;
}

/// Hand space, as a frame in figure space. Thumbs are expected in front, or on the inner side of a
/// hand that points to the front.
FigureFrame HumanFinder::hand_frame(bool is_right) {
  constexpr double kAhead = 0.9;  // cosine: the hand points to the front
  const glm::dvec3 front(found.front);
  FigureFrame hand;
  hand.origin = glm::dvec3(found.at(Marker::wrist_l, is_right));
  const glm::dvec3 way = glm::dvec3(found.at(Marker::hand_end_l, is_right)) - hand.origin;
  hand.height = glm::length(way);
  hand.up = way / hand.height;
  glm::dvec3 thumb = front;
  if (std::abs(glm::dot(hand.up, front)) > kAhead) thumb = {-hand.origin.x, 0.0, 0.0};
  hand.left = glm::normalize(thumb - glm::dot(thumb, hand.up) * hand.up);
  return hand;
}

/// Places no fingers if the two hands do not have the same ones.
void HumanFinder::place_fingers(const std::vector<Shell>& shells,
                                const std::array<FigureArm, 2>& arms, int wanted,
                                const Checkpoint& checkpoint) {
  const std::vector<char> is_arm = cells_of(cells, arms);
  const std::size_t first = found.places.size();
  const std::array frames{hand_frame(false), hand_frame(true)};
  std::array<HandFingers, 2> hands;
  for (const std::size_t side : {0u, 1u})
    hands[side] =
        find_fingers(hand_shells(shells, frames[side], cells, is_arm), wanted, checkpoint);
  if (hands[0].found() != hands[1].found()) {
    if (wanted > 0) doubt(Marker::hand_end_l, "the hands are not alike: no fingers were made");
    return;
  }
  add_fingers(found, hands[0].found());
  std::size_t m = first;
  for (const std::size_t side : {0u, 1u})
    for (const std::optional<FingerPlaces>& finger : hands[side].places)
      for (std::size_t k = 0; finger && k < kFingerMarkers; ++k, ++m) {
        found[m].position = frames[side].to_world((*finger)[k]);
        found[m].doubt = hands[side].doubt;
      }
  even_sides(found, kEven, first);
}

void HumanFinder::place_arms(const std::array<FigureArm, 2>& arms) {
  constexpr float kUnlike = 0.12f;
  for (const bool side : {false, true}) {
    const FigureArm& arm = arms[side];
    found.at(Marker::shoulder_l, side) = arm.inside;
    found.at(Marker::elbow_l, side) = arm.at(arm.elbow);
    found.at(Marker::wrist_l, side) = arm.at(arm.wrist);
    found.at(Marker::hand_end_l, side) = arm.at(arm.length());
    if (!arm.has_wrist) doubt(Marker::wrist_l, "the hand is not thicker than the arm");
  }
  if (glm::distance(found.at(Marker::hand_end_l, false),
                    found.at(Marker::hand_end_l, true) * glm::vec3(-1.0f, 1.0f, 1.0f)) > kUnlike)
    for (const std::size_t marker : {Marker::elbow_l, Marker::wrist_l, Marker::hand_end_l})
      doubt(marker, "the arms are not alike: one may hold something");
}

/// Fingers may be thinner than a cell, so vertices decide: a hand points to their middle, and ends
/// where they end.
void HumanFinder::reach_fingertips(const std::vector<Shell>& shells) {
  constexpr float kAside = 0.6f, kBeyond = 2.0f;  // shares of the hand's length
  for (const bool is_right : {false, true}) {
    const glm::vec3 wrist = found.at(Marker::wrist_l, is_right);
    glm::vec3& end = found.at(Marker::hand_end_l, is_right);
    for (int round = 0; round < 3; ++round) {
      const float length = glm::distance(wrist, end);
      if (!(length > 0.0f)) break;
      const glm::vec3 along = (end - wrist) / length;
      glm::vec3 sum(0.0f);
      float farthest = 0.0f;
      for (const Shell& shell : shells)
        for (const std::uint32_t v : shell.triangles) {
          const glm::vec3 from = shell.positions[v] - wrist;
          const float t = glm::dot(from, along);
          if (t <= 0.0f || t >= kBeyond * length ||
              glm::length(from - t * along) >= kAside * length)
            continue;
          sum += from;
          farthest = std::max(farthest, t);
        }
      if (glm::length(sum) > 0.0f) end = wrist + farthest * glm::normalize(sum);
    }
  }
}

void HumanFinder::place_legs(const FigureLegs& legs, const std::array<FigureFoot, 2>& feet,
                             float neck) {
  constexpr float kHip = 0.1f;  // height above the crotch, as a share of that from crotch to neck
  const float crotch = cells.height_of(legs.crotch);
  for (const bool side : {false, true}) {
    const FigureFoot& foot = feet[side];
    const SlicePart& thigh = legs.part(cells.level_at(0.92f * crotch), side);
    const glm::vec3 hip(thigh.center.x, crotch + kHip * (neck - crotch), thigh.center.z);
    const float knee_y = 0.5f * (hip.y + foot.ankle.y);
    found.at(Marker::hip_l, side) = hip;
    found.at(Marker::knee_l, side) = legs.part(cells.level_at(knee_y), side).center;
    found.at(Marker::knee_l, side).y = knee_y;
    found.at(Marker::ankle_l, side) = foot.ankle;
    const bool is_forward = feet[0].forward + feet[1].forward >= 0.0f;
    const glm::vec3 &heel = is_forward ? foot.heel : foot.toe,
                    &toe = is_forward ? foot.toe : foot.heel;
    found.at(Marker::ball_l, side) = glm::mix(heel, toe, 0.72f);
    found.at(Marker::toe_end_l, side) = glm::mix(heel, toe, 0.96f);
  }
}

void HumanFinder::place_trunk(const FigureNeck& neck, const std::array<FigureArm, 2>& arms,
                              float shoulders) {
  constexpr float kHips = 0.08f, kChest = 0.495f;  // shares from hips to neck, as media/human.glb
  const std::vector<char> is_arm = cells_of(cells, arms);
  const float rise = neck.narrow - shoulders;
  const float neck_y = shoulders + 0.5f * rise,
              head_y = std::min(shoulders + 1.5f * rise, 0.7f * neck.narrow + 0.3f * neck.top);
  const float hip_y = 0.5f * (found[Marker::hip_l].position.y + found[Marker::hip_r].position.y);
  const float hips_y = hip_y + kHips * (neck_y - hip_y);
  put(Marker::hips, middle_at(cells, is_arm, hips_y));
  put(Marker::chest, middle_at(cells, is_arm, glm::mix(hips_y, neck_y, kChest)));
  put(Marker::neck, middle_at(cells, is_arm, neck_y));
  put(Marker::head, middle_at(cells, is_arm, std::max(head_y, neck.narrow)));
  put(Marker::head_top, {0.0f, neck.top, found[Marker::head].position.z});
  if (!neck.is_clear)
    for (const std::size_t marker : {Marker::neck, Marker::head})
      doubt(marker, "the head is nowhere set off from the trunk");
}

void HumanFinder::find_front(const std::array<FigureFoot, 2>& feet) {
  constexpr float kClear = 0.12f;
  const float forward = 0.5f * (feet[0].forward + feet[1].forward);
  bool is_turned = forward < 0.0f;
  const glm::dvec3 usual =
      frame.up.y > 0.5 ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, -1.0, 0.0);
  if (std::abs(forward) < kClear) {
    is_turned = glm::dot(frame.front(), usual) < 0.0;
    found.front_doubt = "the feet are as long to the back as to the front";
  }
  found.turn_to(is_turned ? -1.0f : 1.0f);
}

/// True if a figure without visible legs is human: its arms must be certain.
bool is_robe(const FigureCells& cells, const std::array<FigureArm, 2>& arms, float shoulders) {
  constexpr float kLowest = 0.4f, kHighest = 0.92f, kLeastArm = 0.14f, kAlike = 0.1f;
  const glm::vec3 left = arms[0].at(arms[0].length()), right = arms[1].at(arms[1].length());
  return shoulders > kLowest && shoulders < kHighest && left.y < shoulders + kAlike &&
         left.y > 0.5f * shoulders - kAlike &&
         std::min(arms[0].length(), arms[1].length()) > kLeastArm &&
         glm::distance(left, right * glm::vec3(-1.0f, 1.0f, 1.0f)) < kAlike &&
         cells.middle_of(0) != nullptr;
}

/// A refusal in words, or empty: names a proportion that no human figure has.
std::string HumanFinder::why_no_human() const {
  constexpr float kMostHips = 0.24f, kLeastTrunk = 0.08f, kLeastLeg = 0.05f, kLeastArm = 0.1f;
  const auto place = [&](std::size_t marker) { return found[marker].position; };
  if (std::abs(place(Marker::hip_l).x) > kMostHips || std::abs(place(Marker::hip_r).x) > kMostHips)
    return "its legs are too far apart for its height";
  if (place(Marker::neck).y - place(Marker::hips).y < kLeastTrunk)
    return "there is no trunk between its legs and its arms";
  if (place(Marker::hip_l).y - place(Marker::ankle_l).y < kLeastLeg)
    return "its legs are too short for its height";
  if (glm::distance(place(Marker::shoulder_l), place(Marker::hand_end_l)) < kLeastArm ||
      glm::distance(place(Marker::shoulder_r), place(Marker::hand_end_r)) < kLeastArm)
    return "its arms are too short for its height";
  return {};
}

}  // namespace

Attempt find_human(const FigureInside& inside, const FigureWish& wish,
                   const Checkpoint& checkpoint) {
  const FigureCells& cells = inside.cells;
  std::string refusal, no_arms;
  std::optional<FigureLegs> legs = legs_of(cells, refusal);
  const bool may_wear_robe =
      inside.frame.symmetry > kRobeSymmetry && inside.box.high.z - inside.box.low.z < kRobeDepth;
  if (!legs && (refusal == kTooManyLegs || !may_wear_robe)) return {{}, std::move(refusal), 1};
  if (!legs) legs = hidden_legs(cells, kRobeBottom);
  const auto arms = arms_of(cells, *legs, no_arms, checkpoint);
  if (!arms) return {{}, legs->are_hidden ? refusal : no_arms, 1};
  HumanFinder finder{inside.frame, cells};
  finder.place_arms(*arms);
  finder.reach_fingertips(inside.shells);
  const float shoulders = 0.5f * (finder.found[Marker::shoulder_l].position.y +
                                  finder.found[Marker::shoulder_r].position.y);
  const FigureNeck neck = neck_of(cells, *arms, shoulders);
  if (legs->are_hidden) {
    if (!is_robe(cells, *arms, shoulders)) return {{}, std::move(refusal), 1};
    legs = hidden_legs(cells, kRobeCrotch * shoulders);
  }
  if (!(shoulders > cells.height_of(legs->crotch)) || neck.top - shoulders < 0.06f)
    return {{}, "no head was found above the arms", 3};
  const std::array<FigureFoot, 2> feet = feet_of(cells, *legs);
  finder.place_legs(*legs, feet, neck.narrow);
  finder.place_trunk(neck, *arms, shoulders);
  if (std::string why = finder.why_no_human(); !why.empty()) return {{}, std::move(why), 3};
  if (legs->are_hidden)
    for (const std::size_t marker : {Marker::hips, Marker::hip_l, Marker::knee_l, Marker::ankle_l,
                                     Marker::ball_l, Marker::toe_end_l})
      finder.doubt(marker, "the legs are hidden, so this is by proportion");
  even_sides(finder.found, kEven);
  finder.find_front(feet);
  if (wish.fingers != 0) finder.place_fingers(inside.shells, *arms, wish.fingers, checkpoint);
  return {std::move(finder.found)};
}

}  // namespace marrow
