#include "rig/guarded.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>

#include "base/index.h"
#include "rig/polar_parts.h"
#include "scene/mesh.h"
#include "scene/scene.h"

namespace marrow::guarded {

namespace {

using Matrices = std::vector<glm::mat4>;
using Vectors = std::vector<glm::vec3>;

/// Reports a function only once: a student's error repeats for every vertex.
void name_once(Problems& problems, std::string_view function, const std::string& what) {
  const std::string start = std::string(function) + ": ";
  const bool known =
      std::any_of(problems.begin(), problems.end(),
                  [&](const std::string& known_one) { return known_one.starts_with(start); });
  if (!known) problems.push_back(start + what);
}

/// Calls call(); returns false, with a problem, where the function is missing or throws.
template <typename Call>
bool tried(std::string_view function, bool is_there, const Call& call, Problems& problems) {
  try {
    if (is_there) return call(), true;
    name_once(problems, function, "there is no implementation");
  } catch (const std::exception& error) {
    name_once(problems, function, fmt::format("threw an exception: {}", error.what()));
  } catch (...) {
    name_once(problems, function, "threw an exception");
  }
  return false;
}

/// The result of the implementation; `otherwise` where the function is missing or throws.
template <typename Result, typename... Parameters, typename... Arguments>
Result called(std::string_view function, Result (*body)(Parameters...), const Result& otherwise,
              Problems& problems, const Arguments&... arguments) {
  std::optional<Result> result;
  tried(
      function, body != nullptr, [&] { result.emplace(body(arguments...)); }, problems);
  return result ? *std::move(result) : otherwise;
}

/// NaN in place of a missing blended matrix: leaves the vertex at rest.
const glm::mat4 kNoMatrix(std::numeric_limits<float>::quiet_NaN());

/// `result`, in which each unusable matrix is replaced by the one in `otherwise`; one per joint.
Matrices usable(std::string_view function, const Skeleton& skeleton, Matrices result,
                const Matrices& otherwise, Problems& problems) {
  if (result.size() != otherwise.size()) {
    name_once(problems, function,
              fmt::format("returned {} matrices for {} joints", result.size(), otherwise.size()));
    return otherwise;
  }
  for (std::size_t j = 0; j < result.size(); ++j) {
    if (is_finite(result[j]) && is_affine(result[j])) continue;
    name_once(problems, function,
              fmt::format("the matrix of joint \"{}\" {}", skeleton.joints[j].name,
                          is_finite(result[j]) ? "has a last row that is not 0 0 0 1"
                                               : "has a number that is not finite"));
    result[j] = otherwise[j];
  }
  return result;
}

/// Sorts `list`, removes duplicates and indices out of range. Returns the problem; empty: none.
std::string corrected(std::vector<int>& list, int joint_count) {
  std::string wrong;
  const auto out_of_range = [&](int joint) { return joint < 0 || joint >= joint_count; };
  const auto bad = std::find_if(list.begin(), list.end(), out_of_range);
  if (bad != list.end()) {
    wrong = fmt::format("lists joint {} of {}", *bad, joint_count);
    std::erase_if(list, out_of_range);
  }
  if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) != list.end()) {
    if (wrong.empty()) wrong = "has a list that is not ascending";
    sort_unique(list);
  }
  return wrong;
}

/// Replaces a result of wrong size by `input`, and each vector that is not finite by its input.
void keep_usable(std::string_view function, const char* what, const Vectors& input, Vectors& output,
                 Problems& problems) {
  if (output.size() != input.size()) {
    name_once(problems, function,
              fmt::format("returned {} {} for {}", output.size(), what, input.size()));
    output = input;
    return;
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (is_finite(output[i])) continue;
    name_once(problems, function, fmt::format("vertex {} of the {} is not finite", i, what));
    output[i] = input[i];
  }
}

/// The result of the implementation; 0 where it is not finite.
template <typename... Parameters, typename... Arguments>
float finite_number(std::string_view function, float (*body)(Parameters...), Problems& problems,
                    const Arguments&... arguments) {
  const float result = called(function, body, 0.0f, problems, arguments...);
  if (std::isfinite(result)) return result;
  name_once(problems, function, "the result is not finite");
  return 0.0f;
}

}  // namespace

void add_new(const Problems& from, Problems& to) {
  for (const std::string& problem : from)
    if (!list_has(to, problem)) to.push_back(problem);
}

Matrices bind_matrices(const Tasks& tasks, const Skeleton& skeleton, Problems& problems) {
  const Matrices rest(skeleton.joints.size(), glm::mat4(1.0f));
  Matrices bind = called("bind_matrices", tasks.bind_matrices, rest, problems, skeleton);
  return usable("bind_matrices", skeleton, std::move(bind), rest, problems);
}

