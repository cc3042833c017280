// Commands of the File menu.
#include "editor/capture/film_recording.h"
#include "editor/capture/shot.h"
#include "editor/commands/command_parts.h"
#include "editor/editor.h"
#include "editor/files/document_files.h"
#include "editor/files/safety.h"
#include "editor/files/share.h"
#include "editor/pose/transport.h"

namespace marrow {

std::vector<Command> file_commands() {
  return {
      {.id = "file.new",
       .label = "New",
       .shortcuts = {ctrl('n')},
       .tooltip = "Starts an empty scene; asks first when this one is not saved.",
       .run = request_new},
      {.id = "file.open",
       .label = "Open...",
       .shortcuts = {ctrl('o')},
       .tooltip = "Opens a scene, a rigged model or a mesh in place of this one.",
       .run = browse<FileTask::open>},
      {.id = "file.sample",
       .label = "Open the sample",
       .tooltip = "A rigged human, ready to be posed.",
       .run = request_sample},
      {.id = "file.import",
       .label = "Import...",
       .shortcuts = {ctrl('i')},
       .tooltip = "Adds a file's meshes and skeletons to this scene, which stays as it is.",
       .run = browse<FileTask::import>},
      {.id = "file.import_motion",
       .label = "Import motions...",
       .tooltip = "Puts the motions of any rigged file, such as .glb, .vrm, .vrma or .bvh, on this "
                  "scene's skeleton.",
       .enabled = has_skeleton,
       .run = browse<FileTask::import_motion>,
       .needs = "this scene has no skeleton"},
      {.id = "file.save",
       .label = "Save",
       .shortcuts = {ctrl('s')},
       .tooltip = "Saves meshes, skeleton, radii and poses in one file that any glTF program can "
                  "open too.",
       .run = [](Editor& editor) { save_or_ask(editor, editor.bench, editor.files); },
       .separator_before = true},
      {.id = "file.save_as",
       .label = "Save as...",
       .shortcuts = {ctrl_shift('s')},
       .tooltip = "Saves under another name and continues with that file.",
       .run = browse<FileTask::save_scene>},
      {.id = "file.reload",
       .label = "Reload",
       .tooltip = "Reads the file from disk again.",
       .enabled = [](const Editor& editor) { return is_in_file(editor.files); },
       .run = request_reload,
       .needs = "this scene is in no file"},
      {.id = "file.recover",
       .label = "Recover unsaved work...",
       .tooltip = "Opens autosaved work of interrupted sessions.",
       .enabled = [](const Editor& editor) { return can_recover(editor.files); },
       .run = [](Editor& editor) { show_offers(editor.files); },
       .needs = "there is no unsaved work"},
      {.id = "file.export_posed",
       .label = "Export posed mesh...",
       .tooltip = "Writes the deformed surface as it is seen, without the rig.",
       .enabled = has_nodes,
       .run =
           [](Editor& editor) { open_export_browser(editor, editor.bench, editor.files, "posed"); },
       .separator_before = true},
      {.id = "file.export_exchange",
       .label = "Export glTF for other programs...",
       .tooltip = "Writes mesh, skeleton, motions and at most 4 weights per vertex, so that other "
                  "programs show it correctly.",
       .enabled = has_nodes,
       .run =
           [](Editor& editor) {
             open_export_browser(editor, editor.bench, editor.files, "animation");
           }},
      {.id = "file.share",
       .label = "Share...",
       .tooltip = "A page that holds the scene and a viewer, or a link, for people without Marrow.",
       .enabled = has_nodes,
       .run = open_share},
      {.id = "file.screenshot",
       .label = "Screenshot",
       .shortcuts = {key(keys::kF12)},
       .tooltip = "Writes the picture as a PNG without panels and handles; size and background are "
                  "in the options.",
       .run = request_screenshot,
       .separator_before = true},
      {.id = "file.screenshot_options",
       .label = "Screenshot options...",
       .shortcuts = {ctrl(keys::kF12)},
       .tooltip = "Size, background, and what the picture shows.",
       .run = open_shot_options},
      {.id = "file.turntable",
       .label = "Turntable...",
       .tooltip = "A film of the scene turning, as MP4, WebM, animated WebP, GIF or PNG frames.",
       .enabled = has_nodes,
       .run = [](Editor& editor) { open_film(editor, FilmRequest::Shows::turntable); }},
      {.id = "file.film",
       .label = "Film of the motion...",
       .tooltip = "A film of the motion, as MP4, WebM, animated WebP, GIF or PNG frames.",
       .enabled =
           [](const Editor& editor) { return chosen_motion(editor, editor.transport) != nullptr; },
       .run = [](Editor& editor) { open_film(editor, FilmRequest::Shows::motion); },
       .needs = "there is no motion"},
      {.id = "file.quit",
       .label = "Quit",
       .shortcuts = {ctrl('q')},
       .tooltip = "Asks first when something is not saved.",
       .run = request_quit,
       .separator_before = true},
  };
}

}  // namespace marrow
