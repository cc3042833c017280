// A pose that becomes the rest pose: nothing that is seen moves, now and in motions.
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "edit/figure/figure_skeleton.h"
#include "edit/keying.h"
#include "edit/recovery/recovery.h"
#include "edit/rest_edit.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/ik/elbows.h"
#include "rig/joint_pose.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"
#include "scene/joint_places.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr std::size_t kFigure = 1, kBody = 2, kOther = 3, kProp = 4, kSword = 6;  // of full_scene
constexpr float kSameWorld = 2e-5f;

Id rig_of(const Scene& scene) { return scene.nodes[kFigure].id; }

/// full_scene() with normals, radii that leave some vertices to one joint, and a motion.
Scene rigged(Random& random, bool scaled) {
  Scene scene = full_scene(random, {.joints = 12, .roots = 2, .posed = true, .scaled = scaled});
  auto mesh = std::make_shared<Mesh>(*scene.nodes[kBody].mesh);
  mesh->normals = smooth_normals(*mesh, mesh->positions);
  mesh->corner_normal = mesh->corner_vertex;
  mesh->morph_targets[0].normals.assign(mesh->positions.size(), glm::vec3(0.1f, 0.2f, 0.0f));
  scene.nodes[kBody].mesh = mesh;
  Motion motion{"walk", {}};
  for (const Joint& joint : scene.nodes[kFigure].skeleton->joints) {
    if (random.chance(0.3f)) continue;
    MotionTrack track = track_as_it_stands(scene, joint.id);
    MotionChannel turns{MotionProperty::rotation, Interpolation::linear, {}, {}};
    for (const float seconds : {0.0f, 0.5f, 1.0f}) {
      const glm::quat turn = glm::quat_cast(glm::mat3(random.rotation()));
      turns.times.push_back(seconds);
      turns.values.insert(turns.values.end(), {turn.x, turn.y, turn.z, turn.w});
    }
    track.channels = {turns};
    motion.tracks.push_back(track);
  }
  scene.motions = {std::make_shared<const Motion>(std::move(motion))};
  return scene;
}

Deformer deformed_of(const Scene& scene) {
  Deformer deformer(Backend::textbook);
  deformer.update(scene);
  return deformer;
}

/// Largest distance between the places of two meshes' vertices, as a share of the size; of those
/// alone that one joint holds, if `rigid_only`.
float apart(const Scene& was, const Scene& is, Id node, bool rigid_only = false) {
  const Deformer a = deformed_of(was), b = deformed_of(is);
  const DeformedMesh &in_a = *a.mesh(node), &in_b = *b.mesh(node);
  float gap = 0.0f, size = 1.0f;
  for (std::size_t v = 0; v < in_a.mesh->positions.size(); ++v) {
    size = std::max(size, glm::length(in_a.positions()[v]));
    if (!rigid_only || in_a.influences.row_size(v) == 1)
      gap = std::max(gap, glm::length(in_a.positions()[v] - in_b.positions()[v]));
  }
  return gap / size;
}

float normals_apart(const Scene& was, const Scene& is, Id node) {
  const Deformer a = deformed_of(was), b = deformed_of(is);
  const std::vector<glm::vec3>&in_a = a.mesh(node)->normals(), &in_b = b.mesh(node)->normals();
  float gap = 0.0f;
  for (std::size_t v = 0; v < in_a.size(); ++v) gap = std::max(gap, glm::length(in_a[v] - in_b[v]));
  return gap;
}

void check_same_places(const Scene& was, const Scene& is) {
  const std::map<Id, glm::mat4> before = world_from_joints(was), after = world_from_joints(is);
  for (const auto& [id, world] : before) CHECK(difference(world, after.at(id)) < kSameWorld);
}

Scene in_pose(Scene scene, std::size_t node, const std::vector<Pose::Entry>& pose) {
  for (const Pose::Entry& entry : pose) {
    const int joint = joint_index(*scene.nodes[node].skeleton, entry.joint);
    edit_skeleton(scene, int(node)).joints[std::size_t(joint)].user_local = entry.user_local;
  }
  return scene;
}

