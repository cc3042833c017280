// For a build without Draco: refuses Draco's streams.
#include "io/codecs/meshes.h"

namespace marrow::io {

bool has_draco() { return false; }

std::string decode_draco(std::span<const unsigned char>, const std::vector<DracoWish>&, DracoMesh&,
                         const AskMemory&) {
  return kNoLibrary;
}

std::vector<unsigned char> encode_draco(const DracoMesh&, const std::vector<DracoBits>&, bool) {
  return {};
}

}  // namespace marrow::io
