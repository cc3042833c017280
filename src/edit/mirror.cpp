#include "edit/mirror.h"

namespace marrow {

std::optional<std::string> mirrored_name(std::string_view) { return std::nullopt; }
MirrorPairs mirror_pairs(const Skeleton&, const std::vector<glm::mat4>&) { return {}; }
op::SetRadius with_mirrored_radii(const Skeleton&, const op::SetRadius& operation) { return operation; }
std::vector<SideRow> side_report(const Scene&, const Deformer&, Id) { return {}; }

}  // namespace marrow
