#include "rig/fast/joint_tuples.h"

#include <algorithm>

#include "base/hash.h"

namespace marrow::fast {

bool same_joints(const Influences& rows, std::uint32_t a, std::uint32_t b) {
  const Influences::Row first = rows.rows[a], second = rows.rows[b];
  if (first.size != second.size) return false;
  const std::uint32_t* const joint = rows.joint.data();
  return first.begin == second.begin ||
         std::equal(joint + first.begin, joint + first.begin + first.size, joint + second.begin);
}

std::uint32_t hash_of_joints(const Influences& rows, std::uint32_t vertex) {
  std::uint64_t hash = rows.row_size(vertex);
  for (std::uint32_t k = rows.row_begin(vertex); k < rows.row_end(vertex); ++k)
    hash = mixed(hash, rows.joint[k]);
  return std::uint32_t(hash >> 32) ^ std::uint32_t(hash);
}

std::uint32_t JointTuples::add(const Influences& rows, std::uint32_t vertex, std::uint32_t times) {
  return add(rows, vertex, times, hash_of_joints(rows, vertex));
}

std::uint32_t JointTuples::add(const Influences& rows, std::uint32_t vertex, std::uint32_t times,
                               std::uint32_t hash) {
  if (2 * tuples_.size() >= table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    Tuple& known = tuples_[table_[at] - 1];
    if (known.hash != hash || !same_joints(rows, known.vertex, vertex)) continue;
    known.count += times;
    return table_[at] - 1;
  }
  tuples_.push_back({hash, vertex, times});
  table_[at] = std::uint32_t(tuples_.size());
  return table_[at] - 1;
}

void JointTuples::grow() {
  const std::size_t size = std::max<std::size_t>(64, 2 * table_.size());
  table_.assign(size, 0);
  for (std::uint32_t t = 0; t < tuples_.size(); ++t) {
    std::size_t at = tuples_[t].hash & (size - 1);
    while (table_[at] != 0) at = (at + 1) & (size - 1);
    table_[at] = t + 1;
  }
}

}  // namespace marrow::fast
