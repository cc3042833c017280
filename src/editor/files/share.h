// Sharing a scene: a page that contains it, or a link. No ImGui, no SDL.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "editor/editor.h"

namespace marrow {

struct ShareCard;

/// Characters. Firefox accepts addresses of 2^20, other browsers longer ones.
inline constexpr std::size_t kLongestLink = 1'000'000;
/// Many mail and chat programs cut longer links.
inline constexpr std::size_t kLongestInMessage = 8'000;

/// What a viewer shows besides the scene.
struct SharedWords {
  std::string name;  ///< "human.glb"
  std::string caption;
  std::string show;  ///< as in `marrow render --show`: "mesh,joints"
};

/// The viewer (web/viewer) with a scene in it; `packed` is a gzipped .glb. Throws
/// std::runtime_error if `viewer` is not the viewer.
std::string shared_page(std::string_view viewer, std::string_view packed, const SharedWords& words);
/// A link to Marrow's page at an address, with the scene after the #. `embeds`: opens the viewer,
/// not the editor.
std::string shared_link(std::string_view address, std::string_view packed, const SharedWords& words,
                        bool embeds);
/// A link that opens the file words.name next to the page.
std::string link_to_file(std::string_view address, const SharedWords& words, bool embeds);
/// HTML of an <iframe>, for a page of a course.
std::string embed_code(std::string_view link, const SharedWords& words);

/// file:///home/me/My%20films: the address of a file or folder with an absolute path.
std::string file_address(const std::filesystem::path& file);

/// Opens the card and begins to pack the scene; refused during a drag.
void open_share(Editor& editor);
/// The card's link, or a link to a file if the scene is too large. Empty while the scene is being
/// packed, and if why_no_link() has a reason.
std::string link_of(const Editor& editor, const ShareCard& card);
/// Characters of the link with the packed scene, counted without building it. If there are more
/// than kLongestLink, the scene is too large.
std::size_t link_length(const Editor& editor, const ShareCard& card);
std::string why_no_link(const ShareCard& card);
/// True while the scene is being packed or the viewer is being fetched.
bool is_preparing(const ShareCard& card);
/// The viewer's file; empty while it is fetched, and if why_no_page() has a reason.
std::filesystem::path viewer_file();
std::string why_no_page();
/// Estimated bytes of the page. Precondition: the packing is done.
std::size_t page_bytes(const ShareCard& card);
/// Writes the page and closes the card. False and a toast on failure.
bool save_page(Editor& editor, const std::string& path);

}  // namespace marrow
