// Where the targets of a fit to posed meshes come from: files, and the shape keys of a motion.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "rig/fit/posed_meshes.h"
#include "scene/scene.h"

namespace marrow {

struct PosedSources {
  std::vector<std::string> files;            ///< each holds the same meshes in another pose
  std::shared_ptr<const Motion> shape_keys;  ///< nullptr: none
  bool operator==(const PosedSources&) const = default;
  bool empty() const { return files.empty() && shape_keys == nullptr; }
};

/// The motion has keys for morph weights of a mesh that follows the skeleton.
bool moves_shapes(const Scene& scene, Id skeleton, const Motion& motion);

/// The scene's meshes under the shape keys of a motion, joints and nodes as they stand, at the
/// times of the keys: those at which the shape is another one, evenly thinned to `most`.
std::vector<PosedSurface> shape_key_surfaces(const Scene& scene, Id skeleton, const Motion& motion,
                                             std::size_t most = 24);

struct PosedSurfaces {
  std::vector<PosedSurface> surfaces;
  std::string problem;      ///< a source that does not do, and what to do about it; else empty
  bool is_stopped = false;  ///< by `progress`
};
/// Reads all of them for a skeleton. Throws io::Error for a file that cannot be read.
PosedSurfaces posed_surfaces(const Scene& scene, Id skeleton, const PosedSources& sources,
                             const ProgressCallback& progress = {});

}  // namespace marrow
