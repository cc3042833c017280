// The Course tab: tasks with their checks, results, and links to their cases. Also the plate on the
// picture while a check's case is shown in place of the user's scene.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "app/course/course_panels.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/course/course.h"
#include "editor/course/course_case.h"
#include "editor/session.h"

namespace marrow::app {
namespace {

using course::Verdict;

constexpr std::size_t kMostProblems = 3;
constexpr double kLeastTime = 0.05;  // milliseconds; shorter times are not shown

ImU32 tone_of(Verdict verdict) {
  if (verdict == Verdict::passed) return colors().band[1];
  return has_failed(verdict) ? colors().error : colors().text_faint;
}

const char* sign_of(Verdict verdict) {
  if (verdict == Verdict::passed) return icon::kCheck;
  if (verdict == Verdict::failed) return icon::kClose;
  if (has_failed(verdict)) return icon::kWarning;
  return verdict == Verdict::running ? icon::kClock : "\u00b7";
}

/// Requests of the buttons, carried out after drawing, because they may replace the results.
struct Asked {
  std::optional<std::size_t> choose, open, show, run;
  std::optional<int> task;
};

void draw_progress(const CourseState& course) {
  const auto is_over = [](const course::Result& result) {
    return result.verdict != Verdict::waiting && result.verdict != Verdict::running;
  };
  const std::vector<course::Result>& results =
      course.runner ? course.runner->results() : course.results;
  ImGui::SameLine(0.0f, px(8));
  dim_text(fmt::format("{} of {}", std::count_if(results.begin(), results.end(), is_over),
                       results.size()));
}

void draw_run_row(Session& session, CourseState& course) {
  if (are_checks_running(course) && !course.is_trying && !course.times_textbook) {
    if (text_button("Stop", false, "Stops the run; keeps the results so far")) stop_checks(course);
    draw_progress(course);
  } else {
    if (text_button_if(!course.is_trying && why_no_checks(course).empty(), "Run all", true,
                       "Every check, each in a process of its own"))
      run_all_checks(session, course);
  }
  if (!is_visiting(session)) return;
  ImGui::SameLine(0.0f, px(8));
  if (text_button("Back to your scene", false, "Your document, as you left it (Esc)"))
    return_to_own(session);
}

void draw_total(Session& session, CourseState& course) {
  const Score all = score_of(course, 0);
  if (all.checks == 0) return section("Course");  // a page has no checks
  section("Course", fmt::format("{} of {} points", all.points, all.of).c_str());
  progress_bar(all.of > 0 ? float(all.points) / float(all.of) : 0.0f);
  ImGui::Dummy({0.0f, px(2)});
  draw_run_row(session, course);
}

/// A wrapped note with a bar of its color at the left.
void note(const std::string& text, ImU32 tone) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Indent(px(8));
  small_note(text, tone);
  ImGui::Unindent(px(8));
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y}, {at.x + px(2), ImGui::GetItemRectMax().y},
                                            tone);
}

void draw_notes(const Session& session, const CourseState& state) {
  if (const std::string why = why_no_checks(state); !why.empty()) note(why, colors().text_dim);
  if (state.is_trying)
    note(
        "Your functions are tried first, each check in a process of its own. Until then nothing "
        "moves here.",
        colors().text_dim);
  for (const course::UnsafeFunction& body : state.unsafe)
    note(body.why + (state.implementation ? ". A stub takes its place until the program is rebuilt."
                                          : "."),
         colors().error);
  const std::vector<std::string>& problems = session.deformer.problems();
  for (std::size_t i = 0; i < std::min(problems.size(), kMostProblems); ++i)
    note(problems[i], colors().amber);
}

/// The first stage with a wrong result, and a link to its check.
void draw_divergence(const CourseState& course, Asked& asked) {
  const std::optional<Divergence> first = first_divergence(course);
  if (!first) return;
  ImGui::Dummy({0.0f, px(2)});
  ImGui::AlignTextToFramePadding();
  dim_text("First difference:");
  ImGui::SameLine(0.0f, px(6));
  if (link(std::string(course::name_of(first->stage)).c_str(),
           "Opens the check that found it. Later failures may be its consequences."))
    asked.open = first->check;
  note_spot("First difference");
}

