// A glTF file to be written, as plain data. bytes_of() makes the text or binary container.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/trs.h"

namespace marrow::io::out {

enum class Target { none = 0, vertices = 34962, triangles = 34963 };
enum class Component {
  unsigned_byte = 5121,
  unsigned_short = 5123,
  unsigned_int = 5125,
  floating = 5126
};

/// A buffer view and the one accessor on it.
struct Accessor {
  std::uint64_t offset = 0, length = 0;  ///< bytes in File::buffer
  std::uint64_t stride = 0;              ///< bytes from one element to the next; 0: tightly packed
  Target target = Target::none;
  Component component = Component::floating;
  bool normalized = false;
  const char* type = "SCALAR";
  std::size_t count = 0;
  std::vector<float> low{}, high{};  ///< bounds of each component; empty: not written
};

using Attributes = std::vector<std::pair<std::string, int>>;  ///< name, accessor

struct Primitive {
  Attributes attributes;
  std::vector<Attributes> targets;
  int indices = -1;
  int material = -1;
  bool is_points = false;
};

/// A picture's original file, in its own buffer view.
struct Image {
  std::string name, mime;
  std::uint64_t offset = 0, length = 0;  ///< bytes in File::buffer
};

struct Texture {
  int image = -1;
  bool repeats = true;
  std::string sampler{};  ///< JSON; empty: only `repeats` counts
};

// `carried` is JSON text (scene/mesh.h); only members that the standard has are written.

struct Material {
  std::string name;
  std::array<float, 4> base_color{1.0f, 1.0f, 1.0f, 1.0f};  ///< each from 0 to 1
  int base_color_texture = -1;
  std::string carried{};  ///< its texture indices refer to File::textures
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  bool is_derived = false;  ///< its weights come from capsules; marked in extras
  std::vector<std::string> target_names{};
  std::string carried{};
};

struct Node {
  std::string name;
  Trs local;
  int mesh = -1, skin = -1;
  std::vector<int> children{};
  bool is_derived = false;       ///< not a node of the scene; marked in extras
  std::vector<float> weights{};  ///< one per morph target
  std::string carried{};         ///< includes camera and light as objects
};

struct Skin {
  std::string name;
  int inverse_bind_matrices = -1;
  int skeleton = -1;
  std::vector<int> joints;
};

struct Animation {
  struct Channel {
    int node = -1;
    const char* path = "";
    int input = -1, output = -1;  ///< accessors
    const char* interpolation = "LINEAR";
  };
  std::string name;
  std::vector<Channel> channels;
};

struct File {
  std::vector<int> roots;
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Image> images;
  std::vector<Skin> skins;
  std::vector<Animation> animations;
  std::vector<Accessor> accessors;
  std::string buffer;
  std::string carried;      ///< the document's carried members
  std::string springs;      ///< JSON of VRMC_springBone; empty: none
  std::string editor_data;  ///< JSON for extras.marrow; empty: none
  std::string avatar{};     ///< JSON of VRMC_vrm; empty: none
};

/// Appends bytes at a multiple of 4 and an accessor for them; returns the accessor's index.
int add_accessor(File& file, const void* bytes, std::size_t length, Accessor accessor);

/// .glb, or .gltf with the buffer as a data URI. Throws std::length_error for a .glb over 4 GB.
std::string bytes_of(const File& file, bool binary);

}  // namespace marrow::io::out
