// The pinned JSON of `marrow report`. Keys may be added, never renamed.
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "cli/report_parts.h"

namespace marrow::cli {
namespace {

/// Keys keep their order; numbers are floats, written with a float's digits.
using ReportJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                        std::int64_t, std::uint64_t, float>;

ReportJson numbers(const glm::mat4& matrix) {
  ReportJson list = ReportJson::array();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) list.push_back(matrix[column][row]);
  }
  return list;
}

ReportJson joint_json(const Joint& joint, const PosedSkeleton& posed, std::size_t j) {
  ReportJson json = {{"name", joint.name},
                     {"parent", joint.parent},
                     {"extent", {joint.extent.x, joint.extent.y, joint.extent.z}},
                     {"radius", joint.radius},
                     {"captured", posed.captured[j]},
                     {"bind_local", numbers(joint.bind_local)},
                     {"user_local", numbers(joint.user_local)},
                     {"bind", numbers(posed.bind[j])},
                     {"posed", numbers(posed.posed[j])},
                     {"skinning", numbers(posed.skinning[j])}};
  if (joint.tip_radius) json["tip_radius"] = *joint.tip_radius;
  return json;
}

ReportJson bleeding_json(const Skeleton& skeleton, const std::vector<BleedingPair>& pairs) {
  ReportJson list = ReportJson::array();
  for (const BleedingPair& pair : pairs)
    list.push_back({{"joint", skeleton.joints[pair.joint].name},
                    {"of", skeleton.joints[pair.of].name},
                    {"vertices", pair.vertices},
                    {"between_limbs", pair.is_between_limbs}});
  return list;
}

ReportJson skeleton_json(const Reported& reported, const Node& node, const PosedSkeleton& posed) {
  ReportJson joints = ReportJson::array();
  for (std::size_t j = 0; j < posed.bind.size(); ++j)
    joints.push_back(joint_json(node.skeleton->joints[j], posed, j));
  ReportJson json = {{"name", node.name},
                     {"falloff", choice_row(node.skeleton->falloff).id},
                     {"world_from_skeleton", numbers(posed.world_from_skeleton)},
                     {"joints", std::move(joints)}};
  if (node.skeleton->metric != Metric::straight)
    json["metric"] = choice_row(node.skeleton->metric).id;
  if (node.skeleton->blend != Blend::linear) json["blend"] = choice_row(node.skeleton->blend).id;
  if (const auto its = reported.bleeding.find(node.id); its != reported.bleeding.end())
    json["bleeding"] = bleeding_json(*node.skeleton, its->second);
  return json;
}

ReportJson mesh_json(const Reported& reported, const Node& node, const glm::mat4& world_from_mesh,
                     const DeformedMesh& mesh) {
  const PosedSkeleton* posed = reported.deformer.skeleton(mesh.skeleton);
  return {{"name", node.name},
          {"skeleton", posed ? posed - reported.deformer.skeletons().data() : -1},
          {"world_from_mesh", numbers(world_from_mesh)},
          {"vertices", mesh.mesh->positions.size()},
          {"triangles", mesh.surface->triangles.size() / 3},
          {"covered", mesh.coverage.covered},
          {"uncovered", mesh.coverage.uncovered},
          {"influence_histogram", mesh.coverage.histogram}};
}

/// Null: there is nothing to measure.
ReportJson measured(float value) { return std::isfinite(value) ? ReportJson(value) : ReportJson(); }

ReportJson clip_json(const ReportedClip& clip) {
  ReportJson frames = ReportJson::array();
  for (const MotionSample& sample : clip.samples)
    frames.push_back({{"time", sample.seconds},
                      {"covered", clip.covered},
                      {"volume", measured(sample.model[0])},
                      {"section", measured(sample.model[1])},
                      {"stretch", measured(sample.model[2])},
                      {"step", measured(sample.model[3])}});
  return {{"name", clip.name},
          {"seconds", clip.seconds},
          {"frames", std::move(frames)},
          {"worst",
           {{"time", clip.worst.seconds},
            {"what", clip.worst.complaint},
            {"joint", clip.worst_joint}}}};
}

/// Like dump(2), but a list of plain numbers stays on one line: a matrix is one line, not sixteen.
void append(std::string& out, const ReportJson& value, std::size_t indent) {
  const bool nested = value.is_structured() && !value.empty() &&
                      (value.is_object() || value.front().is_structured());
  if (!nested) {
    out += value.dump(-1, ' ', true, ReportJson::error_handler_t::replace);
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    out += separator + margin;
    if (value.is_object()) out += ReportJson(item.key()).dump() + ": ";
    append(out, item.value(), indent + 2);
    separator = ",\n";
  }
  out += '\n';
  out.append(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

}  // namespace

std::string report_json(const Reported& reported) {
  ReportJson skeletons = ReportJson::array();
  for (const Node& node : reported.scene.nodes) {
    if (const PosedSkeleton* posed = reported.deformer.skeleton(node.id))
      skeletons.push_back(skeleton_json(reported, node, *posed));
  }
  const std::vector<glm::mat4> world_from_nodes = marrow::world_from_nodes(reported.scene);
  ReportJson meshes = ReportJson::array();
  for (std::size_t n = 0; n < world_from_nodes.size(); ++n) {
    const Node& node = reported.scene.nodes[n];
    if (const DeformedMesh* mesh = reported.deformer.mesh(node.id))
      meshes.push_back(mesh_json(reported, node, world_from_nodes[n], *mesh));
  }
  ReportJson document = {{"version", 1},
                         {"file", reported.file},
                         {"skeletons", std::move(skeletons)},
                         {"meshes", std::move(meshes)},
                         {"warnings", reported.warnings}};
  if (reported.clip) document["clip"] = clip_json(*reported.clip);
  std::string text;
  append(text, document, 0);
  return text + "\n";
}

}  // namespace marrow::cli