/// A label, and next to it wrapped words; nothing if `words` is empty.
void worded_row(const char* label, const std::string& words, ImU32 tone) {
  if (words.empty()) return;
  const float start = ImGui::GetCursorPosX();
  const FontScope font(fonts().small);
  dim_text(label);
  ImGui::SameLine(start + px(64), 0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, tone);
  ImGui::BeginGroup();  // so that every line begins in the column
  wrapped_text(words, ImGui::GetContentRegionAvail().x - px(4));
  ImGui::EndGroup();
  ImGui::PopStyleColor();
}

std::string place_words(const course::Outcome& outcome) {
  std::string text = outcome.joint;
  if (outcome.vertex >= 0)
    text += fmt::format("{}vertex {}", text.empty() ? "" : ", ", outcome.vertex);
  return text;
}

std::string time_words(const CourseState& course, const course::Result& result) {
  if (result.milliseconds < kLeastTime) return {};
  const auto textbook = course.textbook.find(result.check->name);
  const std::string mine = fmt::format("{:.1f} ms", result.milliseconds);
  return textbook == course.textbook.end()
             ? mine
             : fmt::format("{} \u00b7 the textbook takes {:.1f} ms", mine, textbook->second);
}

/// Once for each chosen check: scrolls until its last line is visible.
void bring_into_view(std::size_t index) {
  int* const last = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("##last_chosen"), -1);
  if (*last == int(index)) return;
  *last = int(index);
  if (ImGui::GetItemRectMax().y > ImGui::GetWindowPos().y + ImGui::GetWindowHeight())
    ImGui::SetScrollHereY(1.0f);
}

void draw_details(CourseState& course, std::size_t index, const course::Result& result,
                  Asked& asked) {
  const course::Check& check = course::checks()[index];
  const course::Outcome& outcome = result.outcome;
  ImGui::Indent(px(8));
  small_note(check.story);
  ImGui::Dummy({0.0f, px(1)});
  if (has_failed(result.verdict)) {
    worded_row("Expected", outcome.expected, colors().text);
    worded_row("Got", outcome.got, colors().error);
    worded_row(outcome.names_mistake ? "Likely" : "Rule", outcome.likely_reason, colors().amber);
    worded_row("Where", place_words(outcome), colors().text);
    worded_row("Stage", std::string(course::name_of(outcome.stage.value_or(check.stage))),
               colors().text);
    worded_row("Printed", result.printed, colors().text_dim);
  }
  worded_row("Time", time_words(course, result), colors().text_dim);
  ImGui::Dummy({0.0f, px(2)});
  if (check.scene) {
    if (small_button("Show the case",
                     "Shows its scene in place of yours: your result, with the expected one as a "
                     "ghost. Your scene is kept."))
      asked.show = index;
    ImGui::SameLine(0.0f, px(6));
  }
  ImGui::BeginDisabled(!why_no_checks(course).empty());
  if (small_button("Run again")) asked.run = index;
  ImGui::EndDisabled();
  bring_into_view(index);
  ImGui::Unindent(px(8));
  ImGui::Dummy({0.0f, px(4)});
}

void draw_check(CourseState& course, std::size_t index, Asked& asked) {
  const course::Check& check = course::checks()[index];
  const course::Result* found = result_of(course, index);
  const course::Result result = found ? *found : course::Result{.check = &check};
  const bool is_chosen = course.chosen == index;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, px(24)};
  ImGui::PushID(int(index));
  if (ImGui::InvisibleButton("##check", size)) asked.choose = index;
  note_spot(check_title(check));
  if (ImGui::IsItemHovered() || is_chosen)
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              is_chosen ? colors().accent_ground : colors().veil,
                                              px(3));
  if (!is_chosen) tooltip(check.story);
  const float y = at.y + std::floor((size.y - ImGui::GetFontSize()) * 0.5f);
  draw_text({at.x + px(8), y}, tone_of(result.verdict), sign_of(result.verdict));
  const bool says_how = result.verdict > Verdict::failed;
  const std::string right =
      says_how ? std::string(name_of(result.verdict)) : fmt::format("{}", check.points);
  const float right_width = text_width(as_shown(right));
  draw_text({at.x + size.x - right_width - px(4), y},
            says_how ? colors().error : colors().text_faint, as_shown(right));
  const std::string title = ellipsis(check_title(check), size.x - px(40) - right_width);
  draw_text({at.x + px(28), y}, has_failed(result.verdict) ? colors().text : colors().text_dim,
            title);
  ImGui::PopID();
  if (is_chosen) draw_details(course, index, result, asked);
}

