// The assignment in single precision, with matrices for everything.
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numeric>

#include "course_independent.h"

namespace marrow::test {

namespace {

using Matrices = std::vector<glm::mat4>;
using Points = std::vector<glm::vec3>;

/// The product of all steps from the root down to a joint, collected upwards.
template <typename Step>
glm::mat4 down_to(const Skeleton& skeleton, int joint, Step step) {
  glm::mat4 product(1.0f);
  for (int j = joint; j != -1; j = skeleton.joints.at(std::size_t(j)).parent)
    product = step(skeleton.joints.at(std::size_t(j))) * product;
  return product;
}

template <typename Step>
Matrices all_down(const Skeleton& skeleton, Step step) {
  Matrices result;
  for (int j = 0; j < int(skeleton.joints.size()); ++j)
    result.push_back(down_to(skeleton, j, step));
  return result;
}

Matrices bind_matrices(const Skeleton& skeleton) {
  return all_down(skeleton, [](const Joint& joint) { return joint.bind_local; });
}

Matrices posed_matrices(const Skeleton& skeleton) {
  return all_down(skeleton, [](const Joint& joint) { return joint.bind_local * joint.user_local; });
}

Matrices skinning_matrices(const Matrices& posed, const Matrices& bind) {
  Matrices result = posed;
  for (std::size_t j = 0; j < bind.size(); ++j) result[j] = result[j] * glm::inverse(bind[j]);
  return result;
}

glm::mat4 posed_from_skinning(const glm::mat4& skinning, const glm::mat4& bind) {
  return skinning * bind;
}
glm::mat4 bind_local_from_bind(const glm::mat4& parent, const glm::mat4& bind) {
  return glm::inverse(parent) * bind;
}
glm::mat4 user_local_from_posed(const glm::mat4& rest, const glm::mat4& parent,
                                const glm::mat4& posed) {
  return glm::inverse(parent * rest) * posed;
}

glm::mat4 user_local_after_increment(const glm::mat4& rest, const glm::mat4& parent,
                                     const glm::mat4& posed, const glm::mat4& increment) {
  const glm::mat4 frame = parent * rest;
  return glm::inverse(frame) * increment * posed;
}
glm::mat4 user_local_after_local_increment(const glm::mat4& user_local,
                                           const glm::mat4& increment) {
  return increment * user_local;
}

/// The matrix that projects onto the bone's line.
glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                  const glm::vec3& point) {
  const glm::vec3 d = end - start;
  if (d == glm::vec3(0.0f)) return start;
  const glm::mat3 projection = glm::outerProduct(d, d) / glm::dot(d, d);
  const glm::vec3 along = projection * (point - start);
  if (!(glm::dot(along, d) > 0.0f)) return start;
  return glm::dot(along, along) < glm::dot(d, d) ? start + along : end;
}

JointLists find_joints(const Skeleton& skeleton, const Matrices& bind, const Points& positions) {
  JointLists lists;
  for (const glm::vec3& position : positions) {
    std::vector<int> list(skeleton.joints.size());
    std::iota(list.begin(), list.end(), 0);
    std::erase_if(list, [&](int j) {
      const Joint& joint = skeleton.joints[std::size_t(j)];
      const glm::vec3 end(bind[std::size_t(j)] * glm::vec4(joint.extent, 1.0f));
      const glm::vec3 away =
          position - closest_on_line_segment(glm::vec3(bind[std::size_t(j)][3]), end, position);
      return joint.radius <= 0.0f || glm::dot(away, away) >= joint.radius * joint.radius;
    });
    lists.push_back(list);
  }
  return lists;
}

std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {
  std::vector<float> weights;
  for (const float distance : distances) weights.push_back(1.0f / glm::max(distance, 1e-6f));
  const float sum = std::accumulate(weights.begin(), weights.end(), 0.0f);
  for (float& weight : weights) weight /= sum;
  return weights;
}

glm::vec3 normal_by(const glm::mat3& m, const glm::vec3& normal) {
  const float determinant = glm::determinant(m);
  if (glm::abs(determinant) > 1e-6f) return glm::normalize(glm::inverseTranspose(m) * normal);
  const glm::mat3 cofactors(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
  const glm::vec3 turned = (determinant < 0.0f ? -1.0f : 1.0f) * (cofactors * normal);
  return turned == glm::vec3(0.0f) ? normal : glm::normalize(turned);
}

void skin(const Matrices& skinning, const Influences& influences, const Points& positions,
          const Points& normals, Points& out_positions, Points& out_normals) {
  out_positions = positions;
  out_normals = normals;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    glm::mat4 m(0.0f);
    for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
      m += skinning[influences.joint[k]] * influences.weight[k];
    if (influences.row_size(i) == 0) continue;
    out_positions[i] = glm::vec3(m * glm::vec4(positions[i], 1.0f));
    out_normals[i] = normal_by(glm::mat3(m), normals[i]);
  }
}

/// Turning about an axis, its derivative at rest: a x p as a matrix.
glm::mat4 generator(const glm::vec3& a) {
  return glm::transpose(glm::mat4(0, -a.z, a.y, 0, a.z, 0, -a.x, 0, -a.y, a.x, 0, 0, 0, 0, 0, 0));
}

Points ik_gradient(const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                   const std::vector<IkPull>& pulls, const std::vector<int>& free) {
  Points result(free.size(), glm::vec3(0.0f));
  for (const IkPull& pull : pulls) {
    const glm::vec4 tip = posed[std::size_t(pull.joint)] * glm::vec4(pull.end, 1.0f);
    for (int b = pull.joint; b != -1; b = skeleton.joints[std::size_t(b)].parent) {
      const Joint& joint = skeleton.joints[std::size_t(b)];
      glm::mat4 frame =
          (joint.parent == -1 ? world : posed[std::size_t(joint.parent)]) * joint.bind_local;
      frame[3] = posed[std::size_t(b)][3];
      for (std::size_t f = 0; f < free.size(); ++f) {
        if (free[f] != b) continue;
        for (int k = 0; k < 3; ++k) {
          const glm::vec4 motion =
              frame * generator(glm::vec3(glm::mat4(1.0f)[k])) * glm::inverse(frame) * tip;
          result[f][k] += pull.weight * glm::dot(tip - glm::vec4(pull.target, 1.0f), motion);
        }
      }
    }
  }
  return result;
}

/// By the matrix of the basis.
float cubic_unit_spline(float t, float position0, float position1, float tangent0, float tangent1) {
  const glm::mat4 basis(2, -3, 0, 1, -2, 3, 0, 0, 1, -2, 1, 0, 1, -1, 0, 0);
  return glm::dot(glm::vec4(t * t * t, t * t, t, 1.0f),
                  basis * glm::vec4(position0, position1, tangent0, tangent1));
}

/// With the virtual knots in the list.
float catmull_rom(const std::vector<Knot>& knots, float time) {
  if (knots.empty()) return 0.0f;
  if (knots.size() == 1) return knots[0].value;
  const std::size_t last = knots.size() - 1;
  time = glm::clamp(time, knots[0].time, knots[last].time);
  std::vector<glm::vec2> all{
      {2.0f * knots[0].time - knots[1].time, 2.0f * knots[0].value - knots[1].value}};
  for (const Knot& knot : knots) all.push_back({knot.time, knot.value});
  all.push_back({2.0f * knots[last].time - knots[last - 1].time,
                 2.0f * knots[last].value - knots[last - 1].value});
  std::size_t k = 1;
  while (k < last && all[k + 1].x <= time) ++k;
  const glm::vec2 before = all[k + 1] - all[k - 1], after = all[k + 2] - all[k];
  const float h = all[k + 1].x - all[k].x;
  return cubic_unit_spline((time - all[k].x) / h, all[k].y, all[k + 1].y, h * before.y / before.x,
                           h * after.y / after.x);
}

/// By the longest column of 4 q q^T, whose numbers are sums of R's.
DualQuaternion dual_quaternion(const glm::mat4& rigid) {
  const glm::mat3 r(rigid);
  const glm::vec4 diagonal(1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                           1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]);
  const float wx = r[1][2] - r[2][1], wy = r[2][0] - r[0][2], wz = r[0][1] - r[1][0],
              xy = r[1][0] + r[0][1], xz = r[2][0] + r[0][2], yz = r[2][1] + r[1][2];
  const glm::mat4 candidates(diagonal[0], wx, wy, wz, wx, diagonal[1], xy, xz, wy, xy, diagonal[2],
                             yz, wz, xz, yz, diagonal[3]);
  int best = 0;
  for (int i = 1; i < 4; ++i)
    if (diagonal[i] > diagonal[best]) best = i;
  const glm::vec4 q = glm::normalize(candidates[best]);
  const glm::vec3 t(rigid[3]), v(q.y, q.z, q.w), dual = 0.5f * (q.x * t + glm::cross(t, v));
  return {{q.x, v.x, v.y, v.z}, {-0.5f * glm::dot(t, v), dual.x, dual.y, dual.z}};
}

