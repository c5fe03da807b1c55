// SPDX-License-Identifier: Apache-2.0
// Names of formats.
#include "engine/precision/float_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/base/error.h"

namespace mantissa {

std::string name_of(const FloatFormat& format) {
    if (format == fp32) return "FP32";
    if (format == tf32) return "TF32";
    if (format == fp16) return "FP16";
    if (format == bf16) return "BF16";
    return fmt::format("E{}M{}{}", format.exponent_bits, format.fraction_bits,
                       format.top == TopCodes::ieee ? "" : "FN");
}

FloatFormat format_named(std::string_view name) {
    std::string upper(name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    for (const FloatFormat& known : {fp32, tf32, fp16, bf16, e4m3fn, e3m2fn, e2m3fn, e2m1fn})
        if (upper == name_of(known)) return known;
    for (int e = 2; e <= 8; ++e)
        for (int m = 1; m <= 23; ++m)
            if (upper == fmt::format("E{}M{}", e, m)) return {e, m};
    throw Error(ErrorCode::usage, say("there is no floating-point format \"%1\"", {name}), "precision",
                say("FP32, TF32, FP16, BF16, E2M1 to E8M23, or E4M3FN, E3M2FN, E2M3FN, E2M1FN"));
}

}  // namespace mantissa
