#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <tiny_gltf.h>

#include "base/index.h"
#include "io/error.h"
#include "io/gltf/access.h"
#include "io/gltf/packed/packed.h"
#include "io/memory_budget.h"

namespace marrow::io {

namespace {

using Bytes = std::vector<unsigned char>;

/// A library's work space gets the memory budget of a file this many times as large, because it is
/// freed again.
constexpr std::uint64_t kWorkTimes = 8;
/// Unpacked bytes raise the memory budget up to this factor of the compressed ones, so that a small
/// file cannot request much memory in two steps.
constexpr std::uint64_t kMostTimes = 8;
constexpr int kMostWidth = 4;

class Unpacker {
 public:
  Unpacker(const std::string& file, tinygltf::Model& model, std::uint64_t bytes_held,
           std::vector<std::string>& warnings)
      : file_(file),
        model_(model),
        bytes_held_(bytes_held),
        budget_(file, bytes_held),
        warnings_(warnings) {}

  void unpack_view(const PackedView& part) {
    const std::uint64_t size = part.form.count * part.form.stride;
    budget_.take(size, part.pointer);
    Bytes unpacked(static_cast<std::size_t>(size));
    const std::span<const unsigned char> stream =
        stream_of(part.buffer, part.offset, part.length, part.pointer);
    refuse_unless(decode_meshopt(stream, part.form, unpacked), part.pointer);
    tinygltf::BufferView& view = model_.bufferViews[part.view];
    view.buffer = add_buffer(std::move(unpacked));
    view.byteOffset = 0;
    view.byteLength = std::size_t(size);
    if (part.form.filter == "NONE") return;
    for (std::size_t a = 0; a < model_.accessors.size(); ++a) {
      const tinygltf::Accessor& accessor = model_.accessors[a];
      if (accessor.bufferView == int(part.view) && !accessor.minValues.empty())
        bounded_.insert(int(a));
    }
  }

  void unpack_primitive(const PackedPrimitive& part) {
    const tinygltf::BufferView& view = model_.bufferViews[part.view];
    const std::span<const unsigned char> stream =
        stream_of(at(view.buffer), view.byteOffset, view.byteLength, part.pointer);
    tinygltf::Primitive& primitive = model_.meshes[part.mesh].primitives[part.primitive];
    std::vector<DracoWish> wishes;
    for (const auto& [name, id] : part.ids) {
      const tinygltf::Accessor& accessor = model_.accessors[at(primitive.attributes.at(name))];
      const int width = tinygltf::GetNumComponentsInType(std::uint32_t(accessor.type));
      if (width > kMostWidth) refuse(part.pointer, "expected no matrix as the attribute " + name);
      wishes.push_back({id, accessor.componentType, std::size_t(width)});
    }
    MemoryBudget work(file_, kWorkTimes * bytes_held_);
    DracoMesh mesh;
    refuse_unless(decode_draco(stream, wishes, mesh,
                               [&](std::uint64_t bytes) { work.take(bytes, part.pointer); }),
                  part.pointer);
    put_corners(primitive, mesh, part.pointer);
    for (const auto& [name, id] : part.ids)
      put_vertices(primitive.attributes.at(name), mesh.points, mesh.attributes.at(id),
                   part.pointer);
  }

  /// Returns the unpacked bytes beyond kMostTimes the streams' length.
  std::uint64_t finish() {
    find_bounds();
    if (!other_counts_.empty())
      warnings_.push_back(
          fmt::format("{}: the Draco stream holds another number of elements than the accessor "
                      "states; the stream's was used",
                      *other_counts_.begin()));
    return unpacked_ - std::min(unpacked_, kMostTimes * std::min(streams_, bytes_held_));
  }

 private:
  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const {
    throw Error(file_, pointer, expected);
  }

  void refuse_unless(const std::string& why, const std::string& pointer) const {
    if (!why.empty()) refuse(pointer, "the compressed stream " + why);
  }

  /// Compares the range with the bytes that were read; before, only sizes in the JSON were
  /// compared.
  std::span<const unsigned char> stream_of(std::size_t buffer, std::uint64_t offset,
                                           std::uint64_t length, const std::string& pointer) {
    const Bytes& held = model_.buffers[buffer].data;
    if (offset > held.size() || length > held.size() - offset)
      refuse(pointer,
             fmt::format("expected {} bytes of a stream, the buffer has no data there", length));
    streams_ += length;
    return {held.data() + std::size_t(offset), std::size_t(length)};
  }

  int add_buffer(Bytes bytes) {
    unpacked_ += bytes.size();
    tinygltf::Buffer buffer;
    buffer.data = std::move(bytes);
    model_.buffers.push_back(std::move(buffer));
    return int(model_.buffers.size()) - 1;
  }

