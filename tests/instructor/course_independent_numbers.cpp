// The assignment in double precision, with plain numbers in plain loops.
#include <algorithm>
#include <array>
#include <cmath>

#include "course_independent.h"

namespace marrow::test {

namespace {

using Matrices = std::vector<glm::mat4>;
using Points = std::vector<glm::vec3>;

/// The upper three rows of an affine matrix, row after row.
struct Affine {
  double at[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};
struct Vector {
  double x = 0.0, y = 0.0, z = 0.0;
};

Affine affine(const glm::mat4& matrix) {
  Affine result;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) result.at[r][c] = double(matrix[c][r]);
  return result;
}

glm::mat4 rounded(const Affine& a) {
  glm::mat4 matrix(1.0f);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) matrix[c][r] = float(a.at[r][c]);
  return matrix;
}

Vector vector(const glm::vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }
glm::vec3 rounded(const Vector& v) { return {float(v.x), float(v.y), float(v.z)}; }
Vector minus(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector along(const Vector& a, double t, const Vector& d) {
  return {a.x + t * d.x, a.y + t * d.y, a.z + t * d.z};
}
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// w 1: a point, w 0: a direction.
Vector through(const Affine& a, const Vector& v, double w) {
  std::array<double, 3> r{};
  for (std::size_t i = 0; i < 3; ++i)
    r[i] = a.at[i][0] * v.x + a.at[i][1] * v.y + a.at[i][2] * v.z + a.at[i][3] * w;
  return {r[0], r[1], r[2]};
}

Affine product(const Affine& a, const Affine& b) {
  Affine result;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      result.at[r][c] = c == 3 ? a.at[r][3] : 0.0;
      for (int k = 0; k < 3; ++k) result.at[r][c] += a.at[r][k] * b.at[k][c];
    }
  }
  return result;
}

/// By Gauss and Jordan, with the largest pivot.
Affine inverse(Affine a) {
  Affine result;
  for (int column = 0; column < 3; ++column) {
    int pivot = column;
    for (int r = column; r < 3; ++r)
      if (std::abs(a.at[r][column]) > std::abs(a.at[pivot][column])) pivot = r;
    for (int c = 0; c < 4; ++c) {
      std::swap(a.at[column][c], a.at[pivot][c]);
      std::swap(result.at[column][c], result.at[pivot][c]);
    }
    const double by = a.at[column][column];
    for (int c = 0; c < 4; ++c) {
      a.at[column][c] /= by;
      result.at[column][c] /= by;
    }
    for (int r = 0; r < 3; ++r) {
      const double share = r == column ? 0.0 : a.at[r][column];
      for (int c = 0; c < 4; ++c) {
        a.at[r][c] -= share * a.at[column][c];
        result.at[r][c] -= share * result.at[column][c];
      }
    }
  }
  for (int r = 0; r < 3; ++r) result.at[r][3] = result.at[r][3] - a.at[r][3];
  return result;
}

Matrices chain(const Skeleton& skeleton, bool is_posed) {
  std::vector<Affine> done;
  Matrices result;
  for (const Joint& joint : skeleton.joints) {
    Affine own = affine(joint.bind_local);
    if (is_posed) own = product(own, affine(joint.user_local));
    done.push_back(joint.parent < 0 ? own : product(done[std::size_t(joint.parent)], own));
    result.push_back(rounded(done.back()));
  }
  return result;
}

Matrices bind_matrices(const Skeleton& skeleton) { return chain(skeleton, false); }
Matrices posed_matrices(const Skeleton& skeleton) { return chain(skeleton, true); }

Matrices skinning_matrices(const Matrices& posed, const Matrices& bind) {
  Matrices result;
  for (std::size_t j = 0; j < posed.size(); ++j)
    result.push_back(rounded(product(affine(posed[j]), inverse(affine(bind[j])))));
  return result;
}

glm::mat4 posed_from_skinning(const glm::mat4& skinning, const glm::mat4& bind) {
  return rounded(product(affine(skinning), affine(bind)));
}

