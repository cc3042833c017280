// Blending about centers of rotation: the paper's sums in double precision, and its purpose.
#include "rig/skinning/centers.h"

#include "rig/skinning/similarity.h"
#include "rig/support.h"
#include "rig/vertex_explanation.h"
#include "support/exact_dual.h"
#include "support/random_rig.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

// ---- The paper's sums

using WeightRow = std::vector<double>;  ///< one weight per joint

WeightRow weight_row(const DeformedMesh& mesh, std::size_t vertex) {
  WeightRow row(mesh.skinning.size(), 0.0);
  for (std::uint32_t k = mesh.influences.row_begin(vertex); k < mesh.influences.row_end(vertex);
       ++k)
    row[mesh.influences.joint[k]] += double(mesh.influences.weight[k]);
  return row;
}

double similarity(const WeightRow& p, const WeightRow& v) {
  double sum = 0.0;
  for (std::size_t j = 0; j < p.size(); ++j)
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double product = p[j] * p[k] * v[j] * v[k], apart = p[j] * v[k] - p[k] * v[j];
      if (j != k && product > 0.0) sum += product * std::exp(-apart * apart / (0.1 * 0.1));
    }
  return sum;
}

/// c_i; none where there is no sum.
std::optional<glm::dvec3> exact_center(const DeformedMesh& mesh, const std::vector<WeightRow>& rows,
                                       std::size_t vertex) {
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  const std::vector<std::uint32_t>& source = mesh.surface->source;
  double factors = 0.0;
  glm::dvec3 sum(0.0);
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    glm::dvec3 corner[3];
    WeightRow mean(rows[vertex].size(), 0.0);
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t at = source[triangles[t + c]];
      corner[c] = glm::dvec3(mesh.bind_positions[at]);
      for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += rows[at][j] / 3.0;
    }
    const double area = 0.5 * glm::length(glm::cross(corner[1] - corner[0], corner[2] - corner[0]));
    const double factor = similarity(mean, rows[vertex]) * area;
    factors += factor;
    sum += factor * (corner[0] + corner[1] + corner[2]) / 3.0;
  }
  if (factors == 0.0) return std::nullopt;
  return sum / factors;
}

std::vector<WeightRow> weight_rows(const DeformedMesh& mesh) {
  std::vector<WeightRow> rows;
  for (std::size_t v = 0; v < mesh.mesh->positions.size(); ++v) rows.push_back(weight_row(mesh, v));
  return rows;
}

/// The blended matrix of a vertex, about a center if there is one.
glm::dmat4 exact_blend(const DeformedMesh& mesh, std::size_t vertex,
                       const std::optional<glm::dvec3>& center) {
  std::vector<glm::mat4> matrices;
  std::vector<float> weights;
  glm::dmat4 mean(0.0);
  for (std::uint32_t k = mesh.influences.row_begin(vertex); k < mesh.influences.row_end(vertex);
       ++k) {
    matrices.push_back(mesh.skinning[mesh.influences.joint[k]]);
    weights.push_back(mesh.influences.weight[k]);
    mean += double(weights.back()) * glm::dmat4(matrices.back());
  }
  if (weights.empty()) return glm::dmat4(1.0);
  return center ? exact_blend_about(glm::vec3(*center), matrices, weights) : mean;
}

void check_paper(const Deformer& deformer) {
  const DeformedMesh& mesh = deformer.meshes()[0];
  const std::vector<WeightRow> rows = weight_rows(mesh);
  check_blended(mesh, [&](std::size_t v) {
    const bool is_several = mesh.influences.row_size(v) > 1;
    return exact_blend(mesh, v, is_several ? exact_center(mesh, rows, v) : std::nullopt);
  });
}

// ---- Cylinders

