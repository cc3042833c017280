// Objects, groups and smoothing groups of OBJ faces as a mesh keeps them: object and group as one
// name, smoothing groups as text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// The `o` and the `g` line that a face stands under, without the keywords; empty: none.
struct ObjPlace {
  std::string object, group;
  bool operator==(const ObjPlace&) const = default;
};

/// One name for both, as Mesh::groups holds it: "GROUP" alone where there is no object, else
/// "OBJECT/GROUP", where the object's own slashes and backslashes have a backslash before them. A
/// group alone that has a slash gets one in front. Empty for neither.
std::string group_name(const ObjPlace& place);

/// The reverse, for any text: what names a group in another format is a group here.
ObjPlace place_of_group(const std::string& name);

/// From which face on which smoothing group holds; 0 is off. Ascending faces.
using SmoothingRuns = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// JSON text for Mesh::carried that holds `runs` and a checksum of the mesh's faces; empty where
/// all are off.
std::string carried_smoothing(const Mesh& mesh, const SmoothingRuns& runs);

/// The reverse of carried_smoothing(), from mesh.carried; none if the faces have changed since, or
/// for any other text.
SmoothingRuns smoothing_of(const Mesh& mesh);

}  // namespace marrow::io
