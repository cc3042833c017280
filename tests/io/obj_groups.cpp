// OBJ data beyond shape is kept and written: objects, groups, smoothing, colors.
#include "io/obj/obj_text.h"
#include "io/support.h"
#include "support/cases.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct GroupObjs {
  Scratch folder{"obj_groups"};

  io::Loaded load(const std::string& text) const { return io::load(put(folder / "x.obj", text)); }
  std::string saved(const Scene& scene, const std::string& name = "y.obj") const {
    io::save(folder / name, scene, {}, {.purpose = io::Purpose::posed});
    return bytes_of(folder / name);
  }
};

#define GROUP_CASE(name) GIVEN_CASE(name, const GroupObjs, objs)

const std::string kObjTriangle = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
const std::string kFace = "f 1 2 3\n";
using Indices = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

std::vector<float> numbers_of(const VertexAttribute& attribute) {
  std::vector<float> numbers(attribute.bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), attribute.bytes.data(), attribute.bytes.size());
  return numbers;
}

}  // namespace

GROUP_CASE("groups are kept by the names on their lines; a line without a name ends one") {
  const Scene scene =
      objs.load(kObjTriangle + kFace + "g arm left\n" + kFace + kFace + "g unused\ng leg\n" +
                kFace + "g\n" + kFace + "g arm left\n" + kFace)
          .scene;
  const Mesh& mesh = *scene.nodes[0].mesh;
  CHECK(mesh.groups == Names{"arm left", "leg"});
  CHECK(mesh.face_group == Indices{kNoIndex, 0, 0, 1, kNoIndex, 0});
  CHECK(scene.nodes[0].name == "x");
  CHECK(objs.load(kObjTriangle + kFace).scene.nodes[0].mesh->face_group.empty());
}

GROUP_CASE(
    "an object that all faces stand under is the node's name; several stand before the groups' "
    "names") {
  const Scene one = objs.load("o body\n" + kObjTriangle + "g a\n" + kFace).scene;
  CHECK(one.nodes[0].name == "body");
  CHECK(one.nodes[0].mesh->groups == Names{"a"});
  const Scene two = objs.load("o body\n" + kObjTriangle + "g a\n" + kFace + "o he/ad\n" + kFace +
                              "g\n" + kFace + "g a/b\n" + kFace)
                        .scene;
  CHECK(two.nodes[0].name == "x");
  CHECK(two.nodes[0].mesh->groups == Names{"body/a", "he\\/ad/a", "he\\/ad/", "he\\/ad/a/b"});
  const Scene half = objs.load(kObjTriangle + kFace + "g p/q\n" + kFace + "o late\n" + kFace).scene;
  CHECK(half.nodes[0].mesh->groups == Names{"/p/q", "late/p/q"});
}

TEST_CASE("the names of groups lead back to object and group, whatever they are made of") {
  Random random(3);
  const auto name = [&] {
    std::string text;
    for (int i = random.whole(0, 5); i > 0; --i) text += "a/\\ "[random.whole(0, 3)];
    return text;
  };
  for (int i = 0; i < 5000; ++i) {
    const io::ObjPlace place{name(), name()};
    CHECK(io::place_of_group(io::group_name(place)) == place);
  }
  for (const char* plain : {"", "torso", "a\\", "\\"})
    CHECK(io::place_of_group(plain) == io::ObjPlace{"", plain});
}

GROUP_CASE(
    "objects, groups, materials and smoothing are written where they change, and read back the "
    "same") {
  const std::string faces =
      "f 1 2 3\no body\ng a\ns 2\nf 1 2 3\nusemtl skin\nf 2 3 1\no head\ng a\nf 3 1 2\ng\nusemtl "
      "none\ns off\nf 1 3 2\n";
  const io::Loaded loaded = objs.load(kObjTriangle + faces);
  CHECK(objs.saved(loaded.scene) == "mtllib y.mtl\n" + kObjTriangle + faces);
  CHECK(loaded.warnings.empty());
  const Scene again = io::load(objs.folder / "y.obj").scene;
  CHECK(again.nodes[0].mesh->groups == loaded.scene.nodes[0].mesh->groups);
  CHECK(again.nodes[0].mesh->face_group == loaded.scene.nodes[0].mesh->face_group);
  CHECK(again.nodes[0].mesh->carried == loaded.scene.nodes[0].mesh->carried);
}

GROUP_CASE("smoothing groups are believed only on the faces that they were read with") {
  Scene scene = objs.load(kObjTriangle + "s 1\n" + kFace + "s 3\nf 2 3 1\n").scene;
  Mesh mesh = *scene.nodes[0].mesh;
  CHECK(io::smoothing_of(mesh) == io::SmoothingRuns{{0, 1}, {1, 3}});
  std::swap(mesh.corner_vertex[0], mesh.corner_vertex[1]);
  CHECK(io::smoothing_of(mesh).empty());
  for (const char* text :
       {"", "{", "[]", "{\"extras\":5}", "{\"extras\":{\"obj_smoothing\":{\"faces\":1}}}",
        "{\"extras\":{\"obj_smoothing\":{\"faces\":\"\",\"from\":7}}}"}) {
    mesh.carried = text;
    CHECK(io::smoothing_of(mesh).empty());
  }
  CHECK(objs.load(kObjTriangle + "s off\n" + kFace + "s 0\n" + kFace)
            .scene.nodes[0]
            .mesh->carried.empty());
}

