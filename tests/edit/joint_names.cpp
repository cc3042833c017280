// Joints named by other programs' conventions: the same roles come back, and no name twice.
#include "edit/joint_names.h"

#include <set>

#include "edit/retarget/clips.h"
#include "io/formats.h"
#include "scene/joint_roles.h"
#include "support/cases.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

Skeleton skeleton_in(const std::filesystem::path& file) {
  const Scene scene = io::load(file).scene;
  return *find_node(scene, actor_node(scene))->skeleton;
}

void check_round_trips(const Skeleton& skeleton) {
  const BodyRoles wanted = body_roles(skeleton);
  for (std::size_t c = 0; c < kNameConventions.size(); ++c) {
    CAPTURE(kNameConventions[c]);
    const Skeleton renamed = with_names(skeleton, static_cast<NameConvention>(c));
    std::set<std::string> names;
    for (const Joint& joint : renamed.joints) CHECK(names.insert(joint.name).second);
    const BodyRoles found = body_roles(renamed);
    for (std::size_t j = 0; j < renamed.joints.size(); ++j) {
      CAPTURE(skeleton.joints[j].name);
      CAPTURE(renamed.joints[j].name);
      if (wanted.roles[j].part == BodyPart::none)
        CHECK(renamed.joints[j].name.starts_with(skeleton.joints[j].name));
      else
        CHECK(found.roles[j] == wanted.roles[j]);
    }
    CHECK(with_names(renamed, static_cast<NameConvention>(c)) == renamed);
  }
}

std::string name_by(const Skeleton& skeleton, const char* joint, NameConvention convention) {
  return names_by(skeleton, convention)[std::size_t(joint_index(skeleton, joint))];
}

}  // namespace

TEST_CASE("the sample's joints have each convention's names") {
  const Skeleton human = skeleton_in(media() / "human.glb");
  const auto name = [&](const char* joint, NameConvention convention) {
    return name_by(human, joint, convention);
  };
  CHECK(name("thigh.L", NameConvention::mixamo) == "mixamorig:LeftUpLeg");
  CHECK(name("thigh.R", NameConvention::unity) == "RightUpperLeg");
  CHECK(name("forearm.L", NameConvention::unreal) == "lowerarm_l");
  CHECK(name("upper_arm.R", NameConvention::vrm) == "J_Bip_R_UpperArm");
  CHECK(name("clavicle.L", NameConvention::rigify) == "shoulder.L");
  CHECK(name("hips", NameConvention::rigify) == "spine");
  CHECK(name("toe.R", NameConvention::humanik) == "RightToeBase");
}

TEST_CASE("renamed samples have the roles that they had") {
  for (const char* file : {"human.glb", "ogre.glb"}) {
    CAPTURE(file);
    check_round_trips(skeleton_in(media() / file));
  }
}

DATA_CASE("renamed figures of every world have the roles that they had") {
  for (const char* file :
       {"gltf/mannequiny.glb", "gltf/m2m_human_skeleton.glb", "rigs/retarget/sketchfab_hero.glb",
        "rigs/retarget/Godette_vrm_v4.vrm", "gltf/CesiumMan.glb", "bvh/bvhplayerjs_Run.bvh"}) {
    CAPTURE(file);
    check_round_trips(skeleton_in(data / file));
  }
}

TEST_CASE("joints that are no part of a body keep their names, and a taken name gets a number") {
  Skeleton skeleton;
  for (const char* name : {"hips", "thigh.L", "thigh.R", "pelvis", "prop"})
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1),
                               .name = name,
                               .parent = skeleton.joints.empty() ? -1 : 0});
  const std::vector<std::string> names = names_by(skeleton, NameConvention::unreal);
  CHECK(names == std::vector<std::string>{"pelvis", "thigh_l", "thigh_r", "pelvis.001", "prop"});
}
