// SPDX-License-Identifier: Apache-2.0
// A data set resident on a device: MNIST is 55 MB, so it is copied once and gathered there.
#pragma once

#include <memory>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"

namespace mantissa {

struct DeviceSplit {
    std::unique_ptr<DeviceMemory> images, labels;
    std::int64_t count = 0;

    const std::uint8_t* image_bytes() const { return reinterpret_cast<const std::uint8_t*>(images->data()); }
    const std::uint8_t* label_bytes() const { return reinterpret_cast<const std::uint8_t*>(labels->data()); }
};

/// Shared by all lanes of a device.
struct DeviceData {
    explicit DeviceData(Device& device, const Dataset& dataset);
    DeviceSplit train, test;

    std::uint64_t bytes() const noexcept {
        return train.images->size() + train.labels->size() + test.images->size() + test.labels->size();
    }
};

}  // namespace mantissa
