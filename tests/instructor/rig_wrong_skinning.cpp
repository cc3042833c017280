// Misconceptions about weights and skin(), and the checks that show them.
#include <algorithm>

#include "rig_wrong.h"

namespace marrow::test {

namespace {

glm::mat4 blended(const Matrices& skinning, const Influences& influences, std::size_t i) {
  glm::mat4 sum(0.0f);
  for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) {
    sum += influences.weight[k] * skinning[influences.joint[k]];
  }
  return sum;
}

/// The textbook's skin() with normals by a rule: blended matrix, bind normal -> normal.
template <typename Rule>
void skin_with_normals(const Matrices& skinning, const Influences& influences,
                       const Points& positions, const Points& normals, Points& out_positions,
                       Points& out_normals, Rule rule) {
  solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    if (influences.row_size(i) > 0)
      out_normals[i] = rule(blended(skinning, influences, i), normals[i]);
  }
}

/// Positions by a rule: blended matrix (zero if uncovered), row size, bind position -> position.
template <typename Rule>
void skin_with_positions(const Matrices& skinning, const Influences& influences,
                         const Points& positions, const Points& normals, Points& out_positions,
                         Points& out_normals, Rule rule) {
  solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    out_positions[i] = rule(blended(skinning, influences, i), influences.row_size(i), positions[i]);
  }
}

/// Declares skin() with normals by this rule of the blended matrix m and the bind normal n.
#define NORMALS_BY(...)                                                                          \
  [](auto& skinning, auto& influences, auto& positions, auto& normals, auto& out_positions,      \
     auto& out_normals) {                                                                        \
    skin_with_normals(skinning, influences, positions, normals, out_positions, out_normals,      \
                      []([[maybe_unused]] const glm::mat4& m, const glm::vec3& n) -> glm::vec3 { \
                        return __VA_ARGS__;                                                      \
                      });                                                                        \
  }

/// Declares skin() with positions by this rule of the blended matrix m, the row size and the bind
/// position v.
#define POSITIONS_BY(...)                                                                     \
  [](auto& skinning, auto& influences, auto& positions, auto& normals, auto& out_positions,   \
     auto& out_normals) {                                                                     \
    skin_with_positions(skinning, influences, positions, normals, out_positions, out_normals, \
                        [](const glm::mat4& m, [[maybe_unused]] std::uint32_t row,            \
                           const glm::vec3& v) -> glm::vec3 { return __VA_ARGS__; });         \
  }

}  // namespace

TEST_CASE("wrong: 1/d without a guard") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    float sum = 0.0f;
    for (const float distance : distances) sum += 1.0f / distance;
    std::vector<float> weights;
    for (const float distance : distances) weights.push_back(1.0f / distance / sum);
    return weights;
  });
  check_caught(wrong, {"task4.weights_on_a_bone", "task4.caps_on_the_axis"}, "max(d, 1e-6)");
  check_only_from_task(4, wrong);
}

TEST_CASE("wrong: a vertex on a bone is skipped") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> weights = solution::tasks().inverse_distance_weights(distances);
    for (std::size_t k = 0; k < weights.size(); ++k)
      weights[k] = distances[k] == 0.0f ? 0.0f : weights[k];
    return weights;
  });
  check_caught(wrong, {"task4.weights_on_a_bone", "task4.caps_on_the_axis"});
  check_named(wrong, "max(d, 1e-6)");
}

TEST_CASE("wrong: weights that do not sum to one") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> weights;
    for (const float distance : distances) weights.push_back(1.0f / std::max(distance, 1e-6f));
    return weights;
  });
  check_caught(wrong, {"task4.weights_by_hand", "task4.weights_are_shares", "task4.bent_elbow"});
  check_named(wrong, "do not sum to 1");
}

TEST_CASE("wrong: any convex weights, equal shares or farther weighs more") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    return std::vector<float>(distances.size(), 1.0f / float(distances.size()));
  });
  check_caught(wrong, {"task4.weights_by_hand", "task4.weights_are_shares", "task4.bent_elbow"});
  check_named(wrong, "equal shares");
  wrong.inverse_distance_weights = [](auto& distances) {
    float sum = 0.0f;
    for (const float distance : distances) sum += distance;
    std::vector<float> weights;
    for (const float distance : distances)
      weights.push_back(sum > 0.0f ? distance / sum : 1.0f / float(distances.size()));
    return weights;
  };
  check_caught(wrong, {"task4.weights_by_hand", "task4.weights_on_a_bone", "task4.bent_elbow"});
  check_named(wrong, "farther bone weighs more");
}

