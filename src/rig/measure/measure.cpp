// Keeps results; the other files of this folder compute and explain them.
#include "rig/measure/measure.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "rig/body/body.h"
#include "rig/measure/advice.h"
#include "rig/measure/bleed.h"
#include "rig/measure/measured.h"
#include "rig/measure/meters.h"
#include "rig/measure/uncovered.h"
#include "rig/stopwatch.h"
#include "scene/parallel.h"

namespace marrow {

namespace {

/// Adds the duration of a call to a sum; calls nested in it are not added again.
class NestedStopwatch {
 public:
  NestedStopwatch(double& milliseconds, int& depth) : depth_(depth) {
    if (depth_++ == 0) watch_.emplace(milliseconds);
  }
  ~NestedStopwatch() { --depth_; }

 private:
  int& depth_;
  std::optional<Stopwatch> watch_;
};

/// A skeleton with its answers. Lists "per mesh" are in the order of rig.meshes.
struct Answers {
  MeasuredSkeleton rig;
  bool is_usable = false;
  bool keeps_old = false;  ///< answers that take long to compute keep their old values
  std::vector<const MeshGraph*> graphs;  ///< one per mesh
  MeterBoard board;
  Kept<std::vector<NearestBones>> nearest;  ///< one per mesh
  Kept<std::vector<OwnSkin>> skins;         ///< one per mesh
  std::vector<SurfaceWalk> walks;           ///< one per mesh, over `skins`
  Kept<std::vector<Meter>> follows;         ///< one per joint
  Kept<std::vector<Island>> islands;
  std::vector<Uncovered> uncovered;            ///< one per mesh
  Kept<std::vector<std::optional<Fit>>> fits;  ///< one per joint; none: not asked for yet
  struct KeptBleed {
    Radii radii{};
    Held held;
    Bleed bleed;
  };
  Kept<std::vector<std::optional<KeptBleed>>> bleeds;  ///< one per joint; none: not asked for yet
};

/// True if no row has changed since `held` was computed.
bool is_up_to_date(const MeasuredSkeleton& rig, const Held& held) {
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    if (m >= held.meshes.size() || held.meshes[m].bind_revision != rig.meshes[m].now->bind_revision)
      return false;
  }
  return true;
}

/// Whether joint `below` is joint `above` or one of its descendants, at [above * J + below].
std::vector<char> subtrees_of(const std::vector<Joint>& joints) {
  const std::size_t count = joints.size();
  std::vector<char> is_below(count * count, 0);
  for (std::size_t below = 0; below < count; ++below)
    for (int above = int(below); above >= 0; above = joints[std::size_t(above)].parent)
      is_below[std::size_t(above) * count + below] = 1;
  return is_below;
}

/// Meters::follows, one per joint. (The other meters are good for a joint that moves nothing,
/// because it tears nothing.)
std::vector<Meter> following_of(const SkinnedRig& rig) {
  const std::vector<Joint>& joints = rig.rig->skeleton->joints;
  const std::vector<char> subtrees = subtrees_of(joints);
  std::vector<Meter> meters(joints.size());
  parallel_for_each(joints.size(), 1, [&](std::size_t j) {
    const char* const is_below = subtrees.data() + j * joints.size();
    double turned = 0.0;
    std::size_t vertices = 0;
    for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
      const OwnSkin& skin = *rig.meshes[m].skin;
      const Influences& rows = rig.rig->meshes[m].now->influences;
      for (std::uint32_t k = skin.begin[j]; k < skin.begin[j + 1]; ++k)
        for (std::uint32_t i = rows.row_begin(skin.vertices[k]); i < rows.row_end(skin.vertices[k]);
             ++i)
          if (is_below[rows.joint[i]]) turned += double(rows.weight[i]);
      vertices += skin.begin[j + 1] - skin.begin[j];
    }
    if (vertices == 0) return;
    const double share = turned / double(vertices);
    meters[j] = {.value = share,
                 .band = share >= 0.7    ? Band::good
                         : share >= 0.25 ? Band::fair
                                         : Band::poor,
                 .where = {}};
  });
  return meters;
}

}  // namespace

struct Measures::Impl {
  struct Graph {
    /// update() drops the graph once this has expired, before a new mesh can get the same address.
    std::weak_ptr<const Mesh> mesh;
    std::unique_ptr<const MeshGraph> graph;
  };

  std::vector<std::unique_ptr<Answers>> all;
  const Deformer* deformer = nullptr;
  std::unordered_map<const Mesh*, Graph> graphs;
  double milliseconds = 0.0;
  int depth = 0;
  bool gave_old = false;

