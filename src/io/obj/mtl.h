// Converts material libraries of OBJ files (.mtl) to materials, with the rest as text, and back.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scene/mesh.h"

namespace marrow::io {

/// The color of faces whose material is in no library: linear, close to the editor's clay.
inline constexpr glm::vec4 kUnknownColor{0.5f, 0.5f, 0.5f, 1.0f};

/// True for the names that mean "no material" after `usemtl`, unless a library defines them.
bool is_no_material(std::string_view name);

/// A picture in a statement: "map_Kd -clamp on -s 1 1 1 skin.png", or a name alone, perhaps with
/// blanks.
struct MtlMap {
  std::string name;       ///< slashes forward
  bool repeats = true;    ///< false: -clamp on
  bool is_drawn = false;  ///< true: map_Kd
};
/// Returns the picture of a statement; nullptr: there is none.
using PictureOf = std::function<std::shared_ptr<const Texture>(const MtlMap& map)>;

/// Converts a library's statements (one per line, without the newmtl line) to a material. Kd is the
/// base color (white if map_Kd gives a picture), d or 1 - Tr its alpha. `carried` holds, as glTF:
/// emission (Ke, map_Ke), roughness (Pr, or else from Ns), metal (Pm), a normal map (norm),
/// blending; and all lines under extras.mtl if they contain more. Pictures of any map_ go into
/// `textures`. Calls `refuse` for each statement whose numbers are missing.
Material material_from_mtl(const std::string& name, const std::vector<std::string>& lines,
                           const PictureOf& picture,
                           const std::function<void(std::size_t line)>& refuse = {});

/// Converts a material to statements: its original lines if they still describe it, otherwise new
/// ones. `file_of` returns the file name of a picture.
std::vector<std::string> mtl_from_material(
    const Material& material, const std::function<std::string(const Texture&)>& file_of);

struct MaterialLibraries {
  /// The OBJ file's folder, canonical. Libraries and pictures are in it or below.
  std::filesystem::path folder;
  std::vector<std::string> names;  ///< as in the file
};

/// Reads the used materials, by name; the first definition of a name counts. A missing library is
/// not an error, because most OBJ files have lost theirs. Warns about libraries that cannot be read
/// or are outside the folder.
std::map<std::string, Material> read_material_libraries(
    const MaterialLibraries& libraries, const std::function<bool(const std::string&)>& is_used,
    std::vector<std::string>& warnings);

}  // namespace marrow::io
