// marrow pose: an increment U in world space moves a joint and all below it by U, and nothing else.
#include <glm/gtc/matrix_transform.hpp>

#include "cli/support.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Step {
  std::vector<std::string> flags;
  glm::dmat4 increment{1.0};  ///< about the world's origin
};

std::string numbers(const glm::vec3& v) { return fmt::format("{},{},{}", v.x, v.y, v.z); }

Step random_step(Random& random, int kind) {
  if (kind == 0) {
    const glm::vec3 axis = random.direction();
    const float degrees = random.uniform(-170.0f, 170.0f);
    return {{"--rotate", numbers(axis) + fmt::format(",{}", degrees)},
            glm::rotate(glm::dmat4(1.0), glm::radians(double(degrees)), glm::dvec3(axis))};
  }
  if (kind == 1) {
    const glm::vec3 by = random.vec3(0.5f);
    return {{"--translate", numbers(by)}, glm::translate(glm::dmat4(1.0), glm::dvec3(by))};
  }
  const glm::vec3 by(random.uniform(0.5f, 2.0f), random.uniform(0.5f, 2.0f),
                     random.uniform(0.5f, 2.0f));
  return {{"--scale", numbers(by)}, glm::scale(glm::dmat4(1.0), glm::dvec3(by))};
}

glm::dmat4 about(const glm::dvec3& pivot, const glm::dmat4& increment) {
  return glm::translate(glm::dmat4(1.0), pivot) * increment *
         glm::translate(glm::dmat4(1.0), -pivot);
}

bool stands_below(const Json& joints, int ancestor, int joint) {
  for (; joint >= 0; joint = joints[std::size_t(joint)]["parent"].get<int>()) {
    if (joint == ancestor) return true;
  }
  return false;
}

glm::dmat4 world_posed(const Json& skeleton, std::size_t joint) {
  return matrix_of(skeleton["world_from_skeleton"]) * matrix_of(skeleton["joints"][joint]["posed"]);
}

/// Everything after against everything before, in the world, within 1e-5 of the rig's size.
void check_moved(const Json& before, const Json& after, int joint, const glm::dmat4& increment) {
  double size = 1.0;
  for (std::size_t j = 0; j < before["joints"].size(); ++j)
    size = std::max(size, glm::length(glm::dvec3(world_posed(before, j)[3])));
  for (std::size_t j = 0; j < before["joints"].size(); ++j) {
    CAPTURE(before["joints"][j]["name"].get<std::string>());
    const bool moves = stands_below(before["joints"], joint, int(j));
    const glm::dmat4 wanted = moves ? increment * world_posed(before, j) : world_posed(before, j);
    CHECK(difference(world_posed(after, j), wanted) <= 1e-5 * size);
    if (!moves)
      CHECK(before["joints"][j]["posed"] == after["joints"][j]["posed"]);  // not even by rounding
    CHECK(before["joints"][j]["bind"] == after["joints"][j]["bind"]);
  }
}

int index_of(const Json& skeleton, const std::string& name) {
  for (std::size_t j = 0; j < skeleton["joints"].size(); ++j) {
    if (skeleton["joints"][j]["name"] == name) return int(j);
  }
  return -1;
}

void check_steps(const std::string& file, const std::vector<std::string>& joints,
                 std::uint64_t seed) {
  const Scratch folder;
  const std::string out = folder / "posed.glb";
  const Json before = report_of(file)["skeletons"][0];
  Random random(seed);
  for (const std::string& name : joints) {
    const int joint = index_of(before, name);
    REQUIRE(joint >= 0);
    for (int kind = 0; kind < 3; ++kind) {
      CAPTURE(name);
      CAPTURE(kind);
      const Step step = random_step(random, kind);
      std::vector<std::string> command = {"pose", file, "--joint", name};
      command.insert(command.end(), step.flags.begin(), step.flags.end());
      glm::dvec3 pivot(world_posed(before, std::size_t(joint))[3]);
      if (random.chance(0.5f)) {
        const glm::vec3 given = random.vec3(1.0f);
        pivot = glm::dvec3(given);
        command.insert(command.end(), {"--pivot", numbers(given)});
      }
      command.insert(command.end(), {"-o", out});
      run_well(command);
      check_moved(before, report_of(out)["skeletons"][0], joint,
                  kind == 1 ? step.increment : about(pivot, step.increment));
    }
  }
}

}  // namespace

SOLVED_CASE(
    "on the mannequin U moves a joint and its descendants to U S W and leaves all others where "
    "they were") {
  check_steps((media() / "human.glb").string(),
              {"hips", "chest", "upper_arm.R", "forearm.L", "shin.L", "head"}, 1);
}

