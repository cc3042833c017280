// Data that the editor neither draws nor edits survives: attributes, materials, pictures,
// extensions, extras, cameras, lights.
#include <cstring>
#include <fmt/format.h>
#include <map>

#include "io/gltf_builder.h"
#include "support/pictures.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// One square with as many attributes as glTF knows, in every type that it allows.
Gltf rich_square() {
  Gltf gltf;
  nlohmann::json attributes;
  attributes["POSITION"] = gltf.add_floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
  attributes["NORMAL"] = gltf.add_floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  attributes["TANGENT"] =
      gltf.add_floats({1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 0.6f, 0.8f, 0, 1}, "VEC4");
  attributes["TEXCOORD_0"] = gltf.add_floats({0, 0, 1, 0, 1, 1, 0, 1}, "VEC2");
  attributes["TEXCOORD_1"] =
      gltf.add(std::vector<std::uint16_t>{0, 1, 65535, 3, 4, 5, 6, 7}, 5123, "VEC2", true);
  attributes["COLOR_0"] =
      gltf.add(std::vector<std::uint8_t>{255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
               5121, "VEC4", true);
  attributes["_HEAT"] = gltf.add_floats({0.25f, -1, 3, 1e9f}, "SCALAR");
  const int indices = gltf.add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, 5123, "SCALAR");
  gltf.json["meshes"] = {
      {{"name", "square"}, {"primitives", {{{"attributes", attributes}, {"indices", indices}}}}}};
  gltf.json["nodes"] = {{{"name", "square"}, {"mesh", 0}}};
  gltf.json["scenes"] = {{{"nodes", {0}}}};
  return gltf;
}

struct RichFile {
  Scratch folder{"carried"};
  Gltf gltf = rich_square();
};

/// The scene comes back equal from our own file; returns the result of an export.
Scene exported(const Scene& scene, const Scratch& folder) {
  for (const char* name : {"own.glb", "own.gltf"}) {
    io::save(folder / name, scene, {});
    const io::Loaded own = io::load(folder / name);
    CHECK(own.warnings.empty());
    CHECK(same_content(own.scene, scene));
  }
  io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange});
  return io::load(folder / "out.glb").scene;
}

}  // namespace

FOLDER_CASE(
    "further vertex attributes keep their types and bits through our file and through an export") {
  const Scene scene = rich_square().load(folder).scene;
  const Mesh& mesh = *mesh_node(scene).mesh;
  REQUIRE(mesh.attributes.size() == 4);
  std::map<std::string, std::pair<int, bool>> types;
  for (const VertexAttribute& attribute : mesh.attributes)
    types[attribute.name] = {attribute.component_type, attribute.normalized};
  CHECK(types == std::map<std::string, std::pair<int, bool>>{{"COLOR_0", {5121, true}},
                                                             {"TANGENT", {5126, false}},
                                                             {"TEXCOORD_1", {5123, true}},
                                                             {"_HEAT", {5126, false}}});
  const Mesh again = *mesh_node(exported(scene, folder)).mesh;
  CHECK(again.attributes == mesh.attributes);
  CHECK(again.uvs == mesh.uvs);
  CHECK(again.normals == mesh.normals);
}

TEST_CASE_FIXTURE(
    RichFile, "attributes of types or sizes that glTF does not allow are counted and left out") {
  Gltf::Json& primitive = gltf.json["meshes"][0]["primitives"][0];
  const auto warned = [&] {
    std::vector<std::string> said;
    for (const std::string& warning : gltf.load(folder).warnings)
      if (contains(warning, "not kept")) said.push_back(warning);
    return said;
  };
  const auto not_kept = [](const char* what) {
    return std::vector<std::string>{
        fmt::format("not kept: {} of types or sizes that glTF does not allow", what)};
  };
  CHECK(warned().empty());
  primitive["attributes"]["_SQUARE"] = gltf.add_floats(std::vector<float>(4 * 16), "MAT4");
  CHECK(warned() == not_kept("1 vertex attribute"));
  const int colors = gltf.add_floats(std::vector<float>(4 * 3), "VEC3"),
            short_list = gltf.add_floats(std::vector<float>(3 * 3), "VEC3");
  primitive["targets"] = {{{"POSITION", colors}, {"COLOR_0", colors}}, {{"NORMAL", short_list}}};
  CHECK(warned() == not_kept("3 vertex attributes"));
}

