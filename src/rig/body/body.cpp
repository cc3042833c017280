#include "rig/body/body.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <queue>
#include <span>

#include "scene/connectivity.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

constexpr std::size_t kHeldAtOnce = 1 << 13;  // vertices per piece of work
constexpr std::size_t kStepsBetweenChecks = 1 << 12, kTrianglesBetweenChecks = 1 << 18;
constexpr float kSameRoot = 4.0f;  // cells; thin parts this near share a part of the solid

/// Reports share() to `progress`, and throws Stopped if that returns false.
template <typename Share>
Checkpoint checkpoint_of(const ProgressCallback& progress, const Share& share) {
  return [&progress, share] {
    if (!goes_on(progress, share())) throw Stopped();
  };
}

/// Unit normals that point outwards, or zero, one per source vertex, from its triangles' areas.
std::vector<glm::vec3> outward_normals(const Shell& shell, const Checkpoint& checkpoint) {
  std::vector<glm::vec3> normals(shell.positions.size(), glm::vec3(0.0f));
  glm::dvec3 middle(0.0);
  for (const glm::vec3& position : shell.positions) middle += glm::dvec3(position);
  middle /= double(std::max<std::size_t>(shell.positions.size(), 1));
  double volume = 0.0;
  for (std::size_t t = 0; t + 2 < shell.triangles.size(); t += 3) {
    if (t % (3 * kTrianglesBetweenChecks) == 0) checkpoint();
    const std::uint32_t a = shell.triangles[t], b = shell.triangles[t + 1],
                        c = shell.triangles[t + 2];
    const glm::dvec3 pa(shell.positions[a]), pb(shell.positions[b]), pc(shell.positions[c]);
    const glm::dvec3 area = glm::cross(pb - pa, pc - pa);
    volume += glm::dot(pa - middle, area);
    for (const std::uint32_t v : {a, b, c}) normals[v] += glm::vec3(area);
  }
  for (glm::vec3& normal : normals) {
    const float length = glm::length(normal);
    if (length > 0.0f) normal *= (volume < 0.0 ? -1.0f : 1.0f) / length;
  }
  return normals;
}

Shell shell_of(const BodyMesh& part) {
  constexpr std::size_t kGrainSize = 1 << 16;
  const std::vector<glm::vec3>& positions = part.mesh->positions;
  const std::vector<std::uint32_t>& triangles = part.surface->triangles;
  Shell shell{std::vector<glm::vec3>(positions.size()),
              std::vector<std::uint32_t>(triangles.size())};
  parallel_for_each(positions.size(), kGrainSize, [&](std::size_t v) {
    shell.positions[v] = glm::vec3(part.skeleton_from_mesh * glm::vec4(positions[v], 1.0f));
  });
  parallel_for_each(triangles.size(), kGrainSize, [&](std::size_t k) {
    shell.triangles[k] = part.surface->source[triangles[k]];
  });
  return shell;
}

/// How many cells a mesh is worth: a cube of twelve triangles does not need millions.
std::size_t cells_worth(std::size_t triangles) {
  constexpr std::size_t kLeast = 1u << 16, kEachTriangle = 1024, kMost = 4u << 20;
  return std::min(kLeast + kEachTriangle * triangles, kMost);
}

std::size_t triangles_of(const std::vector<BodyMesh>& parts) {
  std::size_t count = 0;
  for (const BodyMesh& part : parts) count += part.surface->triangles.size() / 3;
  return count;
}

std::mutex bodies_mutex;
std::vector<std::weak_ptr<const Body>>& bodies() {
  static std::vector<std::weak_ptr<const Body>> all;
  return all;
}

}  // namespace

float BoneField::OfPart::of(std::uint32_t vertex) const {
  const auto found = std::lower_bound(vertices.begin(), vertices.end(), vertex);
  return found != vertices.end() && *found == vertex
             ? distance[std::size_t(found - vertices.begin())]
             : kFar;
}

