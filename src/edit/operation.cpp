#include "edit/operation.h"

#include <exception>
#include <unordered_set>
#include <utility>

#include "edit/operations/line_text.h"
#include "edit/operations/shared.h"
#include "scene/joint_places.h"

namespace marrow {
namespace {

/// Makes the compiler report a missing function of an operation with a readable message.
template <typename Op>
constexpr bool is_whole() {
  static_assert(
      HasApplied<Op>,
      "this operation lacks: Applied applied(const Scene& scene, const Tasks& tasks) const");
  static_assert(HasLabel<Op>, "this operation lacks: std::string label(const Scene& before) const");
  static_assert(HasLine<Op>,
                "this operation lacks: void line(Line& line), which names all its fields");
  static_assert(HasLocks<Op>, "this operation lacks: Locks locks(const Scene& before) const");
  static_assert(std::equality_comparable<Op>,
                "this operation lacks: bool operator==(const X&) const = default");
  static_assert(std::default_initializable<Op>,
                "this operation cannot be read: it needs a default for each field");
  return HasApplied<Op> && HasLabel<Op> && HasLine<Op> && HasLocks<Op> &&
         std::equality_comparable<Op>;
}

template <typename... Ops>
constexpr bool are_whole(const std::variant<Ops...>*) {
  return (is_whole<Ops>() && ...);
}
static_assert(are_whole(static_cast<const AnyOperation*>(nullptr)));

template <std::size_t... kIndices>
AnyOperation moved_from(std::size_t index, void* op, std::index_sequence<kIndices...>) {
  AnyOperation result;
  const auto move_in = [&]<std::size_t kIndex>() {
    result.emplace<kIndex>(
        std::move(*static_cast<std::variant_alternative_t<kIndex, AnyOperation>*>(op)));
    return true;
  };
  (void)((index == kIndices && move_in.template operator()<kIndices>()) || ...);
  return result;
}

Locks locks_of(const Scene& scene, const Operation& operation) {
  return std::visit([&](const auto& alternative) { return alternative.locks(scene); }, operation);
}

const Joint& joint_of(const Scene& scene, const NamedJoint& named) {
  return scene.nodes[at(named.node)].skeleton->joints[at(named.joint)];
}

/// Restores Ul and radius of locked joints after an edit of a whole skeleton.
void keep_locked(const Scene& before, const Operation& operation, Scene& after) {
  if (locks_of(before, operation).rule != Locks::Rule::keep) return;
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    const bool is_new = n >= before.nodes.size() || !before.nodes[n].skeleton;
    if (is_new || after.nodes[n].skeleton == before.nodes[n].skeleton) continue;
    const std::vector<Joint>& old = before.nodes[n].skeleton->joints;
    std::vector<Joint>& joints = edit_skeleton(after, int(n)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!old[j].locked) continue;
      joints[j].user_local = old[j].user_local;
      joints[j].radius = old[j].radius;
      joints[j].tip_radius = old[j].tip_radius;
    }
  }
}

/// The joint that a prop of `old` follows after the edit: its own, or the nearest ancestor that
/// still exists; -1: none.
int remaining_joint(const Skeleton& old, const Skeleton& now, Id id) {
  for (int j = joint_index(old, id); j >= 0; j = old.joints[at(j)].parent)
    if (const int kept = joint_index(now, old.joints[at(j)].id); kept >= 0) return kept;
  return -1;
}

/// Props keep their place at rest when joints are edited or deleted: N' = B'_q^-1 B_j N, q the
/// joint that remains. A pose does not change B. For a sequence, its parts have already done this.
/// If a pose becomes the rest pose, W and N stay.
void keep_props(const Scene& before, const Operation& operation, Scene& after) {
  if (std::holds_alternative<op::Sequence>(operation) ||
      std::holds_alternative<op::MakeRest>(operation))
    return;
  JointPlaces places(JointPlaces::Where::rest);
  for (Node& prop : after.nodes) {
    if (prop.joint == kNoId) continue;
    Node& holder = after.nodes[at(prop.parent)];
    const Node* old_holder = find_node(before, holder.id);
    if (!old_holder || !old_holder->skeleton || old_holder->skeleton == holder.skeleton) continue;
    const Skeleton &old = *old_holder->skeleton, &now = *holder.skeleton;
    const glm::dmat4* rest = places.find(old, prop.joint);
    if (!rest) continue;
    const int to = remaining_joint(old, now, prop.joint);
    prop.joint = to < 0 ? kNoId : now.joints[at(to)].id;
    const glm::dmat4 new_rest = to < 0 ? glm::dmat4(1.0) : *places.find(now, prop.joint);
    if (*rest != new_rest)
      prop.local =
          without_rounding(glm::mat4(glm::inverse(new_rest) * *rest * glm::dmat4(prop.local)));
  }
}

