// SPDX-License-Identifier: Apache-2.0
// What a person reads when the card fails; needs no card.
#include <gmock/gmock.h>

#include <cstdlib>

#include "engine/base/error.h"
#include "engine/cuda/library.h"
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
    for (const int later : {226, 721, 911}) EXPECT_TRUE(is_lost(static_cast<cudaError_t>(later)));
    for (const cudaError_t status :
         {cudaSuccess, cudaErrorMemoryAllocation, cudaErrorInvalidConfiguration, cudaErrorDevicesUnavailable})
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
    EXPECT_THAT(english(named.around().started()),
                HasSubstr("started since it last answered: round_copy, activation_forward ("));
    named.around().answered();
    EXPECT_EQ(named.around().started(), "");
    named.round_copy(x.view(), y.view(), {});
    EXPECT_THAT(english(named.around().started()), HasSubstr("answered: round_copy ("));
    expect_same_bits(y, x, "the call goes through");
}

TEST(NamedKernelsTest, WhatWasStartedAfterAFetchIsNotAnsweredForByIt) {
    const std::unique_ptr<Device> device = make_reference_device();
    NamedKernels named(device->kernels());
    StartedNames& names = named.around();
    const Array x = uniform({4}, 1);
    Array y({4});
    for (int i = 0; i < 100; ++i) named.round_copy(x.view(), y.view(), {});
    const std::size_t first = names.mark();
    named.activation_forward(ActivationKind::relu, x.view(), y.view(), {});
    const std::size_t second = names.mark();
    named.activation_backward(ActivationKind::relu, x.view(), x.view(), y.view(), {});
    EXPECT_THAT(english(names.started()), HasSubstr("answered: round_copy, activation_forward, activation_backward ("));
    names.answered(first);
    EXPECT_THAT(english(names.started()), HasSubstr("answered: activation_forward, activation_backward ("));
    names.answered(second);
    names.answered(first);  // an older fetch, waited for later, takes nothing back
    EXPECT_THAT(english(names.started()), HasSubstr("answered: activation_backward ("));
    names.answered();
    EXPECT_EQ(names.started(), "");
}

TEST(CublasLtLibrary, IsNotOneThatTheDriverDoesNotRun) {
    const char* variable = "MANTISSA_CUDA_LIBRARIES";
    const char* set = std::getenv(variable);
    const std::string before = set ? set : "";
    ::setenv(variable, "/nowhere/at/all", 1);
    const auto names = [](int driver) -> std::string {
        try {
            (void)open_cublaslt(driver);
        } catch (const Error& error) {
            return error.message();
        }
        return "opened";
    };
    EXPECT_THAT(names(12080), HasSubstr("cuBLASLt (libcublasLt.so.12) is not in"));
    EXPECT_THAT(names(13000), HasSubstr("cuBLASLt (libcublasLt.so.13 or libcublasLt.so.12) is not in"));
    set ? ::setenv(variable, before.c_str(), 1) : ::unsetenv(variable);
}

/// Its memory is always full, and so is what a kernel says.
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
};

TEST(NamedKernelsTest, ARecordingHasTheNamesOfWhatIsInIt) {
    const std::unique_ptr<Device> device = make_reference_device();
    NamedKernels named(device->kernels());
    const Array x = uniform({4}, 1);
    Array y({4});
    StartedNames& names = named.around();
    named.activation_backward(ActivationKind::relu, x.view(), x.view(), y.view(), {});
    names.collect();
    for (int i = 0; i < 3; ++i) named.round_copy(x.view(), y.view(), {});
    named.activation_forward(ActivationKind::relu, x.view(), y.view(), {});
    const std::vector<const char*> recorded = names.collected();
    EXPECT_THAT(recorded, testing::ElementsAre(testing::StrEq("round_copy"), testing::StrEq("activation_forward")));
    EXPECT_TRUE(names.collected().empty());
    names.answered();
    names.started_again(recorded);
    EXPECT_THAT(english(names.started()), HasSubstr("answered: round_copy, activation_forward ("));
}

TEST(NamedKernelsTest, AnErrorOfAKernelHasItsName) {
    Failing device;
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

TEST(NamedKernelsTest, AFaultOfAnEarlierKernelIsToldWhateverTheErrorThatShowsIt) {
    Failing device;  // its error says nothing of the card, as cuBLASLt's and a launch's do not
    NamedKernels named(device.kernels(), [] { return cudaErrorIllegalAddress; });
    const Array x = uniform({4}, 1);
    try {
        named.round_copy(x.view(), x.view(), {});
        FAIL() << "no error was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), "round_copy");
        EXPECT_THAT(error.message(), AllOf(HasSubstr("the card stopped"), HasSubstr("cudaErrorIllegalAddress"),
                                           HasSubstr("started since it last answered: round_copy")));
        EXPECT_THAT(error.remedy(), HasSubstr("last checkpoint"));
    }
}

}  // namespace
}  // namespace mantissa::cuda
