#include "rig/fit/capsule_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rig/falloff.h"
#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kRowsGrain = 1024;
constexpr std::uint32_t kNobody = 0xffffffffu;
/// Distances nearer than this to each other, of the reach, are not told apart.
constexpr double kSameDistance = 1e-6;
/// An error that falls by less than this share is no better.
constexpr double kNoBetter = 1e-9;

float radius_at(const CapsuleRadii& radii, float place) {
  return radii.origin + place * (radii.tip - radii.origin);
}

}  // namespace

CapsuleSolver::CapsuleSolver(SolverInput input) : input_(std::move(input)) {
  RIG_CHECK(input_.reaches.size() + 1 == input_.pairs->column_begin.size());
  jumps_ = choice_row(input_.falloff).at_surface == AtSurface::jumps;
}

double CapsuleSolver::raw_weight(std::uint32_t entry, float radius) const {
  return raw_falloff_weight(input_.falloff, double(input_.pairs->distance[entry]), double(radius));
}

/// The joints that hold a row, but for one, ascending.
void CapsuleSolver::gather(std::uint32_t row, const std::vector<CapsuleRadii>& radii,
                           std::uint32_t without, bool with_slopes, Scratch& scratch) const {
  const FitPairs& pairs = *input_.pairs;
  scratch.held.clear();
  for (std::uint32_t e = pairs.begin[row]; e < pairs.begin[row + 1]; ++e) {
    const std::uint32_t joint = pairs.joint[e];
    const float radius = radius_at(radii[joint], pairs.place[e]);
    if (joint == without || !(pairs.distance[e] < radius)) continue;
    Held held{joint, raw_weight(e, radius), 0.0, pairs.place[e]};
    if (with_slopes) {
      constexpr double kStep = 1e-4;
      const double r = double(radius), d = double(pairs.distance[e]);
      held.slope = (raw_falloff_weight(input_.falloff, d, r * (1.0 + kStep)) -
                    raw_falloff_weight(input_.falloff, d, r * (1.0 - kStep))) /
                   (2.0 * kStep * r);
    }
    scratch.held.push_back(held);
  }
}

/// Of the joints that were gathered.
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

/// Puts one more joint among those that were gathered; returns its place.
std::size_t CapsuleSolver::insert(Scratch& scratch, const Held& one) {
  const auto after =
      std::upper_bound(scratch.held.begin(), scratch.held.end(), one.joint,
                       [](std::uint32_t joint, const Held& held) { return joint < held.joint; });
  const auto place = std::size_t(after - scratch.held.begin());
  scratch.held.insert(after, one);
  return place;
}

double CapsuleSolver::error_of(const std::vector<CapsuleRadii>& radii) const {
  const std::size_t rows = input_.pairs->vertices.size();
  if (rows == 0) return 0.0;
  std::vector<double> sums((rows + kRowsGrain - 1) / kRowsGrain, 0.0);
  parallel_for(rows, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t r = begin; r < end; ++r) {
      gather(std::uint32_t(r), radii, kNobody, false, scratch);
      sums[begin / kRowsGrain] += row_error(std::uint32_t(r), scratch);
    }
  });
  double sum = 0.0;
  for (const double one : sums) sum += one;
  return sum / double(rows);
}

// ---- One joint, along a line of its radii

/// Where along the line a vertex begins or ceases to be held, and what that changes.
std::vector<CapsuleSolver::Event> CapsuleSolver::events_on(
    const Line& line, const std::vector<CapsuleRadii>& radii) const {
  const FitPairs& pairs = *input_.pairs;
  const std::uint32_t first = pairs.column_begin[line.joint],
                      count = pairs.column_begin[line.joint + 1] - first;
  std::vector<Event> events(count);
  parallel_for(count, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t row = pairs.column_row[first + k], entry = pairs.column_entry[first + k];
      const float place = pairs.place[entry], distance = pairs.distance[entry];
      const double slope = double(line.origin) + double(place) * double(line.tip - line.origin);
      if (std::abs(slope) < 1e-3) {  // held, or not, all along
        events[k] = {std::numeric_limits<double>::infinity(), 0.0};
        continue;
      }
      gather(row, radii, line.joint, false, scratch);
      const double without = row_error(row, scratch);
      insert(scratch, {line.joint, raw_weight(entry, 2.0f * distance + 1e-20f)});
      const double with = row_error(row, scratch);
      const double at = (double(distance) - double(radius_at(radii[line.joint], place))) / slope;
      events[k] = {at, slope > 0.0 ? with - without : without - with};
    }
  });
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.at < b.at; });
  while (!events.empty() && std::isinf(events.back().at)) events.pop_back();
  return events;
}

