// Joints recognized by names of ten programs and libraries.
#include "scene/joint_roles.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <sstream>

#include "scene/stance.h"
#include "support/support.h"

using namespace marrow;

namespace {

using Wanted = std::vector<std::pair<std::string, JointRole>>;
constexpr BodySide L = BodySide::left, R = BodySide::right, M = BodySide::none;

/// A chain of joints with these names.
Skeleton named(const Wanted& joints) {
  Skeleton skeleton;
  for (const auto& [name, role] : joints) {
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1),
                               .name = name,
                               .parent = int(skeleton.joints.size()) - 1});
  }
  return skeleton;
}

/// "hips", "thigh L", "spine 2", or nothing.
JointRole role_in(std::istringstream words) {
  static const std::vector<std::string> kParts{"none",  "root",     "hips",      "spine",   "neck",
                                               "head",  "clavicle", "upper_arm", "forearm", "hand",
                                               "thigh", "shin",     "foot",      "toe",     "thumb",
                                               "index", "middle",   "ring",      "little"};
  JointRole role;
  for (std::string word; words >> word;) {
    const auto part = std::find(kParts.begin(), kParts.end(), word);
    if (part != kParts.end())
      role.part = BodyPart(part - kParts.begin());
    else if (word == "L" || word == "R")
      role.side = word == "L" ? L : R;
    else
      role.rank = std::stoi(word);
  }
  return role;
}

/// `wanted`: a chain of joints, "NAME = ROLE, ...".
void check(const char* what, const std::string& wanted) {
  CAPTURE(what);
  Wanted joints;
  std::istringstream list(wanted);
  for (std::string joint; std::getline(list >> std::ws, joint, ',');) {
    const std::size_t sign = joint.find(" =");
    REQUIRE(sign != std::string::npos);
    joints.emplace_back(joint.substr(0, sign), role_in(std::istringstream(joint.substr(sign + 2))));
  }
  const std::vector<JointRole> roles = joint_roles(named(joints));
  REQUIRE(roles.size() == joints.size());
  for (std::size_t j = 0; j < roles.size(); ++j) {
    CAPTURE(joints[j].first);
    CHECK(int(roles[j].part) == int(joints[j].second.part));
    CHECK(roles[j] == joints[j].second);
  }
}

}  // namespace

TEST_CASE("names of ten dialects say the same") {
  check("CMU",
        "Hips = hips, LHipJoint =, LeftUpLeg = thigh L, LeftLeg = shin L, LeftFoot = foot L, "
        "LeftToeBase = toe L, LowerBack = spine, Spine = spine 1, Spine1 = spine 2, Neck = neck, "
        "Neck1 = neck 1, Head = head, LeftShoulder = clavicle L, LeftArm = upper_arm L, "
        "LeftForeArm = forearm L, LeftHand = hand L, LeftFingerBase =, LeftHandIndex1 = index L, "
        "LThumb = thumb L");
  check("CMU's own ASF",
        "root = hips, lhipjoint =, lfemur = thigh L, ltibia = shin L, lfoot = foot L, "
        "ltoes = toe L, lowerback = spine, upperback = spine 1, thorax = spine 2, "
        "lowerneck = neck, upperneck = neck 1, head = head, rclavicle = clavicle R, "
        "rhumerus = upper_arm R, rradius = forearm R, rwrist = hand R, rhand =, rfingers =, "
        "rthumb = thumb R");
  check("Mixamo",
        "mixamorig:Hips = hips, mixamorig:Spine = spine, mixamorig:Spine1 = spine 1, "
        "mixamorig:Spine2 = spine 2, mixamorig:Neck = neck, mixamorig:Head = head, "
        "mixamorig:HeadTop_End =, mixamorig:RightShoulder = clavicle R, "
        "mixamorig:RightArm = upper_arm R, mixamorig:RightForeArm = forearm R, "
        "mixamorig:RightHand = hand R, mixamorig:RightHandPinky1 = little R, "
        "mixamorig:RightHandPinky2 = little R 1, mixamorig:RightUpLeg = thigh R, "
        "mixamorig:RightLeg = shin R");
  check("Blender and our samples",
        "hips = hips, spine = spine, chest = spine 1, clavicle.L = clavicle L, "
        "upper_arm.L = upper_arm L, forearm.L = forearm L, hand.L = hand L, "
        "f_index.01.L = index L, f_index.02.L = index L 1, thumb.01.L = thumb L, "
        "thigh.L = thigh L, shin.L = shin L, foot.L = foot L, toe.L = toe L, upper_arm_twist.L =");
  check("3ds Max Biped",
        "Bip01 =, Bip01 Pelvis = hips, Bip01 Spine = spine, Bip01 L Clavicle = clavicle L, "
        "Bip01 L UpperArm = upper_arm L, Bip01 L Forearm = forearm L, Bip01 L Hand = hand L, "
        "Bip01 R Thigh = thigh R, Bip01 R Calf = shin R, Bip01 R Foot = foot R, "
        "Bip01 R Toe0 = toe R");
  check("Unreal",
        "root = root, pelvis = hips, spine_01 = spine, spine_02 = spine 1, neck_01 = neck, "
        "clavicle_l = clavicle L, upperarm_l = upper_arm L, upperarm_twist_01_l =, "
        "lowerarm_l = forearm L, thigh_r = thigh R, calf_r = shin R, foot_r = foot R, "
        "ball_r = toe R, ik_foot_r =");
  check("SMPL: joints named as joints",
        "pelvis = hips, left_hip = thigh L, left_knee = shin L, left_ankle = foot L, "
        "left_foot = toe L, spine1 = spine, left_collar = clavicle L, left_shoulder = upper_arm L, "
        "left_elbow = forearm L, left_wrist = hand L, left_hand =");
  check("MakeHuman",
        "root = hips, pelvis.L =, upperleg01.L = thigh L, upperleg02.L =, lowerleg01.L = shin L, "
        "foot.L = foot L, toe1-1.L = toe L, spine05 = spine, spine04 = spine 1, "
        "clavicle.L = clavicle L, shoulder01.L =, upperarm01.L = upper_arm L, "
        "lowerarm01.L = forearm L, wrist.L = hand L");
  check("Valve",
        "ValveBiped.Bip01_Pelvis = hips, ValveBiped.Bip01_L_UpperArm = upper_arm L, "
        "ValveBiped.Bip01_L_Forearm = forearm L, ValveBiped.Bip01_R_Calf = shin R");
  check("VRoid",
        "J_Bip_C_Hips = hips, J_Bip_C_UpperChest = spine, J_Bip_L_UpperLeg = thigh L, "
        "J_Bip_L_LowerLeg = shin L, J_Bip_L_Shoulder = clavicle L, J_Bip_L_UpperArm = upper_arm L, "
        "J_Bip_L_LowerArm = forearm L, J_Bip_L_Middle1 = middle L, J_Bip_L_Middle2 = middle L 1");
}

