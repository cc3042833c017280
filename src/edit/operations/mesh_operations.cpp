#include "edit/operations/mesh_operations.h"

#include "edit/operations/new_mesh.h"
#include "edit/operations/node_operations.h"
#include "edit/operations/shared.h"
#include "rig/doctor/cures.h"

namespace marrow {
namespace {

constexpr auto kCureWords = [] {
  std::array<std::string_view, kMeshCures.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kMeshCures[i].id;
  return words;
}();

}  // namespace

Applied op::CureMesh::applied(const Scene& scene, const Tasks&) const {
  const FoundNode found = find_mesh_node(scene, mesh_node);
  if (found.node < 0) return found.refusal;
  const std::shared_ptr<const Mesh>& before = scene.nodes[at(found.node)].mesh;
  const std::shared_ptr<const ExaminedMesh> examined = known.examined.lock();
  const bool is_known = examined && examined->mesh == before;
  CuredMesh after = cured(*before, cures, is_known ? &examined->findings : nullptr);
  if (after.mesh == *before)
    return refused("\"{}\" needs no such repair.", scene.nodes[at(found.node)].name);
  const auto mesh = std::make_shared<const Mesh>(std::move(after.mesh));
  Scene result = scene;
  for (Node& node : result.nodes) {
    if (node.mesh != before) continue;
    node.mesh = mesh;
    if (!node.touch_ups) continue;
    TouchUps left = renamed(*node.touch_ups, after.new_of_old);
    if (left.vertices.empty())
      node.touch_ups.reset();
    else if (left != *node.touch_ups)
      node.touch_ups = std::make_shared<const TouchUps>(std::move(left));
  }
  return {std::move(result), {}};
}

std::string op::CureMesh::label(const Scene& before) const {
  std::string what;
  for (const MeshCure cure : cures)
    what += fmt::format("{}{}", what.empty() ? "" : ", ", kMeshCures[std::size_t(cure)].step);
  return fmt::format("{} of {}", what.empty() ? "Repair" : what, shown_name(before, mesh_node));
}

void op::CureMesh::line(Line& line) {
  line.id("cure", mesh_node);
  line.word("by");
  line.list(cures, "none", [&](MeshCure& cure) { line.one_of(cure, kCureWords); });
}

Applied op::ReplaceMesh::applied(const Scene& scene, const Tasks&) const {
  return with_new_mesh(scene, mesh_node, from).applied;
}

std::string op::ReplaceMesh::label(const Scene& before) const {
  return "Replace the mesh of " + shown_name(before, mesh_node);
}

void op::ReplaceMesh::line(Line& line) {
  line.id("replace-mesh", mesh_node);
  line.word("with");
  line_scene(line, from);
}

bool op::ReplaceMesh::operator==(const ReplaceMesh& other) const {
  return mesh_node == other.mesh_node && same_content(from, other.from);
}

Applied op::TakeWeights::applied(const Scene& scene, const Tasks& tasks) const {
  return with_weights_of(scene, mesh_node, source, tasks).applied;
}

std::string op::TakeWeights::label(const Scene& before) const {
  return fmt::format("Weights of {} from {}", shown_name(before, mesh_node),
                     shown_name(before, source));
}

void op::TakeWeights::line(Line& line) {
  line.id("take-weights", mesh_node);
  line.id("from", source);
}

}  // namespace marrow
