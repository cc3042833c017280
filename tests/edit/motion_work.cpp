// Edits of motions: fewer keys, timing, path, planted feet, mixing; on random rigs and real walks.
#include <set>

#include "edit/motions/hold.h"
#include "edit/motions/remade.h"
#include "edit/motions/simplify.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/keys.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Origins of joints and nodes and ends of bones, world space.
std::vector<glm::dvec3> points_of(const Scene& scene) {
  std::vector<glm::dvec3> points;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const glm::dmat4 world = exact_world_from_node(scene, int(n));
    points.emplace_back(world[3]);
    if (!scene.nodes[n].skeleton) continue;
    const Skeleton& skeleton = *scene.nodes[n].skeleton;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const glm::dmat4 place = world * posed_place(skeleton, int(j));
      points.emplace_back(place[3]);
      points.emplace_back(place * glm::dvec4(skeleton.joints[j].extent, 1.0));
    }
  }
  return points;
}

double farthest_apart(const Scene& a, const Scene& b) {
  const std::vector<glm::dvec3> one = points_of(a), other = points_of(b);
  REQUIRE(one.size() == other.size());
  double farthest = 0.0;
  for (std::size_t p = 0; p < one.size(); ++p)
    farthest = std::max(farthest, glm::length(one[p] - other[p]));
  return farthest;
}

double apart_at(const Scene& scene, const Motion& a, float at_a, const Motion& b, float at_b) {
  return farthest_apart(at_time(scene, a, at_a), at_time(scene, b, at_b));
}

/// A rig of rotations and translations in one node.
Scene rig_of(Random& random, int joints = 7) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].id = 1;
  scene.nodes[0].name = "rig";
  scene.nodes[0].local = random.rigid();
  scene.nodes[0].skeleton = std::make_shared<const Skeleton>(
      random_skeleton(random, {.joints = joints, .roots = 1, .posed = false}));
  scene.next_id = 1000;
  return scene;
}

MotionTrack rest_of(const Joint& joint) {
  return {.target = joint.id,
          .translation = glm::vec3(joint.bind_local[3]),
          .rotation = glm::normalize(glm::quat_cast(glm::mat3(joint.bind_local)))};
}

/// Every joint swings, the root travels; keys at each frame of 30 a second.
Motion swinging(Random& random, const Scene& scene, float seconds, Interpolation interpolation) {
  Motion motion;
  motion.name = "swing";
  const int frames = int(seconds * 30.0f);
  for (const Joint& joint : first_skeleton(scene).joints) {
    MotionTrack track = rest_of(joint);
    const glm::vec3 axis = random.direction(), way = random.vec3();
    const float speed = random.uniform(0.5f, 4.0f), size = random.uniform(0.1f, 0.9f);
    std::vector<Key> turns, places;
    for (int frame = 0; frame <= frames; ++frame) {
      const float t = float(frame) / 30.0f;
      const glm::quat turn = track.rotation * glm::angleAxis(size * std::sin(speed * t), axis);
      const glm::vec3 place = track.translation + t * way;
      const KeyShape shape = interpolation == Interpolation::step     ? KeyShape::step
                             : interpolation == Interpolation::linear ? KeyShape::linear
                                                                      : KeyShape::smooth;
      turns.push_back({t, {turn.x, turn.y, turn.z, turn.w}, {}, {}, shape});
      places.push_back({t, {place.x, place.y, place.z}, {}, {}, shape});
    }
    track.channels.push_back(channel_of(MotionProperty::rotation, std::move(turns)));
    if (joint.parent < 0)
      track.channels.push_back(channel_of(MotionProperty::translation, std::move(places)));
    motion.tracks.push_back(std::move(track));
  }
  return motion;
}

