// Checks of task 8: delta mush, by hand and by laws of smoothing and of rigid motions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/cases.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using Points = std::vector<glm::vec3>;
using Neighbors = std::vector<std::vector<int>>;

constexpr const char* kFormulaOfSmoothing =
    "in each step, all vertices at once: p_i becomes p_i + 1/2 (m_i - p_i), m_i the mean of the "
    "neighbors";
constexpr const char* kFormulaOfFrame =
    "the columns are n = normalize(normal), t = b x n, b = normalize(normal x edge)";
constexpr const char* kFormulaOfMush =
    "v' = s + F F0^T (rest - s0): smooth both surfaces, then put the rest pose's detail back in "
    "the smooth surface's frame";
constexpr const char* kLawOfStaying =
    "a vertex without neighbors stays where it is: it has no mean to go to";

std::string list_in_words(const Points& points) {
  std::vector<std::string> words;
  for (const glm::vec3& point : points) words.push_back(in_words(point));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string steps_in_words(int steps) {
  return fmt::format("{} step{}", steps, steps == 1 ? "" : "s");
}

/// One label per vertex, with its neighbors and where all vertices are.
std::vector<std::string> words_of_smoothing(const Smoothing& asked) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < asked.positions.size(); ++i)
    words.push_back(
        fmt::format("of vertices at {}: vertex {}, whose neighbors are {}, is after {} at",
                    list_in_words(asked.positions), i, in_words(asked.neighbors[i]),
                    steps_in_words(asked.steps)));
  return words;
}

bool judge_smooth(Judge& judge, const Tasks& tasks, const Smoothing& asked,
                  const Points& expected) {
  const Points got = tasks.smooth(asked.neighbors, asked.positions, asked.steps);
  return judge.has_size("positions, one per vertex", expected.size(), got.size()) &&
         judge.are_vectors(words_of_smoothing(asked), expected, got, smooth_mistakes(asked));
}

/// Two triangles that share the edge from 1 to 2.
Smoothing kite(int steps) {
  return {{{1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2}},
          {{0.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}, {0.0f, 3.0f, 0.0f}, {6.0f, 9.0f, 6.0f}},
          steps};
}

void one_step_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfSmoothing);
  // The means are (1.5, 1.5, 0), (2, 4, 2), (3, 3, 2) and (1.5, 1.5, 0).
  judge_smooth(
      judge, tasks, kite(1),
      {{0.75f, 0.75f, 0.0f}, {2.5f, 2.0f, 1.0f}, {1.5f, 3.0f, 1.0f}, {3.75f, 5.25f, 3.0f}});
}

void those_that_stay(Judge& judge, const Tasks& tasks) {
  judge.law(kLawOfStaying);
  judge.law_of_nan(kLawOfStaying);
  Smoothing asked = kite(1);
  asked.neighbors[1].clear();  // but it is still a neighbor of the three others
  asked.neighbors.emplace_back();
  asked.positions.push_back({7.0f, -2.0f, 1.0f});
  judge_smooth(judge, tasks, asked,
               {{0.75f, 0.75f, 0.0f},
                {3.0f, 0.0f, 0.0f},
                {1.5f, 3.0f, 1.0f},
                {3.75f, 5.25f, 3.0f},
                {7.0f, -2.0f, 1.0f}});
}

void steps_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(
      "each step begins where the one before ended, all vertices at once; 0 steps do nothing");
  // After one step (4, 0, 0), (4, 2, 4), (4, 4, 8); from then on the middle vertex stays.
  Smoothing row{{{1}, {0, 2}, {1}}, {{0, 0, 0}, {8, 0, 0}, {0, 8, 16}}, 0};
  judge_smooth(judge, tasks, row, row.positions);
  row.steps = 3;
  judge_smooth(judge, tasks, row, {{4, 1.5f, 3}, {4, 2, 4}, {4, 2.5f, 5}});
  row.steps = 2;
  judge_smooth(judge, tasks, row, {{4, 1, 2}, {4, 2, 4}, {4, 3, 6}});
}

void shrinking_rings(Judge& judge, const Tasks& tasks) {
  judge.law(
      "a ring of equal sides shrinks about its center: the mean of two neighbors is at cos(360/n) "
      "of the way to the corner, so a step leaves (1 + cos(360/n)) / 2");
  std::mt19937 random = drawn(131);
  // Three corners keep 1/4, four 1/2, six 3/4.
  for (const auto& [corners, steps, left] :
       {std::tuple{6, 1, 0.75f}, {6, 2, 0.5625f}, {4, 3, 0.125f}, {3, 1, 0.25f}}) {
    const glm::mat4 place = random_rigid(random);
    Smoothing ring{{}, {}, steps};
    Points expected;
    for (int k = 0; k < corners; ++k) {
      const glm::vec3 corner =
          image(turned_z(360.0f * float(k) / float(corners)), {3.0f, 0.0f, 0.0f});
      const int before = (k + corners - 1) % corners, after = (k + 1) % corners;
      ring.neighbors.push_back({std::min(before, after), std::max(before, after)});
      ring.positions.push_back(image(place, corner));
      expected.push_back(image(place, left * corner));
    }
    judge_smooth(judge, tasks, ring, expected);
  }
}

