// marrow report: the command and the table. JSON and meters over a motion: report_parts.cpp; CSV:
// edit/csv.cpp.
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "base/index.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "cli/report_parts.h"
#include "cli/words.h"
#include "edit/csv.h"
#include "rig/skinning/capsule_settings.h"

namespace marrow::cli {
namespace {

struct ReportOptions : FileOptions {
  std::string json;        ///< path or "-"; empty: none
  std::string influences;  ///< path of the CSV, or empty
  ChoiceOptions choices;
  std::string required;  ///< see check_requirements(); empty: nothing is required
  bool auto_fit = false, bleeding = false;
  std::string backend = "fast";
  MotionReport motion;
};

/// Depth of each joint below its root.
std::vector<int> depths_of(const Skeleton& skeleton) {
  std::vector<int> depths;
  for (const Joint& joint : skeleton.joints)
    depths.push_back(joint.parent < 0 ? 0 : depths[at(joint.parent)] + 1);
  return depths;
}

std::string skeleton_table(const Node& node, const PosedSkeleton& posed) {
  // Deeper joints are not indented further: there are long chains.
  constexpr int kDeepestIndent = 12;
  const Skeleton& skeleton = *node.skeleton;
  std::string text = fmt::format("skeleton {}: {} joints, falloff {}", node.name,
                                 skeleton.joints.size(), choice_row(skeleton.falloff).id);
  if (skeleton.metric != Metric::straight)
    text += fmt::format(", distance {}", choice_row(skeleton.metric).title);
  if (skeleton.blend != Blend::linear)
    text += fmt::format(", blending {}", choice_row(skeleton.blend).title);
  text += '\n';
  const std::vector<int> depths = depths_of(skeleton);
  text += fmt::format("  {:<36}{:>10}{:>10}\n", "joint", "radius", "captured");
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const auto indent = static_cast<std::size_t>(2 * std::min(depths[j], kDeepestIndent));
    const std::string radius = joint.tip_radius
                                   ? fmt::format("{:.3g}->{:.3g}", joint.radius, *joint.tip_radius)
                                   : fmt::format("{:.4g}", joint.radius);
    text += fmt::format("  {:<36}{:>10}{:>10}\n", std::string(indent, ' ') + joint.name, radius,
                        posed.captured[j]);
  }
  return text;
}

/// Like the window's fit of all radii, but without enlarging capsules afterwards to reach uncovered
/// vertices.
void fit_to_skins(Scene& scene, Backend backend) {
  for (const Node& node : Scene(scene).nodes)
    if (node.skeleton) scene = with_capsules(scene, node.id, capsule_settings_of(*node.skeleton));
  const Deformer deformer = deformed(scene, backend);
  Measures measures;
  measures.update(scene, deformer);
  std::map<Id, CapsuleSettings> fitted;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    CapsuleSettings& its = fitted[node.id] = capsule_settings_of(*node.skeleton);
    const std::vector<Fit> fits = measures.fit_all(node.id);
    for (std::size_t j = 0; j < fits.size(); ++j)
      if (fits[j].has_skin && !node.skeleton->joints[j].locked)
        its.radii[j] = its.radii[j].with_largest(fits[j].radius);
  }
  for (const auto& [skeleton, capsules] : fitted) scene = with_capsules(scene, skeleton, capsules);
}

std::map<Id, std::vector<BleedingPair>> bleeding_of(const Scene& scene, const Deformer& deformer) {
  std::map<Id, std::vector<BleedingPair>> bleeding;
  Measures measures;
  measures.update(scene, deformer);
  for (const Node& node : scene.nodes)
    if (node.skeleton) bleeding[node.id] = bleeding_pairs(*node.skeleton, measures);
  return bleeding;
}

std::string bleeding_table(const Node& node, const std::vector<BleedingPair>& pairs) {
  std::size_t all = 0, between_limbs = 0;
  for (const BleedingPair& pair : pairs) {
    all += pair.vertices;
    between_limbs += pair.is_between_limbs ? pair.vertices : 0;
  }
  std::string text = fmt::format(
      "bleeding of {}: {} times a vertex is held from afar, {} of these between limbs\n", node.name,
      all, between_limbs);
  for (const BleedingPair& pair : pairs)
    text += fmt::format("  {:>10}  {} holds what is nearest to {}{}\n", pair.vertices,
                        node.skeleton->joints[pair.capsule_joint].name,
                        node.skeleton->joints[pair.skin_joint].name,
                        pair.is_between_limbs ? ", another limb" : "");
  return text;
}

std::string mesh_table(const Node& node, const DeformedMesh& mesh) {
  const std::size_t vertices = mesh.mesh->positions.size();
  std::string text = fmt::format("mesh {}: {} vertices, {} triangles", node.name, vertices,
                                 mesh.surface->triangles.size() / 3);
  if (mesh.skeleton == kNoId) return text + ", rigid\n";
  const double share =
      vertices == 0 ? 1.0
                    : static_cast<double>(mesh.coverage.covered) / static_cast<double>(vertices);
  text += fmt::format(", coverage {:.1f} %, {} uncovered", 100.0 * share, mesh.coverage.uncovered);
  if (node.explicit_weights) text += ", weights of the file";
  if (mesh.painted().size() > 0)
    text += fmt::format(", touch-ups of {} vertices", mesh.painted().size());
  text += "\n";
  text += fmt::format("  {:>10}{:>10}\n", "influences", "vertices");
  for (std::size_t k = 0; k < mesh.coverage.histogram.size(); ++k)
    text += fmt::format("  {:>10}{:>10}\n", k, mesh.coverage.histogram[k]);
  return text;
}

