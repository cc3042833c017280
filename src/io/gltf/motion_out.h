// Motions as animations of a glTF file.
#pragma once

#include <map>

#include "io/editor_data.h"
#include "io/gltf/out.h"
#include "scene/scene.h"

namespace marrow::io {

/// Where what moves stands in the file.
struct MotionPlaces {
  struct Place {
    int node = -1;
    int lower = -1;  ///< the second node of one whose matrix shears
  };
  std::map<Id, Place> places;  ///< by node or joint
  std::map<Id, int> meshes;    ///< by mesh node: the node of the file that shows its mesh
};

/// Keys go out as they are. What a track holds still, but the file's node has elsewhere, gets a key
/// of its own. Returns how many tracks move what the file does not have.
std::size_t write_motions(const Scene& scene, const MotionPlaces& places, out::File& file,
                          SharedParts& shared);

}  // namespace marrow::io
