// The inspector of a joint: name, radius, pose.
#include <algorithm>
#include <fmt/format.h>

#include "app/bench/bench_parts.h"
#include "app/panels/inspector.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/bench/bench_model.h"
#include "editor/bench/fit_radii.h"
#include "editor/commands/command_registry.h"
#include "editor/editor.h"
#include "editor/length_text.h"
#include "editor/paint/paint.h"
#include "editor/panels/field_edit.h"
#include "editor/panels/joint_actions.h"
#include "editor/posed_joints.h"
#include "editor/radius_edit.h"
#include "editor/viewport/gizmo_target.h"

namespace marrow::app {
namespace {

void draw_identity(Session& session, const Skeleton& skeleton, const Joint& joint) {
  std::string name = joint.name;
  if (text_field("Name", name, "Unique in its skeleton (F2 in the tree)"))
    rename(session, joint.id, name);
  const std::string parent =
      joint.parent < 0 ? "none (root joint)" : skeleton.joints[std::size_t(joint.parent)].name;
  value_row(
      "Parent", parent,
      "To change it, drag the joint's row in the tree onto another. The joint keeps its place.");
}

std::string radius_tip(const Session& session, Id joint) {
  std::string tip = "Every vertex nearer than this to the bone is moved by the joint.";
  const std::string partner = name_of(session.document.scene(), mirror_partner(session, joint));
  if (!partner.empty())
    tip += fmt::format(
        "\n{} {}", partner,
        session.is_symmetric ? "follows: symmetry is on." : "stays as it is: symmetry is off.");
  return tip;
}

/// A button that tapers the capsule, or gives it one radius again.
void draw_taper_button(Editor& editor, const Joint& joint) {
  const Command& taper = command("rig.taper");
  const char* const words = joint.tip_radius ? "One radius" : "Taper";
  ImGui::SameLine(0.0f, px(4));
  if (small_button_width(words) > ImGui::GetContentRegionAvail().x) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  }
  const std::string tip = fmt::format("{} ({})", taper.tooltip, key_text(editor, taper));
  if (small_button(words, tip.c_str())) run_command(editor, taper.id);
}

/// A button that restores the file's radius.
void draw_reset_button(Session& session, BenchState& bench, const Joint& joint) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  const std::vector<Id> meant = session.document.selection();
  const std::optional<Operation> reset = reset_operation(session, bench, meant);
  ImGui::BeginDisabled(!reset);
  const auto noted = bench.radii_at_open.find(joint.id);
  const std::string tip =
      noted == bench.radii_at_open.end()
          ? "This joint is new: the file has no radius for it."
          : fmt::format("Back to {}, as in the file", radii_text(session, joint.id, noted->second));
  const bool asked = small_button("Reset", tip.c_str());
  ImGui::EndDisabled();
  if (asked) perform_and_report(session, *reset);
}

/// The capsule's radius; for a tapered capsule the radius at each end of the bone.
void draw_radii(Editor& editor, const Joint& joint) {
  NumberStyle style;
  style.speed = 0.02f * radius_step(editor, editor.viewport);
  style.low = 0.0f;
  style.format = length_format(skeleton_size(editor.document.scene(), joint.id));
  const Radii present = joint.radii();
  // The bar's end depends on the scene's size, so it moves in a drag only for a larger radius.
  style.high = std::max(2.5f * move_step(editor, editor.viewport), present.largest());
  style.filled = true;
  const std::string tip = radius_tip(editor, joint.id);
  style.tooltip = tip.c_str();
  Radii radii = present;
  FieldEvents changed =
      number_field(present.is_tapered() ? "At origin" : "Radius", radii.at_origin, style);
  if (!present.is_tapered()) radii.at_tip = radii.at_origin;
  apply_field(editor, editor.panels, changed, radii_operation(editor, {joint.id}, {radii}));
  if (!present.is_tapered()) return;
  radii = present;
  changed = number_field("At tip", radii.at_tip, style);
  apply_field(editor, editor.panels, changed, radii_operation(editor, {joint.id}, {radii}));
  value_row(
      "", "tapered; the course uses one radius",
      "The radius changes evenly along the bone. A vertex is inside if it is nearer to the bone "
      "than the radius there.");
}

void draw_capsule_settings(Editor& editor, const Node& node, int index) {
  const Joint joint = node.skeleton->joints[std::size_t(index)];
  const PosedSkeleton* posed = editor.deformer.skeleton(node.id);
  const auto at = std::size_t(index);
  const std::uint32_t captured = posed && at < posed->captured.size() ? posed->captured[at] : 0;
  const std::string painted = painted_words(editor, node.id, at);
  section("Capsule", fmt::format("captures {}{}{}", with_separators(captured),
                                 painted.empty() ? "" : " \u00b7 ", painted)
                         .c_str());

  draw_radii(editor, joint);
  draw_reset_button(editor, editor.bench, joint);
  draw_taper_button(editor, joint);
  draw_radius_scale(editor, editor.bench, editor.panels, node.id);

  const NumberStyle lengths{
      .speed = 0.05f * move_step(editor, editor.viewport),
      .format = length_format(skeleton_size(editor.document.scene(), joint.id)),
      .tooltip = "Where the bone ends, in the joint's own frame; it begins at the joint."};
  glm::vec3 extent = joint.extent;
  apply_field(editor, editor.panels, vector_field("Extent", extent, lengths),
              op::SetExtent{joint.id, extent});
  if (joint.extent_guessed)
    value_row("", "guessed from the children",
              "glTF does not store where bones end. Editing the extent replaces the guess.");
}