TEST_CASE("what is no part of a figure has no role") {
  for (const char* name : {"", "L", "tail.001", "Bone.003", "joint7", "wing_l", "lamp", "rock",
                           "\xC3\xA4rm", "...", "hand"}) {
    CAPTURE(name);
    CHECK(joint_roles(named({{name, {}}}))[0] == JointRole{});
  }
}

TEST_CASE("plain names leave out prefixes, case and what separates words") {
  CHECK(plain_name("rig|mixamorig:Left_Arm.001") == "leftarm001");
  CHECK(plain_name("Tail 2") == "tail2");
  CHECK(plain_name("x:") == "x");
}

TEST_CASE("an offset before a joint, as MakeHuman writes them, does not take the joint's part") {
  check("MakeHuman",
        "Hips = hips, __UpLeg_L =, UpLeg_L = thigh L, LoLeg_L = shin L, __Thumb1_L =, "
        "Thumb1_L = thumb L");
}

TEST_CASE("numbers and words of exporters are ignored before and after names") {
  check("Mixamo by Sketchfab",
        "_rootJoint = root, mixamorig:Hips_00 = hips, mixamorig:HeadTop_End_06 =, "
        "mixamorig:LeftArm_08 = upper_arm L, mixamorig:LeftForeArm_09 = forearm L, "
        "mixamorig:LeftHandThumb1_011 = thumb L, mixamorig:RightUpLeg_036 = thigh R");
  check("Mixamo without colons",
        "mixamorigHips = hips, mixamorigLeftArm = upper_arm L, mixamorig1LeftForeArm = forearm L, "
        "mixamorig1:RightLeg.001 = thigh R, Armature|mixamorig_Head = head");
  check("Armature behind",
        "Armature_rootJoint = root, pelvis_Armature = hips, upper_arm.l_Armature = upper_arm L, "
        "shin.r_Armature = shin R");
}

TEST_CASE("a hip above a leg of one joint is only where the leg is fixed") {
  check("green man",
        "root = root, body_low = hips, body_up = spine, hand_L = hand L, hip_L =, leg_L = thigh L");
}

TEST_CASE("a thumb is on the side of its arm, whatever its name says") {
  check("a knight",
        "UpperArm.L = upper_arm L, LowerArm.L = forearm L, Palm.L = hand L, Thumb.R = thumb L, "
        "Thumb2.R = thumb L 1");
}

TEST_CASE("parts that a file states come before those that names suggest") {
  Skeleton skeleton = named({{"Bone.001", {}},
                             {"Bone.002", {}},
                             {"thigh.L", {}},
                             {"a", {}},
                             {"b", {}},
                             {"hips", {}},
                             {"c", {}},
                             {"wrist.L", {}},
                             {"upper_arm.R", {}}});
  const std::vector<std::pair<const char*, JointRole>> wanted = {
      {"hips", {BodyPart::hips, M}},
      {"leftUpperLeg", {BodyPart::thigh, L}},
      {"", {}},  // the left thigh is stated
      {"leftIndexProximal", {BodyPart::index, L}},
      {"leftIndexIntermediate", {BodyPart::index, L, 1}},
      {"jaw", {}},
      {"leftHand", {BodyPart::hand, L}},
      {"", {}},
      {"", {BodyPart::upper_arm, R}}};
  for (std::size_t j = 0; j < wanted.size(); ++j) skeleton.joints[j].human_bone = wanted[j].first;
  const std::vector<JointRole> roles = joint_roles(skeleton);
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    CAPTURE(j);
    CHECK(roles[j] == wanted[j].second);
  }
}

