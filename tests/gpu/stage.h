// SPDX-License-Identifier: Apache-2.0
// What a call on a device needs of the host's memory, brought there and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/backend/device.h"

namespace mantissa {

/// What one call brings over. The same address twice is one piece, so that a result may lie where an argument does.
class Stage {
  public:
    explicit Stage(Device& device) : device_(device) {}

    template <class T>
    T* there(T* host, std::size_t bytes = sizeof(T)) {
        if (!host || bytes == 0) return host;
        const void* key = host;
        auto [at, is_new] = pieces_.try_emplace(key);
        Piece& piece = at->second;
        if (is_new) {
            piece.memory = device_.allocate(bytes);
            device_.upload(piece.memory->data(), host, bytes);
        }
        piece.bytes = std::max(piece.bytes, bytes);
        if constexpr (!std::is_const_v<T>) piece.host = host;
        return static_cast<T*>(static_cast<void*>(piece.memory->data()));
    }
    Tensor there(const Tensor& tensor) {
        return {there(static_cast<std::byte*>(tensor.data), tensor.bytes()), tensor.dtype, tensor.shape};
    }
    // Arguments of kernels that hold addresses; all others are passed on as they are.
    Cast there(Cast cast) {
        cast.counts = there(cast.counts);
        cast.histogram = there(cast.histogram);
        cast.nonfinite_arguments = there(cast.nonfinite_arguments);
        return cast;
    }
    std::vector<ParameterView> there(std::span<const ParameterView> parameters) {
        std::vector<ParameterView> views(parameters.begin(), parameters.end());
        for (ParameterView& p : views) {
            for (Tensor* tensor : {&p.weight, &p.gradient, &p.first_moment, &p.second_moment, &p.copy.tensor})
                *tensor = there(*tensor);
            p.metrics = there(p.metrics);
            p.updates = there(p.updates);
            p.copy.histogram = there(p.copy.histogram);
        }
        return views;
    }

    PoolInput there(const PoolInput& input) { return {input.rectified, there(input.nonfinite)}; }
    NormStatistics there(const NormStatistics& s) { return {there(s.mean), there(s.rstd)}; }
    RunningStatistics there(const RunningStatistics& s) { return {there(s.mean), there(s.variance)}; }
    Columns there(const Columns& c) { return {there(c.tensor), c.begin, c.stride}; }
    MatrixBatch there(MatrixBatch m) {
        m.tensor = there(m.tensor);
        return m;
    }
    Dropout there(const Dropout& d) { return {d.probability, d.random, there(d.step)}; }
    template <class T>
    const T& there(const T& value) {
        return value;
    }

    /// Brings back what may have been written.
    void back() {
        for (auto& [key, piece] : pieces_)
            if (piece.host) device_.download(piece.host, piece.memory->data(), piece.bytes);
    }

  private:
    struct Piece {
        std::unique_ptr<DeviceMemory> memory;
        void* host = nullptr;  ///< null: only read
        std::size_t bytes = 0;
    };
    Device& device_;
    std::map<const void*, Piece> pieces_;
};

}  // namespace mantissa
