#include "edit/operations/mirror_operations.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/index.h"
#include "edit/mirror.h"
#include "edit/operations/shared.h"
#include "edit/operations/touch_up_operations.h"
#include "edit/spring_edits.h"
#include "rig/guarded.h"

namespace marrow {
namespace {

/// Squared difference between the directions of two frames, without lengths.
double apart(const glm::dmat4& a, const glm::dmat4& b) {
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const glm::dvec3 difference =
        glm::normalize(glm::dvec3(a[axis])) - glm::normalize(glm::dvec3(b[axis]));
    sum += glm::dot(difference, difference);
  }
  return sum;
}

glm::dvec3 across(int axis) {
  glm::dvec3 flip(1.0);
  flip[axis] = -1.0;
  return flip;
}

/// The flip of the joint's frame by which `image`, a reflected frame, comes nearest to the present
/// frame; the flip across the plane's axis, unless another is clearly nearer.
glm::dvec3 flip_of(const glm::dmat4& image, const glm::dmat4& present, int plane_axis) {
  constexpr double kClearly = 0.1;
  const std::array<glm::dvec3, 4> flips{across(0), across(1), across(2), glm::dvec3(-1.0)};
  const auto distance = [&](const glm::dvec3& flip) {
    return apart(image * glm::dmat4(glm::dmat3(flip.x, 0, 0, 0, flip.y, 0, 0, 0, flip.z)), present);
  };
  glm::dvec3 best = across(plane_axis);
  double least = distance(best) - kClearly;
  for (const glm::dvec3& flip : flips)
    if (const double now = distance(flip); now < least) {
      least = now;
      best = flip;
    }
  return best;
}

std::vector<glm::mat4> binds_of(const Skeleton& skeleton, const Tasks& tasks) {
  guarded::Problems unheard;  // ignored: the Deformer reports them
  return guarded::bind_matrices(tasks, skeleton, unheard);
}

/// Gives some joints of a skeleton new bind matrices; all others keep theirs, also below those.
class Rebound {
 public:
  Rebound(Skeleton& skeleton, const std::vector<glm::mat4>& bind)
      : skeleton_(skeleton), bind_(bind.begin(), bind.end()) {
    pairs_ = mirror_pairs(skeleton, bind);
    mirror_ = reflection(pairs_);
    is_moved_.resize(bind.size(), 0);
  }

  /// `to`, possibly just added at the end, gets the mirrored bind matrix, extent and radius of
  /// `from`.
  void mirror(int from, int to) {
    const bool is_new = at(to) >= bind_.size();
    glm::dmat4 image = mirror_ * bind_[at(from)];
    const glm::dvec3 flip =
        is_new ? across(pairs_.axis) : flip_of(image, bind_[at(to)], pairs_.axis);
    for (int axis = 0; axis < 3; ++axis) image[axis] *= flip[axis];
    if (is_new) bind_.resize(at(to) + 1);
    is_moved_.resize(bind_.size(), 0);
    moved_.emplace_back(to, image);
    is_moved_[at(to)] = 1;
    const Joint& source = skeleton_.joints[at(from)];
    Joint& joint = skeleton_.joints[at(to)];
    joint.extent = glm::vec3(flip) * source.extent;
    joint.radius = source.radius;
    joint.tip_radius = source.tip_radius;
    joint.pole = source.pole;
    if (joint.pole) *joint.pole *= glm::vec3(flip);
    joint.extent_guessed = source.extent_guessed;
  }

  /// Computes L of all mirrored joints and their children. Returns the name of a joint whose own or
  /// parent's bind matrix cannot be inverted; empty if there is none.
  std::string update_bind_locals() {
    for (const auto& [joint, image] : moved_) bind_[at(joint)] = image;
    for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
      Joint& joint = skeleton_.joints[j];
      const bool hangs_below_moved = joint.parent >= 0 && is_moved_[at(joint.parent)];
      if (!is_moved_[j] && !hangs_below_moved) continue;
      const glm::dmat4 parent = joint.parent < 0 ? glm::dmat4(1.0) : bind_[at(joint.parent)];
      if (!is_invertible(glm::mat4(parent)) || !is_invertible(glm::mat4(bind_[j])))
        return joint.name;
      joint.bind_local = without_rounding(glm::mat4(glm::inverse(parent) * bind_[j]));
    }
    return {};
  }

 private:
  Skeleton& skeleton_;
  std::vector<glm::dmat4> bind_;
  std::vector<char> is_moved_;
  std::vector<std::pair<int, glm::dmat4>> moved_;
  MirrorPairs pairs_;
  glm::dmat4 mirror_;
};

/// Works through the joints of one skeleton, parents first.
class Planner {
 public:
  Planner(const Skeleton& skeleton, const op::MirrorSide& operation,
          const std::vector<glm::mat4>& bind)
      : skeleton_(skeleton),
        operation_(operation),
        bind_(bind),
        pairs_(mirror_pairs(skeleton, bind)) {}