namespace {

/// Precondition: bodies_mutex is held.
std::shared_ptr<const Body> known_body(const std::vector<BodyMesh>& parts) {
  std::erase_if(bodies(), [](const auto& body) { return body.expired(); });
  for (const std::weak_ptr<const Body>& known : bodies()) {
    std::shared_ptr<const Body> body = known.lock();
    if (body && body->parts() == parts) return body;
  }
  return nullptr;
}

}  // namespace

/// Measures without the lock, so that a window need not wait for another thread's measurement.
std::shared_ptr<const Body> Body::of(const std::vector<BodyMesh>& parts,
                                     const ProgressCallback& progress) {
  {
    const std::lock_guard lock(bodies_mutex);
    if (std::shared_ptr<const Body> known = known_body(parts)) return known;
  }
  std::shared_ptr<const Body> made;
  try {
    made = std::make_shared<const Body>(parts, 0, checkpoint_of(progress, [] { return 0.0; }));
  } catch (const Stopped&) {
    return nullptr;
  }
  const std::lock_guard lock(bodies_mutex);
  if (std::shared_ptr<const Body> known = known_body(parts)) return known;
  bodies().push_back(made);
  return made;
}

Body::Body(std::vector<BodyMesh> parts, std::size_t most_cells, const Checkpoint& checkpoint)
    : parts_(std::move(parts)) {
  std::vector<Shell> shells;
  first_.push_back(0);
  for (const BodyMesh& part : parts_) {
    shells.push_back(shell_of(part));
    checkpoint();
    first_.push_back(first_.back() + shells.back().positions.size());
  }
  solid_ =
      Solid(shells, most_cells > 0 ? most_cells : cells_worth(triangles_of(parts_)), checkpoint);
  positions_.reserve(first_.back());
  holds_.resize(first_.back());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    positions_.insert(positions_.end(), shells[p].positions.begin(), shells[p].positions.end());
    if (solid_.is_empty()) continue;
    checkpoint();
    const std::vector<glm::vec3> normals = outward_normals(shells[p], checkpoint);
    parallel_for(normals.size(), kHeldAtOnce, [&](std::size_t begin, std::size_t end) {
      checkpoint();
      for (std::size_t v = begin; v < end; ++v)
        holds_[first_[p] + v].cell = cell_below(shells[p].positions[v], normals[v]);
    });
    hold_thin(p, checkpoint);
  }
  checkpoint();
  if (!solid_.is_empty()) hold_vertices();
  for (std::size_t v = 0; v < holds_.size(); ++v)
    if (holds_[v].cell == Solid::kNone) loose_.push_back(std::uint32_t(v));
}

/// The inside cell next to a surface vertex; kNone where the body is thinner than a cell.
int Body::cell_below(const glm::vec3& position, const glm::vec3& normal) const {
  for (const float depth : {0.75f, 1.5f}) {
    const int cell = solid_.at(position - depth * solid_.edge() * normal);
    if (cell != Solid::kNone) return cell;
  }
  int nearest = Solid::kNone;
  float least = BoneField::kFar;
  solid_.visit_around(position, 1, [&](int cell) {
    const glm::vec3 path = solid_.center(cell) - position;
    if (glm::dot(path, normal) > 0.0f || !(glm::length(path) < least)) return;
    nearest = cell;
    least = glm::length(path);
  });
  return nearest;
}

/// The nearest cell to a place outside of the solid, within eight rings of cells.
int Body::cell_near(const glm::vec3& position) const {
  int nearest = Solid::kNone;
  float least = BoneField::kFar;
  for (const int rings : {1, 2, 4, 8}) {
    solid_.visit_around(position, rings, [&](int cell) {
      const float away = glm::distance(solid_.center(cell), position);
      if (!(away < least)) return;
      nearest = cell;
      least = away;
    });
    if (nearest != Solid::kNone) break;
  }
  return nearest;
}

