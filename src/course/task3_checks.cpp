// Checks of task 3: the nearest point of a bone, and which capsules hold a vertex.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "course/limb.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

Outcome closest_inside(const Tasks& tasks) {
  Judge judge;
  const glm::vec3 start(1.0f, 2.0f, 3.0f), end(1.0f, 4.5f, 3.0f);  // 2.5 long
  judge.is_point(
      "beside the middle of a bone from (1, 2, 3) to (1, 4.5, 3), the point nearest to (3, 3, 3) "
      "is",
      {1.0f, 3.0f, 3.0f}, tasks.closest_on_line_segment(start, end, {3.0f, 3.0f, 3.0f}),
      closest_mistakes(start, end, {3.0f, 3.0f, 3.0f}));
  return judge.outcome();
}

Outcome closest_is_clamped(const Tasks& tasks) {
  Judge judge;
  judge.suspect("the point must be on the bone: clamp t to [0, 1]");
  const glm::vec3 start(1.0f, 2.0f, 3.0f), end(1.0f, 4.5f, 3.0f);
  for (const glm::vec3& point : {glm::vec3(2.0f, -5.0f, 3.0f), glm::vec3(0.0f, 40.0f, 9.0f)}) {
    const bool is_below = point.y < start.y;
    judge.is_point(is_below ? "below the bone the nearest point is its start"
                            : "above the bone the nearest point is its end",
                   is_below ? start : end, tasks.closest_on_line_segment(start, end, point),
                   closest_mistakes(start, end, point));
  }
  return judge.outcome();
}

Outcome closest_on_a_point(const Tasks& tasks) {
  Judge judge;
  judge.suspect("a bone of zero length divides 0 by 0: return start");
  const glm::vec3 start(1.0f, 2.0f, 3.0f);
  judge.is_point("on a bone of zero length the nearest point is", start,
                 tasks.closest_on_line_segment(start, start, {4.0f, 5.0f, 6.0f}));
  judge.is_point("also for the bone's own point", start,
                 tasks.closest_on_line_segment(start, start, start));
  judge.suspect("only a bone of zero length is a point: this one is short");
  const glm::vec3 near_by = start + glm::vec3(0.0f, 0.0f, 0.125f);
  judge.is_point("on a bone 1/8 long, the point nearest to one far above is its end", near_by,
                 tasks.closest_on_line_segment(start, near_by, {1.0f, 2.0f, 50.0f}));
  return judge.outcome();
}

Outcome closest_is_nearest(const Tasks& tasks) {
  Judge judge;
  judge.suspect(
      "t = dot(point - start, d) / dot(d, d), clamped to [0, 1]; the answer is start + t d");
  std::mt19937 random(31);
  for (int round = 0; round < 40 && judge.all_well(); ++round) {
    const glm::vec3 start = random_point(random, 2.0f), end = random_point(random, 2.0f),
                    point = random_point(random, 4.0f);
    const glm::vec3 got = tasks.closest_on_line_segment(start, end, point);
    const std::string bone = fmt::format("the bone from {} to {}", in_words(start), in_words(end));
    // The nearest point is on the bone and as near as any other.
    const bool is_on_bone = std::abs(glm::distance(start, got) + glm::distance(got, end) -
                                     glm::distance(start, end)) <= kTolerance;
    const float least = least_distance(start, end, point);
    const bool is_near = glm::distance(point, got) <= least + kTolerance;
    if (is_on_bone && is_near) continue;
    for (const Mistake& mistake : closest_mistakes(start, end, point)) {
      if (glm::distance(mistake.gives, got) <= kTolerance) judge.suspect(mistake.reason);
    }
    judge.is_true(is_on_bone, "a point of " + bone, in_words(got));
    judge.is_true(
        is_near,
        fmt::format("the point of {} nearest to {}, {:.6g} away", bone, in_words(point), least),
        fmt::format("{}, {:.6g} away", in_words(got), glm::distance(point, got)));
  }
  return judge.outcome();
}

/// Bones at rest and vertices around them, and who holds whom, by hand.
struct CaseOfTask3 {
  Skeleton skeleton;
  std::vector<glm::mat4> bind;
  std::vector<glm::vec3> positions;
  std::vector<std::vector<int>> lists;
};

Outcome judge_lists(const Tasks& tasks, const CaseOfTask3& made, const char* suspicion) {
  Judge judge;
  judge.suspect(suspicion);
  const JointLists got = tasks.find_joints(made.skeleton, made.bind, made.positions);
  judge.at_joints_of_vertices(disputed_joints(made.skeleton, made.lists, got));
  judge.are_lists("the vertex is held by", made.positions, made.lists, got,
                  lists_mistakes(made.skeleton, made.bind, made.positions, made.lists));
  return judge.outcome();
}

