// The look of a surface, from a file to a scene and back.
#include <set>

#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

const std::vector<std::uint8_t> kFourColors = {255, 0, 0,   255, 0, 255, 0, 255,
                                               0,   0, 255, 128, 9, 8,   7, 0};

/// Two triangles with texture coordinates, each a primitive of its own over the same vertices.
Gltf two_primitives() {
  Gltf gltf;
  const int positions = gltf.add_floats({0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0}, "VEC3");
  const int uvs = gltf.add_floats({0, 0, 1, 0, 1, 1, 0, 1}, "VEC2");
  const int first = gltf.add(std::vector<std::uint16_t>{0, 1, 2}, 5123, "SCALAR");
  const int second = gltf.add(std::vector<std::uint16_t>{0, 2, 3}, 5123, "SCALAR");
  const Json attributes = {{"POSITION", positions}, {"TEXCOORD_0", uvs}};
  gltf.json["meshes"] = {{{"primitives",
                           {{{"attributes", attributes}, {"indices", first}},
                            {{"attributes", attributes}, {"indices", second}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  gltf.json["scenes"] = {{{"nodes", {0}}}};
  return gltf;
}

/// The same with one material on both, which shows texture 0 of image 0.
Gltf textured(const Json& image) {
  Gltf gltf = two_primitives();
  gltf.json["materials"] = {{{"name", "skin"},
                             {"pbrMetallicRoughness",
                              {{"baseColorFactor", {1, 0.5, 0.25, 1}},
                               {"baseColorTexture", {{"index", 0}}},
                               {"metallicFactor", 0}}}}};
  gltf.json["textures"] = {{{"source", 0}}};
  gltf.json["images"] = Json::array({image});
  for (Json& primitive : gltf.json["meshes"][0]["primitives"]) primitive["material"] = 0;
  return gltf;
}

Gltf textured_inside(const std::string& picture) {
  Gltf gltf = textured({{"name", "paint"}, {"mimeType", "image/png"}});
  const int view = gltf.add_view(std::vector<char>(picture.begin(), picture.end()));
  gltf.json["images"][0]["bufferView"] = view;
  return gltf;
}

struct TexturedFile {
  Scratch folder{"materials"};
  Gltf gltf = textured_inside(png_of(2, 2, kFourColors));
};

const Mesh& only_mesh(const Scene& scene) {
  REQUIRE(scene.nodes.size() == 1);
  REQUIRE(scene.nodes[0].mesh);
  return *scene.nodes[0].mesh;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// A prism with faces of 3, 4 and 5 corners, materials in turn, one clay, and a texture coordinate
/// per corner.
Scene painted_scene() {
  Scene scene;
  auto mesh = std::make_shared<Mesh>();
  for (float angle = 0.0f; angle < 6.0f; angle += 0.5f)
    mesh->positions.emplace_back(std::cos(angle), std::sin(angle), 0.2f * angle);
  mesh->uvs = {{0, 0}, {1, 0.25f}, {0.1f, 1}};
  for (std::uint32_t f = 0; f < 9; ++f) {
    for (std::uint32_t c = 0; c < 3 + f % 3; ++c) {
      mesh->corner_vertex.push_back((f + c) % 12);
      mesh->corner_uv.push_back((f + c) % 3);
    }
    mesh->face_begin.push_back(std::uint32_t(mesh->corner_vertex.size()));
    mesh->face_material.push_back(f % 4 == 3 ? kNoIndex : 2 - f % 3);
  }
  const auto paint = png_texture("paint", 2, 2, kFourColors);
  mesh->materials = {{"plain", {0.1f, 0.2f, 0.3f, 1.0f}, nullptr},
                     {"painted", glm::vec4(1.0f), paint},
                     {"", {1, 0.5f, 1, 1}, paint}};
  for (const char* name : {"one", "two"}) {
    scene.nodes.push_back(
        {.id = take_id(scene), .name = name, .mesh = std::make_shared<const Mesh>(*mesh)});
  }
  return scene;
}

/// The look and the place of each triangle, sorted: equal for scenes that look alike.
std::multiset<std::string> look(const Mesh& mesh) {
  std::multiset<std::string> result;
  const Surface surface = make_surface(mesh);
  for (const Surface::Part& part : surface.parts) {
    std::string material = "clay";
    if (part.material != kNoIndex) {
      const Material& found = mesh.materials[part.material];
      material = found.name;
      for (int c = 0; c < 4; ++c) material.append(" ").append(std::to_string(found.base_color[c]));
      const Texture* texture = found.base_color_texture.get();
      if (texture)
        material += texture->name + std::string(texture->file.begin(), texture->file.end()) +
                    (texture->repeats ? "r" : "c");
    }
    for (std::uint32_t t = part.begin; t < part.end; t += 3) {
      std::string triangle = material;
      for (std::uint32_t c = 0; c < 3; ++c) {
        const std::uint32_t vertex = surface.triangles[t + c];
        const glm::vec3& at = mesh.positions[surface.source[vertex]];
        std::vector<float> numbers = {at.x, at.y, at.z};
        if (!surface.uvs.empty())
          numbers.insert(numbers.end(), {surface.uvs[vertex].x, surface.uvs[vertex].y});
        for (const float number : numbers) triangle.append(" ").append(std::to_string(number));
      }
      result.insert(triangle);
    }
  }
  return result;
}

}  // namespace

// ---- In

FOLDER_CASE(
    "a base color texture comes in with its pixels and its file's bytes, wherever the file keeps "
    "it") {
  const std::string picture = png_of(2, 2, kFourColors);
  put(folder / "far paint.png", picture);
  for (const Gltf& gltf :
       {textured_inside(picture),
        textured({{"name", "paint"}, {"uri", "data:image/png;base64," + to_base64(picture)}}),
        textured({{"name", "paint"}, {"uri", "far%20paint.png"}})}) {
    const io::Loaded loaded = gltf.load(folder);
    CHECK(loaded.warnings.empty());
    const Mesh& mesh = only_mesh(loaded.scene);
    REQUIRE(mesh.materials.size() == 1);
    CHECK(mesh.face_material.empty());
    CHECK(mesh.materials[0].name == "skin");
    CHECK(mesh.materials[0].base_color == glm::vec4(1, 0.5f, 0.25f, 1));
    REQUIRE(mesh.materials[0].base_color_texture);
    const Texture& texture = *mesh.materials[0].base_color_texture;
    CHECK(texture.name == "paint");
    CHECK(texture.mime == "image/png");
    CHECK(texture.width == 2);
    CHECK(texture.height == 2);
    CHECK(texture.rgba == kFourColors);
    CHECK(texture.file == as_bytes(picture));
    CHECK(texture.repeats);
  }
}

FOLDER_CASE(
    "JPEG pictures come in, plain and progressive, under whatever type the file gives them") {
  for (const std::string& picture : {baseline_jpeg(), progressive_jpeg()}) {
    const io::Loaded loaded = textured_inside(picture).load(folder);
    CHECK(loaded.warnings.empty());
    REQUIRE(only_mesh(loaded.scene).materials[0].base_color_texture);
    const Texture& texture = *only_mesh(loaded.scene).materials[0].base_color_texture;
    CHECK(texture.mime == "image/jpeg");
    CHECK(texture.file == as_bytes(picture));
    REQUIRE(texture.rgba.size() == 256);
    const std::uint8_t *above = &texture.rgba[0], *below = &texture.rgba[252];
    CHECK(above[0] > above[2] + 100);
    CHECK(below[2] > below[0] + 100);
  }
}

FOLDER_CASE("texture coordinates count from the lower left here and from the upper left in glTF") {
  const Mesh mesh = only_mesh(textured_inside(png_of(2, 2, kFourColors)).load(folder).scene);
  // The file puts its first vertex at (0, 0), the upper left of the picture.
  CHECK(mesh.uvs[mesh.corner_uv[0]] == glm::vec2(0, 1));
  CHECK(mesh.uvs[mesh.corner_uv[2]] == glm::vec2(1, 0));
}

FOLDER_CASE(
    "primitives become one mesh whose faces keep their materials, clay where there is none") {
  Gltf gltf = two_primitives();
  gltf.json["materials"] = {{{"name", "unused"}}, {{"name", "a"}}, {{"name", "b"}}};
  Json& primitives = gltf.json["meshes"][0]["primitives"];
  const auto mesh_with = [&](int first, int second) {
    primitives[0].erase("material");
    primitives[1].erase("material");
    if (first >= 0) primitives[0]["material"] = first;
    if (second >= 0) primitives[1]["material"] = second;
    return only_mesh(gltf.load(folder).scene);
  };
  const auto names = [](const Mesh& mesh) {
    std::string all;
    for (const Material& material : mesh.materials) all += material.name;
    return all;
  };
  using List = std::vector<std::uint32_t>;
  CHECK(names(mesh_with(2, 1)) == "ba");
  CHECK(mesh_with(2, 1).face_material == List{0, 1});
  CHECK(names(mesh_with(1, 1)) == "a");
  CHECK(mesh_with(1, 1).face_material.empty());
  CHECK(names(mesh_with(-1, 2)) == "b");
  CHECK(mesh_with(-1, 2).face_material == List{kNoIndex, 0});
  CHECK(mesh_with(2, -1).face_material == List{0, kNoIndex});
  CHECK(names(mesh_with(-1, -1)) == "");
  CHECK(mesh_with(-1, -1).face_material.empty());
}

TEST_CASE_FIXTURE(TexturedFile,
                  "a picture that several materials and meshes show is decoded once") {
  gltf.json["materials"].push_back(
      {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 1}}}}}});
  gltf.json["materials"].push_back(
      {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 2}}}}}});
  gltf.json["textures"] = {{{"source", 0}}, {{"source", 0}}, {{"source", 0}, {"sampler", 0}}};
  gltf.json["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33071}}};
  gltf.json["meshes"][0]["primitives"][1]["material"] = 1;
  gltf.json["meshes"].push_back(gltf.json["meshes"][0]);
  gltf.json["meshes"][1]["primitives"][0]["material"] = 2;
  gltf.json["nodes"] = {{{"mesh", 0}}, {{"mesh", 1}}};
  gltf.json["scenes"] = {{{"nodes", {0, 1}}}};
  const Scene scene = gltf.load(folder).scene;
  REQUIRE(scene.nodes.size() == 2);
  const std::vector<Material>&first = scene.nodes[0].mesh->materials,
        &second = scene.nodes[1].mesh->materials;
  CHECK(first[0].base_color_texture == first[1].base_color_texture);
  CHECK(second[1].base_color_texture == first[1].base_color_texture);
  REQUIRE(second[0].base_color_texture);
  CHECK_FALSE(second[0].base_color_texture->repeats);
  CHECK(first[0].base_color_texture->repeats);
  CHECK(second[0].base_color_texture->rgba == kFourColors);
}