/// Along y from 0 to 2, of radius 0.25, around two joints, or three that share it unevenly around.
Scene tube_scene(Blend blend, int rings, int around, int joints) {
  auto mesh = std::make_shared<Mesh>(capped_cylinder(rings, around, 2.0f, 0.25f));
  ExplicitWeights weights{{0}, {}, {}};
  for (const glm::vec3& p : mesh->positions) {
    const float t = std::clamp((p.y - 0.5f) / 1.0f, 0.0f, 1.0f), upper = t * t * (3.0f - 2.0f * t),
                third = joints > 2 ? 0.3f * (0.5f + p.x) * upper * (1.0f - upper) : 0.0f;
    const float shares[] = {(1.0f - upper) * (1.0f - third), upper * (1.0f - third), third};
    for (int j = 0; j < joints; ++j)
      if (shares[j] > 0.0f) {
        weights.joint.push_back(Id(100 + j));
        weights.weight.push_back(shares[j]);
      }
    end_row(weights);
  }
  Skeleton skeleton = plain_joints(joints);
  for (std::size_t j = 1; j < skeleton.joints.size(); ++j) {
    skeleton.joints[j].parent = 0;
    skeleton.joints[j].bind_local = translation({0.0f, 1.0f, 0.0f});
  }
  skeleton.blend = blend;
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

const DeformedMesh& shaped(Deformer& deformer, Scene scene, const glm::mat4& upper) {
  edit_skeleton(scene, 0).joints[1].user_local = upper;
  deformer.update(scene);
  return deformer.meshes()[0];
}

double volume_of(const DeformedMesh& mesh) {
  double sum = 0.0;
  const std::vector<std::uint32_t>& triangles = mesh.surface->triangles;
  for (std::size_t t = 0; t < triangles.size(); t += 3)
    sum += glm::dot(glm::dvec3(mesh.positions()[triangles[t]]),
                    glm::cross(glm::dvec3(mesh.positions()[triangles[t + 1]]),
                               glm::dvec3(mesh.positions()[triangles[t + 2]]))) /
           6.0;
  return sum;
}

/// The farthest that a vertex is from the bones of a tube whose upper half is turned about x.
float bulge_of(const DeformedMesh& mesh, float degrees) {
  const glm::vec3 knee(0.0f, 1.0f, 0.0f),
      tip = knee + glm::vec3(rotation(degrees, {1, 0, 0}) * glm::vec4(0, 1, 0, 0));
  const auto distance = [](const glm::vec3& a, const glm::vec3& b, const glm::vec3& p) {
    const float t = std::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.0f, 1.0f);
    return glm::distance(p, a + t * (b - a));
  };
  float most = 0.0f;
  for (const glm::vec3& p : mesh.positions())
    most = std::max(most, std::min(distance({0, 0, 0}, knee, p), distance(knee, tip, p)));
  return most;
}

}  // namespace

SOLVED_CASE("every implementation turns about the centers of the paper's sums") {
  for (const Backend backend : correct_backends())
    for (auto& random : seeds<std::mt19937>(0u, trials(40u), 900)) {
      Deformer deformer = deformed(blended_scene(random, Blend::centers, random_index(random, 1, 6),
                                                 90, random.seed % 2 == 0),
                                   backend);
      CHECK(deformer.problems().empty());
      check_paper(deformer);
    }
}

TEST_CASE("centers of large meshes are those of the paper's sums") {
  for (const int joints : {2, 3}) {
    CAPTURE(joints);
    Deformer deformer =
        deformed(tube_scene(Blend::centers, 161, 64, joints), tasks_of(Backend::student));
    const DeformedMesh& mesh = deformer.meshes()[0];
    const std::vector<WeightRow> rows = weight_rows(mesh);
    double worst = 0.0;
    int seen = 0;
    for (std::size_t v = 0; v < rows.size(); v += 97) {
      const std::optional<glm::dvec3> exact = exact_center(mesh, rows, v);
      REQUIRE(exact.has_value() == !std::isnan(mesh.centers[v].x));
      if (!exact) continue;
      ++seen;
      worst = std::max(worst, glm::distance(*exact, glm::dvec3(mesh.centers[v])));
    }
    CHECK(seen > 40);
    CHECK(worst < 1e-6 * 2.0);
  }
}

