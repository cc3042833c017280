// Makes instructor's checks from scenes: the expected results are those of the textbook's
// functions.
#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/index.h"
#include "cli/common.h"
#include "cli/grade/course_file.h"
#include "cli/grade/grade.h"
#include "course/cases.h"
#include "io/file.h"
#include "io/write_file.h"
#include "rig/polar_parts.h"
#include "rig/skinning/deformer.h"
#include "rig/skinning/weights.h"
#include "rig/skinning/welded_mesh.h"
#include "scene/keys.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using course::Expectation;

Json list_of(const float* values, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(values[i]);
  return list;
}

Json list_of(const std::vector<glm::vec3>& places) {
  Json list = Json::array();
  for (const glm::vec3& place : places) list.push_back(list_of(&place.x, 3));
  return list;
}

void put_mush(const Expectation& wanted, Json& json) {
  json["rest"] = list_of(wanted.mush.rest);
  json["posed"] = list_of(wanted.mush.posed);
  json["neighbors"] = wanted.mush.surface.neighbors;
  json["triangles"] = Json::array();
  for (const glm::ivec3& triangle : wanted.mush.surface.triangles)
    json["triangles"].push_back({triangle[0], triangle[1], triangle[2]});
  json["steps"] = wanted.mush.steps;
  json["mushed"] = list_of(wanted.mushed);
}

Json in_json(const Expectation& wanted, const std::string& scene) {
  const auto name_of = [&](int joint) { return wanted.skeleton.joints[std::size_t(joint)].name; };
  Json json = {{"name", wanted.check.name},       {"task", wanted.check.task},
               {"points", wanted.check.points},   {"story", wanted.check.story},
               {"visibility", wanted.visibility}, {"tolerance", 1e-4}};
  if (wanted.check.task == 6) {
    for (const Knot& one : wanted.knots) json["knots"].push_back({one.time, one.value});
    for (const Knot& one : wanted.curve) json["curve"].push_back({one.time, one.value});
    return json;
  }
  if (wanted.check.task == 7 || wanted.check.task == 9) {
    if (wanted.check.task == 9) json["center"] = list_of(&wanted.center.x, 3);
    for (const Expectation::Motion& one : wanted.motions)
      json["motions"].push_back({{"matrix", list_of(&one.rigid[0].x, 16)}, {"weight", one.weight}});
    json["blended"] = list_of(&wanted.blended[0].x, 16);
    return json;
  }
  if (wanted.check.task == 8) {
    put_mush(wanted, json);
    return json;
  }
  json["scene"] = scene;
  for (const Expectation::Increment& one : wanted.increments)
    json["increments"].push_back(
        {{"joint", name_of(one.joint)}, {"matrix", list_of(&one.world[0].x, 16)}});
  for (const Expectation::Posed& one : wanted.posed)
    json["posed"].push_back(
        {{"joint", name_of(one.joint)}, {"matrix", list_of(&one.matrix[0].x, 16)}});
  for (const Expectation::Vertex& one : wanted.vertices) {
    Json entry = {{"vertex", one.vertex}, {"joints", Json::array()}};
    for (const int joint : one.joints) entry["joints"].push_back(name_of(joint));
    if (wanted.check.task == 4)
      entry["weights"] = list_of(one.weights.data(), int(one.weights.size()));
    if (one.position) entry["position"] = list_of(&one.position->x, 3);
    if (one.normal) entry["normal"] = list_of(&one.normal->x, 3);
    json["vertices"].push_back(entry);
  }
  for (const IkPull& one : wanted.pulls)
    json["pulls"].push_back({{"joint", name_of(one.joint)},
                             {"end", list_of(&one.end.x, 3)},
                             {"target", list_of(&one.target.x, 3)},
                             {"weight", one.weight}});
  for (const Expectation::Slope& one : wanted.slopes)
    json["gradient"].push_back(
        {{"joint", name_of(one.joint)}, {"slope", list_of(&one.slope.x, 3)}});
  return json;
}

/// Increments of 30 degrees about a slanted axis through the skeleton's origin, for every joint of
/// a small skeleton or every few joints of a large one, last joint first.
void add_increments(Expectation& wanted) {
  const std::size_t count = wanted.skeleton.joints.size(),
                    step = std::max<std::size_t>(1, count / 8);
  for (std::size_t j = 0; j < count; j += step) {
    const glm::mat4 turn = glm::rotate(glm::mat4(1.0f), glm::radians(30.0f),
                                       glm::normalize(glm::vec3(1.0f, 2.0f, 3.0f)));
    wanted.increments.push_back({int(j), turn});
  }
  std::reverse(wanted.increments.begin(), wanted.increments.end());
}

