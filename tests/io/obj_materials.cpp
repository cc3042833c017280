// Material libraries: drawn, kept as glTF and as text, and written next to an OBJ file.
#include <sys/stat.h>

#include "io/companion_files.h"
#include "io/obj/mtl.h"
#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;

const std::string kTexturedSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const std::string kTexturedFace = "vt 0 0\nvt 1 0\nvt 1 1\nusemtl a\nf 1/1 2/2 3/3\n";

struct Libraries {
  Scratch folder{"obj_materials"};

  Scene load(const std::string& library) const {
    put(folder / "x.mtl", library);
    return io::load(put(folder / "x.obj", "mtllib x.mtl\n" + kTexturedSquare + kTexturedFace))
        .scene;
  }
  Material material(const std::string& statements) const {
    const Scene scene = load("newmtl a\n" + statements);
    REQUIRE(scene.nodes[0].mesh->materials.size() == 1);
    return scene.nodes[0].mesh->materials[0];
  }
  fs::path sub(const std::string& name) const {
    fs::create_directories(folder / name);
    return folder / name;
  }
};

#define LIBRARY_CASE(name) GIVEN_CASE(name, const Libraries, libraries)

void save(const fs::path& path, const Scene& scene) {
  io::save(path, scene, {}, {.purpose = io::Purpose::posed});
}

nlohmann::json carried(const Material& material) { return nlohmann::json::parse(material.carried); }

std::string picture_bytes(std::uint8_t red) { return png_of(1, 1, {red, 0, 0, 255}); }

}  // namespace

LIBRARY_CASE(
    "what glTF has a place for becomes a glTF material: emission, metal, roughness, blending") {
  const Material material =
      libraries.material("Kd 0.5 0.5 0.5\nKe 0.25 0 1\nPr 0.5\nPm 0.75\nd 0.5\n");
  CHECK(material.base_color == glm::vec4(0.5f));
  const auto json = carried(material);
  CHECK(json["emissiveFactor"] == nlohmann::json({0.25, 0.0, 1.0}));
  CHECK(json["pbrMetallicRoughness"] ==
        nlohmann::json({{"metallicFactor", 0.75}, {"roughnessFactor", 0.5}}));
  CHECK(json["alphaMode"] == "BLEND");
  CHECK(libraries.material("Kd 0.5 0.25 1\n").carried.empty());
  CHECK(libraries.material("Tr 0.25\n").base_color.w == 0.75f);
  CHECK(libraries.material("Tr 1\nd 1\n").base_color.w == 1.0f);
  CHECK(libraries.material("d -halo 0.5\n").base_color.w == 0.5f);
  CHECK(libraries.material("Kd 0.25\n").base_color == glm::vec4(0.25f, 0.25f, 0.25f, 1.0f));
}

LIBRARY_CASE("a picture's name stands behind its options, whatever they are") {
  put(libraries.folder / "my skin.png", picture_bytes(1));
  put(libraries.folder / "skin.png", picture_bytes(2));
  const auto red = [&](const std::string& statement) {
    const auto texture = libraries.material(statement + "\n").base_color_texture;
    return texture ? int(texture->rgba.at(0)) + (texture->repeats ? 0 : 100) : -1;
  };
  CHECK(red("map_Kd my skin.png") == 1);
  CHECK(red("map_Kd -s 1 1 1 -clamp on my skin.png") == 101);
  CHECK(red("map_Kd -clamp off -o 0.5 0 0 skin.png") == 2);
  CHECK(red("map_Kd -s 1 1 skin.png") == 2);
  CHECK(red("map_Kd -unheard of skin.png") == 2);
  CHECK(red("MAP_KD skin.png") == 2);
  CHECK(red("map_Kd -s") == -1);
}

LIBRARY_CASE(
    "a highlight's exponent gives the roughness of the same highlight; a stated roughness goes "
    "before") {
  const auto roughness = [&](const std::string& text) {
    return carried(libraries.material(text))["pbrMetallicRoughness"]["roughnessFactor"];
  };
  CHECK(roughness("Ns 0\n") == doctest::Approx(1.0));
  CHECK(roughness("Ns 30\n") == doctest::Approx(0.5));  // (2 / 32) ^ (1 / 4)
  CHECK(roughness("Ns 30\nPr 0.25\n") == doctest::Approx(0.25));
  CHECK(roughness("Ns -5\n") == doctest::Approx(1.0));
}

LIBRARY_CASE("lines that glTF has no words for come out again as they were, in their order") {
  const std::string statements =
      "Ns 96.078431\nKa 1.000000 1.000000 1.000000\nKd 0.640000 0.640000 0.640000\nKs 0.5 0.5 "
      "0.5\nNi 1.45\n"
      "d 1.000000\nillum 2\nmap_Bump -bm 1.000000 lost.png\nPs 0.5\nanything at all\n";
  const Scene scene = libraries.load("# a comment\nnewmtl a\n" + statements);
  save(libraries.sub("out") / "y.obj", scene);
  CHECK(bytes_of(libraries.folder / "out/y.mtl") == "newmtl a\n" + statements);
  // Another program has changed the color since: the lines are out of date.
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  mesh->materials[0].base_color = {1, 0, 0, 1};
  Scene changed = scene;
  changed.nodes[0].mesh = mesh;
  save(libraries.folder / "out/z.obj", changed);
  CHECK(contains(bytes_of(libraries.folder / "out/z.mtl"), "Kd 1 0 0\nPr "));
}

