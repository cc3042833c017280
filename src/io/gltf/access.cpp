#include "io/gltf/access.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <tiny_gltf.h>
#include <utility>

#include "io/error.h"

namespace marrow::io {

namespace {

std::size_t component_size(int component) {
  const int size = tinygltf::GetComponentSizeInBytes(std::uint32_t(component));
  return size > 0 && component != TINYGLTF_COMPONENT_TYPE_DOUBLE &&
                 component != TINYGLTF_COMPONENT_TYPE_INT
             ? std::size_t(size)
             : 0;
}

std::size_t component_count(int type) {
  return std::size_t(tinygltf::GetNumComponentsInType(std::uint32_t(type)));
}

const char* type_name(int type) {
  for (const auto& [its, name] :
       {std::pair{TINYGLTF_TYPE_SCALAR, "SCALAR"}, std::pair{TINYGLTF_TYPE_VEC2, "VEC2"},
        std::pair{TINYGLTF_TYPE_VEC3, "VEC3"}, std::pair{TINYGLTF_TYPE_VEC4, "VEC4"},
        std::pair{TINYGLTF_TYPE_MAT4, "MAT4"}, std::pair{TINYGLTF_TYPE_MAT3, "MAT3"}})
    if (type == its) return name;
  return "MAT2";
}

template <typename T>
double as_number(const unsigned char* bytes, bool normalized) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    if (!normalized) return double(value);
    return std::max(-1.0, double(value) / double(std::numeric_limits<T>::max()));
  }
}

double number_at(const unsigned char* bytes, int component, bool normalized) {
  return with_component_type(component,
                             [&]<typename T>(T) { return as_number<T>(bytes, normalized); });
}

/// `number_size`: bytes of one component after reading.
std::uint64_t bytes_of_elements(const tinygltf::Accessor& accessor, std::uint64_t number_size) {
  const std::uint64_t count = accessor.count;
  return count > (1ull << 40) ? ~0ull : count * component_count(accessor.type) * number_size;
}

/// A view's bytes. The shape check compared the view with the buffer's size in the JSON; bytes_of()
/// compares it with the bytes that were actually read.
struct AccessedBytes {
  const unsigned char* data = nullptr;
  std::uint64_t size = 0;
};

AccessedBytes bytes_of(const tinygltf::Model& model, int view_index) {
  const tinygltf::BufferView& view = model.bufferViews[std::size_t(view_index)];
  const std::vector<unsigned char>& data = model.buffers[std::size_t(view.buffer)].data;
  if (view.byteOffset > data.size()) return {};
  return {data.data() + view.byteOffset,
          std::min<std::uint64_t>(view.byteLength, data.size() - view.byteOffset)};
}

}  // namespace

AccessorReader::AccessorReader(const std::string& file, const tinygltf::Model& model,
                               MemoryBudget& budget, std::vector<std::string>& warnings)
    : file_(file), model_(model), budget_(budget) {
  for (std::size_t a = 0; a < model.accessors.size(); ++a) check(a);
  if (any_unaligned_)
    warnings.push_back("data that is not aligned as glTF asks was read all the same");
}

void AccessorReader::refuse(const std::string& pointer, const std::string& expected) const {
  throw Error(file_, pointer, expected);
}

std::size_t AccessorReader::count(int accessor) const {
  return model_.accessors[std::size_t(accessor)].count;
}

void AccessorReader::check(std::size_t index) {
  const tinygltf::Accessor& accessor = model_.accessors[index];
  const std::string pointer = fmt::format("/accessors/{}", index);
  if (component_size(accessor.componentType) == 0)
    refuse(pointer + "/componentType",
           fmt::format("expected a component type of glTF 2.0, found {}", accessor.componentType));
  if (accessor.bufferView >= 0) check_range(accessor, pointer);
  if (accessor.sparse.isSparse) check_sparse(accessor, pointer);
}

