// Conventions of courses, the rule of weights and row vectors: right functions pass, and functions
// for another course get the matching mistake.
#include "course/runner.h"
#include "rig_wrong.h"

namespace marrow::test {

namespace {

/// (r - d) / r with distances in radii. `least`: for distances beyond the radius.
std::vector<float> linear_weights(const std::vector<float>& distances, float least) {
  float sum = 0.0f;
  for (const float d : distances) sum += std::max(1.0f - d, least);
  std::vector<float> weights;
  for (const float d : distances) weights.push_back(std::max(1.0f - d, least) / sum);
  return weights;
}

struct OfCourse {
  explicit OfCourse(Falloff weights) { course::set_dialect({weights, {}, false}); }
  ~OfCourse() { course::set_dialect({}); }
};

}  // namespace

TEST_CASE("the right weights of a course pass all its checks, with every student's numbers") {
  for (const Falloff rule : {Falloff::inverse, Falloff::linear}) {
    const OfCourse of_course(rule);
    Tasks right = solution::tasks();
    if (rule == Falloff::linear)
      right.inverse_distance_weights = [](auto& distances) {
        return linear_weights(distances, -1e9f);
      };
    for (const char* student : {"", "Ada", "Boole"}) {
      course::set_variant({7, student});
      for (const course::Check& check : course::checks()) {
        if (check.task != 4 || check.is_timed) continue;
        const course::Outcome outcome = course::run_check(check, right);
        CAPTURE(check.name);
        CAPTURE(outcome.expected);
        CAPTURE(outcome.got);
        CHECK(outcome.passed);
      }
    }
    course::set_variant({});
  }
}

TEST_CASE("the rule of another course is named, and no other mistake") {
  const Tasks linear = with(&Tasks::inverse_distance_weights,
                            [](auto&distances) { return linear_weights(distances, -1e9f); }),
              cut = with(&Tasks::inverse_distance_weights,
                         [](auto&distances) { return linear_weights(distances, 0.0f); });
  {
    const OfCourse of_course(Falloff::inverse);
    check_agreed(linear, "this is (r - d) / r with r = 1, the rule of another course", 4);
    check_agreed(cut, "this is (r - d) / r with r = 1, the rule of another course", 4);
  }
  const OfCourse of_course(Falloff::linear);
  check_agreed(solution::tasks(), "this is inverse distance, 1 / d, the rule of another course", 4);
  check_agreed(with(&Tasks::inverse_distance_weights,
                    [](auto& distances) {
                      return std::vector<float>(distances.size(), 1.0f / float(distances.size()));
                    }),
               "equal shares do not depend on d / r", 4);
  check_agreed(with(&Tasks::inverse_distance_weights,
                    [](auto& distances) {
                      std::vector<float> weights;
                      for (const float d : distances) weights.push_back(1.0f - d);
                      return weights;
                    }),
               "the weights do not sum to 1", 4);
}

namespace {

// The textbook's formulas as a course of row vectors writes them.

Matrices down_in_rows(const Skeleton& skeleton, bool posed) {
  Matrices all;
  for (const Joint& joint : skeleton.joints) {
    const glm::mat4 own = posed ? joint.user_local * joint.bind_local : joint.bind_local;
    all.push_back(joint.parent < 0 ? own : own * all[std::size_t(joint.parent)]);
  }
  return all;
}

glm::vec3 placed_in_rows(const glm::vec3& point, const glm::mat4& matrix) {
  return glm::vec3(glm::vec4(point, 1.0f) * matrix);
}

Tasks kinematics_in_rows(Tasks tasks) {
  using Matrix = const glm::mat4&;
  tasks.bind_matrices = [](const Skeleton& skeleton) { return down_in_rows(skeleton, false); };
  tasks.posed_matrices = [](const Skeleton& skeleton) { return down_in_rows(skeleton, true); };
  tasks.skinning_matrices = [](const Matrices& posed, const Matrices& bind) {
    Matrices all;
    for (std::size_t j = 0; j < bind.size(); ++j) all.push_back(glm::inverse(bind[j]) * posed[j]);
    return all;
  };
  tasks.posed_from_skinning = [](Matrix skinning, Matrix bind) { return bind * skinning; };
  tasks.bind_local_from_bind = [](Matrix parent, Matrix bind) {
    return bind * glm::inverse(parent);
  };
  tasks.user_local_from_posed = [](Matrix bind_local, Matrix parent, Matrix posed) {
    return posed * glm::inverse(parent) * glm::inverse(bind_local);
  };
  tasks.user_local_after_increment = [](Matrix bind_local, Matrix parent, Matrix posed,
                                        Matrix increment) {
    return posed * increment * glm::inverse(parent) * glm::inverse(bind_local);
  };
  tasks.user_local_after_local_increment = [](Matrix user_local, Matrix increment) {
    return user_local * increment;
  };
  return tasks;
}

void skin_in_rows(const Matrices& skinning, const Influences& influences, const Points& positions,
                  const Points& normals, Points& out_positions, Points& out_normals) {
  out_positions = positions;
  out_normals = normals;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t begin = influences.row_begin(i), end = influences.row_end(i);
    if (begin == end) continue;
    glm::mat4 m(0.0f);
    for (std::size_t k = begin; k < end; ++k)
      m += influences.weight[k] * skinning[influences.joint[k]];
    out_positions[i] = placed_in_rows(positions[i], m);
    const glm::mat3 turn(m), cofactors(glm::cross(turn[1], turn[2]), glm::cross(turn[2], turn[0]),
                                       glm::cross(turn[0], turn[1]));
    const float sign = glm::determinant(turn) < 0.0f ? -1.0f : 1.0f;
    const glm::vec3 normal = sign * (normals[i] * cofactors);
    if (normal != glm::vec3(0.0f)) out_normals[i] = glm::normalize(normal);
  }
}

/// Tasks 1 to 4.
Tasks row_code() {
  Tasks tasks = kinematics_in_rows(solution::tasks());
  tasks.find_joints = [](const Skeleton& skeleton, const Matrices& bind, const Points& positions) {
    JointLists lists(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (std::size_t j = 0; j < bind.size(); ++j) {
        const Joint& joint = skeleton.joints[j];
        const glm::vec3 nearest = solution::tasks().closest_on_line_segment(
            placed_in_rows(glm::vec3(0.0f), bind[j]), placed_in_rows(joint.extent, bind[j]),
            positions[i]);
        if (glm::distance(nearest, positions[i]) < joint.radius) lists[i].push_back(int(j));
      }
    return lists;
  };
  tasks.skin = skin_in_rows;
  return tasks;
}

/// The textbook's, with the inverse that students use: glm::affineInverse supports columns only.
Tasks column_code() {
  return with(&Tasks::skinning_matrices, [](const Matrices& posed, const Matrices& bind) {
    Matrices all;
    for (std::size_t j = 0; j < bind.size(); ++j) all.push_back(posed[j] * glm::inverse(bind[j]));
    return all;
  });
}

/// As `marrow grade` runs a check: the functions are in a process of their own.
course::Outcome across(const course::Check& check, const Tasks& tasks) {
  const course::Limits limits{60.0};
  return course::judged_twice(
             [&](const Tasks& theirs) { return course::run_check(check, theirs); }, check.task,
             limits, [&] { return std::make_unique<course::ImplementationProcess>(tasks, limits); })
      .outcome;
}

struct OfVectors {
  explicit OfVectors(bool has_rows) { course::set_dialect({Falloff::inverse, {}, has_rows}); }
  ~OfVectors() { course::set_dialect({}); }
};

}  // namespace

TEST_CASE("row code passes a course of row vectors, and is named in one of column vectors") {
  for (const bool has_rows : {true, false}) {
    const OfVectors of_vectors(has_rows);
    int named = 0;
    for (const course::Check& check : course::checks()) {
      if (check.task > 4 || check.is_timed) continue;
      CAPTURE(check.name);
      for (const bool is_row_code : {true, false}) {
        const course::Outcome outcome = across(check, is_row_code ? row_code() : column_code());
        const std::string reason = course::in_letters(outcome.likely_reason);
        CAPTURE(outcome.expected);
        CAPTURE(outcome.got);
        CAPTURE(reason);
        if (is_row_code == has_rows) CHECK(outcome.passed);
        if (!outcome.names_mistake) continue;
        const bool names_order = contains(reason, has_rows ? "column" : "row");
        CHECK((names_order || contains(reason, "belongs") || contains(reason, "wrong order") ||
               contains(reason, "wrong side")));
        named += names_order;
      }
    }
    CHECK(named > 10);
  }
}

TEST_CASE("texts of a course of row vectors have products, matrices and words in its order") {
  const auto of_rows = [](const std::string& text) {
    course::set_dialect({{}, {{"W", "C"}, {"T", "K"}, {"B", "B"}}, true});
    const std::string words = course::in_letters(text);
    course::set_dialect({});
    return words;
  };
  CHECK(of_rows("T = W B^-1, not B^-1 W") == "K = B^-1 C, not C B^-1");
  CHECK(of_rows("W_j = W_p(j) L_j Ul_j") == "C_j = Ul_j L_j C_p(j)");
  CHECK(of_rows("(W_p L)^-1 = L^-1 W_p^-1") == "(L C_p)^-1 = C_p^-1 L^-1");
  CHECK(of_rows("A (a x A^-1 (tip - o_b))") == "(a x (tip - o_b) A^-1) A");
  CHECK(of_rows("write M * v, M (x, y, z, 1)") == "write v * M, (x, y, z, 1) M");
  CHECK(of_rows("at (0, 0, 1) (vertex 3) of a W that moves") ==
        "at (0, 0, 1) (vertex 3) of a C that moves");
  CHECK(of_rows("that of row vectors, its last column") == "that of column vectors, its last row");
  CHECK(of_rows("moves (1, 2") == "moves (1, 2");
}

}  // namespace marrow::test