void draw_task(CourseState& course, int task, Asked& asked) {
  const Score score = score_of(course, task);
  if (score.checks == 0) return;
  const bool is_done = score.passed == score.checks;
  const std::string status =
      fmt::format("{} of {}{}", score.points, score.of, is_done ? " \u2713" : "");
  const ImU32 tone = is_done            ? colors().band[1]
                     : score.failed > 0 ? colors().error
                                        : colors().text_dim;
  const std::string title = fmt::format("{}  {}{}", task, course::title_of(task),
                                        course::is_extra(task) ? " (extra)" : "");
  if (!fold_header(title.c_str(), course.is_unfolded[std::size_t(task - 1)], status, tone)) return;
  for (std::size_t i = 0; i < course::checks().size(); ++i)
    if (course::checks()[i].task == task) draw_check(course, i, asked);
  ImGui::PushID(task);
  if (why_no_checks(course).empty() && link("Run this task", "Its checks alone")) asked.task = task;
  ImGui::PopID();
  ImGui::Dummy({0.0f, px(4)});
}

void choose(Session& session, CourseState& state, ViewportState& viewport, std::size_t check) {
  const bool again = state.chosen == check;
  state.chosen = again ? std::nullopt : std::optional(check);
  state.is_unfolded[std::size_t(course::checks()[check].task - 1)] = true;
  const course::Result* result = result_of(state, check);
  // A failed check shows its case at once.
  if (!again && result && has_failed(result->verdict) && course::checks()[check].scene)
    show_case(session, state, viewport, check);
}

void do_asked(Session& session, CourseState& course, ViewportState& viewport, const Asked& asked) {
  if (asked.choose) choose(session, course, viewport, *asked.choose);
  if (asked.open) {
    course.chosen.reset();
    choose(session, course, viewport, *asked.open);
  }
  if (asked.show) show_case(session, course, viewport, *asked.show);
  if (asked.run) run_one_check(session, course, *asked.run);
  if (asked.task) run_task(session, course, *asked.task);
}

}  // namespace

void draw_course(Session& session, CourseState& course, ViewportState& viewport) {
  Asked asked;
  draw_total(session, course);
  draw_notes(session, course);
  draw_divergence(course, asked);
  ImGui::Dummy({0.0f, px(4)});
  for (int task = 1; task <= kTasks; ++task) draw_task(course, task, asked);
  if (course.results.empty() && why_no_checks(course).empty())
    small_note(
        "The checks run the functions in src/rig/student. \"Run all\" takes a few seconds; nothing "
        "here changes your scene.");
  do_asked(session, course, viewport, asked);
}

void draw_case_note(const Session& session, const CourseState& course, const Area& area) {
  if (!course.shown) return;
  const CheckCase& shown = *course.shown;
  const view::Tones& tones = colors().picture;
  const auto packed = [](const view::Color& color) {
    return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1.0f});
  };
  PlateLines lines{{"Case: " + check_title(course::checks()[shown.check]), colors().text}};
  if (shown.worst && shown.expected_points.empty()) {
    lines.emplace_back("the vertex in question", packed(tones.capsule_hovered));
  } else if (shown.worst) {
    const bool has_arrows = !shown.arrows_from.empty();
    if (!shown.asked_points.empty()) lines.emplace_back("the point asked about", packed(kAsked));
    lines.emplace_back(has_arrows       ? "expected normals"
                       : shown.expected ? "expected: the ghost"
                                        : "expected",
                       packed(tones.capsule_hovered));
    lines.emplace_back(has_arrows       ? "yours: the thick arrows are the vertex in question"
                       : shown.expected ? "yours: brighter means farther off"
                       : is_result_in_picture(session, shown) ? "yours"
                                                              : "yours: outside the picture",
                       packed(tones.uncovered));
  }
  lines.emplace_back("Esc: back to your scene", colors().text_dim);
  draw_plate(area, {area.low.x + px(56), area.low.y + px(44)}, lines);
}

}  // namespace marrow::app
