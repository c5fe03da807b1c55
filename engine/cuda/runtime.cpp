// SPDX-License-Identifier: Apache-2.0
// Which errors a context survives: the descriptions of cudaError in the CUDA runtime's reference.
#include "engine/cuda/runtime.h"

#include <fmt/format.h>

#include "engine/base/error.h"

namespace mantissa::cuda {

bool is_lost(cudaError_t status) noexcept {
    switch (status) {
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorLaunchFailure:
        case cudaErrorAssert:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorContextIsDestroyed:
        case cudaErrorUnknown:
            return true;
        default:
            break;
    }
    // Not in the headers of every CUDA 12: cudaErrorContained, cudaErrorTensorMemoryLeak, cudaErrorExternalDevice.
    const int code = static_cast<int>(status);
    return code == 226 || code == 721 || code == 911;
}

void check(cudaError_t status, const std::string& call, const Phrase& hint) {
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    const std::string code = fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
    if (is_lost(status))
        throw Error(ErrorCode::device,
                    hint.empty() ? say("the card stopped: %1", {code}) : say("the card stopped: %1; %2", {code, hint}),
                    call, say("the worker must be restarted; a run continues from its last checkpoint"));
    throw Error(ErrorCode::device, say("CUDA refused: %1", {code}), call, hint);
}

namespace {

class Event {
  public:
    Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
    ~Event() { (void)cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    cudaEvent_t get() const noexcept { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace

double seconds_on(cudaStream_t stream, const std::function<void()>& work) {
    const Event begin, end;
    check(cudaEventRecord(begin.get(), stream), "cudaEventRecord");
    work();
    check(cudaEventRecord(end.get(), stream), "cudaEventRecord");
    check(cudaEventSynchronize(end.get()), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) / 1000;
}

}  // namespace mantissa::cuda
