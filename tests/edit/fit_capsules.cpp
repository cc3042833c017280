// Capsules that a fit found, as an edit.
#include "edit/fit_capsules.h"

#include "edit/support.h"
#include "support/random_rig.h"

namespace marrow::test {

TEST_CASE("capsules that a fit found are one step, as previewed, and undone to the bit") {
  constexpr Id kFitted = 1;
  for (auto& random : seeds<Random>(20)) {
    Scene scene;
    Node rig{.id = kFitted, .name = "rig"};
    rig.skeleton = std::make_shared<const Skeleton>(
        random_skeleton(random, {.joints = 6 + random.below(8), .roots = 2}));
    scene.nodes = {rig};
    scene.next_id = 1000;
    CapsuleSettings capsules = capsule_settings_of(*rig.skeleton);
    capsules.falloff = Falloff::smooth;
    for (Radii& radii : capsules.radii) radii = radii.scaled(1.5f);
    Document document(implementation(), scene);
    const std::size_t steps = document.history().steps().size();
    REQUIRE(document.perform(capsules_operation(scene, kFitted, capsules, "Fit")));
    CHECK(document.history().steps().size() == steps + 1);
    CHECK(same_content(document.scene(), with_capsules(scene, kFitted, capsules)));
    document.undo();
    CHECK(document.scene() == scene);
  }
}

}  // namespace marrow::test
