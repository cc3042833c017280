// meshoptimizer behind codecs.h. Its decoders are made for any input, but they rely on the sizes
// that take_packed_parts() checks.
#include <stdexcept>

#include "io/gltf/packed/codecs.h"
#include "io/gltf/packed/packed.h"

#ifdef MARROW_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace marrow::io {

#ifdef MARROW_HAS_MESHOPT

bool has_meshopt() { return true; }

std::string decode_meshopt(std::span<const unsigned char> stream, const PackedView& view,
                           std::span<unsigned char> unpacked) {
  const std::size_t count = view.count, stride = view.stride;
  unsigned char* const to = unpacked.data();
  const int problem =
      view.mode == "ATTRIBUTES"
          ? meshopt_decodeVertexBuffer(to, count, stride, stream.data(), stream.size())
      : view.mode == "TRIANGLES"
          ? meshopt_decodeIndexBuffer(to, count, stride, stream.data(), stream.size())
          : meshopt_decodeIndexSequence(to, count, stride, stream.data(), stream.size());
  if (problem == -1) return "is of a kind or a version that is not known";
  if (problem == -2) return "ends before its last element";
  if (problem != 0) return "does not end after its last element";
  if (view.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(to, count, stride);
  if (view.filter == "QUATERNION") meshopt_decodeFilterQuat(to, count, stride);
  if (view.filter == "EXPONENTIAL") meshopt_decodeFilterExp(to, count, stride);
  return {};
}

std::vector<unsigned char> encode_meshopt(std::span<const unsigned char> elements,
                                          std::size_t stride) {
  const std::size_t count = elements.size() / stride;
  std::vector<unsigned char> stream(meshopt_encodeVertexBufferBound(count, stride));
  stream.resize(
      meshopt_encodeVertexBuffer(stream.data(), stream.size(), elements.data(), count, stride));
  return stream;
}

std::vector<unsigned char> encode_meshopt(std::span<const std::uint32_t> corners) {
  std::vector<unsigned char> stream(
      meshopt_encodeIndexBufferBound(corners.size(), std::size_t(0xffffffffu)));
  stream.resize(
      meshopt_encodeIndexBuffer(stream.data(), stream.size(), corners.data(), corners.size()));
  return stream;
}

std::vector<unsigned char> filter_exponential(std::span<const float> numbers, std::size_t width,
                                              int bits) {
  std::vector<unsigned char> filtered(numbers.size() * sizeof(float));
  meshopt_encodeFilterExp(filtered.data(), numbers.size() / width, width * sizeof(float), bits,
                          numbers.data());
  return filtered;
}

std::vector<unsigned char> filter_quaternion(std::span<const float> numbers) {
  constexpr std::size_t kStride = 8;
  constexpr int kBits = 16;
  std::vector<unsigned char> filtered(numbers.size() / 4 * kStride);
  meshopt_encodeFilterQuat(filtered.data(), numbers.size() / 4, kStride, kBits, numbers.data());
  return filtered;
}

#else

bool has_meshopt() { return false; }

std::string decode_meshopt(std::span<const unsigned char>, const PackedView&,
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

#endif

}  // namespace marrow::io