/// With eight numbers each, by the matrix that quaternions multiply by.
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& motions,
                                 const std::vector<float>& weights) {
  const auto numbers = [](const glm::quat& q) { return glm::vec4(q.w, q.x, q.y, q.z); };
  std::size_t k = 0;
  for (std::size_t j = weights.size(); j-- > 0;)
    if (weights[j] >= weights[k]) k = j;
  const glm::vec4 pivot = numbers(motions[k].real);
  glm::mat2x4 sum(0.0f);
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const glm::mat2x4 q(numbers(motions[j].real), numbers(motions[j].dual));
    sum += (glm::dot(q[0], pivot) < 0.0f ? -weights[j] : weights[j]) * q;
  }
  sum /= glm::length(sum[0]);
  const float w = sum[0].x, x = sum[0].y, y = sum[0].z, z = sum[0].w;
  const glm::mat4 left(w, x, y, z, -x, w, z, -y, -y, -z, w, x, -z, y, -x, w),
      right(w, x, y, z, -x, w, -z, y, -y, z, w, -x, -z, -y, x, w);
  const glm::mat4 turn = glm::transpose(right) * left;  // of (0, v): real (0, v) real*
  glm::mat4 motion(1.0f);
  const glm::vec4 t = 2.0f * (glm::transpose(right) * sum[1]);
  for (int c = 0; c < 3; ++c)
    for (int row = 0; row < 3; ++row) motion[c][row] = turn[c + 1][row + 1];
  for (int row = 0; row < 3; ++row) motion[3][row] = t[row + 1];
  return motion;
}

