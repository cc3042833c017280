// marrow transfer: a new mesh on a rig, and clothes.
#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Files : DressedFigure {
  std::string rigged, fresh, out;
  explicit Files(const Scratch& folder)
      : rigged(folder / "rigged.glb"), fresh(folder / "fresh.glb"), out(folder / "out.glb") {
    add_shirt();
    io::save(rigged, scene, {});
    io::save(fresh, file, {});
  }
};

/// The scene with the shirt on the body's skeleton, held by its capsules.
std::string put_bound_shirt(const Scratch& folder, const Files& files) {
  Scene bound = files.scene;
  bound.nodes[2].bound_to = bound.nodes[0].id;
  io::save(folder / "bound.glb", bound, {});
  return folder / "bound.glb";
}

}  // namespace

FOLDER_CASE("transfer: a new mesh has the old one's weights, and both files stay") {
  const Files files(folder);
  const std::string before = bytes_of(files.rigged), other = bytes_of(files.fresh);
  const Json json = Json::parse(run_well({"transfer", files.rigged, files.fresh, "--mesh", "body",
                                          "-o", files.out, "--json", "-"})
                                    .out);
  CHECK(json["mesh"] == "body");
  CHECK(json["new_mesh"] == "remeshed");
  CHECK(json["found"] == files.fine->positions.size());
  CHECK(json["filled"] == 0);
  CHECK(json["unsure"] == 0);
  CHECK(bytes_of(files.rigged) == before);
  CHECK(bytes_of(files.fresh) == other);
  const Scene after = io::load(files.out).scene;
  CHECK(after.nodes[1].mesh->positions.size() == files.fine->positions.size());
  CHECK(after.nodes[1].explicit_weights);
  CHECK(after.nodes[1].touch_ups);
  CHECK(run_well({"transfer", files.rigged, files.fresh, "--mesh", "body", "--new-mesh", "a hat",
                  "-o", files.out})
            .out.find("body has the mesh a hat: ") == 0);
}

SOLVED_FOLDER_CASE("transfer --from: a shirt follows the body's skeleton by its weights") {
  const Files files(folder);
  CHECK(run_well({"transfer", files.rigged, "--mesh", "shirt", "--from", "body", "-o", files.out})
            .out ==
        "shirt has the weights of body: 302 of 302 vertices found their weights, 0 were filled in "
        "smoothly\n");
  const Scene after = io::load(files.out).scene;
  CHECK(after.nodes[2].bound_to == after.nodes[0].id);
  CHECK(after.nodes[2].explicit_weights);
}

SOLVED_FOLDER_CASE("transfer --from: weights of another file's body") {
  Files files(folder);
  const std::string body = folder / "body.glb", shirt = folder / "shirt.glb";
  Scene bodies = files.scene, shirts = files.scene;
  bodies.nodes.resize(2);
  shirts.nodes = {files.scene.nodes[2]};
  shirts.nodes[0].local = glm::mat4(world_from_node(files.scene, 2));
  shirts.nodes[0].parent = -1;
  shirts.springs.reset();
  shirts.motions.clear();
  io::save(body, bodies, {});
  io::save(shirt, shirts, {});
  const auto take = [&](const std::string& file) {
    CHECK(run_well({"transfer", file, body, "--mesh", "shirt", "--from", "body", "-o", files.out})
              .out ==
          "shirt has the weights of body: 302 of 302 vertices found their weights, 0 "
          "were filled in smoothly\n");
    return io::load(files.out).scene;
  };
  const Scene dressed = take(shirt);  // a shirt without a skeleton gets the body's
  REQUIRE(dressed.nodes.size() == 3);
  CHECK(find_node(dressed, dressed.nodes[0].bound_to)->skeleton);
  const Scene kept = take(files.rigged = put_bound_shirt(folder, files));
  CHECK(kept.nodes.size() == 3);
  CHECK(kept.nodes[2].bound_to == kept.nodes[0].id);
  const auto names = [](const Scene& scene, const Node& node) {
    std::vector<std::string> list;
    for (const Id joint : node.mesh->weights->joint) list.push_back(name_of(scene, joint));
    return list;
  };
  CHECK(names(kept, kept.nodes[2]) == names(dressed, dressed.nodes[0]));
  CHECK(kept.nodes[2].mesh->weights->weight == dressed.nodes[0].mesh->weights->weight);
  // a skeleton without one of the joints
  Scene other = kept;
  edit_skeleton(other, 0).joints[0].name = "trunk";
  io::save(files.rigged, other, {});
  run_badly({"transfer", files.rigged, body, "--mesh", "shirt", "--from", "body", "-o",
             folder / "no.glb"},
            1, "has no joint");
  CHECK_FALSE(fs::exists(folder / "no.glb"));
}

FOLDER_CASE("transfer: what is wrong is one line, and nothing is written") {
  const Files files(folder);
  const auto fails = [&](std::vector<std::string> arguments, int status, const std::string& part) {
    arguments.insert(arguments.begin(), "transfer");
    run_badly(arguments, status, part);
    CHECK_FALSE(fs::exists(files.out));
  };
  fails({files.rigged, "-o", files.out}, 2, "expected MESH");
  fails({files.rigged, files.fresh}, 2, "--out");
  fails({files.rigged, "--from", "body", "-o", files.out}, 2, "--mesh NAME");
  fails({files.rigged, files.fresh, "-o", files.out}, 1, "body, shirt");
  fails({files.rigged, files.fresh, "--mesh", "body", "--new-mesh", "shoe", "-o", files.out}, 1,
        "no mesh \"shoe\"");
  fails({files.rigged, "--mesh", "body", "--from", "shirt", "-o", files.out}, 1, "shirt");
  fails({files.rigged, files.fresh, "--mesh", "body", "-o", files.fresh}, 1, "fresh.glb");
}
