// Direct delta mush: against its paper's formula in double precision, and by the laws that it must
// keep.
#include "rig/skinning/direct_delta_mush.h"

#include "rig/support.h"
#include "scene/connectivity.h"
#include "support/random_rig.h"
#include "support/thread_limit.h"

namespace marrow::test {

namespace {

/// A bumpy cylinder along y, 0 to 2, held by three joints; a third of its vertices have a second
/// one at the same place, and a strip of it is uncovered.
Scene bumpy_tube(std::mt19937& random, bool has_gap) {
  auto mesh = std::make_shared<Mesh>(capped_cylinder(13, 9, 2.0f, 0.3f));
  for (glm::vec3& position : mesh->positions) position += random_vector(random, 0.02f);
  for (std::uint32_t& corner : mesh->corner_vertex) {
    if (random_index(random, 0, 2) > 0) continue;
    mesh->positions.push_back(glm::vec3(mesh->positions[corner]));
    corner = std::uint32_t(mesh->positions.size() - 1);
  }
  ExplicitWeights weights{{0}, {}, {}};
  for (const glm::vec3& p : mesh->positions) {
    const float shares[] = {std::clamp(1.2f - p.y, 0.0f, 1.0f), std::clamp(p.x + 0.3f, 0.0f, 0.4f),
                            std::clamp(p.y - 0.8f, 0.0f, 1.0f)};
    const float sum = shares[0] + shares[1] + shares[2];
    for (int j = 0; j < 3 && !(has_gap && p.z > 0.25f); ++j)
      if (shares[j] > 0.0f) {
        weights.joint.push_back(Id(100 + j));
        weights.weight.push_back(shares[j] / sum);
      }
    weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
  }
  Skeleton skeleton = plain_joints(3);
  skeleton.blend = Blend::direct_delta_mush;
  return weighted_scene(std::move(skeleton), std::move(mesh), std::move(weights));
}

/// A turn by up to 80 degrees about any axis, a small step and perhaps a stretch.
glm::mat4 bent(std::mt19937& random, bool stretches) {
  const glm::vec3 axis = random_vector(random, 1.0f) + glm::vec3(0, 1e-3f, 0),
                  step = random_vector(random, 0.3f), more = random_vector(random, 0.3f);
  const float degrees = random_number(random, -80.0f, 80.0f);
  const glm::mat4 turned = translation(step) * rotation(degrees, axis);
  return stretches ? turned * scaling(glm::vec3(1.0f) + more) : turned;
}

// ---- The paper's formula

using Dense = std::vector<std::vector<double>>;  ///< a square matrix by rows

/// Ten steps of half the way to the neighbours' mean, for what has a row and neighbours.
Dense smoothing(const DeformedMesh& mesh, const Connectivity& graph) {
  const std::size_t count = mesh.mesh->positions.size();
  Dense all(count, std::vector<double>(count, 0.0));
  for (std::size_t v = 0; v < count; ++v) all[v][v] = 1.0;
  for (int step = 0; step < 10; ++step) {
    const Dense before = all;
    for (std::size_t v = 0; v < count; ++v) {
      const std::uint32_t first = graph.neighbor_begin[v], last = graph.neighbor_begin[v + 1];
      if (first == last || mesh.influences.row_size(v) == 0) continue;
      for (std::size_t k = 0; k < count; ++k) {
        double mean = 0.0;
        for (std::uint32_t n = first; n < last; ++n) mean += before[graph.neighbors[n]][k];
        all[v][k] = 0.5 * before[v][k] + 0.5 * mean / double(last - first);
      }
    }
  }
  return all;
}

/// sum over j of T_j Omega_ij, everything about the origin.
glm::dmat4 whole_sum(const DeformedMesh& mesh, const std::vector<double>& shares) {
  glm::dmat4 sum(0.0);
  for (std::size_t k = 0; k < shares.size(); ++k) {
    const glm::dvec4 u(glm::dvec3(mesh.bind_positions[k]), 1.0);
    const glm::dmat4 outer = shares[k] * glm::outerProduct(u, u);
    if (mesh.influences.row_size(k) == 0) sum += outer;
    for (std::uint32_t e = mesh.influences.row_begin(k); e < mesh.influences.row_end(k); ++e)
      sum += double(mesh.influences.weight[e]) *
             glm::dmat4(mesh.skinning[mesh.influences.joint[e]]) * outer;
  }
  return sum;
}

struct NearestTurn {
  glm::dmat3 rotation{1.0};
  double clearness = 0.0;  ///< how much more it is the nearest than the next one, 0 to 2
};

/// The turn whose quaternion belongs to the largest eigenvalue of Davenport's matrix, by Jacobi's
/// rotations: no singular values, no square roots of A^T A.
NearestTurn nearest_turn(const glm::dmat3& a) {
  const double xx = a[0][0], xy = a[0][1], xz = a[0][2], yx = a[1][0], yy = a[1][1], yz = a[1][2],
               zx = a[2][0], zy = a[2][1], zz = a[2][2];
  double k[4][4] = {{xx + yy + zz, yz - zy, zx - xz, xy - yx},
                    {yz - zy, xx - yy - zz, xy + yx, zx + xz},
                    {zx - xz, xy + yx, yy - xx - zz, yz + zy},
                    {xy - yx, zx + xz, yz + zy, zz - xx - yy}};
  double vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  const auto turn = [](double(&m)[4][4], int p, int q, double c, double s, bool by_rows) {
    for (int n = 0; n < 4; ++n) {
      double &first = by_rows ? m[p][n] : m[n][p], &second = by_rows ? m[q][n] : m[n][q];
      const double was = first;
      first = c * was - s * second;
      second = s * was + c * second;
    }
  };
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int p = 0; p < 4; ++p)
      for (int q = p + 1; q < 4; ++q) {
        const double angle = 0.5 * std::atan2(2.0 * k[p][q], k[q][q] - k[p][p]),
                     c = std::cos(angle), s = std::sin(angle);
        turn(k, p, q, c, s, false);
        turn(k, p, q, c, s, true);
        turn(vectors, p, q, c, s, false);
      }
  int best = 0;
  for (int n = 1; n < 4; ++n)
    if (k[n][n] > k[best][best]) best = n;
  double next = -1e300;
  for (int n = 0; n < 4; ++n)
    if (n != best) next = std::max(next, k[n][n]);
  const glm::dquat q(vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]);
  return {glm::mat3_cast(glm::normalize(q)), (k[best][best] - next) / k[best][best]};
}

