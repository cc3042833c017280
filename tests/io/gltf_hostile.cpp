// Hostile and random glTF files: refused with file and place, or loaded completely with warnings.
#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// Sets one member of a sound file by JSON pointer; the refusal has these words.
struct Fault {
  const char* pointer;
  Json value;
  const char* said;
};

}  // namespace

FOLDER_CASE("the file that the faults below start from is sound") {
  CHECK(skinned_gltf().refused(folder) == "");
}

FOLDER_CASE("each broken member is refused with a pointer to it") {
  const std::vector<Fault> faults = {
      {"/asset/version", "1.0", "/asset/version: expected glTF 2.x"},
      {"/asset", 3, "/asset: expected an object"},
      {"/asset/minVersion", "3.0", "/asset/minVersion: expected glTF 2.x"},
      {"/extensionsRequired",
       {"EXT_mesh_gpu_instancing"},
       "needs the extension \"EXT_mesh_gpu_instancing\""},
      {"/bufferViews/0/buffer", 7,
       "/bufferViews/0/buffer: buffers 7 does not exist; the file has 1"},
      {"/bufferViews/0/byteLength", 999999,
       "/bufferViews/0: bytes 0 to 999999 lie outside the buffer"},
      {"/bufferViews/0/byteOffset", 4294967296ull, "/bufferViews/0"},
      {"/bufferViews/0/byteOffset", 18446744073709551600ull, "/bufferViews/0"},
      {"/bufferViews/0/byteLength", 0, "/bufferViews/0/byteLength"},
      {"/bufferViews/0/byteLength", -1, "/bufferViews/0/byteLength"},
      {"/bufferViews/0/byteStride", 5, "/bufferViews/0/byteStride"},
      {"/bufferViews/0/byteStride", 8,
       "/accessors/0: a stride of 8 bytes is less than the 12 of an element"},
      {"/bufferViews/0/byteStride", 253, "/bufferViews/0/byteStride"},
      {"/accessors/0/bufferView", 99, "/accessors/0/bufferView"},
      {"/accessors/0/bufferView", 1.5, "/accessors/0/bufferView: expected an index"},
      {"/accessors/0/bufferView", "0", "/accessors/0/bufferView: expected an index"},
      {"/accessors/0/count", 5, "/accessors/0: 5 elements do not fit into the 48 bytes"},
      {"/accessors/0/count", 4611686018427387904ull, "/accessors/0/count"},
      {"/accessors/0/count", 0, "/accessors/0/count"},
      {"/accessors/0/byteOffset", 48, "/accessors/0"},
      {"/accessors/0/componentType", 5124, "/accessors/0/componentType"},
      {"/accessors/0/componentType", 5130, "/accessors/0/componentType"},
      {"/accessors/0/type", "VEC2",
       "/meshes/0/primitives/0/attributes/POSITION: expected an accessor of type VEC3, found VEC2"},
      {"/accessors/0/type", "VEC9", "VEC9"},
      {"/accessors/0/sparse", {{"count", 1}}, "/accessors/0/sparse: expected a member indices"},
      {"/accessors/2/count", 3, "expected 3 elements as in JOINTS_0"},
      {"/meshes/0/primitives", Json::array(), "/meshes/0/primitives"},
      {"/meshes/0/primitives/0/attributes/POSITION", 99,
       "/meshes/0/primitives/0/attributes/POSITION: accessors 99 does not exist"},
      {"/meshes/0/primitives/0/attributes/NORMAL", 99, "/meshes/0/primitives/0/attributes/NORMAL"},
      {"/meshes/0/primitives/0/indices", 99, "/meshes/0/primitives/0/indices"},
      {"/meshes/0/primitives/0/indices", 0,
       "/meshes/0/primitives/0/indices: expected indices of an unsigned integer type"},
      {"/meshes/0/primitives/0/material", 0,
       "/meshes/0/primitives/0/material: materials 0 does not exist; the file has 0"},
      {"/meshes/0/primitives/0/mode", 7, "/meshes/0/primitives/0/mode"},
      {"/meshes/0/primitives/0/targets",
       {{{"POSITION", 99}}},
       "/meshes/0/primitives/0/targets/0/POSITION"},
      {"/nodes/3/mesh", 1, "/nodes/3/mesh"},
      {"/nodes/3/skin", 1, "/nodes/3/skin"},
      {"/nodes/3/camera", 0, "/nodes/3/camera"},
      {"/nodes/0/children", {9}, "/nodes/0/children/0: nodes 9 does not exist"},
      {"/nodes/0/children", {-1}, "/nodes/0/children/0"},
      {"/nodes/0/children", {1, 1}, "/nodes/0/children/1: duplicate index"},
      {"/nodes/2/children", {1}, "already is a child of node"},
      {"/nodes/2/children", {0}, "is below itself"},
      {"/nodes/3/children", {3}, "is below itself"},
      {"/nodes/3/children", {2}, "already is a child of node"},
      {"/nodes/0/matrix", {1, 2}, "/nodes/0/matrix: expected 16 numbers, found 2"},
      {"/nodes/0/translation", {1, 2}, "/nodes/0/translation: expected 3 numbers"},
      {"/nodes/0/rotation", {1, 2, 3}, "/nodes/0/rotation: expected 4 numbers"},
      {"/nodes/0/scale", {1, 2, "3"}, "/nodes/0/scale/2"},
      {"/nodes/0/translation", {1e39, 0, 0}, "/nodes/0/translation/0"},
      {"/nodes/0/name", 5, "/nodes/0/name: expected a text"},
      {"/skins/0/joints", Json::array(), "/skins/0/joints: expected at least one"},
      {"/skins/0/joints", {1, 1}, "/skins/0/joints/1: duplicate index"},
      {"/skins/0/joints", {1, 77}, "/skins/0/joints/1"},
      {"/skins/0/joints", {1}, "names joint 1; the skin has 1"},
      {"/skins/0/joints", {0, 1, 2}, "expected a matrix for each of 3 joints, found 2"},
      {"/skins/0/inverseBindMatrices", 99, "/skins/0/inverseBindMatrices"},
      {"/skins/0/inverseBindMatrices", 0,
       "/skins/0/inverseBindMatrices: expected an accessor of type MAT4"},
      {"/scene", 1, "/scene: scenes 1 does not exist"},
      {"/scenes/0/nodes", {0, 8}, "/scenes/0/nodes/1"},
      {"/scenes/0/nodes", {0, 1}, "/scenes/0/nodes/1: expected a node without a parent"},
      {"/textures", {{{"source", 0}}}, "/textures/0/source"},
      {"/textures", {{{"sampler", 0}}}, "/textures/0/sampler"},
      {"/materials",
       {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}},
       "/materials/0/pbrMetallicRoughness/baseColorTexture/index"},
      {"/materials",
       {{{"normalTexture", Json::object()}}},
       "/materials/0/normalTexture: expected a member index"},
      {"/materials",
       {{{"extensions",
          {{"KHR_materials_pbrSpecularGlossiness", {{"diffuseTexture", Json::object()}}}}}}},
       "KHR_materials_pbrSpecularGlossiness/diffuseTexture: expected a member index"},
      {"/animations", {{{"samplers", Json::array()}}}, "/animations/0: expected a member channels"},
      {"/images", {{{"bufferView", 99}}}, "/images/0/bufferView"},
      {"/animations",
       {{{"channels", {{{"sampler", 4}, {"target", {{"path", "scale"}}}}}},
         {"samplers", {{{"input", 0}, {"output", 0}}}}}},
       "/animations/0/channels/0/sampler: the animation has 1"},
      {"/animations",
       {{{"channels", Json::array()}, {"samplers", {{{"input", 99}, {"output", 0}}}}}},
       "/animations/0/samplers/0/input"},
      {"/buffers", {{{"byteLength", 999999}}}, "/buffers/0/byteLength: expected at most the"},
      {"/buffers", {{{"byteLength", 0}}}, "/buffers/0/byteLength"},
      {"/buffers", {{{"byteLength", 4}, {"uri", "../x.bin"}}}, "/bufferViews"},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.pointer);
    CAPTURE(fault.value.dump());
    Gltf gltf = skinned_gltf();
    gltf.json[Json::json_pointer(fault.pointer)] = fault.value;
    const std::string message = gltf.refused(folder);
    CHECK_MESSAGE(contains(message, fault.said), message);
    CHECK(contains(message, (folder / "x.glb").string()));
  }
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "missing partners are refused: JOINTS without WEIGHTS, a gap between sets, an index beyond the "
    "vertices") {
  gltf.json["meshes"][0]["primitives"][0]["attributes"].erase("WEIGHTS_0");
  CHECK(contains(gltf.refused(folder), "expected JOINTS_0 and WEIGHTS_0 together"));
  gltf = skinned_gltf();
  auto& attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["JOINTS_2"] = attributes["JOINTS_0"];
  attributes["WEIGHTS_2"] = attributes["WEIGHTS_0"];
  CHECK(contains(gltf.refused(folder), "expected JOINTS_1 and WEIGHTS_1 together"));
  gltf = skinned_gltf();
  gltf.json["meshes"][0]["primitives"][0]["indices"] =
      gltf.add(std::vector<std::uint16_t>{0, 1, 65535}, 5123, "SCALAR");
  CHECK(contains(
      gltf.refused(folder),
      "/meshes/0/primitives/0/indices: index 65535 does not exist; the primitive has 4 vertices"));
}

