#include "io/gltf/skin.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <set>
#include <tiny_gltf.h>
#include <unordered_map>

#include "base/index.h"
#include "base/names.h"
#include "io/counts.h"
#include "io/gltf/check/faults.h"
#include "io/number_text.h"
#include "io/trs.h"
#include "scene/scene.h"

namespace marrow::io {
namespace {

/// Relative tolerance within which bind matrices of two skins are equal.
constexpr double kSame = 1e-4;
/// A user transform this close to the identity is rounding, not a pose.
constexpr double kRest = 2e-6;

double largest(const glm::dmat4& m) {
  double most = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 3; ++r) most = std::max(most, std::abs(m[c][r]));
  }
  return most;
}

bool nearly_same(const glm::dmat4& a, const glm::dmat4& b, double tolerance) {
  return largest(a - b) <= tolerance * std::max({1e-6, largest(a), largest(b)});
}

/// B of each joint of a skin in the mesh's space: the inverse of the file's matrix, else the node's
/// place.
std::vector<glm::dmat4> bind_matrices(AccessorReader& reader, const tinygltf::Model& model,
                                      const NodeTree& tree, std::size_t skin_index,
                                      std::vector<std::string>& warnings) {
  const tinygltf::Skin& skin = model.skins[skin_index];
  std::vector<glm::dmat4> bind(skin.joints.size(), glm::dmat4(1.0));
  if (skin.inverseBindMatrices < 0) return bind;
  const std::string pointer = fmt::format("/skins/{}/inverseBindMatrices", skin_index);
  const Values values = reader.read(skin.inverseBindMatrices, "MAT4", pointer);
  if (values.count < bind.size())
    reader.refuse(pointer, fmt::format("expected a matrix for each of {} joints, found {}",
                                       bind.size(), values.count));
  std::size_t bad = 0, last_rows = 0;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    glm::dmat4 inverse;
    for (std::size_t i = 0; i < 16; ++i) inverse[int(i / 4)][int(i % 4)] = values.at(j, i);
    const glm::dvec4 last(inverse[0].w, inverse[1].w, inverse[2].w, inverse[3].w);
    if (last != glm::dvec4(0.0, 0.0, 0.0, 1.0)) ++last_rows;
    for (int c = 0; c < 4; ++c) inverse[c].w = c == 3 ? 1.0 : 0.0;
    const bool usable = is_finite(glm::mat4(inverse)) && is_invertible(glm::mat4(inverse));
    if (!usable) ++bad;
    bind[j] = usable ? glm::inverse(inverse) : tree.world[at(skin.joints[j])];
  }
  warn_of(
      {{last_rows, "{} inverse bind matri[x|ces] had a last row other than 0 0 0 1"},
       {bad, "{} inverse bind matri[x|ces] cannot be inverted; the places in the file are used"}},
      warnings);
  return bind;
}

/// S^-1 M if the skin's matrices agree with the rig's on every shared joint; none if they share no
/// joint or disagree.
std::optional<glm::dmat4> fit(const FileSkeleton& rig, const std::vector<int>& joints,
                              const std::vector<glm::dmat4>& bind, bool& shares_joints) {
  std::optional<glm::dmat4> rig_from_mesh;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto found = rig.index_of.find(joints[j]);
    if (found == rig.index_of.end()) continue;
    shares_joints = true;
    const glm::dmat4 here = rig.bind[found->second] * glm::inverse(bind[j]);
    if (rig_from_mesh && !nearly_same(*rig_from_mesh, here, kSame)) return std::nullopt;
    if (!rig_from_mesh) rig_from_mesh = here;
  }
  if (rig_from_mesh && nearly_same(*rig_from_mesh, glm::dmat4(1.0), kSame))
    rig_from_mesh = glm::dmat4(1.0);
  if (rig_from_mesh && !is_invertible(glm::mat4(*rig_from_mesh))) return std::nullopt;
  return rig_from_mesh;
}

void add_joints(FileSkeleton& rig, const std::vector<int>& joints,
                const std::vector<glm::dmat4>& bind, const glm::dmat4& rig_from_mesh) {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!rig.index_of.emplace(joints[j], rig.nodes.size()).second) continue;
    rig.nodes.push_back(joints[j]);
    rig.bind.push_back(rig_from_mesh * bind[j]);
  }
}

