// Mistakes in delta mush: task 8.
#include <functional>

#include "course/mistakes.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

/// How to do a step of smoothing; the defaults are right.
struct SmoothRecipe {
  float share = 0.5f;
  bool is_in_place = false;    ///< uses neighbors that this step has moved already
  bool counts_itself = false;  ///< a vertex counts among its neighbors
  bool is_sum = false;         ///< uses the sum of the neighbors, not their mean
  bool skips_those_that_stay = false;
  bool pulls_to_origin = false;  ///< a vertex without neighbors moves towards 0
  bool adds_to_all = false;      ///< p + share m
  bool starts_anew = false;      ///< each step begins from the first positions
};

glm::vec3 smoothed_vertex(const SmoothRecipe& recipe, const Smoothing& asked, const Vectors& from,
                          std::size_t i) {
  const std::vector<int>& list = asked.neighbors[i];
  const glm::vec3& at = from[i];
  if (list.empty() && !recipe.pulls_to_origin) return at;
  glm::vec3 sum = recipe.counts_itself ? at : glm::vec3(0.0f);
  float count = recipe.counts_itself ? 1.0f : 0.0f;
  for (const int n : list) {
    if (recipe.skips_those_that_stay && asked.neighbors[std::size_t(n)].empty()) continue;
    sum += from[std::size_t(n)];
    count += 1.0f;
  }
  const glm::vec3 mean = recipe.is_sum || count == 0.0f ? sum : sum / count;
  return recipe.adds_to_all ? at + recipe.share * mean : at + recipe.share * (mean - at);
}

Vectors smoothed_by(const SmoothRecipe& recipe, const Smoothing& asked, int steps) {
  Vectors now = asked.positions;
  for (int step = 0; step < steps; ++step) {
    const Vectors before = recipe.starts_anew ? asked.positions : now;
    for (std::size_t i = 0; i < now.size(); ++i)
      now[i] = smoothed_vertex(recipe, asked, recipe.is_in_place ? now : before, i);
  }
  return now;
}

/// How to compute delta_mush; the defaults are right.
struct MushRecipe {
  using Normals = std::function<Vectors(const std::vector<glm::ivec3>&, const Vectors&)>;
  using Turn = std::function<glm::mat3(const glm::mat3& f, const glm::mat3& f0)>;
  struct At {
    const glm::vec3 &rest, &posed, &s0, &s;
  };
  using Place = std::function<glm::vec3(const At&, const glm::mat3& turn)>;

  Normals normals = vertex_normals;
  Turn turn = [](const glm::mat3& f, const glm::mat3& f0) { return f * glm::transpose(f0); };
  Place place = [](const At& at, const glm::mat3& by) { return at.s + by * (at.rest - at.s0); };
  bool has_raw_frames = false;  ///< frames of rest and posed, not of the smooth surfaces
  bool takes_last = false;      ///< the edge leads to the last neighbor
};

glm::mat3 frame_of(const glm::vec3& normal, const glm::vec3& edge) {
  const glm::vec3 across = glm::cross(normal, edge);
  if (glm::length(normal) == 0.0f || glm::length(across) == 0.0f) return glm::mat3(1.0f);
  const glm::vec3 n = glm::normalize(normal), b = glm::normalize(across);
  return {n, glm::cross(b, n), b};
}

Vectors mushed_by(const MushRecipe& recipe, const Mush& asked, int steps) {
  const Smoothing of_rest{asked.surface.neighbors, asked.rest, steps},
      of_posed{asked.surface.neighbors, asked.posed, steps};
  const Vectors s0 = smoothed(of_rest), s = smoothed(of_posed);
  const Vectors &framed0 = recipe.has_raw_frames ? asked.rest : s0,
                &framed = recipe.has_raw_frames ? asked.posed : s;
  const Vectors normals0 = recipe.normals(asked.surface.triangles, framed0),
                normals = recipe.normals(asked.surface.triangles, framed);
  Vectors moved = asked.posed;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const std::vector<int>& list = asked.surface.neighbors[i];
    if (list.empty()) continue;
    const auto other = std::size_t(recipe.takes_last ? list.back() : list.front());
    const glm::mat3 turn = recipe.turn(frame_of(normals[i], framed[other] - framed[i]),
                                       frame_of(normals0[i], framed0[other] - framed0[i]));
    moved[i] = recipe.place({asked.rest[i], asked.posed[i], s0[i], s[i]}, turn);
  }
  return moved;
}

/// Sums up normals of triangles per vertex. add(sum, n): adds n to the sum, or does so wrongly.
template <typename Add>
MushRecipe::Normals with_normals(Add add) {
  return [add](const std::vector<glm::ivec3>& triangles, const Vectors& positions) {
    Vectors normals(positions.size(), glm::vec3(0.0f));
    for (const glm::ivec3& triangle : triangles) {
      const glm::vec3 a = positions[std::size_t(triangle[0])],
                      b = positions[std::size_t(triangle[1])],
                      c = positions[std::size_t(triangle[2])];
      for (int k = 0; k < 3; ++k) add(normals[std::size_t(triangle[k])], glm::cross(b - a, c - a));
    }
    return normals;
  };
}

