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

#include "app/app_loop.h"
#include "app/bench/bench_panel.h"
#include "app/commands/command_windows.h"
#include "app/dialogs.h"
#include "app/files/file_windows.h"
#include "app/imgui_version.h"
#include "app/panels/joint_dialogs.h"
#include "app/panels/panels.h"
#include "app/places.h"
#include "app/pose/rework_window.h"
#include "app/pose/shelf_view.h"
#include "app/pose/transport_view.h"
#include "app/timeline/timeline_view.h"
#include "app/viewport/viewport.h"
#include "app/viewport/viewport_hud.h"
#include "app/widgets/focus.h"
#include "app/widgets/glyphs.h"
#include "app/widgets/spots.h"
#include "app/widgets/text_field.h"
#include "app/widgets/theme.h"
#include "editor/bench/body_measuring.h"
#include "editor/camera_move.h"
#include "editor/capture/shot.h"
#include "editor/course/course.h"
#include "editor/course/course_state.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/files_state.h"
#include "editor/files/loading_state.h"
#include "editor/files/recent.h"
#include "editor/files/safety.h"
#include "editor/files/stored_preferences.h"
#include "editor/files/welcome.h"
#include "editor/focus_state.h"
#include "editor/open_dialogs.h"
#include "editor/pose/shelf.h"
#include "editor/pose/shelf_state.h"
#include "editor/pose/transport.h"
#include "editor/preferences_state.h"
#include "editor/shell_state.h"
#include "editor/step_notes.h"
#include "editor/timeline/ghosts.h"
#include "editor/timeline/motion_meters.h"
#include "editor/timeline/timeline_state.h"
#include "editor/viewport/drag.h"
#include "editor/viewport_state.h"
#include "editor/welcome_state.h"
#include "platform/folders.h"
#include "platform/jobs.h"

namespace marrow::app {

namespace {

constexpr int kFramesAfterEvent = 3;    // ImGui settles sizes and focus over a few frames
constexpr double kRefineAfter = 0.15;   // seconds without movement, where antialiasing is slow
constexpr double kRefineInHand = 0.5;   // the same while a drag is held still: it may go on
constexpr double kSlowFrame = 0.05;     // seconds: what moves is then drawn in fewer pixels,
constexpr double kFastFrame = 0.012;    // until those take less than this
constexpr float kShareOfSlow = 0.5f;    // of the pixels along each side
constexpr double kTooltipAfter = 0.5;   // seconds
constexpr double kLongestFrame = 0.25;  // seconds: ImGui's animations do not jump after a sleep
constexpr double kNever = 1e8;
constexpr double kPatienceAtStart =
    0.25;  // seconds that a file may take before the window goes on without it, while there is none
constexpr double kPatience = 0.05;         // the same, later: too short to be noticed
constexpr double kJobMilliseconds = 10.0;  // of a frame, where jobs have no thread of their own
constexpr std::uint64_t kSynchronousWorkLimit = 16'000'000;  // BodyRequest::work(): some 50 ms
constexpr double kLookForFile = 0.02;  // seconds between two looks at one that is being read

double seconds_of_clock() {
  return static_cast<double>(SDL_GetPerformanceCounter()) /
         static_cast<double>(SDL_GetPerformanceFrequency());
}

int wished(int from_options, int from_preferences) {
  return from_options > 0 ? from_options : from_preferences;
}

bool is_function_key(SDL_Keycode code) { return code >= SDLK_F1 && code <= SDLK_F12; }

/// Of what stands below the picture.
BottomHeights bottom_heights(const Editor& editor, float window_height) {
  const bool shows_keys =
      editor.timeline.is_open && chosen_motion(editor, editor.transport) != nullptr;
  return fit_bottom(
      {transport_height(editor, editor.shelf, editor.transport),
       shows_keys ? editor.preferences.timeline_height : 0.0f, shelf_height(editor, editor.shelf)},
      window_height, editor.ui_scale);
}

/// The transport strip, the timeline and the shelf, below the picture.
void draw_bottom(Editor& editor, const ShelfThumbs& thumbs, const BottomHeights& heights) {
  if (heights.strip > 0.0f) draw_transport(editor);
  if (heights.timeline > 0.0f) draw_timeline(editor, px(heights.timeline - 4.0f));
  if (heights.shelf > 0.0f) draw_shelf(editor, thumbs);
}

AppOptions with_program(AppOptions options) {
  if (options.program.empty()) options.program = platform::program_file();
  return options;
}

bool menu_is_open() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

}  // namespace

App::App(const AppOptions& options)
    : born_(seconds_of_clock()),
      state_log_(options.state_log),
      saved_preferences_(load_preferences()),
      window_(wished(options.width, saved_preferences_.window_width),
              wished(options.height, saved_preferences_.window_height), options.mute_errors),
      implementation_(tasks_of(Backend::fast)),
      editor_(are_being_written() ? implementation_ : tasks_of(Backend::fast)) {
  renderer_.emplace();
  editor_.clipboard = {.read = clipboard_text, .write = set_clipboard_text};
  editor_.course.program = options.program;
  if (are_being_written() && !options.program.empty())
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
                    editor_.ui_scale);
  editor_.picture_size = glm::max(layout_.viewport.size, glm::vec2(1.0f));
  editor_.throttles_slow_meters = !options.waits_for_jobs;
  begin_safety(editor_, editor_.files, platform::state_folder());
  open_files(options);
}