TEST_CASE("wrong: normals move like points") {
  Tasks wrong = with(&Tasks::skin, NORMALS_BY(glm::normalize(glm::vec3(m * glm::vec4(n, 1.0f)))));
  check_caught(wrong, {"task4.normals_do_not_translate", "task4.inner_joint_of_three"},
               "normals look translated: use the inverse transpose of the 3x3 only");
  check_only_from_task(4, wrong);
}

TEST_CASE("wrong: the translation is subtracted from normals") {
  Tasks wrong = with(&Tasks::skin, NORMALS_BY(glm::mat3(m) * n - glm::vec3(m[3])));
  check_caught(wrong, {"task4.normals_do_not_translate"}, "subtracted");
}

TEST_CASE("wrong: normals are left as they were") {
  Tasks wrong = with(&Tasks::skin, NORMALS_BY(n));
  check_caught(wrong, {"task4.normals_turn", "task4.normals_of_a_stretch", "task4.rigid_root"},
               "left as they were");
}

TEST_CASE(
    "wrong: normals by M, not by its inverse-transpose; not of unit length; by the inverse alone") {
  Tasks wrong = with(&Tasks::skin, NORMALS_BY([&] {
    const glm::vec3 turned = glm::mat3(m) * n;
    return glm::length(turned) > 0.0f ? glm::normalize(turned) : n;
  }()));
  check_caught(wrong, {"task4.normals_of_a_stretch"}, "inverse-transpose");
  wrong.skin = NORMALS_BY(glm::inverseTranspose(glm::mat3(m)) * n);
  check_caught(wrong, {"task4.normals_of_a_stretch"}, "unit length");
  wrong.skin = NORMALS_BY(glm::normalize(glm::inverse(glm::mat3(m)) * n));
  check_caught(wrong, {"task4.normals_turn"}, "wrong way");
}

TEST_CASE(
    "wrong: a singular matrix is inverted for its normals; the sign of the determinant is "
    "forgotten") {
  Tasks wrong =
      with(&Tasks::skin, NORMALS_BY(glm::normalize(glm::inverseTranspose(glm::mat3(m)) * n)));
  check_caught(wrong, {"task4.normals_of_a_flat_joint"}, "singular");
  wrong.skin = NORMALS_BY([&] {
    const glm::mat3 a(m);
    const glm::vec3 turned =
        glm::mat3(glm::cross(a[1], a[2]), glm::cross(a[2], a[0]), glm::cross(a[0], a[1])) * n;
    return glm::length(turned) > 0.0f ? glm::normalize(turned) : n;
  }());
  check_caught(wrong, {"task4.normals_of_a_stretch"}, "sign of the determinant");
}

TEST_CASE(
    "wrong: an uncovered vertex collapses to the origin, or becomes NaN, or keeps the last frame") {
  Tasks wrong = with(&Tasks::skin, POSITIONS_BY(glm::vec3(m * glm::vec4(v, 1.0f))));
  check_caught(wrong, {"task4.uncovered_stay", "task4.rigid_root"}, "empty list");
  wrong.skin = POSITIONS_BY([&] {
    const glm::vec4 moved = m * glm::vec4(v, 1.0f);
    return glm::vec3(moved) / moved.w;
  }());
  check_caught(wrong, {"task4.uncovered_stay", "task4.rigid_root"}, "NaN");
  wrong.skin = [](auto& skinning, auto& influences, auto& positions, auto& normals,
                  auto& out_positions, auto& out_normals) {
    Points last_frame = out_positions;
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    last_frame.resize(out_positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (influences.row_size(i) == 0) out_positions[i] = last_frame[i];
    }
  };
  check_caught(wrong, {"task4.uncovered_stay"}, "frame before");
}

TEST_CASE("wrong: outputs grow with every frame, or the translation is dropped") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    Points new_positions, new_normals;
    solution::tasks().skin(skinning, influences, positions, normals, new_positions, new_normals);
    out_positions.insert(out_positions.end(), new_positions.begin(), new_positions.end());
    out_normals.insert(out_normals.end(), new_normals.begin(), new_normals.end());
  });
  check_caught(wrong, {"task4.blend_by_hand", "task4.uncovered_stay"});
  check_named(wrong, "wrong size");
  wrong.skin = POSITIONS_BY(row > 0 ? glm::mat3(m) * v : v);
  check_caught(wrong, {"task4.blend_by_hand"}, "translation");
}

TEST_CASE(
    "wrong: indices confused, weights read by their place in the list as if it were the joint") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    Influences confused = influences;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
        confused.joint[k] = k - influences.row_begin(i);
    }
    solution::tasks().skin(skinning, confused, positions, normals, out_positions, out_normals);
  });
  check_caught(wrong, {"task4.blend_by_hand", "task4.bent_elbow", "task4.inner_joint_of_three"});
  check_named(wrong, "indices confused");
}

