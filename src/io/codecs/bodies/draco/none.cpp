// A build without Draco.
#include <stdexcept>

#include "io/codecs/meshes.h"

namespace marrow::io {

bool has_draco() { return false; }

std::string decode_draco(std::span<const unsigned char>, const std::vector<DracoWish>&, DracoMesh&,
                         const AskMemory&) {
  return kNoLibrary;
}

std::vector<unsigned char> encode_draco(const DracoMesh&, const std::vector<DracoBits>&, bool) {
  throw std::runtime_error("Draco: built without libdraco");
}

}  // namespace marrow::io