/// Whether the other channel has each key of the first, to the bit.
bool is_subset(const MotionChannel& few, const MotionChannel& many) {
  for (const Key& key : keys_of(few)) {
    bool any = false;
    for (const Key& old : keys_of(many))
      any |= old.seconds == key.seconds && old.value == key.value;
    if (!any) return false;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "a simplified motion has fewer keys, all of them old ones, and errs by no more than said") {
  for (auto& random : seeds<Random>(1, 9)) {
    const Scene scene = rig_of(random);
    const Motion motion = swinging(random, scene, 3.0f, Interpolation::linear);
    std::size_t last = number_of_keys(motion) + 1;
    for (const double tolerance : {0.002, 0.01, 0.05}) {
      const SimplifiedMotion thin = simplified(scene, motion, tolerance);
      CHECK(thin.keys_before == number_of_keys(motion));
      CHECK(thin.keys_after == number_of_keys(thin.motion));
      CHECK(thin.keys_after <= last);
      CHECK(thin.keys_after * 2 < thin.keys_before);
      CHECK(thin.error <= tolerance);
      last = thin.keys_after;
      double error = 0.0;
      for (const float time : motion.tracks[0].channels[0].times)
        error = std::max(error, apart_at(scene, motion, time, thin.motion, time));
      CHECK(error <= tolerance + 1e-6);
      CHECK(error == doctest::Approx(thin.error).epsilon(1e-4));
      CHECK(why_invalid(thin.motion) == "");
      for (std::size_t t = 0; t < motion.tracks.size(); ++t)
        CHECK(is_subset(thin.motion.tracks[t].channels[0], motion.tracks[t].channels[0]));
    }
  }
}

TEST_CASE("straight lines keep their ends, what stands one key, cubic channels everything") {
  Random random(5);
  const Scene scene = rig_of(random, 3);
  Motion motion = swinging(random, scene, 2.0f, Interpolation::linear);
  const MotionChannel still = [&] {
    std::vector<Key> keys = keys_of(motion.tracks[1].channels[0]);
    for (Key& key : keys) key.value = keys.front().value;
    return channel_of(MotionProperty::rotation, std::move(keys));
  }();
  motion.tracks[1].channels[0] = still;
  const Motion thin = simplified(scene, motion, 0.005).motion;
  CHECK(find_channel(thin, first_skeleton(scene).joints[0].id, MotionProperty::translation)
            ->times.size() == 2);
  CHECK(thin.tracks[1].channels[0].times.size() == 1);

  const Motion cubic = swinging(random, scene, 2.0f, Interpolation::cubic);
  CHECK(simplified(scene, cubic, 10.0).motion == cubic);
  const Motion steps = swinging(random, scene, 2.0f, Interpolation::step);
  const SimplifiedMotion few = simplified(scene, steps, 0.05);
  CHECK(few.keys_after < few.keys_before);
  CHECK(few.error <= 0.05);
  CHECK(simplified(scene, motion, 0.01, [](double) { return false; }).motion == motion);
  CHECK(simplified(scene, Motion{}, 0.01).keys_after == 0);
}

TEST_CASE("a cross-fade is the first before it and the second after it") {
  for (auto& random : seeds<Random>(40, 46)) {
    const Scene scene = rig_of(random);
    const Motion first = swinging(random, scene, 2.0f, Interpolation::linear),
                 second = swinging(random, scene, 1.5f, Interpolation::cubic);
    const Mix mix{.kind = MixKind::cross_fade, .begin = 1.25, .fade = 0.5, .goes_on = false};
    const Motion both = mixed(scene, first, second, mix);
    CHECK(why_invalid(both) == "");
    CHECK(duration_of(both) == doctest::Approx(1.25 + double(duration_of(second))));
    for (const float time : both.tracks[0].channels[0].times) {
      if (time <= 1.25f) CHECK(apart_at(scene, both, time, first, time) < 1e-5);
      if (time >= 1.75f) CHECK(apart_at(scene, both, time, second, time - 1.25f) < 1e-5);
    }
    Mix cut = mix;
    cut.fade = 0.0;
    CHECK(apart_at(scene, mixed(scene, first, second, cut), 1.25f, second, 0.0f) < 1e-5);
  }
}

TEST_CASE("a cross-fade that goes on begins where the first one stands") {
  for (auto& random : seeds<Random>(60, 66)) {
    const Scene scene = rig_of(random);
    const Motion first = swinging(random, scene, 2.0f, Interpolation::linear),
                 second = swinging(random, scene, 2.0f, Interpolation::linear);
    const Motion both =
        mixed(scene, first, second,
              {.kind = MixKind::cross_fade, .begin = 1.0, .fade = 0.5, .goes_on = true});
    const Id root = first_skeleton(scene).joints[0].id;
    const std::optional<Carrier> carrier = carrier_of(scene, second);
    REQUIRE(carrier);
    CHECK(carrier->joint == root);
    const auto place = [&](const Motion& motion, float time) {
      const std::vector<float> v =
          value_at(*find_channel(motion, root, MotionProperty::translation), time);
      return glm::dvec3(v[0], v[1], v[2]);
    };
    const glm::dvec3 went = place(second, 1.5f) - place(second, 0.0f),
                     goes = place(both, 2.5f) - place(first, 1.0f);
    CHECK(glm::length(carrier->across * (went - goes)) < 1e-4);
  }
}

TEST_CASE("what is laid over a motion is its share, on its limb, and leaves the rest to the bit") {
  for (auto& random : seeds<Random>(80, 86)) {
    const Scene scene = rig_of(random);
    const Skeleton& skeleton = first_skeleton(scene);
    const Motion first = swinging(random, scene, 2.0f, Interpolation::linear),
                 second = swinging(random, scene, 2.0f, Interpolation::linear);
    const Motion none = mixed(scene, first, second, {.kind = MixKind::replace, .weight = 0.0}),
                 all = mixed(scene, first, second, {.kind = MixKind::replace, .weight = 1.0});
    for (const float time : {0.0f, 0.5f, 1.5f, 59.0f / 30.0f}) {
      CHECK(apart_at(scene, none, time, first, time) < 1e-5);
      CHECK(apart_at(scene, all, time, second, time) < 1e-5);
    }
    // Adding to a motion that stands still adds the path from where the added motion begins.
    Motion stands;
    for (const MotionTrack& track : second.tracks) {
      MotionTrack still = track;
      for (MotionChannel& channel : still.channels) {
        std::vector<Key> keys = keys_of(channel);
        keys.resize(1);
        channel = channel_of(channel.property, std::move(keys));
      }
      stands.tracks.push_back(std::move(still));
    }
    stands.timing.length = 2.0f;
    const Motion from_rest = mixed(scene, stands, second, {.kind = MixKind::add});
    CHECK(apart_at(scene, from_rest, 1.0f, second, 1.0f) < 1e-5);
    const Motion breathing = mixed(scene, first, stands, {.kind = MixKind::add});
    CHECK(apart_at(scene, breathing, 1.0f, first, 1.0f) < 1e-5);

    const Id limb = skeleton.joints[std::size_t(1 + random.below(6))].id;
    const Motion half =
        mixed(scene, first, second, {.kind = MixKind::replace, .repeats = true, .limb = limb});
    for (const Joint& joint : skeleton.joints) {
      const bool is_below =
          is_in_subtree(skeleton, joint_index(skeleton, limb), joint_index(skeleton, joint.id));
      const MotionTrack &now = *find_track(half, joint.id), &then = *find_track(first, joint.id);
      CHECK((now == then) == !is_below);
    }
  }
}

TEST_CASE("what is shorter starts again, or fades out") {
  Random random(9);
  const Scene scene = rig_of(random);
  const Motion first = swinging(random, scene, 3.0f, Interpolation::linear),
               second = swinging(random, scene, 1.0f, Interpolation::linear);
  const Motion again = mixed(scene, first, second, {.kind = MixKind::replace});
  CHECK(apart_at(scene, again, 1.5f, second, 0.5f) < 1e-5);
  CHECK(duration_of(again) == duration_of(first));
  const Motion once =
      mixed(scene, first, second,
            {.kind = MixKind::replace, .begin = 1.0, .fade = 0.25, .repeats = false});
  CHECK(apart_at(scene, once, 0.5f, first, 0.5f) < 1e-5);
  CHECK(apart_at(scene, once, 1.5f, second, 0.5f) < 1e-5);
  CHECK(apart_at(scene, once, 2.5f, first, 2.5f) < 1e-5);
}

TEST_CASE("a figure in place keeps its height; one on its node is where it was") {
  for (auto& random : seeds<Random>(0, 9, 120)) {
    const Scene scene = rig_of(random);
    const Motion motion = swinging(random, scene, 2.0f, Interpolation(random.seed % 3));
    const std::optional<Carrier> carrier = carrier_of(scene, motion);
    REQUIRE(carrier);
    const Motion stays = in_place(scene, motion);
    const auto place = [&](const Motion& one, float time) {
      const std::vector<float> v =
          value_at(*find_channel(one, carrier->joint, MotionProperty::translation), time);
      return glm::dvec3(v[0], v[1], v[2]);
    };
    const glm::dmat3 across = carrier->across, along = glm::dmat3(1.0) - across;
    CHECK(why_no_travel_on_node(scene, motion) == "");
    const Motion on_node = travel_on_node(scene, motion);
    CHECK(why_invalid(on_node) == "");
    for (int i = 0; i < 20; ++i) {
      const float time = random.uniform(0.0f, 2.0f);
      CHECK(glm::length(across * (place(stays, time) - place(motion, 0.0f))) < 1e-5);
      CHECK(glm::length(along * (place(stays, time) - place(motion, time))) < 1e-5);
      const Scene now = at_time(scene, motion, time), then = at_time(scene, on_node, time);
      for (const Joint& joint : first_skeleton(scene).joints) {
        const int j = joint_index(first_skeleton(scene), joint.id);
        const auto in_world = [&](const Scene& one) {
          return glm::dvec3(
              (exact_world_from_node(one, 0) * posed_place(*one.nodes[0].skeleton, j))[3]);
        };
        CHECK(glm::length(in_world(now) - in_world(then)) < 1e-5);
      }
    }
    CHECK(in_place(scene, on_node).tracks[0] == stays.tracks[0]);
    CHECK(why_no_travel_on_node(scene, on_node) != "");
    CHECK(travel_on_node(scene, on_node) == on_node);
  }
}

TEST_CASE("a motion retimed shows at each time what it showed at the old one") {
  for (auto& random : seeds<Random>(0, 9, 160)) {
    const Scene scene = rig_of(random);
    const Motion motion = swinging(random, scene, 2.0f, Interpolation(random.seed % 3));
    const TimeCurve half({{0.0, 0.0}, {4.0, 2.0}});
    CHECK(half.is_straight());
    const Motion slow = retimed(motion, half);
    CHECK(duration_of(slow) == 4.0f);
    CHECK(number_of_keys(slow) == number_of_keys(motion));
    for (int i = 0; i < 20; ++i) {
      const float time = random.uniform(0.0f, 2.0f);
      if (random.seed % 3 != 0) CHECK(apart_at(scene, slow, 2.0f * time, motion, time) < 1e-4);
    }
    const TimeCurve bent(sound_points({{1.0, 0.2}, {2.0, 1.7}, {3.0, 2.0}}, 2.0));
    CHECK(!bent.is_straight());
    double last = -1.0;
    for (int i = 0; i <= 300; ++i) {
      const double old = bent.old_at(double(i) / 100.0);
      CHECK(old >= last);
      last = old;
      CHECK(bent.old_at(bent.new_at(old)) == doctest::Approx(old).epsilon(1e-9));
    }
    const Motion eased = retimed(motion, bent);
    CHECK(why_invalid(eased) == "");
    CHECK(duration_of(eased) == 3.0f);
    for (int frame = 0; frame <= 90; ++frame) {
      const auto time = float(frame / 30.0);
      if (random.seed % 3 != 0)
        CHECK(apart_at(scene, eased, time, motion, float(bent.old_at(double(time)))) < 1e-4);
    }
  }
}

TEST_CASE("points of a curve of time that cannot be are left out") {
  using Points = std::vector<glm::dvec2>;
  CHECK(sound_points({}, 2.0) == Points{{0.0, 0.0}, {2.0, 2.0}});
  CHECK(sound_points({{3.0, 2.0}}, 2.0) == Points{{0.0, 0.0}, {3.0, 2.0}});
  CHECK(sound_points({{3.0, 2.0}, {1.0, 0.5}, {2.0, 0.4}}, 2.0) ==
        Points{{0.0, 0.0}, {1.0, 0.5}, {3.0, 2.0}});
  CHECK(sound_points({{0.0, 0.0}, {0.0, 0.0}}, 0.0).back().y == 1.0);
}

SOLVED_CASE("feet of a figure that drifts stand, and hold when asked") {
  const Scene scene = io::load(media() / "human.glb").scene;
  const auto node = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                 [](const Node& one) { return one.skeleton != nullptr; });
  REQUIRE(node != scene.nodes.end());
  const Joint& hips = *std::find_if(node->skeleton->joints.begin(), node->skeleton->joints.end(),
                                    [](const Joint& one) { return one.parent < 0; });
  Motion motion;
  MotionTrack track = rest_of(hips);
  std::vector<Key> keys;
  for (const float time : {0.0f, 2.0f}) {
    const glm::vec3 place = track.translation + glm::vec3(0.04f * time, -0.02f * time, 0.0f);
    keys.push_back({time, {place.x, place.y, place.z}, {}, {}, KeyShape::linear});
  }
  track.channels = {channel_of(MotionProperty::translation, std::move(keys))};
  motion.tracks = {track};
  const std::vector<Hold> contacts = foot_contacts(scene, motion);
  REQUIRE(contacts.size() == 2);
  CHECK(contacts[0].begin == 0.0);
  CHECK(contacts[0].end == doctest::Approx(2.0));
  CHECK(farthest_slide(scene, motion, contacts) ==
        doctest::Approx(std::hypot(0.08, 0.04)).epsilon(1e-3));
  const Motion holds = with_joints_held(scene, motion, contacts, {}, tasks_of(Backend::fast));
  CHECK(why_invalid(holds) == "");
  CHECK(farthest_slide(scene, holds, contacts) < 5e-4);
  CHECK(*find_track(holds, hips.id) == track);
  CHECK(with_joints_held(scene, motion, {}, {}, tasks_of(Backend::fast)) == motion);
  const auto stops = [](double) { return false; };
  CHECK(with_joints_held(scene, motion, contacts, {}, tasks_of(Backend::fast), stops) == motion);
}

