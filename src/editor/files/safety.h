// Safety: autosave, recovery after an interrupted run, files that another program changed. No
// ImGui.
#pragma once

#include <filesystem>
#include <string>

#include "edit/recovery/recovery.h"
#include "editor/files/file_watch.h"
#include "editor/session.h"

namespace marrow {

struct Editor;
struct FilesState;
struct ViewportState;

/// Starts autosave below the user's state folder and looks for interrupted runs. Empty: no
/// autosave.
void begin_safety(Session& session, FilesState& files, const std::filesystem::path& state_folder);
/// Once a frame, after all changes to the document: hands committed scenes to autosave and reports
/// its failures. `got_focus`: the window just got the focus, so the document's file is checked.
void advance_safety(Session& session, FilesState& files, bool got_focus);
/// A clean end: all work was saved or discarded on purpose.
void end_safety(FilesState& files);
/// Seconds until autosave should be called again, very large when it rests.
double seconds_to_safety(const FilesState& files);

// The document came or went (files.cpp). Another document is open, in no file so far.
void on_document_replaced(FilesState& files, DocumentChange change);
/// It was read from this file, whose stamp was taken just before.
void note_opened(Session& session, FilesState& files, const std::filesystem::path& path,
                 const FileStamp& stamp);
void note_saved(Session& session, FilesState& files,
                const FileStamp& stamp);  ///< to document.path()

// Recovery offers. The card shows offers[offer].
void discard_offer(Session& session, FilesState& files);
void discard_old_offers(FilesState& files);
void postpone_offers(FilesState& files);  ///< "Later": the card goes, the offers stay for the next
                                          ///< start and for the menu
void next_offer(FilesState& files);
OrphanedRecovery* shown_offer(
    FilesState& files);  ///< offers[offer], nullptr while no card is on show
void drop_offer(FilesState& files, const std::filesystem::path& folder);
bool can_recover(const FilesState& files);  ///< there is an offer, on show or put away
void show_offers(FilesState& files);
bool has_offer(const FilesState& files);  ///< the card is on show
std::size_t old_offer_count(const FilesState& files);
/// "today, 14:02", "18 Nov, 14:02"; local time.
std::string moment_text(std::int64_t time, std::int64_t now);
std::int64_t seconds_now();  ///< of the system, since 1970

// The file on the disk.
bool is_in_file(const FilesState& files);  ///< the document was read from one or written to one
/// The card's Reload is request_reload(). Checks whether another program changed or removed the
/// document's file, or changed its foreign origin, and says so. True when saving would replace such
/// a change.
bool check_disk(Session& session, FilesState& files);
void keep_mine(Session& session, FilesState& files);  ///< the document stays, not saved where it is
                                                      ///< its file: saving will replace that

}  // namespace marrow
