// Checks of task 4: weights, and skin() of positions and normals for given matrices and weights.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

constexpr const char* kFormulaOfSkin = "v' = M v with M = sum of w_j T_j over the vertex's row";

/// A list of distances with its weights.
struct Weighed {
  std::vector<float> distances, weights;
};

void judge_weights(Judge& judge, const Tasks& tasks, const std::vector<Weighed>& cases) {
  std::vector<std::string> whats;
  std::vector<std::vector<float>> lists;
  std::vector<float> expected, all;
  for (const Weighed& one : cases) {
    const std::vector<float>& distances = lists.emplace_back(one.distances);
    const std::vector<float> weights = tasks.inverse_distance_weights(distances);
    if (!judge.has_size(fmt::format("weights for the distances {}", distances), distances.size(),
                        weights.size()))
      return;
    for (std::size_t k = 0; k < distances.size(); ++k)
      whats.push_back(fmt::format("of the distances {} number {} weighs", distances, k + 1));
    expected.insert(expected.end(), one.weights.begin(), one.weights.end());
    all.insert(all.end(), weights.begin(), weights.end());
  }
  judge.are_numbers(whats, expected, all, weights_mistakes(lists));
}

constexpr const char* kFormulaOfLinear =
    "the distances are in radii, d / r: w = (1 - d / r) / (sum of 1 - d / r)";

/// Weights by the rule (r - d) / r. The distances are in radii, d / r.
Weighed weighed_linearly(const std::vector<float>& distances) {
  double sum = 0.0;
  for (const float distance : distances) sum += 1.0 - double(distance);
  Weighed one{distances, {}};
  for (const float distance : distances)
    one.weights.push_back(float((1.0 - double(distance)) / sum));
  return one;
}

void linear_weights_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfLinear);
  const float near = by_hand(0.25f, 410, 0.125f);
  judge_weights(judge, tasks,
                {{{}, {}},
                 {{0.5f}, {1.0f}},
                 weighed_linearly({near, 0.875f}),
                 {{0.5f, 0.75f}, {2.0f / 3.0f, 1.0f / 3.0f}},
                 {{0.8f, 0.4f, 0.2f}, {0.125f, 0.375f, 0.5f}}});
}

void weights_by_hand(Judge& judge, const Tasks& tasks) {
  if (has_linear_weights()) return linear_weights_by_hand(judge, tasks);
  judge.law(
      "w = (1 / d) / (sum of 1 / d): nearer bones weigh more, and all weights together are 1");
  std::vector<Weighed> cases = {{{}, {}},
                                {{0.5f}, {1.0f}},
                                {{0.5f, 1.5f}, {0.75f, 0.25f}},
                                {{0.8f, 0.4f, 0.2f}, {1.0f / 7.0f, 2.0f / 7.0f, 4.0f / 7.0f}},
                                {{0.00005f, 0.05f}, {1000.0f / 1001.0f, 1.0f / 1001.0f}}};
  if (!variant().student.empty()) {  // first, so that a failure shows the student's own numbers
    const float near = by_hand(0.25f, 401, 0.25f), far = by_hand(2.0f, 402, 0.5f);
    cases.insert(cases.begin(), {{near, far}, {far / (near + far), near / (near + far)}});
  }
  judge_weights(judge, tasks, cases);
}

void weights_on_a_bone(Judge& judge, const Tasks& tasks) {
  if (has_linear_weights()) {
    judge.law(kFormulaOfLinear);
    return judge_weights(
        judge, tasks,
        {{{0.0f}, {1.0f}}, weighed_linearly({0.0f, 0.5f}), {{0.0f, 0.0f}, {0.5f, 0.5f}}});
  }
  judge.law("1 / d has no value at d = 0: use 1 / max(d, 1e-6)");
  judge_weights(judge, tasks,
                {{{0.0f}, {1.0f}}, {{0.0f, 1.0f}, {1.0f, 0.0f}}, {{0.0f, 0.0f}, {0.5f, 0.5f}}});
}

