#include "edit/operations/touch_up_operations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_inverse.hpp>

#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "rig/paint/twins.h"

namespace marrow {
namespace {

static_assert(std::endian::native == std::endian::little, "payloads are little-endian");

void append_bytes(std::string& bytes, const auto& values) {
  const auto count = std::uint32_t(values.size());
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  if (count > 0)
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
}

bool take_bytes(std::string_view& bytes, auto& values) {
  std::uint32_t count = 0;
  if (bytes.size() < sizeof count) return false;
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  if (bytes.size() / sizeof values[0] < count) return false;
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof values[0]);
  bytes.remove_prefix(count * sizeof values[0]);
  return true;
}

std::string bytes_of_rows(const TouchUps& rows) {
  std::string bytes;
  append_bytes(bytes, rows.vertices);
  append_bytes(bytes, rows.row_begin);
  append_bytes(bytes, rows.joint);
  append_bytes(bytes, rows.difference);
  return bytes;
}

bool rows_of_bytes(std::string_view bytes, TouchUps& rows) {
  return take_bytes(bytes, rows.vertices) && take_bytes(bytes, rows.row_begin) &&
         take_bytes(bytes, rows.joint) && take_bytes(bytes, rows.difference) && bytes.empty();
}

/// Gives a node these touch-ups; equal ones stay shared.
void set_touch_ups(Node& node, TouchUps touch_ups) {
  if (touch_ups.vertices.empty())
    node.touch_ups.reset();
  else if (!node.touch_ups || *node.touch_ups != touch_ups)
    node.touch_ups = std::make_shared<const TouchUps>(std::move(touch_ups));
}

}  // namespace

Applied op::PaintWeights::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [&](Node& node) {
    if (!find_node(scene, node.bound_to)) return follows_no_skeleton(node);
    if (joint != kNoId && find_joint(scene, joint).node < 0)
      return refused_missing("joint", joint).reason;
    const std::size_t vertices = node.mesh->positions.size();
    if (const std::string why = why_invalid(changed, vertices, EmptyRows::allowed); !why.empty())
      return fmt::format("This stroke does not fit \"{}\": there is {}.", node.name, why);
    set_touch_ups(node, with_rows(node.touch_ups ? *node.touch_ups : TouchUps(), changed));
    return std::string();
  });
}

std::string op::PaintWeights::label(const Scene& before) const {
  const std::string what = is_known(brush) ? choice_row(brush).title : "";
  return fmt::format("Paint {}: {}", shown_name(before, joint == kNoId ? mesh_node : joint), what);
}

void op::PaintWeights::line(Line& line) {
  static constexpr auto kWords = [] {
    std::array<std::string_view, kBrushes.size()> words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = kBrushes[i].id;
    return words;
  }();
  line.id("paint", mesh_node);
  line.one_of(brush, kWords);
  if (line.has("of", joint != kNoId)) line.id(joint);
  std::string bytes = line.reads() ? std::string() : bytes_of_rows(changed);
  line.payload(bytes);
  if (line.reads() && !rows_of_bytes(bytes, changed)) line.fail("rows of touch-ups before this");
}

Applied op::SetTouchUpStrength::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [&](Node& node) {
    if (!std::isfinite(strength))
      return fmt::format("The strength of touch-ups needs a finite number; it stays {:.3g}.",
                         node.touch_up_strength);
    node.touch_up_strength = std::clamp(strength, 0.0f, 1.0f);
    return std::string();
  });
}

std::string op::SetTouchUpStrength::label(const Scene& before) const {
  const Node* node = find_node(before, mesh_node);
  const float now = node ? node->touch_up_strength : 1.0f;
  return fmt::format("Touch-ups of {} {}", shown_name(before, mesh_node),
                     change(now, std::clamp(strength, 0.0f, 1.0f)));
}

void op::SetTouchUpStrength::line(Line& line) {
  line.id("touch-ups", mesh_node);
  line.number("at", strength);
}

Applied op::RemoveTouchUps::applied(const Scene& scene, const Tasks&) const {
  return with_mesh_node(scene, mesh_node, [](Node& node) {
    node.touch_ups.reset();
    node.touch_up_strength = 1.0f;
    return std::string();
  });
}

std::string op::RemoveTouchUps::label(const Scene& before) const {
  return "Remove touch-ups of " + shown_name(before, mesh_node);
}

