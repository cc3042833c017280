// Writes motions as animations of a glTF file.
#pragma once

#include <map>

#include "io/editor_data.h"
#include "io/export.h"
#include "io/gltf/out.h"
#include "scene/scene.h"

namespace marrow::io {

/// The file's nodes for the nodes and joints that may move.
struct MotionPlaces {
  struct Place {
    int node = -1;
    int lower = -1;  ///< the second node if the matrix shears; -1: none
  };
  std::map<Id, Place> places;  ///< by node or joint
  std::map<Id, int> meshes;    ///< by mesh node: the file's node with its mesh
};

/// Writes the keys of each motion, or of its replacement in `derived`, unchanged. A property that a
/// track holds at another value than the file's node gets one key. Returns the number of tracks
/// whose target is not in the file.
std::size_t write_motions(const Scene& scene, const Derived& derived, const MotionPlaces& places,
                          out::File& file, SharedParts& shared);

}  // namespace marrow::io
