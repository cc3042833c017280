#include "io/formats.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "io/bvh/bvh.h"
#include "io/fbx/fbx.h"
#include "io/file.h"
#include "io/gltf/gltf.h"
#include "io/js3d/js3d.h"
#include "io/obj/obj.h"
#include "io/stl/stl.h"

namespace marrow::io {

namespace {

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  return lower(extension);
}

const Format& known_format(const std::filesystem::path& path) {
  if (const Format* format = format_of(path)) return *format;
  std::string known;
  for (const Format& format : formats()) {
    for (const std::string& extension : format.extensions)
      known += (known.empty() ? "." : ", .") + extension;
  }
  throw Error(path.string(), "",
              "is of no known format; expected a name that ends in one of " + known);
}

const Format& readable_format(const std::filesystem::path& path) {
  const Format& format = known_format(path);
  if (!format.can_load())
    throw Error(path.string(), "", "is " + format.name + ", which is only written");
  return format;
}

/// A format without scenes saves the posed surface for any purpose.
Saver saver_of(const Format& format, const std::filesystem::path& path, Purpose purpose) {
  if (!format.can_save())
    throw Error(path.string(), "",
                format.name + " is only read; choose a name that ends in .glb, .gltf or .obj");
  const bool as_scene = format.can_save_rig() && purpose != Purpose::posed;
  return as_scene || !format.can_save_posed() ? format.save_scene : format.save_posed;
}

/// Converts other exceptions to Error, and refuses scenes that break a rule.
template <typename Work>
auto guarded(const std::filesystem::path& path, Work work) {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw Error(path.string(), "", "needs more memory than there is");
  } catch (const std::length_error&) {
    throw Error(path.string(), "", "needs more memory than there is");
  } catch (const std::exception& problem) {
    throw Error(path.string(), "", problem.what());
  }
}

/// Nodes may share a mesh, but each is deformed, drawn and written separately.
void refuse_too_much(const std::filesystem::path& path, const Scene& scene) {
  constexpr std::size_t kMostVertices = 1u << 25, kMostMaterials = 100'000;
  std::size_t vertices = 0;
  for (const Node& node : scene.nodes) {
    if (!node.mesh) continue;
    vertices += node.mesh->positions.size();
    if (vertices > kMostVertices)
      throw Error(path.string(), "",
                  fmt::format("its nodes show more than {} vertices in all", kMostVertices));
    if (node.mesh->materials.size() > kMostMaterials)
      throw Error(path.string(), "",
                  fmt::format("one mesh has {} materials; expected at most {}",
                              node.mesh->materials.size(), kMostMaterials));
  }
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> table = {
      {"glTF binary", {"glb"}, load_gltf, save_gltf, save_gltf, ""},
      {"glTF text", {"gltf"}, load_gltf, save_gltf, save_gltf, ""},
      {"VRM",
       {"vrm"},
       load_gltf,
       save_vrm,
       nullptr,
       "animations, the pose, capsules, locks, limits, stored poses, and weights beyond the "
       "largest 4 "
       "of a vertex"},
      {"Wavefront OBJ",
       {"obj"},
       [](const std::filesystem::path& path, LoadProgress& progress) {
         return load_obj(path, progress);
       },
       nullptr,
       save_obj,
       "skeletons, weights, poses, motions, morph targets, the scene tree and the camera"},
      {"STL", {"stl"}, nullptr, nullptr, save_stl, "all but the posed surface's triangles"},
      {"FBX", {"fbx"}, load_fbx, nullptr, nullptr, ""},
      {"Scotty3D scene",
       {"js3d"},
       load_js3d,
       save_js3d,
       nullptr,
       "motions, locks, limits, stored poses, morph targets, materials, springs and the camera"},
      {"BVH motion", {"bvh"}, load_bvh, nullptr, nullptr, ""},
      {"VRM animation", {"vrma"}, load_gltf, nullptr, nullptr, ""},
  };
  return table;
}

const std::vector<ExportWay>& export_ways() {
  static const std::vector<ExportWay> ways = {
      {"animation",
       "Rig and motions",
       "mesh, skeleton, weights, the current pose, all motions",
       "capsules, locks, limits, stored poses, and weights beyond the largest 4 of a vertex",
       {.purpose = Purpose::exchange}},
      {"corrected",
       "With correctives",
       "mesh, skeleton, weights, the current pose, all motions, and morph targets where the "
       "skeleton's blending is not linear",
       "capsules, locks, limits, stored poses, and weights beyond the largest 4 of a vertex",
       {.purpose = Purpose::exchange, .bakes_blend = true}},
      {"pose",
       "Rig in its pose",
       "mesh, skeleton, weights, the current pose",
       "motions, capsules, locks, limits, stored poses, and weights beyond the largest 4 of a "
       "vertex",
       {.purpose = Purpose::exchange, .motions = false}},
      {"posed",
       "Posed surface",
       "the mesh as it is seen",
       "skeletons, weights, poses and motions",
       {.purpose = Purpose::posed}},
  };
  return ways;
}

const ExportWay* find_export_way(std::string_view name) {
  const std::vector<ExportWay>& ways = export_ways();
  const auto found = std::find_if(ways.begin(), ways.end(),
                                  [&](const ExportWay& way) { return way.name == name; });
  return found == ways.end() ? nullptr : &*found;
}

const Format* format_of(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  for (const Format& format : formats()) {
    if (list_has(format.extensions, extension)) return &format;
  }
  return nullptr;
}

Loaded load(const std::filesystem::path& path, const ProgressCallback& progress) {
  return guarded(path, [&] {
    LoadProgress stages(progress);
    OpenedFiles opened;
    Loaded loaded = readable_format(path).load(path, stages);
    loaded.files = std::move(opened.paths);
    if (const std::string why = why_invalid(loaded.scene); !why.empty())
      throw Error(path.string(), "", why);
    refuse_too_much(path, loaded.scene);
    stages.finish();
    return loaded;
  });
}

std::vector<std::string> save(const std::filesystem::path& path, const Scene& scene,
                              const Derived& derived, const SaveOptions& options) {
  return guarded(path, [&] {
    const Format& format = known_format(path);
    if (const std::string why = why_invalid(scene); !why.empty())
      throw Error(path.string(), "", "this scene cannot be saved: " + why);
    return saver_of(format, path, options.purpose)(path, scene, derived, options);
  });
}

}  // namespace marrow::io
