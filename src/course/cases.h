// The checks' rigs: small enough to verify by hand, or random from a fixed seed for laws.
#pragma once

#include <random>

#include "course/check.h"

namespace marrow::course {

glm::mat4 moved(float x, float y, float z);  ///< translation
glm::mat4 turned_x(float degrees);           ///< rotations about the axes
glm::mat4 turned_y(float degrees);
glm::mat4 turned_z(float degrees);
glm::mat4 stretched(float x, float y, float z);  ///< scale

/// The image of a point.
glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point);

/// A joint of the given name at the end of the skeleton.
Joint& add_joint(Skeleton& skeleton, const char* name, int parent, const glm::mat4& bind_local,
                 const glm::vec3& extent, float radius);

/// Two roots away from the origin; the first carries a chain three deep and a side branch. Every L
/// rotates, moves and stretches a little, every Ul rotates and moves: no two matrices in it
/// commute.
Skeleton random_skeleton(std::mt19937& random);
/// A turn, a move and a mild uneven stretch.
glm::mat4 random_affine(std::mt19937& random);
/// A turn and a move.
glm::mat4 random_rigid(std::mt19937& random);
/// The motion of a unit quaternion and a translation after it.
DualQuaternion motion_by(const glm::quat& real, const glm::vec3& translation);
glm::vec3 random_point(std::mt19937& random, float size);
float random_number(std::mt19937& random, float low, float high);

/// B of every joint, or W: the product of the locals from its root to it.
std::vector<glm::mat4> chained(const Skeleton& skeleton, bool posed);
/// The point of a bone nearest to another by interval search, which needs only that bones are
/// convex.
glm::vec3 nearest_by_search(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point);
float least_distance(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point);

/// For each vertex the name of a joint that only one of the lists holds; empty where they agree.
std::vector<std::string> disputed_joints(const Skeleton& skeleton, const JointLists& expected,
                                         const JointLists& got);
/// What each vertex has to do with the joint disputed: its place, the bone, d and r.
std::vector<std::string> lists_in_words(const Skeleton& skeleton,
                                        const std::vector<glm::mat4>& bind,
                                        const std::vector<glm::vec3>& positions,
                                        const std::vector<std::string>& disputed);

/// {joint, weight} pairs of a vertex.
using Row = std::vector<std::pair<int, float>>;
using Rows = std::vector<Row>;
/// M = sum of w_j T_j; zeros where no joint holds the vertex.
glm::mat4 blend(const std::vector<glm::mat4>& skinning, const Row& row);
/// The last row's entries come first, and equal rows share theirs: only row_begin() tells where a
/// row is.
Influences make_influences(const Rows& rows);

/// The arguments of delta_mush.
struct Mush {
  MushSurface surface;
  std::vector<glm::vec3> rest, posed;
  int steps = 1;
};

/// Calls the functions of a task with inputs that no check has, so that what a function keeps from
/// its first call is wrong in the check. Their results and exceptions are of no interest.
void call_with_other_inputs(const Tasks& tasks, int task);

/// A closed tube around +x: rings of 8 vertices, then both caps' centres on the axis. Quads and
/// triangles.
struct Tube {
  std::vector<glm::vec3> positions, normals;
  std::vector<std::vector<std::uint32_t>> faces;
};
inline constexpr int kRingSize = 8;
Tube make_tube(float from, float to, int rings, float radius);
/// Vertices that no face uses.
void add_vertex(Tube& tube, const glm::vec3& position, const glm::vec3& normal);

/// Scenes for the editor: a posed skeleton, with a mesh that its capsules or `rows` hold.
Scene scene_of(Skeleton skeleton, const glm::mat4& world_from_skeleton = glm::mat4(1.0f));
Scene scene_of(Skeleton skeleton, const Tube& tube, const Rows& rows = {});
/// One joint per skinning matrix, with that T; its bone runs along x through its vertices in
/// `rows`.
Skeleton skeleton_of(const std::vector<glm::mat4>& skinning, const Tube& tube, const Rows& rows);

}  // namespace marrow::course
