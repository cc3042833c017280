#include "io/gltf/packed/pack_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/component_type.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;
using Bytes = std::vector<unsigned char>;

constexpr int kTypeFloat = 5126, kTypeShort = 5122, kTypeUnsignedShort = 5123,
              kTypeUnsignedInt = 5125;

std::size_t width_of(const std::string& type) {
  if (type == "SCALAR") return 1;
  if (type == "MAT4") return 16;
  return std::size_t(type.back() - '0');  // VEC2 to VEC4
}

template <typename T>
void put_number(Bytes& bytes, std::size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

/// The elements that `rows` lists.
Numbers gathered(const Numbers& from, const std::vector<std::uint32_t>& rows) {
  Numbers to = from;
  const std::size_t size = from.element_size();
  to.bytes.resize(rows.size() * size);
  for (std::size_t r = 0; r < rows.size(); ++r)
    std::memcpy(to.bytes.data() + r * size, from.bytes.data() + rows[r] * size, size);
  return to;
}

std::span<const float> floats_of(const Numbers& numbers) {
  return {reinterpret_cast<const float*>(numbers.bytes.data()),
          numbers.bytes.size() / sizeof(float)};
}

// FORMAT.md states the numbers of bits below, too.

DracoBits draco_bits(std::uint32_t id, const std::string& name, bool is_float,
                     const PositionCube& cube) {
  using Use = DracoBits::Kind;
  DracoBits bits{.id = id};
  if (name == "POSITION") {
    bits.kind = Use::position;
    bits.bits = 14;
    std::copy(cube.low, cube.low + 3, bits.origin);
    bits.range = cube.size();
  } else if (name == "NORMAL") {
    bits.kind = Use::normal;
    bits.bits = 10;
  } else if (name.starts_with("TEXCOORD_")) {
    bits.kind = Use::uv;
    bits.bits = 14;
  } else if (name.starts_with("COLOR_")) {
    bits.kind = Use::color;
    bits.bits = 10;
  } else if (name == "TANGENT") {
    bits.bits = 12;
  }
  if (!is_float) bits.bits = 0;
  return bits;
}

/// Bits of the mantissa for meshopt's exponential filter; 0: all are kept. More for positions that
/// are far from the origin, because the numbers of a vertex share the greatest one's exponent.
int mantissa_bits(const Numbers& numbers, const std::string& use) {
  constexpr int kMost = 23;
  if (use == "POSITION") {
    PositionCube cube;
    cube.add(numbers);
    float most = 0.0f;
    for (int c = 0; c < 3; ++c) most = std::max({most, -cube.low[c], cube.high[c]});
    return cube.size() > 0.0f ? std::clamp(17 + std::ilogb(most / cube.size()), 16, kMost) : kMost;
  }
  if (use == "translation" || use == "scale") return 16;
  if (use == "NORMAL" || use == "TANGENT") return 12;
  return use.starts_with("TEXCOORD_") || use.starts_with("COLOR_") ? 15 : 0;
}

std::optional<MeshoptResult> triangles_of(const Numbers& numbers) {
  const std::size_t size = numbers.component_size();
  if (numbers.count() % 3 != 0 || size < 2) return std::nullopt;
  std::vector<std::uint32_t> corners(numbers.count());
  for (std::size_t c = 0; c < corners.size(); ++c) corners[c] = std::uint32_t(numbers.at(c, 0));
  MeshoptResult packed;
  packed.form = {corners.size(), size, "TRIANGLES", "NONE"};
  packed.stream = encode_meshopt(std::span<const std::uint32_t>(corners));
  packed.numbers = numbers;
  packed.stride = size;
  return packed;
}

/// Returns the filter. Sets `bytes` to what is encoded instead of the numbers, unless it is NONE.
std::string filter_of(const Numbers& numbers, const std::string& use, Bytes& bytes) {
  if (numbers.component != kTypeFloat) return "NONE";
  if (use == "rotation") {
    bytes = filter_quaternion(floats_of(numbers));
    return "QUATERNION";
  }
  const int bits = mantissa_bits(numbers, use);
  if (bits == 0) return "NONE";
  bytes = filter_exponential(floats_of(numbers), numbers.width, bits);
  return "EXPONENTIAL";
}

std::vector<std::uint32_t> used_vertices(const Numbers& corners, std::size_t count,
                                         std::vector<std::uint32_t>& place) {
  place.assign(count, 0xffffffffu);
  for (std::size_t c = 0; c < corners.count(); ++c) place[std::size_t(corners.at(c, 0))] = 0;
  std::vector<std::uint32_t> used;
  for (std::uint32_t v = 0; v < count; ++v) {
    if (place[v] != 0) continue;
    place[v] = std::uint32_t(used.size());
    used.push_back(v);
  }
  return used;
}

Numbers indices_of(const DracoMesh& mesh) {
  const bool is_small = mesh.points <= 65535;
  Numbers numbers{"SCALAR", is_small ? kTypeUnsignedShort : kTypeUnsignedInt, false, 1, {}};
  numbers.bytes.resize(mesh.corners.size() * numbers.component_size());
  for (std::size_t c = 0; c < mesh.corners.size(); ++c) {
    if (is_small)
      put_number(numbers.bytes, c, std::uint16_t(mesh.corners[c]));
    else
      put_number(numbers.bytes, c, mesh.corners[c]);
  }
  return numbers;
}

/// Reads the stream again: the library may leave triangles out and reorder vertices.
bool read_again(std::span<const unsigned char> stream, const std::vector<DracoWish>& wishes,
                DracoPrimitive& primitive) {
  DracoMesh mesh;
  if (!decode_draco(stream, wishes, mesh, [](std::uint64_t) {}).empty()) return false;
  std::uint32_t id = 0;
  for (auto& [name, numbers] : primitive.attributes)
    numbers.bytes = std::move(mesh.attributes.at(id++).bytes);
  primitive.corners = indices_of(mesh);
  return true;
}

}  // namespace

