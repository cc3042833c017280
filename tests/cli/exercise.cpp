// The numbers of the exercise in the assignment sheet are those that its commands show.
#include "cli/support.h"

namespace marrow::test {

namespace {

constexpr double kRounded = 0.5001e-4;  // the sheet has four decimals

/// Pose 1, as the sample is saved, and pose 0, with what the sheet's commands print of them.
struct TwoPoses {
  Scratch folder;
  std::string files[2];

  explicit TwoPoses(const char* sample) {
    files[1] = (media() / sample).string();
    files[0] = folder / "pose0.glb";
    run_well({"pose", files[1], "--reset", "-o", files[0]});
  }

  /// Column 3 of a joint's matrix.
  glm::dvec3 last_column(int pose, const char* joint, const char* matrix) const {
    const Json report = report_of(files[pose]);
    for (const Json& one : report["skeletons"][0]["joints"])
      if (one["name"] == joint) return glm::dvec3(matrix_of(one[matrix])[3]);
    FAIL("no joint ", joint);
    return {};
  }

  glm::dvec3 vertex(int pose, int number) const {
    const std::string out = folder / "posed.obj";
    run_well({"skin", files[pose], "-o", out});
    std::istringstream lines(bytes_of(out));
    int left = number;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("v ") && left-- == 0) {
        glm::dvec3 at(0.0);
        std::istringstream(line.substr(2)) >> at.x >> at.y >> at.z;
        return at;
      }
    FAIL("no vertex ", number);
    return {};
  }

  void check_distances(int number, const Row& expected) const {
    for (const std::string& file : files) {
      std::size_t found = 0;
      for (const CsvRow& row : influences_of(file)) {
        if (row.vertex != number) continue;
        REQUIRE(expected.contains(row.joint));
        CHECK(std::abs(std::stod(row.distance) - expected.at(row.joint).distance) <= kRounded);
        CHECK(std::abs(std::stod(row.weight) - expected.at(row.joint).weight) <= kRounded);
        ++found;
      }
      CHECK(found == expected.size());
    }
  }
};

void check_near(const glm::dvec3& got, const glm::dvec3& expected) {
  for (int axis = 0; axis < 3; ++axis) {
    CAPTURE(axis);
    CHECK(std::abs(got[axis] - expected[axis]) <= kRounded);
  }
}

}  // namespace

SOLVED_CASE("the exercise of the assignment sheet: capsule.glb") {
  const TwoPoses capsule("capsule.glb");
  check_near(capsule.last_column(0, "upper", "skinning"), {0.0, 0.0, 0.0});
  check_near(capsule.last_column(1, "upper", "skinning"), {-1.2287, 0.6396, 0.0});
  check_near(capsule.last_column(1, "lower", "bind"), {0.0, 0.5, 0.0});
  check_near(capsule.last_column(1, "upper", "bind_local"), {0.0, 1.0, 0.0});
  check_near(capsule.vertex(0, 648), {0.5, 1.5, 0.0});
  check_near(capsule.vertex(1, 648), {0.3934, 1.2952, 0.0});
  check_near(capsule.vertex(0, 664), {-0.5, 1.5, 0.0});
  check_near(capsule.vertex(1, 664), {-0.3934, 1.7048, 0.0});
  for (const int number : {648, 664})
    capsule.check_distances(number, {{"lower", {0.5, 0.5}}, {"upper", {0.5, 0.5}}});
}

SOLVED_CASE("the exercise of the assignment sheet: ogre.glb") {
  const TwoPoses ogre("ogre.glb");
  check_near(ogre.last_column(0, "hand.R", "posed"), {-1.025, 1.02, 0.04});
  check_near(ogre.last_column(1, "hand.R", "posed"), {-1.0364, 1.6960, 0.1618});
  check_near(ogre.vertex(0, 805), {0.7246, 1.3682, -0.0463});
  check_near(ogre.vertex(1, 805), {0.6985, 1.4339, -0.1265});
  ogre.check_distances(805, {{"upper_arm.L", {0.1024, 0.5683}}, {"forearm.L", {0.1349, 0.4317}}});
  const Json report = report_of(ogre.files[1]);
  CHECK(report["skeletons"][0]["joints"].size() * report["meshes"][0]["vertices"].get<int>() ==
        127'813);
  for (const std::string& file : ogre.files) CHECK(influences_of(file).size() == 11'621);
}

}  // namespace marrow::test