TEST_CASE_FIXTURE(
    RichFile,
    "where primitives differ in attributes, vertices that lack one get white, a tangent along x, "
    "or 0") {
  const int positions = gltf.add_floats({0, 0, 5, 1, 0, 5, 1, 1, 5}, "VEC3");
  const int colors = gltf.add_floats({0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f}, "VEC3");
  gltf.json["meshes"][0]["primitives"].push_back(
      {{"attributes", {{"POSITION", positions}, {"COLOR_0", colors}}}});
  const Scene scene = gltf.load(folder).scene;
  const Mesh& mesh = *mesh_node(scene).mesh;
  const auto floats = [&](const char* name) {
    for (const VertexAttribute& attribute : mesh.attributes) {
      if (attribute.name != name) continue;
      CHECK(attribute.component_type == 5126);
      std::vector<float> values(attribute.bytes.size() / 4);
      std::memcpy(values.data(), attribute.bytes.data(), attribute.bytes.size());
      return std::vector<float>(values.end() - 3 * attribute.width, values.end());
    }
    return std::vector<float>();
  };
  CHECK(floats("COLOR_0") == std::vector<float>{0.5f, 0, 0, 1, 0, 0.5f, 0, 1, 0, 0, 0.5f, 1});
  CHECK(floats("TANGENT") == std::vector<float>{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  CHECK(floats("_HEAT") == std::vector<float>{0, 0, 0});
  exported(scene, folder);
}

FOLDER_CASE(
    "attributes that glTF has no place for stay in our file and out of an export, which says so") {
  Scene scene = rich_square().load(folder).scene;
  auto mesh = std::make_shared<Mesh>(*mesh_node(scene).mesh);
  for (const char* name : {"COLOR_2", "TEXCOORD_7", "heat"}) {
    mesh->attributes.push_back(mesh->attributes.front());
    mesh->attributes.back().name = name;
  }
  scene.nodes[0].mesh = mesh;
  CHECK(mesh_node(exported(scene, folder)).mesh->attributes.size() == 4);
  CHECK(any_contains(io::save(folder / "out.glb", scene, {}, {.purpose = io::Purpose::exchange}),
                     "not kept: 3 vertex attributes"));
}

TEST_CASE_FIXTURE(
    RichFile,
    "a whole material goes through: factors, all its textures with their samplers, extensions, "
    "extras") {
  const auto image = [&](int number) {
    const std::string png = png_of(1, 1, {std::uint8_t(number), 2, 3, 255});
    return Json{{"name", "picture " + std::to_string(number)},
                {"mimeType", "image/png"},
                {"bufferView", gltf.add_view(std::vector<char>(png.begin(), png.end()))}};
  };
  for (int i = 0; i < 4; ++i) gltf.json["images"].push_back(image(i));
  gltf.json["samplers"] = {
      {{"magFilter", 9728}, {"minFilter", 9985}, {"wrapS", 33648}, {"wrapT", 33071}},
      {{"wrapS", 33071}, {"wrapT", 33071}}};
  gltf.json["textures"] = {{{"source", 0}, {"sampler", 0}},
                           {{"source", 1}},
                           {{"source", 2}, {"sampler", 1}},
                           {{"source", 3}},
                           {{"source", 0}}};
  const Json moved = {{"KHR_texture_transform", {{"scale", {2, 2}}}}};
  gltf.json["materials"] = {
      {{"name", "all"},
       {"pbrMetallicRoughness",
        {{"baseColorFactor", {1, 0.5, 0.25, 1}},
         {"baseColorTexture", {{"index", 0}, {"extensions", moved}}},
         {"metallicRoughnessTexture", {{"index", 1}}},
         {"metallicFactor", 0.25},
         {"roughnessFactor", 0.75}}},
       {"normalTexture", {{"index", 2}, {"scale", 0.5}}},
       {"occlusionTexture", {{"index", 3}, {"strength", 0.125}, {"texCoord", 1}}},
       {"emissiveTexture", {{"index", 4}}},
       {"emissiveFactor", {0.5, 1, 0}},
       {"alphaMode", "MASK"},
       {"alphaCutoff", 0.25},
       {"doubleSided", true},
       {"extensions",
        {{"KHR_materials_clearcoat",
          {{"clearcoatFactor", 1.0}, {"clearcoatTexture", {{"index", 3}, {"texCoord", 1}}}}}}},
       {"extras", {{"shader", "skin"}}}}};
  gltf.json["extensionsUsed"] = {"KHR_texture_transform", "KHR_materials_clearcoat"};
  gltf.json["extensionsRequired"] = {"KHR_texture_transform"};
  gltf.json["meshes"][0]["primitives"][0]["material"] = 0;
  const io::Loaded loaded = gltf.load(folder);
  const Material material = mesh_node(loaded.scene).mesh->materials[0];
  const Material again = mesh_node(exported(loaded.scene, folder)).mesh->materials[0];
  const auto described = [](const Material& one) {
    std::string text =
        one.name + one.carried + one.base_color_texture->name + one.base_color_texture->sampler;
    for (const auto& texture : one.textures)
      text += texture->name + texture->sampler + (texture->repeats ? "r" : "c") +
              std::string(texture->file.begin(), texture->file.end());
    return text;
  };
  CHECK(material.textures.size() == 4);
  CHECK(described(again) == described(material));
  const SpecGltf written(folder / "out.glb");
  const Json& out = written.json["materials"][0];
  const auto name_of = [&](const Json& use) {
    return written
        .json["images"][written.json["textures"][use["index"].get<std::size_t>()]["source"]
                            .get<std::size_t>()]["name"]
        .get<std::string>();
  };
  CHECK(out["pbrMetallicRoughness"]["metallicFactor"] == 0.25);
  CHECK(out["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] == moved);
  CHECK(name_of(out["pbrMetallicRoughness"]["baseColorTexture"]) == "picture 0");
  CHECK(name_of(out["normalTexture"]) == "picture 2");
  CHECK(name_of(out["emissiveTexture"]) == "picture 0");
  CHECK(name_of(out["extensions"]["KHR_materials_clearcoat"]["clearcoatTexture"]) == "picture 3");
  CHECK(written.json["images"].size() == 4);
  CHECK(written.json["extensionsRequired"] == Json{"KHR_texture_transform"});
  CHECK(written.json["extensionsUsed"] == Json{"KHR_materials_clearcoat", "KHR_texture_transform"});
}

TEST_CASE_FIXTURE(RichFile,
                  "a material that says nothing of metal is as metallic as the standard assumes") {
  gltf.json["materials"] = {{{"name", "plain"}}};
  gltf.json["meshes"][0]["primitives"][0]["material"] = 0;
  exported(gltf.load(folder).scene, folder);
  CHECK(
      SpecGltf(folder / "out.glb").json["materials"][0]["pbrMetallicRoughness"]["metallicFactor"] ==
      1.0);
}

TEST_CASE_FIXTURE(
    RichFile,
    "a picture that nobody can decode keeps its bytes in our file and stays out of an export") {
  gltf.json["images"] = {{{"uri", "data:image/png;base64," + to_base64("no picture at all")}}};
  gltf.json["textures"] = {{{"source", 0}}};
  gltf.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}},
                             {"emissiveTexture", {{"index", 0}}}}};
  gltf.json["meshes"][0]["primitives"][0]["material"] = 0;
  const io::Loaded loaded = gltf.load(folder);
  const Material& material = mesh_node(loaded.scene).mesh->materials[0];
  CHECK_FALSE(material.base_color_texture);
  REQUIRE(material.textures.size() == 1);
  CHECK(std::string(material.textures[0]->file.begin(), material.textures[0]->file.end()) ==
        "no picture at all");
  exported(loaded.scene, folder);
  CHECK_FALSE(SpecGltf(folder / "out.glb").json.contains("textures"));
  CHECK(any_contains(
      io::save(folder / "out.glb", loaded.scene, {}, {.purpose = io::Purpose::exchange}),
      "picture of a type that glTF readers do not know"));
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "cameras and lights stay with their nodes, also in another file; extras and names of the scene "
    "stay") {
  gltf.json["cameras"] = {
      {{"type", "orthographic"},
       {"orthographic", {{"xmag", 1}, {"ymag", 1}, {"zfar", 0}, {"znear", 1}}}},
      {{"type", "perspective"}, {"name", "eye"}, {"perspective", {{"yfov", 0.5}, {"znear", 0.1}}}}};
  gltf.json["extensions"]["KHR_lights_punctual"]["lights"] = {
      {{"type", "point"}, {"intensity", 3}}, {{"type", "spot"}, {"spot", Json::object()}}};
  gltf.json["extensionsUsed"] = {"KHR_lights_punctual"};
  gltf.json["nodes"][0]["camera"] = 1;
  gltf.json["nodes"][2]["extensions"]["KHR_lights_punctual"]["light"] = 1;
  gltf.json["nodes"][1]["extras"] = {{"side", "left"}};
  gltf.json["nodes"][3]["camera"] = 0;
  gltf.json["scenes"][0]["name"] = "stage";
  gltf.json["extras"] = {{"author", "somebody"}};
  gltf.json["asset"]["copyright"] = "2026 somebody";
  const io::Loaded loaded = gltf.load(folder);
  CHECK(any_contains(loaded.warnings, "not kept: cameras that break the standard's rules (1)"));
  const Skeleton& skeleton = *loaded.scene.nodes[0].skeleton;
  CHECK(skeleton.joints[0].carried == "{\"extras\":{\"side\":\"left\"}}");
  exported(loaded.scene, folder);
  const auto check_stage = [&](const Json& json) {
    REQUIRE(json["cameras"].size() == 1);
    CHECK(json["cameras"][0]["name"] == "eye");
    const Json& lights = json["extensions"]["KHR_lights_punctual"]["lights"];
    CHECK(lights == Json{{{"type", "spot"}, {"spot", Json::object()}}});
    for (const Json& node : json["nodes"]) {
      if (node.value("name", "") == "armature") CHECK(node["camera"] == 0);
      if (node.value("name", "") == "head")
        CHECK(node["extensions"]["KHR_lights_punctual"]["light"] == 0);
    }
  };
  const SpecGltf out(folder / "out.glb");
  check_stage(out.json);
  CHECK(out.json["scenes"][0]["name"] == "stage");
  CHECK(out.json["extras"] == Json{{"author", "somebody"}});
  CHECK(out.json["asset"]["copyright"] == "2026 somebody");
  CHECK(SpecGltf(folder / "own.glb").json["extras"]["author"] == "somebody");
  io::save(folder / "other.glb", merged(Scene(), loaded.scene), {},
           {.purpose = io::Purpose::exchange});
  check_stage(SpecGltf(folder / "other.glb").json);
}

