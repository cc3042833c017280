#include "rig/fit/capsule_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "rig/bones.h"
#include "rig/falloff_weight.h"
#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kRowsGrain = 1024;
/// An error that falls by less than this share has not improved.
constexpr double kNoBetter = 1e-9;
/// A mean squared error below this counts as zero.
constexpr double kExact = 1e-14;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Shares of the reach: distances that differ by less are equal; room left beyond the last vertex.
constexpr double kSameDistance = 1e-6;
constexpr double kRoomBeyond = 0.02;

/// Where on a line one radius stays between 0 and its reach: the range of s.
struct LineLimits {
  double low = -kInfinite, high = kInfinite;
};

LineLimits line_limits(float radius, float along, float reach) {
  if (along == 0.0f) return {};
  const double to_zero = -double(radius) / double(along),
               to_reach = (double(reach) - double(radius)) / double(along);
  return {std::min(to_zero, to_reach), std::max(to_zero, to_reach)};
}

}  // namespace

double RadiusLine::low() const {
  return std::max(line_limits(from.at_origin, origin, reach).low,
                  line_limits(from.at_tip, tip, reach).low);
}

double RadiusLine::high() const {
  return std::min(line_limits(from.at_origin, origin, reach).high,
                  line_limits(from.at_tip, tip, reach).high);
}

Radii RadiusLine::at(double s) const {
  const auto moved = [&](float radius, float along) {
    return std::clamp(float(double(radius) + s * double(along)), 0.0f, reach);
  };
  Radii radii{moved(from.at_origin, origin), moved(from.at_tip, tip)};
  if (origin == tip && from.at_origin == from.at_tip) radii.at_tip = radii.at_origin;
  return radii;
}

std::optional<RadiusLine::Passing> RadiusLine::passing(float distance, float place) const {
  constexpr double kNoSlope = 1e-3;
  const double slope = double(origin) + double(place) * double(tip - origin);
  if (std::abs(slope) < kNoSlope) return std::nullopt;
  return Passing{(double(distance) - double(from.at(place))) / slope, slope > 0.0};
}

std::optional<double> best_place(const RadiusLine& line, std::vector<RadiusEvent>& events,
                                 double margin) {
  std::sort(events.begin(), events.end(),
            [](const RadiusEvent& a, const RadiusEvent& b) { return a.at < b.at; });
  const double first = line.low(), last = line.high(), apart = kSameDistance * double(line.reach);
  double sum = 0.0, now = 0.0, least = kInfinite, place = 0.0;
  for (std::size_t k = 0; k <= events.size(); ++k) {
    if (k > 0) sum += events[k - 1].change;
    const bool is_open = k == events.size();
    const double low = std::max(k > 0 ? events[k - 1].at : first, first),
                 high = std::min(is_open ? last : events[k].at, last);
    if (low <= 0.0 && 0.0 < high) now = sum;
    if (high - low <= apart || sum >= least) continue;
    least = sum;
    place = 0.5 * (low + high);
    if (is_open) place = std::min(place, low + kRoomBeyond * double(line.reach));
  }
  if (!(least < now - margin)) return std::nullopt;
  return place;
}

CapsuleSolver::CapsuleSolver(SolverInput input) : input_(std::move(input)) {
  RIG_CHECK(input_.reaches.size() + 1 == input_.pairs->column_begin.size());
  jumps_ = choice_row(input_.falloff).at_surface == AtSurface::jumps;
}

double CapsuleSolver::raw_weight(std::uint32_t entry, float radius) const {
  return raw_falloff_weight(input_.falloff, double(input_.pairs->distance[entry]), double(radius));
}

/// Gathers the joints that hold a row, ascending, except the joint `without`.
void CapsuleSolver::gather(std::uint32_t row, const std::vector<Radii>& radii,
                           std::uint32_t without, bool with_slopes, Scratch& scratch) const {
  const FitPairs& pairs = *input_.pairs;
  scratch.held.clear();
  for (std::uint32_t e = pairs.begin[row]; e < pairs.begin[row + 1]; ++e) {
    const std::uint32_t joint = pairs.joint[e];
    const float radius = radii[joint].at(pairs.place[e]);
    if (joint == without || !is_in_capsule(pairs.distance[e], radius)) continue;
    Held held{joint, raw_weight(e, radius), 0.0, pairs.place[e]};
    if (with_slopes) {
      constexpr double kStepSize = 1e-4;
      const double r = double(radius), d = std::max(double(pairs.distance[e]), 1e-6 * r);
      const auto raw = [&](double factor) {
        return raw_falloff_weight(input_.falloff, d, r * factor);
      };
      held.slope = (raw(1.0 + kStepSize) - raw(1.0 - kStepSize)) / (2.0 * kStepSize * r);
    }
    scratch.held.push_back(held);
  }
}

