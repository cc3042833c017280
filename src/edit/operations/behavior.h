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

/// How an edit respects locks.
struct Locks {
  enum class Rule {
    refuse,  ///< refused when one of `joints` is locked
    keep,    ///< like refuse; after the edit every locked joint gets its Ul and its radius back
    ignore,  ///< always allowed
  };
  Rule rule = Rule::refuse;
  std::vector<Id> joints;  ///< that the edit changes or uses; unknown ids are ignored
};

// Each operation declares, and the .cpp file of its family defines:
//
//   Applied applied(const Scene& scene, const Tasks& tasks) const;
//     The changed copy of a scene that keeps the rules of scene.h, or a reason in the user's words.
//     It looks after what its own words can explain; apply() holds the result against all rules
//     once more.
//   std::string label(const Scene& before) const;
//     What the history calls it.
//   void line(Line& line);
//     Its fields, all of them, in the order in which they are printed and read: see line.h. The
//     bytes that it owns are counted by the same walk.
//   Locks locks(const Scene& before) const;
//   bool operator==(const X&) const;
//     Field by field; scenes and motions by their content.

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
