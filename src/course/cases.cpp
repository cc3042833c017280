#include "course/cases.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <memory>

#include "base/hash.h"
#include "base/index.h"
#include "course/judge.h"

namespace marrow::course {

glm::mat4 moved(float x, float y, float z) { return glm::translate(glm::mat4(1.0f), {x, y, z}); }
glm::mat4 turned_x(float degrees) {
  return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {1.0f, 0.0f, 0.0f});
}
glm::mat4 turned_y(float degrees) {
  return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 1.0f, 0.0f});
}
glm::mat4 turned_z(float degrees) {
  return glm::rotate(glm::mat4(1.0f), glm::radians(degrees), {0.0f, 0.0f, 1.0f});
}
glm::dmat4 turn_about_z(double w, double z) {
  const double length2 = w * w + z * z, c = (w * w - z * z) / length2, s = 2.0 * w * z / length2;
  glm::dmat4 turn(1.0);
  turn[0] = {c, s, 0.0, 0.0};
  turn[1] = {-s, c, 0.0, 0.0};
  return turn;
}
glm::mat4 stretched(float x, float y, float z) { return glm::scale(glm::mat4(1.0f), {x, y, z}); }

glm::vec3 image(const glm::mat4& matrix, const glm::vec3& point) {
  return glm::vec3(matrix * glm::vec4(point, 1.0f));
}

std::vector<glm::vec3> images(const glm::mat4& matrix, std::vector<glm::vec3> points) {
  for (glm::vec3& point : points) point = image(matrix, point);
  return points;
}

Joint& add_joint(Skeleton& skeleton, const char* name, int parent, const glm::mat4& bind_local,
                 const glm::vec3& extent, float radius) {
  Joint joint;
  joint.id = Id(skeleton.joints.size() + 1);
  joint.name = name;
  joint.parent = parent;
  joint.bind_local = bind_local;
  joint.extent = extent;
  joint.radius = radius;
  return skeleton.joints.emplace_back(std::move(joint));
}

std::mt19937 drawn(unsigned salt) {
  std::seed_seq seed{input_seed(), salt};
  return std::mt19937(seed);
}

float by_hand(float usual, unsigned salt, float step) {
  if (variant().student.empty()) return usual;
  Fnv1a hash;
  hash.add(variant().course_seed);
  for (const char letter : variant().student) hash.add(static_cast<unsigned char>(letter));
  std::seed_seq seed{unsigned(hash.value()), unsigned(hash.value() >> 32), salt};
  return usual + step * float(std::mt19937(seed)() % 5);
}

/// As std::uniform_real_distribution in GCC's library; other libraries draw other numbers.
float random_number(std::mt19937& random, float low, float high) {
  const float share = std::min(float(random()) * 0x1p-32f, std::nextafter(1.0f, 0.0f));
  return share * (high - low) + low;
}

glm::vec3 random_point(std::mt19937& random, float size) {
  const float x = random_number(random, -size, size), y = random_number(random, -size, size),
              z = random_number(random, -size, size);
  return {x, y, z};
}

glm::mat4 random_rigid(std::mt19937& random) {
  const glm::vec3 move = random_point(random, 2.0f), turn = random_point(random, 150.0f);
  return moved(move.x, move.y, move.z) * turned_x(turn.x) * turned_y(turn.y) * turned_z(turn.z);
}

DualQuaternion motion_by(const glm::quat& real, const glm::vec3& translation) {
  return {real, 0.5f * (glm::quat(0.0f, translation) * real)};
}

DualQuaternion product(const DualQuaternion& a, const DualQuaternion& b) {
  return {a.real * b.real, a.real * b.dual + a.dual * b.real};
}

glm::mat4 random_affine(std::mt19937& random) {
  const glm::mat4 rigid = random_rigid(random);
  const glm::vec3 stretch = glm::vec3(1.0f) + random_point(random, 0.25f);
  return rigid * stretched(stretch.x, stretch.y, stretch.z);
}

