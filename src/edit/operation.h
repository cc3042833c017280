// Every edit as a plain value. Scenes change only through apply(), so each edit can be undone,
// named, logged, replayed and tested. Operations are grouped in families,
// edit/operations/NAME_operations.h; this header lists them all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "edit/operations/ik_operations.h"
#include "edit/operations/joint_operations.h"
#include "edit/operations/mesh_operations.h"
#include "edit/operations/mirror_operations.h"
#include "edit/operations/motion_operations.h"
#include "edit/operations/name_operations.h"
#include "edit/operations/node_operations.h"
#include "edit/operations/pose_operations.h"
#include "edit/operations/rest_operations.h"
#include "edit/operations/scene_operations.h"
#include "edit/operations/touch_up_operations.h"

namespace marrow {

class Operation;

namespace op {
/// Several edits as one step, done in this order; if one is refused, all are.
struct Sequence {
  std::vector<Operation> operations;
  std::string what{};  ///< the step's name; empty: the first operation's

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const Sequence& other) const;
};
}  // namespace op

using AnyOperation = std::variant<
    op::ApplyIncrement, op::SetUserLocal, op::SolveIk, op::ResetPose, op::SetNodeLocal,
    op::SetRadius, op::MirrorJoint, op::MirrorSide, op::SplitJoint, op::RenameJoints, op::SetLocked,
    op::SetPinned, op::SetLimits, op::SetPole, op::SetExtent, op::SetSkeletonChoices, op::MoveTip,
    op::MoveBase, op::AddJoint, op::DeleteJoint, op::ReparentJoint, op::Rename, op::AddSkeleton,
    op::AddNodes, op::DeleteNode, op::ReparentNode, op::Bind, op::UseExplicitWeights,
    op::SetMorphWeights, op::RecalculateNormals, op::SetVisible, op::StorePose, op::ApplyPose,
    op::DeletePose, op::RenamePose, op::MakeRest, op::AddMotion, op::RenameMotion, op::DeleteMotion,
    op::MoveMotion, op::SetTracks, op::SetMotionTiming, op::PoseAt, op::SetCameraMove,
    op::SetSprings, op::SetAvatar, op::PaintWeights, op::SetTouchUpStrength, op::RemoveTouchUps,
    op::Sequence, op::CureMesh, op::ReplaceMesh, op::TakeWeights>;

/// One edit, of any kind; std::get_if and std::visit access it. Copying, moving, comparing and
/// destroying are compiled in operation.cpp alone: they branch over all kinds, and generating them
/// in every file that passes edits on took a fifth of the compile time.
class Operation : public AnyOperation {
 public:
  Operation();
  template <HasApplied Op>
  Operation(Op op) : Operation(index_of<Op>(static_cast<AnyOperation*>(nullptr)), &op) {}
  Operation(const Operation& other);
  Operation(Operation&& other) noexcept;
  Operation& operator=(const Operation& other);
  Operation& operator=(Operation&& other) noexcept;
  ~Operation();
  bool operator==(const Operation& other) const;

 private:
  Operation(std::size_t index, void* op);

  template <typename Op, typename... Ops>
  static constexpr std::size_t index_of(const std::variant<Ops...>*) {
    static_assert((std::is_same_v<Op, Ops> || ...), "AnyOperation does not list this type");
    std::size_t index = 0;
    (void)((std::is_same_v<Op, Ops> || (++index, false)) || ...);
    return index;
  }
};

/// Applies an edit to a scene with the kinematics of `tasks`. Locked joints: see why_locked().
Applied apply(const Scene& scene, const Operation& operation, const Tasks& tasks);

/// The step's name in the history: "Rotate elbow.L", "Radius knee.L 0.12 -> 0.19".
std::string label(const Scene& before, const Operation& operation);

/// The operation as a line of text, "turn forearm.L about world z by 45" (format:
/// edit/operations/line.h). parse_line() restores the operation bit for bit (any NaN for a NaN).
/// All parts of a sequence use the names of `before`. Throws std::exception if added nodes have
/// names that are not UTF-8.
std::string line_of(const Scene& before, const Operation& operation);

struct ParsedLine {
  std::optional<Operation> operation;
  std::string problem;  ///< if there is no operation: "column 14: expected a number, found \"abc\""
  std::vector<std::string> notes{};  ///< joints found by their roles: "forearm.L is LeftForeArm"
};
/// Does not check whether the operation can be applied.
ParsedLine parse_line(const Scene& before, std::string_view line,
                      NamesInLines names = NamesInLines::exact);

/// The joints that an operation changes or uses, each once, sorted by id: all listed ones, for a
/// deletion also the joints below, for a sequence the joints of its parts. Omits nodes and missing
/// joints. Empty for an edit of a whole skeleton.
std::vector<Id> named_by(const Scene& scene, const Operation& operation);

/// "hand.L is locked: unlock it in the tree first." if the operation names a locked joint;
/// otherwise empty. Names and locks can always be changed. A sequence is checked part by part.
std::string why_locked(const Scene& scene, const Operation& operation);

/// Memory of an operation: the bytes that it owns beyond its own size, and parts that may be
/// shared.
struct Holdings {
  std::size_t bytes = 0;
  std::vector<const Scene*> scenes;  ///< inside the operation
  std::vector<std::shared_ptr<const Motion>> motions;
};
Holdings holdings_of(const Operation& operation);

}  // namespace marrow