/// Builds rigs from skins, one skin after the other.
class RigBuilder {
 public:
  explicit RigBuilder(FileSkeletons& rigs) : rigs_(rigs) {}

  void add(const std::vector<int>& joints, const std::vector<glm::dmat4>& bind) {
    const std::size_t hash = hash_of(joints, bind);
    const std::string pointer = fmt::format("/skins/{}", rigs_.skins.size());
    bool shares_joints = false;
    SkinUse use;
    const std::vector<std::size_t> candidates = candidates_for(joints, hash);
    const bool is_found = std::any_of(candidates.begin(), candidates.end(), [&](std::size_t r) {
      const auto rig_from_mesh = fit(rigs_.rigs[r], joints, bind, shares_joints);
      if (rig_from_mesh) use = {r, *rig_from_mesh};
      return rig_from_mesh.has_value();
    });
    if (!is_found) {
      if (shares_joints)
        faults_.add(pointer,
                    "two skins bind the same joints at different places; each became a skeleton "
                    "of its own");
      use.rig = rigs_.rigs.size();
      rigs_.rigs.emplace_back();
    }
    add_joints(rigs_.rigs[use.rig], joints, bind, use.rig_from_mesh);
    for (const int joint : joints) rigs_of_[joint].insert(use.rig);
    rig_of_hash_.emplace(hash, use.rig);
    rigs_.skins.push_back(use);
  }

  void report(std::vector<std::string>& warnings) const { faults_.report(warnings); }

 private:
  /// The first kMost rigs that share joints, because n different skins would otherwise need n * n
  /// comparisons; and always the rig of a skin with equal numbers.
  std::vector<std::size_t> candidates_for(const std::vector<int>& joints, std::size_t hash) const {
    constexpr std::size_t kMost = 32;
    std::set<std::size_t> sharing;
    for (std::size_t j = 0; j < joints.size() && sharing.size() < kMost; ++j) {
      const auto found = rigs_of_.find(joints[j]);
      if (found == rigs_of_.end()) continue;
      for (auto rig = found->second.begin(); rig != found->second.end() && sharing.size() < kMost;
           ++rig)
        sharing.insert(*rig);
    }
    if (const auto same = rig_of_hash_.find(hash); same != rig_of_hash_.end())
      sharing.insert(same->second);
    return {sharing.begin(), sharing.end()};
  }

  static std::size_t hash_of(const std::vector<int>& joints, const std::vector<glm::dmat4>& bind) {
    std::string bytes(reinterpret_cast<const char*>(joints.data()), joints.size() * sizeof(int));
    bytes.append(reinterpret_cast<const char*>(bind.data()), bind.size() * sizeof(glm::dmat4));
    return std::hash<std::string>()(bytes);
  }

  FileSkeletons& rigs_;
  std::map<int, std::set<std::size_t>> rigs_of_;              ///< rigs by node
  std::unordered_map<std::size_t, std::size_t> rig_of_hash_;  ///< by hash of a skin
  Faults faults_;
};

/// Sorts joints in the order of the node tree, and finds the nearest joint above each.
void sort_joints(FileSkeleton& rig, const NodeTree& tree) {
  const std::map<int, std::size_t> unsorted = std::move(rig.index_of);
  const std::vector<glm::dmat4> bind = std::move(rig.bind);
  std::sort(rig.nodes.begin(), rig.nodes.end(),
            [&](int a, int b) { return tree.rank[at(a)] < tree.rank[at(b)]; });
  rig.index_of.clear();
  rig.bind.clear();
  std::vector<int> above;  // ancestor joints of the current node, outermost first
  for (const int node : rig.nodes) {
    while (!above.empty() && !tree.is_in_subtree(node, rig.nodes[at(above.back())]))
      above.pop_back();
    rig.parents.push_back(above.empty() ? -1 : above.back());
    above.push_back(int(rig.bind.size()));
    rig.index_of.emplace(node, rig.bind.size());
    rig.bind.push_back(bind[unsorted.at(node)]);
  }
}

