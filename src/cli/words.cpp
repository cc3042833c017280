#include "cli/words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "base/index.h"
#include "cli/printing.h"
#include "io/error.h"
#include "platform/numbers.h"

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

/// skeleton/parent/name; for a root skeleton/name.
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

/// All joints for which `fits(node, joint, index)` is true.
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

float number(std::string_view text, std::string_view whole, std::string_view expected) {
  if (text.starts_with('+')) text.remove_prefix(1);
  float value = 0.0f;
  const auto [end, error] = platform::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw UsageError(fmt::format("\"{}\": expected {}", whole, expected));
  return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(at, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

glm::vec3 vector3(std::string_view text, std::string_view expected) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 3) throw UsageError(fmt::format("\"{}\": expected {}", text, expected));
  const auto part = [&](std::size_t i) { return number(parts[i], text, expected); };
  return {part(0), part(1), part(2)};
}

void read_size(const std::string& text, int& width, int& height) {
  constexpr std::string_view kExpected = "WIDTHxHEIGHT in pixels, each from 1 to 16384";
  const UsageError wrong(fmt::format("\"{}\": expected {}", text, kExpected));
  const std::vector<std::string_view> parts = split(text, 'x');
  const auto pixels = [&](std::string_view part) {
    const float value = number(part, text, kExpected);
    if (value < 1.0f || value > 16384.0f || value != std::floor(value)) throw wrong;
    return static_cast<int>(value);
  };
  if (parts.size() != 2) throw wrong;
  width = pixels(parts[0]);
  height = pixels(parts[1]);
}

Backend read_backend(const std::string& name) {
  if (const std::optional<Backend> backend = backend_from_name(name)) return *backend;
  throw UsageError(fmt::format("--backend \"{}\": expected fast, textbook or student", name));
}

void ChoiceOptions::add_to(Options& options) {
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*) {
    using Table = ChoiceTable<Value>;
    options.add(fmt::format("--{}", Table::word).c_str(), words[Table::word], "NAME",
                fmt::format("{}, in place of the file's own", choice_ids<Value>()).c_str());
  });
}

SkeletonChoices ChoiceOptions::choices() const {
  SkeletonChoices choices;
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*in_choices) {
    const char* const name = ChoiceTable<Value>::word;
    const auto word = words.find(name);
    if (word == words.end() || word->second.empty()) return;
    choices.*in_choices = choice_from_id<Value>(word->second);
    if (!(choices.*in_choices))
      throw UsageError(
          fmt::format("--{} \"{}\": expected {}", name, word->second, choice_ids<Value>()));
  });
  return choices;
}

void ChoiceOptions::check() const {
  static_cast<void>(choices());
  for_each_choice([&]<typename Value>(auto, std::optional<Value> SkeletonChoices::*) {
    const auto word = words.find(ChoiceTable<Value>::word);
    if (word == words.end()) return;
    if (const auto* const removed = removed_choice<Value>(word->second))
      print_error(fmt::format("--{}: warning: {}", word->first, removed->notice));
  });
}

void ChoiceOptions::apply(Scene& scene) const {
  const SkeletonChoices given = choices();
  if (given == SkeletonChoices()) return;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].skeleton) given.apply_to(edit_skeleton(scene, static_cast<int>(n)));
}

void MomentOptions::add_to(Options& options) {
  options.add("--time", time, "SECONDS", "The pose of the file's motion at this time");
  options.add("--motion", motion, "NAME", "With --time: which motion, the first when not given");
}

Moment MomentOptions::moment() const {
  constexpr std::string_view kExpected = "--time SECONDS, a number from 0 on";
  if (time.empty() && !motion.empty()) throw UsageError("--motion: needs --time SECONDS");
  if (time.empty()) return {};
  const float seconds = number(time, time, kExpected);
  if (seconds < 0.0f) throw UsageError(fmt::format("\"{}\": expected {}", time, kExpected));
  return {seconds, motion};
}

void FileOptions::add_files(Options& options, const char* help) {
  options.add("FILE", files, "", help).required();
}

void FileOptions::add_many(Options& options, const char* to_help) {
  options.add("--out-dir", out_dir, "DIR",
              "Many files: write the results into this folder, keep going past a bad one");
  options.add("--to", to, "WORD", to_help);
  options.add("--jobs", jobs, "N", "Many files: how many at once").within(1, 256);
}

const std::string& FileOptions::only_file(const char* command) const {
  if (files.size() != 1)
    throw UsageError(fmt::format("{}: expected one FILE; for many give --out-dir DIR", command));
  if (!to.empty()) throw UsageError(fmt::format("{}: --to needs --out-dir", command));
  return files.front();
}

const std::string& FileOptions::required_out(const char* command) const {
  if (out.empty())
    throw UsageError(fmt::format("{}: expected -o OUT, or --out-dir DIR for many files", command));
  return out;
}

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
