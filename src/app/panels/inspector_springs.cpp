// How a joint of a chain swings.
#include <fmt/format.h>

#include "app/panels/inspector.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/commands/keymap.h"
#include "editor/editor.h"
#include "editor/field_edit.h"
#include "editor/pose/springs.h"
#include "editor/viewport/gizmo.h"

namespace marrow::app {
namespace {

/// A field whose changes go to this joint and those below it in its chain.
struct SpringField {
  const char* label;
  float SpringJoint::*member;
  const char* tooltip;
};

constexpr SpringField kStiffness = {
    "Stiffness", &SpringJoint::stiffness,
    "How strongly it returns to rest, in world units a second. For this joint and those below it."};
constexpr SpringField kDrag = {
    "Drag", &SpringJoint::drag,
    "0 swings on and on, 1 not at all. For this joint and those below it."};
constexpr SpringField kGravity = {
    "Gravity", &SpringJoint::gravity_power,
    "How strongly it is pulled down, in world units a second. For this joint and those below it."};
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
  ImGui::BeginDisabled(!is_enabled(editor, wanted));
  if (text_button(wanted.label, false, command_tooltip(editor, wanted).c_str()))
    run_command(editor, id);
  ImGui::EndDisabled();
}

void draw_spring_numbers(Editor& editor, const SpringJoint& joint) {
  NumberStyle forces;
  forces.low = 0.0f;
  forces.speed = 0.01f * std::max(joint.stiffness, 0.1f);
  draw_spring_field(editor, joint, kStiffness, forces);
  NumberStyle pull = forces;
  pull.low = -1e6f;
  draw_spring_field(editor, joint, kGravity, pull);
  NumberStyle share;
  share.low = 0.0f;
  share.high = 1.0f;
  share.speed = 0.005f;
  share.filled = true;
  draw_spring_field(editor, joint, kDrag, share);
  NumberStyle lengths;
  lengths.low = 0.0f;
  lengths.speed = 0.02f * move_step(editor, editor.viewport);
  draw_spring_field(editor, joint, kHitRadius, lengths);
}

std::string colliders_text(const Scene& scene, std::size_t chain) {
  std::string names;
  for (const std::size_t collider : colliders_of(*scene.springs, chain)) {
    const std::string name = name_of(scene, scene.springs->colliders[collider].target);
    names += (names.empty() ? "" : ", ") + (name.empty() ? "(gone)" : name);
  }
  return names.empty() ? "nothing" : names;
}

}  // namespace

void draw_springs(Editor& editor) {
  const auto place = active_spring(editor);
  if (!place) {
    section("Springs", "does not swing");
    draw_spring_button(editor, "springs.add");
    return;
  }
  // A copy: each row may replace the scene.
  const Scene scene = editor.document.scene();
  const SpringChain& chain = scene.springs->chains[place->chain];
  section("Springs",
          fmt::format("{} of {} in its chain", place->joint + 1, chain.joints.size()).c_str());
  draw_spring_numbers(editor, chain.joints[place->joint]);
  value_row("Stays out of", colliders_text(scene, place->chain),
            "Select joints of the body, then add a joint that swings to the selection.");
  draw_spring_button(editor, "springs.collide");
  draw_spring_button(editor, "springs.remove_colliders");
  draw_spring_button(editor, "springs.bake");
  draw_spring_button(editor, "springs.remove");
}

}  // namespace marrow::app