namespace {

/// How far along a line radii may go.
struct Range {
  double low, high;
};

Range range_of(const CapsuleRadii& radii, float origin, float tip, float reach) {
  Range range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const auto limit = [&](double now, double along) {
    if (along == 0.0) return;
    const double to_zero = -now / along, to_reach = (double(reach) - now) / along;
    range.low = std::max(range.low, std::min(to_zero, to_reach));
    range.high = std::min(range.high, std::max(to_zero, to_reach));
  };
  limit(double(radii.origin), double(origin));
  limit(double(radii.tip), double(tip));
  return range;
}

CapsuleRadii moved_along(const CapsuleRadii& radii, float origin, float tip, double by,
                         float reach) {
  CapsuleRadii moved{float(double(radii.origin) + by * double(origin)),
                     float(double(radii.tip) + by * double(tip))};
  moved.origin = std::clamp(moved.origin, 0.0f, reach);
  moved.tip = std::clamp(moved.tip, 0.0f, reach);
  if (origin == tip && radii.origin == radii.tip) moved.tip = moved.origin;
  return moved;
}

/// A place between two events; beyond the last one not far from it.
double middle_of(double low, double high, bool is_open, double reach) {
  constexpr double kRoom = 0.02;  // of the reach, beyond the last vertex
  return is_open ? std::min(0.5 * (low + high), low + kRoom * reach) : 0.5 * (low + high);
}

}  // namespace

bool CapsuleSolver::search_jumps(const Line& line, std::vector<CapsuleRadii>& radii) const {
  CapsuleRadii& own = radii[line.joint];
  const float reach = input_.reaches[line.joint];
  const std::vector<Event> events = events_on(line, radii);
  if (events.empty()) return false;
  const Range range = range_of(own, line.origin, line.tip, reach);
  const double apart = kSameDistance * double(reach);
  // The sum of changes up to each gap between events, from the least place on.
  double sum = 0.0, at_zero = 0.0, least = std::numeric_limits<double>::infinity(), place = 0.0;
  for (std::size_t k = 0; k <= events.size(); ++k) {
    if (k > 0) sum += events[k - 1].change;
    const double low = std::max(k > 0 ? events[k - 1].at : range.low, range.low),
                 high = std::min(k < events.size() ? events[k].at : range.high, range.high);
    if (low <= 0.0 && 0.0 < high) at_zero = sum;
    if (high - low <= apart || sum >= least) continue;
    least = sum;
    place = middle_of(low, high, k == events.size(), double(reach));
  }
  const double scale = std::max(double(input_.pairs->vertices.size()), 1.0) * kNoBetter;
  if (!(least < at_zero - scale)) return false;
  own = moved_along(own, line.origin, line.tip, place, reach);
  return true;
}

/// The sum of errors of the joint's rows at places along a line.
std::vector<double> CapsuleSolver::errors_at(const Line& line, const std::vector<double>& places,
                                             const std::vector<CapsuleRadii>& radii) const {
  const FitPairs& pairs = *input_.pairs;
  const std::uint32_t first = pairs.column_begin[line.joint],
                      count = pairs.column_begin[line.joint + 1] - first;
  std::vector<CapsuleRadii> tried;
  for (const double place : places)
    tried.push_back(
        moved_along(radii[line.joint], line.origin, line.tip, place, input_.reaches[line.joint]));
  const std::size_t blocks = (count + kRowsGrain - 1) / kRowsGrain;
  std::vector<double> sums(blocks * places.size(), 0.0);
  parallel_for(count, kRowsGrain, [&](std::size_t begin, std::size_t end) {
    double* sum = &sums[begin / kRowsGrain * places.size()];
    Scratch scratch;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t row = pairs.column_row[first + k], entry = pairs.column_entry[first + k];
      const float place = pairs.place[entry], distance = pairs.distance[entry];
      const auto holds = [&](const CapsuleRadii& one) { return distance < radius_at(one, place); };
      if (std::none_of(tried.begin(), tried.end(), holds)) continue;
      gather(row, radii, line.joint, false, scratch);
      const double without = row_error(row, scratch);
      const std::size_t own = insert(scratch, {line.joint});
      for (std::size_t p = 0; p < places.size(); ++p) {
        if (!holds(tried[p])) {
          sum[p] += without;
          continue;
        }
        scratch.held[own].raw = raw_weight(entry, radius_at(tried[p], place));
        sum[p] += row_error(row, scratch);
      }
    }
  });
  std::vector<double> errors(places.size(), 0.0);
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::size_t p = 0; p < places.size(); ++p) errors[p] += sums[block * places.size() + p];
  return errors;
}

