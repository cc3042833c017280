#include "editor/pose/rework.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/index.h"
#include "base/text.h"
#include "edit/keying.h"
#include "edit/motions/bake_springs.h"
#include "edit/motions/remade.h"
#include "edit/motions/simplify.h"
#include "editor/pose/transport.h"
#include "rig/implementations.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "scene/motion_sampling.h"

namespace marrow {

namespace {

constexpr double kBeginsAfter = 0.12;  // seconds since the last change of the choices

ReworkResult refused_rework(std::string problem) { return {nullptr, {}, std::move(problem)}; }

ReworkResult made(Motion motion, std::string words) {
  return {std::make_shared<const Motion>(std::move(motion)), std::move(words), {}};
}

ReworkResult simplified_result(const Scene& scene, const Motion& motion,
                               const ReworkChoices& choices, const ProgressCallback& progress) {
  SimplifiedMotion thin = simplified(scene, motion, double(choices.tolerance), progress);
  if (thin.keys_after == thin.keys_before)
    return refused_rework(
        fmt::format("All {} keys are needed at this distance.", thin.keys_before));
  return made(std::move(thin.motion),
              fmt::format("{} keys become {}; nothing is farther off than {:.3g}.",
                          thin.keys_before, thin.keys_after, thin.error));
}

ReworkResult retimed_result(const Motion& motion, const ReworkChoices& choices) {
  const double length = double(duration_of(motion));
  const TimeCurve curve(sound_points(choices.curve, length));
  const double now = curve.points().back().x;
  if (curve.is_straight() && std::abs(now - length) < 1e-6)
    return refused_rework("It plays at this speed already: change the length or bend the curve.");
  return made(retimed(motion, curve),
              fmt::format("{:.2f} s become {:.2f} s{}.", length, now,
                          curve.is_straight() ? "" : ", with keys at every frame"));
}

ReworkResult traveled_result(const Scene& scene, const Motion& motion,
                             const ReworkChoices& choices) {
  const std::optional<Carrier> carrier = carrier_of(scene, motion);
  if (!carrier) return refused_rework(why_no_travel_on_node(scene, motion));
  const std::string joint = name_of(scene, carrier->joint);
  if (!choices.on_node) {
    Motion stays = in_place(scene, motion);
    if (stays == motion) return refused_rework("The figure stays in its place already.");
    return made(std::move(stays), fmt::format("{} moves up and down only.", joint));
  }
  if (std::string why = why_no_travel_on_node(scene, motion); !why.empty())
    return refused_rework(std::move(why));
  return made(
      travel_on_node(scene, motion),
      fmt::format("{} follows the path of {}.", scene.nodes[at(carrier->node)].name, joint));
}

/// "0.0318"; "0" for rounding errors.
std::string slide_text(const Scene& scene, const Motion& motion, double slide) {
  constexpr double kNothing = 1e-5;  // a slide below this share of the figure's size shows as 0
  return slide < kNothing * figure_size(scene, motion) ? "0" : fmt::format("{:.3g}", slide);
}

constexpr const char* kNeedsEngine =
    "Holding a joint needs the program's own functions, which a handout lacks.";

/// The result for a tip that moves straight or smoothly from key to key.
ReworkResult path_result(const Scene& scene, const Motion& motion, Motion goes,
                         const ReworkChoices& choices, const HoldOptions& options) {
  const Tasks tasks = tasks_of(Backend::fast);
  const double off = farthest_miss(scene, motion, motion, {choices.hold}, options, tasks),
               left = farthest_miss(scene, motion, goes, {choices.hold}, options, tasks);
  if (slide_text(scene, motion, off) == "0")
    return refused_rework("Its keys already keep the tip on this path.");
  return made(std::move(goes),
              fmt::format("The tip of {} is {} off its path instead of {} from {} to {}.",
                          name_of(scene, choices.hold.joint), slide_text(scene, motion, left),
                          slide_text(scene, motion, off), time_text(choices.hold.begin),
                          time_text(choices.hold.end)));
}

ReworkResult hold_result(const Scene& scene, const Motion& motion, const ReworkChoices& choices,
                         const ProgressCallback& progress) {
  if (!has_engine()) return refused_rework(kNeedsEngine);
  const Joint* joint = joint_of(scene, choices.hold.joint);
  if (joint == nullptr) return refused_rework("Select the joint whose tip is meant.");
  const HoldOptions options{.where = choices.held_where, .fade = double(choices.hold_fade)};
  Motion holds =
      with_joints_held(scene, motion, {choices.hold}, options, tasks_of(Backend::fast), progress);
  if (choices.held_where != HeldWhere::begin)
    return path_result(scene, motion, std::move(holds), choices, options);
  const double slide = farthest_slide(scene, motion, {choices.hold});
  const double left = farthest_slide(scene, holds, {choices.hold});
  return made(std::move(holds),
              fmt::format("The tip of {} slides {} instead of {} from {} to {}.", joint->name,
                          slide_text(scene, motion, left), slide_text(scene, motion, slide),
                          time_text(choices.hold.begin), time_text(choices.hold.end)));
}

ReworkResult feet_result(const Scene& scene, const Motion& motion, const ReworkChoices& choices,
                         const ProgressCallback& progress) {
  if (!has_engine()) return refused_rework(kNeedsEngine);
  if (walking_node(scene, motion) < 0)
    return refused_rework("No joints that it moves have the names of a thigh, a shin and a foot.");
  const std::vector<Hold> contacts = foot_contacts(scene, motion, choices.contacts);
  if (contacts.empty())
    return refused_rework("No foot is planted: allow more height or more speed.");
  Motion holds = with_joints_held(scene, motion, contacts, {.fade = double(choices.hold_fade)},
                                  tasks_of(Backend::fast), progress);
  const double slide = farthest_slide(scene, motion, contacts),
               left = farthest_slide(scene, holds, contacts);
  return made(std::move(holds),
              fmt::format("Feet are planted {} times; the farthest slide goes from {} to {}.",
                          contacts.size(), slide_text(scene, motion, slide),
                          slide_text(scene, motion, left)));
}

ReworkResult springs_result(const Scene& scene, std::size_t motion, const ReworkChoices& choices,
                            const ProgressCallback& progress) {
  if (std::string why = why_no_bake(scene, motion); !why.empty())
    return refused_rework(std::move(why));
  const Motion& from = *scene.motions[motion];
  Motion baked = with_baked_springs(scene, from, choices.springs, progress);
  const auto changed =
      std::count_if(baked.tracks.begin(), baked.tracks.end(), [&](const MotionTrack& track) {
        const MotionTrack* old = find_track(from, track.target);
        return old == nullptr || !(*old == track);
      });
  if (changed == 0) return refused_rework("The keys already match the springs.");
  return made(std::move(baked), fmt::format("{} joint{} swing{} by keys.", changed,
                                            changed == 1 ? "" : "s", changed == 1 ? "s" : ""));
}

ReworkResult pins_result(const Scene& scene, const Motion& motion,
                         const ProgressCallback& progress) {
  if (!has_ik(scene, motion))
    return refused_rework("It pins no joint: with Auto-key on, P pins what is selected.");
  Motion keys = with_ik_baked(scene, motion, progress);
  std::string words = fmt::format("{} keys become {}; nothing is pinned any more.",
                                  number_of_keys(motion), number_of_keys(keys));
  return made(std::move(keys), std::move(words));
}

ReworkResult mixed_result(const Scene& scene, const Motion& motion, const ReworkChoices& choices) {
  if (scene.motions.size() < 2)
    return refused_rework("There is one motion only: import or make another first.");
  const Motion other =
      with_ik_baked(scene, *scene.motions[std::min(choices.other, scene.motions.size() - 1)]);
  Motion both = mixed(scene, motion, other, choices.mix);
  if (both.tracks == motion.tracks)
    return refused_rework(fmt::format("\"{}\" moves nothing there.", other.name));
  std::string words =
      fmt::format("{:.2f} s, {} keys.", double(duration_of(both)), number_of_keys(both));
  return made(std::move(both), std::move(words));
}

/// True for changes that would pull joints from their pins: pins are baked into keys first.
bool begins_with_keys(Rework what) {
  return what == Rework::travel || what == Rework::feet || what == Rework::hold ||
         what == Rework::mix;
}

ReworkResult reworked_from(const Scene& scene, std::size_t motion, const Motion& from,
                           const ReworkChoices& choices, const ProgressCallback& progress) {
  switch (choices.what) {
    case Rework::simplify:
      return simplified_result(scene, from, choices, progress);
    case Rework::retime:
      return retimed_result(from, choices);
    case Rework::travel:
      return traveled_result(scene, from, choices);
    case Rework::feet:
      return feet_result(scene, from, choices, progress);
    case Rework::hold:
      return hold_result(scene, from, choices, progress);
    case Rework::springs:
      return springs_result(scene, motion, choices, progress);
    case Rework::pins:
      return pins_result(scene, from, progress);
    case Rework::mix:
      break;
  }
  return mixed_result(scene, from, choices);
}

struct ReworkWords {
  const char* verb;    ///< in the step's name
  const char* suffix;  ///< end of a new motion's name
};
/// One per Rework, in its order.
constexpr ReworkWords kReworkWords[] = {
    {"Simplify", " simplified"},           {"Change timing of", " retimed"},
    {"Change path of", " in place"},       {"Plant the feet of", " with held feet"},
    {"Hold or smooth a path in", " held"}, {"Bake springs of", " with springs"},
    {"Bake pins of", " without pins"},     {"Mix into", ""}};

std::string suffix_of(const Scene& scene, const ReworkChoices& choices) {
  if (choices.what == Rework::travel && choices.on_node) return " on its node";
  if (choices.what == Rework::hold && choices.held_where != HeldWhere::begin) return " on a way";
  if (choices.what == Rework::mix && choices.other < scene.motions.size())
    return " + " + scene.motions[choices.other]->name;
  return kReworkWords[std::size_t(choices.what)].suffix;
}

bool change_motion(Session& session, TransportState& transport, const ReworkChoices& choices,
                   const Motion& made_motion) {
  const Scene& scene = session.document.committed();
  const std::string what = fmt::format("{} motion {}", kReworkWords[std::size_t(choices.what)].verb,
                                       scene.motions[transport.motion]->name);
  return perform(session, motion_edit(scene, transport.motion, made_motion, what));
}

}  // namespace

double figure_size(const Scene& scene, const Motion& motion) {
  const double size = glm::length(figure_extent(scene, motion));
  return size > 0.0 ? size : 1.0;
}

ReworkResult reworked(const Scene& scene, std::size_t motion, const ReworkChoices& choices,
                      const ProgressCallback& progress) {
  const Motion& living = *scene.motions[motion];
  if (!begins_with_keys(choices.what) || !has_ik(scene, living))
    return reworked_from(scene, motion, living, choices, progress);
  ReworkResult result =
      reworked_from(scene, motion, with_ik_baked(scene, living, progress), choices, progress);
  if (result.motion != nullptr) result.words += " Its pins become keys.";
  return result;
}

void open_rework(Session& session, TransportState& transport, std::optional<Rework> what) {
  const Motion* motion = chosen_motion(session, transport);
  if (motion == nullptr) return;
  if (!shows_motion(session)) seek(session, transport, transport.seconds);
  if (transport.rework) {
    transport.rework->wants_focus = true;
    if (what) transport.rework->choices.what = *what;
    return;
  }
  constexpr double kShareOfFigure = 0.005;
  ReworkDialog dialog;
  dialog.choices.tolerance =
      float(figure_size(session.document.committed(), *motion) * kShareOfFigure);
  dialog.choices.mix.begin = double(duration_of(*motion));
  dialog.choices.other = transport.motion == 0 ? 1 : 0;
  if (what) dialog.choices.what = *what;
  transport.rework = std::move(dialog);
  session.wants_redraw = true;
}

void choose_mix(const Session& session, TransportState& transport, MixKind kind) {
  const Motion* motion = chosen_motion(session, transport);
  if (!transport.rework || motion == nullptr) return;
  Mix& mix = transport.rework->choices.mix;
  mix.kind = kind;
  mix.begin = kind == MixKind::cross_fade ? double(duration_of(*motion)) : 0.0;
}

bool close_rework(Session& session, TransportState& transport) {
  if (!transport.rework) return false;
  transport.rework.reset();
  session.wants_redraw = true;
  return true;
}

void update_rework(Session& session, TransportState& transport) {
  if (!transport.rework) return;
  const std::shared_ptr<const Motion> motion = chosen_motion_kept(session, transport);
  if (motion == nullptr) {
    close_rework(session, transport);
    return;
  }
  ReworkDialog& dialog = *transport.rework;
  ReworkChoices& choices = dialog.choices;
  const Document& document = session.document;
  if (document.in_gesture()) return;
  const std::size_t motions = document.committed().motions.size();
  if (choices.other >= motions) choices.other = motions - 1;
  choices.curve = sound_points(choices.curve, double(duration_of(*motion)));
  const bool has_limb = dialog.only_limb && choices.mix.kind != MixKind::cross_fade &&
                        joint_of(document.committed(), document.active()) != nullptr;
  choices.mix.limb = has_limb ? document.active() : kNoId;
  const MotionTiming& timing = motion->timing;
  const bool has_range = timing.loop_end > timing.loop_begin;
  choices.hold = {
      joint_of(document.committed(), document.active()) != nullptr ? document.active() : kNoId,
      has_range ? double(timing.loop_begin) : 0.0,
      has_range ? double(timing.loop_end) : double(duration_of(*motion))};
  ReworkDialog::MadeOf wanted{motion, document.commits(), choices};
  if (!(dialog.made_of == wanted)) {
    dialog.last = dialog.made_of.motion == motion && dialog.made_of.choices.what == choices.what
                      ? dialog.shown()
                      : nullptr;
    if (dialog.made_of.motion != motion)
      dialog.size = float(figure_size(document.committed(), *motion));
    dialog.made_of = std::move(wanted);
    dialog.job.drop();
    dialog.changed_at = session.now;
  }
  if (!dialog.job.has_begun() && session.now - dialog.changed_at >= kBeginsAfter)
    dialog.job.begin(
        {.out_of_memory = "There is not enough memory to make this motion."},
        [scene = document.committed(), chosen = transport.motion, choices](Progress& progress) {
          return std::optional(reworked(scene, chosen, choices, progress.part()));
        });
  session.wants_redraw |= !dialog.job.is_done();
}

bool apply_rework(Session& session, TransportState& transport) {
  if (!transport.rework || is_dragging(session)) return false;
  const ReworkDialog& dialog = *transport.rework;
  const ReworkResult* result = dialog.result();
  const bool is_present =
      dialog.made_of == ReworkDialog::MadeOf{chosen_motion_kept(session, transport),
                                             session.document.commits(), dialog.choices};
  if (result == nullptr || result->motion == nullptr || !is_present) return false;
  const std::string words = result->words;
  if (dialog.as_new) {
    Motion motion = *result->motion;
    motion.name += suffix_of(session.document.committed(), dialog.choices);
    if (!add_motion(session, transport, std::move(motion))) return false;
  } else if (!change_motion(session, transport, dialog.choices, *result->motion)) {
    return false;
  }
  say(session, words);
  return true;
}

}  // namespace marrow
