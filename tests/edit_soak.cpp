// Random operations, sensible and senseless, undone and redone whole; and floods of numbers that are none.
#include <cstdlib>
#include <cstring>
#include <limits>

#include "edit_support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// All bits of a scene that an operation can touch, meshes by identity.
std::string bits_of(const Scene& scene) {
  std::string bits;
  const auto put = [&](const auto& value) { bits.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(scene.next_id);
  for (const Node& node : scene.nodes) {
    put(node.id), put(node.parent), put(node.local), put(node.bound_to), put(node.explicit_weights), put(node.visible);
    put(node.mesh.get());
    bits += node.name;
    if (!node.skeleton) continue;
    put(node.skeleton->falloff);
    for (const Joint& joint : node.skeleton->joints) {
      put(joint.id), put(joint.parent), put(joint.bind_local), put(joint.user_local), put(joint.extent), put(joint.radius);
      put(joint.extent_guessed);
      bits += joint.name;
    }
    for (const Pose& pose : node.skeleton->poses) {
      bits += pose.name;
      for (const Pose::Entry& entry : pose.entries) put(entry.joint), put(entry.user_local);
    }
  }
  return bits;
}

/// Draws operations on whatever the scene has, now and then on what it has not.
class Fate {
 public:
  Fate(Random& random, const Scene& scene) : random_(random), scene_(scene) {}

  Operation operation() {
    switch (random_.below(25)) {
      case 0:
        return op::ApplyIncrement{random_.chance(0.5f) ? some(&Fate::joint) : some(&Fate::node), random_increment(random_), "Move"};
      case 1:
        return op::SetUserLocal{{{joint(), random_.affine(0.3f)}, {joint(), random_.rigid(0.3f)}}};
      case 2:
        return op::ResetPose{skeleton(), random_.chance(0.5f) ? std::vector<Id>() : some(&Fate::joint)};
      case 3:
        return op::SetNodeLocal{node(), random_.affine()};
      case 4:
        return op::SetRadius{{joint()}, {random_.uniform(-0.2f, 1.0f)}};
      case 5:
        return op::SetExtent{joint(), random_.vec3()};
      case 6:
        return op::SetFalloff{skeleton(), static_cast<Falloff>(random_.below(4))};
      case 7:
        return op::MoveTip{joint(), random_increment(random_), random_.chance(0.5f)};
      case 8:
        return op::MoveBase{joint(), random_increment(random_)};
      case 9:
        return op::AddJoint{skeleton(), random_.chance(0.2f) ? kNoId : joint(), random_.vec3(), random_.vec3(), 0.2f, name()};
      case 10:
        return op::DeleteJoint{joint(), random_.chance(0.2f)};
      case 11:
        return op::ReparentJoint{joint(), random_.chance(0.2f) ? kNoId : joint()};
      case 12:
        return op::Rename{random_.chance(0.5f) ? joint() : node(), name()};
      case 13:
        return op::AddSkeleton{name(), random_.chance(0.5f) ? kNoId : node()};
      case 14:
        return scene_.nodes.size() < 20 ? op::AddNodes{full_scene(random_, {.joints = 5})} : op::AddNodes{};
      case 15:
        return op::DeleteNode{random_.chance(0.3f) ? node() : kNoId};
      case 16:
        return op::ReparentNode{node(), random_.chance(0.3f) ? kNoId : node()};
      case 17:
        return op::Bind{node(), random_.chance(0.3f) ? kNoId : skeleton()};
      case 18:
        return op::UseExplicitWeights{node(), random_.chance(0.5f)};
      case 19:
        return op::SetVisible{node(), random_.chance(0.5f)};
      case 20:
        return op::StorePose{skeleton(), name()};
      case 21:
        return op::ApplyPose{skeleton(), name()};
      case 22:
        return op::MirrorJoint{joint(), joint()};
      case 23:
        return op::SetReach{skeleton(), random_.chance(0.5f) ? std::optional(Falloff::smooth) : std::nullopt, random_.uniform(-0.1f, 2.0f)};
      default:
        return op::DeletePose{skeleton(), name()};
    }
  }

 private:
  Id node() {
    if (scene_.nodes.empty() || random_.chance(0.02f)) return 99999;
    return scene_.nodes[static_cast<std::size_t>(random_.below(static_cast<int>(scene_.nodes.size())))].id;
  }
  Id skeleton() {
    for (int tries = 0; tries < 20; ++tries) {
      const Node* found = find_node(scene_, node());
      if (found && found->skeleton) return found->id;
    }
    return node();
  }
  Id joint() {
    const Node* holder = find_node(scene_, skeleton());
    if (!holder || !holder->skeleton || holder->skeleton->joints.empty()) return node();
    return holder->skeleton->joints[static_cast<std::size_t>(random_.below(static_cast<int>(holder->skeleton->joints.size())))].id;
  }
  std::vector<Id> some(Id (Fate::*one)()) {
    std::vector<Id> ids;
    for (int i = random_.below(4); i >= 0; --i) ids.push_back((this->*one)());
    return ids;
  }
  std::string name() { return std::string("n") + static_cast<char>('a' + random_.below(6)); }

  Random& random_;
  const Scene& scene_;
};

/// MARROW_SOAK="rounds operations" asks for more than the usual round, by hand.
void soak_size(int& rounds, int& operations) {
  if (const char* wanted = std::getenv("MARROW_SOAK")) {
    char* rest = nullptr;
    rounds = static_cast<int>(std::strtol(wanted, &rest, 10));
    operations = static_cast<int>(std::strtol(rest, nullptr, 10));
  }
}

}  // namespace