std::size_t Numbers::component_size() const {
  return with_component_type(component, []<typename T>(T) { return sizeof(T); });
}

double Numbers::at(std::size_t element, std::size_t column) const {
  return with_component_type(component, [&]<typename T>(T) {
    T value;
    std::memcpy(&value, bytes.data() + (element * width + column) * sizeof(T), sizeof(T));
    return double(value);
  });
}

Numbers read_numbers(const PlainJson& accessor, const PlainJson& view, std::string_view binary) {
  Numbers numbers;
  numbers.type = accessor["type"].get<std::string>();
  numbers.component = accessor["componentType"].get<int>();
  numbers.normalized = accessor.value("normalized", false);
  numbers.width = width_of(numbers.type);
  const std::size_t size = numbers.element_size(), count = accessor["count"].get<std::size_t>(),
                    stride = view.value("byteStride", size);
  const char* from = binary.data() + view.value("byteOffset", std::size_t(0)) +
                     accessor.value("byteOffset", std::size_t(0));
  numbers.bytes.resize(count * size);
  for (std::size_t e = 0; e < count; ++e)
    std::memcpy(numbers.bytes.data() + e * size, from + e * stride, size);
  return numbers;
}

std::pair<PlainJson, PlainJson> least_and_greatest(const Numbers& numbers) {
  std::pair<PlainJson, PlainJson> bounds{PlainJson::array(), PlainJson::array()};
  for (std::size_t c = 0; c < numbers.width; ++c) {
    double low = numbers.at(0, c), high = low;
    for (std::size_t e = 1; e < numbers.count(); ++e) {
      low = std::min(low, numbers.at(e, c));
      high = std::max(high, numbers.at(e, c));
    }
    bounds.first.push_back(low);
    bounds.second.push_back(high);
  }
  return bounds;
}

std::size_t stride_of(const Numbers& numbers) { return (numbers.element_size() + 3) / 4 * 4; }

Bytes bytes_of(const Numbers& numbers, bool is_of_vertices) {
  const std::size_t size = numbers.element_size(), stride = stride_of(numbers);
  if (stride == size || !is_of_vertices) return numbers.bytes;
  Bytes bytes(numbers.count() * stride);
  for (std::size_t e = 0; e < numbers.count(); ++e)
    std::memcpy(bytes.data() + e * stride, numbers.bytes.data() + e * size, size);
  return bytes;
}

