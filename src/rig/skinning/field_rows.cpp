#include "rig/skinning/field_rows.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "rig/guarded.h"
#include "rig/rig_check.h"
#include "rig/skinning/weights.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kRowsAtOnce = 1 << 13;  // vertices

/// Computes the weights of these vertices' rows, which have their joints and distances already.
template <typename VertexAt>
void weigh_rows(const Skeleton& skeleton, const MeasuredPart& measured, const Tasks& tasks,
                std::size_t count, const VertexAt& vertex, Influences& influences,
                std::vector<std::string>& problems) {
  std::mutex mutex;
  parallel_for(count, kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    std::vector<float> distances, radii, weights;
    std::vector<std::string> mine;
    for (std::size_t n = begin; n < end; ++n) {
      const Influences::Row& row = influences.rows[vertex(n)];
      if (row.size == 0) continue;
      const auto first = std::ptrdiff_t(row.begin), last = first + std::ptrdiff_t(row.size);
      distances.assign(influences.distance.begin() + first, influences.distance.begin() + last);
      radii.clear();
      for (std::uint32_t k = row.begin; k < row.begin + row.size; ++k) {
        const std::uint32_t j = influences.joint[k];
        radii.push_back(
            radius_at(skeleton.joints[j], measured.bones[j], measured.positions[vertex(n)]));
      }
      weigh_row(skeleton.falloff, distances, radii, tasks, weights, mine);
      weights.resize(distances.size());
      std::copy(weights.begin(), weights.end(), influences.weight.begin() + first);
    }
    if (mine.empty()) return;
    const std::lock_guard lock(mutex);
    guarded::add_new(mine, problems);
  });
}

/// Removes entries that belong to no row, if they are more than half. Then the rows of copies are
/// out of date.
void drop_unowned(std::size_t vertices, BoundRows& bound) {
  Influences& influences = bound.influences;
  std::size_t live = 0;
  for (std::size_t k = 0; k < bound.coverage.histogram.size(); ++k)
    live += k * bound.coverage.histogram[k];
  if (influences.joint.size() <= 2 * live + kRowsAtOnce) return;
  Influences packed;
  packed.joint.reserve(live), packed.weight.reserve(live), packed.distance.reserve(live);
  for (std::size_t v = 0; v < vertices; ++v) {
    Influences::Row& row = influences.rows[v];
    const auto first = std::ptrdiff_t(row.begin), last = first + std::ptrdiff_t(row.size);
    row.begin = std::uint32_t(packed.joint.size());
    packed.joint.insert(packed.joint.end(), influences.joint.begin() + first,
                        influences.joint.begin() + last);
    packed.weight.insert(packed.weight.end(), influences.weight.begin() + first,
                         influences.weight.begin() + last);
    packed.distance.insert(packed.distance.end(), influences.distance.begin() + first,
                           influences.distance.begin() + last);
  }
  influences.joint = std::move(packed.joint);
  influences.weight = std::move(packed.weight);
  influences.distance = std::move(packed.distance);
}

/// Counts a vertex whose row changes its length.
void recount(std::size_t before, std::size_t after, Coverage& coverage) {
  std::vector<std::uint32_t>& histogram = coverage.histogram;
  if (histogram.size() <= after) histogram.resize(after + 1, 0);
  --histogram[before];
  ++histogram[after];
  while (histogram.back() == 0) histogram.pop_back();
}

/// Removes the joint from the row, or adds it at a distance. A row that grows moves to the end.
void set_entry(std::size_t vertex, std::uint32_t joint, bool is_in, float distance,
               BoundRows& bound) {
  Influences& influences = bound.influences;
  Influences::Row& row = influences.rows[vertex];
  const auto begin = influences.joint.begin() + std::ptrdiff_t(row.begin),
             end = begin + std::ptrdiff_t(row.size);
  const auto at = std::lower_bound(begin, end, joint);
  const bool was_in = at != end && *at == joint;
  if (was_in == is_in) return;
  recount(row.size, row.size + (is_in ? 1 : -1), bound.coverage);
  bound.captured[joint] += is_in ? 1 : -1;
  const auto place = std::size_t(at - influences.joint.begin());
  const std::size_t last = row.begin + row.size;
  if (!is_in) {
    std::copy(at + 1, end, at);
    std::copy(influences.distance.begin() + std::ptrdiff_t(place) + 1,
              influences.distance.begin() + std::ptrdiff_t(last),
              influences.distance.begin() + std::ptrdiff_t(place));
    --row.size;
    return;
  }
  const auto fresh = std::uint32_t(influences.joint.size());
  for (std::size_t k = row.begin; k <= last; ++k) {
    if (k == place) {
      influences.joint.push_back(joint);
      influences.distance.push_back(distance);
    }
    if (k == last) break;
    influences.joint.push_back(influences.joint[k]);
    influences.distance.push_back(influences.distance[k]);
  }
  influences.weight.resize(influences.joint.size());
  row = {fresh, row.size + 1};
}

}  // namespace

