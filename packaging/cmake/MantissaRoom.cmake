# How a room (a folder under engine/ or ui/) becomes a static library, with the warnings our own code must pass.

find_program(MANTISSA_CCACHE ccache)
if(MANTISSA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MANTISSA_CCACHE})
endif()
if(MANTISSA_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${MANTISSA_CCACHE})
endif()
find_program(MANTISSA_MOLD mold)
if(MANTISSA_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# mantissa_own(TARGET): warnings as errors, no contraction of a*b+c (results must not depend on the optimiser's mood).
function(mantissa_own target)
  set(host $<NOT:$<COMPILE_LANGUAGE:CUDA>>)
  target_compile_options(${target} PRIVATE "$<${host}:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wnon-virtual-dtor;-Woverloaded-virtual>"
                         "$<${host}:-Wold-style-cast;-Wcast-qual;-Wextra-semi;-Werror;-ffp-contract=off>")
  # GCC 12 warns falsely about std::string here from -O3 on (GCC bug 105329).
  target_compile_options(${target} PRIVATE $<$<AND:${host},$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>)
  # What nvcc writes between our lines would not pass the host's stricter warnings.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr;--extended-lambda;--Werror=all-warnings>"
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wnon-virtual-dtor,-Woverloaded-virtual,-Werror,-ffp-contract=off>")
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  if(MANTISSA_ASSERTIONS AND NOT target STREQUAL mantissa_cpu)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
    # What GCC's optimiser takes for possible behind such a check is told and is no error.
    set(warnings array-bounds stringop-overflow stringop-overread stringop-truncation maybe-uninitialized uninitialized
        free-nonheap-object mismatched-new-delete nonnull format-overflow format-truncation)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
      list(APPEND warnings dangling-pointer use-after-free)
    endif()
    foreach(warning ${warnings})
      target_compile_options(${target} PRIVATE $<$<AND:${host},$<CXX_COMPILER_ID:GNU>>:-Wno-error=${warning}>)
    endforeach()
  endif()
  if(MANTISSA_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${MANTISSA_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MANTISSA_SANITIZE})
    # Instrumented, GCC warns falsely about <regex> (its manual says so of -fsanitize); plain builds keep the warning.
    target_compile_options(${target} PRIVATE $<$<AND:${host},$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)
  endif()
endfunction()

# What a unit spends most of its time on is reading the same headers: those of the vocabulary (protobuf's), Qt, and the
# standard library's larger ones. They are read once for all rooms that need the same. -DMANTISSA_PRECOMPILED=OFF builds
# without, which shows where a file leans on a header that it does not include.
option(MANTISSA_PRECOMPILED "Read large headers once instead of once a file" ON)
set(headers_std <algorithm> <chrono> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <string> <vector>)
set(headers_engine ${headers_std} <fmt/format.h> <engine/run/run.pb.h>)
set(headers_qt <QCoreApplication> <QObject> <QString> <QStringList> <QTimer>)
set(headers_paint <QAction> <QApplication> <QBoxLayout> <QComboBox> <QEvent> <QLabel> <QMainWindow> <QPainter> <QPushButton>
    <QScrollArea> <QSpinBox> <QTableView> <QToolButton> <QWidget>)

# mantissa_headers(NAME LIB... HEADERS HEADER... [PROGRAMS]): target headers_NAME, which reads the headers once with the
# libraries' settings, for rooms (-fPIC) or PROGRAMS (-fPIE). GCC accepts them only for code with the same of these two
# options, the same optimisation, and every macro that the libraries define.
function(mantissa_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 headers "PROGRAMS" "" "HEADERS")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers_${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "")
  add_library(headers_${name} OBJECT ${source})
  set_target_properties(headers_${name} PROPERTIES AUTOMOC OFF)
  mantissa_own(headers_${name})
  mantissa_light(headers_${name})
  target_link_libraries(headers_${name} PRIVATE ${headers_UNPARSED_ARGUMENTS})
  if(headers_PROGRAMS)
    target_compile_options(headers_${name} PRIVATE -fPIE)
  endif()
  if(MANTISSA_PRECOMPILED)
    target_precompile_headers(headers_${name} PRIVATE ${headers_HEADERS})
    mantissa_preprocess_once(headers_${name})
  endif()
endfunction()

# mantissa_precompiled(TARGET NAME): the target uses what headers_NAME has read.
function(mantissa_precompiled target name)
  if(MANTISSA_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM headers_${name})
    mantissa_preprocess_once(${target})
  endif()
endfunction()

# Without this option ccache cannot tell what a precompiled header holds.
function(mantissa_preprocess_once target)
  target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)