void weights_are_shares(Judge& judge, const Tasks& tasks) {
  judge.law(has_linear_weights() ? kFormulaOfLinear
                                 : "divide each 1 / max(d, 1e-6) by the sum over the list");
  std::mt19937 random = drawn(41);
  std::vector<Weighed> cases(40);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k <= i % 7; ++k) {
      cases[i].distances.push_back(
          random_number(random, 0.01f, has_linear_weights() ? 0.95f : 2.0f));
      sum += 1.0 / double(cases[i].distances.back());
    }
    for (const float distance : cases[i].distances)
      cases[i].weights.push_back(float(1.0 / double(distance) / sum));
    if (has_linear_weights()) cases[i] = weighed_linearly(cases[i].distances);
  }
  judge_weights(judge, tasks, cases);
}

/// Vertices with their influences and the skinning matrices.
struct CaseOfTask4 {
  std::vector<glm::mat4> skinning;
  Rows rows;
  Tube mesh;
};

Scene shown_of_task4(const CaseOfTask4& made) {
  return scene_of(skeleton_of(made.skinning, made.mesh, made.rows), made.mesh, made.rows);
}

/// A tube around the x axis, from x = 1 to x = 5, that one joint moves.
CaseOfTask4 sleeve(const glm::mat4& skinning, float radius = 0.5f) {
  CaseOfTask4 made{{skinning}, {}, make_tube(1.0f, 5.0f, 9, radius)};
  made.rows.assign(made.mesh.positions.size(), {{0, 1.0f}});
  return made;
}

struct Result {
  Vectors positions, normals;
};

/// Passes outputs of wrong size and with old content, as an earlier frame leaves them.
Result skin(const Tasks& tasks, const CaseOfTask4& made) {
  const Vectors old(made.mesh.positions.size() + 3, glm::vec3(kOfAnEarlierFrame));
  Result result{old, old};
  tasks.skin(made.skinning, make_influences(made.rows), made.mesh.positions, made.mesh.normals,
             result.positions, result.normals);
  return result;
}

bool has_sizes(Judge& judge, const Result& result, std::size_t vertices) {
  judge.has_size("positions (the outputs are resized to the vertices given)", vertices,
                 result.positions.size());
  return judge.has_size("normals (the outputs are resized to the vertices given)", vertices,
                        result.normals.size());
}

/// The joint to name with each vertex; empty if it is uncovered.
std::vector<std::string> heaviest_joints(const CaseOfTask4& made) {
  std::vector<std::string> names;
  for (const Row& row : made.rows)
    names.push_back(row.empty() ? "" : fmt::format("joint {}", heaviest_of(row).first));
  return names;
}

/// One label per vertex: its position or normal at rest, and whether a joint holds it.
std::vector<std::string> vertices_in_words(const CaseOfTask4& made, const std::string& before,
                                           const Vectors& vectors, const std::string& after) {
  std::vector<std::string> words = labels(before, vectors, after);
  const std::vector<std::string> uncovered =
      labels(before + " of an uncovered vertex,", vectors, after);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (made.rows[i].empty()) words[i] = uncovered[i];
  return words;
}

bool judge_positions(Judge& judge, const CaseOfTask4& made, const std::string& what,
                     const Vectors& expected, const Vectors& got) {
  std::vector<VectorsMistake> mistakes =
      position_mistakes(made.skinning, made.rows, made.mesh.positions);
  Vectors kept = expected;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (made.rows[i].empty()) kept[i] = glm::vec3(kOfAnEarlierFrame);
  mistakes.push_back({kept, "the output keeps what the frame before left there: copy the input"});
  judge.at_joints(heaviest_joints(made));
  judge.at_stage(Stage::skin);
  return judge.are_vertices(
      vertices_in_words(made, what + " the position", made.mesh.positions, "goes to"), expected,
      got, mistakes);
}