  Answers* of_skeleton(Id skeleton);
  std::pair<Answers*, std::size_t> of_joint(Id joint);
  const MeshGraph& graph(const DeformedMesh& mesh);
  void find_graphs(Answers& answers);
  const MeterBoard& board(Answers& answers);
  const std::vector<Meter>& follows(Answers& answers);
  const std::vector<NearestBones>& nearest(Answers& answers);
  const std::vector<Island>& islands(Answers& answers);
  void find_islands(Answers& answers);
  SkinnedRig skinned(Answers& answers);
  const Bleed& bleed(Answers& answers, std::size_t joint);
  Fit fit(Answers& answers, std::size_t joint);
  AdviceFacts facts(Answers& answers);
};

Answers* Measures::Impl::of_skeleton(Id skeleton) {
  for (const std::unique_ptr<Answers>& answers : all) {
    if (answers->rig.node == skeleton && answers->is_usable) return answers.get();
  }
  return nullptr;
}

/// The skeleton that has the joint, and the joint's index in it; nullptr: there is none.
std::pair<Answers*, std::size_t> Measures::Impl::of_joint(Id joint) {
  for (const std::unique_ptr<Answers>& answers : all) {
    const int found = answers->is_usable ? answers->rig.index_of(joint) : -1;
    if (found >= 0) return {answers.get(), std::size_t(found)};
  }
  return {nullptr, 0};
}

/// Shared by all scenes and deformers that have the mesh: its graph depends on the mesh alone.
const MeshGraph& Measures::Impl::graph(const DeformedMesh& mesh) {
  Graph& entry = graphs[mesh.mesh.get()];
  if (!entry.graph) {
    entry.mesh = mesh.mesh;
    entry.graph = std::make_unique<const MeshGraph>(mesh_graph_of(*mesh.mesh, *mesh.surface));
  }
  return *entry.graph;
}

void Measures::Impl::find_graphs(Answers& answers) {
  answers.graphs.clear();
  for (const MeasuredMesh& mesh : answers.rig.meshes) answers.graphs.push_back(&graph(*mesh.now));
}

const MeterBoard& Measures::Impl::board(Answers& answers) {
  if (answers.keeps_old && answers.board.is_about(answers.rig)) {
    gave_old |= !answers.board.is_current(answers.rig);
    return answers.board;
  }
  if (answers.board.is_current(answers.rig)) return answers.board;
  find_graphs(answers);
  answers.board.update(answers.rig, answers.graphs, follows(answers));
  return answers.board;
}

const std::vector<Meter>& Measures::Impl::follows(Answers& answers) {
  const MeasuredSkeleton::Stamps& stamps = answers.rig.stamps;
  if (answers.follows.is_stale({stamps.shape, stamps.bones, stamps.weights}))
    answers.follows.value = following_of(skinned(answers));
  return answers.follows.value;
}

const std::vector<NearestBones>& Measures::Impl::nearest(Answers& answers) {
  const MeasuredSkeleton& rig = answers.rig;
  if (!answers.nearest.is_stale({rig.stamps.shape, rig.stamps.bones})) return answers.nearest.value;
  answers.nearest.value.clear();
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    const std::vector<glm::vec3>& positions = rig.meshes[m].bind_positions;
    const Distances distances = rig.distances(m);
    answers.nearest.value.push_back(distances.fields
                                        ? rig.body->body->nearest(*distances.fields, distances.part)
                                        : nearest_bones(rig.bones, positions, positions.size()));
  }
  return answers.nearest.value;
}

const std::vector<Island>& Measures::Impl::islands(Answers& answers) {
  const MeasuredSkeleton& rig = answers.rig;
  if (answers.keeps_old && answers.islands.is_about(rig.stamps.shape)) {
    gave_old |=
        !answers.islands.is_made_from({rig.stamps.shape, rig.stamps.bones, rig.stamps.weights});
    return answers.islands.value;
  }
  const bool has_same_places = answers.islands.made_from.size() == 3 &&
                               answers.islands.made_from[0] == rig.stamps.shape &&
                               answers.islands.made_from[1] == rig.stamps.bones;
  if (!answers.islands.is_stale({rig.stamps.shape, rig.stamps.bones, rig.stamps.weights}))
    return answers.islands.value;
  bool is_other = !has_same_places;
  if (is_other) answers.uncovered.assign(rig.meshes.size(), {});
  for (std::size_t m = 0; m < rig.meshes.size(); ++m)
    is_other |= answers.uncovered[m].update(*rig.meshes[m].now);
  if (is_other) find_islands(answers);
  return answers.islands.value;
}

void Measures::Impl::find_islands(Answers& answers) {
  const MeasuredSkeleton& rig = answers.rig;
  std::vector<Island>& islands = answers.islands.value;
  islands.clear();
  find_graphs(answers);
  for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
    if (rig.meshes[m].now->coverage.uncovered == 0) continue;
    add_islands(*rig.meshes[m].now, answers.uncovered[m].list(), *answers.graphs[m],
                nearest(answers)[m], rig.distances(m), rig.skeleton->joints, islands);
  }
  const auto is_larger = [](const Island& a, const Island& b) {
    return a.vertices.size() > b.vertices.size();
  };
  std::stable_sort(islands.begin(), islands.end(), is_larger);
}

