# The fonts of the window, from the system.
find_file(MARROW_FONT_REGULAR Inter-Regular.otf PATHS /usr/share/fonts/opentype/inter NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_file(MARROW_FONT_SEMIBOLD Inter-SemiBold.otf PATHS /usr/share/fonts/opentype/inter NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_file(MARROW_FONT_MONO DejaVuSansMono.ttf PATHS /usr/share/fonts/truetype/dejavu NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_file(MARROW_FONT_ICONS forkawesome-webfont.ttf
  PATHS /usr/share/fonts/truetype/fork-awesome /usr/share/fonts-fork-awesome/fonts NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
