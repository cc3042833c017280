#include "samples.h"

#include "editor/session.h"

namespace marrow::media {

Mesh mesh_of(const Triangles& triangles, const Field& field) {
  Mesh mesh;
  for (const glm::dvec3& point : triangles.points) {
    mesh.positions.emplace_back(point);
    mesh.normals.emplace_back(glm::normalize(gradient(field, point)));
  }
  for (const auto& face : triangles.faces) {
    for (const int corner : face) mesh.corner_vertex.push_back(static_cast<std::uint32_t>(corner));
    mesh.face_begin.push_back(static_cast<std::uint32_t>(mesh.corner_vertex.size()));
  }
  mesh.corner_normal = mesh.corner_vertex;
  return mesh;
}

Scene rigged(Scene scene, const std::string& name, Skeleton skeleton, Mesh mesh) {
  Node bones;
  bones.id = take_id(scene);
  bones.name = "Skeleton";
  bones.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  Node skin;
  skin.id = take_id(scene);
  skin.name = name;
  skin.mesh = std::make_shared<const Mesh>(std::move(mesh));
  skin.bound_to = bones.id;
  scene.nodes = {std::move(bones), std::move(skin)};
  return scene;
}

}  // namespace marrow::media
