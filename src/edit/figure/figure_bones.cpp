#include "edit/figure/figure_bones.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "edit/mirror.h"
#include "scene/stance.h"

namespace marrow {
namespace {

constexpr float kHeight = 1.75f, kDepthMiddle = 0.031f, kSkin = 0.021f;
constexpr float kFingerRadius = 0.012f;
constexpr float kHandBone = 0.75f;  // share of the way from wrist to finger tips

/// A point: the marker `from`, plus shares of the ways from it to two others.
struct BonePoint {
  std::size_t from;
  std::size_t towards = from;
  float share = 0.0f;
  std::size_t also = from;
  float its_share = 0.0f;

  glm::vec3 in(const FigureMarkers& markers, bool is_right) const {
    const auto place = [&](std::size_t marker) {
      return markers[is_right ? markers.mirrored(marker) : marker].position;
    };
    return place(from) + share * (place(towards) - place(from)) +
           its_share * (place(also) - place(from));
  }
};

struct BoneByMarkers {
  const char* name;
  int parent;
  BonePoint base, tip;
  float radius;  ///< of a human 1.75 high, else for a trunk of length 1
};

/// The middle and the left side.
std::span<const BoneByMarkers> human_half() {
  using enum Marker::Index;
  static const BoneByMarkers bones[] = {
      {"hips", -1, {hips}, {hips, chest, 0.49f}, 0.161f},
      {"spine", 0, {hips, chest, 0.49f}, {chest}, 0.140f},
      {"chest", 1, {chest}, {chest, neck, 0.7f}, 0.180f},
      {"neck", 2, {neck}, {head}, 0.066f},
      {"head", 3, {head}, {head, head_top, 0.617f}, 0.119f},
      {"clavicle.L",
       2,
       {neck, shoulder_l, 0.145f, chest, 0.131f},
       {neck, shoulder_l, 0.913f, chest, 0.014f},
       0.071f},
      {"upper_arm.L", 5, {shoulder_l}, {elbow_l}, 0.070f},
      {"forearm.L", 6, {elbow_l}, {wrist_l}, 0.046f},
      {"hand.L", 7, {wrist_l}, {wrist_l, hand_end_l, kHandBone}, 0.074f},
      {"thigh.L", 0, {hip_l}, {knee_l}, 0.097f},
      {"shin.L", 9, {knee_l}, {ankle_l}, 0.068f},
      {"foot.L", 10, {ankle_l}, {ball_l}, 0.089f},
      {"toe.L", 11, {ball_l}, {toe_end_l}, 0.046f},
  };
  return bones;
}

/// Middle and left side of an animal, legs named as in Rigify. Radii for a trunk of length 1.
std::span<const BoneByMarkers> animal_half() {
  using enum QuadrupedMarker::Index;
  static const BoneByMarkers bones[] = {
      {"hips", -1, {hips}, {spine}, 0.16f},
      {"spine", 0, {spine}, {chest}, 0.16f},
      {"chest", 1, {chest}, {neck}, 0.16f},
      {"neck", 2, {neck}, {neck, head, 0.5f}, 0.1f},
      {"neck.001", 3, {neck, head, 0.5f}, {head}, 0.1f},
      {"head", 4, {head}, {nose}, 0.1f},
      {"front_thigh.L", 2, {shoulder_l}, {elbow_l}, 0.06f},
      {"front_shin.L", 6, {elbow_l}, {wrist_l}, 0.05f},
      {"front_foot.L", 7, {wrist_l}, {front_toe_l}, 0.05f},
      {"thigh.L", 0, {hip_l}, {knee_l}, 0.08f},
      {"shin.L", 9, {knee_l}, {ankle_l}, 0.05f},
      {"foot.L", 10, {ankle_l}, {ball_l}, 0.05f},
      {"toe.L", 11, {ball_l}, {hind_toe_l}, 0.05f},
  };
  return bones;
}

/// Wings have names without roles, so that arms of other figures do not move them.
std::span<const BoneByMarkers> bird_half() {
  using enum BirdMarker::Index;
  static const BoneByMarkers bones[] = {
      {"hips", -1, {hips}, {hips, chest, 0.5f}, 0.3f},
      {"spine", 0, {hips, chest, 0.5f}, {chest}, 0.3f},
      {"chest", 1, {chest}, {neck}, 0.3f},
      {"neck", 2, {neck}, {head}, 0.12f},
      {"head", 3, {head}, {beak}, 0.12f},
      {"tail.001", 0, {tail}, {tail, tail_end, 0.5f}, 0.1f},
      {"tail.002", 5, {tail, tail_end, 0.5f}, {tail_end}, 0.1f},
      {"wing.001.L", 2, {shoulder_l}, {elbow_l}, 0.1f},
      {"wing.002.L", 7, {elbow_l}, {wrist_l}, 0.1f},
      {"wing.003.L", 8, {wrist_l}, {wing_end_l}, 0.1f},
      {"thigh.L", 0, {hip_l}, {knee_l}, 0.1f},
      {"shin.L", 10, {knee_l}, {ankle_l}, 0.06f},
      {"foot.L", 11, {ankle_l}, {ball_l}, 0.04f},
      {"toe.L", 12, {ball_l}, {toe_end_l}, 0.04f},
  };
  return bones;
}

/// The bones of `half`, then those of the right side.
std::vector<FigureBone> both_sides(std::span<const BoneByMarkers> half,
                                   const FigureMarkers& markers, float scale) {
  std::vector<FigureBone> bones;
  std::size_t middle = 0;
  while (!mirrored_name(half[middle].name)) ++middle;
  const std::size_t side = half.size() - middle;
  for (std::size_t j = 0; j < half.size() + side; ++j) {
    const bool is_right = j >= half.size();
    const BoneByMarkers& source = half[is_right ? j - side : j];
    FigureBone bone{source.name, source.parent, source.base.in(markers, is_right),
                    source.tip.in(markers, is_right), source.radius * scale};
    if (is_right) bone.name = *mirrored_name(bone.name);
    if (is_right && bone.parent >= int(middle)) bone.parent += int(side);
    bones.push_back(std::move(bone));
  }
  return bones;
}

/// Adds bones from marker to marker, the first one below `parent`: "tail.001", "index.001.L".
void add_chain(std::vector<FigureBone>& bones, std::string_view name, int parent,
               std::span<const MarkerPlace> places, float radius, std::string_view side = "") {
  for (std::size_t m = 0; m + 1 < places.size(); ++m) {
    bones.push_back({fmt::format("{}.{:03}{}", name, m + 1, side), parent, places[m].position,
                     places[m + 1].position, radius});
    parent = int(bones.size()) - 1;
  }
}

/// Adds fingers, and ends each hand at the mean of its fingers' first markers, without the thumb.
void add_finger_bones(std::vector<FigureBone>& bones, const FigureMarkers& markers, float radius) {
  const std::span places(markers.places);
  std::map<std::size_t, std::pair<glm::vec3, float>> knuckles;  // by hand: sum and count
  for (std::size_t m = markers_of(markers.shape).places.size(); m < places.size();
       m += kFingerMarkers) {
    const std::string_view marker = places[m].name;  // "index_1.L"
    const std::string_view name = marker.substr(0, marker.find('_')),
                           side = marker.substr(std::min(marker.size(), marker.find('.')));
    const auto hand = std::find_if(bones.begin(), bones.end(), [&](const FigureBone& bone) {
      return bone.name == fmt::format("hand{}", side);
    });
    const auto index = std::size_t(hand - bones.begin());
    if (auto& [sum, count] = knuckles[index]; name != kFingers[0]) {
      sum += places[m].position;
      count += 1.0f;
    }
    add_chain(bones, name, int(index), places.subspan(m, kFingerMarkers), radius, side);
  }
  for (const auto& [hand, mean] : knuckles)
    if (mean.second > 0.0f) bones[hand].tip = mean.first / mean.second;
}

void add_twist_bones(std::vector<FigureBone>& bones) {
  for (std::size_t j = 0, before = bones.size(); j < before; ++j) {
    const auto split = std::min(bones[j].name.find('.'), bones[j].name.size());
    const std::string limb = bones[j].name.substr(0, split), side = bones[j].name.substr(split);
    if (limb != "forearm" && limb != "shin") continue;
    const glm::vec3 middle = 0.5f * (bones[j].base + bones[j].tip);
    bones.push_back({limb + "_twist" + side, int(j), middle, bones[j].tip, bones[j].radius});
    bones[j].tip = middle;
  }
}

/// Markers of a figure that is 1.75 high on the ground, with arms 32 degrees below horizontal.
FigureMarkers usual_markers() {
  constexpr glm::vec3 kMiddle[] = {{0.0f, 1.75f, 0.017f},
                                   {0.0f, 1.515f, -0.006f},
                                   {0.0f, 1.425f, -0.022f},
                                   {0.0f, 1.175f, -0.016f},
                                   {0.0f, 0.93f, -0.006f}};
  constexpr glm::vec3 kLeft[] = {
      {0.172f, 1.375f, -0.020f}, {0.395f, 1.232f, -0.028f}, {0.596f, 1.106f, -0.006f},
      {0.752f, 1.010f, 0.018f},  {0.086f, 0.885f, -0.004f}, {0.108f, 0.480f, 0.006f},
      {0.122f, 0.078f, -0.024f}, {0.137f, 0.030f, 0.098f},  {0.144f, 0.026f, 0.155f}};
  FigureMarkers markers = markers_of(FigureTemplate::humanoid);
  for (std::size_t m = 0; m < std::size(kMiddle); ++m) markers[m].position = kMiddle[m];
  for (std::size_t m = 0; m < std::size(kLeft); ++m) {
    const std::size_t left = Marker::shoulder_l + m;
    markers[left].position = kLeft[m];
    markers[markers.mirrored(left)].position = kLeft[m] * glm::vec3(-1.0f, 1.0f, 1.0f);
  }
  markers.height = kHeight;
  return markers;
}

/// Turns the left arm about the shoulder until the tip of its last bone is `reach` from the middle;
/// an arm that is too short for that is stretched a little.
glm::mat3 arm_reaching(const FigureMarkers& markers, float reach) {
  constexpr float kHanging = 0.17f, kMostStretch = 1.25f;  // cosine of 80 degrees; factor
  const glm::vec3 shoulder = markers[Marker::shoulder_l].position;
  const glm::vec3 arm =
      glm::mix(markers[Marker::wrist_l].position, markers[Marker::hand_end_l].position, kHandBone) -
      shoulder;
  const float share = (reach - shoulder.x) / std::hypot(arm.x, arm.y);
  const float turn = std::atan2(-arm.y, arm.x) - std::acos(std::clamp(share, kHanging, 1.0f));
  return std::clamp(share, 1.0f, kMostStretch) *
         glm::mat3(glm::rotate(glm::mat4(1.0f), turn, {0.0f, 0.0f, 1.0f}));
}

}  // namespace

std::vector<FigureBone> figure_bones(const FigureMarkers& markers) {
  const auto between = [](const FigureMarkers& of, std::size_t one, std::size_t other) {
    return glm::distance(of[one].position, of[other].position);
  };
  std::vector<FigureBone> bones;
  if (markers.shape == FigureTemplate::humanoid) {
    const float scale = between(markers, Marker::hips, Marker::neck) /
                        between(usual_markers(), Marker::hips, Marker::neck);
    bones = both_sides(human_half(), markers, scale);
    add_finger_bones(bones, markers, kFingerRadius * scale);
    if (markers.has_twists) add_twist_bones(bones);
    return bones;
  }
  if (markers.shape == FigureTemplate::chain) {
    add_chain(bones, "chain", -1, markers.places, 0.5f * between(markers, 0, 1));
    return bones;
  }
  if (markers.shape == FigureTemplate::bird)
    return both_sides(bird_half(), markers, between(markers, BirdMarker::hips, BirdMarker::neck));
  if (markers.shape == FigureTemplate::hand) {
    const glm::vec3 wrist = markers[HandMarker::wrist].position,
                    palm = markers[HandMarker::palm].position;
    const float length = glm::distance(wrist, palm);
    bones.push_back({"hand", -1, wrist, palm, 0.5f * length});
    add_finger_bones(bones, markers, 0.15f * length);
    return bones;
  }
  using Animal = QuadrupedMarker;
  const float trunk = between(markers, Animal::hips, Animal::neck);
  bones = both_sides(animal_half(), markers, trunk);
  if (const std::span places(markers.places); places.size() > Animal::tail)
    add_chain(bones, "tail", 0, places.subspan(Animal::tail), 0.06f * trunk);
  return bones;
}

std::vector<FigureBone> human_bones_in(const Bounds& box) {
  constexpr float kLying = 2.0f;  // z is up if the box is longer than this many heights
  if (box.empty()) return {};
  const glm::vec3 size = box.high - box.low;
  const bool is_lying = size.y > 0.0f && size.z > kLying * size.y;
  const glm::mat3 figure_from_world(turn_of(is_lying ? UpAxis::z : UpAxis::y, UpAxis::y));
  Bounds figure;
  for (const glm::vec3& corner : box.corners()) figure.add(figure_from_world * corner);
  const float scale = (figure.high.y - figure.low.y) / kHeight;
  if (!(scale > 0.0f)) return {};

  FigureMarkers markers = usual_markers();
  const glm::mat3 arm = arm_reaching(markers, 0.5f * size.x / scale - kSkin);
  const glm::vec3 ground(figure.center().x, figure.low.y, figure.center().z - scale * kDepthMiddle);
  const glm::vec3 shoulder = markers[Marker::shoulder_l].position, image(-1.0f, 1.0f, 1.0f);
  for (const std::size_t marker : {Marker::elbow_l, Marker::wrist_l, Marker::hand_end_l}) {
    glm::vec3& place = markers[marker].position;
    place = shoulder + arm * (place - shoulder);
    markers[markers.mirrored(marker)].position = image * place;
  }
  for (MarkerPlace& place : markers.places)
    place.position = glm::transpose(figure_from_world) * (ground + scale * place.position);
  return figure_bones(markers);
}

}  // namespace marrow
