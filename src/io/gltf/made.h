// Makes scenes of glTF documents that readers of other formats make in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/gltf/gltf_mesh.h"
#include "scene/scene.h"

namespace marrow::io {

/// A document whose meshes are made by a function, because glTF has no polygons.
struct MadeGltf {
  /// Has one buffer, without a URI. Each mesh has one primitive, with as many morph targets as the
  /// mesh, and with JOINTS_0 if it is skinned; its accessors need no data.
  std::string json;
  std::vector<unsigned char> buffer;
  std::uint64_t source_bytes = 0;  ///< size of the file, on which the memory limit depends
  /// Makes a mesh. `joints`: one id per joint of the skin; empty: a rigid mesh.
  std::function<std::shared_ptr<Mesh>(int mesh, const std::vector<Id>& joints, MaterialReader&,
                                      MemoryBudget&, MeshNotes&)>
      mesh;
};

/// Imports the document as load_gltf() does another program's file, and frees its buffer. Throws
/// Error naming `path`.
Scene scene_of_made(const std::filesystem::path& path, MadeGltf& made,
                    std::vector<std::string>& warnings);

}  // namespace marrow::io
