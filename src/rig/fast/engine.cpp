// The engine: combines capsules and layout behind rig/engine.h and behind the contract.
#include "rig/engine.h"

#include <numeric>

#include "rig/fast/bind_blocks.h"
#include "rig/fast/kinematics.h"
#include "rig/fast/skin_layout.h"
#include "rig/implementations.h"

namespace marrow {

namespace fast {

namespace {

SkinLayout::Source source_of(const BoundMesh& mesh) {
  return {mesh.influences, mesh.rest_positions(), mesh.rest_normals(), mesh.blend,
          mesh.blend == Blend::centers ? &mesh.centers : nullptr};
}

class FastEngine final : public Engine {
 public:
  void take_vertices(const BoundMesh& mesh) override {
    blocks_.build(mesh.bind_positions, mesh.mesh->positions.size());
    has_capsules_ = false;
    is_laid_out_ = false;
  }

  void take_rest(const BoundMesh& mesh) override {
    if (is_laid_out_) layout_.take_vertices(source_of(mesh));
  }

  bool bind_capsules(const Skeleton& skeleton, const std::vector<glm::mat4>& bind, BoundMesh& mesh,
                     RowsWritten& written) override {
    Capsules now = capsules_of(skeleton, bind);
    if (has_capsules_ && now == capsules_) return false;
    const bool is_change = has_capsules_ && now.joints.size() == capsules_.joints.size();
    if (is_change) {
      bind_changed(blocks_, capsules_, now, mesh, touched_);
    } else {
      bind_all(blocks_, now, mesh);
    }
    capsules_ = std::move(now);
    has_capsules_ = true;
    point_copies(mesh);
    if (is_change && touched_.empty()) return false;
    take_bound_rows(is_change, mesh);
    written = {.is_all = !is_change,
               .vertices = is_change ? touched_ : std::vector<std::uint32_t>()};
    return true;
  }

  void take_rows(const BoundMesh& mesh) override {
    has_capsules_ = false;
    lay_out(mesh);
  }

  std::vector<std::uint32_t> take_changed_rows(
      const BoundMesh& mesh, const std::vector<std::uint32_t>& vertices) override {
    touched_ = vertices;
    take_bound_rows(true, mesh);
    return touched_;
  }

  void take_centers(const BoundMesh& mesh) override { layout_.take_centers(source_of(mesh)); }

  const std::vector<std::uint32_t>& order() const override { return layout_.order(); }

  Bounds skin(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
              const VertexTarget& target) const override {
    return layout_.skin(source_of(mesh), skinning, target);
  }

  Bounds skin_by_vertex(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning,
                        std::vector<glm::vec3>& positions,
                        std::vector<glm::vec3>& normals) const override {
    return layout_.skin_by_vertex(source_of(mesh), skinning, positions, normals);
  }

  void skin_changes(const BoundMesh& mesh, const std::vector<glm::mat4>& before,
                    const std::vector<glm::mat4>& skinning,
                    const std::vector<std::uint32_t>& changed, std::vector<glm::vec3>& positions,
                    std::vector<glm::vec3>& normals) const override {
    layout_.skin_changes(source_of(mesh), before, skinning, changed, positions, normals);
  }

  Bounds bounds(const BoundMesh& mesh, const std::vector<glm::mat4>& skinning) const override {
    return layout_.bounds(source_of(mesh), skinning);
  }

  bool reorder(const BoundMesh& mesh) override {
    // A loose vertex costs about ten times as much as one in a run.
    constexpr std::size_t kShareWorthIt = 16;
    if (layout_.stale_count() <= mesh.bind_positions.size() / kShareWorthIt) return false;
    lay_out(mesh);
    return true;
  }

 private:
  void lay_out(const BoundMesh& mesh) {
    layout_.build(mesh.influences, mesh.rest_positions(), mesh.rest_normals());
    is_laid_out_ = true;
  }

  /// Copies share the rows of their source vertices. Rows may move without being reported as
  /// changed.
  static void point_copies(BoundMesh& mesh) {
    const std::vector<std::uint32_t>& source = mesh.surface->source;
    std::vector<Influences::Row>& rows = mesh.influences.rows;
    rows.resize(source.size());
    for (std::size_t i = mesh.mesh->positions.size(); i < source.size(); ++i)
      rows[i] = rows[source[i]];
  }

  /// Passes new rows of the source vertices (those in touched_, or all) to the layout.
  void take_bound_rows(bool is_change, const BoundMesh& mesh) {
    const std::vector<std::uint32_t>& source = mesh.surface->source;
    const std::size_t vertices = mesh.mesh->positions.size();
    if (is_change) add_touched_copies(source, vertices);
    if (!is_laid_out_) return lay_out(mesh);
    if (!is_change) {
      touched_.resize(source.size());
      std::iota(touched_.begin(), touched_.end(), 0u);
    }
    layout_.loosen(touched_);
  }

  void add_touched_copies(const std::vector<std::uint32_t>& source, std::size_t vertices) {
    if (source.size() == vertices) return;
    is_touched_.assign(vertices, false);
    for (const std::uint32_t vertex : touched_) is_touched_[vertex] = true;
    for (std::size_t i = vertices; i < source.size(); ++i) {
      if (is_touched_[source[i]]) touched_.push_back(std::uint32_t(i));
    }
  }

  VertexBlocks blocks_;
  Capsules capsules_;  ///< the capsules that the rows were made for
  SkinLayout layout_;
  bool has_capsules_ = false, is_laid_out_ = false;
  std::vector<std::uint32_t> touched_;
  std::vector<bool> is_touched_;  ///< one per source vertex
};

JointLists find_joints(const Skeleton& skeleton, const std::vector<glm::mat4>& bind,
                       const std::vector<glm::vec3>& positions) {
  VertexBlocks blocks;
  blocks.build(positions, positions.size());
  BoundRows rows;
  bind_all(blocks, capsules_of(skeleton, bind), rows);
  JointLists lists(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto first = rows.influences.joint.begin() + rows.influences.row_begin(i);
    lists[i].assign(first, first + rows.influences.row_size(i));
  }
  return lists;
}

void skin(const std::vector<glm::mat4>& skinning, const Influences& influences,
          const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
          std::vector<glm::vec3>& out_positions, std::vector<glm::vec3>& out_normals) {
  SkinLayout layout;
  layout.build(influences, positions, normals);
  layout.skin_by_vertex({influences, positions, normals}, skinning, out_positions, out_normals);
}

}  // namespace

const Tasks& tasks() {
  static const Tasks table = [] {
    Tasks tasks = solution::tasks();
    tasks.name = "fast";
    tasks.posed_matrices = posed_matrices;
    tasks.skinning_matrices = skinning_matrices;
    tasks.find_joints = find_joints;
    tasks.skin = skin;
    return tasks;
  }();
  return table;
}

}  // namespace fast

std::unique_ptr<Engine> make_engine() { return std::make_unique<fast::FastEngine>(); }

}  // namespace marrow
