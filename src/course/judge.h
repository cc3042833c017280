// How a check says what it found: it states what must hold, one thing after another, and the first that does not hold is the outcome.
#pragma once

#include <initializer_list>
#include <string>

#include "course/check.h"

namespace marrow::course {

/// Relative to the size of what is compared (at least 1): room for products and inverses in single precision, for no mistake.
inline constexpr float kTolerance = 1e-4f;

/// A mistake that is known from submissions: what it would have given instead, and what to tell its author.
struct Slip {
  glm::vec3 gives;
  const char* reason;
};

/// Every statement returns whether all is well so far; after the first failure the others are not looked at.
class Judge {
 public:
  /// What the following statements are about, for the outcome: a joint, a vertex (-1: none).
  void at_joint(std::string name) { joint_ = std::move(name); }
  void at_vertex(int vertex) { vertex_ = vertex; }
  /// What is said of the following failures when no slip fits.
  void suspect(std::string reason) { reason_ = std::move(reason); }

  bool is_true(bool holds, const std::string& expected, const std::string& got);
  bool has_size(const std::string& what, std::size_t expected, std::size_t got);
  bool is_point(const std::string& what, const glm::vec3& expected, const glm::vec3& got, std::initializer_list<Slip> slips = {});
  bool is_number(const std::string& what, float expected, float got);
  bool is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got);
  bool is_list(const std::string& what, const std::vector<int>& expected, const std::vector<int>& got);

  bool all_well() const { return outcome_.passed; }
  const Outcome& outcome() const { return outcome_; }

 private:
  bool fail(std::string expected, std::string got, std::string reason);
  Outcome outcome_;
  std::string joint_, reason_;
  int vertex_ = -1;
};

std::string in_words(const glm::vec3& vector);       ///< "(1, 2.5, 0)"
std::string in_words(const glm::mat4& matrix);       ///< its rows: "[1 0 0 2; 0 1 0 0; 0 0 1 0; 0 0 0 1]"
std::string in_words(const std::vector<int>& list);  ///< "[0, 2]"

}  // namespace marrow::course
