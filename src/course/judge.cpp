#include "course/judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rig/implementations.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

// Written so that NaN is never near anything, and nothing is near a value without finite length:
// laws are tested on a submission's results, which may be 1e30.
bool is_near_number(float a, float b, float size) {
  return std::isfinite(size) && std::abs(a - b) <= kTolerance * std::max(1.0f, size);
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

bool is_near_number(const glm::quat& a, const glm::quat& b) {
  const float size = glm::length(b);
  return is_near_number(a.w, b.w, size) && is_near_number(a.x, b.x, size) &&
         is_near_number(a.y, b.y, size) && is_near_number(a.z, b.z, size);
}

/// The same motion, with the sign that is nearer to `to`.
DualQuaternion signed_as(const DualQuaternion& motion, const DualQuaternion& to) {
  const float same = glm::dot(motion.real, to.real) + glm::dot(motion.dual, to.dual);
  return same < 0.0f ? DualQuaternion{-motion.real, -motion.dual} : motion;
}

bool is_near_number(const DualQuaternion& a, const DualQuaternion& b) {
  const DualQuaternion signed_b = signed_as(b, a);
  return is_near_number(a.real, signed_b.real) && is_near_number(a.dual, signed_b.dual);
}

bool has_nan(const DualQuaternion& motion) {
  return !std::isfinite(glm::dot(motion.real, motion.real) + glm::dot(motion.dual, motion.dual));
}

bool has_nan(float got) { return !std::isfinite(got); }
bool has_nan(const glm::vec3& got) { return !is_finite(got); }
bool has_nan(const glm::mat4& got) { return !is_finite(got); }
bool has_nan(const std::vector<int>&) { return false; }

bool is_near_number(const std::vector<int>& a, const std::vector<int>& b) { return a == b; }

/// Compares with a mistake's result, where NaN equals NaN.
template <typename Value>
bool is_as(const Value& got, const Value& mistake) {
  return is_near_number(got, mistake) || (has_nan(got) && has_nan(mistake));
}

template <typename Values>
std::vector<std::size_t> wrong_ones(const Values& expected, const Values& got) {
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!is_near_number(got[i], expected[i])) wrong.push_back(i);
  return wrong;
}

/// True for the value that std::vector or an earlier frame left.
bool is_untouched(float got) { return got == 0.0f; }
bool is_untouched(const glm::vec3& got) {
  return got == glm::vec3(0.0f) || got == glm::vec3(kOfAnEarlierFrame);
}
bool is_untouched(const std::vector<int>& got) { return got.empty(); }

/// The reason of the mistakes that fit, if all of them have the same reason. Many mistakes give
/// NaN, so there the first reason counts.
template <typename Mistake, typename Fits>
std::optional<std::string> agreed_reason(const std::vector<Mistake>& mistakes, bool is_nan,
                                         const Fits& fits) {
  std::optional<std::string> reason;
  for (const Mistake& known : mistakes) {
    if (!fits(known) || reason == known.reason) continue;
    if (is_nan && reason) return reason;
    if (reason) return std::nullopt;
    reason = known.reason;
  }
  return reason;
}

/// The reason of the mistake that gives all results, including the right ones.
template <typename Values>
std::optional<std::string> reason_of_all(const std::vector<MistakeOf<Values>>& mistakes,
                                         const Values& got, bool* fits_any = nullptr) {
  const auto fits = [](const auto& one, const auto& gives) { return is_as(one, gives); };
  const bool is_nan =
      std::any_of(got.begin(), got.end(), [](const auto& one) { return has_nan(one); });
  return agreed_reason(mistakes, is_nan, [&](const MistakeOf<Values>& known) {
    const bool is_fitting =
        std::equal(got.begin(), got.end(), known.gives.begin(), known.gives.end(), fits);
    if (is_fitting && fits_any != nullptr) *fits_any = true;
    return is_fitting;
  });
}

