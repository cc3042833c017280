#include "course/expectation.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <fmt/format.h>

#include "course/cases.h"
#include "course/judge.h"

namespace marrow::course {
namespace {

using Matrices = std::vector<glm::mat4>;

float distance_to_bone(const Skeleton& skeleton, const Matrices& bind, int joint,
                       const glm::vec3& point) {
  const auto j = std::size_t(joint);
  const glm::vec3 start(bind[j][3]), along = image(bind[j], skeleton.joints[j].extent) - start;
  const float length2 = glm::dot(along, along);
  const float t =
      length2 > 0.0f ? glm::clamp(glm::dot(point - start, along) / length2, 0.0f, 1.0f) : 0.0f;
  return glm::length(point - start - t * along);
}

/// NaN is never near anything.
bool is_near(float a, float b, float tolerance) {
  return std::abs(a - b) <= tolerance * std::max(1.0f, std::abs(b));
}

bool is_near(const glm::vec3& a, const glm::vec3& b, float tolerance) {
  return glm::length(a - b) <= tolerance * std::max(1.0f, glm::length(b));
}

bool is_near(const glm::mat4& a, const glm::mat4& b, float tolerance) {
  for (int c = 0; c < 4; ++c)
    if (!(glm::length(a[c] - b[c]) <= tolerance * std::max(1.0f, glm::length(b[c])))) return false;
  return true;
}

template <typename Value>
void judge_value(const Expectation& wanted, const std::string& what, const Value& expected,
                 const Value& got, Judge& judge) {
  judge.is_true(is_near(got, expected, wanted.tolerance), what + " " + in_words(expected),
                in_words(got));
}

std::string names_of(const Skeleton& skeleton, const std::vector<int>& joints) {
  std::string text = "[";
  for (const int joint : joints) {
    const bool is_there = joint >= 0 && joint < int(skeleton.joints.size());
    text += (text.size() > 1 ? ", " : "") +
            (is_there ? skeleton.joints[std::size_t(joint)].name : fmt::format("joint {}", joint));
  }
  return text + "]";
}

void judge_posed(const Expectation& wanted, const Matrices& posed, Judge& judge) {
  for (const Expectation::Posed& one : wanted.posed) {
    const std::string& name = wanted.skeleton.joints[std::size_t(one.joint)].name;
    const glm::mat4& got = posed[std::size_t(one.joint)];
    judge.at_joint(name);
    if (one.origin_only)
      judge_value(wanted, fmt::format("origin of \"{}\"", name), glm::vec3(one.matrix[3]),
                  glm::vec3(got[3]), judge);
    else
      judge_value(wanted, fmt::format("W of \"{}\" =", name), one.matrix, got, judge);
  }
}

/// The skeleton after all increments, each with the student's Ul'.
Skeleton incremented(const Expectation& wanted, const Tasks& tasks) {
  Skeleton skeleton = wanted.skeleton;
  for (const Expectation::Increment& increment : wanted.increments) {
    Joint& joint = skeleton.joints[std::size_t(increment.joint)];
    const Matrices posed = chained(skeleton, true);
    const glm::mat4 parent = joint.parent < 0 ? glm::mat4(1.0f) : posed[std::size_t(joint.parent)];
    joint.user_local = tasks.user_local_after_increment(
        joint.bind_local, parent, posed[std::size_t(increment.joint)], increment.world);
  }
  return skeleton;
}

std::vector<glm::vec3> positions_of(const Expectation& wanted) {
  std::vector<glm::vec3> positions;
  for (const Expectation::Vertex& one : wanted.vertices)
    positions.push_back(wanted.positions[std::size_t(one.vertex)]);
  return positions;
}

std::vector<float> distances_of(const Expectation& wanted, const Matrices& bind,
                                const Expectation::Vertex& one) {
  std::vector<float> distances;
  for (const int joint : one.joints)
    distances.push_back(
        distance_to_bone(wanted.skeleton, bind, joint, wanted.positions[std::size_t(one.vertex)]) /
        (has_linear_weights() ? wanted.skeleton.joints[std::size_t(joint)].radius : 1.0f));
  return distances;
}

void judge_lists(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const JointLists lists =
      tasks.find_joints(wanted.skeleton, chained(wanted.skeleton, false), positions_of(wanted));
  if (!judge.has_size("lists", wanted.vertices.size(), lists.size())) return;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    judge.at_vertex(wanted.vertices[i].vertex);
    judge.is_true(lists[i] == wanted.vertices[i].joints,
                  "the list " + names_of(wanted.skeleton, wanted.vertices[i].joints),
                  names_of(wanted.skeleton, lists[i]));
  }
}

void judge_weights(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const Matrices bind = chained(wanted.skeleton, false);
  for (const Expectation::Vertex& one : wanted.vertices) {
    const std::vector<float> got = tasks.inverse_distance_weights(distances_of(wanted, bind, one));
    judge.at_vertex(one.vertex);
    if (!judge.has_size("weights", one.weights.size(), got.size())) return;
    for (std::size_t k = 0; k < got.size(); ++k) {
      const std::string& name = wanted.skeleton.joints[std::size_t(one.joints[k])].name;
      judge.at_joint(name);
      judge_value(wanted, fmt::format("weight of \"{}\"", name), one.weights[k], got[k], judge);
    }
  }
  judge.at_joint({});
}

struct Surface {
  std::vector<glm::vec3> positions, normals;
};

/// Calls skin() for the expected vertices only, with the file's weights and with T by definition.
Surface skinned(const Expectation& wanted, const Tasks& tasks) {
  const Matrices bind = chained(wanted.skeleton, false), posed = chained(wanted.skeleton, true);
  Matrices skinning;
  for (std::size_t j = 0; j < bind.size(); ++j)
    skinning.push_back(posed[j] * glm::inverse(bind[j]));
  Influences influences;
  std::vector<glm::vec3> normals;
  for (const Expectation::Vertex& one : wanted.vertices) {
    for (std::size_t k = 0; k < one.joints.size(); ++k) {
      influences.joint.push_back(std::uint32_t(one.joints[k]));
      influences.weight.push_back(one.weights[k]);
    }
    influences.end_row();
    normals.push_back(wanted.normals[std::size_t(one.vertex)]);
  }
  Surface surface;
  tasks.skin(skinning, influences, positions_of(wanted), normals, surface.positions,
             surface.normals);
  return surface;
}

void judge_skin(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const Surface got = skinned(wanted, tasks);
  if (!judge.has_size("positions", wanted.vertices.size(), got.positions.size())) return;
  if (!judge.has_size("normals", wanted.vertices.size(), got.normals.size())) return;
  for (std::size_t i = 0; i < wanted.vertices.size(); ++i) {
    const Expectation::Vertex& one = wanted.vertices[i];
    judge.at_vertex(one.vertex);
    if (one.position) judge_value(wanted, "position", *one.position, got.positions[i], judge);
    if (one.normal) judge_value(wanted, "normal", *one.normal, got.normals[i], judge);
  }
}

std::vector<glm::vec3> gradient_of(const Expectation& wanted, const Tasks& tasks) {
  std::vector<int> free;
  for (const Expectation::Slope& one : wanted.slopes) free.push_back(one.joint);
  return tasks.ik_gradient(wanted.skeleton, chained(wanted.skeleton, true), glm::mat4(1.0f),
                           wanted.pulls, free);
}

void judge_slopes(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const std::vector<glm::vec3> got = gradient_of(wanted, tasks);
  if (!judge.has_size("vectors, one per free joint", wanted.slopes.size(), got.size())) return;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::string& name = wanted.skeleton.joints[std::size_t(wanted.slopes[i].joint)].name;
    judge.at_joint(name);
    judge_value(wanted, fmt::format("slope of \"{}\"", name), wanted.slopes[i].slope, got[i],
                judge);
  }
}

