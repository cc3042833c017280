// Mistakes in weights, skinned vertices, normals and gradients: tasks 4 and 5.
#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_inverse.hpp>
#include <limits>

#include "course/cases.h"
#include "course/mistakes.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

/// Computes M of a vertex as a mistake does.
using BlendRule = std::function<glm::mat4(std::size_t vertex)>;

/// Sums over one list of distances.
struct Sums {
  float count = 0.0f, least = std::numeric_limits<float>::max();
  /// of d, 1 / d, 1 / d^2, with the guard
  float distances = 0.0f, inverses = 0.0f, squares = 0.0f;
  float unguarded = 0.0f, off_bones = 0.0f;  ///< of 1 / d: over all, and over d > 0
};

constexpr float kLeastDistance = 1e-6f;  // the contract's guard

float inverse(float d) { return 1.0f / std::max(d, kLeastDistance); }

Sums sums_of(const std::vector<float>& distances) {
  Sums sums;
  for (const float d : distances) {
    sums.count += 1.0f;
    sums.least = std::min(sums.least, d);
    sums.distances += d;
    sums.inverses += inverse(d);
    sums.squares += inverse(d * d);
    sums.unguarded += 1.0f / d;
    if (d > 0.0f) sums.off_bones += 1.0f / d;
  }
  return sums;
}

}  // namespace

std::vector<NumbersMistake> weights_mistakes(const std::vector<std::vector<float>>& lists) {
  std::vector<NumbersMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    NumbersMistake& mistake = mistakes.emplace_back(NumbersMistake{{}, reason});
    for (const std::vector<float>& list : lists) {
      const Sums sums = sums_of(list);
      for (const float d : list) mistake.gives.push_back(rule(d, sums));
    }
  };
  using Of = const Sums&;
  add("nothing is written yet: w = (1 / d) / (sum of 1 / d)", [](float, Of) { return 0.0f; });
  add("1 / d has no value at d = 0: use 1 / max(d, 1e-6)",
      [](float d, Of sums) { return 1.0f / d / sums.unguarded; });
  add("a bone at d = 0 is left out: it has the most weight, use 1 / max(d, 1e-6)",
      [](float d, Of sums) { return d > 0.0f ? 1.0f / d / sums.off_bones : 0.0f; });
  add("the weights do not sum to 1: divide each 1 / d by the sum over the list",
      [](float d, Of) { return inverse(d); });
  add("equal shares are not inverse distance: w = (1 / d) / (sum of 1 / d)",
      [](float, Of sums) { return 1.0f / sums.count; });
  add("a farther bone weighs more here: w goes as 1 / d, not as d",
      [](float d, Of sums) { return d / std::max(sums.distances, kLeastDistance); });
  add("1 - d / sum is not inverse distance: w = (1 / d) / (sum of 1 / d)",
      [](float d, Of sums) { return 1.0f - d / std::max(sums.distances, kLeastDistance); });
  add("w goes as 1 / d, not as 1 / d^2",
      [](float d, Of sums) { return inverse(d * d) / sums.squares; });
  add("the nearest bone takes all: every bone of the list has its share, w = (1 / d) / (sum of 1 / "
      "d)",
      [](float d, Of sums) { return d <= sums.least ? 1.0f : 0.0f; });
  add("this is the sum, not the share: w = (1 / d) / (sum of 1 / d)",
      [](float, Of sums) { return sums.inverses; });
  add("these are the distances: w = (1 / d) / (sum of 1 / d)", [](float d, Of) { return d; });
  add("1 - d / sum is not inverse distance, divided by its own sum neither: w = (1 / d) / (sum of "
      "1 / d)",
      [](float d, Of sums) {
        return (1.0f - d / std::max(sums.distances, kLeastDistance)) / (sums.count - 1.0f);
      });
  // Mistakes that depend on earlier distances or earlier lists, which the rules above do not see.
  NumbersMistake growing{{}, "the sum is used while it grows: add up all 1 / d first, then divide"};
  NumbersMistake going_on{{},
                          "the sum goes on from one call to the next: it starts at 0 in each, "
                          "without static variables"};
  const char* const takes_all =
      "a bone at d = 0 does not take all, others may be at 0 too: w = (1 / max(d, 1e-6)) / (sum of "
      "the same)";
  NumbersMistake first_takes_all{{}, takes_all}, each_takes_all{{}, takes_all};
  float all_before = 0.0f;
  for (const std::vector<float>& list : lists) {
    const Sums sums = sums_of(list);
    all_before += sums.inverses;
    float so_far = 0.0f;
    bool is_taken = false;
    for (const float d : list) {
      const float share = inverse(d) / sums.inverses;
      so_far += inverse(d);
      growing.gives.push_back(inverse(d) / so_far);
      going_on.gives.push_back(inverse(d) / all_before);
      const bool has_zero = sums.least <= 0.0f, is_zero = d <= 0.0f;
      first_takes_all.gives.push_back(!has_zero ? share : is_zero && !is_taken ? 1.0f : 0.0f);
      each_takes_all.gives.push_back(!has_zero ? share : is_zero ? 1.0f : 0.0f);
      is_taken = is_taken || is_zero;
    }
  }
  for (NumbersMistake* mistake : {&growing, &going_on, &first_takes_all, &each_takes_all})
    mistakes.push_back(std::move(*mistake));
  return mistakes;
}

