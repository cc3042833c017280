// Weights carried to another mesh: laws, and six rigs there and back.
#include "rig/transfer/transfer.h"

#include <cstdio>

#include "io/formats.h"
#include "rig/measure/range_of_motion.h"
#include "rig/measure_support.h"
#include "support/random_rig.h"
#include "support/remesh.h"
#include "support/thread_limit.h"

namespace marrow::test {
namespace {

constexpr glm::mat4 kHere{1.0f};

/// The weight of kUpper rises with y from 0 to 1, the rest is kLower's.
float upper_at(const glm::vec3& position) { return glm::clamp(0.5f * position.y, 0.0f, 1.0f); }

ExplicitWeights by_height(const Mesh& mesh) {
  ExplicitWeights weights{{0}, {}, {}};
  for (const glm::vec3& position : mesh.positions) {
    weights.joint.insert(weights.joint.end(), {kLower, kUpper});
    weights.weight.insert(weights.weight.end(), {1.0f - upper_at(position), upper_at(position)});
    end_row(weights);
  }
  return weights;
}

double weight_of(const ExplicitWeights& weights, std::size_t vertex, Id joint) {
  double sum = 0.0;
  for (std::uint32_t k = weights.row_begin[vertex]; k < weights.row_begin[vertex + 1]; ++k)
    if (weights.joint[k] == joint) sum += double(weights.weight[k]);
  return sum;
}

/// The sum of |w - w*| over the joints, 0 to 2.
double difference(const ExplicitWeights& a, std::size_t i, const ExplicitWeights& b,
                  std::size_t k) {
  std::set<Id> joints;
  for (std::uint32_t e = a.row_begin[i]; e < a.row_begin[i + 1]; ++e) joints.insert(a.joint[e]);
  for (std::uint32_t e = b.row_begin[k]; e < b.row_begin[k + 1]; ++e) joints.insert(b.joint[e]);
  double sum = 0.0;
  for (const Id joint : joints) sum += std::abs(weight_of(a, i, joint) - weight_of(b, k, joint));
  return sum;
}

/// The weights that a remeshed copy has by its making.
ExplicitWeights mixed_weights(const Remeshed& copy, const ExplicitWeights& old) {
  ExplicitWeights weights{{0}, {}, {}};
  for (const auto& shares : copy.of) {
    std::map<Id, double> row;
    for (const auto& [v, share] : shares)
      for (std::uint32_t k = old.row_begin[v]; k < old.row_begin[v + 1]; ++k)
        row[old.joint[k]] += share * double(old.weight[k]);
    for (const auto& [joint, weight] : row) {
      weights.joint.push_back(joint);
      weights.weight.push_back(float(weight));
    }
    end_row(weights);
  }
  return weights;
}

/// Joints ascend; weights are in [0, 1] and sum to 1.
void check_rows(const ExplicitWeights& weights) {
  for (std::size_t v = 0; v + 1 < weights.row_begin.size(); ++v) {
    double sum = 0.0;
    for (std::uint32_t k = weights.row_begin[v]; k < weights.row_begin[v + 1]; ++k) {
      CHECK(weights.weight[k] > 0.0f);
      CHECK(weights.weight[k] <= 1.0f);
      if (k > weights.row_begin[v]) CHECK(weights.joint[k] > weights.joint[k - 1]);
      sum += double(weights.weight[k]);
    }
    CHECK(sum == doctest::Approx(1.0).epsilon(1e-6));
  }
}

Mesh skin_of(const std::filesystem::path& file) {
  for (const Node& node : io::load(file).scene.nodes)
    if (node.mesh && node.mesh->weights) return *node.mesh;
  return {};
}

/// A flat grid of squares of the edge 0.1, from (0, 0) to (2, 2), with its middle moved by `up`.
Mesh sheet(float up) {
  constexpr std::uint32_t kSide = 21;
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const bool is_middle = x > 6 && x < 14 && y > 6 && y < 14;
      positions.push_back({0.1f * float(x), 0.1f * float(y), is_middle ? up : 0.0f});
      if (x == 0 || y == 0) continue;
      const std::uint32_t at = y * kSide + x;
      triangles.insert(triangles.end(),
                       {at - kSide - 1, at - kSide, at, at - kSide - 1, at, at - 1});
    }
  return triangle_mesh(std::move(positions), triangles);
}

/// A tube along y without caps; a negative radius: it faces inward.
Mesh tube(int rings, int around, float radius) {
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> triangles;
  for (int ring = 0; ring < rings; ++ring)
    for (int n = 0; n < around; ++n) {
      const float angle = 6.2831853f * (float(n) + 0.5f * float(ring % 2)) / float(around);
      positions.push_back({radius * std::cos(angle), 2.0f * float(ring) / float(rings - 1),
                           std::abs(radius) * std::sin(angle)});
      if (ring == 0) continue;
      const auto at = [&](int r, int k) {
        return std::uint32_t(r * around + (k + around) % around);
      };
      const std::uint32_t a = at(ring - 1, n), b = at(ring - 1, n + 1), c = at(ring, n),
                          d = at(ring, n + 1);
      triangles.insert(triangles.end(), {a, c, b, b, c, d});
    }
  return triangle_mesh(std::move(positions), triangles);
}

}  // namespace

