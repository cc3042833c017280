// Full bone lists of programs that make characters: every main part is found, and no finger, twist,
// face or helper bone is mistaken for one.
#include <algorithm>
#include <sstream>

#include "scene/joint_roles.h"
#include "support/support.h"

using namespace marrow;

namespace {

struct Named {
  std::string name, parent, part;  ///< part: "" for none of the body's; "*": any finger or none
  BodySide side = BodySide::none;
};

/// Entries "NAME < PARENT = PART", divided by commas; without a parent the joint before; without a
/// part none of the main ones; "[Left|Right]" makes a left and a right joint.
std::vector<Named> named_in(const std::string& text) {
  std::vector<Named> all;
  std::istringstream list(text);
  for (std::string entry; std::getline(list >> std::ws, entry, ',');) {
    const auto cut = [&](const char* sign) {
      const std::size_t at = entry.find(sign);
      if (at == std::string::npos) return std::string();
      std::string rest = entry.substr(at + 3);
      entry.resize(at);
      return rest;
    };
    const std::string part = cut(" = "), parent = cut(" < ");
    const bool is_double = entry.find('[') != std::string::npos;
    for (int side = 0; side < (is_double ? 2 : 1); ++side) {
      const auto chosen = [&](std::string words) {
        for (std::size_t open; (open = words.find('[')) != std::string::npos;) {
          const std::size_t bar = words.find('|', open), close = words.find(']', open);
          words = words.substr(0, open) +
                  (side == 0 ? words.substr(open + 1, bar - open - 1)
                             : words.substr(bar + 1, close - bar - 1)) +
                  words.substr(close + 1);
        }
        return words;
      };
      all.push_back({chosen(entry), chosen(parent), part,
                     !is_double  ? BodySide::none
                     : side == 0 ? BodySide::left
                                 : BodySide::right});
    }
  }
  return all;
}

const std::vector<std::string>& parts() {
  static const std::vector<std::string> all{"",      "root",     "hips",      "spine",   "neck",
                                            "head",  "clavicle", "upper_arm", "forearm", "hand",
                                            "thigh", "shin",     "foot",      "toe"};
  return all;
}

/// Parents before children, whatever the order of the list.
Skeleton skeleton_of(const std::vector<Named>& list) {
  Skeleton skeleton;
  for (std::size_t j = 0; j < list.size(); ++j) {
    const auto parent = std::find_if(list.begin(), list.end(),
                                     [&](const Named& one) { return one.name == list[j].parent; });
    skeleton.joints.push_back(
        {.id = Id(j + 1),
         .name = list[j].name,
         .parent = parent != list.end() ? int(parent - list.begin()) : int(j) - 1});
  }
  return skeleton;
}

struct Convention {
  const char* name;
  std::size_t fingers;  ///< joints with a finger's part
  std::string list;
};

const std::string kMixamoFingers =
    "#HandThumb1, #HandThumb2, #HandThumb3, #HandThumb4, #HandIndex1, #HandIndex2, #HandIndex3, "
    "#HandIndex4, #HandMiddle1, #HandMiddle2, #HandMiddle3, #HandMiddle4, #HandRing1, "
    "#HandRing2, #HandRing3, #HandRing4, #HandPinky1, #HandPinky2, #HandPinky3, #HandPinky4";
const auto with = [](std::string list, const std::string& mark, const std::string& words) {
  for (std::size_t at; (at = list.find(mark)) != std::string::npos;)
    list.replace(at, mark.size(), words);
  return list;
};
const std::string mixamo =
    "@Hips = hips, @Spine = spine, @Spine1 = spine, @Spine2 = spine, @Neck = neck, "
    "@Head = head, @HeadTop_End, @[Left|Right]Eye, #Shoulder = clavicle, #Arm = upper_arm, "
    "#ForeArm = forearm, #Hand = hand, " +
    kMixamoFingers + ", #UpLeg = thigh, #Leg = shin, #Foot = foot, #ToeBase = toe, #Toe_End";
const std::vector<Convention> kConventions = {
    {"Mixamo", 40, with(with(mixamo, "#", "@[Left|Right]"), "@", "mixamorig:")},
    {"Mixamo by glTF, numbered", 40, with(with(mixamo, "#", "@[Left|Right]"), "@", "mixamorig9:")},
    {"Ready Player Me", 40, "Armature, " + with(with(mixamo, "#", "@[Left|Right]"), "@", "")},
    {"Unity", 30,
     "Hips = hips, Spine = spine, Chest = spine, UpperChest = spine, Neck = neck, Head = head, "
     "[Left|Right]Eye, Jaw, [Left|Right]Shoulder = clavicle, [Left|Right]UpperArm = upper_arm, "
     "[Left|Right]LowerArm = forearm, [Left|Right]Hand = hand, "
     "[Left|Right] Thumb Proximal, [Left|Right] Thumb Intermediate, [Left|Right] Thumb Distal, "
     "[Left|Right]IndexProximal, [Left|Right]IndexIntermediate, [Left|Right]IndexDistal, "
     "[Left|Right]MiddleProximal, [Left|Right]MiddleIntermediate, [Left|Right]MiddleDistal, "
     "[Left|Right]RingProximal, [Left|Right]RingIntermediate, [Left|Right]RingDistal, "
     "[Left|Right]LittleProximal, [Left|Right]LittleIntermediate, [Left|Right]LittleDistal, "
     "[Left|Right]UpperLeg = thigh, [Left|Right]LowerLeg = shin, [Left|Right]Foot = foot, "
     "[Left|Right]Toes = toe"},
    {"Unreal 4 and 5", 30,
     "root = root, pelvis = hips, spine_01 = spine, spine_02 = spine, spine_03 = spine, "
     "spine_04 = spine, spine_05 = spine, spine_04_latissimus_[l|r], neck_01 = neck, "
     "neck_02 = neck, head = head, clavicle_[l|r] = clavicle, clavicle_out_[l|r], "
     "clavicle_scap_[l|r], clavicle_pec_[l|r], upperarm_[l|r] = upper_arm, "
     "upperarm_twist_01_[l|r], upperarm_twist_02_[l|r], upperarm_twistCor_01_[l|r], "
     "upperarm_correctiveRoot_[l|r], upperarm_bck_[l|r], upperarm_fwd_[l|r], "
     "upperarm_in_[l|r], upperarm_out_[l|r], upperarm_bicep_[l|r], upperarm_tricep_[l|r], "
     "lowerarm_[l|r] = forearm, lowerarm_twist_01_[l|r], lowerarm_correctiveRoot_[l|r], "
     "lowerarm_in_[l|r], lowerarm_out_[l|r], lowerarm_fwd_[l|r], lowerarm_bck_[l|r], "
     "hand_[l|r] = hand, wrist_inner_[l|r], wrist_outer_[l|r], thumb_01_[l|r], "
     "thumb_02_[l|r], thumb_03_[l|r], index_metacarpal_[l|r], index_01_[l|r], "
     "index_02_[l|r], index_03_[l|r], middle_metacarpal_[l|r], middle_01_[l|r], "
     "middle_02_[l|r], middle_03_[l|r], ring_metacarpal_[l|r], ring_01_[l|r], ring_02_[l|r], "
     "ring_03_[l|r], pinky_metacarpal_[l|r], pinky_01_[l|r], pinky_02_[l|r], pinky_03_[l|r], "
     "thigh_[l|r] = thigh, thigh_twist_01_[l|r], thigh_correctiveRoot_[l|r], "
     "thigh_bck_[l|r], thigh_bck_lwr_[l|r], thigh_fwd_[l|r], thigh_in_[l|r], thigh_out_[l|r], "
     "calf_[l|r] = shin, calf_twist_01_[l|r], calf_correctiveRoot_[l|r], calf_kneeBack_[l|r], "
     "calf_knee_[l|r], foot_[l|r] = foot, ankle_bck_[l|r], ankle_fwd_[l|r], ball_[l|r] = toe, "
     "ik_foot_root, ik_foot_[l|r], ik_hand_root, ik_hand_gun, ik_hand_[l|r], interaction, "
     "center_of_mass"},
    {"VRoid", 30,
     "Root = root, J_Bip_C_Hips = hips, J_Bip_C_Spine = spine, J_Bip_C_Chest = spine, "
     "J_Bip_C_UpperChest = spine, J_Sec_[L|R]_Bust1, J_Sec_[L|R]_Bust2, J_Bip_C_Neck = neck, "
     "J_Bip_C_Head = head, J_Adj_[L|R]_FaceEye, J_Sec_Hair1_01, J_Sec_Hair2_01, "
     "J_Bip_[L|R]_Shoulder = clavicle, J_Bip_[L|R]_UpperArm = upper_arm, "
     "J_Sec_[L|R]_TopsUpperArm, J_Bip_[L|R]_LowerArm = forearm, J_Bip_[L|R]_Hand = hand, "
     "J_Bip_[L|R]_Index1, J_Bip_[L|R]_Index2, J_Bip_[L|R]_Index3, J_Bip_[L|R]_Little1, "
     "J_Bip_[L|R]_Little2, J_Bip_[L|R]_Little3, J_Bip_[L|R]_Middle1, J_Bip_[L|R]_Middle2, "
     "J_Bip_[L|R]_Middle3, J_Bip_[L|R]_Ring1, J_Bip_[L|R]_Ring2, J_Bip_[L|R]_Ring3, "
     "J_Bip_[L|R]_Thumb1, J_Bip_[L|R]_Thumb2, J_Bip_[L|R]_Thumb3, "
     "J_Bip_[L|R]_UpperLeg = thigh, J_Sec_[L|R]_CoatSkirtUpperLeg, J_Bip_[L|R]_LowerLeg = shin, "
     "J_Bip_[L|R]_Foot = foot, J_Bip_[L|R]_ToeBase = toe"},
    {"Rigify's deforming bones", 30,
     "root = root, DEF-spine < root = hips, DEF-pelvis.[L|R] < DEF-spine, "
     "DEF-spine.001 < DEF-spine = spine, DEF-spine.002 = spine, DEF-spine.003 = spine, "
     "DEF-spine.004 = neck, DEF-spine.005 = neck, DEF-spine.006 = head, DEF-nose, DEF-jaw, "
     "DEF-ear.[L|R], DEF-eye.[L|R], DEF-brow.T.[L|R], DEF-forehead.[L|R], DEF-teeth.T, "
     "DEF-breast.[L|R] < DEF-spine.003, DEF-shoulder.[L|R] < DEF-spine.003 = clavicle, "
     "DEF-upper_arm.[L|R] < DEF-shoulder.[L|R] = upper_arm, "
     "DEF-upper_arm.[L|R].001 < DEF-upper_arm.[L|R], "
     "DEF-forearm.[L|R] < DEF-upper_arm.[L|R].001 = forearm, "
     "DEF-forearm.[L|R].001 < DEF-forearm.[L|R], DEF-hand.[L|R] < DEF-forearm.[L|R].001 = hand, "
     "DEF-palm.01.[L|R] < DEF-hand.[L|R], DEF-palm.02.[L|R] < DEF-hand.[L|R], "
     "DEF-f_index.01.[L|R] < DEF-palm.01.[L|R], DEF-f_index.02.[L|R], DEF-f_index.03.[L|R], "
     "DEF-thumb.01.[L|R] < DEF-palm.01.[L|R], DEF-thumb.02.[L|R], DEF-thumb.03.[L|R], "
     "DEF-f_middle.01.[L|R] < DEF-palm.02.[L|R], DEF-f_middle.02.[L|R], DEF-f_middle.03.[L|R], "
     "DEF-f_ring.01.[L|R] < DEF-palm.02.[L|R], DEF-f_ring.02.[L|R], DEF-f_ring.03.[L|R], "
     "DEF-f_pinky.01.[L|R] < DEF-palm.02.[L|R], DEF-f_pinky.02.[L|R], DEF-f_pinky.03.[L|R], "
     "DEF-thigh.[L|R] < DEF-spine = thigh, DEF-thigh.[L|R].001 < DEF-thigh.[L|R], "
     "DEF-shin.[L|R] < DEF-thigh.[L|R].001 = shin, DEF-shin.[L|R].001 < DEF-shin.[L|R], "
     "DEF-foot.[L|R] < DEF-shin.[L|R].001 = foot, DEF-toe.[L|R] < DEF-foot.[L|R] = toe"},
    {"Rigify's human (metarig, ORG)", 0,
     "ORG-spine = hips, ORG-spine.001 = spine, ORG-spine.002 = spine, ORG-spine.003 = spine, "
     "ORG-spine.004 = neck, ORG-spine.005 = neck, ORG-spine.006 = head, ORG-face, "
     "ORG-lip.T.[L|R], ORG-eye.[L|R], ORG-pelvis.[L|R] < ORG-spine, "
     "ORG-breast.[L|R] < ORG-spine.003, ORG-shoulder.[L|R] < ORG-spine.003 = clavicle, "
     "ORG-upper_arm.[L|R] < ORG-shoulder.[L|R] = upper_arm, "
     "ORG-forearm.[L|R] < ORG-upper_arm.[L|R] = forearm, "
     "ORG-hand.[L|R] < ORG-forearm.[L|R] = hand, ORG-palm.01.[L|R] < ORG-hand.[L|R], "
     "ORG-thigh.[L|R] < ORG-spine = thigh, ORG-shin.[L|R] < ORG-thigh.[L|R] = shin, "
     "ORG-foot.[L|R] < ORG-shin.[L|R] = foot, ORG-heel.02.[L|R] < ORG-foot.[L|R], "
     "ORG-toe.[L|R] < ORG-foot.[L|R] = toe"},
    {"HumanIK", 40,
     with("Character1_Reference = root, @Hips = hips, @Spine = spine, @Spine1 = spine, "
          "@Spine2 = spine, @Spine3 = spine, @Neck = neck, @Neck1 = neck, @Head = head, "
          "#Shoulder = clavicle, #Arm = upper_arm, #ArmRoll, #ForeArm = forearm, #ForeArmRoll, "
          "#Hand = hand, #FingerBase, #InHandThumb, #InHandIndex, #InHandMiddle, #InHandRing, "
          "#InHandPinky, " +
              kMixamoFingers +
              ", #HandExtraFinger1, #UpLeg = thigh, #UpLegRoll, #Leg = shin, #LegRoll, "
              "#Foot = foot, #ToeBase = toe, #FootThumb1, #FootIndex1, #FootMiddle1, "
              "#FootRing1, #FootPinky1, Leaf#ArmRoll1",
          "#", "Character1_[Left|Right]")},
    {"HumanIK with a character's name", 0,
     "Bob_Reference = root, Bob_Hips = hips, Bob_Spine = spine, Bob_Spine1 = spine, "
     "Bob_Spine2 = spine, Bob_Neck = neck, Bob_Head = head, Bob_[Left|Right]Shoulder = clavicle, "
     "Bob_[Left|Right]Arm = upper_arm, Bob_[Left|Right]ForeArm = forearm, "
     "Bob_[Left|Right]Hand = hand, Bob_[Left|Right]UpLeg = thigh, Bob_[Left|Right]Leg = shin, "
     "Bob_[Left|Right]Foot = foot, Bob_[Left|Right]ToeBase = toe, Bob_Hat"},
    {"3ds Max Biped", 30,
     "Bip001, Bip001 Footsteps, Bip001 Pelvis = hips, Bip001 Spine = spine, "
     "Bip001 Spine1 = spine, Bip001 Spine2 = spine, Bip001 Spine3 = spine, Bip001 Neck = neck, "
     "Bip001 Head = head, Bip001 HeadNub, Bip001 Ponytail1, Bip001 [L|R] Clavicle = clavicle, "
     "Bip001 [L|R] UpperArm = upper_arm, Bip001 [L|R]UpArmTwist, "
     "Bip001 [L|R] Forearm = forearm, Bip001 [L|R] ForeTwist, Bip001 [L|R] Hand = hand, "
     "Bip001 [L|R] Finger0, Bip001 [L|R] Finger01, Bip001 [L|R] Finger02, "
     "Bip001 [L|R] Finger0Nub, Bip001 [L|R] Finger1, Bip001 [L|R] Finger11, "
     "Bip001 [L|R] Finger12, Bip001 [L|R] Finger1Nub, Bip001 [L|R] Finger2, "
     "Bip001 [L|R] Finger21, Bip001 [L|R] Finger22, Bip001 [L|R] Finger3, "
     "Bip001 [L|R] Finger31, Bip001 [L|R] Finger32, Bip001 [L|R] Finger4, "
     "Bip001 [L|R] Finger41, Bip001 [L|R] Finger42, Bip001 [L|R] Thigh = thigh, "
     "Bip001 [L|R]ThighTwist, Bip001 [L|R] Calf = shin, Bip001 [L|R]CalfTwist, "
     "Bip001 [L|R] HorseLink, Bip001 [L|R] Foot = foot, Bip001 [L|R] Toe0 = toe, "
     "Bip001 [L|R] Toe01, Bip001 [L|R] Toe0Nub, Bip001 Prop1"},
    {"Daz Genesis 3 and 8", 30,
     "Genesis8Male, hip = hips, pelvis, abdomenLower = spine, abdomenUpper = spine, "
     "chestLower = spine, chestUpper = spine, [l|r]Pectoral, neckLower = neck, "
     "neckUpper = neck, head = head, upperTeeth, lowerJaw, lowerTeeth, tongue01, "
     "lowerFaceRig, [l|r]NasolabialLower, upperFaceRig, [l|r]BrowInner, [l|r]Eye, [l|r]Ear, "
     "[l|r]Collar = clavicle, [l|r]ShldrBend = upper_arm, [l|r]ShldrTwist, "
     "[l|r]ForearmBend = forearm, [l|r]ForearmTwist, [l|r]Hand = hand, [l|r]Thumb1, "
     "[l|r]Thumb2, [l|r]Thumb3, [l|r]Carpal1, [l|r]Index1, [l|r]Index2, [l|r]Index3, "
     "[l|r]Carpal2, [l|r]Mid1, [l|r]Mid2, [l|r]Mid3, [l|r]Ring1, [l|r]Ring2, [l|r]Ring3, "
     "[l|r]Pinky1, [l|r]Pinky2, [l|r]Pinky3, [l|r]ThighBend = thigh, [l|r]ThighTwist, "
     "[l|r]Shin = shin, [l|r]Foot = foot, [l|r]Metatarsals, [l|r]Toe = toe, [l|r]SmallToe4, "
     "[l|r]BigToe, [l|r]BigToe_2, [l|r]Heel"},
    {"Daz Genesis 9", 30,
     "Genesis9, hip = hips, pelvis, spine1 = spine, spine2 = spine, spine3 = spine, "
     "spine4 = spine, neck1 = neck, neck2 = neck, head = head, lowerjaw, [l|r]_eye, [l|r]_ear, "
     "[l|r]_pectoral, [l|r]_shoulder = clavicle, [l|r]_upperarm = upper_arm, "
     "[l|r]_upperarmtwist1, [l|r]_upperarmtwist2, [l|r]_forearm = forearm, "
     "[l|r]_forearmtwist1, [l|r]_forearmtwist2, [l|r]_hand = hand, [l|r]_thumb1, [l|r]_thumb2, "
     "[l|r]_thumb3, [l|r]_indexmetacarpal, [l|r]_index1, [l|r]_index2, [l|r]_index3, "
     "[l|r]_midmetacarpal, [l|r]_mid1, [l|r]_mid2, [l|r]_mid3, [l|r]_ringmetacarpal, "
     "[l|r]_ring1, [l|r]_ring2, [l|r]_ring3, [l|r]_pinkymetacarpal, [l|r]_pinky1, "
     "[l|r]_pinky2, [l|r]_pinky3, [l|r]_thigh = thigh, [l|r]_thightwist1, [l|r]_shin = shin, "
     "[l|r]_foot = foot, [l|r]_metatarsal, [l|r]_toes = toe, [l|r]_bigtoe1, [l|r]_bigtoe2, "
     "[l|r]_indextoe1, [l|r]_midtoe1, [l|r]_ringtoe1, [l|r]_pinkytoe1"},
    {"Daz Genesis 1 and 2, Poser", 0,
     "hip = hips, pelvis, abdomen = spine, abdomen2 = spine, chest = spine, neck = neck, "
     "head = head, [l|r]Collar = clavicle, [l|r]Shldr = upper_arm, [l|r]ForeArm = forearm, "
     "[l|r]Hand = hand, [l|r]Thigh = thigh, [l|r]Shin = shin, [l|r]Foot = foot, [l|r]Toe = toe"},
    {"Character Creator, AccuRig", 30,
     with("RL_BoneRoot = root, @Hip = hips, @Pelvis, @[L|R]_Thigh = thigh, "
          "@[L|R]_ThighTwist01, @[L|R]_ThighTwist02, @[L|R]_Calf = shin, @[L|R]_CalfTwist01, "
          "@[L|R]_KneeShareBone, @[L|R]_Foot = foot, @[L|R]_ToeBase = toe, "
          "@[L|R]_ToeBaseShareBone, @[L|R]_BigToe1, @[L|R]_IndexToe1, @[L|R]_MidToe1, "
          "@[L|R]_RingToe1, @[L|R]_PinkyToe1, @Waist = spine, @Spine01 = spine, "
          "@Spine02 = spine, @NeckTwist01 = neck, @NeckTwist02 = neck, @Head = head, "
          "@FacialBone, @JawRoot, @Tongue01, @[L|R]_Eye, @UpperJaw, @Teeth01, @[L|R]_Breast, "
          "@[L|R]_RibsTwist, @[L|R]_Clavicle = clavicle, @[L|R]_Upperarm = upper_arm, "
          "@[L|R]_UpperarmTwist01, @[L|R]_UpperarmTwist02, @[L|R]_Forearm = forearm, "
          "@[L|R]_ForearmTwist01, @[L|R]_ElbowShareBone, @[L|R]_Hand = hand, @[L|R]_Thumb1, "
          "@[L|R]_Thumb2, @[L|R]_Thumb3, @[L|R]_Index1, @[L|R]_Index2, @[L|R]_Index3, "
          "@[L|R]_Mid1, @[L|R]_Mid2, @[L|R]_Mid3, @[L|R]_Ring1, @[L|R]_Ring2, @[L|R]_Ring3, "
          "@[L|R]_Pinky1, @[L|R]_Pinky2, @[L|R]_Pinky3",
          "@", "CC_Base_")},
    {"SMPL in FBX", 0,
     with("@root = root, @Pelvis = hips, @[L|R]_Hip = thigh, @[L|R]_Knee = shin, "
          "@[L|R]_Ankle = foot, @[L|R]_Foot = toe, @Spine1 = spine, @Spine2 = spine, "
          "@Spine3 = spine, @Neck = neck, @Head = head, @[L|R]_Collar = clavicle, "
          "@[L|R]_Shoulder = upper_arm, @[L|R]_Elbow = forearm, @[L|R]_Wrist = hand, "
          "@[L|R]_Hand",
          "@", "m_avg_")},
    {"SMPL-X", 30,
     "pelvis = hips, [left|right]_hip = thigh, [left|right]_knee = shin, "
     "[left|right]_ankle = foot, [left|right]_foot = toe, spine1 = spine, spine2 = spine, "
     "spine3 = spine, neck = neck, head = head, jaw, [left|right]_eye_smplhf, "
     "[left|right]_collar = clavicle, [left|right]_shoulder = upper_arm, "
     "[left|right]_elbow = forearm, [left|right]_wrist = hand, [left|right]_index1, "
     "[left|right]_index2, [left|right]_index3, [left|right]_middle1, [left|right]_middle2, "
     "[left|right]_middle3, [left|right]_pinky1, [left|right]_pinky2, [left|right]_pinky3, "
     "[left|right]_ring1, [left|right]_ring2, [left|right]_ring3, [left|right]_thumb1, "
     "[left|right]_thumb2, [left|right]_thumb3"},
    {"AMASS", 0,
     "Pelvis = hips, [Left|Right]_hip = thigh, [Left|Right]_knee = shin, "
     "[Left|Right]_ankle = foot, [Left|Right]_foot = toe, Spine1 = spine, Spine2 = spine, "
     "Neck = neck, Head = head, [Left|Right]_collar = clavicle, "
     "[Left|Right]_shoulder = upper_arm, [Left|Right]_elbow = forearm, "
     "[Left|Right]_wrist = hand, [Left|Right]_palm"},
    {"Auto-Rig Pro's export", 6,
     "c_root_master.x, root.x = hips, spine_01.x = spine, spine_02.x = spine, neck.x = neck, "
     "head.x = head, shoulder.[l|r] = clavicle, arm_stretch.[l|r] = upper_arm, "
     "arm_twist.[l|r], forearm_stretch.[l|r] = forearm, forearm_twist.[l|r], "
     "hand.[l|r] = hand, thumb1.[l|r], c_index1.[l|r], c_index2.[l|r], "
     "thigh_stretch.[l|r] < root.x = thigh, thigh_twist.[l|r], leg_stretch.[l|r] = shin, "
     "leg_twist.[l|r], foot.[l|r] = foot, toes_01.[l|r] = toe"},
    {"Advanced Skeleton", 4,
     "Root_M = hips, HipPart1_[L|R], Spine1_M = spine, Chest_M = spine, Neck_M = neck, "
     "Head_M = head, HeadEnd_M, Jaw_M, Scapula_[L|R] = clavicle, Shoulder_[L|R] = upper_arm, "
     "Elbow_[L|R] = forearm, Wrist_[L|R] = hand, ThumbFinger1_[L|R], IndexFinger1_[L|R], "
     "Cup_[L|R], Hip_[L|R] < Root_M = thigh, Knee_[L|R] = shin, Ankle_[L|R] = foot, Toes_[L|R] = "
     "toe, "
     "ToesEnd_[L|R]"},
    {"OptiTrack", 0,
     "Hip = hips, Ab = spine, Chest = spine, Neck = neck, Head = head, [L|R]Shoulder = clavicle, "
     "[L|R]UArm = upper_arm, [L|R]FArm = forearm, [L|R]Hand = hand, [L|R]Thigh = thigh, "
     "[L|R]Shin = shin, [L|R]Foot = foot, [L|R]Toe = toe"},
    {"lower case without separators", 0,
     "hips = hips, spine = spine, head = head, [left|right]shoulder = clavicle, "
     "[left|right]arm = upper_arm, [left|right]forearm = forearm, [left|right]hand = hand, "
     "upleg[left|right] = thigh, [left|right]leg = shin, [left|right]foot = foot, "
     "[left|right]toebase = toe"},
};

}  // namespace

