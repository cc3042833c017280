// --time: skin and render at a moment of a motion.

#include "cli/support.h"
#include "rig/playback.h"
#include "scene/joint_places.h"
#include "scene/keys.h"
#include "support/joints.h"

using namespace marrow;
using namespace marrow::test;

namespace {

const std::string kActor =
    "HIERARCHY\nROOT base\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n"
    " JOINT tip\n {\n  OFFSET 0 1 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n "
    "  OFFSET 0 1 0\n  }\n }\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 1\n0 0 0 0 0 0\n80 0 0 -60 0 0\n";

std::string actor(const Scratch& folder) {
  std::ofstream(folder / "bend.bvh") << kActor;
  return folder / "bend.bvh";
}

/// The sample figure, whose forearm turns by 120 degrees in a second.
std::string waving(const Scratch& folder) {
  Scene scene = io::load(media() / "human.glb").scene;
  Motion motion{"bend", {}, {}};
  for (const Node& node : scene.nodes)
    if (const int j = node.skeleton ? joint_index(*node.skeleton, "forearm.L") : -1; j >= 0)
      for (const float seconds : {0.0f, 1.0f}) {
        const Joint& joint = node.skeleton->joints[std::size_t(j)];
        const float half = glm::radians(60.0f) * seconds;
        const glm::quat turn = glm::quat_cast(glm::mat3(joint.bind_local)) *
                               glm::quat(std::cos(half), 0.0f, 0.0f, std::sin(half));
        put_key(motion, {joint.id, glm::vec3(joint.bind_local[3])}, MotionProperty::rotation,
                {seconds, {turn.x, turn.y, turn.z, turn.w}, {}, {}, KeyShape::linear});
      }
  scene.motions = {std::make_shared<const Motion>(motion)};
  io::save(folder / "wave.glb", scene, {});
  return folder / "wave.glb";
}

}  // namespace

SOLVED_FOLDER_CASE(
    "a picture at a moment of the motion is another one than before, and the same beyond its "
    "ends") {
  const std::string file = actor(folder);
  const auto drawn = [&](std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"render", file,     "-o",     folder / "x.png",
                                          "--size", "120x90", "--show", "capsules,joints",
                                          "--view", "front"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    run_well(arguments);
    return bytes_of(folder / "x.png");
  };
  const std::string rest = drawn({});
  CHECK(drawn({"--time", "0"}) == rest);
  const std::string end = drawn({"--time", "1"});
  CHECK(end != rest);
  CHECK(drawn({"--time", "0.5"}) != end);
  CHECK(drawn({"--time", "99"}) == end);
  CHECK(drawn({"--time", "1", "--motion", "bend"}) == end);
}

FOLDER_CASE("a file without a motion, or without that one, is named in one line") {
  const std::string bar = (media() / "bar.glb").string();
  const auto failed = [&](const std::vector<std::string>& arguments, const std::string& words) {
    run_badly(arguments, 1, words);
  };
  failed({"skin", bar, "-o", folder / "x.obj", "--time", "1"},
         bar + ": --time: expected a file with a motion");
  failed({"render", bar, "-o", folder / "x.png", "--time", "1"},
         bar + ": --time: expected a file with a motion");
  failed({"render", actor(folder), "-o", folder / "x.png", "--time", "1", "--motion", "walk"},
         "--motion walk: expected the name of a motion in this file: bend");
  CHECK_FALSE(fs::exists(folder / "x.obj"));
  for (const char* time : {"soon", "-1", "nan", "1,5"})
    CHECK(run({"skin", bar, "-o", folder / "x.obj", "--time", time}).status == 2);
  CHECK(run({"skin", bar, "-o", folder / "x.obj", "--motion", "walk"}).status == 2);
}

SOLVED_FOLDER_CASE("skin at a moment is skin of the scene posed so") {
  Scene scene = io::load(media() / "human.glb").scene;
  const Joint& joint = joint_named(scene, "upper_arm.L");
  scene.motions = {turning_motion(
      "turn", {.target = joint.id, .translation = glm::vec3(joint.bind_local[3])}, {0.0f, 2.0f},
      {glm::quat(1.0f, 0.0f, 0.0f, 0.0f),
       glm::angleAxis(glm::half_pi<float>(), glm::vec3(1, 0, 0))})};
  const std::string moving = saved(folder, "moving.glb", scene);
  REQUIRE(!io::load(moving).scene.motions.empty());
  run_well({"skin", moving, "-o", folder / "at.obj", "--time", "1.5"});
  run_well({"skin", saved(folder, "posed.glb", at_time(scene, *scene.motions[0], 1.5f)), "-o",
            folder / "posed.obj"});
  const Scene at = io::load(folder / "at.obj").scene, wanted = io::load(folder / "posed.obj").scene;
  CHECK(at.nodes[0].mesh->positions == wanted.nodes[0].mesh->positions);
}

