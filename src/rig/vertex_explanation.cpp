#include "rig/vertex_explanation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>

#include "base/text.h"
#include "rig/body/body.h"
#include "rig/bones.h"
#include "rig/joint_pose.h"
#include "rig/polar_parts.h"
#include "rig/skinning/weights.h"

namespace marrow {

namespace {

constexpr std::size_t kOthersShown = 3;
// A vertex nearer than this to a capsule's surface counts as on it; times the radius, if above 1.
constexpr float kSurface = 1e-5f;
constexpr float kAgreement = 1e-4f;  // of weights; of positions, times their length if above 1

VertexTerm term_of(const Skeleton& skeleton, const PosedSkeleton& posed, std::size_t joint,
                   const glm::vec3& bind, const glm::vec3& rest) {
  const Joint& source = skeleton.joints[joint];
  VertexTerm term;
  term.joint = source.id;
  term.index = joint;
  term.name = source.name;
  const Bone bone{glm::vec3(posed.bind[joint][3]),
                  glm::vec3(posed.bind[joint] * glm::vec4(source.extent, 1.0f))};
  term.radius = radius_at(source, bone, bind);
  term.closest = closest_on(bone, bind);
  term.distance = glm::distance(term.closest, bind);
  term.candidate = glm::vec3(posed.skinning[joint] * glm::vec4(rest, 1.0f));
  return term;
}

/// Replaces geometric results by the deformer's results for this vertex.
void take_row(const DeformedMesh& mesh, VertexExplanation& explanation) {
  const Influences& influences = mesh.influences;
  for (std::uint32_t i = influences.row_begin(explanation.vertex);
       i < influences.row_end(explanation.vertex); ++i) {
    if (influences.joint[i] >= explanation.terms.size()) continue;
    VertexTerm& term = explanation.terms[influences.joint[i]];
    term.is_in = true;
    term.weight = influences.weight[i];
    const bool is_known = explanation.is_painted && explanation.metric != Metric::straight;
    if (!influences.distance.empty() && !is_known) term.distance = influences.distance[i];
    term.raw = explanation.has_given_weights()
                   ? term.weight
                   : float(falloff_weight(explanation.falloff, term.distance, term.radius));
    ++explanation.in_count;
  }
}

/// Distances by the skeleton's metric, if that metric goes through the body.
void take_metric(const MeasuredBody& measured, VertexExplanation& explanation) {
  explanation.metric = Metric::body;
  const std::size_t part = measured.part_of(explanation.mesh);
  for (std::size_t j = 0; j < explanation.terms.size(); ++j)
    explanation.terms[j].distance = measured.fields[j]->parts[part].of(explanation.vertex);
}

/// Sets the paths of distances to the bones that hold the vertex.
void take_ways(const MeasuredBody* measured, VertexExplanation& explanation) {
  for (VertexTerm& term : explanation.terms) {
    if (!term.is_in) continue;
    term.path = {explanation.bind, term.closest};
    if (explanation.metric == Metric::straight) continue;
    const std::vector<glm::vec3> inside = measured->body->path(
        *measured->fields[term.index], measured->part_of(explanation.mesh), explanation.vertex);
    if (!inside.empty()) term.path = inside;
  }
}

/// Sets the contract's results for these distances and matrices. On a capsule's surface the vertex
/// may be in or out.
void take_contract(const PosedSkeleton& posed, VertexExplanation& explanation) {
  double sum = 0.0;
  for (VertexTerm& term : explanation.terms) {
    const float distance = explanation.metric == Metric::straight
                               ? glm::distance(term.closest, explanation.bind)
                               : term.distance,
                room = kSurface * std::max(1.0f, term.radius);
    const bool is_open = explanation.has_given_weights() || std::abs(distance - term.radius) < room;
    term.should_be_in = is_open ? term.is_in : is_in_capsule(distance, term.radius);
    if (!term.should_be_in) continue;
    term.should_weigh = explanation.has_given_weights()
                            ? term.weight
                            : float(falloff_weight(explanation.falloff,
                                                   std::min(distance, term.radius), term.radius));
    sum += double(term.should_weigh);
  }
  glm::dvec3 blend(0.0);
  std::vector<PolarParts> motions;
  std::vector<glm::mat4> matrices;
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
  for (VertexTerm& term : explanation.terms) {
    if (!term.should_be_in) continue;
    if (!explanation.has_given_weights() && sum > 0.0)
      term.should_weigh = float(double(term.should_weigh) / sum);
    const glm::mat4 skinning = posed.posed[term.index] * glm::affineInverse(posed.bind[term.index]);
    blend += double(term.should_weigh) * glm::dvec3(skinning * glm::vec4(explanation.rest, 1.0f));
    joints.push_back(std::uint32_t(motions.size()));
    motions.push_back(polar_parts(skinning));
    matrices.push_back(skinning);
    weights.push_back(term.should_weigh);
  }
  if (explanation.blend == Blend::dual_quaternion && !motions.empty())
    blend = glm::dvec3(
        blended_motion(motions, joints.data(), weights.data(), std::uint32_t(joints.size())) *
        glm::dvec4(explanation.rest, 1.0));
  if (explanation.center && !motions.empty())
    blend = glm::dvec3(blended_about(*explanation.center, explanation.rest, matrices, motions,
                                     joints.data(), weights.data(), std::uint32_t(joints.size())) *
                       glm::dvec4(explanation.rest, 1.0));
  explanation.should_be = sum > 0.0 ? glm::vec3(blend) : explanation.rest;
  // Delta mush needs the vertices around this one, so the explanation ends here.
  if (explanation.blend == Blend::delta_mush) explanation.should_be = explanation.posed;
}

bool comes_before(const VertexTerm& a, const VertexTerm& b) {
  if (a.is_in != b.is_in) return a.is_in;
  if (a.is_in) return a.weight > b.weight;
  return a.distance - a.radius < b.distance - b.radius;
}

bool is_morphed(const VertexExplanation& explanation) {
  return explanation.rest != explanation.bind;
}

std::string numbers(const glm::vec3& v) {
  return fmt::format("{:>8.4f} {:>8.4f} {:>8.4f}", v.x, v.y, v.z);
}

std::string raw_title(const VertexExplanation& explanation) {
  if (explanation.is_painted) return "painted";
  if (explanation.has_file_weights) return "file";
  return choice_row(explanation.falloff).formula;
}

/// A C++ literal that is read back as the same float.
std::string literal(float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}
std::string literal(const glm::vec3& v) {
  return fmt::format("{{{}, {}, {}}}", literal(v.x), literal(v.y), literal(v.z));
}
std::string literal(const glm::mat4& m) {
  std::string text = "glm::mat4(";
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      text += (column + row > 0 ? ", " : "") + literal(m[column][row]);
  return text + ")";
}

/// A matrix between two others, as a joint moves; exact at both ends.
glm::mat4 matrix_between(const glm::mat4& from, const glm::mat4& to, float t) {
  if (t <= 0.0f) return from;
  if (t >= 1.0f) return to;
  const JointPose a = decompose(from), b = decompose(to);
  const glm::mat4 left_of_a = from - compose(a), left_of_b = to - compose(b);
  return compose(interpolate(a, b, t)) + left_of_a * (1.0f - t) + left_of_b * t;
}

/// The joints of a test, in the skeleton's order.
std::vector<VertexTerm> terms_for_test(const VertexExplanation& explanation) {
  std::vector<VertexTerm> terms = explanation.terms;
  std::stable_partition(terms.begin(), terms.end(),
                        [](const VertexTerm& term) { return term.is_in || term.should_be_in; });
  const auto in = std::count_if(terms.begin(), terms.end(), [](const VertexTerm& term) {
    return term.is_in || term.should_be_in;
  });
  terms.resize(std::min(terms.size(), std::size_t(in) + kOthersShown));
  std::sort(terms.begin(), terms.end(),
            [](const VertexTerm& a, const VertexTerm& b) { return a.index < b.index; });
  return terms;
}

std::string joint_lines(const std::vector<VertexTerm>& terms, const Skeleton& skeleton,
                        const PosedSkeleton& posed) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t j = terms[i].index;
    const glm::mat4 user_local = glm::affineInverse(posed.bind[j]) * posed.posed[j];
    text += fmt::format(R"(  // {}
  skeleton.joints.push_back({{.id = {}, .name = "joint {}", .bind_local = {},
                             .user_local = {},
                             .extent = {}, .radius = {}}});
)",
                        terms[i].name, i + 1, i, literal(posed.bind[j]), literal(user_local),
                        literal(skeleton.joints[j].extent), literal(skeleton.joints[j].radius));
  }
  return text;
}

