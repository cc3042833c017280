// OBJ: reading, repairs, refusals with their line, and writing.
#include <glm/glm.hpp>

#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Objs {
  Scratch folder{"obj"};

  io::Loaded load(const std::string& text) const { return io::load(put(folder / "x.obj", text)); }
  std::shared_ptr<const Mesh> mesh(const std::string& text) const {
    const io::Loaded loaded = load(text);
    REQUIRE(loaded.scene.nodes.size() == 1);
    return loaded.scene.nodes[0].mesh;
  }
  std::string refused(const std::string& text) const {
    return refusal([&] { load(text); });
  }
};

#define OBJ_CASE(name) GIVEN_CASE(name, const Objs, objs)

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
using Indices = std::vector<std::uint32_t>;

bool same_mesh(const Mesh& a, const Mesh& b) {
  return a.positions == b.positions && a.face_begin == b.face_begin &&
         a.corner_vertex == b.corner_vertex && a.normals == b.normals &&
         a.corner_normal == b.corner_normal && a.uvs == b.uvs && a.corner_uv == b.corner_uv;
}

}  // namespace

OBJ_CASE("positions are the v lines in order; polygons stay polygons; what no face uses stays") {
  const auto mesh = objs.mesh("v 5 5 5\n" + kSquare + "f 2 3 4 5\nf 2 3 4\n");
  CHECK(mesh->positions.size() == 5);
  CHECK(mesh->positions[0] == glm::vec3(5.0f));
  CHECK(mesh->corner_vertex == Indices{1, 2, 3, 4, 1, 2, 3});
  CHECK(mesh->face_begin == Indices{0, 4, 7});
  CHECK(mesh->corner_normal.empty());
  CHECK(mesh->corner_uv.empty());
}

OBJ_CASE("corners may name texture coordinates, normals, both or neither, each in its own way") {
  const auto mesh = objs.mesh(kSquare +
                              "vt 0.5\nvt 1 0.25\nvn 0 0 1\nf 1 2 3\nf 1/1 2/2 3/1\nf 1//1 2//1 "
                              "3//1\nf 1/2/1 2/1/1 3/1/1\n");
  const std::uint32_t none = kNoIndex;
  CHECK(mesh->corner_uv == Indices{none, none, none, 0, 1, 0, none, none, none, 1, 0, 0});
  CHECK(mesh->corner_normal == Indices{none, none, none, none, none, none, 0, 0, 0, 0, 0, 0});
  CHECK(mesh->uvs == std::vector<glm::vec2>{{0.5f, 0.0f}, {1.0f, 0.25f}});
}

