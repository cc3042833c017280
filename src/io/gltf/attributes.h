// Vertex data of a glTF mesh in addition to the usual attributes: further attributes (carried) and
// morph targets.
#pragma once

#include <map>

#include "io/gltf/access.h"
#include "scene/mesh.h"

namespace tinygltf {
struct Primitive;
}

namespace marrow::io {

class AttributeReader {
 public:
  AttributeReader(AccessorReader& reader, const tinygltf::Model& model)
      : reader_(reader), model_(model) {}

  /// Reads a primitive's vertices into the `count` vertices from `first` on. Vertices of primitives
  /// that lack an attribute get white, a tangent along x, or 0.
  void add(const tinygltf::Primitive& primitive, std::size_t first, std::size_t count,
           const std::string& pointer);

  /// Moves the data into the mesh, which must have all vertices. `names`: morph targets' names.
  void finish(Mesh& mesh, const std::vector<std::string>& names);

  std::size_t bad_numbers() const { return bad_numbers_; }
  std::size_t not_read() const { return not_read_; }

 private:
  struct Column {
    int width = 0, component = 0;
    bool normalized = false;
    std::vector<double> numbers;
  };

  void add_attribute(const std::string& name, int accessor, std::size_t first,
                     const std::string& pointer);
  void add_target(std::size_t target, const std::map<std::string, int>& attributes,
                  std::size_t first, std::size_t count, const std::string& pointer);
  VertexAttribute encoded(const std::string& name, const Column& column);
  /// Extends data to `vertices` vertices with default values, for primitives that lack it. The size
  /// is a product of two counts in the file, so it is taken from the budget.
  void fill(const std::string& name, Column& column, std::size_t vertices);
  void fill(std::vector<glm::vec3>& differences, std::size_t vertices);

  AccessorReader& reader_;
  const tinygltf::Model& model_;
  std::map<std::string, Column> columns_;
  std::vector<MorphTarget> targets_;
  std::size_t bad_numbers_ = 0, not_read_ = 0;
};

}  // namespace marrow::io
