// A stroke of a brush over a posed mesh: dabs, one after the other, that become touch-ups.
//
// A vertex at distance d from a dab's middle gets the share (1 - d^2 / r^2)^2 of the brush. Adding,
// taking away and erasing apply a vertex's largest share of the whole stroke once, to the weights
// before the stroke: strength 0.5 adds at most 0.5, however slowly the pointer moves. Smoothing and
// sharpening apply with every dab. All vertices of a dab are computed from the weights before that
// dab, so results depend neither on order nor on threads.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rig/paint/brush.h"
#include "rig/paint/brush_rows.h"
#include "rig/paint/twins.h"
#include "rig/skinning/deformer.h"
#include "scene/connectivity.h"

namespace marrow {

struct BrushSettings {
  Brush brush = Brush::add;
  float strength = 0.5f;    ///< 0 to 1
  bool front_only = false;  ///< skips vertices that face away from the viewer
};

/// The other side of a symmetric stroke.
struct PaintMirror {
  MirrorPlane plane;       ///< in skeleton space
  std::vector<int> other;  ///< one per joint: its partner, the joint itself, or -1 for none
};

/// The skeleton whose weights a stroke paints.
struct PaintTarget {
  const Skeleton* skeleton = nullptr;  ///< must outlive the stroke
  int joint = -1;                      ///< whose weight is painted; -1 if the brush needs none
  HeldJoints held;                     ///< joints whose weights stay; empty: none is held
  std::shared_ptr<const Connectivity> graph;  ///< for smoothing and sharpening
  std::optional<PaintMirror> mirror;
};

/// A vertex's share of the brush: 1 in its middle, 0 at its rim.
struct BrushShare {
  std::uint32_t vertex = 0;
  float share = 0.0f;
  bool operator==(const BrushShare&) const = default;
};

struct Dab {
  glm::vec3 middle{0.0f};     ///< world space
  float radius = 0.1f;        ///< world units
  glm::vec3 to_viewer{0.0f};  ///< direction, of any length
};

/// For each dab: the vertices under it and their shares, ascending.
std::vector<std::vector<BrushShare>> shares_under(const DeformedMesh& mesh,
                                                  const BrushSettings& settings,
                                                  std::span<const Dab> dabs);

class PaintStroke {
 public:
  /// `before`: the mesh's touch-ups, or nullptr. The mesh's own rows, bind positions and skeleton
  /// must not change during the stroke.
  PaintStroke(PaintTarget target, const BrushSettings& settings,
              std::shared_ptr<const TouchUps> before, std::size_t vertices);

  /// Applies dabs one after the other. `mesh` is in its present pose. False if no weight changed.
  bool dab(const DeformedMesh& mesh, std::span<const Dab> dabs);
  /// The new rows of all touched vertices; a row is empty if no touch-up remains.
  const TouchUps& changed() const { return changed_; }

 private:
  struct Span {
    std::uint32_t begin = 0, size = 0;
  };
  /// A vertex that the stroke has read.
  struct Known {
    std::uint32_t vertex = 0;
    Span own, start, now;
    std::uint32_t room = 0;                 ///< capacity of `now`, in entries
    float share = 0.0f, twin_share = 0.0f;  ///< the largest so far
    Span twins;                             ///< range in twins_
    bool is_fresh = false;                  ///< `now` is not in changed_ yet
    bool knows_twins = false;
  };
  struct Change {
    std::uint32_t known = 0;
    float share = 0.0f, twin_share = 0.0f;
  };

  std::span<const RowEntry> row(const Span& span) const {
    return {entries_.data() + span.begin, span.size};
  }
  Span keep(std::span<const RowEntry> row);
  void put(Known& known, std::span<const RowEntry> row);
  std::uint32_t know(const DeformedMesh& mesh, std::uint32_t vertex);
  bool paints_on() const {
    return settings_.brush == Brush::smooth || settings_.brush == Brush::sharpen;
  }
  void find_twins(const DeformedMesh& mesh, std::span<const std::vector<BrushShare>> under);
  std::vector<Change> changes_of(const DeformedMesh& mesh, std::span<const BrushShare> under);
  void take(std::span<const Change> changes);
  void add_fresh();
  void append_differences(const Known& known, TouchUps& to) const;
  std::vector<BrushShare> mirrored(std::span<const BrushShare> under) const;
  void know_neighbors(const DeformedMesh& mesh, std::uint32_t vertex);
  void paint(const Change& change, std::vector<RowEntry>& result) const;
  void mean_around(std::uint32_t vertex, std::vector<RowEntry>& result) const;

  PaintTarget target_;
  BrushSettings settings_;
  std::shared_ptr<const TouchUps> before_;
  JointIndex joints_;
  std::vector<std::uint32_t> place_;  ///< V: index into known_, or kNoIndex
  std::vector<Known> known_;
  std::vector<RowEntry> entries_;
  std::vector<std::uint32_t> fresh_;  ///< vertices with is_fresh
  TouchUps changed_;
  std::optional<TwinFinder> twin_finder_;
  std::vector<std::uint32_t> twins_;
  std::vector<RowEntry> own_, layer_, start_;  ///< scratch
};

}  // namespace marrow