namespace {

/// A standing figure whose names state nothing, y up, facing z, with the roles that it should have.
std::pair<Skeleton, std::vector<JointRole>> nameless_figure() {
  Skeleton skeleton;
  std::vector<JointRole> roles;
  const auto add = [&](int parent, const glm::vec3& place, const JointRole& role) {
    skeleton.joints.push_back({.id = Id(skeleton.joints.size() + 1),
                               .name = "Bone." + std::to_string(skeleton.joints.size()),
                               .parent = parent,
                               .bind_local = glm::translate(glm::mat4(1.0f), place),
                               .extent_guessed = true});
    roles.push_back(role);
    return int(roles.size()) - 1;
  };
  using enum BodyPart;
  const int bottom = add(-1, {0, 1, 0}, {hips, M}), belly = add(bottom, {0, 0.2f, 0}, {spine, M});
  const int top = add(belly, {0, 0.25f, 0}, {spine, M, 1});
  add(add(top, {0, 0.15f, 0}, {neck, M}), {0, 0.1f, 0}, {head, M});
  for (const float side : {-1.0f, 1.0f}) {
    const BodySide s = side > 0.0f ? L : R;
    const int collar = add(top, {0.05f * side, 0.1f, 0}, {clavicle, s});
    const int arm = add(collar, {0.12f * side, 0, 0}, {upper_arm, s});
    const int elbow = add(arm, {0.28f * side, 0, 0}, {forearm, s});
    add(add(elbow, {0.25f * side, 0, 0}, {BodyPart::hand, s}), {0.1f * side, 0, 0}, {});
    const int leg = add(bottom, {0.1f * side, -0.05f, 0}, {thigh, s});
    const int knee = add(leg, {0, -0.42f, 0.01f}, {shin, s});
    add(add(knee, {0, -0.42f, -0.01f}, {foot, s}), {0, -0.05f, 0.12f}, {toe, s});
  }
  return {skeleton, roles};
}

}  // namespace

TEST_CASE("joints whose names say nothing have roles by their shape, whatever axes and units") {
  const auto [figure, wanted] = nameless_figure();
  const std::vector<JointRole> none(wanted.size());
  CHECK(joint_roles(figure) == none);
  for (const UpAxis up : {UpAxis::x, UpAxis::y, UpAxis::z, UpAxis::minus_x, UpAxis::minus_y}) {
    Skeleton turned = with_rest_turned(figure, turn_of(UpAxis::y, up));
    for (Joint& joint : turned.joints)
      joint.bind_local[3] = glm::vec4(100.0f * glm::vec3(joint.bind_local[3]), 1.0f);
    const BodyRoles found = body_roles(turned);
    CHECK(found.by_shape);
    CHECK(found.roles == wanted);
    CHECK(up_at_rest(turned) == up);
  }
}

TEST_CASE("no roles by shape where names state limbs, or where the shape is not clear") {
  const auto made = nameless_figure();
  const auto& [figure, roles] = made;
  const auto& wanted = roles;
  const auto index_of = [&](BodyPart part, BodySide side) {
    for (std::size_t j = 0; j < wanted.size(); ++j)
      if (wanted[j].part == part && wanted[j].side == side) return j;
    FAIL("no such joint");
    return std::size_t(0);
  };
  Skeleton stated = figure;
  stated.joints[index_of(BodyPart::thigh, L)].name = "thigh.L";
  CHECK(body_roles(stated).by_shape);
  stated.joints[index_of(BodyPart::thigh, R)].name = "thigh.R";
  CHECK_FALSE(body_roles(stated).by_shape);
  CHECK(body_roles(stated).roles == joint_roles(stated));
  Skeleton lame = figure;  // one leg is half as long
  lame.joints[index_of(BodyPart::shin, L)].bind_local[3] *= glm::vec4(0.5f, 0.5f, 0.5f, 1.0f);
  CHECK_FALSE(body_roles(lame).by_shape);
  Skeleton sitting = figure;
  for (const BodySide side : {L, R})
    sitting.joints[index_of(BodyPart::thigh, side)].bind_local *=
        glm::rotate(glm::mat4(1.0f), glm::radians(-90.0f), glm::vec3(1, 0, 0));
  CHECK_FALSE(body_roles(sitting).by_shape);
  Skeleton headless = figure;
  headless.joints[3].bind_local[3].y = -0.15f;
  CHECK_FALSE(body_roles(headless).by_shape);
  CHECK_FALSE(body_roles({}).by_shape);
}
