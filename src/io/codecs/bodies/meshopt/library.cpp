// meshoptimizer. Its decoders withstand any stream, but rely on the checks of why_impossible().
#include <algorithm>
#include <limits>
#include <meshoptimizer.h>

#include "io/codecs/meshes.h"

namespace marrow::io {

bool has_meshopt() { return true; }

std::string decode_meshopt(std::span<const unsigned char> stream, const MeshoptForm& form,
                           std::span<unsigned char> unpacked) {
  const auto count = std::size_t(form.count), stride = std::size_t(form.stride);
  unsigned char* const to = unpacked.data();
  const int problem =
      form.mode == "ATTRIBUTES"
          ? meshopt_decodeVertexBuffer(to, count, stride, stream.data(), stream.size())
      : form.mode == "TRIANGLES"
          ? meshopt_decodeIndexBuffer(to, count, stride, stream.data(), stream.size())
          : meshopt_decodeIndexSequence(to, count, stride, stream.data(), stream.size());
  if (problem == -1)
    return "is of a kind or a version that this build's meshoptimizer does not know";
  if (problem == -2) return "ends before its last element";
  if (problem != 0) return "does not end after its last element";
  if (form.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(to, count, stride);
  if (form.filter == "QUATERNION") meshopt_decodeFilterQuat(to, count, stride);
  if (form.filter == "EXPONENTIAL") meshopt_decodeFilterExp(to, count, stride);
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
  std::vector<float> given(numbers.begin(), numbers.end());
  // the library gives zero the exponent of numbers near 1, which smaller numbers would then share
  std::replace(given.begin(), given.end(), 0.0f, std::numeric_limits<float>::min());
  std::vector<unsigned char> filtered(given.size() * sizeof(float));
  meshopt_encodeFilterExp(filtered.data(), given.size() / width, width * sizeof(float), bits,
                          given.data());
  return filtered;
}

std::vector<unsigned char> filter_quaternion(std::span<const float> numbers) {
  constexpr std::size_t kStride = 8;
  constexpr int kBits = 16;
  std::vector<unsigned char> filtered(numbers.size() / 4 * kStride);
  meshopt_encodeFilterQuat(filtered.data(), numbers.size() / 4, kStride, kBits, numbers.data());
  return filtered;
}

}  // namespace marrow::io