glm::mat4 bind_local_from_bind(const glm::mat4& parent, const glm::mat4& bind) {
  return rounded(product(inverse(affine(parent)), affine(bind)));
}

glm::mat4 user_local_from_posed(const glm::mat4& rest, const glm::mat4& parent,
                                const glm::mat4& posed) {
  return rounded(product(inverse(product(affine(parent), affine(rest))), affine(posed)));
}

glm::mat4 user_local_after_increment(const glm::mat4& rest, const glm::mat4& parent,
                                     const glm::mat4& posed, const glm::mat4& increment) {
  return rounded(product(inverse(product(affine(parent), affine(rest))),
                         product(affine(increment), affine(posed))));
}

glm::mat4 user_local_after_local_increment(const glm::mat4& user_local,
                                           const glm::mat4& increment) {
  return rounded(product(affine(increment), affine(user_local)));
}

glm::vec3 closest_on_line_segment(const glm::vec3& start, const glm::vec3& end,
                                  const glm::vec3& point) {
  const Vector from = vector(start), d = minus(vector(end), from);
  const double ahead = dot(minus(vector(point), from), d), all = dot(d, d);
  if (ahead <= 0.0) return start;
  if (ahead >= all) return end;
  return rounded(along(from, ahead / all, d));
}

JointLists find_joints(const Skeleton& skeleton, const Matrices& bind, const Points& positions) {
  JointLists lists(positions.size());
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    const glm::vec3 start(bind[j][3]),
        end = rounded(through(affine(bind[j]), vector(joint.extent), 1.0));
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Vector away =
          minus(vector(positions[i]), vector(closest_on_line_segment(start, end, positions[i])));
      if (std::sqrt(dot(away, away)) < double(joint.radius)) lists[i].push_back(int(j));
    }
  }
  return lists;
}

/// (1 / a) / (1 / a + 1 / b) is b / (a + b): products of the other distances.
std::vector<float> inverse_distance_weights(const std::vector<float>& distances) {
  std::vector<double> products(distances.size(), 1.0);
  double sum = 0.0;
  for (std::size_t k = 0; k < distances.size(); ++k) {
    for (std::size_t other = 0; other < distances.size(); ++other)
      if (other != k) products[k] *= std::max(double(distances[other]), 1e-6);
    sum += products[k];
  }
  std::vector<float> weights;
  for (const double each : products) weights.push_back(float(each / sum));
  return weights;
}

/// The normal of the surface spanned by the images of two directions; reversed if the matrix
/// mirrors.
Vector perpendicular(const Affine& m, const Vector& normal) {
  const Vector aside =
      std::abs(normal.x) > 0.7 * std::sqrt(dot(normal, normal)) ? Vector{0, 1, 0} : Vector{1, 0, 0};
  const Vector one = cross(normal, aside), other = cross(normal, one);
  const Vector u = through(m, one, 0.0), v = through(m, other, 0.0), n = through(m, normal, 0.0);
  const Vector c = cross(u, v);
  return dot(c, n) < 0.0 ? Vector{-c.x, -c.y, -c.z} : c;
}

void skin(const Matrices& skinning, const Influences& influences, const Points& positions,
          const Points& normals, Points& out_positions, Points& out_normals) {
  out_positions.clear();
  out_normals.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Affine m;
    for (auto& row : m.at)
      for (double& number : row) number = 0.0;
    for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) {
      const Affine t = affine(skinning[influences.joint[k]]);
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) m.at[r][c] += double(influences.weight[k]) * t.at[r][c];
    }
    const bool is_held = influences.row_size(i) > 0;
    out_positions.push_back(is_held ? rounded(through(m, vector(positions[i]), 1.0))
                                    : positions[i]);
    const Vector normal = is_held ? perpendicular(m, vector(normals[i])) : Vector{};
    const double length = std::sqrt(dot(normal, normal));
    out_normals.push_back(length > 0.0 ? rounded(along({}, 1.0 / length, normal)) : normals[i]);
  }
}

