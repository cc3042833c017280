// Thickness under twist and bend, where linear blending's losses are known in closed form.
#include "rig/measure_support.h"

namespace marrow::test {

namespace {

constexpr double kPi = 3.14159265358979;

Meters posed_meters(const Tasks& tasks, Scene scene, const glm::mat4& user_local,
                    Id joint = kUpper) {
  pose_joint(scene, 1, user_local);
  Measured measured(std::move(scene), tasks);
  return measured.measures.joint(joint);
}

/// An open tube around y with rings tilted by `tilt` radians, none of them at y = 1.
Mesh tilted_tube(int rings, int around, double tilt) {
  Mesh mesh;
  for (int ring = 0; ring < rings; ++ring) {
    for (int at = 0; at < around; ++at) {
      const double angle = 2.0 * kPi * at / around, x = 0.5 * std::cos(angle),
                   z = -0.5 * std::sin(angle);
      mesh.positions.push_back(
          glm::vec3(x, -0.5 + 3.0 * (ring + 0.37) / rings + std::tan(tilt) * x, z));
    }
  }
  for (int ring = 0; ring + 1 < rings; ++ring) {
    for (int at = 0; at < around; ++at) {
      const auto vertex = [&](int r, int a) { return std::uint32_t(r * around + a % around); };
      mesh.corner_vertex.insert(
          mesh.corner_vertex.end(),
          {vertex(ring, at), vertex(ring, at + 1), vertex(ring + 1, at + 1), vertex(ring + 1, at)});
      mesh.face_begin.push_back(std::uint32_t(mesh.corner_vertex.size()));
    }
  }
  return mesh;
}

}  // namespace

LAW_CASE("at rest every thickness is 1") {
  for (const int rings : {21, 30}) {
    Measured measured(two_bone_cylinder(rings, 24), tasks);
    for (const Id joint : {kLower, kUpper}) {
      CHECK(measured.measures.joint(joint).thickness.value == doctest::Approx(1.0));
      CHECK(measured.measures.joint(joint).thickness.band == Band::good);
    }
  }
}

LAW_CASE(
    "a twist by an angle shrinks the ring at the joint to the cosine of its half: 180 degrees to "
    "nothing") {
  for (const int rings : {81, 80}) {  // with a ring of vertices on the joint's plane and without
    for (const double degrees : {30.0, 90.0, 120.0, 180.0}) {
      const Meter thickness = posed_meters(tasks, two_bone_cylinder(rings, 48),
                                           rotation(float(degrees), {0.0f, 1.0f, 0.0f}))
                                  .thickness;
      CHECK(thickness.value == doctest::Approx(std::cos(degrees * kPi / 360.0)).epsilon(0.002));
      CHECK(thickness.band == (degrees < 60.0    ? Band::good
                               : degrees < 120.0 ? Band::fair
                                                 : Band::poor));
      CHECK(thickness.where.mesh == kSkin);
    }
  }
}

LAW_CASE(
    "the twist is measured across the bone where the mesh's own rings are tilted, with seams or "
    "without") {
  for (const bool is_split : {false, true}) {
    Mesh tube = tilted_tube(90, 40, 0.5);
    std::vector<std::uint32_t> place;
    if (is_split) tube = split_at_seams(tube, place);
    const Scene scene = bound_scene(two_bones(), std::make_shared<const Mesh>(tube));
    CHECK(posed_meters(tasks, scene, rotation(90.0f, {0.0f, 1.0f, 0.0f})).thickness.value ==
          doctest::Approx(std::sqrt(0.5)).epsilon(0.005));
    CHECK(posed_meters(tasks, scene, rotation(180.0f, {0.0f, 1.0f, 0.0f})).thickness.value < 0.01);
    CHECK(posed_meters(tasks, scene, rotation(180.0f, {0.0f, 1.0f, 0.0f}), kLower).thickness.band ==
          Band::poor);
  }
}

LAW_CASE("a bend flattens the joint's ring by the cosine of its half across the axis") {
  for (const double degrees : {40.0, 90.0, 150.0}) {
    double mean = 0.0;  // of the distances from the middle of an ellipse with half axes 1 and
                        // cos(half), by the circle's angle
    constexpr int kSteps = 3600;
    for (int k = 0; k < kSteps; ++k) {
      const double angle = 2.0 * kPi * k / kSteps, narrow = std::cos(degrees * kPi / 360.0);
      mean += std::hypot(std::cos(angle), narrow * std::sin(angle)) / kSteps;
    }
    const double thickness =
        posed_meters(tasks, two_bone_cylinder(81, 48), rotation(float(degrees), {1.0f, 0.0f, 0.0f}))
            .thickness.value;
    CHECK(thickness == doctest::Approx(mean).epsilon(0.01));
  }
}

LAW_CASE(
    "the ring is the smallest that goes round the bone: neither a sleeve around the arm nor a wire "
    "beside it") {
  const Mesh arm = capped_cylinder(81, 24), sleeve = capped_cylinder(41, 24, 2.0f, 0.6f);
  Mesh wire = capped_cylinder(81, 8, 2.0f, 0.05f);
  for (glm::vec3& position : wire.positions) position.x += 0.3f;
  Mesh all;
  for (const Mesh* part : {&sleeve, static_cast<const Mesh*>(&wire), &arm}) {
    const auto offset = std::uint32_t(all.positions.size());
    all.positions.insert(all.positions.end(), part->positions.begin(), part->positions.end());
    for (std::size_t f = 0; f < part->face_count(); ++f) {
      for (std::uint32_t c = part->face_begin[f]; c < part->face_begin[f + 1]; ++c)
        all.corner_vertex.push_back(part->corner_vertex[c] + offset);
      all.face_begin.push_back(std::uint32_t(all.corner_vertex.size()));
    }
  }
  const Meter thickness =
      posed_meters(tasks, bound_scene(two_bones(), std::make_shared<const Mesh>(all)),
                   rotation(90.0f, {0.0f, 1.0f, 0.0f}))
          .thickness;
  CHECK(thickness.value == doctest::Approx(std::sqrt(0.5)).epsilon(0.005));
  const auto first_of_arm = std::uint32_t(sleeve.positions.size() + wire.positions.size());
  CHECK(thickness.where.a >= first_of_arm);
}

LAW_CASE(
    "where nothing goes round the bone the thickness is unknown: an open mesh, a bone of no "
    "length, "
    "a bone outside") {
  Scene scene = two_bone_cylinder(21, 24);
  edit_skeleton(scene, 0).joints[1].extent = glm::vec3(0.0f);
  CHECK(posed_meters(tasks, scene, glm::mat4(1.0f)).thickness.band == Band::unknown);
  CHECK(posed_meters(tasks, scene, glm::mat4(1.0f), kLower).thickness.band == Band::good);
  edit_skeleton(scene, 0).joints[1].extent = {0.0f, 1.0f, 0.0f};
  edit_skeleton(scene, 0).joints[1].bind_local = translation({0.7f, 1.0f, 0.0f});
  CHECK(std::isnan(posed_meters(tasks, scene, glm::mat4(1.0f)).thickness.value));

  Mesh gutter = *two_bone_cylinder(21, 24).nodes[1].mesh;  // a strip of the wall is missing
  Mesh open = gutter;
  open.corner_vertex.clear();
  open.face_begin = {0};
  for (std::size_t f = 0; f < gutter.face_count(); ++f) {
    if (f < 20 * 24 && f % 24 == 5) continue;
    open.corner_vertex.insert(open.corner_vertex.end(),
                              gutter.corner_vertex.begin() + gutter.face_begin[f],
                              gutter.corner_vertex.begin() + gutter.face_begin[f + 1]);
    open.face_begin.push_back(std::uint32_t(open.corner_vertex.size()));
  }
  CHECK(posed_meters(tasks, bound_scene(two_bones(), std::make_shared<const Mesh>(open)),
                     glm::mat4(1.0f))
            .thickness.band == Band::unknown);
}

}  // namespace marrow::test