/// `known`: mistakes that only this case has.
bool judge_normals(Judge& judge, const CaseOfTask4& made, const std::string& what,
                   const Vectors& positions, const Vectors& expected, const Vectors& got,
                   const std::vector<VectorsMistake>& known = {}) {
  std::vector<VectorsMistake> mistakes = known;
  for (VectorsMistake& mistake : normal_mistakes(made.skinning, made.rows, made.mesh.normals)) {
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const auto& one) { return one.gives == mistake.gives; });
    if (!is_known) mistakes.push_back(std::move(mistake));
  }
  judge.at_stage(Stage::normals);
  judge.law("a normal goes by the inverse transpose of M's 3x3 and has unit length");
  return judge.are_normals(
      vertices_in_words(made, what + " the normal", made.mesh.normals, "turns to"), positions,
      expected, got, mistakes);
}

/// Judges all positions and normals. `what`: the change of the mesh, in words.
bool judge_mesh(Judge& judge, const Tasks& tasks, const CaseOfTask4& made, const std::string& what,
                const Vectors& positions, const Vectors& normals,
                const std::vector<VectorsMistake>& known_of_normals = {}) {
  const Result result = skin(tasks, made);
  return has_sizes(judge, result, positions.size()) &&
         judge_positions(judge, made, what, positions, result.positions) &&
         judge_normals(judge, made, what, positions, normals, result.normals, known_of_normals);
}

/// The vertices' place on x, and how far their first two joints are moved.
struct BlendNumbers {
  float x = by_hand(2.0f, 403), up = by_hand(8.0f, 404, 4.0f), along = by_hand(4.0f, 405);
};

CaseOfTask4 blended_vertex() {
  const BlendNumbers by;
  CaseOfTask4 made{{moved(0.0f, 0.0f, by.up), moved(0.0f, by.along, 0.0f) * turned_z(90.0f)},
                   {{{0, 1.0f}}, {{1, 1.0f}}, {{0, 0.25f}, {1, 0.75f}}, {}},
                   {}};
  // Six joints on the last vertex, each moved so far that its share shows.
  const int shares[] = {512, 256, 128, 64, 63, 1};
  const glm::vec3 moves[] = {{2, 0, 0}, {0, 4, 0}, {0, 0, 8}, {16, 0, 0}, {0, 16, 0}, {0, 0, 16}};
  for (int k = 0; k < 6; ++k) {
    made.skinning.push_back(moved(moves[k].x, moves[k].y, moves[k].z));
    made.rows.back().push_back({2 + k, float(shares[k]) / 1024.0f});
  }
  for (int i = 0; i < 4; ++i) add_vertex(made.mesh, {by.x, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
  return made;
}

void blend_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(
      "v' = sum of w_j T_j v with joint[k] and weight[k] for k from row_begin(i) to row_end(i): "
      "rows need not follow one another");
  const CaseOfTask4 made = blended_vertex();
  const Result result = skin(tasks, made);
  if (!has_sizes(judge, result, 4)) return;
  const BlendNumbers by;
  const std::string goes = fmt::format("({}, 0, 0) goes to", by.x),
                    first = fmt::format("T_0 moves by (0, 0, {})", by.up),
                    second = fmt::format(
                        "T_1 turns 90 degrees about z and then moves by (0, {}, 0)", by.along);
  judge.at_joints(heaviest_joints(made));
  judge.are_vertices(
      {first + ": with all the weight on it " + goes,
       second + ": with all the weight on it " + goes,
       first + ", " + second + ": with 1/4 and 3/4 of the weight " + goes,
       "T_2 to T_7 move by (2, 0, 0), (0, 4, 0), (0, 0, 8), (16, 0, 0), (0, 16, 0) and (0, 0, 16): "
       "with 512, 256, 128, 64, 63 and 1 of 1024 parts of the weight " +
           goes},
      {{by.x, 0.0f, by.up},
       {0.0f, by.along + by.x, 0.0f},
       {0.25f * by.x, 0.75f * (by.along + by.x), 0.25f * by.up},
       {by.x + 2.0f, 1.984375f, 1.015625f}},
      result.positions, position_mistakes(made.skinning, made.rows, made.mesh.positions));
}

void rest_stays(Judge& judge, const Tasks& tasks) {
  judge.law("v' = M v: T = I and weights that sum to 1 move nothing");
  CaseOfTask4 made = sleeve(glm::mat4(1.0f));
  made.skinning.assign(3, glm::mat4(1.0f));
  made.rows.assign(made.mesh.positions.size(), {{0, 0.5f}, {1, 0.25f}, {2, 0.25f}});
  judge_mesh(judge, tasks, made, "with weights 1/2, 1/4, 1/4 and each T = I", made.mesh.positions,
             made.mesh.normals);
  judge.law("v' = M v: what all joints do, every vertex does");
  made.skinning.assign(3, moved(0.0f, 0.0f, 1.0f) * turned_x(90.0f));
  Vectors normals;  // a quarter turn about x
  for (const glm::vec3& normal : made.mesh.normals)
    normals.push_back({normal.x, -normal.z, normal.y});
  judge_mesh(judge, tasks, made,
             "once each joint turned 90 degrees about x and moved by (0, 0, 1),",
             images(made.skinning[0], made.mesh.positions), normals);
}

CaseOfTask4 moved_sleeve() { return sleeve(moved(by_hand(5.0f, 406), 0.0f, 0.0f)); }

void normals_do_not_translate(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfSkin);
  const CaseOfTask4 made = moved_sleeve();
  judge_mesh(judge, tasks, made,
             fmt::format("with the joint moved by ({}, 0, 0)", made.skinning[0][3].x),
             images(made.skinning[0], made.mesh.positions), made.mesh.normals);
}

