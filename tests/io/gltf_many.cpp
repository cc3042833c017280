// Files with a hundred thousand references, or more than a scene can hold: time and memory grow
// with the file. And faults that a parser lets through.
#include <ctime>

#include "io/gltf_builder.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

constexpr int kMany = 100000;

/// Processor seconds of opening a file, which may be refused.
double seconds_to_open(const std::filesystem::path& path) {
  const std::clock_t begin = std::clock();
  refusal([&] { io::load(path); });
  return double(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Quadratic work on kMany would take minutes even here; a sanitizer build is slow.
constexpr double kLinear = 30.0;

}  // namespace

FOLDER_CASE("many samplers and channels, over one long row of times, are looked at once each") {
  Gltf gltf;
  std::vector<float> times(200000);
  for (std::size_t k = 0; k < times.size(); ++k) times[k] = float(k);
  const int input = gltf.add_floats(times, "SCALAR"),
            output = gltf.add_floats(std::vector<float>(6), "VEC3");
  gltf.json["nodes"] = {Json::object()};
  Json& animation = (gltf.json["animations"] = Json::array({Json::object()}))[0];
  for (int s = 0; s < kMany; ++s) {
    animation["samplers"].push_back({{"input", input}, {"output", output}});
    animation["channels"].push_back(
        {{"sampler", s}, {"target", {{"node", 0}, {"path", "translation"}}}});
  }
  CHECK(seconds_to_open(put(folder / "x.glb", gltf.glb())) < kLinear);
}

FOLDER_CASE(
    "many joints of one name, many nodes with one mesh, many primitives, targets and attributes") {
  const auto opens_soon = [&](const Gltf& gltf) {
    return seconds_to_open(put(folder / "x.glb", gltf.glb())) < kLinear;
  };
  Gltf gltf = skinned_gltf();
  gltf.json["skins"][0].erase("inverseBindMatrices");
  for (int n = 4; n < kMany; ++n) {
    gltf.json["nodes"].push_back({{"name", "head"}});
    gltf.json["skins"][0]["joints"].push_back(n);
  }
  CHECK(opens_soon(gltf));
  gltf = skinned_gltf();
  for (int n = 4; n < kMany; ++n) gltf.json["nodes"].push_back({{"mesh", 0}, {"skin", 0}});
  gltf.json.erase("scenes");
  gltf.json.erase("scene");
  CHECK(opens_soon(gltf));
  gltf = skinned_gltf();
  const Json primitive = gltf.json["meshes"][0]["primitives"][0];
  for (int p = 0; p < kMany; ++p) gltf.json["meshes"][0]["primitives"].push_back(primitive);
  CHECK(opens_soon(gltf));
  gltf = skinned_gltf();
  for (int t = 0; t < kMany; ++t) {
    gltf.json["meshes"][0]["primitives"][0]["targets"].push_back({{"POSITION", 0}});
    gltf.json["meshes"][0]["primitives"][0]["attributes"]["_A" + std::to_string(t)] = 0;
  }
  CHECK(opens_soon(gltf));
}

FOLDER_CASE("more than a million nodes are refused") {
  std::string text = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}";
  for (int n = 0; n < 1000000; ++n) text += ",{}";
  const std::string message = refusal([&] { io::load(put(folder / "x.gltf", text + "]}")); });
  CHECK_MESSAGE(contains(message, "at most 1000000 objects, found 1000001"), message);
}

FOLDER_CASE("a buffer's file above the cap is refused before it is read") {
  put(folder / "huge.bin", "");
  std::filesystem::resize_file(folder / "huge.bin", (1ull << 30) + 1);  // a hole, not a gigabyte
  const Json json = {{"asset", {{"version", "2.0"}}},
                     {"buffers", {{{"byteLength", 12}, {"uri", "huge.bin"}}}}};
  CHECK(contains(refusal([&] { io::load(put(folder / "x.gltf", json.dump())); }),
                 "the largest file that is opened"));
}

FOLDER_CASE("extras and extensions nested deep are refused wherever they stand") {
  const std::string deep = std::string(20000, '[') + std::string(20000, ']');
  for (const char* member : {"extras", "extensions"}) {
    for (const char* place :
         {R"("nodes":[{"NAME":DEEP}])", R"("NAME":DEEP)",
          R"("asset":{"version":"2.0","NAME":{"a":DEEP}})", R"("materials":[{"NAME":DEEP}])"}) {
      std::string text = std::string(R"({"asset":{"version":"2.0"},)") + place + "}";
      text.replace(text.find("NAME"), 4, member);
      text.replace(text.find("DEEP"), 4, deep);
      CHECK(contains(refusal([&] { io::load(put(folder / "x.gltf", text)); }),
                     "nested deeper than 128 levels"));
    }
  }
}

TEST_CASE_FIXTURE(
    SkinnedFile,
    "a rotation without length, data that is not aligned and positions that are not finite are "
    "repaired and said") {
  gltf.json["nodes"][2]["rotation"] = {0, 0, 0, 0};
  const io::Loaded turned = gltf.load(folder);
  CHECK(any_contains(turned.warnings, "1 rotation was not of unit length"));
  CHECK(why_invalid(turned.scene) == "");

  gltf = skinned_gltf();
  CHECK(gltf.load(folder).warnings ==
        std::vector<std::string>{
            "bone ends and radii of 2 joints were guessed; the file does not hold them"});
  gltf.buffer.insert(0, "x");
  for (Json& view : gltf.json["bufferViews"])
    view["byteOffset"] = view["byteOffset"].get<int>() + 1;
  CHECK(any_contains(gltf.load(folder).warnings, "not aligned as glTF asks"));

  gltf = skinned_gltf();
  const float nan = NAN;
  std::memcpy(gltf.buffer.data(), &nan, sizeof nan);
  const io::Loaded repaired = gltf.load(folder);
  CHECK(!repaired.warnings.empty());
  CHECK(why_invalid(repaired.scene) == "");
}
