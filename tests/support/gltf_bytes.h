// The bytes of a .glb made by hand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace marrow::test {

/// A .glb that is being made: JSON and a buffer.
struct GltfBytes {
  using Json = nlohmann::json;

  Json json = {{"asset", {{"version", "2.0"}}}};
  std::string buffer;

  /// Appends values with a new view and a new accessor; returns the accessor.
  template <typename T>
  int add(const std::vector<T>& values, int component, const char* type, bool normalized = false) {
    static const std::map<std::string, std::size_t> kSizes = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    json["accessors"].push_back({{"bufferView", add_view(values)},
                                 {"componentType", component},
                                 {"count", values.size() / kSizes.at(type)},
                                 {"type", type}});
    Json& accessor = json["accessors"].back();
    if (normalized) accessor["normalized"] = true;
    if (component == 5126 && std::string(type) == "VEC3") {
      for (const std::size_t c : {0, 1, 2}) {
        double least = 1e30, greatest = -1e30;
        for (std::size_t i = c; i < values.size(); i += 3) {
          if (!std::isfinite(double(values[i]))) continue;
          least = std::min(least, double(values[i]));
          greatest = std::max(greatest, double(values[i]));
        }
        accessor["min"][c] = least;
        accessor["max"][c] = greatest;
      }
    }
    return int(json["accessors"].size()) - 1;
  }

  template <typename T>
  int add_view(const std::vector<T>& values) {
    buffer.resize((buffer.size() + 3) / 4 * 4);
    const std::size_t offset = buffer.size();
    buffer.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", values.size() * sizeof(T)}});
    return int(json["bufferViews"].size()) - 1;
  }

  int add_floats(const std::vector<float>& values, const char* type) {
    return add(values, 5126, type);
  }

  std::string glb() const {
    Json copy = json;
    std::string binary = buffer;
    binary.resize((binary.size() + 3) / 4 * 4);
    if (!binary.empty() && !copy.contains("buffers"))
      copy["buffers"] = {{{"byteLength", buffer.size()}}};
    std::string text = copy.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto u32 = [](std::size_t value) {
      std::string bytes;
      for (int shift = 0; shift < 32; shift += 8) bytes += char(value >> shift & 255);
      return bytes;
    };
    std::string body = u32(text.size()) + "JSON" + text;
    if (!binary.empty()) body += u32(binary.size()) + std::string("BIN\0", 4) + binary;
    return "glTF" + u32(2) + u32(12 + body.size()) + body;
  }
};

}  // namespace marrow::test