void AccessorReader::check_range(const tinygltf::Accessor& accessor, const std::string& pointer) {
  const std::uint64_t size = component_size(accessor.componentType),
                      element = size * component_count(accessor.type);
  const tinygltf::BufferView& view = model_.bufferViews[std::size_t(accessor.bufferView)];
  const std::uint64_t stride = view.byteStride == 0 ? element : view.byteStride;
  if (stride < element)
    refuse(pointer,
           fmt::format("a stride of {} bytes is less than the {} of an element", stride, element));
  any_unaligned_ |= (view.byteOffset + accessor.byteOffset) % size != 0 ||
                    accessor.byteOffset % size != 0 || stride % size != 0;
  const std::uint64_t held = bytes_of(model_, accessor.bufferView).size;
  // This order avoids overflow: count is at most kMostWhole and a stride below 2^8.
  const bool fits = accessor.byteOffset <= held &&
                    (accessor.count - 1) * stride + element <= held - accessor.byteOffset;
  if (!fits)
    refuse(pointer, fmt::format("{} elements do not fit into the {} bytes of the view",
                                accessor.count, held));
}

void AccessorReader::check_sparse(const tinygltf::Accessor& accessor, const std::string& pointer) {
  const auto& sparse = accessor.sparse;
  const auto count = std::uint64_t(sparse.count);
  if (count > accessor.count)
    refuse(pointer + "/sparse/count",
           fmt::format("expected at most {}, found {}", accessor.count, count));
  const std::uint64_t index_size = component_size(sparse.indices.componentType);
  if (!is_unsigned(sparse.indices.componentType))
    refuse(pointer + "/sparse/indices/componentType", "expected an unsigned integer type");
  const AccessedBytes indices = bytes_of(model_, sparse.indices.bufferView),
                      values = bytes_of(model_, sparse.values.bufferView);
  const auto fits = [](const AccessedBytes& bytes, std::uint64_t offset, std::uint64_t needed) {
    return offset <= bytes.size && needed <= bytes.size - offset;
  };
  // Offsets are signed up to tinygltf 2.8; the cast makes a negative one too large.
  const auto index_offset = std::uint64_t(sparse.indices.byteOffset),
             value_offset = std::uint64_t(sparse.values.byteOffset);
  const std::uint64_t element =
      component_size(accessor.componentType) * component_count(accessor.type);
  if (!fits(indices, index_offset, count * index_size))
    refuse(pointer + "/sparse/indices", "reaches beyond its view");
  if (!fits(values, value_offset, count * element))
    refuse(pointer + "/sparse/values", "reaches beyond its view");
  double before = -1.0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double index = number_at(indices.data + sparse.indices.byteOffset + i * index_size,
                                   sparse.indices.componentType, false);
    if (index <= before || index >= double(accessor.count))
      refuse(pointer + "/sparse/indices",
             fmt::format("expected indices that increase and stay below {}, found {}",
                         accessor.count, index));
    before = index;
  }
}

template <typename Put>
void AccessorReader::decode(const tinygltf::Accessor& accessor, Put put) const {
  const std::uint64_t size = component_size(accessor.componentType),
                      element_size = size * component_count(accessor.type);
  if (accessor.bufferView >= 0) {
    const tinygltf::BufferView& view = model_.bufferViews[std::size_t(accessor.bufferView)];
    const std::uint64_t stride = view.byteStride == 0 ? element_size : view.byteStride;
    const unsigned char* begin = bytes_of(model_, accessor.bufferView).data + accessor.byteOffset;
    for (std::size_t e = 0; e < accessor.count; ++e) put(e, begin + e * stride);
  }
  if (!accessor.sparse.isSparse) return;
  const auto& sparse = accessor.sparse;
  const std::uint64_t index_size = component_size(sparse.indices.componentType);
  const unsigned char* indices =
      bytes_of(model_, sparse.indices.bufferView).data + sparse.indices.byteOffset;
  const unsigned char* replaced =
      bytes_of(model_, sparse.values.bufferView).data + sparse.values.byteOffset;
  for (std::size_t i = 0; i < std::size_t(sparse.count); ++i) {
    const auto element =
        std::size_t(number_at(indices + i * index_size, sparse.indices.componentType, false));
    put(element, replaced + i * element_size);
  }
}

