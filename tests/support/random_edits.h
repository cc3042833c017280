// Random edits for tests of laws: a scene with everything that operations can change, operations on
// it that make sense or not, and all bits of the result. A seed always gives the same edits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/document.h"
#include "edit/keying.h"
#include "editor/session.h"
#include "scene/keys.h"
#include "support/random_rig.h"

namespace marrow::test {

inline std::shared_ptr<const Skeleton> with_ids(Scene& scene, Skeleton skeleton) {
  for (Joint& joint : skeleton.joints) joint.id = take_id(scene);
  return std::make_shared<const Skeleton>(std::move(skeleton));
}

inline void add_morph_targets(Mesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  mesh.morph_targets = {{"smile", std::vector<glm::vec3>(vertices, {0, 0.1f, 0}), {}, {}},
                        {"", mesh.positions, {}, {}}};
}

/// Nodes: 0 "group" (turned, unevenly scaled) > 1 "rig" (the same, with a skeleton) > 2 "body"
/// (bound to rig; does not use its explicit weights); 3 "other" (a second skeleton) > 4 "prop" (a
/// rigid mesh); 5 "empty"; 6 "sword" (a rigid mesh, attached to a joint of rig). body and prop have
/// two morph targets each.
inline Scene full_scene(Random& random,
                        const RigOptions& options = {
                            .joints = 12, .roots = 2, .posed = true, .scaled = false}) {
  Scene scene;
  const auto add = [&](const char* name, int parent) -> Node& {
    scene.nodes.push_back(
        {.id = take_id(scene), .name = name, .parent = parent, .local = random.affine()});
    return scene.nodes.back();
  };
  add("group", -1);
  add("rig", 0);
  scene.nodes[1].skeleton = with_ids(scene, random_skeleton(random, options));
  auto mesh = std::make_shared<Mesh>(capped_cylinder(4, 6));
  mesh->weights = ExplicitWeights{{0}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    mesh->weights->joint.push_back(
        scene.nodes[1].skeleton->joints[v % scene.nodes[1].skeleton->joints.size()].id);
    mesh->weights->weight.push_back(1.0f);
    mesh->weights->row_begin.push_back(std::uint32_t(v + 1));
  }
  add_morph_targets(*mesh);
  Node& body = add("body", 1);
  body.mesh = mesh;
  body.bound_to = scene.nodes[1].id;
  add("other", -1);
  scene.nodes[3].skeleton = with_ids(scene, random_skeleton(random, {.joints = 3}));
  auto prop = std::make_shared<Mesh>(capped_cylinder(3, 5));
  add_morph_targets(*prop);
  add("prop", 3).mesh = prop;
  add("empty", -1);
  Node& sword = add("sword", 1);
  sword.mesh = std::make_shared<Mesh>(capped_cylinder(3, 4));
  sword.joint = scene.nodes[1].skeleton->joints[scene.nodes[1].skeleton->joints.size() / 2].id;
  return scene;
}

/// full_scene() for tests that draw no other random numbers.
inline Scene full_scene(std::uint64_t seed) {
  Random random(seed);
  return full_scene(random);
}

inline glm::mat4 random_increment(Random& random) {
  const int kind = random.below(3);
  if (kind == 0) return glm::translate(glm::mat4(1.0f), random.vec3(2.0f));
  const glm::vec3 pivot = random.vec3(2.0f);
  const glm::mat4 turn =
      kind == 1 ? random.rotation()
                : glm::scale(random.rotation(),
                             {random.uniform(0.5f, 2.0f), random.uniform(0.5f, 2.0f), 1.0f});
  return glm::translate(glm::mat4(1.0f), pivot) * turn * glm::translate(glm::mat4(1.0f), -pivot);
}

/// All bits of a scene that an operation can change. Meshes count by identity.
inline std::string bits_of(const Scene& scene) {
  std::string bits;
  const auto put = [&](const auto& value) {
    bits.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(scene.next_id);
  for (const Node& node : scene.nodes) {
    put(node.id), put(node.parent), put(node.joint), put(node.local), put(node.bound_to),
        put(node.explicit_weights), put(node.visible);
    put(node.mesh.get());
    for (const float weight : node.morph_weights) put(weight);
    put(node.touch_up_strength);
    const TouchUps none, &touch_ups = node.touch_ups ? *node.touch_ups : none;
    for (const std::uint32_t vertex : touch_ups.vertices) put(vertex);
    for (const Id joint : touch_ups.joint) put(joint);
    for (const float difference : touch_ups.difference) put(difference);
    bits += node.name;
    if (!node.skeleton) continue;
    put(node.skeleton->falloff);
    for (const Joint& joint : node.skeleton->joints) {
      put(joint.id), put(joint.parent), put(joint.bind_local), put(joint.user_local),
          put(joint.extent), put(joint.radii());
      put(joint.extent_guessed), put(joint.locked), put(joint.pinned),
          put(joint.limits.has_value());
      if (joint.limits) put(joint.limits->lower), put(joint.limits->upper);
      put(joint.pole.value_or(glm::vec3(2.0f)));
      bits += joint.name;
    }
    for (const Pose& pose : node.skeleton->poses) {
      bits += pose.name;
      for (const Pose::Entry& entry : pose.entries) put(entry.joint), put(entry.user_local);
    }
  }
  for (const std::shared_ptr<const Motion>& motion : scene.motions) put(motion.get());
  put(scene.springs.get());
  return bits;
}

/// Draws operations on objects of a scene, sometimes on missing ones.
class RandomEdits {
 public:
  /// timeline: only motions, their keys and timing, and poses, which are keyed while Auto-key is
  /// on.
  enum class Of { everything, timeline };
  explicit RandomEdits(Random& random, Of of = Of::everything) : random_(random), of_(of) {}

  Operation operation(const Scene& scene) {
    scene_ = &scene;
    return random_.chance(0.05f) ? sequence() : single();
  }

  enum class Done { nothing, pushed, traveled, refused };

  /// One edit of a document: done at once, or as a gesture that may be canceled, or undo and redo.
  /// Sometimes the document shows a time of a motion, with or without Auto-key.
  Done edit(Document& document) {
    if (random_.chance(0.1f)) show_time(document);
    if (random_.chance(0.06f))
      return (random_.chance(0.6f) ? document.undo() : document.redo()) ? Done::traveled
                                                                        : Done::refused;
    if (random_.chance(0.01f))
      return document.travel(random_.bits() % document.history().steps().size()), Done::traveled;
    const std::uint64_t commits = document.commits();
    const bool ok = random_.chance(0.7f)
                        ? document.perform(operation(document.scene()),
                                           random_.chance(0.2f) ? "+12 vertices" : "")
                        : gesture(document);
    return document.commits() != commits ? Done::pushed : ok ? Done::nothing : Done::refused;
  }

 private:
  void show_time(Document& document) {
    document.make_keys(random_.chance(0.6f));
    const std::size_t motions = document.scene().motions.size();
    document.show_time(
        random_.chance(0.3f)
            ? std::optional<MotionTime>()
            : MotionTime{std::size_t(random_.bits() % (motions + 1)), random_.uniform(0.0f, 3.0f)});
  }

  bool gesture(Document& document) {
    document.begin();
    bool ok = false;
    for (int updates = random_.below(4); updates >= 0; --updates)
      ok |= document.update(operation(document.gesture_start()));
    if (random_.chance(0.2f))
      document.cancel();
    else
      document.commit();
    return ok;
  }

  Operation sequence() {
    op::Sequence sequence{{}, random_.chance(0.5f) ? "Several" : ""};
    for (int i = random_.below(3); i >= 0; --i) sequence.operations.push_back(single());
    return sequence;
  }

  Operation single() {
    if (of_ == Of::timeline) return random_.chance(0.6f) ? of_motions() : of_pose();
    switch (random_.below(4)) {
      case 0:
        return of_pose();
      case 1:
        return of_capsules();
      case 2:
        return of_joints();
      default:
        return of_nodes();
    }
  }

  Operation of_pose() {
    switch (random_.below(9)) {
      case 0:
        return op::ApplyIncrement{
            random_.chance(0.5f) ? some(&RandomEdits::joint) : some(&RandomEdits::node),
            increment(), "Move"};
      case 1:
        return op::SetUserLocal{{{joint(), random_.affine(0.3f)}, {joint(), random_.rigid(0.3f)}}};
      case 2:
        return op::ResetPose{skeleton(),
                             random_.chance(0.5f) ? std::vector<Id>() : some(&RandomEdits::joint)};
      case 3:
        return op::StorePose{skeleton(), name()};
      case 4:
        return op::ApplyPose{skeleton(), name()};
      case 5:
        return op::DeletePose{skeleton(), name()};
      case 6:
        return op::RenamePose{skeleton(), name(), name()};
      case 7: {
        op::SolveIk ik{skeleton(), {{joint(), random_.vec3(2.0f)}}, random_.chance(0.3f)};
        if (random_.chance(0.4f)) ik.handles.push_back({joint(), random_.vec3(2.0f)});
        return ik;
      }
      default:
        return op::SetPinned{some(&RandomEdits::joint), random_.chance(0.5f)};
    }
  }

  /// Some of the choices, a few of them unknown.
  SkeletonChoices choices() {
    SkeletonChoices some;
    for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
      if (random_.chance(0.4f))
        some.*in_choices = static_cast<Value>(random_.below(int(Value::count) + 1));
    });
    return some;
  }

