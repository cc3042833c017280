// marrow fit: solves for capsules; prints the error before and after.
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "cli/progress_bar.h"
#include "cli/words.h"
#include "edit/fit_capsules.h"

namespace marrow::cli {
namespace {

struct FitOptions {
  std::string file, to, out, json, clip;
  FitFreedom freedom{};
};

/// Keys keep their order; numbers are floats, written with a float's digits.
using FitJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                     std::int64_t, std::uint64_t, float>;

/// What one number was and is, with the words that people and scripts read.
struct FitMeasure {
  const char* key;
  const char* words;
  double before = 0.0, after = 0.0;
  enum class Unit { share, length, number, count } unit = Unit::share;
};

struct FittedRig {
  std::string name;
  CapsuleFit fit;
  std::vector<FitMeasure> measures;
};

constexpr std::size_t kBarSteps = 1000;

FitProgress shown_on(ProgressBar& bar) {
  return [&bar](const FitMoment& moment) {
    bar.show(std::size_t(moment.share * double(kBarSteps)), moment.what);
    return true;
  };
}

using Unit = FitMeasure::Unit;

struct WeightMeasures {
  WeightErrors weights;
  VertexErrors vertices;
};

WeightMeasures measured_weights(const Scene& scene, Id skeleton) {
  ProgressBar bar(kBarSteps);
  return {weight_errors(scene, skeleton), vertex_errors(scene, skeleton, shown_on(bar))};
}

std::vector<FitMeasure> measures_of_weights(const WeightMeasures& before,
                                            const WeightMeasures& after) {
  const auto share = [](double part, double whole) { return whole > 0.0 ? part / whole : 0.0; };
  return {{"weight_error", "weight at wrong joints, mean", before.weights.mean, after.weights.mean,
           Unit::share},
          {"same_lists", "vertices held by the file's joints", before.weights.same_lists,
           after.weights.same_lists, Unit::share},
          {"vertex_error", "vertices off, range of motion, mean", before.vertices.mean,
           after.vertices.mean, Unit::length},
          {"vertex_error_of_way", "the same, of how far they move",
           share(before.vertices.mean, before.vertices.way),
           share(after.vertices.mean, after.vertices.way), Unit::share},
          {"worst_vertex_error_of_size", "the worst one, of the figure's size",
           share(before.vertices.worst, before.vertices.size),
           share(after.vertices.worst, after.vertices.size), Unit::share}};
}

BendScore measured_bending(const Scene& scene, Id skeleton, const Motion* motion) {
  ProgressBar bar(kBarSteps);
  return bend_score(scene, skeleton, motion, shown_on(bar));
}

std::vector<FitMeasure> measures_of_bending(const BendScore& before, const BendScore& after) {
  return {{"score", "score of 100", before.score, after.score, Unit::number},
          {"poor", "poor joints", double(before.poor), double(after.poor), Unit::count},
          {"joints", "joints that move a vertex", double(before.joints), double(after.joints),
           Unit::count},
          {"uncovered", "uncovered vertices", double(before.uncovered), double(after.uncovered),
           Unit::count},
          {"bleeding", "vertices of another limb", double(before.bleeding), double(after.bleeding),
           Unit::count}};
}

std::string text_of(const FitMeasure& measure, double value) {
  switch (measure.unit) {
    case Unit::share:
      return fmt::format("{:.2f} %", 100.0 * value);
    case Unit::length:
      return fmt::format("{:.4g}", value);
    case Unit::number:
      return fmt::format("{:.1f}", value);
    case Unit::count:
      break;
  }
  return fmt::format("{:.0f}", value);
}

std::string table_of(const FittedRig& rig) {
  std::string text = fmt::format("{}\n", printable(rig.name));
  text += fmt::format("  {:<12}{:<18}{:>10}\n", "falloff", "distance", "error");
  for (const CapsuleFit::Choice& choice : rig.fit.choices) {
    const bool is_best =
        choice.falloff == rig.fit.capsules.falloff && choice.metric == rig.fit.capsules.metric;
    text += fmt::format("  {:<12}{:<18}{:>10.4f}{}\n", choice_row(choice.falloff).id,
                        choice_row(choice.metric).id, choice.error, is_best ? "  taken" : "");
  }
  text += fmt::format("  {:<40}{:>12}{:>12}\n", "", "before", "after");
  for (const FitMeasure& measure : rig.measures)
    text += fmt::format("  {:<40}{:>12}{:>12}\n", measure.words, text_of(measure, measure.before),
                        text_of(measure, measure.after));
  return text;
}

FitJson json_of(const FittedRig& rig, const Skeleton& skeleton) {
  FitJson choices = FitJson::array(), joints = FitJson::array(), before, after;
  for (const CapsuleFit::Choice& choice : rig.fit.choices)
    choices.push_back({{"falloff", choice_row(choice.falloff).id},
                       {"metric", choice_row(choice.metric).id},
                       {"error", float(choice.error)}});
  for (const FitMeasure& measure : rig.measures) {
    before[measure.key] = float(measure.before);
    after[measure.key] = float(measure.after);
  }
  for (const Joint& joint : skeleton.joints) {
    FitJson json = {{"name", joint.name}, {"radius", joint.radius}};
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
          {"joints", std::move(joints)}};
}

Scene applied_fit(const FitOptions& options, const Scene& scene, const CapsuleFit& fit) {
  Applied result = apply(
      scene,
      capsules_operation(scene, fit.skeleton, fit.capsules, "Fit the capsules to " + options.to),
      implementation_of(Backend::fast));
  if (!result.scene) throw io::Error(options.file, "skeleton", result.reason);
  return std::move(*result.scene);
}

CapsuleFit fit_of(const FitOptions& options, const Scene& scene, Id skeleton,
                  const Motion* motion) {
  ProgressBar bar(kBarSteps);
  const FitProgress progress = shown_on(bar);
  if (options.to == "weights") return fit_to_weights(scene, skeleton, options.freedom, progress);
  FitFreedom freedom = options.freedom;
  freedom.sides = even_sides(scene, skeleton);
  return motion != nullptr ? fit_to_motion(scene, skeleton, *motion, freedom, progress)
                           : fit_to_range(scene, skeleton, freedom, progress);
}

/// The fit of one skeleton, which `scene` then has; nothing where there is nothing to fit.
std::optional<FittedRig> fitted_rig(const FitOptions& options, Id skeleton, const Motion* motion,
                                    Scene& scene, std::string& problem) {
  FittedRig rig{find_node(scene, skeleton)->name, fit_of(options, scene, skeleton, motion), {}};
  problem = rig.fit.problem;
  if (!problem.empty()) return std::nullopt;
  if (options.to == "weights") {
    const WeightMeasures before = measured_weights(scene, skeleton);
    scene = applied_fit(options, scene, rig.fit);
    rig.measures = measures_of_weights(before, measured_weights(scene, skeleton));
  } else {
    const BendScore before = measured_bending(scene, skeleton, motion);
    scene = applied_fit(options, scene, rig.fit);
    rig.measures = measures_of_bending(before, measured_bending(scene, skeleton, motion));
  }
  return rig;
}

void print_rigs(const FitOptions& options, const Scene& scene, const std::vector<FittedRig>& rigs) {
  if (options.json != "-") {
    std::string text;
    for (const FittedRig& rig : rigs) text += table_of(rig);
    print(text);
  }
  if (options.json.empty()) return;
  FitJson skeletons = FitJson::array();
  for (const FittedRig& rig : rigs)
    skeletons.push_back(json_of(rig, *find_node(scene, rig.fit.skeleton)->skeleton));
  const FitJson json = {{"version", 1},
                        {"file", options.file},
                        {"to", options.to},
                        {"skeletons", std::move(skeletons)}};
  write_text(options.json, json.dump(2, ' ', false, FitJson::error_handler_t::replace) + "\n");
}

int fit(const FitOptions& options) {
  return guarded(options.file, [&] {
    if (!has_engine())
      throw io::Error(options.file, "fit",
                      "needs the program's own functions, which a handout lacks");
    io::Loaded loaded = load(options.file, {{"-o", options.out, Content::scene},
                                            {"--json", options.json, Content::text}});
    Scene scene = std::move(loaded.scene);
    std::vector<Id> skeletons;
    for (const Node& node : scene.nodes)
      if (node.skeleton) skeletons.push_back(node.id);
    std::string problem = "expected a skeleton; this file has none";
    std::shared_ptr<const Motion> motion;
    if (options.to == "clip") motion = motion_named(options.file, scene, "--to clip", options.clip);
    std::vector<FittedRig> rigs;
    for (const Id id : skeletons)
      if (std::optional<FittedRig> rig = fitted_rig(options, id, motion.get(), scene, problem))
        rigs.push_back(std::move(*rig));
    if (rigs.empty()) throw io::Error(options.file, "skeleton", problem);
    const std::vector<std::string> losses =
        save_scene(options.out, scene, Backend::fast, {.keep_backup = true});
    print_rigs(options, scene, rigs);
    print_warnings(options.file, loaded.warnings);
    print_warnings(options.out, losses);
  });
}

struct FitWords : FileWords {
  FitOptions options;
  ChoiceWords choices;
};

Job declare_fit(Options& own) {
  const auto words = std::make_shared<FitWords>();
  FitOptions& options = words->options;
  own.add("FILE", words->files, "", "The scene or model").required().one_value();
  own.add("--to", options.to, "WHAT",
          "weights: those that the meshes came with; range: every joint bent and twisted; clip: a "
          "motion of the file")
      .required()
      .one_of(std::vector<std::string>{"weights", "range", "clip"});
  own.add("--clip", options.clip, "NAME", "With --to clip: which motion, the first when not given");
  own.flag("--taper", options.freedom.tapers, "The radius at a bone's tip may be another one");
  words->choices.add_to(own);
  own.add("-o,--out", options.out, "OUT", "The scene to write").required();
  own.add("--json", options.json, "OUT", "Errors and radii as JSON; - is standard output");
  return [words] {
    const SkeletonChoices choices = words->choices.choices();
    if (!words->options.clip.empty() && words->options.to != "clip")
      throw UsageError("--clip NAME: goes with --to clip");
    if (choices.blend) throw UsageError("--blend: fit does not change it");
    words->options.freedom.falloff = choices.falloff;
    words->options.freedom.metric = choices.metric;
    words->options.file = words->files.front();
    return fit(words->options);
  };
}

}  // namespace

const Command kFit = {
    "fit",
    "Solves for the capsules: radii, falloff and distance that come nearest to what is wanted",
    declare_fit};

}  // namespace marrow::cli