/// The vertices have no faces: the editor shows the capsules and the vertex in question.
Scene shown_of_task3(const CaseOfTask3& made) {
  Tube cloud;
  for (const glm::vec3& position : made.positions) add_vertex(cloud, position, {0.0f, 1.0f, 0.0f});
  Skeleton skeleton = made.skeleton;
  for (Joint& joint : skeleton.joints)
    joint.radius = std::max(joint.radius, 0.0f);  // scenes have no negative ones
  return scene_of(std::move(skeleton), cloud);
}

CaseOfTask3 at_radius() {
  CaseOfTask3 made;
  add_joint(made.skeleton, "bone", -1, glm::mat4(1.0f), {0.0f, 1.0f, 0.0f}, 0.5f);
  made.bind = {glm::mat4(1.0f)};
  const float just_inside = std::nextafter(0.5f, 0.0f);
  made.positions = {
      {0.5f, 0.25f, 0.0f}, {just_inside, 0.25f, 0.0f}, {0.0f, 1.5f, 0.0f}, {0.0f, -0.5f, 0.0f}};
  made.lists = {{}, {0}, {}, {}};
  return made;
}

Outcome vertex_exactly_at_radius(const Tasks& tasks) {
  return judge_lists(tasks, at_radius(),
                     "strictly smaller: a vertex at distance r is outside, d < r");
}

CaseOfTask3 long_bone() {
  CaseOfTask3 made;
  add_joint(made.skeleton, "long", -1, moved(0.0f, 1.0f, 0.0f), {0.0f, 4.0f, 0.0f}, 0.5f);
  made.bind = {moved(0.0f, 1.0f, 0.0f)};
  made.positions = {{0.25f, 1.0f, 0.0f}, {0.25f, 3.0f, 0.0f}, {0.25f, 4.75f, 0.0f},
                    {0.0f, 5.25f, 0.0f}, {0.0f, 7.0f, 0.0f},  {0.0f, 0.25f, 0.0f}};
  made.lists = {{0}, {0}, {0}, {0}, {}, {}};
  return made;
}

Outcome far_end_of_a_bone(const Tasks& tasks) {
  return judge_lists(tasks, long_bone(),
                     "the distance is to the whole bone, from the joint's origin to B e, not to "
                     "its start and not to the endless line");
}

