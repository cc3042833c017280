// The instructor's checks: JSON files beside their scenes. Format: src/course/README.md.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/common.h"
#include "cli/grade/grade.h"
#include "course/cases.h"
#include "io/file.h"
#include "io/text.h"
#include "io/write_file.h"
#include "rig/polar_parts.h"
#include "scene/keys.h"

namespace marrow::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using course::Expectation;

constexpr std::uint64_t kLargestFile = 16u << 20;
constexpr int kDeepest = 8;
constexpr std::size_t kMostEntries = 100'000;

/// A value and its way from the top of the file, for messages.
struct Place {
  const std::string& file;
  std::string path;
  const Json& json;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw io::Error(file, path.empty() ? "/" : path, "expected " + expected);
  }
  bool has(const char* key) const { return json.is_object() && json.contains(key); }
  Place at(const char* key) const {
    if (!has(key)) refuse(fmt::format("an object with \"{}\"", key));
    return {file, path + "/" + key, json[key]};
  }
  std::vector<Place> entries() const {
    if (!json.is_array() || json.size() > kMostEntries) refuse("a list");
    std::vector<Place> all;
    for (std::size_t i = 0; i < json.size(); ++i)
      all.push_back({file, fmt::format("{}/{}", path, i), json[i]});
    return all;
  }
  std::string text() const {
    if (!json.is_string()) refuse("a text");
    return json.get<std::string>();
  }
  int integer(int low, int high) const {
    if (!json.is_number_integer() || json.get<double>() < low || json.get<double>() > high)
      refuse(fmt::format("a whole number from {} to {}", low, high));
    return json.get<int>();
  }
  float number() const {
    const double value = json.is_number() ? json.get<double>() : NAN;
    if (!(std::abs(value) <= 1e9)) refuse("a number");
    return float(value);
  }
  std::vector<float> numbers(std::initializer_list<std::size_t> counts) const {
    if (!json.is_array() ||
        (counts.size() > 0 && std::find(counts.begin(), counts.end(), json.size()) == counts.end()))
      refuse(counts.size() == 0 ? "a list of numbers"
                                : fmt::format("a list of {} numbers", *counts.begin()));
    std::vector<float> values;
    for (const Place& entry : entries()) values.push_back(entry.number());
    return values;
  }
  glm::vec3 vector() const {
    const std::vector<float> values = numbers({3});
    return {values[0], values[1], values[2]};
  }
  int joint_in(const Skeleton& skeleton) const {
    const int joint = joint_index(skeleton, text());
    if (joint < 0) refuse("the name of a joint of the scene");
    return joint;
  }
};

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
  constexpr course::Stage kStages[] = {course::Stage::kinematics,  course::Stage::increment,
                                       course::Stage::find_joints, course::Stage::skin,
                                       course::Stage::gradient,    course::Stage::curve,
                                       course::Stage::dual_blend,  course::Stage::delta_mush};
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

/// The first bound mesh and its skeleton; without one the first skeleton.
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
  const std::vector<glm::vec3> normals =
      make_surface(surface).normals;  // the first ones are the source vertices'
  for (std::size_t v = 0; v < surface.positions.size(); ++v) {
    wanted.positions.push_back(
        glm::vec3(skeleton_from_mesh * glm::vec4(surface.positions[v], 1.0f)));
    const glm::vec3 normal = for_normals * normals[v];
    wanted.normals.push_back(glm::length(normal) > 0.0f ? glm::normalize(normal) : normal);
  }
}

/// "matrix", or "rotate" about the joint's origin (as the scene has it), or "translate".
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

/// "knots" and "curve": times that rise, in seconds, and values.
std::vector<Knot> knots_of(const Place& list) {
  std::vector<Knot> knots;
  for (const Place& entry : list.entries()) {
    const std::vector<float> numbers = entry.numbers({2});
    if (!knots.empty() && !(numbers[0] > knots.back().time)) entry.refuse("times that rise");
    knots.push_back({numbers[0], numbers[1]});
  }
  return knots;
}

