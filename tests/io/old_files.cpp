// Files of earlier versions open. Never rewrite these files; add files of the next version instead.
#include <set>

#include "io/support.h"

using namespace marrow;
using namespace marrow::test;

TEST_CASE("a scene file of version 1 opens with all it holds") {
  const io::Loaded loaded = io::load(source() / "tests/data/scene_v1.gltf");
  CHECK(loaded.warnings.empty());
  const Scene& scene = loaded.scene;
  REQUIRE(scene.nodes.size() == 4);
  CHECK(scene.next_id == 7);
  CHECK(scene.camera == Camera());
  CHECK(scene.nodes[0].name == "room");
  CHECK(scene.nodes[0].local[0] == glm::vec4(0, 0, -2, 0));
  const Node& rig = scene.nodes[1];
  REQUIRE(rig.skeleton);
  CHECK(rig.parent == 0);
  CHECK(rig.skeleton->falloff == Falloff::linear);
  REQUIRE(rig.skeleton->joints.size() == 2);
  const Joint& tip = rig.skeleton->joints[1];
  CHECK(tip.name == "tip");
  CHECK(tip.id == 4);
  CHECK(tip.parent == 0);
  CHECK(tip.bind_local[3] == glm::vec4(0, 1, 0, 1));
  CHECK(tip.user_local[0] == glm::vec4(0, 1, 0, 0));
  CHECK(tip.extent == glm::vec3(0, 1, 0));
  CHECK(tip.radius == 0.6f);
  CHECK(tip.extent_guessed);
  REQUIRE(rig.skeleton->poses.size() == 1);
  CHECK(rig.skeleton->poses[0].name == "bent");
  CHECK(rig.skeleton->poses[0].entries == std::vector<Pose::Entry>{{4, tip.user_local}});
  const Node& skin = scene.nodes[2];
  CHECK(skin.bound_to == rig.id);
  CHECK(skin.explicit_weights);
  REQUIRE(skin.mesh);
  CHECK(skin.mesh->positions.size() == 5);
  CHECK(skin.mesh->face_begin == std::vector<std::uint32_t>{0, 4, 7});
  CHECK(skin.mesh->corner_normal.back() == kNoIndex);
  CHECK(skin.mesh->corner_uv == skin.mesh->corner_vertex);
  CHECK(skin.mesh->uvs[4] == glm::vec2(0.1f, 0.7f));
  REQUIRE(skin.mesh->weights);
  CHECK(skin.mesh->weights->joint == std::vector<Id>{3, 3, 3, 4, 3, 4, 4});
  CHECK(scene.nodes[3].name == "stone");
  CHECK(!scene.nodes[3].visible);
}

TEST_CASE("a scene file of version 1 opens with its materials") {
  const io::Loaded loaded = io::load(source() / "tests/data/scene_v1_materials.gltf");
  CHECK(loaded.warnings.empty());
  REQUIRE(loaded.scene.nodes.size() == 2);
  const Mesh &sign = *loaded.scene.nodes[0].mesh, &plate = *loaded.scene.nodes[1].mesh;
  CHECK(sign.face_begin == std::vector<std::uint32_t>{0, 4, 7, 10});
  CHECK(sign.face_material == std::vector<std::uint32_t>{1, 0, kNoIndex});
  REQUIRE(sign.materials.size() == 2);
  CHECK(sign.materials[0].name == "red");
  CHECK(sign.materials[0].base_color == glm::vec4(0.8f, 0.1f, 0.0f, 1.0f));
  CHECK_FALSE(sign.materials[0].base_color_texture);
  CHECK(sign.materials[1].name == "painted");
  REQUIRE(sign.materials[1].base_color_texture);
  const Texture& paint = *sign.materials[1].base_color_texture;
  CHECK(paint.name == "paint");
  CHECK(paint.mime == "image/png");
  CHECK_FALSE(paint.repeats);
  CHECK(paint.width == 2);
  CHECK(paint.height == 1);
  CHECK(paint.rgba == std::vector<std::uint8_t>{255, 0, 0, 255, 0, 255, 0, 128});
  CHECK(paint.file == as_bytes(png_of(2, 1, paint.rgba)));
  CHECK(plate.face_material.empty());
  REQUIRE(plate.materials.size() == 1);
  CHECK(plate.materials[0].base_color_texture == sign.materials[1].base_color_texture);
}

TEST_CASE("a scene file of version 2 opens with all that it carries") {
  const io::Loaded loaded = io::load(source() / "tests/data/scene_v2.gltf");
  CHECK(loaded.warnings.empty());
  CHECK(loaded.is_ours);
  const Scene& scene = loaded.scene;
  CHECK(contains(scene.carried, "\"copyright\":\"nobody\""));
  const Node& holder = scene.nodes[0];
  CHECK(contains(holder.carried, "\"name\":\"eye\""));
  REQUIRE(holder.skeleton);
  CHECK(holder.skeleton->joints[0].carried == "{\"extras\":{\"side\":\"middle\"}}");
  CHECK(contains(holder.skeleton->joints[1].carried, "\"name\":\"lamp\""));
  const Node& man = scene.nodes[1];
  REQUIRE(man.mesh);
  CHECK(man.morph_weights == std::vector<float>{0.25f});
  REQUIRE(man.mesh->attributes.size() == 4);
  CHECK(man.mesh->attributes[0].name == "COLOR_0");
  CHECK(man.mesh->attributes[0].bytes[12] == 9);
  REQUIRE(man.mesh->morph_targets.size() == 1);
  CHECK(man.mesh->morph_targets[0].name == "bulge");
  CHECK(man.mesh->morph_targets[0].positions[2] == glm::vec3(0, 0, 1));
  const Material& material = man.mesh->materials.at(0);
  CHECK(contains(material.carried, "\"alphaCutoff\":0.25"));
  REQUIRE(material.textures.size() == 1);
  CHECK(material.textures[0]->name == "bumps");
  REQUIRE(material.base_color_texture);
  CHECK(contains(material.base_color_texture->sampler, "33648"));
  REQUIRE(scene.motions.size() == 1);
  const Motion& motion = *scene.motions[0];
  CHECK(motion.name == "nod");
  REQUIRE(motion.tracks.size() == 3);
  std::set<Interpolation> interpolations;
  for (const MotionTrack& track : motion.tracks) {
    CHECK(track.channels.at(0).times == std::vector<float>{0, 0.5f, 2});
    interpolations.insert(track.channels[0].interpolation);
  }
  CHECK(interpolations.size() == 3);
}

TEST_CASE("a scene file of version 9 opens, with delta mush where it names direct delta mush") {
  const io::Loaded loaded = io::load(source() / "tests/data/scene_v9.gltf");
  CHECK(loaded.is_ours);
  CHECK(loaded.warnings ==
        std::vector<std::string>{"direct delta mush was removed; delta mush is used instead"});
  int skeletons = 0;
  for (const Node& node : loaded.scene.nodes)
    if (node.skeleton) {
      ++skeletons;
      CHECK(node.skeleton->blend == Blend::delta_mush);
      CHECK(node.skeleton->joints.size() == 2);
    }
  CHECK(skeletons == 2);
  REQUIRE(loaded.scene.springs);
  REQUIRE(loaded.scene.springs->colliders.size() == 1);
  CHECK(loaded.scene.springs->colliders[0].tail_radius == 0.25f);
}
