#include "app/capture/turntable_window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <stdexcept>

#include "app/capture/shot_parts.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/capture_state.h"
#include "editor/dialogs.h"
#include "editor/editor.h"

namespace marrow::app {

namespace {

using Form = TurntableWish::Form;
using Shape = TurntableWish::Shape;
constexpr std::chrono::milliseconds kShareOfFrame(
    30);  // for pictures, before the window is drawn again
constexpr int kHeights[] = {240, 360, 480, 720, 1080, 1440, 2160};

void whole_field(const char* label, int& value, int low, int high, const char* format,
                 const char* tip) {
  float number = static_cast<float>(value);
  const NumberStyle style{.speed = 0.25f,
                          .low = static_cast<float>(low),
                          .high = static_cast<float>(high),
                          .format = format,
                          .tooltip = tip};
  if (number_field(label, number, style).changed) value = static_cast<int>(std::lround(number));
}

void size_fields(const Session& session, TurntableWish& wish) {
  int shape = static_cast<int>(wish.shape);
  if (choice_field("Shape", shape, {"As the viewport", "Square", "Wide, 16 : 9", "Tall, 9 : 16"}))
    wish.shape = static_cast<Shape>(shape);
  std::vector<std::string> words;
  int chosen = -1;
  for (const int height : kHeights) {
    if (height == wish.height) chosen = static_cast<int>(words.size());
    TurntableWish other = wish;
    other.height = height;
    const glm::ivec2 size = turntable_size(session, other);
    words.push_back(fmt::format("{} \u00d7 {}", size.x, size.y));
  }
  std::vector<const char*> entries;
  for (const std::string& word : words) entries.push_back(word.c_str());
  if (choice_field("Pixels", chosen, entries)) wish.height = kHeights[chosen];
}

void motion_fields(TurntableWish& wish) {
  int way = wish.back_and_forth ? 1 : 0;
  if (segments("Turns", way, {"Once around", "Ping-pong"},
               "Both end where they begin: the loop has no jump."))
    wish.back_and_forth = way == 1;
  if (wish.back_and_forth) {
    const NumberStyle style{.speed = 0.5f,
                            .low = 5.0f,
                            .high = 180.0f,
                            .format = "%.0f\u00b0",
                            .tooltip = "To each side."};
    number_field("Swing", wish.swing, style);
  }
  whole_field("Frames", wish.frames, kFewestFrames, kMostFrames, "%.0f", "Of one loop, 12 to 360.");
  const NumberStyle style{.speed = 0.05f,
                          .low = kShortestLoop,
                          .high = kLongestLoop,
                          .format = "%.1f s",
                          .tooltip = "Of one loop."};
  if (wish.form == Form::gif) number_field("Time", wish.seconds, style);
  int framing = wish.frames_whole ? 1 : 0;
  if (segments("Camera", framing, {"As it stands", "Show all"},
               "Show all: steps back until everything stays in the picture all around."))
    wish.frames_whole = framing == 1;
}

/// An existing name is asked about when the button is pressed, not while typing.
void target_fields(ShotState& shots) {
  const std::string before = turntable_target(shots).string();
  folder_field(shots);
  text_field("Name", shots.name,
             "A GIF of this name, or a folder of this name with the frames in it.");
  if (turntable_target(shots).string() != before) shots.asks_overwrite.reset();
}

void draw_turntable_settings(Session& session, ShotState& shots) {
  TurntableWish& wish = shots.turntable;
  int form = static_cast<int>(wish.form);
  if (segments(
          "As", form, {"Animated GIF", "PNG frames"},
          "A GIF loops for ever in browsers and READMEs; PNG frames go into films and papers.")) {
    wish.form = static_cast<Form>(form);
    shots.asks_overwrite.reset();
  }
  size_fields(session, wish);
  motion_fields(wish);
  section("Show");
  look_fields(wish.look, wish.form == Form::gif
                             ? "A pixel of a GIF is there or not: edges are hard."
                             : "PNGs with alpha.");
  section("Save to");
  target_fields(shots);
}

}  // namespace

/// Turned by hand; during a run, the frame drawn last.
void TurntableWindow::draw_preview(Editor& editor, glm::vec2 room) {
  ShotState& shots = editor.shots;
  ImGui::BeginGroup();
  if (run_ && !run_->last().rgba.empty()) {
    preview_.draw(run_->last(), room);
  } else {
    deformed(editor);
    const glm::ivec2 size = turntable_size(editor, shots.turntable);
    preview_.draw(editor, turntable_picture(editor, shots.turntable, shots.scrubbed), size, room);
  }
  ImGui::SetNextItemWidth(room.x);
  int frame = run_ ? std::max(run_->frames_done(), 1)
                   : std::clamp(shots.scrubbed, 0, shots.turntable.frames) + 1;
  ImGui::BeginDisabled(run_ != nullptr);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(px(4), std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)));
  const std::string format = fmt::format("frame %d of {}", shots.turntable.frames);
  if (ImGui::SliderInt("##frame", &frame, 1, shots.turntable.frames, format.c_str(),
                       ImGuiSliderFlags_AlwaysClamp))
    shots.scrubbed = frame - 1;
  note_spot("Turn");
  ImGui::PopStyleVar();
  ImGui::EndDisabled();
  ImGui::EndGroup();
}

