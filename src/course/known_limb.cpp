#include "course/known_limb.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "course/mistakes.h"
#include "rig/bones.h"
#include "rig/skinning/weights.h"

namespace marrow::course {

namespace {

using Matrices = std::vector<glm::mat4>;
using Vectors = std::vector<glm::vec3>;

/// The expected results of a limb, by hand.
struct Expected {
  JointLists lists;
  std::vector<std::vector<float>> distances;
  Rows rows;  ///< empty: uncovered
  Vectors positions, normals;
  std::vector<std::string> nearest;  ///< per vertex: the joint to name
};

/// The weight of the second of two bones at distances a and b: (1/b) / (1/a + 1/b) = a / (a + b).
float share_of_second(const Limb& limb, const std::vector<int>& two,
                      const std::vector<float>& distances) {
  float a = distances[0], b = distances[1];
  if (has_linear_weights()) {  // as (1 - b / r) / (1 - a / r + 1 - b / r)
    a = 1.0f - distances[1] / limb.skeleton.joints[std::size_t(two[1])].radius;
    b = 1.0f - distances[0] / limb.skeleton.joints[std::size_t(two[0])].radius;
  }
  return a + b > 0.0f ? a / (a + b) : 0.5f;
}

/// The transformed normal: perpendicular to the surface, which two transformed tangents span.
glm::vec3 perpendicular(const glm::mat4& m, const glm::vec3& normal) {
  const glm::vec3 aside =
      std::abs(normal.x) < 0.5f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
  const glm::vec3 one = glm::normalize(glm::cross(normal, aside)), other = glm::cross(normal, one);
  const glm::vec3 origin = image(m, glm::vec3(0.0f));
  return glm::normalize(glm::cross(image(m, one) - origin, image(m, other) - origin));
}

Expected expected_of(const Limb& limb) {
  Expected expected;
  for (std::size_t i = 0; i < limb.mesh.positions.size(); ++i) {
    const glm::vec3& position = limb.mesh.positions[i];
    std::vector<int>& list = expected.lists.emplace_back();
    std::vector<float>& distances = expected.distances.emplace_back();
    for (std::size_t j = 0; j < limb.bind.size(); ++j) {
      const Joint& joint = limb.skeleton.joints[j];
      const float distance =
          least_distance(glm::vec3(limb.bind[j][3]), image(limb.bind[j], joint.extent), position);
      if (!is_in_capsule(distance, joint.radius)) continue;
      list.push_back(int(j));
      distances.push_back(distance);
    }
    const float second = list.size() == 2 ? share_of_second(limb, list, distances) : 0.0f;
    auto& row = expected.rows.emplace_back();
    for (std::size_t k = 0; k < list.size(); ++k)
      row.emplace_back(list[k], k == 1 ? second : 1.0f - second);
    const glm::mat4 blended = blend(limb.skinning, row);
    const bool covered = !list.empty();
    expected.positions.push_back(covered ? image(blended, position) : position);
    expected.normals.push_back(covered ? perpendicular(blended, limb.mesh.normals[i])
                                       : limb.mesh.normals[i]);
    expected.nearest.push_back(
        covered ? limb.skeleton.joints[std::size_t(list[second > 0.5f ? 1 : 0])].name : "");
  }
  return expected;
}

/// The functions' results. After a result of wrong size the later ones are empty.
struct Found {
  Matrices bind, posed, skinning;
  JointLists lists;
  Influences influences;
  std::vector<std::string> problems;
  Vectors positions, normals;
};

bool are_usable(const JointLists& lists, std::size_t vertices, std::size_t joints) {
  const auto is_joint = [&](int joint) { return joint >= 0 && joint < int(joints); };
  return lists.size() == vertices &&
         std::all_of(lists.begin(), lists.end(), [&](const std::vector<int>& list) {
           return std::all_of(list.begin(), list.end(), is_joint);
         });
}

Found found_by(const Tasks& tasks, const Limb& limb) {
  Found found;
  const std::size_t joints = limb.skeleton.joints.size();
  found.bind = tasks.bind_matrices(limb.skeleton);
  found.posed = tasks.posed_matrices(limb.skeleton);
  if (found.bind.size() != joints || found.posed.size() != joints) return found;
  found.skinning = tasks.skinning_matrices(found.posed, found.bind);
  found.lists = tasks.find_joints(limb.skeleton, found.bind, limb.mesh.positions);
  if (found.skinning.size() != joints ||
      !are_usable(found.lists, limb.mesh.positions.size(), joints))
    return found;
  found.influences = capsule_influences(limb.skeleton, found.bind, limb.mesh.positions, found.lists,
                                        tasks, &found.problems);
  tasks.skin(found.skinning, found.influences, limb.mesh.positions, limb.mesh.normals,
             found.positions, found.normals);
  return found;
}

bool judge_kinematics(Judge& judge, const Limb& limb, const Found& found) {
  judge.at_stage(Stage::kinematics);
  judge.law("the matrices are wrong before any vertex moves: the checks of task 1 say more");
  const std::size_t joints = limb.bind.size();
  if (!judge.has_size("bind matrices", joints, found.bind.size()) ||
      !judge.has_size("posed matrices", joints, found.posed.size()) ||
      !judge.has_size("skinning matrices", joints, found.skinning.size()))
    return false;
  std::vector<glm::mat4> posed;
  for (std::size_t j = 0; j < joints; ++j) posed.push_back(limb.skinning[j] * limb.bind[j]);
  for (std::size_t j = 0; j < joints; ++j) {
    judge.at_joint(limb.skeleton.joints[j].name);
    judge.is_placed("at rest B", limb.bind[j], found.bind[j],
                    bind_mistakes(limb.skeleton, j, limb.bind));
    judge.is_placed("posed W", posed[j], found.posed[j],
                    posed_mistakes(limb.skeleton, j, posed, limb.bind));
    judge.is_matrix("T = W B^-1", limb.skinning[j], found.skinning[j],
                    skinning_mistakes(posed[j], limb.bind[j]));
  }
  judge.at_joint({});
  return judge.all_well();
}

/// "0.25 away from "upper" and 0.5 from "lower""
std::string distances_in_words(const Limb& limb, const Expected& expected, std::size_t vertex) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < expected.lists[vertex].size(); ++k)
    words.push_back(fmt::format("{:.4g} from \"{}\"", expected.distances[vertex][k],
                                limb.skeleton.joints[std::size_t(expected.lists[vertex][k])].name));
  return fmt::format("{}", fmt::join(words, " and "));
}