Skeleton random_skeleton(std::mt19937& random) {
  struct Place {
    const char* name;
    int parent;
  };
  Skeleton skeleton;
  for (const Place& place : {Place{"root", -1}, Place{"spine", 0}, Place{"other root", -1},
                             Place{"branch", 0}, Place{"neck", 1}}) {
    // Separate statements, because compilers evaluate arguments in different orders.
    const glm::vec3 extent = random_point(random, 1.0f);
    const glm::mat4 bind_local = random_affine(random);
    Joint& joint = add_joint(skeleton, place.name, place.parent, bind_local, extent, 0.5f);
    joint.user_local = random_rigid(random);
  }
  return skeleton;
}

std::vector<glm::mat4> chained(const Skeleton& skeleton, bool posed) {
  std::vector<glm::mat4> result;
  for (const Joint& joint : skeleton.joints) {
    const glm::mat4 local = posed ? joint.bind_local * joint.user_local : joint.bind_local;
    result.push_back(joint.parent < 0 ? local : result[std::size_t(joint.parent)] * local);
  }
  return result;
}

/// Where on the bone the nearest point is: 0 at `start`, 1 at `end`. By golden section search, so
/// that this file does not contain task 3's formula.
static double nearest_share(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point) {
  const glm::dvec3 from = glm::dvec3(start) - glm::dvec3(point),
                   way = glm::dvec3(end) - glm::dvec3(start);
  const auto squared_at = [&](double t) {
    const glm::dvec3 apart = from + t * way;
    return apart.x * apart.x + apart.y * apart.y + apart.z * apart.z;
  };
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kSteps = 76;  // until both ends of the interval are almost one number
  double low = 0.0, high = 1.0, left = 1.0 - kGolden, right = kGolden;
  double at_left = squared_at(left), at_right = squared_at(right);
  for (int step = 0; step < kSteps; ++step) {
    if (at_left < at_right) {
      high = right;
      right = left, at_right = at_left;
      left = high - kGolden * (high - low), at_left = squared_at(left);
    } else {
      low = left;
      left = right, at_left = at_right;
      right = low + kGolden * (high - low), at_right = squared_at(right);
    }
  }
  // Includes both ends exactly.
  const double candidates[] = {low, 0.0, 1.0};
  return *std::min_element(std::begin(candidates), std::end(candidates),
                           [&](double a, double b) { return squared_at(a) < squared_at(b); });
}

glm::vec3 nearest_by_search(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point) {
  return glm::vec3(glm::mix(glm::dvec3(start), glm::dvec3(end), nearest_share(start, end, point)));
}

float least_distance(const glm::vec3& start, const glm::vec3& end, const glm::vec3& point) {
  return float(glm::distance(glm::dvec3(point), glm::mix(glm::dvec3(start), glm::dvec3(end),
                                                         nearest_share(start, end, point))));
}

std::vector<std::string> disputed_joints(const Skeleton& skeleton, const JointLists& expected,
                                         const JointLists& got) {
  std::vector<std::string> names(expected.size());
  for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i) {
    for (int j = int(skeleton.joints.size()); j-- > 0;) {
      if (list_has(expected[i], j) != list_has(got[i], j))
        names[i] = skeleton.joints[std::size_t(j)].name;
    }
  }
  return names;
}

std::vector<std::string> lists_in_words(const Skeleton& skeleton,
                                        const std::vector<glm::mat4>& bind,
                                        const std::vector<glm::vec3>& positions,
                                        const std::vector<std::string>& disputed) {
  std::vector<std::string> words = labels("the vertex at", positions, "is held by");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = 0; j < bind.size(); ++j) {
      const Joint& joint = skeleton.joints[j];
      if (disputed[i].empty() || joint.name != disputed[i]) continue;
      const glm::vec3 start(bind[j][3]), end = image(bind[j], joint.extent);
      words[i] = fmt::format(
          "the vertex at {}, {:.6g} away from \"{}\" (joint {}, from {} to {}, r = {:.6g}), is "
          "held by",
          in_words(positions[i]), least_distance(start, end, positions[i]), joint.name, j,
          in_words(start), in_words(end), joint.radius);
    }
  }
  return words;
}

