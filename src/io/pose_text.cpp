#include "io/pose_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "io/error.h"
#include "io/number_text.h"
#include "io/trs.h"

namespace marrow::io {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kTextCap = 8u << 20;  // bytes: some 40,000 joints
constexpr int kDepthCap = 8;
constexpr double kLargest = 1e9;
constexpr double kUnit = 1e-5;  // a quaternion closer to unit length than this is not normalized

struct Parts {
  glm::vec3 translation{0.0f};
  glm::vec4 rotation{0.0f, 0.0f, 0.0f, 1.0f};  ///< x y z w
  glm::vec3 scale{1.0f};
};

glm::mat4 matrix_of(const Parts& parts) {
  const glm::vec4& q = parts.rotation;
  return glm::mat4(matrix_of(Trs{glm::dvec3(parts.translation),
                                 glm::dquat(double(q.w), double(q.x), double(q.y), double(q.z)),
                                 glm::dvec3(parts.scale)}));
}

float largest_of(const glm::vec4& column) {
  return std::max({std::abs(column.x), std::abs(column.y), std::abs(column.z)});
}

bool is_as_near_as_promised(const glm::mat4& written, const glm::mat4& wanted) {
  for (int column = 0; column < 3; ++column) {
    const float size = largest_of(wanted[column]);
    const float ulp = std::nextafter(size, std::numeric_limits<float>::infinity()) - size;
    if (!(largest_of(written[column] - wanted[column]) <= kPoseTextUlps * ulp)) return false;
  }
  return written[3] == wanted[3];
}

/// The simplest parts that are near enough: translation; with rotation; with scale; with both.
std::optional<Parts> parts_of(const glm::mat4& user_local) {
  const TrsChain chain = trs_of(glm::dmat4(user_local));
  if (chain.lower) return std::nullopt;
  const glm::dquat& q = chain.upper.rotation;
  const Parts still{glm::vec3(user_local[3])};
  Parts turned = still, scaled = still, all = still;
  turned.rotation = all.rotation = glm::vec4(float(q.x), float(q.y), float(q.z), float(q.w));
  scaled.scale = {user_local[0].x, user_local[1].y, user_local[2].z};
  all.scale = glm::vec3(chain.upper.scale);
  for (const Parts& parts : {still, turned, scaled, all})
    if (is_as_near_as_promised(matrix_of(parts), user_local)) return parts;
  return std::nullopt;
}

void append_array(std::string& text, const char* key, const float* numbers, int count) {
  text.append(", \"").append(key).append("\": [");
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    append_number(text, numbers[i]);
    if (numbers[i] == 0.0f && std::signbit(numbers[i]))
      text += ".0";  // "-0" would be read as a whole number, which has no sign at 0
  }
  text += "]";
}

std::string quoted(const std::string& words) { return json(valid_utf8(words)).dump(); }

std::string line_of(const PoseText::Joint& joint) {
  std::string text = "    {\"name\": " + quoted(joint.name);
  if (const std::optional<Parts> parts = parts_of(joint.user_local)) {
    const Parts rest;
    if (parts->translation != rest.translation)
      append_array(text, "translation", &parts->translation.x, 3);
    if (parts->rotation != rest.rotation) append_array(text, "rotation", &parts->rotation.x, 4);
    if (parts->scale != rest.scale) append_array(text, "scale", &parts->scale.x, 3);
  } else {
    append_array(text, "matrix", &joint.user_local[0].x, 16);
  }
  return text + "}";
}

