#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <stdexcept>
#include <utility>

#include "app/capture/capture_windows.h"
#include "app/widgets/dialog.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "editor/pose/transport.h"

namespace marrow::app {

namespace {

using Format = view::FilmFormat;
using Shows = FilmRequest::Shows;
/// Time for the film's pictures in each frame of the window.
constexpr std::chrono::milliseconds kShareOfFrame(30);
constexpr int kHeights[] = {240, 360, 480, 720, 1080, 1440, 2160};

void whole_field(const char* label, int& value, int low, int high, const char* format,
                 const char* tip) {
  float number = float(value);
  const NumberStyle style{
      .speed = 0.25f, .low = float(low), .high = float(high), .format = format, .tooltip = tip};
  if (number_field(label, number, style).changed) value = int(std::lround(number));
}

void size_fields(const Session& session, FilmRequest& request) {
  choice_field("Shape", request.shape,
               {"As the viewport", "Square", "Wide, 16 : 9", "Tall, 9 : 16"});
  std::vector<std::string> words;
  int chosen = -1;
  for (const int height : kHeights) {
    if (height == request.height) chosen = int(words.size());
    FilmRequest other = request;
    other.height = height;
    const glm::ivec2 size = film_size(session, other);
    words.push_back(fmt::format("{} \u00d7 {}", size.x, size.y));
  }
  if (choice_field("Pixels", chosen, words)) request.height = kHeights[chosen];
}

void turntable_fields(FilmRequest& request) {
  segments("Turns", request.back_and_forth, {"Once around", "Ping-pong"},
           "Both end where they begin: the loop has no jump.");
  if (request.back_and_forth) {
    const NumberStyle style{.speed = 0.5f,
                            .low = 5.0f,
                            .high = 180.0f,
                            .format = "%.0f\u00b0",
                            .tooltip = "To each side."};
    number_field("Swing", request.swing, style);
  }
  whole_field("Frames", request.frames, kFewestFrames, kMostFrames, "%.0f",
              "Of one loop, 12 to 360.");
  const NumberStyle style{.speed = 0.05f,
                          .low = kShortestLoop,
                          .high = kLongestLoop,
                          .format = "%.1f s",
                          .tooltip = "Of one loop."};
  if (request.format != Format::png) number_field("Time", request.seconds, style);
  segments("Camera", request.frames_whole, {"As now", "Show all"},
           "Show all: farther back, until everything stays in the picture all around.");
}

/// A drop-down if there are several motions; the transport strip shows the chosen one, too.
void motion_choice(Editor& editor) {
  const auto& motions = editor.document.committed().motions;
  std::vector<std::string> words;
  for (const std::shared_ptr<const Motion>& motion : motions)
    words.push_back(as_shown(motion->name.empty() ? "(no name)" : motion->name));
  if (words.size() == 1) return value_row("Motion", words.front());
  int chosen = int(editor.transport.motion);
  if (!choice_field("Motion", chosen, words)) return;
  choose_motion(editor, editor.transport, std::size_t(chosen));
  take_whole_motion(editor);
}

void motion_fields(Editor& editor) {
  const Motion* motion = chosen_motion(editor, editor.transport);
  if (motion == nullptr) return;
  motion_choice(editor);
  FilmRequest& request = editor.shots.film;
  NumberStyle style{.speed = 0.01f,
                    .low = 0.0f,
                    .high = duration_of(*motion),
                    .format = "%.2f s",
                    .tooltip = "Of the motion."};
  number_field("From", request.from, style);
  number_field("To", request.to, style);
  style = {.speed = 0.1f,
           .low = 1.0f,
           .high = float(view::fastest_rate(request.format)),
           .format = "%.0f fps",
           .tooltip = "Frames per second."};
  number_field("Rate", request.rate, style);
  segments("Camera", request.eye, {"Fixed", "Follows", "Moves"},
           "Follows: moves with the figure over the ground. Moves: as set with View > Begin camera "
           "move here.");
}

/// Asks about overwriting when the button is pressed, not while a name is typed.
void target_fields(Editor& editor) {
  ShotState& shots = editor.shots;
  const std::string before = film_target(editor).string();
  folder_field(editor.preferences);
  text_field("Name", shots.name, "A file of this name, or for PNG frames a folder of this name.");
  if (film_target(editor).string() != before) shots.asks_overwrite.reset();
}

void format_fields(ShotState& shots) {
  FilmRequest& request = shots.film;
  if (choice_field("Format", request.format,
                   {"MP4 (H.264)", "WebM (VP9)", "Animated WebP", "Animated GIF", "PNG frames"},
                   "MP4 plays everywhere. WebM, WebP and GIF go into web pages; WebP and GIF loop "
                   "forever. PNG frames go into other programs."))
    shots.asks_overwrite.reset();
  if (view::kind_of(request.format).has_quality)
    whole_field("Quality", request.quality, 1, 100, "%.0f",
                "100 is the best, in the largest file; 80 is hard to tell from it.");
}

const char* transparent_tip(Format format) {
  return format == Format::gif   ? "A pixel of a GIF is there or not: edges are hard."
         : format == Format::png ? "PNGs with alpha."
         : format == Format::webp
             ? "A WebP with alpha."
             : "MP4 and WebM always have a background; WebP, GIF and PNG can do without.";
}

void draw_film_settings(Editor& editor) {
  ShotState& shots = editor.shots;
  FilmRequest& request = shots.film;
  int shows = int(request.shows);
  if (segments("Shows", shows, {"Turntable", "Motion"},
               "The scene from all around, or one of its motions.")) {
    const bool has_own_name = shots.name != free_film_name(editor);
    request.shows = static_cast<Shows>(shows);
    if (!has_own_name) shots.name = free_film_name(editor);
    shots.scrubbed = 0;
  }
  format_fields(shots);
  size_fields(editor, request);
  request.shows == Shows::motion ? motion_fields(editor) : turntable_fields(request);
  const view::FilmSettings settings = film_settings(editor, request);
  value_row("Length",
            fmt::format("{} frames, {:.2f} s", settings.frames, settings.frames / settings.rate));
  section("Show");
  look_fields(request.look, transparent_tip(request.format));
  section("Save to");
  target_fields(editor);
}

/// The button's label, one per Format, in its order.
constexpr const char* kMakeWords[] = {"Make MP4", "Make WebM", "Make WebP", "Make GIF",
                                      "Make frames"};

void close_button(ShotState& shots, bool is_left) {
  if (text_button("Close", false, "Esc") || is_left) shots.shows_film = false;
  ImGui::SameLine();
}

}  // namespace

/// The subject for the current settings, made or updated.
view::FilmSubject& FilmWindow::previewed(Editor& editor) {
  deformed(editor);
  view::FilmPlan plan = film_plan(editor, editor.shots.film);
  if (previewed_)
    previewed_->take(std::move(plan));
  else
    previewed_ = std::make_unique<view::FilmSubject>(editor.document.tasks(), std::move(plan));
  return *previewed_;
}

/// The chosen frame, as it will be in the film.
void FilmWindow::draw_present(Editor& editor, glm::vec2 room) {
  view::FilmSubject& subject = previewed(editor);
  const view::FilmPlan& plan = subject.plan();
  int& frame = editor.shots.scrubbed;
  frame = std::clamp(frame, 0, plan.settings.frames - 1);
  const double seconds = plan.motion ? plan.from + frame / plan.settings.rate : 0.0;
  preview_.draw(editor, subject.picture(frame), plan.caption, plan.settings.size, room,
                {plan.motion.get(), seconds});
}

/// The preview and its slider. During a run: the last frame drawn, and no slider input.
void FilmWindow::draw_preview(Editor& editor, glm::vec2 room) {
  ShotState& shots = editor.shots;
  ImGui::BeginGroup();
  if (run_ && !run_->last().rgba.empty())
    preview_.draw(run_->last(), room);
  else
    draw_present(editor, room);
  ImGui::SetNextItemWidth(room.x);
  const int frames = run_ ? run_->frames() : film_settings(editor, shots.film).frames;
  int frame = run_ ? std::max(run_->frames_done(), 1) : shots.scrubbed + 1;
  ImGui::BeginDisabled(run_ != nullptr);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(px(4), std::floor((px(kRowHeight) - ImGui::GetFontSize()) * 0.5f)));
  const std::string format = fmt::format("frame %d of {}", frames);
  if (ImGui::SliderInt("##frame", &frame, 1, frames, format.c_str(), ImGuiSliderFlags_AlwaysClamp))
    shots.scrubbed = frame - 1;
  note_spot("Turn");
  ImGui::PopStyleVar();
  ImGui::EndDisabled();
  ImGui::EndGroup();
}

