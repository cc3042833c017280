// Warns of harmless faults in the shape of a glTF document.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace marrow::io {

/// Lists that describe bytes, not the scene.
inline constexpr const char* kBulkLists[] = {"buffers", "bufferViews", "accessors"};

/// Reports undeclared extensions, empty arrays, members that require or exclude others, faults of
/// lights. Precondition: the document's shape was checked.
void warn_of_shape(const nlohmann::json& root, std::vector<std::string>& warnings);

}  // namespace marrow::io
