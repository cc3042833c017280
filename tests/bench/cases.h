// One model of V vertices and J joints, bound by textbook and engine. They must agree before
// anything is timed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/accuracy.h"
#include "bench/memory.h"
#include "bench/model.h"
#include "rig/body/body.h"
#include "rig/measure/measure.h"

namespace marrow::bench {

/// A number of vertices, and its name in benchmarks.
struct Size {
  std::string label;
  std::size_t vertices;
};
/// "10k", "100k", "1m". A smoke test uses a twentieth of the vertices under these names.
void make_sizes_small();
const std::vector<Size>& sizes();
const Size& size_of(const std::string& label);

/// The timed call; `between` runs between the calls and is not timed.
struct Timed {
  std::function<void()> call, between{};
};

struct Case {
  /// Throws std::runtime_error if textbook and engine disagree.
  Case(const Size& size, int joints);

  std::string name;  ///< "100k/64"
  Size size;
  Model model;
  std::vector<glm::mat4> bind, posed, skinning;  ///< B, W, T
  JointLists lists;                              ///< the textbook's
  Influences textbook_rows;
  BoundMesh mesh;  ///< bound by the engine
  std::unique_ptr<Engine> engine;
  TargetMemory target;
  Errors errors;
  /// By a benchmark's name, so that its repetitions need not prepare again.
  std::map<std::string, Timed> prepared{};

  double mean_influences() const;
};

/// Keeps only the last case, because one is used at a time and a big one holds half a gigabyte.
Case& case_of(const std::string& size, int joints);

/// What a user does with radii: eight joints in turn, each made wider in five steps of 2 % and then
/// narrower again. After a joint's ten steps all is as before.
class RadiusWalk {
 public:
  explicit RadiusWalk(std::size_t joints) : joints_(joints) {}
  struct Step {
    std::size_t joint;
    float factor;  ///< of the radius at the beginning
    bool is_last;  ///< of this joint: the mouse button is released
  };
  Step next();

 private:
  std::size_t joints_, step_ = 0;
};

/// A separate bound mesh whose capsules are edited, so that the input of other benchmarks does not
/// change.
class Edited {
 public:
  explicit Edited(const Case& source);
  void lay_out();  ///< lays the vertices out by their present rows
  /// Adds or removes a joint without a capsule, so that all rows are computed.
  void rebuild_all_rows();
  void change_radius();  ///< the next step of a RadiusWalk
  void move_bone();      ///< moves one bone's tip by 2 % of its length, eight bones in turn
  void skin(const std::vector<glm::mat4>& skinning, const VertexTarget& target) {
    engine_->skin(mesh_, skinning, target);
  }

 private:
  void bind() { engine_->bind_capsules(skeleton_, bind_, mesh_, written_); }

  const Skeleton original_;
  Skeleton skeleton_;
  std::vector<glm::mat4> bind_;
  BoundMesh mesh_;
  RowsWritten written_;
  std::unique_ptr<Engine> engine_;
  RadiusWalk radii_;
  std::size_t moves_ = 0;
};

/// Measures distances through the body: all of them, or only one bone's.
class MeasuredThroughBody {
 public:
  explicit MeasuredThroughBody(const Case& source);
  void rebuild_all_rows();
  void move_bone();
  std::size_t bytes() const;  ///< of memory, including the fields

 private:
  BodyMesh part_;
  std::vector<Bone> bones_;
  std::vector<float> radii_;
  std::unique_ptr<Body> body_;
  BoneFields fields_;
};

/// The work between a movement of the mouse and drawing: the deformer gets a new scene and writes
/// vertices to a buffer.
class WholeStep {
 public:
  /// play: advances a motion by 1/60 s, which turns every joint, each with 30 keys per second.
  enum class Drag { pose, radius, play, body_radius };
  WholeStep(const Case& source, Drag drag);
  void run();
  /// Measures what the bench shows for the current joint, after run(): meters, islands, bleeding
  /// weights.
  void measure();
  /// Updates the layout after the steps of one joint, as when the mouse button is released.
  void release();

 private:
  const Scene& next_scene();

  std::vector<Scene> scenes_;
  Motion motion_;  ///< played on scenes_[0]; without tracks: scenes_ are used in turn
  Scene played_;
  int frames_ = 0;          ///< frames played so far
  std::vector<Id> joints_;  ///< the joint that is dragged, one per scene
  std::vector<bool> is_last_;
  std::size_t next_ = 0, now_ = 0;
  Deformer deformer_;
  Measures measures_;
  TargetMemory target_;
};

}  // namespace marrow::bench