TEST_CASE_FIXTURE(
    RichFile,
    "unknown extensions are kept where they cannot refer to what gets new numbers, and refused by "
    "name where a reader must know them") {
  gltf.json["extensionsUsed"] = {"EXT_mood", "EXT_links"};
  gltf.json["nodes"][0]["extensions"] = {{"EXT_mood", {{"mood", "calm"}, {"weight", 0.5}}},
                                         {"EXT_links", {{"target", 3}}}};
  const io::Loaded loaded = gltf.load(folder);
  CHECK(any_contains(loaded.warnings, "not kept: data of the extensions \"EXT_links\""));
  exported(loaded.scene, folder);
  const SpecGltf out(folder / "out.glb");
  CHECK(out.json["nodes"][0]["extensions"] ==
        Json{{"EXT_mood", {{"mood", "calm"}, {"weight", 0.5}}}});
  CHECK(out.json["extensionsUsed"] == Json{"EXT_mood"});
  gltf.json["extensionsRequired"] = {"EXT_mood"};
  CHECK(contains(gltf.refused(folder),
                 "the file needs the extension \"EXT_mood\", which Marrow does not know"));
}

TEST_CASE_FIXTURE(RichFile, "a node that is hidden with its parent is hidden, until it is shown") {
  gltf.json["nodes"].push_back({{"name", "group"}, {"children", {0}}});
  gltf.json["nodes"][1]["extensions"]["KHR_node_visibility"]["visible"] = false;
  gltf.json["scenes"] = {{{"nodes", {1}}}};
  gltf.json["extensionsUsed"] = {"KHR_node_visibility"};
  Scene scene = gltf.load(folder).scene;
  CHECK_FALSE(mesh_node(scene).visible);
  CHECK_FALSE(mesh_node(exported(scene, folder)).visible);
  for (Node& node : scene.nodes) node.visible = true;
  CHECK(mesh_node(exported(scene, folder)).visible);
  CHECK_FALSE(contains(bytes_of(folder / "out.glb"), "KHR_node_visibility"));
}