constexpr const char* kThreeCorners =
    "a triangle's normal counts at one or two of its corners: it counts at all three";

MushRecipe::Normals without_corner(int left_out) {
  return [left_out](const std::vector<glm::ivec3>& triangles, const Vectors& positions) {
    Vectors normals = vertex_normals(triangles, positions);
    for (const glm::ivec3& triangle : triangles) {
      const glm::vec3& a = positions[std::size_t(triangle[0])];
      normals[std::size_t(triangle[left_out])] -= glm::cross(
          positions[std::size_t(triangle[1])] - a, positions[std::size_t(triangle[2])] - a);
    }
    return normals;
  };
}

/// Mistakes in the frames and in their use.
std::vector<std::pair<MushRecipe, const char*>> wrong_turns() {
  using Of = const glm::mat3&;
  return {
      {{.turn = [](Of, Of) { return glm::mat3(1.0f); }},
       "the detail is not turned: F F0^T (rest - s0)"},
      {{.turn = [](Of f, Of f0) { return f0 * glm::transpose(f); }},
       "the detail turns the other way: F0^T brings it into the frame at rest, F out of the posed "
       "one"},
      {{.turn = [](Of f, Of f0) { return glm::transpose(f0) * f; }},
       "F0^T is on the left of F: products are read from the right, F F0^T"},
      {{.turn = [](Of f, Of f0) { return glm::transpose(f) * f0; }},
       "F is transposed and F0 is not: it is F F0^T"},
      {{.turn = [](Of f, Of f0) { return f * f0; }}, "F0 is not transposed: F F0^T"},
      {{.turn = [](Of f, Of) { return f; }},
       "F0^T is missing: it brings the detail into the frame at rest"},
      {{.turn = [](Of, Of f0) { return glm::transpose(f0); }},
       "F is missing: it brings the detail out of the posed frame"},
      {{.has_raw_frames = true},
       "the frames are those of rest and posed: they must be those of the smooth surfaces s0 and "
       "s"},
      {{.takes_last = true}, "the edge leads to the last of the neighbors, and not to the first"},
      {{.normals = with_normals([](glm::vec3& sum, const glm::vec3& n) {
          sum += glm::length(n) > 0.0f ? glm::normalize(n) : n;
        })},
       "each triangle's normal is normalized: the sum is of (b - a) x (c - a) as they are"},
      {{.normals = without_corner(0)}, kThreeCorners},
      {{.normals = without_corner(1)}, kThreeCorners},
      {{.normals = without_corner(2)}, kThreeCorners},
      {{.normals = with_normals([](glm::vec3& sum, const glm::vec3& n) { sum = n; })},
       "the last triangle's normal alone is taken: it is the sum over all at the vertex"},
      {{.normals = with_normals([](glm::vec3& sum, const glm::vec3& n) {
          if (sum == glm::vec3(0.0f)) sum = n;
        })},
       "the first triangle's normal alone is taken: it is the sum over all at the vertex"},
  };
}

}  // namespace

Vectors smoothed(const Smoothing& asked) { return smoothed_by({}, asked, asked.steps); }

Vectors vertex_normals(const std::vector<glm::ivec3>& triangles, const Vectors& positions) {
  return with_normals([](glm::vec3& sum, const glm::vec3& n) { sum += n; })(triangles, positions);
}

std::vector<VectorsMistake> smooth_mistakes(const Smoothing& asked) {
  std::vector<VectorsMistake> mistakes;
  const auto add = [&](const char* reason, const SmoothRecipe& recipe) {
    mistakes.push_back({smoothed_by(recipe, asked, asked.steps), reason});
  };
  if (asked.steps > 0) mistakes.push_back({asked.positions, "nothing is written yet"});
  add("neighbors that this step has already moved are used: all move at once, so read from a copy",
      {.is_in_place = true});
  if (asked.steps > 1)
    add("only one step is done, or each begins at the first positions", {.starts_anew = true});
  mistakes.push_back(
      {smoothed_by({}, asked, asked.steps + 1), "this is one step more than `steps`"});
  if (asked.steps > 0)
    mistakes.push_back(
        {smoothed_by({}, asked, asked.steps - 1), "this is one step less than `steps`"});
  add("the vertex moves all the way to m_i: a step is half of it, p_i + 1/2 (m_i - p_i)",
      {.share = 1.0f});
  add("the vertex moves in the opposite direction: m_i - p_i points to the mean", {.share = -0.5f});
  add("the 1/2 is missing in front of m_i - p_i, and m_i is a sum: divide by their number",
      {.share = 1.0f, .is_sum = true});
  add("m_i is the sum of the neighbors: divide by their number", {.is_sum = true});
  add("p_i is among its own neighbors: m_i is the mean of the others", {.counts_itself = true});
  add("this is the mean of p_i and its neighbors: it is p_i + 1/2 (m_i - p_i)",
      {.share = 1.0f, .counts_itself = true});
  add("p_i is not taken away: p_i + 1/2 (m_i - p_i)", {.adds_to_all = true});
  add("neighbors that do not move count as well", {.skips_those_that_stay = true});
  add("a vertex without neighbors stays: the mean of nothing is not 0", {.pulls_to_origin = true});
  return mistakes;
}

