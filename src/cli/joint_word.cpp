// Finds the joint that a word of the command line names.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "base/index.h"
#include "cli/words.h"
#include "io/error.h"

namespace marrow::cli {
namespace {

std::string names_of_joints(const Scene& scene) {
  constexpr std::size_t kEnough = 200;  // characters
  std::string names;
  for (const Node& node : scene.nodes) {
    if (!node.skeleton) continue;
    for (const Joint& joint : node.skeleton->joints) {
      if (names.size() > kEnough) return names + ", ...";
      names += (names.empty() ? "" : ", ") + joint.name;
    }
  }
  return names.empty() ? "none: it has no skeleton" : names;
}

bool takes_off_end(std::string& path, const std::string& name) {
  if (name.empty() || !path.ends_with(name)) return false;
  const std::size_t rest = path.size() - name.size();
  if (rest > 0 && path[rest - 1] != '/') return false;
  path.resize(rest == 0 ? 0 : rest - 1);
  return true;
}

/// Names may hold slashes themselves, so they are taken off the end one by one.
bool is_path_of(std::string path, const Node& rig, int joint) {
  const std::vector<Joint>& joints = rig.skeleton->joints;
  if (!takes_off_end(path, joints[at(joint)].name)) return false;
  do {
    joint = joints[at(joint)].parent;
  } while (joint >= 0 && takes_off_end(path, joints[at(joint)].name));
  return path.empty() || path == rig.name;
}

/// skeleton/parent/name; for a root without the parts that it lacks.
std::string path_of(const Node& rig, int joint) {
  const std::vector<Joint>& joints = rig.skeleton->joints;
  const int parent = joints[at(joint)].parent;
  return rig.name + "/" + (parent < 0 ? "" : joints[at(parent)].name + "/") +
         joints[at(joint)].name;
}

struct Found {
  JointRef ref;
  std::size_t index = 0;  ///< among all joints of the file
};

/// All joints of which `fits(node, joint, index)`.
template <typename Fits>
std::vector<Found> joints_that(const Scene& scene, const Fits& fits) {
  std::vector<Found> found;
  std::size_t index = 0;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (!scene.nodes[n].skeleton) continue;
    for (std::size_t j = 0; j < scene.nodes[n].skeleton->joints.size(); ++j, ++index) {
      if (fits(scene.nodes[n], int(j), index)) found.push_back({{int(n), int(j)}, index});
    }
  }
  return found;
}

std::vector<Found> candidates(const Scene& scene, const std::string& word) {
  std::vector<Found> found = joints_that(scene, [&](const Node& rig, int joint, std::size_t) {
    return rig.skeleton->joints[at(joint)].name == word;
  });
  if (!found.empty()) return found;
  std::size_t wanted = 0;
  const char* const end = word.data() + word.size();
  if (word.size() > 1 && word[0] == '#' && std::from_chars(word.data() + 1, end, wanted).ptr == end)
    return joints_that(scene, [&](const Node&, int, std::size_t index) { return index == wanted; });
  if (word.find('/') == std::string::npos) return {};
  return joints_that(
      scene, [&](const Node& rig, int joint, std::size_t) { return is_path_of(word, rig, joint); });
}

}  // namespace

JointRef joint_of_word(const std::string& file, const std::string& place, const Scene& scene,
                       const std::string& word) {
  const std::vector<Found> found = candidates(scene, word);
  if (found.size() == 1) return found.front().ref;
  if (found.empty())
    throw io::Error(file, place,
                    "expected the name of a joint in this file (" + names_of_joints(scene) + ")");
  constexpr std::size_t kMostNamed = 3;
  std::string choices;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i) {
    const JointRef& ref = found[i].ref;
    choices += fmt::format("{}#{} ({})", i == 0 ? "" : ", ", found[i].index,
                           path_of(scene.nodes[at(ref.node)], ref.joint));
  }
  throw io::Error(file, place,
                  fmt::format("{} joints are called so; say which by its path, "
                              "skeleton/parent/name, or by its number in the file: {}{}",
                              found.size(), choices, found.size() > kMostNamed ? ", ..." : ""));
}

std::string joint_name(const Scene& scene, Id joint) {
  const JointRef ref = find_joint(scene, joint);
  const Node& rig = scene.nodes[at(ref.node)];
  const std::string& name = rig.skeleton->joints[at(ref.joint)].name;
  const auto skeletons = std::count_if(scene.nodes.begin(), scene.nodes.end(),
                                       [](const Node& node) { return node.skeleton != nullptr; });
  return skeletons > 1 ? rig.name + "/" + name : name;
}

}  // namespace marrow::cli
