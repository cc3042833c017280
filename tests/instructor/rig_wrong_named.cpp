// Mistakes that were once given another name, or none.
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "course/judge.h"
#include "rig_wrong.h"

namespace marrow::test {

namespace {

/// find_joints() with a rule for a joint's bone, at rest, and a vertex.
struct HeldBy {
  const Joint& joint;
  const glm::mat4& bind;
  const glm::vec3& point;
  float distance;  ///< the right one
};

template <typename Rule>
JointLists held_by(const Skeleton& skeleton, const Matrices& bind, const Points& positions,
                   Rule rule) {
  JointLists lists(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < bind.size(); ++j) {
      const glm::vec3 start(bind[j][3]), end(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f)),
          nearest = solution::tasks().closest_on_line_segment(start, end, positions[i]);
      if (rule(HeldBy{skeleton.joints[j], bind[j], positions[i],
                      glm::distance(nearest, positions[i])}))
        lists[i].push_back(int(j));
    }
  }
  return lists;
}

#define HELD_BY(...)                                                                         \
  [](auto& skeleton, auto& bind, auto& positions) {                                          \
    return held_by(skeleton, bind, positions, [](const HeldBy& of) { return __VA_ARGS__; }); \
  }

glm::mat4 parent_of(const Matrices& matrices, const Joint& joint) {
  return joint.parent < 0 ? glm::mat4(1.0f) : matrices[std::size_t(joint.parent)];
}

}  // namespace

TEST_CASE("named: shapes of capsules") {
  check_agreed(with(&Tasks::find_joints, HELD_BY(of.distance < 2.0f * of.joint.radius)),
               "not with 2 r");
  check_agreed(with(&Tasks::find_joints, HELD_BY(of.distance < of.joint.radius * of.joint.radius)),
               "compared with r * r");
  check_agreed(with(&Tasks::find_joints, HELD_BY([&] {
                 const glm::vec3 start(of.bind[3]),
                     d = glm::vec3(of.bind * glm::vec4(of.joint.extent, 1.0f)) - start;
                 const float t = glm::dot(of.point - start, d) / glm::dot(d, d);
                 return !(t < 0.0f || t > 1.0f) && of.distance < of.joint.radius;
               }())),
               "this is a cylinder");
  check_agreed(with(&Tasks::find_joints, HELD_BY([&] {
                 const glm::vec3 start(of.bind[0][3], of.bind[1][3], of.bind[2][3]),
                     end(of.bind * glm::vec4(of.joint.extent, 1.0f));
                 return glm::distance(of.point, solution::tasks().closest_on_line_segment(
                                                    start, end, of.point)) < of.joint.radius;
               }())),
               "row vectors");
}

TEST_CASE("named: the nearest joint for a vertex that no capsule holds") {
  const Tasks wrong = with(&Tasks::find_joints, [](auto& skeleton, auto& bind, auto& positions) {
    JointLists lists = solution::tasks().find_joints(skeleton, bind, positions);
    for (std::size_t i = 0; i < lists.size() && !bind.empty(); ++i) {
      if (!lists[i].empty()) continue;
      std::vector<float> distances;
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const glm::vec3 start(bind[j][3]),
            end(bind[j] * glm::vec4(skeleton.joints[j].extent, 1.0f));
        distances.push_back(glm::distance(
            positions[i], solution::tasks().closest_on_line_segment(start, end, positions[i])));
      }
      lists[i] = {int(std::min_element(distances.begin(), distances.end()) - distances.begin())};
    }
    return lists;
  });
  check_agreed(wrong, "the nearest joint is listed");
}

TEST_CASE("named: sums that weights are divided by") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> weights = solution::tasks().inverse_distance_weights(distances);
    float most = 0.0f;
    for (const float weight : weights) most = std::max(most, weight);
    for (float& weight : weights) weight /= most;
    return weights;
  });
  check_agreed(wrong, "not by the largest");
  wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> weights;
    for (const float distance : distances)
      weights.push_back(1.0f / std::max(distance, 1e-6f) / float(distances.size()));
    return weights;
  });
  check_agreed(wrong, "not by their number");
}

