// SPDX-License-Identifier: Apache-2.0
// What a person reads when the card fails; needs no card.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "engine/cuda/named_kernels.h"
#include "engine/cuda/runtime.h"
#include "engine/reference/reference_device.h"
#include "tests/engine/backend/kernel_testing.h"
#include "tests/gpu/staged_kernels.h"

namespace mantissa::cuda {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Error error_of(cudaError_t status, const std::string& hint = {}) {
    try {
        check(status, "cudaSomething", hint);
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no error was thrown";
    return {ErrorCode::failed, ""};
}

TEST(CudaErrors, AreToldInCudasWordsWithTheCall) {
    check(cudaSuccess, "cudaSomething");
    const Error refused = error_of(cudaErrorInvalidValue);
    EXPECT_EQ(refused.code(), ErrorCode::device);
    EXPECT_EQ(refused.place(), "cudaSomething");
    EXPECT_THAT(refused.message(), AllOf(HasSubstr("invalid argument"), HasSubstr("cudaErrorInvalidValue")));
    EXPECT_THAT(refused.remedy(), Not(HasSubstr("start anew")));
}

TEST(CudaErrors, ALostCardIsToldFromARefusedCall) {
    for (const cudaError_t status : {cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorECCUncorrectable}) {
        EXPECT_TRUE(is_lost(status));
        const Error lost = error_of(status, "started since it last answered: softmax_loss");
        EXPECT_THAT(lost.message(), AllOf(HasSubstr("the card stopped"), HasSubstr("softmax_loss")));
        EXPECT_THAT(lost.remedy(), HasSubstr("last checkpoint"));
    }
    for (const cudaError_t status : {cudaSuccess, cudaErrorMemoryAllocation, cudaErrorInvalidConfiguration})
        EXPECT_FALSE(is_lost(status));
}

TEST(NamedKernelsTest, RememberWhatWasStartedSinceTheCardAnswered) {
    const std::unique_ptr<Device> device = make_reference_device();
    NamedKernels named(device->kernels());
    const Array x = uniform({4}, 1);
    Array y({4});
    EXPECT_EQ(named.around().started(), "");
    for (int i = 0; i < 100; ++i) named.round_copy(x.view(), y.view(), {});
    named.activation_forward(ActivationKind::relu, x.view(), y.view(), {});
    EXPECT_THAT(named.around().started(),
                HasSubstr("started since it last answered: round_copy, activation_forward ("));
    named.around().answered();
    EXPECT_EQ(named.around().started(), "");
    named.round_copy(x.view(), y.view(), {});
    EXPECT_THAT(named.around().started(), HasSubstr("answered: round_copy ("));
    expect_same_bits(y, x, "the call goes through");
}

TEST(NamedKernelsTest, AnErrorOfAKernelHasItsName) {
    class Failing final : public Device {
      public:
        DeviceDescription describe() const override { return {}; }
        DeviceCapabilities capabilities() const override { return {}; }
        std::unique_ptr<DeviceMemory> allocate(std::size_t) override {
            throw Error(ErrorCode::device, "there is no room", "device memory");
        }
        void upload(void*, const void*, std::size_t) override {}
        void download(void*, const void*, std::size_t) override {}
        void zero(void*, std::size_t) override {}
        Kernels& kernels() override { return kernels_; }

      private:
        StagedKernels kernels_{*this};
    } device;
    NamedKernels named(device.kernels());
    const Array x = uniform({4}, 1);
    try {
        named.round_copy(x.view(), x.view(), {});
        FAIL() << "no error was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), "round_copy, device memory");
        EXPECT_EQ(error.message(), "there is no room");
    }
}

}  // namespace
}  // namespace mantissa::cuda
