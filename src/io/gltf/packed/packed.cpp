#include "io/gltf/packed/packed.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/error.h"
#include "io/json_members.h"
#include "io/number_text.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;

std::uint64_t whole_of(const PlainJson& object, const char* member) {
  const auto found = object.find(member);
  return found == object.end() ? 0 : found->get<std::uint64_t>();
}

const PlainJson* extension_of(const PlainJson& object, const char* name) {
  const PlainJson& found = member_of(object, "extensions", name);
  return found.is_object() ? &found : nullptr;
}

void erase_extension(PlainJson& object, const char* name) {
  PlainJson& extensions = object["extensions"];
  extensions.erase(name);
  if (extensions.empty()) object.erase("extensions");
}

bool is_required(const PlainJson& root, const char* name) {
  const auto required = root.find("extensionsRequired");
  return required != root.end() &&
         std::find(required->begin(), required->end(), name) != required->end();
}

class Taker {
 public:
  Taker(const std::string& file, PlainJson& root, std::size_t binary_size)
      : file_(file), root_(root), binary_size_(binary_size) {}

  PackedParts take() {
    for (std::size_t v = 0; root_.contains("bufferViews") && v < root_["bufferViews"].size(); ++v) {
      for (const char* name : {kMeshopt, kMeshoptOfKhronos}) take_view(v, name);
    }
    for (std::size_t m = 0; root_.contains("meshes") && m < root_["meshes"].size(); ++m) {
      for (std::size_t p = 0; p < root_["meshes"][m]["primitives"].size(); ++p)
        take_primitive(m, p);
    }
    return std::move(parts_);
  }

 private:
  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const {
    throw Error(file_, pointer, expected);
  }

  /// True for a buffer with neither a uri nor the binary chunk: a placeholder for unpacked data.
  bool is_placeholder(std::size_t buffer) const {
    return !root_["buffers"][buffer].contains("uri") && (buffer > 0 || binary_size_ == 0);
  }

  void take_view(std::size_t v, const char* name) {
    PlainJson& view = root_["bufferViews"][v];
    const PlainJson* packed = extension_of(view, name);
    if (!packed) return;
    const bool is_needed = has_meshopt() || is_required(root_, name) ||
                           is_placeholder(view["buffer"].get<std::size_t>());
    if (is_needed) add_view(v, name, *packed);
    erase_extension(view, name);
    if (!is_needed) return;
    const PackedView& part = parts_.views.back();
    view["buffer"] = part.buffer;  // has bytes, unlike a placeholder; unpack() replaces it
    view.erase("byteOffset");
  }

  void add_view(std::size_t v, const char* name, const PlainJson& packed) {
    PackedView part;
    part.view = v;
    part.pointer = fmt::format("/bufferViews/{}/extensions/{}", v, name);
    part.buffer = packed["buffer"].get<std::size_t>();
    part.offset = whole_of(packed, "byteOffset");
    part.length = whole_of(packed, "byteLength");
    part.form.count = whole_of(packed, "count");
    part.form.stride = whole_of(packed, "byteStride");
    part.form.mode = packed["mode"].get<std::string>();
    part.form.filter = packed.value("filter", "NONE");
    check(part);
    parts_.views.push_back(std::move(part));
  }

  void check(const PackedView& part) const {
    const std::uint64_t held = whole_of(root_["buffers"][part.buffer], "byteLength"),
                        length = whole_of(root_["bufferViews"][part.view], "byteLength");
    if (part.offset > held || part.length > held - part.offset)
      refuse(part.pointer, fmt::format("bytes {} to {} lie outside the buffer of {} bytes",
                                       part.offset, part.offset + part.length, held));
    if (const auto [member, expected] = why_impossible(part.form); !expected.empty())
      refuse(part.pointer + member, expected);
    const std::uint64_t count = part.form.count, stride = part.form.stride;
    if (count > length || count * stride != length)
      refuse(part.pointer, fmt::format("{} elements of {} bytes are not the {} bytes of the view",
                                       count, stride, length));
  }

  bool has_plain_data(const PlainJson& primitive) const {
    const auto has_view = [&](const PlainJson& accessor) {
      return root_["accessors"][accessor.get<std::size_t>()].contains("bufferView");
    };
    const PlainJson& attributes = primitive["attributes"];
    return std::all_of(attributes.begin(), attributes.end(), has_view) &&
           primitive.contains("indices") && has_view(primitive["indices"]);
  }

  void take_primitive(std::size_t m, std::size_t p) {
    PlainJson& primitive = root_["meshes"][m]["primitives"][p];
    const PlainJson* packed = extension_of(primitive, kDraco);
    if (!packed) return;
    if (is_required(root_, kDraco) || !has_plain_data(primitive)) {
      PackedPrimitive part;
      part.mesh = m;
      part.primitive = p;
      part.pointer = fmt::format("/meshes/{}/primitives/{}/extensions/{}", m, p, kDraco);
      part.view = (*packed)["bufferView"].get<std::size_t>();
      const int mode = primitive.value("mode", 4);
      if (mode != 4 && mode != 5)
        refuse(fmt::format("/meshes/{}/primitives/{}/mode", m, p),
               fmt::format("expected triangles, as Draco holds nothing else; found mode {}", mode));
      for (const auto& [name, id] : (*packed)["attributes"].items()) {
        if (!primitive["attributes"].contains(name))
          refuse(part.pointer + "/attributes/" + name, "the primitive has no such attribute");
        const auto number = id.get<std::uint64_t>();
        const bool is_known = std::any_of(part.ids.begin(), part.ids.end(),
                                          [&](const auto& one) { return one.second == number; });
        if (is_known || number > 0xffffffffu)
          refuse(part.pointer + "/attributes/" + name, "expected a unique id");
        part.ids.emplace(name, std::uint32_t(number));
      }
      primitive["mode"] = 4;  // streams hold triangles, also those that were strips
      parts_.primitives.push_back(std::move(part));
    }
    erase_extension(primitive, kDraco);
  }

  const std::string& file_;
  PlainJson& root_;
  std::size_t binary_size_;
  PackedParts parts_;
};

}  // namespace

bool is_storage_extension(std::string_view name) {
  return name == kDraco || name == kMeshopt || name == kMeshoptOfKhronos || name == kQuantization;
}

PackedParts take_packed_parts(const std::string& file, PlainJson& root, std::size_t binary_size) {
  return Taker(file, root, binary_size).take();
}

}  // namespace marrow::io
