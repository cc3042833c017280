// Linear blend skinning of positions and normals.
#include "rig/support.h"

namespace marrow::test {

namespace {

struct Skinned {
  std::vector<glm::vec3> positions, normals;
};

Skinned skin(const Tasks& tasks, const std::vector<glm::mat4>& skinning,
             const Influences& influences, const std::vector<glm::vec3>& positions,
             const std::vector<glm::vec3>& normals) {
  Skinned result;
  tasks.skin(skinning, influences, positions, normals, result.positions, result.normals);
  REQUIRE(result.positions.size() == positions.size());
  REQUIRE(result.normals.size() == normals.size());
  return result;
}

/// One vertex at the origin of x, y, z = 0 with one joint.
glm::vec3 normal_by(const Tasks& tasks, const glm::mat4& matrix, const glm::vec3& normal) {
  return skin(tasks, {matrix}, influences_of({{{0, 1.0f}}}), {{0, 0, 0}}, {normal}).normals[0];
}

}  // namespace

LAW_CASE("a vertex goes to the weighted mean of where its joints would take it") {
  for (auto& random : rounds<std::mt19937>(61, 100)) {
    const int joints = 1 + random.round % 6;
    std::vector<glm::mat4> skinning;
    std::vector<std::pair<int, float>> row;
    float left = 1.0f;
    for (int j = 0; j < joints; ++j) {
      skinning.push_back(random_affine(random));
      const float weight = j + 1 == joints ? left : left * random_number(random, 0.0f, 1.0f);
      row.push_back({j, weight});
      left -= weight;
    }
    const glm::vec3 position = random_vector(random, 2.0f);
    glm::dvec3 mean(0.0);
    for (const auto& [j, weight] : row)
      mean += double(weight) *
              glm::dvec3(glm::dmat4(skinning[std::size_t(j)]) * glm::dvec4(position, 1.0));
    const Skinned result = skin(tasks, skinning, influences_of({row}), {position}, {{0, 1, 0}});
    CHECK(is_near(result.positions[0], glm::vec3(mean), 1e-6f));
  }
}

LAW_CASE(
    "normals stay perpendicular to the surface and keep unit length under any matrix, mirrored "
    "ones too") {
  for (auto& random : rounds<std::mt19937>(62, 200)) {
    glm::mat4 matrix = random_affine(random);
    if (random.round % 2 == 0) matrix = matrix * scaling({1.0f, -1.0f, 1.0f});
    const glm::vec3 u = random_vector(random, 1.0f), v = random_vector(random, 1.0f);
    if (glm::length(glm::cross(u, v)) < 0.1f) continue;
    const glm::vec3 normal = normal_by(tasks, matrix, glm::normalize(glm::cross(u, v)));
    CHECK(glm::length(normal) == doctest::Approx(1.0f));
    CHECK(std::abs(glm::dot(normal, glm::normalize(glm::mat3(matrix) * u))) < 1e-4f);
    CHECK(std::abs(glm::dot(normal, glm::normalize(glm::mat3(matrix) * v))) < 1e-4f);
    // A point outside stays outside: the normal shows the image of its old side.
    const glm::vec3 outside = glm::mat3(matrix) * glm::cross(u, v);
    CHECK(glm::dot(normal, outside) > 0.0f);
  }
}

LAW_CASE("a ring of normals turns with its joint") {
  std::mt19937 random(63);
  std::vector<glm::vec3> ring, origins(16, glm::vec3(0.0f));
  for (int i = 0; i < 16; ++i)
    ring.push_back(image(rotation(22.5f * float(i), {1, 0, 0}), {0, 1, 0}));
  const glm::mat4 turn = random_rigid(random);
  const Skinned result =
      skin(tasks, {turn},
           influences_of(std::vector<std::vector<std::pair<int, float>>>(16, {{0, 1.0f}})), origins,
           ring);
  for (std::size_t i = 0; i < ring.size(); ++i)
    CHECK(is_near(result.normals[i], glm::mat3(turn) * ring[i], 1e-6f));
}

LAW_CASE("a translation moves no normal") {
  CHECK(normal_by(tasks, translation({100.0f, -5.0f, 3.0f}), {0.0f, 1.0f, 0.0f}) ==
        glm::vec3(0.0f, 1.0f, 0.0f));
}

LAW_CASE(
    "a singular matrix gives the normal of what is left, or keeps the bind normal, and never NaN") {
  const glm::mat4 to_plane = scaling({2.0f, 3.0f, 0.0f});
  CHECK(normal_by(tasks, to_plane, {0, 0, 1}) == glm::vec3(0, 0, 1));
  CHECK(is_near(normal_by(tasks, to_plane, glm::normalize(glm::vec3(1, 0, -1))), {0, 0, -1}));
  CHECK(normal_by(tasks, to_plane, {1, 0, 0}) == glm::vec3(1, 0, 0));
  CHECK(normal_by(tasks, scaling({1.0f, 0.0f, 0.0f}), {0, 1, 0}) == glm::vec3(0, 1, 0));
  CHECK(normal_by(tasks, scaling({0.0f, 0.0f, 0.0f}), {0, 1, 0}) == glm::vec3(0, 1, 0));
  CHECK(normal_by(tasks, rotation(30.0f, {0, 0, 1}), {0, 0, 0}) ==
        glm::vec3(0, 0, 0));  // a mesh without a hint
  CHECK(is_near(normal_by(tasks, scaling(glm::vec3(1e-15f)), {0, 1, 0}), {0, 1, 0}));
  CHECK(is_near(normal_by(tasks, scaling(glm::vec3(1e15f)), {0, 1, 0}), {0, 1, 0}));
}

LAW_CASE("an uncovered vertex and its normal are copied to the last bit") {
  std::mt19937 random(64);
  std::vector<std::vector<std::pair<int, float>>> rows;
  std::vector<glm::vec3> positions, normals;
  for (int i = 0; i < 100; ++i) {
    rows.push_back({{0, 1.0f}});
    if (i % 20 == 3) rows.back().clear();  // 5 %
    positions.push_back(random_vector(random, 1.0f));
    normals.push_back(random_vector(random, 1.0f));  // not even of unit length
  }
  const glm::mat4 matrix = random_affine(random);
  const Skinned result = skin(tasks, {matrix}, influences_of(rows), positions, normals);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) {
      CHECK(result.positions[i] == positions[i]);
      CHECK(result.normals[i] == normals[i]);
    } else {
      CHECK(is_near(result.positions[i], image(matrix, positions[i]), 1e-6f));
    }
  }
}

LAW_CASE("outputs of any size and content are overwritten") {
  std::vector<glm::vec3> positions(7, glm::vec3(9.0f)), normals;
  tasks.skin({translation({1, 0, 0})}, influences_of({{{0, 1.0f}}, {}}), {{0, 0, 0}, {5, 5, 5}},
             {{0, 1, 0}, {0, 1, 0}}, positions, normals);
  CHECK(positions == std::vector<glm::vec3>{{1, 0, 0}, {5, 5, 5}});
  CHECK(normals == std::vector<glm::vec3>{{0, 1, 0}, {0, 1, 0}});
  tasks.skin({}, {}, {}, {}, positions, normals);
  CHECK(positions.empty());
  CHECK(normals.empty());
}

}  // namespace marrow::test