TEST_CASE("a mesh's weights carried onto itself are the same, also from another place") {
  const Mesh mesh =
      skin_of(media() / "human.glb").weights ? skin_of(media() / "human.glb") : Mesh();
  for (Mesh one : {mesh, capped_cylinder(21, 12)}) {
    if (one.positions.empty()) continue;
    if (!one.weights) one.weights = by_height(one);
    const glm::mat4 place = translation({3.0f, 1.0f, -2.0f}) * rotation(50.0f, {1.0f, 2.0f, 0.0f});
    for (const glm::mat4& there : {kHere, place}) {
      const Transfer transfer = find_transfer(one, there, one, there);
      CHECK(transfer.counts.found == one.positions.size());
      const ExplicitWeights weights = carried_weights(transfer, *one.weights);
      check_rows(weights);
      for (std::size_t v = 0; v < one.positions.size(); ++v)
        CHECK(difference(weights, v, *one.weights, v) <= 2e-6);
    }
  }
}

TEST_CASE("on a subdivided copy old vertices have their weights, new ones the mean of both ends") {
  const Mesh mesh = capped_cylinder(21, 12);
  const Remeshed copy = subdivided(welded(mesh));
  const Mesh& fine = copy.mesh;
  const Transfer transfer = find_transfer(mesh, kHere, fine, kHere);
  CHECK(transfer.counts.found == fine.positions.size());
  const ExplicitWeights old = by_height(mesh), weights = carried_weights(transfer, old);
  check_rows(weights);
  const ExplicitWeights wanted = mixed_weights(copy, old);
  for (std::size_t v = 0; v < fine.positions.size(); ++v)
    CHECK(difference(weights, v, wanted, v) <= 1e-5);
}

TEST_CASE("a shirt 2 cm above the body has the body's weights, whichever way it faces") {
  const Mesh body = capped_cylinder(41, 24);
  for (const float radius : {0.52f, -0.52f}) {
    const Mesh shirt = tube(17, 31, radius);
    const Transfer transfer = find_transfer(body, kHere, shirt, kHere);
    CHECK(transfer.counts.found == shirt.positions.size());
    const ExplicitWeights weights = carried_weights(transfer, by_height(body));
    check_rows(weights);
    for (std::size_t v = 0; v < shirt.positions.size(); ++v)
      CHECK(weight_of(weights, v, kUpper) ==
            doctest::Approx(double(upper_at(shirt.positions[v]))).epsilon(0.01));
  }
}

TEST_CASE("neither side of a thin wall takes the other side's weights") {
  // The walls are 0.01 apart, the new ones up to 0.008 off.
  const auto walls = [](int rings, int around, float outer, float inner) {
    Mesh mesh = tube(rings, around, outer);
    const Mesh inside = tube(rings, around, -inner);
    const auto first = std::uint32_t(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), inside.positions.begin(), inside.positions.end());
    for (const std::uint32_t v : inside.corner_vertex) mesh.corner_vertex.push_back(first + v);
    return triangle_mesh(mesh.positions, mesh.corner_vertex);
  };
  const Mesh source = walls(21, 64, 0.5f, 0.49f), target = walls(17, 80, 0.492f, 0.498f);
  ExplicitWeights by_side{{0}, {}, {}};
  for (std::size_t v = 0; v < source.positions.size(); ++v) {
    by_side.joint.push_back(v < source.positions.size() / 2 ? kUpper : kLower);
    by_side.weight.push_back(1.0f);
    end_row(by_side);
  }
  const ExplicitWeights weights =
      carried_weights(find_transfer(source, kHere, target, kHere), by_side);
  for (std::size_t v = 0; v < target.positions.size(); ++v)
    CHECK(weight_of(weights, v, v < target.positions.size() / 2 ? kUpper : kLower) ==
          doctest::Approx(1.0));
}