/// For meshes that use their file's weights: a note that radii have no effect, and a button that
/// switches to the capsules.
void draw_file_weights_note(Session& session, Id skeleton) {
  const std::vector<Id> meshes = meshes_with_file_weights(session.document.scene(), skeleton);
  if (meshes.empty()) return;
  ImGui::Dummy({0.0f, px(2)});
  paragraph("The mesh uses the weights of its file: radii and falloff change nothing.",
            colors().amber);
  if (text_button("Use the capsules", false,
                  "Computes the weights from radii and falloff; undo restores the file's"))
    for (const Id mesh : meshes) perform(session, op::UseExplicitWeights{mesh, false});
}

void draw_deformation(Session& session, BenchState& bench, Id joint) {
  if (!measures_active_joint(session)) return;
  const Meters meters = measures_of(session).joint(joint);
  if (worst_band(meters) == Band::unknown) return;
  section("Deformation", "in this pose");
  meter_strip(session, bench, meters);
}

/// Rows: the axes of the pose's fields, and for the bone's axes the roll that turns them.
void draw_pose_axes(Editor& editor, const Joint& joint) {
  InspectorState& state = editor.panels.inspector;
  if (segments("Axes", state.shows_bone_axes, {"Joint", "Bone"},
               "Bone: y is along the bone, x and z are turned about it by the roll, as in "
               "Scotty3D.")) {
    state.eulers.clear();  // they are about other axes
    state.remembered.clear();
  }
  if (!state.shows_bone_axes) return;
  float degrees = glm::degrees(joint.roll);
  const FieldEvents events =
      number_field("Roll", degrees,
                   {.speed = 0.25f,
                    .format = "%.1f\u00b0",
                    .tooltip = "Turns the axes x and z about the bone; moves nothing."});
  apply_field(editor, editor.panels, events,
              op::SetExtent{joint.id, joint.extent, glm::radians(degrees)});
}

void draw_pose(Editor& editor, const Joint& joint) {
  const bool is_rest = joint.user_local == glm::mat4(1.0f);
  section("Pose", is_rest ? "at rest" : nullptr);
  draw_pose_axes(editor, joint);
  const bool by_bone = editor.panels.inspector.shows_bone_axes;
  const glm::dmat4 axes(bone_axes(glm::dvec3(joint.extent), joint.roll));
  glm::mat4 shown = joint.user_local;
  if (by_bone && !is_rest) shown = glm::mat4(glm::transpose(axes) * glm::dmat4(shown) * axes);
  transform_fields(editor, editor.panels, editor.viewport, joint.id, shown,
                   [&](Id id, const glm::mat4& matrix) -> Operation {
                     const glm::dmat4 own = axes * glm::dmat4(matrix) * glm::transpose(axes);
                     return op::SetUserLocal{{{id, by_bone ? glm::mat4(own) : matrix}}};
                   });
  ImGui::Dummy({0.0f, px(2)});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(kLabelWidth));
  if (text_button_if(!is_rest, "Reset", false,
                     command_tooltip(editor, command("pose.reset")).c_str()))
    run_command(editor, "pose.reset");
}

}  // namespace

void draw_joint_inspector(Editor& editor, const JointRef& ref) {
  // Read again after fields that may have edited the scene.
  const Node& shown = editor.document.scene().nodes[std::size_t(ref.node)];
  const Id node_id = shown.id, joint_id = editor.document.active();
  const auto skeleton = shown.skeleton;
  draw_identity(editor, *skeleton, skeleton->joints[std::size_t(ref.joint)]);
  if (editor.document.selection().size() > 1)
    dim_text(
        fmt::format("{} selected; this is the active one", editor.document.selection().size()));

  const JointRef now = find_joint(editor.document.scene(), joint_id);
  if (now.node < 0) return;
  const Node node = editor.document.scene().nodes[std::size_t(now.node)];
  draw_capsule_settings(editor, node, now.joint);
  draw_file_weights_note(editor, node_id);
  draw_deformation(editor, editor.bench, joint_id);
  draw_pose(editor, node.skeleton->joints[std::size_t(now.joint)]);
  draw_limits(editor, editor.panels, joint_id);
  draw_springs(editor);
  if (const int index = node_index(editor.document.scene(), node_id); index >= 0)
    draw_skeleton_sections(editor, index);
}

}  // namespace marrow::app
