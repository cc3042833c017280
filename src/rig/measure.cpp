// Measures keeps the answers; what they are is said in the files that each of them comes from.
#include "rig/measure.h"

#include <chrono>
#include <unordered_map>

#include "rig/islands.h"
#include "rig/measured.h"
#include "rig/meters.h"

namespace marrow {

namespace {

/// Adds the time that a question took to a sum, once for questions that ask others.
class Stopwatch {
 public:
  Stopwatch(double& milliseconds, int& depth) : milliseconds_(milliseconds), depth_(depth), start_(std::chrono::steady_clock::now()) {
    ++depth_;
  }
  ~Stopwatch() {
    if (--depth_ == 0) milliseconds_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& milliseconds_;
  int& depth_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

struct Measures::Impl {
  /// A skeleton and the answers about it.
  struct Answers {
    MeasuredSkeleton rig;
    bool is_usable = false;
    std::vector<const MeshGraph*> graphs;  ///< one a mesh, of the time of the last question
    MeterBoard board;
    Kept<std::vector<NearestBones>> nearest;  ///< one a mesh
    Kept<std::vector<Island>> islands;
  };
  struct Graph {
    std::weak_ptr<const Mesh> mesh;  ///< gone: its address may be another mesh's
    std::unique_ptr<const MeshGraph> graph;
  };

  std::vector<std::unique_ptr<Answers>> all;
  const Deformer* deformer = nullptr;
  std::unordered_map<const Mesh*, Graph> graphs;
  double milliseconds = 0.0;
  int depth = 0;

  Answers* of_skeleton(Id skeleton) {
    for (const std::unique_ptr<Answers>& answers : all) {
      if (answers->rig.node == skeleton && answers->is_usable) return answers.get();
    }
    return nullptr;
  }

  /// The skeleton that has the joint, and its index there.
  Answers* of_joint(Id joint, std::size_t& index) {
    for (const std::unique_ptr<Answers>& answers : all) {
      const int found = answers->is_usable ? joint_index(*answers->rig.skeleton, joint) : -1;
      if (found < 0) continue;
      index = std::size_t(found);
      return answers.get();
    }
    return nullptr;
  }

  const MeshGraph& graph(const DeformedMesh& mesh) {
    Graph& entry = graphs[mesh.mesh.get()];
    if (!entry.graph || entry.mesh.expired()) {
      entry.mesh = mesh.mesh;
      entry.graph = std::make_unique<const MeshGraph>(mesh_graph_of(*mesh.mesh, *mesh.surface));
    }
    return *entry.graph;
  }

  void find_graphs(Answers& answers) {
    answers.graphs.clear();
    for (const MeasuredMesh& mesh : answers.rig.meshes) answers.graphs.push_back(&graph(*mesh.now));
  }

  const MeterBoard& board(Answers& answers) {
    find_graphs(answers);
    answers.board.update(answers.rig, answers.graphs);
    return answers.board;
  }

  const std::vector<NearestBones>& nearest(Answers& answers) {
    const MeasuredSkeleton& rig = answers.rig;
    if (answers.nearest.is_stale({rig.stamps.shape, rig.stamps.bones})) {
      answers.nearest.value.clear();
      for (const MeasuredMesh& mesh : rig.meshes) {
        answers.nearest.value.push_back(nearest_bones(rig.bones, mesh.bind_positions, mesh.bind_positions.size()));
      }
    }
    return answers.nearest.value;
  }

  const std::vector<Island>& islands(Answers& answers) {
    const MeasuredSkeleton& rig = answers.rig;
    if (!answers.islands.is_stale({rig.stamps.shape, rig.stamps.bones, rig.stamps.weights})) return answers.islands.value;
    find_graphs(answers);
    const std::vector<NearestBones>& bones = nearest(answers);
    std::vector<Island>& islands = answers.islands.value;
    islands.clear();
    for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
      if (rig.meshes[m].now->coverage.uncovered == 0) continue;
      add_islands(*rig.meshes[m].now, *answers.graphs[m], bones[m], rig.bones, rig.skeleton->joints, islands);
    }
    std::stable_sort(islands.begin(), islands.end(),
                     [](const Island& a, const Island& b) { return a.vertices.size() > b.vertices.size(); });
    return islands;
  }
};

Measures::Measures() : impl_(std::make_unique<Impl>()) {}
Measures::~Measures() = default;
Measures::Measures(Measures&&) noexcept = default;
Measures& Measures::operator=(Measures&&) noexcept = default;

void Measures::update(const Scene& scene, const Deformer& deformer) {
  impl_->deformer = &deformer;
  impl_->milliseconds = 0.0;
  std::erase_if(impl_->graphs, [](const auto& entry) { return entry.second.mesh.expired(); });
  const std::vector<glm::mat4> worlds = world_from_nodes(scene);
  std::size_t count = 0;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    if (count == impl_->all.size()) impl_->all.push_back(std::make_unique<Impl::Answers>());
    Impl::Answers& answers = *impl_->all[count++];
    answers.is_usable = answers.rig.take(scene, node, worlds, deformer);
  }
  impl_->all.resize(count);
}

const Meters& Measures::model(Id skeleton) {
  static const Meters nothing;
  const Stopwatch stopwatch(impl_->milliseconds, impl_->depth);
  Impl::Answers* answers = impl_->of_skeleton(skeleton);
  return answers ? impl_->board(*answers).model() : nothing;
}

const Meters& Measures::joint(Id joint) {
  static const Meters nothing;
  const Stopwatch stopwatch(impl_->milliseconds, impl_->depth);
  std::size_t index = 0;
  Impl::Answers* answers = impl_->of_joint(joint, index);
  return answers ? impl_->board(*answers).joint(index) : nothing;
}

Advice Measures::advice(Id) { return {}; }

const std::vector<Island>& Measures::islands(Id skeleton) {
  static const std::vector<Island> nothing;
  const Stopwatch stopwatch(impl_->milliseconds, impl_->depth);
  Impl::Answers* answers = impl_->of_skeleton(skeleton);
  return answers ? impl_->islands(*answers) : nothing;
}

const Bleed& Measures::bleed(Id) {
  static const Bleed nothing;
  return nothing;
}

Fit Measures::fit(Id) { return {}; }
std::vector<Fit> Measures::fit_all(Id) { return {}; }

const Connectivity& Measures::connectivity(Id mesh) {
  static const Connectivity nothing;
  const Stopwatch stopwatch(impl_->milliseconds, impl_->depth);
  const DeformedMesh* deformed = impl_->deformer ? impl_->deformer->mesh(mesh) : nullptr;
  return deformed ? impl_->graph(*deformed).connectivity : nothing;
}

const NearestBones& Measures::nearest(Id mesh) {
  static const NearestBones nothing;
  const Stopwatch stopwatch(impl_->milliseconds, impl_->depth);
  for (const std::unique_ptr<Impl::Answers>& answers : impl_->all) {
    if (!answers->is_usable) continue;
    for (std::size_t m = 0; m < answers->rig.meshes.size(); ++m) {
      if (answers->rig.meshes[m].node == mesh) return impl_->nearest(*answers)[m];
    }
  }
  return nothing;
}

double Measures::last_ms() const { return impl_->milliseconds; }

}  // namespace marrow
