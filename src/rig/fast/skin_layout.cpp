#include "rig/fast/skin_layout.h"

#include <algorithm>
#include <atomic>

#include "rig/rig_check.h"
#include "scene/parallel.h"

namespace marrow::fast {

namespace {

/// Below this, waking a second thread costs more than it saves.
constexpr std::size_t kFewVertices = 20000;
constexpr std::size_t kSortGrain = 32768;    ///< vertices per piece of work
constexpr std::size_t kMostRanges = 64;      ///< most ranges that a mesh is skinned in
constexpr std::size_t kSmallestRange = 512;  ///< groups per range
constexpr std::size_t kScatterGroups = 32;   ///< groups whose results fit the L1 cache
/// Output of fewer bytes is still in a cache when the next frame begins.
constexpr std::size_t kStreamedBytes = std::size_t(12) << 20;

/// Groups per piece of work. Pieces are equal, even in number, so that two threads end together,
/// and aligned to cache lines.
std::size_t grain_of(std::size_t groups) {
  if (groups * kLanes < kFewVertices) return groups;
  const std::size_t pairs =
                        std::clamp<std::size_t>(groups / kSmallestRange / 2, 1, kMostRanges / 2),
                    grain = (groups + 2 * pairs - 1) / (2 * pairs);
  return (grain + 1) / 2 * 2;
}

void add(Bounds& bounds, const Bounds& other) {
  if (other.empty()) return;
  bounds.low = glm::min(bounds.low, other.low);
  bounds.high = glm::max(bounds.high, other.high);
}

/// Calls skin(begin, end) for all groups, in pieces that do not depend on the number of threads.
template <typename Skin>
Bounds skin_in_pieces(std::size_t groups, const Skin& skin) {
  const std::size_t grain = std::max<std::size_t>(1, grain_of(groups));
  std::vector<Bounds> bounds((groups + grain - 1) / grain);
  parallel_for(groups, grain, [&](std::size_t begin, std::size_t end) {
    bounds[begin / grain] = skin(begin, end);
  });
  Bounds all;
  for (const Bounds& piece : bounds) add(all, piece);
  return all;
}

bool is_aligned(const float* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignof(Lanes) == 0;
}

SkinOutput output_for(const VertexTarget& target, std::size_t vertices) {
  const bool is_large = vertices * 2 * sizeof(glm::vec3) > kStreamedBytes;
  return is_large && is_aligned(target.positions) && is_aligned(target.normals)
             ? SkinOutput::streamed
             : SkinOutput::cached;
}

/// The tuples of all vertices. Each piece of the mesh numbers its own tuples, so that threads can
/// share the work.
struct SortedTuples {
  struct Piece {
    JointTuples tuples;
    std::vector<std::uint32_t> number;  ///< tuple of the piece -> tuple of the mesh
  };
  std::vector<Piece> pieces;
  JointTuples all;
};

/// Fills `tuple_of`: per vertex, the number of its tuple in its piece.
SortedTuples find_tuples(const Influences& rows, std::vector<std::uint32_t>& tuple_of) {
  const std::size_t count = rows.vertex_count();
  SortedTuples found;
  found.pieces.resize((count + kSortGrain - 1) / kSortGrain);
  parallel_for(count, kSortGrain, [&](std::size_t begin, std::size_t end) {
    JointTuples tuples;
    for (std::size_t v = begin; v < end;) {
      std::size_t alike = v + 1;  // consecutive vertices often follow equal joints
      while (alike < end && same_joints(rows, std::uint32_t(v), std::uint32_t(alike))) ++alike;
      const std::uint32_t tuple = tuples.add(rows, std::uint32_t(v), std::uint32_t(alike - v));
      std::fill(tuple_of.begin() + std::ptrdiff_t(v), tuple_of.begin() + std::ptrdiff_t(alike),
                tuple);
      v = alike;
    }
    found.pieces[begin / kSortGrain].tuples = std::move(tuples);
  });
  for (SortedTuples::Piece& piece : found.pieces) {
    piece.number.reserve(piece.tuples.tuples().size());
    for (const JointTuples::Tuple& tuple : piece.tuples.tuples()) {
      piece.number.push_back(found.all.add(rows, tuple.vertex, tuple.count, tuple.hash));
    }
  }
  return found;
}

/// Tuple numbers, sorted by the number of joints, then in order of appearance.
std::vector<std::uint32_t> by_influences(const Influences& rows,
                                         const std::vector<JointTuples::Tuple>& tuples) {
  std::vector<std::uint32_t> sorted(tuples.size());
  for (std::uint32_t t = 0; t < tuples.size(); ++t) sorted[t] = t;
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rows.row_size(tuples[a].vertex) < rows.row_size(tuples[b].vertex);
  });
  return sorted;
}