/// The row's error if the gathered joints hold it; sets scratch.weights.
double CapsuleSolver::row_error(std::uint32_t row, Scratch& scratch) const {
  double sum = 0.0;
  for (const Held& held : scratch.held) sum += held.raw;
  scratch.joints.clear();
  scratch.weights.clear();
  for (const Held& held : scratch.held) {
    scratch.joints.push_back(held.joint);
    scratch.weights.push_back(held.raw / sum);
  }
  return input_.target->error(input_.pairs->vertices[row],
                              {scratch.joints.data(), scratch.weights.data(), scratch.held.size()});
}

/// Adds one more joint to the gathered ones; returns its index.
std::size_t CapsuleSolver::insert(Scratch& scratch, const Held& one) {
  const auto after =
      std::upper_bound(scratch.held.begin(), scratch.held.end(), one.joint,
                       [](std::uint32_t joint, const Held& held) { return joint < held.joint; });
  const auto place = std::size_t(after - scratch.held.begin());
  scratch.held.insert(after, one);
  return place;
}

double CapsuleSolver::error_of(const std::vector<Radii>& radii) const {
  const std::size_t rows = input_.pairs->vertices.size();
  if (rows == 0) return 0.0;
  std::vector<double> sums((rows + kRowsGrain - 1) / kRowsGrain, 0.0);
  parallel_for(rows, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t r = begin; r < end; ++r) {
      gather(std::uint32_t(r), radii, kNoJoint, false, scratch);
      sums[begin / kRowsGrain] += row_error(std::uint32_t(r), scratch);
    }
  });
  double sum = 0.0;
  for (const double one : sums) sum += one;
  return sum / double(rows);
}

// ---- One joint, along a line of its radii

/// The places on a line where vertices begin or cease to be held, and how this changes the error.
std::vector<RadiusEvent> CapsuleSolver::events_on(std::uint32_t joint, const RadiusLine& line,
                                                  const std::vector<Radii>& radii) const {
  const FitPairs& pairs = *input_.pairs;
  const std::uint32_t first = pairs.column_begin[joint],
                      count = pairs.column_begin[joint + 1] - first;
  std::vector<RadiusEvent> events(count);
  parallel_for(count, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t row = pairs.column_row[first + k], entry = pairs.column_entry[first + k];
      const float distance = pairs.distance[entry];
      const auto passing = line.passing(distance, pairs.place[entry]);
      if (!passing) continue;  // no event: its change stays 0
      gather(row, radii, joint, false, scratch);
      const double without = row_error(row, scratch);
      insert(scratch, {joint, raw_weight(entry, 2.0f * distance + 1e-20f)});
      const double with = row_error(row, scratch);
      events[k] = {passing->at, passing->is_rising ? with - without : without - with};
    }
  });
  std::erase_if(events, [](const RadiusEvent& event) { return event.change == 0.0; });
  return events;
}

bool CapsuleSolver::search_jumps(std::uint32_t joint, const RadiusLine& line,
                                 std::vector<Radii>& radii) const {
  std::vector<RadiusEvent> events = events_on(joint, line, radii);
  const std::optional<double> place =
      best_place(line, events, double(input_.pairs->vertices.size()) * kNoBetter);
  if (place) radii[joint] = line.at(*place);
  return place.has_value();
}

