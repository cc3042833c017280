// Names in every script, in the real window.
#include <filesystem>
#include <imgui.h>
#include <random>
#include <regex>

#include "app/widgets/glyphs.h"
#include "app/widgets/theme.h"
#include "base/utf8.h"
#include "editor/panels/joint_actions.h"
#include "editor/panels/panel_state.h"
#include "editor/tools.h"
#include "io/formats.h"
#include "support/app_driver.h"
#include "view/type/reading_order.h"

using namespace marrow;
using namespace marrow::test;

namespace {

constexpr const char* kReplaced = "\ufffd";

void rename_first(Driver& driver, const std::string& name) {
  const Id id = first_skeleton(driver.scene()).joints.front().id;
  rename(driver.editor(), id, name);
  driver.editor().document.select({id});
  driver.settle();
}

}  // namespace

HOME_CASE("a renamed name keeps the bytes of characters that the field cannot draw") {
  const auto driver = sample_window();
  for (const std::string name :
       {"\U0001f600 \U0001d54f", "\U0003fffd\ue005", "\u05d9\u05d3 \u0632\u0631", "e\u0301"}) {
    INFO(name);
    rename_first(*driver, name);
    CHECK(driver->selected_name() == name);
    driver->key(SDLK_F2);
    driver->key(SDLK_RETURN);
    CHECK(driver->selected_name() == name);
    driver->key(SDLK_F2);
    driver->key(SDLK_END);
    driver->type("x");
    driver->key(SDLK_RETURN);
    CHECK(driver->selected_name() == name + "x");
  }
}

HOME_CASE("characters beyond U+FFFF can be typed and go through the clipboard") {
  const auto driver = sample_window();
  rename_first(*driver, "ab");
  driver->key(SDLK_F2);
  driver->key(SDLK_END);
  SDL_Event event{};
  event.type = SDL_TEXTINPUT;
  SDL_strlcpy(event.text.text, "\U0001f600", sizeof event.text.text);
  SDL_PushEvent(&event);
  driver->settle();
  driver->type("c");
  driver->ctrl(SDLK_a);
  driver->ctrl(SDLK_c);
  driver->key(SDLK_RETURN);
  CHECK(driver->selected_name() == "ab\U0001f600c");
  char* const copied = SDL_GetClipboardText();
  CHECK(std::string(copied) == "ab\U0001f600c");
  SDL_free(copied);
}

HOME_CASE(
    "a field says how its text reads where that is another order, and nothing while one types") {
  const auto driver = sample_window();
  const auto is_said = [] { return ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0; };
  rename_first(*driver, "ab");
  driver->key(SDLK_F2);
  driver->key(SDLK_END);
  driver->push_text("c");
  for (int frame = 0; frame < 4; ++frame) {
    driver->app().step();
    CHECK_FALSE(is_said());
  }
  driver->key(SDLK_RETURN);
  CHECK(driver->selected_name() == "abc");
  rename_first(*driver, "\u05d9\u05d3");
  driver->key(SDLK_F2);
  CHECK(is_said());
}

HOME_CASE("showing what is shown changes nothing, and fields give back what they were given") {
  const auto driver = sample_window();
  std::mt19937 random(11);
  constexpr std::u32string_view kLetters =
      U"aB "
      U"1.(\u2713\u05d0\u05d1\u0627\u0628\u0e02\u0e49\u0939\u093e\u0301\u9aa8\U0001f44d\U0001f3fd"
      U"\ue001\U0003fffd\n";
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1), length(0, 12);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::size_t i = length(random); i > 0; --i)
      view::append_utf8(text, kLetters[letter(random)]);
    if (round % 2 == 0) app::as_typed(text);  // a field shows it in another way
    const std::string shown = app::as_shown(text);
    CHECK(app::as_shown(shown) == shown);
    CHECK(app::as_shown("a " + shown) == "a " + shown);
    const auto typed = app::as_typed(text);
    REQUIRE(typed);
    CHECK(app::as_written(*typed) == text);
  }
  CHECK(!app::as_typed("\xff"));
  CHECK(app::as_shown("\U0003fffd") == kReplaced);
}

HOME_CASE("every sign in the program's own words has a glyph") {
  const auto driver = sample_window();
  const std::regex escape(R"(\\u([0-9a-fA-F]{4}))");
  std::size_t count = 0;
  for (const char* room : {"app", "editor", "edit", "course", "rig", "io"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(source() / "src" / room)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      const std::string text = bytes_of(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), escape), end; at != end; ++at) {
        const auto code = static_cast<ImWchar>(std::stoul((*at)[1], nullptr, 16));
        if (code == 0xfffd || (code >= 0x200b && code <= 0x200f) || code == 0xfeff ||
            code == 0xd800 || code == 0xdfff)
          continue;
        ++count;
        INFO(entry.path().string() << ": " << (*at)[0]);
        CHECK(app::fonts().regular->FindGlyphNoFallback(code) != nullptr);
        CHECK(app::fonts().small->FindGlyphNoFallback(code) != nullptr);
      }
    }
  CHECK(count > 50);
}

