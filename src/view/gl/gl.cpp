#include "view/gl/gl.h"

#include <fmt/format.h>
#include <stdexcept>
#include <vector>

namespace marrow::view::gl {

namespace {
int live = 0;

/// The log of a shader or a program.
template <typename GetNumber, typename GetLog>
std::string log_of(GLuint name, GetNumber get_number, GetLog get_log) {
  GLint length = 0;
  get_number(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(std::size_t(length), '\0');
  if (length > 0) get_log(name, length, nullptr, log.data());
  return log.substr(0, log.find('\0'));
}

/// Deletes the shader before throwing, so that it does not leak.
GLuint compile(GLenum type, const char* label, const char* defines, const char* source) {
  const GLuint shader = glCreateShader(type);
  const char* parts[] = {shader_version(), "\nprecision highp float;\n", defines, source};
  glShaderSource(shader, 4, parts, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  const std::string log = log_of(shader, glGetShaderiv, glGetShaderInfoLog);
  glDeleteShader(shader);
  throw std::runtime_error(
      fmt::format("OpenGL: the {} shader \"{}\" does not compile; the driver reports: {}",
                  type == GL_VERTEX_SHADER ? "vertex" : "fragment", label, log));
}

const char* words(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "nothing";
}
}  // namespace

int live_objects() { return live; }

GLuint make_object(Kind kind) {
  GLuint name = 0;
  if (kind == Kind::buffer) glGenBuffers(1, &name);
  if (kind == Kind::vertex_array) glGenVertexArrays(1, &name);
  if (kind == Kind::texture) glGenTextures(1, &name);
  if (kind == Kind::renderbuffer) glGenRenderbuffers(1, &name);
  if (kind == Kind::framebuffer) glGenFramebuffers(1, &name);
  ++live;
  return name;
}

void destroy_object(Kind kind, GLuint name) {
  if (name == 0) return;
  if (kind == Kind::buffer) glDeleteBuffers(1, &name);
  if (kind == Kind::vertex_array) glDeleteVertexArrays(1, &name);
  if (kind == Kind::texture) glDeleteTextures(1, &name);
  if (kind == Kind::renderbuffer) glDeleteRenderbuffers(1, &name);
  if (kind == Kind::framebuffer) glDeleteFramebuffers(1, &name);
  --live;
}

void Buffer::fill(const void* data, std::size_t bytes, GLenum usage) {
  // The copy target belongs to no vertex array, so filling an index buffer does not change the
  // bound one.
  glBindBuffer(GL_COPY_WRITE_BUFFER, name());
  glBufferData(GL_COPY_WRITE_BUFFER, GLsizeiptr(bytes), data, usage);
}

void Buffer::write(std::size_t bytes, const std::function<void(std::byte* memory)>& write,
                   GLenum usage) {
  if (bytes == 0) return fill(nullptr, 0, usage);
  const GLsizeiptr size = GLsizeiptr(bytes);
  glBindBuffer(GL_COPY_WRITE_BUFFER, name());
  GLint64 size_now = 0;
  glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &size_now);
  if (size_now != size) glBufferData(GL_COPY_WRITE_BUFFER, size, nullptr, usage);
  constexpr int kAttempts = 2;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    void* const memory = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, size,
                                          GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!memory) break;
    write(static_cast<std::byte*>(memory));
    if (glUnmapBuffer(GL_COPY_WRITE_BUFFER) == GL_TRUE) return;
  }
  std::vector<std::byte> copy(bytes);
  write(copy.data());
  glBufferData(GL_COPY_WRITE_BUFFER, size, copy.data(), usage);
}

IndexBuffer::IndexBuffer() {
  const VertexArray any;  // the binding belongs to the vertex array
  glBindVertexArray(any.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name());
  glBindVertexArray(0);
}

void read_attribute(const Buffer& buffer, const Attribute& attribute) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glEnableVertexAttribArray(attribute.location);
  glVertexAttribPointer(attribute.location, attribute.components, attribute.type,
                        attribute.type != GL_FLOAT, GLsizei(attribute.stride),
                        reinterpret_cast<const void*>(attribute.offset));
  glVertexAttribDivisor(attribute.location, attribute.divisor);
}

Program::Program(const char* label, const char* vertex_source, const char* fragment_source,
                 const char* defines) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, label, defines, vertex_source);
  GLuint fragment = 0;
  try {
    fragment = compile(GL_FRAGMENT_SHADER, label, defines, fragment_source);
  } catch (...) {
    glDeleteShader(vertex);
    throw;
  }
  name_ = glCreateProgram();
  glAttachShader(name_, vertex);
  glAttachShader(name_, fragment);
  glLinkProgram(name_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint linked = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &linked);
  if (!linked) {
    const std::string log = log_of(name_, glGetProgramiv, glGetProgramInfoLog);
    glDeleteProgram(name_);
    throw std::runtime_error(
        fmt::format("OpenGL: the shaders \"{}\" do not link; the driver reports: {}", label, log));
  }
  ++live;
}

Program::~Program() {
  glDeleteProgram(name_);
  --live;
}

void Program::use() const { glUseProgram(name_); }
GLint Program::at(const char* name) const { return glGetUniformLocation(name_, name); }
void Program::set(const char* name, float v) const { glUniform1f(at(name), v); }
void Program::set(const char* name, int v) const { glUniform1i(at(name), v); }
void Program::set(const char* name, const glm::vec2& v) const { glUniform2fv(at(name), 1, &v[0]); }
void Program::set(const char* name, const glm::vec3& v) const { glUniform3fv(at(name), 1, &v[0]); }
void Program::set(const char* name, const glm::vec4& v) const { glUniform4fv(at(name), 1, &v[0]); }
void Program::set(const char* name, const glm::mat3& v) const {
  glUniformMatrix3fv(at(name), 1, GL_FALSE, &v[0][0]);
}
void Program::set(const char* name, const glm::mat4& v) const {
  glUniformMatrix4fv(at(name), 1, GL_FALSE, &v[0][0]);
}

void sample_smoothly(GLint minified, GLint wrap) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minified);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
}

void upload(const Texture& texture, int width, int height, const unsigned char* rgba, GLint wrap) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glGenerateMipmap(GL_TEXTURE_2D);
  sample_smoothly(GL_LINEAR_MIPMAP_LINEAR, wrap);
  glBindTexture(GL_TEXTURE_2D, 0);
}

const char* shader_version() {
  return epoxy_is_desktop_gl() ? "#version 330 core" : "#version 300 es";
}

void require_version() {
  const int wanted = epoxy_is_desktop_gl() ? 33 : 30;
  const int found = epoxy_gl_version();
  if (found >= wanted) return;
  throw std::runtime_error(fmt::format(
      "OpenGL: 3.3 (or GLES 3.0) is needed, this driver offers {} ({}); update the graphics driver",
      words(GL_VERSION), words(GL_RENDERER)));
}

}  // namespace marrow::view::gl