struct ExactMush {
  glm::dvec3 center, place;  ///< p_i, q_i
  NearestTurn turn;
};

ExactMush exact_mush(const DeformedMesh& mesh, const std::vector<double>& shares) {
  const glm::dmat4 sum = whole_sum(mesh, shares);
  const glm::dvec3 q(sum[3]), p(sum[0][3], sum[1][3], sum[2][3]);
  return {p, q, nearest_turn(glm::dmat3(sum) - glm::outerProduct(q, p))};
}

/// Compares all that is clear, and returns how much that is.
int check_direct_formula(const DeformedMesh& mesh) {
  const Connectivity graph = connectivity_of(*mesh.mesh, *mesh.surface);
  const Dense all = smoothing(mesh, graph);
  int compared = 0;
  for (std::size_t i = 0; i < mesh.surface->source.size(); ++i) {
    CAPTURE(i);
    const std::uint32_t v = graph.representative[mesh.surface->source[i]];
    const glm::vec3& rest = mesh.rest_positions()[i];
    if (mesh.influences.row_size(v) == 0) {
      REQUIRE(mesh.positions()[i] == rest);
      REQUIRE(mesh.normals()[i] == mesh.rest_normals()[i]);
      continue;
    }
    const ExactMush exact = exact_mush(mesh, all[v]);
    if (exact.turn.clearness < 0.02) continue;
    ++compared;
    const glm::dvec3 moved = exact.turn.rotation * (glm::dvec3(rest) - exact.center) + exact.place;
    REQUIRE(is_near(mesh.positions()[i], glm::vec3(moved)));
    REQUIRE(glm::distance(exact.turn.rotation * glm::dvec3(mesh.rest_normals()[i]),
                          glm::dvec3(mesh.normals()[i])) < 1e-4);
  }
  return compared;
}