/// The table for people: joints as a tree with radius and captured vertices, then coverage per
/// mesh.
std::string report_table(const Reported& reported) {
  std::string text = reported.file + "\n";
  for (const Node& node : reported.scene.nodes) {
    if (const PosedSkeleton* posed = reported.deformer.skeleton(node.id))
      text += skeleton_table(node, *posed);
  }
  for (const Node& node : reported.scene.nodes) {
    if (const DeformedMesh* mesh = reported.deformer.mesh(node.id)) text += mesh_table(node, *mesh);
  }
  for (const auto& [skeleton, pairs] : reported.bleeding)
    text += bleeding_table(*find_node(reported.scene, skeleton), pairs);
  for (const std::string& warning : reported.warnings) text += "warning: " + warning + "\n";
  return text;
}

int report(const ReportOptions& options, const std::string& file) {
  std::vector<std::string> problems;
  const int status = guarded(file, [&] {
    if (options.json == "-" && options.influences == "-")
      throw UsageError("--json, --influences: only one of them can be - at a time");
    const Backend backend = read_backend(options.backend);
    implementation_of(backend);
    io::Loaded loaded = load(file, {{"--json", options.json, Content::text},
                                    {"--influences", options.influences, Content::text}});
    options.choices.apply(loaded.scene);
    if (options.auto_fit) fit_to_skins(loaded.scene, backend);
    const Deformer deformer = deformed(loaded.scene, backend);

    Reported reported{
        .file = file, .scene = loaded.scene, .deformer = deformer, .warnings = loaded.warnings};
    reported.warnings.insert(reported.warnings.end(), deformer.problems().begin(),
                             deformer.problems().end());
    if (options.bleeding) reported.bleeding = bleeding_of(reported.scene, deformer);
    if (!options.json.empty()) write_text(options.json, report_json(reported));
    if (!options.influences.empty())
      write_text(options.influences, influences_csv(reported.scene, deformer));
    if (options.json != "-" && options.influences != "-") write_text("-", report_table(reported));
    if (!options.required.empty()) problems = unmet(options.required, reported.scene, deformer);
  });
  for (const std::string& problem : problems) print_error(fmt::format("{}: {}", file, problem));
  return problems.empty() ? status : kFailed;
}

int run_report(ReportOptions& options) {
  MotionReport& motion = options.motion;
  if (!motion.clip.empty()) {
    if (options.are_many() || !options.influences.empty() ||
        options.choices.choices() != SkeletonChoices() || options.auto_fit || options.bleeding ||
        !options.required.empty())
      throw UsageError("--clip can only be combined with --fps, --json, --csv and --picture");
    motion.file = options.only_file("report");
    motion.json = options.json;
    return report_motion(motion);
  }
  if (!motion.csv.empty() || !motion.picture.empty() || !motion.fps.empty())
    throw UsageError("--fps, --csv, --picture: need --clip NAME");
  options.choices.check();
  if (!options.required.empty()) check_requirements(options.required);
  read_backend(options.backend);
  if (!options.are_many()) return report(options, options.only_file("report"));
  return many(
      options,
      {.command = "report",
       .extension = "json",
       .can_write = [](const std::string& to) { return to == "json" || to == "csv"; },
       .expected = "json (or csv for the influences)",
       .run =
           [one = options](const std::string& in, const std::string& out) mutable {
             (std::filesystem::path(out).extension() == ".csv" ? one.influences : one.json) = out;
             return report(one, in);
           }});
}

Job declare_report(Options& own) {
  const auto words = std::make_shared<ReportOptions>();
  words->add_files(own, "The scene or model");
  own.add("--json", words->json, "OUT", "Everything as JSON; - is standard output");
  own.add("--influences", words->influences, "OUT.csv", "One row per influence");
  own.add("--clip", words->motion.clip, "NAME",
          "The meters over this motion: the worst time of each joint");
  own.add("--fps", words->motion.fps, "N",
          "With --clip: samples per second, the motion's own when not given");
  own.add("--csv", words->motion.csv, "OUT.csv",
          "With --clip: a row per frame and joint; - is standard output");
  own.add("--picture", words->motion.picture, "OUT.png", "With --clip: a strip per joint");
  words->choices.add_to(own);
  own.flag("--auto-fit", words->auto_fit,
           "Uses capsules fitted to their bones' own skin instead of the file's");
  own.flag(
      "--bleeding", words->bleeding,
      "Lists capsules that hold vertices of other joints from afar, measured along the surface");
  own.add("--require", words->required, "LIST",
          "Exit status 1 and a line for each that is not met: covered=100%,bleed<0.05; also "
          "follows, score, poor, influences");
  own.add("--backend", words->backend, "NAME", "fast, textbook or student");
  words->add_many(own);
  return [words] { return run_report(*words); };
}

}  // namespace

const Command kReport = {"report", "Joints, matrices, coverage and influences of a file",
                         declare_report};

}  // namespace marrow::cli