TEST_CASE("what is far off is filled in smoothly: a slope goes on through it") {
  const Mesh flat = sheet(0.0f), hill = sheet(0.3f);
  const Transfer transfer = find_transfer(flat, kHere, hill, kHere);
  CHECK(transfer.counts.filled >= 49);
  CHECK(transfer.counts.unsure == 0);
  CHECK(transfer.counts.found + transfer.counts.filled == hill.positions.size());
  const ExplicitWeights weights = carried_weights(transfer, by_height(flat));
  check_rows(weights);
  double worst = 0.0;
  for (std::size_t v = 0; v < hill.positions.size(); ++v) {
    const double off =
        std::abs(weight_of(weights, v, kUpper) - double(upper_at(hill.positions[v])));
    worst = std::max(worst, off);
  }
  CHECK(worst < 0.12);  // steep sides: the hill is longer than its shadow
  // Without the hill's sides the fill is the slope itself.
  const MeshGraph graph = mesh_graph_of(flat, make_surface(flat));
  std::vector<char> is_known(flat.positions.size(), 1);
  for (std::size_t v = 0; v < is_known.size(); ++v)
    if (hill.positions[v].z > 0.0f) is_known[v] = 0;
  const std::vector<FillRegion> regions = fill_regions(graph, flat.positions, is_known);
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].unknown == 49);
  std::vector<double> values;
  for (const std::uint32_t v : regions[0].vertices)
    values.push_back(double(upper_at(flat.positions[v])));
  const std::vector<double> wanted = values;
  regions[0].solve(values);
  for (std::size_t n = 0; n < values.size(); ++n)
    CHECK(values[n] == doctest::Approx(wanted[n]).epsilon(1e-4));
}

TEST_CASE("a piece too far off takes the nearest weights, and is counted") {
  const Mesh body = capped_cylinder(21, 12);
  Mesh both = welded(body).mesh;
  const std::size_t near = both.positions.size();
  const Mesh button = sheet(0.0f);
  for (const glm::vec3& position : button.positions)
    both.positions.push_back(0.1f * position + glm::vec3(2.0f, 1.0f, 0.0f));
  for (const std::uint32_t v : button.corner_vertex)
    both.corner_vertex.push_back(std::uint32_t(near) + v);
  both = triangle_mesh(both.positions, both.corner_vertex);
  const Transfer transfer = find_transfer(body, kHere, both, kHere);
  CHECK(transfer.counts.unsure == button.positions.size());
  CHECK(transfer.counts.found == near);
  const ExplicitWeights weights = carried_weights(transfer, by_height(body));
  check_rows(weights);
  for (std::size_t v = near; v < both.positions.size(); ++v)
    CHECK(weight_of(weights, v, kUpper) ==
          doctest::Approx(double(upper_at(both.positions[v]))).epsilon(0.02));
}

TEST_CASE("touch-ups are carried with their signs, and vertices without any get none") {
  const Mesh mesh = welded(capped_cylinder(21, 12)).mesh;
  TouchUps painted;
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
    if (mesh.positions[v].y < 1.0f) continue;
    painted.joint.insert(painted.joint.end(), {kLower, kUpper});
    painted.difference.insert(painted.difference.end(), {-0.25f, 0.25f});
    painted.end_row(v);
  }
  const Transfer same = find_transfer(mesh, kHere, mesh, kHere);
  CHECK(carried_touch_ups(same, painted) == painted);
  CHECK(carried_touch_ups(same, TouchUps()) == TouchUps());
  const Mesh fine = subdivided(welded(mesh)).mesh;
  const TouchUps carried = carried_touch_ups(find_transfer(mesh, kHere, fine, kHere), painted);
  CHECK(why_invalid(carried, fine.positions.size()) == "");
  CHECK(carried.vertices.size() > painted.vertices.size());
  for (const std::uint32_t v : carried.vertices) CHECK(fine.positions[v].y > 0.9f);
}

TEST_CASE("the result does not depend on the number of threads") {
  const Mesh body = capped_cylinder(41, 24), shirt = tube(61, 31, 0.6f);
  const auto carried = [&] {
    return carried_weights(find_transfer(body, kHere, shirt, kHere, {0.05, 1.0}), by_height(body));
  };
  const ExplicitWeights many = carried();
  const ThreadLimit one(1);
  CHECK(carried() == many);
}