std::string list_of(const std::vector<VertexTerm>& terms,
                    std::string (*item)(std::size_t, const VertexTerm&)) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i].should_be_in) text += (text.empty() ? "" : ", ") + item(i, terms[i]);
  return text;
}

/// Lines that define `influences`: from the capsules or from the file's weights.
std::string influence_lines(const VertexExplanation& explanation,
                            const std::vector<VertexTerm>& terms) {
  const std::string joints =
      list_of(terms, [](std::size_t i, const VertexTerm&) { return std::to_string(i); });
  const std::string weights = list_of(
      terms, [](std::size_t, const VertexTerm& term) { return literal(term.should_weigh); });
  if (explanation.has_given_weights())
    return fmt::format(R"(  marrow::Influences influences;
  influences.rows = {{{{0, {}}}}};
  influences.joint = {{{}}};
  influences.weight = {{{}}};
)",
                       std::count_if(terms.begin(), terms.end(),
                                     [](const VertexTerm& term) { return term.should_be_in; }),
                       joints, weights);
  return fmt::format(R"(  skeleton.falloff = marrow::Falloff::{};
  const marrow::JointLists lists = tasks.find_joints(skeleton, bind, positions);
  CHECK(lists == marrow::JointLists{{{{{}}}}});
  const marrow::Influences influences = marrow::capsule_influences(skeleton, bind, positions, lists, tasks);
  const std::vector<float> expected{{{}}};
  REQUIRE(influences.weight.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(influences.weight[i] == doctest::Approx(expected[i]).epsilon(1e-5));
)",
                     choice_row(explanation.falloff).id, joints, weights);
}

}  // namespace

