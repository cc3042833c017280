// Motions of the scene: added, renamed, deleted.
#include "edit/names.h"
#include "edit/operations.h"
#include "scene/playback.h"

namespace marrow {
namespace {

std::string free_name(const Scene& scene, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 1; find_motion(scene, name) != nullptr; ++number) name = fmt::format("{}.{:03}", wanted, number);
  return name;
}

}  // namespace

Applied applied(const Scene& scene, const op::AddMotion& operation, const Tasks&) {
  if (!operation.motion) return refused("There is no motion to add.");
  if (!moves(scene, *operation.motion)) return refused("The motion \"{}\" moves nothing in this scene.", operation.motion->name);
  Scene result = scene;
  const std::string name = free_name(scene, operation.motion->name.empty() ? "motion" : operation.motion->name);
  if (name == operation.motion->name) {
    result.motions.push_back(operation.motion);
  } else {
    Motion renamed = *operation.motion;
    renamed.name = name;
    result.motions.push_back(std::make_shared<const Motion>(std::move(renamed)));
  }
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::RenameMotion& operation, const Tasks&) {
  if (operation.motion >= scene.motions.size()) return refused("There is no such motion; it may have been deleted.");
  if (std::string why = why_bad_name(operation.name); !why.empty()) return {std::nullopt, std::move(why)};
  const Motion* namesake = find_motion(scene, operation.name);
  const std::shared_ptr<const Motion>& old = scene.motions[operation.motion];
  if (namesake == old.get()) return {scene, {}};
  if (namesake != nullptr) return refused("Another motion is called \"{}\" already.", operation.name);
  Scene result = scene;
  Motion renamed = *old;
  renamed.name = operation.name;
  result.motions[operation.motion] = std::make_shared<const Motion>(std::move(renamed));
  return {std::move(result), {}};
}

Applied applied(const Scene& scene, const op::DeleteMotion& operation, const Tasks&) {
  if (operation.motion >= scene.motions.size()) return refused("There is no such motion; it may have been deleted.");
  Scene result = scene;
  result.motions.erase(result.motions.begin() + static_cast<std::ptrdiff_t>(operation.motion));
  return {std::move(result), {}};
}

}  // namespace marrow