/// Judges n, t and b.
bool judge_frame(Judge& judge, const Tasks& tasks, const glm::vec3& normal, const glm::vec3& edge,
                 const Points& expected, const std::vector<VectorsMistake>& mistakes) {
  const glm::mat3 got = tasks.surface_frame(normal, edge);
  std::vector<std::string> words;
  for (const char* column : {"n, the first column", "t, the second column", "b, the third column"})
    words.push_back(fmt::format("with the normal {} and the edge {}, {}, is", in_words(normal),
                                in_words(edge), column));
  return judge.are_vectors(words, expected, {got[0], got[1], got[2]}, mistakes);
}

bool judge_frame(Judge& judge, const Tasks& tasks, const glm::vec3& normal, const glm::vec3& edge,
                 const Points& expected) {
  return judge_frame(judge, tasks, normal, edge, expected, frame_mistakes(normal, edge));
}

void frames_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfFrame);
  // (0, 8, 6) x (0, 5, 0) = (-30, 0, 0), and (-1, 0, 0) x (0, 0.8, 0.6) = (0, 0.6, -0.8).
  judge_frame(judge, tasks, {0, 8, 6}, {0, 5, 0}, {{0, 0.8f, 0.6f}, {0, 0.6f, -0.8f}, {-1, 0, 0}});
  judge_frame(judge, tasks, {0, 0, 2}, {3, 0, 0}, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
  // The part of the edge along the normal does not count.
  judge_frame(judge, tasks, {0, 4, 0}, {5, -2, 0}, {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}});
}

Outcome frames_of_no_length(const Tasks& tasks) {
  Judge judge;
  const glm::vec3 up(3.0f, 0.0f, 4.0f), aside(0.0f, 0.0f, 5.0f), none(0.0f);
  const Points frame{{0.6f, 0, 0.8f}, {-0.8f, 0, 0.6f}, {0, -1, 0}},
      identity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  judge.law(kFormulaOfFrame);
  judge_frame(judge, tasks, up, aside, frame);
  judge.law("short is not zero: on a small mesh every normal and every edge is short");
  judge_frame(judge, tasks, 1e-4f * up, 1e-4f * aside, frame, {});
  judge.law("where the normal or normal x edge is zero the frame is the identity");
  judge.law_of_nan("a vector of no length cannot be normalized: return the identity there");
  for (const auto& [normal, edge] :
       {std::pair{none, aside}, {up, none}, {up, 2.0f * up}, {up, -up}, {none, none}})
    judge_frame(judge, tasks, normal, edge, identity, {});
  return judge.outcome();
}

void any_frame(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(132);
  for (int round = 0; round < 8 && judge.all_well(); ++round) {
    const glm::mat3 turn(random_rigid(random));
    const float lift = random_number(random, -2.0f, 2.0f);
    const glm::vec3 n(0.0f, 0.0f, 1.0f), along(1.0f, 0.0f, 0.0f);
    judge.law("n along the normal, t along what of the edge is not along n, b = n x t");
    const float edge_length = random_number(random, 0.1f, 5.0f);  // drawn in this order
    const float normal_length = random_number(random, 0.1f, 5.0f);
    judge_frame(judge, tasks, turn * (normal_length * n), turn * (edge_length * along + lift * n),
                {turn * n, turn * along, turn * glm::vec3(0.0f, 1.0f, 0.0f)});
  }
}

std::vector<std::string> words_of_mush(const Mush& asked) {
  std::vector<std::string> triangles, words;
  for (const glm::ivec3& one : asked.surface.triangles)
    triangles.push_back(fmt::format("[{}, {}, {}]", one[0], one[1], one[2]));
  for (std::size_t i = 0; i < asked.rest.size(); ++i)
    words.push_back(fmt::format(
        "rest {}; posed {}; triangles {}; after {} of smoothing vertex {}, whose "
        "neighbors are {}, goes to",
        list_in_words(asked.rest), list_in_words(asked.posed), fmt::join(triangles, ", "),
        steps_in_words(asked.steps), i, in_words(asked.surface.neighbors[i])));
  return words;
}

