// Films without their window: turntables and motions, their frames, times and names.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "editor/capture/shot.h"
#include "editor/editor.h"
#include "view/export/film_run.h"

namespace marrow {

inline constexpr int kFewestFrames = 12, kMostFrames = 360;         // frames of a turntable
inline constexpr float kShortestLoop = 0.5f, kLongestLoop = 60.0f;  // seconds
inline constexpr int kLowestFilm = 64, kHighestFilm = 2160;         // pixels

/// Opens the window; does nothing during a drag.
void open_film(Editor& editor, FilmRequest::Shows shows);
/// Sets the film to the whole chosen motion, at the motion's frame rate.
void take_whole_motion(Editor& editor);

/// Size of a frame, pixels; even numbers, which video formats need.
glm::ivec2 film_size(const Session& session, const FilmRequest& request);
/// The settings for the film writer: frames, rate, size and so on.
view::FilmSettings film_settings(const Editor& editor, const FilmRequest& request);
/// The content of the film: the document's scene in the editor's present view. Precondition: the
/// editor's deformer is up to date.
view::FilmPlan film_plan(const Editor& editor, const FilmRequest& request);
/// The problem with a request and its remedy in one line; empty if there is none.
std::string why_not(const Editor& editor, const FilmRequest& request);
/// The target: FOLDER/NAME.gif, or the folder FOLDER/NAME for NAME-0001.png and so on.
std::filesystem::path film_target(const Editor& editor);
/// A name that no film and no folder has yet.
std::string free_film_name(const Editor& editor);
bool would_overwrite(const Editor& editor);

/// "about 12 s left"; empty for negative (unknown) seconds.
std::string time_left_text(double seconds);

/// Begins a film. Precondition: the editor's deformer is up to date. Throws std::runtime_error.
std::unique_ptr<view::FilmRun> begin_film(const Editor& editor, const FilmRequest& request,
                                          const std::filesystem::path& target);

}  // namespace marrow
