// OBJ in, out, in, out, byte for byte and bit for bit: random files here, real ones where ../shared
// is.
#include <fmt/format.h>
#include <set>

#include "io/obj/mtl.h"
#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;

void save_scene(const fs::path& path, const Scene& scene) {
  fs::create_directories(path.parent_path());
  io::save(path, scene, {}, {.purpose = io::Purpose::posed});
}

template <typename Vector>
bool same_bits(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Vector)) == 0);
}

std::vector<std::string> names_of(const std::vector<Material>& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name);
  return names;
}

/// What must survive every way through OBJ.
void check_same_mesh(const Mesh& before, const Mesh& after) {
  CHECK(same_bits(before.positions, after.positions));
  CHECK(same_bits(before.normals, after.normals));
  CHECK(same_bits(before.uvs, after.uvs));
  CHECK(before.face_begin == after.face_begin);
  CHECK(before.corner_vertex == after.corner_vertex);
  CHECK(before.corner_normal == after.corner_normal);
  CHECK(before.corner_uv == after.corner_uv);
  CHECK(before.groups == after.groups);
  CHECK(before.face_group == after.face_group);
  CHECK(before.face_material == after.face_material);
  CHECK(names_of(before.materials) == names_of(after.materials));
  CHECK(before.attributes == after.attributes);
  CHECK(before.carried == after.carried);
  for (std::size_t m = 0; m < std::min(before.materials.size(), after.materials.size()); ++m) {
    const Material &a = before.materials[m], &b = after.materials[m];
    CHECK(a.base_color == b.base_color);
    CHECK((a.base_color_texture != nullptr) == (b.base_color_texture != nullptr));
    CHECK(a.textures.size() == b.textures.size());
    if (a.base_color_texture && b.base_color_texture)
      CHECK(a.base_color_texture->file == b.base_color_texture->file);
  }
}

/// OBJ -> OBJ -> OBJ: the mesh stays, and the second save has the same files with the same bytes.
void check_round_trip(const io::Loaded& loaded, const fs::path& folder) {
  const fs::path first = folder / "1", second = folder / "2";
  for (const fs::path& old : {first, second}) fs::remove_all(old);
  save_scene(first / "x.obj", loaded.scene);
  const io::Loaded again = io::load(first / "x.obj");
  check_same_mesh(*loaded.scene.nodes.at(0).mesh, *again.scene.nodes.at(0).mesh);
  save_scene(second / "x.obj", again.scene);
  REQUIRE(names_in(first) == names_in(second));
  for (const std::string& name : names_in(first))
    CHECK_MESSAGE(bytes_of(first / name) == bytes_of(second / name), name);
}

