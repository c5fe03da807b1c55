// SPDX-License-Identifier: Apache-2.0
// Repeating until the time is up, after a warm-up; see bench.h.
#include "engine/train/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/backend/timed_device.h"
#include "engine/base/error.h"
#include "engine/base/rng.h"
#include "engine/precision/resolve.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "engine/train/lane_parts.h"
#include "engine/train/native_choice.h"
#include "engine/train/rounding_probe.h"
#include "engine/train/trainer.h"

namespace mantissa {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Returns when `written` is there: a device may only have enqueued what writes it.
void wait_for(Device& device, const Tensor& written) {
    std::byte first;
    device.download(&first, written.data, sizeof first);
}

/// Runs `call`, which says how many repetitions that was, until `seconds` are over, at least three times after one to
/// warm up; fills times and repetitions. Those of one call have its mean time each.
void repeat(double seconds, const std::function<bool()>& poll, run::BenchResult& result,
            const std::function<std::uint32_t()>& call) {
    call();
    std::vector<double> times;
    const auto start = Clock::now();
    for (int calls = 0; (since(start) < seconds || calls < 3) && !(poll && poll()); ++calls) {
        const auto before = Clock::now();
        const std::uint32_t count = call();
        times.insert(times.end(), count, since(before) / count);
    }
    if (times.empty()) return;
    std::sort(times.begin(), times.end());
    result.set_repetitions(static_cast<std::uint32_t>(times.size()));
    result.set_seconds(times[times.size() / 2]);
    result.set_seconds_least(times.front());
}

/// The middle one of `values`, which are not empty.
double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void in_range(const char* field, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
    if (value < low || value > high)
        throw Error(ErrorCode::usage, say("%1 is out of range", {value}), std::string("bench.") + field,
                    say("%1 to %2", {low, high}));
}

/// Tensors in device memory, filled with small random numbers on `format`'s grid.
class Buffers {
  public:
    explicit Buffers(Device& device) : device_(device) {}

    Tensor make(const Shape& shape, const FloatFormat& format, bool filled) {
        return make(shape, format, filled, device_.kernels().storage_of(format));
    }

    Tensor make(const Shape& shape, const FloatFormat& format, bool filled, DType stored) {
        Tensor tensor{nullptr, stored, shape};
        memory_.push_back(device_.allocate(tensor.bytes()));
        tensor.data = memory_.back()->data();
        std::vector<float> values(static_cast<std::size_t>(shape.size()), 0.0f);
        const RandomKey random{1, RandomUse::shuffle, 0, static_cast<std::uint32_t>(memory_.size())};
        if (filled)
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = round_to(static_cast<float>(random.bits(i) >> 8) * 0x1p-24f - 0.5f, format);
        const std::unique_ptr<DeviceMemory> wide = device_.allocate(values.size() * sizeof(float));
        device_.upload(wide->data(), values.data(), values.size() * sizeof(float));
        Cast cast;
        cast.format = format;
        device_.kernels().round_copy({wide->data(), DType::float32, shape}, tensor, cast);
        device_.download(values.data(), wide->data(), sizeof(float));  // waits before `wide` goes
        return tensor;
    }

