// The writer of a film, whichever encoder it takes. No GL.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "view/export/film_writer.h"

namespace marrow::view {

/// Why this program cannot write films of a format here, and the remedy, in one sentence; empty: it
/// can. Looks for ffmpeg.
std::string why_no_film(FilmFormat format);

/// `target`: the file, or for PNGs a pattern of names (io/numbered_files.h), "walk/walk_%04d.png".
/// Throws std::runtime_error.
std::unique_ptr<FilmWriter> make_film_writer(const FilmSettings& settings,
                                             const std::filesystem::path& target);

}  // namespace marrow::view
