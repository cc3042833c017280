// Spring chains: laws of one step, of colliders and of what a simulation is given.
#include <algorithm>
#include <cstring>

#include "rig/playback.h"
#include "rig/springs/simulation.h"
#include "scene/joint_places.h"
#include "support/random_rig.h"
#include "support/springy.h"
#include "support/support.h"

namespace marrow::test {

namespace {

Scene at_step(const Scene& scene, const Motion& motion, int step) {
  return at_time(scene, motion, float(step * kSpringStep));
}

using Tails = std::vector<glm::dvec3>;

/// The tails after each of the steps.
std::vector<Tails> played(const Scene& scene, const Motion& motion, int steps) {
  std::vector<Tails> all;
  SpringSimulation springs(at_step(scene, motion, 0));
  for (int step = 1; step <= steps; ++step) {
    springs.step(at_step(scene, motion, step));
    all.push_back(springs.tails());
  }
  return all;
}

double farthest_apart(const std::vector<Tails>& a, const std::vector<Tails>& b) {
  double apart = 0.0;
  for (std::size_t step = 0; step < a.size(); ++step)
    for (std::size_t link = 0; link < a[step].size(); ++link)
      apart = std::max(apart, glm::distance(a[step][link], b[step][link]));
  return apart;
}

/// The scene with turned joints: Ul = L^-1 T R S, T and S as posed; joints without a finite result
/// stay.
Scene swung(const Scene& posed, const std::vector<SwungJoint>& joints) {
  Scene result = posed;
  for (const SwungJoint& turned : joints) {
    const JointRef ref = find_joint(result, turned.joint);
    if (ref.node < 0) continue;
    Joint& joint = edit_skeleton(result, ref.node).joints[std::size_t(ref.joint)];
    const glm::dmat4 local = glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local);
    const glm::dmat3 rotation = glm::mat3_cast(turned.rotation);
    glm::dmat4 turned_local(1.0);
    for (int c = 0; c < 3; ++c)
      turned_local[c] = glm::dvec4(rotation[c] * glm::length(glm::dvec3(local[c])), 0.0);
    turned_local[3] = local[3];
    glm::dmat4 user_local = glm::inverse(glm::dmat4(joint.bind_local)) * turned_local;
    for (int c = 0; c < 4; ++c) user_local[c].w = c == 3 ? 1.0 : 0.0;
    if (is_finite(glm::mat4(user_local))) joint.user_local = glm::mat4(user_local);
  }
  return result;
}

/// Where the joints of the chain and the tip of the last bone are when the scene has swung.
Tails places_of_tails(const Scene& posed, const std::vector<SwungJoint>& joints) {
  const Scene scene = swung(posed, joints);
  const Skeleton& skeleton = *scene.nodes[0].skeleton;
  Tails tails;
  for (std::size_t link = 0; link < joints.size(); ++link) {
    const int joint = joint_index(skeleton, joints[link].joint);
    const glm::dmat4 world = exact_world_from_node(scene, 0) * posed_place(skeleton, joint);
    const bool is_last = link + 1 == joints.size();
    const glm::dvec3 tail = is_last
                                ? glm::dvec3(skeleton.joints[std::size_t(joint)].extent)
                                : glm::dvec3(skeleton.joints[std::size_t(joint) + 1].bind_local[3]);
    tails.emplace_back(world * glm::dvec4(tail, 1.0));
  }
  return tails;
}

/// The distance of a point from the surface r(t); below 0 inside. For a rigid `world`.
double outside_of(const SpringCollider& collider, const glm::dmat4& world,
                  const glm::dvec3& point) {
  const glm::dvec3 a(world * glm::dvec4(glm::dvec3(collider.offset), 1.0));
  const glm::dvec3 b(world * glm::dvec4(glm::dvec3(collider.tail.value_or(collider.offset)), 1.0));
  const double length = glm::dot(b - a, b - a);
  const double t = length > 0.0 ? std::clamp(glm::dot(point - a, b - a) / length, 0.0, 1.0) : 0.0;
  const auto r0 = double(collider.radius),
             r1 = double(collider.tail_radius.value_or(collider.radius));
  return glm::distance(point, a + (b - a) * t) - (r0 + t * (r1 - r0));
}

}  // namespace

TEST_CASE("without gravity and without movement nothing moves") {
  Random random(1);
  const Scene scene = springy_scene(random, {.is_turned = true, .gravity_power = 0.0f});
  SpringSimulation springs(scene);
  const Tails rest = springs.tails();
  const std::vector<SwungJoint> before = springs.joints();
  REQUIRE(before.size() == 4);
  for (int step = 0; step < 600; ++step) springs.step(scene);
  for (std::size_t link = 0; link < rest.size(); ++link) {
    CHECK(glm::distance(springs.tails()[link], rest[link]) < 1e-12);
    CHECK(std::abs(glm::dot(springs.joints()[link].rotation, before[link].rotation)) > 1.0 - 1e-14);
  }
}

