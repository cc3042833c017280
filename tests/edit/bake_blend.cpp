// Blending as corrective shapes: with them linear blending shows the skeleton's own blend at all
// frames; old shapes and keys stay.
#include "edit/motions/bake_blend.h"

#include "edit/derived.h"
#include "edit/support.h"
#include "io/formats.h"
#include "rig/playback.h"
#include "rig/skinning/deformer.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr Id kSkin = 2, kLower = 10, kUpper = 11;

/// A tube of radius 0.4 along y from 0 to 2, rings of 12, normals outwards.
Mesh tube(int rings) {
  Mesh mesh;
  constexpr std::uint32_t kAround = 12;
  for (int ring = 0; ring < rings; ++ring)
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const float angle = glm::two_pi<float>() * float(i) / float(kAround);
      const glm::vec3 out(std::cos(angle), 0.0f, std::sin(angle));
      mesh.positions.push_back(0.4f * out + glm::vec3(0, 2.0f * float(ring) / float(rings - 1), 0));
      mesh.normals.push_back(out);
    }
  for (std::uint32_t ring = 0; ring + 1 < std::uint32_t(rings); ++ring)
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const std::uint32_t next = (i + 1) % kAround, row = ring * kAround;
      mesh.corner_vertex.insert(mesh.corner_vertex.end(),
                                {row + i, row + kAround + i, row + kAround + next, row + next});
      mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
    }
  mesh.corner_normal = mesh.corner_vertex;
  return mesh;
}

/// Two bones in a tube; a motion turns the upper one about `axis` by `degrees` in one second.
Scene turning(Blend blend, float degrees, const glm::vec3& axis) {
  Skeleton skeleton = bone_pair(kLower, kUpper, 0.9f);
  skeleton.falloff = Falloff::linear;
  skeleton.blend = blend;
  Scene scene = bound_scene(skeleton, std::make_shared<const Mesh>(tube(21)));
  const glm::quat turn = glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
  scene.motions = {turning_motion("turn", {.target = kUpper, .translation = {0, 1, 0}},
                                  {0.0f, 1.0f}, {glm::quat(1.0f, 0.0f, 0.0f, 0.0f), turn})};
  return scene;
}

double apart(const Scene& one, const Scene& other) {
  Deformer a, b;
  a.update(one);
  b.update(other);
  double most = 0.0;
  const std::vector<glm::vec3>&p = a.mesh(kSkin)->positions(), &q = b.mesh(kSkin)->positions();
  REQUIRE(p.size() == q.size());
  for (std::size_t v = 0; v < p.size(); ++v)
    most = std::max(most, double(glm::distance(p[v], q[v])));
  return most;
}

}  // namespace

SOLVED_CASE("linear blending with the baked shapes is the blending that was baked, at all times") {
  for (const Blend blend : {Blend::dual_quaternion, Blend::delta_mush})
    for (const glm::vec3& axis : {glm::vec3(0, 1, 0), glm::vec3(1, 0, 0), glm::vec3(1, 1, 1)}) {
      CAPTURE(axis.x);
      const Scene scene = turning(blend, 120.0f, axis);
      const BakedBlend baked = with_baked_blend(scene, implementation());
      REQUIRE(baked.shapes > 0);
      CHECK(why_invalid(baked.scene).empty());
      CHECK(baked.scene.nodes[0].skeleton->blend == Blend::linear);
      CHECK(baked.error < 0.006);
      CHECK(baked.error_before > 5.0 * baked.error);
      double most = 0.0;
      for (int i = 0; i <= 30; ++i) {
        const float time = float(i) / 30.0f;
        most = std::max(most, apart(at_time(scene, *scene.motions[0], time),
                                    at_time(baked.scene, *baked.scene.motions[0], time)));
      }
      CHECK(most <= baked.error + 1e-6);
      CHECK(contains(baked.text(), "nothing is farther off"));
    }
}

SOLVED_CASE("the present pose and stored ones get shapes of their own") {
  Scene scene = turning(Blend::dual_quaternion, 100.0f, {0, 1, 0});
  scene.motions.clear();
  Skeleton& skeleton = edit_skeleton(scene, 0);
  const auto turned = [](float degrees) {
    return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), glm::vec3(0, 1, 0));
  };
  skeleton.poses = {{"rest", {{kUpper, glm::mat4(1.0f)}}}, {"twist", {{kUpper, turned(140.0f)}}}};
  skeleton.joints[1].user_local = turned(90.0f);
  const BakedBlend baked = with_baked_blend(scene, implementation());
  const Node& node = baked.scene.nodes[1];
  REQUIRE(node.mesh->morph_targets.size() == 2);
  CHECK(node.mesh->morph_targets[1].name == "blending of twist");
  CHECK(node.morph_weights == std::vector<float>{1.0f, 0.0f});
  CHECK(apart(scene, baked.scene) < 1e-3);
  CHECK(node.mesh->morph_targets[0].normals.size() == node.mesh->positions.size());
  const auto twisted = [&](Scene of, std::vector<float> weights) {
    edit_skeleton(of, 0).joints[1].user_local = turned(140.0f);
    of.nodes[1].morph_weights = std::move(weights);
    return of;
  };
  CHECK(apart(twisted(scene, {}), twisted(baked.scene, {0.0f, 1.0f})) < 2e-3);
  CHECK(apart(twisted(scene, {}), twisted(baked.scene, {0.0f, 0.0f})) > 0.05);
}

