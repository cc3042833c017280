#include "support/legible.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <map>
#include <string_view>

namespace marrow::test {

namespace {

constexpr float kTouch = 1.5f;      // pixels that neighbors may share: antialiasing, hairlines
constexpr float kHairline = 3.5f;   // pixels
constexpr ImU32 kHiding = 48;       // alpha from which a shape hides words, of 255
constexpr float kSpace = 0.25f;     // width of a space, in font sizes
constexpr float kSameWords = 0.7f;  // largest gap within words, in font sizes

struct Box {
  ImVec2 low{FLT_MAX, FLT_MAX}, high{-FLT_MAX, -FLT_MAX};
  void add(const Box& other) {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y)};
  }
  bool meets(const Box& other, float slack) const {
    return low.x + slack < other.high.x && other.low.x + slack < high.x &&
           low.y + slack < other.high.y && other.low.y + slack < high.y;
  }
};

struct Words {
  std::string text{};
  Box box{};
  std::vector<Box> letters{};
  ImVec4 clip{};
  bool is_trimmed = false;   ///< ImGui cut a letter itself
  bool is_icon = false;      ///< only one character, of the private use area
  std::size_t triangle = 0;  ///< number of the list's shapes that were drawn before
};

struct Shape {
  ImVec2 corner[3];
  Box box;
};

struct Drawn {
  const ImGuiWindow* window = nullptr;
  std::vector<Words> words{};
  std::vector<Shape> shapes{};
};

using Place = std::pair<float, float>;  ///< position of a glyph in the atlas
std::map<Place, const ImFontGlyph*> glyph_places() {
  std::map<Place, const ImFontGlyph*> places;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs) places[{glyph.U0, glyph.V0}] = &glyph;
  return places;
}

std::string utf8_of(unsigned code) {
  char text[5] = {};
  ImTextCharToUtf8(text, code);
  return text;
}

/// Reads one draw list as words and triangles.
class Reader {
 public:
  Reader(const ImDrawList& list, const std::map<Place, const ImFontGlyph*>& glyphs, Drawn& drawn)
      : list_(list), glyphs_(glyphs), drawn_(drawn) {}

  void read() {
    for (const ImDrawCmd& command : list_.CmdBuffer) {
      if (command.UserCallback != nullptr || command.TextureId != ImGui::GetIO().Fonts->TexID)
        continue;
      read(command);
    }
  }

 private:
  const ImDrawVert& vertex(const ImDrawCmd& command, unsigned at) const {
    return list_.VtxBuffer[int(command.VtxOffset + list_.IdxBuffer[int(command.IdxOffset + at)])];
  }

  void read(const ImDrawCmd& command) {
    for (unsigned at = 0; at + 2 < command.ElemCount;) {
      if (at + 5 < command.ElemCount && take_letter(command, at)) {
        at += 6;
        continue;
      }
      take_shape(command, at);
      at += 3;
    }
  }

  /// A letter's rectangle has an area in the atlas; filled shapes and lines have none there.
  bool take_letter(const ImDrawCmd& command, unsigned at) {
    const ImDrawVert &a = vertex(command, at), &c = vertex(command, at + 2);
    const bool is_quad = &vertex(command, at + 3) == &a && &vertex(command, at + 4) == &c &&
                         c.uv.x > a.uv.x && c.uv.y > a.uv.y;
    if (!is_quad) return false;
    const Box box{a.pos, c.pos};
    if ((a.col >> IM_COL32_A_SHIFT) == 0) return true;
    const auto found = glyphs_.find({a.uv.x, a.uv.y});
    const bool is_whole =
        found != glyphs_.end() && found->second->U1 == c.uv.x && found->second->V1 == c.uv.y;
    add_letter(command, box, is_whole ? utf8_of(found->second->Codepoint) : "?", !is_whole);
    return true;
  }

  void add_letter(const ImDrawCmd& command, const Box& box, const std::string& letter,
                  bool is_trimmed) {
    const float height = ImGui::GetFontSize(), gap = height * kSameWords;
    Words* last = drawn_.words.empty() ? nullptr : &drawn_.words.back();
    const ImVec4& clip = command.ClipRect;
    const bool goes_on =
        last != nullptr && last->triangle == drawn_.shapes.size() && last->clip.x == clip.x &&
        last->clip.z == clip.z && box.low.x > last->box.high.x - height * 0.3f &&
        box.low.x < last->box.high.x + gap && box.low.y < last->box.high.y + height * 0.2f &&
        box.high.y > last->box.low.y - height * 0.2f;
    if (!goes_on) {
      drawn_.words.push_back({.clip = command.ClipRect, .triangle = drawn_.shapes.size()});
      last = &drawn_.words.back();
    } else if (box.low.x > last->box.high.x + height * 0.15f) {
      last->text += ' ';
    }
    last->text += letter;
    last->box.add(box);
    last->letters.push_back(box);
    last->is_trimmed |= is_trimmed;
    constexpr char kPrivate = '\xef';  // begins U+F000 to U+FFFF
    last->is_icon = last->letters.size() == 1 && letter.front() == kPrivate;
  }

