// SPDX-License-Identifier: Apache-2.0
// Copies the bytes of a data set to the device.
#include "engine/train/device_data.h"

namespace mantissa {
namespace {

DeviceSplit copy(Device& device, const Split& split) {
    DeviceSplit result;
    result.count = split.count;
    result.images = device.allocate(split.images.size());
    result.labels = device.allocate(split.labels.size());
    device.upload(result.images->data(), split.images.data(), split.images.size());
    device.upload(result.labels->data(), split.labels.data(), split.labels.size());
    return result;
}

}  // namespace

DeviceData::DeviceData(Device& device, const Dataset& dataset)
    : train(copy(device, dataset.train)), test(copy(device, dataset.test)) {}

}  // namespace mantissa