FOLDER_CASE("a texture repeats unless it is clamped on both sides; what is in between is said") {
  const auto with = [&](int s, int t) {
    Gltf gltf = textured_inside(png_of(2, 2, kFourColors));
    gltf.json["textures"][0]["sampler"] = 0;
    gltf.json["samplers"] = {{{"wrapS", s}, {"wrapT", t}}};
    return gltf.load(folder);
  };
  const auto repeats = [](const io::Loaded& loaded) {
    return only_mesh(loaded.scene).materials[0].base_color_texture->repeats;
  };
  CHECK(repeats(with(10497, 10497)));
  CHECK(with(10497, 10497).warnings.empty());
  CHECK_FALSE(repeats(with(33071, 33071)));
  CHECK(with(33071, 33071).warnings.empty());
  CHECK(repeats(with(33071, 10497)));
  CHECK(any_contains(with(33071, 10497).warnings, "along one side only"));
  CHECK(any_contains(with(33648, 33648).warnings, "mirrored"));
}

TEST_CASE_FIXTURE(
    TexturedFile,
    "what is not kept of materials is said by name and number, and nothing that is kept") {
  gltf.json["images"].push_back(
      {{"uri", "data:image/png;base64," + to_base64(png_of(1, 1, {1, 2, 3, 4}))}});
  gltf.json["textures"].push_back({{"source", 1}});
  Json& material = gltf.json["materials"][0];
  CHECK(gltf.load(folder).warnings ==
        std::vector<std::string>{"not kept: 1 image that is on no surface"});
  material["normalTexture"] = {{"index", 1}};
  material["emissiveFactor"] = {0, 0, 1};
  material["alphaMode"] = "BLEND";
  material["doubleSided"] = true;
  material["pbrMetallicRoughness"].erase("metallicFactor");
  gltf.json["materials"].push_back({{"name", "unused"}});
  CHECK(gltf.load(folder).warnings == std::vector<std::string>{"not kept: 1 material of no mesh"});
}

