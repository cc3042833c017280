// For a build without meshoptimizer: refuses its streams.
#include "io/codecs/meshes.h"

namespace marrow::io {

bool has_meshopt() { return false; }

std::string decode_meshopt(std::span<const unsigned char>, const MeshoptForm&,
                           std::span<unsigned char>) {
  return kNoLibrary;
}

std::vector<unsigned char> encode_meshopt(std::span<const unsigned char>, std::size_t) {
  return {};
}
std::vector<unsigned char> encode_meshopt(std::span<const std::uint32_t>) { return {}; }
std::vector<unsigned char> filter_exponential(std::span<const float>, std::size_t, int) {
  return {};
}
std::vector<unsigned char> filter_quaternion(std::span<const float>) { return {}; }

}  // namespace marrow::io
