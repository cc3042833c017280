// The inspector of a joint that swings: fields of its spring, edits of its chain.
#include <algorithm>
#include <fmt/format.h>

#include "app/panels/inspector.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "base/index.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/panels/field_edit.h"
#include "editor/pose/spring_chains.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow::app {
namespace {

/// A field whose changes apply to this joint and those below it in its chain.
struct SpringField {
  const char* label;
  float SpringJoint::*member;
  const char* tooltip;
};

constexpr SpringField kStiffness = {"Stiffness", &SpringJoint::stiffness,
                                    "How strongly it returns to rest, in world units per second. "
                                    "For this joint and those below it."};
constexpr SpringField kDrag = {
    "Drag", &SpringJoint::drag,
    "0 swings on and on, 1 not at all. For this joint and those below it."};
constexpr SpringField kGravity = {"Gravity", &SpringJoint::gravity_power,
                                  "How strongly it is pulled down, in world units per second. For "
                                  "this joint and those below it."};
constexpr SpringField kHitRadius = {
    "Hit radius", &SpringJoint::hit_radius,
    "How far the end of its bone stays from colliders. For this joint and those below it."};

void draw_spring_field(Editor& editor, const SpringJoint& joint, const SpringField& field,
                       NumberStyle style) {
  style.tooltip = field.tooltip;
  float value = joint.*field.member;
  const FieldEvents events = number_field(field.label, value, style);
  if (!events.began && !events.changed && !events.ended) return;
  const auto change = [&](SpringJoint& one) { one.*field.member = value; };
  apply_field(editor, editor.panels, events,
              spring_operation(editor, joint.joint,
                               fmt::format("{} of {}", field.label,
                                           name_of(editor.document.scene(), joint.joint)),
                               change));
}

void draw_spring_button(Editor& editor, const char* id) {
  const Command& wanted = command(id);
  if (text_button_if(is_enabled(editor, wanted), wanted.label, false,
                     command_tooltip(editor, wanted).c_str()))
    run_command(editor, id);
}

void draw_spring_numbers(Editor& editor, const SpringJoint& joint) {
  const float force = 0.01f * std::max(joint.stiffness, 0.1f);
  const float length = 0.02f * move_step(editor, editor.viewport);
  draw_spring_field(editor, joint, kStiffness, {.speed = force, .low = 0.0f});
  draw_spring_field(editor, joint, kGravity, {.speed = force});
  draw_spring_field(editor, joint, kDrag, {.low = 0.0f, .high = 1.0f, .filled = true});
  draw_spring_field(editor, joint, kHitRadius, {.speed = length, .low = 0.0f});
}

void draw_gravity_direction(Editor& editor, const SpringJoint& joint) {
  NumberStyle style;
  style.low = -1.0f;
  style.high = 1.0f;
  style.speed = 0.01f;
  style.tooltip = "Which way gravity pulls, in the world: 0, -1, 0 is down; others are like wind.";
  glm::vec3 value = joint.gravity;
  const FieldEvents events = vector_field("Pulls to", value, style);
  if (!events.began && !events.changed && !events.ended) return;
  apply_field(editor, editor.panels, events,
              spring_operation(editor, joint.joint,
                               "Pull of " + name_of(editor.document.scene(), joint.joint),
                               [&](SpringJoint& one) { one.gravity = value; }));
}

std::string target_name(const Scene& scene, Id id) {
  const std::string name = name_of(scene, id);
  return name.empty() ? "(gone)" : name;
}

/// The joints above the chain, nearest first.
std::vector<Id> joints_above(const Scene& scene, const SpringChain& chain) {
  std::vector<Id> above;
  const JointRef first = find_joint(scene, chain.joints.front().joint);
  if (first.node < 0) return above;
  const std::vector<Joint>& joints = scene.nodes[at(first.node)].skeleton->joints;
  for (int j = joints[at(first.joint)].parent; j >= 0; j = joints[at(j)].parent)
    above.push_back(joints[at(j)].id);
  return above;
}

void draw_center(Editor& editor, const Scene& scene, std::size_t chain) {
  const SpringChain& old = scene.springs->chains[chain];
  std::vector<Id> centers = joints_above(scene, old);
  centers.insert(centers.begin(), kNoId);
  if (!list_has(centers, old.center)) centers.push_back(old.center);
  std::vector<std::string> words;
  for (const Id id : centers) words.push_back(id == kNoId ? "the world" : target_name(scene, id));
  int chosen = int(std::find(centers.begin(), centers.end(), old.center) - centers.begin());
  const bool is_other = choice_field("Swings in", chosen, words,
                                     "In the world every movement makes it swing; in a joint, "
                                     "that joint's own movement does not.");
  note_spot("Swings in");
  if (!is_other) return;
  Springs springs = *scene.springs;
  springs.chains[chain].center = centers[at(chosen)];
  perform(editor, op::SetSprings{std::move(springs), "Center of chain " + old.name});
}

void draw_collider_sizes(Editor& editor, const Scene& scene, std::size_t chain) {
  NumberStyle style;
  style.low = 0.0f;
  style.speed = 0.02f * move_step(editor, editor.viewport);
  style.tooltip =
      "The radius of what the chain stays out of; of a tapered capsule where its bone begins.";
  for (const std::size_t collider : colliders_of(*scene.springs, chain)) {
    const std::string name = target_name(scene, scene.springs->colliders[collider].target);
    float radius = scene.springs->colliders[collider].radius;
    ImGui::PushID(int(collider));
    const FieldEvents events =
        number_field(ellipsis(name, px(kLabelWidth - 8.0f)).c_str(), radius, style);
    ImGui::PopID();
    if (!events.began && !events.changed && !events.ended) continue;
    // Each change starts from the gesture's start, so that the collider keeps its shape.
    Springs springs = *editor.document.gesture_start().springs;
    set_collider_radius(springs.colliders[collider], radius);
    apply_field(editor, editor.panels, events,
                op::SetSprings{std::move(springs), "Collider of " + name});
  }
}

}  // namespace

void draw_springs(Editor& editor) {
  const auto place = active_spring(editor);
  const std::string status =
      place ? fmt::format("{} of {} in its chain", place->joint + 1,
                          editor.document.scene().springs->chains[place->chain].joints.size())
            : "does not swing";
  if (!fold_header("Springs", editor.preferences.shows_springs, status, colors().text_dim)) return;
  if (!place) return draw_spring_button(editor, "springs.add");
  // A copy, because each row may replace the scene.
  const Scene scene = editor.document.scene();
  const SpringChain& chain = scene.springs->chains[place->chain];
  draw_spring_numbers(editor, chain.joints[place->joint]);
  draw_gravity_direction(editor, chain.joints[place->joint]);
  draw_center(editor, scene, place->chain);
  value_row("Stays out of",
            colliders_of(*scene.springs, place->chain).empty() ? "nothing" : "these, by radius",
            "Select joints of the body, then add a joint that swings to the selection.");
  draw_collider_sizes(editor, scene, place->chain);
  draw_spring_button(editor, "springs.collide");
  draw_spring_button(editor, "springs.remove_colliders");
  draw_spring_button(editor, "springs.bake");
  draw_spring_button(editor, "springs.remove");
}

}  // namespace marrow::app