  Operation of_capsules() {
    switch (random_.below(8)) {
      case 0: {
        op::SetRadius edit{{joint()}, {random_.uniform(-0.2f, 1.0f)}};
        if (random_.chance(0.3f)) edit.tip_radii = {random_.uniform(-0.2f, 1.0f)};
        return edit;
      }
      case 1:
        return op::SetExtent{joint(), random_.vec3()};
      case 2:
        return op::SetSkeletonChoices{skeleton(), choices()};
      case 3:
        return op::SetSkeletonChoices{skeleton(), choices(), random_.uniform(-0.1f, 2.0f)};
      case 4:
        return op::MoveTip{joint(), increment(), random_.chance(0.5f)};
      case 5:
        return op::MoveBase{joint(), increment()};
      case 6:
        return op::SetPole{joint(),
                           random_.chance(0.3f) ? std::nullopt : std::optional(random_.vec3())};
      default:
        if (random_.chance(0.5f)) return of_touch_ups();
        return op::SetLimits{joint(),
                             random_.chance(0.3f) ? std::nullopt : std::optional(limits())};
    }
  }

  /// A stroke over a few vertices, sometimes over one that does not exist.
  Operation of_touch_ups() {
    const Id mesh = node();
    if (random_.chance(0.1f)) return op::RemoveTouchUps{mesh};
    if (random_.chance(0.2f)) return op::SetTouchUpStrength{mesh, random_.uniform(-0.1f, 1.1f)};
    op::PaintWeights stroke{mesh,
                            static_cast<Brush>(random_.below(int(Brush::count))),
                            random_.chance(0.5f) ? joint() : kNoId,
                            {}};
    for (std::uint32_t v = 0; v < 28; ++v) {
      if (random_.chance(0.6f)) continue;
      const Id one = joint(), other = joint();
      for (const Id id : {std::min(one, other), std::max(one, other)}) {
        if (random_.chance(0.2f)) continue;
        if (stroke.changed.joint.size() > stroke.changed.row_begin.back() &&
            stroke.changed.joint.back() == id)
          continue;
        stroke.changed.joint.push_back(id);
        stroke.changed.difference.push_back(random_.uniform(-1.0f, 1.0f));
      }
      stroke.changed.end_row(v);
    }
    return stroke;
  }

