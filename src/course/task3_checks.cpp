// Checks of task 3: the nearest point of a bone, and which capsules hold a vertex.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "course/cases.h"
#include "course/judge.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

Outcome closest_inside(const Tasks& tasks) {
  Judge judge;
  const glm::vec3 start(1.0f, 2.0f, 3.0f), end(1.0f, 4.5f, 3.0f);  // 2.5 long
  judge.is_point("beside the middle of a bone from (1, 2, 3) to (1, 4.5, 3), the point nearest to (3, 3, 3) is", {1.0f, 3.0f, 3.0f},
                 tasks.closest_on_line_segment(start, end, {3.0f, 3.0f, 3.0f}),
                 {{{0.0f, 1.0f, 0.0f}, "start is not added back: start + t (end - start)"},
                  {{0.0f, 2.5f, 0.0f}, "divide by the squared length, and add start back: start + t (end - start)"},
                  {{1.0f, 4.5f, 3.0f}, "t is the dot product divided by the squared length of the bone, dot(d, d)"},
                  {start, "t is 0 here: take the dot product with point - start"}});
  return judge.outcome();
}

Outcome closest_is_clamped(const Tasks& tasks) {
  Judge judge;
  judge.suspect("the point must be on the bone: clamp t to [0, 1]");
  const glm::vec3 start(1.0f, 2.0f, 3.0f), end(1.0f, 4.5f, 3.0f);
  judge.is_point("below the bone the nearest point is its start", start, tasks.closest_on_line_segment(start, end, {2.0f, -5.0f, 3.0f}));
  judge.is_point("above the bone the nearest point is its end", end, tasks.closest_on_line_segment(start, end, {0.0f, 40.0f, 9.0f}));
  return judge.outcome();
}

Outcome closest_on_a_point(const Tasks& tasks) {
  Judge judge;
  judge.suspect("a bone of zero length divides 0 by 0: return start");
  const glm::vec3 start(1.0f, 2.0f, 3.0f);
  judge.is_point("on a bone of zero length the nearest point is", start, tasks.closest_on_line_segment(start, start, {4.0f, 5.0f, 6.0f}));
  judge.is_point("also for the bone's own point", start, tasks.closest_on_line_segment(start, start, start));
  judge.suspect("only a bone of zero length is a point: this one is short");
  const glm::vec3 near_by = start + glm::vec3(0.0f, 0.0f, 0.125f);
  judge.is_point("on a bone 1/8 long, the point nearest to one far above is its end", near_by,
                 tasks.closest_on_line_segment(start, near_by, {1.0f, 2.0f, 50.0f}));
  return judge.outcome();
}

Outcome closest_is_nearest(const Tasks& tasks) {
  Judge judge;
  judge.suspect("t = dot(point - start, d) / dot(d, d), clamped to [0, 1]; the answer is start + t d");
  std::mt19937 random(31);
  for (int round = 0; round < 40 && judge.all_well(); ++round) {
    const glm::vec3 start = random_point(random, 2.0f), end = random_point(random, 2.0f), point = random_point(random, 4.0f);
    const glm::vec3 got = tasks.closest_on_line_segment(start, end, point);
    const float detour = glm::distance(start, got) + glm::distance(got, end);
    judge.is_number(fmt::format("{} is on the bone from {} to {}: its way to both ends is", in_words(got), in_words(start), in_words(end)),
                    glm::distance(start, end), detour);
    for (int step = 0; step <= 50; ++step) {
      const glm::vec3 other = glm::mix(start, end, float(step) / 50.0f);
      judge.is_true(glm::distance(point, got) <= glm::distance(point, other) + kTolerance,
                    fmt::format("no point of the bone is nearer to {}", in_words(point)),
                    fmt::format("{}, although {} is nearer", in_words(got), in_words(other)));
    }
  }
  return judge.outcome();
}

/// The lists of a skeleton at rest, whose B the check knows by hand: `bind`.
bool has_lists(Judge& judge, const JointLists& lists, const std::vector<std::vector<int>>& expected) {
  if (!judge.has_size("lists, one a vertex", expected.size(), lists.size())) return false;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    judge.at_vertex(int(i));
    judge.is_list("the vertex is held by", expected[i], lists[i]);
  }
  return judge.all_well();
}

