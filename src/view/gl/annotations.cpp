#include "view/gl/annotations.h"

#include <algorithm>

#include "view/picture/heat.h"

namespace marrow::view {

namespace {
constexpr Color kBone{0.93f, 0.95f, 0.97f, 0.95f};
constexpr Color kDark{0.10f, 0.11f, 0.12f, 1.0f};
constexpr float kFill = 0.15f;

Color with_alpha(const Color& color, float alpha) { return {color.r, color.g, color.b, alpha}; }

enum class Emphasis { none, hovered, selected };

Emphasis emphasis_of(const Show& show, Id joint) {
  if (show.selected.count(joint) > 0) return Emphasis::selected;
  return show.hovered == joint ? Emphasis::hovered : Emphasis::none;
}

/// Sorts selected ones last, so that they are on top; among equals front to back.
void sort_shapes(std::vector<CapsuleShape>& shapes, const Show& show, const EyeView& view) {
  const auto rank = [&](const CapsuleShape& shape) {
    const glm::vec4 middle =
        shape.world_from_bone * glm::vec4(0.0f, 0.0f, shape.length * 0.5f, 1.0f);
    return std::pair(emphasis_of(show, shape.joint), -(view.view_from_world * middle).z);
  };
  std::stable_sort(shapes.begin(), shapes.end(),
                   [&](const CapsuleShape& a, const CapsuleShape& b) { return rank(a) < rank(b); });
}

void add_capsule(Annotations& made, const CapsuleShape& shape, const Show& show, const Tones& tones,
                 const EyeView& view, int segments) {
  const Emphasis emphasis = emphasis_of(show, shape.joint);
  // Over a heat map the veil would falsify the colors, so there is only the silhouette.
  const float thin = made.is_over_heat ? 0.3f : 1.0f;
  const std::vector<glm::vec3> curve = silhouette(shape, view.eye, segments);
  switch (emphasis) {
    case Emphasis::none:
      made.bodies.push_back({&shape, with_alpha(tones.capsule, kFill * thin)});
      add_stroke(made.silhouettes, curve, with_alpha(tones.capsule, 0.80f), 1.2f * view.ui_scale,
                 view);
      break;
    case Emphasis::hovered:
      made.on_top.push_back({&shape, with_alpha(tones.capsule_hovered, 1.6f * kFill * thin)});
      add_stroke(made.silhouettes, curve, tones.capsule_hovered, 1.8f * view.ui_scale, view);
      break;
    case Emphasis::selected:
      made.on_top.push_back({&shape, with_alpha(tones.selection, 1.35f * kFill * thin)});
      add_stroke(made.silhouettes, curve, tones.selection,
                 (shape.joint == show.active ? 2.2f : 1.8f) * view.ui_scale, view);
      break;
  }
}

/// Opacity of a joint near handles: low at the handles, full at the end of their radius.
float quietness(const std::optional<Overlay::Quiet>& quiet, const EyeView& view,
                const glm::vec3& point) {
  constexpr float kLeast = 0.22f;
  if (!quiet) return 1.0f;
  const glm::vec4 here = view.clip_from_world * glm::vec4(point, 1.0f),
                  there = view.clip_from_world * glm::vec4(quiet->place, 1.0f);
  if (here.w <= 0.0f || there.w <= 0.0f) return 1.0f;
  const glm::vec2 apart =
      (glm::vec2(here) / here.w - glm::vec2(there) / there.w) * 0.5f * view.size;
  const float share = glm::length(apart) / std::max(quiet->pixels * view.ui_scale, 1.0f);
  return glm::mix(kLeast, 1.0f, glm::smoothstep(0.7f, 1.0f, share));
}

void add_skeleton(Annotations& made, const Skeleton& skeleton, const PosedSkeleton& posed,
                  const Show& show, const Tones& tones, const std::optional<Overlay::Quiet>& quiet,
                  const EyeView& view) {
  const bool whole = show.selected.count(posed.node) > 0;
  const std::size_t count = std::min(skeleton.joints.size(), posed.posed.size());
  for (std::size_t j = 0; j < count; ++j) {
    const glm::mat4 world_from_joint = posed.world_from_skeleton * posed.posed[j];
    if (!is_finite(world_from_joint)) continue;
    const glm::vec3 ends[] = {
        glm::vec3(world_from_joint[3]),
        glm::vec3(world_from_joint * glm::vec4(skeleton.joints[j].extent, 1.0f))};
    const Emphasis emphasis = whole ? Emphasis::selected : emphasis_of(show, skeleton.joints[j].id);
    const Color color = emphasis == Emphasis::selected ? tones.selection : kBone;
    const float left = emphasis == Emphasis::none ? quietness(quiet, view, ends[0]) : 1.0f;
    add_stroke(made.bones, ends, with_alpha(kDark, 0.40f * left), 3.4f * view.ui_scale, view);
    add_stroke(made.bones, ends, with_alpha(color, color.a * left),
               (emphasis == Emphasis::none ? 1.5f : 2.0f) * view.ui_scale, view);
    const float radius = (emphasis == Emphasis::none ? 3.2f : 4.2f) * view.ui_scale;
    made.joints.push_back(
        {ends[0], radius, to_bytes(with_alpha(color, left)), to_bytes(with_alpha(kDark, left))});
  }
}
}  // namespace

Annotations annotate(const Picture& picture, const EyeView& view) {
  Annotations made;
  const Show& show = picture.show;
  made.joint_rim = 1.3f * view.ui_scale;
  made.is_over_heat = has_heat_map(picture);
  if (show.capsules) {
    made.shapes = capsule_shapes(*picture.scene, *picture.deformed);
    std::erase_if(made.shapes,
                  [&](const CapsuleShape& shape) { return show.hidden.count(shape.joint) > 0; });
    const int segments = made.shapes.size() > kManyCapsules ? 10 : 24;
    sort_shapes(made.shapes, show, view);
    for (const CapsuleShape& shape : made.shapes)
      add_capsule(made, shape, show, picture.tones, view, segments);
  }
  if (!show.joints) return made;
  for (const PosedSkeleton& posed : picture.deformed->skeletons()) {
    const Node* node = find_node(*picture.scene, posed.node);
    if (node && node->skeleton && is_shown(*picture.scene, posed.node))
      add_skeleton(made, *node->skeleton, posed, show, picture.tones, picture.overlay.quiet, view);
  }
  return made;
}

}  // namespace marrow::view