TEST_CASE("random operations, undone and redone whole, return to bit-identical scenes; what is refused changes nothing") {
  int rounds = 50, operations = 200;
  soak_size(rounds, operations);
  std::size_t done = 0, refused = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    Random random(static_cast<std::uint64_t>(round));
    Document document(bodies(), full_scene(random));
    std::vector<std::string> bits{bits_of(document.scene())};
    for (int i = 0; i < operations; ++i) {
      const Operation operation = Fate(random, document.scene()).operation();
      const bool by_gesture = random.chance(0.3f);
      if (by_gesture) document.begin();
      const bool ok = by_gesture ? document.update(operation) : document.perform(operation);
      if (by_gesture) random.chance(0.2f) ? document.cancel() : static_cast<void>(document.commit());
      CAPTURE(operation.index());
      ++(ok ? done : refused);
      if (!ok) REQUIRE_FALSE(document.reason().empty());
      REQUIRE(why_invalid(document.scene()) == "");
      if (document.history().steps().size() > bits.size()) bits.push_back(bits_of(document.scene()));
      REQUIRE(bits_of(document.scene()) == bits.back());
      REQUIRE(document.history().steps().size() == bits.size());
    }
    for (std::size_t step = bits.size() - 1; step > 0; --step) {
      REQUIRE(document.undo());
      REQUIRE(bits_of(document.scene()) == bits[step - 1]);
    }
    REQUIRE_FALSE(document.is_dirty());
    for (std::size_t step = 1; step < bits.size(); ++step) {
      REQUIRE(document.redo());
      REQUIRE(bits_of(document.scene()) == bits[step]);
    }
  }
  MESSAGE(done << " done, " << refused << " refused");
  CHECK(2 * done > refused);
}

TEST_CASE("done again from its start, every step gives the same scene: operations are plain values that can be replayed") {
  Random random(77);
  Document document(bodies(), full_scene(random));
  for (int i = 0; i < 300; ++i) document.perform(Fate(random, document.scene()).operation());
  const std::vector<History::Step>& steps = document.history().steps();
  REQUIRE(steps.size() > 50);
  for (std::size_t step = 1; step < steps.size(); ++step) {
    const Applied again = apply(steps[step - 1].scene, *steps[step].operation, bodies());
    REQUIRE(again.scene.has_value());
    CHECK(same_content(*again.scene, steps[step].scene));
  }
}

