#include <algorithm>
#include <fmt/format.h>
#include <tiny_gltf.h>

#include "base/index.h"
#include "io/avatar.h"
#include "io/counts.h"
#include "io/editor_data.h"
#include "io/gltf/access.h"
#include "io/gltf/carried.h"
#include "io/gltf/check/model_check.h"
#include "io/gltf/gltf.h"
#include "io/gltf/gltf_mesh.h"
#include "io/gltf/gltf_motion.h"
#include "io/gltf/made.h"
#include "io/gltf/parse.h"
#include "io/gltf/skin.h"
#include "io/gltf/vrm.h"
#include "io/guess.h"
#include "io/memory_budget.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

class Importer {
 public:
  /// `made`: the document that another reader made in memory; nullptr for a glTF file.
  Importer(ParsedGltf& parsed, const MadeGltf* made, std::vector<std::string>& warnings)
      : parsed_(parsed),
        made_(made),
        model_(*parsed.model),
        warnings_(warnings),
        budget_(parsed.file, bytes_held(parsed)),
        reader_(parsed.file, model_, budget_, warnings),
        tree_(read_nodes(model_, warnings)),
        human_bones_(read_human_bones(parsed.document, warnings)),
        rigs_(read_skeletons(reader_, model_, tree_, human_bones_, warnings)),
        carried_(parsed.document),
        scene_node_(model_.nodes.size(), -1),
        is_joint_(model_.nodes.size(), 0),
        needs_node_(model_.nodes.size(), 0),
        needs_prop_(model_.nodes.size(), 0),
        skeleton_node_(rigs_.rigs.size(), -1),
        meshes_on_(rigs_.rigs.size()),
        anchor_(rigs_.rigs.size(), -1),
        materials_(model_, carried_, budget_) {}

  const AccessorReader& reader() const { return reader_; }

  Scene run() {
    scene_.carried = carried_.of_document();
    classify();
    for (const int node : tree_.order) {
      if (needs_node_[at(node)]) add_node(node);
    }
    for (std::size_t r = 0; r < rigs_.rigs.size(); ++r) add_skeleton(r);
    for (const int node : tree_.order) {
      if (needs_prop_[at(node)]) add_prop(node);
    }
    for (const int node : tree_.order) {
      if (tree_.is_in_scene[at(node)] && model_.nodes[at(node)].mesh >= 0) add_mesh(node);
    }
    add_motions();
    add_springs();
    scene_.carried = with_carried_avatar(
        scene_.carried, parsed_.document,
        [&](int node) {
          const auto holder = mesh_holder_.find(node);
          return holder == mesh_holder_.end() ? kNoId : scene_.nodes[at(holder->second)].id;
        },
        warnings_);
    // no longer needed and as large as the file, while guessing needs memory
    for (tinygltf::Buffer& buffer : model_.buffers) buffer.data = {};
    for (std::size_t r = 0; r < rigs_.rigs.size(); ++r) finish_skeleton(r);
    notes_.report(warnings_);
    materials_.report(warnings_);
    motion_notes_.report(warnings_);
    carried_.report(warnings_);
    warn_of({{corrected_joints_,
              "rest places of {} joint[|s] that move[s|] no vertex were taken from the file's "
              "pose; their inverse bind matrices were the identity"},
             {guessed_joints_,
              "bone ends and radii of {} joint[|s] were guessed; the file does not hold them"},
             {unusable_motions_, "not kept: {} animation[|s] whose numbers are too large"}},
            warnings_);
    return std::move(scene_);
  }

