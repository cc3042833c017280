// The fixed places at every window size, and the command table.
#include <set>

#include "app/app.h"
#include "app/widgets/layout.h"
#include "editor/commands/keymap.h"
#include "editor/files/browser.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/session.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::app;
using namespace marrow::test;

namespace {

bool is_inside(const Rect& place, glm::vec2 window) {
  return place.size.x >= 0.0f && place.size.y >= 0.0f && place.corner.x >= 0.0f &&
         place.corner.y >= 0.0f &&
         (place.empty() || (place.end().x <= window.x && place.end().y <= window.y));
}

bool overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.corner.x < b.end().x && b.corner.x < a.end().x &&
         a.corner.y < b.end().y && b.corner.y < a.end().y;
}

}  // namespace

TEST_CASE(
    "At every window size and scale the places lie inside the window and none covers another") {
  Random random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const glm::vec2 window =
        glm::floor(glm::vec2(random.uniform(0.0f, 4000.0f), random.uniform(0.0f, 2400.0f)));
    const float left = random.uniform(0.0f, 1500.0f), right = random.uniform(0.0f, 1500.0f),
                scale = random.uniform(0.5f, 4.0f);
    const Layout layout = lay_out(window, left, right, scale,
                                  random.chance(0.2f) ? 0.0f : random.uniform(0.0f, 200.0f));
    const Rect* const all[] = {&layout.menu,  &layout.left,   &layout.viewport,
                               &layout.right, &layout.status, &layout.shelf};
    for (const Rect* place : all) CHECK(is_inside(*place, window));
    for (const Rect* a : all)
      for (const Rect* b : all)
        if (a != b) CHECK_FALSE(overlap(*a, *b));
  }
}

TEST_CASE("A window of 0 x 0 has no places, and 1280 x 720 at scale 1 has the wished ones") {
  const Layout none = lay_out({0.0f, 0.0f}, 260.0f, 320.0f, 1.0f);
  for (const Rect& place : {none.menu, none.left, none.viewport, none.right, none.status})
    CHECK(place.empty());
  const Layout usual = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f);
  CHECK(usual.left.size.x == 260.0f);
  CHECK(usual.right.size.x == 320.0f);
  CHECK(usual.viewport.size.x > 690.0f);
}

TEST_CASE(
    "The shelf lies below the viewport, as wide as it, and is left out where the viewport would "
    "get too low") {
  const Layout with = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f, 96.0f),
               without = lay_out({1280.0f, 720.0f}, 260.0f, 320.0f, 1.0f);
  CHECK(with.shelf.size == glm::vec2(with.viewport.size.x, 96.0f));
  CHECK(with.shelf.end() == without.viewport.end());
  CHECK(with.viewport.size.y + 97.0f == without.viewport.size.y);
  CHECK(without.shelf.empty());
  for (float height = 0.0f; height < 720.0f; height += 1.0f) {
    const Layout low = lay_out({1280.0f, height}, 260.0f, 320.0f, 1.0f, 96.0f);
    CHECK((low.shelf.empty() || low.viewport.size.y >= kViewportLow));
  }
}

TEST_CASE(
    "A window that gets narrower gives up the left place before the right one, and never the "
    "viewport") {
  bool had_left = true, had_right = true;
  for (float width = 1400.0f; width >= 10.0f; width -= 1.0f) {
    const Layout layout = lay_out({width, 600.0f}, 260.0f, 320.0f, 1.0f);
    CHECK_FALSE(layout.viewport.empty());
    CHECK((had_left || layout.left.empty()));
    CHECK((had_right || layout.right.empty()));
    CHECK((!layout.right.empty() || layout.left.empty()));
    had_left = !layout.left.empty();
    had_right = !layout.right.empty();
  }
  CHECK_FALSE(had_left);
  CHECK_FALSE(had_right);
}

TEST_CASE("Every command has an id, words and an action of its own") {
  std::set<std::string> ids;
  for (const Command& entry : commands()) {
    CHECK(ids.insert(entry.id).second);
    CHECK(*entry.label != '\0');
    CHECK(*entry.tooltip != '\0');
    CHECK((entry.run != nullptr));
  }
}

TEST_CASE("The browser offers exactly the formats that the table says a task can use") {
  for (const io::Format& format : io::formats()) {
    CHECK(accepts(FileTask::open, format) == format.can_load());
    CHECK(accepts(FileTask::save_scene, format) == format.can_save_scene());
    CHECK(accepts(FileTask::export_scene, format) == format.can_save_posed());
  }
}