Outcome vertex_exactly_at_radius(const Tasks& tasks) {
  Judge judge;
  judge.suspect("strictly smaller: a vertex at distance r is outside, d < r");
  Skeleton skeleton;
  add_joint(skeleton, "bone", -1, glm::mat4(1.0f), {0.0f, 1.0f, 0.0f}, 0.5f);
  const float just_inside = std::nextafter(0.5f, 0.0f);
  const JointLists lists = tasks.find_joints(skeleton, {glm::mat4(1.0f)},
                                             {{0.5f, 0.25f, 0.0f}, {just_inside, 0.25f, 0.0f}, {0.0f, 1.5f, 0.0f}, {0.0f, -0.5f, 0.0f}});
  has_lists(judge, lists, {{}, {0}, {}, {}});
  return judge.outcome();
}

Outcome far_end_of_a_bone(const Tasks& tasks) {
  Judge judge;
  judge.suspect("the distance is to the whole bone, from the joint's origin to B e, not to its start and not to the endless line");
  Skeleton skeleton;
  add_joint(skeleton, "long", -1, moved(0.0f, 1.0f, 0.0f), {0.0f, 4.0f, 0.0f}, 0.5f);
  const JointLists lists = tasks.find_joints(
      skeleton, {moved(0.0f, 1.0f, 0.0f)},
      {{0.25f, 1.0f, 0.0f}, {0.25f, 3.0f, 0.0f}, {0.25f, 4.75f, 0.0f}, {0.0f, 5.25f, 0.0f}, {0.0f, 7.0f, 0.0f}, {0.0f, 0.25f, 0.0f}});
  has_lists(judge, lists, {{0}, {0}, {0}, {0}, {}, {}});
  return judge.outcome();
}

/// Chain three deep whose base is not at the origin, with a quarter turn and a stretch on the way.
struct Chain {
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
};