/// Judges the frames that delta_mush needs, on a surface that is already smooth.
void judge_frames_of(Judge& judge, const Tasks& tasks, const Mush& asked, const Points& smooth) {
  const Points normals = vertex_normals(asked.surface.triangles, smooth);
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    if (asked.surface.neighbors[i].empty()) continue;
    const glm::vec3 edge = smooth[std::size_t(asked.surface.neighbors[i][0])] - smooth[i],
                    n = glm::normalize(normals[i]), b = glm::normalize(glm::cross(n, edge));
    judge_frame(judge, tasks, normals[i], edge, {n, glm::cross(b, n), b});
  }
}

/// If delta_mush is wrong and smooth or surface_frame is too, reports the latter.
void judge_mush(Judge& judge, const Tasks& tasks, const Mush& asked, const Points& expected,
                const std::string& before = {}) {
  const Points got = tasks.delta_mush(asked.surface, asked.rest, asked.posed, asked.steps);
  std::vector<std::string> words = words_of_mush(asked);
  for (std::string& one : words) one.insert(0, before);
  if (!judge.all_well()) return;
  Judge whole = judge;
  if (whole.has_size("positions, one per vertex", expected.size(), got.size()) &&
      whole.are_vectors(words, expected, got, mush_mistakes(asked)))
    return;
  for (const Points* of : {&asked.rest, &asked.posed}) {
    const Smoothing smoothing{asked.surface.neighbors, *of, asked.steps};
    judge.at_stage(Stage::smooth);
    judge.law(kFormulaOfSmoothing);
    judge_smooth(judge, tasks, smoothing, smoothed(smoothing));
    judge.at_stage(Stage::surface_frame);
    judge.law(kFormulaOfFrame);
    judge_frames_of(judge, tasks, asked, smoothed(smoothing));
  }
  if (judge.all_well()) judge = whole;
}

/// Vertex 0 in a ring of four that stay.
Mush in_a_ring(int steps) {
  return {{{{1, 2, 3, 4}, {}, {}, {}, {}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}}},
          {{2, 0, 4}, {5, 0, 0}, {0, 5, 0}, {-5, 0, 0}, {0, -5, 0}},
          {},
          steps};
}

void one_vertex_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(kFormulaOfMush);
  judge.law_of_nan(kLawOfStaying);
  // At rest s0 = (1, 0, 2), n is along z and t along x, the detail (1, 0, 2). Posed s = (0, 0, 1),
  // n is along z and t along (3, 4, 0).
  Mush asked = in_a_ring(1);
  asked.posed = {{0.5f, -1, 2}, {3, 4, 0}, {0, 5, 0}, {-5, 0, 0}, {0, -5, 0}};
  Points expected = asked.posed;
  expected[0] = {0.6f, 0.8f, 3};
  judge_mush(judge, tasks, asked, expected);
  // The ring is turned on its side, 10 higher: y becomes z, z becomes -y. A step halves the
  // distance of vertex 0 from the ring's middle, so that s0 = (0.5, 0, 1) and, before the turn, s =
  // (0, 0, 2).
  const glm::mat4 lies = moved(0.0f, 0.0f, 10.0f) * turned_x(90.0f);
  asked = in_a_ring(2);
  asked.posed = asked.rest;
  asked.posed[0] = {0, 0, 8};
  expected = asked.posed;
  expected[0] = {1.5f, 0, 5};
  asked.posed = images(lies, asked.posed);
  judge_mush(judge, tasks, asked, images(lies, expected));
}

void two_vertices_by_hand(Judge& judge, const Tasks& tasks) {
  judge.law(std::string(kFormulaOfMush) + "; normals and edges are those of s0 and s");
  // Vertices 0 and 1 among four that stay. Rest: s0 is (0, 0, 12) and (5.5, 0, 0), n along z and
  // (3, 0, 4), t along x and (-4, 0, 3). Posed: s is (0, 0, 0) and (4, 0, 6), n along (-3, 0, 4)
  // and z, t along (4, 0, 3) and -x. The details are 13.6 n - 0.8 t and -4.1 n - 5.2 t.
  const Mush asked{
      {{{1, 2, 3, 4}, {0, 2, 4, 5}, {}, {}, {}, {}},
       {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}, {1, 5, 2}, {1, 4, 5}}},
      {{-0.8f, 0, 25.6f}, {7.2f, 0, -6.4f}, {0, 4, 0}, {-4, 0, 0}, {0, -4, 0}, {16, 0, 0}},
      {{0, 0, -3.2f}, {4, 0, 12.8f}, {0, 4, 0}, {-4, 0, 0}, {0, -4, 0}, {16, 0, 0}},
      1};
  Points expected = asked.posed;
  expected[0] = {-8.8f, 0, 10.4f};
  expected[1] = {9.2f, 0, 1.9f};
  judge_mush(judge, tasks, asked, expected);
}

