// Opening, importing, saving and exporting. Errors become toasts and leave the scene unchanged.
#pragma once

#include <deque>
#include <string>

#include "editor/editor.h"
#include "editor/files/file_jobs.h"
#include "io/formats.h"

namespace marrow {

struct LoadRequest;

// Files are written in the background (file_jobs.h), one at a time. These functions return when the
// file is written or SavingState::patience has passed; false if refused or failed.
bool save_file(Session& session, FilesState& files, const std::string& path);
/// Writes a file for other programs. A preset of `choice` sets the influences.
bool export_scene(Session& session, FilesState& files, const std::string& path,
                  const io::ExportWay& way, const ExportChoice& choice = {});
/// True while an export has written nothing yet.
bool can_stop_export(const FilesState& files);
/// Cancels an export that has written nothing yet; advance_saving() reports that.
void stop_export(FilesState& files);
/// Call once per frame: takes the result of a finished writing job and continues with what waited
/// for it. Returns true if a job was finished.
bool advance_saving(Editor& editor);

// These functions return when the work is done.
bool open_file(Editor& editor, const std::string& path);
/// Writes the numbers of the bench that BenchPanel::csv selects.
bool export_csv(Session& session, BenchState& bench, const std::string& path);

// These ask first if they would replace unsaved work (Save / Discard / Cancel).
void request_open(Editor& editor, const std::string& path);
/// Adds to the scene, so it never asks.
void request_import(Editor& editor, const std::string& path);
/// Imports only the file's motions, for a skeleton of the scene.
void request_import_motions(Editor& editor, const std::string& path);
/// The file's mesh replaces a mesh of the scene.
void request_new_mesh(Editor& editor, const std::string& path, Id mesh);
void request_sample(Editor& editor);  ///< the scene that ships with the program
void request_new(Editor& editor);
void request_reload(Editor& editor);  ///< reads the document's file again
void request_quit(Editor& editor);
enum class Answer { save, discard, cancel };
void answer_pending(Editor& editor, Answer answer);

// Files are read in the background (open_files.cpp), one at a time.
/// Cancels the job under way, then reads the files in turn. A file that is read within
/// LoadingState::patience is in the editor on return; advance_loading() takes later ones.
void begin_loading(Editor& editor, std::deque<LoadRequest> requests);
/// Call once per frame: takes a file that is ready, unless the editor is_busy (open_dialogs.h), and
/// calls advance_mesh_check(). Returns true if one of them had a result.
bool advance_loading(Editor& editor, bool is_busy);
/// Cancels the job under way and the jobs behind it; the scene stays.
void stop_loading(FilesState& files);
/// Answers the question about unsaved work: the file that was read replaces the scene, or is
/// dropped.
void answer_loaded(Editor& editor, bool wanted);
/// Puts a result of begin_loading() into the editor; false and a toast if there is none.
bool take_loaded(Editor& editor, const LoadRequest& request,
                 platform::JobOutcome<LoadedFile> outcome);

/// Saves to the document's path. Opens the file browser if it has none; asks if another program
/// changed the file.
void save_or_ask(Session& session, BenchState& bench, FilesState& files);
/// Saves, then continues with FilesState::after_save.
void save_and_go_on(Editor& editor, const std::string& path);
enum class OverwriteAnswer { replace, save_as, cancel };
void answer_overwrite(Editor& editor, OverwriteAnswer answer);

/// Restores the offer on the card; asks first if there is unsaved work.
void restore_offer(Editor& editor);
/// Restores the offer in a folder without asking.
void restore_from(Session& session, FilesState& files, ViewportState& viewport,
                  const std::filesystem::path& folder);
/// Opens the shipped sample without a path, so that saving asks for a name. False and a toast if it
/// is missing.
bool open_sample(Editor& editor);

/// Closes the file browser and does its task with the chosen file.
void finish_browser(Editor& editor, const std::string& path);

}  // namespace marrow
