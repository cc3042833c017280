// An instructor's check from a file: a scene and expected results. Tasks are judged separately:
// input from earlier tasks is computed here or in the file. Format: src/course/README.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/cases.h"

namespace marrow::course {

struct Expectation {
  Check check;  ///< its `run` is null: see evaluate()
  /// As Gradescope has it: "hidden", "after_due_date", "after_published" or "visible".
  std::string visibility;
  float tolerance = 1e-4f;
  Skeleton skeleton;
  std::vector<glm::vec3> positions,
      normals;  ///< of the mesh bound to it, at rest, in skeleton space

  struct Increment {
    int joint = 0;
    glm::mat4 world{1.0f};  ///< U; skeleton space stands for the world
  };
  std::vector<Increment> increments;  ///< task 2: one after the other, before `posed` is looked at
  struct Posed {
    int joint = 0;
    glm::mat4 matrix{1.0f};  ///< W_j
    bool origin_only = false;
  };
  std::vector<Posed> posed;  ///< tasks 1 and 2
  struct Vertex {
    int vertex = 0;
    std::vector<int> joints;  ///< task 3: its list; task 4: given
    std::vector<float> weights;
    std::optional<glm::vec3> position{}, normal{};  ///< task 4
  };
  std::vector<Vertex> vertices;  ///< tasks 3 and 4
  std::vector<IkPull> pulls;     ///< task 5; skeleton space stands for the world
  struct Slope {
    int joint = 0;  ///< free; ascending
    glm::vec3 slope{0.0f};
  };
  std::vector<Slope> slopes;  ///< task 5
  std::vector<Knot> knots;    ///< task 6
  std::vector<Knot> curve;    ///< task 6: what it is at other times
  struct Motion {
    glm::mat4 rigid{1.0f};
    float weight = 1.0f;
  };
  std::vector<Motion> motions;  ///< tasks 7 and 9: of one vertex
  glm::vec3 center{0.0f};       ///< task 9
  glm::mat4 blended{1.0f};      ///< tasks 7 and 9
  bool blended_origin_only = false;
  Mush mush;                      ///< task 8
  std::vector<glm::vec3> mushed;  ///< task 8: one per vertex
};

/// An exception is a failed outcome. Precondition: joints and vertices are in range, and there is
/// one weight per joint where a position or normal is expected.
Outcome evaluate(const Expectation& expectation, const Tasks& tasks);

/// The inverse of evaluate(): fills posed, vertices (of these indices), all slopes under `pulls`,
/// the values of `curve`, `blended` or `mushed` with the results of `tasks`.
void fill_in(Expectation& expectation, const std::vector<int>& vertices, const Tasks& tasks);

}  // namespace marrow::course
