#include "io/gltf/packed/pack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "io/gltf/check/text_check.h"
#include "io/gltf/packed/pack_parts.h"
#include "io/gltf/packed/packed.h"

namespace marrow::io {

namespace {

using PlainJson = nlohmann::json;

class Packer {
 public:
  Packer(std::string_view glb, Compression how)
      : how_(how), parts_(split_gltf("", glb)), root_(PlainJson::parse(parts_.json)) {}

  std::string pack(std::vector<std::string>& warnings) {
    note_uses();
    for (PlainJson& mesh : list("meshes")) {
      const PositionCube cube = cube_of(mesh);
      for (PlainJson& primitive : mesh["primitives"]) pack_primitive(primitive, cube);
    }
    for (PlainJson& skin : list("skins")) keep(skin["inverseBindMatrices"]);
    for (PlainJson& animation : list("animations")) {
      for (PlainJson& sampler : animation["samplers"]) {
        keep(sampler["input"]);
        keep(sampler["output"]);
      }
    }
    for (PlainJson& image : list("images")) image["bufferView"] = copied_view(image["bufferView"]);
    if (!is_packed_) warnings.push_back("compressing made nothing smaller; nothing is compressed");
    finish();
    return joined_glb(root_.dump(), binary_);
  }

 private:
  PlainJson& list(const char* name) { return root_.contains(name) ? root_[name] : none_; }

  /// Records what an accessor is used as: an attribute's name, "indices", a path of an animation,
  /// or an empty text if it is used in two ways.
  void note_use(const PlainJson& accessor, const std::string& use) {
    const auto [found, is_new] = uses_.try_emplace(accessor.get<std::size_t>(), use);
    if (!is_new && found->second != use) found->second.clear();
  }

  void note_uses() {
    for (const PlainJson& mesh : list("meshes")) {
      for (const PlainJson& primitive : mesh["primitives"]) {
        if (primitive.contains("indices")) note_use(primitive["indices"], "indices");
        for (const auto& [name, accessor] : primitive["attributes"].items())
          note_use(accessor, name);
        for (const PlainJson& target : primitive.value("targets", none_))
          for (const auto& [name, accessor] : target.items()) note_use(accessor, name);
      }
    }
    for (const PlainJson& animation : list("animations")) {
      for (const PlainJson& channel : animation["channels"]) {
        const PlainJson& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        const bool is_cubic = sampler.value("interpolation", "LINEAR") == "CUBICSPLINE";
        note_use(sampler["output"],
                 is_cubic ? "tangents" : channel["target"]["path"].get<std::string>());
      }
    }
  }