 private:
  /// Decides which glTF nodes become scene nodes: those of the scene except joints, and except
  /// nodes that only hold a skinned mesh, whose transform the standard ignores. Below a joint only
  /// nodes with a rigid mesh or carried data do, and the nodes between them and the joint.
  void classify() {
    for (std::size_t r = rigs_.rigs.size(); r-- > 0;) {
      for (const int node : rigs_.rigs[r].nodes) {
        is_joint_[at(node)] = 1;
        rig_of_joint_[at(node)] = r;
      }
    }
    std::vector<char> is_below_joint(model_.nodes.size(), 0);
    for (const int node : tree_.order) {
      const int parent = tree_.parent[at(node)];
      is_hidden_[at(node)] = carried_.hides(node) || (parent >= 0 && is_hidden_[at(parent)]);
      is_below_joint[at(node)] =
          parent >= 0 && (is_joint_[at(parent)] || is_below_joint[at(parent)]);
      const tinygltf::Node& source = model_.nodes[at(node)];
      const bool is_skin_place = is_skinned(source) && source.children.empty();
      needs_node_[at(node)] = tree_.is_in_scene[at(node)] && !is_joint_[at(node)] &&
                              !is_below_joint[at(node)] && !is_skin_place;
    }
    for (auto node = tree_.order.rbegin(); node != tree_.order.rend(); ++node) {
      const tinygltf::Node& source = model_.nodes[at(*node)];
      const bool is_something = source.mesh >= 0 || carried_.has_node_data(*node);
      const bool holds = needs_prop_[at(*node)] || (is_something && !is_skinned(source));
      const int parent = tree_.parent[at(*node)];
      needs_prop_[at(*node)] = tree_.is_in_scene[at(*node)] && !is_joint_[at(*node)] &&
                               is_below_joint[at(*node)] && holds;
      if (needs_prop_[at(*node)]) needs_prop_[at(parent)] = 1;
    }
  }

  bool is_skinned(const tinygltf::Node& node) const {
    if (node.skin < 0 || node.mesh < 0) return false;
    const auto& primitives = model_.meshes[at(node.mesh)].primitives;
    return std::any_of(primitives.begin(), primitives.end(), [](const auto& primitive) {
      return primitive.attributes.count("JOINTS_0") > 0;
    });
  }

  int append(const std::string& name, int parent, const glm::dmat4& local) {
    budget_.take(sizeof(Node) + name.size(), "/nodes");
    Node node;
    node.id = take_id(scene_);
    node.name = name;
    node.parent = parent;
    node.local = glm::mat4(local);
    for (int c = 0; c < 4; ++c) node.local[c].w = c == 3 ? 1.0f : 0.0f;
    world_.push_back((parent < 0 ? glm::dmat4(1.0) : world_[at(parent)]) * glm::dmat4(node.local));
    scene_.nodes.push_back(std::move(node));
    return int(scene_.nodes.size()) - 1;
  }

  std::string name_of(int node) const {
    const tinygltf::Node& source = model_.nodes[at(node)];
    if (std::string name = clean_name(source.name); !name.empty()) return name;
    std::string name =
        source.mesh < 0 ? std::string() : clean_name(model_.meshes[at(source.mesh)].name);
    if (name.empty()) name = source.mesh < 0 ? "node" : "mesh";
    return name;
  }

  void add_node(int node) {
    const int parent = tree_.parent[at(node)];
    scene_node_[at(node)] =
        append(name_of(node), parent < 0 ? -1 : scene_node_[at(parent)], tree_.local[at(node)]);
    carry(node, scene_.nodes.back().carried);
  }

  /// N is the node's own matrix: the nodes between it and the joint become scene nodes too.
  void add_prop(int node) {
    const int parent = tree_.parent[at(node)];
    scene_node_[at(node)] =
        is_joint_[at(parent)]
            ? append_on_joint(name_of(node), parent, tree_.local[at(node)])
            : append(name_of(node), scene_node_[at(parent)], tree_.local[at(node)]);
    carry(node, scene_.nodes.back().carried);
  }

  int append_on_joint(const std::string& name, int joint_node, const glm::dmat4& local) {
    const std::size_t r = rig_of_joint_[at(joint_node)];
    const int prop = append(name, skeleton_node_[r], local);
    scene_.nodes.back().joint = skeletons_[r]->joints[rigs_.rigs[r].index_of.at(joint_node)].id;
    return prop;
  }

