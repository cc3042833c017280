// Random operations, sensible and senseless, all undone and redone; and floods of NaN and infinity.
#include "support/soak.h"

#include <limits>

#include "edit/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Tally {
  std::size_t done = 0, refused = 0;
};

/// The expected bits of each step, kept separately.
void expect_after(RandomEdits::Done what, const Document& document, std::vector<std::string>& bits,
                  Tally& tally) {
  const std::size_t at = document.history().current();
  ++(what == RandomEdits::Done::refused ? tally.refused : tally.done);
  if (what == RandomEdits::Done::pushed) {
    bits.resize(at);
    bits.push_back(bits_of(document.committed()));
  }
  if (what == RandomEdits::Done::refused) REQUIRE_FALSE(document.reason().empty());
  REQUIRE(document.history().steps().size() == bits.size());
  REQUIRE(bits_of(document.committed()) == bits[at]);
  REQUIRE(why_invalid(document.committed()) == "");
  if (!document.shown_time()) REQUIRE(document.scene() == document.committed());
  REQUIRE_FALSE(document.in_gesture());
}

/// Undoes and redoes everything, each step bit for bit.
void expect_way_back(Document& document, const std::vector<std::string>& bits) {
  while (document.redo())
    REQUIRE(bits_of(document.committed()) == bits[document.history().current()]);
  while (document.undo())
    REQUIRE(bits_of(document.committed()) == bits[document.history().current()]);
  REQUIRE(document.history().current() == 0);
  REQUIRE_FALSE(document.is_dirty());
  while (document.redo())
    REQUIRE(bits_of(document.committed()) == bits[document.history().current()]);
  REQUIRE(document.history().current() + 1 == bits.size());
}

void soak(std::uint64_t seed, RandomEdits::Of of, int operations, Tally& tally) {
  Random random(seed);
  RandomEdits edits(random, of);
  Document document(implementation(), full_scene(random));
  std::vector<std::string> bits{bits_of(document.committed())};
  for (int i = 0; i < operations; ++i) expect_after(edits.edit(document), document, bits, tally);
  expect_way_back(document, bits);
}

}  // namespace

TEST_CASE(
    "random operations, undone and redone whole, return to bit-identical scenes; what is refused "
    "changes nothing") {
  const int first = wished("MARROW_SOAK_FIRST", 0), rounds = wished("MARROW_SOAK_ROUNDS", 12),
            operations = wished("MARROW_SOAK_OPERATIONS", 300);
  Tally tally;
  for (int round = first; round < first + rounds; ++round) {
    CAPTURE(round);
    soak(std::uint64_t(round), RandomEdits::Of::everything, operations, tally);
  }
  MESSAGE(tally.done << " done, " << tally.refused << " refused");
  CHECK(2 * tally.done > tally.refused);
}

TEST_CASE("random operations of the timeline alone, likewise") {
  const int rounds = wished("MARROW_SOAK_TIMELINES", 4),
            operations = wished("MARROW_SOAK_OPERATIONS", 300);
  Tally tally;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    soak(std::uint64_t(round) + 1000, RandomEdits::Of::timeline, operations, tally);
  }
  MESSAGE(tally.done << " done, " << tally.refused << " refused");
  CHECK(tally.done > tally.refused);
}

TEST_CASE("once the history is at its cap, memory stays flat however long the session is") {
  const int edits_after = wished("MARROW_SOAK_EDITS", 3000);
  constexpr std::size_t kCap = 2u << 20;
  Random random(5);
  RandomEdits edits(random);
  Document document(implementation(), full_scene(random), "Start", kCap);
  while (document.history().memory() < kCap - kCap / 8) edits.edit(document);
  for (int i = 0; i < edits_after / 2; ++i) edits.edit(document);
  const std::size_t warm = allocated_bytes();
  for (int i = 0; i < edits_after; ++i) {
    edits.edit(document);
    REQUIRE(document.history().memory() <= kCap);
  }
  const std::size_t now = allocated_bytes();
  MESSAGE("allocated after the warm-up " << warm / 1024 << " kB, after " << edits_after
                                         << " more edits " << now / 1024 << " kB");
  CHECK(now < warm + kCap);
}

TEST_CASE(
    "done again from its start, every step gives the same scene: operations are plain values that "
    "can be replayed") {
  Random random(77);
  RandomEdits edits(random);
  Document document(implementation(), full_scene(random));
  for (int i = 0; i < 300; ++i) document.perform(edits.operation(document.scene()));
  const std::vector<History::Step>& steps = document.history().steps();
  REQUIRE(steps.size() > 50);
  for (std::size_t step = 1; step < steps.size(); ++step) {
    const Applied again = apply(steps[step - 1].scene, *steps[step].operation, implementation());
    REQUIRE(again.scene.has_value());
    CHECK(same_content(*again.scene, steps[step].scene));
  }
}

