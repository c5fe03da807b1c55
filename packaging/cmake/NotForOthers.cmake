# cpack reads this where the build is for this machine alone.
message(FATAL_ERROR "The kernels of this build are for processors like this machine's alone. "
                    "Build for all of them first: cmake build -DMANTISSA_FOR_HERE=OFF && ninja -C build")
