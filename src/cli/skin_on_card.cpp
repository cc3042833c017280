#include "cli/skin_on_card.h"

#include "cli/common.h"
#include "rig/implementations.h"
#include "view/gl/gpu_skin.h"

namespace marrow::cli {
namespace {

/// Called first: without the engine's weights no context is needed.
view::Offscreen context_for_engine() {
  if (!has_engine())
    throw UsageError(
        "--backend gpu: expected the engine (rig/fast), which this copy of the program was built "
        "without");
  return view::Offscreen();
}

}  // namespace

CardSkinner::CardSkinner() : context_(context_for_engine()) {}

io::Derived CardSkinner::derived_from(const Deformer& deformer, const Scene& scene) {
  return marrow::derived_from(
      deformer, scene, [&](const DeformedMesh& mesh, auto& positions, auto& normals) {
        if (!view::GpuSkin::can_skin(mesh)) {
          const Node* node = find_node(scene, mesh.node);
          warnings_.push_back(
              "mesh " + (node ? node->name : "") +
              ": more influences than the driver's textures hold, skinned by the processor");
        }
        skinner_.skin(mesh, positions, normals);
      });
}

}  // namespace marrow::cli