/// Attaches each vertex without a cell to the nearest vertex along the surface that has one, and
/// pieces without any cell to the nearest cell.
void Body::hold_thin(std::size_t part, const Checkpoint& checkpoint) {
  const std::size_t first = first_[part], count = first_[part + 1] - first;
  const auto is_thin = [&](std::size_t v) { return holds_[first + v].cell == Solid::kNone; };
  std::size_t thin = 0;
  for (std::size_t v = 0; v < count; ++v) thin += is_thin(v) ? 1 : 0;
  if (thin == 0) return;
  const Connectivity graph = connectivity_of(*parts_[part].mesh, *parts_[part].surface);
  struct Reached {
    float away;
    std::uint32_t vertex;
    bool operator<(const Reached& other) const {
      return away != other.away ? away > other.away : vertex > other.vertex;
    }  // the queue's top is the nearest
  };
  std::priority_queue<Reached> queue;
  std::vector<float> away(count, BoneField::kFar);  // set for representatives
  std::vector<int> cell(count, Solid::kNone);
  for (std::size_t v = 0; v < count; ++v) {
    const std::uint32_t place = graph.representative[v];
    if (is_thin(v) || away[place] == 0.0f) continue;
    away[place] = 0.0f;
    cell[place] = holds_[first + v].cell;
    queue.push({0.0f, place});
  }
  for (std::size_t steps = 0; !queue.empty(); ++steps) {
    if (steps % kStepsBetweenChecks == 0) checkpoint();
    const Reached at = queue.top();
    queue.pop();
    if (at.away != away[at.vertex]) continue;
    for (std::uint32_t k = graph.neighbor_begin[at.vertex]; k < graph.neighbor_begin[at.vertex + 1];
         ++k) {
      const std::uint32_t next = graph.neighbors[k];
      const float length =
          at.away + glm::distance(positions_[first + at.vertex], positions_[first + next]);
      if (!(length < away[next])) continue;
      away[next] = length;
      cell[next] = cell[at.vertex];
      queue.push({length, next});
    }
  }
  parallel_for(count, kHeldAtOnce, [&](std::size_t begin, std::size_t end) {
    checkpoint();
    for (std::size_t v = begin; v < end; ++v) {
      if (!is_thin(v)) continue;
      Hold& hold = holds_[first + v];
      const std::uint32_t place = graph.representative[v];
      const bool is_linked = cell[place] != Solid::kNone;
      hold.cell = is_linked ? cell[place] : cell_near(positions_[first + v]);
      if (hold.cell == Solid::kNone) continue;
      hold.away =
          is_linked ? away[place] : glm::distance(solid_.center(hold.cell), positions_[first + v]);
    }
  });
}

/// Sorts vertices by their cells.
void Body::hold_vertices() {
  held_begin_.assign(solid_.count() + 1, 0);
  for (const Hold& hold : holds_)
    if (hold.cell != Solid::kNone) ++held_begin_[std::size_t(hold.cell) + 1];
  for (std::size_t c = 0; c < solid_.count(); ++c) held_begin_[c + 1] += held_begin_[c];
  held_.resize(held_begin_.back());
  std::vector<std::uint32_t> next(held_begin_.begin(), held_begin_.end() - 1);
  for (std::size_t v = 0; v < holds_.size(); ++v)
    if (holds_[v].cell != Solid::kNone)
      held_[next[std::size_t(holds_[v].cell)]++] = std::uint32_t(v);
}

/// The cells that the bone runs through; for a bone wholly outside, the cell of the vertex nearest
/// to it.
Body::Starts Body::starts_of(const Bone& bone) const {
  Starts starts{solid_.cells_along(bone.start, bone.end)};
  if (!starts.cells.empty()) return starts;
  double least = std::numeric_limits<double>::max();
  for (std::size_t v = 0; v < positions_.size(); ++v) {
    if (holds_[v].cell == Solid::kNone) continue;
    const double away = distance_to(bone, positions_[v]);
    if (!(away < least)) continue;
    least = away;
    starts.outside = holds_[v].cell;
  }
  if (starts.outside != Solid::kNone) starts.cells.push_back(starts.outside);
  return starts;
}

