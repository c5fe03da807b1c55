// SPDX-License-Identifier: Apache-2.0
// Whole runs on the card's kernels, with their memory out of reach of everything but kernels and copies: the path is
// the reference's, watching changes nothing, and no host code of the layers above reads device memory.
#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/train/golden_cases.h"

namespace mantissa {
namespace {

std::unique_ptr<Device> guarded_device() {
    return std::make_unique<cuda::CudaOnHost>();
}

TEST(CudaTraining, TakesTheReferencesPath) {
    expect_the_references_path(guarded_device);
}

TEST(CudaTraining, EachModeMultipliesWithItsOwnUnit) {
    using cuda::Arithmetic;
    const Dataset dataset = small_dataset();
    const std::pair<run::Precision, Arithmetic> modes[] = {{run::FP32, Arithmetic::fp32},
                                                           {run::TF32, Arithmetic::tf32},
                                                           {run::FP16, Arithmetic::fp16},
                                                           {run::BF16, Arithmetic::bf16}};
    for (const auto& [precision, arithmetic] : modes)
        for (const run::Model model : {run::MLP, run::CNN}) {
            auto device = std::make_unique<cuda::CudaOnHost>();
            const auto& products = device->products();
            const run::RunConfig config = golden_config([precision = precision, model](run::RunConfig& c) {
                c.set_precision(precision);
                c.set_model(model);
            });
            Lane lane(std::move(device), dataset, config);
            lane.steps(1);
            for (const Arithmetic other : {Arithmetic::fp32, Arithmetic::tf32, Arithmetic::fp16, Arithmetic::bf16})
                EXPECT_EQ(products.count(other) > 0, other == arithmetic)
                    << run::Precision_Name(precision) << ", " << run::Model_Name(model);
        }
}

TEST(CudaTraining, WithoutNativeBf16ItIsThatOfTheEmulation) {
    const Dataset dataset = small_dataset();
    const run::RunConfig config = golden_config([](run::RunConfig& c) { c.set_precision(run::BF16); });
    Lane exact(reference(), dataset, config), turing(std::make_unique<cuda::CudaOnHost>(false), dataset, config);
    exact.steps(10);
    turing.steps(10);
    for (std::size_t t = 0; t < 10; ++t)
        EXPECT_NEAR(turing.losses()[t], exact.losses()[t],
                    static_cast<double>(t + 1) * (2 * 0x1p-23 + bf16.epsilon() / (16 * config.batch())))
            << t;
}

TEST(CudaTraining, WatchingChangesNoBitAndTouchesNoMemoryOfTheDevice) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : card_cases()) {
        Lane blind(guarded_device(), dataset, c.config);
        blind.steps(10);
        run::RunConfig config = c.config;
        config.set_histogram_interval(1);
        config.set_shadow_interval(2);
        config.set_eval_interval(4);
        Lane watched(guarded_device(), dataset, config);
        for (int step = 0; step < 10; ++step) {
            if (step == 5 && c.config.ranks() <= 1)  // of several ranks no number can be followed
                watched.trainer.trace(trace_request_index(watched.trainer.network().parameters.front().name, 3));
            watched.trainer.step();
        }
        EXPECT_EQ(watched.hash(), blind.hash()) << c.name;
        EXPECT_EQ(watched.losses(), blind.losses()) << c.name;
        int traces = 0, histograms = 0;
        for (const run::Record& r : watched.sink.records) {
            traces += r.has_trace() ? 1 : 0;
            histograms += r.has_histograms() ? 1 : 0;
        }
        EXPECT_EQ(traces, c.config.ranks() <= 1 ? 1 : 0) << c.name;
        EXPECT_GT(histograms, 0) << c.name;
    }
}

TEST(CudaTraining, ASnapshotGoesOnToTheSameBits) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : card_cases()) {
        Lane whole(guarded_device(), dataset, c.config), first(guarded_device(), dataset, c.config),
            second(guarded_device(), dataset, c.config);
        whole.steps(8);
        first.steps(4);
        second.trainer.restore(first.trainer.snapshot());
        second.steps(4);
        EXPECT_EQ(second.hash(), whole.hash()) << c.name;
    }
}

TEST(CudaMemoryDeathTest, IsOutOfReachOfHostCode) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    cuda::CudaOnHost device;
    const auto memory = device.allocate(64);
    const float number = 3;
    device.upload(memory->data(), &number, sizeof number);
    EXPECT_DEATH(static_cast<void>(*reinterpret_cast<volatile float*>(memory->data())), "");
    float back = 0;
    device.download(&back, memory->data(), sizeof back);
    EXPECT_EQ(back, 3.0f);
}

}  // namespace
}  // namespace mantissa
