#include "view/gl/gpu_skin.h"

#include <algorithm>
#include <array>
#include <limits>

#include "rig/polar_parts.h"
#include "scene/parallel.h"

namespace marrow::view {

namespace {
constexpr GLuint kShares = 5, kJoints = 6, kRests = 7,
                 kCenter = 8;  ///< attributes of shaders::kSkin
constexpr GLint kMatrixUnit = 1, kPairUnit = 2;
constexpr std::uint32_t kAtOnce = 4;          ///< entries of a row that are attributes
constexpr std::size_t kMatricesAcross = 256;  ///< in a row of texels
constexpr std::size_t kTexels = 4;            ///< of a joint
constexpr std::size_t kPairsAcross = 4096;    ///< at most
constexpr std::size_t kSkinGrain = 1 << 15;   ///< vertices a thread takes at a time

int largest_side() {
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  return side;
}

std::size_t pairs_across(int largest_side) {
  return std::min(kPairsAcross, static_cast<std::size_t>(largest_side));
}

/// Entries of all rows behind the fourth ones.
std::size_t pair_count(const Coverage& coverage) {
  std::size_t count = 0;
  for (std::size_t k = kAtOnce + 1; k < coverage.histogram.size(); ++k)
    count += coverage.histogram[k] * (k - kAtOnce);
  return count;
}

std::size_t rows_for(std::size_t count, std::size_t across) {
  return (count + across - 1) / across;
}

/// Texels that are fetched one by one: neither filtered nor repeated.
void upload_texels(const gl::Texture& texture, GLint format, GLenum components, std::size_t width,
                   std::size_t height, const void* texels) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, static_cast<GLint>(GL_NEAREST));
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, static_cast<GLint>(GL_CLAMP_TO_EDGE));
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, format, static_cast<GLsizei>(width), static_cast<GLsizei>(height),
               0, components, GL_FLOAT, texels);
  glBindTexture(GL_TEXTURE_2D, 0);
}

/// The first four joints of a row, `none` if missing, and the weights of all but the first.
template <typename Index>
void pack(const Influences& rows, std::uint32_t vertex, std::uint32_t none, glm::vec3& shares,
          std::array<Index, kAtOnce>& joints) {
  const std::uint32_t begin = rows.row_begin(vertex),
                      size = std::min(rows.row_size(vertex), kAtOnce);
  shares = glm::vec3(0.0f);
  joints.fill(static_cast<Index>(size > 0 ? rows.joint[begin] : none));
  for (std::uint32_t k = 1; k < size; ++k) {
    joints[k] = static_cast<Index>(rows.joint[begin + k]);
    shares[static_cast<int>(k) - 1] = rows.weight[begin + k];
  }
}

template <typename Index>
void pack_all(const DeformedMesh& mesh, std::byte* memory) {
  const std::vector<std::uint32_t>& order = mesh.order();
  auto* const shares = reinterpret_cast<glm::vec3*>(memory);
  auto* const joints =
      reinterpret_cast<std::array<Index, kAtOnce>*>(memory + order.size() * sizeof(glm::vec3));
  const auto none = static_cast<std::uint32_t>(mesh.skinning.size());
  parallel_for(order.size(), kSkinGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      pack(mesh.influences, order[n], none, shares[n], joints[n]);
  });
}

/// A joint for shaders::kSkin: three rows of T, and zeros.
glm::mat4 texels_of(const glm::mat4& skinning) {
  glm::mat4 rows = glm::transpose(skinning);
  rows[3] = glm::vec4(0.0f);
  return rows;
}

/// The same for centers: the rotation of T = Q P comes last.
glm::mat4 texels_about_center(const glm::mat4& skinning) {
  glm::mat4 rows = texels_of(skinning);
  const glm::quat turn(polar_parts(skinning).rotation);
  rows[3] = {turn.x, turn.y, turn.z, turn.w};
  return rows;
}

/// The same for dual quaternions: real and dual (x, y, z, w), the stretch's diagonal, and xy, xz,
/// yz beside it, which ends with 1.
glm::mat4 texels_of(const PolarParts& parts) {
  const glm::dquat &real = parts.rotation, dual = parts.dual();
  const glm::dmat3& p = parts.stretch;
  return glm::mat4(real.x, real.y, real.z, real.w, dual.x, dual.y, dual.z, dual.w, p[0][0], p[1][1],
                   p[2][2], 0.0, p[1][0], p[2][0], p[2][1], 1.0);
}

