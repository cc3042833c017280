#include "app/lesson/lesson_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/lesson/lessons.h"

namespace marrow::app {

namespace {

void draw_list(Editor& editor, const LessonState& state) {
  section("Lessons");
  if (state.files.empty())
    return small_note("The folder media/lessons is missing next to the program.");
  paragraph("Ten minutes each, on the sample. Drop a lesson of your own (.md) on the window.",
            colors().text_dim);
  for (const LessonFile& file : state.files) {
    ImGui::Dummy({0.0f, px(2)});
    const std::filesystem::path path = file.path;
    if (link(file.title.c_str())) return begin_lesson(editor, path);  // the list may change
  }
}

/// A sign in its own column, and words that wrap next to it.
void sign_and_words(const char* sign, ImU32 tone, const std::string& words) {
  colored_text(sign, tone);
  ImGui::SameLine(px(22));
  paragraph(words, colors().text);
}

void draw_question(LessonState& state, const LessonQuestion& question) {
  std::optional<std::size_t>& answer = state.answers[state.step];
  ImGui::Dummy({0.0f, px(4)});
  {
    const FontScope font(fonts().semibold);
    paragraph(question.text, colors().text);
  }
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    const IdScope scope{int(i)};
    const bool is_chosen = answer == i, is_right = i == question.right;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float inside = width - px(34);
    const float height =
        ImGui::CalcTextSize(question.answers[i].c_str(), nullptr, false, inside).y + px(10);
    if (ImGui::InvisibleButton("answer", {width, height})) answer = i;
    note_spot(question.answers[i]);
    const ImU32 tone = !is_chosen ? colors().raised : is_right ? colors().accent : colors().well;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, tone, px(4));
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
      list.AddRect(corner, {corner.x + width, corner.y + height}, colors().accent_text, px(4));
    const ImU32 ink = is_chosen && is_right ? colors().on_accent : colors().text;
    const std::string letter(1, char('a' + i));
    const char* const sign = !is_chosen ? letter.c_str() : is_right ? icon::kCheck : icon::kClose;
    draw_text({corner.x + px(9), corner.y + px(5)}, ink, sign);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {corner.x + px(28), corner.y + px(5)}, ink,
                 question.answers[i].c_str(), nullptr, inside);
    ImGui::SetCursorScreenPos({corner.x, corner.y + height + px(4)});
    ImGui::Dummy({0.0f, 0.0f});
  }
}

void draw_texts(const std::vector<std::string>& paragraphs) {
  for (const std::string& text : paragraphs) {
    paragraph(text, colors().text);
    ImGui::Dummy({0.0f, px(3)});
  }
}

void draw_to_do(Editor& editor, LessonState& state, const LessonStep& step) {
  ImGui::Dummy({0.0f, px(2)});
  for (const ConditionState& condition : check_step(editor, state)) {
    const bool is_done = state.are_reached[state.step] != 0;
    sign_and_words(is_done ? icon::kCheck : "\u00b7",
                   is_done ? colors().band[1] : colors().text_dim, condition.words);
  }
  if (step.script.empty()) return;
  if (text_button("Do it for me", false, "The same edits, a step each: undo takes them back"))
    do_step(editor, state);
}

void draw_way(Editor& editor, LessonState& state) {
  const Lesson& lesson = *state.lesson;
  ImGui::Dummy({0.0f, px(8)});
  if (text_button_if(state.step > 0, "Back")) --state.step;
  ImGui::SameLine(0.0f, px(8));
  if (state.step + 1 < lesson.steps.size()) {
    if (text_button("Next", is_step_done(state))) ++state.step;
  } else if (const LessonFile* next = next_lesson(state)) {
    const std::filesystem::path path = next->path;
    if (text_button("Next lesson", true, next->title.c_str())) return begin_lesson(editor, path);
  }
  ImGui::SameLine(0.0f, px(8));
  if (text_button("All lessons")) state.lesson.reset();
}

}  // namespace

void draw_lesson(Editor& editor) {
  LessonState& state = editor.lesson;
  if (!state.lesson) return draw_list(editor, state);
  const Lesson& lesson = *state.lesson;
  const LessonStep& step = lesson.steps[state.step];
  section(lesson.title.c_str(),
          fmt::format("{} of {}", state.step + 1, lesson.steps.size()).c_str());
  progress_bar(float(state.step + 1) / float(lesson.steps.size()));
  ImGui::Dummy({0.0f, px(4)});
  title_text(step.title.c_str());
  ImGui::Dummy({0.0f, px(2)});
  draw_texts(step.paragraphs);
  if (step.question) draw_question(state, *step.question);
  const bool is_revealed = !step.question || state.answers[state.step] == step.question->right;
  if (is_revealed) {
    draw_texts(step.revealed);
    if (!step.until.empty() || !step.script.empty()) draw_to_do(editor, state, step);
  }
  draw_way(editor, state);
}

}  // namespace marrow::app
