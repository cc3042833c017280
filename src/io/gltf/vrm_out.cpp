#include "io/gltf/vrm_out.h"

#include <algorithm>

#include "io/avatar.h"
#include "io/error.h"
#include "io/gltf/gltf.h"
#include "io/write_file.h"

namespace marrow::io {

std::string avatar_in_file(const Scene& scene, const MotionPlaces& places, const out::File& file) {
  const auto joint = [&](Id id) {
    const auto found = places.places.find(id);
    return found == places.places.end() ? -1 : found->second.node;
  };
  const auto mesh = [&](Id id) {
    const auto found = places.meshes.find(id);
    return found == places.meshes.end() ? -1 : found->second;
  };
  const auto material = [&](const std::string& name) {
    const auto found = std::find_if(file.materials.begin(), file.materials.end(),
                                    [&](const out::Material& one) { return one.name == name; });
    return found == file.materials.end() ? -1 : int(found - file.materials.begin());
  };
  return avatar_out(scene, {joint, mesh, material});
}

std::vector<std::string> save_vrm(const std::filesystem::path& path, const Scene& scene,
                                  const Derived& derived, const SaveOptions& options) {
  if (const std::string why = why_no_avatar(scene); !why.empty())
    throw Error(path.string(), "", why);
  SaveOptions avatar = options;
  avatar.purpose = Purpose::avatar;
  avatar.motions = false;
  std::vector<std::string> warnings;
  write_file(path, gltf_from_scene(scene, derived, avatar, true, warnings), options.keep_backup);
  return warnings;
}

}  // namespace marrow::io
