// Finds animals that stand on four legs, along z in figure space.
#include <algorithm>
#include <cmath>

#include "rig/figure/finders.h"
#include "rig/figure/landmarks.h"

namespace marrow {
namespace {

using Animal = QuadrupedMarker;

constexpr const char* kMoreThanFour = "it stands on more than four legs";

/// A leg as parts of slices, from the ground to the trunk.
struct LegColumn {
  std::size_t low = 0;           ///< level of the first part
  std::vector<SlicePart> parts;  ///< one per level

  std::size_t top() const { return low + parts.size() - 1; }
  const SlicePart& part(std::size_t level) const {
    return parts[std::min(level < low ? 0 : level - low, parts.size() - 1)];
  }
};
/// The leg towards +x and the one towards -x.
using LegPair = std::array<LegColumn, 2>;

bool overlap(const SlicePart& a, const SlicePart& b, float edge) {
  return a.low.x < b.high.x + edge && b.low.x < a.high.x + edge && a.low.z < b.high.z + edge &&
         b.low.z < a.high.z + edge;
}

/// Parts on both sides that are like a pair of legs, the largest first.
std::vector<std::array<const SlicePart*, 2>> pairs_in(const std::vector<SlicePart>& parts) {
  constexpr float kLessAlike = 2.6f, kLeast = 3.0f, kAstride = 0.15f;
  std::vector<std::array<const SlicePart*, 2>> pairs;
  std::vector<char> is_taken(parts.size(), 0);
  for (const SlicePart& left : parts) {
    if (left.crosses() || left.left < 0.5f || left.size() < kLeast) continue;
    std::size_t best = parts.size();
    float nearest = kAstride;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const SlicePart& right = parts[p];
      if (is_taken[p] || right.crosses() || right.left > 0.5f || right.size() < kLeast) continue;
      if (std::max(left.size(), right.size()) > kLessAlike * std::min(left.size(), right.size()))
        continue;
      const float apart = std::max(std::abs(left.center.z - right.center.z),
                                   std::abs(left.center.x + right.center.x));
      if (apart >= nearest) continue;
      nearest = apart;
      best = p;
    }
    if (best == parts.size()) continue;
    is_taken[best] = 1;
    pairs.push_back({&left, &parts[best]});
  }
  return pairs;
}

/// The pairs of legs at a level, the one with the largest z first; more than two: an insect.
std::vector<std::array<const SlicePart*, 2>> legs_at(const FigureCells& figure, std::size_t level) {
  constexpr float kAsLarge = 0.3f;
  auto pairs = pairs_in(figure.slices[level]);
  const auto size = [](const std::array<const SlicePart*, 2>& pair) {
    return pair[0]->size() + pair[1]->size();
  };
  std::stable_sort(pairs.begin(), pairs.end(),
                   [&](const auto& a, const auto& b) { return size(a) > size(b); });
  while (pairs.size() > 2 && size(pairs.back()) < kAsLarge * size(pairs[1])) pairs.pop_back();
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return a[0]->center.z + a[1]->center.z > b[0]->center.z + b[1]->center.z;
  });
  return pairs;
}

/// Follows a leg upwards until it is no longer a separate part of the slice.
void climb(const FigureCells& figure, LegColumn& leg) {
  constexpr float kThicker = 1.5f;
  while (leg.low + leg.parts.size() < figure.slices.size()) {
    const SlicePart& last = leg.parts.back();
    const SlicePart* next = nullptr;
    for (const SlicePart& part : figure.slices[leg.low + leg.parts.size()])
      if (!next && overlap(part, last, figure.edge())) next = &part;
    if (!next || next->crosses() || next->size() > kThicker * last.size() + 4.0f) return;
    leg.parts.push_back(*next);
  }
}