/// A figure 2 high with its arms held out, bound to the 21 joints of human_skeleton().
Scene figure() {
  Scene scene;
  scene.nodes = {{.id = take_id(scene),
                  .name = "body",
                  .mesh = std::make_shared<const Mesh>(capped_cylinder(20, 12, 2.0f, 0.9f))}};
  return applied_to(scene, human_skeleton(scene, human_bones_in(bounds_of_unbound(scene))));
}

std::size_t skeleton_node(const Scene& scene) {
  std::size_t n = 0;
  while (!scene.nodes[n].skeleton) ++n;
  return n;
}

/// From shoulder to hand, unit, in skeleton space at rest.
glm::dvec3 arm_of(const Scene& scene, const char* upper, const char* hand) {
  const Skeleton& skeleton = *scene.nodes[skeleton_node(scene)].skeleton;
  return glm::normalize(
      glm::dvec3(rest_place(skeleton, joint_index(skeleton, std::string_view(hand)))[3] -
                 rest_place(skeleton, joint_index(skeleton, std::string_view(upper)))[3]));
}

}  // namespace

SOLVED_CASE(
    "afterwards every T is the identity, and joints, vertices, normals and props are where they "
    "were, under every blend") {
  for (auto& random : seeds<Random>(40u)) {
    Scene scene = rigged(random, random.seed % 2 == 1);
    const auto blend = static_cast<Blend>(random.seed / 2 % std::size_t(Blend::count));
    edit_skeleton(scene, int(kFigure)).blend = blend;
    if (random.chance(0.5f)) scene.nodes[kBody].morph_weights = {0.5f, 0.25f};
    const Scene after = applied_to(scene, op::MakeRest{rig_of(scene)});
    check_same_places(scene, after);
    const Deformer deformer = deformed_of(after);
    for (const glm::mat4& skinning : deformer.skeleton(rig_of(scene))->skinning)
      CHECK(difference(skinning, glm::mat4(1.0f)) < kSameWorld);
    for (const Joint& joint : after.nodes[kFigure].skeleton->joints)
      CHECK(joint.user_local == glm::mat4(1.0f));
    CHECK(apart(scene, after, scene.nodes[kBody].id) < kSameWorld);
    if (blend != Blend::delta_mush)
      CHECK(normals_apart(scene, after, scene.nodes[kBody].id) < 2e-3f);
    CHECK(after.nodes[kSword].local == scene.nodes[kSword].local);
    CHECK(after.nodes[kOther].skeleton == scene.nodes[kOther].skeleton);
    CHECK(after.nodes[kProp].mesh == scene.nodes[kProp].mesh);
    CHECK(applied_to(after, op::MakeRest{rig_of(scene)}) == after);  // is at rest
  }
}

SOLVED_CASE(
    "in a motion every joint and every vertex of one joint stays where it was; so does all of the "
    "skin in the pose that became the rest") {
  for (auto& random : seeds<Random>(30u)) {
    Scene scene = rigged(random, random.seed % 2 == 1);
    Skeleton& rig = edit_skeleton(scene, int(kFigure));
    for (Joint& joint : rig.joints) joint.radius *= 1.5f;
    rig.poses = {
        {"wave", {{rig.joints[3].id, random.rigid(0.2f)}, {rig.joints[7].id, glm::mat4(1.0f)}}}};
    const Scene after = applied_to(scene, op::MakeRest{rig_of(scene)});
    CHECK(after.motions == scene.motions);
    const Id body = scene.nodes[kBody].id;
    const Motion& motion = *scene.motions.front();
    for (const float seconds : {0.0f, 0.25f, 0.5f, 1.0f}) {
      const Scene was = at_time(scene, motion, seconds), is = at_time(after, motion, seconds);
      check_same_places(was, is);
      CHECK(apart(was, is, body, true) < kSameWorld);
    }
    const Pose &old_pose = rig.poses[0], &new_pose = after.nodes[kFigure].skeleton->poses[0];
    check_same_places(in_pose(scene, kFigure, old_pose.entries),
                      in_pose(after, kFigure, new_pose.entries));
    const Scene at_key = applied_to(scene, op::PoseAt{0, 0.5f});
    const Scene from_key = applied_to(at_key, op::MakeRest{rig_of(scene)});
    CHECK(apart(at_time(scene, motion, 0.5f), at_time(from_key, motion, 0.5f), body) < kSameWorld);
  }
}