Chain three_deep() {
  Chain chain;
  add_joint(chain.skeleton, "base", -1, moved(10.0f, 0.0f, 0.0f), {1.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "middle", 0, moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f), {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "end", 1, moved(2.0f, 0.0f, 0.0f) * stretched(4.0f, 4.0f, 4.0f), {0.0f, -0.5f, 0.0f}, 0.5f);
  // By hand: base at (10, 0, 0) to (11, 0, 0); middle from there upwards to (11, 2, 0); end from there along +x to (13, 2, 0).
  chain.bind = {moved(10.0f, 0.0f, 0.0f), moved(11.0f, 0.0f, 0.0f) * turned_z(90.0f),
                moved(11.0f, 2.0f, 0.0f) * turned_z(90.0f) * stretched(4.0f, 4.0f, 4.0f)};
  return chain;
}

Outcome distances_in_skeleton_space(const Tasks& tasks) {
  Judge judge;
  judge.suspect("measure in skeleton space: the bone runs from the origin of B to B e, and r is not scaled by the joint");
  const Chain chain = three_deep();
  const JointLists lists = tasks.find_joints(
      chain.skeleton, chain.bind,
      {{10.25f, 0.25f, 0.0f}, {11.25f, 1.0f, 0.0f}, {12.75f, 2.25f, 0.0f}, {12.0f, 3.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, {11.0f, 0.25f, 0.0f}});
  has_lists(judge, lists, {{0}, {1}, {2}, {}, {}, {0, 1}});
  return judge.outcome();
}

Outcome pose_does_not_matter(const Tasks& tasks) {
  Judge judge;
  judge.suspect("capsules hold vertices at rest: the pose must not change the lists");
  Chain chain = three_deep();
  chain.skeleton.joints[1].user_local = turned_z(120.0f) * moved(0.0f, 3.0f, 0.0f);
  const JointLists lists = tasks.find_joints(chain.skeleton, chain.bind, {{11.25f, 1.0f, 0.0f}, {12.75f, 2.25f, 0.0f}});
  has_lists(judge, lists, {{1}, {2}});
  return judge.outcome();
}

Outcome zero_length_and_zero_radius(const Tasks& tasks) {
  Judge judge;
  judge.suspect("a bone of zero length has a ball for a capsule; a radius of zero or less holds nothing");
  Skeleton skeleton;
  add_joint(skeleton, "ball", -1, moved(1.0f, 0.0f, 0.0f), {0.0f, 0.0f, 0.0f}, 1.0f);
  add_joint(skeleton, "nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, 0.0f);
  add_joint(skeleton, "less than nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, -1.0f);
  const JointLists lists = tasks.find_joints(skeleton, {moved(1.0f, 0.0f, 0.0f), glm::mat4(1.0f), glm::mat4(1.0f)},
                                             {{1.0f, 0.0f, 0.0f}, {1.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}});
  has_lists(judge, lists, {{0}, {0}, {0}, {}});
  return judge.outcome();
}

Outcome lists_are_ascending(const Tasks& tasks) {
  Judge judge;
  judge.suspect("each list is in the order of the joints and names each joint once");
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  for (const char* name : {"a", "b", "c", "d"}) {
    bind.push_back(moved(float(bind.size()), 0.0f, 0.0f));
    add_joint(skeleton, name, -1, bind.back(), {0.0f, 1.0f, 0.0f}, 1.25f);
  }
  has_lists(judge, tasks.find_joints(skeleton, bind, {{1.0f, 0.5f, 0.0f}, {2.0f, 0.5f, 0.0f}, {9.0f, 0.0f, 0.0f}}),
            {{0, 1, 2}, {1, 2, 3}, {}});
  judge.at_vertex(-1);
  judge.has_size("lists of no vertices", 0, tasks.find_joints(skeleton, bind, {}).size());
  judge.has_size("lists of one vertex and no joints", 1, tasks.find_joints({}, {}, {{0.0f, 0.0f, 0.0f}}).size());
  return judge.outcome();
}

Outcome shuffled_vertices(const Tasks& tasks) {
  Judge judge;
  judge.suspect("list i belongs to positions[i]: some other index was used");
  const Arm arm = make_arm();
  const std::vector<glm::mat4> bind{moved(1.0f, 0.0f, 0.0f), moved(3.0f, 0.0f, 0.0f)};
  std::vector<std::size_t> order(arm.positions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(32));
  std::vector<glm::vec3> shuffled;
  for (const std::size_t i : order) shuffled.push_back(arm.positions[i]);
  const JointLists lists = tasks.find_joints(arm.skeleton, bind, arm.positions);
  const JointLists of_shuffled = tasks.find_joints(arm.skeleton, bind, shuffled);
  if (!judge.has_size("lists, one a vertex", order.size(), lists.size())) return judge.outcome();
  if (!judge.has_size("lists, one a vertex", order.size(), of_shuffled.size())) return judge.outcome();
  for (std::size_t i = 0; i < order.size(); ++i) {
    judge.at_vertex(int(i));
    judge.is_list("in another order the vertex is still held by", lists[order[i]], of_shuffled[i]);
  }
  judge.at_vertex(0);
  judge.is_list("the first ring is held by the upper bone alone:", {0}, lists[0]);
  judge.at_vertex(Arm::kEndCap);
  judge.is_list("the far cap is held by the lower bone alone:", {1}, lists[Arm::kEndCap]);
  return judge.outcome();
}

}  // namespace

std::vector<Check> task3_checks() {
  return {
      {3, "task3.closest_inside", "A bone 2.5 long that does not start at 0, a point beside its middle", 1, closest_inside},
      {3, "task3.closest_is_clamped", "Points beyond both ends", 1, closest_is_clamped},
      {3, "task3.closest_on_a_point", "A bone of zero length, and one that is only short", 1, closest_on_a_point},
      {3, "task3.closest_is_nearest", "Random bones: the answer is on the bone and no other point is nearer", 1, closest_is_nearest},
      {3, "task3.vertex_exactly_at_radius", "Vertices at distance r, and one a hair nearer", 1, vertex_exactly_at_radius},
      {3, "task3.far_end_of_a_bone", "Vertices along a long bone and beyond its ends", 1, far_end_of_a_bone},
      {3, "task3.distances_in_skeleton_space", "A chain three deep, its base not at 0, its last joint four times as large", 2,
       distances_in_skeleton_space},
      {3, "task3.pose_does_not_matter", "The same chain while it is posed", 1, pose_does_not_matter},
      {3, "task3.zero_length_and_zero_radius", "A bone without length, capsules without radius", 1, zero_length_and_zero_radius},
      {3, "task3.lists_are_ascending", "Four capsules that overlap; no vertices; no joints", 1, lists_are_ascending},
      {3, "task3.shuffled_vertices", "The same vertices in another order", 1, shuffled_vertices},
  };
}

}  // namespace marrow::course
