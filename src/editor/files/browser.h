// The file browser without its window (app/files/file_browser.cpp): folders, filters, choosing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "editor/editor.h"
#include "editor/files/files_state.h"
#include "io/formats.h"

namespace marrow {

/// Title of the window and label of its button.
const char* title_of(FileTask task);
const char* verb_of(FileTask task);
bool writes(FileTask task);
bool chooses_folder(FileTask task);
/// True if the task can use files of this format; false for tasks without a scene.
bool accepts(FileTask task, const io::Format& format);
/// Judges by file name: scenes by the table of formats, other files by their only extension.
bool accepts(FileTask task, const std::filesystem::path& path);

/// Shows another folder. If it cannot be read the present one stays and `problem` states why.
void enter_folder(FileBrowser& browser, const std::filesystem::path& folder);
void read_entries(FileBrowser& browser);
/// Moves the mark by rows, clamped, and copies the marked file's name.
void move_mark(FileBrowser& browser, int rows);
void mark(FileBrowser& browser, int index);
/// Enter or a double click: enters a folder, or returns a file for finish_browser(), or the shown
/// folder if the task needs one. Writing an existing file only sets asks_overwrite unless
/// `overwrite` is true.
std::optional<std::filesystem::path> choose(FileBrowser& browser, bool overwrite = false);

/// Data lost in the typed name's format or by the way of export; empty: none.
std::string loss_of(const FileBrowser& browser);
/// Hint below the name: the losses as a sentence; for an export also what is written.
std::string words_below(const FileBrowser& browser);
/// True unless the typed name's format cannot hold what io::export_ways()[way] writes.
bool holds_way(const FileBrowser& browser, std::size_t way);
/// Chooses io::export_ways()[way]; replaces the extension of a format that cannot hold it.
void choose_way(FileBrowser& browser, std::size_t way);
/// Chooses a program, FileBrowser::preset: sets its way of export, its names and its extension.
void choose_preset(FileBrowser& browser, std::size_t preset);
/// The choices on the card; for a .vrm file without a chosen program, VRM's.
ExportChoice export_choice(const FileBrowser& browser);
/// True for the export of a VRM file, which states who made the model.
bool holds_avatar(const FileBrowser& browser);
/// The path of the typed name, with the task's usual extension when none was typed.
std::filesystem::path target_of(const FileBrowser& browser);

void open_browser(Session& session, BenchState& bench, FilesState& files, FileTask task);
/// Opens the browser for an export. Precondition: `way` is the id of one of io::export_ways().
void open_export_browser(Session& session, BenchState& bench, FilesState& files,
                         std::string_view way);

}  // namespace marrow