/// Shares unchanged skeletons with the old scene: an edit without effect gives an equal scene.
void share_unchanged(const Scene& before, Scene& after) {
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    Node& node = after.nodes[n];
    if (!node.skeleton) continue;
    const bool same_place = n < before.nodes.size() && before.nodes[n].id == node.id;
    const Node* old = same_place ? &before.nodes[n] : find_node(before, node.id);
    const bool is_copy = old && old->skeleton && old->skeleton != node.skeleton;
    if (is_copy && *old->skeleton == *node.skeleton) node.skeleton = old->skeleton;
  }
}

/// A matrix that is not finite has no finite product: infinity times 0 is NaN.
bool is_finite_product(const glm::mat4& world, const glm::vec3& point) {
  return is_finite(glm::vec3(world * glm::vec4(point, 1.0f)));
}

/// The first joint whose S B, S W or tip leaves the range of floats, as products of finite numbers
/// may. Computed here rather than by the tasks, which may be a student's.
std::string too_large(const Skeleton& skeleton, const glm::mat4& world_from_skeleton) {
  std::vector<glm::mat4> bind, posed;
  bind.reserve(skeleton.joints.size());
  posed.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    const bool is_root = joint.parent < 0;
    bind.push_back((is_root ? world_from_skeleton : bind[at(joint.parent)]) * joint.bind_local);
    posed.push_back((is_root ? world_from_skeleton : posed[at(joint.parent)]) * joint.bind_local *
                    joint.user_local);
    if (!is_finite_product(bind.back(), joint.extent) ||
        !is_finite_product(posed.back(), joint.extent))
      return joint.name;
  }
  return {};
}

std::string too_large(const Scene& before, const Scene& after) {
  std::unordered_set<const Skeleton*> known;
  for (const Node& node : before.nodes) known.insert(node.skeleton.get());
  const std::vector<glm::mat4> world = world_from_nodes(after);
  const std::vector<glm::mat4> old_world = world_from_nodes(before);
  for (std::size_t n = 0; n < after.nodes.size(); ++n) {
    const Node& node = after.nodes[n];
    const bool stands_still =
        n < before.nodes.size() && before.nodes[n].id == node.id && old_world[n] == world[n];
    if (!node.skeleton || (stands_still && known.count(node.skeleton.get()) > 0)) continue;
    if (std::string name = too_large(*node.skeleton, world[n]); !name.empty()) return name;
  }
  return {};
}

/// A student's functions may throw, and memory may run out: then this edit is refused.
Applied tried(const Scene& scene, const Operation& operation, const Tasks& tasks) {
  try {
    return std::visit([&](const auto& alternative) { return alternative.applied(scene, tasks); },
                      operation);
  } catch (const std::exception& error) {
    return refused("This edit failed ({}); nothing was changed.", error.what());
  }
}

/// Counts the bytes that an operation owns, field by field of its line.
class LineCounter : public Line {
 public:
  LineCounter() : Line(Mode::count, kNoScene) {}

  std::size_t bytes = 0;
  std::vector<const Scene*> scenes;
  std::vector<std::shared_ptr<const Motion>> motions;

  void word(std::string_view) override {}
  void pick(std::size_t&, std::span<const std::string_view>) override {}
  bool has(std::string_view, bool wanted) override { return wanted; }
  void id(Id&) override {}
  void text(std::string& text) override { bytes += bytes_of(text); }
  void number(std::variant<float*, double*, int*, std::size_t*>) override {}
  void payload(std::string& text) override { bytes += bytes_of(text); }
  void holds(const Scene& scene) override { scenes.push_back(&scene); }
  void holds(const std::shared_ptr<const Motion>& motion) override { motions.push_back(motion); }

 protected:
  void owns(std::size_t size) override { bytes += size; }
  bool next(std::size_t index, std::size_t size, std::string_view) override { return index < size; }
  bool next_in_block(std::size_t index, std::size_t size) override { return index < size; }
  bool next_number(std::size_t, std::size_t) override { return false; }

 private:
  inline static const Scene kNoScene{};
};

/// Printing and counting change nothing: only a reader writes to the fields.
void walk(const Operation& operation, Line& line) {
  std::visit([&](auto& alternative) { alternative.line(line); }, const_cast<Operation&>(operation));
}

/// Reads a line as an Op. False if its first word, which identifies the operation, is another.
template <typename Op>
bool read_as(LineReader& reader, Operation& operation) {
  const std::size_t begin = reader.begins();
  Op op;
  op.line(reader);
  if (reader.has_failed_at(begin)) return reader.forget_failure(), false;
  operation = std::move(op);
  return true;
}