const std::pair<int, float>& heaviest_of(const Row& row) {
  return *std::max_element(row.begin(), row.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
}

glm::mat4 blend(const std::vector<glm::mat4>& skinning, const Row& row) {
  glm::mat4 sum(0.0f);
  for (const auto& [joint, weight] : row) sum += weight * skinning[std::size_t(joint)];
  return sum;
}

Influences make_influences(const Rows& rows) {
  Influences influences;
  influences.rows.resize(rows.size());
  std::map<std::vector<std::pair<int, float>>, Influences::Row> written;
  for (std::size_t i = rows.size(); i-- > 0;) {
    const auto [found, is_new] = written.try_emplace(rows[i]);
    if (is_new) {
      found->second = {std::uint32_t(influences.joint.size()), std::uint32_t(rows[i].size())};
      for (const auto& [joint, weight] : rows[i]) {
        influences.joint.push_back(std::uint32_t(joint));
        influences.weight.push_back(weight);
      }
    }
    influences.rows[i] = found->second;
  }
  return influences;
}

void call_with_other_inputs(const Tasks& tasks, int task) try {
  std::mt19937 random = drawn(97);
  const Skeleton skeleton = random_skeleton(random);
  std::vector<glm::mat4> bind, posed;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    bind.push_back(random_affine(random));
    posed.push_back(random_affine(random));
  }
  const std::vector<glm::vec3> points = {{0.3f, 7.0f, -2.0f}, {5.0f, 0.1f, 0.2f}};
  if (task == 1) {
    tasks.bind_matrices(skeleton);
    tasks.posed_matrices(skeleton);
    tasks.skinning_matrices(posed, bind);
    tasks.posed_from_skinning(posed[0], bind[0]);
    tasks.bind_local_from_bind(posed[0], bind[0]);
    tasks.user_local_from_posed(posed[0], bind[0], posed[1]);
  } else if (task == 2) {
    tasks.user_local_after_increment(bind[0], posed[0], posed[1], bind[1]);
    tasks.user_local_after_local_increment(bind[0], posed[0]);
  } else if (task == 3) {
    tasks.closest_on_line_segment(points[0], points[1], glm::vec3(posed[0][3]));
    tasks.find_joints(skeleton, bind, points);
  } else if (task == 4) {
    tasks.inverse_distance_weights({0.3f, 0.9f, 2.5f});
    std::vector<glm::vec3> positions, normals;
    tasks.skin(posed, make_influences({{{0, 0.5f}, {1, 0.5f}}, {{2, 1.0f}}}), points,
               {{0.0f, 1.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}, positions, normals);
  } else if (task == 5) {
    tasks.ik_gradient(skeleton, posed, bind[0], {{1, points[0], points[1], 2.0f}}, {0, 1});
  } else if (task == 6) {
    tasks.cubic_unit_spline(0.3f, 7.0f, -2.0f, 1.5f, 0.4f);
    tasks.catmull_rom({{0.25f, 7.0f}, {0.75f, -2.0f}, {2.0f, 3.0f}, {2.5f, 9.0f}}, 1.1f);
  } else if (task == 7) {
    tasks.dual_quaternion(random_rigid(random));
    tasks.blend_dual_quaternions({motion_by({0.6f, 0.0f, 0.8f, 0.0f}, points[0]),
                                  motion_by({0.8f, 0.6f, 0.0f, 0.0f}, points[1])},
                                 {0.3f, 0.7f});
  } else if (task == 8) {
    const MushSurface surface{{{1, 2}, {0, 2}, {}}, {{0, 1, 2}}};
    const std::vector<glm::vec3> rest{points[0], points[1], {1.0f, 2.0f, 3.0f}},
        moved{points[1], points[0], {4.0f, 2.0f, 3.0f}};
    tasks.smooth(surface.neighbors, rest, 4);
    tasks.surface_frame(points[0], points[1]);
    tasks.delta_mush(surface, rest, moved, 4);
  } else if (task == 9) {
    tasks.blend_about_center({random_rigid(random), random_rigid(random)}, {0.3f, 0.7f}, points[0]);
  }
} catch (const std::exception&) {
}

void add_vertex(Tube& tube, const glm::vec3& position, const glm::vec3& normal) {
  tube.positions.push_back(position);
  tube.normals.push_back(normal);
}

Tube make_tube(float from, float to, int rings, float radius) {
  Tube tube;
  const float step = (to - from) / float(rings - 1);
  for (int ring = 0; ring < rings; ++ring) {
    for (int i = 0; i < kRingSize; ++i) {
      const glm::vec3 out =
          image(turned_x(360.0f * float(i) / float(kRingSize)), {0.0f, 1.0f, 0.0f});
      add_vertex(tube, glm::vec3(from + step * float(ring), 0.0f, 0.0f) + radius * out, out);
    }
  }
  const std::uint32_t start = std::uint32_t(tube.positions.size());
  add_vertex(tube, {from, 0.0f, 0.0f}, {-1.0f, 0.0f, 0.0f});
  add_vertex(tube, {to, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
  for (std::uint32_t i = 0; i < kRingSize; ++i) {
    const std::uint32_t next = (i + 1) % kRingSize, last = std::uint32_t(rings - 1) * kRingSize;
    for (std::uint32_t ring = 0; ring < last; ring += kRingSize)
      tube.faces.push_back({ring + i, ring + next, ring + kRingSize + next, ring + kRingSize + i});
    tube.faces.push_back({start, next, i});
    tube.faces.push_back({start + 1, last + i, last + next});
  }
  return tube;
}

namespace {

std::shared_ptr<const Mesh> mesh_of(const Tube& tube, const Rows& rows) {
  Mesh mesh;
  mesh.positions = tube.positions;
  mesh.normals = tube.normals;
  for (const std::vector<std::uint32_t>& face : tube.faces) {
    mesh.corner_vertex.insert(mesh.corner_vertex.end(), face.begin(), face.end());
    mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
  }
  mesh.corner_normal = mesh.corner_vertex;
  if (!rows.empty()) {
    ExplicitWeights& weights = mesh.weights.emplace();
    weights.row_begin.push_back(0);
    for (const auto& row : rows) {
      for (const auto& [joint, weight] : row) {
        weights.joint.push_back(Id(joint + 1));  // the ids that add_joint() gives
        weights.weight.push_back(weight);
      }
      weights.row_begin.push_back(std::uint32_t(weights.joint.size()));
    }
  }
  return std::make_shared<const Mesh>(std::move(mesh));
}

}  // namespace

Scene scene_of(Skeleton skeleton, const glm::mat4& world_from_skeleton) {
  Scene scene;
  scene.next_id = Id(skeleton.joints.size() + 1);
  Node rig;
  rig.id = take_id(scene);
  rig.name = "rig";
  rig.local = world_from_skeleton;
  rig.skeleton = std::make_shared<const Skeleton>(std::move(skeleton));
  scene.nodes.push_back(std::move(rig));
  return scene;
}

Scene scene_of(Skeleton skeleton, const Tube& tube, const Rows& rows) {
  Scene scene = scene_of(std::move(skeleton));
  Node skin;
  skin.id = take_id(scene);
  skin.name = "skin";
  skin.mesh = mesh_of(tube, rows);
  skin.bound_to = scene.nodes[0].id;
  skin.explicit_weights = !rows.empty();
  scene.nodes.push_back(std::move(skin));
  return scene;
}

Skeleton skeleton_of(const std::vector<glm::mat4>& skinning, const Tube& tube, const Rows& rows) {
  constexpr float kAir = 1.1f;  // times the smallest sufficient radius
  Skeleton skeleton;
  for (std::size_t j = 0; j < skinning.size(); ++j) {
    Bounds held;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool holds = std::any_of(rows[i].begin(), rows[i].end(),
                                     [&](const auto& entry) { return entry.first == int(j); });
      if (holds) held.add(tube.positions[i]);
    }
    if (held.empty()) held.add(glm::vec3(0.0f));
    const glm::vec3 center = held.center(), size = held.high - held.low;
    const glm::mat4 bind = moved(held.low.x, center.y, center.z);
    const std::string name = "joint " + std::to_string(j);
    const float radius = kAir * std::max(0.5f * std::max(size.y, size.z), 0.1f);
    Joint& joint = add_joint(skeleton, name.c_str(), -1, bind, {size.x, 0.0f, 0.0f}, radius);
    joint.user_local = glm::affineInverse(bind) * skinning[j] * bind;  // T = B Ul B^-1
  }
  return skeleton;
}

}  // namespace marrow::course
