// Opening, importing, saving and exporting. Errors become toasts; the scene stays as it was.
#pragma once

#include <deque>
#include <string>

#include "editor/files/loading.h"
#include "editor/session.h"
#include "io/formats.h"
#include "io/recovery_note.h"

namespace marrow {

struct BenchState;
struct Editor;
struct FilesState;
struct LoadRequest;
struct ViewportState;

// Files written in the background (saving.h), one at a time. These begin it, and end it where that
// takes no longer than the patience; false where they were refused or failed.
bool save_file(Session& session, FilesState& files, const std::string& path);
bool export_scene(Session& session, FilesState& files, const std::string& path,
                  const io::ExportWay& way);  ///< for other programs
/// An export is not wanted any more, while nothing of it is written: there will be no new file.
/// advance_saving() takes it and says so.
bool can_stop_export(const FilesState& files);
void stop_export(FilesState& files);
/// Once a frame: takes what became of a file that is written, and goes on with what waited for it.
/// True when there was one.
bool advance_saving(Editor& editor);

// These return when done.
bool open_file(Editor& editor, const std::string& path);
bool export_csv(Session& session, BenchState& bench,
                const std::string& path);  ///< the bench's numbers, by BenchPanel::csv

// These ask first where unsaved work would be replaced (Save / Discard / Cancel).
void request_open(Editor& editor, const std::string& path);
void request_import(Editor& editor,
                    const std::string& path);  ///< adds to the scene, so nothing is asked
void request_sample(Editor& editor);           ///< the scene that ships with the program
void request_new(Editor& editor);
void request_restore(Editor& editor,
                     const std::string& folder);  ///< of an interrupted run's snapshot (safety.h)
void request_reload(Editor& editor);              ///< the document's file as it is on the disk now
void request_quit(Editor& editor);
enum class Answer { save, discard, cancel };
void answer_pending(Editor& editor, Answer answer);

// Files read in the background (open_files.cpp), one at a time; opening another cancels the one
// under way. Reads the requested files in turn. A file that is read within the patience is there on
// return; advance_loading() takes later ones.
void begin_loading(Editor& editor, std::deque<LoadRequest> requests);
/// Once a frame: takes a file that is ready, unless the editor is_busy (open_dialogs.h). True when
/// it did.
bool advance_loading(Editor& editor, bool is_busy);
/// The file under way and those behind it are not wanted any more; the scene stays as it is.
void stop_loading(FilesState& files);
/// What is read takes the scene's place, after the question about unsaved work; false drops it.
void answer_loaded(Editor& editor, bool wanted);
/// Takes a result of begin_loading() into the editor; false and a toast when there is none.
bool take_loaded(Editor& editor, const LoadRequest& request,
                 platform::JobOutcome<LoadedFile> outcome);

/// Saves to the document's path. Opens the file browser when it has none that can hold a scene;
/// asks when another program changed the file.
void save_or_ask(Session& session, BenchState& bench, FilesState& files);
void save_and_go_on(Editor& editor, const std::string& path);
/// A snapshot becomes the document: in no file, with the path where it would have been saved.
void open_recovered(Session& session, FilesState& files, ViewportState& viewport, Scene scene,
                    const io::RecoveryNote& note);

void restore_offer(Editor& editor);  ///< asks first when something is not saved
/// The same without asking; the answer to the question. `folder` is the offer's.
void restore_from(Session& session, FilesState& files, ViewportState& viewport,
                  const std::filesystem::path& folder);
enum class OverwriteAnswer { replace, save_as, cancel };
void answer_overwrite(Editor& editor, OverwriteAnswer answer);
/// Opens the shipped sample under no path: saving asks for a name. False and a toast if it is
/// missing.
bool open_sample(Editor& editor);

void finish_browser(Editor& editor,
                    const std::string& path);  ///< closes it and does its task with the chosen file

}  // namespace marrow