/// The two pairs of legs, the one with the larger z first; which are the front legs is open.
std::optional<std::array<LegPair, 2>> four_legs(const FigureCells& figure, std::string& refusal) {
  constexpr float kFeetBelow = 0.2f, kShortest = 0.06f;
  constexpr std::size_t kGap = 2;  // levels without four legs inside of a run
  std::array<LegPair, 2> best;
  std::size_t longest = 0, many = 0;
  for (std::size_t level = 0;
       level < figure.slices.size() && figure.height_of(level) < kFeetBelow;) {
    std::array<LegPair, 2> legs;
    std::size_t missed = 0, at = level, more = 0;
    for (; at < figure.slices.size() && missed <= kGap; ++at) {
      const auto pairs = legs_at(figure, at);
      more += pairs.size() > 2 ? 1u : 0u;
      if (pairs.size() != 2) {
        if (at == level) break;
        ++missed;
        continue;
      }
      for (const std::size_t end : {0u, 1u})
        for (const std::size_t side : {0u, 1u}) {
          LegColumn& leg = legs[end][side];
          if (leg.parts.empty()) leg.low = at;
          for (std::size_t gap = 0; gap < missed; ++gap) leg.parts.push_back(leg.parts.back());
          leg.parts.push_back(*pairs[end][side]);
        }
      missed = 0;
    }
    many = std::max(many, more);
    if (legs[0][0].parts.size() > longest) {
      longest = legs[0][0].parts.size();
      best = legs;
    }
    level = std::max(level + 1, legs[0][0].low + legs[0][0].parts.size());
  }
  if (float(longest) * figure.edge() < kShortest) {
    refusal = float(many) * figure.edge() > kShortest
                  ? kMoreThanFour
                  : "no four legs were found below a trunk, two on each side";
    return std::nullopt;
  }
  for (LegPair& pair : best)
    for (LegColumn& leg : pair) climb(figure, leg);
  return best;
}

constexpr float kMiddle = 0.05f;  // half the width of the strip that counts as the body's middle

/// The animal's profile in the plane of symmetry.
struct Profile {
  struct Column {
    float sum = 0.0f, count = 0.0f;  ///< sum and number of the cells' heights
  };
  std::vector<Column> columns;  ///< along z
  float begin = 0.0f, edge = 1.0f;

  explicit Profile(const FigureCells& figure);
  const Column& at(float z) const {
    const float column = std::clamp((z - begin) / edge, 0.0f, float(columns.size() - 1));
    return columns[std::size_t(column)];
  }
  float half_height(float z) const { return 0.25f * at(z).count * edge * edge / kMiddle; }
  /// The middle of the trunk.
  glm::vec3 middle(float z) const {
    const Column& column = at(z);
    return {0.0f, column.count > 0.0f ? column.sum / column.count : 0.0f, z};
  }
};

Profile::Profile(const FigureCells& figure) : edge(figure.edge()) {
  Bounds box;
  for (const glm::vec3& center : figure.centers) box.add(center);
  begin = box.low.z - 0.5f * edge;
  columns.resize(std::size_t((box.high.z - begin) / edge) + 1);
  for (const glm::vec3& center : figure.centers) {
    if (std::abs(center.x) > kMiddle) continue;
    Column& column = columns[std::size_t((center.z - begin) / edge)];
    column.sum += center.y;
    column.count += 1.0f;
  }
}

/// An animal whose legs are found. `sign` is 1 if its head is towards +z, else -1.
struct AnimalFinder {
  const FigureCells& figure;
  std::array<LegPair, 2> legs;  ///< the front legs first, once find_front() has run
  Profile profile;
  std::vector<char> is_leg;  ///< one per cell
  float sign = 1.0f;
  FigureMarkers found = markers_of(FigureTemplate::quadruped);

  AnimalFinder(const FigureCells& of, std::array<LegPair, 2> with);
  /// z of the tops of a pair of legs.
  float z_of(std::size_t end) const {
    return 0.5f * (legs[end][0].parts.back().center.z + legs[end][1].parts.back().center.z);
  }
  std::string why_no_animal() const;
  void find_front();
  FigureLimb head_chain(const FigureWays& ways) const;
  glm::vec3 nose_of(const FigureLimb& chain, float beyond, const FigureWays& ways) const;
  bool place_head(const FigureWays& ways);
  void place_trunk();
  void place_tail(const FigureWays& ways, const Checkpoint& checkpoint);
  void place_front_leg(bool is_right);
  void place_hind_leg(bool is_right);
  glm::vec3 toe_of(const LegColumn& leg) const;
  glm::vec3 at(const LegColumn& leg, const glm::vec3& joint, float y) const;
  glm::vec3 bend_of(const LegColumn& leg, const glm::vec3& joint, const glm::vec3& foot,
                    float usual, float way) const;
};

