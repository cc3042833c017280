// A build without meshoptimizer.
#include <stdexcept>

#include "io/codecs/meshes.h"

namespace marrow::io {

bool has_meshopt() { return false; }

std::string decode_meshopt(std::span<const unsigned char>, const MeshoptForm&,
                           std::span<unsigned char>) {
  return kNoLibrary;
}

namespace {
[[noreturn]] std::vector<unsigned char> no_meshopt() {
  throw std::runtime_error("meshopt: built without libmeshoptimizer");
}
}  // namespace

std::vector<unsigned char> encode_meshopt(std::span<const unsigned char>, std::size_t) {
  return no_meshopt();
}
std::vector<unsigned char> encode_meshopt(std::span<const std::uint32_t>) { return no_meshopt(); }
std::vector<unsigned char> filter_exponential(std::span<const float>, std::size_t, int) {
  return no_meshopt();
}
std::vector<unsigned char> filter_quaternion(std::span<const float>) { return no_meshopt(); }

}  // namespace marrow::io