  std::vector<MirrorPlan::Row> rows() {
    for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
      is_source_.push_back(is_source(j));
      if (is_source_.back()) {
        take(j);
      } else {
        leave(j);
      }
    }
    return std::move(rows_);
  }

 private:
  bool is_named(Id id) const { return list_has(operation_.joints, id); }
  std::optional<bool> is_left(std::size_t joint) const {
    return is_left_name(skeleton_.joints[joint].name);
  }

  /// If both partners are named, only the one on the side to mirror is a source.
  bool is_source(std::size_t j) const {
    const std::optional<bool> left = is_left(j);
    if (!left) return false;
    const bool is_on_side = *left == operation_.left_to_right;
    if (operation_.joints.empty()) return is_on_side;
    const bool partner_named =
        pairs_.other[j] >= 0 && is_named(skeleton_.joints[at(pairs_.other[j])].id);
    return is_named(skeleton_.joints[j].id) && (is_on_side || !partner_named);
  }

  void take(std::size_t j) {
    const Joint& joint = skeleton_.joints[j];
    const int partner = pairs_.other[j];
    MirrorPlan::Row row{
        MirrorPlan::Fate::overwrite, joint.id, kNoId, *mirrored_name(joint.name), {}};
    if (partner >= 0) {
      const Joint& other = skeleton_.joints[at(partner)];
      row.to = other.id;
      if (other.locked) row.why = fmt::format("{} is locked", other.name);
    } else {
      row.fate = MirrorPlan::Fate::make;
      const bool has_place =
          joint.parent < 0 || pairs_.other[at(joint.parent)] >= 0 || is_made(joint.parent);
      if (!has_place)
        row.why =
            fmt::format("{} above it has no partner", skeleton_.joints[at(joint.parent)].name);
      if (joint.parent >= 0 && pairs_.other[at(joint.parent)] >= 0)
        if (const Joint& above = skeleton_.joints[at(pairs_.other[at(joint.parent)])]; above.locked)
          row.why = fmt::format("{}, which it would hang on, is locked", above.name);
    }
    if (!row.why.empty()) row.fate = MirrorPlan::Fate::alone;
    rows_.push_back(std::move(row));
  }

  bool is_made(int joint) const {
    const Id id = skeleton_.joints[at(joint)].id;
    return std::any_of(rows_.begin(), rows_.end(), [&](const MirrorPlan::Row& row) {
      return row.from == id && row.fate == MirrorPlan::Fate::make;
    });
  }

  /// Records a joint that is not a source although a user could expect an image of it.
  void leave(std::size_t j) {
    const Joint& joint = skeleton_.joints[j];
    const bool is_asked_for = operation_.joints.empty() || is_named(joint.id);
    if (!is_asked_for) return;
    const bool is_sided = is_left(j).has_value();
    if (is_sided && pairs_.other[j] >= 0) return;  // its partner is the source
    const std::string other = mirrored_name(joint.name).value_or("");
    if (is_sided)
      rows_.push_back(
          {MirrorPlan::Fate::alone, joint.id, kNoId, other, fmt::format("there is no {}", other)});
    const bool is_expected = !operation_.joints.empty() || stands_aside(j);
    if (!is_sided && is_expected)
      rows_.push_back({MirrorPlan::Fate::alone, joint.id, kNoId, {}, "its name has no side"});
  }

  /// True if the bone is off the plane by more than a tenth of its length and of its radius.
  bool stands_aside(std::size_t j) const {
    const glm::vec3 base(bind_[j][3]), tip(bind_[j] * glm::vec4(skeleton_.joints[j].extent, 1.0f));
    const float off = std::max(std::abs(base[pairs_.axis] - pairs_.offset),
                               std::abs(tip[pairs_.axis] - pairs_.offset));
    return off > 0.1f * std::max(glm::distance(base, tip), skeleton_.joints[j].radii().largest());
  }

  const Skeleton& skeleton_;
  const op::MirrorSide& operation_;
  const std::vector<glm::mat4>& bind_;
  MirrorPairs pairs_;
  std::vector<char> is_source_;
  std::vector<MirrorPlan::Row> rows_;
};

std::string why_nothing(const MirrorPlan& plan, const op::MirrorSide& operation) {
  const auto is_done = [](const MirrorPlan::Row& row) {
    return row.fate != MirrorPlan::Fate::alone;
  };
  if (std::any_of(plan.rows.begin(), plan.rows.end(), is_done)) return {};
  const auto locked = std::find_if(plan.rows.begin(), plan.rows.end(),
                                   [](const MirrorPlan::Row& row) { return row.to != kNoId; });
  if (locked != plan.rows.end())
    return fmt::format("Nothing to mirror: {}. Unlock it in the tree first.", locked->why);
  const char* side = operation.joints.empty()
                         ? (operation.left_to_right ? "on the left" : "on the right")
                         : "among these";
  const char* example =
      operation.left_to_right ? "\"arm.L\" or \"LeftArm\"" : "\"arm.R\" or \"RightArm\"";
  return fmt::format("Nothing to mirror: no joint {} has a name such as {}.", side, example);
}

