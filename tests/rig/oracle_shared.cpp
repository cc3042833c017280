// Deformed meshes exported by Maya, Max and Blender against kinematics, explicit weights and
// skin().
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rig/skinning/weights.h"
#include "rig/support.h"

namespace marrow::test {

namespace {

using nlohmann::json;

glm::vec3 vector_of(const json& numbers) {
  return {numbers[0].get<float>(), numbers[1].get<float>(), numbers[2].get<float>()};
}

/// 3x4, rows first.
glm::mat4 matrix_of(const json& numbers) {
  glm::mat4 matrix(1.0f);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column)
      matrix[column][row] = numbers[std::size_t(4 * row + column)].get<float>();
  }
  return matrix;
}

std::vector<glm::vec3> vectors_of(const json& list) {
  std::vector<glm::vec3> vectors;
  for (const json& numbers : list) vectors.push_back(vector_of(numbers));
  return vectors;
}

Influences influences_of_json(const json& mesh) {
  Skeleton skeleton;
  for (std::size_t j = 0; j < mesh["joints"].size(); ++j)
    skeleton.joints.push_back({.id = Id(j + 1), .name = "joint " + std::to_string(j)});
  ExplicitWeights weights;
  weights.row_begin.push_back(0);
  for (const json& row : mesh["weights"]) {
    for (const json& entry : row) {
      weights.joint.push_back(entry[0].get<Id>() + 1);
      weights.weight.push_back(entry[1].get<float>());
    }
    end_row(weights);
  }
  return explicit_influences(skeleton, weights);
}

struct Deformed {
  std::vector<glm::vec3> positions;
  std::vector<bool> is_weighted;
};

Deformed deformed_by_tasks(const Tasks& tasks, const json& file) {
  Deformed result;
  for (const json& mesh : file["meshes"]) {
    std::vector<glm::mat4> bind, posed;
    for (const json& joint : mesh["joints"]) {
      bind.push_back(
          glm::mat4(glm::affineInverse(glm::dmat4(matrix_of(joint["geometry_to_joint"])))));
      posed.push_back(matrix_of(joint["joint_world"]));
    }
    const std::vector<glm::vec3> vertices = vectors_of(mesh["vertices"]),
                                 normals(vertices.size(), {0.0f, 1.0f, 0.0f});
    const Influences influences = influences_of_json(mesh);
    REQUIRE(influences.vertex_count() == vertices.size());
    std::vector<glm::vec3> positions, unused;
    tasks.skin(tasks.skinning_matrices(posed, bind), influences, vertices, normals, positions,
               unused);
    result.positions.insert(result.positions.end(), positions.begin(), positions.end());
    for (std::size_t i = 0; i < vertices.size(); ++i)
      result.is_weighted.push_back(influences.row_size(i) > 0);
  }
  return result;
}

/// Tolerance as a share of the bounding box, from the precision of the files' text.
float tolerance_of(const std::string& name) {
  if (name.starts_with("max7_")) return 5e-5f;
  return name.starts_with("maya_poses") ? 5e-4f : 1e-6f;
}

bool is_linear(const json& file) {
  return std::all_of(file["meshes"].begin(), file["meshes"].end(),
                     [](const json& mesh) { return mesh["method"] == "linear"; });
}

}  // namespace

LAW_CASE("skin() gives the meshes that Maya, Max and Blender exported") {
  const std::filesystem::path folder = shared_data() / "rigs" / "skin_oracle_json";
  if (shared_data().empty() || !std::filesystem::is_directory(folder))
    return skip("exported meshes: ../shared/data is not here");
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const json file = json::parse(std::ifstream(entry.path()));
    if (!is_linear(file)) {
      MESSAGE("left out, dual quaternions are not there yet: ", name);
      continue;
    }
    const Deformed got = deformed_by_tasks(tasks, file);
    const std::vector<glm::vec3> expected = vectors_of(file["expected"]);
    REQUIRE(got.positions.size() == expected.size());
    float worst = 0.0f;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (got.is_weighted[i]) worst = std::max(worst, glm::distance(got.positions[i], expected[i]));
    }
    const float relative = worst / bounds_of(expected).diagonal();
    MESSAGE(name, ": worst error ", relative, " of the bounding box");
    CHECK(relative <= tolerance_of(name));
    const auto unweighted = std::count(got.is_weighted.begin(), got.is_weighted.end(), false);
    CHECK(unweighted == (name == "blender_293_half_skinned.json" ? 2 : 0));
    ++compared;
  }
  CHECK(compared >= 7);
}

}  // namespace marrow::test