  Operation of_joints() {
    switch (random_.below(9)) {
      case 0:
        return op::AddJoint{skeleton(),     random_.chance(0.2f) ? kNoId : joint(),
                            random_.vec3(), random_.vec3(),
                            0.2f,           name()};
      case 1:
        return op::DeleteJoint{joint(), random_.chance(0.2f)};
      case 2:
        return op::ReparentJoint{joint(), random_.chance(0.2f) ? kNoId : joint()};
      case 3:
        return op::MirrorJoint{joint(), joint()};
      case 4:
        return op::MirrorSide{skeleton(),
                              random_.chance(0.5f) ? std::vector<Id>() : some(&RandomEdits::joint),
                              random_.chance(0.5f)};
      case 5:
        return op::SplitJoint{joint(), random_.below(6)};
      case 6:
        return op::RenameJoints{some(&RandomEdits::joint), {name(), name()}};
      case 7:
        return op::SetLocked{some(&RandomEdits::joint), random_.chance(0.3f)};
      default:
        return op::Rename{random_.chance(0.7f) ? joint() : node(), name()};
    }
  }

  Operation of_keys(std::size_t motion) {
    Motion changed = *scene_->motions[motion];
    const KeyPlaces all = all_keys(changed);
    KeyPlaces some;
    for (const KeyPlace& place : all)
      if (random_.chance(0.3f)) some.push_back(place);
    const float by = random_.uniform(-1.0f, 1.0f);
    switch (random_.below(5)) {
      case 0:
        delete_keys(changed, some);
        break;
      case 1:
        retime_keys(changed, some, [&](float seconds) { return seconds + by; });
        break;
      case 2:
        set_shapes(changed, some, static_cast<KeyShape>(random_.below(5)));
        break;
      case 3:
        return pin_edit(*scene_, {motion, std::abs(by)}, {joint()}, random_.chance(0.7f), "");
      default:
        set_key(changed, {.target = random_.chance(0.5f) ? joint() : node()},
                MotionProperty::translation, std::abs(by), std::vector<float>{by, 1.0f, 2.0f});
    }
    return op::set_tracks(*scene_, motion, changed, "");
  }

