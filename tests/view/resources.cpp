// The GPU objects that the renderer keeps and deletes. Skipped without a GL context.
#include "view/gl/gl.h"
#include "view/scenes.h"

using namespace marrow;
using namespace marrow::test;
using namespace marrow::view;

TEST_CASE(
    "the same picture twice is the same bytes, also in a new context and after other pictures were "
    "drawn in between") {
  std::vector<std::string> pictures;
  for (int round = 0; round < 2; ++round) {
    Studio studio;
    if (!studio) return;
    Stage stage(creature());
    show_all(stage);
    for (int again = 0; again < 2; ++again) {
      pictures.push_back(png_bytes(studio.shot(stage.picture, 320, 200, 4)));
      Stage other(two_weights(0.5f));
      studio.shot(other.picture, 64, 64, 1);
    }
  }
  REQUIRE(pictures.size() == 4);
  CHECK(pictures[0].substr(1, 3) == "PNG");
  for (const std::string& picture : pictures) CHECK((picture == pictures[0]));
}

SOLVED_STUDIO_CASE(
    "nothing is uploaded when nothing changed; a pose, a weight or a heat joint uploads what it "
    "changed and no more") {
  Stage stage(creature());
  show_all(stage);
  const auto uploads = [&] {
    studio.renderer->draw(stage.picture, 100, 80, 1);
    return studio.renderer->last_cost().uploads;
  };
  CHECK(uploads() > 0);
  CHECK(uploads() == 0);
  stage.picture.camera.yaw += 0.1f;
  stage.picture.show.selected = {stage.scene.nodes[1].id};
  stage.update();
  CHECK(uploads() == 0);

  const std::size_t vertices = stage.deformer.meshes()[0].positions().size();
  const std::size_t uncovered = stage.deformer.meshes()[0].coverage.uncovered;
  edit(stage).joints[1].user_local = glm::rotate(glm::mat4(1.0f), 0.7f, glm::vec3(0, 0, 1));
  stage.update();
  CHECK(uploads() > 0);
  const std::size_t crosses =
      has_engine() ? 0 : uncovered;  // the engine leaves uncovered vertices where they are
  CHECK(studio.renderer->last_cost().uploaded_bytes ==
        (vertices * 6 + crosses * 12) * sizeof(float));

  stage.picture.show.colors = MeshColors::joint_weight;
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[0].id;
  CHECK(uploads() == stage.deformer.meshes().size());
  CHECK(uploads() == 0);
  stage.picture.show.heat_joint = stage.scene.nodes[0].skeleton->joints[1].id;
  CHECK(uploads() == stage.deformer.meshes().size());
  edit(stage).joints[1].radius = 0.2f;
  stage.update();
  CHECK(uploads() > 0);
  CHECK(uploads() == 0);
}

SOLVED_STUDIO_CASE("every edit reaches the picture: it is the one that a new renderer draws") {
  Dice dice(2);
  Scene scene = creature();
  auto morphing = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  MorphTarget twist{"twist", {}, {}, {}};
  for (std::size_t v = 0; v < morphing->positions.size(); ++v)
    twist.positions.push_back(dice.point(0.4f));
  morphing->morph_targets = {twist};
  scene.nodes[1].mesh = morphing;
  Stage stage(scene);
  show_all(stage);
  stage.picture.show.selected = {stage.scene.nodes[1].id};
  studio.shot(stage.picture, 320, 240);
  const auto check = [&](const char* what, const std::function<void()>& change) {
    CAPTURE(what);
    change();
    stage.update();
    const Image kept = studio.shot(stage.picture, 320, 240);
    Renderer anew;
    anew.draw(stage.picture, 320, 240, 1);
    CHECK(kept.rgba == anew.read().rgba);
  };
  const auto turn = [](float angle, const glm::vec3& axis) {
    return glm::rotate(glm::mat4(1.0f), angle, axis);
  };
  check("pose", [&] { edit(stage).joints[1].user_local = turn(0.8f, {0, 0, 1}); });
  check("radius", [&] { edit(stage).joints[1].radius = 0.3f; });
  check("no pose", [&] { edit(stage).joints[1].user_local = glm::mat4(1.0f); });
  check("pose", [&] { edit(stage).joints[0].user_local = turn(0.4f, {0, 1, 0}); });
  check("falloff", [&] { edit(stage).falloff = Falloff::smooth; });
  for (const Blend blend : {Blend::centers, Blend::dual_quaternion, Blend::linear}) {
    check("blend", [&] { edit(stage).blend = blend; });
    check("radius under it", [&] { edit(stage).joints[1].radius += 0.05f; });
    check("pose under it", [&] { edit(stage).joints[1].user_local *= turn(0.2f, {0, 0, 1}); });
  }
  for (const float weight : {1.0f, 0.25f, 0.0f})
    check("morph target", [&] { stage.scene.nodes[1].morph_weights = {weight}; });
  check("mesh moved", [&] {
    stage.scene.nodes[1].local = glm::translate(glm::mat4(1.0f), {0.1f, 0.2f, 0});
  });
  check("skeleton moved", [&] { stage.scene.nodes[0].local = turn(0.3f, {1, 0, 0}); });
  check("rigid", [&] { stage.scene.nodes[1].bound_to = kNoId; });
  check("bound", [&] { stage.scene.nodes[1].bound_to = stage.scene.nodes[0].id; });
  check("other mesh", [&] {
    stage.scene.nodes[1].morph_weights.clear();
    stage.scene.nodes[1].mesh = triangle_soup(dice, 30, 1.0f);
  });
}