bool judge_weights(Judge& judge, const Limb& limb, const Found& found, const Expected& expected) {
  judge.at_stage(Stage::weights);
  judge.law(has_linear_weights() ? "w = ((r - d) / r) / (sum of the same over the list)"
                                 : "w = (1 / max(d, 1e-6)) / (sum of the same over the list)");
  judge.at_joints({});
  std::vector<std::string> whats, names;
  std::vector<float> weights, got;
  std::vector<int> vertices;
  for (std::size_t i = 0; i < expected.lists.size(); ++i) {
    const std::vector<int>& list = expected.lists[i];
    const std::string place = distances_in_words(limb, expected, i);
    const std::string problem = found.problems.empty()
                                    ? fmt::format("{} weights", found.influences.row_size(i))
                                    : found.problems.front();
    judge.at_vertex(int(i));
    judge.at_joint(expected.nearest[i]);
    if (!judge.is_true(
            found.influences.row_size(i) == list.size(),
            fmt::format("of a vertex {} {} weights that are numbers", place, list.size()), problem))
      return false;
    for (std::size_t k = 0; k < list.size(); ++k) {
      vertices.push_back(int(i));
      names.push_back(limb.skeleton.joints[std::size_t(list[k])].name);
      whats.push_back(fmt::format("{} away, \"{}\" weighs", place, names.back()));
      weights.push_back(expected.rows[i][k].second);
      got.push_back(found.influences.weight[found.influences.row_begin(i) + k]);
    }
  }
  judge.at_vertex(-1);
  judge.at_joints(names);
  if (!judge.are_numbers(whats, weights, got, weights_mistakes(expected.distances), vertices))
    return false;
  judge.at_joints(expected.nearest);
  return true;
}

bool judge_vertices(Judge& judge, const Limb& limb, const Found& found, const Expected& expected) {
  judge.at_stage(Stage::skin);
  judge.law("lists and weights are right: v' = M v with M = sum of w_j T_j");
  const Vectors& rest = limb.mesh.positions;
  if (!judge.are_vertices(labels("with these lists and weights the position", rest, "goes to"),
                          expected.positions, found.positions,
                          position_mistakes(limb.skinning, expected.rows, rest)))
    return false;
  judge.at_stage(Stage::normals);
  judge.law(
      "positions are right: a normal goes by the inverse transpose of M's 3x3 and has unit length");
  return judge.are_normals(labels("the normal", limb.mesh.normals, "turns to"), expected.positions,
                           expected.normals, found.normals,
                           normal_mistakes(limb.skinning, expected.rows, limb.mesh.normals));
}