/// A rotation and a translation.
bool is_rigid(const glm::mat4& matrix) {
  constexpr float kRounding = 1e-3f;  // of numbers written by hand
  const glm::mat3 turn(matrix), square = glm::transpose(turn) * turn;
  for (int c = 0; c < 3; ++c)
    if (glm::distance(square[c], glm::mat3(1.0f)[c]) > kRounding) return false;
  return glm::determinant(turn) > 0.0f && glm::row(matrix, 3) == glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
}

/// Task 7: the motions of one vertex, and what they blend to.
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
  const std::vector<float> numbers = top.at("blended").numbers({16, 3});
  wanted.blended = matrix_of(numbers);
  wanted.blended_origin_only = numbers.size() == 3;
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
  if (wanted.check.task == 7) {
    read_motions(top, wanted);
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

Json list_of(const float* values, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(values[i]);
  return list;
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
  if (wanted.check.task == 7) {
    for (const Expectation::Motion& one : wanted.motions)
      json["motions"].push_back({{"matrix", list_of(&one.rigid[0].x, 16)}, {"weight", one.weight}});
    json["blended"] = list_of(&wanted.blended[0].x, 16);
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

/// 30 degrees about a slanted axis through the skeleton's origin, for every joint of few and some
/// of many, from the hands to the root.
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

/// Pulls the tips of the last joint and of the one half way to it by half a bone, to different
/// sides.
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

/// The motions of the vertex that linear blending shrinks most: the rigid parts of its joints' T.
void take_motions(const std::string& path, const Tasks& textbook, Expectation& wanted) {
  const std::vector<glm::mat4> bind = textbook.bind_matrices(wanted.skeleton);
  const std::vector<PolarParts> parts =
      polar_parts(textbook.skinning_matrices(textbook.posed_matrices(wanted.skeleton), bind));
  const JointLists lists = textbook.find_joints(wanted.skeleton, bind, wanted.positions);
  double least = 1.0 - 1e-6;  // of determinants; 1 where nothing shrinks
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
    wanted.motions = std::move(motions);
  }
  if (wanted.motions.empty())
    throw io::Error(path, "", "expected a posed scene with a vertex that several joints turn");
}

}  // namespace

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

void make_hidden(const GradeOptions& options) {
  constexpr int kVertices = 40;
  if (!has_solution()) throw UsageError("--make-hidden: a handout does not know what is right");
  if (options.tasks.size() != 1 || options.tasks[0] > kTasks)
    throw UsageError(fmt::format("--make-hidden: expected --task N, one from 1 to {}", kTasks));
  if (fs::path(options.out).extension() != ".json")
    throw UsageError("--make-hidden: expected -o FILE.json");
  Expectation wanted;
  const fs::path out = options.out, scene = options.make_hidden;
  wanted.check.task = options.tasks[0];
  wanted.check.name = "hidden." + out.stem().string();
  wanted.check.story = "as the instructor's " + scene.filename().string();
  wanted.visibility = "hidden";
  if (wanted.check.task == 6)
    take_curve(scene.string(), wanted);
  else
    take_scene(scene.string(), wanted);
  std::vector<int> vertices;
  for (std::size_t v = 0; v < wanted.positions.size();
       v += std::max<std::size_t>(1, wanted.positions.size() / kVertices))
    vertices.push_back(int(v));
  if (wanted.check.task == 2) add_increments(wanted);
  const Tasks& textbook = tasks_of(Backend::textbook);
  if (wanted.check.task == 5) add_pulls(wanted, textbook.posed_matrices(wanted.skeleton));
  if (wanted.check.task == 7) take_motions(scene.string(), textbook, wanted);
  course::fill_in(wanted, vertices, textbook);
  const fs::path beside = out.parent_path() / scene.filename();
  if (wanted.check.task < 6 && !fs::exists(beside)) io::write_file(beside, io::read_file(scene));
  io::write_file(out, in_json(wanted, scene.filename().string()).dump(1) + "\n");
}

}  // namespace marrow::cli