FOLDER_CASE("sparse parts are checked to the last index") {
  const auto with_sparse = [&](const std::vector<std::uint16_t>& indices, int count,
                               int component) {
    Gltf gltf = skinned_gltf();
    const int at = gltf.add_view(indices), values = gltf.add_view(std::vector<float>(6, 1.0f));
    gltf.json["accessors"][0]["sparse"] = {
        {"count", count},
        {"indices", {{"bufferView", at}, {"componentType", component}}},
        {"values", {{"bufferView", values}}}};
    return gltf.refused(folder);
  };
  CHECK(with_sparse({1, 2}, 2, 5123) == "");
  CHECK(contains(with_sparse({1, 4}, 2, 5123), "/accessors/0/sparse/indices"));
  CHECK(contains(with_sparse({2, 1}, 2, 5123), "/accessors/0/sparse/indices"));
  CHECK(contains(with_sparse({1, 1}, 2, 5123), "/accessors/0/sparse/indices"));
  CHECK(contains(with_sparse({0, 1, 2}, 3, 5123), "/accessors/0/sparse/values"));
  CHECK(contains(with_sparse({0, 1}, 4, 5123), "/accessors/0/sparse/indices"));
  CHECK(contains(with_sparse({0, 1}, 5, 5123), "/accessors/0/sparse/count"));
  CHECK(contains(with_sparse({0, 1}, 2, 5126), "/accessors/0/sparse/indices/componentType"));
}

