#include "edit/export_presets.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/index.h"
#include "base/names.h"
#include "base/text.h"
#include "edit/figure/figure_skeleton.h"
#include "edit/motions/bake_springs.h"
#include "edit/motions/linear_keys.h"
#include "io/avatar.h"
#include "scene/stance.h"

namespace marrow {
namespace {

constexpr std::string_view kGltf = ".glb .gltf", kBlends = "corrected";

constexpr ExportPreset kPresets[] = {
    {.name = "blender",
     .label = "Blender",
     .extensions = kGltf,
     .way = kBlends,
     .influences = 8,
     .bakes_springs = true,
     .samples_keys = true,
     .says = "Up to 8 influences per vertex; curves become a key per frame, because Blender's "
             "importer drops tangents; springs become keys; names stay."},
    {.name = "godot",
     .label = "Godot",
     .extensions = kGltf,
     .way = kBlends,
     .influences = 8,
     .names = NameConvention::unity,
     .reserved = ".:@/\"%",
     .bakes_springs = true,
     .samples_keys = true,
     .says = "Up to 8 influences per vertex; joints get the names of Godot's humanoid profile; "
             "characters that Godot replaces become _; curves become a key per frame, as Godot "
             "samples them anyway; springs become keys."},
    {.name = "unity",
     .label = "Unity (glTFast)",
     .extensions = kGltf,
     .way = kBlends,
     .names = NameConvention::unity,
     .bakes_springs = true,
     .says = "4 influences per vertex; joints get the names of Unity's humanoid; springs become "
             "keys."},
    {.name = "three",
     .label = "three.js",
     .extensions = kGltf,
     .way = kBlends,
     .reserved = "[].:/ \t",
     .bakes_springs = true,
     .says = "4 influences per vertex; characters that three.js removes from names become _; "
             "springs become keys."},
    {.name = "mixamo",
     .label = "Mixamo upload",
     .extensions = ".obj",
     .way = "posed",
     .stands = true,
     .says = "OBJ without a skeleton, at rest in a T-pose that faces +z, as the auto-rigger "
             "expects; motions stay behind."},
    {.name = "vrm",
     .label = "VRM avatar",
     .extensions = ".vrm",
     .way = "pose",
     .stands = true,
     .says = "VRM 1.0: at rest in a T-pose that faces +z, with the map of the body, its authors, "
             "springs, 4 influences per vertex; motions stay behind."},
};

/// Changes the names of all joints and returns how many changed.
template <typename NewNames>
std::size_t rename_joints(Node& node, const NewNames& new_names) {
  auto renamed = std::make_shared<const Skeleton>(new_names(*node.skeleton));
  std::size_t count = 0;
  for (std::size_t j = 0; j < renamed->joints.size(); ++j)
    count += renamed->joints[j].name != node.skeleton->joints[j].name ? 1 : 0;
  node.skeleton = std::move(renamed);
  return count;
}

void name_joints(PreparedExport& made, NameConvention convention) {
  for (Node& node : made.scene.nodes) {
    if (!node.skeleton) continue;
    const std::size_t count = rename_joints(
        node, [&](const Skeleton& skeleton) { return with_names(skeleton, convention); });
    made.notes.push_back(fmt::format("skeleton {}: {} of {} joints have new names", node.name,
                                     count, node.skeleton->joints.size()));
  }
}

std::string without(std::string name, std::string_view reserved) {
  for (char& c : name)
    if (reserved.find(c) != std::string_view::npos) c = '_';
  return name;
}

/// Numbers names so that they stay unique within the skeleton.
Skeleton with_plain_names(Skeleton skeleton, std::string_view reserved) {
  std::set<std::string> taken;
  for (Joint& joint : skeleton.joints) {
    const std::string plain = without(joint.name, reserved);
    joint.name = plain;
    for (int number = 1; taken.count(joint.name) > 0; ++number)
      joint.name = fmt::format("{}_{:03}", plain, number);
    taken.insert(joint.name);
  }
  return skeleton;
}

void replace_reserved(PreparedExport& made, std::string_view reserved) {
  std::size_t count = 0;
  for (Node& node : made.scene.nodes) {
    const std::string plain = without(node.name, reserved);
    count += plain != node.name ? 1 : 0;
    node.name = plain;
    if (!node.skeleton) continue;
    count += rename_joints(
        node, [&](const Skeleton& skeleton) { return with_plain_names(skeleton, reserved); });
  }
  if (count > 0)
    made.notes.push_back(fmt::format("{} {} lost characters that this program replaces", count,
                                     count == 1 ? "name" : "names"));
}

template <typename Change>
void change_motions(Scene& scene, const Change& change) {
  for (std::shared_ptr<const Motion>& motion : scene.motions)
    motion = std::make_shared<const Motion>(change(*motion));
}

void bake_springs(PreparedExport& made) {
  if (!why_no_bake(made.scene, 0).empty()) return;
  change_motions(made.scene, [&](const Motion& motion) {
    return with_baked_springs(made.scene, motion, SpringBake());
  });
  made.notes.push_back("springs became keys of every motion");
}

/// True if an arm at rest is farther from a T-pose than in the T-poses of artists.
bool lowers_arms(const Skeleton& skeleton) {
  constexpr double kLeastCosine = 0.94;  // 20 degrees
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> rest = world_at_rest(skeleton);
  const glm::dvec3 left = leftwards(body, rest);
  for (const std::size_t side : {0u, 1u}) {
    const BodyJoints::Limb& arm = body.arms[side];
    if (arm.upper < 0 || arm.lower < 0 || left == glm::dvec3(0.0)) continue;
    const glm::dvec3 bone(rest[at(arm.lower)][3] - rest[at(arm.upper)][3]);
    const double along = glm::dot(bone, side == 0 ? left : -left);
    if (along < kLeastCosine * glm::length(bone)) return true;
  }
  return false;
}

/// The quarter turns that make a figure face +z with y up; the identity without a body.
glm::dmat3 turn_to_face(const Scene& scene, int node) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  const glm::dmat3 world(exact_world_from_node(scene, node));
  const BodyJoints body = body_joints(skeleton);
  const std::vector<glm::dmat4> rest = world_at_rest(skeleton);
  const glm::dvec3 up = world * upwards(body, rest), left = world * leftwards(body, rest);
  if (glm::length(up) < 1e-9 || glm::length(left) < 1e-9) return glm::dmat3(1.0);
  const glm::dvec3 y = direction_of(nearest_axis(up)),
                   x = direction_of(nearest_axis(left - glm::dot(left, y) * y));
  return glm::transpose(glm::dmat3(x, y, glm::cross(x, y)));
}

/// Puts the whole scene below a new node that turns it, and turns the gravity of springs.
void turn_scene(Scene& scene, const glm::dmat3& turn) {
  Node top{.id = take_id(scene), .name = "Turned", .local = glm::mat4(glm::mat3(turn))};
  for (Node& node : scene.nodes) node.parent += 1;
  scene.nodes.insert(scene.nodes.begin(), std::move(top));
  if (!scene.springs) return;
  Springs springs = *scene.springs;
  for (SpringChain& chain : springs.chains)
    for (SpringJoint& joint : chain.joints)
      joint.gravity = glm::vec3(turn * glm::dvec3(joint.gravity));
  scene.springs = std::make_shared<const Springs>(std::move(springs));
}

void stand(PreparedExport& made, const Tasks& tasks) {
  Scene& scene = made.scene;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    scene.nodes[n].morph_weights.clear();
    if (!scene.nodes[n].skeleton) continue;
    for (Joint& joint : edit_skeleton(scene, int(n)).joints) joint.user_local = glm::mat4(1.0f);
  }
  const int figure = io::humanoid_of(scene).node;
  if (figure < 0) return;
  const Id id = scene.nodes[at(figure)].id;
  if (lowers_arms(*scene.nodes[at(figure)].skeleton))
    if (const auto edit = figure_rest(scene, id, FigureStance::t, tasks))
      if (Applied applied = apply(scene, *edit, tasks); applied.scene) {
        scene = std::move(*applied.scene);
        made.notes.push_back("the arms were raised to a T-pose");
      }
  const glm::dmat3 to_face = turn_to_face(scene, node_index(scene, id));
  if (to_face == glm::dmat3(1.0)) return;
  turn_scene(scene, to_face);
  made.notes.push_back("the figure was turned to face +z, with y up");
}

}  // namespace

