// Keeps the rows of one mesh up to date: from capsules, a file's weights or distances through the
// body, with touch-ups over them. Sets order_revision and bind_revision. A mesh that changes gets a
// new binder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rig/skinning/capsule_settings.h"
#include "rig/skinning/deformed_mesh.h"

namespace marrow {

struct MeasuredBody;

class MeshBinder {
 public:
  /// What a bind depends on besides the mesh, compared by value.
  struct Input {
    Id skeleton = kNoId;  ///< kNoId: rigid
    std::uint64_t skeleton_revision = 0;
    glm::mat4 skeleton_from_mesh{1.0f};  ///< S^-1 M
    bool explicit_weights = false;
    CapsuleSettings capsules{};       ///< empty with explicit weights
    std::uint64_t body_revision = 0;  ///< of the skeleton's MeasuredBody; 0: straight
    std::shared_ptr<const TouchUps> touch_ups{};
    float touch_up_strength = 0.0f;                ///< 0: no touch-ups
    bool has_same_rows(const Input& other) const;  ///< apart from touch-ups
    bool has_same_touch_ups(const Input& other) const;
  };
  /// The skeleton of Input::skeleton.
  struct Rig {
    const Skeleton& skeleton;
    const PosedSkeleton& posed;
    const MeasuredBody* body = nullptr;  ///< nullptr: distances are straight
  };

  /// Without an engine the rows come from the functions of `tasks`, which must outlive the binder.
  MeshBinder(const Tasks& tasks, bool uses_engine) : tasks_(&tasks), uses_engine_(uses_engine) {}

  /// Sets the bind vertices for the place in `now`, if that place is new. True if they were set:
  /// the rest vertices must then be set, too, before the rows are bound.
  bool place(const Input& now, DeformedMesh& mesh);
  /// Sets the rows for `now`. True if any changed.
  bool bind(const Rig& rig, Input now, DeformedMesh& mesh);
  /// Sets empty rows, for a mesh without a skeleton.
  void bind_rigid(DeformedMesh& mesh);
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void set_own_order(DeformedMesh& mesh);
  bool bind_own_rows(const Rig& rig, const Input& before, DeformedMesh& mesh, RowsWritten& written);
  void bind_by_fields(const Rig& rig, const Input& before, DeformedMesh& mesh,
                      RowsWritten& written);
  bool bind_by_engine(const Rig& rig, DeformedMesh& mesh, RowsWritten& written) const;
  void bind_by_tasks(const Rig& rig, DeformedMesh& mesh);
  std::vector<std::uint32_t> apply_touch_ups(const Rig& rig, DeformedMesh& mesh);

  const Tasks* tasks_;
  bool uses_engine_;
  bool is_bound_ = false;
  bool has_new_vertices_ = false;  ///< since the last bind
  Input input_;                    ///< of the last bind
  std::vector<std::string> problems_;
};

}  // namespace marrow