TEST_CASE("a glTF material without lines of its own is written in the words that MTL has") {
  Material material;
  material.name = "a";
  material.base_color = {1, 0.5f, 0.25f, 0.5f};
  material.carried =
      R"({"pbrMetallicRoughness":{"roughnessFactor":0.5},"emissiveFactor":[0,1,0],"normalTexture":{"index":0},"doubleSided":true})";
  auto texture = std::make_shared<Texture>();
  texture->name = "n.png";
  texture->repeats = false;
  material.textures = {texture};
  const auto lines =
      io::mtl_from_material(material, [](const Texture& picture) { return "new_" + picture.name; });
  CHECK(lines == std::vector<std::string>{"Kd 1 0.5 0.25", "d 0.5", "Ke 0 1 0", "Pr 0.5", "Pm 1",
                                          "norm -clamp on new_n.png"});
  for (
      const char* text :
      {"", "{", "[]", "7",
       R"({"pbrMetallicRoughness":4,"emissiveFactor":["x",{},[]],"normalTexture":{"index":9},"extras":{"mtl":3}})",
       R"({"extras":{"mtl":["newmtl b","Kd","\n","x\nnewmtl c",4]},"emissiveTexture":{"index":-1}})"}) {
    material.carried = text;
    for (const std::string& line :
         io::mtl_from_material(material, [](const Texture&) { return std::string("p"); })) {
      CHECK(line.find('\n') == std::string::npos);
      CHECK(line.rfind("newmtl", 0) != 0);
    }
  }
}

LIBRARY_CASE(
    "pictures go beside the OBJ file under its name, with the bytes that they came with, and lines "
    "name them there") {
  put(libraries.sub("tex") / "skin.png", picture_bytes(1));
  put(libraries.folder / "tex/bump map.png", picture_bytes(2));
  put(libraries.folder / "tex/glow.png", picture_bytes(3));
  const std::string statements =
      "Kd 0 0 0\nmap_Kd -s 1 1 1 tex/skin.png\nmap_Bump tex/bump map.png\nmap_Ke "
      "tex/glow.png\nrefl tex\\glow.png\n";
  const Scene scene = libraries.load("newmtl a\n" + statements);
  const Material& material = scene.nodes[0].mesh->materials[0];
  REQUIRE(material.base_color_texture);
  CHECK(material.textures.size() == 2);
  CHECK(material.textures[0]->rgba.empty());
  CHECK(carried(material)["emissiveFactor"] == nlohmann::json({1.0, 1.0, 1.0}));

  save(libraries.sub("out") / "y z.obj", scene);
  CHECK(bytes_of(libraries.folder / "out/y z.mtl") ==
        "newmtl a\nKd 0 0 0\nmap_Kd -s 1 1 1 y_z_skin.png\nmap_Bump y_z_bump_map.png\nmap_Ke "
        "y_z_glow.png\nrefl y_z_glow.png\n");
  CHECK(bytes_of(libraries.folder / "out/y_z_skin.png") == picture_bytes(1));
  CHECK(bytes_of(libraries.folder / "out/y_z_bump_map.png") == picture_bytes(2));
  const Scene again = io::load(libraries.folder / "out/y z.obj").scene;
  CHECK(again.nodes[0].mesh->materials[0].base_color_texture->file ==
        material.base_color_texture->file);

  // Next to its source it uses the same pictures; those with blanks in their names are copied.
  save(libraries.folder / "w.obj", scene);
  CHECK(contains(bytes_of(libraries.folder / "w.mtl"),
                 "map_Kd -s 1 1 1 tex/skin.png\nmap_Bump w_bump_map.png\nmap_Ke tex/glow.png\n"));
  CHECK_FALSE(fs::exists(libraries.folder / "w_skin.png"));
}

