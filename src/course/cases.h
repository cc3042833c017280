// The rigs that the checks are made of. Small enough to be redone by hand, or random from a fixed seed for laws.
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
Joint& add_joint(Skeleton& skeleton, const char* name, int parent, const glm::mat4& bind_local, const glm::vec3& extent, float radius);

/// Two roots that are not at the origin; the first carries a chain three deep and a side branch. Every L turns, moves and stretches a
/// little, every Ul turns and moves: no two matrices in it commute.
Skeleton random_skeleton(std::mt19937& random);
/// A turn, a move and a mild uneven stretch.
glm::mat4 random_affine(std::mt19937& random);
/// A turn and a move.
glm::mat4 random_rigid(std::mt19937& random);
glm::vec3 random_point(std::mt19937& random, float size);
float random_number(std::mt19937& random, float low, float high);

/// An arm along +x that starts at x = 1: "upper" to x = 3, "lower" to x = 5, both radius 0.75, and a shell around it with radius 0.5:
/// rings of 8 vertices at x = 1, 1.5, ..., 5, then the centre of the cap at the start and of the one at the end (both on the bones' axis),
/// then two vertices far from everything.
struct Arm {
  Skeleton skeleton;
  std::vector<glm::vec3> positions, normals;
  static constexpr int kRingSize = 8;
  static constexpr int kRings = 9;
  static constexpr int kStartCap = kRings * kRingSize, kEndCap = kStartCap + 1, kFar = kEndCap + 1, kCount = kFar + 2;
};
Arm make_arm();

/// One row a vertex: {joint, weight} pairs.
Influences make_influences(const std::vector<std::vector<std::pair<int, float>>>& rows);

/// Everything a student wrote, in the order of the editor's frame: B, find_joints, weights, W, T, skin().
struct Skinned {
  JointLists lists;
  Influences influences;
  std::vector<glm::vec3> positions, normals;
  bool has_right_sizes = false;  ///< false: a result had a wrong size or a joint that is not there; what follows it is empty
};
Skinned skinned_by(const Tasks& tasks, const Arm& arm);

}  // namespace marrow::course
