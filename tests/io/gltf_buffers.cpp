// Where the bytes of a glTF file come from, and files that are odd but right.
#include <fmt/format.h>

#include "io/gltf_builder.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// A triangle with three floats per vertex; `buffer` is the JSON of its buffer.
Json triangle_in(const Json& buffer) {
  return {
      {"asset", {{"version", "2.0"}}},
      {"buffers", {buffer}},
      {"bufferViews", {{{"buffer", 0}, {"byteLength", 36}}}},
      {"accessors", {{{"bufferView", 0}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}}}},
      {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}}}},
      {"nodes", {{{"mesh", 0}}}}};
}

io::Loaded loaded_as_text(const Scratch& folder, const Json& json) {
  return io::load(put(folder / "x.gltf", json.dump()));
}

std::string refused_as_text(const Scratch& folder, const Json& json) {
  return refusal([&] { loaded_as_text(folder, json); });
}

/// (0 0 0), (1 0 0), (0 1 0).
const std::vector<glm::vec3> kTriangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

std::string triangle_bytes() {
  std::string bytes(36, '\0');
  std::memcpy(bytes.data(), kTriangle.data(), bytes.size());
  return bytes;
}

std::string percent_coded(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return text;
}

constexpr const char* kTriangleText = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

}  // namespace

DATA_CASE("a file that the validator finds no error in opens") {
  int right = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(data / "bad" / "gltf_validator")) {
    const std::filesystem::path report = entry.path().string() + ".report.json";
    if (io::format_of(entry.path()) == nullptr || !std::filesystem::exists(report)) continue;
    if (nlohmann::json::parse(bytes_of(report))["issues"]["numErrors"] != 0) continue;
    const std::string why = refusal([&] { io::load(entry.path()); });
    // Refused on purpose: what lies outside the model's folder, and extensions that we do not know.
    const bool on_purpose =
        contains(why, "not inside the model's folder") || contains(why, "needs the extension");
    CHECK_MESSAGE((why.empty() || on_purpose), why);
    ++right;
  }
  CHECK(right > 50);
}

FOLDER_CASE("the bytes of a buffer come from a data URI, in base64 or in per cent codes") {
  const auto positions = [&](const std::string& uri) {
    return loaded_as_text(folder, triangle_in({{"byteLength", 36}, {"uri", uri}}))
        .scene.nodes.at(0)
        .mesh->positions;
  };
  CHECK(positions(std::string("data:application/octet-stream;base64,") + kTriangleText) ==
        kTriangle);
  CHECK(positions(std::string("data:application/gltf-buffer;base64,") + kTriangleText) ==
        kTriangle);
  CHECK(positions("data:application/octet-stream," + percent_coded(triangle_bytes())) == kTriangle);
  put(folder / "a b.bin", triangle_bytes());
  CHECK(positions("a%20b.bin") == kTriangle);
  const auto said = [&](const std::string& uri, int length) {
    return refused_as_text(folder, triangle_in({{"byteLength", length}, {"uri", uri}}));
  };
  CHECK(contains(said("data:application/octet-stream;base64,AA*A", 36),
                 "/buffers/0/uri: holds a data URI that is not base64"));
  CHECK(contains(said("data:application/octet-stream;base64,AAAA====", 36), "not base64"));
  CHECK(contains(said("data:", 36), "/buffers/0/uri: holds a data URI without a comma"));
  CHECK(contains(said("data:application/octet-stream,%00%00", 36),
                 "/buffers/0/byteLength: the document promises 36 bytes, its data has 2"));
  CHECK(contains(said("a%20b.bin", 37),
                 "/buffers/0/byteLength: the document promises 37 bytes, its data has 36"));
}

FOLDER_CASE("base64 of every length is read with its padding and without") {
  const std::vector<std::string> texts = {"QQ==", "QQ", "QUI=", "QUI", "QUJD"};
  const std::vector<int> lengths = {1, 1, 2, 2, 3};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto with = [&](int length) {
      const std::string uri = "data:application/octet-stream;base64," + texts[i];
      return refused_as_text(folder, {{"asset", {{"version", "2.0"}}},
                                      {"buffers", {{{"byteLength", length}, {"uri", uri}}}}});
    };
    CHECK(with(lengths[i]) == "");
    CHECK(with(lengths[i] + 1) != "");
  }
}

