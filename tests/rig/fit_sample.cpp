// Islands, advice and fitted radii of the sample that ships with the program.
#include <algorithm>

#include "io/formats.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure_support.h"

namespace marrow::test {

LAW_CASE(
    "the sample's thin shin leaves 88 vertices, the needed radius takes them, and fitting all "
    "radii keeps it covered") {
  Measured measured(io::load(media() / "human.glb").scene, tasks);
  Id rig = kNoId;
  int node = -1;
  for (std::size_t n = 0; n < measured.scene.nodes.size(); ++n) {
    if (!measured.scene.nodes[n].skeleton) continue;
    rig = measured.scene.nodes[n].id;
    node = int(n);
  }
  REQUIRE(rig != kNoId);
  const auto uncovered = [&] {
    std::uint32_t count = 0;
    for (const DeformedMesh& mesh : measured.deformer.meshes()) count += mesh.coverage.uncovered;
    return count;
  };
  const auto joint_of = [&](Id id) {
    return std::size_t(joint_index(*measured.scene.nodes[std::size_t(node)].skeleton, id));
  };
  CHECK(uncovered() == 88);
  std::size_t listed = 0;
  float needed = 0.0f;
  Id joint = kNoId;
  for (const Island& island : measured.measures.islands(rig)) {
    joint = island.joint;
    CHECK(measured.scene.nodes[std::size_t(node)].skeleton->joints[joint_of(joint)].name ==
          "shin.L");
    listed += island.vertices.size();
    needed = std::max(needed, island.needed_radius);
  }
  CHECK(listed == 88);
  const Advice advice = measured.measures.advice(rig);
  CHECK(advice.cure == Advice::Cure::fit_radius);
  CHECK(advice.joint == joint);
  CHECK(advice.reason.find("88 vertices beside shin.L") == 0);
  Scene sick = measured.scene;
  for (const float radius : {needed, advice.radius}) {
    measured.scene = sick;
    edit_skeleton(measured.scene, node).joints[joint_of(joint)].radius = radius;
    measured.update();
    CHECK(uncovered() == 0);
  }
  std::uint32_t held_wrongly = 0;
  for (const Fit& fit : measured.measures.fit_all(rig)) {
    CHECK(fit.has_skin);
    edit_skeleton(measured.scene, node).joints[joint_of(fit.joint)].radius = fit.radius;
    held_wrongly += fit.bleeding;
  }
  measured.update();
  CHECK(uncovered() <= 6969 / 200);
  std::uint32_t bleeding = 0;
  for (const Joint& one : measured.scene.nodes[std::size_t(node)].skeleton->joints)
    bleeding += measured.measures.bleed(one.id).count;
  CHECK(bleeding == held_wrongly);
}

LAW_CASE(
    "the sample's range-of-motion sheet says that fitting all radii helped, and then that a linear "
    "falloff helps more") {
  Measured measured(io::load(media() / "human.glb").scene, tasks);
  const auto is_rig = [](const Node& each) { return each.skeleton != nullptr; };
  const int node =
      int(std::find_if(measured.scene.nodes.begin(), measured.scene.nodes.end(), is_rig) -
          measured.scene.nodes.begin());
  const Id rig = measured.scene.nodes[std::size_t(node)].id;
  const auto summary = [&] {
    std::size_t uncovered = 0;
    for (const DeformedMesh& mesh : measured.deformer.meshes())
      uncovered += mesh.coverage.uncovered;
    return summary_of(range_of_motion(measured.scene, rig, tasks_of(Backend::fast)),
                      *measured.scene.nodes[std::size_t(node)].skeleton, uncovered, true);
  };
  const auto fit = [&] {
    const std::vector<Fit> fits = measured.measures.fit_all(rig);
    Skeleton& skeleton = edit_skeleton(measured.scene, node);
    for (const Fit& one : fits)
      skeleton.joints[std::size_t(joint_index(skeleton, one.joint))].radius = one.radius;
    measured.update();
  };
  const TrialSummary shipped = summary();
  MESSAGE(summary_words(shipped) << " " << shipped.left);
  CHECK(shipped.remedy == "Fit all radii first.");
  const TrialSummary of_file =
      summary_of(range_of_motion(measured.scene, rig, tasks_of(Backend::fast)),
                 *measured.scene.nodes[std::size_t(node)].skeleton, 0, false);
  CHECK(of_file.left.find("capsule ends") == std::string::npos);
  CHECK(of_file.remedy.empty());
  fit();
  const TrialSummary fitted = summary();
  MESSAGE(summary_words(fitted) << " " << fitted.left);
  CHECK(fitted.score > shipped.score + 2.0);
  CHECK(fitted.poor < shipped.poor);
  edit_skeleton(measured.scene, node).falloff = Falloff::linear;
  measured.update();
  fit();
  const TrialSummary faded = summary();
  MESSAGE(summary_words(faded) << " " << faded.left);
  CHECK(faded.score > fitted.score);
  CHECK(faded.poor < fitted.poor);
}

}  // namespace marrow::test
