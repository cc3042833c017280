#include "io/fbx/fbx_skin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "scene/scene.h"

namespace marrow::io {

namespace {

/// Relative tolerance within which two places of a joint are equal.
constexpr double kSamePlace = 1e-4;

bool can_invert(const glm::dmat4& matrix) {
  return is_finite(glm::mat4(matrix)) && is_invertible(glm::mat4(matrix));
}

bool is_same_place(const glm::dmat4& a, const glm::dmat4& b) {
  double off = 0.0, size = 1e-6;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 3; ++r) {
      off = std::max(off, std::abs(a[c][r] - b[c][r]));
      size = std::max({size, std::abs(a[c][r]), std::abs(b[c][r])});
    }
  }
  return off <= kSamePlace * size;
}

class FbxSkinReader {
 public:
  FbxSkinReader(const ufbx_scene& scene, FbxNotes& notes)
      : scene_(scene),
        notes_(notes),
        is_joint_(scene.nodes.count, 0),
        part_(scene.nodes.count),
        bind_(scene.nodes.count) {
    std::iota(part_.begin(), part_.end(), std::size_t(0));
  }

  std::vector<FbxSkin> read(const std::vector<const ufbx_skin_deformer*>& deformers) {
    find_joints(deformers);
    for (const ufbx_skin_deformer* deformer : deformers) add_skin(*deformer);
    connect();
    // the skin with the most joints decides where its joints are at rest
    std::vector<std::size_t> order(skins_.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return skins_[a].joints.size() > skins_[b].joints.size();
    });
    for (const std::size_t skin : order) place(skins_[skin]);
    place_other_joints();
    std::map<std::size_t, std::size_t> skin_of_part;
    for (const std::size_t skin : order)
      if (world_[skin]) skin_of_part.try_emplace(part_of(skins_[skin].joints.front()), skin);
    list_all_joints(skin_of_part);
    compare_bind_poses();
    return std::move(skins_);
  }

 private:
  static std::size_t id(const ufbx_node* node) { return node->typed_id; }

  std::size_t part_of(const ufbx_node* node) {
    std::size_t part = id(node);
    while (part_[part] != part) part = part_[part] = part_[part_[part]];
    return part;
  }

  void find_joints(const std::vector<const ufbx_skin_deformer*>& deformers) {
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) {
      const ufbx_node* node = scene_.nodes.data[n];
      is_joint_[n] = node->bone != nullptr && !node->is_root;
    }
    for (const ufbx_skin_deformer* deformer : deformers)
      for (std::size_t c = 0; c < deformer->clusters.count; ++c)
        is_joint_[id(deformer->clusters.data[c]->bone_node)] = 1;
    // the scale of a bone may be on a helper node below it
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) {
      const ufbx_node* node = scene_.nodes.data[n];
      if (node->scale_helper && is_joint_[id(node->scale_helper)]) is_joint_[n] = 1;
    }
  }

  void add_skin(const ufbx_skin_deformer& deformer) {
    FbxSkin skin;
    skin.deformer = &deformer;
    std::map<const ufbx_node*, std::size_t> index_of;
    for (std::size_t c = 0; c < deformer.clusters.count; ++c) {
      const ufbx_skin_cluster& cluster = *deformer.clusters.data[c];
      const auto [found, is_new] = index_of.try_emplace(cluster.bone_node, skin.joints.size());
      skin.joint_of_cluster.push_back(found->second);
      notes_.repeated_clusters += !is_new;
      if (!is_new) continue;
      skin.joints.push_back(cluster.bone_node);
      const glm::dmat4 inverse_bind = matrix_of(cluster.geometry_to_bone);
      skin.inverse_bind.push_back(can_invert(inverse_bind) ? inverse_bind : glm::dmat4(1.0));
    }
    skins_.push_back(std::move(skin));
    world_.emplace_back();
  }

  /// The nearest joint above; null if none.
  const ufbx_node* joint_above(const ufbx_node* node) const {
    const ufbx_node* up = node->parent;
    while (up && !is_joint_[id(up)]) up = up->parent;
    return up;
  }

  void connect() {
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) {
      const ufbx_node* node = scene_.nodes.data[n];
      const ufbx_node* above = is_joint_[n] ? joint_above(node) : nullptr;
      if (above) part_[part_of(node)] = part_of(above);
    }
    for (const FbxSkin& skin : skins_)
      for (const ufbx_node* joint : skin.joints)
        part_[part_of(joint)] = part_of(skin.joints.front());
  }

  /// Finds the geometry's place at bind time, from a joint whose place is known, else from what the
  /// first cluster states. Computes the places of the skin's other joints from it.
  void place(const FbxSkin& skin) {
    if (skin.joints.empty()) return;
    std::optional<glm::dmat4>& world = world_[std::size_t(&skin - skins_.data())];
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      const std::optional<glm::dmat4>& bind = bind_[id(skin.joints[j])];
      if (!bind) continue;
      const glm::dmat4 here = *bind * skin.inverse_bind[j];
      if (world && !is_same_place(*world, here)) {
        ++notes_.split_skins;
        world.reset();
        return;
      }
      if (!world) world = here;
    }
    if (!world) world = stated_place(*skin.deformer) * skin.inverse_bind.front();
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      std::optional<glm::dmat4>& bind = bind_[id(skin.joints[j])];
      if (!bind) bind = *world * glm::inverse(skin.inverse_bind[j]);
    }
  }

  static glm::dmat4 stated_place(const ufbx_skin_deformer& deformer) {
    const ufbx_skin_cluster& cluster = *deformer.clusters.data[0];
    const glm::dmat4 stated = matrix_of(cluster.bind_to_world);
    return can_invert(stated) ? stated : matrix_of(cluster.bone_node->node_to_world);
  }

  /// Uses the nodes' present places, relative to a joint below, else to the joint above.
  void place_other_joints() {
    for (std::size_t n = scene_.nodes.count; n-- > 0;) {  // nodes are sorted by depth
      const ufbx_node* node = scene_.nodes.data[n];
      const ufbx_node* above = is_joint_[n] && bind_[n] ? joint_above(node) : nullptr;
      if (!above || bind_[id(above)] || !can_invert(matrix_of(node->node_to_world))) continue;
      bind_[id(above)] = *bind_[n] * glm::inverse(matrix_of(node->node_to_world)) *
                         matrix_of(above->node_to_world);
    }
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) {
      if (!is_joint_[n] || bind_[n]) continue;
      const ufbx_node* node = scene_.nodes.data[n];
      const ufbx_node* above = joint_above(node);
      const glm::dmat4 world = matrix_of(node->node_to_world);
      bind_[n] = above && can_invert(matrix_of(above->node_to_world))
                     ? *bind_[id(above)] * glm::inverse(matrix_of(above->node_to_world)) * world
                     : world;
      if (!can_invert(*bind_[n])) bind_[n] = above ? *bind_[id(above)] : glm::dmat4(1.0);
    }
  }

  void list_all_joints(std::map<std::size_t, std::size_t>& skin_of_part) {
    std::vector<char> is_listed(scene_.nodes.count, 0);  // in its skeleton's largest skin
    for (const auto& [part, skin] : skin_of_part)
      for (const ufbx_node* joint : skins_[skin].joints) is_listed[id(joint)] = 1;
    for (std::size_t n = 0; n < scene_.nodes.count; ++n) {
      if (!is_joint_[n] || is_listed[n]) continue;
      const ufbx_node* node = scene_.nodes.data[n];
      const auto [found, is_new] = skin_of_part.try_emplace(part_of(node), skins_.size());
      if (is_new) {
        skins_.emplace_back();
        world_.emplace_back(glm::dmat4(1.0));
      }
      FbxSkin& skin = skins_[found->second];
      skin.joints.push_back(node);
      skin.inverse_bind.push_back(glm::inverse(*bind_[n]) * *world_[found->second]);
    }
  }

  void compare_bind_poses() {
    for (const FbxSkin& skin : skins_) {
      if (!skin.deformer) continue;
      for (std::size_t c = 0; c < skin.deformer->clusters.count; ++c) {
        const ufbx_skin_cluster& cluster = *skin.deformer->clusters.data[c];
        const ufbx_node* node = cluster.bone_node;
        const ufbx_bone_pose* pose =
            node->bind_pose ? ufbx_get_bone_pose(node->bind_pose, node) : nullptr;
        notes_.false_bind_poses += pose && !is_same_place(matrix_of(pose->bone_to_world),
                                                          matrix_of(cluster.bind_to_world));
      }
    }
  }

  const ufbx_scene& scene_;
  FbxNotes& notes_;
  std::vector<char> is_joint_;                   ///< one per node
  std::vector<std::size_t> part_;                ///< by node: union-find of skeletons
  std::vector<std::optional<glm::dmat4>> bind_;  ///< by node: joint -> world at bind time
  std::vector<FbxSkin> skins_;
  std::vector<std::optional<glm::dmat4>> world_;  ///< by skin: geometry -> world at bind time
};

}  // namespace

std::vector<FbxSkin> skins_of(const ufbx_scene& scene,
                              const std::vector<const ufbx_skin_deformer*>& deformers,
                              FbxNotes& notes) {
  return FbxSkinReader(scene, notes).read(deformers);
}

}  // namespace marrow::io
