// An instructor's check from a file: a scene and expected results. Tasks are judged separately:
// their input is in the file or computed here, not by the student's earlier tasks. Format:
// src/course/README.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/cases.h"

namespace marrow::course {

struct Expectation {
  Check check;  ///< its `run` is null; use evaluate()
  /// Gradescope's value: "hidden", "after_due_date", "after_published" or "visible".
  std::string visibility;
  float tolerance = 1e-4f;
  Skeleton skeleton;
  /// The bound mesh at rest, in skeleton space.
  std::vector<glm::vec3> positions, normals;

  struct Increment {
    int joint = 0;
    glm::mat4 world{1.0f};  ///< U; skeleton space is the world
  };
  std::vector<Increment> increments;  ///< task 2: applied in order before `posed` is checked
  struct Posed {
    int joint = 0;
    glm::mat4 matrix{1.0f};  ///< W_j
    bool origin_only = false;
  };
  std::vector<Posed> posed;  ///< tasks 1 and 2
  struct Vertex {
    int vertex = 0;
    std::vector<int> joints;  ///< task 3: the expected list; task 4: input
    std::vector<float> weights;
    std::optional<glm::vec3> position{}, normal{};  ///< task 4
  };
  std::vector<Vertex> vertices;  ///< tasks 3 and 4
  std::vector<IkPull> pulls;     ///< task 5; skeleton space is the world
  struct Slope {
    int joint = 0;  ///< a free joint; ascending
    glm::vec3 slope{0.0f};
  };
  std::vector<Slope> slopes;  ///< task 5
  std::vector<Knot> knots;    ///< task 6
  std::vector<Knot> curve;    ///< task 6: expected values at other times
  struct Motion {
    glm::mat4 rigid{1.0f};
    float weight = 1.0f;
  };
  std::vector<Motion> motions;  ///< tasks 7 and 9: the motions of one vertex
  glm::vec3 center{0.0f};       ///< task 9
  glm::mat4 blended{1.0f};      ///< tasks 7 and 9
  bool blended_origin_only = false;
  Mush mush;                      ///< task 8
  std::vector<glm::vec3> mushed;  ///< task 8: one per vertex
};

/// Runs the check. An exception is a failed outcome. Precondition: joints and vertices are in
/// range, and a vertex with an expected position or normal has one weight per joint.
Outcome evaluate(const Expectation& expectation, const Tasks& tasks);

/// The inverse of evaluate(): stores the results of `tasks` as the expected results, in `posed`,
/// `vertices` (with these indices), `slopes` (for all joints), the values of `curve`, `blended` or
/// `mushed`.
void fill_in(Expectation& expectation, const std::vector<int>& vertices, const Tasks& tasks);

}  // namespace marrow::course