/// d of a vertex that is attached to a reached cell. `path` is scratch memory.
float Body::distance(const March& march, const Bone& bone, const Starts& starts, std::size_t vertex,
                     std::vector<glm::vec3>& path) const {
  const Hold& hold = holds_[vertex];
  const auto cell = std::size_t(hold.cell);
  const glm::vec3& position = positions_[vertex];
  const float straight = float(distance_to(bone, position)), edge = solid_.edge();
  const bool is_thin = hold.away > 0.0f;
  const bool has_same_root =
      is_thin && starts.outside != Solid::kNone &&
      glm::distance(solid_.center(starts.outside), solid_.center(hold.cell)) <= kSameRoot * edge;
  if (has_same_root || (!is_thin && march.bend(cell) == March::kBone)) return straight;
  march.path(is_thin ? solid_.center(hold.cell) : position, cell, false, path);
  float inner = hold.away;
  for (std::size_t k = 0; k + 1 < path.size(); ++k) inner += glm::distance(path[k], path[k + 1]);
  const float detour = inner - straight;
  return straight + std::max(0.0f, detour - std::max(0.0f, edge - 0.25f * detour));
}

/// The longest path from a cell's center that may belong to a vertex within `reach`.
float Body::walked_for(float reach) const { return 1.1f * reach + 4.0f * solid_.edge(); }

namespace {

/// The vertices that a capsule as wide as `reach` would hold.
BoneField::OfPart held_within(float reach, std::span<const float> away) {
  BoneField::OfPart part;
  const auto count =
      std::count_if(away.begin(), away.end(), [&](float d) { return is_in_capsule(d, reach); });
  part.vertices.reserve(std::size_t(count));
  part.distance.reserve(std::size_t(count));
  for (std::size_t v = 0; v < away.size(); ++v) {
    if (!is_in_capsule(away[v], reach)) continue;
    part.vertices.push_back(std::uint32_t(v));
    part.distance.push_back(away[v]);
  }
  return part;
}

}  // namespace

std::shared_ptr<const BoneField> Body::make(March& march, const Bone& bone, float reach,
                                            const Checkpoint& checkpoint) const {
  const Starts starts = starts_of(bone);
  march.run(bone, starts.cells, walked_for(reach), checkpoint);
  std::vector<float> away(positions_.size(), BoneField::kFar);  // d, by vertex
  std::vector<glm::vec3> path;
  std::size_t cells = 0;
  for (const std::uint32_t cell : march.cells()) {
    if (cells++ % kStepsBetweenChecks == 0) checkpoint();
    for (std::uint32_t k = held_begin_[cell]; k < held_begin_[cell + 1]; ++k)
      away[held_[k]] = distance(march, bone, starts, held_[k], path);
  }
  for (const std::uint32_t vertex : loose_)
    away[vertex] = float(distance_to(bone, positions_[vertex]));
  auto field = std::make_shared<BoneField>(BoneField{bone, reach, {}});
  for (std::size_t part = 0; part < parts_.size(); ++part)
    field->parts.push_back(
        held_within(reach, std::span(away).subspan(first_[part], first_[part + 1] - first_[part])));
  return field;
}

std::shared_ptr<const BoneField> Body::known(const Bone& bone, float reach) const {
  const std::lock_guard lock(mutex_);
  std::erase_if(fields_, [](const auto& field) { return field.expired(); });
  for (const std::weak_ptr<const BoneField>& each : fields_) {
    std::shared_ptr<const BoneField> field = each.lock();
    if (field && field->bone == bone && field->reach == reach) return field;
  }
  return nullptr;
}

