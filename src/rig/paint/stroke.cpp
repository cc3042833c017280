#include "rig/paint/stroke.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <utility>

#include "rig/rig_check.h"
#include "scene/parallel.h"
#include "scene/scene.h"

namespace marrow {

namespace {

constexpr std::size_t kLookedAtAtOnce = 1 << 15;
constexpr std::size_t kPaintedAtOnce = 1 << 9;

/// Calls visit(vertex, share, twin share) for the union of two ascending lists of shares.
template <typename Visit>
void merge_shares(std::span<const BrushShare> here, std::span<const BrushShare> there,
                  const Visit& visit) {
  std::size_t i = 0, k = 0;
  while (i < here.size() || k < there.size()) {
    const std::uint32_t vertex = std::min(i < here.size() ? here[i].vertex : kNoIndex,
                                          k < there.size() ? there[k].vertex : kNoIndex);
    const float share = i < here.size() && here[i].vertex == vertex ? here[i++].share : 0.0f;
    const float twin = k < there.size() && there[k].vertex == vertex ? there[k++].share : 0.0f;
    visit(vertex, share, twin);
  }
}

/// Bounds of the dabs in the mesh's space, enlarged by the rounding of the transform: vertices
/// outside need not be transformed.
Bounds bounds_around(std::span<const Dab> dabs, const glm::mat4& world_from_mesh) {
  constexpr float kRounding = 1e-5f;
  const auto grow = [](Bounds& bounds, const glm::vec3& far) {
    const float largest = std::max({std::abs(far.x), std::abs(far.y), std::abs(far.z)});
    const float reach = largest + std::max(glm::length(bounds.low), glm::length(bounds.high));
    bounds.low -= kRounding * reach;
    bounds.high += kRounding * reach;
  };
  if (!is_invertible(world_from_mesh)) return {glm::vec3(-1e30f), glm::vec3(1e30f)};
  Bounds world, bounds;
  for (const Dab& dab : dabs) {
    world.add(dab.middle - glm::vec3(dab.radius));
    world.add(dab.middle + glm::vec3(dab.radius));
  }
  grow(world, world_from_mesh[3]);
  const glm::dmat4 mesh_from_world = glm::affineInverse(glm::dmat4(world_from_mesh));
  for (const glm::vec3& corner : world.corners())
    bounds.add(glm::vec3(mesh_from_world * glm::dvec4(corner, 1.0)));
  grow(bounds, glm::vec3(0.0f));
  return bounds;
}

/// The brush's share at a place; 0 outside of the dab.
float share_at(const glm::vec3& place, const Dab& dab) {
  const glm::vec3 apart = place - dab.middle;
  const float inside = 1.0f - glm::dot(apart, apart) / (dab.radius * dab.radius);
  return inside > 0.0f ? inside * inside : 0.0f;
}

bool faces(const glm::vec3& normal, const glm::dmat3& facing_from_world, const Dab& dab) {
  return glm::dot(normal, glm::vec3(facing_from_world * glm::dvec3(dab.to_viewer))) >= 0.0f;
}

}  // namespace

std::vector<std::vector<BrushShare>> shares_under(const DeformedMesh& mesh,
                                                  const BrushSettings& settings,
                                                  std::span<const Dab> dabs) {
  const std::size_t vertices = mesh.mesh->positions.size();
  const std::vector<glm::vec3>&positions = mesh.positions(), &normals = mesh.normals();
  const glm::mat3 linear(mesh.world_from_output);
  const glm::vec3 origin(mesh.world_from_output[3]);
  const glm::dmat3 facing_from_world =
      glm::transpose(glm::dmat3(normal_matrix_of(mesh.world_from_output)));
  const Bounds around = bounds_around(dabs, mesh.world_from_output);
  std::vector<std::vector<std::vector<BrushShare>>> ranges((vertices + kLookedAtAtOnce - 1) /
                                                           kLookedAtAtOnce);
  parallel_for(vertices, kLookedAtAtOnce, [&](std::size_t begin, std::size_t end) {
    std::vector<std::vector<BrushShare>>& range = ranges[begin / kLookedAtAtOnce];
    range.resize(dabs.size());
    for (std::size_t v = begin; v < end; ++v) {
      if (!around.holds(positions[v])) continue;
      const glm::vec3 place = linear * positions[v] + origin;
      for (std::size_t n = 0; n < dabs.size(); ++n) {
        const float share = share_at(place, dabs[n]);
        if (share > 0.0f && (!settings.front_only || faces(normals[v], facing_from_world, dabs[n])))
          range[n].push_back({std::uint32_t(v), share});
      }
    }
  });
  std::vector<std::vector<BrushShare>> under(dabs.size());
  for (const std::vector<std::vector<BrushShare>>& range : ranges)
    for (std::size_t n = 0; n < dabs.size(); ++n)
      under[n].insert(under[n].end(), range[n].begin(), range[n].end());
  return under;
}

PaintStroke::PaintStroke(PaintTarget target, const BrushSettings& settings,
                         std::shared_ptr<const TouchUps> before, std::size_t vertices)
    : target_(std::move(target)),
      settings_(settings),
      before_(std::move(before)),
      joints_(*target_.skeleton),
      place_(vertices, kNoIndex) {
  RIG_CHECK(!choice_row(settings.brush).needs_joint ||
            (target_.joint >= 0 && std::size_t(target_.joint) < target_.skeleton->joints.size()));
  RIG_CHECK(!paints_on() || (target_.graph && target_.graph->representative.size() == vertices));
}

PaintStroke::Span PaintStroke::keep(std::span<const RowEntry> row) {
  const Span span{std::uint32_t(entries_.size()), std::uint32_t(row.size())};
  entries_.insert(entries_.end(), row.begin(), row.end());
  return span;
}

/// Stores `row` as the vertex's present row, in the old row's memory if that is large enough.
void PaintStroke::put(Known& known, std::span<const RowEntry> row) {
  if (row.size() > known.room) {
    known.now = keep(row);
    known.room = std::uint32_t(row.size());
    return;
  }
  std::copy(row.begin(), row.end(), entries_.begin() + known.now.begin);
  known.now.size = std::uint32_t(row.size());
}

/// Reads the vertex's row without touch-ups and its painted row at full strength.
std::uint32_t PaintStroke::know(const DeformedMesh& mesh, std::uint32_t vertex) {
  if (place_[vertex] != kNoIndex) return place_[vertex];
  const Influences::Row own = mesh.painted().own_row(mesh.influences, vertex);
  own_.clear();
  for (std::uint32_t k = own.begin; k < own.begin + own.size; ++k)
    own_.push_back({mesh.influences.joint[k], mesh.influences.weight[k]});
  layer_.clear();
  if (before_) {
    const auto& painted = before_->vertices;
    const auto at = std::lower_bound(painted.begin(), painted.end(), vertex);
    if (at != painted.end() && *at == vertex)
      joints_.take_row(*before_, std::size_t(at - painted.begin()), layer_);
  }
  paint_row(own_, layer_, 1.0f, start_);
  Known known;
  known.vertex = vertex;
  known.own = keep(own_);
  known.start = layer_.empty() ? known.own : keep(start_);
  known.now = known.start;  // no capacity: a new row is stored elsewhere
  place_[vertex] = std::uint32_t(known_.size());
  known_.push_back(known);
  return place_[vertex];
}

void PaintStroke::know_neighbors(const DeformedMesh& mesh, std::uint32_t vertex) {
  const Connectivity& graph = *target_.graph;
  const std::uint32_t at = graph.representative[vertex];
  for (std::uint32_t k = graph.neighbor_begin[at]; k < graph.neighbor_begin[at + 1]; ++k)
    know(mesh, graph.neighbors[k]);
}

/// Finds the mirror twins of the vertices that are under the brush for the first time.
void PaintStroke::find_twins(const DeformedMesh& mesh,
                             std::span<const std::vector<BrushShare>> under) {
  std::vector<std::uint32_t> fresh;
  for (const std::vector<BrushShare>& shares : under)
    for (const BrushShare& each : shares)
      if (!std::exchange(known_[know(mesh, each.vertex)].knows_twins, true))
        fresh.push_back(each.vertex);
  std::sort(fresh.begin(), fresh.end());
  if (!twin_finder_) twin_finder_.emplace(target_.mirror->plane);
  const std::span<const glm::vec3> positions(mesh.bind_positions.data(), place_.size());
  for (const Twin& twin : twin_finder_->twins_of(fresh, positions)) {
    Span& twins = known_[place_[twin.of]].twins;
    if (twins.size++ == 0) twins.begin = std::uint32_t(twins_.size());
    twins_.push_back(twin.vertex);
  }
}

/// The vertices under the mirror image of the brush, ascending.
std::vector<BrushShare> PaintStroke::mirrored(std::span<const BrushShare> under) const {
  std::vector<BrushShare> twins;
  for (const BrushShare& each : under) {
    const Span& its = known_[place_[each.vertex]].twins;
    for (std::uint32_t k = its.begin; k < its.begin + its.size; ++k)
      twins.push_back({twins_[k], each.share});
  }
  std::sort(twins.begin(), twins.end(),
            [](const BrushShare& a, const BrushShare& b) { return a.vertex < b.vertex; });
  return twins;
}

/// The vertices that this dab changes.
std::vector<PaintStroke::Change> PaintStroke::changes_of(const DeformedMesh& mesh,
                                                         std::span<const BrushShare> under) {
  const std::vector<BrushShare> twins =
      target_.mirror ? mirrored(under) : std::vector<BrushShare>();
  std::vector<Change> changes;
  merge_shares(under, twins, [&](std::uint32_t vertex, float share, float twin_share) {
    const std::uint32_t at = know(mesh, vertex);
    Known& known = known_[at];
    if (!paints_on()) {
      if (share <= known.share && twin_share <= known.twin_share) return;
      known.share = std::max(known.share, share);
      known.twin_share = std::max(known.twin_share, twin_share);
      changes.push_back({at, known.share, known.twin_share});
      return;
    }
    know_neighbors(mesh, vertex);
    changes.push_back({at, share, twin_share});
  });
  return changes;
}

void PaintStroke::mean_around(std::uint32_t vertex, std::vector<RowEntry>& result) const {
  const Connectivity& graph = *target_.graph;
  const std::uint32_t at = graph.representative[vertex];
  std::vector<std::span<const RowEntry>> rows;
  for (std::uint32_t k = graph.neighbor_begin[at]; k < graph.neighbor_begin[at + 1]; ++k)
    rows.push_back(row(known_[place_[graph.neighbors[k]]].now));
  mean_row(rows, result);
}

void PaintStroke::paint(const Change& change, std::vector<RowEntry>& result) const {
  const Known& known = known_[change.known];
  const double amount =
      double(settings_.strength) * double(std::max(change.share, change.twin_share));
  if (settings_.brush == Brush::erase)
    return blend_rows(row(known.start), row(known.own), amount, target_.held, result);
  if (paints_on()) {
    std::vector<RowEntry> mean;
    mean_around(known.vertex, mean);
    if (mean.empty()) return result.assign(row(known.now).begin(), row(known.now).end());
    return blend_rows(row(known.now), mean, settings_.brush == Brush::smooth ? amount : -amount,
                      target_.held, result);
  }
  const double sign = settings_.brush == Brush::add ? 1.0 : -1.0;
  const double here = sign * double(settings_.strength) * double(change.share),
               there = sign * double(settings_.strength) * double(change.twin_share);
  const auto joint = std::uint32_t(target_.joint);
  const int partner = target_.mirror ? target_.mirror->other[joint] : -1;
  if (partner == target_.joint || partner < 0) {
    const WeightChange change_of[] = {{joint, partner < 0 ? here : sign * amount}};
    return change_weights(row(known.start), change_of, target_.held, result);
  }
  const WeightChange both[] = {{joint, here}, {std::uint32_t(partner), there}};
  const std::size_t first = here != 0.0 ? 0 : 1, last = there != 0.0 ? 2 : 1;
  change_weights(row(known.start), std::span(both).subspan(first, last - first), target_.held,
                 result);
}

bool PaintStroke::dab(const DeformedMesh& mesh, std::span<const Dab> dabs) {
  const std::vector<std::vector<BrushShare>> under = shares_under(mesh, settings_, dabs);
  if (target_.mirror) find_twins(mesh, under);
  for (const std::vector<BrushShare>& shares : under) take(changes_of(mesh, shares));
  if (fresh_.empty()) return false;
  add_fresh();
  return true;
}

void PaintStroke::take(std::span<const Change> changes) {
  struct Made {
    std::vector<RowEntry> entries;
    std::vector<std::uint32_t> end;
  };
  std::vector<Made> ranges((changes.size() + kPaintedAtOnce - 1) / kPaintedAtOnce);
  parallel_for(changes.size(), kPaintedAtOnce, [&](std::size_t begin, std::size_t end) {
    Made& made = ranges[begin / kPaintedAtOnce];
    std::vector<RowEntry> result;
    for (std::size_t n = begin; n < end; ++n) {
      paint(changes[n], result);
      made.entries.insert(made.entries.end(), result.begin(), result.end());
      made.end.push_back(std::uint32_t(made.entries.size()));
    }
  });
  for (std::size_t n = 0; n < changes.size(); ++n) {
    const Made& made = ranges[n / kPaintedAtOnce];
    const std::size_t at = n % kPaintedAtOnce;
    const std::uint32_t begin = at == 0 ? 0 : made.end[at - 1];
    const std::span<const RowEntry> now(made.entries.data() + begin, made.end[at] - begin);
    Known& known = known_[changes[n].known];
    const std::span<const RowEntry> before = row(known.now);
    if (std::equal(now.begin(), now.end(), before.begin(), before.end())) continue;
    put(known, now);
    if (!std::exchange(known.is_fresh, true)) fresh_.push_back(known.vertex);
  }
}

/// Appends the vertex's painted differences as one more row.
void PaintStroke::append_differences(const Known& known, TouchUps& to) const {
  std::vector<RowEntry> differences;
  differences_of(row(known.own), row(known.now), differences);
  std::vector<std::pair<Id, float>> by_id;
  for (const RowEntry& entry : differences)
    by_id.emplace_back(target_.skeleton->joints[entry.joint].id, entry.value);
  std::sort(by_id.begin(), by_id.end());
  for (const auto& [joint, difference] : by_id) {
    to.joint.push_back(joint);
    to.difference.push_back(difference);
  }
  to.end_row(known.vertex);
}

/// Moves the fresh rows to changed_.
void PaintStroke::add_fresh() {
  std::sort(fresh_.begin(), fresh_.end());
  std::vector<TouchUps> ranges((fresh_.size() + kPaintedAtOnce - 1) / kPaintedAtOnce);
  parallel_for(fresh_.size(), kPaintedAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      append_differences(known_[place_[fresh_[n]]], ranges[begin / kPaintedAtOnce]);
  });
  TouchUps rows;
  for (const TouchUps& range : ranges) append_rows(range, 0, range.vertices.size(), rows);
  changed_ = with_rows(changed_, rows, EmptyRows::allowed);
  for (const std::uint32_t vertex : fresh_) known_[place_[vertex]].is_fresh = false;
  fresh_.clear();
}

}  // namespace marrow