TEST_CASE("the table of similarities is the sum over its triangles, at any weights") {
  Random random(5);
  struct Triangle {
    double j, k, area;
    glm::dvec3 middle;
  };
  for (int trial = 0; trial < 12; ++trial) {
    const bool are_all_of_two = trial % 3 == 0;
    const auto weights = [&] {
      const double j = double(random.uniform(1e-6f, 1.0f));
      return std::pair(j, are_all_of_two ? 1.0 - j : (1.0 - j) * double(random.uniform(0.01f, 1)));
    };
    std::vector<Triangle> triangles;
    SimilarityTable table;
    for (int t = 0; t < 500; ++t) {
      const auto [j, k] = weights();
      const double area = double(random.uniform(0.1f, 1.0f));
      triangles.push_back({j, k, area, glm::dvec3(random.vec3())});
      table.add(j, k, area, triangles.back().middle);
    }
    std::vector<std::pair<double, double>> asked = {
        {1e-7, 1.0 - 1e-7}, {1e-7, 1.0 + 1e-6}, {1.0 + 1e-6, 1e-7}, {1e-7, 1e-7}, {0.5, 0.5}};
    for (int v = 0; v < 100; ++v) asked.push_back(weights());
    for (const auto& [j, k] : asked) table.want(j, k);
    table.want(7.0, 9.0);  // only a wrong function returns such weights
    table.finish();
    CHECK(std::isfinite(table.at(7.0, 9.0).factor));
    for (const std::pair<double, double>& of : asked) {
      const double j = of.first, k = of.second;
      CAPTURE(j);
      CAPTURE(k);
      SimilaritySum exact;
      for (const Triangle& t : triangles)
        exact += SimilarityTable::exact(j, k, t.j, t.k, t.area, t.middle);
      const SimilaritySum found = table.at(j, k);
      const double room = 1e-5 * j * k * table.whole_mass();
      REQUIRE(std::abs(found.factor - exact.factor) < room);
      REQUIRE(glm::distance(found.place, exact.place) < room);
    }
  }
}

SOLVED_CASE("what one joint moves alone has linear blending's bits") {
  for (const Backend backend : correct_backends())
    for (auto& random : seeds<std::mt19937>(950, 950 + trials(20))) {
      Scene scene = blended_scene(random, Blend::centers, 4, 120, false);
      Deformer turned = deformed(scene, backend), linear(backend);
      edit_skeleton(scene, 0).blend = Blend::linear;
      linear.update(scene);
      const DeformedMesh &a = turned.meshes()[0], &b = linear.meshes()[0];
      int seen = 0, others = 0;
      for (std::size_t v = 0; v < a.bind_positions.size(); ++v) {
        if (a.influences.row_size(v) > 1) {
          others += a.positions()[v] != b.positions()[v];
          continue;
        }
        ++seen;
        REQUIRE(a.positions()[v] == b.positions()[v]);
        REQUIRE(a.normals()[v] == b.normals()[v]);
      }
      CHECK(seen > 20);
      CHECK(others > 20);
    }
}

SOLVED_CASE("without triangles there are no centers, and blending is linear") {
  std::mt19937 random(960);
  Scene scene = blended_scene(random, Blend::centers, 3, 60, true);
  auto bare = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  bare->corner_vertex.clear();
  bare->face_begin = {0};
  scene.nodes[1].mesh = bare;
  for (const Backend backend : correct_backends()) {
    Deformer turned = deformed(scene, backend), linear(backend);
    Scene other = scene;
    edit_skeleton(other, 0).blend = Blend::linear;
    linear.update(other);
    CHECK(turned.meshes()[0].positions() == linear.meshes()[0].positions());
  }
}