/// For each place on a line, the sum of the errors of all rows that the joint holds at any place.
std::vector<double> CapsuleSolver::errors_at(std::uint32_t joint, const RadiusLine& line,
                                             const std::vector<double>& places,
                                             const std::vector<Radii>& radii) const {
  const FitPairs& pairs = *input_.pairs;
  const std::uint32_t first = pairs.column_begin[joint],
                      count = pairs.column_begin[joint + 1] - first;
  std::vector<Radii> tried;
  for (const double place : places) tried.push_back(line.at(place));
  const std::size_t blocks = (count + kRowsGrain - 1) / kRowsGrain;
  std::vector<double> sums(blocks * places.size(), 0.0);
  parallel_for(count, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    double* sum = &sums[begin / kRowsGrain * places.size()];
    Scratch scratch;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t row = pairs.column_row[first + k], entry = pairs.column_entry[first + k];
      const float place = pairs.place[entry], distance = pairs.distance[entry];
      const auto holds = [&](const Radii& one) { return is_in_capsule(distance, one.at(place)); };
      if (std::none_of(tried.begin(), tried.end(), holds)) continue;
      gather(row, radii, joint, false, scratch);
      const double without = row_error(row, scratch);
      const std::size_t own = insert(scratch, {joint});
      for (std::size_t p = 0; p < places.size(); ++p) {
        if (!holds(tried[p])) {
          sum[p] += without;
          continue;
        }
        scratch.held[own].raw = raw_weight(entry, tried[p].at(place));
        sum[p] += row_error(row, scratch);
      }
    }
  });
  std::vector<double> errors(places.size(), 0.0);
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t p = 0; p < places.size(); ++p) errors[p] += sums[block * places.size() + p];
  return errors;
}

bool CapsuleSolver::search_samples(std::uint32_t joint, const RadiusLine& line,
                                   std::vector<Radii>& radii) const {
  constexpr std::array kShares = {0.0,  -1.0, -0.5, -0.25, -0.1, -0.03, -0.01,
                                  0.01, 0.03, 0.1,  0.25,  0.5,  1.0,   2.0};
  const double size =
      std::max(0.5 * double(line.from.at_origin + line.from.at_tip), 0.05 * double(line.reach));
  std::vector<double> places;
  for (const double share : kShares)
    places.push_back(std::clamp(share * size, line.low(), line.high()));
  const std::vector<double> errors = errors_at(joint, line, places, radii);
  const auto best = std::size_t(std::min_element(errors.begin(), errors.end()) - errors.begin());
  const double margin = double(input_.pairs->vertices.size()) * kNoBetter;
  if (!(errors[best] < errors.front() - margin)) return false;
  radii[joint] = line.at(places[best]);
  return true;
}

bool CapsuleSolver::search(std::uint32_t joint, float origin, float tip,
                           std::vector<Radii>& radii) const {
  const RadiusLine line{radii[joint], origin, tip, input_.reaches[joint]};
  return jumps_ ? search_jumps(joint, line, radii) : search_samples(joint, line, radii);
}

/// Searches one joint's radii along a few lines, in other directions each round. True if they
/// changed.
bool CapsuleSolver::search_joint(std::uint32_t joint, bool tapers, int round,
                                 std::vector<Radii>& radii) const {
  constexpr int kDirections = 6;
  constexpr double kGolden = 0.6180339887;
  if (input_.is_locked[joint] ||
      input_.pairs->column_begin[joint] == input_.pairs->column_begin[joint + 1])
    return false;
  if (!tapers) return search(joint, 1.0f, 1.0f, radii);
  bool any = false;
  const float size = radii[joint].largest();
  if (size > 0.0f)
    any |= search(joint, radii[joint].at_origin / size, radii[joint].at_tip / size, radii);
  any |= search(joint, 1.0f, 1.0f, radii);
  for (int k = 0; k < kDirections; ++k) {
    const double angle = glm::pi<double>() * (double(k) / kDirections + kGolden * double(round));
    any |= search(joint, float(std::cos(angle)), float(std::sin(angle)), radii);
  }
  return any;
}

bool CapsuleSolver::solve(bool tapers, int most_rounds, std::vector<Radii>& radii,
                          const Round& round) const {
  constexpr int kSolverSteps = 6;
  const int most_idle = tapers ? 4 : 1;  // rounds without a change
  double damping = 1e-3, error = error_of(radii);
  for (int k = 0, idle = 0; k < most_rounds && idle < most_idle && error > kExact; ++k) {
    for (std::uint32_t j = 0; j < radii.size(); ++j) search_joint(j, tapers, k, radii);
    for (int step = 0; !jumps_ && step < kSolverSteps; ++step)
      if (!step_together(tapers, damping, radii)) break;
    const double now = error_of(radii);
    if (round && !round(now)) return false;
    idle = now > error * (1.0 - 1e-5) ? idle + 1 : 0;
    error = now;
    damping = std::min(damping, 1e-2);
  }
  return true;
}

}  // namespace marrow