Influences field_influences(const Skeleton& skeleton, const MeasuredPart& measured,
                            const Tasks& tasks, std::vector<std::string>& problems) {
  const std::vector<Joint>& joints = skeleton.joints;
  RIG_CHECK(measured.fields.size() == joints.size());
  Influences influences;
  influences.rows.resize(measured.positions.size());
  // Visits the held vertices of each range, joint by joint.
  const auto for_each_held = [&](const auto& visit) {
    parallel_for(influences.rows.size(), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const BoneField::OfPart& field = measured.fields[j]->parts[measured.part];
        auto k = std::size_t(std::lower_bound(field.vertices.begin(), field.vertices.end(), begin) -
                             field.vertices.begin());
        for (; k < field.vertices.size() && field.vertices[k] < end; ++k) {
          const std::uint32_t vertex = field.vertices[k];
          if (is_in_capsule(field.distance[k],
                            radius_at(joints[j], measured.bones[j], measured.positions[vertex])))
            visit(j, vertex, field.distance[k]);
        }
      }
    });
  };
  for_each_held([&](std::size_t, std::uint32_t vertex, float) { ++influences.rows[vertex].size; });
  std::size_t total = 0;
  for (Influences::Row& row : influences.rows) {
    row.begin = std::uint32_t(total);
    total += std::exchange(row.size, 0u);
  }
  influences.joint.resize(total);
  influences.weight.resize(total);
  influences.distance.resize(total);
  for_each_held([&](std::size_t j, std::uint32_t vertex, float distance) {
    Influences::Row& row = influences.rows[vertex];
    const std::size_t at = row.begin + row.size++;
    influences.joint[at] = std::uint32_t(j);
    influences.distance[at] = distance;
  });
  weigh_rows(
      skeleton, measured, tasks, influences.rows.size(), [](std::size_t n) { return n; },
      influences, problems);
  return influences;
}

std::vector<std::uint32_t> change_field_influences(const Skeleton& skeleton,
                                                   const FieldsBefore& before,
                                                   const MeasuredPart& measured, const Tasks& tasks,
                                                   BoundRows& bound,
                                                   std::vector<std::string>& problems) {
  const std::vector<Joint>& joints = skeleton.joints;
  RIG_CHECK(before.radii.size() == joints.size() && measured.fields.size() == joints.size());
  const bool fades = choice_row(skeleton.falloff).at_surface == AtSurface::fades;
  std::vector<std::uint32_t> touched;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Radii now = joints[j].radii(), old = before.radii[j];
    if (now == old) continue;
    // The field of the larger radius, because it has all vertices that are or were held.
    const BoneField::OfPart& field =
        (now.largest() < old.largest() ? before.fields : measured.fields)[j]->parts[measured.part];
    for (std::size_t k = 0; k < field.vertices.size(); ++k) {
      const std::uint32_t vertex = field.vertices[k];
      const float distance = field.distance[k];
      const double t = now.is_tapered() || old.is_tapered()
                           ? parameter_on(measured.bones[j], measured.positions[vertex])
                           : 0.0;
      const bool was_in = is_in_capsule(distance, old.at(t)),
                 is_in = is_in_capsule(distance, now.at(t));
      if (was_in == is_in && !(fades && is_in)) continue;
      set_entry(vertex, std::uint32_t(j), is_in, distance, bound);
      touched.push_back(vertex);
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  weigh_rows(
      skeleton, measured, tasks, touched.size(), [&](std::size_t n) { return touched[n]; },
      bound.influences, problems);
  drop_unowned(measured.positions.size(), bound);
  bound.coverage.uncovered = bound.coverage.histogram.empty() ? 0 : bound.coverage.histogram[0];
  bound.coverage.covered = std::uint32_t(measured.positions.size()) - bound.coverage.uncovered;
  return touched;
}

}  // namespace marrow
