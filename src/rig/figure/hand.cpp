// The fingers of a hand, for figures with hands and for a hand alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "rig/figure/finders.h"

namespace marrow {
namespace {

constexpr float kFan = 0.45f;  // share of the hand's length where fingers without gaps begin

/// A hand in hand space, whose limbs are its fingers.
struct HandSearch {
  const FigureCells cells;
  const FigureWays ways;
  std::vector<FigureLimb> fingers{};  ///< the thumb first, if any; the others along `across`
  bool has_thumb = false;
  glm::vec3 across{-1.0f, 0.0f, 0.0f};  ///< away from the thumb

  HandSearch(const std::vector<Shell>& hand, const Checkpoint& checkpoint)
      : cells(hand, kCells, checkpoint), ways(cells, {palm(), palm()}, checkpoint) {}
  void find_separate(const Checkpoint& checkpoint);
  void sort_fingers();
  void fan(std::size_t count);
  FingerPlaces places_of(const FigureLimb& finger, bool is_thumb) const;

 private:
  static constexpr std::size_t kCells = 500'000;
  glm::vec3 palm() const;
  glm::vec3 root_of(const FigureLimb& finger) const { return finger.middle.front().center; }
  /// The middle of a finger is certainly not part of the palm; cells next to the root may be.
  glm::vec3 middle_of(const FigureLimb& finger) const { return finger.at(0.5f * finger.length()); }
  glm::vec3 tip_of(const FigureLimb& finger) const {
    return cells.centers[std::size_t(finger.tip)];
  }
};

/// Where the ways begin: the center of the cell nearest to the middle of a usual palm.
glm::vec3 HandSearch::palm() const {
  constexpr glm::vec3 kPalm(0.0f, 0.2f, 0.0f);
  return cells.centers.empty()
             ? kPalm
             : *std::min_element(cells.centers.begin(), cells.centers.end(),
                                 [&](const glm::vec3& a, const glm::vec3& b) {
                                   return glm::distance(a, kPalm) < glm::distance(b, kPalm);
                                 });
}

void HandSearch::find_separate(const Checkpoint& checkpoint) {
  constexpr float kShortest = 0.1f, kLeastTip = 0.35f,
                  kSlender = 1.8f;  // length per radius
  for (FigureLimb& limb : limbs_of(ways, kShortest, checkpoint)) {
    if (limb.middle.size() < 4 || tip_of(limb).y < kLeastTip) continue;
    if (limb.length() < kSlender * limb.middle[limb.middle.size() / 2].radius) continue;
    fingers.push_back(std::move(limb));
  }
  sort_fingers();
}

/// The thumb is the finger that begins and ends nearest to the wrist.
void HandSearch::sort_fingers() {
  constexpr float kClear = 0.9f;
  if (fingers.size() < 2) return;
  std::stable_sort(fingers.begin(), fingers.end(), [&](const FigureLimb& a, const FigureLimb& b) {
    return tip_of(a).y < tip_of(b).y;
  });
  const FigureLimb& lowest = fingers[0];
  has_thumb = tip_of(lowest).y < kClear * tip_of(fingers[1]).y &&
              std::all_of(fingers.begin() + 1, fingers.end(), [&](const FigureLimb& finger) {
                return root_of(lowest).y < root_of(finger).y;
              });
  glm::vec3 widest(0.0f);  // from the thumb to a finger, else between the outer fingers
  for (const FigureLimb& one : fingers)
    for (const FigureLimb& other : fingers) {
      const glm::vec3 from = middle_of(has_thumb ? lowest : one);
      const glm::vec3 way = (middle_of(other) - from) * glm::vec3(1.0f, 0.0f, 1.0f);
      if (&other != &lowest && glm::length(way) > glm::length(widest)) widest = way;
    }
  if (glm::length(widest) > 0.0f)
    across = glm::normalize(has_thumb || widest.x < 0.0f ? widest : -widest);
  std::stable_sort(fingers.begin() + (has_thumb ? 1 : 0), fingers.end(),
                   [&](const FigureLimb& a, const FigureLimb& b) {
                     return glm::dot(middle_of(a), across) < glm::dot(middle_of(b), across);
                   });
}

/// Divides the cells outside the thumb into strips of equal width, along the hand.
void HandSearch::fan(std::size_t count) {
  std::vector<char> is_thumb(cells.centers.size(), 0);
  if (has_thumb)
    for (const int cell : fingers[0].cells) is_thumb[std::size_t(cell)] = 1;
  fingers.resize(has_thumb ? 1 : 0);
  std::vector<int> beyond;
  float low = std::numeric_limits<float>::max(), high = -low;
  for (std::size_t cell = 0; cell < cells.centers.size(); ++cell) {
    if (is_thumb[cell] || cells.centers[cell].y < kFan || ways.length[cell] < 0.0f) continue;
    beyond.push_back(int(cell));
    low = std::min(low, glm::dot(cells.centers[cell], across));
    high = std::max(high, glm::dot(cells.centers[cell], across));
  }
  const float width = (high - low) / float(count) + 1e-6f;
  std::vector<FigureLimb> strips(count);
  for (const int cell : beyond) {
    FigureLimb& strip =
        strips[std::size_t((glm::dot(cells.centers[std::size_t(cell)], across) - low) / width)];
    const float length = ways.length[std::size_t(cell)];
    strip.begins = strip.cells.empty() ? length : std::min(strip.begins, length);
    strip.cells.push_back(cell);
    if (length < strip.reach) continue;
    strip.reach = length;
    strip.tip = cell;
  }
  for (FigureLimb& strip : strips) {
    if (strip.cells.empty()) continue;
    cut_across(ways, strip);
    fingers.push_back(std::move(strip));
  }
}

/// A finger begins in the palm, below the web to the next one; a thumb near the wrist.
FingerPlaces HandSearch::places_of(const FigureLimb& finger, bool is_thumb) const {
  constexpr std::array<float, kFingerMarkers> kFinger = {0.0f, 0.36f, 0.69f, 1.0f},
                                              kThumb = {0.0f, 0.32f, 0.66f, 1.0f};
  constexpr float kClean = 0.15f;  // share of the finger: sections nearer to the web are cut askew
  const float length = finger.length(), from = kClean * length;
  const glm::vec3 root = finger.at(from);
  const glm::vec3 straight = glm::normalize(root - finger.at(0.5f * length)),
                  to_wrist = glm::normalize(-root);
  const float hidden = is_thumb ? 0.4f * glm::length(root) : (0.12f + kClean) * length;
  const glm::vec3 base = root + hidden * glm::normalize(straight + to_wrist);
  FingerPlaces places;
  for (std::size_t k = 0; k < kFingerMarkers; ++k) {
    const float at = (is_thumb ? kThumb : kFinger)[k] * (hidden + length - from);
    places[k] = at < hidden ? glm::mix(base, root, at / hidden) : finger.at(from + at - hidden);
  }
  return places;
}

}  // namespace

FingerChoice HandFingers::found() const {
  FingerChoice which;
  std::transform(places.begin(), places.end(), which.begin(),
                 [](const std::optional<FingerPlaces>& finger) { return finger.has_value(); });
  return which;
}

HandFingers find_fingers(const std::vector<Shell>& hand, int wanted, const Checkpoint& checkpoint) {
  HandFingers found;
  HandSearch search(hand, checkpoint);
  if (search.cells.solid.is_empty()) return found;
  search.find_separate(checkpoint);
  const std::size_t separate = search.fingers.size();
  const bool is_auto = wanted == kAutoFingers;
  if (is_auto && (separate < 2 || separate > kFingers.size())) return found;
  if (!is_auto && separate != std::size_t(wanted)) {
    found.doubt =
        "the mesh does not have that many separate fingers: they are "
        "by proportion";
    search.has_thumb &= wanted > 1;
    search.fan(std::size_t(wanted) - (search.has_thumb ? 1 : 0));
  } else if (!search.has_thumb) {
    found.doubt = "no finger is clearly the thumb";
  }
  const bool with_thumb = search.has_thumb || search.fingers.size() == kFingers.size();
  for (std::size_t f = 0; f < search.fingers.size(); ++f)
    found.places[f + (with_thumb ? 0 : 1)] =
        search.places_of(search.fingers[f], with_thumb && f == 0);
  return found;
}

namespace {

/// A hand alone, with the ways from its wrist's end.
struct LoneHand {
  const FigureCells& cells;
  std::unique_ptr<FigureWays> ways{};
  std::vector<FigureLimb> limbs{};  ///< the farthest first