/// A random OBJ text that uses all features of OBJ, with the library "x.mtl" in its folder.
std::string random_text(Random& random) {
  static const std::vector<std::string> kStates = {
      "o one",       "o two/three", "o",          "g a",   "g a b",        "g",
      "g x/y",       "s 1",         "s 7",        "s off", "usemtl plain", "usemtl odd",
      "usemtl lost", "usemtl",      "usemtl none"};
  std::string text = "mtllib x.mtl\n";
  const int vertices = random.whole(3, 30), uvs = random.whole(0, 9), normals = random.whole(0, 9);
  const bool has_colors = random.chance(0.3), begins_with_object = random.chance(0.5);
  if (begins_with_object) text += "o body\n";
  const auto number = [&] {
    return random.chance(0.1) ? std::string("-0")
                              : fmt::format(" {:.8g}", random.number(-9.0f, 9.0f));
  };
  for (int v = 0; v < vertices; ++v) {
    text += "v " + number() + ' ' + number() + ' ' + number();
    text += has_colors && random.chance(0.8)
                ? fmt::format(" {:.4f} {:.4f} 1\n", random.number(0, 1), random.number(0, 1))
                : "\n";
  }
  for (int uv = 0; uv < uvs; ++uv) text += "vt " + number() + ' ' + number() + '\n';
  for (int normal = 0; normal < normals; ++normal)
    text += "vn " + number() + ' ' + number() + ' ' + number() + '\n';
  for (int f = random.whole(1, 40); f > 0; --f) {
    while (random.chance(0.3))
      text += kStates[std::size_t(random.whole(0, int(kStates.size()) - 1))] + '\n';
    text += "f";
    const bool uv = uvs > 0 && random.chance(0.5), normal = normals > 0 && random.chance(0.5);
    for (int corners = random.whole(3, 7); corners > 0; --corners) {
      text += fmt::format(" {}", random.whole(1, vertices));
      if (uv || normal) text += '/';
      if (uv) text += std::to_string(random.whole(1, uvs));
      if (normal) text += '/' + std::to_string(random.whole(1, normals));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

FOLDER_CASE(
    "random files with objects, groups, smoothing, colors and materials come back whole; the "
    "second save has the same bytes") {
  put(folder / "x.png", png_of(1, 1, {1, 2, 3, 255}));
  put(folder / "x.mtl",
      "newmtl plain\nKd 1 0 0\nnewmtl odd\nKa 0 0 0\nKd 0 0 0\nmap_Kd x.png\nmap_Bump -bm 2 "
      "x.png\nd 0.5\nNs 100\nillum 2\n");
  for (auto& random : seeds<Random>(trials(300))) {
    check_round_trip(io::load(put(folder / "x.obj", random_text(random))), folder.folder);
  }
}

FOLDER_CASE(
    "OBJ -> our glTF -> OBJ loses nothing: the same vertices in their order, polygons, groups, "
    "coordinates, names of materials") {
  for (auto& random : seeds<Random>(trials(40))) {
    const io::Loaded first = io::load(put(folder / "x.obj", random_text(random)));
    for (const char* scene : {"x.glb", "x.gltf"}) {
      CHECK(io::save(folder / scene, first.scene, {}).empty());
      const io::Loaded between = io::load(folder / scene);
      CHECK(between.warnings.empty());
      save_scene(folder / "direct/x.obj", first.scene);
      save_scene(folder / "through/x.obj", between.scene);
      CHECK(bytes_of(folder / "direct/x.obj") == bytes_of(folder / "through/x.obj"));
      check_same_mesh(*io::load(folder / "direct/x.obj").scene.nodes.at(0).mesh,
                      *io::load(folder / "through/x.obj").scene.nodes.at(0).mesh);
    }
  }
}

FOLDER_CASE(
    "OBJ -> glTF for other programs -> OBJ: polygons become triangles, vertices are split at "
    "seams, groups go, and that is said") {
  const io::Loaded first = io::load(
      put(folder / "x.obj",
          "o box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt "
          "0 1\n"
          "g left\nusemtl red\nf 1/1 2/2 3/3 4/4\ng right\nusemtl blue\nf 2/1 5/2 6/3 3/4\n"));
  const auto losses =
      io::save(folder / "x.glb", first.scene, {}, {.purpose = io::Purpose::exchange});
  CHECK(any_contains(losses, "polygon"));
  CHECK(any_contains(losses, "group"));
  const Mesh& before = *first.scene.nodes.at(0).mesh;
  save_scene(folder / "y.obj", io::load(folder / "x.glb").scene);
  const Mesh after = *io::load(folder / "y.obj").scene.nodes.at(0).mesh;
  CHECK(before.face_count() == 2);
  CHECK(after.face_count() == 4);
  CHECK(after.positions.size() == 8);  // 2 and 3 have other coordinates on the right
  CHECK(names_of(after.materials) == names_of(before.materials));
  CHECK(after.face_material == std::vector<std::uint32_t>{0, 0, 1, 1});
  CHECK(after.groups.empty());
  std::set<std::pair<std::array<float, 3>, std::array<float, 2>>> was, is;
  const auto collect = [](const Mesh& mesh, auto& into) {
    for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c) {
      const glm::vec3 p = mesh.positions[mesh.corner_vertex[c]];
      const glm::vec2 uv = mesh.uvs[mesh.corner_uv[c]];
      into.insert({{p.x, p.y, p.z}, {uv.x, uv.y}});
    }
  };
  collect(before, was);
  collect(after, is);
  CHECK(was == is);
}

FOLDER_CASE("random scenes of another origin become OBJ whose later saves agree") {
  for (auto& random : seeds<Random>(trials(100))) {
    Scene scene;
    for (int n = random.whole(1, 3); n > 0; --n) {
      Node node{.id = take_id(scene), .name = random.name(), .local = random.affine()};
      auto mesh = std::make_shared<Mesh>(*random_mesh(random, {}));
      mesh->materials.clear();
      mesh->face_material.clear();
      add_random_materials(random, *mesh);
      node.mesh = mesh;
      scene.nodes.push_back(std::move(node));
    }
    save_scene(folder / "0/x.obj", scene);
    check_round_trip(io::load(folder / "0/x.obj"), folder.folder);
  }
}

FOLDER_CASE("nodes of one name stay objects of their own") {
  Scene scene;
  const auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh->corner_vertex = {0, 1, 2};
  mesh->face_begin = {0, 3};
  for (int i = 0; i < 3; ++i) {
    scene.nodes.push_back({.id = take_id(scene), .name = "part", .mesh = mesh});
  }
  io::save(folder / "parts.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(io::load(folder / "parts.obj").scene.nodes[0].mesh->groups ==
        std::vector<std::string>{"part/", "part.001/", "part.002/"});
}

DATA_CASE(
    "every OBJ file, good or bad, is refused in one line, or goes round: same mesh, same bytes") {
  const Scratch folder("obj_round");
  int opened = 0, refused = 0;
  for (const char* part : {"obj", "rigs", "bad"}) {
    for (const auto& entry : fs::recursive_directory_iterator(data / part)) {
      const io::Format* format = io::format_of(entry.path());
      if (!entry.is_regular_file() || format == nullptr || format->extensions[0] != "obj") continue;
      CAPTURE(entry.path().string());
      io::Loaded loaded;
      const std::string problem = refusal([&] { loaded = io::load(entry.path()); });
      CHECK(problem.find('\n') == std::string::npos);
      if (problem.empty()) check_round_trip(loaded, folder.folder);
      ++(problem.empty() ? opened : refused);
      CHECK((problem.empty() || std::string(part) == "bad"));
    }
  }
  CHECK(opened > 100);
  CHECK(refused > 0);
}