/// q p q^-1 for a unit quaternion of a small turn.
Vector turned(const Vector& axis, double angle, const Vector& p) {
  const double w = std::cos(0.5 * angle), s = std::sin(0.5 * angle);
  const Vector q{s * axis.x, s * axis.y, s * axis.z}, twice = along({}, 2.0, cross(q, p));
  return along(along(p, w, twice), 1.0, cross(q, twice));
}

/// By turning each joint a little to both sides.
Points ik_gradient(const Skeleton& skeleton, const Matrices& posed, const glm::mat4& world,
                   const std::vector<IkPull>& pulls, const std::vector<int>& free) {
  constexpr double kStep = 1e-5;
  Points result;
  for (const int b : free) {
    const Joint& joint = skeleton.joints[std::size_t(b)];
    Affine frame = product(affine(joint.parent < 0 ? world : posed[std::size_t(joint.parent)]),
                           affine(joint.bind_local));
    for (int r = 0; r < 3; ++r) frame.at[r][3] = double(posed[std::size_t(b)][3][r]);
    const Affine out = inverse(frame);
    const auto cost = [&](const Vector& axis, double angle) {
      double sum = 0.0;
      for (const IkPull& pull : pulls) {
        int above = pull.joint;
        while (above > b) above = skeleton.joints[std::size_t(above)].parent;
        const Vector tip = through(affine(posed[std::size_t(pull.joint)]), vector(pull.end), 1.0);
        const Vector moved =
            above == b ? through(frame, turned(axis, angle, through(out, tip, 1.0)), 1.0) : tip;
        const Vector miss = minus(moved, vector(pull.target));
        sum += 0.5 * double(pull.weight) * dot(miss, miss);
      }
      return sum;
    };
    const Vector axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    glm::vec3& slope = result.emplace_back();
    for (int k = 0; k < 3; ++k)
      slope[k] = float((cost(axes[k], kStep) - cost(axes[k], -kStep)) / (2.0 * kStep));
  }
  return result;
}

/// By de Casteljau on the Bezier points, in double precision.
float cubic_unit_spline(float t, float position0, float position1, float tangent0, float tangent1) {
  double b[4] = {double(position0), double(position0) + double(tangent0) / 3.0,
                 double(position1) - double(tangent1) / 3.0, double(position1)};
  for (int left = 3; left > 0; --left)
    for (int i = 0; i < left; ++i) b[i] += double(t) * (b[i + 1] - b[i]);
  return float(b[0]);
}

float catmull_rom(const std::vector<Knot>& knots, float time) {
  if (knots.empty()) return 0.0f;
  std::size_t k = 0;
  while (k < knots.size() && knots[k].time < time) ++k;
  if (k == 0) return knots[0].value;
  if (k == knots.size()) return knots[k - 1].value;
  const double from = double(knots[k - 1].time), h = double(knots[k].time) - from;
  const double rise = (double(knots[k].value) - double(knots[k - 1].value)) / h;
  const auto slope = [&](std::size_t i) {  // an end has that of its interval
    if (i == 0 || i + 1 == knots.size()) return rise;
    return (double(knots[i + 1].value) - double(knots[i - 1].value)) /
           (double(knots[i + 1].time) - double(knots[i - 1].time));
  };
  return cubic_unit_spline(float((double(time) - from) / h), knots[k - 1].value, knots[k].value,
                           float(h * slope(k - 1)), float(h * slope(k)));
}