void FilmWindow::begin_run(Editor& editor) {
  ShotState& shots = editor.shots;
  shots.problem.clear();
  shots.asks_overwrite.reset();
  shots.wants_cancel = false;
  try {
    deformed(editor);
    previewed_.reset();
    run_ = begin_film(editor, shots.film, film_target(editor));
  } catch (const std::runtime_error& error) {
    shots.problem = error.what();
  }
  shots.is_running = run_ != nullptr;
}

void FilmWindow::end_run(Editor& editor) {
  run_.reset();
  editor.shots.is_running = editor.shots.wants_cancel = false;
  editor.wants_redraw = true;
}

/// Draws at least one picture of the film, more if there is time.
void FilmWindow::advance(Editor& editor) {
  if (!run_) return;
  ShotState& shots = editor.shots;
  editor.wants_redraw = true;
  if (shots.wants_cancel) {
    end_run(editor);
    return say(editor, "The film was canceled; nothing was written.");
  }
  try {
    const auto until = std::chrono::steady_clock::now() + kShareOfFrame;
    do {
      run_->advance(preview_.renderer(), until);
    } while (!run_->is_done() && std::chrono::steady_clock::now() < until);
    if (!run_->is_done()) return;
    say(editor, "Film, " + run_->summary(), false, film_target(editor));
    shots.shows_film = false;
  } catch (const std::runtime_error& error) {
    shots.problem = error.what();
  }
  end_run(editor);
}

