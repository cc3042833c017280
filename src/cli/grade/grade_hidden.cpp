// The instructor's checks: JSON files next to their scenes. Format: src/course/README.md.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "cli/grade/grade.h"
#include "cli/grade/json_place.h"
#include "course/cases.h"
#include "io/file.h"
#include "io/number_text.h"
#include "rig/engine.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;
using course::Expectation;

constexpr std::uint64_t kLargestFile = 16u << 20;
constexpr int kDeepest = 8;

glm::mat4 matrix_of(const std::vector<float>& values) {
  glm::mat4 matrix(1.0f);
  if (values.size() == 3) matrix[3] = {values[0], values[1], values[2], 1.0f};
  for (std::size_t i = 0; values.size() == 16 && i < 16; ++i)
    matrix[int(i / 4)][int(i % 4)] = values[i];
  return matrix;
}

void read_head(const Place& file, Expectation& wanted) {
  course::Check& check = wanted.check;
  check.task = file.at("task").integer(1, kTasks);
  check.points = file.has("points") ? file.at("points").integer(0, 1000) : 1;
  check.name = file.at("name").text();
  const bool is_plain =
      check.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
  if (check.name.empty() || check.name.size() > 100 || !is_plain)
    file.at("name").refuse("a name of a-z, 0-9, _ and .");
  for (const course::Check& known : course::checks())
    if (known.name == check.name)
      file.at("name").refuse("a name that none of the course's checks has");
  check.story = io::valid_utf8(file.at("story").text());
  constexpr course::Stage kStages[] = {
      course::Stage::kinematics, course::Stage::increment,  course::Stage::find_joints,
      course::Stage::skin,       course::Stage::gradient,   course::Stage::curve,
      course::Stage::dual_blend, course::Stage::delta_mush, course::Stage::center_blend};
  static_assert(std::size(kStages) == kTasks);
  check.stage = kStages[check.task - 1];
  wanted.visibility = file.has("visibility") ? file.at("visibility").text() : "hidden";
  const std::string& word = wanted.visibility;
  if (word != "hidden" && word != "after_due_date" && word != "after_published" &&
      word != "visible")
    file.at("visibility").refuse("hidden, after_due_date, after_published or visible");
  if (file.has("tolerance")) wanted.tolerance = file.at("tolerance").number();
  if (!(wanted.tolerance > 0.0f)) file.at("tolerance").refuse("a number above 0");
}

/// "matrix", "translate", or "rotate" about "pivot" (default: the skeleton's origin).
Expectation::Increment increment_of(const Place& entry, const Skeleton& skeleton) {
  Expectation::Increment increment;
  increment.joint = entry.at("joint").joint_in(skeleton);
  if (entry.has("matrix")) {
    increment.world = matrix_of(entry.at("matrix").numbers({16}));
  } else if (entry.has("translate")) {
    increment.world = glm::translate(glm::mat4(1.0f), entry.at("translate").vector());
  } else {
    const std::vector<float> turn = entry.at("rotate").numbers({4});
    const glm::vec3 axis(turn[0], turn[1], turn[2]);
    const glm::vec3 pivot = entry.has("pivot") ? entry.at("pivot").vector() : glm::vec3(0.0f);
    if (glm::length(axis) == 0.0f)
      entry.at("rotate").refuse("an axis that is not 0, 0, 0, and degrees");
    increment.world = glm::translate(glm::mat4(1.0f), pivot) *
                      glm::rotate(glm::mat4(1.0f), glm::radians(turn[3]), glm::normalize(axis)) *
                      glm::translate(glm::mat4(1.0f), -pivot);
  }
  return increment;
}

Expectation::Vertex vertex_of(const Place& entry, const Expectation& wanted) {
  Expectation::Vertex one{.vertex = 0, .joints = {}, .weights = {}};
  if (wanted.positions.empty())
    entry.refuse("no vertices: the scene has no mesh bound to a skeleton");
  one.vertex = entry.at("vertex").integer(0, int(wanted.positions.size()) - 1);
  for (const Place& name : entry.at("joints").entries())
    one.joints.push_back(name.joint_in(wanted.skeleton));
  if (std::adjacent_find(one.joints.begin(), one.joints.end(), std::greater_equal<>()) !=
      one.joints.end())
    entry.at("joints").refuse("joints in the scene's order, none twice");
  if (wanted.check.task == 3) return one;
  one.weights = entry.at("weights").numbers({});
  if (one.weights.size() != one.joints.size())
    entry.at("weights").refuse("as many weights as joints");
  if (entry.has("position")) one.position = entry.at("position").vector();
  if (entry.has("normal")) one.normal = entry.at("normal").vector();
  return one;
}