/// Pulls the tips of the last joint and of the middle one by half a bone, to different sides.
void add_pulls(Expectation& wanted, const std::vector<glm::mat4>& posed) {
  const int last = int(wanted.skeleton.joints.size()) - 1;
  for (const int j : std::set<int>{last / 2, last}) {
    const glm::vec3 end = wanted.skeleton.joints[std::size_t(j)].extent,
                    aside(0.3f, j == last ? 0.4f : -0.4f, 0.2f);
    const float length = std::max(glm::length(end), 0.1f);
    wanted.pulls.push_back(
        {j, end, glm::vec3(posed[std::size_t(j)] * glm::vec4(end, 1.0f)) + length * aside,
         j == last ? 1.0f : 2.0f});
  }
}

/// The keys of the first number of the scene's first motion, and times from before the first key to
/// after the last.
void take_curve(const std::string& path, Expectation& wanted) {
  constexpr int kTimes = 40;
  const Scene scene = io::load(path).scene;
  if (scene.motions.empty() || scene.motions[0]->tracks.empty() ||
      scene.motions[0]->tracks[0].channels.empty())
    throw io::Error(path, "", "expected a scene with a motion");
  for (const Key& key : keys_of(scene.motions[0]->tracks[0].channels[0]))
    wanted.knots.push_back({key.seconds, key.value[0]});
  const float begin = wanted.knots.front().time, end = wanted.knots.back().time,
              step = std::max(end - begin, 0.1f) / float(kTimes - 4);
  for (int i = 0; i < kTimes; ++i) wanted.curve.push_back({begin + step * float(i - 2), 0.0f});
}

void blend_by(Blend blend, Scene& scene) {
  for (int n = 0; n < int(scene.nodes.size()); ++n)
    if (scene.nodes[std::size_t(n)].skeleton) edit_skeleton(scene, n).blend = blend;
}

/// The center of rotation of a vertex of the scene's first bound mesh.
glm::vec3 center_in(const std::string& path, std::size_t vertex) {
  Scene scene = io::load(path).scene;
  blend_by(Blend::centers, scene);
  Deformer deformer;
  deformer.update(scene);
  for (const DeformedMesh& mesh : deformer.meshes())
    if (vertex < mesh.centers.size())
      return center_or(mesh.centers[vertex], mesh.bind_positions[vertex]);
  return glm::vec3(0.0f);
}

/// Takes the vertex that linear blending shrinks most: its center, and as motions the rigid parts
/// of its joints' T.
void take_motions(const std::string& path, const Tasks& textbook, Expectation& wanted) {
  const std::vector<glm::mat4> bind = textbook.bind_matrices(wanted.skeleton);
  const std::vector<PolarParts> parts =
      polar_parts(textbook.skinning_matrices(textbook.posed_matrices(wanted.skeleton), bind));
  const JointLists lists = textbook.find_joints(wanted.skeleton, bind, wanted.positions);
  double least = 1.0 - 1e-6;  // least determinant so far; 1 where nothing shrinks
  std::size_t vertex = 0;
  for (std::size_t v = 0; v < lists.size(); ++v) {
    std::vector<float> distances;
    for (const int j : lists[v])
      distances.push_back(course::least_distance(
          glm::vec3(bind[std::size_t(j)][3]),
          course::image(bind[std::size_t(j)], wanted.skeleton.joints[std::size_t(j)].extent),
          wanted.positions[v]));
    const std::vector<float> weights = textbook.inverse_distance_weights(distances);
    std::vector<Expectation::Motion> motions;
    glm::mat3 mean(0.0f);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      motions.push_back({glm::mat4(parts[std::size_t(lists[v][k])].rigid()), weights[k]});
      mean += weights[k] * glm::mat3(motions.back().rigid);
    }
    const double shrunk = double(glm::determinant(mean));
    if (motions.empty() || shrunk >= least) continue;
    least = shrunk;
    vertex = v;
    wanted.motions = std::move(motions);
  }
  if (wanted.motions.empty())
    throw io::Error(path, "", "expected a posed scene with a vertex that several joints turn");
  if (wanted.check.task == 9) wanted.center = center_in(path, vertex);
}

/// A vertex and all vertices up to kRings edges away. The outermost ones stay.
course::Mush patch_around(std::uint32_t center, const WeldedMesh& mesh,
                          const std::vector<glm::vec3>& rest, const std::vector<glm::vec3>& posed) {
  constexpr int kRings = 3;
  std::vector<std::uint32_t> patch{center};  // inner ones first
  std::map<std::uint32_t, int> place{{center, 0}};
  std::size_t inner = 0;
  for (int ring = 0; ring < kRings; ++ring) {
    const std::size_t end = patch.size();
    for (; inner < end; ++inner)
      for (const int n : mesh.surface.neighbors[patch[inner]])
        if (place.emplace(n, int(patch.size())).second) patch.push_back(std::uint32_t(n));
  }
  course::Mush mush{{}, {}, {}, kMushSteps};
  for (const std::uint32_t v : patch) {
    const bool stays = mush.rest.size() >= inner;
    std::vector<int>& list = mush.surface.neighbors.emplace_back();
    for (const int n : mesh.surface.neighbors[v])
      if (!stays) list.push_back(place.at(std::uint32_t(n)));
    std::sort(list.begin(), list.end());
    mush.rest.push_back(rest[v]);
    mush.posed.push_back(posed[v]);
  }
  for (const glm::ivec3& triangle : mesh.surface.triangles) {
    glm::ivec3 corners(0);
    int found = 0;
    for (int k = 0; k < 3; ++k)
      if (const auto at = place.find(std::uint32_t(triangle[k])); at != place.end())
        corners[k] = at->second, ++found;
    if (found == 3) mush.surface.triangles.push_back(corners);
  }
  return mush;
}

