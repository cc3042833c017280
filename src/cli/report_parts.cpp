// marrow report: the pinned JSON, whose keys may be added, never renamed; and the meters over a
// motion.
#include "cli/report_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/csv.h"
#include "io/write_file.h"
#include "rig/measure/motion_trial.h"
#include "view/export/contact_sheet.h"

namespace marrow::cli {
namespace {

FloatJson numbers(const glm::mat4& matrix) {
  FloatJson list = FloatJson::array();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) list.push_back(matrix[column][row]);
  }
  return list;
}

FloatJson joint_json(const Joint& joint, const PosedSkeleton& posed, std::size_t j) {
  FloatJson json = {{"name", joint.name},
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

FloatJson bleeding_json(const Skeleton& skeleton, const std::vector<BleedingPair>& pairs) {
  FloatJson list = FloatJson::array();
  for (const BleedingPair& pair : pairs)
    list.push_back({{"joint", skeleton.joints[pair.capsule_joint].name},
                    {"of", skeleton.joints[pair.skin_joint].name},
                    {"vertices", pair.vertices},
                    {"between_limbs", pair.is_between_limbs}});
  return list;
}

FloatJson skeleton_json(const Reported& reported, const Node& node, const PosedSkeleton& posed) {
  FloatJson joints = FloatJson::array();
  for (std::size_t j = 0; j < posed.bind.size(); ++j)
    joints.push_back(joint_json(node.skeleton->joints[j], posed, j));
  FloatJson json = {{"name", node.name},
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

FloatJson mesh_json(const Reported& reported, const Node& node, const glm::mat4& world_from_mesh,
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
FloatJson measured(float value) { return std::isfinite(value) ? FloatJson(value) : FloatJson(); }

FloatJson clip_json(const ReportedClip& clip) {
  FloatJson frames = FloatJson::array();
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
void append(std::string& out, const FloatJson& value, std::size_t indent) {
  const bool nested = value.is_structured() && !value.empty() &&
                      (value.is_object() || value.front().is_structured());
  if (!nested) {
    out += value.dump(-1, ' ', true, FloatJson::error_handler_t::replace);
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    out += separator + margin;
    if (value.is_object()) out += FloatJson(item.key()).dump() + ": ";
    append(out, item.value(), indent + 2);
    separator = ",\n";
  }
  out += '\n';
  out.append(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

constexpr std::size_t kMostSamples = 1000, kMostStrips = 60;

/// A skeleton that the motion was tried on.
struct TriedRig {
  Id node = kNoId;
  std::vector<std::string> names;  ///< of its joints
  std::vector<MotionSample> samples;
  std::vector<WorstOfMotion> worst;
};

std::vector<TriedRig> tried(const Scene& scene, const Motion& motion, double rate) {
  std::vector<TriedRig> rigs;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    TriedRig rig;
    rig.node = node.id;
    for (const Joint& joint : node.skeleton->joints)
      rig.names.push_back(joint_name(scene, joint.id));
    const std::vector<float> times = trial_times(motion, rate, kMostSamples);
    ProgressBar bar(times.size());
    rig.samples = try_motion(scene, node.id, motion, times, implementation_of(Backend::fast),
                             bar.callback("measuring " + node.name));
    rig.worst = worst_of_all(rig.samples);
    if (!rig.worst.empty()) rigs.push_back(std::move(rig));
  }
  return rigs;
}

std::string table_of_worst(const std::vector<TriedRig>& rigs) {
  std::string text =
      fmt::format("  {:<32}{:>10}  {:<20}{:>8}\n", "joint", "time", "worst meter", "badness");
  for (const TriedRig& rig : rigs)
    for (const WorstOfMotion& worst : rig.worst)
      text += fmt::format("  {:<32}{:>10}  {:<20}{:>8.2f}\n", rig.names[std::size_t(worst.joint)],
                          time_text(double(worst.seconds)), worst.complaint, worst.badness);
  return text;
}

std::string csv_of(const std::vector<TriedRig>& rigs) {
  std::string csv = kMotionCsvHead;
  for (const TriedRig& rig : rigs) csv += motion_csv(rig.names, rig.samples);
  return csv;
}

view::Image picture_of_motion(const MotionReport& wanted, const Motion& motion,
                              const std::vector<TriedRig>& rigs) {
  std::vector<view::MotionStrip> strips;
  std::size_t joints = 0, poor = 0;
  for (const TriedRig& rig : rigs)
    for (const WorstOfMotion& worst : rig.worst) {
      ++joints;
      if (worst.badness >= 1.0) ++poor;
      if (strips.size() < kMostStrips)
        strips.push_back(view::strip_of(rig.names[std::size_t(worst.joint)], rig.samples, worst));
    }
  const std::string note = fmt::format(
      "{} joints, {} of them poor somewhere \u00b7 height and color: the worst of volume, "
      "thickness and stretch \u00b7 white: when",
      joints, poor);
  return view::compose_strips(
      std::filesystem::path(wanted.file).filename().string() + " \u00b7 " + motion.name, note,
      strips, duration_of(motion), 1.0f);
}

float share_covered(const Deformer& deformer, Id skeleton) {
  double covered = 0.0, all = 0.0;
  for (const DeformedMesh& mesh : deformer.meshes()) {
    if (mesh.skeleton != skeleton) continue;
    covered += double(mesh.coverage.covered);
    all += double(mesh.mesh->positions.size());
  }
  return all > 0.0 ? static_cast<float>(covered / all) : 1.0f;
}

std::string json_of(const MotionReport& wanted, const io::Loaded& loaded, const Motion& motion,
                    const std::vector<TriedRig>& rigs) {
  const Deformer deformer = deformed(loaded.scene, Backend::fast);
  const TriedRig& rig =
      *std::max_element(rigs.begin(), rigs.end(), [](const TriedRig& a, const TriedRig& b) {
        return a.worst.front().badness < b.worst.front().badness;
      });
  const WorstOfMotion& worst = rig.worst.front();
  ReportedClip clip{motion.name,
                    duration_of(motion),
                    share_covered(deformer, rig.node),
                    rig.samples,
                    worst,
                    rig.names[std::size_t(worst.joint)]};
  return report_json({.file = wanted.file,
                      .scene = loaded.scene,
                      .deformer = deformer,
                      .warnings = loaded.warnings,
                      .clip = std::move(clip)});
}

double rate_of(const MotionReport& wanted, const Motion& motion) {
  if (wanted.fps.empty()) return double(motion.timing.frame_rate);
  constexpr const char* kExpected = "expected fps, more than 0 and at most 1000";
  const float rate = number(wanted.fps, wanted.fps, kExpected);
  if (!(rate > 0.0f && rate <= 1000.0f)) throw UsageError("--fps " + wanted.fps + ": " + kExpected);
  return double(rate);
}

}  // namespace

std::string report_json(const Reported& reported) {
  FloatJson skeletons = FloatJson::array();
  for (const Node& node : reported.scene.nodes) {
    if (const PosedSkeleton* posed = reported.deformer.skeleton(node.id))
      skeletons.push_back(skeleton_json(reported, node, *posed));
  }
  const std::vector<glm::mat4> world_from_nodes = marrow::world_from_nodes(reported.scene);
  FloatJson meshes = FloatJson::array();
  for (std::size_t n = 0; n < world_from_nodes.size(); ++n) {
    const Node& node = reported.scene.nodes[n];
    if (const DeformedMesh* mesh = reported.deformer.mesh(node.id))
      meshes.push_back(mesh_json(reported, node, world_from_nodes[n], *mesh));
  }
  FloatJson document = {{"version", 1},
                        {"file", reported.file},
                        {"skeletons", std::move(skeletons)},
                        {"meshes", std::move(meshes)},
                        {"warnings", reported.warnings}};
  if (reported.clip) document["clip"] = clip_json(*reported.clip);
  std::string text;
  append(text, document, 0);
  return text + "\n";
}

int report_motion(const MotionReport& wanted) {
  return guarded(wanted.file, [&] {
    if (wanted.json == "-" && wanted.csv == "-")
      throw UsageError("--json, --csv: only one of them can be - at a time");
    implementation_of(Backend::fast);
    const io::Loaded loaded = load(wanted.file, {{"--json", wanted.json, Content::text},
                                                 {"--csv", wanted.csv, Content::text},
                                                 {"--picture", wanted.picture, Content::picture}});
    const std::shared_ptr<const Motion> motion =
        motion_named(wanted.file, loaded.scene, "--clip", wanted.clip);
    const std::vector<TriedRig> rigs = tried(loaded.scene, *motion, rate_of(wanted, *motion));
    require_implementation();
    if (rigs.empty())
      throw io::Error(wanted.file, "skeleton",
                      "expected a skeleton whose joints move a mesh; this file has none");
    if (!wanted.json.empty()) write_text(wanted.json, json_of(wanted, loaded, *motion, rigs));
    if (!wanted.csv.empty()) write_text(wanted.csv, csv_of(rigs));
    if (!wanted.picture.empty())
      io::write_file(wanted.picture, view::png_bytes(picture_of_motion(wanted, *motion, rigs)));
    if (wanted.csv != "-" && wanted.json != "-") print(table_of_worst(rigs));
    print_warnings(wanted.file, loaded.warnings);
  });
}

}  // namespace marrow::cli
