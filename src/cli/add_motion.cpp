#include "cli/add_motion.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "cli/common.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/operation.h"
#include "edit/retarget/clips.h"

namespace marrow::cli {
namespace {

std::optional<UpAxis> read_up(const std::string& word) {
  if (word.empty()) return std::nullopt;
  const auto found = std::find(kUpAxisNames.begin(), kUpAxisNames.end(), word);
  if (found == kUpAxisNames.end())
    throw UsageError("--up \"" + word + "\": expected x, y, z, -x, -y or -z");
  return static_cast<UpAxis>(found - kUpAxisNames.begin());
}

/// --rest: none for "file", else seconds.
std::optional<float> read_rest(const std::string& word) {
  constexpr std::string_view kExpected = "file, first-frame, or a time in seconds from 0 on";
  if (word == "file") return std::nullopt;
  if (word == "first-frame") return 0.0f;
  const float seconds = number(word, word, kExpected);
  if (seconds < 0.0f) throw UsageError(fmt::format("\"{}\": expected {}", word, kExpected));
  return seconds;
}

Node& node_with_skeleton(const std::string& file, const char* place, Scene& scene) {
  for (Node& node : scene.nodes)
    if (node.skeleton && !node.skeleton->joints.empty()) return node;
  throw io::Error(file, place, "expected a file with a skeleton");
}

ActorGuess reading_of(const AddMotionOptions& words, const Skeleton& skeleton,
                      const Motion& motion) {
  ActorGuess guess = guessed_reading(skeleton, motion);
  if (const auto up = read_up(words.up)) guess.reading.up = *up;
  if (!words.rest.empty()) guess.reading.rest_at = read_rest(words.rest);
  if (!words.up.empty() || !words.rest.empty()) guess.doubts.clear();  // the user has decided
  return guess;
}

/// The world's upward direction, in the space of a node's skeleton.
glm::vec3 up_in(const Scene& scene, const Node& node) {
  const glm::dmat3 world(world_from_node(scene, node_index(scene, node.id)));
  return glm::vec3(glm::normalize(glm::inverse(world) * glm::dvec3(0.0, 1.0, 0.0)));
}

void read_anew(const AddMotionOptions& words, const std::string& file, Scene& scene) {
  Node& node = node_with_skeleton(file, words.up.empty() ? "--rest" : "--up", scene);
  const bool has_mesh = std::any_of(scene.nodes.begin(), scene.nodes.end(),
                                    [](const Node& one) { return one.mesh != nullptr; });
  if (has_mesh || scene.motions.empty())
    throw io::Error(file, words.up.empty() ? "--rest" : "--up",
                    "expected --add-motion, or a file with a motion and no mesh");
  const Motion& motion = *scene.motions.front();
  const ActorReading reading = reading_of(words, *node.skeleton, motion).reading;
  node.skeleton = std::make_shared<const Skeleton>(as_read(*node.skeleton, motion, reading));
  node.local = glm::mat4(glm::dmat4(turn_of(reading.up, UpAxis::y)));
}

/// The clips of a file that --add-clip names, or all clips.
std::vector<Clip> wanted_clips(const AddMotionOptions& words, const Scene& other, Id actor) {
  if (other.motions.empty())
    throw io::Error(words.from, "--add-motion", "expected a file with a motion");
  std::vector<Clip> clips;
  for (const std::string& name : words.clips) {
    Scene one = other;
    one.motions.assign(1, motion_named(words.from, other, "--add-clip", name));
    for (Clip& clip : clips_of(one, actor)) clips.push_back(std::move(clip));
  }
  if (words.clips.empty()) clips = clips_of(other, actor);
  if (clips.empty())
    throw io::Error(words.from, "--add-motion", "expected a motion that moves its skeleton");
  return clips;
}

/// Prints how well a clip's joints match, and the doubts with their cures.
void report(const AddMotionOptions& words, const Clip& clip, bool is_one,
            const RetargetTable& table, const ActorGuess& guess, const RetargetTrial& trial) {
  const std::string who =
      is_one ? words.from : fmt::format("{}: \"{}\"", words.from, clip.motion->name);
  print_error(fmt::format("{}: {} of {} joints matched", who, followed(*clip.motion, table),
                          table.rows.size()));
  print_warnings(who, guess.doubts);
  print_warnings(who, trial.doubts);
  for (const RetargetCure& cure : trial.cures)
    print_warnings(who, {fmt::format("{}: {}", cure.flag, cure.label)});
}

}  // namespace

void AddMotionOptions::add_to(Options& options) {
  options.add(
      "--add-motion", from, "FILE",
      "Puts the motions of another figure on the skeleton: all clips of any file that opens");
  options
      .add("--add-clip", clips, "NAME",
           "Of --add-motion: only this clip, a name or #0, #1, ...; may be given several times")
      .may_repeat();
  options.add("--up", up, "AXIS", "Of the motion: x, y, z, -x, -y or -z; guessed when not given");
  options.add(
      "--rest", rest, "POSE",
      "Of the motion's figure: file, first-frame, or the pose at a time in seconds; guessed "
      "when not given");
  options.flag("--in-place", in_place, "The added motion does not travel");
  options.flag("--on-floor,--above-floor", on_floor,
               "The added motion is lifted where a joint would sink into the floor, and lowered if "
               "none reaches it");
}

void AddMotionOptions::check() const {
  read_up(up);
  if (!rest.empty()) read_rest(rest);
  if (!clips.empty() && from.empty()) throw UsageError("--add-clip: needs --add-motion FILE");
  if (in_place && from.empty()) throw UsageError("--in-place: needs --add-motion FILE");
  if (on_floor && from.empty()) throw UsageError("--on-floor: needs --add-motion FILE");
}

void AddMotionOptions::apply(const std::string& file, io::Loaded& loaded) const {
  if (from.empty() && up.empty() && rest.empty()) return;
  if (from.empty()) return read_anew(*this, file, loaded.scene);
  const io::Loaded other = load(from);
  const Node& onto = node_with_skeleton(file, "--add-motion", loaded.scene);
  const Id actor_id = actor_node(other.scene);
  if (actor_id == kNoId) throw io::Error(from, "--add-motion", "expected a file with a skeleton");
  const Skeleton& actor = *find_node(other.scene, actor_id)->skeleton;
  const RetargetTable table = guessed_table(actor, *onto.skeleton);
  const std::vector<Clip> clips_there = wanted_clips(*this, other.scene, actor_id);
  op::Sequence all;
  for (const Clip& clip : clips_there) {
    const ActorGuess guess = reading_of(*this, actor, *clip.motion);
    RetargetTrial trial = try_retarget(*clip.motion, actor, guess.reading, *onto.skeleton, table,
                                       {.up = up_in(loaded.scene, onto),
                                        .begins_here = true,
                                        .in_place = in_place,
                                        .on_floor = on_floor});
    report(*this, clip, clips_there.size() == 1, table, guess, trial);
    if (trial.motion.tracks.empty() && clips_there.size() > 1) {
      print_warnings(
          from, {fmt::format("\"{}\" moves no matched joint and is left out", clip.motion->name)});
      continue;
    }
    all.operations.emplace_back(
        op::AddMotion{std::make_shared<const Motion>(std::move(trial.motion))});
  }
  print_warnings(from, other.warnings);
  if (all.operations.empty())
    throw io::Error(from, "--add-motion", "expected a motion whose joints match those of " + file);
  Applied added = marrow::apply(loaded.scene, all, tasks_of(Backend::fast));
  if (!added.scene) throw io::Error(from, "--add-motion", added.reason);
  loaded.scene = std::move(*added.scene);
  std::rotate(loaded.scene.motions.begin(),
              loaded.scene.motions.end() - std::ptrdiff_t(all.operations.size()),
              loaded.scene.motions.end());  // --time uses the first motion
}

}  // namespace marrow::cli
