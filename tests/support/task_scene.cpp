// Writes the scene of a scripted task: media/human.obj with 19 fresh joints whose radii are all
// wrong. Usage: task_scene OUT.glb
#include <algorithm>
#include <cstdio>

#include "edit/derived.h"
#include "editor/session.h"

using namespace marrow;

namespace {

const Skeleton& skeleton_in(const Scene& scene) {
  return *std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& one) {
            return one.skeleton != nullptr;
          })->skeleton;
}

/// The sample's joints at rest, without toes, with fresh ids and capsules as thin as pencils.
Skeleton fresh_skeleton(const Skeleton& sample, Scene& scene) {
  Skeleton fresh;
  std::vector<int> place(sample.joints.size(), -1);
  for (std::size_t j = 0; j < sample.joints.size(); ++j) {
    Joint joint = sample.joints[j];
    if (joint.name.starts_with("toe")) continue;  // a leaf: no child loses its parent
    joint.id = take_id(scene);
    joint.parent = joint.parent < 0 ? -1 : place[std::size_t(joint.parent)];
    joint.user_local = glm::mat4(1.0f);
    joint.radius = 0.015f;
    place[j] = int(fresh.joints.size());
    fresh.joints.push_back(joint);
  }
  return fresh;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 2) return std::fprintf(stderr, "usage: task_scene OUT.glb\n"), 2;
  const std::string media = MARROW_SOURCE_DIR "/media/";
  Scene scene = io::load(media + "human.obj").scene;
  Node node{.id = take_id(scene),
            .name = "Skeleton",
            .skeleton = std::make_shared<const Skeleton>(
                fresh_skeleton(skeleton_in(io::load(media + "human.glb").scene), scene))};
  for (Node& mesh : scene.nodes) mesh.bound_to = node.id;
  scene.nodes.push_back(std::move(node));
  if (const std::string broken = why_invalid(scene); !broken.empty())
    return std::fprintf(stderr, "task_scene: %s\n", broken.c_str()), 1;
  Deformer deformer;
  deformer.update(scene);
  io::save(arguments[1], scene, derived_from(deformer, scene));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "task_scene: %s\n", error.what());
  return 1;
}