std::optional<VertexExplanation> explain_vertex(const Scene& scene, const Deformer& deformer,
                                                Id mesh_node, std::uint32_t vertex) {
  const DeformedMesh* mesh = deformer.mesh(mesh_node);
  if (!mesh || !mesh->mesh || vertex >= mesh->mesh->positions.size() ||
      vertex >= mesh->influences.vertex_count())
    return std::nullopt;
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
  explanation.blend = mesh->blend;
  explanation.has_file_weights = mesh_at->explicit_weights && mesh->mesh->weights.has_value();
  explanation.is_painted = mesh->painted().changes(mesh->influences, vertex);
  explanation.bind = mesh->bind_positions[vertex];
  explanation.rest = mesh->rest_positions()[vertex];
  explanation.posed = mesh->positions_of({vertex}).front();
  if (mesh->blend == Blend::centers && !std::isnan(mesh->centers[vertex].x))
    explanation.center = mesh->centers[vertex];
  for (std::size_t j = 0; j < std::min(skeleton.joints.size(), posed->bind.size()); ++j)
    explanation.terms.push_back(term_of(skeleton, *posed, j, explanation.bind, explanation.rest));
  const MeasuredBody* measured = deformer.body(mesh->skeleton);
  if (measured && !explanation.has_file_weights) take_metric(*measured, explanation);
  take_row(*mesh, explanation);
  take_ways(measured, explanation);
  take_contract(*posed, explanation);
  std::stable_sort(explanation.terms.begin(), explanation.terms.end(), comes_before);
  return explanation;
}

std::string distance_text(float distance) {
  return std::isfinite(distance) ? fmt::format("{:.4f}", distance) : std::string("far");
}

std::string explanation_text(const VertexExplanation& explanation) {
  std::string text = fmt::format("{}, vertex {}\n", explanation.mesh_name, explanation.vertex);
  text += fmt::format("v  = {}   (skeleton space, at bind)\n", numbers(explanation.bind));
  if (is_morphed(explanation))
    text +=
        fmt::format("v  = {}   (with morph targets: what T moves)\n", numbers(explanation.rest));
  if (explanation.center)
    text += fmt::format("c  = {}   (center of rotation, at bind)\n", numbers(*explanation.center));
  text += fmt::format("v' = {}\n", numbers(explanation.posed));
  if (explanation.metric != Metric::straight)
    text += fmt::format("d {}: not the course's formula\n", choice_row(explanation.metric).title);
  if (explanation.blend != Blend::linear)
    text += fmt::format("blended by {}: v' is not the sum of w T v\n",
                        choice_row(explanation.blend).title);
  if (explanation.is_painted)
    text += "w painted: touch-ups changed what d and r, or the file, give\n";
  text += "\n";
  text += fmt::format("{:<20} {:>8} {:>8} {:>4} {:>10} {:>8}   {:^26}\n", "joint", "d", "r", "",
                      raw_title(explanation), "w", "T v");
  const std::size_t rows = std::min(explanation.terms.size(), explanation.in_count + kOthersShown);
  for (std::size_t i = 0; i < rows; ++i) {
    const VertexTerm& term = explanation.terms[i];
    const std::string weight = term.is_in ? fmt::format("{:>10.4f} {:>8.4f}", term.raw, term.weight)
                                          : fmt::format("{:>10} {:>8}", "-", "-");
    text += fmt::format("{:<20} {:>8} {:>8.4f} {:>4} {}   {}\n", term.name,
                        distance_text(term.distance), term.radius, term.is_in ? "in" : "out",
                        weight, numbers(term.candidate));
  }
  if (const std::size_t more = explanation.terms.size() - rows; more > 0)
    text += counted("and {} joint[|s] further away\n", more);
  if (explanation.in_count == 0)
    text += "No joint holds this vertex: it stays where it is at bind.\n";
  return text;
}

