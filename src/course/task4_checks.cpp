// Checks of task 4: weights, and skin() of positions and normals.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "course/cases.h"
#include "course/judge.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

constexpr const char* kWholeWay = "this check goes the whole way from joints to vertices: make the checks of tasks 1 to 3 pass first";

// ---- Weights --------------------------------------------------------------------------------------------------------

Outcome weights_by_hand(const Tasks& tasks) {
  Judge judge;
  judge.suspect("w = (1 / d) / (sum of 1 / d): nearer bones weigh more, and all weights together are 1");
  judge.has_size("weights of an empty list", 0, tasks.inverse_distance_weights({}).size());
  const std::vector<float> alone = tasks.inverse_distance_weights({0.5f});
  if (judge.has_size("weights", 1, alone.size())) judge.is_number("a single joint weighs", 1.0f, alone[0]);
  const std::vector<float> two = tasks.inverse_distance_weights({1.0f, 3.0f});
  if (!judge.has_size("weights", 2, two.size())) return judge.outcome();
  judge.is_number("of distances 1 and 3 the first weighs", 0.75f, two[0]);
  judge.is_number("of distances 1 and 3 the second weighs", 0.25f, two[1]);
  return judge.outcome();
}

Outcome weights_on_a_bone(const Tasks& tasks) {
  Judge judge;
  judge.suspect("1 / d has no value at d = 0: use 1 / max(d, 1e-6)");
  const std::vector<float> one = tasks.inverse_distance_weights({0.0f, 1.0f});
  if (!judge.has_size("weights", 2, one.size())) return judge.outcome();
  judge.is_number("a vertex on the first bone follows it with weight", 1.0f, one[0]);
  judge.is_number("and the other, at distance 1, with weight", 0.0f, one[1]);
  const std::vector<float> both = tasks.inverse_distance_weights({0.0f, 0.0f});
  if (!judge.has_size("weights", 2, both.size())) return judge.outcome();
  judge.is_number("a vertex on two bones follows the first with weight", 0.5f, both[0]);
  judge.is_number("and the second with weight", 0.5f, both[1]);
  return judge.outcome();
}

Outcome weights_are_shares(const Tasks& tasks) {
  Judge judge;
  judge.suspect("divide each 1 / max(d, 1e-6) by the sum over the list");
  std::mt19937 random(41);
  for (int round = 0; round < 40 && judge.all_well(); ++round) {
    std::vector<float> distances(std::size_t(1 + round % 7));
    for (float& distance : distances) distance = random_number(random, 0.001f, 2.0f);
    const std::vector<float> weights = tasks.inverse_distance_weights(distances);
    if (!judge.has_size("weights", distances.size(), weights.size())) break;
    judge.is_number("the weights sum to", 1.0f, std::accumulate(weights.begin(), weights.end(), 0.0f));
    for (std::size_t k = 0; k < weights.size(); ++k) {
      judge.is_true(weights[k] > 0.0f, "every listed joint has a positive weight", fmt::format("{:.6g}", weights[k]));
      judge.is_number("weights are to each other as 1 / d: w d compared with the first", weights[0] * distances[0],
                      weights[k] * distances[k]);
    }
  }
  return judge.outcome();
}

// ---- skin() with matrices and weights given -------------------------------------------------------------------------

struct Result {
  std::vector<glm::vec3> positions, normals;
};

/// skin() of a few vertices; outputs come in with the wrong size and old content, as a frame before this one would leave them.
Result skin(const Tasks& tasks, const std::vector<glm::mat4>& skinning, const Influences& influences,
            const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals) {
  Result result;
  result.positions.assign(positions.size() + 3, glm::vec3(100.0f));
  result.normals.assign(normals.size() + 3, glm::vec3(100.0f));
  tasks.skin(skinning, influences, positions, normals, result.positions, result.normals);
  return result;
}

