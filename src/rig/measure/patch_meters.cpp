#include "rig/measure/patch_meters.h"

#include <algorithm>
#include <hwy/cache_control.h>
#include <utility>

namespace marrow {

namespace {

/// `about_m`: 3 sum n_t and 3 sum S_t, S_t relative to m. The result is relative to the origin.
Fan fan_of(const glm::vec4& about_m, const glm::dvec3& m) {
  const glm::dvec3 n(about_m);
  return {.s = double(about_m.w) + glm::dot(m, n), .n = n};
}

glm::dvec3 first_place(const Patch& patch, const std::vector<glm::vec3>& positions) {
  return glm::dvec3(positions[patch.vertices.front()]);
}

WorstStretch unplaced(float value) { return {.value = value, .edge = {}}; }

PatchMeters::Shape shape_of(const TriangleSums& sums, const glm::dvec3& m, double area) {
  return {.fan = fan_of(3.0f * sums.fan, m), .moments = glm::dvec3(sums.moments) + area * m};
}

/// The number of joints with a run in PatchMeters::shares.
std::size_t shared_joints(const PatchMeters& meters) {
  return meters.joints.size() - (meters.is_covered ? 1 : 0);
}

/// A joint's runs of PatchMeters::held_sides.
std::span<const std::uint8_t> held_sides_of(const PatchMeters& meters, std::size_t slot) {
  const std::size_t bytes = meters.held_sides.size() / meters.joints.size();
  return std::span(meters.held_sides).subspan(slot * bytes, bytes);
}

/// Computes each joint's part of the patch's fan, in the pose of `triangles`.
void share_out(const PatchMeters::Shape& shape, const glm::dvec3& m,
               const PatchTriangles& triangles, Fan PatchMeters::OfJoint::*to,
               PatchMeters& meters) {
  const std::size_t shared = shared_joints(meters);
  Fan rest = shape.fan;
  for (std::size_t slot = 0; slot < shared; ++slot) {
    const std::size_t count = meters.shares.size() / shared;
    const auto shares = std::span(meters.shares).subspan(slot * count, count);
    const Fan fan = fan_of(shared_fan(shares, triangles), m);
    meters.joints[slot].*to = fan;
    rest = {.s = rest.s - fan.s, .n = rest.n - fan.n};
  }
  if (meters.is_covered) meters.joints.back().*to = rest;
}

void list_joints(const Patch& patch, const Influences& rows, PatchRoom& room, PatchMeters& meters) {
  meters.joints.clear();
  for (const std::uint32_t vertex : patch.vertices) {
    for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
      int& slot = room.slots[rows.joint[k]];
      if (slot >= 0) continue;
      slot = int(meters.joints.size());
      meters.joints.push_back(
          {.joint = rows.joint[k], .weight_jump = {}, .stretch = {}, .bind = {}, .posed = {}});
    }
  }
}

void forget_joints(const PatchMeters& meters, PatchRoom& room) {
  for (const PatchMeters::OfJoint& of : meters.joints) room.slots[of.joint] = -1;
}

void find_weight_jumps(const Patch& patch, const Influences& rows, const PatchRoom& room,
                       PatchMeters& meters) {
  meters.weight_jump = {};
  for (const PatchEdge& edge : patch.edges) {
    const std::uint32_t a = patch.vertices[edge.a], b = patch.vertices[edge.b];
    const bool is_held_a = rows.row_size(a) > 0, is_held_b = rows.row_size(b) > 0;
    float largest = is_held_a == is_held_b ? 0.0f : 1.0f;
    compare_rows(rows, a, rows, b, [&](std::uint32_t joint, float of_a, float of_b) {
      const float difference = std::abs(of_a - of_b);
      largest = std::max(largest, difference);
      meters.joints[std::size_t(room.slots[joint])].weight_jump.take(
          is_held_a && is_held_b ? difference : 1.0f, edge);
    });
    meters.weight_jump.take(largest, edge);
  }
}

void spread_weights(const Patch& patch, const Influences& rows, PatchRoom& room,
                    PatchMeters& meters) {
  const std::size_t count = patch.vertices.size();
  room.weights.assign(meters.joints.size() * count, 0.0f);
  room.is_held.assign(meters.joints.size() * count, 0);
  meters.is_covered = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t begin = rows.row_begin(patch.vertices[i]),
                        end = rows.row_end(patch.vertices[i]);
    meters.is_covered &= begin < end;
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::size_t at = std::size_t(room.slots[rows.joint[k]]) * count + i;
      room.weights[at] = rows.weight[k];
      room.is_held[at] = 1;
    }
  }
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    const auto held = room.is_held.begin() + std::ptrdiff_t(slot * count);
    meters.joints[slot].holds_all =
        std::find(held, held + std::ptrdiff_t(count), 0) == held + std::ptrdiff_t(count);
  }
}

