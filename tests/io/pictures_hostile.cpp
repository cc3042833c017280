// Pictures with false sizes, too large or broken ones, and pictures outside of the folder: a
// warning names them, and the mesh has its base color.
#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// A triangle whose material shows image 0; the images are views of the pictures.
Gltf with_pictures(const std::vector<std::string>& pictures) {
  Gltf gltf;
  const int positions = gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  for (const std::string& picture : pictures) {
    const int view = gltf.add_view(std::vector<char>(picture.begin(), picture.end()));
    gltf.json["textures"].push_back({{"source", gltf.json["textures"].size()}});
    gltf.json["images"].push_back(
        {{"bufferView", view}, {"mimeType", "image/png"}, {"name", "skin"}});
  }
  gltf.json["materials"] = {
      {{"pbrMetallicRoughness",
        {{"baseColorFactor", {1, 0, 0, 1}}, {"baseColorTexture", {{"index", 0}}}}}}};
  gltf.json["meshes"] = {
      {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"material", 0}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  return gltf;
}

/// The warning about an unreadable picture; its mesh must be there in its color.
std::string said_of(const std::string& picture, const Scratch& folder) {
  const io::Loaded loaded = with_pictures({picture}).load(folder);
  const Material& material = loaded.scene.nodes.at(0).mesh->materials.at(0);
  CHECK(material.base_color == glm::vec4(1, 0, 0, 1));
  CHECK_FALSE(material.base_color_texture);
  for (const std::string& warning : loaded.warnings) {
    if (contains(warning, "/images/0 \"skin\"") &&
        contains(warning, "surfaces have their color only"))
      return warning;
  }
  return {};
}

}  // namespace

FOLDER_CASE("textures and images that name what is not there are refused with a pointer") {
  const std::string picture = png_of(1, 1, {1, 2, 3, 4});
  const auto refused_with = [&](const char* pointer, const Json& value) {
    Gltf gltf = with_pictures({picture});
    gltf.json[Json::json_pointer(pointer)] = value;
    return gltf.refused(folder);
  };
  CHECK(with_pictures({picture}).refused(folder) == "");
  const char* texture = "/materials/0/pbrMetallicRoughness/baseColorTexture";
  CHECK(
      contains(refused_with(texture, {{"index", 1}}), "textures 1 does not exist; the file has 1"));
  CHECK(contains(refused_with(texture, {{"index", 0}, {"texCoord", -1}}),
                 "baseColorTexture/texCoord"));
  CHECK(contains(refused_with("/textures/0/source", 1),
                 "/textures/0/source: images 1 does not exist; the file has 1"));
  CHECK(contains(refused_with("/textures/0/source", -1), "/textures/0/source"));
  CHECK(contains(refused_with("/textures/0/sampler", 0),
                 "/textures/0/sampler: samplers 0 does not exist"));
  CHECK(contains(refused_with("/images/0/bufferView", 9),
                 "/images/0/bufferView: bufferViews 9 does not exist"));
  CHECK(contains(refused_with("/images/0/uri", "x.png"),
                 "/images/0: expected either a uri or a bufferView"));
  CHECK(contains(refused_with("/bufferViews/1/byteLength", 99999), "/bufferViews/1: bytes"));
  CHECK(contains(refused_with("/materials/0/extensions", {{"KHR_materials_pbrSpecularGlossiness",
                                                           {{"diffuseTexture", {{"index", 9}}}}}}),
                 "diffuseTexture/index: textures 9 does not exist"));
}

FOLDER_CASE("a picture that lies or is broken is named, and its mesh is shown in its color") {
  const std::string sound = png_of(2, 2, std::vector<std::uint8_t>(16, 77));
  CHECK(contains(said_of("GIF89a", folder), "is neither PNG nor JPEG"));
  CHECK(contains(said_of(sound.substr(0, sound.size() / 2), folder), "cannot be decoded"));
  CHECK(
      contains(said_of(png_around(100, 100, stored("too few rows")), folder), "cannot be decoded"));
  CHECK(contains(said_of(png_around(1, 1000000000, stored("")), folder), "cannot be decoded"));
  CHECK(contains(said_of(png_around(16385, 1, stored("")), folder), "cannot be decoded"));
  CHECK(contains(said_of(png_around(0xFFFFFFFF, 0xFFFFFFFF, stored("")), folder),
                 "cannot be decoded"));
  CHECK(contains(said_of(png_around(0, 0, stored("")), folder), "cannot be decoded"));
  CHECK(
      contains(said_of(png_around(16384, 16384, stored("")), folder), "has 16384 x 16384 pixels"));
  CHECK(contains(said_of(baseline_jpeg().substr(0, 100), folder), "cannot be decoded"));
}

