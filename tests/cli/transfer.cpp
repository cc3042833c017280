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

FOLDER_CASE("transfer: what is wrong is one line, and nothing is written") {
  const Files files(folder);
  const auto fails = [&](std::vector<std::string> arguments, int status, const std::string& part) {
    arguments.insert(arguments.begin(), "transfer");
    const Ran ran = run(arguments);
    CAPTURE(ran.err);
    CHECK(ran.status == status);
    CHECK(ran.err.find(part) != std::string::npos);
    CHECK_FALSE(fs::exists(files.out));
  };
  fails({files.rigged, "-o", files.out}, 2, "either MESH");
  fails({files.rigged, files.fresh}, 2, "--out");
  fails({files.rigged, "--from", "body", "-o", files.out}, 2, "--mesh NAME");
  fails({files.rigged, files.fresh, "-o", files.out}, 1, "body, shirt");
  fails({files.rigged, files.fresh, "--mesh", "body", "--new-mesh", "shoe", "-o", files.out}, 1,
        "no mesh \"shoe\"");
  fails({files.rigged, "--mesh", "body", "--from", "shirt", "-o", files.out}, 1, "shirt");
  fails({files.rigged, files.fresh, "--mesh", "body", "-o", files.fresh}, 1, "fresh.glb");
}