/// The surface around the vertex that delta mush moves most.
void take_mush(const std::string& path, Expectation& wanted) {
  Scene scene = io::load(path).scene;
  Deformer plain(Backend::textbook), mushed(Backend::textbook);
  blend_by(Blend::linear, scene);
  plain.update(scene);
  blend_by(Blend::delta_mush, scene);
  mushed.update(scene);
  float most = 0.0f;
  for (std::size_t m = 0; m < plain.meshes().size(); ++m) {
    const DeformedMesh& mesh = plain.meshes()[m];
    if (mesh.skeleton == kNoId) continue;
    const WeldedMesh welded(mesh);
    std::optional<std::uint32_t> found;
    for (std::uint32_t v = 0; v < welded.surface.neighbors.size(); ++v) {
      const float moved = glm::distance(mesh.positions()[v], mushed.meshes()[m].positions()[v]);
      if (welded.surface.neighbors[v].empty() || moved <= most) continue;
      most = moved;
      found = v;
    }
    if (found) wanted.mush = patch_around(*found, welded, mesh.rest_positions(), mesh.positions());
  }
  if (!(most > 1e-4f)) throw io::Error(path, "", "expected a posed scene that delta mush changes");
}

/// The textbook's functions with the rule of weights of the course.
Tasks right_functions() {
  Tasks tasks = tasks_of(Backend::textbook);
  if (!course::has_linear_weights()) return tasks;
  tasks.inverse_distance_weights = [](const std::vector<float>& in_radii) {
    std::vector<float> weights;
    std::vector<std::string> problems;
    weigh_row(Falloff::linear, in_radii, std::vector<float>(in_radii.size(), 1.0f),
              tasks_of(Backend::textbook), weights, problems);
    return weights;
  };
  return tasks;
}

}  // namespace

void make_hidden(const GradeOptions& options) {
  constexpr int kVertices = 40;
  if (!has_solution()) throw UsageError("--make-hidden: a handout does not know what is right");
  if (options.tasks.size() != 1 || options.tasks[0] > kTasks)
    throw UsageError(fmt::format("--make-hidden: expected --task N, one from 1 to {}", kTasks));
  if (fs::path(options.out).extension() != ".json")
    throw UsageError("--make-hidden: expected -o FILE.json");
  if (!options.course.empty()) {
    const CourseFile file = read_course(options.course);
    if (!file.tasks.empty() && !list_has(file.tasks, options.tasks[0]))
      throw UsageError(
          fmt::format("--task {}: expected a task of {}", options.tasks[0], options.course));
    checks_of(file);
  }
  Expectation wanted;
  const fs::path out = options.out, scene = options.make_hidden;
  wanted.check.task = options.tasks[0];
  wanted.check.name = "hidden." + out.stem().string();
  wanted.check.story = "as the instructor's " + scene.filename().string();
  wanted.visibility = "hidden";
  if (wanted.check.task == 6)
    take_curve(scene.string(), wanted);
  else if (wanted.check.task == 8)
    take_mush(scene.string(), wanted);
  else
    take_scene(scene.string(), wanted);
  std::vector<int> vertices;
  for (std::size_t v = 0; v < wanted.positions.size();
       v += std::max<std::size_t>(1, wanted.positions.size() / kVertices))
    vertices.push_back(int(v));
  if (wanted.check.task == 2) add_increments(wanted);
  const Tasks& textbook = tasks_of(Backend::textbook);
  if (wanted.check.task == 5) add_pulls(wanted, textbook.posed_matrices(wanted.skeleton));
  if (wanted.check.task == 7 || wanted.check.task == 9)
    take_motions(scene.string(), textbook, wanted);
  course::fill_in(wanted, vertices, right_functions());
  const fs::path beside = out.parent_path() / scene.filename();
  if (wanted.check.task < 6 && !fs::exists(beside)) io::write_file(beside, io::read_file(scene));
  io::write_file(out, in_json(wanted, scene.filename().string()).dump(1) + "\n");
}

}  // namespace marrow::cli