OBJ_CASE("negative indices count back from the last line so far") {
  const auto mesh = objs.mesh(
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nf -3//-1 -2//-1 -1//-1\nv 0 1 0\nf -4 -2 -1\n");
  CHECK(mesh->corner_vertex == Indices{0, 1, 2, 0, 2, 3});
}

OBJ_CASE("a face may name a vertex that comes later in the file") {
  CHECK(objs.mesh("f 1 2 3\n" + kSquare)->corner_vertex == Indices{0, 1, 2});
}

OBJ_CASE("sound files that the parser refuses are repaired first") {
  CHECK(objs.mesh(kSquare + "f 1// 2// 3//\n")->corner_vertex == Indices{0, 1, 2});
  CHECK(objs.mesh(kSquare + "vt 0 0\nvt 1 1\nf 2/2/ 3/1/ 4/2/\n")->corner_uv == Indices{1, 0, 1});
  CHECK(objs.mesh(kSquare + "f 1 2 \\\n 3 \\\r\n4\n")->corner_vertex == Indices{0, 1, 2, 3});
  CHECK(objs.mesh("\xEF\xBB\xBF" + kSquare + "f 1 2 3")->corner_vertex == Indices{0, 1, 2});
  CHECK(objs.mesh("v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nf 1 2 3\r\n")->corner_vertex ==
        Indices{0, 1, 2});
  CHECK(objs.mesh("v 0 0 0\rv 1 0 0\rv 1 1 0\rf 1 2 3\r")->corner_vertex == Indices{0, 1, 2});
  CHECK(objs.mesh("  v\t0 0 0 # here\n v 1 0 0\nv 1 1 0\n\tf 1 2  3   # there\n")->corner_vertex ==
        Indices{0, 1, 2});
  CHECK(objs.mesh(kSquare + "f +1 +2 +3\n")->corner_vertex == Indices{0, 1, 2});
}

OBJ_CASE("a polygon of more than 255 corners does not shift the faces after it") {
  for (const int corners : {255, 256, 300, 70000}) {
    std::string text, face = "f";
    for (int v = 1; v <= corners; ++v) {
      text.append("v ").append(std::to_string(v)).append(" 0 0\n");
      face.append(" ").append(std::to_string(v));
    }
    const auto mesh = objs.mesh(text + face + "\nf 1 2 3\n");
    CHECK(mesh->face_begin == Indices{0, std::uint32_t(corners), std::uint32_t(corners) + 3});
    CHECK(mesh->corner_vertex.back() == 2);
  }
}

OBJ_CASE("an index that does not exist is refused with its line") {
  CHECK(contains(objs.refused(kSquare + "f 1 2 5\n"),
                 "x.obj: line 5: vertex 5 does not exist; the file has 4"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 3\n\nf 1 2 0\n"), "line 7: index 0"));
  CHECK(contains(objs.refused("v 0 0 0\nv 0 0 1\nv 0 1 0\nf -4 -2 -1\n"),
                 "line 4: the index in \"-4\" counts back beyond the first of 3"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 999999999\n"), "line 5"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 2147483648\n"), "too large"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 99999999999999999999999\n"), "too large"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 -99999999999999999999999\n"), "line 5"));
  CHECK(contains(objs.refused(kSquare + "vt 0 0\nf 1/1 2/2 3/1\n"),
                 "line 6: texture coordinate 2 does not exist; the file has 1"));
  CHECK(contains(objs.refused(kSquare + "vn 0 0 1\nf 1//1 2//1 3//-2\n"), "line 6"));
  CHECK(contains(objs.refused(kSquare + "f 1 2 \\\n3 \\\n9\nv 0 0 0\n"), "line 5: vertex 9"));
}

OBJ_CASE("a corner that is not an index is refused with its line") {
  for (const char* corner : {"a", "1.5", "1/a", "1/2/3/4", "/1", "1\\2", "1,2", "--1", "0x1"}) {
    CAPTURE(corner);
    CHECK(contains(objs.refused(kSquare + "vt 0 0\nvt 0 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1 2 " +
                                corner + "\n"),
                   "line 10: "));
  }
}

OBJ_CASE("a number that is missing, not finite or not a number is refused with its line") {
  for (const char* line :
       {"v 0 0", "v", "v nan 0 0", "v 0 inf 0", "v 0 0 -inf", "v 1e39 0 0", "v 0 1e400 0",
        "v 0 0 1.#IND", "vn 0 0 nan", "vn 0 0", "vt nan", "vt 0 1e99", "vt", "v 0 0 0x1"}) {
    CAPTURE(line);
    CHECK(contains(objs.refused(kSquare + line + "\nf 1 2 3\n"), "line 5: "));
  }
  CHECK(contains(objs.refused("v 0,5 1,5 2,5\n"),
                 "line 1: expected a number with a decimal point, found a comma in \"0,5\""));
  CHECK(contains(objs.refused("v 0 1e99999999999 0\n"),
                 "line 1: the number \"1e99999999999\" is too large"));
  CHECK(objs.mesh("v 1e-50 1e-99999999999 -.5e+1\n")->positions[0] == glm::vec3(0, 0, -5));
}

OBJ_CASE("files that are not OBJ text are refused and named for what they are") {
  CHECK(contains(objs.refused(""), "x.obj: the file is empty"));
  CHECK(contains(objs.refused(std::string("\xFF\xFEv\0 \0", 6)), "UTF-16"));
  CHECK(contains(objs.refused(std::string("\xFE\xFF\0v\0 ", 6)), "UTF-16"));
  CHECK(contains(objs.refused(std::string("v 0 0 0\n\0\x13\x37", 11)),
                 "line 2: expected text, found a NUL byte"));
  CHECK(contains(objs.refused(std::string(5, '\0')), "line 1: expected text, found a NUL byte"));
  CHECK(objs.mesh(kSquare + "f 1 2 3\n" + std::string("\0\n", 2))->face_count() ==
        1);  // as ZBrush ends its files
  CHECK(contains(objs.refused("\x89PNG\r\n\x1A\n......"), "expected OBJ statements"));
  CHECK(contains(objs.refused("<html>\n<body>\n"),
                 "line 1: expected OBJ statements (v, f, ...), found \"<html>\""));
  for (auto& engine : rounds<std::mt19937>(5, 300)) {
    std::string garbage;
    for (int b = 0; b < 400; ++b) garbage += char(engine());
    objs.refused(garbage);  // either way: no crash
  }
}

OBJ_CASE("a folder, a FIFO, a missing file and an unknown extension are refused") {
  std::filesystem::create_directory(objs.folder / "dir.obj");
  CHECK(contains(refusal([&] { io::load(objs.folder / "dir.obj"); }), "dir.obj: is a folder"));
  if (make_fifo(objs.folder / "pipe.obj"))
    CHECK(contains(refusal([&] { io::load(objs.folder / "pipe.obj"); }), "not a regular file"));
  CHECK(contains(refusal([&] { io::load(objs.folder / "none.obj"); }), "No such file"));
  CHECK(contains(refusal([&] { io::load(objs.folder / "x.dae"); }),
                 "expected a name that ends in one of .glb, .gltf, .vrm, "));
}

OBJ_CASE("a file above the cap is refused before it is read") {
  put(objs.folder / "huge.obj", "");
  std::filesystem::resize_file(objs.folder / "huge.obj",
                               (1ull << 30) + 1);  // a hole, not a gigabyte
  CHECK(contains(refusal([&] { io::load(objs.folder / "huge.obj"); }),
                 "the largest file that is opened"));
}

OBJ_CASE("faces of fewer than 3 corners, lines and points are dropped and said once") {
  const io::Loaded loaded = objs.load(kSquare + "f 1 2\nf 1\nf\nl 1 2 3\np 1\nf 1 2 3\n");
  CHECK(loaded.scene.nodes[0].mesh->face_count() == 1);
  CHECK(any_contains(loaded.warnings, "3 faces with fewer than 3 corners"));
  CHECK(any_contains(loaded.warnings, "faces with fewer than 3 corners, the first in line 5"));
  CHECK(any_contains(loaded.warnings, "not kept: 1 line element (l), the first in line 8"));
  CHECK(any_contains(loaded.warnings, "not kept: 1 point element (p), the first in line 9"));
}

OBJ_CASE(
    "material libraries come from the file's folder, as regular files; one that is missing is "
    "passed over in silence") {
  const io::Loaded loaded = objs.load("mtllib none.mtl\nusemtl a\n" + kSquare + "f 1 2 3\n");
  CHECK(loaded.warnings.empty());
  REQUIRE(loaded.scene.nodes[0].mesh->materials.size() == 1);
  CHECK(loaded.scene.nodes[0].mesh->materials[0].name == "a");
  CHECK(loaded.scene.nodes[0].mesh->face_material.empty());
  if (make_fifo(objs.folder / "x.mtl"))
    CHECK(any_contains(objs.load("mtllib x.mtl\n" + kSquare).warnings,
                       "library \"x.mtl\" is not a regular file"));
  for (const char* name : {"../../etc/passwd", "/dev/zero"}) {
    CHECK(any_contains(objs.load(std::string("mtllib ") + name + "\n" + kSquare).warnings,
                       "is not inside the model's folder"));
  }
}

OBJ_CASE(
    "faces have the colors and pictures of the materials that they name, a plain one of that name "
    "where nobody defines it") {
  const std::vector<std::uint8_t> colors = {255, 0, 0, 255, 0, 255, 0, 255};
  put(objs.folder / "my skin.png", png_of(2, 1, colors));
  put(objs.folder / "the lib.mtl",
      "# made by hand\r\nKd 9 9 9\r\nnewmtl red\r\n Kd 1 0.25 0\r\nNs 10\r\nd 0.5\r\nnewmtl with "
      "skin\r\nKd 0 0 0\r\n"
      "map_Kd my skin.png\r\nnewmtl clamped\r\nmap_Kd -clamp on -s 1 1 1 ./my\\\r\n");
  put(objs.folder / "second.mtl",
      "newmtl red\nKd 0 0 1\nnewmtl clamped too\nmap_Kd -clamp on -s 2 2 2 skin.png\nKd 0 0 0");
  put(objs.folder / "skin.png", png_of(2, 1, colors));
  const std::string libraries = "mtllib the lib.mtl\nmtllib second.mtl\n";
  const io::Loaded loaded = objs.load(
      libraries + kSquare +
      "f 1 2 3\nusemtl with skin\nf 1 2 3\nusemtl red\nf 1 2 3\nf 2 3 1\nusemtl unknown\nf 1 2 3\n"
      "usemtl with skin\nf 1 2\nf 3 2 1\nusemtl clamped too\nf 1 2 3\n");
  const Mesh& mesh = *loaded.scene.nodes[0].mesh;
  CHECK(mesh.face_material == std::vector<std::uint32_t>{kNoIndex, 0, 1, 1, 2, 0, 3});
  REQUIRE(mesh.materials.size() == 4);
  CHECK(mesh.materials[0].name == "with skin");
  CHECK(mesh.materials[0].base_color == glm::vec4(1.0f));
  REQUIRE(mesh.materials[0].base_color_texture);
  CHECK(mesh.materials[0].base_color_texture->rgba == colors);
  CHECK(mesh.materials[0].base_color_texture->repeats);
  CHECK(mesh.materials[1].base_color == glm::vec4(1, 0.25f, 0, 0.5f));
  CHECK(mesh.materials[2].name == "unknown");
  CHECK_FALSE(mesh.materials[2].base_color_texture);
  REQUIRE(mesh.materials[3].base_color_texture);
  CHECK_FALSE(mesh.materials[3].base_color_texture->repeats);
  CHECK(mesh.materials[3].base_color == glm::vec4(1.0f));
  CHECK(objs.mesh(libraries + kSquare + "usemtl red\nf 1 2 3\n")->face_material.empty());
  CHECK(objs.mesh(libraries + kSquare + "f 1 2 3\n")->materials.empty());
}

OBJ_CASE("a material library that is broken is said and does no harm") {
  put(objs.folder / "x.mtl",
      "newmtl a\nKd 1 nan 1\nKd\nd x\nmap_Ka\nmap_Ka ../../etc/passwd\nmap_Ks none.png\nmap_Kd "
      "x.mtl\n");
  const io::Loaded loaded = objs.load("mtllib x.mtl\nusemtl a\n" + kSquare + "f 1 2 3\n");
  const Mesh& mesh = *loaded.scene.nodes[0].mesh;
  REQUIRE(mesh.materials.size() == 1);
  CHECK(mesh.materials[0].base_color == glm::vec4(1.0f));
  CHECK_FALSE(mesh.materials[0].base_color_texture);
  for (const char* said :
       {"library \"x.mtl\": line 2: expected numbers after Kd", "line 4: expected numbers after d",
        "\"../../etc/passwd\", which is not inside the model's folder",
        "picture \"none.png\" cannot be opened", "picture \"x.mtl\" is neither PNG nor JPEG"}) {
    CHECK_MESSAGE(any_contains(loaded.warnings, said), said);
  }
  std::string many = "newmtl a\n";
  for (int line = 0; line < 100000; ++line) many += "map_Ks ../" + std::to_string(line) + "\n";
  put(objs.folder / "x.mtl", many);
  CHECK(objs.load("mtllib x.mtl\nusemtl a\n" + kSquare + "f 1 2 3\n").warnings.size() < 10);
}

OBJ_CASE("OBJ out keeps the names of materials face by face, and defines them beside it") {
  put(objs.folder / "x.mtl", "newmtl a\nnewmtl b b\n");
  const std::string faces =
      "usemtl b b\nf 1 2 3\nf 2 3 1\nusemtl a\nf 3 2 1\nusemtl none\nf 1 3 2\n";
  const Scene scene = objs.load("mtllib x.mtl\n" + kSquare + faces).scene;
  const auto warnings = io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(contains(bytes_of(objs.folder / "y.obj"), faces));
  CHECK(contains(bytes_of(objs.folder / "y.obj"), "mtllib y.mtl\n"));
  CHECK(bytes_of(objs.folder / "y.mtl") == "newmtl b b\nKd 1 1 1\n\nnewmtl a\nKd 1 1 1\n");
  CHECK(warnings.empty());
  io::save(objs.folder / "y.obj", objs.load(kSquare + "f 1 2 3\n").scene, {},
           {.purpose = io::Purpose::posed});
  CHECK_FALSE(contains(bytes_of(objs.folder / "y.obj"), "usemtl"));
}

OBJ_CASE(
    "normals and texture coordinates that a file names but has none of are dropped with a "
    "warning") {
  const io::Loaded loaded = objs.load(kSquare + "f 1/1/1 2/2/1 3/1/1\n");
  CHECK(loaded.scene.nodes[0].mesh->corner_uv.empty());
  CHECK(loaded.scene.nodes[0].mesh->corner_normal.empty());
  CHECK(any_contains(loaded.warnings,
                     "3 corners name normals or texture coordinates; the file has none"));
}

OBJ_CASE("the node is named by a single o line, else by the file") {
  CHECK(objs.load("o  a chair \n" + kSquare).scene.nodes[0].name == "a chair");
  CHECK(objs.load("o a\no b\n" + kSquare).scene.nodes[0].name == "x");
  CHECK(objs.load("g a\n" + kSquare).scene.nodes[0].name == "x");
  CHECK(objs.load("o caf\xE9\n" + kSquare).scene.nodes[0].name == "caf\xEF\xBF\xBD");
}

OBJ_CASE("one line of many megabytes is read or refused in linear time") {
  std::string face = "f";
  for (int c = 0; c < 2000000; ++c) face += " 1";
  CHECK(objs.mesh(kSquare + face + "\n")->corner_vertex.size() == 2000000);
  CHECK(objs.mesh(kSquare + "# " + std::string(20000000, 'x') + "\nf 1 2 3\n")->face_count() == 1);
  CHECK(contains(objs.refused(kSquare + "f " + std::string(20000000, '1') + "\n"), "too large"));
}

OBJ_CASE("a mesh at the world's origin is written and read back the same, bit for bit") {
  for (auto& random : seeds<Random>(trials(100))) {
    Scene scene;
    Node node{.id = take_id(scene), .mesh = random_mesh(random, {})};
    scene.nodes.push_back(node);
    io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed});
    const auto mesh = io::load(objs.folder / "y.obj").scene.nodes[0].mesh;
    // Corners without a normal among others with one stay without; arrays of only "none" become
    // empty.
    CHECK(mesh->positions == node.mesh->positions);
    CHECK(mesh->corner_vertex == node.mesh->corner_vertex);
    CHECK(mesh->face_begin == node.mesh->face_begin);
    CHECK(mesh->normals == node.mesh->normals);
    CHECK(mesh->uvs == node.mesh->uvs);
    const auto only_none = [](const Indices& indices) {
      return std::count(indices.begin(), indices.end(), kNoIndex) == std::ptrdiff_t(indices.size());
    };
    CHECK((mesh->corner_uv == node.mesh->corner_uv || only_none(node.mesh->corner_uv)));
    CHECK((mesh->corner_normal == node.mesh->corner_normal || only_none(node.mesh->corner_normal)));
  }
}