/// The lowest node above all joints, not a joint itself, or -1. The first and last joint in tree
/// order suffice to find it.
int node_above(const FileSkeleton& rig, const NodeTree& tree) {
  int up = tree.parent[at(rig.nodes.front())];
  while (up >= 0 && !tree.is_in_subtree(rig.nodes.back(), up)) up = tree.parent[at(up)];
  return up;
}

bool is_at_rest(const FileSkeleton& rig, const NodeTree& tree,
                const glm::dmat4& world_from_skeleton, std::size_t joint) {
  return nearly_same(world_from_skeleton * rig.bind[joint], tree.world[at(rig.nodes[joint])],
                     kSame);
}

std::size_t joints_at_rest(const FileSkeleton& rig, const NodeTree& tree,
                           const glm::dmat4& world_from_skeleton) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < rig.nodes.size(); ++j)
    count += is_at_rest(rig, tree, world_from_skeleton, j) ? 1 : 0;
  return count;
}

/// `implied_by_mesh`: the S with which the first mesh that uses the skeleton is where it was bound.
void place(FileSkeleton& rig, const NodeTree& tree,
           const std::optional<glm::dmat4>& implied_by_mesh) {
  rig.parent_node = node_above(rig, tree);
  std::vector<glm::dmat4> candidates = {rig.parent_node < 0 ? glm::dmat4(1.0)
                                                            : tree.world[at(rig.parent_node)]};
  if (implied_by_mesh) candidates.push_back(*implied_by_mesh);
  candidates.push_back(glm::dmat4(1.0));
  candidates.push_back(tree.world[at(rig.nodes.front())] * glm::inverse(rig.bind.front()));
  std::size_t best = 0, most = joints_at_rest(rig, tree, candidates[0]);
  for (std::size_t c = 1; c < candidates.size(); ++c) {
    const glm::mat4 matrix(candidates[c]);
    if (!is_finite(matrix) || !is_invertible(matrix)) continue;
    const std::size_t count = joints_at_rest(rig, tree, candidates[c]);
    // if no candidate so far has a joint at rest, a first joint at rest decides; not for the last
    // candidate, with which the first joint is always at rest
    const bool rests_at_first =
        most == 0 && c + 1 < candidates.size() && is_at_rest(rig, tree, candidates[c], 0);
    if (count <= most || (2 * count < rig.nodes.size() && !rests_at_first)) continue;
    best = c;
    most = count;
  }
  rig.world_from_skeleton = candidates[best];
  rig.space_is_parent = best == 0;
}

std::string name_of(const FileSkeleton& rig, const tinygltf::Model& model,
                    const tinygltf::Skin& skin) {
  if (const std::string name = clean_name(skin.name); !name.empty()) return name;
  const std::string above =
      rig.parent_node < 0 ? std::string() : clean_name(model.nodes[at(rig.parent_node)].name);
  return above.empty() ? "Skeleton" : above;
}

/// True if a user transform is only rounding: rotation and scale differ from the identity by at
/// most kRest, the translation from 0 by at most kRest of `size`.
bool is_rest(const glm::dmat4& user, const glm::mat4& bind_local, double size) {
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      if (std::abs(user[c][r] - (c == r ? 1.0 : 0.0)) > kRest) return false;
    }
  }
  return glm::length(glm::dmat3(bind_local) * glm::dvec3(user[3])) <= kRest * size;
}

/// W_p^-1 W as the product of the nodes between a joint and its parent, for a W_p without inverse.
glm::dmat4 chain_below(const NodeTree& tree, int node, int stop) {
  glm::dmat4 chain = tree.local[at(node)];
  for (int up = tree.parent[at(node)]; up != stop; up = tree.parent[at(up)])
    chain = tree.local[at(up)] * chain;
  return chain;
}

glm::mat4 rounded(const glm::dmat4& matrix) {
  glm::mat4 result(matrix);
  for (int c = 0; c < 4; ++c) result[c].w = c == 3 ? 1.0f : 0.0f;
  return result;
}

