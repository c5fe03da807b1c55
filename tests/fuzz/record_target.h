// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for a record: they are refused, or every number that a chart makes an array or a
// loop of is small. Shared by the fuzzer and by the test that runs without one.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>

#include "engine/base/error.h"
#include "engine/run/validation.h"
#include "engine/store/record_key.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the bytes were accepted.
inline bool check_record_bytes(std::span<const std::uint8_t> bytes) {
    run::Record record;
    if (!record.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
    try {
        check_record(record);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || error.message().empty())
            throw std::logic_error(std::string("refused in the wrong way: ") + error.what());
        return false;
    }
    bool small = record.step() <= most_steps;
    const auto bins = [&small](std::int32_t first, int count) {
        small = small && std::abs(std::int64_t{first}) <= 4096 && count <= 4096;
    };
    for (const run::Histogram& one : record.histograms().histograms()) {
        bins(one.first_bin(), one.bins_size());
        bins(one.updates().first_bin(), one.updates().bins_size());
        bins(one.shadow().first_bin(), one.shadow().bins_size());
        small = small && run::Role_IsValid(one.role());
    }
    bins(record.trace().bin(), record.trace().position_size());
    if (!small) throw std::logic_error("a record was accepted whose numbers are out of range");
    part_of(record);
    if (comparable(record).size() > record.ByteSizeLong() + 64) throw std::logic_error("it grew");
    return true;
}

}  // namespace mantissa::fuzz
