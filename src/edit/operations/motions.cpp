#include "edit/operations/motions.h"

#include "base/names.h"
#include "edit/names.h"
#include "edit/operations/line.h"
#include "edit/operations/shared.h"
#include "edit/operations/words.h"
#include "io/editor_data.h"
#include "scene/playback.h"

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
  line.word("at");
  line.numbers(channel.times);
  line.word("values");
  line.numbers(channel.values);
}

void line_track(Line& line, MotionTrack& track) {
  line.id(track.target);
  line.word("translation");
  line.vector(track.translation);
  line.word("rotation");
  for (float* part : {&track.rotation.x, &track.rotation.y, &track.rotation.z, &track.rotation.w})
    line.number(*part);
  line.word("scale");
  line.vector(track.scale);
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
  Motion said = motion ? *motion : Motion{};
  line.text(said.name);
  line.block(said.tracks, [&](MotionTrack& track) { line_track(line, track); });
  if (line.reads()) motion = std::make_shared<const Motion>(std::move(said));
}

bool op::AddMotion::operator==(const AddMotion& other) const {
  return motion && other.motion ? *motion == *other.motion : motion == other.motion;
}

Locks op::AddMotion::locks(const Scene&) const { return {Locks::Rule::refuse, {}}; }

Applied op::RenameMotion::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size())
    return refused("There is no such motion; it may have been deleted.");
  if (std::string why = why_bad_name(name); !why.empty()) return {std::nullopt, std::move(why)};
  const Motion* namesake = find_motion(scene, name);
  const std::shared_ptr<const Motion>& old = scene.motions[motion];
  if (namesake == old.get()) return {scene, {}};
  if (namesake != nullptr) return refused("Another motion is called \"{}\" already.", name);
  Scene result = scene;
  Motion renamed = *old;
  renamed.name = name;
  result.motions[motion] = std::make_shared<const Motion>(std::move(renamed));
  return {std::move(result), {}};
}

std::string op::RenameMotion::label(const Scene& before) const {
  return "Rename motion " + motion_name(before, motion) + " to " + name;
}

void op::RenameMotion::line(Line& line) {
  line.word("rename-motion");
  line.number(motion);
  line.word("to");
  line.text(name);
}

Locks op::RenameMotion::locks(const Scene&) const { return {Locks::Rule::refuse, {}}; }

Applied op::DeleteMotion::applied(const Scene& scene, const Tasks&) const {
  if (motion >= scene.motions.size())
    return refused("There is no such motion; it may have been deleted.");
  Scene result = scene;
  result.motions.erase(result.motions.begin() + static_cast<std::ptrdiff_t>(motion));
  return {std::move(result), {}};
}

std::string op::DeleteMotion::label(const Scene& before) const {
  return "Delete motion " + motion_name(before, motion);
}

void op::DeleteMotion::line(Line& line) {
  line.word("delete-motion");
  line.number(motion);
}

Locks op::DeleteMotion::locks(const Scene&) const { return {Locks::Rule::refuse, {}}; }

}  // namespace marrow