bool has_sizes(Judge& judge, const Result& result, std::size_t vertices) {
  judge.has_size("positions (the outputs are resized to the vertices given)", vertices, result.positions.size());
  return judge.has_size("normals (the outputs are resized to the vertices given)", vertices, result.normals.size());
}

Outcome blend_by_hand(const Tasks& tasks) {
  Judge judge;
  const std::vector<glm::mat4> skinning{moved(0.0f, 0.0f, 8.0f), moved(0.0f, 4.0f, 0.0f) * turned_z(90.0f)};
  const Influences influences = make_influences({{{0, 1.0f}}, {{1, 1.0f}}, {{0, 0.25f}, {1, 0.75f}}});
  const glm::vec3 vertex(2.0f, 0.0f, 0.0f), normal(0.0f, 0.0f, 1.0f);
  const Result result = skin(tasks, skinning, influences, {vertex, vertex, vertex}, {normal, normal, normal});
  if (!has_sizes(judge, result, 3)) return judge.outcome();
  judge.at_vertex(0);
  judge.is_point("moved up by the first joint, (2, 0, 0) goes to", {2.0f, 0.0f, 8.0f}, result.positions[0],
                 {{{2.0f, 0.0f, 0.0f}, "a point moves with the translation too: M (x, y, z, 1)"}});
  judge.at_vertex(1);
  judge.is_point("turned and moved by the second joint, (2, 0, 0) goes to", {0.0f, 6.0f, 0.0f}, result.positions[1]);
  judge.at_vertex(2);
  judge.is_point(
      "a quarter of the first and three of the second give", {0.5f, 4.5f, 2.0f}, result.positions[2],
      {{{2.0f, 6.0f, 8.0f}, "each T_j v counts with its weight"}, {{1.5f, 1.5f, 6.0f}, "the weights belong to the wrong joints"}});
  return judge.outcome();
}

Outcome rest_stays(const Tasks& tasks) {
  Judge judge;
  judge.suspect("T = I and weights that sum to 1 move nothing");
  const Arm arm = make_arm();
  const std::vector<std::vector<std::pair<int, float>>> rows(arm.positions.size(), {{0, 0.5f}, {1, 0.5f}});
  const Result result = skin(tasks, {glm::mat4(1.0f), glm::mat4(1.0f)}, make_influences(rows), arm.positions, arm.normals);
  if (!has_sizes(judge, result, arm.positions.size())) return judge.outcome();
  for (std::size_t i = 0; i < arm.positions.size(); ++i) {
    judge.at_vertex(int(i));
    judge.is_point("at rest the vertex stays at", arm.positions[i], result.positions[i]);
    judge.is_point("at rest the normal stays", arm.normals[i], result.normals[i]);
  }
  const Result later = skin(tasks, {moved(0.0f, 0.0f, 1.0f), moved(0.0f, 0.0f, 1.0f)}, make_influences(rows), arm.positions, arm.normals);
  if (!has_sizes(judge, later, arm.positions.size())) return judge.outcome();
  judge.suspect("only at rest does everything stay: v' = M v");
  judge.at_vertex(Arm::kEndCap);
  judge.is_point("once both joints moved up by 1, the far cap goes to", {5.0f, 0.0f, 1.0f}, later.positions[Arm::kEndCap]);
  return judge.outcome();
}

Outcome normals_do_not_translate(const Tasks& tasks) {
  Judge judge;
  const glm::vec3 normal(0.0f, 1.0f, 0.0f);
  const Result result = skin(tasks, {moved(5.0f, 0.0f, 0.0f)}, make_influences({{{0, 1.0f}}}), {{1.0f, 2.0f, 3.0f}}, {normal});
  if (!has_sizes(judge, result, 1)) return judge.outcome();
  judge.at_vertex(0);
  judge.is_point("a joint moved by (5, 0, 0) takes (1, 2, 3) to", {6.0f, 2.0f, 3.0f}, result.positions[0]);
  judge.is_point("a joint moved by (5, 0, 0) leaves the normal", normal, result.normals[0],
                 {{{5.0f, 1.0f, 0.0f}, "a normal is a direction: it does not move with the translation"},
                  {glm::normalize(glm::vec3(5.0f, 1.0f, 0.0f)), "a normal is a direction: it does not move with the translation"},
                  {{-5.0f, 1.0f, 0.0f}, "the translation must not be subtracted either: use the upper-left 3x3"}});
  return judge.outcome();
}