/// The reason of the mistake that gives all results, else of one that gives all wrong results and
/// at least half of the right ones.
template <typename Values>
std::optional<std::string> reason_of(const std::vector<MistakeOf<Values>>& mistakes,
                                     const Values& got, const std::vector<std::size_t>& wrong) {
  bool fits_any = false;
  if (const auto reason = reason_of_all(mistakes, got, &fits_any)) return reason;
  if (!fits_any && got.size() > 2 && wrong.size() == 1 && wrong.front() + 1 == got.size() &&
      is_untouched(got.back()))
    return "only the last is wrong: the loop must reach it";
  if (fits_any) return std::nullopt;
  const bool is_nan =
      std::any_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return has_nan(got[i]); });
  return agreed_reason(mistakes, is_nan, [&](const MistakeOf<Values>& known) {
    const auto fits = [&](std::size_t i) {
      return i < known.gives.size() && is_as(got[i], known.gives[i]);
    };
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < got.size(); ++i) fitting += fits(i) ? 1 : 0;
    return std::all_of(wrong.begin(), wrong.end(), fits) &&
           2 * (fitting - wrong.size()) >= got.size() - wrong.size();
  });
}

/// agreed_reason() of a single result.
template <typename Value>
std::optional<std::string> reason_of(const std::vector<MistakeOf<Value>>& mistakes,
                                     const Value& got) {
  return agreed_reason(mistakes, has_nan(got),
                       [&](const MistakeOf<Value>& known) { return is_as(got, known.gives); });
}

/// What is wrong with lists that hold the right joints; none if they hold other joints.
std::optional<std::string> disorder_of(const std::vector<std::vector<int>>& expected,
                                       std::vector<std::vector<int>> got) {
  for (std::vector<int>& list : got) std::sort(list.begin(), list.end());
  if (got == expected) return "each list is ascending, in the order of the joints";
  for (std::vector<int>& list : got) list.erase(std::unique(list.begin(), list.end()), list.end());
  if (got == expected) return "a list names each joint once";
  return std::nullopt;
}

/// The vertex farthest from its expected position; NaN counts as farthest.
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

/// Replaces points that are not finite by the origin, for the ghost.
Vectors finite(Vectors points) {
  for (glm::vec3& point : points) {
    if (!is_finite(point)) point = glm::vec3(0.0f);
  }
  return points;
}

/// Numbers that are too small to show become 0, so that none is shown as "-0".
float shown(float value) { return std::abs(value) < 5e-7f ? 0.0f : value; }

std::string counted(std::size_t wrong, std::size_t all) {
  return wrong > 1 ? fmt::format(" ({} of {} vertices are wrong)", wrong, all) : "";
}

}  // namespace

bool Judge::fail(std::string expected, std::string got, std::optional<std::string> mistake,
                 bool is_nan) {
  outcome_.passed = false;
  outcome_.expected = std::move(expected);
  outcome_.got = std::move(got);
  outcome_.names_mistake = mistake.has_value();
  const std::string& law = is_nan && !law_of_nan_.empty() ? law_of_nan_ : law_;
  outcome_.likely_reason = mistake ? *mistake : law;
  outcome_.joint = joint_;
  outcome_.vertex = vertex_;
  outcome_.stage = stage_;
  return false;
}

template <typename Values>
bool Judge::fail_at(std::size_t i, const std::vector<std::string>& whats, const Values& expected,
                    const Values& got, const std::optional<std::string>& mistake) {
  if (i < joints_.size()) at_joint(joints_[i]);
  return fail(fmt::format("{} {}", whats[i], in_words(expected[i])), in_words(got[i]), mistake,
              has_nan(got[i]));
}

/// The list that statements_of() fills; null outside of it.
static std::vector<Statement>* listing = nullptr;

template <typename Values>
bool Judge::is_listed(const std::vector<std::string>& whats, const Values& expected) const {
  if (listing == nullptr) return false;
  const Stage stage = stage_.value_or(listing->front().stage);
  for (std::size_t i = 0; i < std::min(whats.size(), std::size(expected)); ++i)
    listing->push_back({in_letters(whats[i]), in_words(expected[i]), in_letters(law_), stage});
  return true;
}

std::vector<Statement> statements_of(const Check& check) {
  std::vector<std::string> all;
  for_each_function([&](const auto& body) { all.emplace_back(body.name); });
  std::vector<Statement> statements{{{}, {}, {}, check.stage}};  // has the stage; removed below
  listing = &statements;
  try {
    check.run(without({}, all));
  } catch (...) {  // the check may have used a result that is missing
  }
  listing = nullptr;
  statements.erase(statements.begin());
  return statements;
}

bool Judge::is_true(bool holds, const std::string& expected, const std::string& got) {
  if (!all_well()) return false;
  return holds || fail(expected, got);
}