/// What mush_vertices() makes of one vertex that one joint moves, and all around it.
struct OneMush {
  glm::vec3 position{7.0f}, normal{7.0f};
};

OneMush one_mush(const glm::mat4& matrix, const float (&second)[6], const glm::vec3& rest) {
  MushRows rows{.center = {glm::vec3(0.3f, -0.2f, 0.1f)}, .joint = {0}, .moments = {}, .copy = {0}};
  rows.begin.push_back(1);
  rows.copy_begin.push_back(1);
  MushMoments moments{.mass = 1.0f};
  std::copy_n(second, 6, moments.second);
  rows.moments.push_back(moments);
  const std::vector<glm::mat4> matrices{matrix};
  const std::vector<glm::vec3> positions{rest}, normals{glm::vec3(0, 0, 1)};
  OneMush made;
  mush_vertices({rows, matrices, positions, normals}, 0, 1, &made.position, &made.normal);
  return made;
}

}  // namespace

TEST_CASE("direct delta mush is what its paper says, whoever blends linearly") {
  if (!has_solution()) return skip("rig/solution is not here");
  int compared = 0;
  for (const Backend backend : correct_backends())
    for (unsigned seed = 0; seed < 8; ++seed) {
      CAPTURE(seed);
      std::mt19937 random(1000 + seed);
      Scene scene = bumpy_tube(random, seed % 2 == 1);
      for (Joint& joint : edit_skeleton(scene, 0).joints)
        joint.user_local = bent(random, seed % 4 > 1);
      Deformer deformer(backend);
      deformer.update(scene);
      compared += check_direct_formula(deformer.meshes()[0]);
    }
  CHECK(compared > 2000);
}

TEST_CASE("morph targets move the skin and leave the smoothing where it is") {
  if (!has_solution()) return skip("rig/solution is not here");
  std::mt19937 random(1020);
  Scene scene = bumpy_tube(random, true);
  auto mesh = std::make_shared<Mesh>(*scene.nodes[1].mesh);
  MorphTarget target{"bulge", {}, {}, {}};
  for (const glm::vec3& p : mesh->positions) target.positions.push_back(0.3f * p);
  mesh->morph_targets = {target};
  scene.nodes[1].mesh = mesh;
  for (Joint& joint : edit_skeleton(scene, 0).joints) joint.user_local = bent(random, false);
  for (const Backend backend : correct_backends()) {
    Deformer deformer(backend);
    for (const float weight : {0.0f, 0.75f}) {
      scene.nodes[1].morph_weights = {weight};
      deformer.update(scene);
      CHECK(check_direct_formula(deformer.meshes()[0]) > 100);
    }
  }
}

TEST_CASE("at rest direct delta mush changes nothing, and what moves as one moves as one") {
  if (!has_solution()) return skip("rig/solution is not here");
  for (const Backend backend : correct_backends()) {
    std::mt19937 random(1030);
    Scene scene = bumpy_tube(random, false);
    const glm::mat4 moved = random_rigid(random);
    for (const glm::mat4& all : {glm::mat4(1.0f), moved}) {
      for (Joint& joint : edit_skeleton(scene, 0).joints) joint.user_local = all;
      Deformer deformer(backend);
      deformer.update(scene);
      const DeformedMesh& mesh = deformer.meshes()[0];
      for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
        REQUIRE(is_near(mesh.positions()[v], image(all, mesh.bind_positions[v]), 1e-6f));
        REQUIRE(glm::distance(mesh.normals()[v], glm::mat3(all) * mesh.bind_normals[v]) < 1e-5f);
      }
    }
  }
}

TEST_CASE("direct delta mush has the same bits with any number of threads") {
  if (!has_engine()) return skip("the engine is not here");
  std::mt19937 random(1040);
  Scene scene = bumpy_tube(random, true);
  scene.nodes[1].mesh = std::make_shared<Mesh>(capped_cylinder(200, 40, 2.0f, 0.3f));
  scene.nodes[1].explicit_weights = false;
  for (Joint& joint : edit_skeleton(scene, 0).joints) {
    joint.bind_local = translation(random_vector(random, 1.0f));
    joint.radius = 1.2f;
    joint.user_local = bent(random, true);
  }
  const auto made_by = [&](int threads) {
    const ThreadLimit limit(threads);
    Deformer deformer;
    deformer.update(scene);
    CHECK(deformer.meshes()[0].coverage.covered > 4000);
    return std::pair(deformer.meshes()[0].positions(), deformer.meshes()[0].normals());
  };
  const auto alone = made_by(1);
  for (const int threads : {2, 3, 5}) CHECK(made_by(threads) == alone);
}