/// True if one bone cannot have both distances from the parent, at rest and in the file's pose.
bool is_stretched(const glm::dmat4& at_rest, const glm::dmat4& posed) {
  constexpr double kMostStretch = 1.5;
  const double rest = glm::length(glm::dvec3(at_rest[3])), now = glm::length(glm::dvec3(posed[3]));
  return std::max(rest, now) > kMostStretch * std::min(rest, now);
}

/// Numbers of repaired nodes.
struct Repairs {
  std::size_t rotations = 0, last_rows = 0, flat = 0;
};

glm::dmat4 local_of(const tinygltf::Node& node, Repairs& repairs) {
  if (node.matrix.size() == 16) {
    glm::dmat4 matrix;
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = node.matrix[std::size_t(i)];
    const glm::dvec4 last(matrix[0].w, matrix[1].w, matrix[2].w, matrix[3].w);
    if (last != glm::dvec4(0.0, 0.0, 0.0, 1.0)) ++repairs.last_rows;
    for (int c = 0; c < 4; ++c) matrix[c].w = c == 3 ? 1.0 : 0.0;
    return matrix;
  }
  Trs trs;
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = std::size_t(axis);
    if (node.translation.size() == 3) trs.translation[axis] = node.translation[i];
    if (node.scale.size() == 3) trs.scale[axis] = node.scale[i];
  }
  if (node.rotation.size() == 4)
    trs.rotation =
        glm::dquat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
  const double length = glm::length(trs.rotation);
  if (std::abs(length - 1.0) > 1e-3) ++repairs.rotations;
  trs.rotation = length > 1e-9 ? trs.rotation / length : glm::dquat(1.0, 0.0, 0.0, 0.0);
  return matrix_of(trs);
}

/// Files hide nodes by a scale of zero, which has no inverse; 1e-5 hides them as well.
glm::dmat4 without_zero_scale(const glm::dmat4& matrix, Repairs& repairs) {
  if (is_invertible(glm::mat4(matrix))) return matrix;
  ++repairs.flat;
  TrsChain chain = trs_of(matrix);
  const glm::dvec3 size = glm::abs(chain.upper.scale);
  const double least = std::max(1e-5 * std::max({size.x, size.y, size.z}), 1e-5);
  for (int axis = 0; axis < 3; ++axis) {
    if (size[axis] < least) chain.upper.scale[axis] = least;
  }
  return chain.lower ? matrix_of(chain.upper) * matrix_of(*chain.lower) : matrix_of(chain.upper);
}

void read_order(const tinygltf::Model& model, NodeTree& tree) {
  tree.parent.assign(model.nodes.size(), -1);
  tree.rank.resize(model.nodes.size());
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    for (const int child : model.nodes[n].children) tree.parent[std::size_t(child)] = int(n);
  }
  std::vector<int> waiting;
  for (std::size_t n = model.nodes.size(); n-- > 0;) {
    if (tree.parent[n] < 0) waiting.push_back(int(n));
  }
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    tree.rank[std::size_t(node)] = int(tree.order.size());
    tree.order.push_back(node);
    const std::vector<int>& children = model.nodes[std::size_t(node)].children;
    waiting.insert(waiting.end(), children.rbegin(), children.rend());
  }
  tree.subtree_end.resize(model.nodes.size());
  for (const int node : tree.order)
    tree.subtree_end[std::size_t(node)] = tree.rank[std::size_t(node)] + 1;
  for (auto node = tree.order.rbegin(); node != tree.order.rend(); ++node) {
    const int parent = tree.parent[std::size_t(*node)];
    if (parent < 0) continue;
    int& end = tree.subtree_end[std::size_t(parent)];
    end = std::max(end, tree.subtree_end[std::size_t(*node)]);
  }
}

void mark_scene(const tinygltf::Model& model, NodeTree& tree, std::vector<std::string>& warnings) {
  tree.is_in_scene.assign(model.nodes.size(), model.scenes.empty());
  if (model.scenes.empty()) return;
  const tinygltf::Scene& scene = model.scenes[std::size_t(std::max(model.defaultScene, 0))];
  for (const int root : scene.nodes) tree.is_in_scene[std::size_t(root)] = true;
  std::size_t outside = 0;
  for (const int node : tree.order) {
    const int parent = tree.parent[std::size_t(node)];
    if (parent >= 0 && tree.is_in_scene[std::size_t(parent)])
      tree.is_in_scene[std::size_t(node)] = true;
    if (!tree.is_in_scene[std::size_t(node)]) ++outside;
  }
  warn_of({{outside, "not kept: {} node[|s] that [is|are] not in the default scene"}}, warnings);
}

