// SPDX-License-Identifier: Apache-2.0
// A copy in FP32, which holds every format's numbers.
#include "engine/nn/gradient_copy.h"

namespace mantissa {

GradientCopy::GradientCopy(Device& device, int gauge, std::int64_t elements)
    : device_(device), gauge_(gauge), memory_(device.allocate(static_cast<std::size_t>(elements) * sizeof(float))) {
    tensor_.data = memory_->data();
}

void GradientCopy::visit(int gauge, const Tensor& tensor) {
    if (gauge != gauge_) return;
    tensor_.shape = tensor.shape;
    device_.kernels().round_copy(tensor, tensor_, Cast{});
}

std::vector<float> GradientCopy::values() const {
    std::vector<float> values(static_cast<std::size_t>(tensor_.size()));
    device_.download(values.data(), tensor_.data, tensor_.bytes());
    return values;
}

float GradientCopy::value(std::uint64_t index) const {
    float value = 0;
    device_.download(&value, tensor_.f32() + index, sizeof value);
    return value;
}

}  // namespace mantissa