TEST_CASE("the rotation is the nearest one, of flat and mirrored matrices too") {
  std::mt19937 random(1050);
  const float round[] = {1, 0, 0, 1, 0, 1};
  const glm::vec3 rest(0.5f, 0.4f, -0.3f), center(0.3f, -0.2f, 0.1f);
  int mirrored = 0, flat = 0;
  for (int n = 0; n < 4000; ++n) {
    CAPTURE(n);
    const glm::vec3 scale = n % 3 == 0   ? random_vector(random, 1.0f)
                            : n % 3 == 1 ? random_vector(random, 1.0f) * glm::vec3(1, 1, 0)
                                         : glm::vec3(random_number(random, 0.1f, 1.0f));
    const glm::mat4 moved_after = random_rigid(random), turned_before = random_rotation(random);
    const glm::mat4 matrix = moved_after * scaling(scale) * turned_before;
    const NearestTurn exact = nearest_turn(glm::dmat3(glm::mat3(matrix)));
    if (exact.clearness < 0.05) continue;
    const OneMush made = one_mush(matrix, round, rest);
    const glm::dvec3 moved =
        exact.rotation * glm::dvec3(rest - center) + glm::dvec3(image(matrix, center));
    REQUIRE(is_near(made.position, glm::vec3(moved)));
    REQUIRE(glm::distance(glm::dvec3(made.normal), exact.rotation[2]) < 1e-4);
    mirrored += glm::determinant(glm::mat3(matrix)) < -0.01f;
    flat += n % 3 == 1;
  }
  CHECK(mirrored > 200);
  CHECK(flat > 800);
}

TEST_CASE("where no rotation is the nearest nothing is written") {
  const float round[] = {1, 0, 0, 1, 0, 1}, line[] = {1, 2, 3, 4, 6, 9}, none[6] = {};
  const glm::vec3 rest(0.5f, 0.4f, -0.3f), untouched(7.0f);
  CHECK(one_mush(glm::mat4(1.0f), line, rest).position == untouched);
  CHECK(one_mush(glm::mat4(1.0f), none, rest).position == untouched);
  CHECK(one_mush(scaling(glm::vec3(0.0f)), round, rest).normal == untouched);
  CHECK(one_mush(scaling(glm::vec3(-1.0f)), round, rest).position == untouched);
  CHECK(one_mush(scaling(glm::vec3(INFINITY)), round, rest).position == untouched);
  CHECK(is_near(one_mush(glm::mat4(1.0f), round, rest).position, rest));
}

TEST_CASE("joints of scale 0, mirrored ones and those of no finite product do no harm to it") {
  if (!has_solution()) return skip("rig/solution is not here");
  for (const Backend backend : correct_backends())
    for (const glm::vec3& scale : {glm::vec3(0.0f), glm::vec3(1, 0, 1), glm::vec3(-1, 1, 1),
                                   glm::vec3(-1.0f), glm::vec3(1e18f), glm::vec3(3e38f)}) {
      std::mt19937 random(1060);
      Scene scene = bumpy_tube(random, true);
      edit_skeleton(scene, 0).joints[1].user_local = scaling(scale);
      Deformer deformer(backend);
      deformer.update(scene);
      const DeformedMesh& mesh = deformer.meshes()[0];
      for (std::size_t v = 0; v < mesh.bind_positions.size(); ++v) {
        REQUIRE(is_finite(mesh.positions()[v]));
        REQUIRE(is_finite(mesh.normals()[v]));
        if (mesh.influences.row_size(v) == 0)
          REQUIRE(mesh.positions()[v] == mesh.bind_positions[v]);
      }
    }
}

}  // namespace marrow::test