/// Computes the fields that are missing or have another reach.
void Body::find(const std::vector<Bone>& bones, const std::vector<float>& reaches,
                const ProgressCallback& progress, BoneFields& fields) const {
  std::vector<std::size_t> missing;
  for (std::size_t j = 0; j < bones.size(); ++j) {
    fields[j] = known(bones[j], reaches[j]);
    if (!fields[j]) missing.push_back(j);
  }
  const std::size_t threads = std::size_t(std::max(thread_limit(), 1));
  const std::size_t grain =
      std::max<std::size_t>((missing.size() + 4 * threads - 1) / (4 * threads), 1);
  std::atomic<std::size_t> done = 0;
  const Checkpoint checkpoint = checkpoint_of(
      progress, [&] { return double(done) / double(std::max<std::size_t>(missing.size(), 1)); });
  checkpoint();
  parallel_for(missing.size(), grain, [&](std::size_t begin, std::size_t end) {
    March march(solid_);
    for (std::size_t k = begin; k < end; ++k, ++done)
      fields[missing[k]] = make(march, bones[missing[k]], reaches[missing[k]], checkpoint);
  });
  const std::lock_guard lock(mutex_);
  for (const std::size_t j : missing) fields_.push_back(fields[j]);
}

/// The reach that each bone's own skin needs. Cached, because a dragged radius asks repeatedly.
std::vector<float> Body::needed_by(const std::vector<Bone>& bones,
                                   const Checkpoint& checkpoint) const {
  constexpr float kOwnSkin = 1.45f;  // times the farthest vertex's distance; fits use 1.4
  constexpr std::size_t kAtOnce = 1 << 17;
  const std::lock_guard lock(mutex_);
  if (bones == bones_asked_) return needed_;
  std::vector<float> needed(bones.size(), solid_.edge());
  for (std::size_t first = 0; first < positions_.size(); first += kAtOnce) {
    checkpoint();
    const auto begin = positions_.begin() + std::ptrdiff_t(first);
    const std::vector<glm::vec3> some(
        begin, begin + std::ptrdiff_t(std::min(kAtOnce, positions_.size() - first)));
    const NearestBones nearest = nearest_bones(bones, some, some.size());
    for (std::size_t v = 0; v < some.size(); ++v) {
      if (nearest.joint[v] < 0) continue;
      float& its = needed[std::size_t(nearest.joint[v])];
      its = std::max(its, kOwnSkin * nearest.distance[v]);
    }
  }
  bones_asked_ = bones;
  needed_ = needed;
  return needed;
}

/// The reach of each field, in steps, so that a dragged radius or bone seldom needs a new field.
std::vector<float> Body::reaches_of(const std::vector<Bone>& bones, const std::vector<float>& radii,
                                    const Checkpoint& checkpoint) const {
  constexpr float kRadius = 1.05f, kStepSize = 1.189207f;
  std::vector<float> reaches = needed_by(bones, checkpoint);
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const float least = std::max(reaches[j], kRadius * radii[j]);
    reaches[j] = 4.0f * solid_.edge();
    while (reaches[j] < least) reaches[j] *= kStepSize;
  }
  return reaches;
}

bool Body::are_all_in(const BoneFields& fields) const {
  const std::lock_guard lock(mutex_);
  if (fields == all_in_) return true;
  std::vector<char> is_in(positions_.size(), 0);
  for (const std::shared_ptr<const BoneField>& field : fields) {
    for (std::size_t p = 0; p < parts_.size(); ++p)
      for (const std::uint32_t v : field->parts[p].vertices) is_in[first_[p] + v] = 1;
  }
  if (std::find(is_in.begin(), is_in.end(), 0) != is_in.end()) return false;
  all_in_ = fields;
  return true;
}

BoneFields Body::fields(const std::vector<Bone>& bones, const std::vector<float>& radii,
                        const ProgressCallback& progress) const {
  constexpr int kMostRounds = 3;
  BoneFields fields(bones.size());
  try {
    std::vector<float> reaches =
        reaches_of(bones, radii, checkpoint_of(progress, [] { return 0.0; }));
    find(bones, reaches, progress, fields);
    for (int round = 0; round < kMostRounds && !bones.empty() && !are_all_in(fields); ++round) {
      for (float& reach : reaches) reach *= 2.0f;
      find(bones, reaches, progress, fields);
    }
  } catch (const Stopped&) {
    return {};
  }
  return fields;
}