TEST_CASE("bones keep their length, and joints turn to where the tails are") {
  for (auto& random : seeds<Random>(1, 6)) {
    const Scene scene = springy_scene(random, {.is_turned = true});
    const Motion motion = sway(random, 4.0f);
    SpringSimulation springs(at_step(scene, motion, 0));
    for (int step = 1; step <= 240; ++step) {
      const Scene posed = at_step(scene, motion, step);
      springs.step(posed);
      const Tails tails = springs.tails(), places = places_of_tails(posed, springs.joints());
      REQUIRE(tails.size() == 4);
      for (std::size_t link = 0; link < tails.size(); ++link)
        REQUIRE(glm::distance(tails[link], places[link]) < 1e-6);
      for (std::size_t link = 1; link < tails.size(); ++link)
        REQUIRE(std::abs(glm::distance(tails[link], tails[link - 1]) - 0.2) < 1e-6 * 0.2);
    }
  }
}

TEST_CASE("one bone's step is the formula's") {
  Random random(3);
  const SpringyOptions options{.links = 1, .stiffness = 2.0f, .gravity_power = 0.7f, .drag = 0.25f};
  const Scene scene = springy_scene(random, options);
  SpringSimulation springs(scene);
  const glm::dvec3 head(0.0, 1.0, double(-options.bone));
  glm::dvec3 before = springs.tails()[0], now = before;
  for (int step = 0; step < 30; ++step) {
    glm::dvec3 next = now + (now - before) * 0.75 + glm::dvec3(0.0, 0.0, -1.0) * (2.0 / 60.0) -
                      glm::dvec3(0.0, 1.0, 0.0) * (double(0.7f) / 60.0);
    next = head + glm::normalize(next - head) * double(options.bone);
    before = now;
    now = next;
    springs.step(scene);
    REQUIRE(glm::distance(springs.tails()[0], now) < 1e-12);
  }
}

TEST_CASE("the same scenes give the same bits") {
  Random random(4);
  const Scene scene = springy_scene(random, {.is_turned = true});
  const Motion motion = sway(random, 10.0f);
  const std::vector<Tails> once = played(scene, motion, 600), again = played(scene, motion, 600);
  for (std::size_t step = 0; step < once.size(); ++step)
    REQUIRE(std::memcmp(once[step].data(), again[step].data(),
                        once[step].size() * sizeof(glm::dvec3)) == 0);
}

TEST_CASE("full drag without stiffness: a tail follows only as far as its bone drags it") {
  Random random(5);
  const Scene scene =
      springy_scene(random, {.links = 1, .stiffness = 0.0f, .gravity_power = 0.0f, .drag = 1.0f});
  const Motion motion = sway(random, 3.0f);
  SpringSimulation springs(at_step(scene, motion, 0));
  glm::dvec3 tail = springs.tails()[0];
  for (int step = 1; step <= 180; ++step) {
    const Scene posed = at_step(scene, motion, step);
    springs.step(posed);
    const glm::dvec3 head(posed_place(*posed.nodes[0].skeleton, 1)[3]);
    tail = head + glm::normalize(tail - head) * double(0.2f);
    REQUIRE(glm::distance(springs.tails()[0], tail) < 1e-7);
  }
}

TEST_CASE("everything moved rigidly, gravity too: the tails are moved rigidly") {
  for (auto& random : seeds<Random>(1, 5)) {
    Scene scene = springy_scene(random, {.is_turned = true});
    add_colliders(scene,
                  {{.target = kSpringHips, .offset = {0.0f, -0.1f, -0.3f}, .radius = 0.12f},
                   {.target = kSpringNode, .tail = glm::vec3(0.0f, 0.6f, 0.0f), .radius = 0.2f}});
    const Motion motion = sway(random, 4.0f);
    Scene moved = scene;
    const glm::mat4 rigid = random.rigid(3.0f);
    moved.nodes[0].local = rigid;
    Springs springs = *scene.springs;
    for (SpringJoint& joint : springs.chains[0].joints)
      joint.gravity = glm::vec3(rigid * glm::vec4(joint.gravity, 0.0f));
    moved.springs = std::make_shared<Springs>(springs);
    std::vector<Tails> there = played(moved, motion, 240);
    const glm::dmat4 back = glm::inverse(glm::dmat4(rigid));
    for (Tails& tails : there)
      for (glm::dvec3& tail : tails) tail = glm::dvec3(back * glm::dvec4(tail, 1.0));
    CHECK(farthest_apart(there, played(scene, motion, 240)) < 2e-5);
  }
}