App::~App() {
  stop_loading(editor_.files);
  if (editor_.files.loading.reading.is_ending() || is_saving(editor_.files) ||
      editor_.measuring.job.has_begun())
    window_.hide();  // they go on to their end, for which the user does not wait
  Preferences& preferences = editor_.preferences;
  const bool shows_last_file =
      !preferences.last_file.empty() &&
      std::filesystem::path(preferences.last_file).filename() == document_name(editor_);
  if (shows_last_file) preferences.last_view = editor_.camera;
  keep_what_changed();
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
  } else if (open_sample(editor_)) {
    begin_welcome(editor_, editor_.welcome);
  }
  if (options.waits_for_jobs) return;
  editor_.files.loading.patience = kPatience;
  editor_.files.saving.patience = kPatience;
  editor_.synchronous_work_limit = kSynchronousWorkLimit;
}

/// Until a timed change is due; kNever or more: until an event arrives.
double App::seconds_to_sleep() const {
  double sleep = std::min({seconds_to_next_change(editor_, editor_.course, editor_.viewport),
                           seconds_to_safety(editor_.files), seconds_to_measures(editor_),
                           seconds_to_saving_card(editor_, editor_.files)});
  if (needs_refining_) sleep = std::min(sleep, refine_at_ - editor_.now);
  if (awaits_file(editor_) || is_measuring(editor_)) sleep = std::min(sleep, kLookForFile);
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
  // A file that is being written is looked for without drawing.
  const bool looks = is_saving(editor_.files) && sleep > kLookForFile;
  const double seconds = looks ? kLookForFile : sleep;
  if (seconds >= kNever)
    SDL_WaitEvent(nullptr);
  else if (SDL_WaitEventTimeout(nullptr, static_cast<int>(std::ceil(seconds * 1000.0))) != 0)
    return;
  else if (looks)
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
  const glm::ivec2 size = window_.size();
  if (size.x == 0 || size.y == 0) return;  // minimized: nothing to draw on, and frames stay due
  if (window_.has_lost_context()) remake_graphics();
  const bool refines = needs_refining_ && fixed_step_ > 0.0;
  if (frames_due_ == 0 && !refines) return;
  // As wait() sleeps until then.
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
  // Tests have a fixed step, and nobody looks at their window until it rests.
  if (draws_ && (fixed_step_ <= 0.0 || keeps_pixels_ || frames_due_ == 0)) {
    window_.end_gui();  // picture and panels -> window
    if (keeps_pixels_) last_read_ = window_.read();
    window_.swap();
  }
  note_speed(seconds_of_clock() - began);
  finish_frame();
  if (window_.has_lost_context()) remake_graphics();  // here too: what this frame drew is gone
}

/// Where the display tells no time of its events SDL dates them when it takes them from the system:
/// in long frames more often than once.
void App::note_event_times() {
  if (fixed_step_ <= 0.0) SDL_PumpEvents();
}

/// Moving frames decide how the next ones are drawn; a single slow one does not.
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
  // What the frame does happened when its events came, however long the frame before took.
  if (const std::optional<Uint32> ticks = input_.event_ticks())
    time -= static_cast<double>(SDL_GetTicks() - *ticks) / 1000.0;
  editor_.now = fixed_step_ > 0.0 ? before + fixed_step_ : std::max(time, before);
  frame_seconds_ = std::clamp(editor_.now - before, 1e-4, kLongestFrame);
}