/// True for nodes that an animation moves, and for the nodes of `figure`.
std::vector<char> moved_nodes(const tinygltf::Model& model,
                              const std::map<int, std::string>& figure) {
  std::vector<char> is_moved(model.nodes.size(), 0);
  const auto mark = [&](int node) {
    if (node >= 0 && at(node) < is_moved.size()) is_moved[at(node)] = 1;
  };
  for (const tinygltf::Animation& animation : model.animations)
    for (const tinygltf::AnimationChannel& channel : animation.channels) mark(channel.target_node);
  for (const auto& [node, part] : figure) mark(node);
  return is_moved;
}

void add_moved_trees(FileSkeletons& rigs, const tinygltf::Model& model, const NodeTree& tree,
                     const std::map<int, std::string>& figure) {
  constexpr int kFewestJoints = 8;  // a smaller tree is a moving object, not a figure
  const std::vector<char> is_moved = moved_nodes(model, figure);
  for (int rank = 0; rank < int(tree.order.size());) {
    const int top = tree.order[at(rank)], end = tree.subtree_end[at(top)];
    if (!is_moved[at(top)] || !tree.is_in_scene[at(top)] || end - rank < kFewestJoints) {
      ++rank;
      continue;
    }
    const int above = tree.parent[at(top)];
    const glm::dmat4 skeleton_from_world =
        above < 0 ? glm::dmat4(1.0) : glm::inverse(tree.world[at(above)]);
    FileSkeleton& rig = rigs.rigs.emplace_back();
    for (; rank < end; ++rank) {
      const int node = tree.order[at(rank)];
      rig.index_of.emplace(node, rig.nodes.size());
      rig.nodes.push_back(node);
      rig.bind.push_back(skeleton_from_world * tree.world[at(node)]);
    }
  }
}

}  // namespace

FileSkeletons read_skeletons(AccessorReader& reader, const tinygltf::Model& model,
                             const NodeTree& tree, const std::map<int, std::string>& figure,
                             std::vector<std::string>& warnings) {
  FileSkeletons rigs;
  RigBuilder builder(rigs);
  std::vector<std::size_t> first_skin;
  for (std::size_t s = 0; s < model.skins.size(); ++s) {
    builder.add(model.skins[s].joints, bind_matrices(reader, model, tree, s, warnings));
    if (rigs.rigs.size() > first_skin.size()) first_skin.push_back(s);
  }
  builder.report(warnings);
  if (model.skins.empty() && model.meshes.empty()) add_moved_trees(rigs, model, tree, figure);
  std::vector<std::optional<glm::dmat4>> implied(rigs.rigs.size());
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (model.nodes[n].skin < 0 || model.nodes[n].mesh < 0) continue;
    const SkinUse& use = rigs.skins[at(model.nodes[n].skin)];
    if (!implied[use.rig]) implied[use.rig] = tree.world[n] * glm::inverse(use.rig_from_mesh);
  }
  for (std::size_t r = 0; r < rigs.rigs.size(); ++r) {
    sort_joints(rigs.rigs[r], tree);
    place(rigs.rigs[r], tree, implied[r]);
    rigs.rigs[r].name = name_of(
        rigs.rigs[r], model, r < first_skin.size() ? model.skins[first_skin[r]] : tinygltf::Skin());
  }
  return rigs;
}

