#include "course/judge.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

// Written so that NaN is never near anything.
bool is_near_number(float a, float b, float size) {
  return std::abs(a - b) <= kTolerance * std::max(1.0f, size);
}

bool is_near_number(float a, float b) { return is_near_number(a, b, std::abs(b)); }

bool is_near_number(const glm::vec3& a, const glm::vec3& b) {
  const float size = glm::length(b);
  return is_near_number(a.x, b.x, size) && is_near_number(a.y, b.y, size) &&
         is_near_number(a.z, b.z, size);
}

bool is_near_number(const glm::mat4& a, const glm::mat4& b) {
  float size = 1.0f;
  for (int c = 0; c < 4; ++c) size = std::max(size, glm::length(b[c]));
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!is_near_number(a[c][r], b[c][r], size)) return false;
    }
  }
  return true;
}

/// Equal to a mistake's result: its NaNs must be NaN.
bool is_as(const glm::vec3& got, const glm::vec3& mistake) {
  return is_near_number(got, mistake) || (!is_finite(got) && !is_finite(mistake));
}

bool are_as(const Vectors& got, const Vectors& mistake) {
  return got.size() == mistake.size() && std::equal(got.begin(), got.end(), mistake.begin(), is_as);
}

/// The reason of the first mistake that fits, or `otherwise`.
template <typename Slips, typename Fits>
std::string reason_of(const Slips& mistakes, const Fits& fits, std::string otherwise) {
  const auto mistake = std::find_if(mistakes.begin(), mistakes.end(),
                                    [&](const auto& known) { return fits(known.gives); });
  return mistake != mistakes.end() ? mistake->reason : std::move(otherwise);
}

/// The vertex farthest from its expected place; NaN is farthest.
std::size_t worst_of(const Vectors& expected, const Vectors& got) {
  std::size_t worst = 0;
  float most = -1.0f;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!is_finite(got[i])) return i;
    const float away = glm::distance(got[i], expected[i]);
    if (away > most) worst = i;
    most = std::max(most, away);
  }
  return worst;
}

/// For the ghost: NaN is shown at the origin.
Vectors finite(Vectors points) {
  for (glm::vec3& point : points) {
    if (!is_finite(point)) point = glm::vec3(0.0f);
  }
  return points;
}

/// At most 6 digits, and no "-0".
float shown(float value) { return std::abs(value) < 5e-7f ? 0.0f : value; }

std::string counted(std::size_t wrong, std::size_t all) {
  return wrong > 1 ? fmt::format(" ({} of {} vertices are wrong)", wrong, all) : "";
}

}  // namespace

bool Judge::fail(std::string expected, std::string got, std::string reason) {
  outcome_.passed = false;
  outcome_.expected = std::move(expected);
  outcome_.got = std::move(got);
  outcome_.likely_reason = std::move(reason);
  const bool has_joint = vertex_ >= 0 && std::size_t(vertex_) < joints_of_vertices_.size();
  outcome_.joint = has_joint ? joints_of_vertices_[std::size_t(vertex_)] : joint_;
  outcome_.vertex = vertex_;
  outcome_.stage = stage_;
  return false;
}

bool Judge::is_true(bool holds, const std::string& expected, const std::string& got) {
  if (!all_well()) return false;
  return holds || fail(expected, got, reason_);
}

bool Judge::has_size(const std::string& what, std::size_t expected, std::size_t got) {
  if (!all_well()) return false;
  return expected == got || fail(fmt::format("{} {}", expected, what),
                                 fmt::format("{} {}", got, what), "the result has the wrong size");
}

bool Judge::is_vector(const std::string& what, const glm::vec3& expected, const glm::vec3& got,
                      const std::vector<Mistake>& mistakes) {
  if (!all_well()) return false;
  if (is_near_number(got, expected)) return true;
  const auto fits = [&](const glm::vec3& gives) { return is_as(got, gives); };
  return fail(fmt::format("{} {}", what, in_words(expected)), in_words(got),
              reason_of(mistakes, fits, otherwise(!is_finite(got))));
}

bool Judge::is_point(const std::string& what, const glm::vec3& expected, const glm::vec3& got,
                     const std::vector<Mistake>& mistakes) {
  if (!all_well()) return false;
  if (is_vector(what, expected, got, mistakes)) return true;
  outcome_.expected_points = {expected};
  outcome_.got_points = finite({got});
  return false;
}

