#include "rig/figure/markers.h"

#include <fmt/format.h>
#include <span>
#include <utility>

namespace marrow {
namespace {

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

using Bird = BirdMarker;
constexpr MarkerRow kBirdMiddle[] = {
    {"beak", Bird::head}, {"head", Bird::neck}, {"neck", Bird::chest},   {"chest", Bird::hips},
    {"hips", Bird::hips}, {"tail", Bird::hips}, {"tail_end", Bird::tail}};
constexpr MarkerRow kBirdSide[] = {
    {"shoulder", Bird::chest},   {"elbow", Bird::shoulder_l}, {"wrist", Bird::elbow_l},
    {"wing_end", Bird::wrist_l}, {"hip", Bird::hips},         {"knee", Bird::hip_l},
    {"ankle", Bird::knee_l},     {"ball", Bird::ankle_l},     {"toe_end", Bird::ball_l}};
constexpr MarkerRow kHand[] = {{"wrist", HandMarker::wrist}, {"palm", HandMarker::wrist}};

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

}  // namespace

void FigureMarkers::swap_sides() {
  for (std::size_t m = 0; m < places.size(); ++m) {
    if (!is_left(m)) continue;
    MarkerPlace &left = places[m], &right = places[mirrored(m)];
    std::swap(left.position, right.position);
    std::swap(left.doubt, right.doubt);
  }
}

void FigureMarkers::turn_to(float z) {
  front = {0.0f, 0.0f, z < 0.0f ? -1.0f : 1.0f};
  if (z < 0.0f) swap_sides();
}

std::optional<std::size_t> FigureMarkers::find(std::string_view name) const {
  for (std::size_t m = 0; m < places.size(); ++m)
    if (places[m].name == name) return m;
  return std::nullopt;
}

void add_fingers(FigureMarkers& markers, const FingerChoice& which) {
  const std::size_t first = markers.places.size();
  const bool is_hand = markers.shape == FigureTemplate::hand;
  const auto add_side = [&](const char* side, std::size_t wrist) {
    for (std::size_t finger = 0; finger < kFingers.size(); ++finger)
      for (std::size_t k = 1; which[finger] && k <= kFingerMarkers; ++k) {
        const std::size_t m = markers.places.size();
        const std::string part = k < kFingerMarkers ? std::to_string(k) : "end";
        markers.places.push_back(
            {fmt::format("{}_{}{}", kFingers[finger], part, side), k > 1 ? m - 1 : wrist, m});
      }
  };
  add_side(is_hand ? "" : ".L", is_hand ? std::size_t(HandMarker::wrist) : Marker::wrist_l);
  if (is_hand) return;
  add_side(".R", Marker::wrist_r);
  const std::size_t side = (markers.places.size() - first) / 2;
  for (std::size_t m = first; m < first + side; ++m) {
    markers[m].partner = m + side;
    markers[m + side].partner = m;
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
  if (shape == FigureTemplate::bird) add_figure(markers, kBirdMiddle, kBirdSide);
  if (shape == FigureTemplate::hand) add_places(markers, kHand);
  if (shape == FigureTemplate::chain)
    for (std::size_t m = 0; m <= std::size_t(joints); ++m)
      markers.places.push_back({fmt::format("link_{}", m + 1), m == 0 ? 0 : m - 1, m});
  return markers;
}

}  // namespace marrow