FOLDER_CASE("the posed surface alone stands where the rig puts it, in glTF as in OBJ") {
  const Scene scene = skinned_gltf().load(folder).scene;
  io::Derived derived;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.bound_to == kNoId) continue;
    io::Derived::Skinned& skinned = derived.meshes[node.id];
    skinned.influences = rows_of(scene, node);
    for (const glm::dvec3& position : world_positions(scene, n, &skinned.influences))
      skinned.positions.emplace_back(position);
    skinned.normals.assign(skinned.positions.size(), glm::vec3(0.0f, 0.0f, 1.0f));
  }
  io::save(folder / "posed.glb", scene, derived, {.purpose = io::Purpose::posed});
  const SpecGltf written(folder / "posed.glb");
  CHECK_FALSE(written.json.contains("skins"));
  check_as_specified(written, scene, 1e-6);
  const Scene again = io::load(folder / "posed.glb").scene;
  CHECK(mesh_node(again).bound_to == kNoId);
}

FOLDER_CASE("tangents of the posed surface turn and bend with it") {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {0, 1, 0}};
  mesh->face_begin = {0, 4};
  mesh->corner_vertex = {0, 1, 2, 3};
  const std::vector<glm::vec4> tangents(4, glm::vec4(0.6f, 0.8f, 0.0f, -1.0f));
  VertexAttribute attribute{
      .name = "TANGENT", .width = 4, .bytes = std::vector<std::uint8_t>(sizeof(glm::vec4) * 4)};
  std::memcpy(attribute.bytes.data(), tangents.data(), attribute.bytes.size());
  mesh->attributes.push_back(attribute);
  Scene scene;
  Skeleton skeleton;
  skeleton.joints.push_back({.id = 1, .name = "bone"});
  scene.nodes.push_back(
      {.id = 2, .name = "rig", .skeleton = std::make_shared<const Skeleton>(skeleton)});
  scene.nodes.push_back({.id = 3, .name = "skin", .mesh = mesh, .bound_to = 2});
  scene.next_id = 4;
  const glm::mat3 bent(glm::vec3(0.0f, 2.0f, 1.0f), glm::vec3(-1.0f, 0.5f, 0.0f),
                       glm::vec3(0.0f, 0.0f, 1.0f));
  const glm::vec3 normal = glm::normalize(glm::cross(bent[0], bent[1]));
  io::Derived derived;
  for (const glm::vec3& position : mesh->positions)
    derived.meshes[3].positions.push_back(bent * position);
  // Tangents are at right angles to the normals of shading.
  const glm::vec3 along = glm::normalize(bent * glm::vec3(tangents[0]));
  for (const glm::vec3& shaded : {normal, glm::normalize(normal + 0.4f * along)}) {
    derived.meshes[3].normals.assign(4, shaded);
    io::save(folder / "posed.glb", scene, derived, {.purpose = io::Purpose::posed});
    const Scene loaded = io::load(folder / "posed.glb").scene;
    const Mesh& again = *mesh_node(loaded).mesh;
    REQUIRE(again.attributes.size() == 1);
    REQUIRE(again.attributes[0].bytes.size() == attribute.bytes.size());
    std::vector<glm::vec4> found(4);
    std::memcpy(found.data(), again.attributes[0].bytes.data(), attribute.bytes.size());
    const glm::vec3 expected = glm::normalize(along - glm::dot(along, shaded) * shaded);
    for (const glm::vec4& tangent : found) {
      CHECK(glm::distance(glm::vec3(tangent), expected) < 1e-6f);
      CHECK(tangent.w == -1.0f);
    }
  }
}

