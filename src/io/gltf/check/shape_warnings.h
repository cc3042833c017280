// Faults of a glTF document's shape that do no harm.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace marrow::io {

/// Lists that describe bytes, not the scene.
inline constexpr const char* kBulkLists[] = {"buffers", "bufferViews", "accessors"};

/// Extensions that are not declared, empty arrays, members that need or exclude others, lights.
/// Precondition: the document's shape was checked.
void warn_of_shape(const nlohmann::json& root, std::vector<std::string>& warnings);

}  // namespace marrow::io
