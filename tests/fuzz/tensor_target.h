// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a file of tensors: they are refused with a place, or every tensor lies within
// the file and gives as many numbers as it says. Shared by the fuzzer and by the test that runs without one.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/inspect/inspection.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted and read to the end.
inline bool check_tensors(std::span<const std::uint8_t> bytes) {
    std::vector<std::byte> copy(bytes.size());
    if (!bytes.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
    try {
        TensorFile file(memory_bytes(std::move(copy)), "input");
        for (const TensorEntry& tensor : file.tensors()) {
            if (tensor.begin > bytes.size() || tensor.length > bytes.size() - tensor.begin)
                throw std::logic_error("a tensor beyond the end of its file");
            Magnitudes magnitudes;
            file.read(tensor, [&](std::span<const double> numbers) {
                magnitudes.add(numbers);
                return true;
            });
            if (tensor.type == NumberType::none) continue;
            if (magnitudes.count() != tensor.elements) throw std::logic_error("numbers are missing");
            // Deflate gains a factor of 1032 at the most.
            if (tensor.elements > (bytes.size() + 1) * 1032) throw std::logic_error("more numbers than can be there");
            for (const FloatFormat& format : inspected_formats()) {
                const CastFigures figures = cast_figures(magnitudes, format);
                if (figures.flushed + figures.subnormal + figures.overflow > magnitudes.nonzero ||
                    !(figures.norm_lost >= 0 && figures.norm_lost <= 1 + 1e-9))
                    throw std::logic_error("shares that cannot be");
                best_scale(magnitudes, format);
            }
        }
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || error.place().empty() || error.message().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        return false;
    }
}

}  // namespace mantissa::fuzz