class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  PoseText read(std::string_view text) const {
    const json root = parsed(text);
    if (!root.is_object() || !root.contains("marrow_pose"))
      fail("", "is not a pose: expected an object with \"marrow_pose\"");
    const json& version = root["marrow_pose"];
    if (!version.is_number_integer() || version < 1) fail("/marrow_pose", "expected the number 1");
    if (version > kVersion)
      fail("/marrow_pose", "is of a later version of Marrow; this one reads version 1");
    const auto joints = root.find("joints");
    if (joints == root.end() || !joints->is_array()) fail("/joints", "expected an array of joints");
    PoseText pose;
    if (const auto name = root.find("skeleton"); name != root.end() && name->is_string())
      pose.skeleton = name->get<std::string>();
    std::unordered_set<std::string> names;
    for (const json& entry : *joints) {
      pose.joints.push_back(joint_of(entry, "/joints/" + std::to_string(pose.joints.size())));
      if (!names.insert(pose.joints.back().name).second)
        fail("/joints",
             "names " + in_quotes(pose.joints.back().name) + " twice; expected each joint once");
    }
    return pose;
  }

 private:
  [[noreturn]] void fail(const std::string& place, const std::string& words) const {
    throw Error(source_, place, words);
  }

  json parsed(std::string_view text) const {
    if (text.size() > kTextCap)
      fail("", "holds " + std::to_string(text.size() >> 20) + " MB; a pose has at most 8 MB");
    if (nesting_of(text) > kDepthCap) fail("", "is not a pose: it is nested too deeply");
    try {
      return json::parse(text);
    } catch (const json::parse_error& problem) {
      fail("", "is not a pose: not JSON from byte " + std::to_string(problem.byte) + " on");
    } catch (const json::exception&) {
      fail("", "is not a pose: it holds a number that is too large");
    }
  }

  template <std::size_t Count>
  std::optional<std::array<double, Count>> numbers(const json& entry, const char* key,
                                                   const std::string& place) const {
    const auto found = entry.find(key);
    if (found == entry.end()) return std::nullopt;
    const std::string here = place + "/" + key;
    if (!found->is_array() || found->size() != Count)
      fail(here, "expected " + std::to_string(Count) + " numbers");
    std::array<double, Count> result{};
    for (std::size_t i = 0; i < Count; ++i) {
      if (!(*found)[i].is_number()) fail(here, "expected " + std::to_string(Count) + " numbers");
      result[i] = (*found)[i].get<double>();
      if (!(std::abs(result[i]) <= kLargest))
        fail(here, "holds a number that is too large; expected at most 1e9");
    }
    return result;
  }

  glm::mat4 matrix_from(const std::array<double, 16>& numbers, const std::string& place) const {
    glm::mat4 matrix;
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = float(numbers[std::size_t(i)]);
    if (matrix[0].w != 0.0f || matrix[1].w != 0.0f || matrix[2].w != 0.0f || matrix[3].w != 1.0f)
      fail(place + "/matrix", "expected 0 0 0 1 as the last row, columns first");
    return matrix;
  }

  glm::vec4 rotation_from(const std::array<double, 4>& q, const std::string& place) const {
    const glm::dvec4 turn(q[0], q[1], q[2], q[3]);
    const double length = glm::length(turn);
    if (length < 1e-3) fail(place + "/rotation", "expected a quaternion x y z w of length 1");
    return glm::vec4(std::abs(length - 1.0) <= kUnit ? turn : turn / length);
  }

  PoseText::Joint joint_of(const json& entry, const std::string& place) const {
    if (!entry.is_object()) fail(place, "expected an object");
    const auto name = entry.find("name");
    if (name == entry.end() || !name->is_string() || name->get_ref<const std::string&>().empty())
      fail(place, "expected a \"name\"");
    PoseText::Joint joint{name->get<std::string>()};
    if (const auto matrix = numbers<16>(entry, "matrix", place)) {
      joint.user_local = matrix_from(*matrix, place);
      return joint;
    }
    Parts parts;
    if (const auto t = numbers<3>(entry, "translation", place))
      parts.translation = glm::dvec3((*t)[0], (*t)[1], (*t)[2]);
    if (const auto q = numbers<4>(entry, "rotation", place))
      parts.rotation = rotation_from(*q, place);
    if (const auto s = numbers<3>(entry, "scale", place))
      parts.scale = glm::dvec3((*s)[0], (*s)[1], (*s)[2]);
    joint.user_local = matrix_of(parts);
    return joint;
  }

  const std::string& source_;
};

}  // namespace

std::string text_of(const PoseText& pose) {
  std::string text = "{\n  \"marrow_pose\": " + std::to_string(kVersion) +
                     ",\n  \"skeleton\": " + quoted(pose.skeleton) + ",\n  \"joints\": [";
  for (std::size_t i = 0; i < pose.joints.size(); ++i)
    text += (i > 0 ? ",\n" : "\n") + line_of(pose.joints[i]);
  return text + "\n  ]\n}\n";
}

glm::mat4 as_written(const glm::mat4& user_local) {
  const std::optional<Parts> parts = parts_of(user_local);
  return parts ? matrix_of(*parts) : user_local;
}

PoseText read_pose_text(std::string_view text, const std::string& source) {
  return Reader(source).read(text);
}

}  // namespace marrow::io
