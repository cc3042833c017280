// How far vertices are from bones through the body: the length of the shortest path inside the mesh
// ("inner distance", Ling and Jacobs 2007), as geodesic voxel binding measures it (Dionne and de
// Lasa 2013), here with paths that bend only where they must (march.h).
//
//   d_ij = straight + max(0, x - max(0, h - x / 4))      x = inner - straight
//
// `straight` is the contract's distance, h the edge of a cell: the inner distance is known no
// better than that, so less is no detour, and where a vertex sees its bone d is the contract's.
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
  /// `most_cells`: see Solid; 0: as many as the detail of the meshes is worth.
  explicit Body(
      std::vector<BodyMesh> parts, std::size_t most_cells = 0,
      const Checkpoint& checkpoint = [] {});
  /// The body of these parts that is in use anywhere in the program, or a new one; nullptr when
  /// `progress` stopped that.
  static std::shared_ptr<const Body> of(const std::vector<BodyMesh>& parts,
                                        const ProgressCallback& progress = {});

  /// One per bone, as far as its own skin and this radius need it, and so that each vertex is in
  /// one, if there is a path to it at all. Those that are in use anywhere in the program are shared.
  /// None when `progress` stopped it.
  BoneFields fields(const std::vector<Bone>& bones, const std::vector<float>& radii,
                    const ProgressCallback& progress = {}) const;

  /// As nearest_bones(), by these fields; vertices that are in none have the straight nearest.
  NearestBones nearest(const BoneFields& fields, std::size_t part) const;

  /// The path whose length a field has, from a vertex to the bone: its ends, and where it bends.
  /// None where the field does not have the vertex. Takes as long as the field took; the last few
  /// are kept.
  std::vector<glm::vec3> path(const BoneField& field, std::size_t part, std::uint32_t vertex) const;

  const std::vector<BodyMesh>& parts() const { return parts_; }
  const Solid& solid() const { return solid_; }
  std::size_t bytes() const;  ///< memory held, without fields

 private:
  /// How a vertex hangs on the solid.
  struct Hold {
    int cell = Solid::kNone;
    float away = 0.0f;  ///< 0: the cell is the vertex's own; else the path to it along the surface,
                        ///< of what is thinner than a cell, or straight
  };
  void hold_vertices();
  void hold_thin(std::size_t part, const Checkpoint& checkpoint);
  int cell_below(const glm::vec3& position, const glm::vec3& normal) const;
  int cell_near(const glm::vec3& position) const;
  /// Where the paths to a bone begin.
  struct Starts {
    std::vector<int> cells;
    int outside = Solid::kNone;  ///< nothing of the bone is inside: the cell, which then is alone
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
  std::vector<std::size_t> first_;  ///< of each part; one more at the end
  std::vector<glm::vec3> positions_;
  std::vector<Hold> holds_;
  std::vector<std::uint32_t> held_begin_, held_;  ///< vertices by cell
  std::vector<std::uint32_t> loose_;              ///< vertices that hang nowhere

  struct Path {
    Bone bone;
    std::size_t vertex = 0;
    std::vector<glm::vec3> points;
  };
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  mutable std::vector<std::weak_ptr<const BoneField>> fields_;
  mutable std::vector<Path> paths_;
  mutable std::vector<Bone> bones_asked_;  ///< last
  mutable std::vector<float> needed_;      ///< by their own skin
  mutable BoneFields all_in_;              ///< have all vertices
};

/// What a skeleton is to be measured by.
struct BodyRequest {
  Id skeleton = kNoId;
  std::vector<BodyMesh> parts;
  std::vector<Bone> bones;
  std::vector<float> radii;

  /// What measuring takes: cubes that the box is cut into, once for the inside and once a bone.
  std::uint64_t work() const;
  bool has_distances_of(const BodyRequest& other) const;  ///< the same but for radii
};

/// While it is held, all who need this body or these fields share them.
struct BodyMeasured {
  std::shared_ptr<const Body> body;  ///< nullptr: it was stopped
  BoneFields fields;
};
/// As Body::of() and Body::fields() make them.
BodyMeasured measured_body(const BodyRequest& request, const ProgressCallback& progress = {});

}  // namespace marrow