/// By the matrix that averages, row by row.
std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& neighbors,
                              const std::vector<glm::vec3>& positions, int steps) {
  if (steps == 0) return positions;
  std::vector<glm::vec3> next;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const float share = 0.5f / float(std::max<std::size_t>(1, neighbors[i].size()));
    glm::vec3 sum = (neighbors[i].empty() ? 1.0f : 0.5f) * positions[i];
    for (const int n : neighbors[i]) sum += share * positions[std::size_t(n)];
    next.push_back(sum);
  }
  return smooth(neighbors, next, steps - 1);
}

/// The tangent first: the edge without its part along n.
glm::mat3 surface_frame(const glm::vec3& normal, const glm::vec3& edge) {
  const float length = glm::length(normal);
  if (length == 0.0f) return glm::mat3(1.0f);
  const glm::vec3 n = normal / length, along = edge - glm::dot(n, edge) * n;
  if (glm::cross(normal, edge) == glm::vec3(0.0f)) return glm::mat3(1.0f);
  const glm::vec3 t = glm::normalize(along);
  return {n, t, glm::cross(n, t)};
}

/// The detail by its three coordinates in the frame at rest.
std::vector<glm::vec3> delta_mush(const MushSurface& surface, const std::vector<glm::vec3>& rest,
                                  const std::vector<glm::vec3>& posed, int steps) {
  const auto frame_at = [&](const std::vector<glm::vec3>& p, std::size_t i) {
    glm::vec3 normal(0.0f);
    for (const glm::ivec3& t : surface.triangles)
      if (t[0] == int(i) || t[1] == int(i) || t[2] == int(i)) {
        const glm::vec3 a = p[std::size_t(t[0])], b = p[std::size_t(t[1])],
                        c = p[std::size_t(t[2])];
        normal += glm::cross(a, b) + glm::cross(b, c) + glm::cross(c, a);
      }
    return surface_frame(normal, p[std::size_t(surface.neighbors[i].front())] - p[i]);
  };
  const auto s0 = smooth(surface.neighbors, rest, steps),
             s = smooth(surface.neighbors, posed, steps);
  std::vector<glm::vec3> result;
  for (std::size_t i = 0; i < posed.size(); ++i) {
    result.push_back(posed[i]);
    if (surface.neighbors[i].empty()) continue;
    const glm::vec3 detail = (rest[i] - s0[i]) * frame_at(s0, i);  // a row: by the transpose
    result[i] = s[i] + frame_at(s, i) * detail;
  }
  return result;
}

/// By rotations relative to the heaviest joint's, along the shorter arc.
glm::mat4 blend_about_center(const Matrices& motions, const std::vector<float>& weights,
                             const glm::vec3& center) {
  std::size_t k = 0;
  for (std::size_t j = weights.size(); j-- > 0;)
    if (weights[j] >= weights[k]) k = j;
  const glm::quat pivot = dual_quaternion(motions[k]).real;
  glm::quat beside(0.0f, 0.0f, 0.0f, 0.0f);
  glm::vec3 goes(0.0f);
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const glm::quat turn = dual_quaternion(motions[j]).real * glm::conjugate(pivot);
    beside = beside + turn * (turn.w < 0.0f ? -weights[j] : weights[j]);
    goes += weights[j] * glm::vec3(motions[j] * glm::vec4(center, 1.0f));
  }
  return glm::translate(glm::mat4(1.0f), goes) * glm::mat4_cast(glm::normalize(beside) * pivot) *
         glm::translate(glm::mat4(1.0f), -center);
}

const Tasks kImplementation = MARROW_TASKS("matrices");

}  // namespace

TEST_CASE("all checks pass functions with matrices for everything, in single precision") {
  check_passes_everything(kImplementation);
  check_passes_beside_the_textbook(kImplementation);
}

}  // namespace marrow::test
