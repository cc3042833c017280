// Misconceptions about delta mush, and the checks that show them.
#include "rig_wrong.h"

namespace marrow::test {

namespace {

using MushPoints = std::vector<glm::vec3>;
using MushLists = std::vector<std::vector<int>>;

Tasks with_smooth(MushPoints (*smooth)(const MushLists&, const MushPoints&, int)) {
  Tasks wrong = with(&Tasks::smooth, smooth);
  return wrong;
}

Tasks with_frame(glm::mat3 (*frame)(const glm::vec3&, const glm::vec3&)) {
  Tasks wrong = with(&Tasks::surface_frame, frame);
  return wrong;
}

Tasks with_mush(MushPoints (*mush)(const MushSurface&, const MushPoints&, const MushPoints&, int)) {
  Tasks wrong = with(&Tasks::delta_mush, mush);
  return wrong;
}

/// Smooths by a rule for the new place of one vertex with neighbors.
template <typename Rule>
MushPoints smoothed_with(const MushLists& neighbors, MushPoints p, int steps, const Rule& rule) {
  for (int step = 0; step < steps; ++step) {
    const MushPoints before = p;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (!neighbors[i].empty()) p[i] = rule(before, i, neighbors[i]);
  }
  return p;
}

glm::vec3 sum_at(const MushPoints& p, const std::vector<int>& list) {
  glm::vec3 sum(0.0f);
  for (const int n : list) sum += p[std::size_t(n)];
  return sum;
}

/// Declares smooth() by where a step takes p_i, of the sum of its neighbors and their number.
#define SMOOTH_TO(...)                                                                \
  [](auto& neighbors, auto& positions, int steps) {                                   \
    return smoothed_with(                                                             \
        neighbors, positions, steps, [](auto& before, std::size_t i, auto& list) {    \
          [[maybe_unused]] const glm::vec3 p = before[i], sum = sum_at(before, list); \
          [[maybe_unused]] const float count = float(list.size());                    \
          return glm::vec3(__VA_ARGS__);                                              \
        });                                                                           \
  }

/// The inputs of delta mush at a vertex.
struct MushParts {
  glm::vec3 rest, posed, s0, s;
  glm::mat3 f0, f;
  glm::vec3 detail() const { return rest - s0; }
  glm::mat3 turn() const { return f * glm::transpose(f0); }
};

/// How frames are made, right where nothing is changed.
struct FrameRecipe {
  bool is_raw = false;      ///< of rest and posed
  bool takes_last = false;  ///< of the neighbors
  void (*add)(glm::vec3& sum, const glm::vec3& n) = [](glm::vec3& sum, auto& n) { sum += n; };
};

glm::mat3 frame_at(const MushSurface& surface, const MushPoints& p, std::size_t i,
                   const FrameRecipe& recipe) {
  glm::vec3 normal(0.0f);
  for (const glm::ivec3& t : surface.triangles)
    if (t[0] == int(i) || t[1] == int(i) || t[2] == int(i))
      recipe.add(normal, glm::cross(p[std::size_t(t[1])] - p[std::size_t(t[0])],
                                    p[std::size_t(t[2])] - p[std::size_t(t[0])]));
  const std::vector<int>& list = surface.neighbors[i];
  return solution::tasks().surface_frame(
      normal, p[std::size_t(recipe.takes_last ? list.back() : list.front())] - p[i]);
}

/// Delta mush by a rule for one vertex with neighbors.
template <typename Rule>
MushPoints mushed_with(const MushSurface& surface, const MushPoints& rest, const MushPoints& posed,
                       int steps, const Rule& rule, const FrameRecipe& recipe = {}) {
  const MushPoints s0 = solution::tasks().smooth(surface.neighbors, rest, steps),
                   s = solution::tasks().smooth(surface.neighbors, posed, steps);
  MushPoints moved = posed;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (!surface.neighbors[i].empty())
      moved[i] = rule(MushParts{rest[i], posed[i], s0[i], s[i],
                                frame_at(surface, recipe.is_raw ? rest : s0, i, recipe),
                                frame_at(surface, recipe.is_raw ? posed : s, i, recipe)});
  return moved;
}

glm::vec3 right_place(const MushParts& v) { return v.s + v.turn() * v.detail(); }

/// Declares delta_mush() by where a vertex goes.
#define MUSH_TO(...)                                                               \
  [](auto& surface, auto& rest, auto& posed, int steps) {                          \
    return mushed_with(surface, rest, posed, steps,                                \
                       [](const MushParts& v) { return glm::vec3(__VA_ARGS__); }); \
  }

}  // namespace

TEST_CASE("wrong: delta mush concerns the checks of its own task alone") {
  Tasks wrong = with_smooth([](auto&, auto&, int) { return MushPoints(1, glm::vec3(9.0f)); });
  wrong.surface_frame = [](auto&, auto&) { return glm::mat3(9.0f); };
  wrong.delta_mush = [](auto&, auto&, auto&, int) { return MushPoints(1, glm::vec3(9.0f)); };
  check_only_from_task(8, wrong);
  for (const course::Check& check : course::checks())
    if (check.task == 8) CHECK_FALSE(course::run_check(check, wrong).passed);
}

TEST_CASE("wrong: checks of one function of task 8 do not rest on the others") {
  Tasks wrong = with_smooth([](auto&, auto& positions, int) { return positions; });
  wrong.surface_frame = [](auto&, auto&) { return glm::mat3(1.0f); };
  const Tasks other = with_mush([](auto&, auto&, auto& posed, int) { return posed; });
  for (const course::Check& check : course::checks()) {
    CAPTURE(check.name);
    const bool is_of_mush = check.stage == course::Stage::delta_mush;
    if (is_of_mush) CHECK(course::run_check(check, wrong).passed);
    if (check.task == 8 && !is_of_mush) CHECK(course::run_check(check, other).passed);
  }
}

TEST_CASE(
    "wrong: a delta mush made of a wrong smooth, or a wrong frame, says which of them it is") {
  Tasks wrong = with_smooth(SMOOTH_TO(sum / count));
  wrong.delta_mush = MUSH_TO(v.posed + 1.0f);
  check_named_by(wrong, {"task8.one_step_by_hand", "task8.one_vertex_by_hand"},
                 "all the way to m_i");
  wrong = with_frame([](auto& normal, auto& edge) {
    return glm::transpose(solution::tasks().surface_frame(normal, edge));
  });
  wrong.delta_mush = MUSH_TO(v.posed + 1.0f);
  check_named_by(wrong, {"task8.frames_by_hand", "task8.one_vertex_by_hand"}, "is transposed");
}

TEST_CASE("wrong: where a step of smoothing goes") {
  const auto told = [](const Tasks& wrong, const char* words) {
    check_named_by(
        wrong, {"task8.one_step_by_hand", "task8.those_that_stay", "task8.shrinking_rings"}, words);
  };
  told(with_smooth(SMOOTH_TO(sum / count)), "all the way to m_i");
  told(with_smooth(SMOOTH_TO(p - 0.5f * (sum / count - p))), "in the opposite direction");
  told(with_smooth(SMOOTH_TO(p + 0.5f * (sum - p))), "m_i is the sum of the neighbors");
  told(with_smooth(SMOOTH_TO(p + (sum - p))), "the 1/2 is missing");
  told(with_smooth(SMOOTH_TO(p + 0.5f * ((sum + p) / (count + 1.0f) - p))), "its own neighbors");
  told(with_smooth(SMOOTH_TO((sum + p) / (count + 1.0f))), "mean of p_i and its neighbors");
  told(with_smooth(SMOOTH_TO(p + 0.5f * sum / count)), "p_i is not taken away");
}

TEST_CASE("wrong: a vertex that this step has moved already is used as a neighbor") {
  check_named_by(with_smooth([](auto& neighbors, auto& positions, int steps) {
                   MushPoints p = positions;
                   for (int step = 0; step < steps; ++step)
                     for (std::size_t i = 0; i < p.size(); ++i)
                       if (!neighbors[i].empty())
                         p[i] +=
                             0.5f * (sum_at(p, neighbors[i]) / float(neighbors[i].size()) - p[i]);
                   return p;
                 }),
                 {"task8.one_step_by_hand", "task8.steps_by_hand", "task8.shrinking_rings"},
                 "read from a copy");
}

TEST_CASE("wrong: how many steps of smoothing") {
  check_named_by(with_smooth([](auto& neighbors, auto& positions, int steps) {
                   return solution::tasks().smooth(neighbors, positions, std::min(steps, 1));
                 }),
                 {"task8.steps_by_hand", "task8.shrinking_rings"}, "only one step is done");
  check_named_by(with_smooth([](auto& neighbors, auto& positions, int steps) {
                   return solution::tasks().smooth(neighbors, positions, steps + 1);
                 }),
                 {"task8.steps_by_hand", "task8.one_step_by_hand"}, "one step more");
  check_caught(with_smooth([](auto& neighbors, auto& positions, int steps) {
                 return solution::tasks().smooth(neighbors, positions, steps - 1);
               }),
               {"task8.steps_by_hand", "task8.one_step_by_hand"});
  check_reason(with_smooth([](auto& neighbors, auto& positions, int steps) {
                 return solution::tasks().smooth(neighbors, positions, steps - 1);
               }),
               "task8.steps_by_hand", "one step less");
}

TEST_CASE("wrong: vertices without neighbors, and those that have them as neighbors") {
  Tasks wrong = with_smooth([](auto& neighbors, auto& positions, int steps) {
    MushPoints p = positions;
    for (int step = 0; step < steps; ++step) {
      const MushPoints before = p;
      for (std::size_t i = 0; i < p.size(); ++i)
        p[i] += 0.5f * (sum_at(before, neighbors[i]) / float(neighbors[i].size()) - p[i]);
    }
    return p;
  });
  check_caught(wrong, {"task8.those_that_stay"}, "a vertex without neighbors stays");
  check_named_by(with_smooth([](auto& neighbors, auto& positions, int steps) {
                   MushPoints p = positions;
                   for (int step = 0; step < steps; ++step) {
                     const MushPoints before = p;
                     for (std::size_t i = 0; i < p.size(); ++i) {
                       const float count = float(std::max<std::size_t>(1, neighbors[i].size()));
                       p[i] += 0.5f * (sum_at(before, neighbors[i]) / count - p[i]);
                     }
                   }
                   return p;
                 }),
                 {"task8.those_that_stay"}, "mean of nothing is not 0");
  check_named_by(with_smooth([](auto& neighbors, auto& positions, int steps) {
                   MushLists fewer = neighbors;
                   for (std::vector<int>& list : fewer)
                     std::erase_if(list, [&](int n) { return neighbors[std::size_t(n)].empty(); });
                   return solution::tasks().smooth(fewer, positions, steps);
                 }),
                 {"task8.those_that_stay"}, "neighbors that do not move count");
}

TEST_CASE("wrong: the axes of a frame") {
  const auto told = [](const Tasks& wrong, const char* words) {
    check_named_by(wrong, {"task8.frames_by_hand", "task8.frames_of_no_length", "task8.any_frame"},
                   words);
  };
#define FRAME_TO(...)                                                                          \
  with_frame([](auto& normal, auto& edge) {                                                    \
    [[maybe_unused]] const glm::vec3 n = glm::normalize(normal), c = glm::cross(normal, edge), \
                                     b = glm::normalize(c), t = glm::cross(b, n);              \
    if (!(glm::length(c) > 0.0f)) return glm::mat3(1.0f);                                      \
    return glm::mat3(__VA_ARGS__);                                                             \
  })
  told(FRAME_TO(glm::transpose(glm::mat3(n, t, b))), "transposed");
  told(FRAME_TO(n, -t, -b), "edge x normal");
  told(FRAME_TO(n, -t, b), "t is n x b");
  told(FRAME_TO(n, b, t), "each other's place");
  told(FRAME_TO(t, b, n), "the columns are t, b, n");
  told(FRAME_TO(t, n, b), "the columns are t, n, b");
  told(FRAME_TO(normal, t, b), "n is not normalized");
  told(FRAME_TO(n, glm::cross(c, n), c), "b is not normalized");
  check_named_by(FRAME_TO(n, glm::normalize(edge), b), {"task8.frames_by_hand", "task8.any_frame"},
                 "t is the edge");
  check_named_by(FRAME_TO(n, glm::cross(glm::cross(n, edge), n), glm::cross(n, edge)),
                 {"task8.frames_by_hand", "task8.any_frame"}, "b is not normalized");
#undef FRAME_TO
}

TEST_CASE("wrong: a frame of what has no length, or hardly any") {
  Tasks wrong = with_frame([](auto& normal, auto& edge) {
    const glm::vec3 n = glm::normalize(normal), b = glm::normalize(glm::cross(normal, edge));
    return glm::mat3(n, glm::cross(b, n), b);
  });
  check_caught(wrong, {"task8.frames_of_no_length"}, "return the identity");
  wrong = with_frame([](auto& normal, auto& edge) {
    if (glm::length(glm::cross(normal, edge)) < 1e-6f) return glm::mat3(1.0f);
    return solution::tasks().surface_frame(normal, edge);
  });
  check_caught(wrong, {"task8.frames_of_no_length"}, "short is not zero");
  wrong = with_frame([](auto& normal, auto& edge) {
    if (glm::length(glm::cross(normal, edge)) == 0.0f) return glm::mat3(0.0f);
    return solution::tasks().surface_frame(normal, edge);
  });
  check_caught(wrong, {"task8.frames_of_no_length"}, "the frame is the identity");
}

TEST_CASE("wrong: the detail of delta mush") {
  const auto told = [](const Tasks& wrong, const char* words) {
    check_named_by(wrong, {"task8.one_vertex_by_hand", "task8.two_vertices_by_hand"}, words);
  };
  told(with_mush(MUSH_TO(v.s)), "the detail of the rest pose is missing");
  told(with_mush(MUSH_TO(v.posed + v.turn() * v.detail())), "added to posed");
  told(with_mush(MUSH_TO(v.s0 + v.turn() * v.detail())), "added to s0");
  told(with_mush(MUSH_TO(v.s - v.turn() * v.detail())), "points the other way");
  told(with_mush(MUSH_TO(v.s + v.turn() * (v.posed - v.s))), "detail is that of posed");
  told(with_mush(MUSH_TO(v.s + v.turn() * v.rest)), "the whole of rest");
  told(with_mush([](auto&, auto& rest, auto&, int) { return rest; }), "this is the rest pose");
}

TEST_CASE("wrong: the turn of the detail") {
  const auto told = [](const Tasks& wrong, const char* words) {
    check_named_by(wrong, {"task8.one_vertex_by_hand", "task8.two_vertices_by_hand"}, words);
  };
  check_named_by(with_mush(MUSH_TO(v.s + v.detail())),
                 {"task8.two_vertices_by_hand", "task8.one_vertex_by_hand"},
                 "the detail is not turned");
  told(with_mush(MUSH_TO(v.s + glm::transpose(v.turn()) * v.detail())), "turns the other way");
  told(with_mush(MUSH_TO(v.s + glm::transpose(v.f0) * v.f * v.detail())), "is on the left");
  told(with_mush(MUSH_TO(v.s + glm::transpose(v.f) * v.f0 * v.detail())), "F is transposed and");
  told(with_mush(MUSH_TO(v.s + v.f * v.f0 * v.detail())), "F0 is not transposed");
  told(with_mush(MUSH_TO(v.s + v.f * v.detail())), "F0^T is missing");
  told(with_mush(MUSH_TO(v.s + glm::transpose(v.f0) * v.detail())), "F is missing");
}

TEST_CASE("wrong: the frames of delta mush") {
  check_named_by(with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
                   return mushed_with(surface, rest, posed, steps, right_place, {.is_raw = true});
                 }),
                 {"task8.two_vertices_by_hand"}, "frames are those of rest and posed");
  check_named_by(with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
                   return mushed_with(surface, rest, posed, steps, right_place,
                                      {.takes_last = true});
                 }),
                 {"task8.one_vertex_by_hand"}, "the last of the neighbors");
  const auto with_normals = [](auto add) {
    return with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
      return mushed_with(surface, rest, posed, steps, right_place, {.add = decltype(add)()});
    });
  };
  const char* const kTwo = "task8.two_vertices_by_hand";
  check_named_by(with_normals([](glm::vec3& sum, auto& n) { sum += glm::normalize(n); }), {kTwo},
                 "normal is normalized");
  check_named_by(with_normals([](glm::vec3& sum, auto& n) { sum = n; }), {kTwo},
                 "the last triangle's normal alone");
  check_named_by(with_normals([](glm::vec3& sum, auto& n) {
                   if (sum == glm::vec3(0.0f)) sum = n;
                 }),
                 {kTwo}, "the first triangle's normal alone");
}

