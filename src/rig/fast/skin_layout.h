// The engine's order of skinning, for the speed of memory. Vertices with the same joints are in
// groups of eight, structure of arrays, so that one small table of matrices serves a run. Vertices
// that do not fill a group follow the runs and are gathered from their rows, with the same bits; so
// are groups with a vertex whose row changed since.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "rig/engine.h"
#include "rig/fast/joint_tuples.h"
#include "rig/fast/skin_kernel.h"

namespace marrow::fast {

class SkinLayout {
 public:
  /// Lays all shading vertices out by rows. All three have one entry per shading vertex, and skin()
  /// reads them, too.
  void build(const Influences& rows, const std::vector<glm::vec3>& positions,
             const std::vector<glm::vec3>& normals);

  /// The rows of these shading vertices (ascending, none twice per call) are new: gathered until
  /// the next build(). The order stays.
  void loosen(const std::vector<std::uint32_t>& vertices);

  /// The number of vertices gathered because of loosen() that build() might put into runs: its
  /// largest gain.
  std::size_t stale_count() const { return stale_; }

  const std::vector<std::uint32_t>& order() const { return order_; }  ///< see Engine::order()

  /// See Engine. `rows`, `positions` and `normals` are build()'s, changed only where loosen() and
  /// take_vertices() were told; entries may have moved.
  struct Source {
    const Influences& rows;
    const std::vector<glm::vec3>& positions;
    const std::vector<glm::vec3>& normals;
    Blend blend = Blend::linear;
    const std::vector<glm::vec3>* centers = nullptr;  ///< see BoundMesh; of Blend::centers
  };
  /// Takes new positions and normals; rows, as far as known, stay.
  void take_vertices(const Source& source);
  /// Takes the source's centers unless it has them. build(), loosen() and take_vertices() drop
  /// them.
  void take_centers(const Source& source);
  Bounds skin(const Source& source, const std::vector<glm::mat4>& skinning,
              const VertexTarget& target) const;
  Bounds skin_by_vertex(const Source& source, const std::vector<glm::mat4>& skinning,
                        std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;
  void skin_changes(const Source& source, const std::vector<glm::mat4>& before,
                    const std::vector<glm::mat4>& skinning,
                    const std::vector<std::uint32_t>& changed, std::vector<glm::vec3>& positions,
                    std::vector<glm::vec3>& normals) const;
  Bounds bounds(const Source& source, const std::vector<glm::mat4>& skinning) const;

  std::size_t bytes() const;  ///< memory held

  /// The place of a tuple's next vertices: in its run, and when that is full, behind all runs.
  struct Place {
    std::uint32_t next = 0, run_end = 0, behind = 0;
  };

 private:
  void place(const Influences& rows);
  std::vector<Place> make_runs(const Influences& rows,
                               const std::vector<JointTuples::Tuple>& tuples);
  void fill(const Source& source);
  template <typename Put>
  bool put_groups(const Put& put);
  std::vector<std::uint8_t> groups_to_skin(const std::vector<glm::mat4>& before,
                                           const std::vector<glm::mat4>& skinning,
                                           const std::vector<std::uint32_t>& changed) const;
  Bounds scatter(const SkinJob& job, std::size_t begin, std::size_t end,
                 std::vector<glm::vec3>& positions, std::vector<glm::vec3>& normals) const;
  /// `joints`: of `skinning` and the source's blend.
  SkinJob job(const Source& source, const std::vector<glm::mat4>& skinning,
              JointNumbers& joints) const;
  Lanes* lanes_behind() const { return lanes_.get() + run_lanes_; }
  std::size_t group_count() const { return loose_.size(); }
  std::size_t run_groups() const {
    return runs_.empty() ? 0 : runs_.back().first_group + runs_.back().group_count;
  }

  std::vector<std::uint32_t> order_;  ///< slot -> vertex
  std::vector<std::uint32_t> slot_;   ///< vertex -> slot
  std::vector<SkinRun> runs_;
  std::vector<std::uint32_t> joints_;  ///< of the runs
  std::unique_ptr<Lanes[]> lanes_;     ///< of the runs, then of the groups behind them
  std::size_t run_lanes_ = 0, lane_room_ = 0;
  std::vector<Lanes> center_lanes_;  ///< empty without centers
  std::vector<std::uint8_t>
      loose_;                     ///< one per group, a bit for each of its vertices that is loose
  bool is_small_ = true;          ///< SkinJob::is_small
  std::size_t loose_groups_ = 0;  ///< of the runs
  std::size_t stale_ = 0;
};

}  // namespace marrow::fast
