// Makes a film writer with the encoder for its format. No GL.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "view/export/film_writer.h"

namespace marrow::view {

/// Explains in one sentence why films of a format cannot be written here, with the remedy; empty:
/// they can. Looks for ffmpeg.
std::string why_no_film(FilmFormat format);

/// `target`: the file, or for PNGs a pattern of names (io/numbered_files.h), "walk/walk_%04d.png".
/// Throws std::runtime_error.
std::unique_ptr<FilmWriter> make_film_writer(const FilmSettings& settings,
                                             const std::filesystem::path& target);

}  // namespace marrow::view