AnimalFinder::AnimalFinder(const FigureCells& of, std::array<LegPair, 2> with)
    : figure(of), legs(std::move(with)), profile(of), is_leg(of.solid.count(), 0) {
  for (const LegPair& pair : legs)
    for (const LegColumn& leg : pair)
      for (const SlicePart& part : leg.parts)
        for (const int cell : part.cells) is_leg[std::size_t(cell)] = 1;
}

std::string AnimalFinder::why_no_animal() const {
  const float between = z_of(0) - z_of(1);
  for (const LegPair& pair : legs)
    if (pair[0].parts.back().center.x - pair[1].parts.back().center.x > between)
      return "its four legs are farther apart across than along";
  for (float z = z_of(1); z < z_of(0); z += figure.edge())
    if (profile.at(z).count == 0.0f) return "no trunk joins its four legs";
  return {};
}

/// The head is where the feet point to, and where the body extends more and higher beyond the legs.
void AnimalFinder::find_front() {
  constexpr float kToes = 0.1f, kClear = 1.0f;
  float toes = 0.0f, ahead = 1.0f, behind = 1.0f;
  for (const LegPair& pair : legs)
    for (const LegColumn& leg : pair)
      toes += leg.parts.front().center.z - leg.part(std::size_t(0.4f * float(leg.top()))).center.z;
  for (std::size_t cell = 0; cell < is_leg.size(); ++cell) {
    const glm::vec3& center = figure.centers[cell];
    if (is_leg[cell]) continue;
    ahead += center.z > z_of(0) ? center.y : 0.0f;
    behind += center.z < z_of(1) ? center.y : 0.0f;
  }
  const float forward = toes / kToes + std::log2(ahead / behind);
  if (std::abs(forward) < kClear)
    found.front_doubt = "both ends look alike, and so do the ends of the feet";
  sign = forward < 0.0f ? -1.0f : 1.0f;
  if (sign < 0.0f) std::swap(legs[0], legs[1]);
}

/// Neck and head in the plane of symmetry, cut across the ways from the trunk.
FigureLimb AnimalFinder::head_chain(const FigureWays& ways) const {
  FigureLimb chain;
  for (std::size_t cell = 0; cell < is_leg.size(); ++cell) {
    const glm::vec3& center = figure.centers[cell];
    if (is_leg[cell] || std::abs(center.x) > kMiddle || sign * (center.z - z_of(0)) < 0.0f ||
        ways.length[cell] < 0.0f)
      continue;
    chain.cells.push_back(int(cell));
    if (ways.length[cell] <= chain.reach) continue;
    chain.reach = ways.length[cell];
    chain.tip = int(cell);
  }
  if (chain.tip != Solid::kNone) cut_across(ways, chain);
  return chain;
}

/// The front end of the part of the chain that is farther from the trunk than `beyond`.
glm::vec3 AnimalFinder::nose_of(const FigureLimb& chain, float beyond,
                                const FigureWays& ways) const {
  constexpr float kEnd = 0.03f;  // share of the height
  float end = -std::numeric_limits<float>::max();
  const auto is_head = [&](int cell) { return ways.length[std::size_t(cell)] >= beyond; };
  const auto forward = [&](int cell) { return sign * figure.centers[std::size_t(cell)].z; };
  for (const int cell : chain.cells)
    if (is_head(cell)) end = std::max(end, forward(cell));
  float height = 0.0f, count = 0.0f;
  for (const int cell : chain.cells) {
    if (!is_head(cell) || forward(cell) < end - kEnd) continue;
    height += figure.centers[std::size_t(cell)].y;
    count += 1.0f;
  }
  return {0.0f, height / std::max(1.0f, count), sign * (end + 0.5f * figure.edge())};
}

