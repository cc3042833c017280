#include "view/gl/gpu_skinner.h"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "view/gl/gpu_skin.h"
#include "view/gl/shaders.h"

namespace marrow::view {

namespace {
gl::Program make_program() {
  gl::require_version();
  const std::string vertex = std::string(shaders::kSkin) + shaders::kSkinnedVertex;
  return {"skin",
          vertex.c_str(),
          shaders::kNoFragment,
          GpuSkin::kDefine,
          {"skinned_position", "skinned_normal"}};
}

/// The n-th of what the buffer holds goes to values[order[n]].
void read_back(const gl::Buffer& buffer, const std::vector<std::uint32_t>& order,
               std::vector<glm::vec3>& values) {
  values.resize(order.size());
  glBindBuffer(GL_COPY_READ_BUFFER, buffer.name());
  const auto bytes = static_cast<GLsizeiptr>(order.size() * sizeof(glm::vec3));
  const auto* const found = static_cast<const glm::vec3*>(
      glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, GL_MAP_READ_BIT));
  for (std::size_t n = 0; found && n < order.size(); ++n) values[order[n]] = found[n];
  const bool is_whole = found && glUnmapBuffer(GL_COPY_READ_BUFFER) == GL_TRUE;
  if (!is_whole) throw std::runtime_error("OpenGL: the driver does not give back what it skinned");
}

void run(std::size_t count) {
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
}
}  // namespace

GpuSkinner::GpuSkinner() : program_(make_program()) {}

void GpuSkinner::skin(const DeformedMesh& mesh, std::vector<glm::vec3>& positions,
                      std::vector<glm::vec3>& normals) const {
  if (mesh.bind_positions.empty() || !GpuSkin::can_skin(mesh)) {
    positions = mesh.positions();
    normals = mesh.normals();
    return;
  }
  GpuSkin skin;
  Uploads uploads;
  skin.update(mesh, {}, uploads);
  const gl::VertexArray array;
  glBindVertexArray(array.name());
  skin.read_attributes();
  program_.use();
  GpuSkin::set_textures(program_);
  skin.bind();
  std::array<gl::Buffer, 2> captured;
  for (GLuint i = 0; i < captured.size(); ++i) {
    captured[i].fill(nullptr, mesh.bind_positions.size() * sizeof(glm::vec3), GL_STREAM_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, captured[i].name());
  }
  run(mesh.bind_positions.size());
  for (GLuint i = 0; i < captured.size(); ++i) glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, 0);
  glBindVertexArray(0);
  glUseProgram(0);
  read_back(captured[0], mesh.order(), positions);
  read_back(captured[1], mesh.order(), normals);
}

}  // namespace marrow::view