GROUP_CASE("a name that a line cannot hold does not change the lines around it") {
  Scene scene = objs.load(kObjTriangle + "g a\n" + kFace + kFace).scene;
  for (const char* name : {"ends with \\", "two\nlines\rin one", "\xFF", "", "#"}) {
    CAPTURE(name);
    auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
    mesh->groups = {name};
    mesh->materials.assign(1, {});
    mesh->materials[0].name = name;
    scene.nodes[0].mesh = mesh;
    scene.nodes[0].name = name;
    objs.saved(scene);
    const auto read = io::load(objs.folder / "y.obj").scene.nodes[0].mesh;
    CHECK(read->corner_vertex == mesh->corner_vertex);
    CHECK(read->positions == mesh->positions);
    CHECK(read->materials.size() == 1);
  }
}

GROUP_CASE("colors behind positions are kept, and go out again") {
  const std::string text = "v 0 0 0 1 0.5 0\nv 1 0 0 0.25 0 1\nv 1 1 0 0 0 0\n";
  const io::Loaded loaded = objs.load("o x\n" + text + kFace);
  CHECK(loaded.warnings.empty());
  const Mesh& mesh = *loaded.scene.nodes[0].mesh;
  REQUIRE(mesh.attributes.size() == 1);
  CHECK(mesh.attributes[0].name == "COLOR_0");
  CHECK(mesh.attributes[0].width == 3);
  CHECK(numbers_of(mesh.attributes[0]) == std::vector<float>{1, 0.5f, 0, 0.25f, 0, 1, 0, 0, 0});
  CHECK(objs.saved(loaded.scene) == "o x\n" + text + kFace);
}

GROUP_CASE(
    "vertices without a color among others are white; a fourth part is alpha; bytes become "
    "fractions: all said") {
  const io::Loaded some = objs.load("v 0 0 0\nv 1 0 0 0 0 0\nv 1 1 0 # none\n" + kFace);
  CHECK(numbers_of(some.scene.nodes[0].mesh->attributes.at(0)) ==
        std::vector<float>{1, 1, 1, 0, 0, 0, 1, 1, 1});
  CHECK(any_contains(some.warnings, "2 vertices have no color where others do"));
  const io::Loaded alpha = objs.load("v 0 0 0 0 0 0 0.5\nv 1 0 0 0 0 0\nv 1 1 0\n" + kFace);
  CHECK(numbers_of(alpha.scene.nodes[0].mesh->attributes.at(0)) ==
        std::vector<float>{0, 0, 0, 0.5f, 0, 0, 0, 1, 1, 1, 1, 1});
  const io::Loaded bytes = objs.load("v 0 0 0 255 0 51\nv 1 0 0 0 0 0\nv 1 1 0\n" + kFace);
  CHECK(numbers_of(bytes.scene.nodes[0].mesh->attributes.at(0)) ==
        std::vector<float>{1, 0, 0.2f, 0, 0, 0, 1, 1, 1});
  CHECK(any_contains(bytes.warnings, "go up to 255; they were divided by 255"));
  const io::Loaded wild = objs.load("v 0 0 0 1e9 -4 0.5\nv 1 0 0\nv 1 1 0\n" + kFace);
  CHECK(numbers_of(wild.scene.nodes[0].mesh->attributes.at(0))[0] == 1.0f);
  CHECK(numbers_of(wild.scene.nodes[0].mesh->attributes.at(0))[1] == 0.0f);
}

GROUP_CASE(
    "weights of rational vertices and third texture coordinates are dropped with their first line, "
    "plain ones in silence") {
  CHECK(objs.load("v 0 0 0 1\nv 1 0 0 1.0\nv 1 1 0 1\nvt 0 0 0\n" + kFace).warnings.empty());
  const io::Loaded loaded =
      objs.load("v 0 0 0 1\nv 1 0 0 0.5\nv 1 1 0 1 x 2\nv 0 0 0 1 2\nvt 0 0 0.5\n" + kFace);
  CHECK(loaded.scene.nodes[0].mesh->attributes.empty());
  CHECK(any_contains(loaded.warnings,
                     "not kept: 3 weights or other numbers behind positions, the first in line 2"));
  CHECK(any_contains(loaded.warnings, "not kept: 1 third texture coordinate, the first in line 5"));
}

GROUP_CASE(
    "colors of another program's file go out as numbers between 0 and 1; what OBJ has no place "
    "for is named") {
  Scene scene = objs.load("o x\n" + kObjTriangle + kFace).scene;
  auto mesh = std::make_shared<Mesh>(*scene.nodes[0].mesh);
  mesh->attributes.push_back(
      {"COLOR_0", 4, 5121, true, {255, 0, 51, 255, 0, 0, 0, 0, 255, 255, 255, 255}});
  mesh->attributes.push_back({"_HEAT", 1, 5121, false, {1, 2, 3}});
  mesh->morph_targets.push_back({"smile", std::vector<glm::vec3>(3), {}, {}});
  scene.nodes[0].mesh = mesh;
  CHECK(contains(objs.saved(scene), "v 0 0 0 1 0 0.2 1\nv 1 0 0 0 0 0 0\nv 1 1 0 1 1 1 1\n"));
  const auto warnings = io::save(objs.folder / "y.obj", scene, {}, {.purpose = io::Purpose::posed});
  CHECK(any_contains(warnings, "not kept: 1 morph target"));
  CHECK(any_contains(warnings, "not kept of vertices: _HEAT"));
}
