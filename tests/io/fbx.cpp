// FBX: the content of a small text file is in the scene, in meters and with y up; damaged files are
// refused with a message. Real files: io_shared_bad, edit_fbx_frames.
#include "support/fbx.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "io/random.h"
#include "io/support.h"
#include "scene/joint_places.h"
#include "scene/motion_sampling.h"
#include "support/cases.h"
#include "support/joints.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Fbx {
  Scratch folder{"fbx"};
  std::string text = bytes_of(two_bones());
  explicit operator bool() const {
    if (reads_fbx()) return true;
    skip("FBX: the program was built without ufbx");
    return false;
  }
  /// Changes the one place where `from` is in the file.
  Fbx& with(const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    return *this;
  }
  /// Adds objects and connections.
  Fbx& with_more(const std::string& objects, const std::string& connections) {
    with("\tMaterial: 350,", objects + "\tMaterial: 350,");
    return with("Connections:  {\n", "Connections:  {\n" + connections);
  }
  io::Loaded loaded() const { return io::load(put(folder / "x.fbx", text)); }
  Scene scene() const { return loaded().scene; }
};

#define FBX_CASE(name) MADE_CASE(name, Fbx, fbx)

/// W of the upper bone in the world, at a time of the motion or as it is.
glm::dmat4 upper(const Scene& scene, std::optional<float> seconds = {}) {
  const Scene at = seconds ? keyed_at_time(scene, *scene.motions.at(0), *seconds) : scene;
  for (std::size_t n = 0; n < at.nodes.size(); ++n)
    if (at.nodes[n].skeleton)
      return exact_world_from_node(at, int(n)) * posed_places(*at.nodes[n].skeleton).at(1);
  FAIL("no skeleton");
  return {};
}

glm::dmat4 turned(double degrees, const glm::dvec3& axis) {
  return glm::rotate(glm::dmat4(1.0), glm::radians(degrees), axis);
}

void check_near(const glm::dmat4& got, const glm::dmat4& expected) {
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) CHECK(std::abs(got[c][r] - expected[c][r]) < 1e-5);
}

/// Copies of a text with the five digits of each one's number for '#'.
std::string copies(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i)
    for (const char c : text) all += c == '#' ? fmt::format("{:05}", i) : std::string(1, c);
  return all;
}

const glm::dvec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

}  // namespace

FBX_CASE("a skinned bar with a blend shape and a motion, in centimeters, comes in meters") {
  const Scene scene = fbx.scene();
  const Skeleton& skeleton = first_skeleton(scene);
  REQUIRE(skeleton.joints.size() == 2);
  CHECK(skeleton.joints[0].name == "Lower");
  CHECK(skeleton.joints[1].name == "Upper");
  const Node& node = mesh_node(scene);
  const Mesh& mesh = *node.mesh;
  CHECK(mesh.positions.size() == 12);
  CHECK(mesh.face_count() == 10);
  CHECK(glm::distance(mesh.positions[8], glm::vec3(-0.01f, 0.2f, -0.01f)) < 1e-6f);
  REQUIRE(mesh.weights.has_value());
  CHECK(mesh.weights->row_begin.at(5) - mesh.weights->row_begin.at(4) == 2);
  CHECK(mesh.weights->weight.at(mesh.weights->row_begin.at(4)) == 0.5f);
  REQUIRE(mesh.morph_targets.size() == 1);
  CHECK(mesh.morph_targets[0].name == "Bulge");
  CHECK(node.morph_weights.at(0) == 0.5f);
  check_near(upper(scene), glm::translate(glm::dmat4(1.0), {0, 0.1, 0}));
  REQUIRE(scene.motions.size() == 1);
  CHECK(scene.motions[0]->name == "Bend");
  CHECK(std::abs(duration_of(*scene.motions[0]) - 1.0f) < 1e-5f);
  for (const float seconds : {0.0f, 0.25f, 0.5f, 1.0f})
    check_near(upper(scene, seconds),
               glm::translate(glm::dmat4(1.0), {0, 0.1, 0}) * turned(90.0 * double(seconds), kZ));
}

FBX_CASE("units and axes become meters and y up") {
  fbx.with("\"UnitScaleFactor\", \"double\", \"Number\", \"\",1",
           "\"UnitScaleFactor\", \"double\", \"Number\", \"\",100");
  check_near(upper(fbx.scene()), glm::translate(glm::dmat4(1.0), {0, 10, 0}));
  // z up, the front at -y: (x, y, z) there is (x, z, -y) here
  fbx.with("\"UpAxis\", \"int\", \"Integer\", \"\",1", "\"UpAxis\", \"int\", \"Integer\", \"\",2")
      .with("\"FrontAxis\", \"int\", \"Integer\", \"\",2",
            "\"FrontAxis\", \"int\", \"Integer\", \"\",1")
      .with("\"FrontAxisSign\", \"int\", \"Integer\", \"\",1",
            "\"FrontAxisSign\", \"int\", \"Integer\", \"\",-1");
  CHECK(glm::distance(glm::dvec3(upper(fbx.scene())[3]), glm::dvec3(0, 0, -10)) < 1e-4);
}

