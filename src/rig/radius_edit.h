// A change of radii (or of the falloff) worked out from what is known already: the bones and the vertices stay, so distances stay, and only
// the rows that a changed capsule reaches are written anew. The result is, bit for bit, that of a full bind with the same bodies.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rig/rig.h"

namespace marrow {

struct Coverage;

/// What rows made by capsules depend on besides bones and vertices.
struct Reach {
  std::vector<float> radii;  ///< one a joint
  Falloff falloff = Falloff::inverse;
  bool operator==(const Reach&) const = default;
};
Reach reach_of(const Skeleton& skeleton);

/// A bound mesh as it stands. All must outlive the call.
struct BoundMesh {
  const Skeleton& skeleton;                  ///< with the new radii and falloff
  const std::vector<glm::mat4>& bind;        ///< B, one a joint
  const std::vector<std::uint32_t>& source;  ///< Surface::source: shading vertex -> source vertex
  const std::vector<glm::vec3>& positions;   ///< one a shading vertex, skeleton space
  std::size_t vertices = 0;                  ///< source vertices, the first of `positions`
  const Tasks& tasks;                        ///< right ones: d comes from closest_on_line_segment, membership from d < r
};

/// What a bind made of it, brought up to date.
struct BoundRows {
  Influences& influences;                ///< one row a shading vertex
  Coverage& coverage;                    ///< of the source vertices
  std::vector<std::uint32_t>& captured;  ///< one a joint: source vertices whose list holds it
};

/// Belongs to one mesh on one set of bones: make a new one when either changed. Keeps the distances to the bones whose radii were edited,
/// so that every step of a drag but the first costs no geometry.
class RadiusEdit {
 public:
  /// Finds the rows that differ under the skeleton's reach from those under `before`. False, and nothing else happened, when more capsules
  /// changed at once than distances are kept for: bind the mesh anew.
  bool find_touched(const BoundMesh& mesh, const Reach& before);

  /// Writes the rows that find_touched() found. False, with `rows` as they were, when a body of tasks did something that guarded.h had to
  /// correct: bind the mesh anew, which names it.
  bool rewrite(const BoundMesh& mesh, const BoundRows& rows);

  /// Shading vertices whose rows the last rewrite() wrote, ascending.
  const std::vector<std::uint32_t>& touched() const { return touched_; }
  void clear_touched() { touched_.clear(); }

 private:
  struct Change {
    int joint;
    const std::vector<float>* distances;  ///< one a source vertex
    float radius;                         ///< the new one
    std::int64_t gained;                  ///< captured vertices, may be negative
  };
  bool measure(const BoundMesh& mesh, const std::vector<int>& joints);
  void collect_row(const Influences& influences, std::uint32_t vertex);
  void splice(const BoundMesh& mesh, const BoundRows& rows);

  std::map<int, std::vector<float>> distances_;  ///< by joint, one a source vertex
  std::vector<std::string> problems_;
  std::vector<Change> changes_;           ///< by rising joint
  std::vector<std::uint8_t> is_touched_;  ///< one a source vertex
  std::vector<std::uint32_t> vertices_;   ///< source vertices whose rows change, ascending
  std::vector<std::uint32_t> touched_;
  Influences new_rows_;  ///< one a vertex of vertices_
  Influences spliced_;
  std::vector<std::uint32_t> new_row_of_;  ///< one a source vertex: index into new_rows_, or kNoIndex
  std::vector<int> joints_;                ///< of the row at hand; likewise below
  std::vector<float> row_distances_, row_weights_;
};

}  // namespace marrow