CaseOfTask4 turned_sleeve() { return sleeve(turned_z(90.0f)); }

void normals_turn(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfSkin);
  const CaseOfTask4 made = turned_sleeve();
  Vectors normals;  // a quarter turn about z
  for (const glm::vec3& normal : made.mesh.normals)
    normals.push_back({-normal.y, normal.x, normal.z});
  judge_mesh(judge, tasks, made, "with the joint turned 90 degrees about z",
             images(made.skinning[0], made.mesh.positions), normals);
}

/// Slopes of 45 degrees on a joint scaled by 2 along x and on a joint that mirrors x, both moved
/// up.
CaseOfTask4 stretched_slopes() {
  const glm::mat4 up = moved(0.0f, 0.0f, by_hand(4.0f, 408));
  CaseOfTask4 made{{up * stretched(2.0f, 1.0f, 1.0f), up * stretched(-1.0f, 1.0f, 1.0f)}, {}, {}};
  const float root = std::sqrt(0.5f);
  for (int joint = 0; joint < 2; ++joint) {
    const float x = joint == 0 ? 1.0f : -1.0f;
    const std::uint32_t first = std::uint32_t(made.mesh.positions.size());
    for (const glm::vec2& at : {glm::vec2(0.0f, 0.0f), glm::vec2(1.0f, 0.0f), glm::vec2(1.0f, 1.0f),
                                glm::vec2(0.0f, 1.0f)}) {
      add_vertex(made.mesh, {x + at.x, 1.0f - at.x, at.y}, {root, root, 0.0f});
      made.rows.push_back({{joint, 1.0f}});
    }
    made.mesh.faces.push_back({first, first + 3, first + 2, first + 1});
  }
  add_vertex(made.mesh, {2.0f, 1.0f, 0.0f}, {root, root, 0.0f});
  made.rows.push_back({{0, 0.5f}, {1, 0.5f}});
  return made;
}

