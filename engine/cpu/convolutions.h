// SPDX-License-Identifier: Apache-2.0
// oneDNN's convolution primitives, created once for each geometry and batch, with the reorders at their edges. What
// they need beside their operands (but for a bias of zeros) is scratch, which all of them share.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/kernels.h"
#include "engine/cpu/numbers.h"
#include "engine/cpu/scratch.h"

namespace mantissa {

class Convolutions {
  public:
    explicit Convolutions(Scratch& scratch);
    ~Convolutions();

    /// All channels-last, weights [k, r, s, c]. Both operands are FP32 or both are BF16; results are FP32. `bias` may
    /// be null. `again`: the call before was one of the same kind and with the same weights, for other images.
    void forward(const ConvGeometry& geometry, std::int64_t images, const Numbers& x, const Numbers& w,
                 const float* bias, float* y, bool again = false);
    void backward_data(const ConvGeometry& geometry, std::int64_t images, const Numbers& dy, const Numbers& w,
                       float* dx, bool again = false);
    void backward_weights(const ConvGeometry& geometry, std::int64_t images, const Numbers& dy, const Numbers& x,
                          float* dw);

    std::vector<std::string> implementations() const;

  private:
    struct Key {
        int direction = 0;  // 0 forward, 1 data gradient, 2 weight gradient
        std::int64_t images = 0, height = 0, width = 0, channels = 0, filters = 0, kernel = 0, padding = 0, stride = 0;
        bool narrow = false;  // BF16 operands
        auto operator<=>(const Key&) const = default;
    };
    struct Operand;
    struct Primitive;
    struct State;
    Primitive& primitive(int direction, const ConvGeometry& geometry, std::int64_t images, bool narrow);

    Scratch& scratch_;
    std::unique_ptr<State> state_;
    std::map<Key, std::unique_ptr<Primitive>> primitives_;
};

}  // namespace mantissa