bool CapsuleSolver::search_samples(const Line& line, std::vector<CapsuleRadii>& radii) const {
  constexpr std::array kShares = {-1.0, -0.5, -0.25, -0.1, -0.03, -0.01, 0.0,
                                  0.01, 0.03, 0.1,   0.25, 0.5,   1.0,   2.0};
  CapsuleRadii& own = radii[line.joint];
  const float reach = input_.reaches[line.joint];
  const Range range = range_of(own, line.origin, line.tip, reach);
  const double size = std::max(0.5 * double(own.origin + own.tip), 0.05 * double(reach));
  std::vector<double> places;
  for (const double share : kShares)
    places.push_back(std::clamp(share * size, range.low, range.high));
  const std::vector<double> errors = errors_at(line, places, radii);
  const auto best = std::size_t(std::min_element(errors.begin(), errors.end()) - errors.begin());
  const auto now = std::size_t(std::find(kShares.begin(), kShares.end(), 0.0) - kShares.begin());
  const double scale = double(input_.pairs->vertices.size()) * kNoBetter;
  if (!(errors[best] < errors[now] - scale)) return false;
  own = moved_along(own, line.origin, line.tip, places[best], reach);
  return true;
}

bool CapsuleSolver::search(const Line& line, std::vector<CapsuleRadii>& radii) const {
  return jumps_ ? search_jumps(line, radii) : search_samples(line, radii);
}

/// All joints one after the other, each along a few lines.
bool CapsuleSolver::sweep(bool tapers, std::vector<CapsuleRadii>& radii) const {
  bool any = false;
  for (std::uint32_t j = 0; j < radii.size(); ++j) {
    if (input_.is_locked[j] || input_.pairs->column_begin[j] == input_.pairs->column_begin[j + 1])
      continue;
    if (!tapers) {
      any |= search({j, 1.0f, 1.0f}, radii);
      continue;
    }
    const float sum = radii[j].origin + radii[j].tip;
    const float origin = sum > 0.0f ? 2.0f * radii[j].origin / sum : 1.0f;
    for (const Line& line :
         {Line{j, origin, 2.0f - origin}, Line{j, 1.0f, 1.0f}, Line{j, 1.0f, 0.0f},
          Line{j, 0.0f, 1.0f}, Line{j, 1.0f, -1.0f}, Line{j, 1.0f, 0.5f}, Line{j, 0.5f, 1.0f},
          Line{j, 1.0f, -0.5f}, Line{j, 0.5f, -1.0f}})
      any |= search(line, radii);
  }
  return any;
}

// ---- All joints together

/// Normal equations: the lower triangle of J^T J, and J^T r.
struct CapsuleSolver::Normal {
  std::size_t size = 0;
  std::vector<double> matrix, gradient;
  explicit Normal(std::size_t unknowns)
      : size(unknowns), matrix(unknowns * unknowns, 0.0), gradient(unknowns, 0.0) {}
  void add(std::size_t i, std::size_t k, double value) {
    matrix[std::max(i, k) * size + std::min(i, k)] += value;
  }
};