/// For each piece and each of its tuples, the place of the tuple's first vertex: after the vertices
/// of earlier pieces.
std::vector<std::vector<SkinLayout::Place>> places_by_piece(const SortedTuples& found,
                                                            std::vector<SkinLayout::Place> places) {
  std::vector<std::vector<SkinLayout::Place>> by_piece(found.pieces.size());
  for (std::size_t p = 0; p < found.pieces.size(); ++p) {
    const SortedTuples::Piece& piece = found.pieces[p];
    for (std::size_t t = 0; t < piece.number.size(); ++t) {
      SkinLayout::Place& place = places[piece.number[t]];
      by_piece[p].push_back(place);
      const std::uint32_t count = piece.tuples.tuples()[t].count,
                          taken = std::min(count, place.run_end - place.next);
      place.next += taken;
      place.behind += count - taken;
    }
  }
  return by_piece;
}

bool is_small(const glm::vec3& position, const glm::vec3& normal) {
  const glm::vec3 size = glm::abs(position);
  return size.x <= kFarthest && size.y <= kFarthest && size.z <= kFarthest &&
         glm::dot(normal, normal) <= 4.0f;
}

std::uint32_t vertex_at(const std::vector<std::uint32_t>& order, std::size_t group,
                        std::size_t lane) {
  return order[std::min(group * kLanes + lane, order.size() - 1)];
}

/// Copies the positions and normals of a group of `order`; returns false if a vertex is not small.
bool put_vertices(const SkinLayout::Source& source, const std::vector<std::uint32_t>& order,
                  std::size_t group, Lanes* to) {
  bool all_small = true;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t vertex = vertex_at(order, group, lane);
    const glm::vec3 &position = source.positions[vertex], &normal = source.normals[vertex];
    for (int i = 0; i < 3; ++i) {
      to[i].at[lane] = position[i];
      to[3 + i].at[lane] = normal[i];
    }
    all_small = all_small && is_small(position, normal);
  }
  return all_small;
}

void put_centers(const SkinLayout::Source& source, const std::vector<std::uint32_t>& order,
                 std::size_t group, Lanes* to) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t vertex = vertex_at(order, group, lane);
    const glm::vec3& center = center_or((*source.centers)[vertex], source.positions[vertex]);
    for (int i = 0; i < 3; ++i) to[i].at[lane] = center[i];
  }
}

void put_weights(const Influences& rows, const std::vector<std::uint32_t>& order, std::size_t group,
                 std::uint32_t influences, Lanes* to) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const float* const weight = rows.weight.data() + rows.row_begin(vertex_at(order, group, lane));
    for (std::uint32_t k = 1; k < influences; ++k) to[5 + k].at[lane] = weight[k];
  }
}

}  // namespace

void SkinLayout::build(const Influences& rows, const std::vector<glm::vec3>& positions,
                       const std::vector<glm::vec3>& normals) {
  RIG_CHECK(positions.size() == rows.vertex_count() && normals.size() == rows.vertex_count());
  place(rows);
  loose_.assign((order_.size() + kLanes - 1) / kLanes, 0);
  fill({rows, positions, normals});
  center_lanes_.clear();
  loose_groups_ = stale_ = 0;
}