void App::begin_gui() {
  if (editor_.ui_scale != applied_scale_) {
    for (const std::string& missing : window_.set_ui_scale(editor_.ui_scale))
      say(editor_, missing, true);
    applied_scale_ = editor_.ui_scale;
    window_.set_minimum_size(static_cast<int>(px(480)), static_cast<int>(px(300)));
  }
  const Preferences& preferences = editor_.preferences;
  use_theme(preferences.theme);
  bottom_ = bottom_heights(editor_, static_cast<float>(window_.size().y));
  editor_.timeline.has_room = fit_bottom({bottom_.strip, kTimelineLow, 0.0f},
                                         static_cast<float>(window_.size().y), editor_.ui_scale)
                                  .timeline > 0.0f;
  layout_ = lay_out(window_.size(), preferences.left_width, preferences.right_width,
                    editor_.ui_scale, bottom_.sum());
  forget_spots();
  window_.begin_gui();
  ImGuiIO& io = ImGui::GetIO();
  editor_.viewport.touch = input_.touch();
  if (!editor_.viewport.is_over) input_.scroll_by_touch();
  input_.write_to(io);
  io.DeltaTime = static_cast<float>(frame_seconds_);
  new_frame(prepare_navigation(editor_.focus, has_dialog(editor_)));
  input_.write_clicks(io);
  begin_focus(editor_, editor_.focus);
}

void App::run_shortcuts() {
  if (input_.alt_tapped() && !has_dialog(editor_) && !menu_is_open() && !is_dragging(editor_))
    run_command(editor_, "focus.menu");
  for (const KeyPress& pressed : input_.pressed()) {
    const Command* meant = command_for(editor_, pressed.shortcut);
    if (editor_.shell.shows_help && meant == &command("help.keys") && !pressed.is_repeat &&
        pressed.shortcut.key != SDLK_F1) {
      run_command(editor_, meant->id);
      continue;
    }
    if (has_dialog(editor_)) return;
    if (menu_is_open()) {
      if (pressed.shortcut.key == SDLK_ESCAPE) ImGui::ClosePopupToLevel(0, true);
      continue;
    }
    if (ImGui::GetIO().WantTextInput && !is_function_key(pressed.shortcut.key)) continue;
    if (pressed.shortcut.key == SDLK_ESCAPE && is_loading(editor_.files) && !is_dragging(editor_)) {
      stop_loading(editor_.files);
      continue;
    }
    if (pressed.shortcut.key == SDLK_ESCAPE && can_stop_export(editor_.files) &&
        !is_dragging(editor_)) {
      stop_export(editor_.files);
      continue;
    }
    if (pressed.shortcut.key == SDLK_ESCAPE && shows_measuring(editor_) && !is_dragging(editor_)) {
      cancel_measuring(editor_);
      continue;
    }
    if (editor_.focus.place != FocusPlace::picture && pressed.shortcut.key == SDLK_ESCAPE) {
      set_focus(editor_, editor_.focus, FocusPlace::picture);
      continue;
    }
    if (belongs_to_focus(editor_.focus, pressed.shortcut.key)) continue;
    if (meant != nullptr && pressed.is_repeat && !meant->repeats) continue;
    if (meant == nullptr ||
        (is_dragging(editor_) && pressed.shortcut.key != SDLK_ESCAPE && !works_in_drag(meant->id)))
      continue;
    run_command(editor_, meant->id);
  }
}

void App::draw_panels() {
  constexpr ImGuiWindowFlags kStill =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  const ImVec2 padding = {px(12), px(8)};
  draw_splitters(editor_, layout_,
                 bottom_.timeline);  // first: of windows that never come to the front ImGui keeps
                                     // the oldest on top
  draw_place("##menu", layout_.menu, colors().bar, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::menu) | ImGuiWindowFlags_MenuBar,
             [&] { draw_menu_bar(editor_); });
  draw_place("##scene", layout_.left, colors().panel, padding,
             kStill | navigation_of(editor_.focus, FocusPlace::scene),
             [&] { draw_scene_panel(editor_); });
  draw_place("##right", layout_.right, colors().panel, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::right),
             [&] { draw_right_place(editor_); });
  draw_place("##status", layout_.status, colors().bar, {px(12), px(5)},
             kStill | navigation_of(editor_.focus, FocusPlace::status),
             [&] { draw_status_bar(editor_); });
  draw_place("##viewport", layout_.viewport, colors().panel, {0.0f, 0.0f},
             kStill | navigation_of(editor_.focus, FocusPlace::tools),
             [&] { draw_viewport(editor_, renderer_->texture()); });
  editor_.shelf.hovered.clear();
  draw_place("##shelf", layout_.shelf, colors().panel, {px(8), px(5)},
             kStill | navigation_of(editor_.focus, FocusPlace::shelf),
             [&] { draw_bottom(editor_, thumbs_, bottom_); });
  sheet_.draw(editor_);
  shot_window_.draw(editor_);
  film_window_.draw(editor_);
  const float below_loading = draw_loading_card(editor_, layout_.viewport);
  const float below_cards = draw_safety_cards(editor_, layout_.viewport, below_loading);
  draw_start_screen(editor_, layout_.viewport, below_cards);
  draw_joint_dialogs(editor_, editor_.panels);
  draw_rework(editor_);
  draw_capsule_fit(editor_);
  draw_file_browser(editor_);
  draw_dialogs(editor_);
  draw_help(editor_, editor_.help, editor_.shell, layout_);
  finish_focus(editor_, editor_.focus);
  draw_overwrite_dialog(editor_);
  draw_palette(editor_);  // last: what it opens does not take the Enter that chose it
}