void normals_of_a_stretch(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfSkin);
  const CaseOfTask4 made = stretched_slopes();
  Vectors positions, normals;
  for (std::size_t i = 0; i < 8; ++i) {
    positions.push_back(image(made.skinning[i / 4], made.mesh.positions[i]));
    normals.push_back(i < 4 ? glm::normalize(glm::vec3(1.0f, 2.0f, 0.0f))
                            : glm::normalize(glm::vec3(-1.0f, 1.0f, 0.0f)));
  }
  const float up = made.skinning[0][3].z;
  positions.push_back({1.0f, 1.0f, up});  // halved along x
  normals.push_back(glm::normalize(glm::vec3(2.0f, 1.0f, 0.0f)));
  judge_mesh(judge, tasks, made,
             fmt::format("stretched twice along x (vertices 0 to 3), mirrored in x (4 to 7) or by "
                         "the mean of both (8), then moved by (0, 0, {}),",
                         up),
             positions, normals);
}

CaseOfTask4 flat_plates() {
  const glm::mat4 aside = moved(0.0f, 0.0f, by_hand(4.0f, 409));
  CaseOfTask4 made{{stretched(1.0f, 1.0f, 0.0f), aside * stretched(0.0f, 0.0f, 0.0f)},
                   {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}}},
                   {}};
  const float root = std::sqrt(0.5f);
  for (const glm::vec3& normal : {glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(root, 0.0f, root),
                                  glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 1.0f, 0.0f)})
    add_vertex(made.mesh, {1.0f, 2.0f, 3.0f}, normal);
  return made;
}

void normals_of_a_flat_joint(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfSkin);
  // When flattened along z, a normal along z stays and the normal of a slope turns to z. A normal
  // along x, whose face becomes a line, is kept, and so are all normals of a mesh scaled to a
  // point.
  const CaseOfTask4 made = flat_plates();
  const float up = made.skinning[1][3].z;
  Vectors normals = made.mesh.normals;
  normals[1] = {0.0f, 0.0f, 1.0f};
  judge_mesh(judge, tasks, made,
             fmt::format(
                 "flattened along z, or scaled to a point and moved by (0, 0, {}) (vertex 3),", up),
             {{1.0f, 2.0f, 0.0f}, {1.0f, 2.0f, 0.0f}, {1.0f, 2.0f, 0.0f}, {0.0f, 0.0f, up}},
             normals,
             {{made.mesh.normals,
               "the normal is left as it was: a singular M has no inverse, but it has a cofactor "
               "matrix; keep the normal only where its result is zero"}});
}

/// A tube with a twentieth of its vertices uncovered.
CaseOfTask4 half_held() {
  CaseOfTask4 made = sleeve(moved(0.0f, 0.0f, by_hand(3.0f, 407)) * turned_x(90.0f));
  for (std::size_t i = 7; i < made.rows.size(); i += 20) made.rows[i].clear();
  return made;
}

void uncovered_stay(Judge& judge, const Tasks& tasks) {
  judge.law("v' = M v; a vertex that no joint holds stays as it is, and so does its normal");
  const CaseOfTask4 made = half_held();
  const float up = made.skinning[0][3].z;
  Vectors positions = made.mesh.positions, normals = made.mesh.normals;
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    if (made.rows[i].empty()) continue;
    // a quarter turn about x, then up
    positions[i] = {positions[i].x, -positions[i].z, up + positions[i].y};
    normals[i] = {normals[i].x, -normals[i].z, normals[i].y};
  }
  judge_mesh(judge, tasks, made,
             fmt::format("with the joint turned 90 degrees about x and moved by (0, 0, {}),", up),
             positions, normals);
}

