#include "rig/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "rig/weights.h"

namespace marrow {

namespace {

constexpr std::size_t kOthersShown = 3;

glm::vec3 closest_on_bone(const glm::mat4& bind, const glm::vec3& extent, const glm::vec3& point) {
  const glm::dvec3 start(bind[3]), end(bind * glm::vec4(extent, 1.0f)), bone = end - start;
  const double length_squared = glm::dot(bone, bone);
  const double along = length_squared > 0.0 ? std::clamp(glm::dot(glm::dvec3(point) - start, bone) / length_squared, 0.0, 1.0) : 0.0;
  return glm::vec3(start + bone * along);
}

VertexTerm term_of(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint, const glm::vec3& bind) {
  const Joint& source = skeleton.joints[joint];
  VertexTerm term;
  term.joint = source.id;
  term.index = joint;
  term.name = source.name;
  term.radius = source.radius;
  term.closest = closest_on_bone(posed.bind[joint], source.extent, bind);
  term.distance = glm::distance(term.closest, bind);
  term.candidate = glm::vec3(posed.skinning[joint] * glm::vec4(bind, 1.0f));
  return term;
}

/// What the deformer computed for this vertex, written over what geometry says.
void take_row(const DeformedMesh& mesh, VertexExplanation& explanation) {
  const Influences& influences = mesh.influences;
  for (std::uint32_t i = influences.row_begin(explanation.vertex); i < influences.row_end(explanation.vertex); ++i) {
    if (influences.joint[i] >= explanation.terms.size()) continue;
    VertexTerm& term = explanation.terms[influences.joint[i]];
    term.is_in = true;
    term.weight = influences.weight[i];
    if (!influences.distance.empty()) term.distance = influences.distance[i];
    term.raw = explanation.has_file_weights ? term.weight : float(falloff_weight(explanation.falloff, term.distance, term.radius));
    term.contribution = term.weight * term.candidate;
    ++explanation.in_count;
  }
}

bool comes_before(const VertexTerm& a, const VertexTerm& b) {
  if (a.is_in != b.is_in) return a.is_in;
  if (a.is_in) return a.weight > b.weight;
  return a.distance - a.radius < b.distance - b.radius;
}

std::string numbers(const glm::vec3& v) { return fmt::format("{:>8.4f} {:>8.4f} {:>8.4f}", v.x, v.y, v.z); }

std::string raw_title(const VertexExplanation& explanation) {
  if (explanation.has_file_weights) return "file";
  return explanation.falloff == Falloff::inverse ? "1/d" : falloff_name(explanation.falloff);
}

/// A C++ literal that reads back as the same float.
std::string literal(float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}
std::string literal(const glm::vec3& v) { return fmt::format("{{{}, {}, {}}}", literal(v.x), literal(v.y), literal(v.z)); }
std::string literal(const glm::mat4& m) {
  std::string text = "glm::mat4(";
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) text += (column + row > 0 ? ", " : "") + literal(m[column][row]);
  return text + ")";
}

/// The joints of a test, in the skeleton's order.
std::vector<VertexTerm> terms_for_test(const VertexExplanation& explanation) {
  std::vector<VertexTerm> terms = explanation.terms;
  terms.resize(std::min(terms.size(), explanation.in_count + kOthersShown));
  std::sort(terms.begin(), terms.end(), [](const VertexTerm& a, const VertexTerm& b) { return a.index < b.index; });
  return terms;
}

std::string joint_lines(const std::vector<VertexTerm>& terms, const Skeleton& skeleton, const PosedSkeleton& posed) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t j = terms[i].index;
    const glm::mat4 user_local = glm::affineInverse(posed.bind[j]) * posed.posed[j];
    text += fmt::format("  // {}\n  skeleton.joints.push_back({{.id = {}, .name = \"{}\", .bind_local = {},\n", terms[i].name, i + 1,
                        fmt::format("joint {}", i), literal(posed.bind[j]));
    text += fmt::format("                             .user_local = {},\n", literal(user_local));
    text += fmt::format("                             .extent = {}, .radius = {}}});\n", literal(skeleton.joints[j].extent),
                        literal(skeleton.joints[j].radius));
  }
  return text;
}

std::string list_of(const std::vector<VertexTerm>& terms, std::string (*item)(std::size_t, const VertexTerm&)) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i].is_in) text += (text.empty() ? "" : ", ") + item(i, terms[i]);
  return text;
}

/// Lines that make `influences`: from the capsules, or the file's weights as they are.
std::string influence_lines(const VertexExplanation& explanation, const std::vector<VertexTerm>& terms) {
  const std::string joints = list_of(terms, [](std::size_t i, const VertexTerm&) { return std::to_string(i); });
  const std::string weights = list_of(terms, [](std::size_t, const VertexTerm& term) { return literal(term.weight); });
  if (explanation.has_file_weights)
    return fmt::format(
        "  marrow::Influences influences;\n  influences.rows = {{{{0, {}}}}};\n  influences.joint = {{{}}};\n"
        "  influences.weight = {{{}}};\n",
        explanation.in_count, joints, weights);
  std::string text = fmt::format("  skeleton.falloff = marrow::Falloff::{};\n", falloff_name(explanation.falloff));
  text += "  const marrow::JointLists lists = tasks.find_joints(skeleton, bind, positions);\n";
  text += fmt::format("  CHECK(lists == marrow::JointLists{{{{{}}}}});\n", joints);
  text += "  const marrow::Influences influences = marrow::capsule_influences(skeleton, bind, positions, lists, tasks);\n";
  text += fmt::format("  const std::vector<float> expected{{{}}};\n", weights);
  text += "  REQUIRE(influences.weight.size() == expected.size());\n";
  text +=
      "  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(influences.weight[i] == doctest::Approx(expected[i]).epsilon(1e-5));\n";
  return text;
}

}  // namespace

