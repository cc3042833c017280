// What is to be drawn, as plain data: made from a scene and its deformed meshes, drawn by the Renderer, on the screen and off it alike.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/deformer.h"
#include "scene/camera.h"
#include "scene/scene.h"

namespace marrow::view {

/// Linear-light is not used anywhere: colours are sRGB as on screen, 0..1.
using Color = glm::vec4;

enum class MeshColors { plain, joint_weight };  ///< more heat maps come here

/// What to show; the same words as the command line's --show.
struct Show {
  bool mesh = true;
  bool capsules = true;
  bool joints = true;
  bool uncovered = true;
  bool grid = true;
  float mesh_opacity = 1.0f;
  MeshColors colors = MeshColors::plain;
  Id heat_joint = kNoId;  ///< for joint_weight
  std::set<Id> selected;  ///< nodes and joints
  Id active = kNoId;
  Id hovered = kNoId;
  std::set<Id> hidden;  ///< joints whose capsule is not drawn
  bool operator==(const Show&) const = default;
};

/// Lines and triangles laid over the picture (gizmo, guides, handles), world space.
struct Overlay {
  struct Line {
    std::vector<glm::vec3> points;
    Color color;
    float width = 2.0f;
    bool operator==(const Line&) const = default;
  };  ///< width in pixels at UI scale 1
  struct Fill {
    std::vector<glm::vec3> outline;
    Color color;
    bool operator==(const Fill&) const = default;
  };  ///< convex
  struct Dot {
    glm::vec3 point;
    Color color;
    float radius = 4.0f;
    Color rim{0};
    bool operator==(const Dot&) const = default;
  };  ///< pixels at UI scale 1
  std::vector<Line> lines;
  std::vector<Fill> fills;
  std::vector<Dot> dots;
  bool operator==(const Overlay&) const = default;
};

struct Picture {
  const Scene* scene = nullptr;  ///< both must outlive the draw call
  const Deformer* deformed = nullptr;
  Camera camera;
  Show show;
  Overlay overlay;           ///< always in front
  float ui_scale = 1.0f;     ///< line widths and dots
  bool transparent = false;  ///< no background (screenshots)
};

/// Viridis at t in [0, 1]; a weight of exactly 0 is kNeutral instead.
Color viridis(float t);
inline constexpr Color kNeutral{0.56f, 0.56f, 0.57f, 1.0f};
inline constexpr Color kSelection{1.0f, 0.70f, 0.25f, 1.0f};   ///< amber
inline constexpr Color kUncovered{0.93f, 0.20f, 0.80f, 1.0f};  ///< magenta
inline constexpr Color kAccent{0.17f, 0.45f, 0.55f, 1.0f};
inline constexpr Color kAxisX{0.86f, 0.36f, 0.38f, 1.0f};
inline constexpr Color kAxisY{0.47f, 0.70f, 0.36f, 1.0f};
inline constexpr Color kAxisZ{0.35f, 0.52f, 0.87f, 1.0f};

}  // namespace marrow::view
