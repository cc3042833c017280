#include "rig/measure/patch_meters.h"

#include <algorithm>
#include <hwy/cache_control.h>
#include <utility>

#include "rig/measure/strain.h"

namespace marrow {

namespace {

/// `about_m`: sums of n_t and of S_t about m, counted three times.
Fan fan_of(const glm::vec4& about_m, const glm::dvec3& m) {
  const glm::dvec3 n(about_m);
  return {.s = double(about_m.w) + glm::dot(m, n), .n = n};
}

glm::dvec3 origin_of(const Patch& patch, const std::vector<glm::vec3>& positions) {
  return glm::dvec3(positions[patch.vertices.front()]);
}

PatchMeters::Shape shape_of(const TriangleSums& sums, const glm::dvec3& m, double area) {
  return {.fan = fan_of(3.0f * sums.fan, m), .moments = glm::dvec3(sums.moments) + area * m};
}

/// A joint's run of what there is one of per triangle.
std::span<const float> shares_of(const PatchMeters& meters, std::size_t slot) {
  const std::size_t count = meters.shares.size() / meters.joints.size();
  return std::span(meters.shares).subspan(slot * count, count);
}

std::span<const std::uint8_t> held_sides_of(const PatchMeters& meters, std::size_t slot) {
  const std::size_t bytes = meters.held_sides.size() / meters.joints.size();
  return std::span(meters.held_sides).subspan(slot * bytes, bytes);
}

/// A joint's part of the patch's triangles.
Fan joint_fan(const PatchMeters& meters, std::size_t slot, const PatchMeters::Shape& shape,
              const glm::dvec3& m, const PatchTriangles& triangles) {
  if (meters.shares.empty()) return shape.fan;
  return fan_of(shared_fan(shares_of(meters, slot), triangles), m);
}

void list_joints(const Patch& patch, const Influences& rows, PatchRoom& room, PatchMeters& meters) {
  meters.joints.clear();
  for (const std::uint32_t vertex : patch.vertices) {
    for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
      int& slot = room.slots[rows.joint[k]];
      if (slot >= 0) continue;
      slot = int(meters.joints.size());
      meters.joints.push_back({.joint = rows.joint[k], .step = {}, .bind = {}, .posed = {}});
    }
  }
}

void forget_joints(const PatchMeters& meters, PatchRoom& room) {
  for (const PatchMeters::OfJoint& of : meters.joints) room.slots[of.joint] = -1;
}

void find_steps(const Patch& patch, const Influences& rows, const PatchRoom& room,
                PatchMeters& meters) {
  meters.step = {};
  for (std::size_t e = 0; e < patch.edges.size(); ++e) {
    const std::uint32_t a = patch.vertices[patch.edges[e].a], b = patch.vertices[patch.edges[e].b];
    const bool is_held_a = rows.row_size(a) > 0, is_held_b = rows.row_size(b) > 0;
    float largest = is_held_a == is_held_b ? 0.0f : 1.0f;
    compare_rows(rows, a, b, [&](std::uint32_t joint, float difference) {
      largest = std::max(largest, difference);
      meters.joints[std::size_t(room.slots[joint])].step.take(
          is_held_a && is_held_b ? difference : 1.0f, e);
    });
    meters.step.take(largest, e);
  }
}

void spread_weights(const Patch& patch, const Influences& rows, PatchRoom& room,
                    PatchMeters& meters) {
  const std::size_t count = patch.vertices.size();
  room.weights.assign(meters.joints.size() * count, -1.0f);
  std::vector<std::size_t> held(meters.joints.size(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t vertex = patch.vertices[i];
    for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
      const auto slot = std::size_t(room.slots[rows.joint[k]]);
      room.weights[slot * count + i] = rows.weight[k];
      ++held[slot];
    }
  }
  for (std::size_t slot = 0; slot < held.size(); ++slot)
    meters.joints[slot].holds_all = held[slot] == count;
}

void find_shares(const Patch& patch, const PatchRoom& room, PatchMeters& meters) {
  meters.shares.clear();
  const bool is_one =
      meters.joints.size() == 1 && std::all_of(room.weights.begin(), room.weights.end(),
                                               [](float weight) { return weight == 1.0f; });
  if (is_one) return;
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    const float* const weights = room.weights.data() + slot * patch.vertices.size();
    for (const PatchTriangle& triangle : patch.triangles) {
      float share = 0.0f;
      for (const std::uint16_t corner : triangle)
        share += std::max(weights[vertex_of(corner)], 0.0f);
      meters.shares.push_back(share);
    }
  }
}

