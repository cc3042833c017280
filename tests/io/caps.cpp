// Small files that would need much memory are refused first: at most 1 GB a file, 2 GB its content
// (file.h).

#include "io/gltf/check/text_check.h"
#include "io/gltf_builder.h"
#include "io/image_file.h"
#include "io/obj/obj.h"

using namespace marrow;
using namespace marrow::test;

using Json = nlohmann::json;

namespace {

/// A primitive for each accessor.
void draw_all(Gltf& gltf) {
  gltf.json["meshes"] = {{{"primitives", Json::array()}}};
  for (std::size_t a = 0; a < gltf.json["accessors"].size(); ++a) {
    gltf.json["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", a}}}});
  }
  gltf.json["nodes"] = {{{"mesh", 0}}};
}

}  // namespace

FOLDER_CASE(
    "sparse accessors without a view promise any number of zeros: together they get what the "
    "file's size explains") {
  const auto refused = [&](std::uint64_t count, int accessors) {
    Gltf gltf;
    const int at = gltf.add_view(std::vector<std::uint32_t>{7}),
              value = gltf.add_view(std::vector<float>{1, 2, 3});
    for (int a = 0; a < accessors; ++a) {
      gltf.json["accessors"].push_back(
          {{"componentType", 5126}, {"count", count}, {"type", "VEC3"}});
      gltf.json["accessors"].back()["sparse"] = {
          {"count", 1},
          {"indices", {{"bufferView", at}, {"componentType", 5125}}},
          {"values", {{"bufferView", value}}}};
    }
    draw_all(gltf);
    return gltf.refused(folder);
  };
  CHECK(refused(1000, 100) == "");
  const bool is_held = sizeof(std::size_t) > 4;  // by a size here
  CHECK(contains(refused(std::uint64_t(1) << 52, 1),
                 is_held ? "/meshes/0/primitives/0/attributes/POSITION: the file asks for far more"
                         : "/accessors/0/count: expected a whole number up to 4294967295"));
  CHECK(contains(refused(100000000, 1), "the file asks for far more data than it holds"));
  CHECK(contains(refused(100000, 1000), "the file asks for far more data than it holds"));
}

FOLDER_CASE("sizes that 32 bits do not hold are refused, not cut off to those of a triangle") {
  constexpr std::uint64_t kBeyond = std::uint64_t(1) << 32;
  const auto refused = [&](const char* list, const char* member, std::uint64_t added) {
    Gltf gltf;
    gltf.add_floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    draw_all(gltf);
    Json& object = gltf.json[list][0];
    object[member] = object.value(member, std::uint64_t(0)) + added;
    return gltf.refused(folder);
  };
  for (const std::pair<const char*, const char*>& place : {std::pair("accessors", "count"),
                                                           {"accessors", "byteOffset"},
                                                           {"bufferViews", "byteLength"},
                                                           {"bufferViews", "byteOffset"}}) {
    CAPTURE(place.second);
    CHECK(refused(place.first, place.second, 0) == "");
    CHECK(refused(place.first, place.second, kBeyond) != "");
  }
}

FOLDER_CASE("a large file cannot ask for more than 2 GB either") {
  constexpr std::uint64_t kHeld = 140'000'000;
  std::filesystem::resize_file(put(folder / "zeros.bin", "0"), kHeld);
  Gltf gltf;
  gltf.json["buffers"] = {{{"byteLength", kHeld}, {"uri", "zeros.bin"}}};
  gltf.json["accessors"] = {{{"componentType", 5126}, {"count", 90'000'000}, {"type", "VEC3"}}};
  draw_all(gltf);
  CHECK(contains(
      gltf.refused(folder),
      "/meshes/0/primitives/0/attributes/POSITION: the file asks for more than 2 GB of memory"));
}

TEST_CASE("a picture is not decoded where its pixels are more than what is left") {
  Texture texture;
  const std::string png = png_of(64, 64, std::vector<std::uint8_t>(std::size_t(64) * 64 * 4, 9));
  texture.file.assign(png.begin(), png.end());
  std::uint64_t left = 64 * 64 * 4 - 1;
  CHECK(contains(io::decode_picture(texture, left),
                 "is more than the pictures of one file may ask for together"));
  CHECK(left == 64 * 64 * 4 - 1);
  left = 1u << 20;
  CHECK(io::decode_picture(texture, left) == "");
  CHECK(left <= (1u << 20) - 64 * 64 * 4);
}

FOLDER_CASE("the faces of an OBJ file are refused where they take more than they may") {
  // Two bytes per corner become twelve, because the last one has all three indices.
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf";
  for (int corner = 0; corner < 100000; ++corner) text += corner % 2 == 0 ? " 1" : " 2";
  const auto path = put(folder / "x.obj", text + " 3/1/1\n");
  const auto refused = [&](std::uint64_t most) {
    return refusal([&] {
      io::LoadProgress progress({});
      io::load_obj(path, progress, 256u << 10, most);
    });
  };
  CHECK(refused(2u << 20) == "");
  CHECK(contains(refused(1u << 20), "its vertices and faces take more than 1 MB of memory"));
}

TEST_CASE("JSON with more members than memory is worth is refused before it is parsed") {
  std::vector<std::string> warnings;
  const std::string members(io::kMostJsonMembers + 1, ':');
  CHECK(contains(refusal([&] { io::checked_json_text("x.gltf", members, warnings); }),
                 "more than 8000000 JSON members"));
  CHECK(refusal([&] { io::checked_json_text("x.gltf", members.substr(1), warnings); }) == "");
}