void SkinLayout::place(const Influences& rows) {
  const std::size_t count = rows.vertex_count();
  order_.resize(count);
  slot_.resize(count);
  // Until a vertex's slot is known, slot_ holds its tuple.
  const SortedTuples found = find_tuples(rows, slot_);
  std::vector<std::vector<Place>> places =
      places_by_piece(found, make_runs(rows, found.all.tuples()));
  parallel_for(count, kSortGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<Place>& here = places[begin / kSortGrain];
    for (std::size_t v = begin; v < end; ++v) {
      Place& place = here[slot_[v]];
      const std::uint32_t slot = place.next < place.run_end ? place.next++ : place.behind++;
      slot_[v] = slot;
      order_[slot] = std::uint32_t(v);
    }
  });
}

/// Makes the runs; returns the first place of the vertices of each tuple.
std::vector<SkinLayout::Place> SkinLayout::make_runs(
    const Influences& rows, const std::vector<JointTuples::Tuple>& tuples) {
  constexpr auto kGroup = std::uint32_t(kLanes);
  const std::vector<std::uint32_t> sorted = by_influences(rows, tuples);
  std::vector<Place> places(tuples.size());
  std::uint32_t groups = 0;
  runs_.clear();
  joints_.clear();
  run_lanes_ = 0;
  for (const std::uint32_t t : sorted) {
    const Influences::Row row = rows.rows[tuples[t].vertex];
    const std::uint32_t whole = row.size <= kMostInfluences ? tuples[t].count / kGroup : 0;
    places[t].next = groups * kGroup;
    places[t].run_end = (groups + whole) * kGroup;
    if (whole == 0) continue;
    runs_.push_back({groups, whole, row.size, std::uint32_t(joints_.size()), run_lanes_});
    joints_.insert(joints_.end(), rows.joint.begin() + row.begin,
                   rows.joint.begin() + row.begin + row.size);
    run_lanes_ += whole * lanes_of(row.size);
    groups += whole;
  }
  std::uint32_t behind = groups * kGroup;
  for (const std::uint32_t t : sorted) {
    places[t].behind = behind;
    behind += tuples[t].count - (places[t].run_end - places[t].next);
  }
  return places;
}

void SkinLayout::fill(const Source& source) {
  const std::size_t lanes = run_lanes_ + (group_count() - run_groups()) * lanes_of(0);
  if (lane_room_ < lanes || lane_room_ > 2 * lanes) {
    lanes_.reset();
    lanes_.reset(new Lanes[lanes]);  // not filled with zeros first
    lane_room_ = lanes;
  }
  is_small_ = put_groups([&](std::size_t group, std::uint32_t influences, Lanes* to) {
    put_weights(source.rows, order_, group, influences, to);
    return put_vertices(source, order_, group, to);
  });
}

void SkinLayout::take_vertices(const Source& source) {
  RIG_CHECK(source.positions.size() == order_.size() && source.normals.size() == order_.size());
  is_small_ = put_groups([&](std::size_t group, std::uint32_t, Lanes* to) {
    return put_vertices(source, order_, group, to);
  });
  center_lanes_.clear();
}

void SkinLayout::take_centers(const Source& source) {
  if (!source.centers || !center_lanes_.empty()) return;
  RIG_CHECK(source.centers->size() == order_.size());
  center_lanes_.resize(group_count() * kCenterLanes);
  parallel_for_each(group_count(), kSortGrain / kLanes, [&](std::size_t group) {
    put_centers(source, order_, group, center_lanes_.data() + group * kCenterLanes);
  });
}

/// Calls put(group, influences of its run or 0 after the last run, its lanes); returns whether all
/// calls returned true.
template <typename Put>
bool SkinLayout::put_groups(const Put& put) {
  std::atomic<bool> all = true;
  parallel_for(group_count(), kSortGrain / kLanes, [&](std::size_t begin, std::size_t end) {
    auto run = std::upper_bound(
        runs_.begin(), runs_.end(), begin,
        [](std::size_t group, const SkinRun& other) { return group < other.first_group; });
    if (run != runs_.begin()) --run;
    for (std::size_t group = begin; group < end; ++group) {
      while (run != runs_.end() && group >= run->first_group + run->group_count) ++run;
      const bool is_behind = run == runs_.end();
      Lanes* const to = is_behind ? lanes_behind() + (group - run_groups()) * lanes_of(0)
                                  : lanes_.get() + run->first_lanes +
                                        (group - run->first_group) * lanes_of(run->influences);
      if (!put(group, is_behind ? 0 : run->influences, to)) all = false;
    }
  });
  return all;
}

