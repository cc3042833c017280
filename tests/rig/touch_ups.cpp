// Touch-ups laid over the rows below them.
#include "rig/paint_support.h"
#include "rig/vertex_explanation.h"

namespace marrow::test {

namespace {

/// Random differences for about this share of the vertices; some joints are in no skeleton.
std::shared_ptr<TouchUps> random_touch_ups(Random& random, const Scene& scene, float share) {
  auto touch_ups = std::make_shared<TouchUps>();
  const std::vector<Joint>& joints = scene.nodes[0].skeleton->joints;
  for (std::uint32_t v = 0; v < scene.nodes[1].mesh->positions.size(); ++v) {
    if (!random.chance(share)) continue;
    for (const Joint& joint : joints)
      if (random.chance(0.4f)) {
        touch_ups->joint.push_back(joint.id);
        touch_ups->difference.push_back(random.uniform(-1.0f, 1.0f));
      }
    if (random.chance(0.1f) || touch_ups->joint.size() == touch_ups->row_begin.back()) {
      touch_ups->joint.push_back(99999);
      touch_ups->difference.push_back(0.5f);
    }
    touch_ups->end_row(v);
  }
  return touch_ups;
}

/// No count at all is as good as zeros.
std::vector<std::uint32_t> without_zeros(std::vector<std::uint32_t> counts) {
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  return counts;
}

/// The same rows, weights to the bit.
void check_same_painted_rows(const DeformedMesh& a, const DeformedMesh& b) {
  bool is_same = true;
  for (std::uint32_t v = 0; v < a.mesh->positions.size(); ++v)
    is_same = is_same && entries_of(a.influences, v) == entries_of(b.influences, v);
  CHECK(is_same);
  CHECK(a.coverage.histogram == b.coverage.histogram);
  CHECK(a.captured == b.captured);
  CHECK(without_zeros(a.painted().counts().painted) == without_zeros(b.painted().counts().painted));
  CHECK(without_zeros(a.painted().counts().lost) == without_zeros(b.painted().counts().lost));
}

}  // namespace

SOLVED_CASE("touch-ups are added to the weights below, cut at 0 and normalized") {
  for (auto& engine : seeds<std::mt19937>(1u, trials(20u) + 1)) {
    Random random(engine.seed);
    const Scene plain = bound_scene(random_skeleton(engine, 6), random_mesh(engine, 200, 1.2f));
    const float strength = random.uniform(0.05f, 1.0f);
    const Scene scene = with_touch_ups(plain, random_touch_ups(random, plain, 0.4f), strength);
    REQUIRE(why_invalid(scene).empty());
    for (const Backend backend : correct_backends()) {
      Deformer below = deformed(plain, backend), deformer(backend);
      deformer.update(scene);
      const DeformedMesh &own = *below.mesh(2), &mesh = *deformer.mesh(2);
      for (std::uint32_t v = 0; v < 200; ++v) {
        const std::vector<RowEntry> row = entries_of(mesh.influences, v),
                                    expected =
                                        expected_row(entries_of(own.influences, v), scene, v);
        REQUIRE(is_good(row));
        REQUIRE(row.size() == expected.size());
        for (std::size_t k = 0; k < row.size(); ++k) {
          CHECK(row[k].joint == expected[k].joint);
          CHECK(std::abs(row[k].value - expected[k].value) < 1e-6f);
        }
      }
      check_counts(mesh);
      CHECK(mesh.influences.distance.size() == mesh.influences.joint.size());
    }
  }
}

SOLVED_CASE("touch-ups dialed down to 0, or of joints that are gone, are none, to the bit") {
  std::mt19937 engine(3);
  Random random(3);
  const Scene plain = bound_scene(random_skeleton(engine, 6), random_mesh(engine, 200, 1.2f));
  auto gone = std::make_shared<TouchUps>();
  for (std::uint32_t v = 0; v < 200; v += 3) {
    gone->joint.push_back(99999);
    gone->difference.push_back(0.5f);
    gone->end_row(v);
  }
  for (const Backend backend : correct_backends()) {
    Deformer below = deformed(plain, backend), deformer(backend);
    const auto touch_ups = random_touch_ups(random, plain, 0.5f);
    deformer.update(with_touch_ups(plain, touch_ups));
    deformer.update(with_touch_ups(plain, touch_ups, 0.0f));
    check_same_painted_rows(*deformer.mesh(2), *below.mesh(2));
    CHECK(deformer.mesh(2)->positions() == below.mesh(2)->positions());
    deformer.update(with_touch_ups(plain, gone));
    check_same_painted_rows(*deformer.mesh(2), *below.mesh(2));
  }
}

SOLVED_CASE("after any edits painted rows are those of a deformer that sees the scene first") {
  for (auto& engine : seeds<std::mt19937>(1u, 13u)) {
    Random random(engine.seed + 50);
    Scene scene = bound_scene(random_skeleton(engine, 7), random_mesh(engine, 300, 1.2f));
    edit_skeleton(scene, 0).falloff = Falloff(engine.seed % 3);
    for (const Backend backend : correct_backends()) {
      Deformer deformer(backend);
      for (int step = 0; step < 25; ++step) {
        CAPTURE(step);
        switch (random.below(5)) {
          case 0:
            scene =
                with_touch_ups(scene, random_touch_ups(random, scene, random.uniform(0.0f, 0.6f)));
            break;
          case 1: {  // a few rows more, others or fewer
            const auto few = random_touch_ups(random, scene, 0.05f);
            scene = with_touch_ups(
                scene,
                std::make_shared<const TouchUps>(with_rows(
                    scene.nodes[1].touch_ups ? *scene.nodes[1].touch_ups : TouchUps(), *few)));
            break;
          }
          case 2:
            edit_skeleton(scene, 0).joints[std::size_t(random.below(7))].radius =
                random.uniform(0.1f, 1.0f);
            break;
          case 3:
            scene.nodes[1].touch_up_strength = random.chance(0.3f) ? 0.0f : random.uniform();
            break;
          default: {
            Joint& joint = edit_skeleton(scene, 0).joints[std::size_t(random.below(7))];
            if (random.chance(0.5f))
              joint.extent = random.vec3(0.8f);
            else
              joint.user_local = random.rigid(0.4f);
          }
        }
        deformer.update(scene);
        Deformer fresh = deformed(scene, backend);
        check_same_painted_rows(*deformer.mesh(2), *fresh.mesh(2));
        check_counts(*deformer.mesh(2));
        CHECK(deformer.mesh(2)->positions() == fresh.mesh(2)->positions());
        if (random.chance(0.2f)) deformer.reorder();
      }
    }
  }
}

SOLVED_CASE("touch-ups lie over a file's weights, too, and over distances through the body") {
  Random random(9);
  auto mesh = std::make_shared<Mesh>(capped_cylinder(20, 16));
  Skeleton skeleton = sided_joints();
  ExplicitWeights weights{.row_begin = {0}, .joint = {}, .weight = {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
    const float share = random.uniform();
    for (const auto& [joint, weight] : {std::pair(100u, share), std::pair(102u, 1.0f - share)}) {
      weights.joint.push_back(joint);
      weights.weight.push_back(weight);
    }
    end_row(weights);
  }
  const Scene of_file = weighted_scene(skeleton, mesh, weights);
  Scene through_body = bound_scene(skeleton, mesh);
  edit_skeleton(through_body, 0).metric = Metric::body;
  for (const Scene& plain : {of_file, through_body}) {
    const Scene scene = with_touch_ups(plain, random_touch_ups(random, plain, 0.5f), 0.7f);
    for (const Backend backend : correct_backends()) {
      Deformer below = deformed(plain, backend), deformer(backend);
      deformer.update(scene);
      for (std::uint32_t v = 0; v < mesh->positions.size(); ++v) {
        const auto row = entries_of(deformer.mesh(2)->influences, v);
        const auto expected = expected_row(entries_of(below.mesh(2)->influences, v), scene, v);
        REQUIRE(row.size() == expected.size());
        for (std::size_t k = 0; k < row.size(); ++k)
          CHECK(std::abs(row[k].value - expected[k].value) < 1e-6f);
        if (v % 16 != 0) continue;  // its way through the body is looked for each time
        const auto explained = explain_vertex(scene, deformer, 2, v);
        REQUIRE(explained);
        CHECK(follows_contract(*explained));
      }
      check_counts(*deformer.mesh(2));
      Scene wider = scene;  // only rows of changed capsules are bound again
      edit_skeleton(wider, 0).joints[1].radius *= 1.3f;
      deformer.update(wider);
      Deformer fresh = deformed(wider, backend);
      check_same_painted_rows(*deformer.mesh(2), *fresh.mesh(2));
      check_counts(*deformer.mesh(2));
    }
  }
}

}  // namespace marrow::test
