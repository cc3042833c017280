// marrow fit: what it finds is written, printed and never worse; nothing is destroyed.
#include "rig/fit/fit.h"

#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

/// A bar weighted by the capsules of a chain of joints, which are then forgotten.
std::string bar_with_weights(const Scratch& folder) {
  Scene scene = io::load((media() / "bar.glb").string()).scene;
  Deformer deformer(Backend::textbook);
  deformer.update(scene);
  for (Node& node : scene.nodes) {
    const DeformedMesh* deformed = node.mesh ? deformer.mesh(node.id) : nullptr;
    if (!deformed || deformed->skeleton == kNoId) continue;
    const Node& rig = *find_node(scene, node.bound_to);
    auto mesh = std::make_shared<Mesh>(*node.mesh);
    ExplicitWeights weights;
    weights.row_begin.push_back(0);
    const Influences& rows = deformed->influences;
    for (std::uint32_t v = 0; v < mesh->positions.size(); ++v) {
      for (std::uint32_t k = rows.row_begin(v); k < rows.row_end(v); ++k) {
        weights.joint.push_back(rig.skeleton->joints[rows.joint[k]].id);
        weights.weight.push_back(rows.weight[k]);
      }
      weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
    }
    mesh->weights = std::move(weights);
    node.mesh = mesh;
    node.explicit_weights = true;
  }
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].skeleton)
      for (Joint& joint : edit_skeleton(scene, int(n)).joints) joint.set_radii({0.01f, 0.01f});
  const std::string path = folder / "weighted.glb";
  io::save(path, scene, {});
  return path;
}

}  // namespace

SOLVED_FOLDER_CASE("fit --to weights finds the capsules that the weights came from") {
  const std::string in = bar_with_weights(folder), out = folder / "fitted.glb";
  const Json json =
      Json::parse(run_well({"fit", in, "--to", "weights", "-o", out, "--json", "-"}).out);
  const Json& rig = json["skeletons"][0];
  CHECK(rig["after"]["weight_error"].get<double>() < 1e-3);
  CHECK(rig["after"]["same_lists"].get<double>() > 0.999);
  CHECK(rig["after"]["vertex_error"].get<double>() < rig["before"]["vertex_error"].get<double>());
  const Skeleton& planted = *[] {
    static const Scene scene = io::load((media() / "bar.glb").string()).scene;
    for (const Node& node : scene.nodes)
      if (node.skeleton) return node.skeleton;
    return std::shared_ptr<const Skeleton>();
  }();
  CHECK(rig["falloff"] == choice_row(planted.falloff).id);
  const Scene fitted = io::load(out).scene;
  for (const Node& node : fitted.nodes) CHECK_FALSE(node.explicit_weights);
}

SOLVED_FOLDER_CASE("fit --to range bends no worse, covers everything, and says so in a table") {
  const std::string in = (media() / "human.glb").string(), out = folder / "fitted.glb";
  const Ran ran = run_well({"fit", in, "--to", "range", "--metric", "straight", "-o", out, "--json",
                            folder / "fit.json"});
  CHECK(contains(ran.out, "before"));
  CHECK(contains(ran.out, "chosen"));
  const Json rig = Json::parse(bytes_of(folder / "fit.json"))["skeletons"][0];
  CHECK(rig["after"]["score"].get<double>() > rig["before"]["score"].get<double>());
  CHECK(rig["after"]["uncovered"].get<double>() == 0.0);
  CHECK(rig["curve"].size() > 2);
}

SOLVED_FOLDER_CASE("a fit keeps what was asked for, locked joints, and the old file as .bak") {
  const std::string file = folder / "bar.glb";
  Scene scene = io::load((media() / "bar.glb").string()).scene;
  int rig = 0;
  while (!scene.nodes[std::size_t(rig)].skeleton) ++rig;
  edit_skeleton(scene, rig).joints[1].locked = true;
  edit_skeleton(scene, rig).joints[1].radius = 0.321f;
  io::save(file, scene, {});
  const std::string before = bytes_of(file);
  run_well(
      {"fit", file, "--to", "range", "--metric", "straight", "--falloff", "smooth", "-o", file});
  CHECK(bytes_of(file + ".bak") == before);
  const Scene after = io::load(file).scene;
  const Skeleton& fitted = *after.nodes[std::size_t(rig)].skeleton;
  CHECK(fitted.falloff == Falloff::smooth);
  CHECK(fitted.metric == Metric::straight);
  CHECK(fitted.joints[1].radius == 0.321f);
}

SOLVED_FOLDER_CASE("what cannot be fitted is one line and no file") {
  const std::string bar = (media() / "bar.glb").string(), out = folder / "out.glb";
  const auto fails = [&](std::vector<std::string> arguments, int status, const char* word) {
    arguments.insert(arguments.begin(), {"fit", bar});
    arguments.insert(arguments.end(), {"-o", out});
    run_badly(arguments, status, word);
    CHECK_FALSE(fs::exists(out));
  };
  fails({"--to", "weights"}, 1, "no mesh of this skeleton came with weights");
  fails({"--to", "clip", "--clip", "nothing"}, 1, "a motion");
  fails({"--to", "range", "--clip", "walk"}, 2, "--to clip");
  fails({"--to", "moon"}, 2, "moon");
  fails({"--to", "meshes", "--meshes", "posed.obj"}, 2, "removed: use --to weights");
  fails({"--to", "range", "--places"}, 2, "removed from fits: use --to weights");
  fails({"--to", "range", "--blend", "linear"}, 2, "--blend");
}
