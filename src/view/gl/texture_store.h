// Textures of files on the GPU, each uploaded once.
#pragma once

#include <map>
#include <memory>

#include "scene/mesh.h"
#include "view/gl/gl.h"
#include "view/gl/uploads.h"

namespace marrow::view {

class TextureStore {
 public:
  /// Between begin() and end() every user calls keep() for its textures; end() deletes the others.
  void begin();
  void keep(const Texture& texture);
  void end();

  /// The texture's GL name, uploaded if missing (with mipmaps; halved until the driver takes it).
  /// Precondition: it is a valid mesh's.
  GLuint upload(const std::shared_ptr<const Texture>& texture, Uploads& uploads);
  /// The same without uploading: 0 when it is not there.
  GLuint name_of(const Texture& texture) const;

 private:
  struct Stored {
    std::shared_ptr<const Texture> source;  ///< held, so that its address is no one else's
    gl::Texture texture;
    bool is_used = true;
  };
  std::map<const Texture*, Stored> stored_;
};

}  // namespace marrow::view
