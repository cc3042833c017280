#include "edit/operations/motion_operations.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/names.h"
#include "base/text.h"
#include "edit/name_rules.h"
#include "edit/operations/shared.h"
#include "io/editor_data.h"
#include "rig/playback.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

namespace marrow {
namespace {

std::string free_name(const Scene& scene, const std::string& wanted) {
  return unique_name(wanted,
                     [&](const std::string& name) { return find_motion(scene, name) != nullptr; });
}

std::string motion_name(const Scene& scene, std::size_t motion) {
  return motion < scene.motions.size() ? scene.motions[motion]->name : fmt::format("#{}", motion);
}

void line_channel(Line& line, MotionChannel& channel) {
  line.one_of(channel.property, io::kPropertyNames);
  line.one_of(channel.interpolation, io::kInterpolationNames);
  line.numbers("at", channel.times);
  line.numbers("values", channel.values);
  if (!line.has("shapes", !channel.shapes.empty())) return;
  line.list(channel.shapes, "none", [&](KeyShape& shape) { line.one_of(shape, io::kShapeNames); });
}

void line_timing(Line& line, MotionTiming& timing) {
  line.number("length", timing.length);
  line.number("rate", timing.frame_rate);
  line.number("loop", timing.loop_begin);
  line.number(timing.loop_end);
}

constexpr const char* kGone = "There is no such motion; it may have been deleted.";

template <typename Change>
Applied with_motion(const Scene& scene, std::size_t motion, const Change& change) {
  if (motion >= scene.motions.size()) return refused(kGone);
  Scene result = scene;
  Motion changed = *scene.motions[motion];
  change(changed);
  result.motions[motion] = std::make_shared<const Motion>(std::move(changed));
  return {std::move(result), {}};
}

void line_track(Line& line, MotionTrack& track) {
  line.id(track.target);
  line.vector("translation", track.translation);
  line.word("rotation");
  for (float* part : {&track.rotation.x, &track.rotation.y, &track.rotation.z, &track.rotation.w})
    line.number(*part);
  line.vector("scale", track.scale);
  line.block(track.channels, [&](MotionChannel& channel) { line_channel(line, channel); });
}

}  // namespace

Applied op::AddMotion::applied(const Scene& scene, const Tasks&) const {
  if (!motion) return refused("There is no motion to add.");
  if (!moves(scene, *motion))
    return refused("The motion \"{}\" moves nothing in this scene.", motion->name);
  Scene result = scene;
  const std::string name = free_name(scene, motion->name.empty() ? "motion" : motion->name);
  if (name == motion->name) {
    result.motions.push_back(motion);
  } else {
    Motion renamed = *motion;
    renamed.name = name;
    result.motions.push_back(std::make_shared<const Motion>(std::move(renamed)));
  }
  return {std::move(result), {}};
}

std::string op::AddMotion::label(const Scene&) const {
  return "Add motion" + (motion ? " " + motion->name : std::string());
}

void op::AddMotion::line(Line& line) {
  if (line.mode() == Line::Mode::count) return line.holds(motion);
  line.word("add-motion");
  if (line.has("nothing", motion == nullptr)) return;
  Motion copy = motion ? *motion : Motion{};
  line.text(copy.name);
  line.block(copy.tracks, [&](MotionTrack& track) { line_track(line, track); });
  if (line.has("with", copy.timing != MotionTiming{})) line_timing(line, copy.timing);
  if (line.reads()) motion = std::make_shared<const Motion>(std::move(copy));
}

bool op::AddMotion::operator==(const AddMotion& other) const {
  return motion && other.motion ? *motion == *other.motion : motion == other.motion;
}

Applied op::RenameMotion::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size()) return refused(kGone);
  if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
  const Motion* namesake = find_motion(scene, name);
  const std::shared_ptr<const Motion>& old = scene.motions[motion];
  if (namesake == old.get()) return {scene, {}};
  if (namesake != nullptr) return refused("Another motion is called \"{}\" already.", name);
  return with_motion(scene, motion, [&](Motion& renamed) { renamed.name = name; });
}