Outcome normals_turn(const Tasks& tasks) {
  Judge judge;
  const Arm arm = make_arm();
  const std::vector<std::vector<std::pair<int, float>>> rows(Arm::kRingSize, {{0, 1.0f}});
  const std::vector<glm::vec3> positions(arm.positions.begin(), arm.positions.begin() + Arm::kRingSize);
  const std::vector<glm::vec3> normals(arm.normals.begin(), arm.normals.begin() + Arm::kRingSize);
  const Result result = skin(tasks, {turned_z(90.0f)}, make_influences(rows), positions, normals);
  if (!has_sizes(judge, result, Arm::kRingSize)) return judge.outcome();
  for (std::size_t i = 0; i < normals.size(); ++i) {
    judge.at_vertex(int(i));
    judge.is_point(
        fmt::format("a quarter turn about z takes the normal {} to", in_words(normals[i])), {-normals[i].y, normals[i].x, normals[i].z},
        result.normals[i],
        {{normals[i], "the normals are left as they were: they turn with the mesh"},
         {{normals[i].y, -normals[i].x, normals[i].z}, "the normal turns the wrong way: inverse and transpose, both or neither"}});
  }
  return judge.outcome();
}

Outcome normals_of_a_stretch(const Tasks& tasks) {
  Judge judge;
  const glm::vec3 slope = glm::normalize(glm::vec3(1.0f, 1.0f, 0.0f));
  const Result result = skin(tasks, {stretched(2.0f, 1.0f, 1.0f), stretched(-1.0f, 1.0f, 1.0f)},
                             make_influences({{{0, 1.0f}}, {{1, 1.0f}}}), {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}}, {slope, slope});
  if (!has_sizes(judge, result, 2)) return judge.outcome();
  judge.at_vertex(0);
  judge.is_point("stretched twice along x, a slope of 45 degrees has the normal", glm::normalize(glm::vec3(1.0f, 2.0f, 0.0f)),
                 result.normals[0],
                 {{glm::normalize(glm::vec3(2.0f, 1.0f, 0.0f)), "normals go by the inverse-transpose, not by M itself"},
                  {slope, "the normals are left as they were"},
                  {glm::vec3(0.5f, 1.0f, 0.0f) * slope.x, "a normal has unit length: normalize it"},
                  {glm::vec3(1.0f, 2.0f, 0.0f) * slope.x, "a normal has unit length: normalize it"}});
  judge.at_vertex(1);
  judge.is_point("mirrored along x, the normal is", {-slope.x, slope.y, 0.0f}, result.normals[1],
                 {{{slope.x, -slope.y, 0.0f}, "cofactors alone turn a mirrored normal inside out: times the sign of the determinant"}});
  return judge.outcome();
}

Outcome normals_of_a_flat_joint(const Tasks& tasks) {
  Judge judge;
  judge.suspect("a singular M has no inverse: use the cofactor matrix, and keep the normal where the result is zero");
  const Result result =
      skin(tasks, {stretched(1.0f, 1.0f, 0.0f), stretched(0.0f, 0.0f, 0.0f)}, make_influences({{{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}}}),
           {{1.0f, 2.0f, 3.0f}, {1.0f, 2.0f, 3.0f}, {1.0f, 2.0f, 3.0f}}, {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}});
  if (!has_sizes(judge, result, 3)) return judge.outcome();
  judge.at_vertex(0);
  judge.is_point("flattened along z, (1, 2, 3) goes to", {1.0f, 2.0f, 0.0f}, result.positions[0]);
  judge.is_point("and its normal along z stays", {0.0f, 0.0f, 1.0f}, result.normals[0]);
  judge.at_vertex(1);
  judge.is_point("a normal along x, whose face has become a line, is kept", {1.0f, 0.0f, 0.0f}, result.normals[1]);
  judge.at_vertex(2);
  judge.is_point("scaled to a point, the normal is kept", {0.0f, 1.0f, 0.0f}, result.normals[2]);
  return judge.outcome();
}