/// Returns false if there is no head.
bool AnimalFinder::place_head(const FigureWays& ways) {
  constexpr float kShortest = 0.2f, kNeck = 0.12f;            // shares: of the height; of the chain
  constexpr float kFrom = 0.25f, kTo = 0.6f, kSkull = 0.25f;  // narrowest section; share beyond it
  constexpr float kClear = 1.03f, kBeyond = 1.3f;             // head per neck; reach per half chest
  const FigureLimb chain = head_chain(ways);
  const float length = chain.length();
  if (chain.reach < std::max(kShortest, kBeyond * profile.half_height(z_of(0)))) return false;
  float least = std::numeric_limits<float>::max(), narrow = 0.0f, head = 0.0f;
  for (const FigureLimb::Section& section : chain.middle) {
    const float share = section.from / length;
    if (share < kFrom || share > kTo || section.radius >= least) continue;
    least = section.radius;
    narrow = section.from;
  }
  for (const FigureLimb::Section& section : chain.middle)
    if (section.from > narrow) head = std::max(head, section.radius);
  found[Animal::neck].position = chain.at(kNeck * length);
  found[Animal::head].position = chain.at(glm::mix(narrow, length, kSkull));
  found[Animal::nose].position = nose_of(chain, narrow * chain.reach / length, ways);
  if (head < kClear * least)
    found[Animal::head].doubt = "the head is nowhere set off from the neck";
  return true;
}

void AnimalFinder::place_trunk() {
  constexpr float kSpine = 0.45f, kChest = 0.85f;
  const float front = z_of(0), hind = z_of(1);
  found[Animal::hips].position = profile.middle(hind);
  found[Animal::spine].position = profile.middle(glm::mix(hind, front, kSpine));
  found[Animal::chest].position = profile.middle(glm::mix(hind, front, kChest));
}

/// Places the markers of the tail, or removes them if there is no tail.
void AnimalFinder::place_tail(const FigureWays& ways, const Checkpoint& checkpoint) {
  constexpr float kShortest = 0.12f, kInMiddle = 0.08f, kSlender = 3.0f;
  constexpr float kBeyond = 1.6f, kThick = 1.5f;  // reach per half height of rump; rump per tail
  for (const FigureLimb& limb : limbs_of(ways, kShortest, checkpoint)) {
    const glm::vec3& tip = figure.centers[std::size_t(limb.tip)];
    if (std::abs(tip.x) > kInMiddle || sign * (tip.z - z_of(1)) > 0.0f) continue;
    const auto of_legs = std::count_if(limb.cells.begin(), limb.cells.end(),
                                       [&](int cell) { return is_leg[std::size_t(cell)] != 0; });
    if (2 * of_legs > std::ptrdiff_t(limb.cells.size())) continue;
    if (limb.middle.empty()) continue;
    const float usual = limb.middle[limb.middle.size() / 2].radius;
    // A rump is as thick as long.
    if (limb.length() < kSlender * usual || limb.reach < kBeyond * profile.half_height(z_of(1)))
      continue;
    // The tail begins where it is no thicker than a tail, whatever part of the rump the limb has.
    float begin = 0.0f;
    for (const FigureLimb::Section& section : limb.middle)
      if (section.from < 0.5f * limb.length() && section.radius > kThick * usual)
        begin = section.from;
    for (std::size_t k = 0; k < 4; ++k)
      found[Animal::tail + k].position = limb.at(glm::mix(begin, limb.length(), float(k) / 3.0f));
    return;
  }
  found.places.resize(Animal::tail);
}

/// The middle of a leg at a height; inside the trunk, on the straight line to the leg's joint.
glm::vec3 AnimalFinder::at(const LegColumn& leg, const glm::vec3& joint, float y) const {
  const float top = figure.height_of(leg.top());
  glm::vec3 middle = leg.part(figure.level_at(y)).center;
  if (y > top && joint.y > top)
    middle = glm::mix(leg.parts.back().center, joint, std::min(1.0f, (y - top) / (joint.y - top)));
  middle.y = y;
  return middle;
}

glm::vec3 AnimalFinder::toe_of(const LegColumn& leg) const {
  // Shares: of the height; of half the foot; of the foot's height.
  constexpr float kFoot = 0.06f, kToe = 0.85f, kSole = 0.35f;
  const float top = kFoot * figure.height_of(leg.top());
  glm::vec3 toe = leg.parts.front().center;
  float end = sign * toe.z;
  for (std::size_t level = leg.low; figure.height_of(level) < kFoot && level <= leg.top(); ++level)
    end = std::max({end, sign * leg.part(level).low.z, sign * leg.part(level).high.z});
  toe.z += sign * kToe * (end - sign * toe.z);
  toe.y = std::max(kSole * top, 0.5f * figure.edge());
  return toe;
}