std::string op::RenameMotion::label(const Scene& before) const {
  return "Rename motion " + motion_name(before, motion) + " to " + name;
}

void op::RenameMotion::line(Line& line) {
  line.number("rename-motion", motion);
  line.text("to", name);
}

Applied op::DeleteMotion::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size()) return refused(kGone);
  Scene result = scene;
  result.motions.erase(result.motions.begin() + std::ptrdiff_t(motion));
  return {std::move(result), {}};
}

std::string op::DeleteMotion::label(const Scene& before) const {
  return "Delete motion " + motion_name(before, motion);
}

void op::DeleteMotion::line(Line& line) { line.number("delete-motion", motion); }

Applied op::MoveMotion::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size() || to >= scene.motions.size()) return refused(kGone);
  Scene result = scene;
  const auto begin = result.motions.begin();
  const auto from = begin + std::ptrdiff_t(motion), there = begin + std::ptrdiff_t(to);
  if (from < there)
    std::rotate(from, from + 1, there + 1);
  else
    std::rotate(there, from, from + 1);
  return {std::move(result), {}};
}

std::string op::MoveMotion::label(const Scene& before) const {
  return "Move motion " + motion_name(before, motion);
}

void op::MoveMotion::line(Line& line) {
  line.number("move-motion", motion);
  line.number("to", to);
}

Applied op::SetTracks::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size()) return refused(kGone);
  for (const MotionTrack& track : tracks)
    if (find_node(scene, track.target) == nullptr && find_joint(scene, track.target).node < 0)
      return refused_missing("joint or node", track.target);
  if (tracks.empty() && removed.empty()) return {scene, {}};
  return with_motion(scene, motion, [&](Motion& changed) {
    std::erase_if(changed.tracks,
                  [&](const MotionTrack& track) { return list_has(removed, track.target); });
    for (const MotionTrack& track : tracks) put_track(changed, track);
  });
}

std::string op::SetTracks::label(const Scene& before) const {
  return what.empty() ? "Keys of " + motion_name(before, motion) : what;
}

void op::SetTracks::line(Line& line) {
  line.number("keys-of-motion", motion);
  line.block(tracks, [&](MotionTrack& track) { line_track(line, track); });
  if (line.has("without", !removed.empty())) line.ids(removed);
  line.text_unless("as", what, "");
}

Locks op::SetTracks::locks(const Scene&) const {
  std::vector<Id> joints = removed;
  for (const MotionTrack& track : tracks) joints.push_back(track.target);
  return {Locks::Rule::refuse, std::move(joints)};
}

op::SetTracks op::set_tracks(const Scene& scene, std::size_t motion, const Motion& after,
                             std::string what) {
  SetTracks edit{motion, {}, {}, std::move(what)};
  const Motion& before = *scene.motions[motion];
  for (const MotionTrack& track : after.tracks) {
    const MotionTrack* old = find_track(before, track.target);
    if (old == nullptr || *old != track) edit.tracks.push_back(track);
  }
  for (const MotionTrack& track : before.tracks)
    if (find_track(after, track.target) == nullptr) edit.removed.push_back(track.target);
  return edit;
}

Applied op::SetMotionTiming::applied(const Scene& scene, const Tasks&) const {
  return with_motion(scene, motion, [&](Motion& changed) { changed.timing = timing; });
}

std::string op::SetMotionTiming::label(const Scene& before) const {
  return "Timing of " + motion_name(before, motion);
}

void op::SetMotionTiming::line(Line& line) {
  line.number("time-motion", motion);
  line.word("with");
  line_timing(line, timing);
}

Applied op::PoseAt::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size()) return refused(kGone);
  if (!std::isfinite(seconds)) return refused("A time is a number of seconds.");
  return {with_pose(scene, at_time(scene, *scene.motions[motion], seconds)), {}};
}

std::string op::PoseAt::label(const Scene& before) const {
  return fmt::format("Pose of {} at {}", motion_name(before, motion), time_text(seconds));
}

void op::PoseAt::line(Line& line) {
  line.number("pose-of-motion", motion);
  line.number("at", seconds);
}

}  // namespace marrow