void judge_curve(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  for (const Knot& one : wanted.curve) {
    judge_value(wanted, fmt::format("at {:.6g} s the curve is", one.time), one.value,
                tasks.catmull_rom(wanted.knots, one.time), judge);
  }
}

/// The blend of the motions, as dual quaternions or about the center.
glm::mat4 blended_of(const Expectation& wanted, const Tasks& tasks) {
  std::vector<glm::mat4> rigid;
  std::vector<DualQuaternion> motions;
  std::vector<float> weights;
  for (const Expectation::Motion& one : wanted.motions) {
    const glm::quat turn(glm::normalize(glm::quat_cast(glm::dmat3(glm::mat3(one.rigid)))));
    rigid.push_back(one.rigid);
    motions.push_back(motion_by(turn, glm::vec3(one.rigid[3])));
    weights.push_back(one.weight);
  }
  return wanted.check.task == 9 ? tasks.blend_about_center(rigid, weights, wanted.center)
                                : tasks.blend_dual_quaternions(motions, weights);
}

void judge_motions(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const glm::mat4 got = blended_of(wanted, tasks);
  if (wanted.blended_origin_only)
    judge_value(wanted, "origin of the blended motion", glm::vec3(wanted.blended[3]),
                glm::vec3(got[3]), judge);
  else
    judge_value(wanted, "blended motion =", wanted.blended, got, judge);
}

