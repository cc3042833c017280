#include "editor/timeline/rows.h"

#include <algorithm>

#include "base/index.h"

namespace marrow {

namespace {

constexpr int kLimbLevels = 2;           // forks from the root on that begin limbs
constexpr std::size_t kFoldedFrom = 24;  // tracks: with so many, limbs begin folded

/// Adds the marks of a track's channels, unsorted.
void add_marks(TimelineRow& row, const MotionTrack& track, const KeyPlaces& selected) {
  for (const MotionChannel& channel : track.channels) {
    if (row.property && *row.property != channel.property) continue;
    for (std::size_t k = 0; k < channel.times.size(); ++k) {
      const KeyPlace place{track.target, channel.property, channel.times[k]};
      row.marks.push_back({place.seconds, shape_of(channel, k),
                           std::binary_search(selected.begin(), selected.end(), place)});
    }
  }
}

/// Sorts by time and joins marks at the same time.
void sort_marks(TimelineRow& row) {
  std::vector<TimelineRow::Mark>& marks = row.marks;
  std::stable_sort(marks.begin(), marks.end(),
                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (kept > 0 && marks[kept - 1].seconds == marks[i].seconds)
      marks[kept - 1].is_selected |= marks[i].is_selected;
    else
      marks[kept++] = marks[i];
  }
  marks.resize(kept);
}

class RowMaker {
 public:
  RowMaker(const Session& session, const Motion& motion, const TimelineState& timeline)
      : session_(session), motion_(motion), timeline_(timeline) {}

  std::vector<TimelineRow> rows() {
    TimelineRow all{.name = "All keys"};
    all.has_children = all.is_open = true;
    std::vector<TimelineRow> below;
    const Scene& scene = session_.document.scene();
    for (const Node& node : scene.nodes) {
      if (is_shown(node.id)) add_target(below, node.id, node.name, 0);
      if (node.skeleton) add_skeleton(below, *node.skeleton);
    }
    for (const TimelineRow& row : below)
      if (row.kind != TimelineRow::Kind::channel && row.depth == 0)
        all.targets.insert(all.targets.end(), row.targets.begin(), row.targets.end());
    fill(all);
    below.insert(below.begin(), std::move(all));
    return below;
  }

 private:
  bool is_shown(Id target) const {
    return find_track(motion_, target) != nullptr &&
           (!timeline_.only_selected || session_.document.is_selected(target));
  }

  bool is_open(Id id, bool is_limb, bool at_first) const {
    const auto found = timeline_.folds.find({id, is_limb});
    return found == timeline_.folds.end() ? at_first : found->second;
  }

  void fill(TimelineRow& row) const {
    for (const Id target : row.targets)
      if (const MotionTrack* track = find_track(motion_, target))
        add_marks(row, *track, timeline_.selected);
    sort_marks(row);
  }

  void add_target(std::vector<TimelineRow>& rows, Id id, const std::string& name, int depth) const {
    TimelineRow row{.kind = TimelineRow::Kind::target, .name = name, .id = id, .depth = depth};
    row.targets = {id};
    row.is_selected = session_.document.is_selected(id);
    row.has_children = true;
    row.is_open = is_open(id, false, false);
    fill(row);
    const bool has_rows_below = row.is_open;
    rows.push_back(std::move(row));
    if (!has_rows_below) return;
    for (const MotionChannel& channel : find_track(motion_, id)->channels) {
      TimelineRow below{.kind = TimelineRow::Kind::channel,
                        .name = name_of(channel.property),
                        .id = id,
                        .property = channel.property,
                        .depth = depth + 1};
      below.targets = {id};
      below.is_selected = rows.back().is_selected;
      fill(below);
      rows.push_back(std::move(below));
    }
  }

  void add_skeleton(std::vector<TimelineRow>& rows, const Skeleton& skeleton) const {
    for (const std::vector<int>& limb : limbs_of(skeleton)) {
      std::vector<int> joints;
      for (const int joint : limb)
        if (is_shown(skeleton.joints[at(joint)].id)) joints.push_back(joint);
      if (joints.empty()) continue;
      const bool is_alone = joints.size() == 1;
      bool has_rows_below = true;
      if (!is_alone) {
        const Joint& first = skeleton.joints[at(limb.front())];
        TimelineRow row{.kind = TimelineRow::Kind::limb, .name = first.name, .id = first.id};
        for (const int joint : joints) row.targets.push_back(skeleton.joints[at(joint)].id);
        row.has_children = true;
        has_rows_below = row.is_open =
            is_open(row.id, true, motion_.tracks.size() < kFoldedFrom || timeline_.only_selected);
        row.is_selected =
            !row.is_open && std::any_of(row.targets.begin(), row.targets.end(),
                                        [&](Id id) { return session_.document.is_selected(id); });
        fill(row);
        rows.push_back(std::move(row));
      }
      if (!has_rows_below) continue;
      for (const int joint : joints)
        add_target(rows, skeleton.joints[at(joint)].id, skeleton.joints[at(joint)].name,
                   is_alone ? 0 : 1);
    }
  }

  const Session& session_;
  const Motion& motion_;
  const TimelineState& timeline_;
};

}  // namespace

std::vector<std::vector<int>> limbs_of(const Skeleton& skeleton) {
  const std::size_t count = skeleton.joints.size();
  std::vector<int> children(count, 0), level(count, 0), limb(count, -1);
  for (const Joint& joint : skeleton.joints)
    if (joint.parent >= 0) ++children[at(joint.parent)];
  std::vector<std::vector<int>> limbs;
  for (std::size_t j = 0; j < count; ++j) {  // parents come before their children
    const int parent = skeleton.joints[j].parent;
    const bool forks = parent >= 0 && children[at(parent)] > 1;
    level[j] = parent < 0 ? 0 : level[at(parent)] + (forks ? 1 : 0);
    const bool begins = parent < 0 || (forks && level[j] <= kLimbLevels);
    limb[j] = begins ? int(limbs.size()) : limb[at(parent)];
    if (begins) limbs.emplace_back();
    limbs[at(limb[j])].push_back(int(j));
  }
  return limbs;
}

std::vector<TimelineRow> timeline_rows(const Session& session, const Motion& motion,
                                       const TimelineState& timeline) {
  return RowMaker(session, motion, timeline).rows();
}

KeyPlaces keys_between(const Motion& motion, const TimelineRow& row, float from, float to) {
  KeyPlaces places;
  for (const Id target : row.targets) {
    const MotionTrack* track = find_track(motion, target);
    if (track == nullptr) continue;
    for (const MotionChannel& channel : track->channels) {
      if (row.property && *row.property != channel.property) continue;
      for (auto time = std::lower_bound(channel.times.begin(), channel.times.end(), from);
           time != channel.times.end() && *time <= to; ++time)
        places.push_back({target, channel.property, *time});
    }
  }
  std::sort(places.begin(), places.end());
  return places;
}

const char* name_of(MotionProperty property) {
  constexpr const char* kNames[] = {"Translation",   "Rotation",  "Scale",
                                    "Morph weights", "IK target", "Pin"};
  return kNames[std::size_t(property)];
}

}  // namespace marrow