FOLDER_CASE("a buffer with more bytes than it says, or of an odd type, is read and said") {
  const std::string coded = std::string(kTriangleText) + "AAAA";
  const auto more = loaded_as_text(
      folder,
      triangle_in({{"byteLength", 36}, {"uri", "data:application/octet-stream;base64," + coded}}));
  CHECK(more.scene.nodes.at(0).mesh->positions == kTriangle);
  CHECK(any_contains(more.warnings, "/buffers/0: has more bytes than its length states"));
  const auto odd = loaded_as_text(
      folder, triangle_in({{"byteLength", 36},
                           {"uri", std::string("data:text/plain;base64,") + kTriangleText}}));
  CHECK(odd.scene.nodes.at(0).mesh->positions == kTriangle);
  CHECK(any_contains(odd.warnings,
                     "/buffers/0: its data URI is not of the type application/octet-stream"));
  Json many = {{"asset", {{"version", "2.0"}}}};
  for (int b = 0; b < 1000; ++b) many["buffers"].push_back({{"byteLength", 1}});
  const auto nowhere = loaded_as_text(folder, many).warnings;
  REQUIRE(nowhere.size() == 1);
  CHECK(contains(nowhere[0], "(1000 times)"));
}

FOLDER_CASE(
    "a buffer whose data is nowhere is read as zeros and said; what it promises is not taken") {
  const bool is_held = sizeof(std::size_t) > 4;  // by a size here
  constexpr std::uint64_t kFar = 9000000000000000;
  Json json = triangle_in({{"byteLength", is_held ? kFar : 4000000000}});
  json["bufferViews"].push_back({{"buffer", 0}, {"byteLength", 8}});
  json["images"] = {{{"bufferView", 1}, {"mimeType", "image/png"}}};
  json["textures"] = {{{"source", 0}}};
  json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
  json["meshes"][0]["primitives"][0]["material"] = 0;
  const io::Loaded loaded = loaded_as_text(folder, json);
  CHECK(loaded.scene.nodes.at(0).mesh->positions == std::vector<glm::vec3>(3, glm::vec3(0)));
  CHECK_FALSE(loaded.scene.nodes.at(0).mesh->materials.at(0).base_color_texture);
  CHECK(any_contains(loaded.warnings, "/buffers/0: its data is not in the file"));
  json["buffers"][0]["byteLength"] = kFar;
  const std::string said = refused_as_text(folder, json);
  CHECK(contains(said,
                 is_held ? "" : "/buffers/0/byteLength: expected a whole number up to 4294967295"));
  // A sparse part in there changes nothing; a second buffer of a .glb has no chunk either.
  Gltf gltf = skinned_gltf();
  gltf.json["buffers"] = {{{"byteLength", gltf.buffer.size()}}, {{"byteLength", 64}}};
  gltf.json["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 64}});
  const auto nowhere = gltf.json["bufferViews"].size() - 1;
  gltf.json["accessors"][0]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", nowhere}, {"componentType", 5123}}},
      {"values", {{"bufferView", nowhere}}}};
  const io::Loaded skinned = gltf.load(folder);
  CHECK(imported_positions(skinned.scene) == imported_positions(skinned_gltf().load(folder).scene));
  CHECK(any_contains(skinned.warnings, "/buffers/1: its data is not in the file"));
}

FOLDER_CASE("indices without data name the first vertex again and again") {
  Gltf gltf;
  gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  gltf.json["accessors"].push_back({{"componentType", 5123}, {"count", 6}, {"type", "SCALAR"}});
  gltf.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  const io::Loaded loaded = gltf.load(folder);
  CHECK(loaded.scene.nodes.at(0).mesh->positions == kTriangle);
  CHECK(loaded.scene.nodes.at(0).mesh->corner_vertex == std::vector<std::uint32_t>(6, 0));
  gltf.json["accessors"][1]["componentType"] = 5126;
  CHECK(contains(gltf.refused(folder),
                 "/meshes/0/primitives/0/indices: expected indices of an unsigned integer type"));
  gltf.json["accessors"][1] = {
      {"componentType", 5123}, {"count", 4000000000ull}, {"type", "SCALAR"}};
  CHECK(contains(gltf.refused(folder), "asks for far more data than it holds"));
}

TEST_CASE_FIXTURE(SkinnedFile, "a glTF 2.x is read as 2.0 and said") {
  gltf.json["asset"] = {{"version", "2.1"}, {"minVersion", "2.1"}};
  const io::Loaded loaded = gltf.load(folder);
  CHECK(any_contains(loaded.warnings, "/asset/version: \"2.1\" is newer than 2.0"));
  CHECK_FALSE(any_contains(loaded.warnings, "/asset/minVersion"));  // once is enough
  CHECK(same_content(loaded.scene, skinned_gltf().load(folder).scene));
}
