// A scene for others to look at: a page that holds it, or a link. No ImGui, no SDL.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "editor/session.h"

namespace marrow {

struct Editor;
struct ShareCard;

/// Characters. Firefox takes addresses of 2^20, other browsers longer ones.
inline constexpr std::size_t kLongestLink = 1'000'000;
/// Longer ones many mail and chat programs cut.
inline constexpr std::size_t kLongestInMessage = 8'000;

/// What a viewer says and shows besides the scene.
struct SharedWords {
  std::string name;  ///< "human.glb"
  std::string caption;
  std::string show;  ///< as `marrow render --show`: "mesh,joints"
};

/// The viewer (web/viewer) with a scene in it: `packed` is a .glb, gzipped. Throws
/// std::runtime_error if it is no viewer.
std::string shared_page(std::string_view viewer, std::string_view packed, const SharedWords& words);
/// To Marrow's page at an address, with the scene behind the #. `embeds`: its viewer, not the
/// editor.
std::string shared_link(std::string_view address, std::string_view packed, const SharedWords& words,
                        bool embeds);
/// The same to a file of that name beside the page.
std::string link_to_file(std::string_view address, const SharedWords& words, bool embeds);
/// HTML for a page of a course.
std::string embed_code(std::string_view link, const SharedWords& words);

/// Opens the card and begins to pack the scene; refused mid-gesture.
void open_share(Editor& editor);
/// The card's link, or the one to a file where the scene is too large for a link; empty while it is
/// being packed, and where the address is none (`why_no_link`).
std::string link_of(const Editor& editor, const ShareCard& card);
/// Characters of link_of() with the packed scene in it, which is not made for this; more than
/// kLongestLink: the scene is too large.
std::size_t link_length(const Editor& editor, const ShareCard& card);
std::string why_no_link(const ShareCard& card);
/// The viewer's file; empty while it is fetched, and where there is none (`why_no_page`).
std::filesystem::path viewer_file();
std::string why_no_page();
/// About so many bytes a page will have. Precondition: the packing is done.
std::size_t page_bytes(const ShareCard& card);
/// Writes the card's page; closes the card. False and a toast on failure.
bool save_page(Editor& editor, const std::string& path);

}  // namespace marrow
