// Mistakes in weights, skinned vertices and normals: task 4.
#include <algorithm>
#include <cmath>
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
  /// sums of d, 1 / d and 1 / d^2, with the guard
  float distances = 0.0f, inverses = 0.0f, squares = 0.0f;
  float unguarded = 0.0f, off_bones = 0.0f;       ///< sums of 1 / d, and of those with d > 0
  float square_inverses = 0.0f, softened = 0.0f;  ///< sums of guarded (1 / d)^2, of 1 / (1 + d)
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
    sums.square_inverses += inverse(d) * inverse(d);
    sums.softened += 1.0f / (1.0f + d);
    sums.unguarded += 1.0f / d;
    if (d > 0.0f) sums.off_bones += 1.0f / d;
  }
  return sums;
}

}  // namespace

/// Mistakes that depend on earlier distances or lists, or on the order in a list.
static std::vector<NumbersMistake> order_mistakes(const std::vector<std::vector<float>>& lists) {
  NumbersMistake growing{{}, "the sum is used while it grows: add up all 1 / d first, then divide"};
  NumbersMistake going_on{{},
                          "the sum goes on from one call to the next: it starts at 0 in each, "
                          "without static variables"};
  NumbersMistake reversed{{}, "the weights are in the reverse order: weight k belongs to d_k"};
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
    for (std::size_t k = 0; k < list.size(); ++k) {
      const float d = list[k], share = inverse(d) / sums.inverses;
      so_far += inverse(d);
      growing.gives.push_back(inverse(d) / so_far);
      going_on.gives.push_back(inverse(d) / all_before);
      reversed.gives.push_back(inverse(list[list.size() - 1 - k]) / sums.inverses);
      const bool has_zero = sums.least <= 0.0f, is_zero = d <= 0.0f;
      first_takes_all.gives.push_back(!has_zero ? share : is_zero && !is_taken ? 1.0f : 0.0f);
      each_takes_all.gives.push_back(!has_zero ? share : is_zero ? 1.0f : 0.0f);
      is_taken = is_taken || is_zero;
    }
  }
  return {growing, going_on, reversed, first_takes_all, each_takes_all};
}

/// For courses with linear weights, mistakes in them; for others, linear weights as a mistake.
static std::vector<NumbersMistake> linear_mistakes(const std::vector<std::vector<float>>& lists) {
  const bool is_taught = has_linear_weights();
  const char* const other =
      is_taught ? "this is inverse distance, 1 / d, the rule of another course: w = (1 - d / r) / "
                  "(sum of 1 - d / r)"
                : "this is (r - d) / r with r = 1, the rule of another course: w = (1 / d) / (sum "
                  "of 1 / d)";
  NumbersMistake whole{{}, other}, cut{{}, other},
      unshared{{}, "the weights do not sum to 1: divide each by the sum over the list"},
      equal{{}, "equal shares do not depend on d / r"},
      reversed{{}, "a farther bone weighs more here"};
  for (const std::vector<float>& list : lists) {
    const Sums sums = sums_of(list);
    float rest = 0.0f, positive = 0.0f;
    for (const float d : list) rest += 1.0f - d, positive += std::max(1.0f - d, 0.0f);
    for (const float d : list) {
      whole.gives.push_back(is_taught ? inverse(d) / sums.inverses : (1.0f - d) / rest);
      cut.gives.push_back(is_taught ? 1.0f / d / sums.unguarded
                                    : std::max(1.0f - d, 0.0f) / positive);
      unshared.gives.push_back(1.0f - d);
      equal.gives.push_back(1.0f / sums.count);
      reversed.gives.push_back(d / std::max(sums.distances, kLeastDistance));
    }
  }
  if (!is_taught) return {whole, cut};
  return {whole, cut, unshared, equal, reversed};
}

std::vector<NumbersMistake> weights_mistakes(const std::vector<std::vector<float>>& lists) {
  if (has_linear_weights()) return linear_mistakes(lists);
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
  add("1 - d / sum is not inverse distance, even if divided by its own sum: w = (1 / d) / (sum of "
      "1 / d)",
      [](float d, Of sums) {
        const float rest = 1.0f - d / std::max(sums.distances, kLeastDistance);
        return sums.count > 1.0f ? rest / (sums.count - 1.0f) : 1.0f;
      });
  const char* const by_sum = "the weights sum to 1: divide each 1 / d by their sum, not by ";
  const std::string largest = std::string(by_sum) + "the largest",
                    count = std::string(by_sum) + "their number",
                    length = std::string(by_sum) + "the root of their squares";
  add(largest.c_str(), [](float d, Of sums) { return inverse(d) / inverse(sums.least); });
  add(count.c_str(), [](float d, Of sums) { return inverse(d) / sums.count; });
  add(length.c_str(),
      [](float d, Of sums) { return inverse(d) / std::sqrt(sums.square_inverses); });
  add("1 / (1 + d) is not 1 / d: use 1 / max(d, 1e-6)",
      [](float d, Of sums) { return 1.0f / (1.0f + d) / sums.softened; });
  add("the sum starts at 0, not at 1",
      [](float d, Of sums) { return inverse(d) / (1.0f + sums.inverses); });
  if (dialect().weights) mistakes = joined(std::move(mistakes), linear_mistakes(lists));
  return joined(std::move(mistakes), order_mistakes(lists));
}