FBX_CASE("each rotation order, with a rotation before it") {
  struct Order {
    int number;
    std::array<int, 3> axes;  ///< applied first, second, third
  };
  const glm::dvec3 degrees(30, 40, 50);
  const glm::dvec3 axes[] = {kX, kY, kZ};
  for (const Order& order : {Order{0, {0, 1, 2}}, Order{1, {0, 2, 1}}, Order{2, {1, 2, 0}},
                             Order{3, {1, 0, 2}}, Order{4, {2, 0, 1}}, Order{5, {2, 1, 0}}}) {
    Fbx own;
    own.with("\"RotationOrder\", \"enum\", \"\", \"\",0",
             fmt::format("\"RotationOrder\", \"enum\", \"\", \"\",{}", order.number))
        .with("\"Vector3D\", \"Vector\", \"\",0,0,0", "\"Vector3D\", \"Vector\", \"\",0,0,70")
        .with("P: \"Lcl Translation\"",
              "P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",30,40,50\n\t\t\tP: \"Lcl "
              "Translation\"")
        .with("\tC: \"OP\",502,301, \"Lcl Rotation\"\n", "");
    glm::dmat4 rotation(1.0);
    for (const int axis : order.axes) rotation = turned(degrees[axis], axes[axis]) * rotation;
    INFO("order ", order.number);
    check_near(upper(own.scene()),
               glm::translate(glm::dmat4(1.0), {0, 0.1, 0}) * turned(70, kZ) * rotation);
  }
}

FBX_CASE("a rotation about a pivot") {
  fbx.with(
      "P: \"Lcl Translation\"",
      "P: \"RotationPivot\", \"Vector3D\", \"Vector\", \"\",0,5,0\n\t\t\tP: \"Lcl Translation\"");
  const glm::dmat4 pivot = glm::translate(glm::dmat4(1.0), {0, 0.05, 0});
  const Scene scene = fbx.scene();
  const glm::dmat4 rest = upper(scene, 0.0f);  // its origin may be at the pivot
  check_near(upper(scene, 1.0f) * glm::inverse(rest),
             glm::translate(glm::dmat4(1.0), {0, 0.1, 0}) * pivot * turned(90, kZ) *
                 glm::inverse(pivot) * glm::translate(glm::dmat4(1.0), {0, -0.1, 0}));
}

FBX_CASE("a stepped curve stays stepped") {
  fbx.with("KeyAttrFlags: *1 {\n\t\t\ta: 4", "KeyAttrFlags: *1 {\n\t\t\ta: 2");
  const Scene scene = fbx.scene();
  check_near(upper(scene, 0.9f), upper(scene, 0.0f));
  check_near(upper(scene, 1.0f), glm::translate(glm::dmat4(1.0), {0, 0.1, 0}) * turned(90, kZ));
}

FBX_CASE("in-between shapes follow the weight") {
  fbx.with("FullWeights: *1 {\n\t\t\ta: 100", "FullWeights: *2 {\n\t\t\ta: 50,100")
      .with("\tModel: 200,",
            "\tGeometry: 102, \"Geometry::More\", \"Shape\" {\n\t\tVersion: 100\n\t\tIndexes: *1 "
            "{\n\t\t\ta: 6\n\t\t}\n\t\tVertices: *3 {\n\t\t\ta: 0,0,4\n\t\t}\n\t}\n\tModel: 200,")
      .with("C: \"OO\",101,404\n", "C: \"OO\",101,404\n\tC: \"OO\",102,404\n")
      .with("DeformPercent: 50", "DeformPercent: 75");
  const Scene scene = fbx.scene();
  const Node& node = mesh_node(scene);
  REQUIRE(node.mesh->morph_targets.size() == 2);
  REQUIRE(node.morph_weights.size() == 2);
  CHECK(std::abs(node.morph_weights[0] - 0.5f) < 1e-5f);
  CHECK(std::abs(node.morph_weights[1] - 0.5f) < 1e-5f);
}

FBX_CASE("dual-quaternion skins blend so") {
  fbx.with("Link_DeformAcuracy: 50",
           "Link_DeformAcuracy: 50\n\t\tSkinningType: \"DualQuaternion\"");
  CHECK(first_skeleton(fbx.scene()).blend == Blend::dual_quaternion);
}

FBX_CASE("twelve thousand bones, each by itself, are as many skeletons") {
  constexpr int kBones = 12000;
  fbx.with_more(copies(kBones,
                       "Model: 7#, \"Model::b#\", \"LimbNode\" {\n}\nNodeAttribute: 8#, "
                       "\"NodeAttribute::b#\", \"LimbNode\" {\nTypeFlags: \"Skeleton\"\n}\n"),
                copies(kBones, "C: \"OO\",7#,0\nC: \"OO\",8#,7#\n"));
  const Scene scene = fbx.scene();
  CHECK(std::count_if(scene.nodes.begin(), scene.nodes.end(),
                      [](const Node& node) { return node.skeleton != nullptr; }) == kBones + 1);
}

