// marrow sheet: flexes and twists every joint; the worst of each as a tile with meters, worst
// first.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "io/write_file.h"
#include "rig/measure/range_of_motion.h"
#include "view/export/contact_sheet.h"
#include "view/export/small_pictures.h"
#include "view/gl/offscreen.h"
#include "view/gl/renderer.h"

namespace marrow::cli {
namespace {

struct SheetOptions : FileOptions {
  ChoiceOptions choices{};
  int tile = 240;   ///< pixels of a tile's side
  int columns = 0;  ///< 0: as many as make the sheet about as wide as high
};

constexpr int kSamples = 4;
constexpr float kTileAtScaleOne = 240.0f;  // text grows with the pictures

/// The trials of all skeletons together: the worst first.
std::vector<JointTrial> trials_of(const Scene& scene) {
  std::vector<JointTrial> all;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    const std::vector<Joint>& joints = node.skeleton->joints;
    ProgressBar bar(joints.size());
    const auto show = [&](double share) {
      const auto joint = static_cast<std::size_t>(std::lround(share * double(joints.size())));
      bar.show(joint, "moving " + joints[joint].name);
      return true;
    };
    const std::vector<JointTrial> trials =
        range_of_motion(scene, node.id, implementation_of(Backend::fast), show);
    all.insert(all.end(), trials.begin(), trials.end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const JointTrial& a, const JointTrial& b) { return a.badness > b.badness; });
  return all;
}

std::vector<view::SheetTile> tiles_of(const Scene& scene, const std::vector<JointTrial>& trials,
                                      int pixels) {
  const view::Offscreen context;
  view::Renderer renderer;
  Deformer deformer = Deformer::with(implementation_of(Backend::fast));
  ProgressBar bar(trials.size());
  std::vector<view::SheetTile> tiles;
  for (const JointTrial& trial : trials) {
    const std::string name = joint_name(scene, trial.joint);
    bar.show(tiles.size(), "drawing " + name);
    const Scene bent = moved(scene, trial.worst);
    deformer.update(bent);
    view::Picture picture = view::picture_of_trial(bent, deformer, trial);
    picture.ui_scale = static_cast<float>(pixels) / kTileAtScaleOne;
    renderer.draw(picture, pixels, pixels, kSamples);
    tiles.push_back({renderer.read(), name + "  " + trial.worst.name, lines_of(trial.meters)});
  }
  require_implementation();
  return tiles;
}

/// A table for people: badness, joint, motion, complaint.
std::string table_of(const Scene& scene, const std::vector<JointTrial>& trials) {
  std::string text =
      fmt::format("  {:<32}{:<12}{:<20}{:>8}\n", "joint", "motion", "worst meter", "badness");
  for (const JointTrial& trial : trials) {
    text += fmt::format("  {:<32}{:<12}{:<20}{:>8.2f}\n", joint_name(scene, trial.joint),
                        trial.worst.name, trial.complaint, trial.badness);
  }
  return text;
}

/// One summary per skeleton, because their falloffs may differ.
std::vector<TrialSummary> summaries_of(const Scene& scene, const std::vector<JointTrial>& trials) {
  Deformer deformer = Deformer::with(implementation_of(Backend::fast));
  deformer.update(scene);
  std::vector<TrialSummary> summaries;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    std::vector<JointTrial> its;
    std::copy_if(trials.begin(), trials.end(), std::back_inserter(its),
                 [&](const auto& trial) { return joint_index(*node.skeleton, trial.joint) >= 0; });
    std::size_t uncovered = 0;
    bool has_capsules = false;
    for (const DeformedMesh& mesh : deformer.meshes()) {
      if (mesh.skeleton != node.id) continue;
      const Node* of_mesh = find_node(scene, mesh.node);
      uncovered += mesh.coverage.uncovered;
      has_capsules |= of_mesh && !(of_mesh->explicit_weights && of_mesh->mesh->weights);
    }
    if (!its.empty()) summaries.push_back(summary_of(its, *node.skeleton, uncovered, has_capsules));
  }
  return summaries;
}