void SkinLayout::loosen(const std::vector<std::uint32_t>& vertices) {
  const std::size_t in_runs = run_groups();
  center_lanes_.clear();
  for (const std::uint32_t vertex : vertices) {
    const std::size_t group = slot_[vertex] / kLanes;
    const auto bit = std::uint8_t(1u << slot_[vertex] % kLanes);
    if ((loose_[group] & bit) != 0) continue;
    const bool is_first_of_run_group = group < in_runs && loose_[group] == 0;
    if (is_first_of_run_group) ++loose_groups_;
    if (is_first_of_run_group) stale_ += kLanes;
    if (group >= in_runs) ++stale_;
    loose_[group] = std::uint8_t(loose_[group] | bit);
  }
}

SkinJob SkinLayout::job(const Source& source, const std::vector<glm::mat4>& skinning,
                        JointNumbers& joints) const {
  RIG_CHECK(source.rows.vertex_count() == order_.size());
  RIG_CHECK(source.positions.size() == order_.size() && source.normals.size() == order_.size());
  const bool is_centered = source.blend == Blend::centers;
  RIG_CHECK(!is_centered || center_lanes_.size() == group_count() * kCenterLanes);
  const JointMatrix* const quaternions = joints.quaternions();
  const bool may_gather = quaternions || joints.has_huge;
  for (std::size_t r = 0; may_gather && r < runs_.size(); ++r) {
    const SkinRun& run = runs_[r];
    if (!joints.must_gather(joints_.data() + run.first_joint, run.influences)) continue;
    if (joints.loose.empty()) joints.loose = loose_;
    std::fill_n(joints.loose.begin() + std::ptrdiff_t(run.first_group), run.group_count,
                std::uint8_t(1));
  }
  const bool has_own = !joints.loose.empty();
  return {.rows = source.rows,
          .positions = source.positions,
          .normals = source.normals,
          .skinning = skinning,
          .blend = source.blend,
          .centers = is_centered ? source.centers : nullptr,
          .matrices = joints.matrices.data(),
          .quaternions = quaternions,
          .motions = joints.motions,
          .is_stretched = joints.is_stretched,
          .order = order_,
          .runs = runs_,
          .joints = joints_,
          .lanes = lanes_.get(),
          .behind = lanes_behind(),
          .center_lanes = is_centered ? center_lanes_.data() : nullptr,
          .run_groups = run_groups(),
          .loose = has_own ? joints.loose : loose_,
          .is_small = is_small_,
          .has_loose = has_own || loose_groups_ > 0};
}

Bounds SkinLayout::skin(const Source& source, const std::vector<glm::mat4>& skinning,
                        const VertexTarget& target) const {
  JointNumbers joints = joint_numbers(skinning, source.blend);
  const SkinJob all = job(source, skinning, joints);
  const SkinOutput output = output_for(target, order_.size());
  return skin_in_pieces(group_count(), [&](std::size_t begin, std::size_t end) {
    const std::size_t at = 3 * kLanes * begin;
    return skin_groups(all, begin, end, output, target.positions + at, target.normals + at);
  });
}

Bounds SkinLayout::skin_by_vertex(const Source& source, const std::vector<glm::mat4>& skinning,
                                  std::vector<glm::vec3>& positions,
                                  std::vector<glm::vec3>& normals) const {
  JointNumbers joints = joint_numbers(skinning, source.blend);
  const SkinJob all = job(source, skinning, joints);
  positions.resize(order_.size());
  normals.resize(order_.size());
  return skin_in_pieces(group_count(), [&](std::size_t begin, std::size_t end) {
    return scatter(all, begin, end, positions, normals);
  });
}

