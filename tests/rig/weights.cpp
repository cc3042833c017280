// Falloffs, weights of capsules, and explicit weights that came with a mesh.
#include "rig/skinning/weights.h"

#include <limits>

#include "rig/support.h"

namespace marrow::test {

namespace {

Skeleton with_ids(const std::vector<Id>& ids) {
  Skeleton skeleton;
  for (const Id id : ids)
    skeleton.joints.push_back({.id = id, .name = "joint " + std::to_string(id)});
  return skeleton;
}

}  // namespace

TEST_CASE(
    "a nearer bone never weighs less, whatever the falloff, and nothing is ever zero or infinite") {
  std::mt19937 random(51);
  for (const FalloffRow& row : kFalloffs) {
    CAPTURE(row.id);
    for (int round = 0; round < 200; ++round) {
      const float radius = random_number(random, 0.01f, 10.0f);
      double last = std::numeric_limits<double>::infinity();
      for (int step = 0; step <= 100; ++step) {
        const double weight = falloff_weight(row.value, radius * float(step) / 100.0f, radius);
        CHECK(weight > 0.0);
        CHECK(std::isfinite(weight));
        CHECK(weight <= last);
        last = weight;
      }
    }
  }
}

TEST_CASE("falloffs at places that can be redone by hand") {
  CHECK(falloff_weight(Falloff::inverse, 0.25f, 1.0f) == doctest::Approx(4.0));
  CHECK(falloff_weight(Falloff::inverse, 0.0f, 1.0f) == doctest::Approx(1e6));
  CHECK(falloff_weight(Falloff::inverse, 1e-7f, 1.0f) == doctest::Approx(1e6));
  CHECK(falloff_weight(Falloff::linear, 0.5f, 2.0f) == doctest::Approx(0.75));
  CHECK(falloff_weight(Falloff::smooth, 0.5f, 2.0f) == doctest::Approx(0.75 * 0.75 * (3.0 - 1.5)));
  CHECK(falloff_weight(Falloff::smooth, 1.0f, 2.0f) == doctest::Approx(0.5));
  // At the surface a listed joint keeps 1e-7 of the falloff's scale.
  CHECK(falloff_weight(Falloff::linear, std::nextafter(2.0f, 0.0f), 2.0f) ==
        doctest::Approx(1e-7).epsilon(0.2));
  CHECK(falloff_weight(Falloff::smooth, std::nextafter(2.0f, 0.0f), 2.0f) == 1e-7);
}

LAW_CASE("inverse distance weights are positive, sum to one and go as one over the distance") {
  for (auto& random : rounds<std::mt19937>(52, 300)) {
    std::vector<float> distances(std::size_t(random_index(random, 1, 60)));
    for (float& distance : distances)
      distance = std::pow(10.0f, random_number(random, -5.0f, 3.0f));
    const std::vector<float> weights = tasks.inverse_distance_weights(distances);
    REQUIRE(weights.size() == distances.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      sum += double(weights[k]);
      CHECK(weights[k] > 0.0f);
      CHECK(double(weights[k]) * double(distances[k]) ==
            doctest::Approx(double(weights[0]) * double(distances[0])).epsilon(1e-5));
    }
    CHECK(std::abs(sum - 1.0) < 1e-6);
  }
}

LAW_CASE("a vertex on one bone follows it, on two bones both equally") {
  CHECK(tasks.inverse_distance_weights({}).empty());
  CHECK(tasks.inverse_distance_weights({0.0f}) == std::vector<float>{1.0f});
  CHECK(tasks.inverse_distance_weights({0.0f, 0.0f}) == std::vector<float>{0.5f, 0.5f});
  const std::vector<float> one = tasks.inverse_distance_weights({0.0f, 1.0f});
  CHECK(one[0] == doctest::Approx(1.0f).epsilon(1e-5));
  CHECK(one[1] == doctest::Approx(1e-6f));
}

LAW_CASE(
    "weights of random capsules sum to one within 1e-6 with every falloff, and name the joints of "
    "the lists") {
  for (auto& random : rounds<std::mt19937>(53, 60)) {
    Skeleton skeleton = random_skeleton(random, 1 + random.round % 12);
    skeleton.falloff = kFalloffs[std::size_t(random.round) % kFalloffs.size()].value;
    const auto bind = tasks.bind_matrices(skeleton);
    std::vector<glm::vec3> positions;
    for (int i = 0; i < 100; ++i) positions.push_back(random_vector(random, 1.5f));
    positions.push_back(glm::vec3(bind[0][3]));  // on a bone
    const JointLists lists = tasks.find_joints(skeleton, bind, positions);
    const Influences influences = capsule_influences(skeleton, bind, positions, lists, tasks);
    REQUIRE(influences.vertex_count() == positions.size());
    REQUIRE(influences.distance.size() == influences.joint.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      REQUIRE(influences.row_size(i) == lists[i].size());
      for (std::size_t k = 0; k < lists[i].size(); ++k) {
        const std::size_t at = influences.row_begin(i) + k;
        CHECK(int(influences.joint[at]) == lists[i][k]);
        CHECK(influences.weight[at] > 0.0f);
        CHECK(influences.distance[at] < skeleton.joints[std::size_t(lists[i][k])].radius);
      }
      if (!lists[i].empty()) CHECK(std::abs(row_sum(influences, i) - 1.0) < 1e-6);
    }
  }
}

LAW_CASE(
    "with the linear falloff a weight fades out at the capsule's surface; inverse distance steps "
    "there") {
  // Two bones along x that meet at 0, radius 0.75; a vertex 0.5 off the first, at the second's
  // surface.
  Skeleton skeleton;
  skeleton.joints.push_back(
      {.id = 1, .name = "left", .extent = {-2.0f, 0.0f, 0.0f}, .radius = 0.75f});
  skeleton.joints.push_back(
      {.id = 2, .name = "right", .extent = {2.0f, 0.0f, 0.0f}, .radius = 0.75f});
  const std::vector<glm::mat4> bind(2, glm::mat4(1.0f));
  const float edge = -std::sqrt(0.75f * 0.75f - 0.25f);
  const std::vector<glm::vec3> positions{{edge + 1e-4f, 0.5f, 0.0f}};
  const JointLists lists = tasks.find_joints(skeleton, bind, positions);
  REQUIRE(lists[0] == std::vector<int>{0, 1});
  const float inverse = capsule_influences(skeleton, bind, positions, lists, tasks).weight[1];
  CHECK(inverse == doctest::Approx(0.40f).epsilon(1e-3));  // (1/0.75) / (1/0.5 + 1/0.75)
  skeleton.falloff = Falloff::linear;
  CHECK(capsule_influences(skeleton, bind, positions, lists, tasks).weight[1] < 1e-3f);
  skeleton.falloff = Falloff::smooth;
  CHECK(capsule_influences(skeleton, bind, positions, lists, tasks).weight[1] < 1e-6f);
}

TEST_CASE("explicit weights turn ids into indices and are used as they are") {
  const Skeleton skeleton = with_ids({7, 5, 9});
  const Influences influences =
      explicit_influences(skeleton, {{0, 2, 2, 3}, {9, 7, 5}, {0.25f, 0.75f, 1.0f}});
  CHECK(influences.rows == std::vector<Influences::Row>{{0, 2}, {2, 0}, {2, 1}});
  CHECK(influences.joint == std::vector<std::uint32_t>{0, 2, 1});
  CHECK(influences.weight == std::vector<float>{0.75f, 0.25f, 1.0f});
  CHECK(influences.distance.empty());
}

TEST_CASE(
    "weights of a deleted joint go to the others of the row; a row that loses everything is "
    "uncovered") {
  const Skeleton skeleton = with_ids({7, 5});
  const Influences influences = explicit_influences(
      skeleton, {{0, 3, 4, 6}, {7, 9, 5, 9, 5, 7}, {0.25f, 0.5f, 0.25f, 1.0f, 0.0f, 1.0f}});
  CHECK(influences.rows == std::vector<Influences::Row>{{0, 2}, {2, 0}, {2, 1}});
  CHECK(influences.joint == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(influences.weight == std::vector<float>{0.5f, 0.5f, 1.0f});
}

TEST_CASE("a joint named twice in a row has the sum of both weights") {
  const Influences influences =
      explicit_influences(with_ids({7, 5}), {{0, 3}, {7, 5, 7}, {0.25f, 0.25f, 0.5f}});
  CHECK(influences.joint == std::vector<std::uint32_t>{0, 1});
  CHECK(influences.weight == std::vector<float>{0.75f, 0.25f});
}

TEST_CASE(
    "explicit rows that name a joint twice or do not sum to one are merged and renormalized") {
  std::mt19937 random(54);
  const Skeleton skeleton = with_ids({1, 2, 3, 4, 5});
  for (int round = 0; round < 100; ++round) {
    ExplicitWeights weights;
    weights.row_begin.push_back(0);
    for (int i = 0; i < 20; ++i) {
      for (int k = random_index(random, 0, 8); k > 0; --k) {
        weights.joint.push_back(Id(random_index(random, 1, 8)));  // 6 to 8 are gone
        weights.weight.push_back(random_number(random, 0.0f, 2.0f));
      }
      end_row(weights);
    }
    const Influences influences = explicit_influences(skeleton, weights);
    REQUIRE(influences.vertex_count() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::uint32_t k = influences.row_begin(i); k + 1 < influences.row_end(i); ++k) {
        CHECK(influences.joint[k] < influences.joint[k + 1]);
      }
      if (influences.row_size(i) > 0) CHECK(std::abs(row_sum(influences, i) - 1.0) < 1e-6);
    }
  }
}

}  // namespace marrow::test