/// Chain three deep whose base is not at the origin, with a quarter turn and a stretch on the way.
CaseOfTask3 three_deep() {
  CaseOfTask3 chain;
  add_joint(chain.skeleton, "base", -1, moved(10.0f, 0.0f, 0.0f), {1.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "middle", 0, moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f),
            {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "end", 1, moved(2.0f, 0.0f, 0.0f) * stretched(4.0f, 4.0f, 4.0f),
            {0.0f, -0.5f, 0.0f}, 0.5f);
  // By hand: base at (10, 0, 0) to (11, 0, 0); middle from there upwards to (11, 2, 0); end from
  // there along +x to (13, 2, 0).
  chain.bind = {moved(10.0f, 0.0f, 0.0f), moved(11.0f, 0.0f, 0.0f) * turned_z(90.0f),
                moved(11.0f, 2.0f, 0.0f) * turned_z(90.0f) * stretched(4.0f, 4.0f, 4.0f)};
  chain.positions = {{10.25f, 0.25f, 0.0f}, {11.25f, 1.0f, 0.0f}, {12.75f, 2.25f, 0.0f},
                     {12.0f, 3.0f, 0.0f},   {0.5f, 0.0f, 0.0f},   {11.0f, 0.25f, 0.0f}};
  chain.lists = {{0}, {1}, {2}, {}, {}, {0, 1}};
  return chain;
}

Outcome distances_in_skeleton_space(const Tasks& tasks) {
  return judge_lists(tasks, three_deep(),
                     "measure in skeleton space: the bone runs from the origin of B to B e, and r "
                     "is not scaled by the joint");
}

CaseOfTask3 posed_chain() {
  CaseOfTask3 chain = three_deep();
  chain.skeleton.joints[1].user_local = turned_z(120.0f) * moved(0.0f, 3.0f, 0.0f);
  return chain;
}

Outcome pose_does_not_matter(const Tasks& tasks) {
  return judge_lists(tasks, posed_chain(),
                     "capsules hold vertices at rest: the pose must not change the lists");
}

CaseOfTask3 balls() {
  CaseOfTask3 made;
  add_joint(made.skeleton, "ball", -1, moved(1.0f, 0.0f, 0.0f), {0.0f, 0.0f, 0.0f}, 1.0f);
  add_joint(made.skeleton, "nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, 0.0f);
  add_joint(made.skeleton, "less than nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, -1.0f);
  made.bind = {moved(1.0f, 0.0f, 0.0f), glm::mat4(1.0f), glm::mat4(1.0f)};
  made.positions = {{1.0f, 0.0f, 0.0f}, {1.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}};
  made.lists = {{0}, {0}, {0}, {}};
  return made;
}

Outcome zero_length_and_zero_radius(const Tasks& tasks) {
  return judge_lists(tasks, balls(),
                     "a bone of zero length divides 0 by 0: its capsule is a ball; a radius of "
                     "zero or less holds nothing");
}

CaseOfTask3 four_in_a_row() {
  CaseOfTask3 made;
  for (const char* name : {"a", "b", "c", "d"}) {
    made.bind.push_back(moved(float(made.bind.size()), 0.0f, 0.0f));
    add_joint(made.skeleton, name, -1, made.bind.back(), {0.0f, 1.0f, 0.0f}, 1.25f);
  }
  made.positions = {{1.0f, 0.5f, 0.0f}, {2.0f, 0.5f, 0.0f}, {9.0f, 0.0f, 0.0f}};
  made.lists = {{0, 1, 2}, {1, 2, 3}, {}};
  return made;
}

Outcome lists_are_ascending(const Tasks& tasks) {
  const CaseOfTask3 made = four_in_a_row();
  Outcome outcome = judge_lists(
      tasks, made, "each list is ascending, in the order of the joints, and names each joint once");
  if (!outcome.passed) return outcome;
  Judge judge;
  judge.has_size("lists of no vertices", 0, tasks.find_joints(made.skeleton, made.bind, {}).size());
  judge.has_size("lists of one vertex and no joints", 1,
                 tasks.find_joints({}, {}, {{0.0f, 0.0f, 0.0f}}).size());
  return judge.outcome();
}

/// An arm whose vertices stand in another order: who holds each is known from where it is.
CaseOfTask3 shuffled_arm() {
  const Limb arm = make_arm();
  CaseOfTask3 made{arm.skeleton, arm.bind, arm.mesh.positions, {}};
  std::shuffle(made.positions.begin(), made.positions.end(), std::mt19937(32));
  for (const glm::vec3& position : made.positions) {
    std::vector<int>& list = made.lists.emplace_back();
    // From the end of the other bone a ring of radius 0.5 may be sqrt(0.75^2 - 0.5^2) = 0.559 away;
    // the rings are 0.5 apart.
    if (position.y < 1.0f && position.x > 0.0f && position.x < 3.55f) list.push_back(0);
    if (position.y < 1.0f && position.x > 2.45f) list.push_back(1);
  }
  return made;
}

Outcome shuffled_vertices_of_task3(const Tasks& tasks) {
  return judge_lists(tasks, shuffled_arm(),
                     "list i belongs to positions[i]: some other index was used");
}

Scene one_bone() {
  Skeleton skeleton;
  add_joint(skeleton, "bone", -1, moved(1.0f, 2.0f, 3.0f), {0.0f, 2.5f, 0.0f}, 0.5f);
  return scene_of(std::move(skeleton));
}

Scene one_ball() {
  Skeleton skeleton;
  add_joint(skeleton, "ball", -1, moved(1.0f, 2.0f, 3.0f), {0.0f, 0.0f, 0.0f}, 0.5f);
  return scene_of(std::move(skeleton));
}

}  // namespace

std::vector<Check> task3_checks() {
  constexpr Stage kClosest = Stage::closest_point, kLists = Stage::find_joints;
  return {
      {3, "task3.closest_inside",
       "A bone 2.5 long that does not start at 0, a point beside its middle", 1, closest_inside,
       kClosest, one_bone},
      {3, "task3.closest_is_clamped", "Points beyond both ends", 1, closest_is_clamped, kClosest,
       one_bone},
      {3, "task3.closest_on_a_point", "A bone of zero length, and one that is only short", 1,
       closest_on_a_point, kClosest, one_ball},
      {3, "task3.closest_is_nearest",
       "Random bones: the answer is on the bone and no other point is nearer", 1,
       closest_is_nearest, kClosest},
      {3, "task3.vertex_exactly_at_radius", "Vertices at distance r, and one a hair nearer", 1,
       vertex_exactly_at_radius, kLists, [] { return shown_of_task3(at_radius()); }},
      {3, "task3.far_end_of_a_bone", "Vertices along a long bone and beyond its ends", 1,
       far_end_of_a_bone, kLists, [] { return shown_of_task3(long_bone()); }},
      {3, "task3.distances_in_skeleton_space",
       "A chain three deep, its base not at 0, its last joint four times as large", 2,
       distances_in_skeleton_space, kLists, [] { return shown_of_task3(three_deep()); }},
      {3, "task3.pose_does_not_matter", "The same chain while it is posed", 1, pose_does_not_matter,
       kLists, [] { return shown_of_task3(posed_chain()); }},
      {3, "task3.zero_length_and_zero_radius", "A bone without length, capsules without radius", 1,
       zero_length_and_zero_radius, kLists, [] { return shown_of_task3(balls()); }},
      {3, "task3.lists_are_ascending", "Four capsules that overlap; no vertices; no joints", 1,
       lists_are_ascending, kLists, [] { return shown_of_task3(four_in_a_row()); }},
      {3, "task3.shuffled_vertices", "The vertices of an arm in another order", 1,
       shuffled_vertices_of_task3, kLists, [] { return shown_of_task3(shuffled_arm()); }},
  };
}

}  // namespace marrow::course