std::vector<VectorsMistake> position_mistakes(const std::vector<glm::mat4>& skinning,
                                              const Rows& rows, const Vectors& positions) {
  const glm::mat4 identity(1.0f), zero(0.0f);
  const Influences influences = make_influences(rows);
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const BlendRule& rule, bool leaves_uncovered = true) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < positions.size(); ++i)
      mistake.gives.push_back(
          image(rows[i].empty() && leaves_uncovered ? identity : rule(i), positions[i]));
  };
  const auto blended = [&](std::size_t i) { return blend(skinning, rows[i]); };
  const auto sum_of = [&](std::uint32_t begin, std::uint32_t end) {
    glm::mat4 sum(0.0f);
    for (std::uint32_t k = begin; k < end; ++k)
      sum += influences.weight[k] * skinning[influences.joint[k]];
    return sum;
  };
  const auto of_row = [&](std::size_t i) {
    return rows[i].empty() ? identity : blend(skinning, rows[i]);
  };
  add("an empty list sums to zero: an uncovered vertex collapses to the origin, and it should keep "
      "its place",
      blended, false);
  add(
      "an empty list sums to zero, and divided by that it is NaN: an uncovered vertex keeps its "
      "place",
      [&](std::size_t i) {
        return rows[i].empty() ? glm::mat4(std::numeric_limits<float>::quiet_NaN()) : blended(i);
      },
      false);
  // Without a rotation these cannot be distinguished.
  const auto all_rows = [&](const auto& rule) {
    return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
      return row.empty() || rule(glm::mat3(blend(skinning, row)));
    });
  };
  const bool is_moved_only = all_rows([](const glm::mat3& m) { return m == glm::mat3(1.0f); });
  const bool is_symmetric = all_rows([](const glm::mat3& m) { return m == glm::transpose(m); });
  add(is_moved_only  ? "nothing moves yet: a point moves with the translation too, M (x, y, z, 1), "
                       "and v * M takes v for a row"
      : is_symmetric ? "a point moves with the translation too: M (x, y, z, 1), and v * M takes v "
                       "for a row"
                     : "a point moves with the translation too: M (x, y, z, 1)",
      [&](std::size_t i) { return glm::mat4(glm::mat3(blended(i))); });
  add("v * M takes v for a row, which is the transpose of M: write M * v",
      [&](std::size_t i) { return glm::mat4(glm::transpose(glm::mat3(blended(i)))); });
  add("nothing moves yet: v' = M v", [&](std::size_t) { return identity; });
  add("M starts at the identity: begin the sum at zero, glm::mat4(0)",
      [&](std::size_t i) { return identity + blended(i); });
  const char* const everything =
      "the sum runs over all joints, or all entries: vertex i has those from row_begin(i) to "
      "row_end(i), each with its weight";
  const glm::mat4 all = sum_of(0, std::uint32_t(influences.joint.size()));
  for (const bool leaves_uncovered : {true, false})
    add(
        everything, [&](std::size_t) { return all; }, leaves_uncovered);
  glm::mat4 each_joint(0.0f);
  for (const glm::mat4& matrix : skinning) each_joint += matrix;
  for (const bool leaves_uncovered : {true, false})
    add(
        everything, [&](std::size_t) { return each_joint; }, leaves_uncovered);
  for (const bool leaves_uncovered : {true, false})
    add(
        everything, [&](std::size_t) { return each_joint / float(skinning.size()); },
        leaves_uncovered);
  std::vector<glm::mat4> growing;
  glm::mat4 so_far(0.0f);
  for (const Row& row : rows) growing.push_back(so_far += blend(skinning, row));
  for (const bool leaves_uncovered : {true, false})
    add(
        "the sum goes on from one vertex to the next: begin each at zero, glm::mat4(0)",
        [&](std::size_t i) { return growing[i]; }, leaves_uncovered);
  const auto end_of = [&](std::size_t entry) {
    return std::uint32_t(std::min(entry, influences.joint.size()));
  };
  for (const bool leaves_uncovered : {true, false})
    add(
        "the row of the next vertex begins at row_end(i): k < row_end(i), not <=",
        [&](std::size_t i) {
          return sum_of(influences.row_begin(i), end_of(influences.row_end(i) + std::size_t(1)));
        },
        leaves_uncovered);
  for (const bool leaves_uncovered : {true, false})
    add(
        "the first entry of the row is left out: k begins at row_begin(i)",
        [&](std::size_t i) { return sum_of(influences.row_begin(i) + 1, influences.row_end(i)); },
        leaves_uncovered);
  add("each T_j v counts with its weight", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (const auto& [joint, weight] : rows[i]) sum += skinning[std::size_t(joint)];
    return sum;
  });
  add("each T_j v counts with its own weight, not all alike", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (const auto& [joint, weight] : rows[i])
      sum += skinning[std::size_t(joint)] / float(rows[i].size());
    return sum;
  });
  add("the weights belong to the wrong joints: weight[k] goes with joint[k]", [&](std::size_t i) {
    glm::mat4 sum(0.0f);
    for (std::size_t k = 0; k < rows[i].size(); ++k)
      sum += rows[i][rows[i].size() - 1 - k].second * skinning[std::size_t(rows[i][k].first)];
    return sum;
  });
  add("only the last joint of the row counts: sum over the row",
      [&](std::size_t i) { return skinning[std::size_t(rows[i].back().first)]; });
  add("only the last joint of the row counts: M += w T, not M = w T", [&](std::size_t i) {
    return rows[i].back().second * skinning[std::size_t(rows[i].back().first)];
  });
  add("only the first joint of the row counts: sum over the row",
      [&](std::size_t i) { return skinning[std::size_t(rows[i].front().first)]; });
  add("only the joint that weighs most counts: sum over the row", [&](std::size_t i) {
    return skinning[std::size_t(
        std::max_element(rows[i].begin(), rows[i].end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first)];
  });
  add("indices confused: the first of a row is taken for joint 0, influences.joint[k] tells which "
      "it is",
      [&](std::size_t i) {
        glm::mat4 sum(0.0f);
        for (std::size_t k = 0; k < rows[i].size(); ++k)
          sum += rows[i][k].second * skinning[std::min(k, skinning.size() - 1)];
        return sum;
      });
  std::vector<glm::mat4> counted;
  std::uint32_t next = 0;
  for (const std::vector<std::pair<int, float>>& row : rows) {
    const std::uint32_t end = next + std::uint32_t(row.size());
    counted.push_back(end <= influences.joint.size() ? sum_of(next, end) : zero);
    next = end;
  }
  add("rows need not follow one another: k runs from row_begin(i) to row_end(i), not on "
      "from "
      "the row before",
      [&](std::size_t i) { return counted[i]; });
  add(
      "indices confused: this vertex has the row of the one before",
      [&](std::size_t i) { return of_row(i == 0 ? rows.size() - 1 : i - 1); }, false);
  add(
      "indices confused: this vertex has the row of the next one",
      [&](std::size_t i) { return of_row((i + 1) % rows.size()); }, false);
  return mistakes;
}