FOLDER_CASE("a small file cannot ask for much memory") {
  Gltf gltf;
  gltf.add_floats({0, 0, 0}, "VEC3");
  gltf.json["accessors"].push_back(
      {{"componentType", 5126}, {"count", 4000000000ull}, {"type", "VEC3"}});
  gltf.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 1}}}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  CHECK(contains(gltf.refused(folder), "asks for far more data than it holds"));
  // Many primitives over one large view.
  Gltf many;
  many.buffer.assign(3000000, '\0');
  many.json["bufferViews"] = {{{"buffer", 0}, {"byteLength", 3000000}}};
  many.json["meshes"] = {{{"primitives", Json::array()}}};
  for (int p = 0; p < 400; ++p) {
    many.json["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"count", 250000 - p}, {"type", "VEC3"}});
    many.json["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", p}}}});
  }
  many.json["nodes"] = {{{"mesh", 0}}};
  CHECK(contains(many.refused(folder), "asks for far more data than it holds"));
}

FOLDER_CASE("text nested deeper than 128 levels is refused before the parser sees it") {
  const auto nested = [&](int depth) {
    const std::string text =
        "{\"asset\":{\"version\":\"2.0\"},\"extras\":" + std::string(std::size_t(depth), '[') +
        std::string(std::size_t(depth), ']') + "}";
    return refusal([&] { io::load(put(folder / "x.gltf", text)); });
  };
  CHECK(nested(100) == "");
  CHECK(nested(127) == "");
  CHECK(contains(nested(128), "nested deeper than 128 levels"));
  CHECK(contains(nested(1000000), "nested deeper than 128 levels"));
  const std::string brackets_in_text =
      "{\"asset\":{\"version\":\"2.0\"},\"extras\":\"\\\"" + std::string(500, '[') + "\"}";
  CHECK(refusal([&] { io::load(put(folder / "x.gltf", brackets_in_text)); }) == "");
}