Matrices posed_matrices(const Tasks& tasks, const Skeleton& skeleton, const Matrices& bind,
                        Problems& problems) {
  Matrices posed = called("posed_matrices", tasks.posed_matrices, bind, problems, skeleton);
  return usable("posed_matrices", skeleton, std::move(posed), bind, problems);
}

Matrices skinning_matrices(const Tasks& tasks, const Skeleton& skeleton, const Matrices& posed,
                           const Matrices& bind, Problems& problems) {
  const Matrices rest(posed.size(), glm::mat4(1.0f));
  Matrices skinning =
      called("skinning_matrices", tasks.skinning_matrices, rest, problems, posed, bind);
  return usable("skinning_matrices", skeleton, std::move(skinning), rest, problems);
}

JointLists find_joints(const Tasks& tasks, const Skeleton& skeleton, const Matrices& bind,
                       const Vectors& positions, Problems& problems) {
  const JointLists uncovered(positions.size());
  JointLists lists =
      called("find_joints", tasks.find_joints, uncovered, problems, skeleton, bind, positions);
  if (lists.size() != positions.size()) {
    name_once(problems, "find_joints",
              fmt::format("returned {} lists for {} vertices", lists.size(), positions.size()));
    return uncovered;
  }
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::string wrong = corrected(lists[i], int(skeleton.joints.size()));
    if (!wrong.empty()) name_once(problems, "find_joints", fmt::format("vertex {} {}", i, wrong));
  }
  return lists;
}

float distance_to_bone(const Tasks& tasks, const glm::vec3& start, const glm::vec3& end,
                       const glm::vec3& position, Problems& problems) {
  const char* const name = "closest_on_line_segment";
  glm::vec3 closest =
      called(name, tasks.closest_on_line_segment, start, problems, start, end, position);
  if (!is_finite(closest)) {
    name_once(problems, name,
              fmt::format("the point nearest to ({}, {}, {}) is not finite", position.x, position.y,
                          position.z));
    closest = start;
  }
  return std::min(glm::distance(position, closest), std::numeric_limits<float>::max());
}

std::vector<float> inverse_distance_weights(const Tasks& tasks, const std::vector<float>& distances,
                                            Problems& problems) {
  const char* const name = "inverse_distance_weights";
  std::vector<float> weights =
      called(name, tasks.inverse_distance_weights, std::vector<float>(), problems, distances);
  if (weights.size() != distances.size()) {
    name_once(
        problems, name,
        fmt::format("returned {} weights for {} distances", weights.size(), distances.size()));
    return {};
  }
  if (!std::all_of(weights.begin(), weights.end(),
                   [](float weight) { return std::isfinite(weight); })) {
    name_once(problems, name, "a weight is not finite");
    return {};
  }
  return weights;
}

void skin(const Tasks& tasks, const Matrices& skinning, const Influences& influences,
          const Vectors& positions, const Vectors& normals, Vectors& out_positions,
          Vectors& out_normals, Problems& problems) {
  out_positions.resize(positions.size());
  out_normals.resize(normals.size());
  const bool done = tried(
      "skin", tasks.skin != nullptr,
      [&] { tasks.skin(skinning, influences, positions, normals, out_positions, out_normals); },
      problems);
  if (!done) {
    out_positions = positions;
    out_normals = normals;
    return;
  }
  keep_usable("skin", "positions", positions, out_positions, problems);
  keep_usable("skin", "normals", normals, out_normals, problems);
}

static std::vector<DualQuaternion> dual_quaternions(const Tasks& tasks,
                                                    const std::vector<PolarParts>& motions,
                                                    Problems& problems) {
  const char* const name = "dual_quaternion";
  std::vector<DualQuaternion> all;
  for (const PolarParts& motion : motions) {
    const glm::mat4 rigid(motion.rigid());
    DualQuaternion one = called(name, tasks.dual_quaternion, DualQuaternion(), problems, rigid);
    const auto is_usable = [](const glm::quat& q) {
      return std::isfinite(q.w) && is_finite(glm::vec3(q.x, q.y, q.z));
    };
    if (!is_usable(one.real) || !is_usable(one.dual)) {
      name_once(problems, name, "a number is not finite");
      one = {};
    }
    all.push_back(one);
  }
  return all;
}

