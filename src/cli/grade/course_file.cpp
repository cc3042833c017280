#include "cli/grade/course_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/index.h"
#include "cli/grade/json_place.h"
#include "io/file.h"

namespace marrow::cli {
namespace {

constexpr std::uint64_t kLargestCourse = 1u << 20;
constexpr std::size_t kLongestLetter = 20;
constexpr const char* kKeys[] = {"tasks",   "points",   "letters",   "weights",
                                 "vectors", "deadline", "late_days", "per_day"};

/// Parses the file; an error message names the line of a syntax error.
Json course_json(const std::string& file, const std::string& text) try {
  return Json::parse(text);
} catch (const Json::parse_error& error) {
  const auto end = text.begin() + std::ptrdiff_t(std::min(error.byte, text.size()));
  throw io::Error(file, fmt::format("line {}", 1 + std::count(text.begin(), end, '\n')),
                  "expected JSON");
}

/// Reads each entry of an optional object. `known(key)`: whether the key is allowed.
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

/// Whether a key has the second of two words; the first one is the default.
bool is_second(const Place& top, const char* key, const char* first, const char* second) {
  const std::string word = top.has(key) ? top.at(key).text() : first;
  if (word != first && word != second) top.at(key).refuse(fmt::format("{} or {}", first, second));
  return word == second;
}

}  // namespace

CourseFile read_course(const std::string& path) {
  return course_in(path, io::read_file(path, kLargestCourse));
}

CourseFile course_in(const std::string& file, const std::string& text) {
  const Json json = course_json(file, text);
  const Place top{file, "", json};
  if (!json.is_object()) top.refuse("a JSON object");
  for (const auto& [key, value] : json.items())
    if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys))
      Place{top.file, "/" + key, value}.refuse(
          fmt::format("one of the keys {}", fmt::join(kKeys, ", ")));
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
  course.dialect.weights =
      is_second(top, "weights", "inverse", "linear") ? Falloff::linear : Falloff::inverse;
  course.dialect.has_rows = is_second(top, "vectors", "column", "row");
  if (top.has("deadline")) course.deadline.time = top.at("deadline").text();
  if (!course.deadline.time.empty()) {
    course.deadline.minute = minute_of(course.deadline.time);
    if (!course.deadline.minute) top.at("deadline").refuse("a time such as 2027-03-01 23:59");
  }
  if (top.has("late_days")) course.deadline.late_days = top.at("late_days").integer(0, 365);
  if (top.has("per_day")) course.deadline.per_day = top.at("per_day").integer(0, 100);
  return course;
}

std::optional<std::int64_t> minute_of(const std::string& time) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  if (std::sscanf(time.c_str(), "%4d-%2d-%2d%*1[ T]%2d:%2d", &year, &month, &day, &hour, &minute) !=
      5)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{unsigned(month)},
                                         std::chrono::day{unsigned(day)}};
  if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  return (days * 24 + hour) * 60 + minute;
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

std::vector<std::string> in_this_course(const CourseFile& file) {
  std::vector<std::string> lines;
  const std::set<int> tasks(file.tasks.begin(), file.tasks.end());
  if (!tasks.empty() && int(tasks.size()) < kTasks)
    lines.push_back(fmt::format("Graded tasks: {}.", fmt::join(tasks, ", ")));
  std::vector<std::string> letters;
  for (const char* letter : kLetters)
    if (const std::string& own = file.dialect.letters.at(letter); own != letter)
      letters.push_back(fmt::format("{} for {}", own, letter));
  if (!letters.empty())
    lines.push_back(fmt::format("Letters of this course: {}. Names of functions stay.",
                                fmt::join(letters, ", ")));
  if (file.dialect.has_rows)
    lines.emplace_back(
        "Vectors are rows. Every matrix that your functions get or return is the transpose of the "
        "sheet's: the translation is the last row, in GLM m[0][3], m[1][3], m[2][3], and products "
        "have their factors in the opposite order.");
  if (file.dialect.has_rows || !letters.empty())
    lines.push_back("So " + course::in_letters("B_j = B_p(j) L_j, W_j = W_p(j) L_j Ul_j, "
                                               "T_j = W_j B_j^-1 and v' = T v."));
  if (file.dialect.weights == Falloff::linear)
    lines.emplace_back(
        "Weights are linear, (r - d) / r: inverse_distance_weights gets each distance divided by "
        "its joint's radius, d / r, and w = (1 - d / r) / (the sum of the same over the list).");
  const Deadline& due = file.deadline;
  if (due.minute)
    lines.push_back(
        fmt::format("Due: {}. ", due.time) +
        (due.late_days == 0
             ? "Nothing is accepted later."
             : fmt::format("Accepted up to {} {} later; each costs {} % of the points.",
                           due.late_days, due.late_days == 1 ? "day" : "days", due.per_day)));
  return lines;
}

}  // namespace marrow::cli