/// By axis and angle, in double precision.
DualQuaternion dual_quaternion(const glm::mat4& rigid) {
  const Affine m = affine(rigid);
  const Vector turned{m.at[2][1] - m.at[1][2], m.at[0][2] - m.at[2][0], m.at[1][0] - m.at[0][1]};
  const double trace = m.at[0][0] + m.at[1][1] + m.at[2][2],
               twice_sine = std::sqrt(dot(turned, turned)),
               angle = std::atan2(twice_sine, trace - 1.0);
  Vector axis = turned;
  if (trace < 1.0) {  // more than a right angle: R + R^T + (1 - trace) I has the axis in columns
    for (int c = 0; c < 3; ++c) {
      Vector column{m.at[0][c] + m.at[c][0], m.at[1][c] + m.at[c][1], m.at[2][c] + m.at[c][2]};
      (c == 0 ? column.x : c == 1 ? column.y : column.z) += 1.0 - trace;
      if (c == 0 || dot(column, column) > dot(axis, axis)) axis = column;
    }
    if (dot(axis, turned) < 0.0) axis = {-axis.x, -axis.y, -axis.z};
  }
  const double length = std::sqrt(dot(axis, axis)),
               sine = length > 0.0 ? std::sin(angle / 2.0) / length : 0.0;
  const double w = std::cos(angle / 2.0);
  const Vector v{sine * axis.x, sine * axis.y, sine * axis.z},
      t{m.at[0][3], m.at[1][3], m.at[2][3]}, across = cross(t, v);
  return {{float(w), float(v.x), float(v.y), float(v.z)},
          {float(-0.5 * dot(t, v)), float(0.5 * (w * t.x + across.x)),
           float(0.5 * (w * t.y + across.y)), float(0.5 * (w * t.z + across.z))}};
}

/// Each axis of the result is turned by itself.
glm::mat4 blend_dual_quaternions(const std::vector<DualQuaternion>& motions,
                                 const std::vector<float>& weights) {
  std::size_t k = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) k = weights[j] > weights[k] ? j : k;
  const auto numbers = [](const DualQuaternion& q) {
    return std::array<double, 8>{double(q.real.w), double(q.real.x), double(q.real.y),
                                 double(q.real.z), double(q.dual.w), double(q.dual.x),
                                 double(q.dual.y), double(q.dual.z)};
  };
  const std::array<double, 8> pivot = numbers(motions[k]);
  std::array<double, 8> q{};
  for (std::size_t j = 0; j < motions.size(); ++j) {
    const std::array<double, 8> one = numbers(motions[j]);
    double product = 0.0;
    for (std::size_t i = 0; i < 4; ++i) product += one[i] * pivot[i];
    for (std::size_t i = 0; i < 8; ++i)
      q[i] += (product < 0.0 ? -one[i] : one[i]) * double(weights[j]);
  }
  const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Vector u{q[1], q[2], q[3]}, d{q[5], q[6], q[7]}, across = cross(u, d);
  Affine result;
  for (int c = 0; c < 3; ++c) {
    const Vector axis{c == 0 ? 1.0 : 0.0, c == 1 ? 1.0 : 0.0, c == 2 ? 1.0 : 0.0},
        once = cross(u, axis), twice = cross(u, once),
        image = along(along(axis, 2.0 * q[0] / length2, once), 2.0 / length2, twice);
    result.at[0][c] = image.x, result.at[1][c] = image.y, result.at[2][c] = image.z;
  }
  result.at[0][3] = 2.0 * (q[0] * d.x - q[4] * u.x + across.x) / length2;
  result.at[1][3] = 2.0 * (q[0] * d.y - q[4] * u.y + across.y) / length2;
  result.at[2][3] = 2.0 * (q[0] * d.z - q[4] * u.z + across.z) / length2;
  return rounded(result);
}

std::vector<Vector> vectors(const std::vector<glm::vec3>& points) {
  std::vector<Vector> all;
  for (const glm::vec3& p : points) all.push_back({double(p.x), double(p.y), double(p.z)});
  return all;
}

std::vector<glm::vec3> rounded(const std::vector<Vector>& points) {
  std::vector<glm::vec3> all;
  for (const Vector& p : points) all.emplace_back(p.x, p.y, p.z);
  return all;
}