OBJ_CASE("every mesh node is an object in world space, its indices following those before") {
  for (int seed = 0; seed < trials(60); ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    const io::Derived derived = random_derived(scene, seed);
    io::save(objs.folder / "y.obj", scene, derived, {.purpose = io::Purpose::posed});
    const bool any_mesh = std::any_of(scene.nodes.begin(), scene.nodes.end(),
                                      [](const Node& node) { return bool(node.mesh); });
    if (!any_mesh) continue;
    const auto found = io::load(objs.folder / "y.obj").scene.nodes[0].mesh;
    std::size_t vertex = 0, corner = 0, face = 0;
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (!scene.nodes[n].mesh) continue;
      const Mesh& mesh = *scene.nodes[n].mesh;
      const auto posed = derived.meshes.find(scene.nodes[n].id);
      const auto expected = world_positions(
          scene, n, posed == derived.meshes.end() ? nullptr : &posed->second.influences);
      for (std::size_t v = 0; v < expected.size(); ++v) {
        const glm::dvec3 at(found->positions.at(vertex + v));
        CHECK(glm::distance(at, expected[v]) <= 1e-5 * (1.0 + glm::length(expected[v])));
      }
      for (std::size_t c = 0; c < mesh.corner_vertex.size(); ++c)
        CHECK(found->corner_vertex.at(corner + c) == mesh.corner_vertex[c] + vertex);
      for (std::size_t f = 0; f < mesh.face_count(); ++f)
        CHECK(found->face_begin.at(face + f + 1) == mesh.face_begin[f + 1] + corner);
      vertex += mesh.positions.size();
      corner += mesh.corner_vertex.size();
      face += mesh.face_count();
    }
    CHECK(found->positions.size() == vertex);
    CHECK(found->face_count() == face);
  }
}

