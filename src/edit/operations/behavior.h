// The functions of every operation. If one is missing, operation.cpp does not compile.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rig/rig.h"
#include "scene/scene.h"

namespace marrow {

class Line;

struct Applied {
  std::optional<Scene> scene;  ///< set on success; fulfills why_invalid(scene) == ""
  /// Otherwise the reason for the user ("elbow.L cannot move: shoulder.L has a zero scale").
  std::string reason;
};

/// The meaning of a missing joint's name in a line: an error, or the joint with the same role.
enum class NamesInLines { exact, or_roles };

/// How an edit respects locks.
struct Locks {
  enum class Rule {
    refuse,  ///< refused when one of `joints` is locked
    keep,    ///< like refuse; after the edit every locked joint gets its Ul and its radius back
    ignore,  ///< always allowed
  };
  Rule rule = Rule::refuse;
  std::vector<Id> joints;  ///< changed or used by the edit; unknown ids are ignored
};

// Each operation declares these; the .cpp file of its family defines what is longer than a line.
// MARROW_OPERATION() declares all but locks(), which each operation has to decide:
//
//   Applied applied(const Scene& scene, const Tasks& tasks) const;
//     The changed copy of a scene that keeps the rules of scene.h, or a reason in the user's words.
//     Refuses only for reasons that it can explain; apply() checks the result against all rules.
//   std::string label(const Scene& before) const;
//     The step's name in the history.
//   void line(Line& line);
//     Visits all its fields in the order in which they are printed and read (line.h), and counts
//     the bytes that they own.
//   Locks locks(const Scene& before) const;
//   bool operator==(const X&) const;
//     Field by field; scenes and motions by their content.

#define MARROW_OPERATION(Type)                                   \
  Applied applied(const Scene& scene, const Tasks& tasks) const; \
  std::string label(const Scene& before) const;                  \
  void line(Line& line);                                         \
  bool operator==(const Type&) const = default

template <typename Op>
concept HasApplied = requires(const Op& op, const Scene& scene, const Tasks& tasks) {
  { op.applied(scene, tasks) } -> std::same_as<Applied>;
};
template <typename Op>
concept HasLabel = requires(const Op& op, const Scene& before) {
  { op.label(before) } -> std::same_as<std::string>;
};
template <typename Op>
concept HasLine = requires(Op& op, Line& line) {
  { op.line(line) } -> std::same_as<void>;
};
template <typename Op>
concept HasLocks = requires(const Op& op, const Scene& before) {
  { op.locks(before) } -> std::same_as<Locks>;
};

}  // namespace marrow
