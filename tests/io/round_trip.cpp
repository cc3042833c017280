// Round trips of real files: equal through our own file, by FORMAT.md's table through an export.
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// Largest differences over all files; lengths per size of the mesh, matrices per largest number.
struct Differences {
  double positions = 0.0, uvs = 0.0, normals = 0.0, weights = 0.0, bind = 0.0, posed = 0.0,
         moved = 0.0;
};

void note(double& most, double value) { most = std::max(most, value); }

double apart(const glm::dmat4& a, const glm::dmat4& b) {
  double difference = 0.0, size = 1e-30;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      note(difference, std::abs(a[c][r] - b[c][r]));
      note(size, std::abs(a[c][r]));
    }
  }
  return difference / size;
}

/// Mesh nodes of both scenes that belong together: of one name and as many vertices, in order.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const Scene& a, const Scene& b) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<char> taken(b.nodes.size(), 0);
  for (std::size_t n = 0; n < a.nodes.size(); ++n) {
    if (!a.nodes[n].mesh || a.nodes[n].mesh->positions.empty()) continue;
    std::size_t m = 0;
    const auto fits = [&](const Node& node) {
      return node.mesh && node.name == a.nodes[n].name &&
             node.mesh->positions.size() == a.nodes[n].mesh->positions.size();
    };
    while (m < b.nodes.size() && (taken[m] || !fits(b.nodes[m]))) ++m;
    CAPTURE(a.nodes[n].name);
    REQUIRE(m < b.nodes.size());
    taken[m] = 1;
    pairs.emplace_back(n, m);
  }
  return pairs;
}

void compare_shapes(const Mesh& a, const Mesh& b, Differences& most) {
  const double size = std::max(1e-9, double(bounds_of(a.positions).diagonal()));
  for (std::size_t v = 0; v < a.positions.size(); ++v)
    note(most.positions, glm::distance(a.positions[v], b.positions[v]) / size);
  CHECK(a.corner_vertex.size() == b.corner_vertex.size());
  const Surface left = make_surface(a), right = make_surface(b);
  REQUIRE(left.source == right.source);
  for (std::size_t s = 0; s < left.uvs.size() && left.uvs.size() == right.uvs.size(); ++s)
    note(most.uvs, glm::distance(left.uvs[s], right.uvs[s]));
  for (std::size_t s = 0; s < left.normals.size(); ++s) {
    if (left.normals[s] != glm::vec3(0.0f))
      note(most.normals, glm::distance(left.normals[s], right.normals[s]));
  }
  CHECK(a.morph_targets == b.morph_targets);
  CHECK(a.carried == b.carried);
  for (const VertexAttribute& attribute : a.attributes)
    CHECK(std::count(b.attributes.begin(), b.attributes.end(), attribute) == 1);
}

std::multiset<std::string> looks(const Mesh& mesh) {
  std::multiset<std::string> result;
  for (const Material& material : mesh.materials) {
    std::string text = fmt::format("{} {} {} {} {} {}", material.name, material.base_color.r,
                                   material.base_color.g, material.base_color.b,
                                   material.base_color.a, material.carried);
    std::vector<std::shared_ptr<const Texture>> textures = material.textures;
    if (material.base_color_texture && !mesh.uvs.empty())
      textures.push_back(material.base_color_texture);
    for (const auto& texture : textures)
      text += fmt::format(" {} {} {}", texture->name, texture->sampler,
                          std::hash<std::string>()({texture->file.begin(), texture->file.end()}));
    result.insert(text);
  }
  return result;
}

/// Weights of a vertex by joint name.
std::map<std::string, double> row_of(const Scene& scene, const Node& node, std::size_t vertex) {
  const Skeleton& skeleton = *find_node(scene, node.bound_to)->skeleton;
  const ExplicitWeights& weights = *node.mesh->weights;
  std::map<std::string, double> row;
  for (std::uint32_t e = weights.row_begin[vertex]; e < weights.row_begin[vertex + 1]; ++e)
    row[skeleton.joints[std::size_t(joint_index(skeleton, weights.joint[e]))].name] =
        weights.weight[e];
  row.erase("marrow static");
  return row;
}

void compare_weights(const Scene& a, const Node& left, const Scene& b, const Node& right,
                     Differences& most) {
  if (!left.explicit_weights || left.mesh->weights->joint.empty()) return;
  REQUIRE(right.explicit_weights);
  for (std::size_t v = 0; v < left.mesh->positions.size(); ++v) {
    auto expected = row_of(a, left, v), found = row_of(b, right, v);
    CHECK(expected.size() == found.size());
    for (const auto& [name, weight] : expected) note(most.weights, std::abs(weight - found[name]));
  }
}