bool Judge::has_size(const std::string& what, std::size_t expected, std::size_t got) {
  if (!all_well()) return false;
  return expected == got || fail(fmt::format("{} {}", expected, what),
                                 fmt::format("{} {}", got, what), "the result has the wrong size");
}

bool Judge::is_vector(const std::string& what, const glm::vec3& expected, const glm::vec3& got) {
  if (!all_well()) return false;
  return is_listed({what}, std::array{expected}) || is_near_number(got, expected) ||
         fail(fmt::format("{} {}", what, in_words(expected)), in_words(got), {}, !is_finite(got));
}

bool Judge::is_number(const std::string& what, float expected, float got) {
  if (!all_well()) return false;
  return is_listed({what}, std::array{expected}) || is_near_number(got, expected) ||
         fail(fmt::format("{} {}", what, in_words(expected)), in_words(got), {}, has_nan(got));
}

bool Judge::is_matrix(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                      const std::vector<MatrixMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_listed({what + " ="}, std::array{expected}) || is_near_number(got, expected)) return true;
  return fail(fmt::format("{} = {}", what, in_words(expected)), in_words(got),
              reason_of(mistakes, got), !is_finite(got));
}

bool Judge::is_dual_quaternion(const std::string& what, const DualQuaternion& expected,
                               const DualQuaternion& got,
                               const std::vector<DualQuaternionMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_listed({what}, std::array{expected}) || is_near_number(got, expected)) return true;
  return fail(fmt::format("{} {}", what, in_words(signed_as(expected, got))), in_words(got),
              reason_of(mistakes, got), has_nan(got));
}

bool Judge::is_placed(const std::string& what, const glm::mat4& expected, const glm::mat4& got,
                      const std::vector<MatrixMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_matrix(what, expected, got, mistakes)) return true;
  outcome_.expected_points = {glm::vec3(expected[3])};
  outcome_.got_points = finite({glm::vec3(got[3])});
  return false;
}

bool Judge::is_image(const std::string& what, const glm::vec3& point, const glm::vec3& expected,
                     const glm::mat4& got, const std::vector<MatrixMistake>& mistakes) {
  if (!all_well()) return false;
  const glm::vec3 image(got * glm::vec4(point, 1.0f));
  if (is_listed({what}, std::array{expected}) || is_near_number(image, expected)) return true;
  fail(fmt::format("{} {}", what, in_words(expected)), in_words(image), reason_of(mistakes, got),
       !is_finite(got));
  outcome_.expected_points = {expected};
  outcome_.got_points = finite({image});
  return false;
}

bool Judge::are_numbers(const std::vector<std::string>& whats, const std::vector<float>& expected,
                        const std::vector<float>& got, const std::vector<NumbersMistake>& mistakes,
                        const std::vector<int>& vertices) {
  if (!all_well()) return false;
  if (is_listed(whats, expected)) return true;
  const std::vector<std::size_t> wrong = wrong_ones(expected, got);
  if (wrong.empty()) return true;
  if (wrong.front() < vertices.size()) at_vertex(vertices[wrong.front()]);
  return fail_at(wrong.front(), whats, expected, got, reason_of(mistakes, got, wrong));
}

bool Judge::are_vectors(const std::vector<std::string>& whats, const Vectors& expected,
                        const Vectors& got, const std::vector<VectorsMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_listed(whats, expected)) return true;
  const std::vector<std::size_t> wrong = wrong_ones(expected, got);
  if (wrong.empty()) return true;
  return fail_at(wrong.front(), whats, expected, got, reason_of(mistakes, got, wrong));
}

bool Judge::are_points(const std::vector<std::string>& whats, const Vectors& asked,
                       const Vectors& expected, const Vectors& got,
                       const std::vector<VectorsMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_listed(whats, expected)) return true;
  const std::vector<std::size_t> wrong = wrong_ones(expected, got);
  if (wrong.empty()) return true;
  const std::size_t i = wrong.front();
  // Each result comes from a separate call, so a mistake must explain all of them.
  fail_at(i, whats, expected, got, reason_of_all(mistakes, got));
  outcome_.expected_points = {expected[i]};
  outcome_.got_points = finite({got[i]});
  outcome_.asked_points = {asked[i]};
  return false;
}