std::uint64_t BodyRequest::work() const {
  return std::uint64_t(cells_worth(triangles_of(parts))) * (bones.size() + 1);
}

bool BodyRequest::has_distances_of(const BodyRequest& other) const {
  return skeleton == other.skeleton && parts == other.parts && bones == other.bones;
}

BodyMeasured measured_body(const BodyRequest& request, const ProgressCallback& progress) {
  BodyMeasured measured{Body::of(request.parts, progress), {}};
  if (measured.body == nullptr) return {};
  measured.fields = measured.body->fields(request.bones, request.radii, progress);
  if (measured.fields.size() != request.bones.size()) return {};
  return measured;
}

NearestBones Body::nearest(const BoneFields& fields, std::size_t part) const {
  constexpr float kNearerBy = 1.0f - 5e-6f;  // nearest_bones() uses 1e-5, for squares
  const std::size_t count = first_[part + 1] - first_[part];
  NearestBones nearest{.joint = std::vector<int>(count, -1),
                       .distance = std::vector<float>(count, BoneField::kFar)};
  for (std::size_t j = 0; j < fields.size(); ++j) {
    const BoneField::OfPart& field = fields[j]->parts[part];
    for (std::size_t k = 0; k < field.vertices.size(); ++k) {
      const std::uint32_t v = field.vertices[k];
      if (!(field.distance[k] < nearest.distance[v] * kNearerBy)) continue;
      nearest.distance[v] = field.distance[k];
      nearest.joint[v] = int(j);
    }
  }
  if (fields.empty() ||
      std::find(nearest.joint.begin(), nearest.joint.end(), -1) == nearest.joint.end())
    return nearest;
  std::vector<Bone> bones;
  for (const std::shared_ptr<const BoneField>& field : fields) bones.push_back(field->bone);
  const std::vector<glm::vec3> positions(positions_.begin() + std::ptrdiff_t(first_[part]),
                                         positions_.begin() + std::ptrdiff_t(first_[part + 1]));
  const NearestBones straight = nearest_bones(bones, positions, count);
  for (std::size_t v = 0; v < count; ++v) {
    if (nearest.joint[v] >= 0) continue;
    nearest.joint[v] = straight.joint[v];
    nearest.distance[v] = straight.distance[v];
  }
  return nearest;
}

std::vector<glm::vec3> Body::path(const BoneField& field, std::size_t part,
                                  std::uint32_t vertex) const {
  constexpr std::size_t kKept = 16;
  const std::size_t v = first_[part] + vertex;
  const float away = field.parts[part].of(vertex);
  const Bone& bone = field.bone;
  if (away == BoneField::kFar) return {};
  const glm::vec3 from = positions_[v];
  const int cell = holds_[v].cell;
  if (cell == Solid::kNone || away == float(distance_to(bone, from)))
    return {from, closest_on(bone, from)};
  const std::lock_guard lock(mutex_);
  for (const Path& known : paths_)
    if (known.bone == bone && known.vertex == v) return known.points;
  March march(solid_);
  march.run(bone, starts_of(bone).cells, walked_for(field.reach));
  Path path{bone, v, {}};
  march.path(from, std::size_t(cell), holds_[v].away > 0.0f, path.points);
  if (paths_.size() == kKept) paths_.erase(paths_.begin());
  paths_.push_back(path);
  return path.points;
}

std::size_t Body::bytes() const {
  return solid_.bytes() + positions_.capacity() * sizeof(glm::vec3) +
         holds_.capacity() * sizeof(Hold) +
         (held_begin_.capacity() + held_.capacity() + loose_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace marrow
