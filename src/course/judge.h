// Evaluates a check as a sequence of statements. The first false one is the outcome.
#pragma once

#include <string>
#include <vector>

#include "course/check.h"

namespace marrow::course {

/// The initial content of output vectors, as if an earlier frame had left it.
inline constexpr float kOfAnEarlierFrame = 100.0f;

/// The tolerance is relative to the magnitude of the compared values (at least 1). It allows the
/// rounding of products and inverses in single precision, but hides no mistake.
inline constexpr float kTolerance = 1e-4f;

/// A mistake known from submissions: its wrong result, and an explanation for the student.
template <typename Value>
struct MistakeOf {
  Value gives;
  std::string reason;
};
using MatrixMistake = MistakeOf<glm::mat4>;
using DualQuaternionMistake = MistakeOf<DualQuaternion>;
using NumbersMistake = MistakeOf<std::vector<float>>;
using VectorsMistake = MistakeOf<std::vector<glm::vec3>>;       ///< one per vertex, point or joint
using ListsMistake = MistakeOf<std::vector<std::vector<int>>>;  ///< one per vertex

template <typename Mistake>
std::vector<Mistake> joined(std::vector<Mistake> some, const std::vector<Mistake>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

/// Each statement returns true if all statements so far hold; after a failure the rest is skipped.
/// A mistake is named only if it explains all results, or all wrong ones and half of the right
/// ones, and no mistake with another reason does. `what` names the value and everything needed to
/// compute it by hand; for several results, one text per result.
class Judge {
 public:
  /// `law`: see law().
  explicit Judge(std::string law = {}) : law_(std::move(law)) {}

  /// Sets the subject of the following statements: a stage, a joint, a vertex (-1: none).
  void at_stage(Stage stage) { stage_ = stage; }
  void at_joint(std::string name) { joint_ = std::move(name); }
  void at_vertex(int vertex) { vertex_ = vertex; }
  /// Sets the joint to name with each of several results; empty: the joint of at_joint().
  void at_joints(std::vector<std::string> names) { joints_ = std::move(names); }
  /// Sets the law to quote for the following failures if no known mistake fits.
  void law(std::string words) { law_ = std::move(words); }
  /// Sets the law to quote for NaN and infinite results; empty: the law of law().
  void law_of_nan(std::string words) { law_of_nan_ = std::move(words); }

  bool is_true(bool holds, const std::string& expected, const std::string& got);
  bool has_size(const std::string& what, std::size_t expected, std::size_t got);
  /// Compares any three numbers.
  bool is_vector(const std::string& what, const glm::vec3& expected, const glm::vec3& got);
  bool is_number(const std::string& what, float expected, float got);
  bool is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                 const std::vector<MatrixMistake>& mistakes = {});
  /// Compares motions: (real, dual) and (-real, -dual) are equal.
  bool is_dual_quaternion(const std::string& what, const DualQuaternion& expected,
                          const DualQuaternion& got,
                          const std::vector<DualQuaternionMistake>& mistakes = {});
  /// Compares matrices from a joint to the world; the editor shows the origin.
  bool is_placed(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                 const std::vector<MatrixMistake>& mistakes = {});
  /// Compares where a matrix takes a point. Recognizes mistakes by the whole matrix.
  bool is_image(const std::string& what, const glm::vec3& point, const glm::vec3& expected,
                const glm::mat4& got, const std::vector<MatrixMistake>& mistakes = {});
  bool are_numbers(const std::vector<std::string>& whats, const std::vector<float>& expected,
                   const std::vector<float>& got, const std::vector<NumbersMistake>& mistakes = {},
                   const std::vector<int>& vertices = {});  ///< one per number, or empty
  bool are_vectors(const std::vector<std::string>& whats, const std::vector<glm::vec3>& expected,
                   const std::vector<glm::vec3>& got,
                   const std::vector<VectorsMistake>& mistakes = {});
  /// Compares places in the world, which the ghost shows; each was computed for a point of `asked`.
  bool are_points(const std::vector<std::string>& whats, const std::vector<glm::vec3>& asked,
                  const std::vector<glm::vec3>& expected, const std::vector<glm::vec3>& got,
                  const std::vector<VectorsMistake>& mistakes = {});
  /// Compares the lists of find_joints(), one per position.
  bool are_lists(const std::vector<std::string>& whats, const std::vector<glm::vec3>& positions,
                 const std::vector<std::vector<int>>& expected,
                 const std::vector<std::vector<int>>& got,
                 const std::vector<ListsMistake>& mistakes = {});
  /// Compares all vertices of the check's scene; the outcome names the worst one.
  bool are_vertices(const std::vector<std::string>& whats, const std::vector<glm::vec3>& expected,
                    const std::vector<glm::vec3>& got,
                    const std::vector<VectorsMistake>& mistakes = {});
  /// Compares normals of all vertices. The editor shows them at `positions`, where the vertices are
  /// expected.
  bool are_normals(const std::vector<std::string>& whats, const std::vector<glm::vec3>& positions,
                   const std::vector<glm::vec3>& expected, const std::vector<glm::vec3>& got,
                   const std::vector<VectorsMistake>& mistakes = {});

  bool all_well() const { return outcome_.passed; }
  const Outcome& outcome() const { return outcome_; }
  Outcome& outcome() { return outcome_; }

 private:
  /// `mistake`: the reason of the mistake that fits, if any.
  bool fail(std::string expected, std::string got, std::optional<std::string> mistake = {},
            bool is_nan = false);
  /// Calls fail() for result i of several.
  template <typename Values>
  bool fail_at(std::size_t i, const std::vector<std::string>& whats, const Values& expected,
               const Values& got, const std::optional<std::string>& mistake);
  /// Within statements_of(): records the statement and returns true. Otherwise returns false.
  template <typename Values>
  bool is_listed(const std::vector<std::string>& whats, const Values& expected) const;
  bool are_near(const std::vector<std::string>& whats, const std::vector<glm::vec3>& expected,
                const std::vector<glm::vec3>& got, const std::vector<VectorsMistake>& mistakes);

  Outcome outcome_;
  std::string joint_, law_, law_of_nan_;
  std::vector<std::string> joints_;
  std::optional<Stage> stage_;
  int vertex_ = -1;
};

/// A result that a check asks for: the case in words, the expected result, and the law behind it.
struct Statement {
  std::string what, expected, law;
  Stage stage = Stage::kinematics;
};
/// The statements of a check in order, with the numbers of variant(). The check runs with functions
/// that do nothing, so the list may end at a statement about a size.
std::vector<Statement> statements_of(const Check& check);

/// Check::run of a function that makes statements.
template <void (*kStatements)(Judge& judge, const Tasks& tasks)>
Outcome judgment(const Tasks& tasks) {
  Judge judge;
  kStatements(judge, tasks);
  return judge.outcome();
}

std::string in_words(float number);             ///< "2.5"
std::string in_words(const glm::vec3& vector);  ///< "(1, 2.5, 0)"
/// The matrix by rows: "[1 0 0 2; 0 1 0 0; 0 0 1 0; 0 0 0 1]".
std::string in_words(const glm::mat4& matrix);
std::string in_words(const std::vector<int>& list);  ///< "[0, 2]"
/// "real (w 1, x 0, y 0, z 0), dual (w 0, x 2, y 0, z 0)"
std::string in_words(const DualQuaternion& motion);
/// One label per vector: "`before` (1, 2.5, 0) `after`".
std::vector<std::string> labels(const std::string& before, const std::vector<glm::vec3>& vectors,
                                const std::string& after);

}  // namespace marrow::course
