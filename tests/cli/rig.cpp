// marrow rig: a skeleton for a mesh, markers in and out, honest refusals; nothing is destroyed.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

const Node* rig_in(const Scene& scene) {
  for (const Node& node : scene.nodes)
    if (node.skeleton) return &node;
  return nullptr;
}

}  // namespace

SOLVED_FOLDER_CASE("rig makes a named skeleton that covers a mesh, and prints its markers") {
  const std::string in = (media() / "human.obj").string(), out = folder / "rigged.glb";
  const Ran ran =
      run_well({"rig", in, "-o", out, "--fingers", "none", "--json", folder / "markers.json"});
  CHECK(contains(ran.out, "21 joints"));
  const Json json = Json::parse(bytes_of(folder / "markers.json"));
  CHECK(json["markers"].size() == 23);
  CHECK(json["covered"] == json["vertices"]);
  CHECK(json["seconds"]["find"].get<double>() > 0.0);
  const Scene rigged = io::load(out).scene;
  const Node* rig = rig_in(rigged);
  REQUIRE(rig);
  CHECK(joint_index(*rig->skeleton, "forearm.R") >= 0);

  run_well({"rig", in, "-o", out, "--names", "mixamo"});
  const Scene named = io::load(out).scene;
  CHECK(joint_index(*rig_in(named)->skeleton, "mixamorig:RightForeArm") >= 0);
  CHECK(joint_index(*rig_in(named)->skeleton, "mixamorig:RightHandPinky3") >= 0);
  CHECK(rig_in(named)->skeleton->joints.size() == 51);

  // A file that states all markers but those of fingers makes a figure without fingers.
  CHECK(contains(run_well({"rig", in, "-o", out, "--markers", folder / "markers.json"}).out,
                 "21 joints"));
  CHECK(contains(run_well({"rig", in, "-o", out, "--fingers", "3"}).out, "fingers"));

  // Some markers of a file replace those that are found.
  const std::string some = folder / "some.json", again = folder / "again.json";
  std::ofstream(some) << R"({"markers": [{"name": "neck", "position": [0, 1.5, 0.25]}]})";
  run_well({"rig", in, "-o", out, "--markers", some, "--json", again});
  for (const Json& marker : Json::parse(bytes_of(again))["markers"])
    if (marker["name"] == "neck")
      CHECK(marker["position"][2].get<double>() == doctest::Approx(0.25));
}

SOLVED_FOLDER_CASE("rig makes a chain, and carries the skeleton of another file over") {
  const std::string out = folder / "rigged.glb";
  const Ran chain = run_well({"rig", (media() / "bar.glb").string(), "--discard-skeleton",
                              "--template", "chain", "--joints", "5", "-o", out});
  CHECK(contains(chain.out, "5 joints"));
  CHECK(rig_in(io::load(out).scene)->skeleton->joints.size() == 5);
  run_well({"rig", (media() / "ogre.glb").string(), "--discard-skeleton", "--template",
            (media() / "human.glb").string(), "-o", out});
  const Scene ogre = io::load(out).scene, human = io::load(media() / "human.glb").scene;
  const Skeleton &made = *rig_in(ogre)->skeleton, &own = *rig_in(human)->skeleton;
  REQUIRE(made.joints.size() == own.joints.size());
  for (std::size_t j = 0; j < own.joints.size(); ++j)
    CHECK(made.joints[j].name == own.joints[j].name);
}

SOLVED_FOLDER_CASE("rig replaces a skeleton only on request, and keeps the old file as .bak") {
  const std::string file = folder / "human.glb";
  fs::copy_file(media() / "human.glb", file);
  const std::string before = bytes_of(file);
  run_badly({"rig", file, "-o", file}, 1, "--discard-skeleton");
  CHECK(bytes_of(file) == before);
  run_well({"rig", file, "--discard-skeleton", "-o", file});
  CHECK(bytes_of(file + ".bak") == before);
  REQUIRE(rig_in(io::load(file).scene));
}

SOLVED_FOLDER_CASE("what is no human figure, and markers that are none, are one line and no file") {
  const std::string out = folder / "out.glb", markers = folder / "markers.json",
                    human = (media() / "human.obj").string();
  const auto fails = [&](std::vector<std::string> arguments, int status, const char* word) {
    arguments.insert(arguments.begin(), "rig");
    arguments.insert(arguments.end(), {"-o", out});
    run_badly(arguments, status, word);
    CHECK_FALSE(fs::exists(out));
  };
  fails({(media() / "bar.glb").string(), "--discard-skeleton"}, 1, "expected a human figure");
  fails({human, "--template", "fish"}, 2, "fish");
  fails({human, "--template", "bird"}, 1, "use --template humanoid");
  fails({human, "--template", "quadruped"}, 1, "use --template humanoid");
  fails({human, "--joints", "5"}, 2, "--template chain");
  fails({human, "--fingers", "6"}, 2, "--fingers");
  fails({human, "--template", "chain", "--fingers", "5"}, 2, "--template humanoid");
  fails({human, "--template", "chain", "--twist"}, 2, "--twist is for --template humanoid");
  fails({human, "--template", human}, 1, "no skeleton");
  fails({human, "--markers", folder / "none.json"}, 1, "none.json");
  std::ofstream(markers) << "[]";
  fails({human, "--markers", markers}, 1, "expected {\"markers\"");
  std::ofstream(markers) << R"({"markers": [{"name": "nose", "position": [0, 0, 0]}]})";
  fails({human, "--markers", markers}, 1, "expected one of head_top");
  std::ofstream(markers) << R"({"markers": [{"name": "neck", "position": [0, 0]}]})";
  fails({human, "--markers", markers}, 1, "expected three numbers");
}