SOLVED_CASE("rows of capsules stay, by touch-ups where the new rest would give others") {
  int painted = 0, mixed = 0;
  for (auto& random : seeds<Random>(30u)) {
    Scene scene = rigged(random, false);
    scene.nodes[kBody].explicit_weights = random.seed % 5 == 4;
    const Id body = scene.nodes[kBody].id;
    if (random.seed % 3 == 0) {
      TouchUps strokes;
      strokes.joint = {scene.nodes[kFigure].skeleton->joints[2].id};
      strokes.difference = {0.5f};
      strokes.end_row(3);
      scene.nodes[kBody].touch_ups = std::make_shared<const TouchUps>(strokes);
      scene.nodes[kBody].touch_up_strength = 0.5f;
    }
    const Scene after = applied_to(scene, op::MakeRest{rig_of(scene)});
    const Deformer a = deformed_of(scene), b = deformed_of(after);
    const Influences &was = a.mesh(body)->influences, &is = b.mesh(body)->influences;
    for (std::size_t v = 0; v < scene.nodes[kBody].mesh->positions.size(); ++v)
      if (was.row_size(v) > 0)
        compare_rows(was, v, is, v, [](std::uint32_t, float in_was, float in_is) {
          CHECK(std::abs(in_was - in_is) < 3e-6f);
        });
    if (scene.nodes[kBody].explicit_weights)
      CHECK(after.nodes[kBody].touch_ups == scene.nodes[kBody].touch_ups);
    else if (after.nodes[kBody].touch_ups != scene.nodes[kBody].touch_ups)
      ++(scene.nodes[kBody].touch_ups ? mixed : painted);
  }
  CHECK(painted > 5);
  CHECK(mixed > 3);
}

SOLVED_CASE("morph targets turn with the skin: any weights look as they did in that pose") {
  for (auto& random : seeds<Random>(12u)) {
    Scene scene = rigged(random, random.seed % 2 == 1);
    edit_skeleton(scene, int(kFigure)).blend =
        std::array{Blend::linear, Blend::dual_quaternion, Blend::centers}[random.seed % 3];
    scene.nodes[kBody].morph_weights = {0.25f, -0.5f};
    Scene after = applied_to(scene, op::MakeRest{rig_of(scene)});
    for (const glm::vec2 weights :
         {glm::vec2(0.0f), glm::vec2(1.0f, 0.0f), glm::vec2(0.5f, 1.0f)}) {
      scene.nodes[kBody].morph_weights = after.nodes[kBody].morph_weights = {weights.x, weights.y};
      CHECK(apart(scene, after, scene.nodes[kBody].id) < kSameWorld);
    }
  }
}

SOLVED_CASE("undone and redone to the bit; saved and read back to the bit") {
  for (auto& random : seeds<Random>(10u)) {
    Scene scene = rigged(random, random.seed % 2 == 1);
    edit_skeleton(scene, int(kFigure)).joints[4].limits =
        RotationLimits{glm::vec3(-1.0f), glm::vec3(2.0f)};
    Document document(implementation(), scene);
    REQUIRE(document.perform(op::MakeRest{rig_of(scene)}));
    const Scene after = document.scene();
    CHECK(document.history().steps().back().label == "Make the pose of rig its rest");
    REQUIRE(document.undo());
    CHECK(bits_of(document.scene()) == bits_of(scene));
    REQUIRE(document.redo());
    CHECK(bits_of(document.scene()) == bits_of(after));
    CHECK(past_of(document).lines.empty());  // the meshes of the step before are in no file

    const std::filesystem::path folder = scratch("make_rest");
    io::save(folder / "rest.glb", after, {});
    CHECK(same_content(io::load(folder / "rest.glb").scene, after));
    std::filesystem::remove_all(folder);
  }
}

SOLVED_CASE("at a shown time the shown pose becomes the rest, with Auto-key on or off") {
  for (const bool makes_keys : {false, true}) {
    Random random(3);
    const Scene scene = rigged(random, false);
    Document document(implementation(), scene);
    document.make_keys(makes_keys);
    document.show_time(MotionTime{0, 0.5f});
    const Scene shown = document.scene();
    REQUIRE(document.perform(op::MakeRest{rig_of(scene)}));
    CHECK_FALSE(document.shown_time().has_value());
    check_same_places(shown, document.scene());
    CHECK(apart(shown, document.scene(), scene.nodes[kBody].id) < kSameWorld);
    for (const Joint& joint : document.scene().nodes[kFigure].skeleton->joints)
      CHECK(joint.user_local == glm::mat4(1.0f));
    REQUIRE(document.undo());
    CHECK(bits_of(document.committed()) == bits_of(scene));
  }
}