/// Where a leg is farthest off the straight line, in the direction `way` along z; by proportion if
/// it is straight.
glm::vec3 AnimalFinder::bend_of(const LegColumn& leg, const glm::vec3& joint, const glm::vec3& foot,
                                float usual, float way) const {
  constexpr float kFrom = 0.25f, kTo = 0.75f, kClear = 0.04f, kStep = 0.02f;
  const float rise = joint.y - foot.y;
  float farthest = kClear * rise, share = usual;
  for (float s = kFrom; s < kTo; s += kStep) {
    const float line = glm::mix(foot.z, joint.z, s);
    const float away = way * (at(leg, joint, foot.y + s * rise).z - line);
    if (away <= farthest) continue;
    farthest = away;
    share = s;
  }
  return at(leg, joint, foot.y + share * rise);
}

void AnimalFinder::place_front_leg(bool is_right) {
  constexpr float kShoulder = 0.5f, kWrist = 0.15f, kElbow = 0.45f;
  const LegColumn& leg = legs[0][is_right];
  glm::vec3 shoulder = leg.parts.back().center;
  shoulder.y = glm::mix(figure.height_of(leg.top()), profile.middle(shoulder.z).y, kShoulder);
  const glm::vec3 wrist = at(leg, shoulder, kWrist * shoulder.y);
  found.at(Animal::shoulder_l, is_right) = shoulder;
  found.at(Animal::elbow_l, is_right) = bend_of(leg, shoulder, wrist, kElbow, -sign);
  found.at(Animal::wrist_l, is_right) = wrist;
  found.at(Animal::front_toe_l, is_right) = toe_of(leg);
}

void AnimalFinder::place_hind_leg(bool is_right) {
  constexpr float kHip = 0.8f, kBall = 0.13f, kHock = 0.3f, kStifle = 0.5f, kForward = 0.6f;
  const LegColumn& leg = legs[1][is_right];
  glm::vec3 hip = leg.parts.back().center;
  hip.y = glm::mix(figure.height_of(leg.top()), profile.middle(hip.z).y, kHip);
  const glm::vec3 ball = at(leg, hip, kBall * hip.y), hock = bend_of(leg, hip, ball, kHock, -sign);
  glm::vec3 knee = at(leg, hip, glm::mix(hock.y, hip.y, kStifle));
  const SlicePart& thigh = leg.part(figure.level_at(knee.y));
  knee.z += kForward * ((sign > 0.0f ? thigh.high.z : thigh.low.z) - thigh.center.z);
  found.at(Animal::hip_l, is_right) = hip;
  found.at(Animal::knee_l, is_right) = knee;
  found.at(Animal::ankle_l, is_right) = hock;
  found.at(Animal::ball_l, is_right) = ball;
  found.at(Animal::hind_toe_l, is_right) = toe_of(leg);
}

}  // namespace

Attempt find_quadruped(const FigureInside& inside, const FigureWish&,
                       const Checkpoint& checkpoint) {
  constexpr float kEvenSides = 0.08f;  // sides that differ by less become mirror images
  std::string refusal;
  std::optional<std::array<LegPair, 2>> legs = four_legs(inside.cells, refusal);
  if (!legs) return {{}, std::move(refusal), 1};
  AnimalFinder finder(inside.cells, std::move(*legs));
  refusal = finder.why_no_animal();
  if (!refusal.empty()) return {{}, std::move(refusal), 2};
  finder.find_front();
  finder.place_trunk();
  const FigureWays ways(
      inside.cells, {finder.profile.middle(finder.z_of(0)), finder.profile.middle(finder.z_of(1))},
      checkpoint);
  if (!finder.place_head(ways)) return {{}, "no head was found beyond its four legs", 2};
  finder.place_tail(ways, checkpoint);
  for (const bool is_right : {false, true}) {
    finder.place_front_leg(is_right);
    finder.place_hind_leg(is_right);
  }
  even_sides(finder.found, kEvenSides);
  finder.found.turn_to(finder.sign);
  return {std::move(finder.found)};
}

}  // namespace marrow