/// Mistakes in the choice of a row's entries, and in what each adds to the sum.
static std::vector<VectorsMistake> partial_sum_mistakes(const std::vector<glm::mat4>& skinning,
                                                        const Rows& rows,
                                                        const Vectors& positions) {
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const auto& rule) {
    VectorsMistake& mistake = mistakes.emplace_back(VectorsMistake{{}, reason});
    for (std::size_t i = 0; i < positions.size(); ++i)
      mistake.gives.push_back(rows[i].empty() ? positions[i] : rule(rows[i], positions[i]));
  };
  using Of = const Row&;
  using At = const glm::vec3&;
  const auto goes = [&](Of row, At at) { return image(blend(skinning, row), at); };
  const auto shared = [](Row row) {
    float sum = 0.0f;
    for (const auto& entry : row) sum += entry.second;
    for (auto& entry : row) entry.second /= sum;
    return row;
  };
  const auto first = [](Row row) {
    row.resize(std::min(row.size(), std::size_t(4)));
    return row;
  };
  const auto heaviest = [&](Row row) {
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return first(row);
  };
  const auto heavy = [](Row row, float least) {
    std::erase_if(row, [&](const auto& entry) { return entry.second < least; });
    return row;
  };
  const char* const four = "only four joints count: a vertex may have any number of joints";
  add(four, [&](Of row, At at) { return goes(first(row), at); });
  add(four, [&](Of row, At at) { return goes(shared(first(row)), at); });
  add(four, [&](Of row, At at) { return goes(heaviest(row), at); });
  add(four, [&](Of row, At at) { return goes(shared(heaviest(row)), at); });
  const char* const light = "small weights are left out: every joint of the row counts";
  for (const float least : {0.01f, 0.1f}) {
    add(light, [&](Of row, At at) { return goes(heavy(row, least), at); });
    add(light, [&](Of row, At at) { return goes(shared(heavy(row, least)), at); });
  }
  add("T is inverted: v' is the sum of w T v", [&](Of row, At at) {
    glm::mat4 sum(0.0f);
    for (const auto& [joint, weight] : row)
      sum += weight * glm::inverse(skinning[std::size_t(joint)]);
    return image(sum, at);
  });
  add("the sum is divided by the number of joints: the weights sum to 1 already",
      [&](Of row, At at) { return goes(row, at) / float(row.size()); });
  add("this is how far the vertex moves, not where to",
      [&](Of row, At at) { return goes(row, at) - at; });
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
  const auto add_both = [&](const char* reason, const BlendRule& rule) {
    add(reason, rule, true);
    add(reason, rule, false);
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
  // Without a rotation the next two mistakes give the same result.
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
  add_both(everything, [&](std::size_t) { return all; });
  glm::mat4 each_joint(0.0f);
  for (const glm::mat4& matrix : skinning) each_joint += matrix;
  add_both(everything, [&](std::size_t) { return each_joint; });
  add_both(everything, [&](std::size_t) { return each_joint / float(skinning.size()); });
  std::vector<glm::mat4> growing;
  glm::mat4 so_far(0.0f);
  for (const Row& row : rows) growing.push_back(so_far += blend(skinning, row));
  add_both("the sum goes on from one vertex to the next: begin each at zero, glm::mat4(0)",
           [&](std::size_t i) { return growing[i]; });
  const auto end_of = [&](std::size_t entry) {
    return std::uint32_t(std::min(entry, influences.joint.size()));
  };
  add("the row of the next vertex begins at row_end(i): k < row_end(i), not <=",
      [&](std::size_t i) {
        return sum_of(influences.row_begin(i), end_of(influences.row_end(i) + std::size_t(1)));
      });
  add_both("the first entry of the row is left out: k begins at row_begin(i)", [&](std::size_t i) {
    return sum_of(influences.row_begin(i) + 1, influences.row_end(i));
  });
  const auto joint = [&](const std::pair<int, float>& entry) {
    return skinning[std::size_t(entry.first)];
  };
  /// Adds a mistake that sums term(row, k) over a vertex's row.
  const auto add_sum = [&](const char* reason, const auto& term) {
    add(reason, [&](std::size_t i) {
      glm::mat4 sum(0.0f);
      for (std::size_t k = 0; k < rows[i].size(); ++k) sum += term(rows[i], k);
      return sum;
    });
  };
  add_sum("each T_j v counts with its weight",
          [&](const Row& row, std::size_t k) { return joint(row[k]); });
  add_sum("each T_j v counts with its own weight, not all alike",
          [&](const Row& row, std::size_t k) { return joint(row[k]) / float(row.size()); });
  add_sum("the weights belong to the wrong joints: weight[k] goes with joint[k]",
          [&](const Row& row, std::size_t k) { return row.rbegin()[k].second * joint(row[k]); });
  add("only the last joint of the row counts: sum over the row",
      [&](std::size_t i) { return joint(rows[i].back()); });
  add("only the last joint of the row counts: M += w T, not M = w T",
      [&](std::size_t i) { return rows[i].back().second * joint(rows[i].back()); });
  add("only the first joint of the row counts: sum over the row",
      [&](std::size_t i) { return joint(rows[i].front()); });
  add("only the joint that weighs most counts: sum over the row",
      [&](std::size_t i) { return joint(heaviest_of(rows[i])); });
  add_sum(
      "indices confused: the first of a row is taken for joint 0, influences.joint[k] tells which "
      "it is",
      [&](const Row& row, std::size_t k) {
        return row[k].second * skinning[std::min(k, skinning.size() - 1)];
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
  return joined(std::move(mistakes), partial_sum_mistakes(skinning, rows, positions));
}

/// Mistakes that use the joints' matrices instead of the blended one, or write no normals.
static std::vector<VectorsMistake> joint_normal_mistakes(const std::vector<glm::mat4>& skinning,
                                                         const Rows& rows, const Vectors& normals) {
  const auto cofactors = [](const glm::mat3& m) {
    const glm::mat3 result(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    return glm::dot(m[0], result[0]) < 0.0f ? -result : result;
  };
  const char* const by_joint =
      "the normals of the joints are blended: blend the matrices first, then use the inverse "
      "transpose of M";
  const char* const unwritten = "normals are not written: out_normals has one for each vertex";
  VectorsMistake unit_sum{{}, by_joint}, sum_of_units{{}, by_joint}, raw_sum{{}, by_joint},
      first_joint{{}, "the normal goes by the blended M as well, not by the first joint alone"};
  std::vector<VectorsMistake> mistakes;
  for (const float left : {0.0f, kOfAnEarlierFrame}) {
    mistakes.push_back({Vectors(normals.size(), glm::vec3(left)), unwritten});
    mistakes.push_back(mistakes.back());
    for (std::size_t i = 0; i < normals.size(); ++i)
      if (rows[i].empty()) mistakes.back().gives[i] = normals[i];
  }
  for (std::size_t i = 0; i < normals.size(); ++i) {
    glm::vec3 of_units(0.0f), raw(0.0f);
    for (const auto& [joint, weight] : rows[i]) {
      const glm::vec3 turned = cofactors(glm::mat3(skinning[std::size_t(joint)])) * normals[i];
      const float length = glm::length(turned);
      if (length > 0.0f) of_units += weight * turned / length;
      raw += weight * turned;
    }
    const auto unit = [&](const glm::vec3& v) {
      return glm::length(v) > 0.0f ? glm::normalize(v) : normals[i];
    };
    const bool is_covered = !rows[i].empty();
    unit_sum.gives.push_back(is_covered ? unit(raw) : normals[i]);
    sum_of_units.gives.push_back(is_covered ? unit(of_units) : normals[i]);
    raw_sum.gives.push_back(is_covered ? of_units : normals[i]);
    first_joint.gives.push_back(
        is_covered
            ? unit(cofactors(glm::mat3(skinning[std::size_t(rows[i].front().first)])) * normals[i])
            : normals[i]);
  }
  return joined(std::move(mistakes), {unit_sum, sum_of_units, raw_sum, first_joint});
}

static bool are_symmetric(const std::vector<glm::mat4>& matrices) {
  return std::all_of(matrices.begin(), matrices.end(), [](const glm::mat4& one) {
    return glm::mat3(one) == glm::transpose(glm::mat3(one));
  });
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
  const auto add_both = [&](const char* reason, const auto& rule) {  // with and without normalizing
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
      "the normal turns the wrong way: use the transpose of the inverse, not only one of the two "
      "(n * M is the transpose)";
  add_both(turned, [](M m, N n) { return glm::inverse(glm::mat3(m)) * n; });
  if (!are_symmetric(skinning))  // else the transpose is M itself
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
    strongest.gives.push_back(
        glm::normalize(right(skinning[std::size_t(heaviest_of(rows[i]).first)], normals[i])));
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
      "the 3x3 only",
      [](M m, N n) { return glm::mat3(m) * n - glm::vec3(m[3]); });
  return joined(std::move(mistakes), joint_normal_mistakes(skinning, rows, normals));
}

}  // namespace marrow::course
