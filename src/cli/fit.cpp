// marrow fit: solves for capsules; prints the error before and after.
#include <algorithm>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/fit_capsules.h"
#include "rig/fit/fit_report.h"

namespace marrow::cli {
namespace {

struct FitOptions : FileOptions {
  std::string to, json, clip;
  FitRequest request{};
  bool places = false;
  std::vector<std::string> meshes;
  ChoiceOptions choices;
};

struct FittedRig {
  std::string name;
  bool had_weights = false;  ///< some mesh used weights of the file and now follows the capsules
  CapsuleFit fit;
  std::vector<FitMeasure> measures;
};

constexpr std::size_t kBarSteps = 1000;

FitProgress shown_on(ProgressBar& bar) {
  return [&bar](const FitMoment& moment) {
    bar.show(std::size_t(moment.share * double(kBarSteps)), moment.words);
    return true;
  };
}

std::string fit_table(const FittedRig& rig) {
  std::string text = rig.name + "\n";
  text += fmt::format("  {:<12}{:<18}{:>10}\n", "falloff", "distance", "error");
  for (const CapsuleFit::Choice& choice : rig.fit.choices) {
    const bool is_best =
        choice.falloff == rig.fit.capsules.falloff && choice.metric == rig.fit.capsules.metric;
    text += fmt::format("  {:<12}{:<18}{:>10.4f}{}\n", choice_row(choice.falloff).id,
                        choice_row(choice.metric).id, choice.error, is_best ? "  chosen" : "");
  }
  text += fmt::format("  {:<40}{:>12}{:>12}\n", "", "before", "after");
  for (const FitMeasure& measure : rig.measures)
    text += fmt::format("  {:<40}{:>12}{:>12}\n", measure.words, measure.text(measure.before),
                        measure.text(measure.after));
  if (rig.had_weights)
    text += "  its meshes follow the capsules now; the file keeps its weights as well\n";
  return text;
}

FloatJson fit_json(const FittedRig& rig, const Skeleton& skeleton) {
  FloatJson choices = FloatJson::array(), joints = FloatJson::array(), before, after;
  for (const CapsuleFit::Choice& choice : rig.fit.choices)
    choices.push_back({{"falloff", choice_row(choice.falloff).id},
                       {"metric", choice_row(choice.metric).id},
                       {"error", float(choice.error)}});
  for (const FitMeasure& measure : rig.measures) {
    before[measure.key] = float(measure.before);
    after[measure.key] = float(measure.after);
  }
  for (const Joint& joint : skeleton.joints) {
    FloatJson json = {{"name", joint.name}, {"radius", joint.radius}};
    if (joint.tip_radius) json["tip_radius"] = *joint.tip_radius;
    joints.push_back(std::move(json));
  }
  std::vector<float> curve(rig.fit.curve.begin(), rig.fit.curve.end());
  return {{"name", rig.name},
          {"falloff", choice_row(skeleton.falloff).id},
          {"metric", choice_row(skeleton.metric).id},
          {"before", std::move(before)},
          {"after", std::move(after)},
          {"choices", std::move(choices)},
          {"curve", std::move(curve)},
          {"had_weights", rig.had_weights},
          {"joints", std::move(joints)}};
}

Scene applied_fit(const FitOptions& options, const Scene& scene, const CapsuleFit& fit) {
  Applied result = apply(
      scene,
      capsules_operation(scene, fit.skeleton, fit.capsules, "Fit the capsules to " + options.to),
      implementation_of(Backend::fast));
  if (!result.scene) throw io::Error(options.file(), "skeleton", result.reason);
  return std::move(*result.scene);
}

/// Fits one skeleton and applies the result to `scene`; none if there is nothing to fit.
std::optional<FittedRig> fitted_rig(const FitOptions& options, Id skeleton, Scene& scene,
                                    std::string& problem) {
  ProgressBar bar(kBarSteps);
  FitRequest request = options.request;
  request.freedom.sides = even_sides(scene, skeleton);
  FittedRig rig;
  rig.name = find_node(scene, skeleton)->name;
  rig.had_weights = std::any_of(scene.nodes.begin(), scene.nodes.end(), [&](const Node& node) {
    return node.mesh && node.bound_to == skeleton && node.explicit_weights;
  });
  rig.fit = fit_capsules(scene, skeleton, request, shown_on(bar));
  problem = rig.fit.problem;
  if (!problem.empty()) return std::nullopt;
  Scene fitted = applied_fit(options, scene, rig.fit);
  rig.measures = fit_measures(scene, fitted, skeleton, request, bar.callback("measuring"));
  scene = std::move(fitted);
  return rig;
}

void print_rigs(const FitOptions& options, const Scene& scene, const std::vector<FittedRig>& rigs) {
  if (options.json != "-") {
    std::string text;
    for (const FittedRig& rig : rigs) text += fit_table(rig);
    print(text);
  }
  if (options.json.empty()) return;
  FloatJson skeletons = FloatJson::array();
  for (const FittedRig& rig : rigs)
    skeletons.push_back(fit_json(rig, *find_node(scene, rig.fit.skeleton)->skeleton));
  const FloatJson json = {{"version", 1},
                          {"file", options.file()},
                          {"to", options.to},
                          {"skeletons", std::move(skeletons)}};
  write_text(options.json, json_text(json));
}

int run_fit(const FitOptions& options) {
  return guarded(options.file(), [&] {
    if (!has_engine())
      throw io::Error(options.file(), "fit",
                      "needs the program's own functions, which a handout lacks");
    io::Loaded loaded = load(options.file(), {{"-o", options.out, Content::scene},
                                              {"--json", options.json, Content::text}});
    Scene scene = std::move(loaded.scene);
    std::vector<Id> skeletons;
    for (const Node& node : scene.nodes)
      if (node.skeleton) skeletons.push_back(node.id);
    std::string problem = "expected a skeleton; this file has none";
    FitOptions wanted = options;
    if (options.request.to == FitTo::clip)
      wanted.request.motion = motion_named(options.file(), scene, "--to clip", options.clip);
    std::vector<FittedRig> rigs;
    for (const Id id : skeletons)
      if (std::optional<FittedRig> rig = fitted_rig(wanted, id, scene, problem))
        rigs.push_back(std::move(*rig));
    if (rigs.empty()) throw io::Error(options.file(), "skeleton", problem);
    const std::vector<std::string> losses =
        save_scene(options.out, scene, Backend::fast, {.keep_backup = true});
    print_rigs(options, scene, rigs);
    print_warnings(options.file(), loaded.warnings);
    print_warnings(options.out, losses);
  });
}

Job declare_fit(Options& own) {
  const auto words = std::make_shared<FitOptions>();
  FitOptions& options = *words;
  own.add("FILE", options.files, "", "The scene or model").required().one_value();
  std::vector<std::string> targets;
  for (const FitToRow& row : kFitTargets) targets.push_back(row.id);
  own.add("--to", options.to, "WHAT",
          "weights: those that the meshes came with; range: every joint bent and twisted; clip: a "
          "motion of the file")
      .required()
      .refuse("meshes",
              "fits to posed meshes were removed: use --to weights, --to range or --to clip")
      .one_of(targets);
  own.add("--clip", options.clip, "NAME", "With --to clip: which motion, the first when not given");
  own.flag("--taper", options.request.freedom.tapers, "Allows a different radius at a bone's tip");
  own.flag("--places", options.places, "").hidden();  // removed, like the next one
  own.add("--meshes", options.meshes, "", "").may_list().hidden();
  options.choices.add_to(own);
  own.add("-o,--out", options.out, "OUT", "The scene to write").required();
  own.add("--json", options.json, "OUT", "Errors and radii as JSON; - is standard output");
  return [words] {
    const SkeletonChoices choices = words->choices.choices();
    if (words->places)
      throw UsageError(
          "--places: joints that move were removed from fits: use --to weights, range or clip "
          "without it, and drag joints in the window");
    if (!words->meshes.empty())
      throw UsageError("--meshes: fits to posed meshes were removed: use --to weights or range");
    if (!words->clip.empty() && words->to != "clip")
      throw UsageError("--clip NAME: needs --to clip");
    if (choices.blend) throw UsageError("--blend: fit does not change it");
    words->request.freedom.falloff = choices.falloff;
    words->request.freedom.metric = choices.metric;
    for (const FitToRow& row : kFitTargets)
      if (words->to == row.id) words->request.to = row.value;
    return run_fit(*words);
  };
}

}  // namespace

const Command kFit = {
    "fit",
    "Solves for the capsules: radii, falloff and distance that come nearest to what is wanted",
    declare_fit};

}  // namespace marrow::cli