std::vector<VectorsMistake> normal_mistakes(const std::vector<glm::mat4>& skinning,
                                            const Rows& rows, const Vectors& normals) {
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < normals.size(); ++i)
      mistake.gives.push_back(rows[i].empty() ? normals[i]
                                              : rule(blend(skinning, rows[i]), normals[i]));
  };
  using M = const glm::mat4&;
  using N = const glm::vec3&;
  const auto unit = [](const glm::vec3& v, N n) {  // if the result is zero, the normal stays
    const float length = glm::length(v);
    return length > 0.0f ? v / length : n;
  };
  const auto add_both = [&](const char* reason, const auto& rule) {  // normalized and not
    add(reason, [&](M m, N n) { return unit(rule(m, n), n); });
    add(reason, rule);
  };
  const auto right = [](M m, N n) { return glm::inverseTranspose(glm::mat3(m)) * n; };
  const auto cofactors = [](M m, N n) {
    return glm::mat3(glm::cross(glm::vec3(m[1]), glm::vec3(m[2])),
                     glm::cross(glm::vec3(m[2]), glm::vec3(m[0])),
                     glm::cross(glm::vec3(m[0]), glm::vec3(m[1]))) *
           n;
  };
  add("a singular M has no inverse: use the cofactor matrix, and keep the normal where the result "
      "is zero",
      [&](M m, N n) { return glm::normalize(right(m, n)); });
  add("the normals are left as they were: they turn with the mesh", [](M, N n) { return n; });
  add("normals go by the inverse-transpose, not by M itself",
      [&](M m, N n) { return unit(glm::mat3(m) * n, n); });
  add("a normal has unit length: normalize it", right);
  add("a normal has unit length: normalize it", cofactors);
  add("a normal has unit length: normalize it, and it goes by the inverse-transpose, not by M "
      "itself",
      [](M m, N n) { return glm::mat3(m) * n; });
  add("cofactors alone turn a mirrored normal inside out: times the sign of the determinant",
      [&](M m, N n) { return unit(cofactors(m, n), n); });
  add("the normal points inwards: the sign is wrong",
      [&](M m, N n) { return -glm::normalize(right(m, n)); });
  const char* const turned =
      "the normal turns the wrong way: the transpose of the inverse times n, neither of them alone "
      "(n * M is the transpose)";
  add_both(turned, [](M m, N n) { return glm::inverse(glm::mat3(m)) * n; });
  add_both(turned, [](M m, N n) { return glm::transpose(glm::mat3(m)) * n; });
  VectorsMistake strongest{
      {}, "the normal goes by the blended M as well, not by the joint that weighs most alone"};
  VectorsMistake unwritten{
      {}, "the normal of an uncovered vertex is not written: it stays as it is, copy it"};
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (rows[i].empty()) {
      strongest.gives.push_back(normals[i]);
      unwritten.gives.push_back(glm::vec3(0.0f));
      continue;
    }
    const auto most =
        std::max_element(rows[i].begin(), rows[i].end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    strongest.gives.push_back(
        glm::normalize(right(skinning[std::size_t(most->first)], normals[i])));
    unwritten.gives.push_back(glm::normalize(right(blend(skinning, rows[i]), normals[i])));
  }
  mistakes.push_back(std::move(strongest));
  mistakes.push_back(unwritten);
  for (std::size_t i = 0; i < normals.size(); ++i)
    if (rows[i].empty()) unwritten.gives[i] = glm::vec3(kOfAnEarlierFrame);
  mistakes.push_back(std::move(unwritten));
  add_both(
      "normals look translated: use the inverse transpose of the 3x3 only, a normal is a direction",
      [](M m, N n) { return image(m, n); });
  add_both(
      "the translation must not be subtracted from normals either: use the inverse transpose of "
      "the "
      "3x3 only",
      [](M m, N n) { return glm::mat3(m) * n - glm::vec3(m[3]); });
  return mistakes;
}