  Numbers numbers_of(const PlainJson& index) const {
    const PlainJson& accessor = root_["accessors"][index.get<std::size_t>()];
    const PlainJson& view = root_["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    return read_numbers(accessor, view, parts_.binary);
  }

  /// The cube around all positions of a mesh, for the grid that its primitives share.
  PositionCube cube_of(const PlainJson& mesh) const {
    PositionCube cube;
    for (const PlainJson& primitive : mesh["primitives"])
      cube.add(numbers_of(primitive["attributes"]["POSITION"]));
    return cube;
  }

  void pack_primitive(PlainJson& primitive, const PositionCube& cube) {
    if (how_ == Compression::draco && primitive.value("mode", 4) == 4 &&
        primitive.contains("indices") && pack_by_draco(primitive, cube))
      return;
    std::map<std::string, Numbers> rounded = rounded_skin(primitive);
    for (auto& [name, accessor] : primitive["attributes"].items()) {
      const auto found = rounded.find(name);
      if (found == rounded.end()) {
        keep(accessor);
      } else {
        const auto [known, is_new] = skins_.try_emplace(accessor.get<std::size_t>(), 0);
        if (is_new) known->second = add(found->second, name, true);
        accessor = known->second;
      }
    }
    if (primitive.contains("indices")) keep(primitive["indices"]);
    if (!primitive.contains("targets")) return;
    for (PlainJson& target : primitive["targets"])
      for (auto& [name, accessor] : target.items()) keep(accessor);
  }

  /// A primitive's JOINTS_n and WEIGHTS_n, with weights as 16-bit fractions.
  std::map<std::string, Numbers> rounded_skin(const PlainJson& primitive) const {
    std::map<std::string, Numbers> skin;
    for (const auto& [name, accessor] : primitive["attributes"].items()) {
      if (name.starts_with("WEIGHTS_") || name.starts_with("JOINTS_"))
        skin.emplace(name, numbers_of(accessor));
    }
    round_weights(skin);
    return skin;
  }

  bool pack_by_draco(PlainJson& primitive, const PositionCube& cube) {
    DracoPrimitive part{numbers_of(primitive["indices"]), rounded_skin(primitive), {}};
    for (const auto& [name, accessor] : primitive["attributes"].items())
      part.attributes.try_emplace(name, numbers_of(accessor));
    for (const PlainJson& target : primitive.value("targets", none_)) {
      auto& numbers = part.targets.emplace_back();
      for (const auto& [name, accessor] : target.items())
        numbers.emplace(name, numbers_of(accessor));
    }
    const std::vector<unsigned char> stream = packed_by_draco(part, cube);
    if (stream.empty()) return false;
    PlainJson extension = {{"bufferView", add_view(stream)}};
    std::uint32_t id = 0;
    for (const auto& [name, numbers] : part.attributes) {
      extension["attributes"][name] = id++;
      primitive["attributes"][name] = add_accessor(numbers, name == "POSITION");
    }
    primitive["indices"] = add_accessor(part.corners, false);
    for (std::size_t t = 0; t < part.targets.size(); ++t) {
      for (const auto& [name, numbers] : part.targets[t])
        primitive["targets"][t][name] = add(numbers, name, true);
    }
    primitive["extensions"][kDraco] = std::move(extension);
    is_packed_ = true;
    return true;
  }

  /// Replaces an accessor's old index by its new one; adds the accessor at its first use.
  void keep(PlainJson& index) {
    const auto old = index.get<std::size_t>();
    const auto [found, is_new] = kept_.try_emplace(old, 0);
    if (is_new) {
      const PlainJson& accessor = root_["accessors"][old];
      const PlainJson& view = root_["bufferViews"][accessor["bufferView"].get<std::size_t>()];
      found->second = add(numbers_of(index), uses_[old], view.value("target", 0) == 34962);
      if (accessor.contains("min") && !accessors_[found->second].contains("min")) {
        accessors_[found->second]["min"] = accessor["min"];
        accessors_[found->second]["max"] = accessor["max"];
      }
    }
    index = found->second;
  }

  /// Adds an accessor with its bytes, compressed by meshopt if that was requested and is smaller.
  std::size_t add(const Numbers& numbers, const std::string& use, bool is_of_vertices) {
    std::optional<MeshoptResult> packed;
    if (how_ == Compression::meshopt) packed = meshopt_of(numbers, use, is_of_vertices);
    const std::size_t index = add_accessor(packed ? packed->numbers : numbers, use == "POSITION");
    const std::size_t view =
        packed ? add_packed_view(*packed) : add_view(bytes_of(numbers, is_of_vertices));
    if (is_of_vertices) {
      const std::size_t stride = packed ? packed->stride : stride_of(numbers);
      views_[view]["target"] = 34962;
      if (stride != (packed ? packed->numbers : numbers).element_size())
        views_[view]["byteStride"] = stride;
    } else if (use == "indices") {
      views_[view]["target"] = 34963;
    } else if (packed && packed->stride != packed->numbers.element_size()) {
      views_[view]["byteStride"] = packed->stride;
    }
    accessors_[index]["bufferView"] = view;
    return index;
  }

  std::size_t add_accessor(const Numbers& numbers, bool has_bounds) {
    PlainJson accessor = {
        {"componentType", numbers.component}, {"count", numbers.count()}, {"type", numbers.type}};
    if (numbers.normalized) accessor["normalized"] = true;
    if (has_bounds) std::tie(accessor["min"], accessor["max"]) = least_and_greatest(numbers);
    accessors_.push_back(std::move(accessor));
    return accessors_.size() - 1;
  }

  std::size_t append(std::span<const unsigned char> bytes) {
    binary_.resize((binary_.size() + 3) / 4 * 4, '\0');
    const std::size_t offset = binary_.size();
    binary_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return offset;
  }

  std::size_t add_view(std::span<const unsigned char> bytes) {
    views_.push_back({{"buffer", 0}, {"byteOffset", append(bytes)}, {"byteLength", bytes.size()}});
    return views_.size() - 1;
  }

  std::size_t add_packed_view(const MeshoptResult& packed) {
    const std::uint64_t size = packed.form.count * packed.form.stride;
    PlainJson extension = {{"buffer", 0},
                           {"byteOffset", append(packed.stream)},
                           {"byteLength", packed.stream.size()},
                           {"byteStride", packed.form.stride},
                           {"count", packed.form.count},
                           {"mode", packed.form.mode}};
    if (packed.form.filter != "NONE") extension["filter"] = packed.form.filter;
    views_.push_back({{"buffer", 1},
                      {"byteOffset", unpacked_},
                      {"byteLength", size},
                      {"extensions", {{kMeshopt, std::move(extension)}}}});
    unpacked_ += (size + 3) / 4 * 4;
    is_packed_ = true;
    return views_.size() - 1;
  }

  std::size_t copied_view(const PlainJson& index) {
    const PlainJson& view = root_["bufferViews"][index.get<std::size_t>()];
    const auto* bytes = reinterpret_cast<const unsigned char*>(parts_.binary.data()) +
                        view.value("byteOffset", std::size_t(0));
    return add_view({bytes, view["byteLength"].get<std::size_t>()});
  }

  void declare(const char* extension) {
    for (const char* names : {"extensionsUsed", "extensionsRequired"}) {
      if (!root_.contains(names)) root_[names] = PlainJson::array();
      root_[names].push_back(extension);
    }
  }

  void finish() {
    if (!accessors_.empty()) root_["accessors"] = std::move(accessors_);
    if (!views_.empty()) root_["bufferViews"] = std::move(views_);
    if (!binary_.empty()) root_["buffers"] = {{{"byteLength", binary_.size()}}};
    if (unpacked_ > 0)
      root_["buffers"].push_back(
          {{"byteLength", unpacked_}, {"extensions", {{kMeshopt, {{"fallback", true}}}}}});
    if (is_packed_) declare(how_ == Compression::draco ? kDraco : kMeshopt);
  }

  Compression how_;
  GltfParts parts_;
  PlainJson root_, none_ = PlainJson::array(), accessors_ = none_, views_ = none_;
  std::string binary_;
  std::uint64_t unpacked_ = 0;  ///< bytes of the buffer that only unpacking fills
  bool is_packed_ = false;
  std::map<std::size_t, std::string> uses_;          ///< old accessor -> use
  std::map<std::size_t, std::size_t> kept_, skins_;  ///< old accessor -> new one
};

}  // namespace

std::string packed_glb(std::string_view glb, Compression how, std::vector<std::string>& warnings) {
  if (how == Compression::draco && !has_draco())
    throw std::runtime_error("Draco: this build of Marrow was made without libdraco");
  if (how == Compression::meshopt && !has_meshopt())
    throw std::runtime_error("meshopt: this build of Marrow was made without libmeshoptimizer");
  return Packer(glb, how).pack(warnings);
}

}  // namespace marrow::io