const tinygltf::Accessor& AccessorReader::checked_type(int index, const char* type,
                                                       const std::string& pointer) const {
  const tinygltf::Accessor& accessor = model_.accessors[std::size_t(index)];
  if (std::string_view(type) != type_name(accessor.type))
    refuse(pointer, fmt::format("expected an accessor of type {}, found {}", type,
                                type_name(accessor.type)));
  return accessor;
}

Values AccessorReader::read(int index, const char* type, const std::string& pointer) {
  const tinygltf::Accessor& accessor = checked_type(index, type, pointer);
  Values values;
  values.count = accessor.count;
  values.components = component_count(accessor.type);
  budget_.take(bytes_of_elements(accessor, sizeof(double)), pointer);
  values.numbers.resize(values.count * values.components);
  const std::uint64_t size = component_size(accessor.componentType);
  decode(accessor, [&](std::size_t element, const unsigned char* bytes) {
    for (std::size_t c = 0; c < values.components; ++c)
      values.numbers[element * values.components + c] =
          number_at(bytes + c * size, accessor.componentType, accessor.normalized);
  });
  return values;
}

AccessorReader::Extremes AccessorReader::extremes(int index) const {
  const tinygltf::Accessor& accessor = model_.accessors[std::size_t(index)];
  const std::size_t components = component_count(accessor.type),
                    size = component_size(accessor.componentType);
  constexpr double kMost = std::numeric_limits<double>::infinity();
  const double least = accessor.bufferView < 0 ? 0.0 : kMost;  // without data all values are 0
  Extremes found{std::vector<double>(components, least), std::vector<double>(components, -least)};
  decode(accessor, [&](std::size_t, const unsigned char* bytes) {
    for (std::size_t c = 0; c < components; ++c) {
      const double number = number_at(bytes + c * size, accessor.componentType, false);
      found.least[c] = std::min(found.least[c], number);
      found.greatest[c] = std::max(found.greatest[c], number);
    }
  });
  return found;
}

bool AccessorReader::has_unit_vectors(int index) const {
  // tolerance of the length: half a step of a normalized byte in each component
  constexpr double kTolerance = 0.00674;
  constexpr double kLeast = (1.0 - kTolerance) * (1.0 - kTolerance),
                   kMost = (1.0 + kTolerance) * (1.0 + kTolerance);
  const tinygltf::Accessor& accessor = model_.accessors[std::size_t(index)];
  const std::uint64_t size = component_size(accessor.componentType);
  bool all = true;
  decode(accessor, [&](std::size_t, const unsigned char* bytes) {
    double squared = 0.0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double number =
          number_at(bytes + c * size, accessor.componentType, accessor.normalized);
      squared += number * number;
    }
    all = all && !(squared < kLeast || (squared > kMost && std::isfinite(squared)));
  });
  return all;
}

std::vector<std::uint32_t> AccessorReader::read_indices(int index, const std::string& pointer) {
  const int component = model_.accessors[std::size_t(index)].componentType;
  if (!is_unsigned(component)) refuse(pointer, "expected indices of an unsigned integer type");
  const tinygltf::Accessor& accessor = checked_type(index, "SCALAR", pointer);
  budget_.take(bytes_of_elements(accessor, sizeof(std::uint32_t)), pointer);
  std::vector<std::uint32_t> indices(accessor.count);
  decode(accessor, [&](std::size_t i, const unsigned char* bytes) {
    indices[i] = std::uint32_t(number_at(bytes, component, false));
  });
  return indices;
}

}  // namespace marrow::io