/// Parent index for the image of `from`: the parent's partner, possibly just made.
int parent_of_image(const Skeleton& skeleton, int from) {
  const int parent = skeleton.joints[at(from)].parent;
  if (parent < 0) return -1;
  const std::optional<std::string> other = mirrored_name(skeleton.joints[at(parent)].name);
  return other ? joint_index(skeleton, *other) : parent;
}

}  // namespace

Applied op::MirrorJoint::applied(const Scene& scene, const Tasks& tasks) const {
  const JointRef one = find_joint(scene, from), other = find_joint(scene, to);
  if (one.node < 0) return refused_missing("joint", from);
  if (other.node < 0) return refused_missing("joint", to);
  const Skeleton& old = *scene.nodes[at(other.node)].skeleton;
  const Joint& source = scene.nodes[at(one.node)].skeleton->joints[at(one.joint)];
  const Joint& target = old.joints[at(other.joint)];
  if (one.node != other.node)
    return refused("{} cannot mirror {}: it belongs to another skeleton.", target.name,
                   source.name);
  if (one.joint == other.joint)
    return refused("{} cannot mirror itself: choose its partner on the other side.", target.name);

  Scene result = scene;
  Rebound rebound(edit_skeleton(result, other.node), binds_of(old, tasks));
  rebound.mirror(one.joint, other.joint);
  if (!rebound.update_bind_locals().empty())
    return refused("{} cannot mirror {}: the bind matrices above them cannot be inverted.",
                   target.name, source.name);
  return {std::move(result), {}};
}

std::string op::MirrorJoint::label(const Scene& before) const {
  return "Mirror " + shown_name(before, from) + " to " + shown_name(before, to);
}

void op::MirrorJoint::line(Line& line) {
  line.id("mirror", from);
  line.id("onto", to);
}

MirrorPlan mirror_plan(const Scene& scene, const op::MirrorSide& operation, const Tasks& tasks) {
  MirrorPlan plan;
  const FoundNode found = find_skeleton_node(scene, operation.skeleton_node);
  if (found.node < 0) return {{}, found.refusal.reason};
  const Skeleton& skeleton = *scene.nodes[at(found.node)].skeleton;
  for (const Id id : operation.joints)
    if (joint_index(skeleton, id) < 0)
      return {
          {},
          fmt::format("\"{}\" has no joint with the id {}.", scene.nodes[at(found.node)].name, id)};
  const std::vector<glm::mat4> bind = binds_of(skeleton, tasks);
  plan.rows = Planner(skeleton, operation, bind).rows();
  plan.refusal = why_nothing(plan, operation);
  return plan;
}

Applied op::MirrorSide::applied(const Scene& scene, const Tasks& tasks) const {
  const MirrorPlan plan = mirror_plan(scene, *this, tasks);
  if (!plan.refusal.empty()) return {std::nullopt, plan.refusal};
  const int node = node_index(scene, skeleton_node);
  Scene result = scene;
  Skeleton& skeleton = edit_skeleton(result, node);
  Rebound rebound(skeleton, binds_of(skeleton, tasks));
  for (const MirrorPlan::Row& row : plan.rows) {
    if (row.fate == MirrorPlan::Fate::alone) continue;
    const int from = joint_index(skeleton, row.from);
    int to = joint_index(skeleton, row.to);
    if (row.fate == MirrorPlan::Fate::make) {
      if (result.next_id == std::numeric_limits<Id>::max()) return refused_full();
      to = int(skeleton.joints.size());
      skeleton.joints.push_back(
          {.id = take_id(result), .name = row.name, .parent = parent_of_image(skeleton, from)});
    }
    rebound.mirror(from, to);
  }
  if (const std::string name = rebound.update_bind_locals(); !name.empty())
    return refused(
        "{} cannot be mirrored: its bind matrix, or the one above it, cannot be inverted.", name);
  if (result.springs) {
    std::vector<Id> sources;
    for (const MirrorPlan::Row& row : plan.rows)
      if (row.fate != MirrorPlan::Fate::alone) sources.push_back(row.from);
    Springs springs = *result.springs;
    mirror_chains(springs, result, node, sources, binds_of(skeleton, tasks));
    if (!(springs == *result.springs))
      result.springs = std::make_shared<const Springs>(std::move(springs));
  }
  if (joints.empty()) mirror_touch_ups(result, node, left_to_right, binds_of(skeleton, tasks));
  return {std::move(result), {}};
}

std::string op::MirrorSide::label(const Scene& before) const {
  if (joints.empty()) return left_to_right ? "Mirror left to right" : "Mirror right to left";
  return "Mirror " + names_of(before, joints);
}

void op::MirrorSide::line(Line& line) {
  line.word("mirror-side");
  line.ids(joints, "all");
  line.id("of", skeleton_node);
  line.choice(left_to_right, "left-to-right", "right-to-left");
}

}  // namespace marrow