TEST_CASE("named: normals of each joint, and normals that are not written") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < normals.size(); ++i) {
      if (influences.row_size(i) < 2) continue;
      glm::vec3 sum(0.0f);
      for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
        sum += influences.weight[k] *
               glm::normalize(glm::inverseTranspose(glm::mat3(skinning[influences.joint[k]])) *
                              normals[i]);
      out_normals[i] = glm::normalize(sum);
    }
  });
  check_agreed(wrong, "the normals of the joints are blended");
  wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions, auto& normals,
                                auto& out_positions, auto& out_normals) {
    Points unwritten = out_normals;
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    unwritten.resize(normals.size());
    out_normals = unwritten;
  });
  check_agreed(wrong, "normals are not written");
}

TEST_CASE("named: chains that use the parent's own matrix, or its extent") {
  Tasks wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Matrices bind;
    for (const Joint& joint : skeleton.joints)
      bind.push_back(joint.parent < 0 ? joint.bind_local
                                      : skeleton.joints[std::size_t(joint.parent)].bind_local *
                                            joint.bind_local);
    return bind;
  });
  check_agreed(wrong, "the parent's L is used for its B");
  wrong = with(&Tasks::bind_matrices, [](auto& skeleton) {
    Matrices bind;
    for (const Joint& joint : skeleton.joints) {
      const glm::vec3 tip =
          joint.parent < 0 ? glm::vec3(0.0f) : skeleton.joints[std::size_t(joint.parent)].extent;
      bind.push_back(parent_of(bind, joint) * glm::translate(glm::mat4(1.0f), tip) *
                     joint.bind_local);
    }
    return bind;
  });
  check_agreed(wrong, "at the end of its parent's bone");
}

TEST_CASE("named: increments without their rotation, matrices inverted once too often") {
  Tasks wrong = solution::tasks();
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(parent * rest) * glm::translate(glm::mat4(1.0f), glm::vec3(increment[3])) *
           posed;
  };
  check_reason(wrong, "task2.posed_lands_at_increment", "only U's translation");
  wrong.user_local_after_increment = [](auto& rest, auto& parent, auto& posed, auto& increment) {
    return glm::inverse(parent * rest) * glm::inverse(posed) * increment * posed;
  };
  check_agreed(wrong, "W is inverted as well");
  wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions, auto& normals,
                                auto& out_positions, auto& out_normals) {
    Matrices inverses;
    for (const glm::mat4& matrix : skinning) inverses.push_back(glm::inverse(matrix));
    Points unused;
    solution::tasks().skin(skinning, influences, positions, normals, unused, out_normals);
    solution::tasks().skin(inverses, influences, positions, normals, out_positions, unused);
  });
  check_reason(wrong, "task4.blend_by_hand", "T is inverted");
}

TEST_CASE("named: powers of t, half a slope, a corner of a triangle") {
  Tasks wrong = with(&Tasks::cubic_unit_spline,
                     [](float t, float position0, float position1, float tangent0, float tangent1) {
                       const float t2 = t * t, t3 = t2;
                       return (2 * t3 - 3 * t2 + 1) * position0 + (t3 - 2 * t2 + t) * tangent0 +
                              (-2 * t3 + 3 * t2) * position1 + (t3 - t2) * tangent1;
                     });
  check_reason(wrong, "task6.unit_spline_of_cubics", "t^3 is computed as t^2");
  wrong = with(&Tasks::ik_gradient,
               [](auto& skeleton, auto& posed, auto& world, auto& pulls, auto& free) {
                 Points slopes = solution::tasks().ik_gradient(skeleton, posed, world, pulls, free);
                 for (glm::vec3& slope : slopes) slope *= 0.5f;
                 return slopes;
               });
  check_agreed(wrong, "no factor of 1/2");
}

TEST_CASE("a mistake is named only where all that fit agree") {
  course::Judge judge("the law");
  CHECK_FALSE(judge.is_matrix("M", glm::mat4(1.0f), glm::mat4(2.0f),
                              {{glm::mat4(2.0f), "one"}, {glm::mat4(2.0f), "another"}}));
  CHECK_FALSE(judge.outcome().names_mistake);
  CHECK(judge.outcome().likely_reason == "the law");
  course::Judge agreeing("the law");
  CHECK_FALSE(agreeing.is_matrix("M", glm::mat4(1.0f), glm::mat4(2.0f),
                                 {{glm::mat4(2.0f), "one"}, {glm::mat4(2.0f), "one"}}));
  CHECK(agreeing.outcome().likely_reason == "one");
}

}  // namespace marrow::test
