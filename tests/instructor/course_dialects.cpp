// The rules of weights that a course may teach: the right function of each, and what the other is
// called.
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
  explicit OfCourse(Falloff weights) { course::set_dialect({weights, {}}); }
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

}  // namespace marrow::test
