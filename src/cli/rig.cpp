// marrow rig: a skeleton made for a mesh.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <sstream>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/json_text.h"
#include "cli/printing.h"
#include "cli/words.h"
#include "edit/figure/figure_rig.h"
#include "edit/figure/own_template.h"
#include "edit/joint_names.h"
#include "rig/stopwatch.h"

namespace marrow::cli {
namespace {

struct RigOptions : FileOptions {
  std::string json, markers, names, fingers = "auto", shape = kTemplates.front().id;
  int joints = 0;
  bool discards = false, twists = false;
  /// None: the template is a file.
  std::optional<FigureTemplate> known_shape() const {
    return choice_from_id<FigureTemplate>(shape);
  }
  FigureWish wish(FigureTemplate known) const {
    return {known, joints,
            fingers == "auto"   ? kAutoFingers
            : fingers == "none" ? 0
                                : fingers.front() - '0'};
  }
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
  for (const MarkerPlace& place : rig.markers.places)
    markers.push_back(
        {{"name", place.name}, {"position", json_of(place.position)}, {"doubt", place.doubt}});
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
  for (const MarkerPlace& place : rig.markers.places)
    text += fmt::format("{:<12}{:>10.4g}{:>10.4g}{:>10.4g}{}\n", place.name, place.position.x,
                        place.position.y, place.position.z,
                        place.doubt.empty() ? "" : "  doubtful: " + place.doubt);
  if (!rig.markers.front_doubt.empty())
    text += "front        doubtful: " + rig.markers.front_doubt + "\n";
  text += fmt::format("{} joints; {} of {} vertices covered; markers {:.1f} s, radii {:.1f} s\n",
                      rig.joints, rig.covered, rig.vertices, 1e-3 * rig.find_ms, 1e-3 * rig.fit_ms);
  return text;
}

/// The markers that a file states.
struct StatedMarkers {
  FigureMarkers markers;  ///< all markers of the template
  std::vector<char> is_stated{};
  std::optional<FigureMarkers> complete() const;
};

/// The figure of the stated markers alone; none if markers other than those of whole fingers are
/// missing.
std::optional<FigureMarkers> StatedMarkers::complete() const {
  const auto is_given = [&](std::size_t m) { return m < is_stated.size() && is_stated[m] != 0; };
  FingerChoice fingers{};
  for (std::size_t m = 0; m < markers.places.size(); ++m)
    for (std::size_t f = 0; f < kFingers.size(); ++f)
      fingers[f] |= is_given(m) && markers[m].name.starts_with(fmt::format("{}_", kFingers[f]));
  FigureMarkers own = markers_of(markers.shape, int(markers.places.size()) - 1);
  add_fingers(own, fingers);
  own.up = markers.up;
  own.front = markers.front;
  for (MarkerPlace& place : own.places) {
    const std::size_t m = *markers.find(place.name);
    if (!is_given(m)) return std::nullopt;
    place.position = markers[m].position;
  }
  return own;
}

std::optional<glm::vec3> vector_in(const FloatJson& json) {
  if (!json.is_array() || json.size() != 3) return std::nullopt;
  glm::vec3 vector(0.0f);
  for (int k = 0; k < 3; ++k) {
    if (!json[std::size_t(k)].is_number()) return std::nullopt;
    vector[k] = json[std::size_t(k)].get<float>();
  }
  return is_finite(vector) ? std::optional(vector) : std::nullopt;
}

StatedMarkers stated_markers(const std::string& path, const FigureMarkers& all) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw io::Error(path, "file", "cannot be read");
  const FloatJson json = FloatJson::parse(text.str(), nullptr, false);
  if (!json.is_object() || !json.contains("markers") || !json["markers"].is_array())
    throw io::Error(path, "markers",
                    "expected {\"markers\": [{\"name\": \"neck\", \"position\": [x, y, z]}, ...]}, "
                    "as --json prints it");
  StatedMarkers stated{all, std::vector<char>(all.places.size(), 0)};
  for (std::size_t n = 0; n < json["markers"].size(); ++n) {
    const FloatJson& one = json["markers"][n];
    const std::string place = fmt::format("markers[{}]", n);
    const std::string name = one.is_object() && one.contains("name") && one["name"].is_string()
                                 ? one["name"]
                                 : FloatJson("");
    const std::optional<std::size_t> known = all.find(name);
    if (!known) {
      std::string names;
      for (const MarkerPlace& marker : all.places)
        names += (names.empty() ? "" : ", ") + marker.name;
      throw io::Error(path, place + ".name", "expected one of " + names);
    }
    const auto position = one.contains("position") ? vector_in(one["position"]) : std::nullopt;
    if (!position) throw io::Error(path, place + ".position", "expected three numbers");
    stated.markers[*known].position = *position;
    stated.is_stated[*known] = 1;
  }
  for (const auto& [key, vector] :
       {std::pair{"up", &stated.markers.up}, std::pair{"front", &stated.markers.front}})
    if (json.contains(key))
      if (const auto given = vector_in(json[key]); given && glm::length(*given) > 0.0f)
        *vector = glm::normalize(*given);
  return stated;
}

/// Why there is no figure, and what to do.
io::Error no_figure(const RigOptions& options, const FigureSearch& search,
                    const FigureMarkers& all) {
  const std::string instead =
      search.instead
          ? fmt::format("a {} fits: use --template {}", choice_row(search.instead->shape).title,
                        choice_row(search.instead->shape).id)
          : fmt::format(
                "name what it is with --template {}, draw the joints by hand, or state all "
                "{} markers with --markers",
                choice_ids<FigureTemplate>(), all.places.size());
  return io::Error(
      options.file(), "figure",
      fmt::format("expected a {}; {}; {}", choice_row(all.shape).title, search.refusal, instead));
}

FigureMarkers markers_for(const RigOptions& options, FigureTemplate shape, const Scene& scene) {
  const FigureWish wish = options.wish(shape);
  const FigureMarkers least = markers_of(shape, std::max(1, options.joints));
  StatedMarkers stated{least};
  if (wish.fingers != 0 && has_hands(shape))
    add_fingers(stated.markers, {true, true, true, true, true});
  if (!options.markers.empty()) stated = stated_markers(options.markers, stated.markers);
  if (auto complete = stated.complete()) return std::move(*complete);
  ProgressBar bar(kRigBarSteps);
  FigureSearch search =
      find_markers(unbound_shells(scene), wish, bar.callback("finding the joints"));
  if (!search.markers) throw no_figure(options, search, least);
  for (std::size_t m = 0; m < stated.is_stated.size(); ++m) {
    if (!stated.is_stated[m]) continue;
    const auto found = search.markers->find(stated.markers[m].name);
    if (!found)
      throw io::Error(
          options.markers, stated.markers[m].name,
          "this part was not found in the mesh: state all markers, or none of this part");
    (*search.markers)[*found].position = stated.markers[m].position;
    (*search.markers)[*found].doubt.clear();
  }
  return std::move(*search.markers);
}

/// The skeleton of another file, carried over.
OwnTemplate own_for(const RigOptions& options, const Scene& scene) {
  const Scene source = load(options.shape).scene;
  ProgressBar bar(kRigBarSteps);
  OwnSearch search =
      own_template(source, unbound_shells(scene), bar.callback("finding the joints"));
  if (!search.own) throw io::Error(options.shape, "template", search.refusal);
  return std::move(*search.own);
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
  const std::optional<FigureTemplate> shape = options.known_shape();
  OwnTemplate own;
  {
    const Stopwatch watch(rig.find_ms);
    if (!shape) own = own_for(options, scene);
    rig.markers = shape ? markers_for(options, *shape, scene) : own.markers;
    rig.markers.has_twists = options.twists;
  }
  {
    const Stopwatch watch(rig.fit_ms);
    ProgressBar bar(kRigBarSteps);
    const Id node = scene.next_id;
    const Operation step =
        shape ? made_skeleton(scene, fitted_bones(scene, figure_bones(rig.markers), tasks,
                                                  bar.callback("fitting the radii")))
              : carried_skeleton(scene, own.rig, tasks);
    Applied made = apply(scene, step, tasks);
    if (!made.scene) throw io::Error(options.file(), "skeleton", made.reason);
    scene = std::move(*made.scene);
    rig.joints = find_node(scene, node)->skeleton->joints.size();
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

void check_template(const RigOptions& options) {
  if (!options.known_shape() && !std::filesystem::exists(options.shape))
    throw UsageError(fmt::format("--template {}: expected {}, or a file with a skeleton",
                                 options.shape, choice_ids<FigureTemplate>()));
  if (options.joints != 0 && options.known_shape() != FigureTemplate::chain)
    throw UsageError("--joints is for --template chain");
  if (options.fingers != "auto" && (!options.known_shape() || !has_hands(*options.known_shape())))
    throw UsageError("--fingers is for --template humanoid and hand");
  if (options.twists && options.known_shape() != FigureTemplate::humanoid)
    throw UsageError("--twist is for --template humanoid");
  if (!options.markers.empty() && !options.known_shape())
    throw UsageError("--markers and a file as --template exclude each other");
}

int run_rig(const RigOptions& options) {
  return guarded(options.file(), [&] {
    check_template(options);
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
  own.add("--template", words->shape, "SHAPE",
          "What it is: humanoid, quadruped, chain, bird or hand; or a file whose skeleton is "
          "carried over");
  own.add("--joints", words->joints, "N",
          "Of a chain: how many joints; by its length and thickness when not given")
      .within(1, 256);
  own.add("--fingers", words->fingers, "COUNT",
          "Of each hand of a human figure: auto (those that the mesh clearly has), none, 1 to 5")
      .one_of(std::vector<std::string>{"auto", "none", "1", "2", "3", "4", "5"});
  own.flag("--twist", words->twists,
           "Forearms and shins get a twist joint: turn it half as far as the hand or foot");
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
    "rig", "Makes a named skeleton for a figure without bones, and fits its radii", declare_rig};

}  // namespace marrow::cli