Skeleton skeleton_of(const FileSkeleton& rig, const tinygltf::Model& model, const NodeTree& tree) {
  Skeleton skeleton;
  UniqueNames names;
  // products of the rounded matrices, so that rounding errors do not add up along a chain
  std::vector<glm::dmat4> bind, posed;
  const glm::dmat4 skeleton_from_world = glm::inverse(rig.world_from_skeleton);
  Bounds bounds;
  for (const glm::dmat4& matrix : rig.bind) bounds.add(glm::vec3(matrix[3]));
  for (std::size_t j = 0; j < rig.nodes.size(); ++j) {
    const int node = rig.nodes[j], parent = rig.parents[j];
    const glm::dmat4 parent_bind = parent < 0 ? glm::dmat4(1.0) : bind[at(parent)];
    const glm::dmat4 parent_posed = parent < 0 ? glm::dmat4(1.0) : posed[at(parent)];
    Joint joint;
    const std::string wanted = clean_name(model.nodes[at(node)].name);
    joint.name = names.take(wanted.empty() ? "joint" : wanted);
    joint.parent = parent;
    joint.bind_local = rounded(glm::inverse(parent_bind) * rig.bind[j]);
    const glm::dmat4 local(joint.bind_local);
    const bool can_divide = parent < 0 || is_invertible(glm::mat4(parent_posed));
    const glm::dmat4 parent_from_joint =
        can_divide ? glm::inverse(parent_posed) * skeleton_from_world * tree.world[at(node)]
                   : chain_below(tree, node, rig.nodes[at(parent)]);
    const glm::dmat4 user = glm::inverse(local) * parent_from_joint;
    joint.user_local =
        is_rest(user, joint.bind_local, bounds.diagonal()) ? glm::mat4(1.0f) : rounded(user);
    bind.push_back(parent_bind * local);
    posed.push_back(parent_posed * local * glm::dmat4(joint.user_local));
    skeleton.joints.push_back(std::move(joint));
  }
  return skeleton;
}

std::size_t correct_idle_joints(Skeleton& skeleton, const FileSkeleton& rig,
                                const std::vector<char>& moves_no_vertex) {
  const glm::dmat4 identity(1.0);
  std::size_t count = 0;
  std::vector<glm::dmat4> old_bind, bind;  // B
  std::vector<char> is_corrected(skeleton.joints.size(), 0);
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    Joint& joint = skeleton.joints[j];
    const int parent = joint.parent;
    const glm::dmat4 parent_bind = parent < 0 ? identity : bind[at(parent)];
    const glm::dmat4 local(joint.bind_local), posed = local * glm::dmat4(joint.user_local);
    old_bind.push_back((parent < 0 ? identity : old_bind[at(parent)]) * local);
    const glm::mat4 below_parent = rounded(posed);
    is_corrected[j] = moves_no_vertex[j] && !nearly_same(parent_bind, identity, kSame) &&
                      nearly_same(rig.bind[j], identity, kSame) && is_stretched(local, posed) &&
                      is_invertible(below_parent);
    if (is_corrected[j]) {
      joint.bind_local = below_parent;
      joint.user_local = glm::mat4(1.0f);
      ++count;
    } else if (parent >= 0 && is_corrected[at(parent)]) {
      joint.bind_local = rounded(glm::inverse(parent_bind) * old_bind[j]);
      joint.user_local = rounded(glm::inverse(glm::dmat4(joint.bind_local)) * posed);
    }
    bind.push_back(parent_bind * glm::dmat4(joint.bind_local));
  }
  return count;
}

NodeTree read_nodes(const tinygltf::Model& model, std::vector<std::string>& warnings) {
  NodeTree tree;
  read_order(model, tree);
  mark_scene(model, tree, warnings);
  tree.local.resize(model.nodes.size());
  tree.world.resize(model.nodes.size());
  Repairs repairs;
  for (const int node : tree.order) {
    const auto n = std::size_t(node);
    tree.local[n] = without_zero_scale(local_of(model.nodes[n], repairs), repairs);
    tree.world[n] = tree.parent[n] < 0 ? tree.local[n]
                                       : tree.world[std::size_t(tree.parent[n])] * tree.local[n];
  }
  warn_of(
      {{repairs.rotations, "{} rotation[|s] [was|were] not of unit length and [was|were] scaled"},
       {repairs.last_rows, "{} node matri[x|ces] had a last row other than 0 0 0 1"},
       {repairs.flat, "{} node[|s] [was|were] scaled to nothing; the scale became 1e-5"}},
      warnings);
  return tree;
}

}  // namespace marrow::io
