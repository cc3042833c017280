// A long session: memory and GL objects stay constant once it is warm. MARROW_SESSION_FRAMES=100000
// and MARROW_SESSION_OPENS=100 set its length. llvmpipe's own stores vary by a tenth;
// GALLIUM_DRIVER=softpipe, which is slow, has none.
#include <algorithm>

#include "editor/commands/command_registry.h"
#include "editor/files/document_files.h"
#include "editor/session.h"
#include "support/app_driver.h"
#include "support/soak.h"
#include "view/gl/gl.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

namespace fs = std::filesystem;

constexpr double kMostGrowth = 0.05;
constexpr int kFewOpens = 3;
constexpr double kMostGrowthAtFirst =
    0.5;  // of a session of seconds, in which the driver's stores fill: only a flood is seen

struct Use {
  std::size_t bytes = 0;
  int objects = 0;  ///< of GL
};

Use use_now(Driver& driver) {
  driver.settle();
  driver.editor().toasts.clear();
  return {allocated_bytes(), view::gl::live_objects()};
}

/// The median of some samples by memory: one alone also shows the driver's noise.
Use middle(std::vector<Use> looks, std::size_t begin, std::size_t end) {
  const auto first = looks.begin() + std::ptrdiff_t(begin),
             last = looks.begin() + std::ptrdiff_t(end);
  const auto half = first + (last - first) / 2;
  std::nth_element(first, half, last, [](const Use& a, const Use& b) { return a.bytes < b.bytes; });
  return *half;
}

/// From the second quarter of the looks to the last one; `is_long`: they are many.
void expect_no_growth(const std::vector<Use>& looks, bool is_long, const std::string& what) {
  const std::size_t quarter = std::max<std::size_t>(looks.size() / 4, 1);
  const Use warm = middle(looks, quarter, 2 * quarter),
            now = middle(looks, looks.size() - quarter, looks.size());
  const double growth = (double(now.bytes) - double(warm.bytes)) / double(warm.bytes);
  std::printf("%s: %.2f MB, at first %.2f MB (%+.2f %%), %d GL objects, at first %d\n",
              what.c_str(), double(now.bytes) * 1e-6, double(warm.bytes) * 1e-6, growth * 100.0,
              now.objects, warm.objects);
  CHECK(growth < (is_long ? kMostGrowth : kMostGrowthAtFirst));
  CHECK(now.objects == warm.objects);
}

/// A frame or two, without waiting for the picture.
void go_on(Driver& driver, glm::vec2 pointer) {
  driver.push_motion(pointer);
  for (int frame = 0; frame < 2; ++frame) driver.app().step();
}

/// A cycle of an artist's work that ends where it began: view, bend and undo, displays, tabs,
/// shelf, comparison, a window with a preview.
void work(Driver& driver) {
  const Rect viewport = driver.app().layout().viewport;
  const glm::vec2 middle = viewport.corner + viewport.size * 0.5f;
  driver.drag(middle, middle + glm::vec2(60.0f, 20.0f), SDL_BUTTON_MIDDLE);
  driver.click(driver.joint_pixel("forearm.L"));
  driver.push_tap(SDLK_r);
  for (int i = 1; i <= 8; ++i)
    go_on(driver, driver.joint_pixel("forearm.L") + glm::vec2(8.0f * float(i), 8.0f));
  driver.key(SDLK_RETURN);
  driver.ctrl(SDLK_z);
  for (const char* id :
       {"view.heat", "view.heat", "rig.compare", "rig.compare", "tab.rig", "tab.layout", "tab.pose",
        "pose.shelf", "pose.shelf", "view.xray", "view.xray", "file.turntable"}) {
    run_command(driver.editor(), id);
    go_on(driver, middle);
  }
  driver.key(SDLK_ESCAPE);
  run_command(driver.editor(), "view.front");
  driver.settle();
}

std::vector<fs::path> files() {
  std::vector<fs::path> files;
  for (const char* name : {"human.glb", "ogre.glb", "capsule.glb", "bar.glb", "human.obj"})
    files.push_back(media() / name);
  if (shared_data().empty()) return files;
  for (const char* name :
       {"gltf/CesiumMan.glb", "gltf/Fox.glb", "gltf/BoxAnimated.glb", "gltf/Duck.glb",
        "gltf/RiggedFigure_embedded.gltf", "gltf/SimpleSkin.gltf", "gltf/q_Whale.glb",
        "gltf/godot_player.glb", "gltf/BoxVertexColors.glb", "gltf/InterpolationTest.gltf",
        "obj/cow.obj", "obj/spot.obj"})
    if (fs::exists(shared_data() / name)) files.push_back(shared_data() / name);
  return files;
}

}  // namespace

HOME_CASE("However many frames are drawn, memory and GL objects stay what they were") {
  const auto driver = window_with(copy_of_sample(home, "human.glb"), 480, 320);
  driver->app().keep_pixels(true);  // each frame is drawn
  driver->editor().preferences.autosaves =
      false;  // its thread may be in the middle of a file whenever we look
  const auto most = std::uint64_t(wished("MARROW_SESSION_FRAMES", 0));
  const std::uint64_t begin = driver->app().frames();
  std::vector<Use> looks;
  while (looks.size() < 3 || driver->app().frames() - begin < most) {
    work(*driver);
    looks.push_back(use_now(*driver));
    if (most > 0)
      std::printf("%lu frames: %.2f MB\n", driver->app().frames() - begin,
                  double(looks.back().bytes) * 1e-6);
  }
  expect_no_growth(looks, most > 0, std::to_string(driver->app().frames() - begin) + " frames");
}

HOME_CASE("However often files are opened, memory and GL objects stay what they were") {
  std::unique_ptr<Driver> driver = window_with((media() / "capsule.glb").string(), 480, 320);
  driver->app().keep_pixels(true);
  const int opens = std::max(wished("MARROW_SESSION_OPENS", kFewOpens), kFewOpens);
  std::vector<Use> looks;
  for (int round = 0; round < opens; ++round) {
    for (const fs::path& file : files()) {
      CAPTURE(file);
      REQUIRE(open_file(driver->editor(), file.string()));
      driver->move({300.0f, 200.0f + float(round % 2)});
    }
    REQUIRE(open_file(driver->editor(), (media() / "capsule.glb").string()));
    driver->move({310.0f, 200.0f});
    looks.push_back(use_now(*driver));
  }
  if (shared_data().empty()) skip("real files: ../shared/data is not here");
  expect_no_growth(
      looks, opens > kFewOpens,
      std::to_string(files().size()) + " files, each opened " + std::to_string(opens) + " times");
}