SkinnedRig Measures::Impl::skinned(Answers& answers) {
  const MeasuredSkeleton& rig = answers.rig;
  find_graphs(answers);
  const std::vector<NearestBones>& bones = nearest(answers);
  const bool is_stale = answers.skins.is_stale({rig.stamps.shape, rig.stamps.bones});
  if (is_stale) answers.skins.value.clear();
  if (is_stale) answers.walks.assign(rig.meshes.size(), {});
  SkinnedRig skinned{.rig = &rig, .meshes = {}, .walks = &answers.walks};
  for (std::size_t m = 0; is_stale && m < rig.meshes.size(); ++m)
    answers.skins.value.push_back(own_skin_of(*answers.graphs[m], bones[m], rig.bones.size()));
  for (std::size_t m = 0; m < rig.meshes.size(); ++m)
    skinned.meshes.push_back(
        {answers.graphs[m], &rig.meshes[m].bind_positions, &bones[m], &answers.skins.value[m]});
  return skinned;
}

/// Kept while the joint holds the same vertices at the same radius, whatever other joints do.
const Bleed& Measures::Impl::bleed(Answers& answers, std::size_t joint) {
  const MeasuredSkeleton& rig = answers.rig;
  const bool is_about =
      answers.bleeds.is_about(rig.stamps.shape) && joint < answers.bleeds.value.size();
  const Radii radii = rig.radii[joint];
  if (answers.keeps_old && is_about && answers.bleeds.value[joint]) {
    const Answers::KeptBleed& old = *answers.bleeds.value[joint];
    gave_old |= old.radii != radii ||
                !answers.bleeds.is_made_from({rig.stamps.shape, rig.stamps.bones}) ||
                !is_up_to_date(rig, old.held);
    return old.bleed;
  }
  if (answers.bleeds.is_stale({rig.stamps.shape, rig.stamps.bones}))
    answers.bleeds.value.assign(rig.bones.size(), {});
  std::optional<Answers::KeptBleed>& kept = answers.bleeds.value[joint];
  if (!kept) kept.emplace().radii = {-1.0f, -1.0f};
  const bool is_other = update_held(rig, joint, kept->held) || kept->radii != radii;
  kept->radii = radii;
  if (is_other) kept->bleed = bleed_of(skinned(answers), joint, kept->held);
  return kept->bleed;
}

Fit Measures::Impl::fit(Answers& answers, std::size_t joint) {
  const MeasuredSkeleton& rig = answers.rig;
  const std::uint64_t falloff = std::uint64_t(rig.skeleton->falloff);
  const bool is_there = answers.fits.is_about(rig.stamps.shape) &&
                        joint < answers.fits.value.size() && answers.fits.value[joint];
  const bool keeps_old = answers.keeps_old && is_there;
  gave_old |= keeps_old && !answers.fits.is_made_from(
                               {rig.stamps.shape, rig.stamps.bones, rig.stamps.tapers, falloff});
  if (!keeps_old &&
      answers.fits.is_stale({rig.stamps.shape, rig.stamps.bones, rig.stamps.tapers, falloff}))
    answers.fits.value.assign(rig.bones.size(), {});
  std::optional<Fit>& kept = answers.fits.value[joint];
  if (!kept) kept = fit_of(skinned(answers), joint, rig.radii);
  Fit fit = *kept;
  if (fit.radius <= 0.0f) fit.radius = rig.radii[joint].largest();
  return fit;
}

AdviceFacts Measures::Impl::facts(Answers& answers) {
  return {.rig = &answers.rig,
          .islands = &islands(answers),
          .meters = [this, &answers](std::size_t joint) -> const Meters& {
            return board(answers).joint(joint);
          },
          .fit = [this, &answers](std::size_t joint) { return fit(answers, joint); },
          .bleed = [this, &answers](std::size_t joint) -> const Bleed& {
            return bleed(answers, joint);
          }};
}

Measures::Measures() : impl_(std::make_unique<Impl>()) {}
Measures::~Measures() = default;
Measures::Measures(Measures&&) noexcept = default;
Measures& Measures::operator=(Measures&&) noexcept = default;

void Measures::update(const Scene& scene, const Deformer& deformer, Freshness wanted) {
  impl_->deformer = &deformer;
  if (wanted == Freshness::current) impl_->gave_old = false;
  std::erase_if(impl_->graphs, [](const auto& entry) { return entry.second.mesh.expired(); });
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  std::size_t count = 0;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    if (count == impl_->all.size()) impl_->all.push_back(std::make_unique<Answers>());
    Answers& answers = *impl_->all[count++];
    answers.is_usable = answers.rig.take(scene, node, worlds, deformer);
    answers.keeps_old = wanted == Freshness::may_be_old;
  }
  impl_->all.resize(count);
}