TEST_CASE("no field of any operation lets in a number that is not finite") {
  Random random(3);
  const Scene scene = full_scene(random);
  const Id node = scene.nodes[1].id, joint = scene.nodes[1].skeleton->joints[4].id;
  const float bad_ones[] = {NAN, -NAN, INFINITY, -INFINITY, std::numeric_limits<float>::signaling_NaN()};
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
    refusal(scene, op::SetReach{node, Falloff::linear, bad});
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

TEST_CASE("finite numbers whose products are not are kept out as well") {
  if (lacks_bodies("overflowing products")) return;
  Random random(4);
  const Scene scene = full_scene(random);
  const Id node = scene.nodes[0].id, root = scene.nodes[1].skeleton->joints[0].id;
  const glm::mat4 far = glm::translate(glm::mat4(1.0f), {3e38f, 3e38f, 3e38f}), large = glm::scale(glm::mat4(1.0f), glm::vec3(1e30f));
  for (const glm::mat4& matrix : {far, large}) {
    for (const Operation& operation : {Operation(op::ApplyIncrement{{root}, matrix, "Move"}),
                                       Operation(op::ApplyIncrement{{node}, matrix, "Move"}), Operation(op::SetUserLocal{{{root, matrix}}}),
                                       Operation(op::SetNodeLocal{node, matrix}), Operation(op::MoveTip{root, matrix, true}),
                                       Operation(op::MoveBase{root, matrix}), Operation(op::SetExtent{root, {3e38f, 3e38f, 3e38f}})}) {
      const Applied applied = apply(scene, operation, bodies());
      if (!applied.scene) continue;
      for (const auto& [joint, world] : world_from_joints(*applied.scene)) CHECK(is_finite(world));
      for (const auto& [joint, world] : world_from_bind(*applied.scene)) CHECK(is_finite(world));
    }
  }
}

TEST_CASE("bodies that throw or return nonsense cost the edit, not the scene") {
  Random random(5);
  const Scene scene = full_scene(random);
  const Id joint = scene.nodes[1].skeleton->joints[4].id;
  const glm::mat4 shift = glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f});
  Tasks throwing = bodies();
  throwing.user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&, const glm::mat4&) -> glm::mat4 {
    throw std::runtime_error("not written yet");
  };
  const Applied thrown = apply(scene, op::ApplyIncrement{{joint}, shift, "Move"}, throwing);
  CHECK_FALSE(thrown.scene.has_value());
  CHECK(holds(thrown.reason, "not written yet"));
  Tasks nonsense = bodies();
  nonsense.posed_matrices = [](const Skeleton&) { return std::vector<glm::mat4>(); };
  nonsense.user_local_after_increment = [](const glm::mat4&, const glm::mat4&, const glm::mat4&, const glm::mat4&) {
    return glm::mat4(NAN);
  };
  CHECK_FALSE(apply(scene, op::ApplyIncrement{{joint}, shift, "Move"}, nonsense).scene.has_value());
}

TEST_CASE("a trace of rounding in the last row of a body's result is taken away, a wrong row is refused") {
  Random random(6);
  const Scene scene = full_scene(random);
  const Id joint = scene.nodes[1].skeleton->joints[4].id;
  const op::ApplyIncrement move{{joint}, glm::translate(glm::mat4(1.0f), {1.0f, 0.0f, 0.0f}), "Move"};
  using Matrix = const glm::mat4&;
  Tasks rounding = bodies();
  rounding.user_local_after_increment = [](Matrix, Matrix, Matrix, Matrix) {
    glm::mat4 result(1.0f);
    result[0].w = 1e-7f;
    result[3].w = 0.999999f;
    return result;
  };
  const Applied applied = apply(scene, move, rounding);
  REQUIRE(applied.scene.has_value());
  CHECK(joint_named(*applied.scene, "j4").user_local == glm::mat4(1.0f));
  Tasks wrong = bodies();
  wrong.user_local_after_increment = [](Matrix, Matrix, Matrix, Matrix) { return glm::mat4(0.5f); };
  CHECK_FALSE(apply(scene, move, wrong).scene.has_value());
}
