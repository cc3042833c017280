// Objects, groups and smoothing groups of OBJ faces in a mesh: one name for both, and text.
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

/// Both as one name for Mesh::groups: "GROUP" without an object, else "OBJECT/GROUP", where the
/// object's slashes and backslashes are escaped by a backslash. A group alone with a slash gets one
/// in front. Empty for neither.
std::string group_name(const ObjPlace& place);

/// The reverse, for any text: another format's group names become groups here.
ObjPlace place_of_group(const std::string& name);

/// First face and smoothing group of each run; 0 is off. Ascending faces.
using SmoothingRuns = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// JSON text for Mesh::carried with `runs` and a checksum of the faces; empty if all are off.
std::string carried_smoothing(const Mesh& mesh, const SmoothingRuns& runs);

/// The reverse, from mesh.carried; none if the faces changed since, or for other text.
SmoothingRuns smoothing_of(const Mesh& mesh);

}  // namespace marrow::io