SOLVED_CASE(
    "limits and poles keep their place under the parent, and a stretched capsule its skin") {
  for (auto& random : seeds<Random>(20)) {
    Scene scene = rigged(random, false);
    Skeleton& rig = edit_skeleton(scene, int(kFigure));
    for (Joint& joint : rig.joints) {
      joint.limits = RotationLimits{-random.vec3() - 1.0f, random.vec3() + 1.0f};
      joint.limits->rest = random.chance(0.5f) ? random.vec3() : glm::vec3(0.0f);
      joint.pole = random.direction();
    }
    const Scene after = applied_to(scene, op::MakeRest{rig_of(scene)});
    for (std::size_t j = 0; j < rig.joints.size(); ++j) {
      const Joint &was = rig.joints[j], &is = after.nodes[kFigure].skeleton->joints[j];
      const glm::mat4 later = random.rigid(0.1f);  // Ul in the old rest
      const glm::vec3 old_angles = limited_angles(*was.limits, later),
                      new_angles = limited_angles(*is.limits, glm::inverse(was.user_local) * later);
      CHECK(glm::length(glm::vec3(
                glm::mat4_cast(quat_from_euler(old_angles)) * glm::vec4(1, 2, 3, 0) -
                glm::mat4_cast(quat_from_euler(new_angles)) * glm::vec4(1, 2, 3, 0))) < 1e-4f);
      CHECK(is.limits->lower == was.limits->lower);
      CHECK(is.limits->upper == was.limits->upper);
      CHECK(glm::length(glm::mat3(was.bind_local) * *was.pole -
                        glm::mat3(is.bind_local) * *is.pole) < 1e-5f);
      CHECK(is.radius == was.radius);
      CHECK(is.extent == was.extent);
    }
  }
  Random random(1);
  Scene scene = rigged(random, false);
  Skeleton& rig = edit_skeleton(scene, int(kFigure));
  for (Joint& joint : rig.joints) joint.user_local = glm::mat4(1.0f);
  rig.joints[0].user_local = glm::scale(glm::mat4(1.0f), glm::vec3(2.0f));
  rig.joints[0].tip_radius = 0.1f;
  const std::vector<Joint> joints =
      applied_to(scene, op::MakeRest{rig_of(scene)}).nodes[kFigure].skeleton->joints;
  CHECK(joints[0].radius == doctest::Approx(2.0f * rig.joints[0].radius));
  CHECK(joints[0].tip_radius.value() == doctest::Approx(0.2f));
  CHECK(joints[1].radius == rig.joints[1].radius);  // another root
}

SOLVED_CASE("an elbow that a limit makes bends about the same axis as before") {
  Random random(2);
  Scene scene = figure();
  const std::size_t node = skeleton_node(scene);
  Skeleton& rig = edit_skeleton(scene, int(node));
  const int elbow = joint_index(rig, std::string_view("forearm.L"));
  Joint& joint = rig.joints[std::size_t(elbow)];
  joint.limits = RotationLimits{glm::vec3(0.0f), glm::vec3(0.0f, 2.0f, 0.0f)};
  joint.user_local = random.rotation();
  const std::optional<Elbow> was = elbow_of(scene, joint.id);
  REQUIRE(was);
  const Scene after = applied_to(scene, op::MakeRest{scene.nodes[node].id});
  const std::optional<Elbow> is = elbow_of(after, joint.id);
  REQUIRE(is);
  CHECK(is->source == ElbowSource::limits);
  const auto in_world = [&](const Scene& of, const Elbow& bent) {
    return glm::dmat3(world_from_rest_frame(of, {int(node), bent.joint})) * bent.axis;
  };
  CHECK(glm::length(in_world(scene, *was) - in_world(after, *is)) < 1e-5);
}