TEST_CASE("a mesh without a vertex, and one without an area, get what there is") {
  const Mesh body = capped_cylinder(5, 6);
  CHECK(carried_weights(find_transfer(body, kHere, Mesh(), kHere), by_height(body)).row_begin ==
        std::vector<std::uint32_t>{0});
  const Mesh needle = triangle_mesh({{0.5f, 0, 0}, {0.5f, 1, 0}, {0.5f, 2, 0}}, {0, 1, 2});
  check_rows(carried_weights(find_transfer(body, kHere, needle, kHere), by_height(body)));
  check_rows(carried_weights(find_transfer(needle, kHere, body, kHere), by_height(needle)));
}

namespace {

double score_of(const Scene& scene, Id skeleton) {
  const Tasks& tasks = tasks_of(Backend::fast);
  return summary_of(range_of_motion(scene, skeleton, tasks), *find_node(scene, skeleton)->skeleton,
                    0, false)
      .score;
}

/// Weights carried to a copy: share of the vertices found, mean L1 against the weights that the
/// copy has by its making, scores with those and with the carried ones.
struct Carried {
  double found = 0.0, mean = 0.0, wanted_score = 0.0, score = 0.0;
};

template <typename Remesh>
Carried carried_to_copies(Scene scene, Id skeleton, const Remesh& remesh) {
  Carried result;
  double vertices = 0.0;
  Scene wanted = scene;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    Node& node = scene.nodes[n];
    if (!node.mesh || node.bound_to != skeleton || !node.explicit_weights) continue;
    const Remeshed copy = remesh(*node.mesh);
    auto by_making = std::make_shared<Mesh>(copy.mesh), carried = std::make_shared<Mesh>(copy.mesh);
    by_making->weights = mixed_weights(copy, *node.mesh->weights);
    const Transfer transfer = find_transfer(*node.mesh, kHere, *carried, kHere);
    carried->weights = carried_weights(transfer, *node.mesh->weights);
    for (std::size_t v = 0; v < copy.of.size(); ++v)
      result.mean += difference(*carried->weights, v, *by_making->weights, v);
    result.found += double(transfer.counts.found);
    vertices += double(copy.of.size());
    node.morph_weights.clear();
    wanted.nodes[n] = node;
    wanted.nodes[n].mesh = std::move(by_making);
    node.mesh = std::move(carried);
  }
  result.mean /= vertices;
  result.found /= vertices;
  result.wanted_score = score_of(wanted, skeleton);
  result.score = score_of(scene, skeleton);
  return result;
}

}  // namespace

DATA_CASE("six rigs keep their weights and their range of motion on remeshed copies") {
  if (!has_engine()) return skip("range of motion: rig/fast is not here");
  constexpr double kMost = 0.05, kMostLoss = 6.0;
  std::printf(
      "rig: score | subdivided and jittered, decimated: found, L1, score by making, carried\n");
  for (const char* name : {"CesiumMan.glb", "Fox.glb", "RiggedFigure.glb", "kaykit_Knight.glb",
                           "q_Horse.glb", "mannequiny.glb"}) {
    CAPTURE(name);
    const Scene scene = io::load(data / "gltf" / name).scene;
    Id skeleton = kNoId;
    for (const Node& node : scene.nodes)
      if (node.mesh && node.explicit_weights) skeleton = node.bound_to;
    REQUIRE(skeleton != kNoId);
    std::mt19937 random(7);
    const auto fine = [&](const Mesh& mesh) {
      return off_surface(jittered(subdivided(welded(mesh)), random, 0.5), random, 0.001f);
    };
    const auto coarse = [&](const Mesh& mesh) { return decimated(welded(mesh), 0.5); };
    std::printf("%s: %.1f", name, score_of(scene, skeleton));
    for (const Carried& one :
         {carried_to_copies(scene, skeleton, fine), carried_to_copies(scene, skeleton, coarse)}) {
      std::printf(" | %.1f %% %.4f %.1f %.1f", 100.0 * one.found, one.mean, one.wanted_score,
                  one.score);
      CHECK(one.mean < kMost);
      CHECK(one.score > one.wanted_score - kMostLoss);
    }
    std::printf("\n");
  }
}

}  // namespace marrow::test