bool follows_contract(const VertexExplanation& explanation) {
  for (const VertexTerm& term : explanation.terms) {
    if (term.is_in != term.should_be_in) return false;
    if (!(std::abs(term.weight - term.should_weigh) <= kAgreement)) return false;
  }
  const float size = std::max(1.0f, glm::length(explanation.should_be));
  return glm::distance(explanation.posed, explanation.should_be) <= kAgreement * size;
}

std::string explanation_test(const VertexExplanation& explanation, const Scene& scene,
                             const Deformer& deformer) {
  const Node* node = find_node(scene, explanation.skeleton);
  const PosedSkeleton* posed = deformer.skeleton(explanation.skeleton);
  if (!node || !node->skeleton || !posed) return {};
  const std::vector<VertexTerm> terms = terms_for_test(explanation);
  std::string text =
      "#include <doctest/doctest.h>\n\n#include \"rig/implementations.h\"\n#include "
      "\"rig/skinning/weights.h\"\n\n";
  text += fmt::format("TEST_CASE(\"vertex {} of a mesh\") {{\n", explanation.vertex);
  text +=
      "  const marrow::Tasks& tasks = marrow::tasks_of(marrow::Backend::student);\n  "
      "marrow::Skeleton skeleton;\n";
  text += joint_lines(terms, *node->skeleton, *posed);
  text +=
      fmt::format("  const std::vector<glm::vec3> positions{{{}}};\n", literal(explanation.bind));
  if (is_morphed(explanation))
    text +=
        fmt::format("  const std::vector<glm::vec3> morphed{{{}}};\n", literal(explanation.rest));
  text += "  const std::vector<glm::mat4> bind = tasks.bind_matrices(skeleton);\n";
  text += influence_lines(explanation, terms);
  text += fmt::format(R"(  std::vector<glm::vec3> posed, normals;
  tasks.skin(tasks.skinning_matrices(tasks.posed_matrices(skeleton), bind), influences, {}, {{{{0.0f, 1.0f, 0.0f}}}}, posed, normals);
  REQUIRE(posed.size() == 1);
  CHECK(glm::distance(posed[0], glm::vec3({}, {}, {})) < 1e-4f);)"
                      "\n}}\n",
                      is_morphed(explanation) ? "morphed" : "positions",
                      literal(explanation.should_be.x), literal(explanation.should_be.y),
                      literal(explanation.should_be.z));
  return text;
}

glm::mat4 skinning_at_stage(const glm::mat4& bind, const glm::mat4& posed, float stage) {
  if (stage <= 0.0f) return glm::mat4(1.0f);
  const glm::mat4 home(1.0f);
  const glm::mat4 frame = stage <= kStageHome ? matrix_between(bind, home, stage)
                                              : matrix_between(home, posed, stage - kStageHome);
  return frame * glm::affineInverse(bind);
}

glm::vec3 term_at_stage(const VertexExplanation& explanation, const VertexTerm& term,
                        const glm::mat4& bind, const glm::mat4& posed, float stage) {
  if (stage > kStagePosed)
    return glm::mix(term.candidate, explanation.posed, std::min(stage - kStagePosed, 1.0f));
  return glm::vec3(skinning_at_stage(bind, posed, stage) * glm::vec4(explanation.rest, 1.0f));
}

std::string matrix_as_cpp(std::string_view name, const glm::mat4& matrix) {
  std::string text = fmt::format("const glm::mat4 {}(  // column by column\n", name);
  for (int column = 0; column < 4; ++column) {
    text += "    ";
    for (int row = 0; row < 4; ++row)
      text += literal(matrix[column][row]) + (column == 3 && row == 3 ? ");"
                                              : row < 3               ? ", "
                                                                      : ",");
    text += "\n";
  }
  return text;
}

std::string matrix_as_numpy(std::string_view name, const glm::mat4& matrix) {
  std::string text = fmt::format("{} = np.array([\n", name);
  for (int row = 0; row < 4; ++row)
    text += fmt::format("    [{}, {}, {}, {}],\n", matrix[0][row], matrix[1][row], matrix[2][row],
                        matrix[3][row]);
  return text + "])\n";
}

}  // namespace marrow