void find_shares(const Patch& patch, const PatchRoom& room, PatchMeters& meters) {
  const std::size_t count = patch.triangles.size();
  meters.shares.resize(shared_joints(meters) * count);
  for (std::size_t slot = 0; slot < shared_joints(meters); ++slot) {
    const float* const weights = room.weights.data() + slot * patch.vertices.size();
    float* const shares = meters.shares.data() + slot * count;
    for (std::size_t t = 0; t < count; ++t) {
      const PatchTriangle& corner = patch.triangles[t];
      shares[t] = weights[vertex_of_corner(corner[0])] + weights[vertex_of_corner(corner[1])] +
                  weights[vertex_of_corner(corner[2])];
    }
  }
}

/// Marks the sides with an end that one joint holds. `marks`: the joint's runs.
void mark_sides(const Patch& patch, const std::uint8_t* is_held, std::uint8_t* marks) {
  const std::size_t count = patch.triangles.size(), bytes = count / 8;
  for (std::size_t t = 0; t < count; ++t) {
    const PatchTriangle& corner = patch.triangles[t];
    const int a = is_held[vertex_of_corner(corner[0])], b = is_held[vertex_of_corner(corner[1])],
              c = is_held[vertex_of_corner(corner[2])];
    const int sides[3] = {a | b, b | c, c | a};
    for (std::size_t k = 0; k < 3; ++k)
      marks[k * bytes + t / 8] |= std::uint8_t(sides[k] << (t % 8));
  }
}

void find_held_sides(const Patch& patch, const PatchRoom& room, PatchMeters& meters) {
  meters.held_sides.clear();
  const std::size_t bytes = 3 * patch.triangles.size() / 8;
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    if (meters.joints[slot].holds_all) continue;
    meters.held_sides.resize(meters.joints.size() * bytes, 0);
    mark_sides(patch, room.is_held.data() + slot * patch.vertices.size(),
               meters.held_sides.data() + slot * bytes);
  }
}

void share_area(const Patch& patch, PatchMeters& meters) {
  const std::size_t shared = shared_joints(meters), count = patch.areas.size();
  double rest = meters.area;
  for (std::size_t slot = 0; slot < shared; ++slot) {
    double sum = 0.0;
    for (std::size_t t = 0; t < count; ++t)
      sum += double(meters.shares[slot * count + t] * patch.areas[t]);
    meters.joints[slot].area = sum / 3.0;
    rest -= sum / 3.0;
  }
  if (meters.is_covered) meters.joints.back().area = std::max(rest, 0.0);
}

/// `bit`: index of a bit in the joint's three runs together.
bool holds_side(const PatchMeters& meters, const PatchMeters::OfJoint& of, std::size_t bit) {
  if (of.holds_all) return true;
  const auto held = held_sides_of(meters, std::size_t(&of - meters.joints.data()));
  return ((held[bit / 8] >> (bit % 8)) & 1) != 0;
}