void round_weights(std::map<std::string, Numbers>& skin) {
  constexpr double kOne = 65535.0;
  std::vector<std::pair<Numbers*, Numbers*>> sets;  // weights, joints
  for (auto& [name, numbers] : skin) {
    if (name.starts_with("WEIGHTS_") && numbers.component == kTypeFloat)
      sets.emplace_back(&numbers, &skin.at("JOINTS_" + name.substr(8)));
  }
  if (sets.empty()) return;
  std::vector<Numbers> rounded;
  for (const auto& [weights, joints] : sets) {
    rounded.push_back({"VEC4", kTypeUnsignedShort, true, 4, Bytes(8 * weights->count())});
  }
  for (std::size_t v = 0; v < sets[0].first->count(); ++v) {
    double sum = 0.0, error = 0.0;
    for (std::size_t i = 0; i < 4 * sets.size(); ++i) sum += sets[i / 4].first->at(v, i % 4);
    const double scale = std::abs(sum - 1.0) < 1e-3 ? kOne / sum : kOne;
    // each rounding error is carried to the next weight, so that the sum fits
    for (std::size_t i = 0; i < 4 * sets.size(); ++i) {
      const double wanted = sets[i / 4].first->at(v, i % 4) * scale;
      const double whole = wanted > 0.0 ? std::clamp(std::round(wanted + error), 0.0, kOne) : 0.0;
      error += wanted - whole;
      put_number(rounded[i / 4].bytes, 4 * v + i % 4, std::uint16_t(whole));
      Numbers& joints = *sets[i / 4].second;
      const std::size_t size = joints.component_size();
      if (whole == 0.0) std::memset(joints.bytes.data() + (4 * v + i % 4) * size, 0, size);
    }
  }
  for (std::size_t set = 0; set < sets.size(); ++set) *sets[set].first = std::move(rounded[set]);
}

void PositionCube::add(const Numbers& positions) {
  for (std::size_t v = 0; v < positions.count(); ++v) {
    for (std::size_t c = 0; c < 3; ++c) {
      const auto number = float(positions.at(v, c));
      low[c] = is_empty ? number : std::min(low[c], number);
      high[c] = is_empty ? number : std::max(high[c], number);
    }
    is_empty = false;
  }
}

float PositionCube::size() const {
  return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

Bytes packed_by_draco(DracoPrimitive& primitive, const PositionCube& cube) {
  std::vector<std::uint32_t> place;
  const std::size_t all = primitive.attributes.at("POSITION").count();
  const std::vector<std::uint32_t> used = used_vertices(primitive.corners, all, place);
  DracoMesh mesh;
  mesh.points = used.size();
  for (std::size_t c = 0; c < primitive.corners.count(); ++c)
    mesh.corners.push_back(place[std::size_t(primitive.corners.at(c, 0))]);
  std::vector<DracoBits> bits;
  std::vector<DracoWish> wishes;
  std::size_t plain = primitive.corners.bytes.size();
  for (auto& [name, numbers] : primitive.attributes) {
    const auto id = std::uint32_t(bits.size());
    numbers = gathered(numbers, used);
    plain += numbers.bytes.size();
    bits.push_back(draco_bits(id, name, numbers.component == kTypeFloat, cube));
    wishes.push_back({id, numbers.component, numbers.width});
    mesh.attributes[id] = {numbers.component, numbers.normalized, numbers.width, numbers.bytes};
  }
  for (auto& target : primitive.targets)
    for (auto& [name, numbers] : target) numbers = gathered(numbers, used);
  Bytes stream = encode_draco(mesh, bits, !primitive.targets.empty());
  return stream.size() < plain && read_again(stream, wishes, primitive) ? stream : Bytes();
}

std::optional<MeshoptResult> meshopt_of(const Numbers& numbers, const std::string& use,
                                        bool is_of_vertices) {
  if (numbers.count() == 0) return std::nullopt;
  std::optional<MeshoptResult> packed;
  if (use == "indices" && !is_of_vertices) {
    packed = triangles_of(numbers);
  } else if (stride_of(numbers) <= 256 && (numbers.element_size() % 4 == 0 || is_of_vertices)) {
    packed.emplace();
    Bytes bytes = bytes_of(numbers, is_of_vertices);
    const std::string filter = filter_of(numbers, use, bytes);
    packed->numbers = numbers;
    if (filter == "QUATERNION") packed->numbers = {"VEC4", kTypeShort, true, 4, {}};
    packed->stride = bytes.size() / numbers.count();
    packed->form = {numbers.count(), packed->stride, "ATTRIBUTES", filter};
    packed->stream = encode_meshopt(std::span<const unsigned char>(bytes), packed->stride);
    if (filter != "NONE") {
      if (!decode_meshopt(packed->stream, packed->form, bytes).empty()) return std::nullopt;
      packed->numbers.bytes = std::move(bytes);
    }
  }
  const std::size_t plain = bytes_of(numbers, is_of_vertices).size();
  return packed && packed->stream.size() < plain ? std::move(packed) : std::nullopt;
}

}  // namespace marrow::io
