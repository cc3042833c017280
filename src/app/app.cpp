// The editor's window. frame() is the whole flow of data, top to bottom.
#include "app/app.h"

#include <SDL_events.h>
#include <SDL_timer.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>
#include <stdexcept>
#include <utility>

#include "app/dialogs.h"
#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/pose/pose_panels.h"
#include "app/viewport/viewport.h"
#include "app/widgets/dialog.h"
#include "app/widgets/focus.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "editor/bench/body_measuring.h"
#include "editor/camera_move.h"
#include "editor/capture/shot.h"
#include "editor/course/course.h"
#include "editor/editor.h"
#include "editor/figure/figure_markers.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/preferences.h"
#include "editor/files/recent.h"
#include "editor/files/safety.h"
#include "editor/files/welcome.h"
#include "editor/long_edit.h"
#include "editor/open_dialogs.h"
#include "editor/pose/shelf.h"
#include "editor/pose/transport.h"
#include "editor/preferences_state.h"
#include "editor/shell_state.h"
#include "editor/step_notes.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/timeline_state.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "platform/folders.h"
#include "platform/jobs.h"

namespace marrow::app {

namespace {

constexpr int kFramesAfterEvent = 3;     // until ImGui's sizes and focus are final
constexpr double kRefineAfter = 0.15;    // seconds without movement until antialiasing
constexpr double kRefineInDrag = 0.5;    // seconds; longer in a drag, which may continue
constexpr double kSlowFrame = 0.05;      // seconds: slower moving frames get fewer pixels
constexpr double kFastFrame = 0.012;     // seconds: faster ones get all pixels again
constexpr float kSlowResolution = 0.5f;  // slow moving pictures: share of pixels along each side
constexpr float kCoarseResolution = 1.0f / 16.0f;  // share along each side, see draw_coarsely()
constexpr double kTooltipAfter = 0.5;              // seconds
constexpr double kLongestFrame = 0.25;  // seconds: ImGui's animations do not jump after a sleep
constexpr double kNever = 1e8;
// Seconds that frames wait for a file: at the start, because the window would be empty, and later,
// when the pause must not be noticed.
constexpr double kPatienceAtStart = 0.25;
constexpr double kPatience = 0.05;
constexpr double kJobMilliseconds = 10.0;  // for jobs in each frame, where they have no threads
constexpr std::uint64_t kSynchronousWorkLimit = 16'000'000;  // BodyRequest::work(): about 50 ms
constexpr double kPollSeconds = 0.02;  // seconds between two checks of background work

double seconds_of_clock() {
  return double(SDL_GetPerformanceCounter()) / double(SDL_GetPerformanceFrequency());
}

WindowPlace wished_place(const AppOptions& options, const WindowPlace& last) {
  if (options.width <= 0 || options.height <= 0) return last;
  return {{}, {options.width, options.height}};
}

bool calls_student(const AppOptions& options) { return options.awaits_functions || is_handout(); }

bool is_function_key(SDL_Keycode code) { return code >= SDLK_F1 && code <= SDLK_F12; }

/// Heights of the rows below the picture.
BottomHeights bottom_heights(const Editor& editor, float window_height) {
  const bool shows_keys =
      editor.timeline.is_open && chosen_motion(editor, editor.transport) != nullptr;
  return fit_bottom(
      {transport_height(editor, editor.shelf, editor.transport),
       shows_keys ? editor.preferences.timeline_height : 0.0f, shelf_height(editor, editor.shelf)},
      window_height, editor.ui_scale);
}

/// Esc: cancels background work, but not during a drag. True if there was any.
bool cancel_work(Editor& editor) {
  if (is_dragging(editor)) return false;
  if (is_loading(editor.files))
    stop_loading(editor.files);
  else if (editor.long_edit.job.has_begun())
    editor.long_edit.job.cancel();
  else if (can_stop_export(editor.files))
    stop_export(editor.files);
  else if (shows_measuring(editor))
    cancel_measuring(editor);
  else
    return false;
  return true;
}

}  // namespace

App::App(const AppOptions& options)
    : started_(seconds_of_clock()),
      state_log_(options.state_log),
      saved_preferences_(load_preferences()),
      window_(wished_place(options, saved_preferences_.window), options.mute_errors),
      viewport_min_(options.awaits_functions ? kFigureMin : kViewportMin),
      implementation_(tasks_of(Backend::fast)),
      editor_(calls_student(options) ? implementation_ : tasks_of(Backend::fast)) {
  renderer_.emplace();
  editor_.clipboard = {.read = clipboard_text, .write = set_clipboard_text};
  editor_.course.program = options.program;
  if (options.awaits_functions || (is_handout() && !options.program.empty()))
    begin_course(editor_, editor_.course, implementation_);
  editor_.preferences = saved_preferences_;
  if (options.keymap) editor_.preferences.keymap = *options.keymap;
  editor_.display_scale =
      options.display_scale > 0.0f ? options.display_scale : window_.display_scale();
  const float kept = editor_.preferences.ui_scale;
  const float scale = options.ui_scale > 0.0f ? options.ui_scale
                      : kept > 0.0f           ? kept
                                              : editor_.display_scale;
  editor_.ui_scale = std::clamp(scale, kMinUiScale, kMaxUiScale);
  layout_ = lay_out(window_.size(), editor_.preferences.left_width, editor_.preferences.right_width,
                    editor_.ui_scale, 0.0f, viewport_min_);
  editor_.picture_size = glm::max(layout_.viewport.size, glm::vec2(1.0f));
  editor_.throttles_slow_meters = !options.waits_for_jobs;
  begin_safety(editor_, editor_.files, platform::state_folder());
  open_files(options);
}

App::~App() {
  stop_loading(editor_.files);
  if (editor_.files.loading.reading.is_ending() || is_saving(editor_.files) ||
      is_measuring(editor_))
    window_.hide();  // background work ends without keeping the user waiting
  Preferences& preferences = editor_.preferences;
  const bool shows_last_file =
      !preferences.last_file.empty() &&
      std::filesystem::path(preferences.last_file).filename() == document_name(editor_);
  if (shows_last_file) preferences.last_view = editor_.camera;
  store_preferences();
  if (editor_.wants_quit) end_safety(editor_.files);
}

/// Opens the given files, else the last one, else the sample. Slow ones load in the background.
void App::open_files(const AppOptions& options) {
  if (!options.waits_for_jobs) editor_.files.loading.patience = kPatienceAtStart;
  std::error_code error;
  const std::string last = editor_.preferences.last_file;
  if (!options.files.empty()) {
    std::deque<LoadRequest> requests = {{LoadRequest::Kind::open, options.files.front()}};
    for (std::size_t i = 1; i < options.files.size(); ++i)
      requests.push_back({LoadRequest::Kind::import, options.files[i]});
    begin_loading(editor_, std::move(requests));
  } else if (!last.empty() && std::filesystem::exists(last, error)) {
    begin_loading(editor_, {{LoadRequest::Kind::last, last}});
  } else if (open_sample(editor_) && !options.awaits_functions) {
    begin_welcome(editor_, editor_.welcome);
  }
  if (options.waits_for_jobs) return;
  editor_.files.loading.patience = kPatience;
  editor_.files.saving.patience = kPatience;
  editor_.long_edit.patience = kPatience;
  editor_.synchronous_work_limit = kSynchronousWorkLimit;
}

/// Seconds until a timed change is due; kNever or more: none is, sleep until an event arrives.
double App::seconds_to_sleep() const {
  double sleep = std::min({seconds_to_next_change(editor_, editor_.course, editor_.viewport),
                           seconds_to_safety(editor_.files), seconds_to_measures(editor_),
                           seconds_to_saving_card(editor_, editor_.files)});
  if (needs_refining_) sleep = std::min(sleep, refine_at_ - editor_.now);
  if (awaits_file(editor_) || is_measuring(editor_)) sleep = std::min(sleep, kPollSeconds);
  if (tooltip_at_ > editor_.now) sleep = std::min(sleep, tooltip_at_ - editor_.now);
  return std::max(sleep, 0.0);
}

void App::note_time() {
  if (seconds_of_clock() - last_frame_ >= seconds_to_sleep())
    frames_due_ = std::max(frames_due_, 1);
}

void App::wait() {
  if (const glm::ivec2 size = window_.size();
      size.x == 0 || size.y == 0) {  // minimized: frames stay due until it is back
    SDL_WaitEvent(nullptr);
    return;
  }
  if (frames_due_ > 0 || input_.has_leftover()) return;
  const double sleep = seconds_to_sleep();
  // The progress of saving is checked without drawing.
  const bool polls = is_saving(editor_.files) && sleep > kPollSeconds;
  const double seconds = polls ? kPollSeconds : sleep;
  if (seconds >= kNever)
    SDL_WaitEvent(nullptr);
  else if (SDL_WaitEventTimeout(nullptr, int(std::ceil(seconds * 1000.0))) != 0)
    return;
  else if (polls)
    note_time();
  else
    frames_due_ = 1;
}

bool App::is_at_rest() const {
  return frames_due_ == 0 && !input_.has_leftover() && !needs_refining_ && !awaits_file(editor_) &&
         !is_saving(editor_.files) && !is_measuring(editor_);
}

void App::step() {
  take_input();
  platform::advance_jobs(kJobMilliseconds);
  if (advance_saving(editor_)) frames_due_ = kFramesAfterEvent;
  if (advance_loading(editor_, is_busy(editor_))) frames_due_ = kFramesAfterEvent;
  if (advance_measuring(editor_)) frames_due_ = kFramesAfterEvent;
  if (advance_long_edit(editor_, is_busy(editor_))) frames_due_ = kFramesAfterEvent;
  if (advance_figure(editor_)) frames_due_ = kFramesAfterEvent;
  const glm::ivec2 size = window_.size();
  if (size.x == 0 || size.y == 0) return;  // minimized: nothing to draw on, and frames stay due
  if (window_.has_lost_context()) remake_graphics();
  const bool refines = needs_refining_ && fixed_step_ > 0.0;
  if (frames_due_ == 0 && !refines) return;
  // With a fixed step nothing waits for refine_at_: skip to it.
  if (frames_due_ == 0) editor_.now = std::max(editor_.now, refine_at_ - fixed_step_);
  frames_due_ = std::max(frames_due_ - 1, 0);
  frame();
}

void App::remake_graphics() {
  renderer_.reset();
  sheet_.lose_graphics();
  thumbnails_.lose_graphics(editor_);
  thumbs_.lose_graphics();
  shot_window_.lose_graphics();
  film_window_.lose_graphics();
  window_.remake_context();
  renderer_.emplace();
  picture_.lose();
  frames_due_ = std::max(frames_due_, 1);
}

void App::take_input() {
  input_.begin_frame();
  has_input_ = input_.take();
  if (has_input_) {
    frames_due_ = kFramesAfterEvent;
    tooltip_at_ = editor_.now + kTooltipAfter;
  }
  if (input_.has_acted()) {
    end_wave(editor_, editor_.welcome);
    end_ease(editor_, editor_.shelf);
  }
  for (const std::string& path : input_.dropped()) drop_file(editor_, path);
  if (input_.wants_quit()) request_quit(editor_);
}

void App::frame() {
  const double began = seconds_of_clock();
  last_frame_ = began;
  editor_.wants_redraw = false;
  advance_clock();
  thumbnails_.update(editor_);
  begin_gui();  // events -> ImGui
  advance_wave(editor_, editor_.welcome);
  run_shortcuts();  // events -> commands -> document
  advance_camera(editor_);
  draw_panels();                                                  // panels and viewport -> document
  advance_safety(editor_, editor_.files, input_.gained_focus());  // document -> autosave
  ImGui::Render();
  note_event_times();
  draw_picture();  // document -> deformer.update() -> renderer.draw()
  note_event_times();
  frame_ms_ = (seconds_of_clock() - began) * 1000.0;
  if (shows_frame() && !is_coarse()) {
    window_.end_gui();  // picture and panels -> window
    if (keeps_pixels_) last_read_ = window_.read();
    window_.swap();
  }
  note_speed(seconds_of_clock() - began);
  finish_frame();
  if (window_.has_lost_context()) remake_graphics();  // again: it may have been lost while drawing
}

/// Where the display reports no event times, SDL stamps events when it reads them. Reading more
/// than once in a long frame keeps the stamps accurate.
void App::note_event_times() {
  if (fixed_step_ <= 0.0) SDL_PumpEvents();
}

/// The mean time of moving frames switches the resolution; a single slow frame does not.
void App::note_speed(double frame_seconds) {
  if (fixed_step_ > 0.0 || !std::exchange(has_moved_, false)) return;
  moving_seconds_ =
      moving_seconds_ > 0.0 ? 0.7 * moving_seconds_ + 0.3 * frame_seconds : frame_seconds;
  if (!is_slow_ && moving_seconds_ > kSlowFrame)
    is_slow_ = true, moving_seconds_ = 0.0;
  else if (is_slow_ && moving_seconds_ > 0.0 && moving_seconds_ < kFastFrame)
    is_slow_ = false, moving_seconds_ = 0.0;
}

void App::advance_clock() {
  static const double start = seconds_of_clock();
  const double before = editor_.now;
  double time = seconds_of_clock() - start;
  // A frame's changes happened when its events came, however long the last frame took.
  if (const std::optional<Uint32> ticks = input_.event_ticks())
    time -= double(SDL_GetTicks() - *ticks) / 1000.0;
  editor_.now = fixed_step_ > 0.0 ? before + fixed_step_ : std::max(time, before);
  frame_seconds_ = std::clamp(editor_.now - before, 1e-4, kLongestFrame);
}

void App::begin_gui() {
  if (editor_.ui_scale != applied_scale_) {
    for (const std::string& missing : window_.set_ui_scale(editor_.ui_scale))
      say(editor_, missing, true);
    applied_scale_ = editor_.ui_scale;
    window_.set_minimum_size(int(px(480)), int(px(300)));
  }
  const Preferences& preferences = editor_.preferences;
  use_theme(preferences.theme);
  bottom_ = bottom_heights(editor_, float(window_.size().y));
  editor_.timeline.has_room =
      fit_bottom({bottom_.strip, kTimelineLow, 0.0f}, float(window_.size().y), editor_.ui_scale)
          .timeline > 0.0f;
  layout_ = lay_out(window_.size(), preferences.left_width, preferences.right_width,
                    editor_.ui_scale, bottom_.sum(), viewport_min_);
  forget_spots();
  window_.begin_gui();
  ImGuiIO& io = ImGui::GetIO();
  editor_.viewport.touch = input_.touch();
  if (!editor_.viewport.is_over) input_.scroll_by_touch();
  input_.write_to(io);
  io.DeltaTime = float(frame_seconds_);
  begin_answers();
  new_frame(prepare_navigation(editor_.focus, has_dialog(editor_), is_editing(editor_)));
  input_.write_clicks(io);
  begin_focus(editor_, editor_.focus);
}

void App::run_shortcuts() {
  if (input_.alt_tapped() && !has_dialog(editor_) && !popup_is_open() && !is_dragging(editor_))
    run_command(editor_, "focus.menu");
  for (const KeyPress& pressed : input_.pressed()) {
    const SDL_Keycode key = pressed.shortcut.key;
    const bool is_escape = key == SDLK_ESCAPE;
    const Command* meant = command_for(editor_, pressed.shortcut);
    if (editor_.shell.shows_help && meant == &command("help.keys") && !pressed.is_repeat &&
        key != SDLK_F1) {
      run_command(editor_, meant->id);
      continue;
    }
    if (meant && works_in_dialog(editor_, meant->id) && run_command(editor_, meant->id)) continue;
    if (has_dialog(editor_)) return;
    if (popup_is_open() || popup_was_open()) {
      if (is_escape && popup_is_open()) ImGui::ClosePopupToLevel(0, true);
      continue;
    }
    if (ImGui::GetIO().WantTextInput && !is_function_key(key)) continue;
    if (is_escape && cancel_work(editor_)) continue;
    if (is_escape && editor_.focus.place != FocusPlace::picture && !is_dragging(editor_)) {
      set_focus(editor_, editor_.focus, FocusPlace::picture);
      continue;
    }
    if (belongs_to_focus(editor_.focus, key) || meant == nullptr) continue;
    if (pressed.is_repeat && !meant->repeats) continue;
    if (is_dragging(editor_) && !is_escape && !works_in_drag(meant->id)) continue;
    run_command(editor_, meant->id);
  }
}

void App::draw_picture() {
  update_shown(editor_, editor_.shelf, editor_.transport);
  update_motion_meters(editor_, editor_.transport, editor_.timeline.meters);
  if (!shows_frame()) {
    deformed(editor_);
    return;
  }
  const bool moves = picture_.is_stale(editor_) || (is_dragging(editor_) && has_input_);
  if (moves) refine_at_ = editor_.now + (is_dragging(editor_) ? kRefineInDrag : kRefineAfter);
  const bool is_hasty =
      (window_.draws_in_software() || is_slow_) && (moves || editor_.now < refine_at_);
  has_moved_ = moves;
  const float share = is_coarse()            ? kCoarseResolution
                      : is_hasty && is_slow_ ? kSlowResolution
                                             : 1.0f;
  editor_.viewport.samples = is_hasty || is_coarse() ? 1 : 4;
  needs_refining_ = is_hasty;
  renderer_->set_measure(editor_.shell.shows_cost);
  if (take_wanted_shot(editor_, *renderer_)) picture_.forget();
  if (thumbs_.advance(editor_, *renderer_, layout_.shelf.empty() ? glm::ivec2(0) : thumb_size()))
    picture_.forget();
  if (picture_.draw(editor_, *renderer_, share, is_slow_)) ++pictures_;
  note_deform_cost();
  note_step_effects(editor_, editor_.files.safety.notes);
}

/// Takes a wanted thumbnail, only at rest, because reading the picture back waits for all drawing.
void App::take_thumbnail() {
  const bool is_time = editor_.wants_quit || (is_at_rest() && !is_dragging(editor_));
  if (!is_time || !take_wanted_thumbnail(editor_, *renderer_)) return;
  picture_.lose();
  frames_due_ = std::max(frames_due_, 1);
}

void App::finish_frame() {
  if (++frames_ == 1) editor_.shell.cost.start_up = (seconds_of_clock() - started_) * 1000.0;
  const std::string title =
      document_name(editor_) +
      (editor_.document.is_dirty() && !editor_.welcome.shows_greeting ? "*" : "") + " - Marrow";
  if (title != title_) window_.set_title(title_ = title);
  note_cost();
  if (wants_larger_glyphs()) {  // the next frame rebuilds the fonts
    applied_scale_ = 0.0f;
    frames_due_ = std::max(frames_due_, 1);
  }
  if (editor_.wants_redraw || editor_.camera_move) frames_due_ = std::max(frames_due_, 1);
  take_thumbnail();
  if (!is_at_rest()) return;
  // Reorders now, so that the next drag does not begin with it.
  if (!is_dragging(editor_) && editor_.deformer.reorder()) {
    picture_.forget();
    frames_due_ = 1;
    return;
  }
  store_preferences();
  if (state_writer != nullptr && !state_log_.empty()) state_writer(state_log_, *this);
}

void App::note_deform_cost() {
  FrameCost& cost = editor_.shell.cost;
  const Deformer::Cost deform = editor_.deformer.last_cost();
  const bool is_other = cost.bind != deform.bind_ms || cost.kinematics != deform.kinematics_ms;
  deform_ms_ = is_other ? deform.bind_ms + deform.kinematics_ms + deform.skin_ms
                        : std::max(deform.skin_ms - cost.skin, 0.0);
  cost.bind = deform.bind_ms;
  cost.kinematics = deform.kinematics_ms;
  cost.skin = deform.skin_ms;
}

void App::note_cost() {
  FrameCost& cost = editor_.shell.cost;
  const view::Renderer::Cost& draw = renderer_->last_cost();
  if (draw.uploads > 0) cost.upload = draw.upload_ms;
  cost.draw = draw.draw_ms;
  if (pictures_ != pictures_before_)
    cost.other = std::max(frame_ms_ - deform_ms_ - draw.upload_ms - draw.draw_ms, 0.0);
  pictures_before_ = pictures_;
  const double measured = editor_.measures.total_ms();
  if (measured - measured_before_ >= 0.1) cost.measures = measured - measured_before_;
  measured_before_ = measured;
  cost.total = frame_seconds_ * 1000.0;
  const double now = seconds_of_clock();
  if (frame_seconds_ >= kLongestFrame || run_frames_ == 0) {
    run_began_ = now;
    run_frames_ = 0;
  }
  ++run_frames_;
  if (now - run_began_ < 0.5) return;
  cost.frames_per_second = double(run_frames_ - 1) / (now - run_began_);
  run_frames_ = 0;
}

/// Preferences are written when the window is at rest, not at each step of a dragged splitter.
void App::store_preferences() {
  Preferences& preferences = editor_.preferences;
  preferences.window = window_.place(preferences.window);
  if (preferences == saved_preferences_) return;
  saved_preferences_ = preferences;
  if (const std::string problem = save_preferences(preferences); !problem.empty())
    say(editor_, problem, true);
}

int run_app(AppOptions options) try {
  if (options.program.empty()) options.program = platform::program_file();
  App app(options);
  while (!app.wants_quit()) {
    app.wait();
    app.step();
  }
  return 0;
} catch (const std::runtime_error& error) {
  std::fprintf(stderr, "marrow: %s\n", error.what());
  return 1;
}

}  // namespace marrow::app