std::vector<glm::vec3> mushed_of(const Expectation& wanted, const Tasks& tasks) {
  const Mush& mush = wanted.mush;
  return tasks.delta_mush(mush.surface, mush.rest, mush.posed, mush.steps);
}

void judge_mushed(const Expectation& wanted, const Tasks& tasks, Judge& judge) {
  const std::vector<glm::vec3> got = mushed_of(wanted, tasks);
  if (!judge.has_size("positions", wanted.mushed.size(), got.size())) return;
  for (std::size_t i = 0; i < got.size(); ++i) {
    judge.at_vertex(int(i));
    judge_value(wanted, fmt::format("vertex {} at", i), wanted.mushed[i], got[i], judge);
  }
}

}  // namespace

Outcome evaluate(const Expectation& expectation, const Tasks& tasks) try {
  Judge judge;
  if (expectation.check.task == 1) {
    const Matrices posed = tasks.posed_matrices(expectation.skeleton);
    if (judge.has_size("matrices", expectation.skeleton.joints.size(), posed.size()))
      judge_posed(expectation, posed, judge);
  } else if (expectation.check.task == 2) {
    judge_posed(expectation, chained(incremented(expectation, tasks), true), judge);
  } else if (expectation.check.task == 3) {
    judge_lists(expectation, tasks, judge);
  } else if (expectation.check.task == 5) {
    judge_slopes(expectation, tasks, judge);
  } else if (expectation.check.task == 6) {
    judge_curve(expectation, tasks, judge);
  } else if (expectation.check.task == 7 || expectation.check.task == 9) {
    judge_motions(expectation, tasks, judge);
  } else if (expectation.check.task == 8) {
    judge_mushed(expectation, tasks, judge);
  } else {
    judge_weights(expectation, tasks, judge);
    judge_skin(expectation, tasks, judge);
  }
  return judge.outcome();
} catch (const std::exception& error) {
  return without_result(fmt::format("an exception: {}", error.what()));
}

void fill_in(Expectation& expectation, const std::vector<int>& vertices, const Tasks& tasks) {
  if (expectation.check.task == 6) {
    for (Knot& one : expectation.curve) one.value = tasks.catmull_rom(expectation.knots, one.time);
    return;
  }
  if (expectation.check.task == 7 || expectation.check.task == 9) {
    expectation.blended = blended_of(expectation, tasks);
    return;
  }
  if (expectation.check.task == 8) {
    expectation.mushed = mushed_of(expectation, tasks);
    return;
  }
  const Skeleton& skeleton = expectation.skeleton;
  const Matrices bind = tasks.bind_matrices(skeleton);
  if (expectation.check.task <= 2) {
    const Matrices posed = tasks.posed_matrices(incremented(expectation, tasks));
    for (std::size_t j = 0; j < posed.size(); ++j)
      expectation.posed.push_back({int(j), posed[j], false});
    return;
  }
  if (expectation.check.task == 5) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
      expectation.slopes.push_back({int(j), {}});
    const std::vector<glm::vec3> gradient = gradient_of(expectation, tasks);
    for (std::size_t j = 0; j < gradient.size(); ++j) expectation.slopes[j].slope = gradient[j];
    return;
  }
  for (const int vertex : vertices)
    expectation.vertices.push_back({.vertex = vertex, .joints = {}, .weights = {}});
  const JointLists lists = tasks.find_joints(skeleton, bind, positions_of(expectation));
  for (std::size_t i = 0; i < lists.size(); ++i) {
    Expectation::Vertex& one = expectation.vertices[i];
    one.joints = lists[i];
    if (expectation.check.task == 4)
      one.weights = tasks.inverse_distance_weights(distances_of(expectation, bind, one));
  }
  if (expectation.check.task != 4) return;
  const Surface surface = skinned(expectation, tasks);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    expectation.vertices[i].position = surface.positions[i];
    expectation.vertices[i].normal = surface.normals[i];
  }
}

}  // namespace marrow::course
