// SPDX-License-Identifier: Apache-2.0
// From what the driver says to what `devices` lists.
#include "engine/cuda/cards.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>

#include "engine/base/error.h"

namespace mantissa {
namespace cuda {

Surroundings look_around() {
    Surroundings found;
    found.driver = ask_driver(CUDART_VERSION);
    if (std::all_of(found.driver.cards.begin(), found.driver.cards.end(),
                    [](const DriverCard& card) { return !card.reason.empty(); }))
        return found;
    try {
        found.lt = open_cublaslt(found.driver.version);
        found.convolutions = wanted_convolutions();
        if (found.convolutions != ConvolutionWay::patches) found.cudnn = open_cudnn();
    } catch (const Error& error) {
        found.library_problem = say("%1: %2", {error.message_phrase(), error.remedy_phrase()});
    }
    return found;
}

bool takes_tf32_and_bf16(const DriverCard& card) {
    return card.major >= 8;
}

CudaCard describe(const DriverCard& card, const Surroundings& surroundings) {
    CudaCard result;
    DeviceDescription& d = result.description;
    d.id = fmt::format("cuda:{}", card.ordinal);
    d.text = fmt::format("{}, compute capability {}.{}", card.name.empty() ? "a card without a name" : card.name,
                         card.major, card.minor);
    d.memory_bytes = card.memory_bytes;
    const DriverState& driver = surroundings.driver;
    d.libraries = {
        fmt::format("NVIDIA driver {}",
                    driver.release.empty() ? "for CUDA " + cuda_version_text(driver.version) : driver.release),
        fmt::format("CUDA runtime {}", cuda_version_text(CUDART_VERSION))};
    if (surroundings.lt) d.libraries.push_back(fmt::format("cuBLASLt {}", surroundings.lt->version));
    d.times_convolutions = surroundings.cudnn && surroundings.convolutions == ConvolutionWay::cudnn_timed;
    if (surroundings.cudnn)  // in a run's record: who times engines cannot expect the same bits of another run
        d.libraries.push_back(fmt::format("cuDNN {}{}", surroundings.cudnn->version,
                                          d.times_convolutions ? ", engines chosen by time" : ""));
    d.details = {fmt::format("driver supports CUDA {}", cuda_version_text(driver.version)),
                 fmt::format("{} multiprocessors{}", card.multiprocessors,
                             card.clock_khz > 0 ? fmt::format(", up to {} MHz", card.clock_khz / 1000) : "")};
    if (surroundings.lt) d.details.push_back(fmt::format("cuBLASLt from {}", surroundings.lt->path));
    if (surroundings.cudnn) d.details.push_back(fmt::format("cuDNN from {}", surroundings.cudnn->path));
    result.capabilities = {d.id, {fp32}};
    if (takes_tf32_and_bf16(card)) result.capabilities.native_operands.push_back(tf32);
    result.capabilities.native_operands.push_back(fp16);
    if (takes_tf32_and_bf16(card)) result.capabilities.native_operands.push_back(bf16);
    result.reason = !card.reason.empty() ? card.reason : surroundings.library_problem;
    return result;
}

}  // namespace cuda

std::vector<CudaCard> list_cuda_cards() {
    const cuda::Surroundings surroundings = cuda::look_around();
    std::vector<CudaCard> cards;
    for (const cuda::DriverCard& card : surroundings.driver.cards) cards.push_back(describe(card, surroundings));
    if (cards.empty()) {
        CudaCard none;
        none.description.id = "cuda";
        none.reason = surroundings.driver.problem;
        cards.push_back(none);
    }
    return cards;
}

}  // namespace mantissa
