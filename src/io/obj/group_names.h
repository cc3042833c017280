// Stores the objects, groups and smoothing groups of OBJ faces in a mesh: object and group as one
// name, smoothing as text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// The `o` and the `g` name of a face, without the keywords; empty: none.
struct ObjPlace {
  std::string object, group;
  bool operator==(const ObjPlace&) const = default;
};

/// Joins both to one name for Mesh::groups: "GROUP" without an object, else "OBJECT/GROUP", where
/// slashes and backslashes of the object are escaped by a backslash. A group without an object
/// whose name has a slash gets a slash in front. Empty if there is neither object nor group.
std::string group_name(const ObjPlace& place);

/// The reverse of group_name(), for any text: group names of other formats become groups.
ObjPlace place_of_group(const std::string& name);

/// First face and smoothing group of each run; 0 is off. Ascending faces.
using SmoothingRuns = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// JSON text for Mesh::carried with `runs` and a checksum of the faces; empty if all are off.
std::string carried_smoothing(const Mesh& mesh, const SmoothingRuns& runs);

/// The reverse of carried_smoothing(), from mesh.carried; empty if the faces have changed since, or
/// if the text has no smoothing.
SmoothingRuns smoothing_of(const Mesh& mesh);

}  // namespace marrow::io