namespace {

/// The number of characters in the last frame that were drawn as ImGui's stand-in for a missing
/// glyph, found by its unique texture coordinates.
class MarkedFallback {
 public:
  MarkedFallback() {
    for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      marks_.push_back(std::make_unique<ImFontGlyph>(*font->FallbackGlyph));
      marks_.back()->U0 = kMark;
      marks_.back()->Visible = 1;
      font->FallbackGlyph = marks_.back().get();
    }
  }
  ~MarkedFallback() {
    for (ImFont* font : ImGui::GetIO().Fonts->Fonts) font->BuildLookupTable();
  }
  MarkedFallback(const MarkedFallback&) = delete;
  MarkedFallback& operator=(const MarkedFallback&) = delete;
  static int drawn() {
    int count = 0;
    const ImDrawData* data = ImGui::GetDrawData();
    for (int list = 0; list < data->CmdListsCount; ++list)
      for (const ImDrawVert& vertex : data->CmdLists[list]->VtxBuffer)
        count += vertex.uv.x == kMark;
    return count;
  }

 private:
  static constexpr float kMark = 0.123456789f;
  std::vector<std::unique_ptr<ImFontGlyph>> marks_;
};

/// Names that the window's fonts lack, with letters of the same meaning for left and right.
void rename_all(Driver& driver) {
  std::vector<std::pair<Id, std::string>> names;
  int number = 0;
  const auto add = [&](Id id) {
    names.emplace_back(
        id, "\u05d0\u05d1\U0003fffd\U0001f600\u9aa8\u0e02\u0e49" + std::to_string(number++));
  };
  for (const Node& node : driver.scene().nodes) {
    add(node.id);
    if (node.skeleton)
      for (const Joint& joint : node.skeleton->joints) add(joint.id);
  }
  for (const auto& [id, name] : names) rename(driver.editor(), id, name);
  driver.settle();
}

}  // namespace

HOME_CASE("no name reaches the screen around as_shown()") {
  const auto driver = sample_window();
  rename_all(*driver);
  const auto look = [&](const std::string& where) {
    driver->settle();  // glyphs are added
    const MarkedFallback marked;
    driver->move({700.0f, 400.0f});
    driver->move({640.0f, 380.0f});
    INFO(where);
    CHECK(MarkedFallback::drawn() == 0);
  };
  for (const Tab tab : {Tab::layout, Tab::rig, Tab::pose}) {
    set_tab(driver->editor(), driver->editor().viewport, tab);
    look("a tab");
    for (const char* right : {"Inspector", "Bench", "Explain", "History"}) {
      if (const auto at = spot(right)) driver->click(*at);
      look(right);
    }
  }
  driver->editor().document.select({first_skeleton(driver->scene()).joints[3].id});
  for (const char* right : {"Inspector", "Bench", "Explain", "History"}) {
    if (const auto at = spot(right)) driver->click(*at);
    look(right);
  }
}

HOME_CASE("names stay visible in a tree of 500 levels") {
  Scene scene = arm_scene();
  Skeleton deep;
  for (int i = 0; i < 500; ++i) {
    deep.joints.push_back(
        {.id = Id(1000 + i),
         .name = "joint_number_" + std::to_string(i),
         .parent = i - 1,
         .bind_local = glm::translate(glm::mat4(1.0f), {0.0f, i == 0 ? 0.0f : 0.01f, 0.0f}),
         .extent = {0.0f, 0.01f, 0.0f},
         .radius = 0.1f});
  }
  scene.nodes[1].skeleton = std::make_shared<Skeleton>(deep);
  scene.next_id = 2000;
  const auto driver = window_with(saved(home, "deep.glb", scene));
  const Id deepest = first_skeleton(driver->scene()).joints.back().id;
  driver->editor().document.select({deepest});
  driver->editor().panels.tree.scroll_to = deepest;
  driver->settle();
  driver->move({700.0f, 300.0f});
  const auto name = app::area_named("active name");
  REQUIRE(name);
  CHECK(name->size.x >= 60.0f);
  CHECK(name->corner.x + name->size.x < driver->app().layout().left.size.x);
}

HOME_CASE("the atlas of glyphs has a bound: then come replacements, and the window goes on") {
  const auto driver = sample_window();
  for (int round = 0; round < 8; ++round) {
    for (char32_t code = 0x2100; code < 0x6000; ++code) {
      std::string one;
      view::append_utf8(one, code);
      app::as_shown(one);
    }
    driver->move({600.0f + float(round), 400.0f});
    if (round % 4 == 0) rename_first(*driver, "\u2713 " + std::to_string(round));
  }
  CHECK(ImGui::GetIO().Fonts->TexHeight <= 4096);
  driver->settle();
  CHECK(app::as_shown("plain") == "plain");
}