FOLDER_CASE("a chain of 200,000 nodes opens") {
  std::string text = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}";
  for (int n = 0; n < 200000; ++n) text += ",{\"children\":[" + std::to_string(n) + "]}";
  text += "]}";
  const io::Loaded loaded = io::load(put(folder / "x.gltf", text));
  CHECK(loaded.scene.nodes.size() == 200001);
}

FOLDER_CASE("text that is not JSON is refused with the byte") {
  const auto said = [&](const std::string& text) {
    return refusal([&] { io::load(put(folder / "x.gltf", text)); });
  };
  CHECK(contains(said("{"), "byte 2: is not JSON"));
  CHECK(contains(said("[]"), "expected a .glb header or a JSON object"));
  CHECK(contains(said(""), "is empty"));
  CHECK(contains(said("{}"), "expected a member asset"));
  CHECK(contains(said("{\"a\":1e999}"), "number overflow"));
  CHECK(contains(said("\x89PNG"), "expected a .glb header or a JSON object"));
  CHECK(said("\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}") == "");
}

FOLDER_CASE("a .glb whose header or chunks lie is refused") {
  const std::string good = skinned_gltf().glb();
  const auto with = [&](std::size_t at, std::uint32_t value) {
    std::string bytes = good;
    std::memcpy(bytes.data() + at, &value, 4);
    return refusal([&] { io::load(put(folder / "x.glb", bytes)); });
  };
  CHECK(contains(with(4, 1), "byte 4: expected glTF version 2"));
  CHECK(contains(with(8, 0xFFFFFFFF), "byte 8: the header promises"));
  CHECK(contains(with(12, 0xFFFFFFFC), "byte 12: a chunk of 4294967292 bytes does not fit"));
  CHECK(contains(with(16, 7), "expected a JSON chunk first"));
  for (std::size_t length = 0; length < good.size(); length += 1 + length / 20) {
    CHECK(refusal([&] { io::load(put(folder / "x.glb", good.substr(0, length))); }) != "");
  }
  CHECK(refusal([&] { io::load(put(folder / "x.glb", good + "trailing")); }) == "");
}

TEST_CASE("buffers and images come from the model's folder and from nowhere else") {
  const Scratch outer("hostile");
  std::filesystem::create_directories(outer / "model/sub");
  put(outer / "secret.bin", "0123456789ab");
  put(outer / "model/near.bin", "0123456789ab");
  put(outer / "model/sub/far away.bin", "0123456789ab");
  std::filesystem::create_directory(outer / "model/dir.bin");
  std::filesystem::create_symlink("../secret.bin", outer / "model/link.bin");
  std::filesystem::create_symlink("near.bin", outer / "model/inner.bin");
  const auto said = [&](const std::string& uri) {
    const Json json = {{"asset", {{"version", "2.0"}}},
                       {"buffers", {{{"byteLength", 12}, {"uri", uri}}}}};
    return refusal([&] { io::load(put(outer / "model/x.gltf", json.dump())); });
  };
  CHECK(said("near.bin") == "");
  CHECK(said("./near.bin") == "");
  CHECK(said("sub/far%20away.bin") == "");
  CHECK(said("inner.bin") == "");
  for (const std::string uri :
       {"../secret.bin", "sub/../../secret.bin", "%2E%2E/secret.bin", "..%2Fsecret.bin",
        "/etc/passwd", "file:///etc/passwd", "http://example.com/x.bin", "link.bin",
        "..\\secret.bin", "C:\\x.bin", "~/x.bin", "$HOME/x.bin"}) {
    CAPTURE(uri);
    const std::string message = said(uri);
    CHECK_MESSAGE(
        (contains(message, "not inside the model's folder") || contains(message, "does not exist")),
        message);
  }
  CHECK(contains(said("dir.bin"), "is a folder"));
  if (make_fifo(outer / "model/pipe.bin")) CHECK(contains(said("pipe.bin"), "not a regular file"));
  CHECK(contains(said("none.bin"), "does not exist"));
  CHECK(said("data:application/octet-stream;base64,MDEyMzQ1Njc4OWFi") == "");
  CHECK(said("data:application/octet-stream;base64,MDEy") != "");
  CHECK(said("data:application/octet-stream;base64,!!!!") != "");

  const Json image = {{"asset", {{"version", "2.0"}}}, {"images", {{{"uri", "../secret.bin"}}}}};
  const auto warnings = io::load(put(outer / "model/x.gltf", image.dump())).warnings;
  CHECK(any_contains(
      warnings, "an image refers to \"../secret.bin\", which is not inside the model's folder"));
}