TEST_CASE("a tail that can get out of a collider is out of it") {
  for (auto& random : seeds<Random>(1u, 7u)) {
    Scene scene = springy_scene(random, {.stiffness = 0.3f, .gravity_power = 1.5f});
    // Each within reach of some links; a chain's heads avoid them as far as they can.
    const std::vector<SpringCollider> bodies = {
        {.target = kSpringNode, .offset = {0.02f, 0.7f, -0.3f}, .radius = 0.1f},
        {.target = kSpringHips,
         .offset = {-0.4f, -0.35f, -0.3f},
         .tail = glm::vec3(0.4f, -0.3f, -0.3f),
         .radius = 0.08f},
        {.target = kSpringHips,
         .offset = {-0.4f, -0.35f, -0.3f},
         .tail = glm::vec3(0.3f, -0.3f, -0.3f),
         .radius = 0.02f,
         .tail_radius = 0.16f}};
    const SpringCollider body = bodies[random.seed % 3];
    add_colliders(scene, {body});
    const Motion motion = sway(random, 5.0f, 0.1f, 0.4f);
    SpringSimulation springs(at_step(scene, motion, 0));
    int met = 0;
    for (int step = 1; step <= 300; ++step) {
      const Scene posed = at_step(scene, motion, step);
      springs.step(posed);
      const glm::dmat4 world = body.target == kSpringHips ? posed_place(*posed.nodes[0].skeleton, 0)
                                                          : exact_world_from_node(posed, 0);
      for (const glm::dvec3& tail : springs.tails()) {
        const double outside = outside_of(body, world, tail) - double(0.02f);
        met += outside < 1e-9;
        REQUIRE(outside > -1e-7);
      }
    }
    CHECK(met > 20);
  }
}

TEST_CASE("a tapered collider whose radii are the same is the one without a taper, to the bit") {
  Random random(12);
  Scene scene = springy_scene(random, {.stiffness = 0.3f, .gravity_power = 1.5f}), same = scene;
  SpringCollider body{.target = kSpringHips,
                      .offset = {-0.4f, -0.35f, -0.3f},
                      .tail = glm::vec3(0.4f, -0.3f, -0.3f),
                      .radius = 0.08f};
  add_colliders(scene, {body});
  body.tail_radius = body.radius;
  add_colliders(same, {body});
  const Motion motion = sway(random, 5.0f, 0.1f, 0.4f);
  CHECK(played(scene, motion, 300) == played(same, motion, 300));
  body.tail_radius = 0.2f;
  Scene tapered = scene;
  add_colliders(tapered, {body});
  CHECK(played(scene, motion, 300) != played(tapered, motion, 300));
}

TEST_CASE("a center that carries everything along gives a chain no speed") {
  Random random(7);
  Scene scene = springy_scene(random, {.gravity_power = 0.0f});
  Springs springs = *scene.springs;
  springs.chains[0].center = kSpringNode;
  scene.springs = std::make_shared<Springs>(springs);
  SpringSimulation simulation(scene);
  const Tails rest = simulation.tails();
  for (int step = 1; step <= 120; ++step) {
    const glm::mat4 carried =
        glm::rotate(glm::translate(glm::mat4(1.0f), glm::vec3(0.1f * float(step), 0.0f, 0.0f)),
                    0.02f * float(step), glm::vec3(0.0f, 1.0f, 0.0f));
    scene.nodes[0].local = carried;
    simulation.step(scene);
    for (std::size_t link = 0; link < rest.size(); ++link)
      REQUIRE(glm::distance(simulation.tails()[link],
                            glm::dvec3(glm::dmat4(carried) * glm::dvec4(rest[link], 1.0))) < 1e-5);
  }
}

TEST_CASE("what has no length, is mirrored or is gone does not swing, and nothing is NaN") {
  Random random(8);
  Scene scene = springy_scene(random);
  Skeleton& skeleton = edit_skeleton(scene, 0);
  skeleton.joints[2].bind_local = glm::scale(skeleton.joints[2].bind_local, {-1.0f, 1.0f, 1.0f});
  skeleton.joints[4].extent = glm::vec3(0.0f);
  Springs springs = *scene.springs;
  springs.chains[0].joints.insert(springs.chains[0].joints.begin(), {.joint = 77});
  springs.chains[0].end = 78;
  scene.springs = std::make_shared<Springs>(springs);
  REQUIRE(why_invalid(scene) == "");
  SpringSimulation simulation(scene);
  REQUIRE(simulation.joints().size() == 3);
  Scene flat = scene;
  edit_skeleton(flat, 0).joints[0].user_local = glm::scale(glm::mat4(1.0f), glm::vec3(0.0f));
  for (int step = 0; step < 20; ++step) {
    simulation.step(step % 5 == 3 ? flat : scene);
    for (const SwungJoint& joint : simulation.joints())
      REQUIRE(glm::length(joint.rotation) == doctest::Approx(1.0));
  }
  CHECK(why_invalid(swung(flat, simulation.joints())) == "");
  for (const glm::dvec3& tail : simulation.tails()) CHECK(glm::length(tail) < 10.0);
}

TEST_CASE("a chain ends before a joint that is not below the one before it") {
  Random random(9);
  Scene scene = springy_scene(random);
  Springs springs = *scene.springs;
  std::swap(springs.chains[0].joints[1], springs.chains[0].joints[3]);
  scene.springs = std::make_shared<Springs>(springs);
  SpringSimulation simulation(scene);
  REQUIRE(simulation.joints().size() == 2);
  CHECK(simulation.joints()[0].joint == kFirstLink);
  CHECK(simulation.joints()[1].joint == kFirstLink + 3);
}

}  // namespace marrow::test