  /// Cameras, lights and a mesh's members are in the file once, but may be carried many times: each
  /// copy counts against the memory budget.
  std::string taken(std::string text, const char* place) {
    budget_.take(text.size(), place);
    return text;
  }

  /// Carries a node's further members, once for all scene nodes made from it.
  void carry(int node, std::string& carried) {
    carried = taken(carried_.of_node(node), "/nodes");
    is_carried_[at(node)] = 1;
  }

  /// The skeleton is put on the node above the joints if that node is free and has exactly the
  /// skeleton's transform; else on a new node below that node.
  void add_skeleton(std::size_t r) {
    const FileSkeleton& rig = rigs_.rigs[r];
    auto skeleton = std::make_shared<Skeleton>(skeleton_of(rig, model_, tree_));
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j) {
      skeleton->joints[j].id = take_id(scene_);
      if (const auto bone = human_bones_.find(rig.nodes[j]); bone != human_bones_.end())
        skeleton->joints[j].human_bone = bone->second;
      carry(rig.nodes[j], skeleton->joints[j].carried);
    }
    const int above = rig.parent_node < 0 ? -1 : scene_node_[at(rig.parent_node)];
    anchor_[r] = above < 0 ? -1 : rig.parent_node;
    const bool is_free = above >= 0 && rig.space_is_parent &&
                         model_.nodes[at(rig.parent_node)].mesh < 0 &&
                         !scene_.nodes[at(above)].skeleton;
    const glm::dmat4 local = above < 0 ? rig.world_from_skeleton
                                       : glm::inverse(world_[at(above)]) * rig.world_from_skeleton;
    skeleton_node_[r] = is_free ? above : append(rig.name, above, local);
    scene_.nodes[at(skeleton_node_[r])].skeleton = skeleton;
    skeletons_.push_back(std::move(skeleton));
  }

  void finish_skeleton(std::size_t r) {
    const FileSkeleton& rig = rigs_.rigs[r];
    std::vector<std::optional<glm::vec3>> tips(rig.nodes.size());
    for (std::size_t j = 0; j < rig.nodes.size(); ++j) {
      const std::vector<int>& children = model_.nodes[at(rig.nodes[j])].children;
      const bool has_end_node = children.size() == 1 && !is_joint_[at(children[0])] &&
                                model_.nodes[at(children[0])].mesh < 0;
      if (has_end_node) tips[j] = glm::vec3(tree_.local[at(children[0])][3]);
    }
    const auto skeleton = std::const_pointer_cast<Skeleton>(skeletons_[r]);
    corrected_joints_ += correct_idle_joints(*skeleton, rig, idle_joints(r));
    guess_bones(*skeleton, tips, held_vertices(r));
    guessed_joints_ += skeleton->joints.size();
    for (Joint& joint : skeleton->joints) {
      const auto tip = spring_tips_.find(joint.id);
      if (tip == spring_tips_.end() || !is_finite(tip->second)) continue;
      joint.extent = tip->second;
      joint.extent_guessed = false;
    }
  }

  /// One per joint of a rig: true if it moves no vertex.
  std::vector<char> idle_joints(std::size_t r) const {
    const std::vector<Joint>& joints = skeletons_[r]->joints;
    std::vector<char> moves_no_vertex(joints.size(), 1);
    for (const std::size_t n : meshes_on_[r])
      for (const Id joint : scene_.nodes[n].mesh->weights->joint)
        moves_no_vertex[joint - joints.front().id] = 0;  // ids of a skeleton are consecutive
    return moves_no_vertex;
  }

  /// The vertices of all meshes on a rig, each with the joint of its largest weight.
  std::vector<HeldVertex> held_vertices(std::size_t r) const {
    std::vector<HeldVertex> held;
    std::size_t count = 0;
    for (const std::size_t n : meshes_on_[r]) count += scene_.nodes[n].mesh->positions.size();
    held.reserve(count);
    const Node& holder = scene_.nodes[at(skeleton_node_[r])];
    const Id first = holder.skeleton->joints.front().id;  // ids of a skeleton are consecutive
    for (const std::size_t n : meshes_on_[r]) {
      const Node& node = scene_.nodes[n];
      const ExplicitWeights& weights = *node.mesh->weights;
      for (std::size_t v = 0; v < node.mesh->positions.size(); ++v) {
        const auto begin = weights.weight.begin() + weights.row_begin[v],
                   end = weights.weight.begin() + weights.row_begin[v + 1];
        if (begin == end) continue;
        const auto entry = std::size_t(std::max_element(begin, end) - weights.weight.begin());
        held.push_back({weights.joint[entry] - first,
                        glm::vec3(node.local * glm::vec4(node.mesh->positions[v], 1.0f))});
      }
    }
    return held;
  }

  void add_mesh(int node) {
    const tinygltf::Node& source = model_.nodes[at(node)];
    if (is_skinned(source)) return add_skinned(node);
    int holder = scene_node_[at(node)];
    if (is_joint_[at(node)]) holder = append_on_joint(name_of(node), node, glm::dmat4(1.0));
    auto& mesh = rigid_[source.mesh];
    if (!mesh) mesh = mesh_of(source.mesh, {});
    hold(holder, node, mesh);
  }

  std::shared_ptr<const Mesh> mesh_of(int index, const std::vector<Id>& joints) {
    budget_.take(sizeof(Mesh), "/meshes");
    if (made_) return made_->mesh(index, joints, materials_, budget_, notes_);
    const auto mesh =
        read_mesh(reader_, model_, index, joints, carried_.target_names(index), materials_, notes_);
    mesh->carried = taken(carried_.of_mesh(index), "/meshes");
    return mesh;
  }

  void hold(int holder, int node, const std::shared_ptr<const Mesh>& mesh) {
    const tinygltf::Node& source = model_.nodes[at(node)];
    Node& held = scene_.nodes[at(holder)];
    held.mesh = mesh;
    const std::vector<double>& weights =
        source.weights.empty() ? model_.meshes[at(source.mesh)].weights : source.weights;
    budget_.take(weights.size() * sizeof(float), "/nodes");
    if (weights.size() == mesh->morph_targets.size())
      held.morph_weights.assign(weights.begin(), weights.end());
    if (!is_carried_[at(node)]) carry(node, held.carried);
    held.visible = !is_hidden_[at(node)];
    mesh_holder_[node] = holder;
  }

  void add_skinned(int node) {
    const tinygltf::Node& source = model_.nodes[at(node)];
    const SkinUse& use = rigs_.skins[at(source.skin)];
    const int holder = append(name_of(node), skeleton_node_[use.rig], use.rig_from_mesh);
    auto& mesh = skinned_[{source.mesh, source.skin}];
    if (!mesh) mesh = mesh_of(source.mesh, joint_ids(source.skin));
    hold(holder, node, mesh);
    meshes_on_[use.rig].push_back(at(holder));
    scene_.nodes[at(holder)].bound_to = scene_.nodes[at(skeleton_node_[use.rig])].id;
    scene_.nodes[at(holder)].explicit_weights = true;
  }

  std::vector<Id> joint_ids(int skin) const {
    const std::size_t r = rigs_.skins[at(skin)].rig;
    std::vector<Id> ids;
    for (const int node : model_.skins[at(skin)].joints)
      ids.push_back(skeletons_[r]->joints[rigs_.rigs[r].index_of.at(node)].id);
    return ids;
  }

  void add_motions() {
    for (std::size_t a = 0; a < model_.animations.size(); ++a) {
      auto motion = std::make_shared<Motion>();
      motion->name = clean_name(model_.animations[a].name);
      const NodeTracks tracks = read_node_tracks(reader_, model_, int(a), tree_, motion_notes_);
      std::set<int> used;
      add_node_tracks(tracks, *motion, used);
      for (std::size_t r = 0; r < rigs_.rigs.size(); ++r)
        add_joint_tracks(r, tracks, *motion, used);
      for (const auto& [node, track] : tracks)
        motion_notes_.ignored += has_place(track) && used.count(node) == 0;
      if (why_invalid(*motion).empty()) {
        scene_.motions.push_back(std::move(motion));
      } else {
        ++unusable_motions_;
      }
    }
  }

  void add_springs() {
    SpringTargets targets;
    targets.joint = [&](int node) { return at(node) < is_joint_.size() ? joint_id(node) : kNoId; };
    targets.target = [&](int node) {
      const Id joint = targets.joint(node);
      if (joint != kNoId || at(node) >= scene_node_.size()) return joint;
      const int place = scene_node_[at(node)];
      return place < 0 ? kNoId : scene_.nodes[at(place)].id;
    };
    targets.offset = [&](int above, int below) { return offset_below(above, below); };
    ReadSprings read = read_springs(parsed_.document, targets, warnings_);
    scene_.springs = std::move(read.springs);
    spring_tips_ = std::move(read.tips);
  }

  std::optional<glm::dvec3> offset_below(int above, int below) const {
    if (at(below) >= tree_.local.size() || !tree_.is_in_subtree(below, above)) return std::nullopt;
    glm::dmat4 above_from_below(1.0);
    for (int node = below; node != above; node = tree_.parent[at(node)])
      above_from_below = tree_.local[at(node)] * above_from_below;
    return glm::dvec3(above_from_below[3]);
  }

  Id joint_id(int node) const {
    if (!is_joint_[at(node)]) return kNoId;
    const std::size_t r = rig_of_joint_[at(node)];
    return skeletons_[r]->joints[rigs_.rigs[r].index_of.at(node)].id;
  }

  /// Transform channels target the node's scene node; weights of morph targets target the one with
  /// its mesh, which may be another.
  void add_node_tracks(const NodeTracks& tracks, Motion& motion, std::set<int>& used) {
    for (const auto& [node, track] : tracks) {
      const int place = scene_node_[at(node)];
      const auto found = mesh_holder_.find(node);
      const int holder = found == mesh_holder_.end() ? -1 : found->second;
      for (const int to : std::set<int>{place, holder}) {
        MotionTrack part = track;
        part.target = to < 0 ? kNoId : scene_.nodes[at(to)].id;
        std::erase_if(part.channels, [&](const MotionChannel& channel) {
          return (channel.property == MotionProperty::morph_weights ? holder : place) != to;
        });
        if (to >= 0 && !part.channels.empty()) motion.tracks.push_back(std::move(part));
      }
      if (place >= 0) used.insert(node);
    }
  }

  void add_joint_tracks(std::size_t r, const NodeTracks& tracks, Motion& motion,
                        std::set<int>& used) {
    const FileSkeleton& rig = rigs_.rigs[r];
    const bool stands_there = anchor_[r] == rig.parent_node && rig.space_is_parent;
    const glm::dmat4 above = anchor_[r] < 0 ? glm::dmat4(1.0) : tree_.world[at(anchor_[r])];
    const glm::dmat4 skeleton_from_above =
        stands_there ? glm::dmat4(1.0) : glm::inverse(rig.world_from_skeleton) * above;
    for (std::size_t j = 0; j < rig.nodes.size(); ++j) {
      const int parent = rig.parents[j], stop = parent < 0 ? anchor_[r] : rig.nodes[at(parent)];
      std::vector<int> chain;
      bool moves = false;
      for (int up = rig.nodes[j]; up >= 0 && up != stop; up = tree_.parent[at(up)]) {
        chain.push_back(up);
        const auto found = tracks.find(up);
        if (found == tracks.end() || !has_place(found->second)) continue;
        moves = true;
        used.insert(up);
      }
      if (!moves) continue;
      MotionTrack track = joint_track(
          tracks, chain, parent < 0 ? skeleton_from_above : glm::dmat4(1.0), tree_, motion_notes_);
      track.target = skeletons_[r]->joints[j].id;
      motion.tracks.push_back(std::move(track));
    }
  }

  const ParsedGltf& parsed_;
  const MadeGltf* made_;
  tinygltf::Model& model_;
  std::vector<std::string>& warnings_;
  MemoryBudget budget_;
  AccessorReader reader_;
  NodeTree tree_;
  std::map<int, std::string> human_bones_;  ///< glTF node -> part of the body
  FileSkeletons rigs_;
  CarriedReader carried_;
  Scene scene_;
  std::vector<glm::dmat4> world_;  ///< one per scene node
  std::vector<int> scene_node_;    ///< by glTF node; -1: none
  std::vector<char> is_joint_, needs_node_, needs_prop_;
  /// By glTF node of a joint: the first of the rigs that share it.
  std::vector<std::size_t> rig_of_joint_ = std::vector<std::size_t>(model_.nodes.size(), 0);
  /// By glTF node: hidden in the file, or below a hidden node.
  std::vector<char> is_hidden_ = std::vector<char>(model_.nodes.size(), 0);
  std::vector<char> is_carried_ = std::vector<char>(model_.nodes.size(), 0);  ///< by glTF node
  std::vector<int> skeleton_node_;                                            ///< node index by rig
  std::vector<std::vector<std::size_t>> meshes_on_;  ///< by rig: scene nodes
  /// By rig: the glTF node that is the skeleton's parent; -1: the world.
  std::vector<int> anchor_;
  std::map<int, int> mesh_holder_;  ///< glTF node -> the scene node with its mesh
  std::vector<std::shared_ptr<const Skeleton>> skeletons_;
  std::map<int, std::shared_ptr<const Mesh>> rigid_;
  std::map<std::pair<int, int>, std::shared_ptr<const Mesh>> skinned_;
  MaterialReader materials_;
  MeshNotes notes_;
  MotionNotes motion_notes_;
  std::map<Id, glm::vec3> spring_tips_;  ///< joint id -> end of its bone
  std::size_t unusable_motions_ = 0;
  std::size_t guessed_joints_ = 0, corrected_joints_ = 0;
};