bool Judge::is_number(const std::string& what, float expected, float got,
                      const std::vector<NumberMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_near_number(got, expected)) return true;
  const auto fits = [&](float gives) { return is_near_number(got, gives); };
  return fail(fmt::format("{} {:.6g}", what, shown(expected)), fmt::format("{:.6g}", shown(got)),
              reason_of(mistakes, fits, otherwise(!std::isfinite(got))));
}

bool Judge::is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                      const std::vector<MatrixMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_near_number(got, expected)) return true;
  const auto fits = [&](const glm::mat4& gives) { return is_near_number(got, gives); };
  return fail(fmt::format("{} = {}", what, in_words(expected)), in_words(got),
              reason_of(mistakes, fits, otherwise(!is_finite(got))));
}

bool Judge::is_placed(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                      const std::vector<MatrixMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_matrix(what, expected, got, mistakes)) return true;
  outcome_.expected_points = {glm::vec3(expected[3])};
  outcome_.got_points = finite({glm::vec3(got[3])});
  return false;
}

bool Judge::is_list(const std::string& what, const std::vector<int>& expected,
                    const std::vector<int>& got) {
  if (!all_well()) return false;
  return expected == got ||
         fail(fmt::format("{} {}", what, in_words(expected)), in_words(got), reason_);
}

bool Judge::are_lists(const std::string& what, const Vectors& positions,
                      const std::vector<std::vector<int>>& expected,
                      const std::vector<std::vector<int>>& got,
                      const std::vector<ListsMistake>& mistakes) {
  if (!has_size("lists, one a vertex", expected.size(), got.size())) return false;
  const auto first = std::mismatch(expected.begin(), expected.end(), got.begin()).first;
  if (first == expected.end()) return true;
  const std::size_t i = std::size_t(first - expected.begin());
  at_vertex(int(i));
  const auto fits = [&](const std::vector<std::vector<int>>& gives) { return gives == got; };
  fail(fmt::format("{} {}", what, in_words(expected[i])), in_words(got[i]),
       reason_of(mistakes, fits, reason_));
  outcome_.expected_points = outcome_.got_points = {positions[i]};
  return false;
}

bool Judge::are_near(const std::string& what, const Vectors& expected, const Vectors& got,
                     const std::vector<VerticesMistake>& mistakes) {
  if (!has_size(what + ", one a vertex", expected.size(), got.size())) return false;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += is_near_number(got[i], expected[i]) ? 0 : 1;
  if (wrong == 0) return true;
  const std::size_t worst = worst_of(expected, got);
  const auto fits_worst = [&](const Vectors& gives) { return is_as(got[worst], gives[worst]); };
  const auto fits_all = [&](const Vectors& gives) { return are_as(got, gives); };
  at_vertex(int(worst));
  return fail(fmt::format("{} {}", what, in_words(expected[worst])),
              in_words(got[worst]) + counted(wrong, got.size()),
              reason_of(mistakes, fits_all,
                        reason_of(mistakes, fits_worst, otherwise(!is_finite(got[worst])))));
}

bool Judge::are_vertices(const std::string& what, const Vectors& expected, const Vectors& got,
                         const std::vector<VerticesMistake>& mistakes) {
  if (!all_well()) return false;
  if (are_near(what, expected, got, mistakes)) return true;
  if (got.size() != expected.size()) return false;
  outcome_.expected_points = expected;
  outcome_.got_points = finite(got);
  outcome_.points_are_vertices = true;
  return false;
}

bool Judge::are_normals(const std::string& what, const Vectors& positions, const Vectors& expected,
                        const Vectors& got, const std::vector<VerticesMistake>& mistakes) {
  if (!all_well()) return false;
  if (are_near(what, expected, got, mistakes)) return true;
  if (got.size() != expected.size()) return false;
  outcome_.expected_points = outcome_.got_points = positions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    outcome_.expected_points[i] += 0.25f * expected[i];
    if (is_finite(got[i])) outcome_.got_points[i] += 0.25f * got[i];
  }
  outcome_.points_are_vertices = true;
  return false;
}

std::string in_words(const glm::vec3& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", shown(v.x), shown(v.y), shown(v.z));
}

std::string in_words(const glm::mat4& m) {
  std::vector<std::string> rows;
  for (int r = 0; r < 4; ++r) {
    rows.push_back(fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", shown(m[0][r]), shown(m[1][r]),
                               shown(m[2][r]), shown(m[3][r])));
  }
  return fmt::format("[{}]", fmt::join(rows, "; "));
}

std::string in_words(const std::vector<int>& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

}  // namespace marrow::course