IkPull pull_of(const Place& entry, const Skeleton& skeleton) {
  IkPull pull;
  pull.joint = entry.at("joint").joint_in(skeleton);
  pull.end =
      entry.has("end") ? entry.at("end").vector() : skeleton.joints[std::size_t(pull.joint)].extent;
  pull.target = entry.at("target").vector();
  if (entry.has("weight")) pull.weight = entry.at("weight").number();
  if (!(pull.weight > 0.0f)) entry.at("weight").refuse("a number above 0");
  return pull;
}

/// Task 5: the pulls, and the slopes of the free joints.
void read_gradient(const Place& top, Expectation& wanted) {
  for (const Place& entry : top.at("pulls").entries())
    wanted.pulls.push_back(pull_of(entry, wanted.skeleton));
  for (const Place& entry : top.at("gradient").entries()) {
    wanted.slopes.push_back(
        {entry.at("joint").joint_in(wanted.skeleton), entry.at("slope").vector()});
    if (wanted.slopes.size() > 1 && wanted.slopes.end()[-2].joint >= wanted.slopes.back().joint)
      entry.at("joint").refuse("joints in the scene's order, none twice");
  }
}

/// "knots" and "curve": ascending times in seconds, and values.
std::vector<Knot> knots_of(const Place& list) {
  std::vector<Knot> knots;
  for (const Place& entry : list.entries()) {
    const std::vector<float> numbers = entry.numbers({2});
    if (!knots.empty() && !(numbers[0] > knots.back().time)) entry.refuse("times that rise");
    knots.push_back({numbers[0], numbers[1]});
  }
  return knots;
}

bool is_rigid(const glm::mat4& matrix) {
  constexpr float kRounding = 1e-3f;  // of numbers written by hand
  const glm::mat3 turn(matrix), square = glm::transpose(turn) * turn;
  for (int c = 0; c < 3; ++c)
    if (glm::distance(square[c], glm::mat3(1.0f)[c]) > kRounding) return false;
  return glm::determinant(turn) > 0.0f && glm::row(matrix, 3) == glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
}

/// Tasks 7 and 9: the motions of one vertex, their blend, and in task 9 the center.
void read_motions(const Place& top, Expectation& wanted) {
  float sum = 0.0f;
  for (const Place& entry : top.at("motions").entries()) {
    const Place matrix = entry.at("matrix"), weight = entry.at("weight");
    wanted.motions.push_back({matrix_of(matrix.numbers({16})), weight.number()});
    if (!is_rigid(wanted.motions.back().rigid)) matrix.refuse("a rotation and a translation");
    if (wanted.motions.back().weight < 0.0f) weight.refuse("a number that is not negative");
    sum += wanted.motions.back().weight;
  }
  if (!(std::abs(sum - 1.0f) <= 1e-3f)) top.at("motions").refuse("weights that sum to 1");
  if (wanted.check.task == 9) wanted.center = top.at("center").vector();
  const std::vector<float> numbers = top.at("blended").numbers({16, 3});
  wanted.blended = matrix_of(numbers);
  wanted.blended_origin_only = numbers.size() == 3;
}

std::vector<glm::vec3> places_of(const Place& list) {
  std::vector<glm::vec3> places;
  for (const Place& entry : list.entries()) places.push_back(entry.vector());
  return places;
}

/// A list of vertex numbers.
std::vector<int> vertices_of(const Place& list, std::size_t vertices) {
  std::vector<int> all;
  for (const Place& entry : list.entries()) all.push_back(entry.integer(0, int(vertices) - 1));
  return all;
}

/// Task 8: a surface at rest and posed, and the result of delta mush.
void read_mush(const Place& top, Expectation& wanted) {
  course::Mush& mush = wanted.mush;
  mush.rest = places_of(top.at("rest"));
  mush.posed = places_of(top.at("posed"));
  wanted.mushed = places_of(top.at("mushed"));
  const std::size_t vertices = mush.rest.size();
  if (vertices == 0) top.at("rest").refuse("at least one place");
  for (const auto& [key, places] : {std::pair{"posed", &mush.posed}, {"mushed", &wanted.mushed}})
    if (places->size() != vertices) top.at(key).refuse("one place for each of \"rest\"");
  for (const Place& list : top.at("neighbors").entries())
    mush.surface.neighbors.push_back(vertices_of(list, vertices));
  if (mush.surface.neighbors.size() != vertices)
    top.at("neighbors").refuse("one list for each place of \"rest\"");
  for (const Place& entry : top.at("triangles").entries()) {
    const std::vector<int> corners = vertices_of(entry, vertices);
    if (corners.size() != 3) entry.refuse("three vertices");
    mush.surface.triangles.emplace_back(corners[0], corners[1], corners[2]);
  }
  mush.steps = top.has("steps") ? top.at("steps").integer(0, 1000) : kMushSteps;
}

