// Members of a JSON value that may be missing or of another type.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "io/number_text.h"

namespace marrow::io {

/// The member at a path of names that begins at `object`; null if it is missing.
template <typename... Names>
const nlohmann::json& member_of(const nlohmann::json& object, const char* name,
                                const Names*... below) {
  static const nlohmann::json kNone;
  const auto found = object.is_object() ? object.find(name) : object.end();
  const nlohmann::json& member = found == object.end() ? kNone : *found;
  if constexpr (sizeof...(below) == 0)
    return member;
  else
    return member_of(member, below...);
}

/// The member if it is a list; else an empty list.
inline const nlohmann::json& list_in(const nlohmann::json& object, const char* name) {
  static const nlohmann::json kEmpty = nlohmann::json::array();
  const nlohmann::json& list = member_of(object, name);
  return list.is_array() ? list : kEmpty;
}

/// The member if it is a whole number that an int can hold, from 0 on; else -1.
inline int index_in(const nlohmann::json& object, const char* name) {
  const nlohmann::json& index = member_of(object, name);
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  return index.is_number_unsigned() && index.get<std::uint64_t>() <= kMost ? index.get<int>() : -1;
}

/// The member if it is a text, cleaned as a name; else an empty text.
inline std::string text_in(const nlohmann::json& object, const char* name) {
  const nlohmann::json& text = member_of(object, name);
  return text.is_string() ? clean_name(text.get_ref<const std::string&>()) : std::string();
}

}  // namespace marrow::io
