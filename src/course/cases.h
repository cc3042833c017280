// Rigs for the checks: small enough to verify by hand, or random to test laws.
#pragma once

#include <random>

#include "course/check.h"

namespace marrow::course {

glm::mat4 moved(float x, float y, float z);  ///< translation
glm::mat4 turned_x(float degrees);           ///< rotations about the axes
glm::mat4 turned_y(float degrees);
glm::mat4 turned_z(float degrees);
/// The rotation of the quaternion (w, 0, 0, z), which may have any length.
glm::dmat4 turn_about_z(double w, double z);
glm::mat4 stretched(float x, float y, float z);  ///< scale

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point);
std::vector<glm::vec3> images(const glm::mat4& matrix, std::vector<glm::vec3> points);

Joint& add_joint(Skeleton& skeleton, const char* name, int parent, const glm::mat4& bind_local,
                 const glm::vec3& extent, float radius);

/// Two roots away from the origin; the first has a chain three deep and a side branch. Every L
/// rotates, moves and stretches a little, every Ul rotates and moves, so that no two matrices
/// commute.
Skeleton random_skeleton(std::mt19937& random);
/// A rotation, a translation and a mild uneven scale.
glm::mat4 random_affine(std::mt19937& random);
/// A rotation and a translation.
glm::mat4 random_rigid(std::mt19937& random);
/// The motion that rotates by a unit quaternion, then translates.
DualQuaternion motion_by(const glm::quat& real, const glm::vec3& translation);
/// First `b`, then `a`.
DualQuaternion product(const DualQuaternion& a, const DualQuaternion& b);
glm::vec3 random_point(std::mt19937& random, float size);
float random_number(std::mt19937& random, float low, float high);
/// Shuffles values. Unlike with std::shuffle, the order is the same in every C++ library.
template <typename T>
void shuffle_values(std::vector<T>& values, std::mt19937& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random() % i]);
}
/// A generator seeded with input_seed() and `salt`, which differs between checks.
std::mt19937 drawn(unsigned salt);
/// A number in a hand-made case: `usual`, or if variant() has a student, one of the 5 numbers from
/// `usual` up in steps of `step`. `salt` differs between the numbers.
float by_hand(float usual, unsigned salt, float step = 1.0f);

/// B of every joint, or W if `posed`: the product of the local matrices from its root.
std::vector<glm::mat4> chained(const Skeleton& skeleton, bool posed);
/// The point of a bone that is nearest to `point`, by interval search: it needs no formula, only
/// that bones are convex.
glm::vec3 nearest_by_search(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point);
float least_distance(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point);

/// For each vertex the name of a joint that is in only one of the two lists; empty if they agree.
std::vector<std::string> disputed_joints(const Skeleton& skeleton, const JointLists& expected,
                                         const JointLists& got);
/// For each vertex its position and, for the disputed joint, the bone, d and r, in words.
std::vector<std::string> lists_in_words(const Skeleton& skeleton,
                                        const std::vector<glm::mat4>& bind,
                                        const std::vector<glm::vec3>& positions,
                                        const std::vector<std::string>& disputed);

/// The {joint, weight} pairs of a vertex.
using Row = std::vector<std::pair<int, float>>;
using Rows = std::vector<Row>;
/// The first entry with the largest weight. Precondition: `row` is not empty.
const std::pair<int, float>& heaviest_of(const Row& row);
/// M = sum of w_j T_j; zeros if no joint holds the vertex.
glm::mat4 blend(const std::vector<glm::mat4>& skinning, const Row& row);
/// Stores the entries of the last row first and shares entries of equal rows, so that only
/// functions that use row_begin() find a row.
Influences make_influences(const Rows& rows);

/// The arguments of delta_mush.
struct Mush {
  MushSurface surface;
  std::vector<glm::vec3> rest, posed;
  int steps = 1;
};

/// Calls the functions of a task with inputs that no check uses, so that a function that keeps data
/// from its first call fails the check. Ignores results and exceptions.
void call_with_other_inputs(const Tasks& tasks, int task);

struct Variation {
  bool moves = true;         ///< changes the inputs, and undoes that in the results
  bool calls_others = true;  ///< makes a call with other inputs of the same sizes before each call
  bool shrinks = false;      ///< bones become so short that some functions treat them as points
};

/// Functions that call those of `tasks` with the variation. Valid until the next call of varied().
Tasks varied(const Tasks& tasks, const Variation& variation);

/// A closed tube of quads and triangles around +x: rings of 8 vertices, then the centers of both
/// caps on the axis.
struct Tube {
  std::vector<glm::vec3> positions, normals;
  std::vector<std::vector<std::uint32_t>> faces;
};
inline constexpr int kRingSize = 8;
Tube make_tube(float from, float to, int rings, float radius);
/// Adds a vertex that no face uses.
void add_vertex(Tube& tube, const glm::vec3& position, const glm::vec3& normal);

/// Scenes for the editor: a posed skeleton, with a mesh weighted by its capsules or by `rows`.
Scene scene_of(Skeleton skeleton, const glm::mat4& world_from_skeleton = glm::mat4(1.0f));
Scene scene_of(Skeleton skeleton, const Tube& tube, const Rows& rows = {});
/// A skeleton with one joint per skinning matrix T. Each bone runs along x through the joint's
/// vertices in `rows`.
Skeleton skeleton_of(const std::vector<glm::mat4>& skinning, const Tube& tube, const Rows& rows);

}  // namespace marrow::course