/// The differences to the neighbors are added up.
std::vector<Vector> smoothed(const std::vector<std::vector<int>>& neighbors,
                             std::vector<Vector> now, int steps) {
  while (steps-- > 0) {
    std::vector<Vector> next = now;
    for (std::size_t i = 0; i < now.size(); ++i)
      for (const int n : neighbors[i]) {
        const double share = 0.5 / double(neighbors[i].size());
        next[i] = along(next[i], share, now[std::size_t(n)]);
        next[i] = along(next[i], -share, now[i]);
      }
    now.swap(next);
  }
  return now;
}

std::vector<glm::vec3> smooth(const std::vector<std::vector<int>>& neighbors,
                              const std::vector<glm::vec3>& positions, int steps) {
  return rounded(smoothed(neighbors, vectors(positions), steps));
}

using Frame = std::array<Vector, 3>;

Frame frame_of(const Vector& normal, const Vector& edge) {
  const Vector across = cross(normal, edge);
  const double length = std::sqrt(dot(normal, normal)), width = std::sqrt(dot(across, across));
  if (length == 0.0 || width == 0.0) return {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
  const Vector none{0, 0, 0}, n = along(none, 1.0 / length, normal),
                              b = along(none, 1.0 / width, across);
  return {n, cross(b, n), b};
}

glm::mat3 surface_frame(const glm::vec3& normal, const glm::vec3& edge) {
  const std::vector<Vector> of = vectors({normal, edge});
  const Frame frame = frame_of(of[0], of[1]);
  const std::vector<glm::vec3> columns = rounded({frame[0], frame[1], frame[2]});
  return {columns[0], columns[1], columns[2]};
}

Frame frame_at(const MushSurface& surface, const std::vector<Vector>& p, std::size_t i) {
  Vector normal{0, 0, 0};
  const auto from = [&](int v) { return along(p[std::size_t(v)], -1.0, p[i]); };
  for (const glm::ivec3& t : surface.triangles)
    for (int k = 0; k < 3; ++k)
      if (t[k] == int(i))
        normal = along(normal, 1.0, cross(from(t[(k + 1) % 3]), from(t[(k + 2) % 3])));
  return frame_of(normal, from(surface.neighbors[i][0]));
}

std::vector<glm::vec3> delta_mush(const MushSurface& surface, const std::vector<glm::vec3>& rest,
                                  const std::vector<glm::vec3>& posed, int steps) {
  const std::vector<Vector> at_rest = vectors(rest),
                            s0 = smoothed(surface.neighbors, at_rest, steps);
  std::vector<Vector> s = smoothed(surface.neighbors, vectors(posed), steps), moved = s;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (surface.neighbors[i].empty()) continue;
    const Frame f0 = frame_at(surface, s0, i), f = frame_at(surface, s, i);
    const Vector detail = along(at_rest[i], -1.0, s0[i]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      moved[i] = along(moved[i], dot(f0[axis], detail), f[axis]);
  }
  return rounded(moved);
}

/// From the last joint to the first; the center's way is added to it.
glm::mat4 blend_about_center(const Matrices& motions, const std::vector<float>& weights,
                             const glm::vec3& center) {
  const Vector c = vector(center);
  std::vector<DualQuaternion> turns;
  Vector way;
  for (std::size_t j = motions.size(); j-- > 0;) {
    glm::mat4 turn = motions[j];
    turn[3] = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
    turns.insert(turns.begin(), dual_quaternion(turn));
    way = along(way, double(weights[j]), minus(through(affine(motions[j]), c, 1.0), c));
  }
  Affine result = affine(blend_dual_quaternions(turns, weights));
  const Vector to = along(minus(c, through(result, c, 0.0)), 1.0, way);
  result.at[0][3] = to.x, result.at[1][3] = to.y, result.at[2][3] = to.z;
  return rounded(result);
}

const Tasks kImplementation = MARROW_TASKS("numbers");

}  // namespace

TEST_CASE(
    "all checks pass functions with plain numbers in plain loops, in double precision, with "
    "quaternions") {
  check_passes_everything(kImplementation);
  check_passes_beside_the_textbook(kImplementation);
}

}  // namespace marrow::test
