// SPDX-License-Identifier: Apache-2.0
// A device on which nothing happens: work enqueued to it asks for the scratch that it would need on the card, and that
// is all. So a plan knows the kernels' scratch from the kernels' own code, before anything is allocated.
#pragma once

#include <array>
#include <memory>

#include "engine/backend/rehearsal_device.h"
#include "engine/cuda/cuda_kernels.h"

namespace mantissa::cuda {

class Rehearsal final : public RehearsalDevice {
  public:
    /// For the card that `description` and `capabilities` describe; `native_bf16` as CudaKernels has it.
    /// `convolutions`: a library convolves there. Which plans it has is not known here, so that its workspace and the
    /// patches are counted, which take turns in one piece.
    Rehearsal(DeviceDescription description, DeviceCapabilities capabilities, bool native_bf16, bool convolutions);

    DeviceDescription describe() const override { return description_; }
    DeviceCapabilities capabilities() const override { return capabilities_; }
    Kernels& kernels() override { return kernels_; }
    std::uint64_t scratch_taken() const override;

  private:
    class Counted final : public Scratch {
      public:
        void* bytes(ScratchUse use, std::size_t bytes) override;
        std::uint64_t sum() const noexcept;

      private:
        std::array<std::size_t, scratch_use_count> most_{};
    };
    class Nothing final : public Products {
      public:
        bool product(const Tensor&, bool, const Tensor&, bool, const Tensor&, Arithmetic, bool, const void*) override {
            return false;
        }
    };
    class NoPlans final : public Convolutions {
      public:
        bool convolve(const ConvolutionCall&, void*) override { return false; }
    };

    DeviceDescription description_;
    DeviceCapabilities capabilities_;
    Counted scratch_;
    Nothing products_;
    NoPlans no_plans_;
    CudaKernels kernels_;
};

}  // namespace mantissa::cuda
