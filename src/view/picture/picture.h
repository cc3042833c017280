// A picture as plain data, for the Renderer: a scene, its deformed meshes, and how to show them.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/skinning/deformer.h"
#include "scene/camera.h"
#include "scene/scene.h"

namespace marrow::view {

/// Colors are sRGB as on screen, 0..1; linear light is not used anywhere.
using Color = glm::vec4;

/// What the colors of a mesh show.
enum class MeshColors {
  plain,            ///< clay, or base colors and textures of the file, see Show::materials
  joint_weight,     ///< weight of Show::heat_joint; exactly 0 is neutral gray
  all_joints,       ///< every joint has a color; vertices mix them by weight
  influence_count,  ///< number of joints that hold the vertex; 0 is neutral gray
  uncovered,        ///< held or not
  /// Distance to the bone of Show::heat_joint, from 0 to its radius. Neutral gray: not held by it,
  /// or held by explicit weights.
  distance,
  /// Share of the vertex's weight that is on other joints than in Mesh::weights. Neutral gray: 0,
  /// or the mesh has no weights of its own.
  misplaced,
  /// Distance between the vertex and its position in Picture::reference. Neutral gray: `reference`
  /// lacks the mesh, or has it with another size.
  difference,
};

/// Perceptually uniform color maps: dark is low, bright is high. Magma lacks its darkest eighth,
/// which would hide a mesh's shape.
enum class Palette { viridis, cividis, magma };

/// The simulated color vision: full, without one kind of cone, or gray (only lightness).
enum class Vision { full, protan, deutan, tritan, gray };

/// Visible things; the same words as the command line's --show.
struct Show {
  bool mesh = true;
  bool capsules = true;
  bool joints = true;
  bool uncovered = true;
  bool grid = true;     ///< with contact shadows
  bool shadow = false;  ///< shadow that meshes cast on the ground
  float mesh_opacity = 1.0f;
  bool materials = true;  ///< if `colors` is plain: the file's colors and textures, or clay
  MeshColors colors = MeshColors::plain;
  Id heat_joint = kNoId;  ///< for joint_weight and distance
  Palette palette = Palette::viridis;
  Vision vision = Vision::full;  ///< applies to the whole picture
  std::set<Id> selected;         ///< nodes and joints
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
    float width = 2.0f;  ///< pixels at UI scale 1
    bool operator==(const Line&) const = default;
  };
  struct Fill {
    std::vector<glm::vec3> outline;  ///< convex
    Color color;
    bool operator==(const Fill&) const = default;
  };
  struct Dot {
    glm::vec3 point;
    Color color;
    float radius = 4.0f;  ///< pixels at UI scale 1
    Color rim{0};
    bool operator==(const Dot&) const = default;
  };
  /// Around handles: bones and balls that are neither selected nor hovered fade out within `pixels`
  /// (at UI scale 1) of `place`.
  struct Quiet {
    glm::vec3 place;
    float pixels = 0.0f;
    bool operator==(const Quiet&) const = default;
  };
  std::vector<Line> lines;
  std::vector<Fill> fills;
  std::vector<Dot> dots;
  std::optional<Quiet> quiet;
  bool operator==(const Overlay&) const = default;
};

/// Source vertices by mesh node; indices that the mesh lacks are ignored. Shared, so that pictures
/// are cheap to copy, and compared by identity.
using VertexMarks = std::map<Id, std::shared_ptr<const std::vector<std::uint32_t>>>;

/// The place of a part in a larger picture (see parts.h).
struct Part {
  glm::ivec2 corner{0};  ///< pixels of the whole, from its lower left
  glm::ivec2 whole{0};   ///< its size in pixels; 0: there is no larger picture
  bool operator==(const Part&) const = default;
};

inline constexpr Color kSelection{1.0f, 0.70f, 0.25f, 1.0f};   ///< amber
inline constexpr Color kUncovered{0.93f, 0.20f, 0.80f, 1.0f};  ///< magenta

