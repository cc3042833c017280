#include "edit/recovery/past.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "io/gltf/gltf.h"

namespace marrow {
namespace {

constexpr std::size_t kMostSteps = 100;
constexpr std::size_t kMostBytes = 256u << 10;  // that one edit may hold

std::optional<std::string> written(const Scene& before, const History::Step& step) {
  if (!step.operation) return std::nullopt;
  const std::vector<Node>&nodes = step.scene.nodes, &old = before.nodes;
  for (std::size_t n = 0; n < std::min(nodes.size(), old.size()); ++n)
    if (nodes[n].id == old[n].id && nodes[n].mesh != old[n].mesh) return std::nullopt;
  const Holdings held = holdings_of(*step.operation);
  if (held.bytes > kMostBytes || !held.scenes.empty() || !held.motions.empty()) return std::nullopt;
  try {
    std::string line = line_of(before, *step.operation);
    return line.size() <= kMostBytes ? std::optional(std::move(line)) : std::nullopt;
  } catch (const std::exception&) {  // a name that is not UTF-8
    return std::nullopt;
  }
}

/// Replaces a mesh whose vertices are in another file: no vertices, but weights.
std::shared_ptr<const Mesh> stand_in() {
  Mesh mesh;
  mesh.weights = ExplicitWeights{{0}, {}, {}};
  return std::make_shared<const Mesh>(std::move(mesh));
}

/// A scene without its vertices, as bytes. Two scenes with equal bytes and equal meshes are equal.
/// The camera is left out, as it is no edit.
std::string bits_of(Scene scene) {
  scene = without_meshes(std::move(scene));
  scene.camera.reset();
  std::vector<std::string> warnings;
  return io::gltf_from_scene(scene, {}, {}, true, warnings);
}

bool are_same(const Scene& a, const Scene& b) {
  const auto same_mesh = [](const Node& one, const Node& other) { return one.mesh == other.mesh; };
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same_mesh) &&
         bits_of(a) == bits_of(b);
}

/// Performs one edit again. False if it is refused or makes no step.
bool redo_line(Document& document, const std::string& line, const std::string& label) {
  const ParsedLine parsed = parse_line(document.scene(), line);
  const std::size_t steps = document.history().steps().size();
  if (!parsed.operation || !document.perform(*parsed.operation)) return false;
  if (document.history().steps().size() != steps + 1) return false;
  const std::string plain = document.history().steps().back().label + ", ";
  if (label.starts_with(plain)) document.annotate(label.substr(plain.size()));
  return true;
}

}  // namespace

Scene without_meshes(Scene scene) {
  const std::shared_ptr<const Mesh> empty = stand_in();
  for (Node& node : scene.nodes)
    if (node.mesh) node.mesh = empty;
  return scene;
}

RecoveryPast past_of(const Document& document) {
  const std::vector<History::Step>& steps = document.history().steps();
  const std::size_t current = document.history().current();
  RecoveryPast past;
  std::size_t first = current;
  while (first > 0 && current - first < kMostSteps) {
    std::optional<std::string> line = written(steps[first - 1].scene, steps[first]);
    if (!line) break;
    past.lines.push_back(std::move(*line));
    --first;
  }
  std::reverse(past.lines.begin(), past.lines.end());
  past.current = past.lines.size();
  for (std::size_t next = current + 1; next < steps.size() && past.lines.size() < 2 * kMostSteps;
       ++next) {
    std::optional<std::string> line = written(steps[next - 1].scene, steps[next]);
    if (!line) break;
    past.lines.push_back(std::move(*line));
  }
  past.first = steps[first].scene;
  past.label = steps[first].label;
  for (std::size_t i = 1; i <= past.lines.size(); ++i)
    past.labels.push_back(steps[first + i].label);
  return past;
}

Document document_of(const Tasks& tasks, Scene scene, const RecoveryPast& past,
                     const std::string& label) {
  if (!past.lines.empty() && past.labels.size() == past.lines.size() &&
      past.current <= past.lines.size()) {
    Document document(tasks, past.first, past.label);
    std::size_t done = 0;
    while (done < past.lines.size() && redo_line(document, past.lines[done], past.labels[done]))
      ++done;
    if (done >= past.current && document.travel(past.current) && are_same(document.scene(), scene))
      return document;
  }
  return Document(tasks, std::move(scene), label);
}

}  // namespace marrow
