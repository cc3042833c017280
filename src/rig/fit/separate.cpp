#include "rig/fit/separate.h"

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "rig/bones.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// A vertex within a joint's reach.
struct Candidate {
  float distance, place;
  bool is_wanted;
};

std::vector<Candidate> candidates_of(const FitPairs& pairs, const Influences& wanted,
                                     std::uint32_t joint, float least) {
  std::vector<Candidate> candidates;
  for (std::uint32_t k = pairs.column_begin[joint]; k < pairs.column_begin[joint + 1]; ++k) {
    const std::uint32_t v = pairs.vertices[pairs.column_row[k]], entry = pairs.column_entry[k];
    bool is_wanted = false;
    for (std::uint32_t e = wanted.row_begin(v); e < wanted.row_end(v); ++e)
      is_wanted |= wanted.joint[e] == joint && wanted.weight[e] > least;
    candidates.push_back({pairs.distance[entry], pairs.place[entry], is_wanted});
  }
  return candidates;
}

std::size_t mistakes_of(const std::vector<Candidate>& candidates, const Radii& radii) {
  std::size_t mistakes = 0;
  for (const Candidate& one : candidates)
    mistakes += is_held(one.distance, radii.at(one.place)) != one.is_wanted;
  return mistakes;
}

/// Goes to the best place along a line; true if it is another one.
bool go_along(const std::vector<Candidate>& candidates, float origin, float tip, float reach,
              Radii& radii) {
  const RadiusLine line{radii, origin, tip, reach};
  std::vector<RadiusEvent> events;
  for (const Candidate& one : candidates) {
    const auto passing = line.passing(one.distance, one.place);
    if (passing) events.push_back({passing->at, passing->is_rising == one.is_wanted ? -1.0 : 1.0});
  }
  const std::optional<double> place = best_place(line, events, 0.5);
  if (place) radii = line.at(*place);
  return place.has_value();
}

/// From a capsule that grows from nothing in the best of some shapes, along lines to all sides.
Radii separating_taper(const std::vector<Candidate>& candidates, float reach) {
  constexpr int kShapes = 9, kDirections = 12, kRounds = 12;
  constexpr float kGolden = 0.618034f, kPi = glm::pi<float>();
  Radii best;
  std::size_t fewest = mistakes_of(candidates, best);
  for (int k = 0; k < kShapes; ++k) {
    const float angle = 0.5f * kPi * float(k) / float(kShapes - 1);
    Radii radii;
    go_along(candidates, std::cos(angle), std::sin(angle), reach, radii);
    const std::size_t mistakes = mistakes_of(candidates, radii);
    if (mistakes >= fewest) continue;
    fewest = mistakes;
    best = radii;
  }
  for (int round = 0, idle = 0; round < kRounds && idle < 3 && fewest > 0; ++round, ++idle) {
    for (int k = 0; k < kDirections; ++k) {
      const float angle = kPi * (float(k) / float(kDirections) + kGolden * float(round));
      if (go_along(candidates, std::cos(angle), std::sin(angle), reach, best)) idle = 0;
    }
    fewest = mistakes_of(candidates, best);
  }
  return best;
}

}  // namespace

std::vector<Radii> separating_radii(const FitPairs& pairs, const Influences& wanted, float least,
                                    bool tapers, const std::vector<float>& reaches) {
  std::vector<Radii> radii(reaches.size());
  parallel_for(radii.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      const std::vector<Candidate> candidates =
          candidates_of(pairs, wanted, std::uint32_t(j), least);
      if (tapers) {
        radii[j] = separating_taper(candidates, reaches[j]);
      } else {
        go_along(candidates, 1.0f, 1.0f, reaches[j], radii[j]);
      }
    }
  });
  return radii;
}

}  // namespace marrow