Outcome uncovered_stay(const Tasks& tasks) {
  Judge judge;
  std::vector<std::vector<std::pair<int, float>>> rows(40, {{0, 1.0f}});
  std::vector<glm::vec3> positions, normals(rows.size(), {0.0f, 1.0f, 0.0f});
  for (std::size_t i = 0; i < rows.size(); ++i) positions.push_back({1.0f, float(i), 2.0f});
  rows[7].clear();  // 5 % uncovered
  rows[39].clear();
  const Result result = skin(tasks, {moved(0.0f, 0.0f, 3.0f) * turned_x(90.0f)}, make_influences(rows), positions, normals);
  if (!has_sizes(judge, result, rows.size())) return judge.outcome();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    judge.at_vertex(int(i));
    const bool covered = !rows[i].empty();
    const glm::vec3 moves_to(1.0f, -2.0f, 3.0f + float(i));
    judge.is_point(covered ? "the joint takes the vertex to" : "no joint holds the vertex: it stays at", covered ? moves_to : positions[i],
                   result.positions[i],
                   {{glm::vec3(0.0f), "an empty list sums to zero: such a vertex keeps its place"},
                    {glm::vec3(100.0f), "the output keeps what the frame before left there: copy the input"}});
    judge.is_point(covered ? "the joint turns the normal to" : "no joint holds the vertex: its normal stays",
                   covered ? glm::vec3(0.0f, 0.0f, 1.0f) : normals[i], result.normals[i]);
  }
  return judge.outcome();
}

// ---- From joints to vertices ----------------------------------------------------------------------------------------

bool is_complete(Judge& judge, const Skinned& skinned) {
  return judge.is_true(skinned.has_right_sizes, "one matrix a joint, one list, position and normal a vertex, joints that are there",
                       "something else");
}

/// The lower arm bends a quarter about z at the elbow, (3, 0, 0).
Outcome bent_elbow(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kWholeWay);
  Arm arm = make_arm();
  arm.skeleton.joints[1].user_local = turned_z(90.0f);
  const Skinned skinned = skinned_by(tasks, arm);
  if (!is_complete(judge, skinned)) return judge.outcome();
  const auto bent = [](const glm::vec3& p) { return glm::vec3(3.0f - p.y, p.x - 3.0f, p.z); };
  for (int i = 0; i < Arm::kRings * Arm::kRingSize; ++i) {
    const glm::vec3 rest = arm.positions[std::size_t(i)];
    judge.at_vertex(i);
    const glm::vec3 got = skinned.positions[std::size_t(i)];
    if (rest.x < 2.25f) judge.is_point("the upper arm stays at", rest, got);
    if (rest.x > 3.75f) judge.is_point("the lower arm turns about the elbow to", bent(rest), got);
    if (rest.x == 3.0f) judge.is_point("on the elbow's ring both bones are equally near: half way", 0.5f * (rest + bent(rest)), got);
  }
  const float away = std::sqrt(0.5f);  // from the ring at x = 2.5 to the elbow; the upper bone is 0.5 away
  for (int i = 3 * Arm::kRingSize; i < 4 * Arm::kRingSize; ++i) {
    const glm::vec3 rest = arm.positions[std::size_t(i)];
    const float upper = (1.0f / 0.5f) / (1.0f / 0.5f + 1.0f / away);
    judge.at_vertex(i);
    judge.is_point("0.5 from the upper bone and 0.7071 from the lower one, the vertex goes to", upper * rest + (1.0f - upper) * bent(rest),
                   skinned.positions[std::size_t(i)]);
  }
  return judge.outcome();
}

