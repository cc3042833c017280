#include "course/judge.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace marrow::course {

namespace {

// Written so that NaN is never near anything.
bool is_near(float a, float b, float size) { return std::abs(a - b) <= kTolerance * std::max(1.0f, size); }

bool is_near(const glm::vec3& a, const glm::vec3& b) {
  const float size = glm::length(b);
  return is_near(a.x, b.x, size) && is_near(a.y, b.y, size) && is_near(a.z, b.z, size);
}

bool is_near(const glm::mat4& a, const glm::mat4& b) {
  float size = 1.0f;
  for (int c = 0; c < 4; ++c) size = std::max(size, glm::length(b[c]));
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!is_near(a[c][r], b[c][r], size)) return false;
    }
  }
  return true;
}

/// At most 6 digits, and no "-0".
float shown(float value) { return std::abs(value) < 5e-7f ? 0.0f : value; }

}  // namespace

bool Judge::fail(std::string expected, std::string got, std::string reason) {
  outcome_.passed = false;
  outcome_.expected = std::move(expected);
  outcome_.got = std::move(got);
  outcome_.likely_reason = std::move(reason);
  outcome_.joint = joint_;
  outcome_.vertex = vertex_;
  return false;
}

bool Judge::is_true(bool holds, const std::string& expected, const std::string& got) {
  if (!all_well()) return false;
  return holds || fail(expected, got, reason_);
}

bool Judge::has_size(const std::string& what, std::size_t expected, std::size_t got) {
  if (!all_well()) return false;
  return expected == got || fail(fmt::format("{} {}", expected, what), fmt::format("{} {}", got, what), "the result has the wrong size");
}

bool Judge::is_point(const std::string& what, const glm::vec3& expected, const glm::vec3& got, std::initializer_list<Slip> slips) {
  if (!all_well()) return false;
  if (is_near(got, expected)) return true;
  const auto slip = std::find_if(slips.begin(), slips.end(), [&](const Slip& known) { return is_near(got, known.gives); });
  fail(fmt::format("{} {}", what, in_words(expected)), in_words(got), slip != slips.end() ? slip->reason : reason_);
  outcome_.expected_points = {expected};
  outcome_.got_points = {got};
  return false;
}

bool Judge::is_number(const std::string& what, float expected, float got) {
  if (!all_well()) return false;
  return is_near(got, expected, std::abs(expected)) ||
         fail(fmt::format("{} {:.6g}", what, shown(expected)), fmt::format("{:.6g}", got), reason_);
}

bool Judge::is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got) {
  if (!all_well()) return false;
  if (is_near(got, expected)) return true;
  fail(fmt::format("{} = {}", what, in_words(expected)), in_words(got), reason_);
  outcome_.expected_points = {glm::vec3(expected[3])};
  outcome_.got_points = {glm::vec3(got[3])};
  return false;
}

bool Judge::is_list(const std::string& what, const std::vector<int>& expected, const std::vector<int>& got) {
  if (!all_well()) return false;
  return expected == got || fail(fmt::format("{} {}", what, in_words(expected)), in_words(got), reason_);
}

std::string in_words(const glm::vec3& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", shown(v.x), shown(v.y), shown(v.z)); }

std::string in_words(const glm::mat4& m) {
  std::vector<std::string> rows;
  for (int r = 0; r < 4; ++r) {
    rows.push_back(fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", shown(m[0][r]), shown(m[1][r]), shown(m[2][r]), shown(m[3][r])));
  }
  return fmt::format("[{}]", fmt::join(rows, "; "));
}

std::string in_words(const std::vector<int>& list) { return fmt::format("[{}]", fmt::join(list, ", ")); }

}  // namespace marrow::course