std::vector<VectorsMistake> gradient_mistakes(const std::vector<Slope>& slopes) {
  std::vector<VectorsMistake> mistakes;
  using Axis = const glm::vec3&;
  using Of = const Slope&;
  const auto add = [&](const std::string& reason, const auto& slope_of) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (const Slope& one : slopes) mistake.gives.push_back(slope_of(one));
  };
  /// The slope if `motion` is the tip's motion about an axis.
  const auto by = [](const auto& motion) {
    return [motion](Of one) {
      glm::vec3 result;
      for (int k = 0; k < 3; ++k) result[k] = glm::dot(one.miss, motion(one, glm::mat3(1.0f)[k]));
      return result;
    };
  };
  const auto right = by(
      [](Of one, Axis axis) { return one.a * glm::cross(axis, glm::inverse(one.a) * one.lever); });
  const auto as_if_rigid =
      by([](Of one, Axis axis) { return glm::cross(one.a * axis, one.lever); });
  const std::string formula = ": A (a x A^-1 (tip - o_b))";
  const char* const sign =
      "the sign is wrong: f grows along tip - target, and a x lever is not lever x a";
  add("nothing is written yet, or the pulls of joints below are left out",
      [](Of) { return glm::vec3(0.0f); });
  add(sign, [&](Of one) { return -right(one); });
  add("there is no factor of 2: f has a half in front of its squares",
      [&](Of one) { return 2.0f * right(one); });
  add("f grows by this per degree: angles are in radians",
      [&](Of one) { return glm::radians(1.0f) * right(one); });
  add("the angle is taken for degrees: it is in radians already",
      [&](Of one) { return glm::degrees(1.0f) * right(one); });
  // If the parents are at rest, leaving out L_b gives the same result.
  add("A is missing, or L_b is missing in it: the axes are those of the frame S W_p L_b" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, one.lever); }));
  add("the wrong frame: the axes are those of S W_p L_b, before Ul_b turns them, not those of S "
      "W_b",
      by([](Of one, Axis axis) {
        return one.posed * glm::cross(axis, glm::inverse(one.posed) * one.lever);
      }));
  add("(A a) x (tip - o_b) holds for rigid frames only: under uneven scale it is" +
          formula.substr(1),
      as_if_rigid);
  add("A^-1 is missing: the lever is in the world and the axis in the joint's frame" + formula,
      by([](Of one, Axis axis) { return one.a * glm::cross(axis, one.lever); }));
  add("A is missing: the motion must come back into the world" + formula,
      by([](Of one, Axis axis) { return glm::cross(axis, glm::inverse(one.a) * one.lever); }));
  add(sign, [&](Of one) { return -as_if_rigid(one); });
  add("the lever begins at the joint's own origin, o_b, not at the world's",
      by([](Of one, Axis axis) {
        return one.a * glm::cross(axis, glm::inverse(one.a) * one.tip);
      }));
  add("this is tip - target itself: its dot product with the motion of the tip is wanted" + formula,
      [](Of one) { return one.miss; });
  return mistakes;
}

}  // namespace marrow::course