/// Shows the resulting mesh next to the expected one, whichever stage failed first.
void show_mesh(Outcome& outcome, const Found& found, const Expected& expected) {
  if (outcome.passed || outcome.points_are_vertices ||
      found.positions.size() != expected.positions.size())
    return;
  Judge judge;
  if (judge.are_vertices(std::vector<std::string>(expected.positions.size()), expected.positions,
                         found.positions))
    return;
  outcome.expected_points = judge.outcome().expected_points;
  outcome.got_points = judge.outcome().got_points;
  outcome.points_are_vertices = true;
  if (outcome.vertex < 0) outcome.vertex = judge.outcome().vertex;
}

}  // namespace

bool judge_nearest(Judge& judge, const Tasks& tasks, const std::vector<Segment>& bones,
                   const Vectors& points, const Vectors& nearest) {
  std::vector<std::string> whats;
  Vectors got;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Segment& bone = bones[i];
    whats.push_back(fmt::format("of the bone from {} to {} the point nearest to {} is",
                                in_words(bone.start), in_words(bone.end), in_words(points[i])));
    got.push_back(tasks.closest_on_line_segment(bone.start, bone.end, points[i]));
  }
  return judge.are_points(whats, points, nearest, got, closest_mistakes(bones, points));
}

bool judge_closest(Judge& judge, const Tasks& tasks, const Skeleton& skeleton, const Matrices& bind,
                   const Vectors& positions) {
  judge.at_stage(Stage::closest_point);
  judge.law(
      "the answer is start + t (end - start), t = dot(point - start, d) / dot(d, d) clamped to [0, "
      "1]");
  for (std::size_t j = 0; j < bind.size() && judge.all_well(); ++j) {
    const Segment bone{glm::vec3(bind[j][3]), image(bind[j], skeleton.joints[j].extent)};
    Vectors nearest;
    for (const glm::vec3& position : positions)
      nearest.push_back(nearest_by_search(bone.start, bone.end, position));
    judge.at_joint(skeleton.joints[j].name);
    judge_nearest(judge, tasks, std::vector<Segment>(positions.size(), bone), positions, nearest);
  }
  judge.at_joint({});
  return judge.all_well();
}

bool judge_lists(Judge& judge, const Skeleton& skeleton, const Matrices& bind,
                 const Vectors& positions, const JointLists& expected, const JointLists& got) {
  judge.at_stage(Stage::find_joints);
  const std::vector<std::string> disputed = disputed_joints(skeleton, expected, got);
  judge.at_joints(disputed);
  return judge.are_lists(lists_in_words(skeleton, bind, positions, disputed), positions, expected,
                         got, lists_mistakes(skeleton, bind, positions, expected));
}

Limb make_arm() {
  Limb arm;
  add_joint(arm.skeleton, "upper", -1, moved(1.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.75f);
  add_joint(arm.skeleton, "lower", 0, moved(2.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.75f);
  arm.mesh = make_tube(1.0f, 5.0f, 9, 0.5f);
  add_vertex(arm.mesh, {3.0f, 2.5f, 0.0f}, {0.0f, 1.0f, 0.0f});
  add_vertex(arm.mesh, {-0.5f, 0.0f, 1.5f}, {0.0f, 0.0f, 1.0f});
  arm.bind = {moved(1.0f, 0.0f, 0.0f), moved(3.0f, 0.0f, 0.0f)};
  arm.skinning = {glm::mat4(1.0f), glm::mat4(1.0f)};
  return arm;
}

void pose(Limb& limb, std::size_t joint, const glm::mat4& skinning) {
  Joint& posed = limb.skeleton.joints[joint];
  posed.user_local = glm::affineInverse(limb.bind[joint]) * skinning * limb.bind[joint];
  const glm::mat4 parent =
      posed.parent < 0 ? glm::mat4(1.0f) : limb.skinning[std::size_t(posed.parent)];
  for (std::size_t j = joint; j < limb.bind.size(); ++j) {
    if (is_in_subtree(limb.skeleton, int(joint), int(j))) limb.skinning[j] = parent * skinning;
  }
}

Outcome judge_whole_way(const Tasks& tasks, const Limb& given) {
  Judge judge;
  Limb limb = given;
  // The engine computes linear weights, because only it has the radii.
  if (has_linear_weights()) limb.skeleton.falloff = Falloff::linear;
  const Expected expected = expected_of(limb);
  const Found found = found_by(tasks, limb);
  const Vectors& rest = limb.mesh.positions;
  const bool is_right =
      judge_kinematics(judge, limb, found) &&
      judge_closest(judge, tasks, limb.skeleton, limb.bind, rest) &&
      judge_lists(judge, limb.skeleton, limb.bind, rest, expected.lists, found.lists) &&
      judge_weights(judge, limb, found, expected) && judge_vertices(judge, limb, found, expected);
  if (!is_right) show_mesh(judge.outcome(), found, expected);
  return judge.outcome();
}

}  // namespace marrow::course
