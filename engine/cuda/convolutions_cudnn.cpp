// SPDX-License-Identifier: Apache-2.0
// Plans of cuDNN, one for each shape, and their runs.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/base/error.h"
#include "engine/cuda/cudnn_library.h"
#include "engine/cuda/cudnn_plan.h"

namespace mantissa::cuda {
namespace {

class CudnnConvolutions final : public Convolutions {
  public:
    CudnnConvolutions(CudnnLibrary library, cudaStream_t stream, bool tf32, Stopwatch stopwatch)
        : library_(std::move(library)), cudnn_(*library_.functions), tf32_(tf32), stopwatch_(std::move(stopwatch)) {
        check_status(cudnn_.create(&handle_));
        if (const cudnnStatus_t status = cudnn_.set_stream(handle_, stream); status != CUDNN_STATUS_SUCCESS) {
            (void)cudnn_.destroy(handle_);
            check_status(status);
        }
    }
    ~CudnnConvolutions() override {
        plans_.clear();
        (void)cudnn_.destroy(handle_);
    }
    CudnnConvolutions(const CudnnConvolutions&) = delete;
    CudnnConvolutions& operator=(const CudnnConvolutions&) = delete;

    bool convolve(const ConvolutionCall& call, void* workspace) override {
        const Arithmetic arithmetic =
            call.arithmetic == Arithmetic::tf32 && !tf32_ ? Arithmetic::fp32 : call.arithmetic;
        const CudnnConvolution convolution{call.pass,           call.geometry,        call.images,
                                           arithmetic,          alignment_of(call.x), alignment_of(call.w),
                                           alignment_of(call.y)};
        try {
            CudnnDescriptor pack(cudnn_, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
            const std::array<void*, 3> data{call.x, call.w, call.y};
            const std::array<std::int64_t, 3> names{cudnn_x, cudnn_w, cudnn_y};
            pack.set(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, 3, data.data());
            pack.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, 3, names.data());
            pack.set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, 1, &workspace);
            pack.finalize();
            const std::optional<CudnnPlan>& plan = plan_for(convolution, pack);
            if (!plan) return false;
            execute(*plan, pack);
        } catch (const CudnnRefusal& refusal) {
            throw Error(
                ErrorCode::device,
                say("cuDNN %1 cannot convolve %2 images of %3 x %4 x %5 with %6 filters in %7: %8",
                    {library_.version, call.images, call.geometry.height, call.geometry.width, call.geometry.channels,
                     call.geometry.filters, name_of(arithmetic), cudnn_.error_string(refusal.status)}),
                refusal.call);
        }
        return true;
    }

  private:
    using Key =
        std::tuple<ConvolutionPass, std::array<std::int64_t, 7>, std::int64_t, Arithmetic, std::array<std::int64_t, 3>>;

    void execute(const CudnnPlan& plan, const CudnnDescriptor& pack) const {
        const cudnnStatus_t status = cudnn_.execute(handle_, plan.plan.raw(), pack.raw());
        if (status != CUDNN_STATUS_SUCCESS) throw CudnnRefusal{status, "cudnnBackendExecute"};
    }

    /// Seconds, the least of a few; infinite where the engine does not work after all.
    double time_of(const CudnnPlan& plan, const CudnnDescriptor& pack) const {
        double least = std::numeric_limits<double>::infinity();
        try {
            execute(plan, pack);  // brings its kernels to the card
            for (int i = 0; i < 3; ++i) least = std::min(least, stopwatch_([&] { execute(plan, pack); }));
        } catch (const CudnnRefusal& refusal) {
            if (!refusal.is_answer()) throw;
        }
        return least;
    }

    /// The plan of a convolution, made for its first call, whose data are in `pack`. Empty where there is none, which
    /// is remembered as well.
    const std::optional<CudnnPlan>& plan_for(const CudnnConvolution& c, const CudnnDescriptor& pack) {
        const ConvGeometry& g = c.geometry;
        const Key key{c.pass,
                      {g.height, g.width, g.channels, g.filters, g.kernel, g.padding, g.stride},
                      c.images,
                      c.arithmetic,
                      {c.x_alignment, c.w_alignment, c.y_alignment}};
        const auto found = plans_.find(key);
        if (found != plans_.end()) return found->second;
        std::vector<CudnnPlan> plans =
            plan_convolution(cudnn_, handle_, nullptr, c, workspace_bytes, stopwatch_ ? most_timed : 1);
        std::size_t fastest = 0;
        if (plans.size() > 1) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < plans.size(); ++i)
                if (const double seconds = time_of(plans[i], pack); seconds < least) {
                    least = seconds;
                    fastest = i;
                }
        }
        std::optional<CudnnPlan> chosen;
        if (!plans.empty()) chosen.emplace(std::move(plans[fastest]));
        return plans_.emplace(key, std::move(chosen)).first->second;
    }
    void check_status(cudnnStatus_t status) const {
        if (status != CUDNN_STATUS_SUCCESS)
            throw Error(
                ErrorCode::device, say("cuDNN %1 does not start: %2", {library_.version, cudnn_.error_string(status)}),
                library_.path, say("its CUDA version may not fit the driver, or the card's memory may be full"));
    }

    CudnnLibrary library_;
    const Cudnn& cudnn_;
    bool tf32_;
    cudnnHandle_t handle_ = nullptr;
    Stopwatch stopwatch_;
    static constexpr std::size_t most_timed = 8;  ///< of a shape; each is run four times
    std::map<Key, std::optional<CudnnPlan>> plans_;
};

}  // namespace

std::unique_ptr<Convolutions> make_cudnn_convolutions(const CudnnLibrary& library, void* stream,
                                                      bool tensor_cores_take_tf32, Stopwatch stopwatch) {
    return std::make_unique<CudnnConvolutions>(library, static_cast<cudaStream_t>(stream), tensor_cores_take_tf32,
                                               std::move(stopwatch));
}

}  // namespace mantissa::cuda