SOLVED_CASE(
    "a hand that holds stays where it is when the time begins, and is free before and after") {
  const Scene scene = io::load(media() / "human.glb").scene;
  const Joint &chest = joint_named(scene, "chest"), &hand = joint_named(scene, "hand.L");
  Motion motion;
  MotionTrack track = rest_of(chest);
  std::vector<Key> keys;
  for (int frame = 0; frame <= 60; ++frame) {
    const float t = float(frame) / 30.0f;
    const glm::quat turn =
        track.rotation * glm::angleAxis(0.15f * std::sin(3.0f * t), glm::vec3(1.0f, 0.0f, 0.0f));
    keys.push_back({t, {turn.x, turn.y, turn.z, turn.w}, {}, {}, KeyShape::linear});
  }
  track.channels = {channel_of(MotionProperty::rotation, std::move(keys))};
  motion.tracks = {track};
  const std::vector<Hold> hold{{hand.id, 0.5, 1.5}};
  CHECK(farthest_slide(scene, motion, hold) > 0.02);
  const Motion holds = with_joints_held(
      scene, motion, hold, {.where = HeldWhere::begin, .fade = 0.2}, tasks_of(Backend::fast));
  CHECK(why_invalid(holds) == "");
  CHECK(farthest_slide(scene, holds, hold) < 5e-4);
  CHECK(*find_track(holds, chest.id) == track);
  for (const float free : {0.0f, 0.25f, 1.8f, 2.0f})
    CHECK(apart_at(scene, holds, free, motion, free) < 1e-4);
}