void find_held_sides(const Patch& patch, const PatchRoom& room, PatchMeters& meters) {
  meters.held_sides.clear();
  if (std::all_of(meters.joints.begin(), meters.joints.end(),
                  [](const PatchMeters::OfJoint& of) { return of.holds_all; }))
    return;
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    const float* const weights = room.weights.data() + slot * patch.vertices.size();
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t t = 0; t < patch.triangles.size(); ++t) {
        const PatchTriangle& corners = patch.triangles[t];
        if (t % 8 == 0) meters.held_sides.push_back(0);
        const bool is_held = weights[vertex_of(corners[k])] >= 0.0f ||
                             weights[vertex_of(corners[(k + 1) % 3])] >= 0.0f;
        meters.held_sides.back() |= std::uint8_t(int(is_held) << (t % 8));
      }
    }
  }
}

double shared_area(const Patch& patch, const PatchMeters& meters, std::size_t slot) {
  if (meters.shares.empty()) return meters.area;
  double area = 0.0;
  const std::span<const float> shares = shares_of(meters, slot);
  for (std::size_t t = 0; t < shares.size(); ++t) area += double(shares[t] * patch.areas[t]);
  return area / 3.0;
}

/// `bit`: of the joint's runs.
bool holds_side(const PatchMeters& meters, const PatchMeters::OfJoint& of, std::size_t bit) {
  if (of.holds_all) return true;
  const auto held = held_sides_of(meters, std::size_t(&of - meters.joints.data()));
  return ((held[bit / 8] >> (bit % 8)) & 1) != 0;
}

}  // namespace

const PatchMeters::OfJoint* PatchMeters::of_joint(std::uint32_t joint) const {
  const auto found = std::find_if(joints.begin(), joints.end(),
                                  [&](const OfJoint& each) { return each.joint == joint; });
  return found == joints.end() ? nullptr : &*found;
}

void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters) {
  list_joints(patch, rows, room, meters);
  find_steps(patch, rows, room, meters);
  spread_weights(patch, rows, room, meters);
  forget_joints(meters, room);
  find_shares(patch, room, meters);
  find_held_sides(patch, room, meters);
  meters.area = 0.0;
  for (const float area : patch.areas) meters.area += double(area);
  const glm::dvec3 m = origin_of(patch, bind_positions);
  const TriangleSums sums = take_triangles(patch, bind_positions, room.triangles);
  meters.bind = shape_of(sums, m, meters.area);
  meters.bind_stretch = sums.worst_stretch;
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    PatchMeters::OfJoint& of = meters.joints[slot];
    of.area = shared_area(patch, meters, slot);
    of.bind = joint_fan(meters, slot, meters.bind, m, room.triangles);
  }
}

void bend(const Patch& patch, const std::vector<glm::vec3>& positions, PatchRoom& room,
          PatchMeters& meters) {
  const TriangleSums sums = take_triangles(patch, positions, room.triangles);
  const glm::dvec3 m = origin_of(patch, positions);
  meters.posed = shape_of(sums, m, meters.area);
  meters.stretch = sums.worst_stretch;
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    PatchMeters::OfJoint& of = meters.joints[slot];
    of.posed = joint_fan(meters, slot, meters.posed, m, room.triangles);
    of.stretch = of.holds_all ? sums.worst_stretch
                              : worst_stretch(held_sides_of(meters, slot), patch.triangles.size(),
                                              room.triangles);
  }
}

bool is_of_one_joint(const PatchMeters& meters) {
  return meters.joints.size() == 1 && meters.shares.empty();
}

void move_rigidly(const glm::mat4& motion, PatchMeters& meters) {
  const glm::dmat3 turn(motion);
  const glm::dvec3 shift(motion[3]);
  const PatchMeters::Shape& bind = meters.bind;
  const glm::dvec3 n = turn * bind.fan.n;
  meters.posed = {.fan = {.s = bind.fan.s + glm::dot(shift, n), .n = n},
                  .moments = turn * bind.moments + meters.area * shift};
  meters.stretch = meters.bind_stretch;
  meters.joints.front().posed = meters.posed.fan;
  meters.joints.front().stretch = meters.bind_stretch;
}

void fetch(const Patch& patch, const std::vector<glm::vec3>& positions) {
  for (const std::uint32_t vertex : patch.vertices) hwy::Prefetch(&positions[vertex]);
}

PatchEdge stretched_edge(const Patch& patch, const std::vector<glm::vec3>& positions,
                         const PatchMeters& meters, std::uint32_t joint, PatchRoom& room) {
  take_triangles(patch, positions, room.triangles);
  const PatchMeters::OfJoint* const of = meters.of_joint(joint);
  const std::size_t count = patch.triangles.size();
  float worst = -1.0f;
  PatchEdge edge;
  for (std::size_t n = 0; n < 3 * count; ++n) {
    const std::size_t t = n / 3, k = n % 3;
    const float stretch = room.triangles.stretches[k][t];
    if (!(stretch > worst) || (of && !holds_side(meters, *of, k * count + t))) continue;
    worst = stretch;
    edge = {.a = vertex_of(patch.triangles[t][k]), .b = vertex_of(patch.triangles[t][(k + 1) % 3])};
  }
  if (patch.vertices[edge.a] > patch.vertices[edge.b]) std::swap(edge.a, edge.b);
  return edge;
}

}  // namespace marrow
