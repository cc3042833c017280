// Files that break the standard and still open: each fault has its warning, a sound file none.
#include <algorithm>

#include "io/gltf_builder.h"

using Json = nlohmann::json;

namespace marrow::test {

namespace {

bool is_said(const std::vector<std::string>& warnings, const std::string& part) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const std::string& warning) {
    return warning.find(part) != std::string::npos;
  });
}

/// A triangle without faults; a warning about it would spoil all tests here.
Gltf sound() {
  Gltf gltf;
  gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  gltf.add(std::vector<std::uint16_t>{0, 1, 2}, 5123, "SCALAR");
  gltf.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}};
  gltf.json["nodes"] = {{{"mesh", 0}}};
  return gltf;
}

Json& primitive(Gltf& gltf) { return gltf.json["meshes"][0]["primitives"][0]; }

/// The same primitive in a mesh that no node shows, with other indices.
void add_unseen(Gltf& gltf, const std::vector<std::uint16_t>& indices) {
  Json unseen = gltf.json["meshes"][0];
  unseen["primitives"][0]["indices"] = gltf.add(indices, 5123, "SCALAR");
  gltf.json["meshes"].push_back(unseen);
}

void add_light(Gltf& gltf, const Json& light) {
  gltf.json["extensionsUsed"] = {"KHR_lights_punctual"};
  gltf.json["extensions"]["KHR_lights_punctual"]["lights"] = Json::array({light});
  gltf.json["nodes"][0]["extensions"]["KHR_lights_punctual"]["light"] = 0;
}

}  // namespace