SOLVED_CASE(
    "what moves as one moves as one, stretched or mirrored, about centers or by dual quaternions") {
  for (const Backend backend : correct_backends())
    for (auto& random : seeds<std::mt19937>(0u, trials(24u), 970)) {
      Scene scene = blended_scene(random, Blend::centers, 4, 90, true);
      if (random.seed >= 12) edit_skeleton(scene, 0).blend = Blend::dual_quaternion;
      const glm::vec3 scales[] = {glm::vec3(1.0f), {-0.5f, 1, 1.25f}, {-1, 1, 1}, glm::vec3(-0.7f)};
      const glm::mat4 moved = random.seed % 5 == 4
                                  ? random_affine(random)
                                  : random_rigid(random) * scaling(scales[random.seed % 5]);
      for (Joint& joint : edit_skeleton(scene, 0).joints)
        joint.user_local = glm::inverse(joint.bind_local) * moved * joint.bind_local;
      Deformer deformer = deformed(scene, backend);
      const DeformedMesh& mesh = deformer.meshes()[0];
      for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
        CAPTURE(v);
        const glm::vec3& rest = mesh.bind_positions[v];
        REQUIRE(is_near(mesh.positions()[v],
                        mesh.influences.row_size(v) > 0 ? image(moved, rest) : rest));
      }
    }
}

TEST_CASE("a bend keeps more volume than linear blending and bulges less than dual quaternions") {
  for (const float degrees : {60.0f, 90.0f, 120.0f}) {
    CAPTURE(degrees);
    if (!has_solution()) return skip("rig/solution is not here");
    const glm::mat4 bent = rotation(degrees, {1, 0, 0});
    double volume[3];
    float bulge[3];
    const Blend blends[] = {Blend::linear, Blend::centers, Blend::dual_quaternion};
    for (int b = 0; b < 3; ++b) {
      Deformer deformer;
      const DeformedMesh& mesh = shaped(deformer, tube_scene(blends[b], 81, 32, 2), bent);
      volume[b] = volume_of(mesh);
      bulge[b] = bulge_of(mesh, degrees);
    }
    CHECK(volume[1] > volume[0]);
    CHECK(bulge[1] < bulge[2] - 0.005f);
  }
}

SOLVED_CASE("a twist about centers keeps the tube's girth") {
  for (const Backend backend : correct_backends())
    for (const float degrees : {45.0f, 90.0f, 179.0f}) {
      CAPTURE(degrees);
      Deformer deformer(backend);
      const DeformedMesh& mesh =
          shaped(deformer, tube_scene(Blend::centers, 81, 32, 2), rotation(degrees, {0, 1, 0}));
      for (std::size_t v = 0; v < 81 * 32; ++v) {
        const glm::vec3& p = mesh.positions()[v];
        REQUIRE(std::hypot(p.x, p.z) == doctest::Approx(0.25f).epsilon(1e-4));
      }
    }
}

TEST_CASE("centers have the same bits with any number of threads") {
  Deformer deformer = deformed(tube_scene(Blend::centers, 401, 64, 3), tasks_of(Backend::student));
  const DeformedMesh& mesh = deformer.meshes()[0];
  for (const int threads : {1, 2, 3, 8}) {
    CAPTURE(threads);
    const ThreadLimit limit(threads);
    const std::vector<glm::vec3> again = centers_of(mesh);
    CHECK(std::equal(again.begin(), again.end(), mesh.centers.begin(), mesh.centers.end(),
                     [](const glm::vec3& a, const glm::vec3& b) {
                       return a == b || (std::isnan(a.x) && std::isnan(b.x));
                     }));
  }
}

SOLVED_CASE("morph targets move the skin and leave the centers where they are") {
  std::mt19937 random(980);
  Scene scene = blended_scene(random, Blend::centers, 3, 90, true);
  auto mesh = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  MorphTarget target{"smile", {}, {}, {}};
  for (std::size_t v = 0; v < mesh->positions.size(); ++v)
    target.positions.push_back(random_vector(random, 0.3f));
  mesh->morph_targets = {target};
  scene.nodes[1].mesh = mesh;
  for (const Backend backend : correct_backends()) {
    Deformer deformer(backend);
    scene.nodes[1].morph_weights = {0.0f};
    deformer.update(scene);
    static_cast<void>(deformer.meshes()[0].positions());
    scene.nodes[1].morph_weights = {0.75f};
    deformer.update(scene);
    const DeformedMesh& moved = deformer.meshes()[0];
    const std::vector<WeightRow> rows = weight_rows(moved);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      CAPTURE(v);
      const std::optional<glm::dvec3> center =
          moved.influences.row_size(v) > 1 ? exact_center(moved, rows, v) : std::nullopt;
      REQUIRE(is_near(moved.positions()[v], glm::vec3(exact_blend(moved, v, center) *
                                                      glm::dvec4(moved.rest_positions()[v], 1.0))));
    }
  }
}