FOLDER_CASE(
    "a picture of one pixel that unpacks to 100 MB is refused, and many of them together take "
    "bounded time") {
  const std::string bomb = png_around(1, 1, stream_of_zeros(400000));
  CHECK(contains(said_of(bomb, folder), "cannot be decoded (Out of memory)"));
  const std::string small_enough =
      png_around(512, 512, stream_of_zeros(4096));  // as much data as its header states
  CHECK(with_pictures({small_enough})
            .load(folder)
            .scene.nodes.at(0)
            .mesh->materials.at(0)
            .base_color_texture);
  Gltf many = with_pictures({bomb});
  for (int copy = 1; copy < 2000; ++copy) {
    many.json["images"].push_back(many.json["images"][0]);
    many.json["textures"].push_back({{"source", copy}});
    many.json["materials"].push_back(
        {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", copy}}}}}});
    Json primitive = many.json["meshes"][0]["primitives"][0];
    primitive["material"] = copy;
    many.json["meshes"][0]["primitives"].push_back(primitive);
  }
  const io::Loaded loaded = many.load(folder);
  CHECK(loaded.scene.nodes.at(0).mesh->materials.size() == 2000);
  CHECK(any_contains(loaded.warnings, "1992 more images that cannot be decoded"));
}

FOLDER_CASE("a JPEG with more scans than its pixels are worth is refused before any is read") {
  std::string picture = progressive_jpeg();
  const std::size_t frame = picture.find("\xFF\xC2");
  REQUIRE(frame != std::string::npos);
  for (const std::size_t at : {frame + 5, frame + 7}) picture[at] = '\x10';  // 4104 x 4104 pixels
  for (int scan = 0; scan < 1000; ++scan) picture.insert(picture.size() - 2, "\xFF\xDA");
  CHECK(contains(said_of(picture, folder),
                 "is more than the pictures of one file may ask for together"));
}

FOLDER_CASE(
    "a JPEG whose Huffman table has more codes than there are is refused before the decoder sees "
    "it, wherever the table stands") {
  const std::string table =
      std::string("\xFF\xC4\x00\x13\x00", 5) + std::string(16, '\xFF') + std::string(64, '\0');
  const std::string picture = baseline_jpeg();
  const std::size_t scan = picture.find("\xFF\xDA");
  REQUIRE(scan != std::string::npos);
  const std::string comment = std::string("\xFF\xFE\x00\x55", 4) + table.substr(0, 0x53);
  for (const std::size_t at : {std::size_t(2), scan, picture.size() - 2}) {
    std::string broken = picture;
    CHECK(contains(said_of(broken.insert(at, table), folder), "more than 256 codes"));
  }
  // Within a comment the same bytes are no table.
  const io::Loaded loaded = with_pictures({std::string(picture).insert(2, comment)}).load(folder);
  CHECK(loaded.scene.nodes.at(0).mesh->materials.at(0).base_color_texture);
}

FOLDER_CASE("what one picture costs is not there for the next, also when it was broken") {
  std::string picture = progressive_jpeg();
  const std::size_t frame = picture.find("\xFF\xC2");
  for (const std::size_t at : {frame + 5, frame + 7}) picture[at] = '\4';  // 1032 x 1032 pixels
  for (int scan = 0; scan < 3000; ++scan) picture.insert(picture.size() - 2, "\xFF\xDA");
  Gltf gltf = with_pictures({picture, picture});
  gltf.json["textures"].push_back(
      {{"source", 0}, {"sampler", 0}});  // the first again, as its edge goes on
  gltf.json["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33071}}};
  for (int texture = 1; texture < 3; ++texture) {
    gltf.json["materials"].push_back(
        {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}});
    Json primitive = gltf.json["meshes"][0]["primitives"][0];
    primitive["material"] = texture;
    gltf.json["meshes"][0]["primitives"].push_back(primitive);
  }
  const io::Loaded loaded = gltf.load(folder);
  CHECK(any_contains(loaded.warnings, "/images/0 \"skin\" cannot be decoded"));
  CHECK(any_contains(
      loaded.warnings,
      "/images/1 \"skin\" is more than the pictures of one file may ask for together"));
  for (const Material& material : loaded.scene.nodes.at(0).mesh->materials)
    CHECK_FALSE(material.base_color_texture);
}

FOLDER_CASE("no picture with some bytes changed does harm") {
  std::mt19937 random(17);
  std::vector<std::uint8_t> colors;
  for (int i = 0; i < 400; ++i) colors.push_back(std::uint8_t(random()));
  int opened = 0, broken = 0;
  for (const std::string& sound : {png_of(10, 10, colors), baseline_jpeg(), progressive_jpeg()}) {
    for (int round = 0; round < trials(300); ++round) {
      std::string picture = sound;
      for (unsigned change = 0; change <= random() % 4; ++change)
        picture[3 + random() % (picture.size() - 3)] = char(random());
      if (random() % 8 == 0) picture.resize(8 + random() % (picture.size() - 8));
      const io::Loaded loaded = with_pictures({picture}).load(folder);
      const auto& texture = loaded.scene.nodes.at(0).mesh->materials.at(0).base_color_texture;
      ++(texture ? opened : broken);
      if (texture)
        CHECK(texture->rgba.size() ==
              4 * std::size_t(texture->width) * std::size_t(texture->height));
    }
  }
  CHECK(opened > trials(100));
  CHECK(broken > trials(100));
}

TEST_CASE("pictures come from the model's folder and from nowhere else") {
  const Scratch outer("hostile");
  std::filesystem::create_directories(outer / "model/sub");
  const std::string picture = png_of(1, 1, {1, 2, 3, 4});
  put(outer / "secret.png", picture);
  put(outer / "model/sub/near.png", picture);
  std::filesystem::create_symlink("../secret.png", outer / "model/link.png");
  make_fifo(outer / "model/pipe.png");
  const auto load_with = [&](const std::string& uri) {
    Gltf gltf = with_pictures({picture});
    gltf.json["images"][0] = {{"uri", uri}};
    return io::load(put(outer / "model/x.glb", gltf.glb()));
  };
  const auto is_shown = [](const io::Loaded& loaded) {
    return loaded.scene.nodes.at(0).mesh->materials.at(0).base_color_texture != nullptr;
  };
  CHECK(is_shown(load_with("sub/near.png")));
  CHECK(load_with("sub/near.png").warnings.empty());
  for (const std::string uri :
       {"../secret.png", "%2E%2E/secret.png", "/etc/passwd", "file:///etc/passwd",
        "http://example.com/x.png", "link.png", "pipe.png", "none.png", "sub"}) {
    CAPTURE(uri);
    const io::Loaded loaded = load_with(uri);
    CHECK_FALSE(is_shown(loaded));
    CHECK(any_contains(loaded.warnings, "an image refers to"));
  }
}

FOLDER_CASE(
    "a scene of ours whose picture or materials are broken is refused with the place, or shown in "
    "its colors") {
  Scene scene = with_pictures({png_of(1, 1, {1, 2, 3, 4})}).load(folder).scene;
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  auto broken = std::make_shared<Texture>(*mesh->materials[0].base_color_texture);
  broken->file.resize(30);
  mesh->materials[0].base_color_texture = broken;
  scene.nodes[0].mesh = mesh;
  io::save(folder / "x.glb", scene, {});
  const io::Loaded loaded = io::load(folder / "x.glb");
  CHECK(loaded.is_ours);
  CHECK_FALSE(loaded.scene.nodes[0].mesh->materials[0].base_color_texture);
  CHECK(any_contains(loaded.warnings, "texture \"skin\" cannot be decoded"));
  const std::string bytes = bytes_of(folder / "x.glb");
  const auto refused_with = [&](const std::string& from, const std::string& to) {
    std::string changed = bytes;
    const std::size_t at = changed.rfind(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(from.size() == to.size());
    return refusal([&] { io::load(put(folder / "y.glb", changed.replace(at, from.size(), to))); });
  };
  CHECK(contains(refused_with("\"texture\":0", "\"texture\":7"),
                 "/extras/marrow/meshes/0/materials/0/texture: expected a whole number"));
  CHECK(contains(refused_with("\"repeats\":true", "\"repeats\":1234"),
                 "/extras/marrow/textures/0/repeats: expected true or false"));
  CHECK(contains(refused_with("\"count\":30", "\"count\":99"),
                 "/extras/marrow/textures/0/file/count"));
}
