// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling. It only moves numbers, so nothing is rounded.
#include "engine/nn/layer.h"

namespace mantissa {
namespace {

class PoolLayer final : public Layer {
  public:
    explicit PoolLayer(const LayerSpec& spec) : spec_(spec) {}

    void plan(Planner& planner) override {
        input_ = planner.edge;
        output_ = input_;
        const int now = planner.time.forward(planner.layer);
        planner.arena.extend(input_.value.handle, now);
        output_.sample = Shape{spec_.pool.height / 2, spec_.pool.width / 2, spec_.pool.channels};
        output_.value = planner.add(spec_.name + ".pooled", MemoryCategory::activations, output_.sample, true,
                                    input_.value.dtype, input_.format.bits(), now, now);
        if (planner.training) {
            const int later = planner.time.backward(planner.layer);
            index_ = planner.add(spec_.name + ".pool index", MemoryCategory::activations, output_.sample, true,
                                 DType::uint8, 8, now, later);
            output_.gradient = planner.add(spec_.name + ".pooled gradient", MemoryCategory::activations, output_.sample,
                                           true, input_.gradient.dtype, input_.gradient_format.bits(), later, later);
            planner.arena.extend(input_.gradient.handle, later);
        }
        planner.edge = output_;
    }

    void forward(const PassRun& run) override {
        run.kernels.maxpool_forward(spec_.pool, run.view(input_.value), run.view(output_.value),
                                    index_ ? run.view(index_) : Tensor{});
    }

    void backward(const PassRun& run) override {
        run.kernels.maxpool_backward(spec_.pool, run.view(output_.gradient), run.view(index_),
                                     run.view(input_.gradient));
    }

  private:
    LayerSpec spec_;
    Edge input_, output_;
    Slot index_;
};

}  // namespace

std::unique_ptr<Layer> make_pool(const LayerSpec& spec) {
    return std::make_unique<PoolLayer>(spec);
}

}  // namespace mantissa
