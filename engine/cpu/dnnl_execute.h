// SPDX-License-Identifier: Apache-2.0
// Running a oneDNN primitive without the heap: its own C++ call makes a map and a vector of the arguments each time.
#pragma once

#include <array>
#include <cstddef>
#include <oneapi/dnnl/dnnl.hpp>

namespace mantissa {

/// One argument of a primitive: DNNL_ARG_SRC and the like, and its memory.
inline dnnl_exec_arg_t argument(int index, const dnnl::memory& memory) {
    return {index, memory.get()};
}

/// Enqueues `primitive`. Throws dnnl::error.
template <std::size_t count>
void execute(const dnnl::primitive& primitive, const dnnl::stream& stream,
             const std::array<dnnl_exec_arg_t, count>& arguments) {
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(primitive.get(), stream.get(), static_cast<int>(count), arguments.data()),
        "could not execute a primitive");
}

}  // namespace mantissa