std::span<const ExportPreset> export_presets() { return kPresets; }

const ExportPreset* find_export_preset(std::string_view name) {
  const auto found = std::find_if(std::begin(kPresets), std::end(kPresets),
                                  [&](const ExportPreset& preset) { return preset.name == name; });
  return found == std::end(kPresets) ? nullptr : found;
}

bool fits(const ExportPreset& preset, std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string extension = lower(std::string(path.substr(dot)));
  return (std::string(preset.extensions) + ' ').find(extension + ' ') != std::string::npos;
}

PreparedExport prepared_export(Scene scene, const ExportChoice& choice, const Tasks& tasks) {
  PreparedExport made{std::move(scene), {}};
  const ExportPreset plain{}, &preset = choice.preset ? *choice.preset : plain;
  if (preset.stands) stand(made, tasks);
  const auto named = std::find(kNameConventions.begin(), kNameConventions.end(), choice.names);
  if (named != kNameConventions.end())
    name_joints(made, static_cast<NameConvention>(named - kNameConventions.begin()));
  else if (choice.names.empty() && preset.names)
    name_joints(made, *preset.names);
  if (!preset.reserved.empty()) replace_reserved(made, preset.reserved);
  if (preset.bakes_springs) bake_springs(made);
  if (preset.samples_keys)
    change_motions(made.scene, [](const Motion& motion) { return with_linear_keys(motion); });
  return made;
}

}  // namespace marrow
