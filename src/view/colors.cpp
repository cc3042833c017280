#include <algorithm>
#include <array>

#include "view/picture.h"

namespace marrow::view {

namespace {
/// The published viridis map at every 16th of its 256 steps, and its last step.
constexpr std::array<std::uint32_t, 17> kViridis{0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
                                                 0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725};

glm::vec3 rgb(std::uint32_t hex) { return glm::vec3((hex >> 16) & 255u, (hex >> 8) & 255u, hex & 255u) / 255.0f; }
}  // namespace

Color palette_color(Palette, float t) {
  const float step = (t > 0.0f ? std::min(t, 1.0f) : 0.0f) * 255.0f;
  const std::size_t knot = std::min(static_cast<std::size_t>(step) / 16, kViridis.size() - 2);
  const float begin = static_cast<float>(knot) * 16.0f;
  const float width = knot + 2 == kViridis.size() ? 15.0f : 16.0f;
  return {glm::mix(rgb(kViridis[knot]), rgb(kViridis[knot + 1]), (step - begin) / width), 1.0f};
}

Color joint_color(std::size_t) { return kNeutral; }
const char* palette_name(Palette) { return "viridis"; }
const char* vision_name(Vision) { return "full colour"; }
HeatRange heat_range(const Picture&) { return {}; }

}  // namespace marrow::view
