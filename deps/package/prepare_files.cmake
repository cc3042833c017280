# CPack runs this before it packs. It compresses the files that Debian wants compressed, writes a changelog with the version, and sets the time of all
# files to $SOURCE_DATE_EPOCH.
set(stage ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(share ${stage}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(doc ${share}/doc/marrow)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md.gz next to this file lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9nf ${doc}/changelog ${doc}/CHANGELOG.md COMMAND_ERROR_IS_FATAL ANY)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${stage} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
endif()
