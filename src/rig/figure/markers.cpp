#include "rig/figure/markers.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "rig/figure/finders.h"
#include "scene/mesh.h"

namespace marrow {
namespace {

constexpr double kFullBox = 0.6;         // share of the box inside of a block
constexpr double kLeastSymmetry = 0.55;  // FigureFrame::symmetry

/// A marker in the middle or on the left side.
struct MarkerRow {
  const char* name;
  std::size_t parent;
};
constexpr MarkerRow kHumanMiddle[] = {{"head_top", Marker::head},
                                      {"head", Marker::neck},
                                      {"neck", Marker::chest},
                                      {"chest", Marker::hips},
                                      {"hips", Marker::hips}};
constexpr MarkerRow kHumanSide[] = {
    {"shoulder", Marker::neck},    {"elbow", Marker::shoulder_l}, {"wrist", Marker::elbow_l},
    {"hand_end", Marker::wrist_l}, {"hip", Marker::hips},         {"knee", Marker::hip_l},
    {"ankle", Marker::knee_l},     {"ball", Marker::ankle_l},     {"toe_end", Marker::ball_l}};
using Animal = QuadrupedMarker;
constexpr MarkerRow kAnimalMiddle[] = {{"nose", Animal::head},  {"head", Animal::neck},
                                       {"neck", Animal::chest}, {"chest", Animal::spine},
                                       {"spine", Animal::hips}, {"hips", Animal::hips}};
constexpr MarkerRow kAnimalSide[] = {
    {"shoulder", Animal::chest},    {"elbow", Animal::shoulder_l}, {"wrist", Animal::elbow_l},
    {"front_toe", Animal::wrist_l}, {"hip", Animal::hips},         {"knee", Animal::hip_l},
    {"ankle", Animal::knee_l},      {"ball", Animal::ankle_l},     {"hind_toe", Animal::ball_l}};
constexpr MarkerRow kAnimalTail[] = {{"tail", Animal::hips},
                                     {"tail_low", Animal::tail},
                                     {"tail_high", Animal::tail_low},
                                     {"tail_end", Animal::tail_high}};

void add_places(FigureMarkers& markers, std::span<const MarkerRow> rows, const char* side = "",
                std::size_t middle = 0, std::size_t shift = 0) {
  for (const MarkerRow& row : rows) {
    const std::size_t parent = row.parent < middle ? row.parent : row.parent + shift;
    markers.places.push_back({std::string(row.name) + side, parent, markers.places.size()});
  }
}

void add_figure(FigureMarkers& markers, std::span<const MarkerRow> middle,
                std::span<const MarkerRow> side) {
  add_places(markers, middle);
  add_places(markers, side, ".L");
  add_places(markers, side, ".R", middle.size(), side.size());
  for (std::size_t m = middle.size(); m < middle.size() + side.size(); ++m) {
    markers[m].partner = m + side.size();
    markers[m + side.size()].partner = m;
  }
}

double share_of_box(const Solid& solid) {
  Bounds box;
  for (int cell = 0; cell < int(solid.count()); ++cell) box.add(solid.center(cell));
  const glm::dvec3 cells = glm::dvec3(box.high - box.low) / double(solid.edge()) + 1.0;
  return double(solid.count()) / (cells.x * cells.y * cells.z);
}

}  // namespace

void FigureMarkers::swap_sides() {
  for (std::size_t m = 0; m < places.size(); ++m) {
    if (!is_left(m)) continue;
    MarkerPlace &left = places[m], &right = places[mirrored(m)];
    std::swap(left.position, right.position);
    std::swap(left.doubt, right.doubt);
  }
}

FigureMarkers markers_of(FigureTemplate shape, int joints) {
  FigureMarkers markers;
  markers.shape = shape;
  if (shape == FigureTemplate::humanoid) add_figure(markers, kHumanMiddle, kHumanSide);
  if (shape == FigureTemplate::quadruped) {
    add_figure(markers, kAnimalMiddle, kAnimalSide);
    add_places(markers, kAnimalTail);
  }
  if (shape == FigureTemplate::chain)
    for (std::size_t m = 0; m <= std::size_t(joints); ++m)
      markers.places.push_back({fmt::format("link_{}", m + 1), m == 0 ? 0 : m - 1, m});
  return markers;
}

std::optional<FigureCells> cells_in(const FigureFrame& frame, std::vector<Shell>& shells,
                                    double widest, double deepest, Bounds& box,
                                    const Checkpoint& checkpoint) {
  constexpr double kLevels = 120.0, kMostCells = 6e6;
  for (Shell& shell : shells) {
    for (glm::vec3& position : shell.positions) position = frame.to_figure(position);
    for (const std::uint32_t v : shell.triangles) box.add(shell.positions[v]);
  }
  const glm::dvec3 size(box.high - box.low);
  if (size.x > widest || size.z > deepest) return std::nullopt;
  const double most = (size.x * kLevels + 1) * (size.y * kLevels + 1) * (size.z * kLevels + 1);
  return FigureCells(shells, std::size_t(std::min(most, kMostCells)), checkpoint);
}

void even_sides(FigureMarkers& markers, float near) {
  const glm::vec3 image(-1.0f, 1.0f, 1.0f);
  bool are_near = true;
  for (std::size_t m = 0; m < markers.places.size(); ++m)
    are_near &=
        !markers.is_left(m) ||
        glm::distance(markers[m].position, image * markers[markers.mirrored(m)].position) < near;
  for (std::size_t m = 0; are_near && m < markers.places.size(); ++m) {
    if (!markers.is_left(m)) continue;
    glm::vec3 &left = markers[m].position, &right = markers[markers.mirrored(m)].position;
    left = 0.5f * (left + image * right);
    right = image * left;
  }
}

void leave_figure_space(FigureMarkers& markers, const FigureFrame& frame) {
  markers.up = glm::vec3(frame.up);
  markers.height = float(frame.height);
  for (MarkerPlace& place : markers.places) place.position = frame.to_world(place.position);
}

/// Of this template alone.
static FigureSearch find_only(const std::vector<Shell>& shells, const FigureWish& wish,
                              const ProgressCallback& progress) {
  constexpr std::size_t kRoughCells = 60'000, kLeastCells = 150;
  const auto at = [&](double share) {
    return Checkpoint([&progress, share] {
      if (!goes_on(progress, share)) throw Stopped();
    });
  };
  const Solid rough(shells, kRoughCells, at(0.0));
  if (rough.count() < kLeastCells)
    return {{}, "the mesh encloses no space that joints could be in", {}};
  if (wish.shape == FigureTemplate::chain) {
    Attempt chain = find_chain(shells, wish.joints, at(0.1));
    return {std::move(chain.markers), std::move(chain.refusal), {}};
  }
  if (share_of_box(rough) > kFullBox) return {{}, "it is a block without limbs", {}};
  const std::vector<FigureFrame> frames = figure_frames(rough, shells, at(0.1));
  const auto find = wish.shape == FigureTemplate::humanoid ? find_human : find_quadruped;
  Attempt best;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Attempt attempt{{}, "it has no plane of symmetry", 0};
    if (frames[f].symmetry >= kLeastSymmetry)
      attempt = find(frames[f], shells, at(0.2 + 0.8 * double(f) / double(frames.size())));
    if (attempt.markers) return {std::move(attempt.markers), {}, {}};
    if (best.refusal.empty() || attempt.steps > best.steps) best = std::move(attempt);
  }
  return {{}, best.refusal, {}};
}

FigureSearch find_markers(const std::vector<Shell>& shells, const FigureWish& wish,
                          const ProgressCallback& progress) {
  FigureSearch search = find_only(shells, wish, progress);
  for (const auto& row : kTemplates) {
    if (search.markers || search.instead) break;
    if (row.value != wish.shape && find_only(shells, {row.value}, progress).markers)
      search.instead = row.value;
  }
  return search;
}

}  // namespace marrow
