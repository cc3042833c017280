// The humanoid map of a VRM file: which node is which part of the body (VRM 0.x and VRMC_vrm 1.0,
// github.com/vrm-c/vrm-specification).
#pragma once

#include <map>
#include <string>

namespace marrow::io {

/// Reads the map of a document (JSON after check_gltf_shape()): node -> name of the part, such as
/// "leftUpperArm". Entries of a wrong type are left out. Empty if the file has no map.
std::map<int, std::string> read_human_bones(const std::string& document);

}  // namespace marrow::io
