# The targets of MarrowPackagesInC.cmake for a page and for Windows, built from source packages.
marrow_source(ZLIB::ZLIB zlib INCLUDE . SOURCES *.c)
# Sources include <minizip/unzip.h>, as Debian installs it.
file(CREATE_LINK ${MARROW_SOURCES}/minizip ${headers}/minizip SYMBOLIC)
marrow_source(PkgConfig::MINIZIP minizip INCLUDE ${headers} SOURCES ioapi.c unzip.c zip.c LINK ZLIB::ZLIB
  PRIVATE_DEFINE $<$<PLATFORM_ID:Emscripten>:fopen64=fopen> $<$<PLATFORM_ID:Emscripten>:fseeko64=fseeko> $<$<PLATFORM_ID:Emscripten>:ftello64=ftello>)
marrow_source(GIF::GIF giflib INCLUDE . SOURCES dgif_lib.c egif_lib.c gif_err.c gif_font.c gif_hash.c gifalloc.c openbsd-reallocarray.c quantize.c)
# Outlines of the two kinds of fonts that the window uses, and the modules that both need.
marrow_source(PkgConfig::FREETYPE freetype INCLUDE include LINK ZLIB::ZLIB PRIVATE_DEFINE FT2_BUILD_LIBRARY FT_CONFIG_OPTION_SYSTEM_ZLIB FT_CONFIG_MODULES_H=<marrow_freetype_modules.h>
  SOURCES src/base/ftsystem.c src/base/ftinit.c src/base/ftdebug.c src/base/ftbase.c src/base/ftbbox.c src/base/ftbitmap.c src/base/ftglyph.c
    src/base/ftmm.c src/base/ftsynth.c src/autofit/autofit.c src/cff/cff.c src/psaux/psaux.c src/pshinter/pshinter.c src/psnames/psnames.c
    src/sfnt/sfnt.c src/gzip/ftgzip.c src/smooth/smooth.c src/truetype/truetype.c src/raster/raster.c)
file(CONFIGURE OUTPUT ${headers}/marrow_freetype_modules.h CONTENT
"FT_USE_MODULE(FT_Module_Class, autofit_module_class)
FT_USE_MODULE(FT_Driver_ClassRec, tt_driver_class)
FT_USE_MODULE(FT_Driver_ClassRec, cff_driver_class)
FT_USE_MODULE(FT_Module_Class, psaux_module_class)
FT_USE_MODULE(FT_Module_Class, psnames_module_class)
FT_USE_MODULE(FT_Module_Class, pshinter_module_class)
FT_USE_MODULE(FT_Renderer_Class, ft_raster1_renderer_class)
FT_USE_MODULE(FT_Module_Class, sfnt_module_class)
FT_USE_MODULE(FT_Renderer_Class, ft_smooth_renderer_class)
")
target_include_directories(dep_FREETYPE SYSTEM PRIVATE ${headers})

# Still WebP pictures on surfaces: the decoder.
marrow_source(PkgConfig::WEBP_DECODER libwebp INCLUDE src . SOURCES src/dec/*.c src/dsp/*.c src/utils/*.c)
set(MARROW_CODEC_webp PkgConfig::WEBP_DECODER)

# Names in other scripts are drawn with the window's own fonts.
set(MARROW_TYPE "")
set(MARROW_TYPE_DEFINITIONS "")

# A page and Windows have no animated WebP; the program reports that.
set(MARROW_FILM "")
set(MARROW_FILM_DEFINITIONS "")
