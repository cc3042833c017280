#include "editor/bench/compare.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "edit/fit_capsules.h"
#include "editor/course/course.h"
#include "editor/editor.h"
#include "editor/pose/shelf.h"
#include "editor/shell_state.h"

namespace marrow {
namespace {

constexpr float kGrabPixels = 6.0f;  // the divider is grabbed within this distance, at UI scale 1
constexpr float kMarginPixels = 24.0f;  // least distance from the picture's edges

bool differs(const CompareSide& side, const Skeleton& skeleton) {
  return side.choices.differing_from(skeleton) != SkeletonChoices() || side.radius_factor != 1.0f ||
         side.capsules.has_value();
}

/// The falloff, and each other choice that differs from the course's formula.
std::string settings_words(Skeleton skeleton, const SkeletonChoices& choices) {
  choices.apply_to(skeleton);
  std::string words = choice_row(skeleton.falloff).title;
  if (skeleton.metric != Metric::straight)
    words += std::string(", ") + choice_row(skeleton.metric).title;
  if (skeleton.blend != Blend::linear)
    words += std::string(", ") + choice_row(skeleton.blend).title;
  return words;
}

const Skeleton* compared(const Session& session) {
  const Node* node = find_node(session.document.scene(), shown_or_first_skeleton(session));
  return node ? node->skeleton.get() : nullptr;
}

}  // namespace

Scene apply_side(const Scene& scene, Id skeleton, const CompareSide& side) {
  const int node = node_index(scene, skeleton);
  if (node < 0) return scene;
  const std::shared_ptr<const Skeleton>& old = scene.nodes[std::size_t(node)].skeleton;
  if (!old || !differs(side, *old)) return scene;
  Scene result = scene;
  if (side.capsules)
    if (Applied fitted = apply(scene, capsules_operation(scene, skeleton, *side.capsules, {}),
                               tasks_of(Backend::fast));
        fitted.scene)
      result = std::move(*fitted.scene);
  Skeleton& edited = edit_skeleton(result, node);
  side.choices.apply_to(edited);
  for (Joint& joint : edited.joints) joint.set_radii(joint.radii().scaled(side.radius_factor));
  return result;
}

Deformer deformer_for(const Session& session, const CourseState& course, const CompareSide& side) {
  if (!side.implementation) return Deformer::with(session.document.tasks());
  if (*side.implementation != Backend::student) return Deformer(*side.implementation);
  return Deformer(course.tried ? *course.tried : session.document.tasks(), Evaluate::when_changed);
}

std::vector<Backend> implementations_to_compare() {
  std::vector<Backend> implementations{Backend::student};
  if (has_solution()) implementations.insert(implementations.begin(), Backend::textbook);
  if (has_engine()) implementations.insert(implementations.begin(), Backend::fast);
  return implementations;
}

const char* implementation_title(Backend implementation) {
  if (implementation == Backend::fast) return "the engine";
  return implementation == Backend::textbook ? "the textbook" : "the student";
}

void set_implementation(Session& session, CompareState& compare, CourseState& course,
                        std::optional<Backend> implementation) {
  if (implementation == Backend::student && !course.tried) {
    show_course_tab(session, course);
    if (!are_checks_running(course)) run_all_checks(session, course);
    return say(session,
               "The student's functions are tried on the checks first; after that you can choose "
               "them for a side.");
  }
  compare.right.implementation = implementation;
}

static void stop_comparing(CompareState& compare) {
  compare.is_on = false;
  compare.deformer.reset();
  compare.scene = compare.made_from = Scene();
}

void set_comparing(Editor& editor, bool on) {
  CompareState& compare = editor.compare;
  if (on && shown_or_first_skeleton(editor) == kNoId)
    return say(editor, "There is no skeleton whose settings could be compared.", true);
  if (!on) return stop_comparing(compare);
  compare.is_on = true;
  editor.welcome.is_shown = false;  // it would cover the comparison
  if (const Skeleton* skeleton = compared(editor);
      skeleton && !compare.right.implementation &&
      !differs(compare.right, *skeleton))  // equal sides would show nothing
    compare.right.choices.falloff =
        skeleton->falloff == Falloff::linear ? Falloff::inverse : Falloff::linear;
  update_compare(editor);
}

void on_document_replaced(CompareState& compare, DocumentChange change) {
  if (change != DocumentChange::opened) stop_comparing(compare);
}

void update_compare(Editor& editor) {
  CompareState& compare = editor.compare;
  if (!compare.is_on) return;
  const Id skeleton = shown_or_first_skeleton(editor);
  if (skeleton == kNoId) return set_comparing(editor, false);
  const Scene& scene = shown_scene(editor, editor.shelf);
  const bool is_made = compare.deformer && compare.made_from == scene &&
                       compare.made_with == compare.right && compare.made_for == skeleton &&
                       compare.made_hurried == is_hurried(editor);
  if (is_made) return;
  if (compare.made_with.implementation != compare.right.implementation) compare.deformer.reset();
  if (!compare.deformer)
    compare.deformer.emplace(deformer_for(editor, editor.course, compare.right));
  compare.scene = apply_side(scene, skeleton, compare.right);
  update_deformer(*compare.deformer, compare.scene, is_hurried(editor),
                  editor.synchronous_work_limit);
  compare.made_hurried = is_hurried(editor);
  compare.made_from = scene;
  compare.made_with = compare.right;
  compare.made_for = skeleton;
}

void measure_compared(CompareState& compare) {
  if (is_comparing(compare))
    update_deformer(*compare.deformer, compare.scene, false, Deformer::kMeasuresAll);
}

bool is_comparing(const CompareState& compare) {
  return compare.is_on && compare.deformer.has_value();
}

bool shows_difference(const CompareState& compare) {
  return is_comparing(compare) && compare.shows_difference;
}

/// The edit that gives the document the right side's settings.
static Operation apply_operation(const Editor& editor, const Skeleton& skeleton) {
  const CompareSide& right = editor.compare.right;
  const Id id = shown_or_first_skeleton(editor);
  Skeleton fitted = skeleton;
  Operation fit;
  if (right.capsules) {
    fitted.falloff = right.capsules->falloff;
    fitted.metric = right.capsules->metric;
    fit = capsules_operation(editor.document.scene(), id, *right.capsules, "Fit the capsules");
  }
  const op::SetSkeletonChoices choices{id, right.choices.differing_from(fitted),
                                       right.radius_factor};
  if (!right.capsules) return choices;
  if (choices.choices != SkeletonChoices() || choices.radius_factor != 1.0f)
    std::get<op::Sequence>(fit).operations.push_back(choices);
  return fit;
}

bool apply_comparison(Editor& editor) {
  const CompareSide right = editor.compare.right;
  const Skeleton* skeleton = compared(editor);
  if (!editor.compare.is_on || !skeleton) return false;
  if (!perform(editor, apply_operation(editor, *skeleton))) return false;
  say(editor, "Applied " + right_caption(editor, editor.compare) + " \u00b7 Ctrl+Z undoes it");
  editor.compare.right.radius_factor = 1.0f;
  editor.compare.right.capsules.reset();
  set_comparing(editor, false);
  return true;
}

view::Picture right_picture(const Session& session, const CompareState& compare,
                            const view::Picture& left) {
  view::Picture right = left;
  right.scene = &compare.scene;
  right.deformed = &*compare.deformer;
  right.reference = nullptr;
  // The legend explains the difference shown on the left, so the right side then has no heat map.
  right.show.colors = shows_difference(compare) ? view::MeshColors::plain : session.show.colors;
  right.hatched.clear();
  right.emphasized.clear();
  right.overlay = {};
  return right;
}

std::string left_caption(const Session& session) {
  const Skeleton* skeleton = compared(session);
  return (skeleton ? settings_words(*skeleton, {}) : "") + " (the document)";
}

std::string right_caption(const Session& session, const CompareState& compare) {
  const CompareSide& side = compare.right;
  const Skeleton* skeleton = compared(session);
  Skeleton shown = skeleton ? *skeleton : Skeleton();
  if (side.capsules) shown.falloff = side.capsules->falloff, shown.metric = side.capsules->metric;
  std::string text = settings_words(shown, side.choices);
  if (side.capsules) text = "fitted, " + text;
  if (side.implementation) text += std::string(", ") + implementation_title(*side.implementation);
  if (side.radius_factor != 1.0f) text += fmt::format(", radii \u00d7 {:.2f}", side.radius_factor);
  if (is_comparing(compare) && compare.deformer->blends_linearly_meanwhile())
    text += ", linear until you let go";
  if (is_comparing(compare) && compare.deformer->measures_straight_meanwhile())
    text += ", straight until it is measured";
  return text;
}

/// The settings of `words`, separated by commas, that `other` lacks.
static std::string settings_apart(const std::string& words, const std::string& other) {
  std::string apart;
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end + 2) {
    end = std::min(words.find(", ", begin), words.size());
    const std::string setting = words.substr(begin, end - begin);
    if ((", " + other + ", ").find(", " + setting + ", ") == std::string::npos)
      apart += (apart.empty() ? "" : ", ") + setting;
  }
  return apart;
}

std::pair<std::string, std::string> short_captions(const Session& session,
                                                   const CompareState& compare) {
  const Skeleton* skeleton = compared(session);
  const std::string left = skeleton ? settings_words(*skeleton, {}) : "",
                    right = right_caption(session, compare);
  const std::string apart = settings_apart(left, right);
  return {apart.empty() ? "the document" : apart, settings_apart(right, left)};
}

float divider_pixel(const Session& session, const CompareState& compare) {
  return std::round(compare.divider * session.picture_size.x);
}

bool is_on_divider(const Session& session, const CompareState& compare, float x) {
  return is_comparing(compare) &&
         std::abs(x - divider_pixel(session, compare)) <= kGrabPixels * session.ui_scale;
}

void move_divider(Session& session, CompareState& compare, float x) {
  const float width = session.picture_size.x,
              margin = std::min(kMarginPixels * session.ui_scale, width * 0.5f);
  compare.divider = std::clamp(x, margin, width - margin) / width;
}

}  // namespace marrow
