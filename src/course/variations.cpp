// Runs a check again with everything moved, rotated and scaled at random, so that no table of
// results passes. A right function's results change by the same motion, which is undone.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "course/cases.h"

namespace marrow::course {

namespace {

using Points = std::vector<glm::vec3>;
using Matrices = std::vector<glm::mat4>;
using Neighbors = std::vector<std::vector<int>>;

struct Drawn {
  Tasks tasks;
  Variation how;
  std::mt19937 random;
  glm::quat turn{1.0f, 0.0f, 0.0f, 0.0f};  ///< permutes the axes: exact in single precision
  glm::vec3 move{0.0f};                    ///< multiples of 1/4
  float factor = 1.0f, offset = 0.0f, time_factor = 1.0f, time_offset = 0.0f;
};
Drawn now;

float number(float low, float high) { return random_number(now.random, low, high); }

glm::mat4 rotation() { return glm::mat4_cast(now.turn); }
/// Scaled by a power of two, so that coordinates keep their digits.
glm::mat4 rotation(float scale) { return stretched(scale, scale, scale) * rotation(); }
glm::mat4 motion() { return moved(now.move.x, now.move.y, now.move.z) * rotation(); }
glm::mat4 motion(float scale) { return stretched(scale, scale, scale) * motion(); }

void draw(const Tasks& tasks, const Variation& variation) {
  now = {tasks, variation, drawn(1)};
  if (!variation.moves) return;
  const auto sign = [] { return number(0.0f, 1.0f) < 0.5f ? -1.0f : 1.0f; };
  now.turn = {0.5f, 0.5f * sign(), 0.5f * sign(), 0.5f * sign()};
  for (int k = 0; k < 3; ++k) now.move[k] = 0.25f * std::round(number(-12.0f, 12.0f));
  now.factor = sign() * number(0.5f, 2.0f);
  now.offset = number(-2.0f, 2.0f);
  now.time_factor = number(0.5f, 3.0f);
  now.time_offset = number(-2.0f, 2.0f);
}

Matrices products(const glm::mat4& left, Matrices matrices,
                  const glm::mat4& right = glm::mat4(1.0f)) {
  for (glm::mat4& matrix : matrices) matrix = left * matrix * right;
  return matrices;
}

Skeleton placed(const glm::mat4& by, Skeleton skeleton) {
  for (Joint& joint : skeleton.joints)
    if (joint.parent < 0) joint.bind_local = by * joint.bind_local;
  return skeleton;
}

Matrices others(std::size_t count) {
  Matrices matrices;
  for (std::size_t j = 0; j < count; ++j) matrices.push_back(random_affine(now.random));
  return matrices;
}

Points other_points(std::size_t count) {
  Points points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(random_point(now.random, 2.0f));
  return points;
}

Skeleton others(Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) {
    joint.bind_local = random_affine(now.random);
    joint.user_local = random_rigid(now.random);
  }
  return skeleton;
}

/// The surface with its vertices renumbered by one, so that the last vertex becomes the first.
MushSurface renumbered(const MushSurface& surface) {
  const int count = int(surface.neighbors.size());
  const auto next = [&](int vertex) { return (vertex + 1) % count; };
  MushSurface other = surface;
  for (int i = 0; i < count; ++i) {
    std::vector<int>& list = other.neighbors[std::size_t(next(i))];
    list = surface.neighbors[std::size_t(i)];
    for (int& vertex : list) vertex = next(vertex);
    std::sort(list.begin(), list.end());
  }
  for (glm::ivec3& triangle : other.triangles)
    for (int k = 0; k < 3; ++k) triangle[k] = next(triangle[k]);
  return other;
}

/// The scale for bones, by the length of the shortest one; 0: all bones have length 0.
float bone_scale(float shortest) {
  constexpr float kLeast = 1.0f / 512.0f;
  if (!now.how.moves) return 1.0f;
  if (!now.how.shrinks) return 2.0f;
  return shortest > 0.0f
             ? std::max(kLeast / 2.0f, std::exp2(std::ceil(std::log2(kLeast / shortest))))
             : kLeast / 2.0f;
}

float large() { return now.how.moves ? 4.0f : 1.0f; }
float small() { return now.how.moves ? 1.0f / 16.0f : 1.0f; }

Tasks kinematics() {
  Tasks tasks;
  tasks.bind_matrices = [](const Skeleton& skeleton) {
    if (now.how.calls_others) now.tasks.bind_matrices(others(skeleton));
    return products(glm::inverse(rotation(large())),
                    now.tasks.bind_matrices(placed(rotation(large()), skeleton)));
  };
  tasks.posed_matrices = [](const Skeleton& skeleton) {
    if (now.how.calls_others) now.tasks.posed_matrices(others(skeleton));
    return products(glm::inverse(rotation(large())),
                    now.tasks.posed_matrices(placed(rotation(large()), skeleton)));
  };
  tasks.skinning_matrices = [](const Matrices& posed, const Matrices& bind) {
    if (now.how.calls_others)
      now.tasks.skinning_matrices(others(posed.size()), others(bind.size()));
    const glm::mat4 g = motion();
    return products(glm::inverse(g),
                    now.tasks.skinning_matrices(products(g, posed), products(g, bind)), g);
  };
  tasks.posed_from_skinning = [](const glm::mat4& skinning, const glm::mat4& bind) {
    return glm::inverse(motion()) * now.tasks.posed_from_skinning(motion() * skinning, bind);
  };
  tasks.bind_local_from_bind = [](const glm::mat4& parent, const glm::mat4& bind) {
    return now.tasks.bind_local_from_bind(motion() * parent, motion() * bind);
  };
  tasks.user_local_from_posed = [](const glm::mat4& bind_local, const glm::mat4& parent,
                                   const glm::mat4& posed) {
    return now.tasks.user_local_from_posed(bind_local, motion() * parent, motion() * posed);
  };
  tasks.user_local_after_increment = [](const glm::mat4& bind_local, const glm::mat4& parent,
                                        const glm::mat4& posed, const glm::mat4& increment) {
    const glm::mat4 g = motion();
    return now.tasks.user_local_after_increment(bind_local, g * parent, g * posed,
                                                g * increment * glm::inverse(g));
  };
  tasks.user_local_after_local_increment = [](const glm::mat4& own, const glm::mat4& increment) {
    return glm::inverse(motion()) *
           now.tasks.user_local_after_local_increment(own, motion() * increment);
  };
  return tasks;
}

JointLists moved_find_joints(const Skeleton& skeleton, const Matrices& bind,
                             const Points& positions) {
  if (now.how.calls_others)
    now.tasks.find_joints(others(skeleton), others(bind.size()),
                          images(moved(1000.0f, 0.0f, 0.0f), positions));
  float shortest = 0.0f;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const float length = glm::length(glm::mat3(bind[j]) * skeleton.joints[j].extent);
    if (length > 0.0f && (shortest == 0.0f || length < shortest)) shortest = length;
  }
  const float scale = bone_scale(shortest);
  Skeleton scaled = placed(rotation(scale), skeleton);
  for (Joint& joint : scaled.joints) joint.radius *= scale;
  std::vector<std::size_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  if (now.how.moves) shuffle_values(order, now.random);
  Points shuffled;
  for (const std::size_t i : order) shuffled.push_back(image(rotation(scale), positions[i]));
  const JointLists got = now.tasks.find_joints(scaled, products(rotation(scale), bind), shuffled);
  if (got.size() != positions.size()) return got;
  JointLists lists(got.size());
  for (std::size_t i = 0; i < order.size(); ++i) lists[order[i]] = got[i];
  return lists;
}

