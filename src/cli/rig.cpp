// marrow rig: a skeleton made for a mesh.
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <sstream>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/figure_rig.h"
#include "edit/joint_names.h"
#include "rig/stopwatch.h"

namespace marrow::cli {
namespace {

struct RigOptions : FileOptions {
  std::string json, markers, names, shape = "humanoid";
  bool discards = false;

  const std::string& file() const { return files.front(); }
};

struct MadeRig {
  FigureMarkers markers;
  std::size_t joints = 0, vertices = 0, covered = 0;
  double find_ms = 0.0, fit_ms = 0.0;
};

constexpr std::size_t kRigBarSteps = 1000;

FloatJson json_of(const glm::vec3& vector) { return {vector.x, vector.y, vector.z}; }

FloatJson rig_json(const RigOptions& options, const MadeRig& rig) {
  FloatJson markers = FloatJson::array();
  for (std::size_t m = 0; m < kMarkers; ++m)
    markers.push_back({{"name", kMarkerNames[m]},
                       {"position", json_of(rig.markers.places[m].position)},
                       {"doubt", rig.markers.places[m].doubt}});
  return {{"version", 1},
          {"file", options.file()},
          {"template", options.shape},
          {"up", json_of(rig.markers.up)},
          {"front", json_of(rig.markers.front)},
          {"front_doubt", rig.markers.front_doubt},
          {"height", rig.markers.height},
          {"markers", std::move(markers)},
          {"joints", rig.joints},
          {"vertices", rig.vertices},
          {"covered", rig.covered},
          {"seconds", {{"find", float(1e-3 * rig.find_ms)}, {"fit", float(1e-3 * rig.fit_ms)}}}};
}

std::string rig_text(const MadeRig& rig) {
  std::string text = fmt::format("{:<12}{:>10}{:>10}{:>10}\n", "marker", "x", "y", "z");
  for (std::size_t m = 0; m < kMarkers; ++m) {
    const auto& [position, doubt] = rig.markers.places[m];
    text += fmt::format("{:<12}{:>10.4g}{:>10.4g}{:>10.4g}{}\n", kMarkerNames[m], position.x,
                        position.y, position.z, doubt.empty() ? "" : "  doubtful: " + doubt);
  }
  if (!rig.markers.front_doubt.empty())
    text += "front        doubtful: " + rig.markers.front_doubt + "\n";
  text += fmt::format("{} joints; {} of {} vertices covered; markers {:.1f} s, radii {:.1f} s\n",
                      rig.joints, rig.covered, rig.vertices, 1e-3 * rig.find_ms, 1e-3 * rig.fit_ms);
  return text;
}

/// The markers that a file states.
struct StatedMarkers {
  FigureMarkers markers;
  std::array<bool, kMarkers> is_stated{};
  bool are_all() const {
    return std::all_of(is_stated.begin(), is_stated.end(), [](bool one) { return one; });
  }
};

std::optional<glm::vec3> vector_in(const FloatJson& json) {
  if (!json.is_array() || json.size() != 3) return std::nullopt;
  glm::vec3 vector(0.0f);
  for (int k = 0; k < 3; ++k) {
    if (!json[std::size_t(k)].is_number()) return std::nullopt;
    vector[k] = json[std::size_t(k)].get<float>();
  }
  return is_finite(vector) ? std::optional(vector) : std::nullopt;
}

StatedMarkers stated_markers(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw io::Error(path, "file", "cannot be read");
  const FloatJson json = FloatJson::parse(text.str(), nullptr, false);
  if (!json.is_object() || !json.contains("markers") || !json["markers"].is_array())
    throw io::Error(path, "markers",
                    "expected {\"markers\": [{\"name\": \"neck\", \"position\": [x, y, z]}, ...]}, "
                    "as --json prints it");
  StatedMarkers stated;
  for (std::size_t n = 0; n < json["markers"].size(); ++n) {
    const FloatJson& one = json["markers"][n];
    const std::string place = fmt::format("markers[{}]", n);
    const std::string name = one.is_object() && one.contains("name") && one["name"].is_string()
                                 ? one["name"]
                                 : FloatJson("");
    const auto known = std::find(kMarkerNames.begin(), kMarkerNames.end(), name);
    if (known == kMarkerNames.end())
      throw io::Error(path, place + ".name",
                      fmt::format("expected one of {}", fmt::join(kMarkerNames, ", ")));
    const auto position = one.contains("position") ? vector_in(one["position"]) : std::nullopt;
    if (!position) throw io::Error(path, place + ".position", "expected three numbers");
    const auto m = std::size_t(known - kMarkerNames.begin());
    stated.markers.places[m].position = *position;
    stated.is_stated[m] = true;
  }
  for (const auto& [key, vector] :
       {std::pair{"up", &stated.markers.up}, std::pair{"front", &stated.markers.front}})
    if (json.contains(key))
      if (const auto given = vector_in(json[key]); given && glm::length(*given) > 0.0f)
        *vector = glm::normalize(*given);
  return stated;
}

FigureMarkers markers_for(const RigOptions& options, const Scene& scene) {
  StatedMarkers stated;
  if (!options.markers.empty()) stated = stated_markers(options.markers);
  if (stated.are_all()) return stated.markers;
  ProgressBar bar(kRigBarSteps);
  FigureSearch search = find_markers(unbound_shells(scene), bar.callback("finding the joints"));
  if (!search.markers)
    throw io::Error(
        options.file(), "figure",
        fmt::format("expected a human figure; {}: draw the joints by hand, or state all "
                    "{} markers with --markers",
                    search.refusal, kMarkers));
  for (std::size_t m = 0; m < kMarkers; ++m)
    if (stated.is_stated[m]) search.markers->places[m] = stated.markers.places[m];
  return std::move(*search.markers);
}

/// The meshes to be rigged.
Scene bare_scene(const RigOptions& options, Scene scene) {
  const auto has_skeleton = [](const Node& node) { return node.skeleton != nullptr; };
  if (std::any_of(scene.nodes.begin(), scene.nodes.end(), has_skeleton)) {
    if (!options.discards)
      throw io::Error(options.file(), "skeleton",
                      "expected a file without one: --discard-skeleton makes a new one instead");
    scene = without_skeletons(scene);
  }
  if (bounds_of_unbound(scene).empty())
    throw io::Error(options.file(), "mesh", "expected a mesh to make a skeleton for");
  return scene;
}

MadeRig make_rig(const RigOptions& options, Scene& scene) {
  MadeRig rig;
  const Tasks& tasks = implementation_of(Backend::fast);
  {
    const Stopwatch watch(rig.find_ms);
    rig.markers = markers_for(options, scene);
  }
  {
    const Stopwatch watch(rig.fit_ms);
    ProgressBar bar(kRigBarSteps);
    const std::vector<HumanBone> bones =
        fitted_bones(scene, figure_bones(rig.markers), tasks, bar.callback("fitting the radii"));
    Applied made = apply(scene, made_skeleton(scene, bones), tasks);
    if (!made.scene) throw io::Error(options.file(), "skeleton", made.reason);
    scene = std::move(*made.scene);
    rig.joints = bones.size();
  }
  const Deformer bound = deformed(scene, Backend::fast);
  for (const DeformedMesh& mesh : bound.meshes()) {
    rig.vertices += mesh.influences.vertex_count();
    rig.covered += mesh.influences.vertex_count() - mesh.coverage.uncovered;
  }
  return rig;
}

/// `names`: one of kNameConventions; empty: the names stay.
void name_joints(Scene& scene, const std::string& names) {
  const auto row = std::find(kNameConventions.begin(), kNameConventions.end(), names);
  if (row == kNameConventions.end()) return;
  for (Node& node : scene.nodes)
    if (node.skeleton)
      node.skeleton = std::make_shared<const Skeleton>(
          with_names(*node.skeleton, NameConvention(row - kNameConventions.begin())));
}

int run_rig(const RigOptions& options) {
  return guarded(options.file(), [&] {
    implementation_of(Backend::fast);
    io::Loaded loaded = load(options.file(), {{"-o", options.out, Content::scene},
                                              {"--json", options.json, Content::text}});
    Scene scene = bare_scene(options, std::move(loaded.scene));
    const MadeRig rig = make_rig(options, scene);
    name_joints(scene, options.names);
    const std::vector<std::string> losses =
        save_scene(options.out, scene, Backend::fast, {.keep_backup = true});
    if (options.json != "-") print(rig_text(rig));
    if (!options.json.empty()) write_text(options.json, json_text(rig_json(options, rig)));
    print_warnings(options.file(), loaded.warnings);
    print_warnings(options.out, losses);
  });
}

Job declare_rig(Options& own) {
  const auto words = std::make_shared<RigOptions>();
  own.add("MESH", words->files, "", "The model to make a skeleton for").required().one_value();
  own.add("-o,--out", words->out, "OUT", "The scene to write").required();
  own.add("--template", words->shape, "SHAPE", "What stands there: humanoid")
      .one_of(std::vector<std::string>{"humanoid"});
  own.add("--names", words->names, "CONVENTION",
          "Names joints as other programs do: mixamo, unity, unreal, vrm, rigify or humanik")
      .one_of(std::vector<std::string>(kNameConventions.begin(), kNameConventions.end()));
  own.add("--markers", words->markers, "FILE.json",
          "Places of markers, as --json prints them; those that it does not state are found");
  own.flag("--discard-skeleton", words->discards,
           "Makes a new skeleton for a model that has one; its weights and motions are dropped");
  own.add("--json", words->json, "OUT",
          "Markers, doubts and seconds as JSON; - is standard output");
  return [words] { return run_rig(*words); };
}

}  // namespace

const Command kRig = {
    "rig", "Makes a named, mirrored skeleton for a human figure without bones, and fits its radii",
    declare_rig};

}  // namespace marrow::cli
