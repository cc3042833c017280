// BVH: every dialect is read, every broken file gives its line, and joints are where a plain reader
// puts them.
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <sstream>

#include "io/support.h"
#include "scene/motion_sampling.h"
#include "scene/stance.h"
#include "support/cases.h"
#include "support/comma_locales.h"

using namespace marrow;
using namespace marrow::test;

namespace {

struct Bvhs {
  Scratch folder{"bvh"};
  io::Loaded load(const std::string& text) const {
    return io::load(put(folder / "walk.bvh", text));
  }
  std::string refused(const std::string& text) const {
    return refusal([&] { load(text); });
  }
};

#define BVH_CASE(name) GIVEN_CASE(name, const Bvhs, bvhs)

const std::string kHierarchy =
    "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 10 0\n  CHANNELS 6 Xposition Yposition Zposition "
    "Zrotation Xrotation Yrotation\n"
    "  JOINT Spine\n  {\n    OFFSET 0 5 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    End Site\n    {\n      OFFSET 0 4 1\n    }\n  }\n"
    "  JOINT LeftLeg\n  {\n    OFFSET 2 -1 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    JOINT LeftFoot\n    {\n      OFFSET 0 -8 0\n      CHANNELS 3 Zrotation Xrotation "
    "Yrotation\n    }\n  }\n}\n";
const std::string kMotion =
    "MOTION\nFrames: 2\nFrame Time: 0.5\n"
    "1 11 2 90 0 0 0 0 0 10 20 30 0 0 0\n"
    "0 10 0 0 0 0 0 90 0 0 0 0 -45 5 1e1\n";
const std::string kWhole = kHierarchy + kMotion;

const Skeleton& skeleton_of(const io::Loaded& loaded) { return *loaded.scene.nodes.at(0).skeleton; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string once(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The joints' positions in skeleton space at a time, from the scene.
std::map<std::string, glm::dvec3> places_of(const Scene& scene, float seconds) {
  const Scene at = keyed_at_time(scene, *scene.motions.at(0), seconds);
  std::vector<glm::dmat4> world;
  std::map<std::string, glm::dvec3> places;
  for (const Joint& joint : at.nodes.at(0).skeleton->joints) {
    const glm::dmat4 local = glm::dmat4(joint.bind_local) * glm::dmat4(joint.user_local);
    world.push_back(joint.parent < 0 ? local : world[std::size_t(joint.parent)] * local);
    places[joint.name] = glm::dvec3(world.back()[3]);
  }
  return places;
}

// ---- a plain reading, by recursion over the text, of files whose rules are kept

struct Plain {
  std::istringstream in;
  std::vector<double> frame;
  std::vector<std::vector<double>> frames;
  double frame_time = 0.0;
  struct Bone {
    std::string name;
    glm::dvec3 offset{0.0};
    std::vector<std::string> channels;
    std::vector<Bone> children;
  };
  std::vector<Bone> roots;

  explicit Plain(const std::string& text) : in(text) {
    std::string word;
    in >> word;
    while (in >> word && word == "ROOT") roots.push_back(bone());
    std::string line;
    std::getline(in, line);
    std::getline(in, line);
    std::getline(in, line);
    frame_time = std::stod(line.substr(line.find(':') + 1));
    while (std::getline(in, line)) {
      std::istringstream row(line);
      std::vector<double> numbers;
      for (double number; row >> number;) numbers.push_back(number);
      if (!numbers.empty()) frames.push_back(numbers);
    }
  }

  Bone bone() {
    Bone result;
    std::string word;
    in >> result.name >> word >> word >> result.offset.x >> result.offset.y >> result.offset.z;
    for (in >> word; word != "}"; in >> word) {
      if (word == "CHANNELS") {
        std::size_t count = 0;
        in >> count;
        result.channels.resize(count);
        for (std::string& channel : result.channels) in >> channel;
      } else {
        const bool is_end = word == "End";
        Bone child = bone();
        if (!is_end) result.children.push_back(child);
      }
    }
    return result;
  }

  std::map<std::string, glm::dvec3> places(std::size_t frame_index) const {
    std::map<std::string, glm::dvec3> found;
    std::size_t next = 0;
    const std::function<void(const Bone&, const glm::dmat4&, bool)> walk =
        [&](const Bone& one, const glm::dmat4& parent, bool is_root) {
          glm::dvec3 place = one.offset;
          glm::dmat4 turn(1.0);
          for (const std::string& channel : one.channels) {
            const double value = frames[frame_index][next++];
            const int axis = channel[0] - 'X';
            glm::dvec3 unit(0.0);
            unit[axis] = 1.0;
            if (channel.substr(1) == "rotation")
              turn = glm::rotate(turn, glm::radians(value), unit);
            else if (is_root)
              place[axis] = value;
            else
              place[axis] += value;  // only MakeHuman's file has it
          }
          const glm::dmat4 world = parent * glm::translate(glm::dmat4(1.0), place) * turn;
          found[one.name] = glm::dvec3(world[3]);
          for (const Bone& child : one.children) walk(child, world, false);
        };
    for (const Bone& root : roots) walk(root, glm::dmat4(1.0), true);
    return found;
  }
};

double worst_miss(const Scene& scene, const Plain& plain, std::size_t every) {
  double worst = 0.0;
  for (std::size_t frame = 0; frame < plain.frames.size(); frame += every) {
    const auto wanted = plain.places(frame);
    const auto got = places_of(scene, float(double(frame) * plain.frame_time));
    REQUIRE(got.size() == wanted.size());
    glm::dvec3 low(1e30), high(-1e30);
    for (const auto& [name, place] : wanted) {
      low = glm::min(low, place);
      high = glm::max(high, place);
    }
    for (const auto& [name, place] : wanted)
      worst = std::max(worst, glm::distance(place, got.at(name)) / glm::length(high - low));
  }
  return worst;
}

}  // namespace

BVH_CASE("a file is a skeleton at rest and one motion") {
  const io::Loaded loaded = bvhs.load(kWhole);
  CHECK(loaded.warnings.empty());
  CHECK_FALSE(loaded.is_ours);
  REQUIRE(loaded.scene.nodes.size() == 1);
  CHECK(loaded.scene.nodes[0].name == "walk");
  CHECK(loaded.scene.nodes[0].local == glm::mat4(1.0f));
  const Skeleton& skeleton = skeleton_of(loaded);
  REQUIRE(skeleton.joints.size() == 4);
  CHECK(skeleton.joints[3].name == "LeftFoot");
  CHECK(skeleton.joints[3].parent == 2);
  CHECK(skeleton.joints[2].bind_local == glm::translate(glm::mat4(1.0f), {2.0f, -1.0f, 0.0f}));
  for (const Joint& joint : skeleton.joints) CHECK(joint.user_local == glm::mat4(1.0f));
  REQUIRE(loaded.scene.motions.size() == 1);
  const Motion& motion = *loaded.scene.motions[0];
  CHECK(motion.name == "walk");
  CHECK(duration_of(motion) == 0.5f);
  REQUIRE(motion.tracks.size() == 4);
  REQUIRE(motion.tracks[0].channels.size() == 2);
  CHECK(motion.tracks[0].channels[0].values == std::vector<float>{1, 11, 2, 0, 10, 0});
  CHECK(motion.tracks[1].translation == glm::vec3(0, 5, 0));
}

BVH_CASE(
    "bones end at their only child or End Site, else by a guess that is marked; radii are a "
    "quarter of the bone") {
  const io::Loaded loaded = bvhs.load(kWhole);
  const std::vector<Joint>& joints = skeleton_of(loaded).joints;
  CHECK(joints[1].extent == glm::vec3(0, 4, 1));
  CHECK_FALSE(joints[1].extent_guessed);
  CHECK(joints[2].extent == glm::vec3(0, -8, 0));
  CHECK_FALSE(joints[2].extent_guessed);
  CHECK(joints[0].extent_guessed);  // two children
  CHECK(joints[3].extent_guessed);  // a leaf without an End Site
  CHECK(joints[3].extent.y < -1.0f);
  CHECK(joints[2].radius == doctest::Approx(2.0f));
}

BVH_CASE("rotations are the product of the channels in their order") {
  for (const char* order : {"Xrotation Yrotation Zrotation", "Zrotation Xrotation Yrotation",
                            "Yrotation Zrotation Xrotation", "Zrotation Yrotation Xrotation",
                            "Xrotation Zrotation Yrotation", "Zrotation Yrotation Zrotation"}) {
    CAPTURE(order);
    std::string text =
        replaced(kWhole, "3 Zrotation Xrotation Yrotation", std::string("3 ") + order);
    const io::Loaded loaded = bvhs.load(text);
    CHECK(loaded.warnings.empty());
    glm::mat4 wanted(1.0f);
    std::istringstream words(order);
    std::string word;
    for (const float degrees : {10.0f, 20.0f, 30.0f}) {
      words >> word;
      glm::vec3 axis(0.0f);
      axis[word[0] - 'X'] = 1.0f;
      wanted = glm::rotate(wanted, glm::radians(degrees), axis);
    }
    const glm::mat4 got = local_at(loaded.scene.motions[0]->tracks[2], 0.0f);
    for (int c = 0; c < 3; ++c) CHECK(glm::length(got[c] - wanted[c]) < 1e-6f);
    text = replaced(replaced(text, "End Site\n    {\n", "End Site {\n"), "  ", "\t");
    CHECK(worst_miss(bvhs.load(text).scene, Plain(replaced(text, "End Site", "End Site")), 1) <
          1e-6);
  }
}

BVH_CASE("dialects: case, blanks, line ends, colons, braces, a byte order mark, no last line end") {
  const Scene plain = bvhs.load(kWhole).scene;
  std::string lower = kWhole;
  for (const char* word : {"HIERARCHY", "ROOT", "JOINT", "OFFSET", "CHANNELS", "MOTION", "End Site",
                           "Frames", "Frame Time", "position", "rotation", "X", "Y", "Z"}) {
    std::string small = word, large = word;
    for (char& c : small) c = char(c | 0x20);
    for (char& c : large) c = c >= 'a' && c <= 'z' ? char(c - 32) : c;
    lower = replaced(lower, word, std::string(word).size() == 1 ? small : &small[0]);
  }
  lower = replaced(lower, "end\x20site", "end site");
  const std::vector<std::pair<const char*, std::string>> dialects = {
      {"lower case", lower},
      {"CR LF", replaced(kWhole, "\n", "\r\n")},
      {"CR", replaced(kWhole, "\n", "\r")},
      {"tabs", replaced(replaced(kWhole, "  ", "\t"), " ", " \t ")},
      {"blank lines", replaced(kWhole, "\n", "\n \n\t\n")},
      {"no last line end", kWhole.substr(0, kWhole.size() - 1)},
      {"byte order mark", "\xEF\xBB\xBF" + kWhole},
      {"braces beside names", replaced(replaced(kWhole, "\n{\n", " {\n"), "Spine\n  {", "Spine{")},
      {"MOTION without blanks",
       replaced(replaced(kWhole, "Frames: ", "Frames:"), "Frame Time: ", "Frame Time:\t")},
      {"without colons",
       replaced(replaced(kWhole, "Frames:", "Frames"), "Frame Time:", "Frame  Time")},
      {"a named End Site", replaced(kWhole, "End Site", "End Site Spine_end")},
      {"scientific", replaced(replaced(kWhole, "1 11 2 90", "1e0 1.1E+01 +2.0e-0 9e1"),
                              "OFFSET 0 5 0", "OFFSET -0.0 .5e1 0e-99")},
  };
  for (const auto& dialect : dialects) {
    CAPTURE(dialect.first);
    io::Loaded loaded;
    REQUIRE(refusal([&] { loaded = bvhs.load(dialect.second); }) == "");
    CHECK(loaded.warnings.empty());
    CHECK(same_content(loaded.scene, plain));
  }
}

BVH_CASE(
    "Blender's file: three channels below a root that stands at its OFFSET; names with blanks and "
    "any letters") {
  const std::string text =
      replaced(replaced(kWhole, "Spine", "Spine \xC3\xA4 oben.001"), "LeftLeg", "left leg");
  const io::Loaded loaded = bvhs.load(text);
  CHECK(skeleton_of(loaded).joints[1].name == "Spine \xC3\xA4 oben.001");
  CHECK(skeleton_of(loaded).joints[2].name == "left leg");
  const auto at_rest = places_of(loaded.scene, 0.5f);
  CHECK(glm::distance(at_rest.at("Hips"), glm::dvec3(0, 10, 0)) ==
        0.0);  // positions replace the OFFSET
}

BVH_CASE(
    "positions of other joints take the place of their OFFSET or are added, whichever is nearer to "
    "rest") {
  const std::string six =
      replaced(kWhole, "OFFSET 0 -8 0\n      CHANNELS 3 ",
               "OFFSET 0 -8 0\n      CHANNELS 6 Xposition Yposition Zposition ");
  const io::Loaded absolute = bvhs.load(replaced(replaced(six, "30 0 0 0\n", "30 0 -8 0.5 0 0 0\n"),
                                                 "-45 5 1e1", "0 -8 0 -45 5 1e1"));
  const io::Loaded relative = bvhs.load(
      replaced(replaced(six, "30 0 0 0\n", "30 0 0 0.5 0 0 0\n"), "-45 5 1e1", "0 0 0 -45 5 1e1"));
  CHECK(absolute.scene.motions[0]->tracks[3].channels[0].values ==
        std::vector<float>{0, -8, 0.5f, 0, -8, 0});
  CHECK(*absolute.scene.motions[0] == *relative.scene.motions[0]);
  const io::Loaded still = bvhs.load(
      replaced(replaced(six, "30 0 0 0\n", "30 0 -8 0 0 0 0\n"), "-45 5 1e1", "0 -8 0 -45 5 1e1"));
  // no keys for joints that never move
  CHECK(still.scene.motions[0]->tracks[3].channels.size() == 1);
}

BVH_CASE("some axes only, no channels at all, several roots") {
  const std::string text =
      "HIERARCHY ROOT a { OFFSET 1 2 3 CHANNELS 2 Yposition Xrotation JOINT fixed { OFFSET 0 1 0 } "
      "}\n"
      "ROOT b { OFFSET 5 0 0 CHANNELS 1 Zrotation End Site { OFFSET 0 0 2 } }\nMOTION\nFrames: "
      "1\nFrame Time: 0.04\n7 0 90\n";
  const io::Loaded loaded = bvhs.load(text);
  CHECK(loaded.warnings.empty());
  CHECK(skeleton_of(loaded).joints[2].parent == -1);
  const auto places = places_of(loaded.scene, 0.0f);
  CHECK(glm::distance(places.at("a"), glm::dvec3(1, 7, 3)) < 1e-6);
  CHECK(glm::distance(places.at("fixed"), glm::dvec3(1, 8, 3)) < 1e-6);
  CHECK(loaded.scene.motions[0]->tracks.size() == 2);
}

BVH_CASE("repairs are said") {
  const auto warned = [&](const std::string& text, const std::string& words) {
    const io::Loaded loaded = bvhs.load(text);
    CAPTURE(words);
    CHECK(any_contains(loaded.warnings, words));
    return loaded;
  };
  const io::Loaded twice = warned(replaced(replaced(kWhole, "Spine", "bone"), "LeftLeg", "bone"),
                                  "1 joint had no name, or another joint's");
  CHECK(skeleton_of(twice).joints[2].name == "bone.001");
  CHECK(
      skeleton_of(warned(replaced(kWhole, "JOINT Spine", "JOINT \x01\x02"), "1 joint had no name"))
          .joints[1]
          .name == "joint");
  CHECK(warned(kHierarchy, "no MOTION").scene.motions.empty());
  CHECK(warned(kHierarchy + "MOTION\nFrames: 0\nFrame Time: 0.1\n", "no frames")
            .scene.motions.empty());
  CHECK(warned("HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 0 }\nMOTION\nFrames: 3\n\n\n", "no frames")
            .scene.motions.empty());
  CHECK(duration_of(*warned(replaced(kWhole, "Frames: 2", "Frames: 5"),
                            "5 frames are announced, 2 are there")
                         .scene.motions[0]) == 0.5f);
  CHECK(duration_of(*warned(replaced(kWhole, "Frames: 2", "Frames: 1"), "the 1 announced frames")
                         .scene.motions[0]) == 0.0f);
  CHECK(duration_of(*warned(kWhole.substr(0, kWhole.size() - 6), "cut short").scene.motions[0]) ==
        0.0f);
  CHECK(duration_of(*warned(replaced(kWhole, "Time: 0.5", "Time: 0"), "30 fps").scene.motions[0]) ==
        doctest::Approx(1.0f / 30.0f));
  std::string lying = replaced(kWhole, "OFFSET 0 5 0", "OFFSET 0 1 5");
  lying =
      replaced(replaced(lying, "OFFSET 0 10 0", "OFFSET 0 0 0"), "OFFSET 0 -8 0", "OFFSET 0 0 -8");
  lying = replaced(replaced(lying, "1 11 2 90 0 0", "1 11 2 0 0 0"), "10 20 30", "0 0 30");
  const glm::mat4 turn = warned(lying, "turns the figure upright").scene.nodes[0].local;
  CHECK(glm::vec3(turn * glm::vec4(0, 0, 1, 0)) == glm::vec3(0, 1, 0));
  CHECK(glm::determinant(turn) == 1.0f);
}

BVH_CASE("what is wrong is refused, with its line and what was expected") {
  const auto check = [&](const std::string& text, const std::string& line,
                         const std::string& words) {
    const std::string why = bvhs.refused(text);
    CAPTURE(why);
    CHECK(contains(why, "walk.bvh: " + line + ": "));
    CHECK(contains(why, words));
    CHECK(std::count(why.begin(), why.end(), '\n') == 0);
  };
  check("hello", "line 1", "expected HIERARCHY");
  check(" \n \n", "line 2", "but the file ends");
  check(std::string("HIERARCHY\0\0", 11), "line 1", "expected HIERARCHY");
  check("\xFF\xFEH\0I\0", "line 1", "UTF-16");
  check("HIERARCHY\nMOTION\n", "line 2", "expected ROOT");
  check(once(kWhole, "ROOT", "STUMP"), "line 2", "found \"STUMP\"");
  check(once(kWhole, "{", ""), "line 4", "expected {");
  check(once(kWhole, "OFFSET 0 10 0", "OFFSET 0 10"), "line 5",
        "expected a number, found \"CHANNELS\"");
  check(once(kWhole, "OFFSET 0 10 0", "OFFSET 0 1,5 0"), "line 4", "decimal point");
  check(once(kWhole, "OFFSET 0 10 0", "OFFSET 0 nan 0"), "line 4",
        "expected a number, found \"nan\"");
  check(once(kWhole, "OFFSET 0 10 0", "OFFSET 0 1e400 0"), "line 4", "at most 1e9");
  check(once(kWhole, "OFFSET 0 10 0", "OFFSET 0 2e9 0"), "line 4", "at most 1e9");
  check(once(kWhole, "  OFFSET 0 10 0\n", "  OFFSET 0 10 0\n  OFFSET 0 10 0\n"), "line 5",
        "one OFFSET");
  check(once(kWhole, "    OFFSET 0 5 0\n", ""), "line 13", "expected an OFFSET");
  check(once(kWhole, "CHANNELS 6", "CHANNELS 7"), "line 5", "the number of channels, 0 to 6");
  check(once(kWhole, "CHANNELS 6", "CHANNELS -1"), "line 5", "the number of channels");
  check(once(kWhole, "CHANNELS 6", "CHANNELS 99999999999999999999999"), "line 5",
        "the number of channels");
  check(once(kWhole, "CHANNELS 6", "CHANNELS 5"), "line 5", "found \"Yrotation\"");
  check(once(kWhole, "Xposition", "Wposition"), "line 5", "expected a channel");
  check(once(kWhole, "Yposition", "Xposition"), "line 5", "each position once");
  check(once(kWhole, "    CHANNELS 3", "    CHANNELS 0\n    CHANNELS 3"), "line 10",
        "one line of CHANNELS");
  check(kHierarchy.substr(0, kHierarchy.size() - 2), "line 24", "but the file ends");
  check(once(kWhole, "OFFSET 0 4 1", ""), "line 13", "expected OFFSET of the End Site");
  check(once(kWhole, "Frames: 2\n", ""), "line 27", "expected \"Frames:\"");
  check(once(kWhole, "Frames: 2", "Frames: two"), "line 27", "the number of frames");
  check(once(kWhole, "Frames: 2", "Frames: -2"), "line 27", "the number of frames");
  check(once(kWhole, "Frames: 2", "Frames: 10000001"), "line 27", "at most 10000000 frames");
  check(once(kWhole, "Frames: 2", "Frames: 18446744073709551617"), "line 27",
        "at most 10000000 frames");
  check(once(kWhole, "Frame Time: 0.5\n", ""), "line 28", "expected \"Frame Time:\"");
  check(once(kWhole, "Frame Time: 0.5", "Frame Time: inf"), "line 28", "expected a number");
  check(once(kWhole, "Frame Time: 0.5", "Frame Time: 1e6"), "line 28", "a Frame Time in seconds");
  check(once(kWhole, "10 20 30 0 0 0", "10 20 30 0 0"), "line 30", "in the line before");
  check(once(kWhole, "10 20 30 0 0 0", "10 20 30 0 0 0 0"), "line 29",
        "expected 15 numbers, one per channel, found more");
  check(once(kWhole, "10 20 30", "10 twenty 30"), "line 29", "expected a number, found \"twenty\"");
  check(once(kWhole, "10 20 30", "10 20,5 30"), "line 29", "decimal point");
  check(once(kWhole, "10 20 30", "10 -NaN 30"), "line 29", "expected a number");
  CHECK(contains(bvhs.refused(""), "is empty"));
  CHECK(contains(refusal([&] { io::save(bvhs.folder / "out.bvh", Scene(), {}); }),
                 "BVH motion is only read"));
}

BVH_CASE("a file cut short anywhere either opens or is refused in one line") {
  int opened = 0;
  for (std::size_t length = 1; length < kWhole.size(); ++length) {
    const std::string why = bvhs.refused(kWhole.substr(0, length));
    opened += why.empty();
    CHECK(std::count(why.begin(), why.end(), '\n') == 0);
    if (!why.empty()) CHECK(contains(why, "walk.bvh: line "));
  }
  CHECK(opened > 0);
}

BVH_CASE("announced frames and deep chains cost no more than what is there") {
  CHECK(bvhs.load(replaced(kWhole, "Frames: 2", "Frames: 10000000")).scene.motions.size() == 1);
  std::string chain = "HIERARCHY\n";
  constexpr int kDepth = 100'000;
  for (int j = 0; j < kDepth; ++j)
    chain += j == 0 ? "ROOT j { OFFSET 0 0 0 CHANNELS 0\n" : "JOINT j { OFFSET 0 1 0 CHANNELS 0\n";
  chain += std::string(kDepth, '}') + "\nMOTION\nFrames: 1\nFrame Time: 1\n\n";
  CHECK(skeleton_of(bvhs.load(chain)).joints.size() == kDepth);
}

BVH_CASE("large angles and the longest files keep their order of times") {
  const io::Loaded far = bvhs.load(replaced(kWhole, "0 90 0 0 0 0 -45", "0 36000090 0 0 0 0 -45"));
  const auto turned = places_of(far.scene, 0.5f), plain = places_of(bvhs.load(kWhole).scene, 0.5f);
  for (const auto& [name, place] : plain) CHECK(glm::distance(place, turned.at(name)) < 1e-3);
  std::string text =
      "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\n}\nMOTION\nFrames: 300000\nFrame "
      "Time: 0.000001\n";
  for (int frame = 0; frame < 300'000; ++frame) text += "0\n";
  CHECK(why_invalid(bvhs.load(text).scene) == "");
}

BVH_CASE("the locale does not change what is read") {
  const Scene plain = bvhs.load(replaced(kWhole, "11", "11.25")).scene;
  under_comma_locales(
      [&] { CHECK(same_content(bvhs.load(replaced(kWhole, "11", "11.25")).scene, plain)); });
}

BVH_CASE("reading can be stopped") {
  const auto path = put(bvhs.folder / "walk.bvh", kWhole);
  CHECK_THROWS_AS(io::load(path, [](double) { return false; }), Stopped);
}

DATA_CASE("joints of real files stand where a plain reading of them puts them") {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "rigs")) {
    if (entry.path().extension() != ".bvh") continue;
    CAPTURE(entry.path().string());
    ++files;
    io::Loaded loaded;
    REQUIRE(refusal([&] { loaded = io::load(entry.path()); }) == "");
    CHECK(worst_miss(loaded.scene, Plain(bytes_of(entry.path())), 7) < 1e-6);
  }
  CHECK(files > 0);
}

TEST_CASE(
    "positions that equal the OFFSETs do not double bones, though the hips' OFFSET is far away; "
    "and the figure does not lie because its empty root does") {
  const io::Loaded loaded = io::load(source() / "tests" / "data" / "walk_positions.bvh");
  CHECK(loaded.warnings.empty());
  CHECK(loaded.scene.nodes[0].local == glm::mat4(1.0f));
  for (const float seconds : {0.0f, 0.5f, 1.0f}) {
    const auto places = places_of(loaded.scene, seconds);
    CHECK(glm::distance(places.at("LeftLeg"), places.at("LeftFoot")) == doctest::Approx(40.0));
    CHECK(glm::distance(places.at("Neck"), places.at("Head")) == doctest::Approx(10.0));
    CHECK(places.at("Head").y > places.at("LeftFoot").y + 100.0);
  }
}

TEST_CASE("where the rest pose stands along y and the motion along z, both stand upright") {
  const io::Loaded loaded = io::load(source() / "tests" / "data" / "walk_rest_y_motion_z.bvh");
  CHECK(any_contains(loaded.warnings, "the rest pose was turned"));
  const glm::dmat4 upright(loaded.scene.nodes[0].local);
  const Skeleton& skeleton = *loaded.scene.nodes[0].skeleton;
  const int head = joint_index(skeleton, std::string_view("Head")),
            foot = joint_index(skeleton, std::string_view("LeftFoot"));
  const std::vector<glm::dmat4> rest = world_at_rest(skeleton);
  const auto height = [&](const glm::dvec4& place) { return (upright * place).y; };
  CHECK(height(rest[std::size_t(head)][3]) > height(rest[std::size_t(foot)][3]) + 100.0);
  const auto places = places_of(loaded.scene, 0.5f);
  CHECK(height(glm::dvec4(places.at("Head"), 1.0)) >
        height(glm::dvec4(places.at("LeftFoot"), 1.0)) + 100.0);
}