  void take_shape(const ImDrawCmd& command, unsigned at) {
    Shape shape;
    for (unsigned corner = 0; corner < 3; ++corner) {
      const ImDrawVert& one = vertex(command, at + corner);
      if ((one.col >> IM_COL32_A_SHIFT) < kHiding) return;
      shape.corner[corner] = one.pos;
      shape.box.add({one.pos, one.pos});
    }
    const ImVec4& clip = command.ClipRect;
    shape.box.low = {std::max(shape.box.low.x, clip.x), std::max(shape.box.low.y, clip.y)};
    shape.box.high = {std::min(shape.box.high.x, clip.z), std::min(shape.box.high.y, clip.w)};
    // A caret or a hairline hides nothing.
    const float least =
        std::min(shape.box.high.x - shape.box.low.x, shape.box.high.y - shape.box.low.y);
    if (least < kHairline) return;
    drawn_.shapes.push_back(shape);
  }

  const ImDrawList& list_;
  const std::map<Place, const ImFontGlyph*>& glyphs_;
  Drawn& drawn_;
};

/// Whether the line through two corners separates the triangle from the box.
bool separates(const Shape& shape, int first, const Box& box) {
  const ImVec2 a = shape.corner[first], b = shape.corner[(first + 1) % 3],
               other = shape.corner[(first + 2) % 3];
  const ImVec2 normal{b.y - a.y, a.x - b.x};
  const auto side = [&](ImVec2 p) { return (p.x - a.x) * normal.x + (p.y - a.y) * normal.y; };
  const float own = side(other) >= 0.0f ? 1.0f : -1.0f;
  return std::max({side(box.low) * own, side(box.high) * own, side({box.low.x, box.high.y}) * own,
                   side({box.high.x, box.low.y}) * own}) <= 0.0f;
}

bool hides(const Shape& shape, const Box& letter) {
  const Box core{{letter.low.x + kTouch, letter.low.y + kTouch},
                 {letter.high.x - kTouch, letter.high.y - kTouch}};
  if (core.low.x >= core.high.x || core.low.y >= core.high.y || !shape.box.meets(core, 0.0f))
    return false;
  return !separates(shape, 0, core) && !separates(shape, 1, core) && !separates(shape, 2, core);
}

