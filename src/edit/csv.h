// Tables for other programs: comma-separated, a dot in every number whatever the locale. What the
// bench and the batch commands share.
#pragma once

#include <string>

#include "rig/skinning/deformer.h"

namespace marrow {

/// A field, quoted where it must be (RFC 4180). One that a spreadsheet would run as a formula gets
/// an apostrophe in front.
std::string csv_field(const std::string& text);
/// The shortest digits that read back as the same number; nothing for one that is not finite.
std::string csv_number(float number);
std::string csv_number(double number);

/// mesh,vertex,joint,distance,weight: one row per influence in effect, in that order, of every
/// bound mesh. `mesh` counts all meshes of the scene, `vertex` is the number in the source file;
/// the distance is empty for weights that came with the mesh. Precondition: `deformer` was updated
/// with this scene.
std::string influences_csv(const Scene& scene, const Deformer& deformer);

}  // namespace marrow