std::string left_words(const TrialSummary& summary) {
  return summary.left + (summary.remedy.empty() ? "" : " " + summary.remedy);
}

/// "Score 62 of 100 ...", for each skeleton, and what is left.
std::string totals_of(const std::vector<TrialSummary>& summaries) {
  std::string text;
  for (const TrialSummary& summary : summaries)
    text += fmt::format("  {}\n", summary_words(summary)) +
            (summary.left.empty() ? "" : fmt::format("  {}\n", left_words(summary)));
  return text;
}

std::string note_on(const std::vector<TrialSummary>& summaries) {
  std::string words;
  for (const TrialSummary& summary : summaries)
    words += (words.empty() ? "" : " \u00b7 ") + summary_words(summary);
  return words +
         " \u00b7 turned by 90\u00b0 from the file's pose, worst first \u00b7 color: the joint's "
         "weight, ring: the worst place";
}

/// Columns of a sheet from nearly square to twice as wide as high, with the fewest empty places.
int columns_for(std::size_t tiles) {
  const double count = static_cast<double>(tiles), wanted = std::sqrt(1.5 * count);
  const int most = static_cast<int>(std::ceil(std::sqrt(2.4 * count)));
  const auto badness = [&](int columns) {
    const double empty = std::ceil(count / columns) * columns - count;
    return empty + 0.1 * std::abs(columns - wanted);
  };
  int best = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int columns = best + 1; columns <= most; ++columns) {
    if (badness(columns) < badness(best)) best = columns;
  }
  return best;
}

void require_trials(const std::string& file, const Scene& scene,
                    const std::vector<JointTrial>& trials) {
  if (!trials.empty()) return;
  if (std::none_of(scene.nodes.begin(), scene.nodes.end(),
                   [](const Node& node) { return node.skeleton != nullptr; })) {
    throw io::Error(file, "skeleton",
                    "expected a skeleton whose joints move a mesh; this file has none");
  }
  throw io::Error(file, "skeleton",
                  "expected a joint that moves a vertex; bind a mesh to it, or widen its capsules");
}

int sheet(const SheetOptions& options) {
  const std::string& file = options.file();
  return guarded(file, [&] {
    implementation_of(Backend::fast);
    io::Loaded loaded = load(file, {{"-o", options.out, Content::picture}});
    options.choices.apply(loaded.scene);
    const std::vector<JointTrial> trials = trials_of(loaded.scene);
    require_implementation();
    require_trials(file, loaded.scene, trials);
    const std::vector<view::SheetTile> tiles = tiles_of(loaded.scene, trials, options.tile);
    const int columns = options.columns > 0 ? options.columns : columns_for(tiles.size());
    const std::string heading = std::filesystem::path(file).filename().string();
    const float scale = static_cast<float>(options.tile) / kTileAtScaleOne;
    const std::vector<TrialSummary> summaries = summaries_of(loaded.scene, trials);
    io::write_file(options.out, view::png_bytes(view::compose_sheet(heading, note_on(summaries),
                                                                    tiles, columns, scale)));
    print(table_of(loaded.scene, trials) + "\n" + totals_of(summaries));
    print_warnings(file, loaded.warnings);
  });
}

Job declare_sheet(Options& own) {
  const auto words = std::make_shared<SheetOptions>();
  SheetOptions& options = *words;
  own.add("FILE", options.files, "", "The scene or model").required().one_value();
  own.add("-o,--out", options.out, "OUT.png", "The picture to write").required();
  own.add("--tile", options.tile, "PIXELS", "A tile's side; 240 when not given").within(64, 1024);
  own.add("--columns", options.columns, "N",
          "Tiles in a row; a sheet a little wider than high when not given")
      .within(1, 64);
  options.choices.add_to(own);
  return [words] {
    words->choices.check();
    return sheet(*words);
  };
}

}  // namespace

const Command kSheet = {"sheet",
                        "Flexes and twists every joint: a contact sheet with meters, worst first",
                        declare_sheet};

}  // namespace marrow::cli
