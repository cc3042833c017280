// The parts of a standing figure, found one after the other in figure space: legs, trunk, arms,
// neck. If a part is missing, `refusal` states it in words.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "rig/figure/cells.h"

namespace marrow {

/// Two columns that stand on the ground and join above it.
struct FigureLegs {
  std::size_t low = 0, crotch = 0;  ///< levels: the lowest with two legs, the first above them
  std::vector<std::array<SlicePart, 2>> parts;  ///< one per level from `low`
  bool are_hidden = false;                      ///< by a skirt or a robe: all is by proportion

  const SlicePart& part(std::size_t level, std::size_t side) const {
    return parts[std::min(level < low ? 0 : level - low, parts.size() - 1)][side];
  }
};
inline constexpr const char* kTooManyLegs = "it stands on more than two legs";
/// nullopt: `refusal` is set.
std::optional<FigureLegs> legs_of(const FigureCells& figure, std::string& refusal);
/// Legs that a skirt or a robe hides: two columns up to a height.
FigureLegs hidden_legs(const FigureCells& figure, float crotch);

struct FigureFoot {
  glm::vec3 ankle{0.0f}, heel{0.0f}, toe{0.0f};  ///< heel and toe: the foot's ends along z
  float forward = 0.0f;  ///< -1 to 1: how much farther it reaches to +z than to -z
};
std::array<FigureFoot, 2> feet_of(const FigureCells& figure, const FigureLegs& legs);

struct FigureArm {
  FigureLimb limb;
  glm::vec3 inside{0.0f};            ///< the shoulder
  float begins = 0.0f;               ///< length of the limb's middle where the arm leaves the trunk
  float drawn = 0.0f;                ///< length from the shoulder to there
  float elbow = 0.0f, wrist = 0.0f;  ///< lengths from the shoulder
  bool is_bent = false;              ///< the elbow is where the arm bends, not by proportion
  bool has_wrist = false;            ///< the hand is thicker than the wrist

  float length() const { return drawn + limb.length() - begins; }
  glm::vec3 at(float from) const;  ///< place on the middle line at this length
};
/// The arm towards +x and the one towards -x. nullopt: `refusal` is set.
std::optional<std::array<FigureArm, 2>> arms_of(const FigureCells& figure, const FigureLegs& legs,
                                                std::string& refusal, const Checkpoint& checkpoint);

struct FigureNeck {
  float narrow = 0.0f;   ///< height of the least section
  float top = 0.0f;      ///< height of the head's top
  bool is_clear = true;  ///< the head is wider than the neck
};
FigureNeck neck_of(const FigureCells& figure, const std::array<FigureArm, 2>& arms,
                   float shoulders);

/// Middle of the trunk, the neck or the head at a height, without arms.
glm::vec3 middle_at(const FigureCells& figure, const std::vector<char>& is_arm, float y);
/// One per cell: whether it is in an arm.
std::vector<char> cells_of(const FigureCells& figure, const std::array<FigureArm, 2>& arms);

}  // namespace marrow
