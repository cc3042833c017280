// The encoders behind FilmWriter, for film_writer.cpp only. Preconditions: the settings are valid,
// and why_no_film() is empty.
#pragma once

#include <filesystem>
#include <memory>

#include "view/export/film_writer.h"

namespace marrow::view {

using FilmWriterMaker = std::unique_ptr<FilmWriter>(const FilmSettings& settings,
                                                    const std::filesystem::path& target);
FilmWriterMaker make_ffmpeg_film;  ///< MP4 and WebM
FilmWriterMaker make_webp_film;
FilmWriterMaker make_gif_film;
FilmWriterMaker make_png_film;

bool has_webp();  ///< true if the program was built with libwebp

}  // namespace marrow::view