TEST_CASE("wrong: indices confused, a vertex uses the row of its neighbor") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const std::size_t other = (i + 1) % positions.size();
      if (influences.row_size(other) > 0)
        out_positions[i] =
            glm::vec3(blended(skinning, influences, other) * glm::vec4(positions[i], 1.0f));
    }
  });
  check_caught(wrong, {"task4.shuffled_vertices", "task4.blend_by_hand", "task4.uncovered_stay"});
  check_named(wrong, "indices confused");
}

TEST_CASE("wrong: the rigid nearest joint takes all") {
  Tasks wrong = with(&Tasks::inverse_distance_weights, [](auto& distances) {
    std::vector<float> weights(distances.size(), 0.0f);
    if (!weights.empty())
      weights[std::size_t(std::min_element(distances.begin(), distances.end()) -
                          distances.begin())] = 1.0f;
    return weights;
  });
  check_caught(wrong, {"task4.weights_by_hand", "task4.weights_are_shares", "task4.bent_elbow"});
  check_named(wrong, "nearest bone takes all");
}

TEST_CASE(
    "wrong: all matrices are inverted for every vertex and joint: right, and a hundred times as "
    "slow") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      glm::mat4 sum(0.0f);
      for (std::size_t j = 0; j < skinning.size(); ++j) {
        const glm::mat4 twice = glm::inverse(glm::inverse(skinning[j]));
        for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k) {
          if (influences.joint[k] == j) sum += influences.weight[k] * twice;
        }
      }
      if (influences.row_size(i) > 0)
        out_positions[i] = glm::vec3(sum * glm::vec4(positions[i], 1.0f));
    }
  });
  check_reason(wrong, "task4.fifty_thousand_vertices", "inverted for every vertex and joint");
}

TEST_CASE("the whole way names the first stage that diverges") {
  const auto stage_of = [](const Tasks& wrong, const char* name) {
    return outcome_of(name, wrong).stage;
  };
  using course::Stage;
  for (const char* name : {"task4.bent_elbow", "task4.caps_on_the_axis", "task4.rigid_root",
                           "task4.joint_without_length"}) {
    CAPTURE(name);
    Tasks wrong = with(&Tasks::skin, [](auto&, auto&, auto& positions, auto& normals,
                                        auto& out_positions, auto& out_normals) {
      out_positions = positions;
      out_normals.assign(normals.size(), glm::vec3(0.0f, 0.0f, 1.0f));
    });
    CHECK(stage_of(wrong, name) == Stage::skin);
    wrong.inverse_distance_weights = [](auto& distances) {
      return std::vector<float>(distances.size(), 0.5f);
    };
    CHECK(stage_of(wrong, name) == Stage::weights);
    wrong.find_joints = [](auto&, auto&, auto& positions) {
      return JointLists(positions.size(), {0, 1});
    };
    CHECK(stage_of(wrong, name) == Stage::find_joints);
    wrong.closest_on_line_segment = [](auto&, auto& end, auto&) { return end; };
    CHECK(stage_of(wrong, name) == Stage::closest_point);
    wrong.posed_matrices = [](auto& skeleton) {
      return Matrices(skeleton.joints.size(), glm::mat4(2.0f));
    };
    CHECK(stage_of(wrong, name) == Stage::kinematics);
  }
  Tasks upside_down = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                            auto& normals, auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (glm::vec3& normal : out_normals) normal = -normal;
  });
  CHECK(stage_of(upside_down, "task4.bent_elbow") == Stage::normals);
}

TEST_CASE("wrong: a running counter in place of row_begin") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    Influences counted = influences;
    std::uint32_t next = 0;
    for (Influences::Row& row : counted.rows) {
      row.begin = std::min(next, std::uint32_t(influences.joint.size()) - row.size);
      next += row.size;
    }
    solution::tasks().skin(skinning, counted, positions, normals, out_positions, out_normals);
  });
  check_caught(wrong, {"task4.blend_by_hand", "task4.shuffled_vertices"}, "row_begin(i)");
}

TEST_CASE("wrong: the normal is kept wherever M is singular") {
  Tasks wrong = with(&Tasks::skin, [](auto& skinning, auto& influences, auto& positions,
                                      auto& normals, auto& out_positions, auto& out_normals) {
    solution::tasks().skin(skinning, influences, positions, normals, out_positions, out_normals);
    for (std::size_t i = 0; i < normals.size(); ++i) {
      glm::mat4 blended(0.0f);
      for (std::uint32_t k = influences.row_begin(i); k < influences.row_end(i); ++k)
        blended += influences.weight[k] * skinning[influences.joint[k]];
      if (glm::determinant(glm::mat3(blended)) == 0.0f) out_normals[i] = normals[i];
    }
  });
  check_caught(wrong, {"task4.normals_of_a_flat_joint"}, "cofactor");
}

}  // namespace marrow::test
