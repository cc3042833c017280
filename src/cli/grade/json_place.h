// Values of a JSON file that an instructor writes. An invalid one is refused with its place and
// what was expected there.
#pragma once

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/error.h"
#include "scene/skeleton.h"

namespace marrow::cli {

using Json = nlohmann::ordered_json;

/// A value and its way from the top of the file, for messages.
struct Place {
  const std::string& file;
  std::string path;
  const Json& json;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw io::Error(file, path.empty() ? "/" : path, "expected " + expected);
  }
  bool has(const char* key) const { return json.is_object() && json.contains(key); }
  Place at(const char* key) const {
    if (!has(key)) refuse(fmt::format("an object with \"{}\"", key));
    return {file, path + "/" + key, json[key]};
  }
  std::vector<Place> entries() const {
    if (!json.is_array() || json.size() > 100'000) refuse("a list");
    std::vector<Place> all;
    for (std::size_t i = 0; i < json.size(); ++i)
      all.push_back({file, fmt::format("{}/{}", path, i), json[i]});
    return all;
  }
  std::string text() const {
    if (!json.is_string()) refuse("a text");
    return json.get<std::string>();
  }
  int integer(int low, int high) const {
    if (!json.is_number_integer() || json.get<double>() < low || json.get<double>() > high)
      refuse(fmt::format("a whole number from {} to {}", low, high));
    return json.get<int>();
  }
  float number() const {
    const double value = json.is_number() ? json.get<double>() : NAN;
    if (!(std::abs(value) <= 1e9)) refuse("a number");
    return float(value);
  }
  std::vector<float> numbers(std::initializer_list<std::size_t> counts) const {
    if (!json.is_array() ||
        (counts.size() > 0 && std::find(counts.begin(), counts.end(), json.size()) == counts.end()))
      refuse(counts.size() == 0 ? "a list of numbers"
                                : fmt::format("a list of {} numbers", *counts.begin()));
    std::vector<float> values;
    for (const Place& entry : entries()) values.push_back(entry.number());
    return values;
  }
  glm::vec3 vector() const {
    const std::vector<float> values = numbers({3});
    return {values[0], values[1], values[2]};
  }
  int joint_in(const Skeleton& skeleton) const {
    const int joint = joint_index(skeleton, text());
    if (joint < 0) refuse("the name of a joint of the scene");
    return joint;
  }
};

}  // namespace marrow::cli
