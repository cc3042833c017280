// Recovery restores the history: steps, names, undone steps.
#include <filesystem>

#include "edit/recovery/recovery.h"
#include "edit/support.h"
#include "support/random_rig.h"
#include "support/support.h"

using namespace marrow;
using namespace marrow::test;
namespace fs = std::filesystem;

namespace {

/// The document after a snapshot and a restart.
Document after_restart(const Document& document) {
  const fs::path parent = scratch("recovery_past");
  fs::path folder;
  {
    RecoveryFolder writer(parent, "0.1.0");
    writer.write(
        document.committed(),
        {{}, "scene", "Edit", 1, 1000, std::make_shared<const RecoveryPast>(past_of(document))});
    folder = writer.path();
  }
  auto claim = ClaimedRecovery::claim(folder);
  REQUIRE(claim.has_value());
  ClaimedRecovery::Restored restored = claim->restore_with_past();
  Document back =
      document_of(document.tasks(), std::move(restored.scene), restored.past, "Restore");
  claim->discard();
  CHECK(!fs::exists(folder));
  fs::remove_all(parent);
  return back;
}

}  // namespace

SOLVED_CASE(
    "after a crash the history is there again: its steps, their names, and what was undone") {
  std::size_t whole = 0;
  for (auto& random : seeds<Random>(12u)) {
    RandomEdits edits(random);
    Document document(implementation(), full_scene(random));
    for (int i = 0; i < 15; ++i) edits.edit(document);
    if (random.seed % 2 == 0) document.undo();
    Document back = after_restart(document);
    CHECK(same_content(back.scene(), document.committed()));
    const auto& was = document.history().steps();
    const auto& is = back.history().steps();
    if (is.size() < 2) continue;
    ++whole;
    const std::size_t present = document.history().current(), now = back.history().current();
    REQUIRE(now <= present);
    for (std::size_t i = 0; i <= now; ++i) {
      CHECK(is[now - i].label == was[present - i].label);
      CHECK(same_content(is[now - i].scene, was[present - i].scene));
    }
    CHECK(is.size() - now <= was.size() - present);
    while (back.undo()) {
    }
    CHECK(back.history().current() == 0);
  }
  CHECK(whole >= 6);
}

TEST_CASE("strokes of the brush come back, and can be undone") {
  Random random(4);
  Document document(implementation(), full_scene(random));
  const Id body = document.scene().nodes[2].id,
           joint = document.scene().nodes[1].skeleton->joints[2].id;
  for (std::uint32_t stroke = 0; stroke < 3; ++stroke) {
    op::PaintWeights painted{body, Brush::add, joint, {}};
    for (std::uint32_t v = stroke; v < stroke + 9; ++v) {
      painted.changed.joint.push_back(joint);
      painted.changed.difference.push_back(random.uniform(-1.0f, 1.0f));
      painted.changed.end_row(v);
    }
    REQUIRE(document.perform(painted));
  }
  REQUIRE(document.perform(op::SetTouchUpStrength{body, 0.3f}));
  Document back = after_restart(document);
  REQUIRE(back.history().steps().size() == document.history().steps().size());
  do {
    CHECK(same_content(back.scene(), document.scene()));
  } while (back.undo() && document.undo());
  CHECK(back.scene().nodes[2].touch_ups == nullptr);
}

TEST_CASE("a past that leads elsewhere is no past: the scene alone comes back") {
  const Scene scene = full_scene(3);
  Document document(implementation(), scene);
  document.perform(op::SetVisible{scene.nodes.front().id, !scene.nodes.front().visible});
  RecoveryPast past = past_of(document);
  REQUIRE(past.lines.size() == 1);
  CHECK(document_of(document.tasks(), document.committed(), past, "Restore")
            .history()
            .steps()
            .size() == 2);
  for (const std::string& line : {std::string("nonsense"), std::string(), past.lines[0] + " x"}) {
    RecoveryPast wrong = past;
    wrong.lines[0] = line;
    const Document back = document_of(document.tasks(), document.committed(), wrong, "Restore");
    CHECK(back.history().steps().size() == 1);
    CHECK(back.history().steps().front().label == "Restore");
    CHECK(back.scene() == document.committed());
  }
  past.current = 0;  // then the scene is another one
  CHECK(document_of(document.tasks(), document.committed(), past, "Restore")
            .history()
            .steps()
            .size() == 1);
}
