#include "rig/figure/landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rig/bones.h"

namespace marrow {
namespace {

constexpr float kStandsBelow = 0.2f;    // two legs must begin below this height
constexpr float kShortestLegs = 0.08f;  // two legs must be found over this height

/// The largest parts on both sides, if they look like legs at this level.
std::optional<std::array<SlicePart, 2>> leg_pair(const std::vector<SlicePart>& parts) {
  constexpr float kLessAlike = 2.6f, kClearlyLess = 0.5f;
  const SlicePart *left = nullptr, *right = nullptr, *across = nullptr;
  for (const SlicePart& part : parts) {
    const SlicePart*& place = part.crosses() ? across : part.left > 0.5f ? left : right;
    if (!place) place = &part;
  }
  if (!left || !right) return std::nullopt;
  const float most = std::max(left->size(), right->size()),
              least = std::min(left->size(), right->size());
  if (least < 3.0f || most > kLessAlike * least) return std::nullopt;
  if (across && across->size() > kClearlyLess * (most + least)) return std::nullopt;
  if (std::abs(left->center.x + right->center.x) >
      0.7f * std::max(left->center.x, -right->center.x))
    return std::nullopt;
  return std::array{*left, *right};
}

/// Parts of a slice on one side that are as large as a leg.
int legs_on_side(const std::vector<SlicePart>& parts, const SlicePart& leg) {
  constexpr float kAsLarge = 0.4f;
  return int(std::count_if(parts.begin(), parts.end(), [&](const SlicePart& part) {
    return (part.left > 0.5f) == (leg.left > 0.5f) && part.size() > kAsLarge * leg.size();
  }));
}

}  // namespace

FigureLegs hidden_legs(const FigureCells& figure, float crotch) {
  constexpr float kApart = 0.055f, kThick = 0.035f, kFoot = 0.07f;
  FigureLegs legs;
  legs.are_hidden = true;
  legs.crotch = figure.level_at(crotch);
  float z = 0.0f;
  for (std::size_t level = legs.crotch + 1; level-- > 0;) {
    if (const SlicePart* part = figure.middle_of(level)) z = part->center.z;
    std::array<SlicePart, 2> pair;
    const float depth = figure.height_of(level) < 0.04f ? kFoot : kThick;
    for (const std::size_t side : {0u, 1u}) {
      pair[side].center = {side == 0 ? kApart : -kApart, figure.height_of(level), z};
      pair[side].low = pair[side].center - glm::vec3(kThick, 0.0f, depth);
      pair[side].high = pair[side].center + glm::vec3(kThick, 0.0f, depth);
    }
    legs.parts.push_back(std::move(pair));
  }
  std::reverse(legs.parts.begin(), legs.parts.end());
  return legs;
}

std::optional<FigureLegs> legs_of(const FigureCells& figure, std::string& refusal) {
  constexpr std::size_t kGap = 2;  // levels without a pair inside of a run
  FigureLegs best;
  std::size_t level = 0;
  const std::size_t end = figure.slices.size();
  while (level < end && figure.height_of(level) < kStandsBelow) {
    FigureLegs legs;
    std::size_t missed = 0, last = level;
    for (std::size_t at = level; at < end && missed <= kGap; ++at) {
      auto pair = leg_pair(figure.slices[at]);
      if (!pair) {
        if (legs.parts.empty()) break;
        ++missed;
        continue;
      }
      if (legs.parts.empty()) legs.low = at;
      for (; missed > 0; --missed) legs.parts.push_back(legs.parts.back());
      legs.parts.push_back(std::move(*pair));
      last = at;
    }
    legs.crotch = last + 1;
    if (legs.parts.size() > best.parts.size()) best = legs;
    level = std::max(level, last) + 1;
  }
  if (float(best.parts.size()) * figure.edge() < kShortestLegs) {
    refusal = "no two legs were found side by side below the trunk";
    return std::nullopt;
  }
  std::size_t many = 0;
  const std::size_t looked_at = best.parts.size() / 2 + 1;
  for (std::size_t k = 0; k < looked_at; ++k)
    for (const std::size_t side : {0u, 1u})
      if (legs_on_side(figure.slices[best.low + k], best.parts[k][side]) > 1) ++many;
  if (many > looked_at) {
    refusal = kTooManyLegs;
    return std::nullopt;
  }
  return best;
}

std::array<FigureFoot, 2> feet_of(const FigureCells& figure, const FigureLegs& legs) {
  constexpr float kLonger = 1.35f;  // times the shin's depth: where a foot begins
  const float crotch = figure.height_of(legs.crotch);
  std::array<FigureFoot, 2> feet;
  for (const std::size_t side : {0u, 1u}) {
    const auto depth_at = [&](std::size_t level) {
      const SlicePart& part = legs.part(level, side);
      return part.high.z - part.low.z + figure.edge();
    };
    float shin = 1.0f;
    std::size_t level = figure.level_at(0.35f * crotch);
    for (std::size_t l = level + 1; l-- > figure.level_at(0.1f * crotch);) {
      if (depth_at(l) >= shin) continue;
      shin = depth_at(l);
      level = l;
    }
    const std::size_t lowest = figure.level_at(0.08f * crotch);
    while (level > lowest && depth_at(level - 1) < kLonger * shin) --level;
    FigureFoot& foot = feet[side];
    foot.ankle = legs.part(level, side).center;
    foot.heel = foot.toe = foot.ankle;
    for (std::size_t l = 0; l <= level; ++l) {
      const SlicePart& part = legs.part(l, side);
      foot.heel.z = std::min(foot.heel.z, part.low.z);
      foot.toe.z = std::max(foot.toe.z, part.high.z);
    }
    foot.heel.z -= 0.5f * figure.edge();
    foot.toe.z += 0.5f * figure.edge();
    const float length = foot.toe.z - foot.heel.z;
    foot.forward = (foot.toe.z + foot.heel.z - 2.0f * foot.ankle.z) / length;
    // Puts the ends in the middle of the foot's width there.
    for (glm::vec3* at : {&foot.heel, &foot.toe}) {
      float x = 0.0f, count = 0.0f;
      for (std::size_t l = 0; l <= level; ++l)
        for (const int cell : legs.part(l, side).cells)
          if (const glm::vec3& center = figure.centers[std::size_t(cell)];
              std::abs(center.z - at->z) < 0.15f * length) {
            x += center.x;
            count += 1.0f;
          }
      if (count > 0.0f) at->x = x / count;
      at->y = 0.35f * foot.ankle.y;
    }
  }
  return feet;
}

namespace {

float usual_radius(const FigureLimb& limb) {
  std::vector<float> radii;
  for (const FigureLimb::Section& section : limb.middle)
    if (section.from > 0.3f * limb.length() && section.from < 0.75f * limb.length())
      radii.push_back(section.radius);
  if (radii.empty()) return 0.0f;
  std::nth_element(radii.begin(), radii.begin() + std::ptrdiff_t(radii.size() / 2), radii.end());
  return radii[radii.size() / 2];
}

/// An arm that begins where the limb leaves the trunk, which is thicker.
FigureArm arm_of(FigureLimb limb) {
  constexpr float kTrunk = 1.6f, kMost = 0.3f;  // times as thick as the arm; share of its length
  FigureArm arm;
  const float usual = usual_radius(limb);
  for (const FigureLimb::Section& section : limb.middle) {
    if (section.from > kMost * limb.length() || section.radius < kTrunk * usual) break;
    arm.begins = section.from;
  }
  arm.limb = std::move(limb);
  return arm;
}

/// Finds the wrist and the elbow of an arm whose shoulder is known.
void divide(FigureArm& arm) {
  constexpr float kWrist = 0.64f, kElbow = 0.53f;  // shares: of the arm; of the way to the wrist
  constexpr float kWithin = 0.14f, kFar = 2.5f;
  const float length = arm.length();
  float least = std::numeric_limits<float>::max(), at_wrist = 0.0f, hand = 0.0f;
  arm.wrist = kWrist * length;
  for (const FigureLimb::Section& section : arm.limb.middle) {
    const float from = section.from - arm.begins + arm.drawn;
    const float off = (from / length - kWrist) / kWithin;
    if (std::abs(off) > 1.0f) continue;
    const float cost = section.radius * (1.0f + kFar * off * off);
    if (cost >= least) continue;
    least = cost;
    arm.wrist = from;
    at_wrist = section.radius;
  }
  for (const FigureLimb::Section& section : arm.limb.middle)
    if (section.from - arm.begins + arm.drawn > arm.wrist) hand = std::max(hand, section.radius);
  arm.has_wrist = hand > 1.1f * at_wrist;
  const Bone line{arm.at(0.0f), arm.at(arm.wrist)};
  float away = 0.0f;
  for (float share = 0.4f; share < 0.66f; share += 0.02f) {
    const float here = float(distance_to(line, arm.at(share * arm.wrist)));
    if (here <= away) continue;
    away = here;
    arm.elbow = share * arm.wrist;
  }
  arm.is_bent = away > 0.08f * arm.wrist;
  if (!arm.is_bent) arm.elbow = kElbow * arm.wrist;
}

}  // namespace

glm::vec3 FigureArm::at(float from) const {
  if (from >= drawn) return limb.at(begins + from - drawn);
  return glm::mix(inside, limb.at(begins), drawn > 0.0f ? from / drawn : 0.0f);
}

std::vector<char> cells_of(const FigureCells& figure, const std::array<FigureArm, 2>& arms) {
  std::vector<char> is_arm(figure.solid.count(), 0);
  for (const FigureArm& arm : arms)
    for (const int cell : arm.limb.cells) is_arm[std::size_t(cell)] = 1;
  return is_arm;
}

namespace {

/// The part of a level that holds most of the middle, without arms; nullopt if none does.
std::optional<SlicePart> column_at(const FigureCells& figure, const std::vector<char>& is_arm,
                                   std::size_t level) {
  if (level >= figure.levels.size()) return std::nullopt;
  std::vector<SlicePart> parts = figure.parts_of(figure.levels[level], &is_arm);
  std::optional<SlicePart> best;
  float most = 0.0f;
  for (SlicePart& part : parts) {
    const float count = float(std::count_if(part.cells.begin(), part.cells.end(), [&](int cell) {
      return std::abs(figure.centers[std::size_t(cell)].x) < 0.06f;
    }));
    if (count <= most) continue;
    most = count;
    best = std::move(part);
  }
  return best;
}

}  // namespace

/// Shoulders are inside of the trunk, above the armpit: as far out as the chest below is wide.
static void draw_in_shoulders(const FigureCells& figure, std::array<FigureArm, 2>& arms) {
  const std::vector<char> is_arm = cells_of(figure, arms);
  for (const std::size_t side : {0u, 1u}) {
    FigureArm& arm = arms[side];
    const glm::vec3 start = arm.limb.at(arm.begins);
    const float armpit = start.y - usual_radius(arm.limb) - 2.0f * figure.edge();
    float width = 0.0f, count = 0.0f;
    for (float y = armpit; y > armpit - 0.05f; y -= figure.edge()) {
      const auto part = column_at(figure, is_arm, figure.level_at(y));
      if (!part) continue;
      width += side == 0 ? part->high.x : -part->low.x;
      count += 1.0f;
    }
    width = count > 0.0f ? width / count : std::abs(start.x);
    arm.inside = start;
    const float x = std::min(std::abs(start.x), width);
    arm.inside.x = side == 0 ? x : -x;
    arm.drawn = glm::distance(arm.inside, start);
    divide(arm);
  }
}

std::optional<std::array<FigureArm, 2>> arms_of(const FigureCells& figure, const FigureLegs& legs,
                                                std::string& refusal,
                                                const Checkpoint& checkpoint) {
  constexpr float kTrunkLow = 0.04f, kTrunkHigh = 0.36f;  // shares of the height above the crotch
  constexpr float kShortest = 0.07f, kAlike = 0.3f, kHangsBelow = 0.12f;
  constexpr float kAboveHead = 0.8f, kLess = 0.3f;
  const float crotch = figure.height_of(legs.crotch), above = 1.0f - crotch;
  glm::vec3 low(0.0f, crotch + kTrunkLow * above, 0.0f), high(0.0f, crotch + kTrunkHigh * above, 0);
  for (glm::vec3* at : {&low, &high}) {
    const SlicePart* part = figure.middle_of(figure.level_at(at->y));
    if (!part) {
      refusal = "no trunk was found above the legs";
      return std::nullopt;
    }
    at->z = part->center.z;
  }
  const std::vector<FigureLimb> limbs =
      limbs_of(FigureWays(figure, {low, high}, checkpoint), kShortest, checkpoint);
  const auto tip_of = [&](const FigureLimb& limb) { return figure.centers[std::size_t(limb.tip)]; };
  const auto is_foot = [&](const FigureLimb& limb) {
    const glm::vec3 tip = tip_of(limb);
    for (const std::size_t side : {0u, 1u}) {
      const SlicePart& part = legs.part(legs.low, side);
      if (tip.y < 0.15f &&
          glm::distance(glm::vec2(tip.x, tip.z), glm::vec2(part.center.x, part.center.z)) < 0.2f)
        return true;
    }
    return false;
  };
  const FigureLimb *left = nullptr, *right = nullptr;
  float longest = 0.0f;
  for (const FigureLimb& a : limbs) {
    for (const FigureLimb& b : limbs) {
      const glm::vec3 one = tip_of(a), two = tip_of(b);
      if (one.x < 0.04f || two.x > -0.04f || is_foot(a) || is_foot(b)) continue;
      if (a.middle.size() < 4 || b.middle.size() < 4) continue;
      if (glm::distance(one, two * glm::vec3(-1.0f, 1.0f, 1.0f)) > kAlike) continue;
      // Ears, horns and wings reach up.
      const float counts = std::max(one.y, two.y) > kAboveHead ? kLess : 1.0f;
      const float length = counts * std::min(a.reach - a.begins, b.reach - b.begins);
      if (length <= longest) continue;
      longest = length;
      left = &a;
      right = &b;
    }
  }
  if (!left) {
    refusal = "no two arms were found that stand off the body";
    return std::nullopt;
  }
  if (tip_of(*left).y < kHangsBelow && tip_of(*right).y < kHangsBelow) {
    refusal = "it stands on four limbs";
    return std::nullopt;
  }
  std::array arms{arm_of(*left), arm_of(*right)};
  draw_in_shoulders(figure, arms);
  return arms;
}

FigureNeck neck_of(const FigureCells& figure, const std::array<FigureArm, 2>& arms,
                   float shoulders) {
  const std::vector<char> is_arm = cells_of(figure, arms);
  FigureNeck neck;
  std::vector<float> sizes;
  const std::size_t first = figure.level_at(shoulders);
  for (std::size_t level = first; level < figure.levels.size(); ++level) {
    const auto part = column_at(figure, is_arm, level);
    if (!part) break;
    sizes.push_back(part->size());
    neck.top = figure.height_of(level) + 0.5f * figure.edge();
  }
  const float span = neck.top - shoulders;
  float least = std::numeric_limits<float>::max(), head = 0.0f;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const float share = float(k) * figure.edge() / span;
    if (share < 0.05f || share > 0.55f) continue;
    if (sizes[k] >= least) continue;
    least = sizes[k];
    neck.narrow = figure.height_of(first + k);
  }
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (figure.height_of(first + k) > neck.narrow) head = std::max(head, sizes[k]);
  neck.is_clear = head > 1.25f * least;
  if (!neck.is_clear) neck.narrow = shoulders + 0.25f * span;
  return neck;
}

glm::vec3 middle_at(const FigureCells& figure, const std::vector<char>& is_arm, float y) {
  const auto part = column_at(figure, is_arm, figure.level_at(y));
  return {0.0f, y, part ? part->center.z : 0.0f};
}

}  // namespace marrow