/// Imports another program's file: nodes of the default scene become nodes, a skin becomes a
/// skeleton node with joints posed as the file's nodes, and a skinned mesh is bound to it with the
/// file's weights; see FORMAT.md for the rest. Warns about repairs, guesses and dropped data. Frees
/// the buffers' bytes.
Scene imported(ParsedGltf& parsed, std::vector<std::string>& warnings) {
  // checks every accessor's range, which check_model() relies on
  Importer importer(parsed, nullptr, warnings);
  check_model(parsed.file, *parsed.model, importer.reader(), warnings);
  return importer.run();
}

}  // namespace

Scene scene_of_made(const std::filesystem::path& path, MadeGltf& made,
                    std::vector<std::string>& warnings) {
  ParsedGltf parsed = parse_made_gltf(path.string(), made.json, std::move(made.buffer), warnings);
  parsed.source_bytes = made.source_bytes;
  return Importer(parsed, &made, warnings).run();
}

Loaded load_gltf(const std::filesystem::path& path, LoadProgress& progress) {
  constexpr double kParsedShare = 0.6;
  ParsedGltf parsed = parse_gltf(path, progress, kParsedShare);
  progress.begin_stage(1.0, 1);
  Loaded loaded;
  loaded.warnings = std::move(parsed.warnings);
  if (!parsed.editor_data.empty()) {
    const auto& buffers = parsed.model->buffers;
    const std::span<const unsigned char> buffer =
        buffers.empty() ? std::span<const unsigned char>() : buffers[0].data;
    auto scene = scene_from_editor_data(parsed.file, parsed.editor_data, buffer, loaded.warnings);
    if (scene) {
      loaded.scene = std::move(*scene);
      drop_unreadable_carried(loaded.scene, loaded.warnings);
      loaded.is_ours = true;
      return loaded;
    }
  }
  loaded.scene = imported(parsed, loaded.warnings);
  return loaded;
}

}  // namespace marrow::io
