# `cmake --install`: a tree that works wherever it is moved to. The component "fonts" may be left out where the system has them. CPack makes
# the .deb of the rest; `deps/bootstrap.sh package` makes all packages.
install(TARGETS marrow RUNTIME_DEPENDENCY_SET parts DESTINATION bin COMPONENT marrow)
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT CMAKE_CROSSCOMPILING)
  # Libraries whose names change from one release of a distribution to the next come along: one package then serves several.
  set_target_properties(marrow PROPERTIES INSTALL_RPATH $ORIGIN/../lib/marrow/shared)
  install(RUNTIME_DEPENDENCY_SET parts PRE_INCLUDE_REGEXES "^lib(fmt|hwy|stb|tinygltf|tinyobjloader)\\.so" PRE_EXCLUDE_REGEXES .
    DESTINATION lib/marrow/shared COMPONENT marrow PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()

set(share share/marrow)
install(DIRECTORY media DESTINATION ${share} COMPONENT marrow FILES_MATCHING PATTERN *.glb PATTERN *.obj PATTERN assignment EXCLUDE PATTERN pictures EXCLUDE)
# `marrow grade --submissions` compiles functions with these. No answers among them.
foreach(room base platform scene rig course)
  install(DIRECTORY src/${room} DESTINATION ${share}/src COMPONENT marrow
    FILES_MATCHING PATTERN *.h PATTERN *.cpp PATTERN solution EXCLUDE PATTERN fast EXCLUDE)
endforeach()
foreach(font REGULAR SEMIBOLD MONO ICONS)
  get_filename_component(file ${MARROW_FONT_${font}} REALPATH)
  get_filename_component(name ${MARROW_FONT_${font}} NAME)
  install(FILES ${file} DESTINATION ${share}/fonts RENAME ${name} COMPONENT fonts)
endforeach()

set(desktop ${CMAKE_SOURCE_DIR}/deps/package)
install(FILES ${desktop}/marrow.desktop DESTINATION share/applications COMPONENT marrow)
install(FILES ${desktop}/marrow.svg DESTINATION share/icons/hicolor/scalable/apps COMPONENT marrow)
install(FILES ${desktop}/marrow.xml DESTINATION share/mime/packages COMPONENT marrow)

# The program describes its options itself.
if(NOT CMAKE_CROSSCOMPILING)
  set(pages "")
  foreach(page man:marrow.1:share/man/man1 bash:marrow:share/bash-completion/completions zsh:_marrow:share/zsh/vendor-completions)
    string(REPLACE ":" ";" page ${page})
    list(POP_FRONT page form name folder)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${folder}/${name} DEPENDS marrow VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/${folder}
      COMMAND marrow --manual ${form} > ${CMAKE_BINARY_DIR}/${folder}/${name})
    list(APPEND pages ${CMAKE_BINARY_DIR}/${folder}/${name})
    install(FILES ${CMAKE_BINARY_DIR}/${folder}/${name} DESTINATION ${folder} COMPONENT marrow)
  endforeach()
  add_custom_target(manual ALL DEPENDS ${pages})
endif()

# Licences: ours, and those of what is inside, as Debian's packages have them.
set(doc share/doc/marrow)
file(STRINGS LICENSE lines)
set(licence "")
foreach(line IN LISTS lines)
  if(line STREQUAL "")
    set(line .)
  endif()
  string(APPEND licence " ${line}\n")
endforeach()
configure_file(${desktop}/copyright.in ${CMAKE_BINARY_DIR}/${doc}/copyright @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/${doc}/copyright .github/CHANGELOG.md DESTINATION ${doc} COMPONENT marrow)
function(marrow_licences component)
  foreach(package IN LISTS ARGN)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${doc}/licences RENAME ${package} COMPONENT ${component} OPTIONAL)
  endforeach()
endfunction()
marrow_licences(marrow libimgui-dev libglm-dev nlohmann-json3-dev libcli11-dev libstb-dev libhwy-dev libfmt-dev libtinygltf-dev libtinyobjloader-dev)
marrow_licences(fonts fonts-inter fonts-fork-awesome fonts-dejavu-core)

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Marrow authors <authors@marrow.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "rigging editor whose skin follows the bones")
set(CPACK_PACKAGE_DESCRIPTION "Poses characters of glTF, OBJ and BVH files. Each joint has a bone and a capsule around it; a vertex follows\nthe joints whose capsules hold it.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};marrow;marrow;/")  # fonts are packages of their own there
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${desktop}/settle.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, fonts-inter, fonts-fork-awesome, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, bubblewrap")
include(CPack)
