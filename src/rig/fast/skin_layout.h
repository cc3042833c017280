// The engine's order of vertices for skinning, chosen for memory speed. Vertices with the same
// joints form groups of eight, structure of arrays, so that one small table of matrices serves a
// run of groups. Vertices that fill no group follow the runs and are gathered one by one, with
// equal results to the bit. Groups with a vertex whose row changed since build() are gathered too.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "rig/engine.h"
#include "rig/fast/joint_tuples.h"
#include "rig/fast/skin_job.h"

namespace marrow::fast {

class SkinLayout {
 public:
  /// Orders all shading vertices by their rows. All three arguments have one entry per shading
  /// vertex; skin() reads them again.
  void build(const Influences& rows, const std::vector<glm::vec3>& positions,
             const std::vector<glm::vec3>& normals);

  /// Marks the rows of these shading vertices (ascending, no duplicates) as changed: they are
  /// gathered until the next build(). The order stays.
  void loosen(const std::vector<std::uint32_t>& vertices);

  /// The number of vertices gathered because of loosen() that build() could put into runs: an upper
  /// bound of its gain.
  std::size_t stale_count() const { return stale_; }

  const std::vector<std::uint32_t>& order() const { return order_; }  ///< see Engine::order()

  /// See Engine. `rows`, `positions` and `normals` are those of build(); changes must have been
  /// announced by loosen() and take_vertices(). Entries may have moved.
  struct Source {
    const Influences& rows;
    const std::vector<glm::vec3>& positions;
    const std::vector<glm::vec3>& normals;
    Blend blend = Blend::linear;
    const std::vector<glm::vec3>* centers = nullptr;  ///< see BoundMesh; Blend::centers only
  };
  /// Reads new positions and normals; rows stay.
  void take_vertices(const Source& source);
  /// Reads the source's centers if it has none. build(), loosen() and take_vertices() drop centers.
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

  /// Where a tuple's next vertex goes: into its run, or behind all runs when the run is full.
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
  /// `joints`: joint_numbers() of `skinning` and the source's blend.
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
  std::vector<std::uint32_t> joints_;  ///< joint lists of the runs
  std::unique_ptr<Lanes[]> lanes_;     ///< the runs' lanes, then those of the groups behind them
  std::size_t run_lanes_ = 0, lane_room_ = 0;
  std::vector<Lanes> center_lanes_;  ///< empty without centers
  /// One per group: a bit for each loose vertex.
  std::vector<std::uint8_t> loose_;
  bool is_small_ = true;          ///< SkinJob::is_small
  std::size_t loose_groups_ = 0;  ///< loose groups of runs
  std::size_t stale_ = 0;
};

}  // namespace marrow::fast
