// A table of the members of a glTF document that are read, with their rules.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marrow::io {

/// The largest whole number that is accepted: 2^53, because beyond it not every whole number is a
/// double. Where sizes have 32 bits, it is the largest size, because the parser would truncate
/// larger ones.
inline constexpr double kMostWhole = sizeof(std::size_t) > 4 ? 9007199254740992.0 : 4294967295.0;

struct Rule {
  enum class Kind {
    object,
    objects,
    text,
    texts,
    boolean,
    whole,
    number,
    numbers,
    reference,
    references
  };

  std::string_view path;  ///< a JSON pointer in which * matches every element or member
  Kind kind;
  bool required = false;
  double low = 0.0, high = kMostWhole;  ///< range of a whole number or of an array's size
  const char* target = nullptr;         ///< the root array that a reference points into
};

std::span<const Rule> gltf_rules();

/// Lists that describe bytes, not the scene.
inline constexpr const char* kBulkLists[] = {"buffers", "bufferViews", "accessors"};

/// Adds the names of all extensions with data in a part of a document.
template <typename Json>
void collect_extensions(const Json& at, std::set<std::string>& names) {
  if (!at.is_structured()) return;
  for (auto item = at.begin(); item != at.end(); ++item) {
    if (at.is_object() && item.key() == "extras") continue;
    if (at.is_object() && item.key() == "extensions" && item->is_object()) {
      for (const auto& extension : item->items()) names.insert(extension.key());
    }
    collect_extensions(*item, names);
  }
}

/// Reports undeclared extensions, empty arrays, members that lack others or exclude each other, and
/// faults of lights. Precondition: the document's shape was checked.
void warn_of_shape(const nlohmann::json& root, std::vector<std::string>& warnings);

}  // namespace marrow::io
