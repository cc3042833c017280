#include "view/gl/capsule_layer.h"

#include <cmath>
#include <cstddef>
#include <glm/gtc/constants.hpp>

#include "view/gl/line_layer.h"
#include "view/gl/shaders.h"

namespace marrow::view {

struct CapsuleLayer::Instance {
  glm::vec3 axis_x, axis_y, axis_z;  ///< the bone's frame
  glm::vec3 base, tip;
  glm::vec2 radii;  ///< at base and tip, in that frame
  glm::u8vec4 color;
};

CapsuleLayer::CapsuleLayer()
    : program_("capsule", shaders::kCapsuleVertex, shaders::kCapsuleFragment) {
  make_template(templates_[0], 32);
  make_template(templates_[1], 16);
}

void CapsuleLayer::make_template(Template& made, int around) {
  const int rings = around / 4 + 1;  // rings from a pole to the equator, both included
  std::vector<glm::vec4> vertices;
  for (int ring = 0; ring < 2 * rings; ++ring) {
    const int step = ring < rings ? ring : ring - 1;  // the equator twice: one for each bone end
    const float latitude = glm::pi<float>() * (float(step) / float(2 * rings - 2) - 0.5f);
    for (int i = 0; i < around; ++i) {
      const float angle = glm::two_pi<float>() * float(i) / float(around);
      vertices.emplace_back(std::cos(latitude) * std::cos(angle),
                            std::cos(latitude) * std::sin(angle), std::sin(latitude),
                            ring < rings ? 0.0f : 1.0f);
    }
  }
  std::vector<std::uint16_t> indices;
  for (int ring = 0; ring + 1 < 2 * rings; ++ring)
    for (int i = 0; i < around; ++i) {
      const int next = (i + 1) % around, row = ring * around, above = row + around;
      for (const int index : {row + i, row + next, above + next, row + i, above + next, above + i})
        indices.push_back(std::uint16_t(index));
    }
  made.vertices.fill(vertices.data(), vertices.size() * sizeof(glm::vec4), GL_STATIC_DRAW);
  made.indices.fill(indices.data(), indices.size() * sizeof(std::uint16_t), GL_STATIC_DRAW);
  made.index_count = GLsizei(indices.size());

  glBindVertexArray(made.array.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, made.indices.name());
  gl::read_attribute(made.vertices, {.location = 0, .components = 4});
  for (GLuint i = 0; i < 5; ++i)
    gl::read_attribute(instances_, {.location = 1 + i,
                                    .stride = sizeof(Instance),
                                    .offset = i * sizeof(glm::vec3),
                                    .divisor = 1});
  gl::read_attribute(instances_, {.location = 6,
                                  .components = 2,
                                  .stride = sizeof(Instance),
                                  .offset = offsetof(Instance, radii),
                                  .divisor = 1});
  gl::read_attribute(instances_, {.location = 7,
                                  .components = 4,
                                  .type = GL_UNSIGNED_BYTE,
                                  .stride = sizeof(Instance),
                                  .offset = offsetof(Instance, color),
                                  .divisor = 1});
  glBindVertexArray(0);
}

void CapsuleLayer::draw(const std::vector<Body>& bodies, const std::vector<Body>& on_top,
                        const EyeView& view) {
  if (bodies.empty() && on_top.empty()) return;
  program_.use();
  program_.set("clip_from_world", view.clip_from_world);
  program_.set("eye", view.eye);
  const Template& unit = templates_[bodies.size() + on_top.size() > kManyCapsules ? 1 : 0];
  // draws one side of the skin; a mirrored capsule shows the other side, which looks equal
  glEnable(GL_CULL_FACE);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  draw_veil(bodies, unit, 1);
  draw_veil(on_top, unit, 2);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
}

void CapsuleLayer::draw_veil(const std::vector<Body>& bodies, const Template& unit, int stencil) {
  if (bodies.empty()) return;
  std::vector<Instance> instances;
  for (const auto& [shape, fill] : bodies) {
    const glm::mat4& m = shape->world_from_bone;
    const glm::vec3 base(m[3]), along(m[2]);
    instances.push_back({glm::vec3(m[0]), glm::vec3(m[1]), along, base,
                         base + along * shape->length,
                         glm::vec2(shape->radii.at_origin, shape->radii.at_tip), to_bytes(fill)});
  }
  instances_.fill(instances.data(), instances.size() * sizeof(Instance), GL_STREAM_DRAW);
  glBindVertexArray(unit.array.name());
  // The first capsule at a pixel marks it and the others skip it: overlaps do not thicken the veil.
  glStencilFunc(GL_NOTEQUAL, stencil, 0xff);
  glDrawElementsInstanced(GL_TRIANGLES, unit.index_count, GL_UNSIGNED_SHORT, nullptr,
                          GLsizei(instances.size()));
}

}  // namespace marrow::view