std::optional<VertexExplanation> explain_vertex(const Scene& scene, const Deformer& deformer, Id mesh_node, std::uint32_t vertex) {
  const DeformedMesh* mesh = deformer.mesh(mesh_node);
  if (!mesh || !mesh->mesh || vertex >= mesh->mesh->positions.size() || vertex >= mesh->influences.vertex_count()) return std::nullopt;
  const Node* mesh_at = find_node(scene, mesh_node);
  const Node* skeleton_at = find_node(scene, mesh->skeleton);
  const PosedSkeleton* posed = deformer.skeleton(mesh->skeleton);
  if (!mesh_at || !skeleton_at || !skeleton_at->skeleton || !posed) return std::nullopt;
  const Skeleton& skeleton = *skeleton_at->skeleton;
  VertexExplanation explanation;
  explanation.mesh = mesh_node;
  explanation.skeleton = mesh->skeleton;
  explanation.mesh_name = mesh_at->name;
  explanation.vertex = vertex;
  explanation.falloff = skeleton.falloff;
  explanation.has_file_weights = mesh_at->explicit_weights && mesh->mesh->weights.has_value();
  explanation.bind = mesh->bind_positions[vertex];
  explanation.posed = mesh->positions_of({vertex}).front();
  for (std::size_t j = 0; j < std::min(skeleton.joints.size(), posed->bind.size()); ++j)
    explanation.terms.push_back(term_of(skeleton, *posed, j, explanation.bind));
  take_row(*mesh, explanation);
  std::stable_sort(explanation.terms.begin(), explanation.terms.end(), comes_before);
  return explanation;
}

std::string explanation_text(const VertexExplanation& explanation) {
  std::string text = fmt::format("{}, vertex {}\n", explanation.mesh_name, explanation.vertex);
  text += fmt::format("v  = {}   (skeleton space, at bind)\nv' = {}\n\n", numbers(explanation.bind), numbers(explanation.posed));
  text += fmt::format("{:<20} {:>8} {:>8} {:>4} {:>10} {:>8}   {:^26}\n", "joint", "d", "r", "", raw_title(explanation), "w", "T v");
  const std::size_t rows = std::min(explanation.terms.size(), explanation.in_count + kOthersShown);
  for (std::size_t i = 0; i < rows; ++i) {
    const VertexTerm& term = explanation.terms[i];
    const std::string weight =
        term.is_in ? fmt::format("{:>10.4f} {:>8.4f}", term.raw, term.weight) : fmt::format("{:>10} {:>8}", "-", "-");
    text += fmt::format("{:<20} {:>8.4f} {:>8.4f} {:>4} {}   {}\n", term.name, term.distance, term.radius, term.is_in ? "in" : "out",
                        weight, numbers(term.candidate));
  }
  if (explanation.terms.size() > rows) text += fmt::format("and {} joints further away\n", explanation.terms.size() - rows);
  if (explanation.in_count == 0) text += "No joint holds this vertex: it stays where it is at bind.\n";
  return text;
}

std::string explanation_test(const VertexExplanation& explanation, const Scene& scene, const Deformer& deformer) {
  const Node* node = find_node(scene, explanation.skeleton);
  const PosedSkeleton* posed = deformer.skeleton(explanation.skeleton);
  if (!node || !node->skeleton || !posed) return {};
  const std::vector<VertexTerm> terms = terms_for_test(explanation);
  std::string text = "#include <doctest/doctest.h>\n\n#include \"rig/bodies.h\"\n#include \"rig/weights.h\"\n\n";
  text += fmt::format("TEST_CASE(\"vertex {} of a mesh\") {{\n", explanation.vertex);
  text += "  const marrow::Tasks& tasks = marrow::tasks_of(marrow::Backend::student);\n  marrow::Skeleton skeleton;\n";
  text += joint_lines(terms, *node->skeleton, *posed);
  text += fmt::format("  const std::vector<glm::vec3> positions{{{}}};\n", literal(explanation.bind));
  text += "  const std::vector<glm::mat4> bind = tasks.bind_matrices(skeleton);\n";
  text += influence_lines(explanation, terms);
  text += "  std::vector<glm::vec3> posed, normals;\n";
  text +=
      "  tasks.skin(tasks.skinning_matrices(tasks.posed_matrices(skeleton), bind), influences, positions, {{0.0f, 1.0f, 0.0f}}, posed, "
      "normals);\n  REQUIRE(posed.size() == 1);\n";
  text += fmt::format("  CHECK(glm::distance(posed[0], glm::vec3({}, {}, {})) < 1e-4f);\n}}\n", literal(explanation.posed.x),
                      literal(explanation.posed.y), literal(explanation.posed.z));
  return text;
}

}  // namespace marrow