FOLDER_CASE("what is wrong with a file that opens is said, and only that") {
  REQUIRE(sound().load(folder).warnings.empty());
  struct Fault {
    const char* said;
    std::function<void(Gltf&)> plant;
  };
  for (const Fault& fault : std::vector<Fault>{
           {"/accessors/0: min and max are not those of its values",
            [](Gltf& gltf) {
              gltf.json["accessors"][0]["max"] = {1, 0.5, 0};
            }},
           {"/accessors/0: min and max",
            [](Gltf& gltf) { gltf.json["accessors"][0]["min"][2] = -1; }},
           {"/accessors/1: min and max",
            [](Gltf& gltf) { gltf.json["accessors"][1]["max"] = {7}; }},
           {"/accessors/1/normalized: only bytes and shorts",
            [](Gltf& gltf) { gltf.json["accessors"][0]["normalized"] = true; }},
           {"/meshes/1/primitives/0/indices: an index is beyond",
            [](Gltf& gltf) {
              add_unseen(gltf, {0, 1, 3});
            }},
           {"/meshes/1/primitives/0/indices: the largest index",
            [](Gltf& gltf) {
              add_unseen(gltf, {0, 1, 0xFFFF});
            }},
           {"/nodes/0/weights: expected a weight for each morph target",
            [](Gltf& gltf) { gltf.json["nodes"][0]["weights"] = {0.5}; }},
           {"/nodes/0: a matrix and a translation",
            [](Gltf& gltf) {
              gltf.json["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
              gltf.json["nodes"][0]["translation"] = {1, 2, 3};
            }},
           {"/accessors/2: a byteOffset without a bufferView",
            [](Gltf& gltf) {
              gltf.json["accessors"].push_back(
                  {{"byteOffset", 4}, {"componentType", 5126}, {"count", 1}, {"type", "SCALAR"}});
            }},
           {"/meshes/0/primitives/0/attributes/COLOR_0: colors lie outside",
            [](Gltf& gltf) {
              primitive(gltf)["attributes"]["COLOR_0"] =
                  gltf.add_floats({1, 1, 1, 1, 1, 1, 1, 1, 2}, "VEC3");
            }},
           {"/meshes/0/primitives/0/attributes/NORMAL: normals are not of unit length",
            [](Gltf& gltf) {
              primitive(gltf)["attributes"]["NORMAL"] =
                  gltf.add_floats({0, 0, 1, 0, 0, 1, 0, 0, 1.007f}, "VEC3");
            }},
           {"/meshes/0/primitives/0/attributes/TANGENT: tangents are not of unit length (2 times)",
            [](Gltf& gltf) {
              primitive(gltf)["attributes"]["NORMAL"] =
                  gltf.add_floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
              primitive(gltf)["attributes"]["TANGENT"] =
                  gltf.add_floats({1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, -1}, "VEC4");
              add_unseen(gltf, {0, 1, 2});
            }},
           {"/meshes/0/primitives/0/attributes/COLOR_0: a vertex attribute is not aligned",
            [](Gltf& gltf) {
              primitive(gltf)["attributes"]["COLOR_0"] =
                  gltf.add(std::vector<std::uint8_t>(9, 255), 5121, "VEC3", true);
            }},
           {"lights/0: this light breaks",
            [](Gltf& gltf) {
              add_light(gltf, {{"type", "point"}, {"intensity", -1}});
            }},
           {"lights/0: this light breaks",
            [](Gltf& gltf) {
              add_light(gltf, {{"type", "point"}, {"color", {1, 2, 1}}});
            }},
           {"lights/0: this light breaks",
            [](Gltf& gltf) {
              add_light(gltf, {{"type", "spot"}, {"spot", {{"innerConeAngle", 1}}}});
            }},
           {"/nodes/0: names a light that does not exist", [](Gltf& gltf) {
              add_light(gltf, {{"type", "point"}});
              gltf.json["nodes"][0]["extensions"]["KHR_lights_punctual"]["light"] = 1;
            }}}) {
    Gltf gltf = sound();
    fault.plant(gltf);
    CAPTURE(fault.said);
    const std::vector<std::string> warnings = gltf.load(folder).warnings;
    const bool said = is_said(warnings, fault.said);
    CHECK((said || is_said(warnings, std::string(fault.said).replace(11, 1, "0"))));
    for (const std::string& warning : warnings) CAPTURE(warning);
    CHECK_FALSE(warnings.empty());
  }
}

FOLDER_CASE("right lights and whole numbers written as 1.0 are not faults") {
  Gltf gltf = sound();
  add_light(gltf, {{"type", "spot"},
                   {"color", {1, 0.5, 0}},
                   {"range", 0.5},
                   {"spot", {{"innerConeAngle", 0.1}, {"outerConeAngle", 0.4}}}});
  CHECK(gltf.load(folder).warnings.empty());

  Gltf floats = sound();
  floats.json["accessors"][0]["count"] = 3.0;
  floats.json["accessors"][1]["bufferView"] = 1.0;
  floats.json["bufferViews"][1]["byteOffset"] = 36.0;
  floats.json["meshes"][0]["primitives"][0]["indices"] = 1.0;
  floats.json["nodes"][0]["mesh"] = 0.0;
  floats.json["scenes"] = {{{"nodes", {0.0}}}};
  floats.json["scene"] = 0.0;
  const io::Loaded loaded = floats.load(folder);
  CHECK(loaded.warnings.empty());
  REQUIRE(loaded.scene.nodes.size() == 1);
  CHECK(loaded.scene.nodes[0].mesh->face_count() == 1);
}

FOLDER_CASE("normals that are a little long or short are not faults") {
  Gltf gltf = sound();
  primitive(gltf)["attributes"]["NORMAL"] =
      gltf.add_floats({0, 0, 1.0067f, 0, 0, 0.9933f, 0, 0, 1}, "VEC3");
  CHECK(gltf.load(folder).warnings.empty());
}

FOLDER_CASE("a byte-order mark, a second chunk, an odd chunk and DATA: in capitals open") {
  const auto u32 = [](std::size_t value) {
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) bytes += char(value >> shift & 255);
    return bytes;
  };
  const std::string glb = sound().glb(), rest = glb.substr(12);
  const auto load = [&](const std::string& body) {
    return io::load(put(folder / "x.glb", "glTF" + u32(2) + u32(12 + body.size()) + body)).warnings;
  };
  CHECK(load(rest).empty());
  CHECK(is_said(load(rest + rest.substr(0, 8) + rest.substr(8, rest.find("BIN") - 12)),
                "second chunk"));
  CHECK(is_said(load(rest + u32(3) + "ABCD" + "xyz"), "not a multiple of 4"));

  Gltf text = sound();
  text.json["buffers"] = {{{"byteLength", text.buffer.size()},
                           {"uri",
                            "DATA:application/octet-stream;BASE64,"
                            "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA"}}};
  const io::Loaded loaded = io::load(put(folder / "x.gltf", text.json.dump()));
  CHECK(loaded.warnings.empty());
  CHECK(loaded.scene.nodes[0].mesh->positions[1].x == 1.0f);
  CHECK(is_said(io::load(put(folder / "y.gltf", "\xEF\xBB\xBF" + text.json.dump())).warnings,
                "byte-order mark"));
}

}  // namespace marrow::test