void FilmWindow::draw_progress(Editor& editor, bool is_left) {
  progress_bar(run_->progress());
  if (text_button("Cancel") || is_left) editor.shots.wants_cancel = true;
  ImGui::SameLine(0.0f, px(16));
  ImGui::AlignTextToFramePadding();
  dim_text(run_->is_sampling() ? std::string("Looking for the best 255 colors")
           : run_->is_finishing()
               ? std::string("Finishing the file")
               : fmt::format("Frame {} of {}", run_->frames_done(), run_->frames()));
  right_text(time_left_text(run_->seconds_left()), colors().text_dim);
}

void FilmWindow::draw_buttons(Editor& editor, bool is_left) {
  ShotState& shots = editor.shots;
  const std::string refusal = why_not(editor, shots.film);
  ImGui::Dummy({0.0f, px(kProgressHeight)});  // room for the progress bar
  problem_line(refusal.empty() ? shots.problem : refusal);
  if (shots.asks_overwrite) {
    const std::string words = shots.asks_overwrite->filename().string() + " is there already.";
    colored_text(words, colors().amber);
    align_buttons({"Close", "Use another name", "Replace it"});
    close_button(shots, is_left);
    if (text_button("Use another name", false))
      shots.name = free_film_name(editor), shots.asks_overwrite.reset();
    ImGui::SameLine();
    if (text_button("Replace it", true)) begin_run(editor);
    return;
  }
  const char* make = kMakeWords[std::size_t(shots.film.format)];
  align_buttons({"Close", make});
  close_button(shots, is_left);
  ImGui::BeginDisabled(!refusal.empty() || shots.name.empty());
  const bool has_chosen = std::exchange(shots.has_chosen, false);
  if (text_button(make, true) || has_chosen) {
    if (!has_place_for_pictures(editor.preferences))
      shots.wants_folder = true;
    else if (would_overwrite(editor))
      shots.asks_overwrite = film_target(editor);
    else
      begin_run(editor);
  }
  ImGui::EndDisabled();
}

void FilmWindow::draw_content(Editor& editor) {
  const bool is_left = dialog_is_left();
  const glm::vec2 room = preview_room(kShotSettings);
  draw_preview(editor, room - glm::vec2(0.0f, px(34)));
  ImGui::SameLine(0.0f, px(20));
  ImGui::BeginDisabled(run_ != nullptr);
  if (ImGui::BeginChild("##settings", {0.0f, room.y})) draw_film_settings(editor);
  ImGui::EndChild();
  ImGui::EndDisabled();
  ImGui::Dummy({0.0f, px(4)});
  if (run_)
    draw_progress(editor, is_left);
  else
    draw_buttons(editor, is_left);
}

void FilmWindow::draw(Editor& editor) {
  constexpr const char* kId = "###film";
  if (editor.shots.shows_film) advance(editor);
  if (!editor.shots.shows_film && run_) end_run(editor);
  if (!editor.shots.shows_film) {
    close_shot_window(kId);
    previewed_.reset();
    return preview_.reset();
  }
  if (asks_something_else(editor.files) || !begin_shot_window(kId, "Film")) return;
  draw_content(editor);
  if (!editor.shots.shows_film) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace marrow::app