OBJ_CASE("names cannot break the lines of the file") {
  Scene scene;
  Node node{.id = take_id(scene), .name = "a\nv 1 2 3\\"};
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  node.mesh = mesh;
  scene.nodes.push_back(node);
  io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(same_mesh(*io::load(objs.folder / "y.obj").scene.nodes[0].mesh, *mesh));
}

OBJ_CASE("posed normals stand for each source vertex, rest normals stay with their corners") {
  Scene scene = objs.load(kSquare + "vn 0 0 1\nvn 0 1 0\nf 1//1 2//2 3//1 4//2\n").scene;
  const Id id = scene.nodes[0].id;
  io::save(objs.folder / "rest.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(io::load(objs.folder / "rest.obj").scene.nodes[0].mesh->corner_normal ==
        Indices{0, 1, 0, 1});
  io::Derived derived;
  derived.meshes[id].positions.assign(4, glm::vec3(1.0f));
  derived.meshes[id].normals.assign(4, glm::vec3(1.0f, 0.0f, 0.0f));
  io::save(objs.folder / "posed.obj", scene, derived, {.purpose = io::Purpose::posed});
  const auto mesh = io::load(objs.folder / "posed.obj").scene.nodes[0].mesh;
  CHECK(mesh->corner_normal == Indices{0, 1, 2, 3});
  CHECK(mesh->normals == std::vector<glm::vec3>(4, glm::vec3(1.0f, 0.0f, 0.0f)));
}