SOLVED_FOLDER_CASE(
    "--add-motion puts another figure's motion on the skeleton, and says how well it fits") {
  const std::string human = (media() / "human.glb").string();
  const auto walk = [](const std::string& kind) {
    return (source() / "tests" / "data" / ("walk_" + kind + ".bvh")).string();
  };
  const auto converted = [&](const std::string& kind, std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"convert", human, folder / (kind + ".glb"),
                                          "--add-motion", walk(kind)};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return run(arguments);
  };
  const Ran plain = converted("y_up", {});
  CHECK(plain.status == 0);
  CHECK(contains(plain.err, "16 of 21 joints matched"));
  const Scene scene = io::load(folder / "y_up.glb").scene;
  REQUIRE(!scene.motions.empty());
  CHECK(scene.motions.front()->name == "walk_y_up");
  const Ran wrong = converted("z_up", {"--up", "y"});
  CHECK(wrong.status == 0);
  CHECK(contains(wrong.err, "warning: "));
  CHECK(converted("z_up", {"--up", "w"}).status == 2);
  CHECK(converted("z_up", {"--rest", "never"}).status == 2);
  CHECK(contains(wrong.err, "without --up and --rest: Guess again"));
  CHECK(run({"convert", human, folder / "x.glb", "--in-place"}).status == 2);
  CHECK(run({"convert", human, folder / "x.glb", "--above-floor"}).status == 2);
  for (const char* name : {"--on-floor", "--above-floor"})  // the second is its old name
    CHECK(converted("y_up", {name}).status == 0);
  CHECK(run({"convert", human, folder / "x.glb", "--up", "z"}).status == 1);
  CHECK(run({"convert", walk("along_x"), folder / "read.glb", "--rest", "first-frame"}).status ==
        0);
  run_well({"skin", human, "-o", folder / "at.obj", "--add-motion", walk("z_up"), "--time", "1"});
}

SOLVED_FOLDER_CASE(
    "--add-motion adds all clips of any file, or the named ones, before the others") {
  const std::string human = waving(folder);
  Scene two = io::load(source() / "tests" / "data" / "walk_y_up.bvh").scene;
  Motion again = *two.motions.at(0);
  again.name = "again";
  two.motions.push_back(std::make_shared<const Motion>(again));
  const std::string clips = saved(folder, "two.glb", two);
  const auto names = [&](std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"convert", human, folder / "out.glb", "--add-motion",
                                          clips};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Ran ran = run(arguments);
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    CHECK(contains(ran.err, "16 of 21 joints matched"));
    std::string all;
    for (const auto& motion : io::load(folder / "out.glb").scene.motions) all += motion->name + " ";
    return all;
  };
  CHECK(names({}) == "walk_y_up again bend ");
  CHECK(names({"--add-clip", "again"}) == "again bend ");
  CHECK(names({"--add-clip", "#1", "--add-clip", "walk_y_up"}) == "again walk_y_up bend ");
  const auto refused = [&](std::vector<std::string> flags, int status, const char* words) {
    std::vector<std::string> arguments = {"convert", human, folder / "x.glb"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    run_badly(arguments, status, words);
  };
  refused({"--add-motion", clips, "--add-clip", "run"}, 1, "walk_y_up, again");
  refused({"--add-clip", "run"}, 2, "needs --add-motion FILE");
  refused({"--add-motion", (media() / "bar.glb").string()}, 1, "expected a file with a motion");
  CHECK_FALSE(fs::exists(folder / "x.glb"));
}

SOLVED_FOLDER_CASE("convert --names gives joints the names of another program, and says how many") {
  const std::string human = (media() / "human.glb").string();
  const auto has_shin = [&](const char* names) {
    const Ran ran = run({"convert", human, folder / "out.glb", "--names", names});
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    const bool is_renamed = ran.err.find(" of 21 joints have new names") != std::string::npos;
    CHECK(is_renamed == (std::string(names) != "as-they-are"));
    const Scene scene = io::load(folder / "out.glb").scene;
    return find_joint(scene, std::string_view("calf_l")).joint >= 0 ||
           find_joint(scene, std::string_view("J_Bip_L_LowerLeg")).joint >= 0;
  };
  CHECK(has_shin("unreal"));
  CHECK(has_shin("vrm"));
  CHECK_FALSE(has_shin("as-they-are"));
  CHECK(run({"convert", human, folder / "x.glb", "--names", "latin"}).status == 2);
}

