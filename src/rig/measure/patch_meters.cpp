#include "rig/measure/patch_meters.h"

#include "rig/measure/strain.h"

namespace marrow {

namespace {

void gather(const Patch& patch, const std::vector<glm::vec3>& positions, PatchRoom& room) {
  room.positions.resize(patch.vertices.size());
  for (std::size_t i = 0; i < patch.vertices.size(); ++i)
    room.positions[i] = positions[patch.vertices[i]];
}

/// N_v and S_v of the patch's part of each vertex's surroundings, relative to its first vertex.
void make_fans(const Patch& patch, PatchRoom& room) {
  room.fans.assign(patch.vertices.size(), glm::vec4(0.0f));
  const glm::vec3 m = room.positions.front();
  for (const std::array<std::uint16_t, 3>& corner : patch.triangles) {
    const glm::vec3& a = room.positions[corner[0]];
    const glm::vec3 normal =
        glm::cross(room.positions[corner[1]] - a, room.positions[corner[2]] - a);
    const glm::vec4 triangle(normal, glm::dot(a - m, normal));
    for (const std::uint16_t vertex : corner) room.fans[vertex] += triangle;
  }
}

/// A third of the bind area of the triangles around each vertex.
void make_areas(const Patch& patch, PatchRoom& room) {
  room.areas.assign(patch.vertices.size(), 0.0f);
  for (std::size_t t = 0; t < patch.triangles.size(); ++t) {
    for (const std::uint16_t vertex : patch.triangles[t])
      room.areas[vertex] += patch.areas[t] / 3.0f;
  }
}

Fan fan_of(const glm::vec4& sum) { return {.s = double(sum.w), .n = glm::dvec3(sum)}; }

PatchMeters::Shape shape_of(const Patch& patch, const PatchRoom& room) {
  PatchMeters::Shape shape;
  shape.m = glm::dvec3(room.positions.front());
  glm::vec4 sum(0.0f);
  for (std::size_t i = 0; i < patch.vertices.size(); ++i) {
    sum += room.fans[i];
    shape.moments += double(room.areas[i]) * glm::dvec3(room.positions[i]);
  }
  shape.fan = fan_of(sum);
  return shape;
}

/// take(index into PatchMeters::joints, weight) for each entry of a vertex' row.
template <typename Take>
void for_each_joint(std::uint32_t vertex, const Influences& rows, const PatchRoom& room,
                    Take take) {
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k)
    take(std::size_t(room.slots[rows.joint[k]]), rows.weight[k]);
}

/// Distributes a patch's fans to its joints. Single precision is enough for so few so near their m.
void share_out(const Patch& patch, const Influences& rows, std::size_t joints, PatchRoom& room) {
  room.weighted.assign(joints, glm::vec4(0.0f));
  for (std::size_t i = 0; i < patch.vertices.size(); ++i) {
    const glm::vec4 fan = room.fans[i];
    for_each_joint(patch.vertices[i], rows, room,
                   [&](std::size_t slot, float weight) { room.weighted[slot] += weight * fan; });
  }
}

void list_joints(const Patch& patch, const Influences& rows, PatchRoom& room, PatchMeters& meters) {
  meters.joints.clear();
  for (const std::uint32_t vertex : patch.vertices) {
    for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k) {
      int& slot = room.slots[rows.joint[k]];
      if (slot >= 0) continue;
      slot = int(meters.joints.size());
      meters.joints.push_back({.joint = rows.joint[k],
                               .step = {},
                               .stretch = {},
                               .area = 0.0,
                               .bind = {},
                               .posed = {}});
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

/// Each vertex's most stretched edge, which counts for all joints that hold the vertex.
void find_stretches(const Patch& patch, const Influences& rows, PatchRoom& room,
                    PatchMeters& meters) {
  room.stretches.assign(patch.vertices.size(), {});
  for (std::size_t e = 0; e < patch.edges.size(); ++e) {
    const PatchEdge& edge = patch.edges[e];
    if (edge.inverse_length_squared == 0.0f) continue;
    const glm::vec3 along = room.positions[edge.b] - room.positions[edge.a];
    const float squared = glm::dot(along, along) * edge.inverse_length_squared;
    room.stretches[edge.a].take(squared, e);
    room.stretches[edge.b].take(squared, e);
  }
  meters.stretch = {};
  for (std::size_t i = 0; i < patch.vertices.size(); ++i) {
    const WorstOfPatch& worst = room.stretches[i];
    if (worst.value < 0.0f) continue;
    meters.stretch.take(worst.value, worst.edge);
    for_each_joint(patch.vertices[i], rows, room, [&](std::size_t slot, float) {
      meters.joints[slot].stretch.take(worst.value, worst.edge);
    });
  }
}

}  // namespace

void weigh(const Patch& patch, const std::vector<glm::vec3>& bind_positions, const Influences& rows,
           PatchRoom& room, PatchMeters& meters) {
  gather(patch, bind_positions, room);
  make_fans(patch, room);
  make_areas(patch, room);
  list_joints(patch, rows, room, meters);
  find_steps(patch, rows, room, meters);
  meters.bind = shape_of(patch, room);
  meters.area = 0.0;
  for (std::size_t i = 0; i < patch.vertices.size(); ++i) {
    meters.area += double(room.areas[i]);
    for_each_joint(patch.vertices[i], rows, room, [&](std::size_t slot, float weight) {
      meters.joints[slot].area += double(weight * room.areas[i]);
    });
  }
  share_out(patch, rows, meters.joints.size(), room);
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot)
    meters.joints[slot].bind = fan_of(room.weighted[slot]);
  forget_joints(meters, room);
}

void bend(const Patch& patch, const std::vector<glm::vec3>& positions, const Influences& rows,
          PatchRoom& room, PatchMeters& meters) {
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot) {
    meters.joints[slot].stretch = {};
    room.slots[meters.joints[slot].joint] = int(slot);
  }
  gather(patch, positions, room);
  make_fans(patch, room);
  make_areas(patch, room);
  find_stretches(patch, rows, room, meters);
  meters.posed = shape_of(patch, room);
  share_out(patch, rows, meters.joints.size(), room);
  for (std::size_t slot = 0; slot < meters.joints.size(); ++slot)
    meters.joints[slot].posed = fan_of(room.weighted[slot]);
  forget_joints(meters, room);
}

}  // namespace marrow
