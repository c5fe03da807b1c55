// SPDX-License-Identifier: Apache-2.0
// A data set resident on a device: MNIST is 55 MB, so it is copied once and gathered there.
#pragma once

#include <memory>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/nn/pass.h"

namespace mantissa {

struct DeviceSplit {
    std::unique_ptr<DeviceMemory> images, labels, numbers, values;  ///< null where the data set has none
    std::int64_t count = 0;

    /// What a pass gathers from.
    SampleData data() const {
        return {at<std::uint8_t>(images), at<std::uint8_t>(labels), at<float>(numbers), at<float>(values)};
    }
    std::uint64_t bytes() const noexcept {
        std::uint64_t sum = 0;
        for (const auto* memory : {&images, &labels, &numbers, &values}) sum += *memory ? (*memory)->size() : 0;
        return sum;
    }

  private:
    template <class Number>
    static const Number* at(const std::unique_ptr<DeviceMemory>& memory) {
        return memory ? reinterpret_cast<const Number*>(memory->data()) : nullptr;
    }
};

/// Shared by all lanes of a device.
struct DeviceData {
    explicit DeviceData(Device& device, const Dataset& dataset);
    DeviceSplit train, test;

    std::uint64_t bytes() const noexcept { return train.bytes() + test.bytes(); }
};

}  // namespace mantissa
