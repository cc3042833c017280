// Edits of the scene's motions: adding, renaming, reordering and deleting them, changing their keys
// and timing, and posing the scene as a motion shows it.
#pragma once

#include <cstddef>
#include <memory>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Appends a motion to the scene's motions; its name is made unique.
struct AddMotion {
  std::shared_ptr<const Motion> motion;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene&) const { return {}; }
  bool operator==(const AddMotion&) const;
};

struct RenameMotion {
  std::size_t motion = 0;  ///< index into Scene::motions
  std::string name;        ///< unique among the motions

  MARROW_OPERATION(RenameMotion);
  Locks locks(const Scene&) const { return {}; }
};

struct DeleteMotion {
  std::size_t motion = 0;

  MARROW_OPERATION(DeleteMotion);
  Locks locks(const Scene&) const { return {}; }
};

struct MoveMotion {
  std::size_t motion = 0;
  std::size_t to = 0;  ///< its index afterwards

  MARROW_OPERATION(MoveMotion);
  Locks locks(const Scene&) const { return {}; }
};

/// Replaces whole tracks of a motion; scene/keys.h makes them. Refused for locked joints.
struct SetTracks {
  std::size_t motion = 0;
  std::vector<MotionTrack> tracks;  ///< each replaces the track of its target, or is new
  std::vector<Id> removed;          ///< targets whose tracks are removed
  std::string what;                 ///< the step's name: "Move 3 keys"

  MARROW_OPERATION(SetTracks);
  Locks locks(const Scene& before) const;
};

/// The edit that gives a motion of the scene the tracks of `after`; its name and timing stay.
SetTracks set_tracks(const Scene& scene, std::size_t motion, const Motion& after, std::string what);

struct SetMotionTiming {
  std::size_t motion = 0;
  MotionTiming timing;

  MARROW_OPERATION(SetMotionTiming);
  Locks locks(const Scene&) const { return {}; }
};

/// The scene gets the pose that a motion shows at a time (at_time() in rig/playback.h). Locked
/// joints keep their pose.
struct PoseAt {
  std::size_t motion = 0;
  float seconds = 0.0f;

  MARROW_OPERATION(PoseAt);
  Locks locks(const Scene&) const { return {Locks::Rule::keep, {}}; }
};

}  // namespace marrow::op