/// The most stretched of the sides with an end that `of` holds; of all sides if `of` is nullptr.
PatchEdge most_stretched(const Patch& patch, const PatchMeters& meters,
                         const PatchMeters::OfJoint* of, const PatchTriangles& triangles) {
  const std::size_t count = patch.triangles.size();
  float worst = -1.0f;
  PatchEdge edge;
  for (std::size_t n = 0; n < 3 * count; ++n) {
    const std::size_t t = n / 3, k = n % 3;
    const float stretch = triangles.stretches[k][t];
    if (!(stretch > worst) || (of && !holds_side(meters, *of, k * count + t))) continue;
    worst = stretch;
    edge = {.a = vertex_of_corner(patch.triangles[t][k]),
            .b = vertex_of_corner(patch.triangles[t][(k + 1) % 3])};
  }
  if (patch.vertices[edge.a] > patch.vertices[edge.b]) std::swap(edge.a, edge.b);
  return edge;
}

}  // namespace

PatchMeters::OfJoint* PatchMeters::of_joint(std::uint32_t joint) {
  const auto found = std::find_if(joints.begin(), joints.end(),
                                  [&](const OfJoint& each) { return each.joint == joint; });
  return found == joints.end() ? nullptr : &*found;
}

void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters) {
  list_joints(patch, rows, room, meters);
  find_weight_jumps(patch, rows, room, meters);
  spread_weights(patch, rows, room, meters);
  forget_joints(meters, room);
  find_shares(patch, room, meters);
  find_held_sides(patch, room, meters);
  meters.area = 0.0;
  for (const float area : patch.areas) meters.area += double(area);
  const glm::dvec3 m = first_place(patch, bind_positions);
  const TriangleSums sums = take_triangles(patch, bind_positions, room.triangles);
  meters.bind = shape_of(sums, m, meters.area);
  meters.bind_stretch = sums.worst_stretch;
  share_area(patch, meters);
  share_out(meters.bind, m, room.triangles, &PatchMeters::OfJoint::bind, meters);
}

void bend(const Patch& patch, const std::vector<glm::vec3>& positions, PatchRoom& room,
          PatchMeters& meters) {
  const TriangleSums sums = take_triangles(patch, positions, room.triangles);
  const glm::dvec3 m = first_place(patch, positions);
  meters.posed = shape_of(sums, m, meters.area);
  share_out(meters.posed, m, room.triangles, &PatchMeters::OfJoint::posed, meters);
  meters.stretch = unplaced(sums.worst_stretch);
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    PatchMeters::OfJoint& of = meters.joints[slot];
    of.stretch = unplaced(of.holds_all ? sums.worst_stretch
                                       : worst_stretch(held_sides_of(meters, slot),
                                                       patch.triangles.size(), room.triangles));
  }
}

bool is_of_one_joint(const PatchMeters& meters) {
  return meters.joints.size() == 1 && meters.is_covered;
}

void move_rigidly(const glm::mat4& motion, PatchMeters& meters) {
  const glm::dmat3 turn(motion);
  const glm::dvec3 shift(motion[3]);
  const PatchMeters::Shape& bind = meters.bind;
  const glm::dvec3 n = turn * bind.fan.n;
  meters.posed = {.fan = {.s = bind.fan.s + glm::dot(shift, n), .n = n},
                  .moments = turn * bind.moments + meters.area * shift};
  meters.stretch = unplaced(meters.bind_stretch);
  meters.joints.front().posed = meters.posed.fan;
  meters.joints.front().stretch = meters.stretch;
}

void fetch(const Patch& patch, const std::vector<glm::vec3>& positions) {
  for (const std::uint32_t vertex : patch.vertices) hwy::Prefetch(&positions[vertex]);
}

PatchEdge stretched_edge(const Patch& patch, const std::vector<glm::vec3>& positions,
                         std::uint32_t joint, PatchRoom& room, PatchMeters& meters) {
  PatchMeters::OfJoint* const of = meters.of_joint(joint);
  WorstStretch& stretch = of ? of->stretch : meters.stretch;
  if (!stretch.knows_edge) {
    take_triangles(patch, positions, room.triangles);
    stretch.edge = most_stretched(patch, meters, of, room.triangles);
    stretch.knows_edge = true;
  }
  return stretch.edge;
}

}  // namespace marrow