LIBRARY_CASE("no file of somebody else is written over, and none outside the folder") {
  put(libraries.folder / "skin.png", picture_bytes(1));
  const Scene scene = libraries.load("newmtl a\nmap_Kd skin.png\nKs 1 1 1\n");
  const fs::path out = libraries.sub("out"), elsewhere = libraries.sub("elsewhere");
  put(out / "y_skin.png", "mine");
  put(out / "y.mtl", "# by hand\n");
  save(out / "y.obj", scene);
  CHECK(bytes_of(out / "y_skin.png") == "mine");
  CHECK(bytes_of(out / "y_skin-2.png") == picture_bytes(1));
  CHECK(bytes_of(out / "y.mtl") == "newmtl a\nmap_Kd y_skin-2.png\nKs 1 1 1\n");
  CHECK(bytes_of(out / "y.mtl.bak") == "# by hand\n");
  save(out / "y.obj", scene);  // what is there already stays
  CHECK(bytes_of(out / "y.mtl.bak") == "# by hand\n");
  CHECK_FALSE(fs::exists(out / "y_skin-3.png"));

  fs::create_symlink(elsewhere / "stolen.mtl", out / "l.mtl");
  fs::create_symlink(elsewhere / "stolen.png", out / "l_skin.png");
  save(out / "l.obj", scene);
  CHECK(fs::is_empty(elsewhere));
  CHECK(contains(bytes_of(out / "l.obj"), "mtllib l-2.mtl\n"));
  CHECK(bytes_of(out / "l_skin-2.png") == picture_bytes(1));

  // A name that climbs is a name only.
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  auto texture = std::make_shared<Texture>(*mesh->materials[0].base_color_texture);
  for (const char* name :
       {"../../elsewhere/evil.png", "/etc/passwd", "..", "", ".hidden", "a\nb", "nul\\..\\x"}) {
    texture->name = name;
    mesh->materials[0].base_color_texture = texture;
    mesh->materials[0].carried.clear();
    Scene bad = scene;
    bad.nodes[0].mesh = mesh;
    save(out / "bad.obj", bad);
    CHECK(fs::is_empty(elsewhere));
    CHECK(io::load(out / "bad.obj").scene.nodes[0].mesh->materials[0].base_color_texture);
  }
}

LIBRARY_CASE("materials of one name that look different get numbers; equal ones are written once") {
  Scene scene = libraries.load("newmtl a\n");
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  mesh->face_begin = {0, 3, 6, 9, 12};
  mesh->corner_vertex = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  mesh->corner_uv = {};
  mesh->materials = {{"a", glm::vec4(1.0f)},
                     {"a", glm::vec4(0, 0, 0, 1)},
                     {"none", glm::vec4(1.0f)},
                     {"a", glm::vec4(1.0f)}};
  mesh->face_material = {0, 1, 2, 3};
  scene.nodes[0].mesh = mesh;
  save(libraries.folder / "y.obj", scene);
  CHECK(bytes_of(libraries.folder / "y.mtl") ==
        "newmtl a\nKd 1 1 1\n\nnewmtl a-2\nKd 0 0 0\n\nnewmtl none-2\nKd 1 1 1\n");
  const Scene again = io::load(libraries.folder / "y.obj").scene;
  const Mesh& read = *again.nodes[0].mesh;
  std::vector<std::string> names;
  for (const std::uint32_t index : read.face_material)
    names.push_back(read.materials.at(index).name);
  CHECK(names == std::vector<std::string>{"a", "a-2", "none-2", "a"});
}

LIBRARY_CASE("only pictures are taken along, not whatever file a library names") {
  put(libraries.folder / "secret.txt", "the answers");
  const io::Loaded loaded =
      io::load(put(libraries.folder / "q.obj", "mtllib q.mtl\n" + kTexturedSquare + kTexturedFace));
  put(libraries.folder / "q.mtl", "newmtl a\nmap_Ks secret.txt\nbump q.mtl\nmap_Ka ../x.png\n");
  const io::Loaded named = io::load(libraries.folder / "q.obj");
  CHECK(named.scene.nodes[0].mesh->materials[0].textures.empty());
  CHECK(any_contains(named.warnings,
                     "\"secret.txt\" is neither PNG nor JPEG nor WebP; it is not kept"));
  CHECK(any_contains(named.warnings, "not inside the model's folder"));
  CHECK(loaded.warnings.empty());
}

LIBRARY_CASE("several libraries may stand on one line") {
  put(libraries.folder / "one.mtl", "newmtl a\nKd 1 0 0\n");
  put(libraries.folder / "two.mtl", "newmtl b\nKd 0 1 0\n");
  const Scene scene = io::load(put(libraries.folder / "x.obj",
                                   "mtllib none.mtl one.mtl two.mtl\n" + kTexturedSquare +
                                       "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n"))
                          .scene;
  REQUIRE(scene.nodes[0].mesh->materials.size() == 2);
  CHECK(scene.nodes[0].mesh->materials[0].base_color == glm::vec4(1, 0, 0, 1));
  CHECK(scene.nodes[0].mesh->materials[1].base_color == glm::vec4(0, 1, 0, 1));
}

TEST_CASE("names of files are fit for any folder") {
  CHECK(io::file_name_from("a/b\\c:d", "x") == "a_b_c_d");
  CHECK(io::file_name_from("...", "x") == "x");
  CHECK(io::file_name_from("", "x") == "x");
  CHECK(io::file_name_from(" .bashrc ", "x") == "bashrc");
  std::string umlauts;
  for (int i = 0; i < 80; ++i) umlauts += "\xC3\xA4";
  CHECK(io::file_name_from("a" + umlauts, "x").size() == 99);
}
