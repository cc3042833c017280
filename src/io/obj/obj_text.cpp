#include "io/obj/obj_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tiny_obj_loader.h>

#include "base/hash.h"
#include "io/json_members.h"
#include "io/number_text.h"

namespace marrow::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMember = "obj_smoothing";

/// FNV-1a over the faces' ends and corners, 32 bits at a time. Detects reordered or triangulated
/// faces.
std::string faces_checksum(const Mesh& mesh) {
  Fnv1a hash;
  for (const std::vector<std::uint32_t>* part : {&mesh.face_begin, &mesh.corner_vertex}) {
    for (const std::uint32_t value : *part) hash.add(value);
  }
  return hex_digits(hash.value());
}

}  // namespace

bool Lines::next(std::string_view& line) {
  if (is_at_end()) return false;
  number_ = next_number_;
  line = take_physical();
  if (line.empty() || line.back() != '\\') return true;
  joined_.clear();
  while (!line.empty() && line.back() == '\\') {
    joined_.append(line.substr(0, line.size() - 1)) += ' ';
    line = is_at_end() ? std::string_view() : take_physical();
  }
  line = joined_.append(line);
  return true;
}

std::string_view Lines::take_physical() {
  // Both positions are kept, so that a text with only one kind is not searched to its end for each
  // line.
  if (line_feed_ < at_) line_feed_ = find('\n', at_);
  if (return_ < at_) return_ = find('\r', at_);
  const std::string_view line = text_.substr(at_, std::min(line_feed_, return_) - at_);
  at_ += line.size();
  if (text_.substr(at_, 2) == "\r\n") ++at_;
  if (at_ < text_.size()) ++at_;
  ++next_number_;
  return line;
}

void append_obj_number(std::string& text, float value) {
  const std::size_t begin = text.size();
  append_number(text, value);
  // The shortest decimals of 1598 floats and their negatives, all with an exponent, do not read
  // back; with nine digits all floats do.
  if (text.find('e', begin) == std::string::npos) return;
  std::string name;
  tinyobj::texture_option_t read{};  // the only way to have tinyobjloader read one number
  tinyobj::ParseTextureNameAndOption(&name, &read, ("-bm " + text.substr(begin)).c_str());
  if (read.bump_multiplier != value) text.replace(begin, text.npos, fmt::format("{:.8e}", value));
}

std::string group_name(const ObjPlace& place) {
  if (place.object.empty())
    return place.group.find('/') == std::string::npos ? place.group : '/' + place.group;
  std::string name;
  for (const char c : place.object) {
    if (c == '/' || c == '\\') name += '\\';
    name += c;
  }
  return name + '/' + place.group;
}

ObjPlace place_of_group(const std::string& name) {
  std::string object;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] == '/') return {object, name.substr(at + 1)};
    if (name[at] == '\\' && at + 1 < name.size()) ++at;
    object += name[at];
  }
  return {"", name};
}

std::string carried_smoothing(const Mesh& mesh, const SmoothingRuns& runs) {
  if (std::all_of(runs.begin(), runs.end(), [](const auto& run) { return run.second == 0; }))
    return {};
  const Json json = {{"extras", {{kMember, {{"faces", faces_checksum(mesh)}, {"from", runs}}}}}};
  return json.dump();
}

SmoothingRuns smoothing_of(const Mesh& mesh) {
  if (mesh.carried.find(kMember) == std::string::npos) return {};
  const auto json = nlohmann::json::parse(mesh.carried, nullptr, false);
  const nlohmann::json& found = member_of(json, "extras", kMember);
  if (member_of(found, "faces") != faces_checksum(mesh)) return {};
  SmoothingRuns runs;
  for (const nlohmann::json& run : list_in(found, "from")) {
    const bool is_pair = run.is_array() && run.size() == 2 && run[0].is_number_unsigned() &&
                         run[1].is_number_unsigned();
    if (!is_pair) return {};
    runs.emplace_back(run[0].get<std::uint32_t>(), run[1].get<std::uint32_t>());
  }
  return std::is_sorted(runs.begin(), runs.end()) ? runs : SmoothingRuns();
}

}  // namespace marrow::io