  private:
    Device& device_;
    std::vector<std::unique_ptr<DeviceMemory>> memory_;
};

LayerPolicy policy_for(const run::Bench& bench) {
    run::RunConfig config = complete(bench.config());
    config.set_precision(bench.has_precision() ? bench.precision() : run::FP32);
    const PrecisionPolicy policy = policy_of(config);
    return bench.kind() == run::Bench::CONVOLUTION ? policy.convolution : policy.layer;
}

void bench_product(Device& device, const run::Bench& bench, const std::function<bool()>& poll,
                   run::BenchResult& result) {
    in_range("m", bench.m(), 1, 65536);
    in_range("n", bench.n(), 1, 65536);
    in_range("k", bench.k(), 1, 65536);
    const auto m = std::int64_t{bench.m()}, n = std::int64_t{bench.n()}, k = std::int64_t{bench.k()};
    const LayerPolicy policy = policy_for(bench);
    Buffers buffers(device);
    const Tensor x = buffers.make(Shape{m, k}, policy.operand, true);
    const Tensor w = buffers.make(Shape{n, k}, policy.operand, true);
    const Tensor bias = buffers.make(Shape{n}, policy.operand, true, DType::float32);
    const Tensor y = buffers.make(Shape{m, n}, policy.activation, false);
    Cast cast;
    cast.format = policy.activation;
    repeat(bench.seconds(), poll, result, [&] {
        device.kernels().linear_forward(x, w, bias, y, policy.accumulation, cast);
        wait_for(device, y);
        return 1u;
    });
    result.set_flops(2.0 * static_cast<double>(m * n) * static_cast<double>(k));
    result.set_bytes(static_cast<double>(x.bytes() + w.bytes() + y.bytes()));
}

void bench_convolution(Device& device, const run::Bench& bench, const std::function<bool()>& poll,
                       run::BenchResult& result) {
    in_range("m", bench.m(), 1, 4096);
    in_range("n", bench.n(), 1, 4096);
    in_range("k", bench.k(), 1, 4096);
    in_range("side", bench.side(), 1, 256);
    const auto images = std::int64_t{bench.m()}, filters = std::int64_t{bench.n()}, channels = std::int64_t{bench.k()};
    const auto side = std::int64_t{bench.side()};
    const LayerPolicy policy = policy_for(bench);
    const ConvGeometry geometry{side, side, channels, filters, 3, 1};
    Buffers buffers(device);
    const Tensor x = buffers.make(Shape{images, side, side, channels}, policy.operand, true);
    const Tensor w = buffers.make(Shape{filters, 3, 3, channels}, policy.operand, true);
    const Tensor bias = buffers.make(Shape{filters}, policy.operand, true, DType::float32);
    const Tensor y = buffers.make(Shape{images, side, side, filters}, policy.activation, false);
    Cast cast;
    cast.format = policy.activation;
    repeat(bench.seconds(), poll, result, [&] {
        device.kernels().conv_forward(geometry, x, w, bias, y, policy.accumulation, cast);
        wait_for(device, y);
        return 1u;
    });
    result.set_flops(2.0 * static_cast<double>(images * side * side) * static_cast<double>(filters * channels * 9));
    result.set_bytes(static_cast<double>(x.bytes() + w.bytes() + y.bytes()));
}

void bench_copy(Device& device, const run::Bench& bench, const std::function<bool()>& poll, run::BenchResult& result) {
    in_range("m", bench.m(), 4096, 1u << 30);
    const std::int64_t elements = bench.m() / 4;
    Buffers buffers(device);
    const Tensor from = buffers.make(Shape{elements}, fp32, false), to = buffers.make(Shape{elements}, fp32, false);
    repeat(bench.seconds(), poll, result, [&] {
        device.kernels().round_copy(from, to, Cast{});
        wait_for(device, to);
        return 1u;
    });
    result.set_bytes(static_cast<double>(from.bytes() + to.bytes()));
}

class NoSink final : public RecordSink {
  public:
    void accept(const run::Record& /*record*/) override {}
};

/// Steps of `config` without an end, evaluated only where an epoch ends.
run::RunConfig endless(run::RunConfig config) {
    validate(config);
    config.set_steps(most_steps);
    config.set_eval_interval(0);
    config.set_test_examples(0);  // of a test set that is made up
    return config;
}

/// Records become bytes, as on their way to a window, and go.
class CountingSink final : public RecordSink {
  public:
    std::uint64_t images = 0;  ///< of the steps so far

    void accept(const run::Record& record) override {
        record.SerializeToString(&bytes_);
        images += record.step_done().batch();
    }

  private:
    std::string bytes_;
};

/// One of two runs that are measured by turns.
class TimedRun {
  public:
    TimedRun(Device& device, const DeviceData& data, const Dataset& dataset, const run::RunConfig& config)
        : trainer_(device, data, dataset, config, sink_, "bench", 0) {}

    /// Trains so many steps; returns the seconds that took.
    double turn(std::uint32_t steps) {
        const auto start = Clock::now();
        const std::uint32_t end = trainer_.steps_done() + steps;
        while (trainer_.steps_done() < end) trainer_.steps({.steps = end - trainer_.steps_done()});
        const double seconds = since(start);
        seconds_ += seconds;
        return seconds;
    }
    void clear() {
        seconds_ = 0;
        sink_.images = 0;
    }
    bool emulated(const Device& device, const run::RunConfig& config) const {
        return policies_of(device, trainer_.network(), config, trainer_.native_choice()).training.emulated;
    }
    /// Images a second since clear().
    double rate() const { return static_cast<double>(sink_.images) / seconds_; }

  private:
    CountingSink sink_;
    Trainer trainer_;
    double seconds_ = 0;
};

void bench_step(Device& plain, const run::Bench& bench, const std::function<bool()>& poll, run::BenchResult& result) {
    const run::RunConfig config = endless(complete(bench.config()));
    // Whole batches only: each step counts for as many images.
    const std::int64_t batch = config.batch(), batches = std::max<std::int64_t>(4, (8192 + batch - 1) / batch);
    const Dataset dataset = with_task(synthetic_dataset(batches * batch), config);
    KernelTallies tallies;
    const std::unique_ptr<Device> timed = bench.by_kernel() ? make_timed_device(plain, tallies) : nullptr;
    Device& device = timed ? *timed : plain;
    const DeviceData data(device, dataset);
    NoSink sink;
    Trainer trainer(device, data, dataset, config, sink, "bench", 0);
    const int warm_up = device.replays() ? 4 : 2;  // a card records its plain steps meanwhile
    for (int i = 0; i < warm_up && !(poll && poll()); ++i) trainer.step();
    tallies.clear();
    const std::uint32_t before = trainer.steps_done();
    const auto start = Clock::now();
    repeat(bench.seconds(), poll, result, [&trainer] {
        const std::uint32_t done = trainer.steps_done();
        trainer.steps({});
        return trainer.steps_done() - done;
    });
    const double all = since(start);
    const double steps = trainer.steps_done() - before;  // with those that repeat() warms up with
    result.set_images_per_second(steps * config.batch() / all);
    result.set_emulated(policies_of(plain, trainer.network(), config, trainer.native_choice()).training.emulated);
    double flops = 0, bytes = 0;
    for (const auto& [name, tally] : tallies) {
        run::KernelTime& kernel = *result.add_kernels();
        kernel.set_name(name);
        kernel.set_calls(tally.calls);
        kernel.set_seconds(tally.seconds);
        kernel.set_flops(tally.flops);
        kernel.set_bytes(tally.bytes);
        flops += tally.flops;
        bytes += tally.bytes;
    }
    result.set_flops(flops / steps);
    result.set_bytes(bytes / steps);
}

}  // namespace

