// Converts materials and pictures of an FBX file to those of a glTF document.
#pragma once

#include <filesystem>
#include <map>

#include "io/fbx/fbx_document.h"

namespace marrow::io {

class FbxMaterials {
 public:
  /// `path`: the FBX file; pictures are looked for in its folder.
  FbxMaterials(const std::filesystem::path& path, FbxDocument& document, FbxNotes& notes);

  /// Returns the material's index in the document and adds it at its first use; -1 for nullptr.
  int index_of(const ufbx_material* material);

 private:
  FbxJson made(const ufbx_material& from);
  /// The JSON of a texture's use: {"index": n}, or null if there is no picture.
  FbxJson use_of(const ufbx_material_map& map);
  int texture_of(const ufbx_texture& texture);
  int image_of(const ufbx_texture& texture);
  std::vector<unsigned char> bytes_of(const ufbx_texture& texture) const;

  std::filesystem::path folder_;  ///< canonical
  std::string stem_;              ///< the file's name without extension
  FbxDocument& document_;
  FbxNotes& notes_;
  std::map<const ufbx_material*, int> materials_;
  std::map<const ufbx_texture*, int> textures_, images_;  ///< -1: none
  std::uint64_t bytes_left_;
};

}  // namespace marrow::io
