#include "rig/paint/brush_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace marrow {

namespace {

constexpr double kFixedOne = double(std::int64_t(1) << 48);
/// Smaller weights are dropped: otherwise smoothing would spread each joint over the whole mesh.
constexpr double kLeastPaintedWeight = 1e-5;
/// Rows that differ by less count as equal.
constexpr float kLeastPaintedChange = 1e-5f;

/// One joint of a row in progress.
struct Draft {
  std::uint32_t joint = 0;
  double weight = 0.0;
  bool is_fixed = false;  ///< its weight does not change when the rest is shared
};

template <typename Items, typename Value>
double exact_sum(const Items& items, const Value& value) {
  std::int64_t sum = 0;
  for (const auto& item : items) sum += fixed_point(value(item));
  return double(sum) / kFixedOne;
}

bool is_locked(const HeldJoints& held, std::uint32_t joint) {
  return joint < held.size() && held[joint] != 0;
}

/// Scales the weights that are not fixed so that all sum to 1. Returns false if nothing can be
/// scaled.
bool fill(std::vector<Draft>& drafts) {
  const double fixed = exact_sum(drafts, [](const Draft&d) { return d.is_fixed ? d.weight : 0.0; }),
               open = exact_sum(drafts, [](const Draft&d) { return d.is_fixed ? 0.0 : d.weight; });
  if (!(open > 0.0)) return false;
  const double scale = std::max(0.0, 1.0 - fixed) / open;
  for (Draft& draft : drafts)
    if (!draft.is_fixed) draft.weight *= scale;
  return true;
}

/// Drops negligible weights; the rest sums to 1.
void finish(const std::vector<Draft>& drafts, std::vector<RowEntry>& result) {
  const auto kept = [](const Draft& draft) {
    return draft.weight >= kLeastPaintedWeight ? fixed_point(draft.weight) : 0;
  };
  std::int64_t sum = 0;
  for (const Draft& draft : drafts) sum += kept(draft);
  result.clear();
  for (const Draft& draft : drafts)
    if (kept(draft) > 0) result.push_back({draft.joint, float(double(kept(draft)) / double(sum))});
}

std::vector<Draft>::iterator draft_of(std::vector<Draft>& drafts, std::uint32_t joint) {
  const auto at = std::lower_bound(drafts.begin(), drafts.end(), joint,
                                   [](const Draft& d, std::uint32_t j) { return d.joint < j; });
  if (at != drafts.end() && at->joint == joint) return at;
  return drafts.insert(at, {.joint = joint});
}

/// Scales the weights of the changed joints down if they exceed `free`, what the held joints leave.
void limit_changed(std::vector<Draft>& drafts, std::span<const WeightChange> changes, double free) {
  double changed = 0.0;
  for (const WeightChange& change : changes) changed += draft_of(drafts, change.joint)->weight;
  if (!(changed > free)) return;
  for (const WeightChange& change : changes)
    draft_of(drafts, change.joint)->weight *= free / changed;
}

}  // namespace

void change_weights(std::span<const RowEntry> row, std::span<const WeightChange> changes,
                    const HeldJoints& held, std::vector<RowEntry>& result) {
  std::vector<Draft> drafts;
  for (const RowEntry& entry : row)
    drafts.push_back({entry.joint, double(entry.value), is_locked(held, entry.joint)});
  const double free = std::max(
      0.0, 1.0 - exact_sum(drafts, [](const Draft& d) { return d.is_fixed ? d.weight : 0; }));
  result.assign(row.begin(), row.end());
  std::vector<WeightChange> made;
  for (const WeightChange& change : changes) {
    if (is_locked(held, change.joint)) continue;
    Draft& draft = *draft_of(drafts, change.joint);
    const double weight = std::max(0.0, draft.weight + change.amount);
    draft.is_fixed = weight != draft.weight;
    draft.weight = weight;
    if (draft.is_fixed) made.push_back(change);
  }
  if (made.empty()) return;
  limit_changed(drafts, made, free);
  if (!fill(drafts)) {  // there is no other joint: the changed ones share the rest
    for (const WeightChange& change : made) draft_of(drafts, change.joint)->is_fixed = false;
    if (!fill(drafts)) return;
  }
  finish(drafts, result);
}

void mean_row(std::span<const std::span<const RowEntry>> rows, std::vector<RowEntry>& result) {
  struct Part {
    std::uint32_t joint;
    std::int64_t weight;
  };
  std::vector<Part> parts;
  for (const std::span<const RowEntry> row : rows)
    for (const RowEntry& entry : row)
      parts.push_back({entry.joint, fixed_point(double(entry.value))});
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.joint < b.joint; });
  std::vector<Draft> drafts;
  std::int64_t sum = 0, all = 0;
  for (const Part& part : parts) all += part.weight;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    sum += parts[k].weight;
    if (k + 1 < parts.size() && parts[k + 1].joint == parts[k].joint) continue;
    drafts.push_back({.joint = parts[k].joint, .weight = double(sum) / double(all)});
    sum = 0;
  }
  finish(drafts, result);
}

void blend_rows(std::span<const RowEntry> row, std::span<const RowEntry> other, double amount,
                const HeldJoints& held, std::vector<RowEntry>& result) {
  result.assign(row.begin(), row.end());
  if (amount == 0.0 || (other.empty() && amount < 0.0) || (row.empty() && amount < 0.0)) return;
  if (other.empty() || row.empty()) {  // an empty row cannot be blended
    if (row.empty() || amount >= 0.5) result.assign(other.begin(), other.end());
    return;
  }
  std::vector<Draft> drafts;
  for (const RowEntry& entry : row)
    drafts.push_back({entry.joint, double(entry.value), is_locked(held, entry.joint)});
  for (const RowEntry& entry : other) draft_of(drafts, entry.joint);
  auto theirs = other.begin();
  for (Draft& draft : drafts) {
    while (theirs != other.end() && theirs->joint < draft.joint) ++theirs;
    const bool has = theirs != other.end() && theirs->joint == draft.joint;
    const double to = has ? double(theirs->value) : 0.0;
    if (is_locked(held, draft.joint))
      draft.is_fixed = true;
    else
      draft.weight = std::max(0.0, draft.weight + amount * (to - draft.weight));
  }
  if (fill(drafts)) finish(drafts, result);
}

void differences_of(std::span<const RowEntry> own, std::span<const RowEntry> row,
                    std::vector<RowEntry>& result) {
  result.clear();
  float largest = 0.0f;
  std::size_t i = 0, k = 0;
  while (i < own.size() || k < row.size()) {
    const std::uint32_t joint = std::min(i < own.size() ? own[i].joint : kNoIndex,
                                         k < row.size() ? row[k].joint : kNoIndex);
    const float from = i < own.size() && own[i].joint == joint ? own[i++].value : 0.0f;
    const float to = k < row.size() && row[k].joint == joint ? row[k++].value : 0.0f;
    const float difference = std::clamp(float(double(to) - double(from)), -1.0f, 1.0f);
    if (difference == 0.0f) continue;
    result.push_back({joint, difference});
    largest = std::max(largest, std::abs(difference));
  }
  if (largest < kLeastPaintedChange) result.clear();
}

}  // namespace marrow