SOLVED_STUDIO_CASE("a picture shows its own deformer, whatever another of the same scene shows") {
  Stage rest(creature());
  Scene posed_scene = rest.scene;
  edit_skeleton(posed_scene, 0).joints[0].user_local =
      glm::translate(glm::mat4(1.0f), {0, 0.6f, 0});
  Stage posed(posed_scene);
  const Image a = studio.shot(rest.picture), b = studio.shot(posed.picture);
  CHECK(a.rgba != b.rgba);
  CHECK(studio.shot(rest.picture).rgba == a.rgba);
  rest.deformer = Deformer();  // in the same place
  rest.scene = posed_scene;
  rest.update();
  CHECK(studio.shot(rest.picture).rgba == b.rgba);

  Deformer other;
  Scene further = posed_scene;
  edit_skeleton(further, 0).joints[0].user_local = glm::translate(glm::mat4(1.0f), {0, -0.6f, 0});
  posed.scene = further;
  posed.update();
  edit_skeleton(posed_scene, 0).joints[0].user_local = glm::mat4(1.0f);
  other.update(posed_scene);
  const Image down = studio.shot(posed.picture);
  Picture of_other = posed.picture;
  of_other.scene = &posed_scene;
  of_other.deformed = &other;
  CHECK(studio.shot(of_other).rgba == a.rgba);
  CHECK(studio.shot(posed.picture).rgba == down.rgba);
}

STUDIO_CASE("a mesh replaced by one of the same vertices and other faces is drawn anew") {
  const auto picture_of = [&](bool is_half) {
    SceneMaker maker;
    auto mesh = rectangle({0, 0, 0}, 0.6f, 0.5f);
    if (is_half) mesh->corner_vertex[3] = 0;
    maker.mesh(mesh);
    Stage stage(maker.scene);
    return count_pixels(studio.shot(stage.picture), [](Pixel pixel) { return pixel.a > 0; });
  };
  const int whole = picture_of(false);
  CHECK(picture_of(true) == doctest::Approx(whole / 2).epsilon(0.05));
  CHECK(picture_of(false) == whole);
}

TEST_CASE(
    "drawing makes no GL objects after the first picture, and none are left when the renderer is "
    "gone") {
  REQUIRE(gl::live_objects() == 0);
  {
    Studio studio;
    if (!studio) return;
    Stage stage(creature());
    show_all(stage);
    stage.picture.show.selected = {stage.scene.nodes[1].id};
    studio.shot(stage.picture, 100, 80, 4);
    const int objects = gl::live_objects();
    CHECK(objects > 10);
    for (int i = 0; i < 12; ++i) {
      edit(stage).joints[0].user_local = glm::translate(glm::mat4(1.0f), {0.01f * float(i), 0, 0});
      stage.update();
      stage.picture.show.heat_joint =
          i % 2 == 0 ? kNoId : stage.scene.nodes[0].skeleton->joints[0].id;
      stage.picture.show.colors = MeshColors::joint_weight;
      studio.shot(stage.picture, 100 + i, 80, 4);
      CHECK(gl::live_objects() == objects);
    }
    stage.scene.nodes.clear();
    stage.update();
    studio.shot(stage.picture, 100, 80, 4);
    CHECK(gl::live_objects() < objects);  // the meshes that are gone were forgotten
  }
  CHECK(gl::live_objects() == 0);
}

STUDIO_CASE("whatever GL state others left behind, the picture is the same") {
  Stage stage(creature());
  show_all(stage);
  const Image usual = studio.shot(stage.picture);
  studio.shot(
      Stage(Scene{}).picture);  // the state of the last picture must not be used for the next one
  glEnable(GL_SCISSOR_TEST);
  glScissor(3, 4, 5, 6);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_NEVER);
  glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
  glBlendFunc(GL_DST_COLOR, GL_ZERO);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(0);
  glActiveTexture(GL_TEXTURE3);
  glClearColor(1, 0, 0, 1);
  CHECK(studio.shot(stage.picture).rgba == usual.rgba);
}

STUDIO_CASE(
    "a shader that does not compile or link is refused with its name and the driver's words, and "
    "leaves nothing behind") {
  const int objects = gl::live_objects();
  const char* const good_vertex = "void main() { gl_Position = vec4(0.0); }";
  const char* const good_fragment = "out vec4 color; void main() { color = vec4(1.0); }";
  const auto refusal = [](const char* vertex, const char* fragment) -> std::string {
    try {
      gl::Program("planted", vertex, fragment);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal(good_vertex, good_fragment) == "");
  CHECK(contains(refusal("nonsense", good_fragment), "the vertex shader \"planted\""));
  CHECK(contains(refusal(good_vertex, "nonsense"), "the fragment shader \"planted\""));
  for (const std::string& words :
       {refusal("nonsense", good_fragment),
        refusal(good_vertex, "void main() { undeclared = 1.0; }"),
        refusal("vec4 nowhere(); void main() { gl_Position = nowhere(); }", good_fragment)}) {
    CHECK(contains(words, "planted"));
    CHECK(words.find("driver reports: ") + 23 < words.size());
  }
  CHECK(gl::live_objects() == objects);
}

STUDIO_CASE("a second off-screen context in one process is refused in words") {
  CHECK_THROWS_AS(Offscreen(), std::runtime_error);
}