SOLVED_CASE(
    "a hand goes from key to key straight or on the spline, and its keys stay where they are") {
  const Scene scene = io::load(media() / "human.glb").scene;
  const Joint &arm = joint_named(scene, "upper_arm.L"), &hand = joint_named(scene, "hand.L");
  Motion motion;
  MotionTrack track = rest_of(arm);
  std::vector<Key> keys;
  const float angles[] = {0.0f, 0.5f, 0.2f, 0.9f};
  for (int k = 0; k < 4; ++k) {
    const glm::quat turn = track.rotation * glm::angleAxis(angles[k], glm::vec3(0.0f, 0.0f, 1.0f));
    keys.push_back({float(k) * 0.5f, {turn.x, turn.y, turn.z, turn.w}, {}, {}, KeyShape::linear});
  }
  track.channels = {channel_of(MotionProperty::rotation, std::move(keys))};
  motion.tracks = {track};
  const Tasks tasks = tasks_of(Backend::fast);
  const JointRef bone = find_joint(scene, hand.id);
  const auto tip_at = [&](const Motion& of, float seconds) {
    const Scene posed = at_time(scene, of, seconds);
    const Skeleton& skeleton = *posed.nodes[std::size_t(bone.node)].skeleton;
    return glm::dvec3(exact_world_from_node(posed, bone.node) * posed_place(skeleton, bone.joint) *
                      glm::dvec4(glm::dvec3(hand.extent), 1.0));
  };
  for (const HeldWhere where : {HeldWhere::straight, HeldWhere::smooth}) {
    const HoldOptions options{.where = where};
    const std::vector<Hold> whole{{hand.id, 0.0, 1.5}};
    CHECK(farthest_miss(scene, motion, motion, whole, options, tasks) > 0.005);
    const Motion goes = with_joints_held(scene, motion, whole, options, tasks);
    CHECK(why_invalid(goes) == "");
    CHECK(farthest_miss(scene, motion, goes, whole, options, tasks) < 1e-3);
    for (const float time : {0.0f, 0.5f, 1.0f, 1.5f})
      CHECK(glm::distance(tip_at(goes, time), tip_at(motion, time)) < 1e-3);
    const glm::dvec3 a = tip_at(motion, 0.5f), b = tip_at(motion, 1.0f);
    const double aside = glm::distance(tip_at(goes, 0.75f), 0.5 * (a + b));
    CHECK((aside < 1e-3) == (where == HeldWhere::straight));
    // With Catmull and Rom's mirrored ends: a quarter of the way of the first knots.
    const glm::dvec3 before = tip_at(motion, 0.0f), after = tip_at(motion, 1.5f);
    if (where == HeldWhere::smooth)
      CHECK(glm::distance(tip_at(goes, 0.75f), (9.0 * (a + b) - before - after) / 16.0) < 1e-3);
  }
  // A second run changes almost nothing: every frame is a key now.
  const std::vector<Hold> part{{hand.id, 0.5, 1.0}};
  const HoldOptions straight{.where = HeldWhere::straight, .fade = 0.0};
  const Motion once = with_joints_held(scene, motion, part, straight, tasks);
  CHECK(glm::distance(tip_at(once, 0.25f), tip_at(motion, 0.25f)) < 1e-5);
  CHECK(farthest_miss(scene, once, once, part, straight, tasks) < 1e-5);
}

