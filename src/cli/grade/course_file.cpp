#include "cli/grade/course_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "cli/grade/json_place.h"
#include "io/file.h"

namespace marrow::cli {
namespace {

constexpr std::uint64_t kLargestCourse = 1u << 20;
constexpr std::size_t kLongestLetter = 20;
constexpr const char* kLetters[] = {"L", "Ul", "B", "W", "T", "U"};

/// With the line of a syntax error.
Json course_json(const std::string& file, const std::string& text) try {
  return Json::parse(text);
} catch (const Json::parse_error& error) {
  const auto end = text.begin() + std::ptrdiff_t(std::min(error.byte, text.size()));
  throw io::Error(file, fmt::format("line {}", 1 + std::count(text.begin(), end, '\n')),
                  "expected JSON");
}

/// Each entry of an object, if it is there. `known`: whether a key may be there.
template <typename Known, typename Take>
void take_entries(const Place& top, const char* key, const char* expected, const Known& known,
                  const Take& take) {
  if (!top.has(key)) return;
  const Place list = top.at(key);
  if (!list.json.is_object()) list.refuse("an object");
  for (const auto& [name, value] : list.json.items()) {
    const Place entry{list.file, list.path + "/" + name, value};
    if (!known(name)) entry.refuse(expected);
    take(name, entry);
  }
}

void read_letters(const Place& top, std::map<std::string, std::string>& letters) {
  for (const char* letter : kLetters) letters[letter] = letter;
  const auto is_letter = [&](const std::string& name) { return letters.contains(name); };
  take_entries(top, "letters", "one of the letters L, Ul, B, W, T, U", is_letter,
               [&](const std::string& name, const Place& entry) {
                 letters[name] = entry.text();
                 if (letters[name].empty() || letters[name].size() > kLongestLetter)
                   entry.refuse(fmt::format("1 to {} characters", kLongestLetter));
               });
  for (const auto& [name, letter] : letters)
    for (const auto& [other, same] : letters)
      if (name < other && letter == same)
        top.at("letters").refuse(fmt::format("another letter for {} than for {}", name, other));
}

}  // namespace

CourseFile read_course(const std::string& path) {
  const Json json = course_json(path, io::read_file(path, kLargestCourse));
  const Place top{path, "", json};
  if (!json.is_object()) top.refuse("a JSON object");
  for (const auto& [key, value] : json.items())
    if (key != "tasks" && key != "points" && key != "letters" && key != "weights")
      Place{top.file, "/" + key, value}.refuse("tasks, points, letters or weights as the key");
  CourseFile course;
  if (top.has("tasks")) {
    for (const Place& entry : top.at("tasks").entries())
      course.tasks.push_back(entry.integer(1, kTasks));
    if (course.tasks.empty()) top.at("tasks").refuse("at least one task");
  }
  const auto is_check = [](const std::string& name) {
    return std::any_of(course::checks().begin(), course::checks().end(),
                       [&](const course::Check& check) { return check.name == name; });
  };
  take_entries(top, "points", "the name of a check; marrow grade --list has them", is_check,
               [&](const std::string& name, const Place& entry) {
                 course.points[name] = entry.integer(0, 1000);
               });
  read_letters(top, course.dialect.letters);
  const std::string rule = top.has("weights") ? top.at("weights").text() : "inverse";
  if (rule != "inverse" && rule != "linear") top.at("weights").refuse("inverse or linear");
  course.dialect.weights = rule == "inverse" ? Falloff::inverse : Falloff::linear;
  return course;
}

std::vector<course::Check> checks_of(const CourseFile& file) {
  course::set_dialect(file.dialect);
  std::vector<course::Check> checks = course::checks();
  std::erase_if(checks, [&](const course::Check& check) {
    return !file.tasks.empty() && !list_has(file.tasks, check.task);
  });
  for (course::Check& check : checks) {
    if (const auto points = file.points.find(check.name); points != file.points.end())
      check.points = points->second;
    if (course::dialect().weights == Falloff::linear) {
      if (check.name == "task4.weights_by_hand")
        check.story = "Distances in radii, d / r: of two joints, of three, of one, of none";
      if (check.name == "task4.weights_are_shares")
        check.story = "Random d / r: weights are positive, sum to 1 and go as (r - d) / r";
    }
    check.story = course::in_letters(check.story);
  }
  return checks;
}

}  // namespace marrow::cli