Outcome caps_on_the_axis(const Tasks& tasks) {
  Judge judge;
  judge.suspect("the cap's centre lies on the bone: 1 / d needs the guard max(d, 1e-6)");
  Arm arm = make_arm();
  arm.skeleton.joints[0].user_local = turned_z(90.0f);
  arm.skeleton.joints[1].user_local = turned_z(-90.0f);
  const Skinned skinned = skinned_by(tasks, arm);
  if (!is_complete(judge, skinned)) return judge.outcome();
  judge.at_vertex(Arm::kStartCap);
  judge.is_point("the cap at the shoulder stays at", {1.0f, 0.0f, 0.0f}, skinned.positions[Arm::kStartCap]);
  judge.is_point("its normal turns to", {0.0f, -1.0f, 0.0f}, skinned.normals[Arm::kStartCap]);
  judge.at_vertex(Arm::kEndCap);
  judge.is_point("the cap at the hand goes to", {3.0f, 2.0f, 0.0f}, skinned.positions[Arm::kEndCap]);
  judge.is_point("its normal still points along", {1.0f, 0.0f, 0.0f}, skinned.normals[Arm::kEndCap]);
  return judge.outcome();
}

Outcome rigid_root(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kWholeWay);
  std::mt19937 random(42);
  Arm arm = make_arm();
  const glm::mat4 motion = random_rigid(random), rest = arm.skeleton.joints[0].bind_local;
  arm.skeleton.joints[0].user_local = glm::inverse(rest) * motion * rest;
  const Skinned skinned = skinned_by(tasks, arm);
  if (!is_complete(judge, skinned)) return judge.outcome();
  for (int i = 0; i < Arm::kCount; ++i) {
    const std::size_t at = std::size_t(i);
    const bool covered = i < Arm::kFar;
    judge.at_vertex(i);
    judge.is_point(covered ? "with the whole arm moved rigidly the vertex goes to" : "no capsule holds the vertex: it stays at",
                   covered ? image(motion, arm.positions[at]) : arm.positions[at], skinned.positions[at]);
    judge.is_point(covered ? "and its normal turns to" : "and its normal stays",
                   covered ? glm::mat3(motion) * arm.normals[at] : arm.normals[at], skinned.normals[at]);
  }
  return judge.outcome();
}

Outcome shuffled_vertices(const Tasks& tasks) {
  Judge judge;
  judge.suspect("row i of the influences belongs to positions[i] and normals[i]: some other index was used");
  Arm arm = make_arm();
  std::vector<std::vector<std::pair<int, float>>> rows;
  for (const glm::vec3& position : arm.positions) {
    const float lower = glm::clamp((position.x - 2.0f) / 2.0f, 0.0f, 1.0f);
    rows.push_back({{0, 1.0f - lower}, {1, lower}});
  }
  const std::vector<glm::mat4> skinning{glm::mat4(1.0f), moved(3.0f, 0.0f, 0.0f) * turned_z(60.0f) * moved(-3.0f, 0.0f, 0.0f)};
  const Result in_order = skin(tasks, skinning, make_influences(rows), arm.positions, arm.normals);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(43));
  std::vector<std::vector<std::pair<int, float>>> shuffled_rows;
  std::vector<glm::vec3> positions, normals;
  for (const std::size_t i : order) {
    shuffled_rows.push_back(rows[i]);
    positions.push_back(arm.positions[i]);
    normals.push_back(arm.normals[i]);
  }
  const Result shuffled = skin(tasks, skinning, make_influences(shuffled_rows), positions, normals);
  if (!has_sizes(judge, in_order, order.size()) || !has_sizes(judge, shuffled, order.size())) return judge.outcome();
  for (std::size_t i = 0; i < order.size(); ++i) {
    judge.at_vertex(int(i));
    judge.is_point("in another order the vertex still goes to", in_order.positions[order[i]], shuffled.positions[i]);
    judge.is_point("in another order the normal still is", in_order.normals[order[i]], shuffled.normals[i]);
  }
  judge.at_vertex(Arm::kEndCap);
  judge.is_point("the far cap turns by 60 degrees to", {4.0f, 1.7320508f, 0.0f}, in_order.positions[Arm::kEndCap]);
  return judge.outcome();
}