void moved_skin(const Matrices& skinning, const Influences& influences, const Points& positions,
                const Points& normals, Points& out_positions, Points& out_normals) {
  if (now.how.calls_others && !skinning.empty()) {
    Influences other = influences;
    for (std::uint32_t& joint : other.joint) joint = (joint + 1) % std::uint32_t(skinning.size());
    Points to_positions, to_normals;
    now.tasks.skin(others(skinning.size()), other, other_points(positions.size()),
                   other_points(normals.size()), to_positions, to_normals);
  }
  const glm::mat4 g = motion(), back = glm::inverse(g);
  now.tasks.skin(products(g, skinning, back), influences, images(g, positions),
                 images(rotation(), normals), out_positions, out_normals);
  out_positions = images(back, out_positions);
  out_normals = images(glm::inverse(rotation()), out_normals);
}

Points moved_gradient(const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                      const std::vector<IkPull>& pulls, const std::vector<int>& free) {
  if (now.how.calls_others)
    now.tasks.ik_gradient(others(skeleton), others(posed.size()), random_affine(now.random), pulls,
                          free);
  const glm::mat4 g = motion(small());
  std::vector<IkPull> placed_pulls = pulls;
  for (IkPull& pull : placed_pulls) pull.target = image(g, pull.target);
  Points slopes =
      now.tasks.ik_gradient(skeleton, products(g, posed), g * world, placed_pulls, free);
  for (glm::vec3& slope : slopes) slope /= small() * small();
  return slopes;
}

/// Adds the functions of tasks 3 to 5.
void add_capsules(Tasks& tasks) {
  tasks.closest_on_line_segment = [](const glm::vec3& start, const glm::vec3& end,
                                     const glm::vec3& point) {
    const glm::mat4 g = motion(bone_scale(glm::distance(start, end)));
    return image(glm::inverse(g), now.tasks.closest_on_line_segment(image(g, start), image(g, end),
                                                                    image(g, point)));
  };
  tasks.find_joints = moved_find_joints;
  tasks.inverse_distance_weights = [](const std::vector<float>& distances) {
    if (now.how.calls_others) {
      std::vector<float> other = distances;
      for (float& distance : other) distance = number(0.1f, 2.0f);
      now.tasks.inverse_distance_weights(other);
    }
    if (!now.how.moves) return now.tasks.inverse_distance_weights(distances);
    std::vector<float> farther(distances.rbegin(), distances.rend());
    if (!has_linear_weights())  // with linear weights, distances are in radii, which scale as well
      for (float& distance : farther) distance *= std::abs(now.factor) + 0.5f;
    std::vector<float> weights = now.tasks.inverse_distance_weights(farther);
    std::reverse(weights.begin(), weights.end());
    return weights;
  };
  tasks.skin = moved_skin;
  tasks.ik_gradient = moved_gradient;
}

