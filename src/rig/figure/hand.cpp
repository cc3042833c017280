#include "rig/figure/hand.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace marrow {
namespace {

constexpr float kFan = 0.45f;  // of the hand's length: fingers without gaps begin there

/// A hand in hand space, whose limbs are its fingers.
struct HandSearch {
  const FigureCells cells;
  const FigureWays ways;
  std::vector<FigureLimb> fingers{};  ///< the thumb first if there is one, the others from it on
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
  /// What is next to a root may belong to it: the middle is clear of the palm.
  glm::vec3 middle_of(const FigureLimb& finger) const { return finger.at(0.5f * finger.length()); }
  glm::vec3 tip_of(const FigureLimb& finger) const {
    return cells.centers[std::size_t(finger.tip)];
  }
};

/// The cell nearest to where the ways begin.
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
  constexpr float kShortest = 0.1f, kLeastTip = 0.35f, kSlender = 1.8f;  // length per radius
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

/// Divides what is not thumb into strips of equal width, along the hand.
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
  constexpr float kClean = 0.15f;  // of the finger: sections nearer to the web are cut askew
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
    found.doubt = "the mesh does not have so many separate fingers: they are by proportion";
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

}  // namespace marrow