glm::mat4 texels_of(const glm::mat4& skinning, Blend blend) {
  switch (blend) {
    case Blend::dual_quaternion:
      return texels_of(polar_parts(skinning));
    case Blend::centers:
      return texels_about_center(skinning);
    default:
      return texels_of(skinning);
  }
}

/// First index of each source vertex's entries behind the fourth, among all.
std::vector<std::uint32_t> begins_of(const DeformedMesh& mesh) {
  std::vector<std::uint32_t> begins(mesh.mesh->positions.size());
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < begins.size(); ++v) {
    begins[v] = next;
    next += std::max(mesh.influences.row_size(v), kAtOnce) - kAtOnce;
  }
  return begins;
}
}  // namespace

bool GpuSkin::fits(const Coverage& coverage, std::size_t joints, int largest_side) {
  const auto side = static_cast<std::size_t>(largest_side);
  return side >= kTexels * kMatricesAcross && rows_for(joints + 1, kMatricesAcross) <= side &&
         rows_for(pair_count(coverage), pairs_across(largest_side)) <= side;
}

bool GpuSkin::can_skin(const DeformedMesh& mesh) {
  return mesh.has_engine() && fits(mesh.coverage, mesh.skinning.size(), largest_side());
}

void GpuSkin::set_textures(const gl::Program& program) {
  program.set("matrices", kMatrixUnit);
  program.set("pairs", kPairUnit);
}

void GpuSkin::update(const DeformedMesh& mesh, const MeshSource::Changes& changes,
                     Uploads& uploads) {
  count_ = mesh.bind_positions.size();
  if (is_new_ || changes.order || changes.rest) upload_vertices(mesh, uploads);
  if (is_new_ || changes.order || changes.bind) upload_rows(mesh, uploads);
  if (is_new_ || changes.order || changes.rest || changes.centers) upload_centers(mesh, uploads);
  if (is_new_ || changes.pose) upload_matrices(mesh, uploads);
  is_new_ = false;
}

void GpuSkin::upload_vertices(const DeformedMesh& mesh, Uploads& uploads) {
  const std::vector<std::uint32_t>& order = mesh.order();
  const std::vector<glm::vec3>&rest_positions = mesh.rest_positions(),
        &rest_normals = mesh.rest_normals();
  const auto write = [&](std::byte* memory) {
    auto* const positions = reinterpret_cast<glm::vec3*>(memory);
    glm::vec3* const normals = positions + order.size();
    parallel_for(order.size(), kSkinGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) {
        positions[n] = rest_positions[order[n]];
        normals[n] = rest_normals[order[n]];
      }
    });
  };
  vertices_.write(2 * order.size() * sizeof(glm::vec3), write, GL_STATIC_DRAW);
  uploads.add(2 * order.size() * sizeof(glm::vec3));
}

void GpuSkin::upload_centers(const DeformedMesh& mesh, Uploads& uploads) {
  has_centers_ = mesh.blend == Blend::centers;
  if (!has_centers_) return;
  const std::vector<std::uint32_t>& order = mesh.order();
  const auto write = [&](std::byte* memory) {
    auto* const centers = reinterpret_cast<glm::vec3*>(memory);
    parallel_for(order.size(), kSkinGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        centers[n] = center_or(mesh.centers[order[n]], mesh.rest_positions()[order[n]]);
    });
  };
  centers_.write(order.size() * sizeof(glm::vec3), write, GL_STATIC_DRAW);
  uploads.add(order.size() * sizeof(glm::vec3));
}