TEST_CASE_FIXTURE(TexturedFile,
                  "a texture may be moved, scaled and turned, and lie on other coordinates") {
  Json& use = gltf.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
  use["texCoord"] = 1;
  use["extensions"]["KHR_texture_transform"] = {
      {"offset", {0.25, 0.5}}, {"scale", {2, 4}}, {"rotation", 1.5707963267948966}};
  gltf.json["extensionsUsed"] = {"KHR_texture_transform"};
  gltf.json["extensionsRequired"] = {"KHR_texture_transform"};
  const auto check = [](const Material& material, int set) {
    CHECK(material.uv_set == set);
    // by the formula of the extension: scaled, turned clockwise in rows that go down, moved
    const glm::vec2 corner(material.texel_from_uv * glm::vec3(1.0f, 0.0f, 1.0f)),
        other(material.texel_from_uv * glm::vec3(0.0f, 1.0f, 1.0f));
    CHECK(glm::distance(corner, glm::vec2(0.25f, -1.5f)) < 1e-6f);
    CHECK(glm::distance(other, glm::vec2(4.25f, 0.5f)) < 1e-6f);
  };
  const io::Loaded loaded = gltf.load(folder);
  REQUIRE(only_mesh(loaded.scene).materials[0].base_color_texture);
  check(only_mesh(loaded.scene).materials[0], 1);
  io::save(folder / "own.glb", loaded.scene, {});
  check(only_mesh(io::load(folder / "own.glb").scene).materials[0], 1);
  use["extensions"]["KHR_texture_transform"]["texCoord"] = 0;
  check(only_mesh(gltf.load(folder).scene).materials[0], 0);
}