Expectation read_one(const fs::path& path, const std::string& only) {
  const std::string file = path.string(), text = io::read_file(path, kLargestFile);
  if (io::nesting_of(text) > kDeepest)
    throw io::Error(file, "", fmt::format("expected JSON that nests at most {} deep", kDeepest));
  const Json json = Json::parse(text, nullptr, false);
  const Place top{file, "", json};
  if (!json.is_object()) top.refuse("a JSON object");
  Expectation wanted;
  read_head(top, wanted);
  if (!only.empty() && wanted.check.name != only) return wanted;
  if (wanted.check.task == 6) {  // numbers alone: no scene
    wanted.knots = knots_of(top.at("knots"));
    wanted.curve = knots_of(top.at("curve"));
    if (wanted.curve.empty()) top.at("curve").refuse("at least one thing to be true");
    return wanted;
  }
  if (wanted.check.task == 7 || wanted.check.task == 9) {
    read_motions(top, wanted);
    return wanted;
  }
  if (wanted.check.task == 8) {
    read_mush(top, wanted);
    return wanted;
  }
  const std::string scene = top.at("scene").text();
  if (fs::path(scene).filename() != scene || scene.empty())
    top.at("scene").refuse("the name of a file in the same folder");
  take_scene((path.parent_path() / scene).string(), wanted);
  if (top.has("increments"))
    for (const Place& entry : top.at("increments").entries())
      wanted.increments.push_back(increment_of(entry, wanted.skeleton));
  if (wanted.check.task <= 2) {
    for (const Place& entry : top.at("posed").entries()) {
      const std::vector<float> numbers = entry.at("matrix").numbers({16, 3});
      wanted.posed.push_back(
          {entry.at("joint").joint_in(wanted.skeleton), matrix_of(numbers), numbers.size() == 3});
    }
  } else if (wanted.check.task == 5) {
    read_gradient(top, wanted);
  } else {
    for (const Place& entry : top.at("vertices").entries())
      wanted.vertices.push_back(vertex_of(entry, wanted));
  }
  if (wanted.posed.empty() && wanted.vertices.empty() && wanted.slopes.empty())
    top.refuse("at least one thing to be true");
  return wanted;
}

}  // namespace

void take_scene(const std::string& path, Expectation& wanted) {
  const Scene scene = io::load(path).scene;
  const std::vector<glm::mat4> world = world_from_nodes(scene);
  int bones = -1, mesh = -1;
  for (int n = 0; n < int(scene.nodes.size()); ++n) {
    const Node& node = scene.nodes[std::size_t(n)];
    if (mesh < 0 && node.mesh && node_index(scene, node.bound_to) >= 0) mesh = n;
    if (bones < 0 && node.skeleton) bones = n;
  }
  if (mesh >= 0) bones = node_index(scene, scene.nodes[std::size_t(mesh)].bound_to);
  if (bones < 0 || !scene.nodes[std::size_t(bones)].skeleton)
    throw io::Error(path, "", "expected a scene with a skeleton");
  wanted.skeleton = *scene.nodes[std::size_t(bones)].skeleton;
  if (mesh < 0) return;
  const glm::mat4 skeleton_from_mesh =
      glm::inverse(world[std::size_t(bones)]) * world[std::size_t(mesh)];
  const glm::mat3 for_normals = glm::transpose(glm::inverse(glm::mat3(skeleton_from_mesh)));
  const Mesh& surface = *scene.nodes[std::size_t(mesh)].mesh;
  // The source vertices come first.
  const std::vector<glm::vec3> normals = make_surface(surface).normals;
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    wanted.positions.push_back(
        glm::vec3(skeleton_from_mesh * glm::vec4(surface.positions[v], 1.0f)));
    const glm::vec3 normal = for_normals * normals[v];
    wanted.normals.push_back(glm::length(normal) > 0.0f ? glm::normalize(normal) : normal);
  }
}

std::vector<Expectation> read_hidden(const std::string& folder, const std::string& only) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  if (error || files.empty())
    throw io::Error(folder, "--hidden", "expected a folder with checks: .json files");
  std::sort(files.begin(), files.end());
  std::vector<Expectation> all;
  for (const fs::path& file : files) {
    all.push_back(read_one(file, only));
    const auto same = [&](const Expectation& one) {
      return one.check.name == all.back().check.name;
    };
    if (std::count_if(all.begin(), all.end(), same) > 1)
      throw io::Error(file.string(), "/name", "expected a name that no other file has");
  }
  return all;
}

}  // namespace marrow::cli