  /// Sometimes with a joint twice, or with a group that does not exist.
  std::optional<Springs> springs() {
    if (random_.chance(0.2f)) return std::nullopt;
    Springs made;
    made.colliders.push_back({.target = random_.chance(0.5f) ? joint() : node(),
                              .offset = random_.vec3(),
                              .radius = random_.uniform(-0.05f, 1.0f)});
    if (random_.chance(0.5f)) made.colliders[0].tail = random_.vec3();
    made.groups.push_back({name(), {0}});
    SpringChain chain{.name = name(), .center = node()};
    for (int i = random_.below(3); i >= 0; --i)
      chain.joints.push_back({.joint = joint(), .stiffness = random_.uniform(0.0f, 2.0f)});
    if (random_.chance(0.5f)) chain.end = joint();
    chain.groups = {random_.chance(0.9f) ? std::size_t{0} : std::size_t{1}};
    made.chains.push_back(std::move(chain));
    return made;
  }

  Operation of_motions() {
    const std::size_t motion = random_.bits() % (scene_->motions.size() + 1);
    if (random_.chance(0.3f)) return op::RenameMotion{motion, name()};
    if (random_.chance(0.3f)) return op::DeleteMotion{motion};
    if (random_.chance(0.3f)) return op::MoveMotion{motion, motion / 2};
    if (random_.chance(0.3f))
      return op::SetMotionTiming{motion, {.length = random_.uniform(-0.1f, 3.0f)}};
    if (random_.chance(0.1f))
      return op::SetCameraMove{CameraMove{{.yaw = random_.uniform(-3.0f, 3.0f)}, {}}};
    if (random_.chance(0.1f)) return op::SetAvatar{name(), {name()}, ""};
    if (random_.chance(0.1f)) return op::SetSprings{springs()};
    if (random_.chance(0.1f)) return op::PoseAt{motion, random_.uniform(-0.5f, 3.0f)};
    if (random_.chance(0.7f) && motion < scene_->motions.size()) return of_keys(motion);
    MotionTrack track;
    track.target = random_.chance(0.5f) ? joint() : node();
    track.channels = {
        {MotionProperty::scale, Interpolation::step, {0.0f}, {1, 1, random_.uniform(-1.0f, 1.0f)}}};
    return op::AddMotion{std::make_shared<const Motion>(Motion{name(), {track}})};
  }