bool scrolls_down(const ImGuiWindow* window) {
  for (; window != nullptr; window = window->ParentWindow)
    if (window->ScrollMax.y > 0.0f && (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0)
      return true;
  return false;
}

/// Pixels by which a window's items reach beyond its visible part, where Dear ImGui draws no
/// letters. 0 in directions in which it scrolls.
glm::vec2 beyond(const ImGuiWindow& window) {
  const ImVec2 seen = window.InnerClipRect.Max, reached = window.DC.CursorMaxPos,
               start = window.DC.CursorStartPos;
  const bool is_empty = reached.x <= start.x || reached.y <= start.y,
             grows = (window.Flags & ImGuiWindowFlags_AlwaysAutoResize) != 0;
  if (is_empty || grows) return glm::vec2(0.0f);
  // A window that has only a menu bar counts as high enough.
  const bool is_high = scrolls_down(&window) || (window.Flags & ImGuiWindowFlags_MenuBar) != 0;
  const bool scrolls_aside = (window.Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
  return {scrolls_aside ? 0.0f : reached.x - seen.x, is_high ? 0.0f : reached.y - seen.y};
}

bool is_cut(const Words& words, const ImGuiWindow* window) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const Box& box = words.box;
  const ImVec4 clip{std::max(words.clip.x, 0.0f), std::max(words.clip.y, 0.0f),
                    std::min(words.clip.z, screen.x), std::min(words.clip.w, screen.y)};
  const bool is_beside = box.low.x < clip.x - kTouch || box.high.x > clip.z + kTouch,
             is_over = box.low.y < clip.y - kTouch || box.high.y > clip.w + kTouch;
  // Letters beyond the window's edge are not drawn: words that end at the edge count as cut, except
  // single icons. Not so in columns, which are narrower and shorten their words.
  const bool is_edge = window != nullptr && clip.z >= window->InnerClipRect.Max.x - 1.0f;
  const bool ends_there =
      is_edge && !words.is_icon && box.high.x > clip.z - kSpace * ImGui::GetFontSize();
  return is_beside || ends_there || ((is_over || words.is_trimmed) && !scrolls_down(window));
}

bool is_seen(const Words& words) {
  return words.box.high.x > words.clip.x && words.box.low.x < words.clip.z &&
         words.box.high.y > words.clip.y && words.box.low.y < words.clip.w;
}

/// Menus, tooltips and dialogs cover the rest on purpose, until Esc.
bool is_in_front_on_purpose(const ImGuiWindow* window) {
  const ImGuiWindow* root = window != nullptr ? window->RootWindow : nullptr;
  constexpr int kFront = ImGuiWindowFlags_Popup | ImGuiWindowFlags_Modal | ImGuiWindowFlags_Tooltip;
  if (root == nullptr || (root->Flags & kFront) != 0) return true;
  constexpr std::string_view kFrontNames[] = {"##help", "##explain", "###mirror", "###capsule_fit",
                                              "###find_replace"};
  return std::find(std::begin(kFrontNames), std::end(kFrontNames), root->Name) !=
         std::end(kFrontNames);
}

/// Names what covers the words; empty: nothing. `later`: all of `over` was drawn after the words.
std::string cover(const Words& words, const Drawn& over, bool later, std::size_t own) {
  const auto hit = [&](const auto& harm) {
    return std::any_of(words.letters.begin(), words.letters.end(), harm);
  };
  for (std::size_t i = later ? 0 : words.triangle; i < over.shapes.size(); ++i)
    if (over.shapes[i].box.meets(words.box, kTouch) &&
        hit([&](const Box& letter) { return hides(over.shapes[i], letter); }))
      return fmt::format("a shape of {} at {:.0f},{:.0f}..{:.0f},{:.0f}",
                         over.window != nullptr ? over.window->Name : "?", over.shapes[i].box.low.x,
                         over.shapes[i].box.low.y, over.shapes[i].box.high.x,
                         over.shapes[i].box.high.y);
  for (std::size_t i = later ? 0 : own + 1; i < over.words.size(); ++i)
    if (over.words[i].box.meets(words.box, kTouch) && is_seen(over.words[i]) &&
        hit([&](const Box& letter) {
          return std::any_of(over.words[i].letters.begin(), over.words[i].letters.end(),
                             [&](const Box& other) { return other.meets(letter, kTouch); });
        }))
      return over.words[i].text;
  return {};
}

std::string cover_in(const std::vector<Drawn>& all, std::size_t list, std::size_t word) {
  const Words& words = all[list].words[word];
  std::string by = cover(words, all[list], false, word);
  for (std::size_t other = list + 1; by.empty() && other < all.size(); ++other) {
    const ImGuiWindow *over = all[other].window, *own = all[list].window;
    const bool is_same = over != nullptr && own != nullptr && over->RootWindow == own->RootWindow;
    if (is_same || !is_in_front_on_purpose(over)) by = cover(words, all[other], true, 0);
  }
  return by;
}

void add_what_is_beyond(const ImGuiWindow& window, std::vector<HarmedWords>& harmed) {
  const glm::vec2 far = beyond(window);
  if (std::max(far.x, far.y) <= kTouch) return;
  const ImRect seen = window.InnerClipRect;
  harmed.push_back({Harm::cut,
                    fmt::format("{:.0f} pixels more {}", std::max(far.x, far.y),
                                far.x > far.y ? "to the right" : "below"),
                    {seen.Min.x, seen.Min.y},
                    {seen.Max.x, seen.Max.y},
                    window.Name,
                    {}});
}

}  // namespace

std::vector<HarmedWords> harmed_words(const ImDrawData& drawn) {
  const std::map<Place, const ImFontGlyph*> glyphs = glyph_places();
  std::vector<Drawn> all;
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    const ImDrawList& list = *drawn.CmdLists[i];
    const char* name = list._OwnerName;
    all.push_back({.window = name != nullptr ? ImGui::FindWindowByName(name) : nullptr});
    Reader(list, glyphs, all.back()).read();
  }
  std::vector<HarmedWords> harmed;
  for (std::size_t list = 0; list < all.size(); ++list) {
    if (all[list].window != nullptr) add_what_is_beyond(*all[list].window, harmed);
    for (std::size_t i = 0; i < all[list].words.size(); ++i) {
      const Words& words = all[list].words[i];
      if (!is_seen(words)) continue;
      const std::string window = all[list].window != nullptr ? all[list].window->Name : "";
      HarmedWords harm{Harm::cut,
                       words.text,
                       {words.box.low.x, words.box.low.y},
                       {words.box.high.x, words.box.high.y},
                       window,
                       {}};
      if (is_cut(words, all[list].window)) harmed.push_back(harm);
      harm.harm = Harm::covered;
      harm.by = cover_in(all, list, i);
      if (!harm.by.empty()) harmed.push_back(harm);
    }
  }
  return harmed;
}

}  // namespace marrow::test