Outcome inner_joint_of_three(const Tasks& tasks) {
  Judge judge;
  judge.suspect(kWholeWay);
  Arm arm;  // a finger of three bones that starts at (10, 0, 0); the middle one turns a quarter about z
  add_joint(arm.skeleton, "first", -1, moved(10.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(arm.skeleton, "second", 0, moved(2.0f, 0.0f, 0.0f) * turned_x(90.0f), {2.0f, 0.0f, 0.0f}, 0.5f).user_local = turned_y(-90.0f);
  add_joint(arm.skeleton, "third", 1, moved(2.0f, 0.0f, 0.0f), {2.0f, 0.0f, 0.0f}, 0.5f);
  arm.positions = {{11.0f, 0.25f, 0.0f}, {13.0f, 0.25f, 0.0f}, {15.0f, 0.25f, 0.0f}};
  arm.normals.assign(3, {0.0f, 1.0f, 0.0f});
  const Skinned skinned = skinned_by(tasks, arm);
  if (!is_complete(judge, skinned)) return judge.outcome();
  // About (12, 0, 0), by -90 degrees about the second joint's y, which is z of the skeleton: x goes to -y, y to x.
  const std::vector<glm::vec3> expected{{11.0f, 0.25f, 0.0f}, {12.25f, -1.0f, 0.0f}, {12.25f, -3.0f, 0.0f}};
  for (int i = 0; i < 3; ++i) {
    judge.at_vertex(i);
    judge.is_point("the vertex goes to", expected[std::size_t(i)], skinned.positions[std::size_t(i)]);
    judge.is_point("its normal turns to", i == 0 ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f),
                   skinned.normals[std::size_t(i)]);
  }
  return judge.outcome();
}

}  // namespace

std::vector<Check> task4_checks() {
  return {
      {4, "task4.weights_by_hand", "Distances 1 and 3; one joint; none", 1, weights_by_hand},
      {4, "task4.weights_on_a_bone", "A vertex on one bone, and one on two", 1, weights_on_a_bone},
      {4, "task4.weights_are_shares", "Random distances: weights are positive, sum to 1 and go as 1 / d", 1, weights_are_shares},
      {4, "task4.blend_by_hand", "Two joints, one vertex between them", 2, blend_by_hand},
      {4, "task4.rest_stays", "T = I: nothing moves; then both joints do", 1, rest_stays},
      {4, "task4.normals_do_not_translate", "A joint that is only moved", 1, normals_do_not_translate},
      {4, "task4.normals_turn", "A ring of normals on a joint turned a quarter", 1, normals_turn},
      {4, "task4.normals_of_a_stretch", "A slope on a joint that is stretched, and on one that is mirrored", 1, normals_of_a_stretch},
      {4, "task4.normals_of_a_flat_joint", "Joints scaled to a plane and to a point", 1, normals_of_a_flat_joint},
      {4, "task4.uncovered_stay", "40 vertices, two of them held by nobody", 1, uncovered_stay},
      {4, "task4.shuffled_vertices", "The same vertices in another order", 1, shuffled_vertices},
      {4, "task4.bent_elbow", "A capped arm bent at its inner joint", 2, bent_elbow},
      {4, "task4.caps_on_the_axis", "The centres of the arm's caps lie on its bones", 1, caps_on_the_axis},
      {4, "task4.rigid_root", "The root moves rigidly: so does every vertex that a capsule holds", 1, rigid_root},
      {4, "task4.inner_joint_of_three", "A chain three deep whose base is not at 0, its middle joint turned", 1, inner_joint_of_three},
  };
}

}  // namespace marrow::course