TEST_CASE("the bone lists of every convention have their main parts, and no others have one") {
  CHECK(kConventions.size() >= 20);
  for (const Convention& convention : kConventions) {
    CAPTURE(convention.name);
    const std::vector<Named> list = named_in(convention.list);
    const std::vector<JointRole> roles = joint_roles(skeleton_of(list));
    std::size_t main = 0, fingers = 0;
    for (std::size_t j = 0; j < list.size(); ++j) {
      CAPTURE(list[j].name);
      const bool is_finger = roles[j].part >= BodyPart::thumb;
      fingers += is_finger ? 1 : 0;
      const std::string part = is_finger ? "" : parts()[std::size_t(roles[j].part)];
      CHECK(part == list[j].part);
      CHECK((is_finger || roles[j].part == BodyPart::none || roles[j].side == list[j].side));
      main += roles[j].part > BodyPart::root && !is_finger ? 1 : 0;
    }
    CHECK(main >= 19);
    CHECK(fingers == convention.fingers);
  }
}

TEST_CASE("numbered fingers count from the thumb, and bones of the palm are none") {
  const auto role = [](const std::string& list, std::size_t joint) {
    return joint_roles(skeleton_of(named_in(list)))[joint];
  };
  const std::string biped = "Bip01 L Hand, Bip01 L Finger0, Bip01 L Finger1, Bip01 L Finger11";
  CHECK(role(biped, 1) == JointRole{BodyPart::thumb, BodySide::left, 0});
  CHECK(role(biped, 3) == JointRole{BodyPart::index, BodySide::left, 1});
  const std::string five = "wrist.L, finger1-1.L, finger5-1.L, finger5-2.L, metacarpal1.L";
  CHECK(role(five, 1) == JointRole{BodyPart::thumb, BodySide::left, 0});
  CHECK(role(five, 3) == JointRole{BodyPart::little, BodySide::left, 1});
  CHECK(role(five, 4) == JointRole{});
  CHECK(role("hand_l, finger_01_l, finger_02_l, finger_03_l", 2) == JointRole{});
  CHECK(role("hand_l, index_metacarpal_l, index_01_l", 1) == JointRole{});
  CHECK(role("hand_l, index_metacarpal_l, index_01_l", 2) ==
        JointRole{BodyPart::index, BodySide::left, 0});
}
