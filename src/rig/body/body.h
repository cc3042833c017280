// Distances from bones through the body: the length of the shortest path inside the mesh ("inner
// distance", Ling and Jacobs 2007), as geodesic voxel binding measures it (Dionne and de Lasa
// 2013), but with paths that bend only where they must (march.h).
//
//   d_ij = straight + max(0, x - max(0, h - x / 4))      x = inner - straight
//
// `straight` is the contract's distance, h the edge of a cell. The inner distance is known only to
// about h, so a smaller one is not a detour, and where a vertex sees its bone d is `straight`.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/progress.h"
#include "rig/body/bone_field.h"
#include "rig/body/march.h"
#include "rig/body/solid.h"
#include "rig/bones.h"
#include "scene/mesh.h"
#include "scene/scene.h"

namespace marrow {

/// A mesh and its place in skeleton space, S^-1 M.
struct BodyMesh {
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Surface> surface;  ///< of that mesh
  glm::mat4 skeleton_from_mesh{1.0f};
  bool operator==(const BodyMesh& other) const {
    return mesh == other.mesh && skeleton_from_mesh == other.skeleton_from_mesh;
  }
};

class Body {
 public:
  /// `most_cells`: see Solid; 0: chosen by the detail of the meshes.
  explicit Body(
      std::vector<BodyMesh> parts, std::size_t most_cells = 0,
      const Checkpoint& checkpoint = [] {});
  /// The body of these parts: the one in use anywhere in the program, else a new one. nullptr if
  /// `progress` stopped it.
  static std::shared_ptr<const Body> of(const std::vector<BodyMesh>& parts,
                                        const ProgressCallback& progress = {});

  /// One field per bone, reaching far enough for the bone's own skin and radius, and for each
  /// vertex to be in some field, if any path leads to it. Shares fields that are in use anywhere in
  /// the program. Empty if `progress` stopped it.
  BoneFields fields(const std::vector<Bone>& bones, const std::vector<float>& radii,
                    const ProgressCallback& progress = {}) const;

  /// As nearest_bones(), by these fields. A vertex in no field gets the nearest bone in a straight
  /// line.
  NearestBones nearest(const BoneFields& fields, std::size_t part) const;

  /// The path whose length a field holds, from a vertex to the bone: both ends and the bends
  /// between. Empty if the field does not hold the vertex. As slow as computing the field; the last
  /// few paths are kept.
  std::vector<glm::vec3> path(const BoneField& field, std::size_t part, std::uint32_t vertex) const;

  const std::vector<BodyMesh>& parts() const { return parts_; }
  const Solid& solid() const { return solid_; }
  std::size_t bytes() const;  ///< memory held, without fields

 private:
  /// How a vertex is attached to the solid.
  struct Hold {
    int cell = Solid::kNone;
    /// 0 if the vertex lies in the cell; else the length of the path to the cell: along the surface
    /// for parts thinner than a cell, otherwise straight.
    float away = 0.0f;
  };
  void hold_vertices();
  void hold_thin(std::size_t part, const Checkpoint& checkpoint);
  int cell_below(const glm::vec3& position, const glm::vec3& normal) const;
  int cell_near(const glm::vec3& position) const;
  /// Where paths to a bone begin.
  struct Starts {
    std::vector<int> cells;
    int outside = Solid::kNone;  ///< for a bone wholly outside: the nearest cell, the only one
  };
  Starts starts_of(const Bone& bone) const;
  float distance(const March& march, const Bone& bone, const Starts& starts, std::size_t vertex,
                 std::vector<glm::vec3>& path) const;
  std::vector<float> needed_by(const std::vector<Bone>& bones, const Checkpoint& checkpoint) const;
  std::vector<float> reaches_of(const std::vector<Bone>& bones, const std::vector<float>& radii,
                                const Checkpoint& checkpoint) const;
  bool are_all_in(const BoneFields& fields) const;
  void find(const std::vector<Bone>& bones, const std::vector<float>& reaches,
            const ProgressCallback& progress, BoneFields& fields) const;
  float walked_for(float reach) const;
  std::shared_ptr<const BoneField> make(March& march, const Bone& bone, float reach,
                                        const Checkpoint& checkpoint) const;
  std::shared_ptr<const BoneField> known(const Bone& bone, float reach) const;

  std::vector<BodyMesh> parts_;
  Solid solid_;
  // Vertices of all parts, one part after the other.
  std::vector<std::size_t> first_;  ///< of each part, into positions_; one more at the end
  std::vector<glm::vec3> positions_;
  std::vector<Hold> holds_;
  std::vector<std::uint32_t> held_begin_, held_;  ///< vertices by cell
  std::vector<std::uint32_t> loose_;              ///< vertices attached to no cell

  struct Path {
    Bone bone;
    std::size_t vertex = 0;
    std::vector<glm::vec3> points;
  };
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  mutable std::vector<std::weak_ptr<const BoneField>> fields_;
  mutable std::vector<Path> paths_;
  mutable std::vector<Bone> bones_asked_;  ///< in the last call of needed_by()
  mutable std::vector<float> needed_;      ///< result of that call
  mutable BoneFields all_in_;              ///< fields that hold all vertices together
};

/// Input of a measurement of distances through the body, for one skeleton.
struct BodyRequest {
  Id skeleton = kNoId;
  std::vector<BodyMesh> parts;
  std::vector<Bone> bones;
  std::vector<float> radii;

  /// Cost of measuring, in cells: the box's cells, once for the inside and once per bone.
  std::uint64_t work() const;
  bool has_distances_of(const BodyRequest& other) const;  ///< equal except for radii
};

/// Result of a measurement. While it exists, Body::of() and Body::fields() share its contents.
struct BodyMeasured {
  std::shared_ptr<const Body> body;  ///< nullptr if stopped
  BoneFields fields;
};
/// As Body::of() and Body::fields() return them.
BodyMeasured measured_body(const BodyRequest& request, const ProgressCallback& progress = {});

}  // namespace marrow
