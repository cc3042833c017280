#include "cli/words.h"

#include <cmath>
#include <fmt/format.h>

#include "cli/printing.h"
#include "platform/numbers.h"

namespace marrow::cli {

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
  if (time.empty() && !motion.empty()) throw UsageError("--motion: goes with --time SECONDS");
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
  if (!to.empty()) throw UsageError(fmt::format("{}: --to goes with --out-dir", command));
  return files.front();
}

const std::string& FileOptions::required_out(const char* command) const {
  if (out.empty())
    throw UsageError(fmt::format("{}: expected -o OUT, or --out-dir DIR for many files", command));
  return out;
}

}  // namespace marrow::cli
