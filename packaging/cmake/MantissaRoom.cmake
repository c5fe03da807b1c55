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
  if(MANTISSA_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${MANTISSA_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MANTISSA_SANITIZE})
    # Instrumented, GCC warns falsely about <regex> (its manual says so of -fsanitize); plain builds keep the warning.
    target_compile_options(${target} PRIVATE $<$<AND:${host},$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)
  endif()
endfunction()

# mantissa_room(NAME LIB...): every .cpp of the current folder as library mantissa_NAME (a room of headers only is an
# interface library).
function(mantissa_room name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    add_library(mantissa_${name} STATIC ${sources})
    mantissa_own(mantissa_${name})
    target_link_libraries(mantissa_${name} PUBLIC ${ARGN})
  else()
    add_library(mantissa_${name} INTERFACE)
    target_link_libraries(mantissa_${name} INTERFACE ${ARGN})
  endif()
endfunction()

# mantissa_test(NAME LIB...): every .cpp of the current folder as the GoogleTest program test_NAME, one CTest entry per
# test, label = NAME. OpenMP's threads sleep while they wait: spinning, its default, makes small steps twenty times
# slower where tests run side by side. Tests whose name contains "Nightly" get the label "nightly" and are left out of
# packaging/test.
function(mantissa_test name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  mantissa_own(test_${name})
  target_compile_definitions(test_${name} PRIVATE MANTISSA_RESOURCES="${CMAKE_SOURCE_DIR}/resources"
                             MANTISSA_SOURCE="${CMAKE_SOURCE_DIR}")
  target_link_libraries(test_${name} PRIVATE ${ARGN} GTest::gmock_main GTest::gtest)
  gtest_discover_tests(test_${name} PROPERTIES LABELS ${name} TIMEOUT 600 ENVIRONMENT OMP_WAIT_POLICY=passive
                       DISCOVERY_TIMEOUT 60 TEST_FILTER "-*Nightly*")
  gtest_discover_tests(test_${name} PROPERTIES LABELS nightly TIMEOUT 3600 ENVIRONMENT OMP_WAIT_POLICY=passive
                       DISCOVERY_TIMEOUT 60 TEST_FILTER "*Nightly*"
                       TEST_LIST test_${name}_NIGHTLY)
endfunction()
