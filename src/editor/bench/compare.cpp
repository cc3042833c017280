#include "editor/bench/compare.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "editor/course/course.h"
#include "editor/pose/shelf.h"

namespace marrow {
namespace {

constexpr float kReachPixels = 6.0f;    // from the divider, at UI scale 1
constexpr float kMarginPixels = 24.0f;  // that the divider keeps to the edges

bool differs(const CompareSide& side, const Skeleton& skeleton) {
  return (side.falloff && *side.falloff != skeleton.falloff) || side.radius_factor != 1.0f;
}

const Skeleton* compared(const Editor& editor) {
  const Node* node = find_node(editor.document.scene(), compared_skeleton(editor));
  return node ? node->skeleton.get() : nullptr;
}

}  // namespace

Id compared_skeleton(const Editor& editor) {
  if (const Id shown = shown_skeleton(editor); shown != kNoId) return shown;
  for (const Node& node : editor.document.scene().nodes)
    if (node.skeleton) return node.id;
  return kNoId;
}

Scene apply_side(const Scene& scene, Id skeleton, const CompareSide& side) {
  const int node = node_index(scene, skeleton);
  if (node < 0) return scene;
  const std::shared_ptr<const Skeleton>& old = scene.nodes[static_cast<std::size_t>(node)].skeleton;
  if (!old || !differs(side, *old)) return scene;
  Scene result = scene;
  Skeleton& edited = edit_skeleton(result, node);
  edited.falloff = side.falloff.value_or(edited.falloff);
  for (Joint& joint : edited.joints) joint.radius *= side.radius_factor;
  return result;
}

Deformer deformer_for(const Editor& editor, const CompareSide& side) {
  if (!side.bodies) return Deformer::with(editor.document.tasks());
  if (*side.bodies != Backend::student) return Deformer(*side.bodies);
  return Deformer(editor.course.tried ? *editor.course.tried : editor.document.tasks(),
                  Evaluate::when_changed);
}

std::vector<Backend> bodies_to_compare() {
  std::vector<Backend> bodies{Backend::student};
  if (has_solution()) bodies.insert(bodies.begin(), Backend::textbook);
  if (has_engine()) bodies.insert(bodies.begin(), Backend::fast);
  return bodies;
}

const char* bodies_title(Backend bodies) {
  if (bodies == Backend::fast) return "the engine";
  return bodies == Backend::textbook ? "the textbook" : "the student";
}

void set_bodies(Editor& editor, std::optional<Backend> bodies) {
  editor.wants_redraw = true;
  if (bodies == Backend::student && !editor.course.tried) {
    show_course_tab(editor);
    if (!are_checks_running(editor)) run_all_checks(editor);
    return say(editor,
               "What the student wrote is tried on the checks first; then it can take a side.");
  }
  editor.bench.compare.right.bodies = bodies;
}

void set_comparing(Editor& editor, bool on) {
  CompareState& compare = editor.bench.compare;
  if (on && compared_skeleton(editor) == kNoId)
    return say(editor, "There is no skeleton whose settings could be compared.", true);
  editor.wants_redraw = true;
  if (on) {
    compare.is_on = true;
    editor.bench.welcome.is_shown = false;  // it stands in the way, and its reader has begun
    if (const Skeleton* skeleton = compared(editor);
        skeleton && !compare.right.bodies &&
        !differs(compare.right, *skeleton))  // two equal sides teach nothing
      compare.right.falloff =
          skeleton->falloff == Falloff::linear ? Falloff::inverse : Falloff::linear;
    return update_compare(editor);
  }
  compare.is_on = false;
  compare.deformer.reset();
  compare.scene = compare.made_from = Scene();
}

void update_compare(Editor& editor) {
  CompareState& compare = editor.bench.compare;
  if (!compare.is_on) return;
  const Id skeleton = compared_skeleton(editor);
  if (skeleton == kNoId) return set_comparing(editor, false);
  const Scene& scene = shown_scene(editor);
  const bool is_made = compare.deformer && compare.made_from == scene &&
                       compare.made_with == compare.right && compare.made_for == skeleton;
  if (is_made) return;
  if (compare.made_with.bodies != compare.right.bodies) compare.deformer.reset();
  if (!compare.deformer) compare.deformer.emplace(deformer_for(editor, compare.right));
  compare.scene = apply_side(scene, skeleton, compare.right);
  compare.deformer->update(compare.scene);
  compare.made_from = scene;
  compare.made_with = compare.right;
  compare.made_for = skeleton;
}

bool is_comparing(const Editor& editor) {
  return editor.bench.compare.is_on && editor.bench.compare.deformer.has_value();
}

bool shows_difference(const Editor& editor) {
  return is_comparing(editor) && editor.bench.compare.shows_difference;
}

bool take_over(Editor& editor) {
  const CompareSide right = editor.bench.compare.right;
  const Skeleton* skeleton = compared(editor);
  if (!editor.bench.compare.is_on || !skeleton) return false;
  const std::optional<Falloff> falloff =
      right.falloff && *right.falloff != skeleton->falloff ? right.falloff : std::nullopt;
  if (!perform(editor, op::SetReach{compared_skeleton(editor), falloff, right.radius_factor}))
    return false;
  say(editor, "Took over " + right_caption(editor) + " \u00b7 Ctrl+Z takes it back");
  editor.bench.compare.right.radius_factor = 1.0f;
  set_comparing(editor, false);
  return true;
}

view::Picture right_picture(const Editor& editor, const view::Picture& left) {
  const CompareState& compare = editor.bench.compare;
  view::Picture right = left;
  right.scene = &compare.scene;
  right.deformed = &*compare.deformer;
  right.reference = nullptr;
  // One legend, one scale: beside a difference the right side has no heat map of its own.
  right.show.colors = shows_difference(editor) ? view::MeshColors::plain : editor.show.colors;
  right.hatched.clear();
  right.emphasized.clear();
  right.overlay = {};
  return right;
}

std::string left_caption(const Editor& editor) {
  const Skeleton* skeleton = compared(editor);
  return std::string(skeleton ? falloff_row(skeleton->falloff).title : "") + " (the document)";
}

std::string right_caption(const Editor& editor) {
  const CompareSide& side = editor.bench.compare.right;
  const Skeleton* skeleton = compared(editor);
  std::string text =
      falloff_row(side.falloff.value_or(skeleton ? skeleton->falloff : Falloff::inverse)).title;
  if (side.bodies) text += std::string(", ") + bodies_title(*side.bodies);
  if (side.radius_factor != 1.0f) text += fmt::format(", radii \u00d7 {:.2f}", side.radius_factor);
  return text;
}

float divider_pixel(const Editor& editor) {
  return std::round(editor.bench.compare.divider * editor.viewport.size.x);
}

bool is_on_divider(const Editor& editor, float x) {
  return is_comparing(editor) &&
         std::abs(x - divider_pixel(editor)) <= kReachPixels * editor.ui_scale;
}

void move_divider(Editor& editor, float x) {
  const float width = editor.viewport.size.x,
              margin = std::min(kMarginPixels * editor.ui_scale, width * 0.5f);
  editor.bench.compare.divider = std::clamp(x, margin, width - margin) / width;
  editor.wants_redraw = true;
}

}  // namespace marrow