void skin_by_dual_quaternions(const Tasks& tasks, const Matrices& skinning,
                              const Influences& influences, const Vectors& positions,
                              const Vectors& normals, Vectors& out_positions, Vectors& out_normals,
                              Problems& problems) {
  const char* const name = "blend_dual_quaternions";
  const std::vector<PolarParts> motions = polar_parts(skinning);
  const std::vector<DualQuaternion> all = dual_quaternions(tasks, motions, problems);
  out_positions = positions;
  out_normals = normals;
  std::vector<DualQuaternion> of_row;
  std::vector<float> weights;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t begin = influences.row_begin(i), end = influences.row_end(i);
    if (begin == end) continue;
    of_row.clear();
    glm::dmat3 stretch(0.0);
    for (std::uint32_t k = begin; k < end; ++k) {
      of_row.push_back(all[influences.joint[k]]);
      stretch += double(influences.weight[k]) * motions[influences.joint[k]].stretch;
    }
    weights.assign(influences.weight.begin() + begin, influences.weight.begin() + end);
    const glm::mat4 rigid =
        called(name, tasks.blend_dual_quaternions, kNoMatrix, problems, of_row, weights);
    if (!is_finite(rigid) || !is_affine(rigid)) {
      name_once(problems, name, "a matrix is not finite or has a last row that is not 0 0 0 1");
      continue;
    }
    const glm::mat4 blended(glm::dmat4(rigid) * glm::dmat4(stretch));
    out_positions[i] = glm::vec3(blended * glm::vec4(positions[i], 1.0f));
    const glm::dvec3 normal = normal_matrix_of(blended) * glm::dvec3(normals[i]);
    const double length = glm::length(normal);
    if (length > 0.0) out_normals[i] = glm::vec3(normal / length);
  }
  keep_usable("skin", "positions", positions, out_positions, problems);
  keep_usable("skin", "normals", normals, out_normals, problems);
}

/// tasks.surface_frame at each vertex of a smooth surface; the identity for a vertex without
/// neighbors.
static std::vector<glm::mat3> surface_frames(const Tasks& tasks, const MushSurface& surface,
                                             const Vectors& smooth, Problems& problems) {
  const char* const name = "surface_frame";
  Vectors normals(smooth.size(), glm::vec3(0.0f));
  for (const glm::ivec3& triangle : surface.triangles) {
    const glm::vec3& a = smooth[std::size_t(triangle[0])];
    const glm::vec3 normal =
        glm::cross(smooth[std::size_t(triangle[1])] - a, smooth[std::size_t(triangle[2])] - a);
    for (int k = 0; k < 3; ++k) normals[std::size_t(triangle[k])] += normal;
  }
  std::vector<glm::mat3> frames(smooth.size(), glm::mat3(1.0f));
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    if (surface.neighbors[i].empty()) continue;
    const glm::vec3 edge = smooth[std::size_t(surface.neighbors[i][0])] - smooth[i];
    const glm::mat3 frame =
        called(name, tasks.surface_frame, glm::mat3(1.0f), problems, normals[i], edge);
    if (is_finite(frame[0]) && is_finite(frame[1]) && is_finite(frame[2]))
      frames[i] = frame;
    else
      name_once(problems, name, "a number is not finite");
  }
  return frames;
}

/// The surface frames of the smoothed positions.
static std::vector<glm::mat3> frames_of(const Tasks& tasks, const MushSurface& surface,
                                        const Vectors& positions, int steps, Problems& problems) {
  Vectors smooth =
      called("smooth", tasks.smooth, positions, problems, surface.neighbors, positions, steps);
  keep_usable("smooth", "positions", positions, smooth, problems);
  return surface_frames(tasks, surface, smooth, problems);
}

void delta_mush(const Tasks& tasks, const WeldedSurface& mesh, int steps,
                const Vectors& rest_positions, const Vectors& rest_normals, Vectors& positions,
                Vectors& normals, Problems& problems) {
  const MushSurface& surface = mesh.surface;
  const auto count = std::ptrdiff_t(surface.neighbors.size());
  const Vectors rest(rest_positions.begin(), rest_positions.begin() + count),
      posed(positions.begin(), positions.begin() + count);
  Vectors moved =
      called("delta_mush", tasks.delta_mush, posed, problems, surface, rest, posed, steps);
  keep_usable("delta_mush", "positions", posed, moved, problems);
  const std::vector<glm::mat3> frames0 = frames_of(tasks, surface, rest, steps, problems),
                               frames = frames_of(tasks, surface, posed, steps, problems);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t vertex = mesh.vertex[i];
    if (surface.neighbors[vertex].empty()) continue;
    const glm::mat3 turn = frames[vertex] * glm::transpose(frames0[vertex]);
    // Morph targets may separate vertices that share a place.
    const glm::vec3 position = moved[vertex] + turn * (rest_positions[i] - rest[vertex]),
                    normal = turn * rest_normals[i];
    if (is_finite(position)) positions[i] = position;
    const bool is_turned = frames[vertex] != glm::mat3(1.0f) || frames0[vertex] != glm::mat3(1.0f);
    const float length = glm::length(normal);
    if (is_turned && length > 0.0f && std::isfinite(length)) normals[i] = normal / length;
  }
}