/// Skins the groups [begin, end) and scatters their vertices to their places.
Bounds SkinLayout::scatter(const SkinJob& job, std::size_t begin, std::size_t end,
                           std::vector<glm::vec3>& positions,
                           std::vector<glm::vec3>& normals) const {
  Bounds bounds;
  alignas(Lanes) float skinned[2][3 * kLanes * kScatterGroups];
  for (; begin < end; begin += kScatterGroups) {
    const std::size_t part_end = std::min(end, begin + kScatterGroups),
                      last = std::min(part_end * kLanes, order_.size());
    add(bounds, skin_groups(job, begin, part_end, SkinOutput::cached, skinned[0], skinned[1]));
    const float *position = skinned[0], *normal = skinned[1];
    for (std::size_t slot = begin * kLanes; slot < last; ++slot, position += 3, normal += 3) {
      positions[order_[slot]] = {position[0], position[1], position[2]};
      normals[order_[slot]] = {normal[0], normal[1], normal[2]};
    }
  }
  return bounds;
}

/// One flag per group, set for groups with changed vertices and, if any joint moved, for gathered
/// groups and groups of runs with moved joints.
std::vector<std::uint8_t> SkinLayout::groups_to_skin(
    const std::vector<glm::mat4>& before, const std::vector<glm::mat4>& skinning,
    const std::vector<std::uint32_t>& changed) const {
  std::vector<std::uint8_t> has_moved(skinning.size());
  for (std::size_t j = 0; j < skinning.size(); ++j) has_moved[j] = before[j] != skinning[j];
  const bool all_rest = std::find(has_moved.begin(), has_moved.end(), 1) == has_moved.end();
  std::vector<std::uint8_t> groups =
      all_rest ? std::vector<std::uint8_t>(loose_.size(), 0) : loose_;
  for (const std::uint32_t vertex : changed) groups[slot_[vertex] / kLanes] = 1;
  if (all_rest) return groups;
  for (const SkinRun& run : runs_) {
    const auto first = joints_.begin() + std::ptrdiff_t(run.first_joint);
    if (std::none_of(first, first + std::ptrdiff_t(run.influences),
                     [&](std::uint32_t joint) { return has_moved[joint] != 0; }))
      continue;
    std::fill_n(groups.begin() + std::ptrdiff_t(run.first_group), run.group_count, std::uint8_t(1));
  }
  std::fill(groups.begin() + std::ptrdiff_t(run_groups()), groups.end(), std::uint8_t(1));
  return groups;
}

void SkinLayout::skin_changes(const Source& source, const std::vector<glm::mat4>& before,
                              const std::vector<glm::mat4>& skinning,
                              const std::vector<std::uint32_t>& changed,
                              std::vector<glm::vec3>& positions,
                              std::vector<glm::vec3>& normals) const {
  RIG_CHECK(before.size() == skinning.size() && positions.size() == order_.size() &&
            normals.size() == order_.size());
  JointNumbers joints = joint_numbers(skinning, source.blend);
  const SkinJob all = job(source, skinning, joints);
  const std::vector<std::uint8_t> groups = groups_to_skin(before, skinning, changed);
  parallel_for(groups.size(), std::max<std::size_t>(1, grain_of(groups.size())),
               [&](std::size_t begin, std::size_t end) {
                 const auto last = groups.begin() + std::ptrdiff_t(end);
                 for (auto at = groups.begin() + std::ptrdiff_t(begin); at != last;) {
                   const auto first =
                       std::find_if(at, last, [](std::uint8_t group) { return group != 0; });
                   at = std::find(first, last, std::uint8_t(0));
                   scatter(all, std::size_t(first - groups.begin()),
                           std::size_t(at - groups.begin()), positions, normals);
                 }
               });
}

Bounds SkinLayout::bounds(const Source& source, const std::vector<glm::mat4>& skinning) const {
  JointNumbers joints = joint_numbers(skinning, source.blend);
  const SkinJob all = job(source, skinning, joints);
  return skin_in_pieces(group_count(), [&](std::size_t begin, std::size_t end) {
    return skin_groups(all, begin, end, SkinOutput::nothing, nullptr, nullptr);
  });
}

std::size_t SkinLayout::bytes() const {
  const std::size_t words = order_.capacity() + slot_.capacity() + joints_.capacity();
  return words * sizeof(std::uint32_t) + runs_.capacity() * sizeof(SkinRun) +
         (lane_room_ + center_lanes_.capacity()) * sizeof(Lanes) + loose_.capacity();
}

}  // namespace marrow::fast
