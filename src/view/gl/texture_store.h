// Keeps the textures of scenes on the GPU; each is uploaded once.
#pragma once

#include <map>
#include <memory>

#include "scene/mesh.h"
#include "view/gl/gl.h"
#include "view/gl/uploads.h"

namespace marrow::view {

class TextureStore {
 public:
  /// Between begin() and end(), keep() has to be called for every texture in use; end() deletes the
  /// others.
  void begin();
  void keep(const Texture& texture);
  void end();

  /// Returns the texture's GL name; uploads it if needed (with mipmaps; halved until the driver
  /// accepts the size). Precondition: the texture belongs to a valid mesh.
  GLuint upload(const std::shared_ptr<const Texture>& texture, Uploads& uploads);
  /// Returns the texture's GL name without uploading; 0: not uploaded.
  GLuint name_of(const Texture& texture) const;

 private:
  struct Stored {
    /// keeps the texture alive, so that its address is not reused
    std::shared_ptr<const Texture> source;
    gl::Texture texture;
    bool is_used = true;
  };
  std::map<const Texture*, Stored> stored_;
};

}  // namespace marrow::view
