// A check's report: statements one after the other, of which the first false one is the outcome.
#pragma once

#include <string>
#include <vector>

#include "course/check.h"

namespace marrow::course {

/// Relative to the size of the compared values (at least 1): allows rounding of products and
/// inverses in single precision, but no mistake.
inline constexpr float kTolerance = 1e-4f;

/// A mistake known from submissions: its wrong result, and an explanation for its author.
template <typename Value>
struct MistakeOf {
  Value gives;
  std::string reason;
};
using Mistake = MistakeOf<glm::vec3>;
using NumberMistake = MistakeOf<float>;
using MatrixMistake = MistakeOf<glm::mat4>;
using VerticesMistake = MistakeOf<std::vector<glm::vec3>>;      ///< one per vertex
using ListsMistake = MistakeOf<std::vector<std::vector<int>>>;  ///< one per vertex

/// Each statement returns true if all so far hold; after a failure the others are skipped.
class Judge {
 public:
  /// The subject of following statements: a stage, a joint, a vertex (-1: none).
  void at_stage(Stage stage) { stage_ = stage; }
  void at_joint(std::string name) { joint_ = std::move(name); }
  void at_vertex(int vertex) { vertex_ = vertex; }
  /// The joint to be named with a vertex, one per vertex; empty: at_joint()'s.
  void at_joints_of_vertices(std::vector<std::string> names) {
    joints_of_vertices_ = std::move(names);
  }
  /// The likely reason of the following failures if no known mistake fits.
  void suspect(std::string reason) { reason_ = std::move(reason); }
  /// The same for results that are not numbers; empty: suspect()'s.
  void suspect_of_nan(std::string reason) { nan_reason_ = std::move(reason); }

  bool is_true(bool holds, const std::string& expected, const std::string& got);
  bool has_size(const std::string& what, std::size_t expected, std::size_t got);
  /// A place in the world, for the ghost.
  bool is_point(const std::string& what, const glm::vec3& expected, const glm::vec3& got,
                const std::vector<Mistake>& mistakes = {});
  /// Any other three numbers.
  bool is_vector(const std::string& what, const glm::vec3& expected, const glm::vec3& got,
                 const std::vector<Mistake>& mistakes = {});
  bool is_number(const std::string& what, float expected, float got,
                 const std::vector<NumberMistake>& mistakes = {});
  bool is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                 const std::vector<MatrixMistake>& mistakes = {});
  /// A matrix from a joint to the world: its origin is shown.
  bool is_placed(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                 const std::vector<MatrixMistake>& mistakes = {});
  bool is_list(const std::string& what, const std::vector<int>& expected,
               const std::vector<int>& got);
  /// find_joints' lists, one per position. A mistake must fit all of them.
  bool are_lists(const std::string& what, const std::vector<glm::vec3>& positions,
                 const std::vector<std::vector<int>>& expected,
                 const std::vector<std::vector<int>>& got,
                 const std::vector<ListsMistake>& mistakes = {});
  /// All vertices of the check's scene; the outcome names the worst. Mistakes that fit all come
  /// before those that fit the worst.
  bool are_vertices(const std::string& what, const std::vector<glm::vec3>& expected,
                    const std::vector<glm::vec3>& got,
                    const std::vector<VerticesMistake>& mistakes = {});
  /// Their normals; the ghost shows them at `positions`, the expected vertices.
  bool are_normals(const std::string& what, const std::vector<glm::vec3>& positions,
                   const std::vector<glm::vec3>& expected, const std::vector<glm::vec3>& got,
                   const std::vector<VerticesMistake>& mistakes = {});

  bool all_well() const { return outcome_.passed; }
  const Outcome& outcome() const { return outcome_; }
  Outcome& outcome() { return outcome_; }

 private:
  bool fail(std::string expected, std::string got, std::string reason);
  std::string otherwise(bool is_nan) const {
    return is_nan && !nan_reason_.empty() ? nan_reason_ : reason_;
  }
  bool are_near(const std::string& what, const std::vector<glm::vec3>& expected,
                const std::vector<glm::vec3>& got, const std::vector<VerticesMistake>& mistakes);

  Outcome outcome_;
  std::string joint_, reason_, nan_reason_;
  std::vector<std::string> joints_of_vertices_;
  std::optional<Stage> stage_;
  int vertex_ = -1;
};

std::string in_words(const glm::vec3& vector);  ///< "(1, 2.5, 0)"
std::string in_words(
    const glm::mat4& matrix);  ///< its rows: "[1 0 0 2; 0 1 0 0; 0 0 1 0; 0 0 0 1]"
std::string in_words(const std::vector<int>& list);  ///< "[0, 2]"

}  // namespace marrow::course
