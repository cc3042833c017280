// The members of a glTF document that are used, with their rules: a table.
#pragma once

#include <span>
#include <string_view>

namespace marrow::io {

inline constexpr double kMostWhole =
    9007199254740992.0;  ///< 2^53: beyond it not every whole number is a double

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

  std::string_view path;  ///< a JSON pointer in which * stands for every element or member
  Kind kind;
  bool required = false;
  double low = 0.0, high = kMostWhole;  ///< of a number, or of an array's size
  const char* target = nullptr;         ///< the root array that a reference points into
};

std::span<const Rule> gltf_rules();

}  // namespace marrow::io