  explicit LoneHand(const FigureCells& of) : cells(of) {}
  void see_from(int cell, const Checkpoint& checkpoint);
  std::optional<int> thickest_tip() const;
  glm::vec3 middle_at(float length) const;
  FigureFrame frame(std::string& doubt) const;
};

void LoneHand::see_from(int cell, const Checkpoint& checkpoint) {
  constexpr float kShortest = 0.12f;
  const glm::vec3& start = cells.centers[std::size_t(cell)];
  ways = std::make_unique<FigureWays>(cells, Bone{start, start}, checkpoint);
  const float longest = *std::max_element(ways->length.begin(), ways->length.end());
  limbs = limbs_of(*ways, kShortest * longest, checkpoint);
}

/// The center of all cells to which the way is this long.
glm::vec3 LoneHand::middle_at(float length) const {
  glm::vec3 sum(0.0f);
  float count = 0.0f;
  for (std::size_t cell = 0; cell < cells.centers.size(); ++cell)
    if (std::abs(ways->length[cell] - length) < cells.edge()) {
      sum += cells.centers[cell];
      count += 1.0f;
    }
  return sum / std::max(1.0f, count);
}

/// The end with the most cells near it: a wrist's end is thicker than fingertips. nullopt: the end
/// where the ways begin.
std::optional<int> LoneHand::thickest_tip() const {
  constexpr float kNear = 0.2f;
  const float near = kNear * limbs.front().reach;
  auto most = std::count_if(ways->length.begin(), ways->length.end(),
                            [&](float length) { return length >= 0.0f && length < near; });
  std::optional<int> tip;
  for (const FigureLimb& limb : limbs) {
    const auto count = std::count_if(limb.cells.begin(), limb.cells.end(), [&](int cell) {
      return ways->length[std::size_t(cell)] > limb.reach - near;
    });
    if (count <= most) continue;
    most = count;
    tip = limb.tip;
  }
  return tip;
}

/// Hand space, as a frame in the cells' space.
FigureFrame LoneHand::frame(std::string& doubt) const {
  // Shares of a hand's length: the part beyond the thumb's root; a mesh that is longer by the
  // second share includes a forearm.
  constexpr float kFromThumb = 0.62f, kForearm = 0.6f;
  const FigureLimb& longest = limbs.front();
  float thumb = longest.begins;
  for (const FigureLimb& limb : limbs) thumb = std::min(thumb, limb.begins);
  const float length = (longest.reach - thumb) / kFromThumb;
  const bool has_forearm = longest.reach > (1.0f + kForearm) * length;
  if (has_forearm) doubt = "the mesh continues beyond the wrist";
  const float beyond = has_forearm ? longest.reach - length : 0.0f;
  FigureFrame hand;
  hand.origin = glm::dvec3(middle_at(beyond));
  glm::dvec3 tips(0.0);
  for (const FigureLimb& limb : limbs)
    if (limb.reach > 0.8f * longest.reach)
      tips += glm::dvec3(cells.centers[std::size_t(limb.tip)]) - hand.origin;
  hand.up = glm::normalize(tips);
  const glm::dvec3 aside = std::abs(hand.up.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
  hand.left = glm::normalize(aside - glm::dot(aside, hand.up) * hand.up);
  hand.height = 1e-6;
  for (const FigureLimb& limb : limbs)
    hand.height =
        std::max(hand.height,
                 glm::dot(glm::dvec3(cells.centers[std::size_t(limb.tip)]) - hand.origin, hand.up));
  return hand;
}

constexpr const char* kNoFingers = "no fingers were found that stand apart";

/// A refusal in words, or empty: fingers are alike, and point away from the wrist.
std::string why_no_hand(const HandFingers& hand) {
  constexpr float kAlike = 2.0f, kAhead = 0.6f, kAboveWrist = 0.1f, kSpread = 0.2f;
  float shortest = std::numeric_limits<float>::max(), longest = 0.0f;
  float low = std::numeric_limits<float>::max(), high = 0.0f;  // where fingers begin
  int count = 0;
  for (const std::optional<FingerPlaces>& finger : hand.places) {
    if (!finger) continue;
    ++count;
    const glm::vec3 way = finger->back() - finger->front();
    if (finger->front().y < kAboveWrist) return "what looks like fingers begins at its wrist";
    if (finger == hand.places[0]) continue;
    if (way.y < kAhead * glm::length(way)) return "its limbs do not point one way, as fingers do";
    low = std::min(low, finger->front().y);
    high = std::max(high, finger->front().y);
    shortest = std::min(shortest, glm::length(way));
    longest = std::max(longest, glm::length(way));
  }
  if (count < 2) return kNoFingers;
  if (longest > kAlike * shortest || high - low > kSpread)
    return "its limbs are not alike, as fingers are";
  return {};
}

}  // namespace

Attempt find_hand(const FigureInside& inside, const FigureWish& wish,
                  const Checkpoint& checkpoint) {
  constexpr std::size_t kMostEnds = 6;
  if (wish.fingers == 0) return {{}, "a hand is found by its fingers, so it needs some"};
  LoneHand whole(inside.cells);
  whole.see_from(0, checkpoint);
  whole.see_from(whole.limbs.front().tip, checkpoint);
  if (const std::optional<int> wrist = whole.thickest_tip()) whole.see_from(*wrist, checkpoint);
  if (whole.limbs.size() < 2 || whole.limbs.size() > kMostEnds) return {{}, kNoFingers};
  FigureMarkers found = markers_of(FigureTemplate::hand);
  const FigureFrame frame = whole.frame(found[HandMarker::wrist].doubt);
  const HandFingers hand = find_fingers(seen_from(frame, inside.shells), wish.fingers, checkpoint);
  if (std::string why = why_no_hand(hand); !why.empty()) return {{}, std::move(why)};
  add_fingers(found, hand.found());
  std::size_t m = HandMarker::palm + 1;
  glm::vec3 knuckles(0.0f);
  float count = 0.0f;
  for (std::size_t f = 0; f < kFingers.size(); ++f) {
    if (!hand.places[f]) continue;
    for (const glm::vec3& place : *hand.places[f]) {
      found[m].doubt = hand.doubt;
      found[m++].position = place;
    }
    if (f == 0) continue;
    knuckles += hand.places[f]->front();
    count += 1.0f;
  }
  found[HandMarker::palm].position = knuckles / std::max(1.0f, count);
  leave_figure_space(found, frame);
  leave_figure_space(found, inside.frame);
  found.height = float(frame.height * inside.frame.height);
  return {std::move(found)};
}

}  // namespace marrow