void GpuSkin::upload_rows(const DeformedMesh& mesh, Uploads& uploads) {
  has_wide_joints_ = mesh.skinning.size() > std::numeric_limits<std::uint16_t>::max();
  const std::size_t bytes =
      count_ * (sizeof(glm::vec3) +
                kAtOnce * (has_wide_joints_ ? sizeof(std::uint32_t) : sizeof(std::uint16_t)));
  const auto write = [&](std::byte* memory) {
    has_wide_joints_ ? pack_all<std::uint32_t>(mesh, memory)
                     : pack_all<std::uint16_t>(mesh, memory);
  };
  rows_.write(bytes, write);
  uploads.add(bytes);

  has_rests_ = pair_count(mesh.coverage) > 0;
  if (!has_rests_) return;
  const std::vector<std::uint32_t> begins = begins_of(mesh), &order = mesh.order(),
                                   &source = mesh.surface->source;
  const auto write_rests = [&](std::byte* memory) {
    auto* const rests = reinterpret_cast<glm::uvec2*>(memory);
    parallel_for(order.size(), kSkinGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        rests[n] = {begins[source[order[n]]],
                    std::max(mesh.influences.row_size(order[n]), kAtOnce) - kAtOnce};
    });
  };
  rests_.write(count_ * sizeof(glm::uvec2), write_rests);
  uploads.add(count_ * sizeof(glm::uvec2));
  upload_pairs(mesh, begins, uploads);
}

void GpuSkin::upload_pairs(const DeformedMesh& mesh, const std::vector<std::uint32_t>& begins,
                           Uploads& uploads) {
  const std::size_t count = pair_count(mesh.coverage),
                    across = std::min(pairs_across(largest_side()), count);
  std::vector<glm::vec2> pairs(across * rows_for(count, across));
  const Influences& rows = mesh.influences;
  parallel_for(begins.size(), kSkinGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v)
      for (std::uint32_t k = kAtOnce; k < rows.row_size(v); ++k) {
        const std::uint32_t entry = rows.row_begin(v) + k;
        pairs[begins[v] + k - kAtOnce] = {static_cast<float>(rows.joint[entry]),
                                          rows.weight[entry]};
      }
  });
  upload_texels(pairs_, GL_RG32F, GL_RG, across, pairs.size() / across, pairs.data());
  uploads.add(pairs.size() * sizeof(glm::vec2));
}

void GpuSkin::upload_matrices(const DeformedMesh& mesh, Uploads& uploads) {
  std::vector<glm::mat4> texels;  // one column each
  for (const glm::mat4& matrix : mesh.skinning) texels.push_back(texels_of(matrix, mesh.blend));
  texels.push_back(texels_of(glm::mat4(1.0f), mesh.blend));
  const std::size_t across = std::min(texels.size(), kMatricesAcross);
  texels.resize(across * rows_for(texels.size(), across));
  upload_texels(matrices_, GL_RGBA32F, GL_RGBA, kTexels * across, texels.size() / across,
                texels.data());
  uploads.add(texels.size() * sizeof(glm::mat4));
}

void GpuSkin::read_attributes() const {
  gl::read_attribute(vertices_, {.location = 0});
  gl::read_attribute(vertices_, {.location = 1, .offset = count_ * sizeof(glm::vec3)});
  gl::read_attribute(rows_, {.location = kShares});
  const GLenum type = has_wide_joints_ ? GL_UNSIGNED_INT : GL_UNSIGNED_SHORT;
  gl::read_attribute(rows_, {.location = kJoints,
                             .components = kAtOnce,
                             .type = type,
                             .offset = count_ * sizeof(glm::vec3)});
  if (has_centers_) {
    gl::read_attribute(centers_, {.location = kCenter});
  } else {
    glDisableVertexAttribArray(kCenter);
  }
  if (has_rests_)
    return gl::read_attribute(rests_,
                              {.location = kRests, .components = 2, .type = GL_UNSIGNED_INT});
  glDisableVertexAttribArray(kRests);
}

void GpuSkin::bind() const {
  glActiveTexture(GL_TEXTURE0 + kMatrixUnit);
  glBindTexture(GL_TEXTURE_2D, matrices_.name());
  glActiveTexture(GL_TEXTURE0 + kPairUnit);
  glBindTexture(GL_TEXTURE_2D, pairs_.name());
  glActiveTexture(GL_TEXTURE0);
  // Where the array does not say otherwise.
  glVertexAttribI4ui(kRests, 0, 0, 0, 0);
  glVertexAttrib4f(kCenter, 0.0f, 0.0f, 0.0f, 0.0f);
}

}  // namespace marrow::view