/// A tube bent softly by 60 degrees about (3, 0, 0), with vertices in random order. Joint 2 holds
/// none of them.
CaseOfTask4 shuffled_tube() {
  CaseOfTask4 made{
      {glm::mat4(1.0f), moved(3.0f, 0.0f, 0.0f) * turned_z(60.0f) * moved(-3.0f, 0.0f, 0.0f),
       moved(0.0f, 0.0f, 9.0f)},
      {},
      make_tube(1.0f, 5.0f, 9, 0.5f)};
  std::vector<std::uint32_t> order(made.mesh.positions.size()), place(order.size());
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random = drawn(43);
  shuffle_values(order, random);
  const Tube straight = made.mesh;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    made.mesh.positions[i] = straight.positions[order[i]];
    made.mesh.normals[i] = straight.normals[order[i]];
    const float lower = glm::clamp((made.mesh.positions[i].x - 2.0f) / 2.0f, 0.0f, 1.0f);
    made.rows.push_back({{0, 1.0f - lower}, {1, lower}});
  }
  for (std::vector<std::uint32_t>& face : made.mesh.faces) {
    for (std::uint32_t& vertex : face) vertex = place[vertex];
  }
  return made;
}

void shuffled_vertices_of_task4(Judge& judge, const Tasks& tasks) {
  judge.law("row i of the influences belongs to positions[i] and normals[i]");
  const CaseOfTask4 made = shuffled_tube();
  const Result result = skin(tasks, made);
  if (!has_sizes(judge, result, made.rows.size())) return;
  Vectors positions;
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    const glm::vec3& rest = made.mesh.positions[i];
    positions.push_back(glm::mix(rest, image(made.skinning[1], rest), made.rows[i][1].second));
  }
  judge_positions(judge, made, "bent by 60 degrees,", positions, result.positions);
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    judge.at_vertex(int(i));
    judge.at_stage(Stage::normals);
    if (made.rows[i][1].second == 0.0f)
      judge.is_vector("where T = I the normal stays", made.mesh.normals[i], result.normals[i]);
  }
}

}  // namespace

std::vector<Check> task4_checks() {
  constexpr Stage kWeights = Stage::weights, kSkin = Stage::skin, kNormals = Stage::normals;
  return {
      {4, "task4.weights_by_hand",
       "Distances 1/2 and 3/2; 0.8, 0.4 and 0.2; near ones; one joint; none", 1,
       judgment<weights_by_hand>, kWeights},
      {4, "task4.weights_on_a_bone", "A vertex on one bone, and one on two", 1,
       judgment<weights_on_a_bone>, kWeights},
      {4, "task4.weights_are_shares",
       "Random distances: weights are positive, sum to 1 and go as 1 / d", 1,
       judgment<weights_are_shares>, kWeights},
      {4, "task4.blend_by_hand", "Two joints and one vertex between them; six on another", 2,
       judgment<blend_by_hand>, kSkin, [] { return shown_of_task4(blended_vertex()); }},
      {4, "task4.rest_stays", "T = I: nothing moves; then all joints do", 1, judgment<rest_stays>,
       kSkin, [] { return shown_of_task4(sleeve(glm::mat4(1.0f))); }},
      {4, "task4.normals_do_not_translate", "A tube on a joint that is only moved", 1,
       judgment<normals_do_not_translate>, kNormals, [] { return shown_of_task4(moved_sleeve()); }},
      {4, "task4.normals_turn", "A tube on a joint turned a quarter", 1, judgment<normals_turn>,
       kNormals, [] { return shown_of_task4(turned_sleeve()); }},
      {4, "task4.normals_of_a_stretch",
       "A slope on a joint that is stretched, and on one that is mirrored", 1,
       judgment<normals_of_a_stretch>, kNormals, [] { return shown_of_task4(stretched_slopes()); }},
      {4, "task4.normals_of_a_flat_joint", "Joints scaled to a plane and to a point", 1,
       judgment<normals_of_a_flat_joint>, kNormals, [] { return shown_of_task4(flat_plates()); }},
      {4, "task4.uncovered_stay", "A tube with a twentieth of its vertices uncovered", 1,
       judgment<uncovered_stay>, kSkin, [] { return shown_of_task4(half_held()); }},
      {4, "task4.shuffled_vertices", "A bent tube whose vertices are in another order", 1,
       judgment<shuffled_vertices_of_task4>, kSkin, [] { return shown_of_task4(shuffled_tube()); }},
  };
}

}  // namespace marrow::course