TEST_CASE("wrong: steps, and vertices that stay, of delta mush") {
  check_named_by(with_mush([](auto& surface, auto& rest, auto& posed, int) {
                   return solution::tasks().delta_mush(surface, rest, posed, 1);
                 }),
                 {"task8.one_vertex_by_hand"}, "one step of smoothing, not `steps`");
  check_named_by(with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
                   MushPoints moved = solution::tasks().delta_mush(surface, rest, posed, steps);
                   for (std::size_t i = 0; i < moved.size(); ++i)
                     if (surface.neighbors[i].empty()) moved[i] = rest[i];
                   return moved;
                 }),
                 {"task8.one_vertex_by_hand"}, "where posed has it, not rest");
  check_named_by(with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
                   MushPoints moved = solution::tasks().delta_mush(surface, rest, posed, steps);
                   for (std::size_t i = 0; i < moved.size(); ++i)
                     if (surface.neighbors[i].empty()) moved[i] = glm::vec3(0.0f);
                   return moved;
                 }),
                 {"task8.one_vertex_by_hand", "task8.two_vertices_by_hand"}, "not at 0");
  const Tasks crashes = with_mush([](auto& surface, auto& rest, auto& posed, int steps) {
    MushPoints moved = posed;
    for (std::size_t i = 0; i < moved.size(); ++i) surface.neighbors[i].at(0);
    return steps > 0 ? moved : rest;
  });
  check_caught(crashes, {"task8.one_vertex_by_hand", "task8.two_vertices_by_hand"},
               "beyond the end of a vector");
}

}  // namespace marrow::test