  Operation of_nodes() {
    if (random_.chance(0.2f)) return of_motions();
    switch (random_.below(9)) {
      case 0:
        return op::SetNodeLocal{node(), random_.affine()};
      case 1:
        return op::AddSkeleton{name(), random_.chance(0.5f) ? kNoId : node()};
      case 2:
        return scene_->nodes.size() < 20 ? op::AddNodes{full_scene(random_, {.joints = 5})}
                                         : op::AddNodes{};
      case 3:
        return op::DeleteNode{random_.chance(0.3f) ? node() : kNoId};
      case 4:
        if (random_.chance(0.3f)) return op::RecalculateNormals{{node()}};
        if (random_.chance(0.3f))
          return op::CureMesh{node(), {MeshCure(random_.bits() % kMeshCures.size())}};
        if (random_.chance(0.3f)) return op::TakeWeights{node(), node()};
        if (random_.chance(0.2f))
          return op::ReplaceMesh{node(), full_scene(random_, {.joints = 3})};
        return op::ReparentNode{node(), random_.chance(0.3f)   ? kNoId
                                        : random_.chance(0.4f) ? joint()
                                                               : node()};
      case 5:
        return op::Bind{node(), random_.chance(0.3f) ? kNoId : skeleton()};
      case 6:
        if (random_.chance(0.5f))
          return op::SetMorphWeights{
              node(), {std::size_t(random_.bits() % 3)}, {random_.uniform(-0.5f, 1.5f)}};
        return op::UseExplicitWeights{node(), random_.chance(0.5f)};
      case 7:
        return op::ApplyIncrement{some(&RandomEdits::node), increment(), "Move"};
      default:
        return op::SetVisible{node(), random_.chance(0.5f)};
    }
  }

  Id node() {
    if (scene_->nodes.empty() || random_.chance(0.02f)) return 99999;
    return scene_->nodes[std::size_t(random_.below(int(scene_->nodes.size())))].id;
  }
  Id skeleton() {
    for (int tries = 0; tries < 20; ++tries) {
      const Node* found = find_node(*scene_, node());
      if (found && found->skeleton) return found->id;
    }
    return node();
  }
  Id joint() {
    const Node* holder = find_node(*scene_, skeleton());
    if (!holder || !holder->skeleton || holder->skeleton->joints.empty()) return node();
    return holder->skeleton
        ->joints[std::size_t(random_.below(int(holder->skeleton->joints.size())))]
        .id;
  }
  std::vector<Id> some(Id (RandomEdits::*one)()) {
    std::vector<Id> ids;
    for (int i = random_.below(4); i >= 0; --i) ids.push_back((this->*one)());
    return ids;
  }
  /// A name with or without a side, so that some joints have partners.
  std::string name() {
    const char* sides[] = {"", ".L", ".R"};
    return std::string("n").append(1, char('a' + random_.below(6))).append(sides[random_.below(3)]);
  }
  glm::mat4 increment() { return random_increment(random_); }
  RotationLimits limits() { return {-glm::abs(random_.vec3(1.5f)), glm::abs(random_.vec3(1.5f))}; }

  Random& random_;
  const Of of_;
  const Scene* scene_ = nullptr;
};

}  // namespace marrow::test