FOLDER_CASE("a texture of another kind is kept but not drawn, and said") {
  Gltf gltf;
  gltf = textured_inside(std::string("\xABKTX 20\xBB\r\n\x1A\n and more", 21));
  gltf.json["textures"][0] = {{"extensions", {{"KHR_texture_basisu", {{"source", 0}}}}}};
  gltf.json["extensionsUsed"] = {"KHR_texture_basisu"};
  gltf.json["extensionsRequired"] = {"KHR_texture_basisu"};
  const io::Loaded other_kind = gltf.load(folder);
  CHECK(any_contains(other_kind.warnings,
                     "1 texture is of a kind that is kept but not drawn, such as KTX 2"));
  CHECK(only_mesh(other_kind.scene).materials[0].base_color == glm::vec4(1, 0.5f, 0.25f, 1));
  REQUIRE(only_mesh(other_kind.scene).materials[0].textures.size() == 1);
  CHECK(only_mesh(other_kind.scene).materials[0].textures[0]->mime == "image/ktx2");
}

TEST_CASE_FIXTURE(
    TexturedFile,
    "a material that tells only diffuse and glossiness has its diffuse for a base color") {
  gltf.json["extensionsUsed"] = {"KHR_materials_pbrSpecularGlossiness"};
  gltf.json["materials"][0] = {
      {"extensions",
       {{"KHR_materials_pbrSpecularGlossiness",
         {{"diffuseFactor", {0.5, 0.25, 1, 1}}, {"diffuseTexture", {{"index", 0}}}}}}}};
  const Mesh mesh = only_mesh(gltf.load(folder).scene);
  CHECK(mesh.materials[0].base_color == glm::vec4(0.5f, 0.25f, 1, 1));
  REQUIRE(mesh.materials[0].base_color_texture);
  CHECK(mesh.materials[0].base_color_texture->rgba == kFourColors);
}

TEST_CASE_FIXTURE(TexturedFile, "a color beyond 1 is brought back and said") {
  gltf.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {7, -1, 0.5, 1};
  const io::Loaded loaded = gltf.load(folder);
  CHECK(only_mesh(loaded.scene).materials[0].base_color == glm::vec4(1, 0, 0.5f, 1));
  CHECK(any_contains(loaded.warnings, "colors of 1 material were brought between 0 and 1"));
}