SOLVED_CASE(
    "report --clip: the worst time of each joint, a row per frame, a picture; nothing else") {
  if (!has_engine()) return skip("the program's own functions are not here");
  const Scratch folder;
  const std::string file = waving(folder);
  const std::string csv = folder / "meters.csv", picture = folder / "meters.png";
  const Ran ran = run({"report", file, "--clip", "bend", "--csv", csv, "--picture", picture});
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(contains(ran.out, "worst meter"));
  const std::string text = bytes_of(csv);
  CHECK(text.starts_with("time,joint,volume,section,stretch,step,badness\n"));
  CHECK(std::count(text.begin(), text.end(), '\n') > 10);
  CHECK(bytes_of(picture).starts_with("\x89PNG"));
  CHECK(run({"report", file, "--clip", "#0"}).out == ran.out);
  const Json all = Json::parse(run({"report", file, "--clip", "bend", "--json", "-"}).out);
  CHECK(all["skeletons"].size() == 1);
  const Json& clip = all["clip"];
  CHECK(clip["name"] == "bend");
  CHECK(clip["seconds"] == 1.0);
  CHECK(clip["frames"].size() == 31);
  for (const char* key : {"time", "covered", "volume", "section", "stretch", "step"})
    CHECK(clip["frames"][7].contains(key));
  CHECK(contains(all["skeletons"][0]["joints"].dump(), clip["worst"]["joint"].dump()));
  // The forearm is worse the farther it turns.
  const auto badness = [&](const std::string& row) {
    const std::size_t at = text.find(row);
    REQUIRE(at != std::string::npos);
    const std::string line = text.substr(at, text.find('\n', at + 1) - at);
    return std::stof(line.substr(line.rfind(',') + 1));
  };
  CHECK(badness("\n1,forearm.L,") > badness("\n0,forearm.L,") + 0.1f);
  const Json few =
      Json::parse(run({"report", file, "--clip", "bend", "--fps", "4", "--json", "-"}).out);
  CHECK(few["clip"]["frames"].size() == 5);
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--clip", "walk"},
                                             {"--clip", "#1"},
                                             {"--csv", csv},
                                             {"--clip", "bend", "--fps", "0"},
                                             {"--clip", "bend", "--csv", "-", "--json", "-"}}) {
    std::vector<std::string> arguments = {"report", file};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const Ran refused = run(arguments);
    CAPTURE(wrong.back());
    CAPTURE(refused.err);
    CHECK(refused.status != 0);
    CHECK(refused.error_lines() == 1);
  }
}

FOLDER_CASE("convert --simplify leaves keys out, says how many, and keeps to the distance") {
  Scene scene = io::load(media() / "human.glb").scene;
  Motion motion{"sway", {}, {}};
  for (const Node& node : scene.nodes)
    for (std::size_t j = 0; node.skeleton && j < node.skeleton->joints.size(); ++j)
      for (int frame = 0; frame <= 60; ++frame) {
        const Joint& joint = node.skeleton->joints[j];
        const float half = 0.1f * std::sin(float(frame) / 12.0f);
        const glm::quat turn = glm::quat_cast(glm::mat3(joint.bind_local)) *
                               glm::quat(std::cos(half), 0.0f, 0.0f, std::sin(half));
        put_key(motion, {joint.id, glm::vec3(joint.bind_local[3])}, MotionProperty::rotation,
                {float(frame) / 30.0f, {turn.x, turn.y, turn.z, turn.w}, {}, {}, KeyShape::linear});
      }
  scene.motions = {std::make_shared<const Motion>(motion)};
  io::save(folder / "dense.glb", scene, {});
  const Ran ran =
      run_well({"convert", folder / "dense.glb", folder / "thin.glb", "--simplify", "0.01"});
  CHECK(contains(ran.err, "keys became"));
  const Scene thin = io::load(folder / "thin.glb").scene;
  REQUIRE(thin.motions.size() == 1);
  std::size_t keys = 0, before = 0;
  for (const MotionTrack& track : thin.motions[0]->tracks)
    for (const MotionChannel& channel : track.channels) keys += channel.times.size();
  for (const MotionTrack& track : motion.tracks) before += track.channels[0].times.size();
  CHECK(keys * 2 < before);
  for (int frame = 0; frame <= 60; ++frame) {
    const float time = float(frame) / 30.0f;
    const Scene now = at_time(thin, *thin.motions[0], time), then = at_time(scene, motion, time);
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      if (!scene.nodes[n].skeleton) continue;
      for (std::size_t j = 0; j < scene.nodes[n].skeleton->joints.size(); ++j) {
        const auto place = [&](const Scene& one) {
          return glm::dvec3(posed_place(*one.nodes[n].skeleton, int(j))[3]);
        };
        CHECK(glm::length(place(now) - place(then)) < 0.01 + 1e-5);
      }
    }
  }
}