void App::draw_picture() {
  update_shown(editor_, editor_.shelf, editor_.transport);
  update_ghosts(editor_, editor_.transport, editor_.timeline.ghosts);
  update_motion_meters(editor_, editor_.transport, editor_.timeline.meters);
  if (!draws_) {
    deformed(editor_);
    return;
  }
  const bool moves = picture_.is_stale(editor_) || (is_dragging(editor_) && has_input_);
  if (moves) refine_at_ = editor_.now + (is_dragging(editor_) ? kRefineInHand : kRefineAfter);
  const bool is_hasty =
      (window_.draws_in_software() || is_slow_) && (moves || editor_.now < refine_at_);
  has_moved_ = moves;
  editor_.viewport.samples = is_hasty ? 1 : 4;
  needs_refining_ = is_hasty;
  renderer_->set_measure(editor_.shell.shows_cost);
  if (take_wanted_shot(editor_, *renderer_)) picture_.forget();
  if (thumbs_.advance(editor_, *renderer_, layout_.shelf.empty() ? glm::ivec2(0) : thumb_size()))
    picture_.forget();
  if (picture_.draw(editor_, *renderer_, is_hasty && is_slow_ ? kShareOfSlow : 1.0f)) ++pictures_;
  note_deform_cost();
  note_what_came(editor_, editor_.files.safety.notes);
}

/// Once nothing moves: reading it back waits for all drawing.
void App::take_thumbnail() {
  const bool is_time = editor_.wants_quit || (is_at_rest() && !is_dragging(editor_));
  if (!draws_ || !is_time || !take_wanted_thumbnail(editor_, *renderer_)) return;
  picture_.lose();
  frames_due_ = std::max(frames_due_, 1);
}

void App::finish_frame() {
  if (++frames_ == 1) editor_.shell.cost.start_up = (seconds_of_clock() - born_) * 1000.0;
  const std::string title = document_name(editor_) +
                            (editor_.document.is_dirty() && !editor_.welcome.waves ? "*" : "") +
                            " - Marrow";
  if (title != title_) window_.set_title(title_ = title);
  note_cost();
  if (wants_larger_glyphs()) {  // the next frame builds the fonts anew
    applied_scale_ = 0.0f;
    frames_due_ = std::max(frames_due_, 1);
  }
  if (editor_.wants_redraw || editor_.camera_move) frames_due_ = std::max(frames_due_, 1);
  take_thumbnail();
  if (!is_at_rest()) return;
  if (!is_dragging(editor_) &&
      editor_.deformer.reorder()) {  // now, and not when the next drag begins
    picture_.forget();
    frames_due_ = 1;
    return;
  }
  keep_what_changed();
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
  cost.frames_per_second = static_cast<double>(run_frames_ - 1) / (now - run_began_);
  run_frames_ = 0;
}

/// Preferences are written when the window rests, not at each step of a dragged splitter.
void App::keep_what_changed() {
  Preferences& preferences = editor_.preferences;
  if (const glm::ivec2 size = window_.size(); size.x > 0 && size.y > 0) {
    preferences.window_width = size.x;
    preferences.window_height = size.y;
  }
  if (preferences == saved_preferences_) return;
  saved_preferences_ = preferences;
  if (const std::string problem = save_preferences(preferences); !problem.empty())
    say(editor_, problem, true);
}

int run_app(const AppOptions& options) try {
  App app(with_program(options));
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