template <typename... Ops>
bool read_as_one_of(const std::variant<Ops...>*, LineReader& reader, Operation& operation) {
  return (read_as<Ops>(reader, operation) || ...);
}

void read_any(LineReader& reader, Operation& operation) {
  if (reader.has_failed() || !reader.enter()) return;
  if (!read_as_one_of(static_cast<AnyOperation*>(nullptr), reader, operation))
    reader.fail("the word of an operation (turn, radius, lock, ...)");
  reader.leave();
}

}  // namespace

Operation::Operation() = default;
Operation::Operation(const Operation& other) = default;
Operation::Operation(Operation&& other) noexcept = default;
Operation& Operation::operator=(const Operation& other) = default;
Operation& Operation::operator=(Operation&& other) noexcept = default;
Operation::~Operation() = default;
Operation::Operation(std::size_t index, void* op)
    : AnyOperation(
          moved_from(index, op, std::make_index_sequence<std::variant_size_v<AnyOperation>>())) {}

bool Operation::operator==(const Operation& other) const {
  return static_cast<const AnyOperation&>(*this) == static_cast<const AnyOperation&>(other);
}

Applied op::Sequence::applied(const Scene& scene, const Tasks& tasks) const {
  Applied result{scene, {}};
  for (const Operation& next : operations) {
    result = apply(*result.scene, next, tasks);
    if (!result.scene) break;
  }
  return result;
}

std::string op::Sequence::label(const Scene& before) const {
  if (!what.empty() || operations.empty()) return what;
  return marrow::label(before, operations.front());
}

Locks op::Sequence::locks(const Scene& before) const {
  Locks all{Locks::Rule::ignore, {}};
  for (const Operation& part : operations)
    for (const Id id : locks_of(before, part).joints) all.joints.push_back(id);
  return all;
}

// Spelled out: clang 14 crashes on a default here.
bool op::Sequence::operator==(const Sequence& other) const {
  return operations == other.operations && what == other.what;
}

Applied apply(const Scene& scene, const Operation& operation, const Tasks& tasks) {
  if (std::string why = why_locked(scene, operation); !why.empty())
    return {std::nullopt, std::move(why)};
  Applied result = tried(scene, operation, tasks);
  if (!result.scene) return result;
  keep_locked(scene, operation, *result.scene);
  share_unchanged(scene, *result.scene);
  keep_props(scene, operation, *result.scene);
  if (const std::string why = why_invalid(*result.scene, &scene); !why.empty())
    return refused("This edit is not possible: {}.", why);
  if (const std::string joint = too_large(scene, *result.scene); !joint.empty())
    return refused("{} would leave the range of numbers; nothing was changed.", joint);
  return result;
}

std::string label(const Scene& before, const Operation& operation) {
  return std::visit([&](const auto& alternative) { return alternative.label(before); }, operation);
}

std::vector<Id> named_by(const Scene& scene, const Operation& operation) {
  std::vector<Id> ids;
  for (const NamedJoint& named : named_joints(scene, locks_of(scene, operation).joints).joints)
    ids.push_back(joint_of(scene, named).id);
  return ids;
}

std::string why_locked(const Scene& scene, const Operation& operation) {
  const Locks locks = locks_of(scene, operation);
  if (locks.rule == Locks::Rule::ignore) return {};
  std::string first;
  int count = 0;
  for (const NamedJoint& named : named_joints(scene, locks.joints).joints) {
    const Joint& joint = joint_of(scene, named);
    if (joint.locked && count++ == 0) first = joint.name;
  }
  if (count == 0) return {};
  if (count == 1) return fmt::format("{} is locked: unlock it in the tree first.", first);
  return fmt::format("{} and {} more are locked: unlock them in the tree first.", first, count - 1);
}

void op::Sequence::line(Line& line) {
  line.word("together");
  line.block(operations, [&](Operation& part) {
    if (line.reads())
      read_any(static_cast<LineReader&>(line), part);
    else
      walk(part, line);
  });
  line.text_unless("as", what, "");
}

std::string line_of(const Scene& before, const Operation& operation) {
  LineWriter writer(before);
  walk(operation, writer);
  return writer.take();
}

ParsedLine parse_line(const Scene& before, std::string_view line, NamesInLines names) {
  LineReader reader(before, line, names);
  Operation operation;
  read_any(reader, operation);
  reader.expect_end();
  if (reader.has_failed()) return {std::nullopt, reader.problem()};
  return {std::move(operation), {}, reader.notes()};
}

Holdings holdings_of(const Operation& operation) {
  LineCounter counter;
  walk(operation, counter);
  return {counter.bytes, std::move(counter.scenes), std::move(counter.motions)};
}

}  // namespace marrow