SOLVED_FOLDER_CASE(
    "the same three and more joints deep, below nodes that are turned and unevenly scaled") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    check_steps(saved(folder, fmt::format("deep{}.glb", seed), deep_scene(seed)),
                {"j0", "j3", "j5", "j8"}, seed);
  }
}

SOLVED_FOLDER_CASE(
    "steps are applied in the order given, each about the joint's origin at that moment") {
  const std::string file = (media() / "human.glb").string(), out = folder / "two.glb";
  run_well({"pose", file, "--joint", "upper_arm.L", "--translate", "0.5,0,0", "--rotate",
            "0,0,1,90", "-o", out});
  const Json before = report_of(file)["skeletons"][0], after = report_of(out)["skeletons"][0];
  const int joint = index_of(before, "upper_arm.L");
  const glm::dmat4 moved = glm::translate(glm::dmat4(1.0), glm::dvec3(0.5, 0, 0));
  const glm::dvec3 pivot((moved * world_posed(before, std::size_t(joint)))[3]);
  check_moved(
      before, after, joint,
      about(pivot, glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(0, 0, 1))) * moved);
}

SOLVED_FOLDER_CASE("two joints in one command are the same as two commands") {
  const std::string file = (media() / "human.glb").string();
  run_well({"pose", file, "--joint", "spine", "--rotate", "0,1,0,20", "--joint", "head", "--rotate",
            "1,0,0,-15", "-o", folder / "once.glb"});
  run_well({"pose", file, "--joint", "spine", "--rotate", "0,1,0,20", "-o", folder / "first.glb"});
  run_well({"pose", folder / "first.glb", "--joint", "head", "--rotate", "1,0,0,-15", "-o",
            folder / "second.glb"});
  CHECK(report_of(folder / "once.glb")["skeletons"] ==
        report_of(folder / "second.glb")["skeletons"]);
}

SOLVED_FOLDER_CASE("--reset returns to rest before the first step") {
  run_well({"pose", (media() / "human.glb").string(), "--reset", "-o", folder / "rest.glb"});
  const Json skeleton = report_of(folder / "rest.glb")["skeletons"][0];
  for (const Json& joint : skeleton["joints"]) {
    CHECK(joint["posed"] == joint["bind"]);
    CHECK(difference(matrix_of(joint["user_local"]), glm::dmat4(1.0)) == 0.0);
  }
}

SOLVED_FOLDER_CASE("--rest makes the pose the rest of every skeleton; the surface stays") {
  const std::string posed = folder / "posed.glb", rested = folder / "rested.glb";
  const std::vector<std::string> steps = {"--joint", "upper_arm.L", "--rotate",    "0,0,1,-50",
                                          "--joint", "spine",       "--translate", "0,0.1,0.05"};
  const auto pose = [&](const std::string& out, std::vector<std::string> flags) {
    std::vector<std::string> command = {"pose", (media() / "human.glb").string()};
    command.insert(command.end(), steps.begin(), steps.end());
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {"-o", out});
    run_well(command);
  };
  pose(posed, {});
  pose(rested, {"--rest"});
  const Json before = report_of(posed)["skeletons"][0], after = report_of(rested)["skeletons"][0];
  for (std::size_t j = 0; j < before["joints"].size(); ++j) {
    const Json &was = before["joints"][j], &is = after["joints"][j];
    CHECK(difference(matrix_of(is["posed"]), matrix_of(was["posed"])) < 1e-5);
    CHECK(difference(matrix_of(is["bind"]), matrix_of(is["posed"])) < 1e-6);
    CHECK(difference(matrix_of(is["user_local"]), glm::dmat4(1.0)) == 0.0);
    CHECK(is["radius"] == was["radius"]);
  }
  run_well({"skin", posed, "-o", folder / "was.obj"});
  run_well({"skin", rested, "-o", folder / "is.obj"});
  const Scene was = io::load(folder / "was.obj").scene, is = io::load(folder / "is.obj").scene;
  REQUIRE(was.nodes.size() == is.nodes.size());
  for (std::size_t n = 0; n < was.nodes.size(); ++n) {
    if (!was.nodes[n].mesh) continue;
    const std::vector<glm::vec3>&a = was.nodes[n].mesh->positions, &b = is.nodes[n].mesh->positions;
    REQUIRE(a.size() == b.size());
    for (std::size_t v = 0; v < a.size(); ++v) CHECK(glm::length(a[v] - b[v]) < 2e-5f);
  }
  run_well({"pose", rested, "--reset", "--rest", "-o", folder / "again.glb"});  // is at rest
}

