// Finds birds that stand on two legs and hold their wings off the body.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "rig/figure/finders.h"

namespace marrow {
namespace {

using Bird = BirdMarker;

/// The limbs of a bird, as seen from the middle of its body.
struct BirdFinder {
  const FigureCells& figure;
  glm::vec3 middle{0.0f};  ///< of the body
  std::vector<FigureLimb> limbs{};
  std::array<const FigureLimb*, 2> legs{}, wings{};  ///< towards +x, towards -x
  const FigureLimb *head = nullptr, *tail = nullptr;
  float sign = 1.0f;  ///< 1: the head is towards +z; -1: towards -z
  FigureMarkers found = markers_of(FigureTemplate::bird);

  explicit BirdFinder(const FigureCells& of);
  glm::vec3 tip_of(const FigureLimb& limb) const { return figure.centers[std::size_t(limb.tip)]; }
  std::string find_limbs(const Checkpoint& checkpoint);
  void find_front();
  void place_middle();
  void place_side(std::size_t first, const FigureLimb& limb, bool is_right, float to,
                  const std::array<float, 2>& usual);
};

/// Sets `middle` to the deepest place in the plane of symmetry.
BirdFinder::BirdFinder(const FigureCells& of) : figure(of) {
  constexpr float kNear = 0.04f;
  const std::vector<float> depth = depths_of(figure.solid);
  float deepest = 0.0f;
  for (std::size_t cell = 0; cell < depth.size(); ++cell)
    if (std::abs(figure.centers[cell].x) < kNear) deepest = std::max(deepest, depth[cell]);
  float count = 0.0f;
  for (std::size_t cell = 0; cell < depth.size(); ++cell)
    if (std::abs(figure.centers[cell].x) < kNear && depth[cell] > 0.9f * deepest) {
      middle += figure.centers[cell];
      count += 1.0f;
    }
  middle /= std::max(1.0f, count);
  middle.x = 0.0f;
}

/// Legs and wings are pairs, head and tail are in the middle. Returns a refusal in words, or empty.
std::string BirdFinder::find_limbs(const Checkpoint& checkpoint) {
  constexpr float kShortest = 0.07f, kAlike = 0.15f, kAside = 0.03f, kOnGround = 0.12f,
                  kMiddle = 0.06f, kSlender = 2.5f, kApart = 0.3f;
  limbs = limbs_of(FigureWays(figure, {middle, middle}, checkpoint), kShortest, checkpoint);
  for (const FigureLimb& left : limbs) {
    for (const FigureLimb& right : limbs) {
      const glm::vec3 one = tip_of(left), other = tip_of(right);
      if (left.middle.size() < 4 || right.middle.size() < 4 || one.x < kAside || other.x > -kAside)
        continue;
      if (glm::distance(one, other * glm::vec3(-1.0f, 1.0f, 1.0f)) > kAlike) continue;
      const bool is_leg = one.y < kOnGround && other.y < kOnGround;
      auto& pair = is_leg ? legs : wings;
      if (is_leg && pair[0] && std::abs(tip_of(*pair[0]).z - one.z) > kApart)
        return "it stands on more than two legs";
      if (!pair[0] || left.reach + right.reach > pair[0]->reach + pair[1]->reach)
        pair = {&left, &right};
    }
  }
  if (!legs[0]) return "no two legs were found that reach the ground";
  if (!wings[0]) return "no two wings were found that stand off the body";
  const auto is_in_middle = [&](const FigureLimb& limb) {
    return limb.middle.size() >= 3 &&
           limb.length() > kSlender * limb.middle[limb.middle.size() / 2].radius &&
           tip_of(limb).y > kOnGround && std::abs(limb.at(0.9f * limb.length()).x) < kMiddle;
  };
  for (const FigureLimb& limb : limbs)
    if (is_in_middle(limb) && tip_of(limb).y > (head ? tip_of(*head).y : middle.y)) head = &limb;
  for (const FigureLimb& limb : limbs)
    if (head && is_in_middle(limb) && (!tail || limb.reach > tail->reach) &&
        (tip_of(limb).z - middle.z) * (tip_of(*head).z - middle.z) < 0.0f)
      tail = &limb;
  if (!head || !tail) return "no head and tail were found at the two ends of a trunk";
  return {};
}

/// The front is where the head is, the higher end of the trunk; feet should point there too.
void BirdFinder::find_front() {
  constexpr float kClear = 0.1f;
  sign = tip_of(*head).z < tip_of(*tail).z ? -1.0f : 1.0f;
  float toes = 0.0f;
  for (const FigureLimb* leg : legs)
    toes += sign * (tip_of(*leg).z - leg->at(0.6f * leg->length()).z);
  if (toes < 0.0f || tip_of(*head).y - tip_of(*tail).y < kClear)
    found.front_doubt = "the head and the tail may be exchanged";
}

void BirdFinder::place_middle() {
  constexpr float kFrom = 0.2f, kTo = 0.7f, kSkull = 0.25f, kClear = 1.03f, kRoot = 0.05f;
  constexpr float kTrunk = 0.5f;  // share of the ways from the middle to the neck and the tail
  const auto put = [&](std::size_t marker, const glm::vec3& at) {
    found[marker].position = at * glm::vec3(0.0f, 1.0f, 1.0f);
  };
  const float length = head->length();
  float least = std::numeric_limits<float>::max(), narrow = 0.0f, skull = 0.0f;
  for (const FigureLimb::Section& section : head->middle) {
    if (section.from < kFrom * length || section.from > kTo * length || section.radius >= least)
      continue;
    least = section.radius;
    narrow = section.from;
  }
  for (const FigureLimb::Section& section : head->middle)
    if (section.from > narrow) skull = std::max(skull, section.radius);
  put(Bird::beak, tip_of(*head));
  put(Bird::head, head->at(glm::mix(narrow, length, kSkull)));
  put(Bird::neck, head->at(kRoot * length));
  put(Bird::tail, tail->at(kRoot * tail->length()));
  put(Bird::tail_end, tip_of(*tail));
  put(Bird::chest, glm::mix(middle, found[Bird::neck].position, kTrunk));
  put(Bird::hips, glm::mix(middle, found[Bird::tail].position, kTrunk));
  if (skull < kClear * least) found[Bird::head].doubt = "the head is nowhere set off from the neck";
}

/// The two bends at which three straight bones follow a limb's middle best, as shares of the way
/// from `from` to `to`; near `usual` if the limb is straight.
std::array<float, 2> bends_of(const FigureLimb& limb, float from, float to,
                              const std::array<float, 2>& usual) {
  constexpr float kEnd = 0.15f, kStep = 0.05f, kUsual = 0.02f;
  constexpr int kSamples = 24;
  const auto at = [&](float share) { return limb.at(glm::mix(from, to, share)); };
  std::array<float, 2> best = usual;
  float least = std::numeric_limits<float>::max();
  for (float one = kEnd; one < 1.0f - kEnd; one += kStep)
    for (float other = one + kEnd; other <= 1.0f - kEnd; other += kStep) {
      const Bone bones[] = {{at(0.0f), at(one)}, {at(one), at(other)}, {at(other), at(1.0f)}};
      float cost = 0.0f;
      for (int k = 1; k < kSamples; ++k) {
        const float share = float(k) / float(kSamples);
        const double off = distance_to(bones[share < one     ? 0
                                             : share < other ? 1
                                                             : 2],
                                       at(share)) /
                           double(to - from);
        cost += float(off * off) / float(kSamples);
      }
      const glm::vec2 unusual(one - usual[0], other - usual[1]);
      cost += kUsual * glm::dot(unusual, unusual);
      if (cost >= least) continue;
      least = cost;
      best = {one, other};
    }
  return best;
}

/// Places four markers: all of a wing, or those of a leg except the last.
void BirdFinder::place_side(std::size_t first, const FigureLimb& limb, bool is_right, float to,
                            const std::array<float, 2>& usual) {
  constexpr float kRoot = 0.04f;
  const float from = kRoot * limb.length();
  const auto [one, other] = bends_of(limb, from, to, usual);
  const float shares[] = {0.0f, one, other, 1.0f};
  for (std::size_t k = 0; k < 4; ++k)
    found.at(first + k, is_right) = limb.at(glm::mix(from, to, shares[k]));
}

/// Where on a leg's middle the toes begin: the length from the root.
float ball_of(const FigureLimb& leg) {
  constexpr float kAboveGround = 0.08f, kLeast = 0.6f;  // shares of the root's height, of the leg
  float ball = leg.length();
  for (const FigureLimb::Section& section : leg.middle)
    if (section.center.y < kAboveGround * leg.middle.front().center.y)
      ball = std::min(ball, section.from);
  return std::max(ball, kLeast * leg.length());
}

}  // namespace

Attempt find_bird(const FigureInside& inside, const FigureWish&, const Checkpoint& checkpoint) {
  constexpr float kEven = 0.08f;   // sides that differ by less become mirror images
  constexpr float kInside = 0.4f;  // share of the height from a leg's root to the trunk's middle
  constexpr std::array<float, 2> kWing = {0.3f, 0.6f}, kLeg = {0.3f, 0.65f};
  BirdFinder finder(inside.cells);
  if (std::string refusal = finder.find_limbs(checkpoint); !refusal.empty())
    return {{}, std::move(refusal), 1};
  finder.find_front();
  finder.place_middle();
  FigureMarkers& found = finder.found;
  for (const bool is_right : {false, true}) {
    const FigureLimb &wing = *finder.wings[is_right], &leg = *finder.legs[is_right];
    finder.place_side(Bird::shoulder_l, wing, is_right, wing.length(), kWing);
    finder.place_side(Bird::hip_l, leg, is_right, ball_of(leg), kLeg);
    found.at(Bird::toe_end_l, is_right) = finder.tip_of(leg);
    glm::vec3& hip = found.at(Bird::hip_l, is_right);
    hip = glm::mix(hip, glm::vec3(hip.x, finder.middle.y, hip.z), kInside);
  }
  even_sides(found, kEven);
  found.turn_to(finder.sign);
  return {std::move(found)};
}

}  // namespace marrow