/// With w_j = u_j / S and x = sum_j w_j x_j: dx / du_j = (x_j - x) / S.
void CapsuleSolver::add_row(std::uint32_t row, const std::vector<CapsuleRadii>& radii,
                            const std::vector<int>& unknown_of, Normal& normal,
                            Scratch& scratch) const {
  gather(row, radii, kNobody, true, scratch);
  const std::size_t count = scratch.held.size();
  if (count < 2) return;                       // its only joint has all of it
  static_cast<void>(row_error(row, scratch));  // weights
  scratch.products.resize(count * count);
  input_.target->products(input_.pairs->vertices[row],
                          {scratch.joints.data(), scratch.weights.data(), count},
                          scratch.products.data());
  double sum = 0.0, squared = 0.0;
  for (const Held& held : scratch.held) sum += held.raw;
  std::vector<double> with_mean(count, 0.0);  // <x_j, x>
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t k = 0; k < count; ++k)
      with_mean[j] += scratch.products[j * count + k] * scratch.weights[k];
    squared += with_mean[j] * scratch.weights[j];
  }
  const auto each_unknown = [&](std::size_t j, const auto& visit) {
    const Held& held = scratch.held[j];
    const double slope = held.slope / sum;
    const int at = unknown_of[held.joint];
    if (at < 0) return;
    const bool has_tip =
        at + 1 < int(normal.size) && unknown_of[held.joint + unknown_of.size() / 2] == at + 1;
    if (!has_tip) return visit(std::size_t(at), slope);
    visit(std::size_t(at), slope * (1.0 - double(held.place)));
    visit(std::size_t(at) + 1, slope * double(held.place));
  };
  for (std::size_t j = 0; j < count; ++j) {
    each_unknown(j, [&](std::size_t a, double by_a) {
      normal.gradient[a] += by_a * (with_mean[j] - squared);
      for (std::size_t k = 0; k < count; ++k) {
        const double product =
            scratch.products[j * count + k] - with_mean[j] - with_mean[k] + squared;
        each_unknown(k, [&](std::size_t b, double by_b) {
          if (b <= a) normal.add(a, b, by_a * by_b * product);
        });
      }
    });
  }
}

namespace {

/// Solves A x = b by Cholesky's method, A symmetric, its lower triangle given and overwritten.
/// False where it is not positive definite.
bool solve_symmetric(std::size_t size, std::vector<double>& matrix, std::vector<double>& x) {
  for (std::size_t i = 0; i < size; ++i) {
    double* row = &matrix[i * size];
    for (std::size_t k = 0; k <= i; ++k) {
      const double* other = &matrix[k * size];
      double sum = row[k];
      for (std::size_t m = 0; m < k; ++m) sum -= row[m] * other[m];
      if (k == i) {
        if (!(sum > 0.0)) return false;
        row[i] = std::sqrt(sum);
      } else {
        row[k] = sum / other[k];
      }
    }
    for (std::size_t m = 0; m < i; ++m) x[i] -= row[m] * x[m];
    x[i] /= row[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t m = i + 1; m < size; ++m) x[i] -= matrix[m * size + i] * x[m];
    x[i] /= matrix[i * size + i];
  }
  return true;
}

}  // namespace

/// Takes the step, or a shorter one, if it makes the error less.
bool CapsuleSolver::step_by(const std::vector<double>& step, const std::vector<int>& unknown_of,
                            bool tapers, double error, std::vector<CapsuleRadii>& radii) const {
  std::vector<CapsuleRadii> tried = radii;
  for (std::size_t j = 0; j < radii.size(); ++j) {
    if (unknown_of[j] < 0) continue;
    const auto at = std::size_t(unknown_of[j]);
    const auto moved = [&](float radius, double by) {
      return std::clamp(float(double(radius) + by), 0.25f * radius, input_.reaches[j]);
    };
    tried[j].origin = moved(radii[j].origin, step[at]);
    tried[j].tip = tapers ? moved(radii[j].tip, step[at + 1]) : tried[j].origin;
  }
  if (!(error_of(tried) < error * (1.0 - 1e-7))) return false;
  radii = std::move(tried);
  return true;
}

