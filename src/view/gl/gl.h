// Classes that own OpenGL objects. They need a current context from construction to destruction.
// They use only calls that GLES 3.0 has, too.
#pragma once

#include <cstddef>
#include <epoxy/gl.h>
#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <utility>

namespace marrow::view::gl {

/// The number of live GL objects of src/view. It is constant while pictures of one scene are drawn.
int live_objects();

enum class Kind { buffer, vertex_array, texture, renderbuffer, framebuffer };

GLuint make_object(Kind kind);
void destroy_object(Kind kind, GLuint name);

template <Kind kind>
class Object {
 public:
  Object() : name_(make_object(kind)) {}
  ~Object() { destroy_object(kind, name_); }
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  GLuint name() const { return name_; }

 private:
  GLuint name_;
};

using Texture = Object<Kind::texture>;
using Renderbuffer = Object<Kind::renderbuffer>;
using Framebuffer = Object<Kind::framebuffer>;
using VertexArray = Object<Kind::vertex_array>;

/// A buffer. Its uploads do not wait for frames that are still drawn from the old content.
class Buffer : public Object<Kind::buffer> {
 public:
  void fill(const void* data, std::size_t bytes, GLenum usage = GL_DYNAMIC_DRAW);
  /// Lets `write` fill `bytes` of GPU memory without a copy. The memory may be slow to read and is
  /// uninitialized. `write` may be called more than once, because some drivers lose data. Reuses
  /// storage of equal size.
  void write(std::size_t bytes, const std::function<void(std::byte* memory)>& write, GLenum usage);
};

/// A buffer of vertex indices. WebGL accepts a buffer as index buffer only if its first binding was
/// one, so the constructor binds it, which unbinds the vertex array.
class IndexBuffer : public Buffer {
 public:
  IndexBuffer();
};

/// Attribute `location` of the bound vertex array: `components` numbers from `buffer`; divisor 1
/// advances per instance.
struct Attribute {
  GLuint location = 0;
  GLint components = 3;
  GLenum type = GL_FLOAT;  ///< or GL_UNSIGNED_BYTE, read as 0..1
  std::size_t stride = 0;
  std::size_t offset = 0;
  GLuint divisor = 0;
};
void read_attribute(const Buffer& buffer, const Attribute& attribute);

/// A linked program. The constructor throws std::runtime_error with `label` and the driver's
/// message if a shader does not compile or link. `defines`: lines before both sources, for
/// variants.
class Program {
 public:
  Program(const char* label, const char* vertex_source, const char* fragment_source,
          const char* defines = "");
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void use() const;
  /// Sets a uniform. Ignores a name that the driver removed as unused.
  void set(const char* name, float v) const;
  void set(const char* name, int v) const;
  void set(const char* name, const glm::vec2& v) const;
  void set(const char* name, const glm::vec3& v) const;
  void set(const char* name, const glm::vec4& v) const;
  void set(const char* name, const glm::mat3& v) const;
  void set(const char* name, const glm::mat4& v) const;

 private:
  GLint at(const char* name) const;

  GLuint name_ = 0;
};

/// Sets how the bound texture is read: linear, with this filter where it is seen smaller, and
/// GL_CLAMP_TO_EDGE or GL_REPEAT beyond its edges.
void sample_smoothly(GLint minified, GLint wrap);

/// Uploads pixels; the texture is smooth at any size. `rgba`: rows from the top, 4 bytes per pixel,
/// tightly packed.
void upload(const Texture& texture, int width, int height, const unsigned char* rgba,
            GLint wrap = GL_CLAMP_TO_EDGE);

/// The first line of a shader for the current context: OpenGL 3.3, or GLES 3.0 as in a browser.
const char* shader_version();

/// Throws std::runtime_error with the driver's message unless the context is OpenGL 3.3 (or GLES
/// 3.0).
void require_version();

}  // namespace marrow::view::gl