std::vector<VectorsMistake> frame_mistakes(const glm::vec3& normal, const glm::vec3& edge) {
  const glm::mat3 right = frame_of(normal, edge), across = glm::transpose(right);
  const glm::vec3 n = right[0], t = right[1], b = right[2];
  return {
      {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "nothing is written yet"},
      {{across[0], across[1], across[2]}, "the frame is transposed: n, t and b are its columns"},
      {{n, -t, -b}, "b is edge x normal: it must be normal x edge"},
      {{n, t, -b}, "b is edge x normal: it must be normal x edge"},
      {{n, -t, b}, "t is n x b: it must be b x n"},
      {{n, glm::normalize(edge), b}, "t is the edge: it must be b x n, perpendicular to n"},
      {{n, edge, b}, "t is the edge: it must be b x n, perpendicular to n"},
      {{n, b, t}, "t and b have each other's place: the columns are n, t, b"},
      {{t, b, n}, "the columns are t, b, n: they must be n, t, b"},
      {{t, n, b}, "the columns are t, n, b: they must be n, t, b"},
      {{b, t, n}, "the columns are b, t, n: they must be n, t, b"},
      {{b, n, t}, "the columns are b, n, t: they must be n, t, b"},
      {{normal, glm::cross(b, normal), b}, "n is not normalized"},
      {{normal, t, b}, "n is not normalized"},
      {{n, glm::cross(glm::cross(n, edge), n), glm::cross(n, edge)},
       "b is not normalized: n and the edge are not perpendicular"},
      {{n, glm::cross(glm::cross(normal, edge), n), glm::cross(normal, edge)},
       "b is not normalized"},
      {{n, t, glm::cross(normal, edge)}, "b is not normalized"},
      {{normal, glm::cross(glm::cross(normal, edge), normal), glm::cross(normal, edge)},
       "nothing is normalized"},
  };
}

std::vector<VectorsMistake> mush_mistakes(const Mush& asked) {
  const Vectors right = mushed_by({}, asked, asked.steps);
  std::vector<VectorsMistake> mistakes{{asked.posed, "nothing is written yet"},
                                       {asked.rest, "this is the rest pose"}};
  const auto add = [&](const char* reason, const MushRecipe& recipe) {
    mistakes.push_back({mushed_by(recipe, asked, asked.steps), reason});
  };
  const auto place = [&](const char* reason, const MushRecipe::Place& how) {
    add(reason, {.place = how});
  };
  using At = const MushRecipe::At&;
  using Turn = const glm::mat3&;
  place("this is s, the smooth surface: the detail of the rest pose is missing",
        [](At at, Turn) { return at.s; });
  place("the detail is added to posed: it belongs on s, the smooth surface",
        [](At at, Turn turn) { return at.posed + turn * (at.rest - at.s0); });
  place("the detail is added to s0: it belongs on s, the smooth surface of posed",
        [](At at, Turn turn) { return at.s0 + turn * (at.rest - at.s0); });
  place("the detail points the other way: it is rest - s0",
        [](At at, Turn turn) { return at.s - turn * (at.rest - at.s0); });
  place("the detail is that of posed: it must be that of the rest pose, rest - s0",
        [](At at, Turn turn) { return at.s + turn * (at.posed - at.s); });
  place("the detail is the whole of rest: it is rest - s0",
        [](At at, Turn turn) { return at.s + turn * at.rest; });
  for (const auto& [recipe, reason] : wrong_turns()) add(reason, recipe);
  if (asked.steps != 1)
    mistakes.push_back({mushed_by({}, asked, 1), "this is one step of smoothing, not `steps`"});
  Vectors at_rest = right, at_origin = right;
  for (std::size_t i = 0; i < right.size(); ++i)
    if (asked.surface.neighbors[i].empty()) {
      at_rest[i] = asked.rest[i];
      at_origin[i] = glm::vec3(0.0f);
    }
  mistakes.push_back({at_rest, "a vertex without neighbors stays where posed has it, not rest"});
  mistakes.push_back({at_origin, "a vertex without neighbors stays where posed has it, not at 0"});
  return mistakes;
}

}  // namespace marrow::course