SOLVED_CASE("morph targets and their keys stay as they were beside the shapes") {
  Scene scene = turning(Blend::dual_quaternion, 110.0f, {0, 1, 0});
  Mesh mesh = *scene.nodes[1].mesh;
  MorphTarget bulge{.name = "bulge", .positions = {}, .normals = {}, .tangents = {}};
  for (const glm::vec3& p : mesh.positions)
    bulge.positions.push_back(glm::vec3(p.x, 0, p.z) * 0.3f);
  mesh.morph_targets = {bulge};
  scene.nodes[1].mesh = std::make_shared<const Mesh>(mesh);
  scene.nodes[1].morph_weights = {0.5f};
  Motion motion = *scene.motions[0];
  MotionTrack track{.target = kSkin};
  track.channels = {
      {MotionProperty::morph_weights, Interpolation::step, {0.0f, 0.4f}, {0.0f, 1.0f}}};
  motion.tracks.push_back(track);
  for (const bool has_keys : {true, false}) {
    CAPTURE(has_keys);
    if (!has_keys) motion.tracks.pop_back();
    scene.motions = {std::make_shared<const Motion>(motion)};
    const BakedBlend baked = with_baked_blend(scene, implementation());
    REQUIRE(why_invalid(baked.scene).empty());
    CHECK(baked.scene.nodes[1].mesh->morph_targets[0] == bulge);
    for (const float time : {0.0f, 0.3f, 0.5f, 1.0f}) {
      CAPTURE(time);
      const Scene wanted = at_time(scene, *scene.motions[0], time),
                  shown = at_time(baked.scene, *baked.scene.motions[0], time);
      CHECK(shown.nodes[1].morph_weights[0] == wanted.nodes[1].morph_weights[0]);
      CHECK(apart(wanted, shown) < 0.01);
    }
  }
}

SOLVED_CASE("half a turn, where linear blending leaves nothing, stays finite and says its error") {
  const BakedBlend baked =
      with_baked_blend(turning(Blend::dual_quaternion, 180.0f, {0, 1, 0}), implementation());
  CHECK(why_invalid(baked.scene).empty());
  CHECK(std::isfinite(baked.error));
  CHECK(baked.error <= baked.error_before);  // a singular matrix reaches nothing
}

SOLVED_CASE("linear skeletons have nothing to bake, and a stopped bake says so") {
  const Scene linear = turning(Blend::linear, 90.0f, {0, 1, 0});
  CHECK_FALSE(has_blend_to_bake(linear));
  const BakedBlend none = with_baked_blend(linear, implementation());
  CHECK(none.scene == linear);
  CHECK(none.shapes == 0);
  int asked = 0;
  CHECK(with_baked_blend(turning(Blend::dual_quaternion, 90.0f, {0, 1, 0}), implementation(), {},
                         [&](double) { return ++asked < 3; })
            .is_stopped);
}

SOLVED_CASE("a bake of motions and poses tells a rising share, and stops wherever it is asked to") {
  Scene scene = turning(Blend::dual_quaternion, 90.0f, {0, 1, 0});
  scene.motions.push_back(std::make_shared<const Motion>(*scene.motions[0]));
  edit_skeleton(scene, 0).poses = {{"bent", {}}, {"straight", {}}};
  std::vector<double> shares;
  with_baked_blend(scene, implementation(), {}, [&](double share) {
    shares.push_back(share);
    return true;
  });
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(shares.front() == 0.0);
  CHECK(shares.back() <= 1.0);
  for (std::size_t last = 1; last <= shares.size(); last += 7) {
    std::size_t asked = 0;
    const BakedBlend stopped =
        with_baked_blend(scene, implementation(), {}, [&](double) { return ++asked < last; });
    CHECK(stopped.is_stopped);
    CHECK(asked == last);  // it does not ask again
  }
}

SOLVED_CASE("a file written so plays in programs that blend linearly as it plays here") {
  const std::filesystem::path folder = scratch("bake_blend");
  const Scene scene = turning(Blend::dual_quaternion, 120.0f, {0, 1, 0});
  const BakedBlend baked = with_baked_blend(scene, implementation());
  io::save(folder / "x.glb", baked.scene, derived_from(implementation(), baked.scene),
           io::find_export_way("corrected")->options);
  const Scene read = io::load(folder / "x.glb").scene;
  REQUIRE(read.motions.size() == 1);
  const auto node = std::find_if(read.nodes.begin(), read.nodes.end(),
                                 [](const Node& one) { return one.mesh != nullptr; });
  REQUIRE(node != read.nodes.end());
  CHECK(node->mesh->morph_targets.size() == baked.shapes);
  for (const float time : {0.25f, 0.5f, 1.0f}) {
    Deformer wanted, shown;
    wanted.update(at_time(scene, *scene.motions[0], time));
    shown.update(at_time(read, *read.motions[0], time));
    const std::vector<glm::vec3>&p = wanted.mesh(kSkin)->positions(),
          &q = shown.mesh(node->id)->positions();
    REQUIRE(q.size() >= p.size());
    double most = 0.0;
    for (std::size_t v = 0; v < p.size(); ++v)
      most = std::max(most, double(glm::distance(p[v], q[v])));
    CHECK(most < 0.01);
  }
}
