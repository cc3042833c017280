// A value of a .js3d file and its place in it: each mistake is refused with the place and what was
// expected there.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/base64.h"
#include "io/error.h"
#include "io/memory_budget.h"
#include "io/number_text.h"

namespace marrow::io {

static_assert(std::endian::native == std::endian::little, "numbers in base64 are little-endian");

struct Js3dValue {
  const std::string& file;
  std::string place;  ///< JSON pointer
  const nlohmann::json& json;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(file, place, "expected " + expected);
  }
  Js3dValue child(const std::string& key, const nlohmann::json& value) const {
    constexpr std::size_t kLongest = 60;
    return {file, place + "/" + (key.size() <= kLongest ? clean_name(key) : in_quotes(key)), value};
  }
  /// Null if there is no such member.
  const nlohmann::json* find(const char* key) const {
    if (!json.is_object()) refuse("an object");
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
  }
  Js3dValue at(const char* key) const {
    const nlohmann::json* found = find(key);
    if (!found) refuse(fmt::format("a member \"{}\"", key));
    return child(key, *found);
  }
  /// Calls visit(key, value) for each member of the object `key`; a missing object has none.
  template <typename Visit>
  void for_members(const char* key, const Visit& visit) const {
    const nlohmann::json* found = find(key);
    if (!found) return;
    const Js3dValue object = child(key, *found);
    if (!found->is_object()) object.refuse("an object");
    for (const auto& [name, value] : found->items()) visit(name, object.child(name, value));
  }
  std::size_t count(const char* key) const {
    const nlohmann::json* found = find(key);
    return found && found->is_structured() ? found->size() : 0;
  }
  float number() const {
    const double value = json.is_number() ? json.get<double>() : NAN;
    if (!std::isfinite(float(value))) refuse("a finite number");
    return float(value);
  }
  float number(const char* key, float usual) const {
    const nlohmann::json* found = find(key);
    return found ? child(key, *found).number() : usual;
  }
  std::uint32_t index(const char* key) const {
    const Js3dValue value = at(key);
    const double number = value.json.is_number() ? value.json.get<double>() : -1.0;
    if (!(number >= 0.0 && number <= 4294967295.0 && number == std::floor(number)))
      value.refuse("a whole number from 0 to 4294967295");
    return std::uint32_t(number);
  }
  bool flag(const char* key, bool usual) const {
    const nlohmann::json* found = find(key);
    if (found && !found->is_boolean()) child(key, *found).refuse("true or false");
    return found ? found->get<bool>() : usual;
  }
  /// Empty if the member is missing or null.
  std::string text(const char* key) const {
    const nlohmann::json* found = find(key);
    if (!found || found->is_null()) return {};
    if (!found->is_string()) child(key, *found).refuse("a text or null");
    return found->get<std::string>();
  }
  template <typename Vector>
  Vector vector(const char* key, const Vector& usual) const {
    const nlohmann::json* found = find(key);
    if (!found) return usual;
    const Js3dValue value = child(key, *found);
    if (!found->is_array() || found->size() != std::size_t(Vector::length()))
      value.refuse(fmt::format("a list of {} numbers", int(Vector::length())));
    Vector vector(usual);
    for (int i = 0; i < Vector::length(); ++i)
      vector[i] = value.child(std::to_string(i), (*found)[std::size_t(i)]).number();
    return vector;
  }
  /// Decodes "TYPE:BASE64". Empty if the member is missing.
  std::vector<unsigned char> bytes(const char* key, std::string_view type,
                                   MemoryBudget& budget) const {
    const nlohmann::json* found = find(key);
    if (!found) return {};
    const Js3dValue value = child(key, *found);
    const auto* text = found->get_ptr<const std::string*>();
    if (!text || text->compare(0, type.size(), type) != 0)
      value.refuse(fmt::format("a text that begins with \"{}\"", type));
    budget.take(text->size(), value.place);
    std::vector<unsigned char> decoded;
    if (!decode_base64(std::string_view(*text).substr(type.size()), decoded))
      value.refuse("base64");
    return decoded;
  }
  /// Decodes a list of T: numbers of 4 bytes, or vectors of floats.
  template <typename T>
  std::vector<T> list(const char* key, std::string_view type, MemoryBudget& budget) const {
    const std::vector<unsigned char> decoded = bytes(key, type, budget);
    if (decoded.size() % sizeof(T) != 0)
      at(key).refuse(fmt::format("whole elements of {} bytes", sizeof(T)));
    for (std::size_t i = 0; !std::is_same_v<T, std::uint32_t> && i < decoded.size(); i += 4) {
      float number = 0.0f;
      std::memcpy(&number, decoded.data() + i, sizeof number);
      if (!std::isfinite(number)) at(key).refuse("finite numbers");
    }
    std::vector<T> values(decoded.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), decoded.data(), decoded.size());
    return values;
  }
};

}  // namespace marrow::io