SOLVED_FOLDER_CASE("--stored takes a pose of the file, and the increments follow it") {
  const std::string made = folder / "made.glb", posed = folder / "posed.glb";
  run_well({"rig", (media() / "human.obj").string(), "-o", made});
  const auto skeleton_in = [](const std::string& file) {
    const Scene scene = io::load(file).scene;
    for (const Node& node : scene.nodes)
      if (node.skeleton) return *node.skeleton;
    return Skeleton{};
  };
  const auto joint_of = [](const Skeleton& skeleton, Id id) {
    return skeleton.joints.at(std::size_t(joint_index(skeleton, id)));
  };
  const Skeleton figure = skeleton_in(made);
  REQUIRE(figure.poses.size() == 1);
  const std::vector<std::string> both = {"pose", made, "--stored", figure.poses[0].name};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> command = both;
    command.insert(command.end(), more.begin(), more.end());
    command.insert(command.end(), {"-o", posed});
    run_well(command);
    return skeleton_in(posed);
  };
  const Skeleton neutral = with({});
  for (const Pose::Entry& entry : figure.poses[0].entries)
    CHECK(difference(joint_of(neutral, entry.joint).user_local, entry.user_local) < 1e-6);
  const Skeleton nodding = with({"--joint", "head", "--rotate", "1,0,0,20"});
  for (const Joint& joint : nodding.joints)
    CHECK((difference(joint.user_local, joint_of(neutral, joint.id).user_local) > 1e-3) ==
          (joint.name == "head"));
  const Ran none = run({"pose", made, "--stored", "Seated", "-o", folder / "none.glb"});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "--stored Seated: no skeleton has that pose; there are \"Neutral\""));
}

FOLDER_CASE("what cannot be done is refused in one line, and nothing is written") {
  const std::string file = (media() / "human.glb").string(), out = folder / "no.glb";
  const auto refused = [&](const std::vector<std::string>& flags, int status,
                           const std::string& word) {
    std::vector<std::string> command = {"pose", file};
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {"-o", out});
    run_badly(command, status, word);
    CHECK_FALSE(fs::exists(out));
  };
  refused({"--joint", "elbow.Q", "--rotate", "0,0,1,10"}, 1, "joint elbow.Q");
  refused({"--joint", "head", "--rotate", "0,0,0,10"}, 2, "axis");
  if (has_solution())
    refused({"--joint", "neck", "--scale", "0,0,0", "--joint", "head", "--rotate", "0,0,1,10"}, 1,
            "joint head");
}

SOLVED_FOLDER_CASE("a name that several joints have moves none of them until it is said which") {
  Scene scene;
  for (const char* name : {"left", "right"}) {
    auto skeleton = std::make_shared<Skeleton>();
    for (int j = 0; j < 3; ++j) {
      Joint joint{.id = take_id(scene), .name = j == 0 ? "upper" : "lower"};
      if (j == 2) joint.name = "a/b";
      joint.parent = j - 1;
      joint.extent = glm::vec3(0.0f, 1.0f, 0.0f);
      joint.radius = 0.5f;
      skeleton->joints.push_back(joint);
    }
    scene.nodes.push_back({.id = take_id(scene), .name = name, .skeleton = skeleton});
  }
  const std::string file = saved(folder, "two.glb", scene), out = folder / "posed.glb";
  const Ran ran = run_badly({"pose", file, "--joint", "lower", "--rotate", "0,0,1,10", "-o", out},
                            1, "2 joints are called so");
  CHECK(contains(ran.err, "#1 (left/upper/lower), #4 (right/upper/lower)"));
  CHECK_FALSE(fs::exists(out));

  const auto moved = [&](const std::string& word) {
    run_well({"pose", file, "--joint", word, "--rotate", "0,0,1,10", "-o", out});
    const Json before = report_of(file)["skeletons"], after = report_of(out)["skeletons"];
    std::string all;
    for (std::size_t s = 0; s < 2; ++s)
      for (std::size_t j = 0; j < 3; ++j)
        if (before[s]["joints"][j]["user_local"] != after[s]["joints"][j]["user_local"])
          all += fmt::format("{}.{} ", s, j);
    return all;
  };
  CHECK(moved("#4") == "1.1 ");
  CHECK(moved("right/upper/lower") == "1.1 ");
  CHECK(moved("left/lower") == "0.1 ");
  CHECK(moved("right/upper/lower/a/b") == "1.2 ");
  CHECK(moved("left/a/b") == "0.2 ");
  CHECK(moved("left/upper") == "0.0 ");
  for (const char* nothing : {"#6", "#", "middle/lower", "upper/a", "left", "ower"}) {
    CAPTURE(nothing);
    CHECK(run({"pose", file, "--joint", nothing, "--rotate", "0,0,1,10", "-o", out}).status == 1);
  }
}