const Meters& Measures::model(Id skeleton) {
  static const Meters nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  Answers* answers = impl_->of_skeleton(skeleton);
  return answers ? impl_->board(*answers).model() : nothing;
}

const Meters& Measures::joint(Id joint) {
  static const Meters nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const auto [answers, index] = impl_->of_joint(joint);
  return answers ? impl_->board(*answers).joint(index) : nothing;
}

Meter Measures::follows(Id joint) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const auto [answers, index] = impl_->of_joint(joint);
  return answers ? impl_->follows(*answers)[index] : Meter{};
}

Advice Measures::advice(Id joint) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  if (const auto [answers, index] = impl_->of_joint(joint); answers)
    return joint_advice(impl_->facts(*answers), index);
  Answers* answers = impl_->of_skeleton(joint);
  return answers ? model_advice(impl_->facts(*answers)) : Advice{};
}

std::vector<float> Measures::needed_radii(const Island& island) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const Answers* answers = impl_->of_joint(island.joint).first;
  if (!answers) return {};
  for (std::size_t m = 0; m < answers->rig.meshes.size(); ++m) {
    if (answers->rig.meshes[m].node != island.mesh) continue;
    const Distances distances = answers->rig.distances(m);
    std::vector<float> radii;
    for (std::size_t j = 0; j < answers->rig.bones.size(); ++j)
      radii.push_back(needed_radius(distances, j, island.vertices));
    return radii;
  }
  return {};
}

const std::vector<Island>& Measures::islands(Id skeleton) {
  static const std::vector<Island> nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  Answers* answers = impl_->of_skeleton(skeleton);
  return answers ? impl_->islands(*answers) : nothing;
}

const Bleed& Measures::bleed(Id joint) {
  static const Bleed nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const auto [answers, index] = impl_->of_joint(joint);
  return answers ? impl_->bleed(*answers, index) : nothing;
}

Fit Measures::fit(Id joint) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const auto [answers, index] = impl_->of_joint(joint);
  return answers ? impl_->fit(*answers, index) : Fit{};
}

Radii Measures::tapered_fit(Id joint) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const auto [answers, index] = impl_->of_joint(joint);
  return answers ? tapered_fit_of(impl_->skinned(*answers), index) : Radii{};
}

std::vector<Fit> Measures::fit_all(Id skeleton) {
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  Answers* answers = impl_->of_skeleton(skeleton);
  std::vector<Fit> fits;
  for (std::size_t j = 0; answers && j < answers->rig.bones.size(); ++j)
    fits.push_back(impl_->fit(*answers, j));
  if (answers) draw_in(impl_->skinned(*answers), fits);
  return fits;
}

const Connectivity& Measures::connectivity(Id mesh) {
  static const Connectivity nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const DeformedMesh* deformed = impl_->deformer ? impl_->deformer->mesh(mesh) : nullptr;
  return deformed ? impl_->graph(*deformed).connectivity : nothing;
}

const NearestBones& Measures::nearest(Id mesh) {
  static const NearestBones nothing;
  const NestedStopwatch stopwatch(impl_->milliseconds, impl_->depth);
  for (const std::unique_ptr<Answers>& answers : impl_->all) {
    if (!answers->is_usable) continue;
    for (std::size_t m = 0; m < answers->rig.meshes.size(); ++m) {
      if (answers->rig.meshes[m].node == mesh) return impl_->nearest(*answers)[m];
    }
  }
  return nothing;
}

bool Measures::gave_old_results() const { return impl_->gave_old; }

double Measures::total_ms() const { return impl_->milliseconds; }

std::vector<BleedingPair> bleeding_pairs(const Skeleton& skeleton, Measures& measures) {
  std::vector<BleedingPair> pairs;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    std::map<std::size_t, std::uint32_t> held;  // by the joint whose bone is nearest
    for (const Bleed::Patch& patch : measures.bleed(skeleton.joints[j].id).patches) {
      const NearestBones& nearest = measures.nearest(patch.mesh);
      for (const std::uint32_t v : patch.vertices) ++held[std::size_t(nearest.joint[v])];
    }
    for (const auto& [of, vertices] : held)
      pairs.push_back(
          {j, of, vertices,
           !is_in_subtree(skeleton, int(j), int(of)) && !is_in_subtree(skeleton, int(of), int(j))});
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const BleedingPair& a, const BleedingPair& b) {
    return a.vertices > b.vertices;
  });
  return pairs;
}

}  // namespace marrow