/// Eight triangles around the origin; the vertices are near the six ends of the axes.
Mush random_octahedron(std::mt19937& random) {
  Mush made{
      {{{1, 2, 4, 5}, {0, 2, 3, 5}, {0, 1, 3, 4}, {1, 2, 4, 5}, {0, 2, 3, 5}, {0, 1, 3, 4}},
       {{0, 1, 2}, {1, 3, 2}, {3, 4, 2}, {4, 0, 2}, {1, 0, 5}, {3, 1, 5}, {4, 3, 5}, {0, 4, 5}}},
      {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {-4, 0, 0}, {0, -4, 0}, {0, 0, -4}},
      {},
      2};
  for (glm::vec3& point : made.rest) point += random_point(random, 0.5f);
  made.posed = made.rest;
  return made;
}

void in_any_pose(Judge& judge, const Tasks& tasks) {
  std::mt19937 random = drawn(133);
  const auto mush = [&](const Mush& of) {
    return tasks.delta_mush(of.surface, of.rest, of.posed, of.steps);
  };
  for (int round = 0; round < 4 && judge.all_well(); ++round) {
    Mush asked = random_octahedron(random);
    const glm::mat4 g = random_rigid(random);
    const std::string with_g = fmt::format("with the rigid motion G = {}: ", in_words(g));
    judge.law("rigid motions are kept: posed = rest gives rest, and posed = G rest gives G rest");
    judge_mush(judge, tasks, asked, asked.rest);
    asked.posed = images(g, asked.rest);
    judge_mush(judge, tasks, asked, asked.posed, with_g);
    const Points whole = asked.posed;
    for (glm::vec3& point : asked.posed) point += random_point(random, 0.5f);
    asked.posed[0] = whole[0] + 4.0f * glm::normalize(whole[0] - whole[3]);
    const Points got = mush(asked);
    if (!judge.has_size("positions, one per vertex", asked.rest.size(), got.size())) break;
    judge.law("a vertex that sticks out of the posed surface is drawn back by smoothing");
    const float away = glm::distance(asked.posed[0], whole[0]);
    judge.is_true(
        glm::distance(got[0], whole[0]) < 0.9f * away,
        fmt::format(
            "{}vertex 0, posed {:.6g} away from G times its rest position, moves nearer to it",
            with_g, away),
        fmt::format("{:.6g} away", glm::distance(got[0], whole[0])));
    judge.law("it does not matter where the posed surface is: G posed makes G v'");
    const glm::mat4 h = random_rigid(random);
    Mush elsewhere = asked;
    elsewhere.posed = images(h, asked.posed);
    judge_mush(judge, tasks, elsewhere, images(h, got));
    judge.law("it does not matter where the rest pose is: G rest makes the same v'");
    elsewhere = asked;
    elsewhere.rest = images(h, asked.rest);
    judge_mush(judge, tasks, elsewhere, got);
  }
}

}  // namespace

std::vector<Check> task8_checks() {
  constexpr Stage kSmooth = Stage::smooth, kFrame = Stage::surface_frame, kMush = Stage::delta_mush;
  return {
      {8, "task8.one_step_by_hand", "One step of smoothing, four vertices of two triangles", 1,
       judgment<one_step_by_hand>, kSmooth},
      {8, "task8.those_that_stay", "The same next to a vertex alone, and one that stays", 1,
       judgment<those_that_stay>, kSmooth},
      {8, "task8.steps_by_hand", "A row of three vertices after 0, 3 and 2 steps", 1,
       judgment<steps_by_hand>, kSmooth},
      {8, "task8.shrinking_rings", "Rings of three, four and six corners shrink about their center",
       1, judgment<shrinking_rings>, kSmooth},
      {8, "task8.frames_by_hand", "Three normals and edges, not of unit length", 1,
       judgment<frames_by_hand>, kFrame},
      {8, "task8.frames_of_no_length", "Short normals and edges, and those of length 0", 1,
       frames_of_no_length, kFrame},
      {8, "task8.any_frame", "Random normals and edges: a rotation that follows the surface", 1,
       judgment<any_frame>, kFrame},
      {8, "task8.one_vertex_by_hand", "One vertex in a ring that is sheared, then in one laid down",
       1, judgment<one_vertex_by_hand>, kMush},
      {8, "task8.two_vertices_by_hand", "Two vertices: the frames are those of smooth surfaces", 1,
       judgment<two_vertices_by_hand>, kMush},
      {8, "task8.in_any_pose",
       "Closed surfaces at rest, moved as one, and with a vertex pulled out", 1,
       judgment<in_any_pose>, kMush},
  };
}

}  // namespace marrow::course
