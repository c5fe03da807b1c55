// SPDX-License-Identifier: Apache-2.0
// Copies the bytes of a data set to the device.
#include "engine/train/device_data.h"

namespace mantissa {
namespace {

DeviceSplit copy(Device& device, const Split& split) {
    const auto copied = [&device](const auto& from) -> std::unique_ptr<DeviceMemory> {
        if (from.empty()) return nullptr;
        const std::size_t bytes = from.size() * sizeof from[0];
        std::unique_ptr<DeviceMemory> memory = device.allocate(bytes);
        device.upload(memory->data(), from.data(), bytes);
        return memory;
    };
    return {copied(split.images), copied(split.labels), copied(split.numbers), copied(split.values), split.count};
}

}  // namespace

DeviceData::DeviceData(Device& device, const Dataset& dataset)
    : train(copy(device, dataset.train)), test(copy(device, dataset.test)) {}

}  // namespace mantissa
