// VRM 1.0 out: refused with what is missing, and opened again with what it had.
#include "io/avatar.h"

#include <nlohmann/json.hpp>

#include "edit/derived.h"
#include "edit/export_presets.h"
#include "io/formats.h"
#include "rig/implementations.h"
#include "support/cases.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Scene human(std::vector<std::string> authors = {"Someone"}) {
  Scene scene = io::load(media() / "human.glb").scene;
  scene.carried = io::with_avatar_meta(scene.carried, {"Figure", std::move(authors), ""});
  return scene;
}

Scene without_joint(Scene scene, const std::string& name) {
  const JointRef ref = find_joint(scene, name);
  REQUIRE(ref.node >= 0);
  edit_skeleton(scene, ref.node).joints[std::size_t(ref.joint)].name = "thing";
  return scene;
}

}  // namespace

TEST_CASE("a figure without parts of its body is no avatar, and the sentence names them") {
  CHECK(io::why_no_avatar(human()).empty());
  const std::string why =
      io::why_no_avatar(without_joint(without_joint(human(), "hand.L"), "foot.R"));
  CHECK(contains(why, "leftHand"));
  CHECK(contains(why, "rightFoot"));
  CHECK_FALSE(contains(why, "leftFoot"));
  CHECK(contains(io::why_no_avatar(human({})), "author"));
  CHECK(contains(io::why_no_avatar(Scene()), "skeleton"));
}

TEST_CASE("the meta is in the scene file, and other carried data stays") {
  const io::AvatarMeta meta{"A", {"B", "C"}, "https://example.org"};
  Scene scene;
  scene.carried = io::with_avatar_meta(R"({"asset":{"copyright":"c"}})", meta);
  CHECK(io::avatar_meta(scene) == meta);
  CHECK(nlohmann::json::parse(scene.carried)["asset"]["copyright"] == "c");
  const std::filesystem::path folder = scratch("avatar");
  io::save(folder / "x.glb", scene, {});
  CHECK(io::avatar_meta(io::load(folder / "x.glb").scene) == meta);
  std::filesystem::remove_all(folder);
  for (const char* odd :
       {"", "[", "[]", R"({"vrm":3})", R"({"vrm":{"meta":{"authors":[1,""]}}})"}) {
    scene.carried = odd;
    CHECK(io::avatar_meta(scene).authors.empty());
  }
}

SOLVED_CASE("a VRM file opens again as it was saved, expressions included") {
  Scene scene = human();
  nlohmann::json carried = nlohmann::json::parse(scene.carried);
  Id mesh = kNoId;
  for (const Node& node : scene.nodes)
    if (node.mesh) mesh = node.id;
  carried["vrm"]["expressions"]["preset"]["happy"] = {
      {"isBinary", true},
      {"morphTargetBinds",
       {{{"node", mesh}, {"index", 0}, {"weight", 1.0}},
        {{"node", 12345678}, {"index", 0}, {"weight", 1.0}}}}};
  carried["vrm"]["meta"]["avatarPermission"] = "everyone";
  scene.carried = carried.dump();
  const std::filesystem::path folder = scratch("avatar");
  const auto save = [&](const Scene& given, const char* name) {
    const Scene made =
        prepared_export(given, {find_export_preset("vrm"), ""}, tasks_of(Backend::fast)).scene;
    io::save(folder / name, made, derived_from(tasks_of(Backend::fast), made));
    return io::load(folder / name).scene;
  };
  const Scene once = save(scene, "once.vrm"), twice = save(once, "twice.vrm");
  for (const Scene* opened : {&once, &twice}) {
    CHECK(io::avatar_meta(*opened) == io::AvatarMeta{"Figure", {"Someone"}, ""});
    CHECK(io::humanoid_of(*opened).bones.size() == io::humanoid_of(scene).bones.size());
    const nlohmann::json vrm = nlohmann::json::parse(opened->carried)["vrm"];
    CHECK(vrm["meta"]["avatarPermission"] == "everyone");
    const nlohmann::json& binds = vrm["expressions"]["preset"]["happy"]["morphTargetBinds"];
    REQUIRE(binds.size() == 1);  // the other one's node does not exist
    CHECK(find_node(*opened, binds[0]["node"].get<Id>())->mesh != nullptr);
  }
  std::filesystem::remove_all(folder);
}
