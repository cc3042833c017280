// Checks of task 3: the nearest point of a bone, and which capsules hold a vertex.
#include <algorithm>
#include <cmath>

#include "course/known_limb.h"
#include "course/mistakes.h"
#include "course/task_checks.h"

namespace marrow::course {

namespace {

using Vectors = std::vector<glm::vec3>;

/// Judges one bone, with points around it and the point nearest to each, by hand.
Outcome judge_closest(const Tasks& tasks, const char* law, const Segment& bone,
                      const Vectors& points, const Vectors& nearest) {
  Judge judge(law);
  judge_nearest(judge, tasks, std::vector<Segment>(points.size(), bone), points, nearest);
  return judge.outcome();
}

constexpr const char* kFormulaOfClosest =
    "t = dot(point - start, d) / dot(d, d), clamped to [0, 1]; the answer is start + t d";

glm::vec3 bone_start() { return {by_hand(1.0f, 301), by_hand(2.0f, 302), by_hand(3.0f, 303)}; }

/// Judges a bone of length 2.5 along y. `points` and `nearest` are relative to its start.
Outcome judge_upright(const Tasks& tasks, const char* law, const Vectors& points,
                      const Vectors& nearest) {
  const glm::vec3 s = bone_start();
  const glm::mat4 from_start = moved(s.x, s.y, s.z);
  return judge_closest(tasks, law, {s, image(from_start, {0.0f, 2.5f, 0.0f})},
                       images(from_start, points), images(from_start, nearest));
}

Outcome closest_inside(const Tasks& tasks) {
  const float up = by_hand(1.0f, 304, 0.25f);
  return judge_upright(tasks, kFormulaOfClosest,
                       {{2.0f, up, 0.0f}, {0.0f, 2.0f, -2.0f}, {1.0f, 0.25f, 0.0f}},
                       {{0.0f, up, 0.0f}, {0.0f, 2.0f, 0.0f}, {0.0f, 0.25f, 0.0f}});
}

Outcome closest_is_clamped(const Tasks& tasks) {
  return judge_upright(tasks, "the point must be on the bone: clamp t to [0, 1]",
                       {{1.0f, -7.0f, 0.0f}, {-1.0f, 38.0f, 6.0f}, {1.0f, 0.25f, 0.0f}},
                       {{0.0f, 0.0f, 0.0f}, {0.0f, 2.5f, 0.0f}, {0.0f, 0.25f, 0.0f}});
}

Outcome closest_on_a_point(const Tasks& tasks) {
  Judge judge(
      "a bone of zero length is a point, and divides 0 by 0: return start; a short one is "
      "not a point");
  const glm::vec3 start = bone_start(), near_by = start + glm::vec3(0.0f, 0.0f, 1.0f / 256.0f),
                  middle = 0.5f * (start + near_by), far_off = start + glm::vec3(0.0f, 0.0f, 8.0f);
  const Segment point{start, start}, short_bone{start, near_by}, bone{start, far_off};
  judge_nearest(
      judge, tasks, {point, point, short_bone, short_bone, short_bone, bone, bone},
      {start + glm::vec3(3.0f),
       start,
       {start.x, start.y, 50.0f},
       {start.x, start.y, -50.0f},
       middle + glm::vec3(3.0f, 0.0f, 0.0f),
       {start.x, start.y, 50.0f},
       start + glm::vec3(1.0f, 0.0f, 2.0f)},
      {start, start, near_by, start, middle, far_off, start + glm::vec3(0.0f, 0.0f, 2.0f)});
  return judge.outcome();
}

void closest_is_nearest(Judge& judge, const Tasks& tasks) {
  constexpr std::size_t kBones = 40;
  judge.law(kFormulaOfClosest);
  std::mt19937 random = drawn(31);
  std::vector<Segment> bones(kBones);
  Vectors points(kBones), nearest(kBones);
  for (std::size_t i = 0; i < kBones; ++i) {
    bones[i].start = random_point(random, 2.0f);
    bones[i].end = random_point(random, 2.0f);
    points[i] = random_point(random, 4.0f);
    nearest[i] = nearest_by_search(bones[i].start, bones[i].end, points[i]);
  }
  judge_nearest(judge, tasks, bones, points, nearest);
}

/// Bones at rest, vertices around them, and the expected lists, by hand.
struct CaseOfTask3 {
  const char* law;
  Skeleton skeleton{};
  std::vector<glm::mat4> bind{};
  std::vector<glm::vec3> positions{};
  std::vector<std::vector<int>> lists{};
};

/// If the lists are wrong and closest_on_line_segment is wrong as well, reports the latter.
Outcome judge_lists(const Tasks& tasks, const CaseOfTask3& made) {
  Judge judge(made.law);
  const JointLists got = tasks.find_joints(made.skeleton, made.bind, made.positions);
  if (judge_lists(judge, made.skeleton, made.bind, made.positions, made.lists, got))
    return judge.outcome();
  Judge of_closest;
  return judge_closest(of_closest, tasks, made.skeleton, made.bind, made.positions)
             ? judge.outcome()
             : of_closest.outcome();
}

template <CaseOfTask3 (*make)()>
Outcome judged_lists(const Tasks& tasks) {
  return judge_lists(tasks, make());
}

/// The vertices have no faces, so the editor shows the capsules and the failed vertex.
template <CaseOfTask3 (*make)()>
Scene shown_lists() {
  const CaseOfTask3 made = make();
  Tube cloud;
  for (const glm::vec3& position : made.positions) add_vertex(cloud, position, {0.0f, 1.0f, 0.0f});
  Skeleton skeleton = made.skeleton;
  // Valid scenes have no negative radii.
  for (Joint& joint : skeleton.joints) joint.radius = std::max(joint.radius, 0.0f);
  return scene_of(std::move(skeleton), cloud);
}

CaseOfTask3 at_radius() {
  CaseOfTask3 made{"strictly smaller: a vertex at distance r is outside, d < r"};
  add_joint(made.skeleton, "bone", -1, glm::mat4(1.0f), {0.0f, 1.0f, 0.0f}, 0.5f);
  made.bind = {glm::mat4(1.0f)};
  const float just_inside = std::nextafter(0.5f, 0.0f), up = by_hand(0.25f, 305, 0.125f);
  made.positions = {{0.5f, up, 0.0f},     {just_inside, up, 0.0f}, {0.0f, 1.5f, 0.0f},
                    {0.0f, -0.5f, 0.0f},  {0.625f, 0.5f, 0.0f},    {0.25f, 0.125f, 0.0f},
                    {0.8125f, 0.5f, 0.0f}};
  made.lists = {{}, {0}, {}, {}, {}, {0}, {}};
  return made;
}

CaseOfTask3 long_bone() {
  CaseOfTask3 made{
      "the distance is to the whole bone, from the joint's origin to B e, not to "
      "its start and not to the endless line"};
  made.bind = {moved(0.0f, by_hand(1.0f, 306), 0.0f)};
  add_joint(made.skeleton, "long", -1, made.bind[0], {0.0f, 4.0f, 0.0f}, 0.5f);
  made.positions = images(made.bind[0], {{0.25f, 0.0f, 0.0f},
                                         {0.25f, 2.0f, 0.0f},
                                         {0.25f, 3.75f, 0.0f},
                                         {0.0f, 4.25f, 0.0f},
                                         {0.0f, 6.0f, 0.0f},
                                         {0.0f, -0.75f, 0.0f},
                                         {0.25f, 0.0625f, 0.0f}});
  made.lists = {{0}, {0}, {0}, {0}, {}, {}, {0}};
  return made;
}

/// A chain three deep whose base is not at the origin, with a quarter turn and a scale.
CaseOfTask3 three_deep() {
  CaseOfTask3 chain{
      "measure in skeleton space: the bone runs from the origin of B to B e, and r "
      "is not scaled by the joint"};
  const glm::mat4 base = moved(by_hand(10.0f, 307), 0.0f, 0.0f);
  add_joint(chain.skeleton, "base", -1, base, {1.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "middle", 0, moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f),
            {2.0f, 0.0f, 0.0f}, 0.5f);
  add_joint(chain.skeleton, "end", 1, moved(2.0f, 0.0f, 0.0f) * stretched(4.0f, 4.0f, 4.0f),
            {0.0f, -0.5f, 0.0f}, 0.5f);
  // By hand, from the base's origin: base at (0, 0, 0) to (1, 0, 0); middle from there upwards to
  // (1, 2, 0); end from there along +x to (3, 2, 0).
  chain.bind = {base, base * moved(1.0f, 0.0f, 0.0f) * turned_z(90.0f),
                base * moved(1.0f, 2.0f, 0.0f) * turned_z(90.0f) * stretched(4.0f, 4.0f, 4.0f)};
  chain.positions = images(base, {{0.25f, 0.25f, 0.0f},
                                  {1.25f, 1.0f, 0.0f},
                                  {2.75f, 2.25f, 0.0f},
                                  {2.0f, 3.0f, 0.0f},
                                  {0.0f, 0.0f, 0.0f},
                                  {1.0f, 0.25f, 0.0f}});
  chain.positions[4] = {0.5f, 0.0f, 0.0f};  // near the base's bone only in the base's frame
  chain.lists = {{0}, {1}, {2}, {}, {}, {0, 1}};
  return chain;
}

CaseOfTask3 posed_chain() {
  CaseOfTask3 chain = three_deep();
  chain.law = "capsules hold vertices at rest: the pose must not change the lists";
  chain.skeleton.joints[1].user_local = turned_z(120.0f) * moved(0.0f, 3.0f, 0.0f);
  return chain;
}

CaseOfTask3 balls() {
  CaseOfTask3 made{
      "a bone of zero length divides 0 by 0: its capsule is a ball; a radius of "
      "zero or less holds nothing"};
  add_joint(made.skeleton, "ball", -1, moved(1.0f, 0.0f, 0.0f), {0.0f, 0.0f, 0.0f}, 1.0f);
  add_joint(made.skeleton, "nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, 0.0f);
  add_joint(made.skeleton, "less than nothing", -1, glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}, -0.625f);
  made.bind = {moved(1.0f, 0.0f, 0.0f), glm::mat4(1.0f), glm::mat4(1.0f)};
  made.positions = {{1.0f, 0.0f, 0.0f}, {1.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}};
  made.lists = {{0}, {0}, {0}, {}};
  return made;
}

CaseOfTask3 eight_in_a_row() {
  CaseOfTask3 made{
      "each list is ascending, in the order of the joints, and names each joint once, any number"};
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    made.bind.push_back(moved(float(made.bind.size()), 0.0f, 0.0f));
    add_joint(made.skeleton, name, -1, made.bind.back(), {0.0f, 1.0f, 0.0f}, 3.25f);
  }
  made.positions = {{3.0f, 0.5f, 0.0f}, {4.0f, 0.5f, 0.0f}, {20.0f, 0.0f, 0.0f}};
  made.lists = {{0, 1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7}, {}};
  return made;
}

Outcome lists_are_ascending(const Tasks& tasks) {
  const CaseOfTask3 made = eight_in_a_row();
  Outcome outcome = judge_lists(tasks, made);
  if (!outcome.passed) return outcome;
  Judge judge;
  judge.has_size("lists of no vertices", 0, tasks.find_joints(made.skeleton, made.bind, {}).size());
  judge.has_size("lists of one vertex and no joints", 1,
                 tasks.find_joints({}, {}, {{0.0f, 0.0f, 0.0f}}).size());
  return judge.outcome();
}

/// An arm with its vertices in random order. The expected lists follow from the positions.
CaseOfTask3 shuffled_arm() {
  const Limb arm = make_arm();
  CaseOfTask3 made{"list i belongs to positions[i], whatever faces the mesh has",
                   arm.skeleton,
                   arm.bind,
                   arm.mesh.positions,
                   {}};
  std::mt19937 random = drawn(32);
  shuffle_values(made.positions, random);
  for (const glm::vec3& position : made.positions) {
    std::vector<int>& list = made.lists.emplace_back();
    // A capsule of radius 0.75 holds a ring of radius 0.5 up to sqrt(0.75^2 - 0.5^2) = 0.559 beyond
    // the end of its bone; the rings are 0.5 apart.
    if (position.y < 1.0f && position.x > 0.0f && position.x < 3.55f) list.push_back(0);
    if (position.y < 1.0f && position.x > 2.45f) list.push_back(1);
  }
  return made;
}

Scene one_bone() {
  Skeleton skeleton;
  const glm::vec3 s = bone_start();
  add_joint(skeleton, "bone", -1, moved(s.x, s.y, s.z), {0.0f, 2.5f, 0.0f}, 0.5f);
  return scene_of(std::move(skeleton));
}

Scene one_ball() {
  Skeleton skeleton;
  const glm::vec3 s = bone_start();
  add_joint(skeleton, "ball", -1, moved(s.x, s.y, s.z), {0.0f, 0.0f, 0.0f}, 0.5f);
  return scene_of(std::move(skeleton));
}

}  // namespace