OBJ_CASE("numbers of all sizes are written so that they read back to the bit") {
  std::mt19937 engine(7);
  const auto number = [&] {
    for (;;) {
      if (const float value = glm::uintBitsToFloat(std::uint32_t(engine())); std::isfinite(value))
        return value;
    }
  };
  Scene scene;
  Node node;
  node.id = take_id(scene);
  auto mesh = std::make_shared<Mesh>();
  // The shortest decimals of these are read otherwise by tinyobjloader.
  mesh->positions = {{1.203e9f, 1.207e9f, -1.211e9f}, {7.038531e-26f, 4.0736e10f, 4.2784e10f}};
  for (int v = 0; v < 333334; ++v) mesh->positions.emplace_back(number(), number(), number());
  node.mesh = mesh;
  scene.nodes.push_back(node);
  io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed});
  const auto read = io::load(objs.folder / "y.obj").scene.nodes[0].mesh;
  REQUIRE(read->positions.size() == mesh->positions.size());
  CHECK(std::memcmp(read->positions.data(), mesh->positions.data(),
                    mesh->positions.size() * sizeof(glm::vec3)) == 0);
}

OBJ_CASE("what OBJ cannot hold is said") {
  Scene scene;
  scene.nodes.push_back({.id = take_id(scene), .skeleton = std::make_shared<Skeleton>()});
  CHECK(any_contains(io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed}),
                     "not kept: 1 skeleton"));
}

OBJ_CASE("a model of an unusual size is left as it is, and said") {
  for (const char* size : {"178", "0.004", "100.5"}) {
    const io::Loaded loaded =
        objs.load(std::string("v 0 0 0\nv 1e-3 0 0\nv 0 0 ") + size + "\nf 1 2 3\n");
    CHECK(any_contains(loaded.warnings, "units large, where 0.01 to 100 is usual"));
    CHECK(loaded.scene.nodes[0].local == glm::mat4(1.0f));
  }
  for (const char* text : {"v 0 0 0\nv 1 0 0\nv 0 0 100\nf 1 2 3\n", "v 5 5 5\nf 1 1 1\n",
                           "v 0 0 0\nv 0.01 0 0\nf 1 2 1\n"}) {
    CHECK(objs.load(text).warnings.empty());
  }
}