Dataset synthetic_dataset(std::int64_t count) {
    Dataset dataset;
    dataset.name = "synthetic";
    dataset.side = 28;
    dataset.classes = 10;
    dataset.sha256 = "none";
    const RandomKey random{1, RandomUse::shuffle, 1, 0};
    for (Split* split : {&dataset.train, &dataset.test}) {
        split->count = split == &dataset.train ? count : 1;
        split->images.resize(static_cast<std::size_t>(split->count * dataset.pixels()));
        split->labels.resize(static_cast<std::size_t>(split->count));
        for (std::size_t i = 0; i < split->images.size(); ++i)
            split->images[i] = static_cast<std::uint8_t>(random.bits(i) & 255u);
        for (std::size_t i = 0; i < split->labels.size(); ++i)
            split->labels[i] = static_cast<std::uint8_t>(random.bits(~i) % 10u);
    }
    return dataset;
}

WatchingCost measure_watching(Device& device, const Dataset& images, const run::RunConfig& given, double seconds,
                              const std::function<bool()>& poll) {
    const run::RunConfig config = endless(given);
    if (config.histogram_interval() == 0)
        throw Error(ErrorCode::usage, say("the histogram interval is 0, so there is nothing to measure"),
                    "histogram_interval", say("1 or more"));
    run::RunConfig unwatched = config;
    unwatched.set_histogram_interval(0);
    unwatched.set_shadow_interval(0);
    Dataset dataset = with_task(images, given);
    dataset.test.count = 1;  // an epoch ends with an evaluation
    const DeviceData data(device, dataset);
    TimedRun watched(device, data, dataset, config), plain(device, data, dataset, unwatched);
    const std::uint32_t steps =
        wants_shadow(config, policy_of(config))
            ? static_cast<std::uint32_t>(std::min<std::uint64_t>(
                  std::lcm(std::uint64_t{config.histogram_interval()}, std::uint64_t{config.shadow_interval()}),
                  1'000'000))
            : config.histogram_interval();
    for (int i = 0; i < 2; ++i) {  // a card records its steps meanwhile
        watched.turn(steps);
        plain.turn(steps);
    }
    watched.clear();
    plain.clear();
    std::vector<double> ratios;
    const auto start = Clock::now();
    while ((since(start) < seconds || ratios.size() < 3) && !(poll && poll())) {
        double with = 0, without = 0;  // seconds
        if (ratios.size() % 2 == 0) {
            with = watched.turn(steps);
            without = plain.turn(steps);
        } else {
            without = plain.turn(steps);
            with = watched.turn(steps);
        }
        ratios.push_back(without / with);
    }
    WatchingCost cost;
    if (ratios.empty()) return cost;
    cost.turns = static_cast<std::uint32_t>(ratios.size());
    cost.watched = watched.rate();
    cost.unwatched = plain.rate();
    cost.kept = median(ratios);
    cost.emulated = watched.emulated(device, config);
    return cost;
}

run::BenchResult run_bench(Device& device, const run::Bench& bench, const std::function<bool()>& poll) {
    if (!std::isfinite(bench.seconds()) || bench.seconds() < 0.01 || bench.seconds() > 60)
        throw Error(ErrorCode::usage, say("%1 seconds is out of range", {fmt::format("{:g}", bench.seconds())}),
                    "bench.seconds", say("0.01 to 60"));
    run::BenchResult result;
    const DeviceDescription description = device.describe();
    result.set_device(description.id + ": " + description.text);
    const auto native = device.capabilities().native_operands;
    switch (bench.kind()) {
        case run::Bench::PRODUCT:
        case run::Bench::CONVOLUTION: {
            (bench.kind() == run::Bench::PRODUCT ? bench_product : bench_convolution)(device, bench, poll, result);
            result.set_emulated(std::find(native.begin(), native.end(), policy_for(bench).operand) == native.end());
            break;
        }
        case run::Bench::COPY:
            bench_copy(device, bench, poll, result);
            break;
        case run::Bench::STEP:
            bench_step(device, bench, poll, result);
            break;
        case run::Bench::ROUNDING:
            for (run::RoundingProbe& probe : probe_rounding(device)) *result.add_rounding() = std::move(probe);
            break;
        default:
            throw Error(ErrorCode::usage, say("what to measure is not named"), "bench.kind",
                        "PRODUCT, CONVOLUTION, COPY, STEP, ROUNDING");
    }
    return result;
}

}  // namespace mantissa