  /// Makes an accessor refer to a new buffer of `bytes`, with `stride` bytes per element.
  void put(int index, Bytes bytes, std::size_t count, std::size_t stride, bool is_tight,
           int target) {
    tinygltf::BufferView view;
    view.byteLength = bytes.size();
    view.byteStride = is_tight ? 0 : stride;
    view.target = target;
    view.buffer = add_buffer(std::move(bytes));
    model_.bufferViews.push_back(std::move(view));
    tinygltf::Accessor& accessor = model_.accessors[at(index)];
    if (accessor.count != count) other_counts_.insert(fmt::format("/accessors/{}", index));
    accessor.count = count;
    accessor.bufferView = int(model_.bufferViews.size()) - 1;
    accessor.byteOffset = 0;
    accessor.sparse.isSparse = false;
    if (!accessor.minValues.empty()) bounded_.insert(index);
  }

  void put_corners(tinygltf::Primitive& primitive, const DracoMesh& mesh,
                   const std::string& pointer) {
    if (primitive.indices < 0) {
      tinygltf::Accessor accessor;
      accessor.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
      accessor.type = TINYGLTF_TYPE_SCALAR;
      accessor.count = mesh.corners.size();
      model_.accessors.push_back(std::move(accessor));
      primitive.indices = int(model_.accessors.size()) - 1;
    }
    const int component = model_.accessors[at(primitive.indices)].componentType;
    if (!is_unsigned(component) || component_of(mesh.points - 1) > component)
      refuse(pointer, fmt::format("the stream holds {} vertices, more than the type of the "
                                  "accessor {} can count",
                                  mesh.points, primitive.indices));
    Bytes bytes;
    with_component_type(component, [&]<typename T>(T) {
      budget_.take(mesh.corners.size() * sizeof(T), pointer);
      bytes.resize(mesh.corners.size() * sizeof(T));
      for (std::size_t c = 0; c < mesh.corners.size(); ++c) {
        const auto corner = static_cast<T>(mesh.corners[c]);
        std::memcpy(bytes.data() + c * sizeof(T), &corner, sizeof(T));
      }
    });
    put(primitive.indices, std::move(bytes), mesh.corners.size(), 0, true,
        TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
  }

  /// The narrowest component type that can hold an index.
  static int component_of(std::size_t index) {
    if (index <= 0xff) return TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE;
    return index <= 0xffff ? TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT
                           : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
  }

  /// Elements of vertices begin at multiples of 4 bytes.
  void put_vertices(int accessor, std::size_t points, const DracoMesh::Attribute& attribute,
                    const std::string& pointer) {
    const std::size_t size = attribute.bytes.size() / points, stride = (size + 3) / 4 * 4;
    budget_.take(points * stride, pointer);
    Bytes bytes(points * stride);
    for (std::size_t p = 0; p < points; ++p)
      std::memcpy(bytes.data() + p * stride, attribute.bytes.data() + p * size, size);
    put(accessor, std::move(bytes), points, stride, stride == size, TINYGLTF_TARGET_ARRAY_BUFFER);
  }

  /// Recomputes bounds: compression moves numbers, and the file states the originals' bounds.
  void find_bounds() {
    if (bounded_.empty()) return;
    std::vector<std::string> told_later;
    const AccessorReader reader(file_, model_, budget_, told_later);
    for (const int index : bounded_) {
      tinygltf::Accessor& accessor = model_.accessors[at(index)];
      if (accessor.sparse.isSparse) continue;
      AccessorReader::Extremes found = reader.extremes(index);
      accessor.minValues = std::move(found.least);
      accessor.maxValues = std::move(found.greatest);
    }
  }

  const std::string& file_;
  tinygltf::Model& model_;
  std::uint64_t bytes_held_;
  MemoryBudget budget_;
  std::vector<std::string>& warnings_;
  std::uint64_t unpacked_ = 0, streams_ = 0;
  std::set<std::string> other_counts_;
  std::set<int> bounded_;  ///< accessors whose bounds must be recomputed
};

}  // namespace

std::uint64_t unpack(const std::string& file, tinygltf::Model& model, const PackedParts& parts,
                     std::uint64_t bytes_held, std::vector<std::string>& warnings) {
  Unpacker unpacker(file, model, bytes_held, warnings);
  for (const PackedView& view : parts.views) unpacker.unpack_view(view);
  for (const PackedPrimitive& primitive : parts.primitives) unpacker.unpack_primitive(primitive);
  return unpacker.finish();
}

}  // namespace marrow::io