SOLVED_CASE("a motion with targets for tips plays as before, and keeps them") {
  Random random(4);
  Scene scene = io::load(media() / "human.glb").scene;
  const std::size_t node = skeleton_node(scene);
  const Id foot = joint_named(scene, "foot.L").id, hips = joint_named(scene, "hips").id;
  Motion motion{"step", {track_as_it_stands(scene, hips)}};
  MotionTrack track = track_as_it_stands(scene, foot);
  track.channels = {{MotionProperty::ik_target,
                     Interpolation::linear,
                     {0.0f, 1.0f},
                     {0.1f, 0.1f, 0.3f, 0.3f, 0.4f, 0.2f}}};
  motion.tracks.push_back(track);
  scene.motions = {std::make_shared<const Motion>(std::move(motion))};
  for (const char* name : {"thigh.L", "shin.L", "spine", "upper_arm.R"}) {
    Joint& joint = edit_skeleton(scene, int(node))
                       .joints[std::size_t(find_joint(scene, std::string_view(name)).joint)];
    joint.user_local = glm::rotate(glm::mat4(1.0f), 0.5f, random.direction());
  }
  const Scene after = applied_to(scene, rest_edit(scene, scene.nodes[node].id, implementation()));
  for (const float seconds : {0.0f, 0.5f, 1.0f})
    check_same_places(at_time(scene, *scene.motions[0], seconds),
                      at_time(after, *after.motions[0], seconds));
  CHECK(find_channel(*after.motions[0], foot, MotionProperty::ik_target) != nullptr);
}

SOLVED_CASE("a joint that is scaled to nothing refuses it, a lock does not") {
  Random random(5);
  Scene scene = rigged(random, false);
  const Id rig = rig_of(scene);
  edit_skeleton(scene, int(kFigure)).joints[5].user_local = glm::scale(glm::mat4(1.0f), {1, 0, 1});
  check_refused(scene, op::MakeRest{rig}, "j5 is scaled to nothing");
  edit_skeleton(scene, int(kFigure)).joints[5].user_local = random.rigid(0.1f);
  edit_skeleton(scene, int(kFigure)).joints[5].locked = true;
  CHECK(applied_to(scene, op::MakeRest{rig}).nodes[kFigure].skeleton->joints[5].locked);
  check_refused(scene, op::MakeRest{scene.nodes[kBody].id}, "no skeleton");
}

SOLVED_CASE("a figure goes from T to A and back, and its motions stay") {
  Scene scene = figure();
  const Id rig = scene.nodes[skeleton_node(scene)].id;
  REQUIRE(figure_rest(scene, rig, FigureStance::a, implementation()));
  const Scene a = applied_to(scene, *figure_rest(scene, rig, FigureStance::a, implementation()));
  CHECK(label(scene, *figure_rest(scene, rig, FigureStance::a, implementation())) ==
        "T-pose to A-pose");
  const glm::dvec3 left = arm_of(a, "upper_arm.L", "hand.L"),
                   right = arm_of(a, "upper_arm.R", "hand.R");
  CHECK(left.y == doctest::Approx(-std::sqrt(0.5)).epsilon(1e-4));
  CHECK(left.x == doctest::Approx(std::sqrt(0.5)).epsilon(1e-4));
  CHECK(right.x == doctest::Approx(-std::sqrt(0.5)).epsilon(1e-4));
  CHECK_FALSE(figure_rest(a, rig, FigureStance::a, implementation()));
  REQUIRE(figure_rest(a, rig, FigureStance::t, implementation()));
  const Scene t = applied_to(a, *figure_rest(a, rig, FigureStance::t, implementation()));
  CHECK(arm_of(t, "upper_arm.L", "hand.L").x == doctest::Approx(1.0).epsilon(1e-5));
  CHECK_FALSE(figure_rest(t, rig, FigureStance::t, implementation()));

  Random random(6);
  const Scene other = rigged(random, false);
  CHECK_FALSE(figure_rest(other, rig_of(other), FigureStance::t, implementation()));  // no arms
}

SOLVED_CASE("in a sequence of edits a prop keeps its place, too") {
  const Scene scene = full_scene(8);
  const op::MoveBase aside{scene.nodes[kSword].joint,
                           glm::translate(glm::mat4(1.0f), {0.3f, 0.2f, 0.1f})};
  const Scene once = applied_to(scene, aside), listed = applied_to(scene, op::Sequence{{aside}});
  CHECK(listed.nodes[kSword].local == once.nodes[kSword].local);
}