void TurntableWindow::begin_run(Editor& editor) {
  ShotState& shots = editor.shots;
  shots.problem.clear();
  shots.asks_overwrite.reset();
  shots.wants_cancel = false;
  try {
    run_ = std::make_unique<TurntableRun>(editor, shots.turntable, turntable_target(shots));
  } catch (const std::runtime_error& error) {
    shots.problem = error.what();
  }
  shots.is_running = run_ != nullptr;
}

void TurntableWindow::end_run(Editor& editor) {
  run_.reset();
  editor.shots.is_running = editor.shots.wants_cancel = false;
  editor.wants_redraw = true;
}

/// At least one picture per frame of the window, more if they are quick.
void TurntableWindow::advance(Editor& editor) {
  if (!run_) return;
  ShotState& shots = editor.shots;
  editor.wants_redraw = true;
  if (shots.wants_cancel) {
    end_run(editor);
    return say(editor, "The turntable was cancelled; nothing was written.");
  }
  try {
    const auto begin = std::chrono::steady_clock::now();
    do {
      run_->advance(preview_.renderer());
    } while (!run_->is_done() && std::chrono::steady_clock::now() - begin < kShareOfFrame);
    if (!run_->is_done()) return;
    say(editor, "Turntable, " + run_->summary());
    shots.shows_turntable = false;
  } catch (const std::runtime_error& error) {
    shots.problem = error.what();
  }
  end_run(editor);
}

void TurntableWindow::draw_progress(Editor& editor, bool is_left) {
  progress_bar(run_->progress());
  const bool looks_for_colors =
      run_->frames_done() == 0 && editor.shots.turntable.form == Form::gif;
  if (text_button("Cancel") || is_left) editor.shots.wants_cancel = true;
  ImGui::SameLine(0.0f, px(16));
  ImGui::AlignTextToFramePadding();
  dim_text(looks_for_colors ? std::string("Looking for the best 255 colours")
                            : fmt::format("Frame {} of {}", run_->frames_done(), run_->frames()));
  right_text(time_left_text(run_->seconds_left()), colors().text_dim);
}

namespace {

void close_button(ShotState& shots, bool is_left) {
  if (text_button("Close", false, "Esc") || is_left) shots.shows_turntable = false;
  ImGui::SameLine();
}

}  // namespace

void TurntableWindow::draw_buttons(Editor& editor, bool is_left) {
  ShotState& shots = editor.shots;
  const std::string refusal = why_not(shots.turntable);
  ImGui::Dummy({0.0f, px(kProgressHeight)});  // where the progress will be
  problem_line(refusal.empty() ? shots.problem : refusal);
  if (shots.asks_overwrite) {
    const std::string words = shots.asks_overwrite->filename().string() + " is there already.";
    ImGui::PushStyleColor(ImGuiCol_Text, colors().amber);
    ImGui::TextUnformatted(as_shown(words).c_str());
    ImGui::PopStyleColor();
    align_buttons({"Close", "Use another name", "Replace it"});
    close_button(shots, is_left);
    if (text_button("Use another name", false))
      shots.name = free_turntable_name(editor, editor.shots), shots.asks_overwrite.reset();
    ImGui::SameLine();
    if (text_button("Replace it", true)) begin_run(editor);
    return;
  }
  const char* make = shots.turntable.form == Form::gif ? "Make GIF" : "Make frames";
  align_buttons({"Close", make});
  close_button(shots, is_left);
  ImGui::BeginDisabled(!refusal.empty() || shots.name.empty());
  if (text_button(make, true)) {
    if (would_overwrite(shots))
      shots.asks_overwrite = turntable_target(shots);
    else
      begin_run(editor);
  }
  ImGui::EndDisabled();
}

void TurntableWindow::draw_content(Editor& editor) {
  const bool is_left = escape_is_for_window();
  const glm::vec2 room = preview_room(kShotSettings);
  draw_preview(editor, room - glm::vec2(0.0f, px(34)));
  ImGui::SameLine(0.0f, px(20));
  ImGui::BeginDisabled(run_ != nullptr);
  if (ImGui::BeginChild("##settings", {0.0f, room.y}))
    draw_turntable_settings(editor, editor.shots);
  ImGui::EndChild();
  ImGui::EndDisabled();
  ImGui::Dummy({0.0f, px(4)});
  if (run_)
    draw_progress(editor, is_left);
  else
    draw_buttons(editor, is_left);
}

void TurntableWindow::draw(Editor& editor) {
  constexpr const char* kId = "###turntable";
  if (editor.shots.shows_turntable) advance(editor);
  if (!editor.shots.shows_turntable && run_) end_run(editor);
  if (!editor.shots.shows_turntable) {
    close_shot_window(kId);
    return preview_.reset();
  }
  if (asks_something_else(editor.files) || !begin_shot_window(kId, "Turntable", 860.0f)) return;
  draw_content(editor);
  if (!editor.shots.shows_turntable) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace marrow::app