std::vector<Check> task3_checks() {
  constexpr Stage kClosest = Stage::closest_point, kLists = Stage::find_joints;
  return {
      {3, "task3.closest_inside",
       "A bone 2.5 long that does not start at 0, a point next to its middle", 1, closest_inside,
       kClosest, one_bone},
      {3, "task3.closest_is_clamped", "Points beyond both ends", 1, closest_is_clamped, kClosest,
       one_bone},
      {3, "task3.closest_on_a_point", "A bone of zero length, and one that is only short", 1,
       closest_on_a_point, kClosest, one_ball},
      {3, "task3.closest_is_nearest",
       "Random bones: the answer is on the bone and no other point is nearer", 1,
       judgment<closest_is_nearest>, kClosest},
      {3, "task3.vertex_exactly_at_radius", "Vertices at distance r, and one a hair nearer", 1,
       judged_lists<at_radius>, kLists, shown_lists<at_radius>},
      {3, "task3.far_end_of_a_bone", "Vertices along a long bone and beyond its ends", 1,
       judged_lists<long_bone>, kLists, shown_lists<long_bone>},
      {3, "task3.distances_in_skeleton_space",
       "A chain three deep, its base not at 0, its last joint four times as large", 2,
       judged_lists<three_deep>, kLists, shown_lists<three_deep>},
      {3, "task3.pose_does_not_matter", "The same chain while it is posed", 1,
       judged_lists<posed_chain>, kLists, shown_lists<posed_chain>},
      {3, "task3.zero_length_and_zero_radius", "A bone without length, capsules without radius", 1,
       judged_lists<balls>, kLists, shown_lists<balls>},
      {3, "task3.lists_are_ascending",
       "Eight capsules, seven on one vertex; no vertices; no joints", 1, lists_are_ascending,
       kLists, shown_lists<eight_in_a_row>},
      {3, "task3.shuffled_vertices", "The vertices of an arm in another order", 1,
       judged_lists<shuffled_arm>, kLists, shown_lists<shuffled_arm>},
  };
}

}  // namespace marrow::course