TEST_CASE("no field of any operation lets in a number that is not finite") {
  const Scene scene = full_scene(3);
  const Id node = scene.nodes[1].id, joint = scene.nodes[1].skeleton->joints[4].id;
  const float bad_ones[] = {NAN, -NAN, INFINITY, -INFINITY,
                            std::numeric_limits<float>::signaling_NaN()};
  const auto each_matrix = [&](const auto& make) {
    for (const float bad : bad_ones) {
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
          glm::mat4 matrix(1.0f);
          matrix[column][row] = bad;
          refusal(scene, make(matrix));
        }
      }
    }
  };
  each_matrix([&](const glm::mat4& m) { return op::ApplyIncrement{{joint}, m, "Move"}; });
  each_matrix([&](const glm::mat4& m) { return op::ApplyIncrement{{node}, m, "Move"}; });
  each_matrix([&](const glm::mat4& m) { return op::SetUserLocal{{{joint, m}}}; });
  each_matrix([&](const glm::mat4& m) { return op::SetNodeLocal{node, m}; });
  each_matrix([&](const glm::mat4& m) { return op::MoveTip{joint, m, true}; });
  each_matrix([&](const glm::mat4& m) { return op::MoveTip{joint, m, false}; });
  each_matrix([&](const glm::mat4& m) { return op::MoveBase{joint, m}; });
  for (const float bad : bad_ones) {
    refusal(scene, op::SetRadius{{joint}, {bad}});
    refusal(scene, op::SetSkeletonChoices{node, {.falloff = Falloff::linear}, bad});
    refusal(scene, op::AddJoint{node, joint, {}, {0, 1, 0}, bad, "new"});
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 vector(0.0f);
      vector[axis] = bad;
      refusal(scene, op::SetExtent{joint, vector});
      refusal(scene, op::AddJoint{node, joint, vector, {}, 0.1f, "new"});
      refusal(scene, op::AddJoint{node, joint, {}, vector, 0.1f, "new"});
    }
  }
}

SOLVED_CASE("finite numbers whose products are not are kept out as well") {
  const Scene scene = full_scene(4);
  const Id node = scene.nodes[0].id, root = scene.nodes[1].skeleton->joints[0].id;
  const glm::mat4 far = glm::translate(glm::mat4(1.0f), {3e38f, 3e38f, 3e38f}),
                  large = glm::scale(glm::mat4(1.0f), glm::vec3(1e30f));
  for (const glm::mat4& matrix : {far, large}) {
    for (const Operation& operation :
         {Operation(op::ApplyIncrement{{root}, matrix, "Move"}),
          Operation(op::ApplyIncrement{{node}, matrix, "Move"}),
          Operation(op::SetUserLocal{{{root, matrix}}}), Operation(op::SetNodeLocal{node, matrix}),
          Operation(op::MoveTip{root, matrix, true}), Operation(op::MoveBase{root, matrix}),
          Operation(op::SetExtent{root, {3e38f, 3e38f, 3e38f}})}) {
      const Applied applied = apply(scene, operation, implementation());
      if (!applied.scene) continue;
      for (const auto& [joint, world] : world_from_joints(*applied.scene)) CHECK(is_finite(world));
      for (const auto& [joint, world] : world_from_bind(*applied.scene)) CHECK(is_finite(world));
    }
  }
}

TEST_CASE("functions that throw or return nonsense cost the edit, not the scene") {
  const Scene scene = full_scene(5);
  const Id joint = scene.nodes[1].skeleton->joints[4].id;
  const glm::mat4 shift = glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f});
  Tasks throwing = implementation();
  throwing.user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&,
                                           const glm::mat4&) -> glm::mat4 {
    throw std::runtime_error("not written yet");
  };
  const Applied thrown = apply(scene, op::ApplyIncrement{{joint}, shift, "Move"}, throwing);
  CHECK_FALSE(thrown.scene.has_value());
  CHECK(contains(thrown.reason, "not written yet"));
  Tasks nonsense = implementation();
  nonsense.posed_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(); };
  nonsense.user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&,
                                           const glm::mat4&) { return glm::mat4(NAN); };
  CHECK_FALSE(apply(scene, op::ApplyIncrement{{joint}, shift, "Move"}, nonsense).scene.has_value());
}

TEST_CASE(
    "a trace of rounding in the last row of an implementation's result is taken away, a wrong row "
    "is refused") {
  const Scene scene = full_scene(6);
  const Id joint = scene.nodes[1].skeleton->joints[4].id;
  const op::ApplyIncrement move{
      {joint}, glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}), "Move"};
  using Matrix = const glm::mat4&;
  Tasks rounding = implementation();
  rounding.user_local_after_increment = [](Matrix, Matrix, Matrix, Matrix) {
    glm::mat4 result(1.0f);
    result[0].w = 1e-7f;
    result[3].w = 0.999999f;
    return result;
  };
  const Applied applied = apply(scene, move, rounding);
  REQUIRE(applied.scene.has_value());
  CHECK(joint_named(*applied.scene, "j4").user_local == glm::mat4(1.0f));
  Tasks wrong = implementation();
  wrong.user_local_after_increment = [](Matrix, Matrix, Matrix, Matrix) { return glm::mat4(0.5f); };
  CHECK_FALSE(apply(scene, move, wrong).scene.has_value());
}
