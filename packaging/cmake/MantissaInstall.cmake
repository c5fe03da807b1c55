# What is installed where, and the Debian package (cpack in the build folder makes it; it must pass lintian).
include(GNUInstallDirs)
install(TARGETS mantissa-worker RUNTIME)
install(DIRECTORY resources/mnist resources/presets resources/lessons resources/reproduce DESTINATION ${CMAKE_INSTALL_DATADIR}/mantissa)
# The wheel of mantissa_probe, for the machines on which people train; without Python 3.11 it is left out.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND Python3_VERSION VERSION_GREATER_EQUAL 3.11)
  file(STRINGS app/probe/mantissa_probe/version.py probe_version REGEX "^VERSION = ")
  string(REGEX REPLACE ".*\"([^\"]+)\".*" "\\1" probe_version "${probe_version}")
  set(probe_wheel ${CMAKE_BINARY_DIR}/wheel/mantissa_probe-${probe_version}-py3-none-any.whl)
  file(GLOB_RECURSE probe_sources CONFIGURE_DEPENDS app/probe/*.py app/probe/*.json app/probe/*.toml app/probe/*.md)
  add_custom_command(OUTPUT ${probe_wheel}
                     COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/packaging/wheel ${CMAKE_BINARY_DIR}/wheel
                     DEPENDS ${probe_sources} packaging/wheel VERBATIM)
  add_custom_target(mantissa_probe_wheel ALL DEPENDS ${probe_wheel})
  add_dependencies(mantissa-worker mantissa_probe_wheel)  # what is installed is built with the programs
  install(FILES ${probe_wheel} app/probe/README.md app/probe/FORMAT.md DESTINATION ${CMAKE_INSTALL_DATADIR}/mantissa/probe)
endif()
install(FILES packaging/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Manuals and the change log are compressed without a time stamp: the same sources give the same package.
find_program(MANTISSA_GZIP gzip REQUIRED)
function(mantissa_install_gzip file name destination)  # and what install() takes beside them
  set(packed ${CMAKE_BINARY_DIR}/packed/${name}.gz)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/packed)
  execute_process(COMMAND ${MANTISSA_GZIP} -9nc ${CMAKE_SOURCE_DIR}/${file} OUTPUT_FILE ${packed} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
  install(FILES ${packed} DESTINATION ${destination} ${ARGN})
endfunction()
mantissa_install_gzip(packaging/man/mantissa-worker.1 mantissa-worker.1 ${CMAKE_INSTALL_MANDIR}/man1)
mantissa_install_gzip(packaging/debian/changelog changelog ${CMAKE_INSTALL_DOCDIR})
if(TARGET mantissa_mpi)
  install(FILES packaging/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}-mpi COMPONENT mpi)
  mantissa_install_gzip(packaging/debian/changelog changelog ${CMAKE_INSTALL_DOCDIR}-mpi COMPONENT mpi)
endif()
install(FILES packaging/completions/mantissa-worker DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)

if(MANTISSA_DESKTOP)
  install(TARGETS mantissa RUNTIME)
  mantissa_install_gzip(packaging/man/mantissa.1 mantissa.1 ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES packaging/desktop/mantissa.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES packaging/desktop/io.github.mantissa.Mantissa.metainfo.xml
          DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES packaging/desktop/mantissa.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  foreach(size 16 32 48 64 128 256)
    install(FILES resources/icons/mantissa-${size}.png RENAME mantissa.png
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
  endforeach()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mantissa)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Mantissa developers <mantissa@localhost.localdomain>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop laboratory for mixed-precision training")
set(CPACK_PACKAGE_DESCRIPTION
    "Mantissa trains small networks on MNIST in FP32, TF32, FP16 and BF16 while
live charts show accuracy, the loss scale, gradient histograms and memory. It
shows where gradients fall out of a format's range, what a loss scale does
about it and what 16 bits cost and buy. Formats that the processor lacks are
emulated, exactly rounded.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Ranks in processes are a package of their own: it needs Open MPI, which nobody wants who has one machine.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME mantissa)
set(CPACK_DEBIAN_MPI_PACKAGE_NAME mantissa-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "mantissa (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS mantissa-mpi)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_COMPONENT_MPI_DESCRIPTION
    "This package has the module that mantissa-worker opens for train --ranks mpi:
each rank of a training in a process of its own, under mpirun or srun.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "qt6-qpa-plugins, fonts-dejavu-core")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_HOMEPAGE_URL "")
if(MANTISSA_FOR_HERE)  # what packaging/run has built; a package is for others
  set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/packaging/cmake/NotForOthers.cmake)
endif()
include(CPack)