void add_splines(Tasks& tasks) {
  tasks.cubic_unit_spline = [](float t, float position0, float position1, float tangent0,
                               float tangent1) {
    return (now.tasks.cubic_unit_spline(t, now.factor * position0 + now.offset,
                                        now.factor * position1 + now.offset, now.factor * tangent0,
                                        now.factor * tangent1) -
            now.offset) /
           now.factor;
  };
  tasks.catmull_rom = [](const std::vector<Knot>& knots, float time) {
    if (knots.empty())
      return now.tasks.catmull_rom(knots, now.time_factor * time + now.time_offset);
    std::vector<Knot> stretched_knots = knots;
    if (now.how.calls_others) {
      for (Knot& knot : stretched_knots) knot.value = number(-2.0f, 2.0f);
      now.tasks.catmull_rom(stretched_knots, time);
    }
    for (std::size_t k = 0; k < knots.size(); ++k)
      stretched_knots[k] = {now.time_factor * knots[k].time + now.time_offset,
                            now.factor * knots[k].value + now.offset};
    return (now.tasks.catmull_rom(stretched_knots, now.time_factor * time + now.time_offset) -
            now.offset) /
           now.factor;
  };
}

/// Adds the functions of tasks 7 and 9.
void add_blends(Tasks& tasks) {
  tasks.dual_quaternion = [](const glm::mat4& rigid) {
    const DualQuaternion g = motion_by(now.turn, now.move),
                         back{glm::conjugate(g.real), glm::conjugate(g.dual)};
    return product(back, now.tasks.dual_quaternion(motion() * rigid));
  };
  tasks.blend_dual_quaternions = [](const std::vector<DualQuaternion>& motions,
                                    const std::vector<float>& weights) {
    std::vector<DualQuaternion> moved_motions;
    for (const DualQuaternion& one : motions)
      moved_motions.push_back(product(motion_by(now.turn, now.move), one));
    if (now.how.calls_others)
      now.tasks.blend_dual_quaternions(
          std::vector<DualQuaternion>(motions.size(),
                                      motion_by({0.6f, 0.0f, 0.8f, 0.0f}, now.move)),
          weights);
    return glm::inverse(motion()) * now.tasks.blend_dual_quaternions(moved_motions, weights);
  };
  tasks.blend_about_center = [](const Matrices& motions, const std::vector<float>& weights,
                                const glm::vec3& center) {
    const glm::mat4 g = motion(), back = glm::inverse(g);
    if (now.how.calls_others)
      now.tasks.blend_about_center(Matrices(motions.size(), random_rigid(now.random)), weights,
                                   center);
    return back *
           now.tasks.blend_about_center(products(g, motions, back), weights, image(g, center)) * g;
  };
}

void add_delta_mush(Tasks& tasks) {
  tasks.smooth = [](const Neighbors& neighbors, const Points& positions, int steps) {
    if (now.how.calls_others)
      now.tasks.smooth(renumbered({neighbors, {}}).neighbors, other_points(positions.size()),
                       steps);
    const glm::mat4 g = motion(small());
    return images(glm::inverse(g), now.tasks.smooth(neighbors, images(g, positions), steps));
  };
  tasks.surface_frame = [](const glm::vec3& normal, const glm::vec3& edge) {
    const glm::mat3 r(rotation()), frame = now.tasks.surface_frame(r * normal, r * edge);
    const bool has_frame = glm::cross(normal, edge) != glm::vec3(0.0f);
    return has_frame ? glm::transpose(r) * frame : frame;  // else the identity in all directions
  };
  tasks.delta_mush = [](const MushSurface& surface, const Points& rest, const Points& posed,
                        int steps) {
    if (now.how.calls_others)
      now.tasks.delta_mush(renumbered(surface), other_points(rest.size()),
                           other_points(posed.size()), steps);
    const glm::mat4 g = motion(small());
    return images(glm::inverse(g),
                  now.tasks.delta_mush(surface, images(g, rest), images(g, posed), steps));
  };
}

}  // namespace

Tasks varied(const Tasks& tasks, const Variation& variation) {
  draw(tasks, variation);
  Tasks result = kinematics();
  result.name = tasks.name;
  add_capsules(result);
  add_splines(result);
  add_blends(result);
  add_delta_mush(result);
  return result;
}

}  // namespace marrow::course