FBX_CASE("keys of more shapes than memory allows are left out in words") {
  constexpr int kShapes = 9000, kKeys = 6000;  // each key has a weight of each shape
  std::string times = "0", values = "0";
  for (int k = 1; k < kKeys; ++k) {
    times += fmt::format(",{}", 1'539'538'600LL * k);  // a frame of 1/30 s
    values += fmt::format(",{}", k * k % 7);
  }
  fbx.with_more(copies(kShapes,
                       "Deformer: 7#, \"SubDeformer::s#\", \"BlendShapeChannel\" {\nDeformPercent: "
                       "0\nFullWeights: *1 {\na: 100\n}\n}\n") +
                    fmt::format("AnimationCurveNode: 801, \"AnimCurveNode::DeformPercent\", \"\" "
                                "{{\n}}\nAnimationCurve: 901, \"AnimCurve::\", \"\" {{\nKeyTime: "
                                "*{0} {{\na: {1}\n}}\nKeyValueFloat: *{0} {{\na: {2}\n}}\n"
                                "KeyAttrFlags: *1 {{\na: 4\n}}\nKeyAttrDataFloat: *4 {{\na: "
                                "0,0,0,0\n}}\nKeyAttrRefCount: *1 {{\na: {0}\n}}\n}}\n",
                                kKeys, times, values),
                copies(kShapes, "C: \"OO\",7#,403\nC: \"OO\",101,7#\n") +
                    "C: \"OO\",801,501\nC: \"OP\",801,404, \"DeformPercent\"\nC: "
                    "\"OP\",901,801, \"d|DeformPercent\"\n");
  const io::Loaded loaded = fbx.loaded();
  CHECK(any_contains(loaded.warnings, "keys of shapes of 1 mesh"));
  CHECK(mesh_node(loaded.scene).mesh->morph_targets.size() == kShapes + 1);
  CHECK(loaded.scene.motions.size() == 1);  // of the bones
}

FBX_CASE("animations of more time than a small file can mean are left out in words") {
  constexpr int kStacks = 200;
  const std::string hour = std::to_string(3600 * 46186158000LL);
  fbx.with("a: 0,46186158000", "a: 0," + hour)
      .with_more(copies(kStacks,
                        "AnimationStack: 7#, \"AnimStack::s#\", \"\" {\n}\nAnimationLayer: 8#, "
                        "\"AnimLayer::l#\", \"\" {\n}\nAnimationCurveNode: 9#, "
                        "\"AnimCurveNode::R\", \"\" {\n}\n"),
                 copies(kStacks,
                        "C: \"OO\",8#,7#\nC: \"OO\",9#,8#\nC: \"OP\",9#,301, \"Lcl Rotation\"\nC: "
                        "\"OP\",503,9#, \"d|Z\"\n"));
  const io::Loaded loaded = fbx.loaded();
  CHECK(any_contains(loaded.warnings, "animations that would need too much memory"));
  CHECK(loaded.scene.motions.size() > 3);
  CHECK(loaded.scene.motions.size() < kStacks);
}

FBX_CASE("opening can be stopped at each report, which never decreases") {
  const std::filesystem::path path = put(fbx.folder / "x.fbx", fbx.text);
  std::vector<double> shares;
  io::load(path, [&](double share) {
    shares.push_back(share);
    return true;
  });
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(shares.back() == 1.0);
  for (std::size_t stop = 0; stop < shares.size(); ++stop) {
    std::size_t reports = 0;
    CHECK_THROWS_AS(io::load(path, [&](double) { return reports++ < stop; }), Stopped);
  }
}

FBX_CASE("damaged files are refused in words, or load") {
  Random random(20261129);
  int refused = 0;
  for (int trial = 0; trial < trials(400); ++trial) {
    std::string text = fbx.text;
    if (trial % 2 == 0) text.resize(std::size_t(random.whole(0, int(text.size()))));
    for (int k = 0; k < trial % 5 && !text.empty(); ++k)
      text[std::size_t(random.whole(0, int(text.size()) - 1))] = char(random.whole(0, 255));
    Scene scene;
    const std::string why =
        refusal([&] { scene = io::load(put(fbx.folder / "y.fbx", text)).scene; });
    refused += !why.empty();
    CHECK(why.find('\n') == std::string::npos);
    if (why.empty()) CHECK(why_invalid(scene) == "");
  }
  CHECK(refused > 10);
}

TEST_CASE("where ufbx is missing a sentence says what to do") {
  if (reads_fbx()) return;
  CHECK(contains(refusal([] { io::load(two_bones()); }), "convert the file to .glb"));
}

DATA_CASE("every sound FBX file opens") {
  if (!reads_fbx()) return skip("FBX: the program was built without ufbx");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data / "fbx")) {
    if (entry.path().extension() != ".fbx") continue;
    CAPTURE(entry.path().string());
    CHECK(refusal([&] { io::load(entry.path()); }) == "");
    ++files;
  }
  CHECK(files > 100);
}