TEST_CASE("figures of real files put their feet down by turns, and held feet hardly slide") {
  if (shared_data().empty()) return skip("walks: ../shared/data is not here");
  if (lacks_implementation("feet that hold")) return;
  const std::filesystem::path data = shared_data();
  const auto motion_of_file = [&](const char* file) { return io::load(data / file).scene; };
  for (const char* file :
       {"bvh/bvhplayerjs_Run.bvh", "rigs/bvh/fair1_zombie.bvh", "rigs/bvh/fair1_jumping.bvh"}) {
    const Scene scene = motion_of_file(file);
    INFO(std::string(file));
    REQUIRE(!scene.motions.empty());
    const Motion& motion = *scene.motions.front();
    const std::vector<Hold> contacts = foot_contacts(scene, motion);
    REQUIRE(contacts.size() >= 3);
    std::set<Id> feet;
    for (const Hold& contact : contacts) {
      feet.insert(contact.joint);
      CHECK(contact.begin < contact.end);
    }
    CHECK(feet.size() == 2);
    const double before = farthest_slide(scene, motion, contacts);
    const Motion holds = with_joints_held(scene, motion, contacts, {}, tasks_of(Backend::fast));
    const double after = farthest_slide(scene, holds, contacts);
    MESSAGE(std::string(file) << ": " << contacts.size() << " contacts, farthest slide " << before
                              << " to " << after);
    CHECK(after < before * 0.05);
    for (const MotionTrack& track : motion.tracks)
      for (const MotionChannel& channel : track.channels)
        if (channel.property != MotionProperty::rotation)
          CHECK(*find_channel(holds, track.target, channel.property) == channel);
  }
  // It walks on the spot: its feet slide on purpose.
  const Scene treadmill = motion_of_file("bvh/makehuman_walk1.bvh");
  CHECK(foot_contacts(treadmill, *treadmill.motions.front()).empty());
}