SOLVED_CASE(
    "joints of scale 0, mirrored ones and those of no finite product do no harm to centers") {
  for (const Backend backend : correct_backends())
    for (const glm::vec3& scale : {glm::vec3(0.0f), glm::vec3(1, 0, 1), glm::vec3(-1, 1, 1),
                                   glm::vec3(-1.0f), glm::vec3(1e18f), glm::vec3(3e38f)}) {
      std::mt19937 random(985);
      Scene scene = blended_scene(random, Blend::centers, 3, 90, true);
      edit_skeleton(scene, 0).joints[1].user_local = scaling(scale);
      Deformer deformer = deformed(scene, backend);
      check_harmless(deformer.meshes()[0]);
    }
}

SOLVED_CASE("a vertex is explained with its center") {
  for (const Backend backend : correct_backends()) {
    std::mt19937 random(987);
    const Scene scene = blended_scene(random, Blend::centers, 4, 60, true);
    Deformer deformer = deformed(scene, backend);
    int seen = 0;
    for (std::uint32_t v = 0; v < 60; ++v) {
      CAPTURE(v);
      const std::optional<VertexExplanation> explained = explain_vertex(scene, deformer, 2, v);
      REQUIRE(explained.has_value());
      CHECK(follows_contract(*explained));
      CHECK(explained->center.has_value() == (explained->in_count > 1));
      const bool is_said =
          explanation_text(*explained).find("center of rotation, at bind") != std::string::npos;
      CHECK(is_said == explained->center.has_value());
      seen += explained->center.has_value();
    }
    CHECK(seen > 20);
  }
}

TEST_CASE("a drag of a radius is shown linearly, and about centers when it is let go") {
  std::vector<Backend> all{Backend::student};
  if (has_solution()) all.push_back(Backend::textbook);
  if (has_engine()) all.push_back(Backend::fast);
  for (const Backend backend : all) {
    std::mt19937 random(990);
    Skeleton skeleton = random_skeleton(random, 5);
    for (Joint& joint : skeleton.joints) joint.radius = 1.0f;
    skeleton.blend = Blend::centers;
    Scene scene = bound_scene(std::move(skeleton), random_mesh(random, 200, 1.2f));
    const auto fresh = [&](Blend blend) {
      Scene other = scene;
      edit_skeleton(other, 0).blend = blend;
      Deformer deformer = deformed(other, backend);
      return deformer.meshes()[0].positions();
    };
    Deformer deformer(backend);
    deformer.set_hurried(true);
    deformer.update(scene);
    CHECK_FALSE(deformer.blends_linearly_meanwhile());  // there are none yet: they are made
    CHECK(deformer.meshes()[0].positions() == fresh(Blend::centers));
    edit_skeleton(scene, 0).joints[1].user_local = random_rigid(random);
    deformer.update(scene);
    CHECK_FALSE(deformer.blends_linearly_meanwhile());  // a pose changes no row
    CHECK(deformer.meshes()[0].positions() == fresh(Blend::centers));
    for (const float radius : {0.9f, 0.8f}) {
      edit_skeleton(scene, 0).joints[1].radius = radius;
      deformer.update(scene);
      CHECK(deformer.blends_linearly_meanwhile());
      CHECK(deformer.meshes()[0].positions() == fresh(Blend::linear));
    }
    scene.nodes[1].mesh = random_mesh(random, 150, 1.2f);
    deformer.update(scene);
    CHECK(deformer.blends_linearly_meanwhile());
    CHECK(deformer.meshes()[0].positions() == fresh(Blend::linear));
    deformer.set_hurried(false);
    deformer.update(scene);
    CHECK_FALSE(deformer.blends_linearly_meanwhile());
    CHECK(deformer.meshes()[0].positions() == fresh(Blend::centers));
    CHECK(deformer.meshes()[0].bounds().low == bounds_of(fresh(Blend::centers)).low);
  }
}

}  // namespace marrow::test
