// Skins of an FBX file, and skeletons without one, as skins of a glTF document.
#pragma once

#include <vector>

#include "io/fbx/fbx_document.h"

namespace marrow::io {

/// One skin of the document.
struct FbxSkin {
  const ufbx_skin_deformer* deformer = nullptr;  ///< null: a skeleton that no skin uses
  std::vector<const ufbx_node*> joints;
  std::vector<glm::dmat4> inverse_bind;  ///< geometry -> joint at bind time
  std::vector<std::size_t> joint_of_cluster;
};

/// Returns the skins of `deformers`, in this order, then the skeletons that no skin uses. Joints
/// are bones, and nodes that a cluster moves. Joints connected by the tree or by a skin are one
/// skeleton, whose largest skin lists all its joints. Rest places are computed from the clusters;
/// joints without a cluster keep their present place relative to a joint above or below. The file's
/// bind pose is only compared, because exporters write false ones.
std::vector<FbxSkin> skins_of(const ufbx_scene& scene,
                              const std::vector<const ufbx_skin_deformer*>& deformers,
                              FbxNotes& notes);

}  // namespace marrow::io