endfunction()

# A unit of one file spends most of its time on the same headers and templates as its neighbour. For a build from nothing
# 24 files of a room are compiled as one; whoever changes a file at a time builds without. Of names in namespaces without
# one no two files of a room may then have the same.
option(MANTISSA_UNITY "Compile 24 files of a room at once: less than half the time from nothing, more after a change" OFF)
function(mantissa_unity target)
  if(MANTISSA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  endif()
endfunction()

# mantissa_light(TARGET): nothing in it is hot. It is compiled with what gains most for least.
function(mantissa_light target)
  target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
endfunction()

# mantissa_room(NAME LIB... [HEADERS NAME] [LIGHT]): every .cpp of the current folder as library mantissa_NAME (a room of
# headers only is an interface library). HEADERS: which of mantissa_headers' it uses; LIGHT: nothing in it is hot.
function(mantissa_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "LIGHT" "HEADERS" "")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    add_library(mantissa_${name} STATIC ${sources})
    mantissa_own(mantissa_${name})
    mantissa_unity(mantissa_${name})
    target_link_libraries(mantissa_${name} PUBLIC ${room_UNPARSED_ARGUMENTS})
    if(room_HEADERS)
      mantissa_precompiled(mantissa_${name} ${room_HEADERS})
    endif()
    if(room_LIGHT)
      mantissa_light(mantissa_${name})
    endif()
  else()
    add_library(mantissa_${name} INTERFACE)
    target_link_libraries(mantissa_${name} INTERFACE ${room_UNPARSED_ARGUMENTS})
  endif()
endfunction()

# mantissa_test(NAME LIB... [RECORDS] [SINGLY]): every .cpp of the current folder as the GoogleTest program test_NAME, one
# CTest entry per test, label = NAME. RECORDS: nearly all of them read records, whose headers are protobuf's. SINGLY: each
# takes shared tests (engine/backend/*_tests.h) as its own, so no two can be compiled as one. OpenMP's threads sleep while
# they wait: spinning, its default, makes small steps twenty times slower where tests run side by side. Tests whose name
# contains "Nightly" get the label "nightly" and are left out of packaging/test.
function(mantissa_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "RECORDS;SINGLY" "" "")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  mantissa_own(test_${name})
  if(NOT test_SINGLY)
    mantissa_unity(test_${name})
  endif()
  target_compile_definitions(test_${name} PRIVATE MANTISSA_RESOURCES="${CMAKE_SOURCE_DIR}/resources"
                             MANTISSA_SOURCE="${CMAKE_SOURCE_DIR}")
  target_link_libraries(test_${name} PRIVATE ${test_UNPARSED_ARGUMENTS} GTest::gmock_main GTest::gtest)
  mantissa_light(test_${name})
  if(test_RECORDS)
    mantissa_precompiled(test_${name} tests_of_records)
  else()
    mantissa_precompiled(test_${name} tests)
  endif()
  gtest_discover_tests(test_${name} PROPERTIES LABELS ${name} TIMEOUT 600 ENVIRONMENT OMP_WAIT_POLICY=passive
                       DISCOVERY_TIMEOUT 60 TEST_FILTER "-*Nightly*")
  gtest_discover_tests(test_${name} PROPERTIES LABELS nightly TIMEOUT 3600 ENVIRONMENT OMP_WAIT_POLICY=passive
                       DISCOVERY_TIMEOUT 60 TEST_FILTER "*Nightly*"
                       TEST_LIST test_${name}_NIGHTLY)
endfunction()
