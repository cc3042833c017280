// The gate of `marrow report --require`: figures of a rig that fail a build.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>

#include "base/index.h"
#include "cli/printing.h"
#include "cli/report_parts.h"
#include "cli/words.h"
#include "rig/measure/measure.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure/weight_figures.h"

namespace marrow::cli {

namespace {

/// One skeleton that deforms something, and its meshes.
struct Measured {
  const Scene& scene;
  const Deformer& deformer;
  const Node& node;
  Measures& measures;
  std::vector<const DeformedMesh*> meshes{};

  double vertices() const {
    double sum = 0.0;
    for (const DeformedMesh* mesh : meshes) sum += double(mesh->mesh->positions.size());
    return sum;
  }
  TrialSummary trials() const {
    return summary_of(range_of_motion(scene, node.id, deformer.tasks()), *node.skeleton, 0, true);
  }
};

double covered(const Measured& rig) {
  return double(coverage(rig.deformer, rig.node.id).covered) / rig.vertices();
}

double bleed(const Measured& rig) {
  double count = 0.0;
  for (const BleedingPair& pair : bleeding_pairs(*rig.node.skeleton, rig.measures))
    if (pair.is_between_limbs) count += pair.vertices;
  return count / rig.vertices();
}

/// 1 if no joint has skin of its own.
double follows(const Measured& rig) {
  const double least = rig.measures.model(rig.node.id).follows.value;
  return std::isnan(least) ? 1.0 : least;
}

double influences(const Measured& rig) {
  std::size_t most = 0;
  for (const DeformedMesh* mesh : rig.meshes) {
    const std::vector<std::uint32_t>& histogram = mesh->coverage.histogram;
    for (std::size_t k = 0; k < histogram.size(); ++k)
      if (histogram[k] > 0) most = std::max(most, k);
  }
  return double(most);
}

/// The mean of a figure over all vertices; NaN if no mesh has the figure.
double mean_over(const Measured& rig, double WeightFigures::*figure) {
  double sum = 0.0, vertices = 0.0;
  for (const DeformedMesh* mesh : rig.meshes) {
    const double value = weight_figures(*mesh, *rig.node.skeleton).*figure;
    if (std::isnan(value)) continue;
    sum += value * double(mesh->mesh->positions.size());
    vertices += double(mesh->mesh->positions.size());
  }
  return sum / vertices;
}

/// 0 if the file has no weights, because nothing can differ from them.
double l1(const Measured& rig) {
  const double mean = mean_over(rig, &WeightFigures::l1);
  return std::isnan(mean) ? 0.0 : mean;
}

struct Figure {
  const char* name;
  double (*of)(const Measured&);
  bool is_better_high;
};

constexpr Figure kFigures[] = {
    {"covered", covered, true},
    {"bleed", bleed, false},
    {"follows", follows, true},
    {"score", [](const Measured& rig) { return rig.trials().score; }, true},
    {"poor", [](const Measured& rig) { return double(rig.trials().poor); }, false},
    {"influences", influences, false},
    {"l1", l1, false},
    {"roughness", [](const Measured& rig) { return mean_over(rig, &WeightFigures::roughness); },
     false},
};

/// A figure, a comparison and a bound: "bleed<0.05".
struct Requirement {
  const Figure* figure = nullptr;
  std::string sign;  ///< = < > <= >=
  double bound = 0.0;
  std::string text;  ///< as typed
};

bool is_met(const Requirement& requirement, double value) {
  const double bound = requirement.bound;
  if (requirement.sign == "<") return value < bound;
  if (requirement.sign == "<=") return value <= bound;
  if (requirement.sign == ">") return value > bound;
  if (requirement.sign == ">=") return value >= bound;
  return value == bound;
}

/// The figure of the worst skeleton; none if no skeleton deforms a mesh.
std::optional<double> worst(const Figure& figure, const Scene& scene, const Deformer& deformer,
                            Measures& measures) {
  std::optional<double> found;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    Measured rig{scene, deformer, node, measures};
    for (const DeformedMesh& mesh : deformer.meshes())
      if (mesh.skeleton == node.id) rig.meshes.push_back(&mesh);
    if (rig.vertices() == 0.0) continue;
    const double value = figure.of(rig);
    if (!found || (figure.is_better_high ? value < *found : value > *found)) found = value;
  }
  return found;
}

/// The value with six digits, so that it differs from a bound that it misses narrowly.
std::string number_text(double value, const Requirement& requirement) {
  if (requirement.text.ends_with('%')) return fmt::format("{:.6g} %", 100.0 * value);
  return fmt::format("{:.6g}", value);
}

Requirement read_requirement(const std::string& text) {
  std::vector<const char*> names;
  for (const Figure& figure : kFigures) names.push_back(figure.name);
  const std::string help = fmt::format(
      "--require: \"{}\": expected figures and bounds like covered=100%,bleed<0.05; figures are {}",
      text, fmt::join(names, ", "));
  const std::size_t sign = text.find_first_of("<>=");
  if (sign == std::string::npos) throw UsageError(help);
  const std::size_t number_at = text.find_first_not_of("<>=", sign);
  if (number_at == std::string::npos) throw UsageError(help);
  const Figure* figure =
      std::find_if(std::begin(kFigures), std::end(kFigures),
                   [&](const Figure& one) { return text.substr(0, sign) == one.name; });
  Requirement requirement{
      .figure = figure, .sign = text.substr(sign, number_at - sign), .text = text};
  const std::vector<std::string> signs{"=", "<", ">", "<=", ">="};
  if (figure == std::end(kFigures) || !list_has(signs, requirement.sign)) throw UsageError(help);
  const bool is_percent = text.ends_with('%');
  requirement.bound = number(
      std::string_view(text).substr(number_at, text.size() - number_at - std::size_t(is_percent)),
      text, "a number after the sign, as in covered=100%");
  if (is_percent) requirement.bound /= 100.0;
  return requirement;
}

}  // namespace

static std::vector<Requirement> read_requirements(const std::string& text) {
  std::vector<Requirement> requirements;
  for (const std::string_view part : split(text, ','))
    requirements.push_back(read_requirement(std::string(part)));
  return requirements;
}

void check_requirements(const std::string& text) { read_requirements(text); }

std::vector<std::string> unmet(const std::string& text, const Scene& scene,
                               const Deformer& deformer) {
  Measures measures;
  measures.update(scene, deformer);
  std::vector<std::string> lines;
  for (const Requirement& requirement : read_requirements(text)) {
    const std::optional<double> value = worst(*requirement.figure, scene, deformer, measures);
    const char* const name = requirement.figure->name;
    if (!value)
      lines.push_back(
          fmt::format("{}: no skeleton deforms a mesh, required is {}", name, requirement.text));
    else if (!is_met(requirement, *value))
      lines.push_back(fmt::format("{} is {}, required is {}", name,
                                  number_text(*value, requirement), requirement.text));
  }
  return lines;
}

}  // namespace marrow::cli