TEST_CASE("the parser's working directory is not searched") {
  const Scratch outer("hostile");
  std::filesystem::create_directory(outer / "model");
  put(outer / "near.bin", "0123456789ab");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(outer.folder);
  const Json json = {{"asset", {{"version", "2.0"}}},
                     {"buffers", {{{"byteLength", 12}, {"uri", "near.bin"}}}}};
  const std::string message = refusal([&] { io::load(put(outer / "model/x.gltf", json.dump())); });
  std::filesystem::current_path(before);
  CHECK(contains(message, "does not exist"));
}

FOLDER_CASE("small faults that do no harm are said and the file opens") {
  const std::vector<Fault> faults = {
      {"/skins/0/skeleton", 99, "/skins/0/skeleton: no such node"},
      {"/skins/0/skeleton", "x", "/skins/0/skeleton: no such node"},
      {"/textures", Json::array(), "/textures: the array is empty"},
      {"/nodes/2/children", Json::array(), "/nodes/2/children: the array is empty"},
      {"/meshes/0/primitives/0/attributes/THING", 0, "this attribute is not known"},
      {"/meshes/0/weights", {1.0}, "expected a weight for each morph target"},
      {"/cameras",
       {{{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 2}, {"zfar", 1}}}}},
       "expected zfar beyond znear"},
      {"/extensionsUsed", {"A", "A"}, "an extension is named twice"},
      {"/accessors/0/max", nullptr, ""},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.pointer);
    Gltf gltf = skinned_gltf();
    gltf.json[Json::json_pointer(fault.pointer)] = fault.value;
    if (fault.value.is_null()) {
      gltf.json["accessors"][0].erase("max");
      CHECK(any_contains(gltf.load(folder).warnings, "expected min and max"));
    } else {
      CHECK(any_contains(gltf.load(folder).warnings, fault.said));
    }
  }
}

FOLDER_CASE("animation times that do not increase and outputs of the wrong count are said") {
  const auto said = [&](const std::vector<float>& times, std::size_t values) {
    Gltf gltf = skinned_gltf();
    const int input = gltf.add_floats(times, "SCALAR"),
              output = gltf.add_floats(std::vector<float>(3 * values, 0.0f), "VEC3");
    gltf.json["animations"] = {
        {{"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}},
         {"samplers", {{{"input", input}, {"output", output}}}}}};
    return gltf.load(folder).warnings;
  };
  CHECK(!any_contains(said({0, 1}, 2), "expected times"));
  CHECK(any_contains(said({1, 0}, 2), "expected times that are finite, not negative and increase"));
  CHECK(any_contains(said({0, NAN}, 2), "expected times that are finite"));
  CHECK(any_contains(said({-1, 0}, 2), "expected times that are finite"));
  CHECK(any_contains(said({0, 1}, 3), "expected as many values as the times ask for"));
}

FOLDER_CASE("bytes changed at random are refused or loaded whole, never worse") {
  std::mt19937 engine(3);
  const std::string own = [&] {
    const Scene scene = random_scene(11);
    io::save(folder / "own.glb", scene, random_derived(scene, 11));
    return bytes_of(folder / "own.glb");
  }();
  for (const std::string& good : {skinned_gltf().glb(), own}) {
    for (int i = 0; i < trials(1500); ++i) {
      std::string bytes = good;
      for (int change = int(engine() % 4); change >= 0; --change) {
        const std::size_t at = engine() % bytes.size();
        const auto how = engine() % 3;
        if (how == 0) bytes[at] = char(engine());
        if (how == 1) bytes[at] = "0123456789-.eE\"[]{},:"[engine() % 21];
        if (how == 2) bytes.erase(at, engine() % 3);
      }
      put(folder / "x.glb", bytes);
      io::Loaded loaded;
      if (refusal([&] { loaded = io::load(folder / "x.glb"); }).empty())
        CHECK(why_invalid(loaded.scene) == "");
    }
  }
}