/// One damped Gauss-Newton step. False where none makes the error less.
bool CapsuleSolver::step_together(bool tapers, double& damping,
                                  std::vector<CapsuleRadii>& radii) const {
  constexpr std::size_t kMostUnknowns = 1500;
  constexpr int kTries = 6;
  // Of the origin, then of the tip; -1: it stays, or follows the origin.
  std::vector<int> unknown_of(2 * radii.size(), -1);
  int unknowns = 0;
  for (std::size_t j = 0; j < radii.size(); ++j) {
    if (input_.is_locked[j] || !(radii[j].origin > 0.0f || radii[j].tip > 0.0f)) continue;
    unknown_of[j] = unknowns++;
    if (tapers) unknown_of[j + radii.size()] = unknowns++;
  }
  const auto size = std::size_t(unknowns);
  if (size == 0 || size > kMostUnknowns) return false;
  const std::size_t rows = input_.pairs->vertices.size();
  const std::size_t blocks = size > 400 ? 2 : 8,
                    grain = std::max<std::size_t>((rows + blocks - 1) / blocks, 1);
  std::vector<Normal> parts((rows + grain - 1) / grain, Normal(size));
  parallel_for(rows, grain, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t r = begin; r < end; ++r)
      add_row(std::uint32_t(r), radii, unknown_of, parts[begin / grain], scratch);
  });
  Normal& all = parts.front();
  for (std::size_t p = 1; p < parts.size(); ++p) {
    for (std::size_t i = 0; i < all.matrix.size(); ++i) all.matrix[i] += parts[p].matrix[i];
    for (std::size_t i = 0; i < size; ++i) all.gradient[i] += parts[p].gradient[i];
  }
  const double error = error_of(radii);
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, all.matrix[i * size + i]);
  if (!(largest > 0.0)) return false;
  for (int round = 0; round < kTries; ++round) {
    std::vector<double> matrix = all.matrix, step(size);
    for (std::size_t i = 0; i < size; ++i) {
      matrix[i * size + i] += damping * matrix[i * size + i] + 1e-12 * largest;
      step[i] = -all.gradient[i];
    }
    if (solve_symmetric(size, matrix, step) && step_by(step, unknown_of, tapers, error, radii)) {
      damping = std::max(damping * 0.2, 1e-9);
      return true;
    }
    damping = std::min(damping * 8.0, 1e6);
  }
  return false;
}

bool CapsuleSolver::solve(bool tapers, int most_rounds, std::vector<CapsuleRadii>& radii,
                          const Round& round) const {
  constexpr int kStepsPerRound = 6;
  double damping = 1e-3, error = error_of(radii);
  for (int k = 0; k < most_rounds; ++k) {
    bool any = sweep(tapers, radii);
    for (int step = 0; !jumps_ && step < kStepsPerRound; ++step) {
      if (!step_together(tapers, damping, radii)) break;
      any = true;
    }
    const double now = error_of(radii);
    if (round && !round(now)) return false;
    if (!any || now > error * (1.0 - 1e-5) || now < 1e-14) break;
    error = now;
    damping = std::min(damping, 1e-2);
  }
  return true;
}

std::vector<CapsuleRadii> separating_radii(const FitPairs& pairs, const Influences& wanted,
                                           float least) {
  const std::size_t joints = pairs.column_begin.size() - 1;
  std::vector<CapsuleRadii> radii(joints);
  parallel_for(joints, 1, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<float, int>> vertices;  // distance; +1: within, -1: not
    for (std::size_t j = begin; j < end; ++j) {
      vertices.clear();
      for (std::uint32_t k = pairs.column_begin[j]; k < pairs.column_begin[j + 1]; ++k) {
        const std::uint32_t v = pairs.vertices[pairs.column_row[k]];
        bool has_weight = false;
        for (std::uint32_t e = wanted.row_begin(v); e < wanted.row_end(v); ++e)
          has_weight |= wanted.joint[e] == j && wanted.weight[e] > least;
        vertices.emplace_back(pairs.distance[pairs.column_entry[k]], has_weight ? 1 : -1);
      }
      std::sort(vertices.begin(), vertices.end());
      int sum = 0, most = 0;
      float width = 0.0f;
      for (std::size_t k = 0; k < vertices.size(); ++k) {
        sum += vertices[k].second;
        const float low = vertices[k].first,
                    high = k + 1 < vertices.size() ? vertices[k + 1].first : low * 1.04f;
        if (high <= low || sum <= 0 || sum < most || (sum == most && high - low <= width)) continue;
        most = sum;
        width = high - low;
        radii[j] = {0.5f * (low + high), 0.5f * (low + high)};
      }
    }
  });
  return radii;
}

}  // namespace marrow