// ---- Out

FOLDER_CASE(
    "a scene keeps the order and names of materials, the material of each polygon, and shares its "
    "pictures") {
  const Scene scene = painted_scene();
  REQUIRE(why_invalid(scene) == "");
  for (const char* name : {"x.glb", "x.gltf"}) {
    io::save(folder / name, scene, {});
    const io::Loaded loaded = io::load(folder / name);
    CHECK(loaded.warnings.empty());
    CHECK(same_content(loaded.scene, scene));
    const auto &first = loaded.scene.nodes[0].mesh->materials,
               &second = loaded.scene.nodes[1].mesh->materials;
    CHECK(first[1].base_color_texture == first[2].base_color_texture);
    CHECK(first[1].base_color_texture == second[1].base_color_texture);
  }
  CHECK(occurrences(bytes_of(folder / "x.glb"), "\x89PNG") == 1);
}

FOLDER_CASE("the standard parts alone show every triangle in its color with its picture") {
  Scene scene = painted_scene();
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  auto clamped = std::make_shared<Texture>(*mesh->materials[1].base_color_texture);
  clamped->repeats = false;
  mesh->materials[1].base_color_texture = clamped;
  scene.nodes[0].mesh = mesh;
  const auto warnings = io::save(folder / "x.glb", scene, {}, {.purpose = io::Purpose::exchange});
  for (const std::string& warning : warnings) CHECK(contains(warning, "which became triangles"));
  const std::string bytes = bytes_of(folder / "x.glb");
  CHECK(occurrences(bytes, "\x89PNG") == 1);
  const io::Loaded loaded = io::load(folder / "x.glb");
  CHECK(loaded.warnings.empty());
  REQUIRE(loaded.scene.nodes.size() == 2);
  for (std::size_t n = 0; n < 2; ++n)
    CHECK(look(*loaded.scene.nodes[n].mesh) == look(*scene.nodes[n].mesh));
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "a skinned mesh of several materials is one mesh of as many primitives over the same "
    "vertices") {
  Json primitive = gltf.json["meshes"][0]["primitives"][0];
  gltf.json["materials"] = {{{"name", "a"}}, {{"name", "b"}}};
  gltf.json["meshes"][0]["primitives"][0]["material"] = 1;
  primitive["material"] = 0;
  gltf.json["meshes"][0]["primitives"].push_back(primitive);
  const Scene scene = gltf.load(folder).scene;
  io::save(folder / "y.glb", scene, {}, {.purpose = io::Purpose::exchange});
  const Scene again = io::load(folder / "y.glb").scene;
  const Mesh &before = *scene.nodes.back().mesh, &after = *again.nodes.back().mesh;
  CHECK(before.face_material == std::vector<std::uint32_t>{0, 0, 1, 1});
  CHECK(after.positions == before.positions);
  CHECK(look(after) == look(before));
  REQUIRE(after.weights);
  CHECK(after.weights->weight == before.weights->weight);
}

FOLDER_CASE(
    "a texture on a mesh without texture coordinates stays in the scene and out of the standard "
    "parts") {
  Scene scene = painted_scene();
  scene.nodes.pop_back();
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  mesh->uvs.clear();
  mesh->corner_uv.clear();
  scene.nodes[0].mesh = mesh;
  io::save(folder / "x.glb", scene, {});
  CHECK(same_content(io::load(folder / "x.glb").scene, scene));
  io::save(folder / "y.glb", scene, {}, {.purpose = io::Purpose::exchange});
  CHECK_FALSE(contains(bytes_of(folder / "y.glb"), "PNG"));
}

FOLDER_CASE("the same file twice in a scene stores its pictures once") {
  const Gltf gltf = textured_inside(png_of(2, 2, kFourColors));
  const Scene scene = merged(gltf.load(folder).scene, gltf.load(folder).scene);
  io::save(folder / "x.glb", scene, {});
  CHECK(occurrences(bytes_of(folder / "x.glb"), "\x89PNG") == 1);
  CHECK(same_content(io::load(folder / "x.glb").scene, scene));
}