bool Judge::are_lists(const std::vector<std::string>& whats, const Vectors& positions,
                      const std::vector<std::vector<int>>& expected,
                      const std::vector<std::vector<int>>& got,
                      const std::vector<ListsMistake>& mistakes) {
  std::vector<std::vector<int>> held = expected;
  std::erase_if(held, [](const std::vector<int>& list) { return list.empty(); });
  if (all_well() && got == held && held.size() < expected.size())
    return fail(fmt::format("{} lists, one per vertex", expected.size()),
                fmt::format("{} lists", got.size()),
                "no list for vertices that no joint holds: each has an empty one of its own");
  if (!has_size("lists, one per vertex", expected.size(), got.size())) return false;
  if (is_listed(whats, expected)) return true;
  const std::vector<std::size_t> wrong = wrong_ones(expected, got);
  if (wrong.empty()) return true;
  const std::size_t i = wrong.front();
  at_vertex(int(i));
  const std::optional<std::string> disorder = disorder_of(expected, got);
  fail_at(i, whats, expected, got, disorder ? disorder : reason_of(mistakes, got, wrong));
  outcome_.expected_points = outcome_.got_points = {positions[i]};
  return false;
}

bool Judge::are_near(const std::vector<std::string>& whats, const Vectors& expected,
                     const Vectors& got, const std::vector<VectorsMistake>& mistakes) {
  if (!all_well()) return false;
  if (is_listed(whats, expected)) return true;
  const std::vector<std::size_t> wrong = wrong_ones(expected, got);
  if (wrong.empty()) return true;
  const std::size_t worst = worst_of(expected, got);
  at_vertex(int(worst));
  fail_at(worst, whats, expected, got, reason_of(mistakes, got, wrong));
  outcome_.got += counted(wrong.size(), got.size());
  return false;
}

bool Judge::are_vertices(const std::vector<std::string>& whats, const Vectors& expected,
                         const Vectors& got, const std::vector<VectorsMistake>& mistakes) {
  if (!has_size("positions, one per vertex", expected.size(), got.size())) return false;
  if (are_near(whats, expected, got, mistakes)) return true;
  outcome_.expected_points = expected;
  outcome_.got_points = finite(got);
  outcome_.points_are_vertices = true;
  return false;
}

bool Judge::are_normals(const std::vector<std::string>& whats, const Vectors& positions,
                        const Vectors& expected, const Vectors& got,
                        const std::vector<VectorsMistake>& mistakes) {
  constexpr float kLength = 0.25f;  // of an arrow, world units
  if (!has_size("normals, one per vertex", expected.size(), got.size())) return false;
  if (are_near(whats, expected, got, mistakes)) return true;
  outcome_.arrows_from = outcome_.expected_points = outcome_.got_points = positions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    outcome_.expected_points[i] += kLength * expected[i];
    if (is_finite(got[i])) outcome_.got_points[i] += kLength * got[i];
  }
  outcome_.points_are_vertices = true;
  return false;
}

std::string in_words(float number) { return fmt::format("{:.6g}", shown(number)); }

std::string in_words(const glm::vec3& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", shown(v.x), shown(v.y), shown(v.z));
}

std::string in_words(const glm::mat4& matrix) {
  const glm::mat4 m = in_convention(matrix);
  std::vector<std::string> rows;
  for (int r = 0; r < 4; ++r)
    rows.push_back(fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", shown(m[0][r]), shown(m[1][r]),
                               shown(m[2][r]), shown(m[3][r])));
  return fmt::format("[{}]", fmt::join(rows, "; "));
}

static std::string in_words(const glm::quat& q) {
  return fmt::format("(w {:.6g}, x {:.6g}, y {:.6g}, z {:.6g})", shown(q.w), shown(q.x), shown(q.y),
                     shown(q.z));
}

std::string in_words(const DualQuaternion& motion) {
  return fmt::format("real {}, dual {}", in_words(motion.real), in_words(motion.dual));
}

std::string in_words(const std::vector<int>& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

std::vector<std::string> labels(const std::string& before, const Vectors& vectors,
                                const std::string& after) {
  std::vector<std::string> result;
  for (const glm::vec3& vector : vectors)
    result.push_back(fmt::format("{} {} {}", before, in_words(vector), after));
  return result;
}

}  // namespace marrow::course