TEST_CASE_FIXTURE(RichFile, "an export has tangents of length 1 and hands of 1 or -1 only") {
  gltf.json["meshes"][0]["primitives"][0]["attributes"]["TANGENT"] =
      gltf.add_floats({0, 0, 0, 1, 0, 3, 4, -0.5f, 0, 1, 0, 1, NAN, 1, 0, 7}, "VEC4");
  const Scene scene = exported(gltf.load(folder).scene, folder);
  const VertexAttribute* tangents = nullptr;
  for (const VertexAttribute& attribute : mesh_node(scene).mesh->attributes)
    if (attribute.name == "TANGENT") tangents = &attribute;
  REQUIRE(tangents != nullptr);
  std::vector<glm::vec4> values(4);
  REQUIRE(tangents->bytes.size() == sizeof(glm::vec4) * values.size());
  std::memcpy(values.data(), tangents->bytes.data(), tangents->bytes.size());
  CHECK(values[0] == glm::vec4(1, 0, 0, 1));
  CHECK(values[1] == glm::vec4(0, 0.6f, 0.8f, -1));
  CHECK(values[2] == glm::vec4(0, 1, 0, 1));
  CHECK(values[3] == glm::vec4(0, 1, 0, 1));
}

FOLDER_CASE("a picture of a type with an extension comes out under that extension") {
  const std::string webp("RIFF\x20\0\0\0WEBPVP8 ", 16), ktx("\xABKTX 20\xBB\r\n\x1A\n", 12);
  for (const auto& [bytes, mime, extension] :
       {std::tuple{webp, "image/webp", "EXT_texture_webp"},
        std::tuple{ktx, "image/ktx2", "KHR_texture_basisu"}}) {
    Gltf gltf = rich_square();
    gltf.json["images"] = {{{"bufferView", gltf.add_view(as_bytes(bytes))}, {"mimeType", mime}}};
    gltf.json["textures"] = {{{"extensions", {{extension, {{"source", 0}}}}}}};
    gltf.json["extensionsUsed"] = gltf.json["extensionsRequired"] = {extension};
    gltf.json["materials"] = {{{"normalTexture", {{"index", 0}}}}};
    gltf.json["meshes"][0]["primitives"][0]["material"] = 0;
    exported(gltf.load(folder).scene, folder);
    const Json out = SpecGltf(folder / "out.glb").json;
    REQUIRE(out.contains("textures"));
    CHECK(out["textures"][0]["extensions"][extension]["source"] == 0);
    CHECK(out["extensionsRequired"] == Json{extension});
  }
}

FOLDER_CASE("what a file of ours carries cannot put members where they do not belong") {
  Scene scene = rich_square().load(folder).scene;
  scene.nodes[0].carried = R"({"children":[0],"extras":{"a":1},"mesh":7})";
  scene.carried = R"({"nodes":[],"scene":3,"asset":{"version":"9"}})";
  exported(scene, folder);
  const SpecGltf out(folder / "out.glb");
  CHECK(out.json["nodes"][0]["mesh"] == 0);
  CHECK_FALSE(out.json["nodes"][0].contains("children"));
  CHECK(out.json["asset"]["version"] == "2.0");
  CHECK(out.json["scene"] == 0);
}