void op::RemoveTouchUps::line(Line& line) { line.id("remove-touch-ups", mesh_node); }

namespace {

/// 1 if the left side has larger coordinates than the plane, -1 if smaller.
float side_of_left(const Skeleton& skeleton, const MirrorPairs& pairs,
                   const std::vector<glm::mat4>& binds) {
  double sum = 0.0;
  for (std::size_t j = 0; j < binds.size(); ++j)
    if (is_left_name(skeleton.joints[j].name).value_or(false))
      sum += double(binds[j][3][pairs.axis]) - double(pairs.offset);
  return sum < 0.0 ? -1.0f : 1.0f;
}

/// Appends a row for `vertex`, with partners in place of joints; joints without a partner stay.
void append_mirrored(const TouchUps& from, std::size_t row, const Skeleton& skeleton,
                     const MirrorPairs& pairs, std::uint32_t vertex, TouchUps& to) {
  std::vector<std::pair<Id, float>> entries;
  for (std::uint32_t k = from.row_begin[row]; k < from.row_begin[row + 1]; ++k) {
    const int joint = joint_index(skeleton, from.joint[k]);
    const int other = joint < 0 ? -1 : pairs.other[at(joint)];
    entries.emplace_back(other < 0 ? from.joint[k] : skeleton.joints[at(other)].id,
                         from.difference[k]);
  }
  std::sort(entries.begin(), entries.end());
  for (const auto& [joint, difference] : entries) {
    if (to.joint.size() > to.row_begin.back() && to.joint.back() == joint) continue;
    to.joint.push_back(joint);
    to.difference.push_back(difference);
  }
  to.end_row(vertex);
}

constexpr float kInPlane = 1e-5f;  // share of the mesh's size

/// `side`: the side whose touch-ups are mirrored, 1 beyond the plane, -1 before it. Vertices in the
/// plane keep their touch-ups.
TouchUps mirrored_touch_ups(const TouchUps& before, const std::vector<glm::vec3>& positions,
                            const Skeleton& skeleton, const MirrorPairs& pairs, float side) {
  const float in_plane = kInPlane * bounds_of(positions).diagonal();
  const auto is_beyond = [&](std::uint32_t v, float its_side) {
    return its_side * (positions[v][pairs.axis] - pairs.offset) > in_plane;
  };
  std::vector<std::uint32_t> sources;
  TouchUps gone, changed;
  for (const std::uint32_t v : before.vertices) {
    if (is_beyond(v, side)) sources.push_back(v);
    if (is_beyond(v, -side)) gone.end_row(v);
  }
  std::vector<Twin> twins = TwinFinder({pairs.axis, pairs.offset}).twins_of(sources, positions);
  std::sort(twins.begin(), twins.end(),
            [](const Twin& a, const Twin& b) { return a.vertex < b.vertex; });
  for (const Twin& twin : twins) {
    if (!is_beyond(twin.vertex, -side)) continue;
    const auto row = std::lower_bound(before.vertices.begin(), before.vertices.end(), twin.of) -
                     before.vertices.begin();
    append_mirrored(before, std::size_t(row), skeleton, pairs, twin.vertex, changed);
  }
  return with_rows(with_rows(before, gone), changed);
}

}  // namespace

void mirror_touch_ups(Scene& scene, int node, bool left_to_right,
                      const std::vector<glm::mat4>& binds) {
  const Skeleton& skeleton = *scene.nodes[at(node)].skeleton;
  const MirrorPairs pairs = mirror_pairs(skeleton, binds);
  const float side = side_of_left(skeleton, pairs, binds) * (left_to_right ? 1.0f : -1.0f);
  const glm::dmat4 skeleton_from_world = glm::affineInverse(exact_world_from_node(scene, node));
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& its = scene.nodes[n];
    if (!its.touch_ups || its.bound_to != scene.nodes[at(node)].id) continue;
    const glm::mat4 to(skeleton_from_world * exact_world_from_node(scene, int(n)));
    std::vector<glm::vec3> positions;
    for (const glm::vec3& position : its.mesh->positions)
      positions.push_back(glm::vec3(to * glm::vec4(position, 1.0f)));
    set_touch_ups(its, mirrored_touch_ups(*its.touch_ups, positions, skeleton, pairs, side));
  }
}

}  // namespace marrow
