// Films without their window: turntables and motions, their frames, times and names. No ImGui.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "editor/capture/capture_state.h"
#include "editor/session.h"
#include "view/export/film_run.h"
#include "view/export/film_subject.h"

namespace marrow {

struct Editor;

inline constexpr int kFewestFrames = 12, kMostFrames = 360;         // of a turntable
inline constexpr float kShortestLoop = 0.5f, kLongestLoop = 60.0f;  // seconds
inline constexpr int kLowestFilm = 64, kHighestFilm = 2160;         // pixels

/// Opens the window; refused mid-gesture.
void open_film(Editor& editor, FilmWish::Shows shows);
/// The film shows all of the chosen motion, at its own rate.
void take_whole_motion(Editor& editor);

/// Pixels of a frame.
glm::ivec2 film_size(const Session& session, const FilmWish& wish);
/// Frames, rate, size and what else a writer asks for.
view::FilmSettings film_settings(const Editor& editor, const FilmWish& wish);
/// What the film shows: the document's scene, in the editor's present view. The editor's deformer
/// must be up to date.
view::FilmPlan film_plan(const Editor& editor, const FilmWish& wish);
/// The problem with a wish and its remedy in one line; empty: none.
std::string why_not(const Editor& editor, const FilmWish& wish);
/// The target: FOLDER/NAME.gif, or the folder FOLDER/NAME with NAME-0001.png and so on in it.
std::filesystem::path film_target(const ShotState& shots);
/// A name of which neither a film nor a folder is there yet.
std::string free_film_name(const Editor& editor);
/// Something is there that would be replaced.
bool would_overwrite(const ShotState& shots);

/// "about 12 s left"; empty before there is anything to reckon from.
std::string time_left_text(double seconds);

/// A film under way. The editor's deformer must be up to date. Throws std::runtime_error.
std::unique_ptr<view::FilmRun> begin_film(const Editor& editor, const FilmWish& wish,
                                          const std::filesystem::path& target);

}  // namespace marrow
