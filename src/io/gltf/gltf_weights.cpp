#include "io/gltf/gltf_weights.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace marrow::io {

namespace {

struct Entry {
  std::uint32_t slot;
  double weight;
};

/// Rounds to floats whose sum is nearly 1; the largest absorbs the rounding error.
void append_normalized(SkinRows& rows, const std::vector<Entry>& row) {
  const double sum =
      std::accumulate(row.begin(), row.end(), 0.0,
                      [](double total, const Entry& entry) { return total + entry.weight; });
  const std::size_t first = rows.weight.size();
  double rounded_sum = 0.0;
  std::size_t largest = first;
  for (const Entry& entry : row) {
    const auto weight = float(entry.weight / sum);
    if (!(weight > 0.0f)) continue;
    rows.slot.push_back(entry.slot);
    rows.weight.push_back(weight);
    rounded_sum += weight;
    if (weight > rows.weight[largest]) largest = rows.weight.size() - 1;
  }
  rows.weight[largest] = float(rows.weight[largest] + (1.0 - rounded_sum));
}

/// Merges repeated entries of a joint in a row.
void merge_twins(std::vector<Entry>& row) {
  std::stable_sort(row.begin(), row.end(),
                   [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (kept > 0 && row[kept - 1].slot == row[i].slot) {
      row[kept - 1].weight += row[i].weight;
    } else {
      row[kept++] = row[i];
    }
  }
  row.resize(kept);
}

/// Keeps the `most` largest entries, in order; returns the sum of the others.
double keep_largest(std::vector<Entry>& row, std::size_t most) {
  if (most == 0 || row.size() <= most) return 0.0;
  std::stable_sort(row.begin(), row.end(),
                   [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
  double dropped = 0.0;
  for (std::size_t i = most; i < row.size(); ++i) dropped += row[i].weight;
  row.resize(most);
  std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
  return dropped;
}

}  // namespace

SkinRows skin_rows(const Influences& influences, std::uint32_t joint_count,
                   std::uint32_t max_influences) {
  SkinRows rows;
  std::vector<Entry> row;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    row.clear();
    for (std::uint32_t e = influences.row_begin(v); e < influences.row_end(v); ++e) {
      if (influences.weight[e] > 0.0f) row.push_back({influences.joint[e], influences.weight[e]});
    }
    merge_twins(row);
    const double dropped = keep_largest(row, max_influences);
    rows.largest_dropped_weight = std::max(rows.largest_dropped_weight, float(dropped));
    if (row.empty()) {
      row.push_back({joint_count, 1.0});
      rows.uses_static_joint = true;
    }
    append_normalized(rows, row);
    rows.longest_row =
        std::max(rows.longest_row, std::uint32_t(rows.slot.size()) - rows.row_begin.back());
    rows.row_begin.push_back(std::uint32_t(rows.slot.size()));
  }
  return rows;
}

Influences influences_from(const ExplicitWeights& weights, const Skeleton& skeleton) {
  std::unordered_map<Id, std::uint32_t> index_of;
  for (const Joint& joint : skeleton.joints)
    index_of.emplace(joint.id, std::uint32_t(index_of.size()));
  Influences influences;
  for (std::size_t v = 0; v + 1 < weights.row_begin.size(); ++v) {
    for (std::uint32_t e = weights.row_begin[v]; e < weights.row_begin[v + 1]; ++e) {
      const auto found = index_of.find(weights.joint[e]);
      if (found == index_of.end()) continue;
      influences.joint.push_back(found->second);
      influences.weight.push_back(weights.weight[e]);
    }
    influences.end_row();
  }
  return influences;
}

}  // namespace marrow::io
