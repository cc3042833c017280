#include "io/error.h"
#include "io/fbx/fbx.h"

namespace marrow::io {

Loaded load_fbx(const std::filesystem::path& path, LoadProgress&) {
  throw Error(path.string(), "",
              "FBX is read by the library ufbx, and this program was built without it; convert the "
              "file to .glb, or build Marrow where its source can be fetched");
}

}  // namespace marrow::io
