// SPDX-License-Identifier: Apache-2.0
// The difference between oneDNN 2.x (operation descriptors) and 3.x (attributes in the primitive descriptor's
// constructor), and nothing else. Convolutions and matrix products, fpmath mode strict.
#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include "engine/backend/kernels.h"

namespace mantissa {

/// Memory descriptors of one convolution, `any` where oneDNN shall choose, with its padding and stride each way.
struct ConvDescriptors {
    dnnl::memory::desc x, w, bias, y;
    dnnl::memory::dims padding, strides;
};

inline dnnl::primitive_attr strict_attributes() {
    dnnl::primitive_attr attributes;
    attributes.set_fpmath_mode(dnnl::fpmath_mode::strict);
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);  // so that it can be counted
    return attributes;
}

#if DNNL_VERSION_MAJOR >= 3

inline dnnl::matmul::primitive_desc matmul_desc(const dnnl::engine& engine, const dnnl::memory::desc& a,
                                                const dnnl::memory::desc& b, const dnnl::memory::desc& c) {
    return {engine, a, b, c, strict_attributes()};
}
/// Of the instruction sets that 2.x does not name: all but AVX2 with VNNI 2, which oneDNN does not multiply BF16 with
/// in training.
inline bool is_newer_with_bf16(dnnl::cpu_isa isa) {
    return isa != dnnl::cpu_isa::isa_default && isa != dnnl::cpu_isa::avx2_vnni_2;
}
inline const char* name_of_newer(dnnl::cpu_isa isa) {
    switch (isa) {
        case dnnl::cpu_isa::avx2_vnni_2:
            return "AVX2 VNNI 2";
        case dnnl::cpu_isa::avx512_core_fp16:
            return "AVX-512 FP16";
        case dnnl::cpu_isa::avx512_core_amx_fp16:
            return "AMX FP16";
        default:  // 3.x adds more from version to version
            return is_newer_with_bf16(isa) ? "AVX-512 BF16 and newer" : "baseline";
    }
}
inline dnnl::convolution_forward::primitive_desc conv_forward_desc(const dnnl::engine& engine,
                                                                   const ConvDescriptors& d) {
    return {engine,
            dnnl::prop_kind::forward_training,
            dnnl::algorithm::convolution_direct,
            d.x,
            d.w,
            d.bias,
            d.y,
            d.strides,
            d.padding,
            d.padding,
            strict_attributes()};
}
inline dnnl::convolution_backward_data::primitive_desc conv_backward_data_desc(
    const dnnl::engine& engine, const ConvDescriptors& d, const dnnl::convolution_forward::primitive_desc& hint) {
    return {engine,    dnnl::algorithm::convolution_direct,
            d.x,       d.w,
            d.y,       d.strides,
            d.padding, d.padding,
            hint,      strict_attributes()};
}
inline dnnl::convolution_backward_weights::primitive_desc conv_backward_weights_desc(
    const dnnl::engine& engine, const ConvDescriptors& d, const dnnl::convolution_forward::primitive_desc& hint) {
    return {engine,    dnnl::algorithm::convolution_direct,
            d.x,       d.w,
            d.y,       d.strides,
            d.padding, d.padding,
            hint,      strict_attributes()};
}

#else

inline dnnl::matmul::primitive_desc matmul_desc(const dnnl::engine& engine, const dnnl::memory::desc& a,
                                                const dnnl::memory::desc& b, const dnnl::memory::desc& c) {
    return {{a, b, c}, strict_attributes(), engine};
}
inline bool is_newer_with_bf16(dnnl::cpu_isa) {
    return false;
}
inline const char* name_of_newer(dnnl::cpu_isa) {
    return "baseline";
}
inline dnnl::convolution_forward::primitive_desc conv_forward_desc(const dnnl::engine& engine,
                                                                   const ConvDescriptors& d) {
    return {{dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct, d.x, d.w, d.bias, d.y, d.strides,
             d.padding, d.padding},
            strict_attributes(),
            engine};
}
inline dnnl::convolution_backward_data::primitive_desc conv_backward_data_desc(
    const dnnl::engine& engine, const ConvDescriptors& d, const dnnl::convolution_forward::primitive_desc& hint) {
    return {{dnnl::algorithm::convolution_direct, d.x, d.w, d.y, d.strides, d.padding, d.padding},
            strict_attributes(),
            engine,
            hint};
}
inline dnnl::convolution_backward_weights::primitive_desc conv_backward_weights_desc(
    const dnnl::engine& engine, const ConvDescriptors& d, const dnnl::convolution_forward::primitive_desc& hint) {
    return {{dnnl::algorithm::convolution_direct, d.x, d.w, d.y, d.strides, d.padding, d.padding},
            strict_attributes(),
            engine,
            hint};
}

#endif

}  // namespace mantissa
