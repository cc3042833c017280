// Motions of the scene: added, renamed, reordered, deleted; their keys and their timing; a pose
// taken from one.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "edit/operations/behavior.h"

namespace marrow::op {

/// Adds a motion at the end of the scene's; its name is made unique.
struct AddMotion {
  std::shared_ptr<const Motion> motion;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const AddMotion&) const;
};

struct RenameMotion {
  std::size_t motion = 0;  ///< index into Scene::motions
  std::string name;        ///< no other motion's

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const RenameMotion&) const = default;
};

struct DeleteMotion {
  std::size_t motion = 0;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const DeleteMotion&) const = default;
};

struct MoveMotion {
  std::size_t motion = 0;
  std::size_t to = 0;  ///< its index afterwards

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const MoveMotion&) const = default;
};

/// Keys of a motion, as whole tracks: scene/keys.h makes them. Locked joints keep theirs.
struct SetTracks {
  std::size_t motion = 0;
  std::vector<MotionTrack> tracks;  ///< each in place of its target's, or new
  std::vector<Id> removed;          ///< targets whose tracks go
  std::string what;                 ///< the step's name: "Move 3 keys"

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetTracks&) const = default;
};

/// The edit that makes a motion of the scene what `after` is; its name and timing stay.
SetTracks set_tracks(const Scene& scene, std::size_t motion, const Motion& after, std::string what);

struct SetMotionTiming {
  std::size_t motion = 0;
  MotionTiming timing;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const SetMotionTiming&) const = default;
};

/// The pose of the scene becomes what a motion shows at a time (at_time() in rig/playback.h).
/// Locked joints stay.
struct PoseAt {
  std::size_t motion = 0;
  float seconds = 0.0f;

  Applied applied(const Scene& scene, const Tasks& tasks) const;
  std::string label(const Scene& before) const;
  void line(Line& line);
  Locks locks(const Scene& before) const;
  bool operator==(const PoseAt&) const = default;
};

}  // namespace marrow::op
