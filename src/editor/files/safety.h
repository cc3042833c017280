// Autosave, recovery after an interrupted run, files changed by other programs. No ImGui.
#pragma once

#include <filesystem>
#include <string>

#include "edit/recovery/recovery.h"
#include "editor/editor.h"
#include "editor/files/file_watch.h"

namespace marrow {

/// Starts autosave in `state_folder` and looks for interrupted runs; if empty, does nothing.
void begin_safety(Session& session, FilesState& files, const std::filesystem::path& state_folder);
/// Call once per frame, after all changes to the document: hands committed scenes to autosave and
/// reports its failures. `got_focus`: the window just got the focus; checks the document's file.
void advance_safety(Session& session, FilesState& files, bool got_focus);
/// Call at a clean exit: all work was saved or discarded on purpose.
void end_safety(FilesState& files);
/// Seconds until advance_safety() should be called again; 1e9 while autosave is idle.
double seconds_to_safety(const FilesState& files);

void on_document_replaced(FilesState& files, DocumentChange change);
/// Call when the document was read from `path`; `stamp` was taken just before.
void note_opened(Session& session, FilesState& files, const std::filesystem::path& path,
                 const FileStamp& stamp);
/// Call when the document was saved to its path.
void note_saved(Session& session, FilesState& files, const FileStamp& stamp);

// Recovery offers. The card shows offers[offer].
void discard_offer(Session& session, FilesState& files);
void discard_old_offers(FilesState& files);
/// "Later": hides the card; the offers stay for the menu and the next start.
void postpone_offers(FilesState& files);
void next_offer(FilesState& files);
OrphanedRecovery* shown_offer(FilesState& files);  ///< offers[offer]; nullptr if none
void drop_offer(FilesState& files, const std::filesystem::path& folder);
bool can_recover(const FilesState& files);  ///< there is an offer, shown or hidden
void show_offers(FilesState& files);
bool has_offer(const FilesState& files);  ///< the card is shown
std::size_t old_offer_count(const FilesState& files);
/// "today at 14:02", "on 18 Nov at 14:02"; local time.
std::string moment_text(std::int64_t time, std::int64_t now);
std::int64_t seconds_now();  ///< the system's clock, since 1970

// The file on the disk.
bool is_in_file(const FilesState& files);  ///< the document was read from or written to a file
/// Checks whether another program changed or removed the document's file or its foreign origin, and
/// reports that. True if saving would overwrite such a change.
bool check_disk(Session& session, FilesState& files);
/// Answers the card: the document stays, unsaved; saving will overwrite the changed file. The
/// other answer is request_reload().
void keep_mine(Session& session, FilesState& files);

}  // namespace marrow
