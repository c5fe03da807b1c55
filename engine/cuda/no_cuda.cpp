// SPDX-License-Identifier: Apache-2.0
// Stands in for the whole room where the worker is built without CUDA.
#include "engine/base/error.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/present.h"

namespace mantissa {

std::vector<CudaCard> list_cuda_cards() {
    CudaCard card;
    card.description.id = "cuda";
    card.reason =
        nvidia_card_is_present()
            ? say("an NVIDIA card is here, but this worker was built without CUDA: install the CUDA toolkit 12 or "
                  "13 (nvcc) and build it again, or use one that was built with it")
            : say("this worker was built without CUDA, and no NVIDIA card was found on this machine");
    return {card};
}

std::unique_ptr<Device> make_cuda_device(const std::string& id) {
    throw Error(ErrorCode::device, list_cuda_cards().front().reason, id,
                say("mantissa-worker devices lists the others"));
}

}  // namespace mantissa