/// The colors that depend on how light the background is. The defaults are for a dark background.
struct Tones {
  /// The background's gradient.
  Color top{0.262f, 0.286f, 0.314f, 1.0f}, bottom{0.125f, 0.135f, 0.149f, 1.0f};
  Color grid{0.80f, 0.85f, 0.90f, 0.20f};
  Color capsule{0.45f, 0.70f, 0.84f, 1.0f}, capsule_hovered{0.68f, 0.88f, 0.97f, 1.0f};
  Color selection = kSelection;
  Color uncovered = kUncovered;
  /// `handle`: handles without an axis; `handle_lit`: the handle under the pointer.
  Color handle{0.93f, 0.94f, 0.95f, 0.9f}, handle_lit{1.0f, 0.93f, 0.62f, 1.0f};
  bool operator==(const Tones&) const = default;
};

inline constexpr Tones kDarkTones{};
inline constexpr Tones kLightTones = {.top = {0.935f, 0.945f, 0.955f, 1.0f},
                                      .bottom = {0.80f, 0.82f, 0.84f, 1.0f},
                                      .grid = {0.20f, 0.25f, 0.30f, 0.24f},
                                      .capsule = {0.10f, 0.36f, 0.50f, 1.0f},
                                      .capsule_hovered = {0.04f, 0.50f, 0.70f, 1.0f},
                                      .selection = {0.74f, 0.33f, 0.0f, 1.0f},
                                      .uncovered = {0.76f, 0.0f, 0.60f, 1.0f},
                                      .handle = {0.12f, 0.13f, 0.15f, 1.0f},
                                      .handle_lit = {0.98f, 0.62f, 0.05f, 1.0f}};

struct Picture {
  const Scene* scene = nullptr;  ///< both must outlive the draw call
  const Deformer* deformed = nullptr;
  /// For MeshColors::difference: the same meshes under another setting. Must outlive the draw call.
  const Deformer* reference = nullptr;
  Camera camera;
  Show show;
  VertexMarks hatched;       ///< drawn with stripes over their colors
  VertexMarks emphasized;    ///< larger crosses, equally strong in front of the mesh and behind it
  Overlay overlay;           ///< drawn in front of everything
  float ui_scale = 1.0f;     ///< line widths and dots
  bool transparent = false;  ///< no background (screenshots)
  Tones tones;
  Part part;  ///< the part of a larger picture to draw
};

/// The color of a palette at t, which is clamped to [0, 1].
Color palette_color(Palette palette, float t);
/// Color of a joint in MeshColors::all_joints. Depends only on the index; neighboring indices
/// have clearly different colors.
Color joint_color(std::size_t joint);
const char* palette_name(Palette palette);  ///< "viridis"
const char* vision_name(Vision vision);     ///< "full color", "no red cones (protan)", ...

/// A color as Show::vision shows it, for a legend next to the picture.
Color seen_by(Vision vision, const Color& color);

/// The legend of a heat map: the values at the palette's ends, and their unit. Neutral gray, which
/// is not in the palette, means weight 0, no joint, not held or no difference.
struct HeatRange {
  float low = 0.0f, high = 1.0f;
  /// "weight", "joints", "units"; empty: the colors have no scale (plain, all_joints, uncovered)
  std::string unit;
};
/// The range of the picture's colors. influence_count: from 1 to the largest count of any mesh, at
/// least 2. distance: from 0 to the joint's radius. difference: from 0 to the largest difference of
/// all meshes in world units, 0 if equal up to rounding; reads all positions.
HeatRange heat_range(const Picture& picture);

inline constexpr Color kNeutral{0.56f, 0.56f, 0.57f, 1.0f};
inline constexpr Color kAxisX{0.86f, 0.36f, 0.38f, 1.0f};
inline constexpr Color kAxisY{0.47f, 0.70f, 0.36f, 1.0f};
inline constexpr Color kAxisZ{0.35f, 0.52f, 0.87f, 1.0f};

}  // namespace marrow::view