void compare_skeletons(const Scene& a, const Scene& b, Differences& most) {
  const std::vector<glm::mat4> left_world = world_from_nodes(a), right_world = world_from_nodes(b);
  for (std::size_t n = 0; n < a.nodes.size(); ++n) {
    if (!a.nodes[n].skeleton) continue;
    const Skeleton& left = *a.nodes[n].skeleton;
    if (left.joints.empty()) continue;
    const JointRef found = find_joint(b, left.joints[0].name);
    if (found.node < 0) continue;  // a skeleton that binds nothing leaves its nodes only
    const auto m = std::size_t(found.node);
    const Skeleton& right = *b.nodes[m].skeleton;
    for (const bool at_bind : {true, false}) {
      const auto expected = posed_joints(left, at_bind), got = posed_joints(right, at_bind);
      for (std::size_t j = 0; j < left.joints.size(); ++j) {
        const int k = joint_index(right, left.joints[j].name);
        if (k < 0) continue;
        note(at_bind ? most.bind : most.posed,
             apart(glm::dmat4(left_world[n]) * expected[j],
                   glm::dmat4(right_world[m]) * got[std::size_t(k)]));
      }
    }
  }
}

void compare_places(const Scene& a, const Scene& b, double& most) {
  for (const auto& [n, m] : pairs_of(a, b)) {
    const auto rows = [](const Scene& scene, std::size_t node) {
      return scene.nodes[node].explicit_weights ? rows_of(scene, scene.nodes[node]) : Influences();
    };
    const Influences left = rows(a, n), right = rows(b, m);
    const auto expected = world_positions(a, n, a.nodes[n].explicit_weights ? &left : nullptr);
    const auto found = world_positions(b, m, b.nodes[m].explicit_weights ? &right : nullptr);
    note(most, farthest(expected, found) / std::max(1e-9, size_of(expected)));
  }
}

void compare_motions(const Scene& a, const Scene& b, Differences& most) {
  REQUIRE(a.motions.size() == b.motions.size());
  for (std::size_t i = 0; i < a.motions.size() && i < 2; ++i) {
    for (int sample = 0; sample <= 6; ++sample) {
      const float seconds = duration_of(*a.motions[i]) * float(sample) / 6.0f;
      compare_places(keyed_at_time(a, *a.motions[i], seconds),
                     keyed_at_time(b, *b.motions[i], seconds), most.moved);
    }
  }
}

std::vector<std::filesystem::path> real_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& folder :
       {media(), shared_data().empty() ? std::filesystem::path() : shared_data() / "gltf"}) {
    if (folder.empty()) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (io::format_of(entry.path()) != nullptr && entry.path().extension() != ".obj")
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

FOLDER_CASE(
    "every sample and real file comes back from our own file bit for bit, and from an export but "
    "for what is stated") {
  Differences most;
  std::size_t files = 0;
  for (const std::filesystem::path& path : real_files()) {
    CAPTURE(path.string());
    ++files;
    const io::Loaded loaded = io::load(path);
    const Scene& scene = loaded.scene;
    for (const char* name : {"own.glb", "own.gltf"}) {
      io::save(folder / name, scene, {});
      const io::Loaded own = io::load(folder / name);
      CHECK(own.warnings.empty());
      CHECK(own.is_ours);
      CHECK(same_content(own.scene, scene));
    }
    if (loaded.is_ours)
      continue;  // what becomes of polygons and capsules in an export: tests/io/gltf_standard.cpp
    io::save(folder / "out.glb", scene, {},
             {.purpose = io::Purpose::exchange, .max_influences = 8});
    const Scene again = io::load(folder / "out.glb").scene;
    for (const auto& [n, m] : pairs_of(scene, again)) {
      compare_shapes(*scene.nodes[n].mesh, *again.nodes[m].mesh, most);
      CHECK(looks(*scene.nodes[n].mesh) == looks(*again.nodes[m].mesh));
      compare_weights(scene, scene.nodes[n], again, again.nodes[m], most);
      CHECK(scene.nodes[n].morph_weights == again.nodes[m].morph_weights);
    }
    // Skins within skins: which of them an export's skeleton is made of differs.
    if (path.filename() == "kun_RecursiveSkeletons.glb") continue;
    compare_skeletons(scene, again, most);
    compare_places(scene, again, most.posed);
    compare_motions(scene, again, most);
  }
  MESSAGE(
      fmt::format("{} files through an export: positions {:.2g}, texture coordinates {:.2g}, "
                  "normals {:.2g}, weights {:.2g}, matrices at "
                  "rest {:.2g}, posed {:.2g}, moved {:.2g}",
                  files, most.positions, most.uvs, most.normals, most.weights, most.bind,
                  most.posed, most.moved));
  CHECK(files >= 4);
  CHECK(most.positions == 0.0);
  CHECK(most.uvs <= 1e-6);
  CHECK(most.normals <= 1e-6);
  CHECK(most.weights <= 1e-6);
  CHECK(most.bind <= 1e-5);
  CHECK(most.posed <= 1e-5);
  CHECK(most.moved <= 1e-5);
}
