// marrow report --clip: the meters over a motion.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "cli/report_parts.h"
#include "cli/words.h"
#include "edit/csv.h"
#include "io/write_file.h"
#include "rig/measure/motion_trial.h"
#include "view/export/contact_sheet.h"

namespace marrow::cli {
namespace {

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
  constexpr const char* kExpected = "expected frames a second, more than 0 and at most 1000";
  const float rate = number(wanted.fps, wanted.fps, kExpected);
  if (!(rate > 0.0f && rate <= 1000.0f)) throw UsageError("--fps " + wanted.fps + ": " + kExpected);
  return double(rate);
}

}  // namespace

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