/// The mean of a row's stretches, and the displacement of `center` that they add to that of the
/// rigid motions.
struct RowStretch {
  glm::dmat3 mean{0.0};
  glm::dvec3 at_center{0.0};
};
static RowStretch stretch_of(const std::vector<PolarParts>& motions, const std::uint32_t* joints,
                             const float* weights, std::uint32_t count, const glm::vec3& center) {
  RowStretch stretch;
  for (std::uint32_t k = 0; k < count; ++k) {
    const PolarParts& motion = motions[joints[k]];
    const double weight = double(weights[k]);
    stretch.mean += weight * motion.stretch;
    if (!motion.is_stretched) continue;
    const glm::dvec3 c(center);
    stretch.at_center +=
        weight * (glm::dmat3(glm::mat3_cast(motion.rotation)) * (motion.stretch * c - c));
  }
  return stretch;
}

void skin_about_centers(const Tasks& tasks, const Matrices& skinning, const Influences& influences,
                        const Vectors& positions, const Vectors& normals, const Vectors& centers,
                        Vectors& out_positions, Vectors& out_normals, Problems& problems) {
  const char* const name = "blend_about_center";
  skin(tasks, skinning, influences, positions, normals, out_positions, out_normals, problems);
  const std::vector<PolarParts> motions = polar_parts(skinning);
  Matrices rigid, of_row;
  for (const PolarParts& motion : motions) rigid.emplace_back(motion.rigid());
  std::vector<float> weights;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t begin = influences.row_begin(i), end = influences.row_end(i);
    const glm::vec3& center = centers[i];
    if (begin == end || center == positions[i]) continue;
    of_row.clear();
    for (std::uint32_t k = begin; k < end; ++k) of_row.push_back(rigid[influences.joint[k]]);
    weights.assign(influences.weight.begin() + begin, influences.weight.begin() + end);
    const glm::mat4 blended =
        called(name, tasks.blend_about_center, kNoMatrix, problems, of_row, weights, center);
    out_positions[i] = positions[i];
    out_normals[i] = normals[i];
    if (!is_finite(blended) || !is_affine(blended)) {
      name_once(problems, name, "a matrix is not finite or has a last row that is not 0 0 0 1");
      continue;
    }
    const RowStretch stretch =
        stretch_of(motions, influences.joint.data() + begin, weights.data(), end - begin, center);
    const glm::dmat3 turn = glm::dmat3(glm::mat3(blended)) * stretch.mean;
    const glm::dvec3 moved_center(glm::dmat4(blended) * glm::dvec4(center, 1.0));
    const glm::vec3 moved(turn * glm::dvec3(positions[i] - center) + moved_center +
                          stretch.at_center);
    if (!is_finite(moved)) continue;
    out_positions[i] = moved;
    out_normals[i] = turned_normal(turn, normals[i]);
  }
}

Vectors ik_gradient(const Tasks& tasks, const Skeleton& skeleton, const Matrices& posed,
                    const glm::mat4& world_from_skeleton, const std::vector<IkPull>& pulls,
                    const std::vector<int>& free, Problems& problems) {
  const char* const name = "ik_gradient";
  const Vectors zeros(free.size(), glm::vec3(0.0f));
  Vectors gradient = called(name, tasks.ik_gradient, zeros, problems, skeleton, posed,
                            world_from_skeleton, pulls, free);
  if (gradient.size() != free.size()) {
    name_once(problems, name,
              fmt::format("returned {} vectors for {} free joints", gradient.size(), free.size()));
    return zeros;
  }
  if (!std::all_of(gradient.begin(), gradient.end(),
                   [](const glm::vec3& slope) { return is_finite(slope); })) {
    name_once(problems, name, "a number is not finite");
    return zeros;
  }
  return gradient;
}

float cubic_unit_spline(const Tasks& tasks, float t, float position0, float position1,
                        float tangent0, float tangent1, Problems& problems) {
  return finite_number("cubic_unit_spline", tasks.cubic_unit_spline, problems, t, position0,
                       position1, tangent0, tangent1);
}

float catmull_rom(const Tasks& tasks, const std::vector<Knot>& knots, float time,
                  Problems& problems) {
  return finite_number("catmull_rom", tasks.catmull_rom, problems, knots, time);
}

}  // namespace marrow::guarded
